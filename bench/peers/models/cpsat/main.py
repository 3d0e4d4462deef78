"""main.py SOLUTIONS FILE...: solves puzzles with OR-tools CP-SAT, one worker, looking for that many solutions.

After each file, the CPU time from the puzzle in memory to the answer, building the model included:
the mean of as many runs as fit into 50 ms.
"""

import pathlib
import sys
import time

from ortools.sat.python import cp_model

sys.path.append(str(pathlib.Path(__file__).parents[2]))
import data  # noqa: E402
import models  # noqa: E402


def solve(puzzle, wanted):
    """Up to `wanted` answers: each search forbids what was found before."""
    model = cp_model.CpModel()
    variables, answer = getattr(models, puzzle["puzzle"])(model, puzzle)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    answers = []
    while len(answers) < wanted:
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            break
        assert status in (cp_model.FEASIBLE, cp_model.OPTIMAL), solver.status_name(status)
        answers.append(answer(solver.value))
        model.add_forbidden_assignments(variables, [[solver.value(x) for x in variables]])
    return answers


def main():
    wanted = int(sys.argv[1])
    for file in sys.argv[2:]:
        print("file", file, flush=True)
        puzzle = data.read(pathlib.Path(file))
        start, runs = time.process_time(), 0
        while runs == 0 or time.process_time() - start < 0.05:
            answers = solve(puzzle, wanted)
            runs += 1
        seconds = (time.process_time() - start) / runs
        for answer in answers:
            print("solution", *answer)
        print("end", seconds, flush=True)


main()
