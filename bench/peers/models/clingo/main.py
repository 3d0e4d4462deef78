"""main.py SOLUTIONS FILE...: solves puzzles with clingo, one thread, looking for that many solutions.

After each file, the CPU time from the facts in memory to the answer, grounding included: the mean of
as many runs as fit into 50 ms.
"""

import pathlib
import sys
import time

import clingo

HERE = pathlib.Path(__file__).parent
sys.path.append(str(HERE.parents[1]))
import data  # noqa: E402


def flat(kind, puzzle, atoms):
    """The answer as check.py wants it."""
    values = sorted(tuple(term.number for term in atom.arguments) for atom in atoms)
    match kind:
        case "gap":
            return [column for _, column in values]
        case "multibalance":
            return [(r - 1) * len(puzzle["grid"][0]) + c - 1 for _, r, c in values]
    return [value[-1] for value in values]


def solve(kind, encoding, facts, wanted):
    # `frumpy` is best on Gap, and ruinous on Trid.
    configuration = "frumpy" if kind == "gap" else "auto"
    control = clingo.Control([f"--models={wanted}", "--warn=none", f"--configuration={configuration}"])
    control.add("base", [], encoding + facts)
    control.ground([("base", [])])
    answers = []
    control.solve(on_model=lambda model: answers.append(model.symbols(shown=True)))
    return answers


def main():
    wanted = sys.argv[1]
    for file in sys.argv[2:]:
        print("file", file, flush=True)
        puzzle = data.read(pathlib.Path(file))
        kind = puzzle["puzzle"]
        encoding, facts = (HERE / f"{kind}.lp").read_text(), data.asp(puzzle)
        start, runs = time.process_time(), 0
        while runs == 0 or time.process_time() - start < 0.05:
            answers = solve(kind, encoding, facts, wanted)
            runs += 1
        seconds = (time.process_time() - start) / runs
        for atoms in answers:
            print("solution", *flat(kind, puzzle, atoms))
        print("end", seconds, flush=True)


main()
