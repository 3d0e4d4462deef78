"""Solves puzzles with OR-tools CP-SAT, one worker; building the model counts. See driver.py."""

import pathlib
import sys

from ortools.sat.python import cp_model

sys.path.append(str(pathlib.Path(__file__).parents[2]))
import driver  # noqa: E402
import models  # noqa: E402


def solve(puzzle, wanted):
    """Up to `wanted` answers: each search forbids what was found before."""
    model = cp_model.CpModel()
    variables, answer = getattr(models, puzzle["puzzle"])(model, puzzle)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    # Linear relaxations help large trees of weights, and cost twice the time elsewhere.
    solver.parameters.linearization_level = 1 if puzzle["puzzle"] == "weight" else 0
    answers = []
    while len(answers) < wanted:
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            break
        assert status in (cp_model.FEASIBLE, cp_model.OPTIMAL), solver.status_name(status)
        answers.append(answer(solver.value))
        model.add_forbidden_assignments(variables, [[solver.value(x) for x in variables]])
    return answers


driver.main(lambda puzzle: puzzle, solve)
