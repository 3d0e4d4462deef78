"""Solves puzzles with clingo, one thread; grounding counts. See driver.py."""

import pathlib
import sys

import clingo

HERE = pathlib.Path(__file__).parent
sys.path.append(str(HERE.parents[1]))
import data  # noqa: E402
import driver  # noqa: E402


def prepare(puzzle):
    kind = puzzle["puzzle"]
    return puzzle, (HERE / f"{kind}.lp").read_text() + data.asp(puzzle)


def solve(prepared, wanted):
    puzzle, program = prepared
    # `frumpy` is best on Gap, and ruinous on Trid.
    configuration = "frumpy" if puzzle["puzzle"] == "gap" else "auto"
    control = clingo.Control([f"--models={wanted}", "--warn=none", f"--configuration={configuration}"])
    control.add("base", [], program)
    control.ground([("base", [])])
    answers = []
    control.solve(on_model=lambda model: answers.append(flat(puzzle, model.symbols(shown=True))))
    return answers


def flat(puzzle, atoms):
    """The answer as check.py wants it."""
    values = sorted(tuple(term.number for term in atom.arguments) for atom in atoms)
    match puzzle["puzzle"]:
        case "gap":
            return [column for _, column in values]
        case "multibalance":
            return [(r - 1) * len(puzzle["grid"][0]) + c - 1 for _, r, c in values]
    return [value[-1] for value in values]


driver.main(prepare, solve)
