"""The model of the paper about Trid: the numbers on a line differ, and some triangles have sums."""

from __future__ import annotations

from typing import Any

from equipoise.fd import Model, Var, all_different

#: What the paper compares: its table 2.
LABELLINGS = ["ffc", "leftmost"]
DEFAULT = "ffc"


def pose(puzzle: dict[str, Any]) -> tuple[Model, list[Var]]:
    """The model of a puzzle as JSON, and the variables that are labelled."""
    model, size = Model(), puzzle["size"]
    givens = {(given["row"], given["pos"]): given["value"] for given in puzzle.get("givens", [])}
    at = {}
    for row in range(size):
        for pos in range(row + 1):
            given = givens.get((row, pos))
            at[row, pos] = model.var(given or 1, given or size, f"r{row + 1}c{pos + 1}")
    lines = [[at[row, pos] for pos in range(row + 1)] for row in range(size)]
    lines += [[at[row, row - first] for row in range(first, size)] for first in range(size)]
    lines += [[at[row, pos] for row in range(pos, size)] for pos in range(size)]
    model.add(all_different(line, "domain") for line in lines)
    for clue in puzzle["sums"]:
        row, pos = clue["row"], clue["pos"]
        third = (row, pos + 1) if clue.get("down") else (row + 1, pos)
        model.add(at[row, pos] + at[third] + at[row + 1, pos + 1] == clue["sum"])
    return model, list(at.values())
