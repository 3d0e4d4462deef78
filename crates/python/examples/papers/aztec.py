"""The model of the paper about Aztec Math: each cell is made from the two below it in one of five ways."""

from __future__ import annotations

from typing import Any

from equipoise.fd import Constraint, Model, Var, absolute, all_different, all_of, any_of, division, modulo, times

#: What the paper compares: its table 1.
LABELLINGS = ["leftmost", "min", "max", "ff", "anti_first_fail", "occurrence", "ffc", "max_regret"]
DEFAULT = "leftmost"


def pose(puzzle: dict[str, Any]) -> tuple[Model, list[Var]]:
    """The model of a puzzle as JSON, and the variables that are labelled."""
    model = Model()
    rows = [
        [model.var(given or 1, given or 9, f"r{r + 1}c{c + 1}") for c, given in enumerate(row)]
        for r, row in enumerate(puzzle["rows"])
    ]
    model.add(all_different(row) for row in rows)
    for row, below in zip(rows, rows[1:]):
        for i, top in enumerate(row):
            model.add(made_of(model, top, below[i], below[i + 1]))
    return model, [cell for row in rows for cell in row]


def made_of(model: Model, top: Var, a: Var, b: Var) -> Constraint:
    """A sum, or a difference, or a product, or either quotient."""
    difference = model.var(-8, 8)
    model.add(a - b == difference)
    zero = model.var(0, 0)

    def quotient(more: Var, less: Var) -> Constraint:
        return all_of([more - less >= 1, modulo(more, less, zero), division(more, less, top)])

    return any_of([a + b == top, absolute(difference, top), times(a, b, top), quotient(a, b), quotient(b, a)])
