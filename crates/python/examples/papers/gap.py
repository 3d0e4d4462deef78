"""The model of the paper about Gap, line by line: how many cells are filled, and where."""

from __future__ import annotations

from typing import Any

from equipoise.fd import Model, Var, any_of, cardinality

#: What the paper compares: its annex A.
LABELLINGS = (
    ["leftmost", "min", "max", "ff", "anti_first_fail", "occurrence", "ffc", "max_regret"]
    + ["step", "enum", "bisect", "median", "up", "down"]
)
DEFAULT = "leftmost"


def pose(puzzle: dict[str, Any]) -> tuple[Model, list[Var]]:
    """The model of a puzzle as JSON, and the variables that are labelled."""
    model, size = Model(), len(puzzle["rows"])
    cells = [model.var(0, 1, f"r{r + 1}c{c + 1}") for r in range(size) for c in range(size)]
    rows = [cells[r * size : (r + 1) * size] for r in range(size)]
    columns = [cells[c::size] for c in range(size)]
    for lines, clues in [(rows, puzzle["rows"]), (columns, puzzle["columns"])]:
        before: list[Var] = []
        for line, clue in zip(lines, clues):
            ends = fill(model, line, clue)
            # The filled cells of two neighbouring lines do not touch.
            for one in before:
                for other in ends:
                    model.add(any_of([one - other >= 2, other - one >= 2]))
            before = ends
    return model, cells


def fill(model: Model, line: list[Var], clue: int | None) -> list[Var]:
    """Two cells of a line are filled; returns their positions."""
    size = len(line)
    model.add(cardinality(line, {0: size - 2, 1: 2}))
    first, last = model.var(0, size - 1), model.var(0, size - 1)
    for position, cell in enumerate(line):
        for end in (first, last):
            model.add(any_of([end != position, cell == 1]))
    if clue is not None:
        model.add(last - first == clue + 1)
    model.add(last - first >= 2)
    return [first, last]
