"""The model of the paper about Multi-Balance: the cell of each number, and the torques of rows and columns."""

from __future__ import annotations

from typing import Any

from equipoise.fd import Model, Var, all_different, any_of, reified, total

#: What the paper compares: its section 5.2, with the orders and splits of values.
LABELLINGS = [
    f"{variable},{value},{order}"
    for variable in ("leftmost", "min", "max", "ff", "ffc")
    for value in ("step", "enum", "bisect")
    for order in ("up", "down")
]
DEFAULT = "leftmost"


def pose(puzzle: dict[str, Any]) -> tuple[Model, list[Var]]:
    """The model of a puzzle as JSON, and the variables that are labelled."""
    grid, digits = puzzle["grid"], puzzle["digits"]
    width = len(grid[0])
    fulcrums = {r * width + c for r, row in enumerate(grid) for c, mark in enumerate(row) if mark == "^"}
    rows = [[r * width + c for c in range(width)] for r in range(len(grid))]
    columns = [[r * width + c for r in range(len(grid))] for c in range(width)]
    # Beams: lines with one fulcrum, not at an end; of each, the cells that lie on two of them, with their arms.
    beams, row_beams = [], 0
    for number, line in enumerate(rows + columns):
        middles = [i for i, cell in enumerate(line) if cell in fulcrums]
        if len(middles) == 1 and 0 < middles[0] < len(line) - 1:
            row_beams += number < len(rows)
            beams.append((line[middles[0]], {cell: i - middles[0] for i, cell in enumerate(line) if i != middles[0]}))
    arms = [{c: arm for c, arm in found.items() if sum(c in other for _, other in beams) == 2} for _, found in beams]
    cells = sorted({cell for beam in arms for cell in beam})

    model = Model()
    places = [model.var(cells, name=str(number)) for number in range(1, digits + 1)]
    model.add(all_different(places))
    stands: dict[int, list[Var]] = {}
    for cell in cells:
        stands[cell] = [model.boolean(f"{place} on cell {cell}") for place in places]
        model.add(reified(here, place == cell) for here, place in zip(stands[cell], places))
    used = []
    for beam in arms:
        numbers = [(arm * n, here) for cell, arm in beam.items() for n, here in enumerate(stands[cell], 1)]
        model.add(total(torque * here for torque, here in numbers) == 0)
        used.append(model.boolean())
        model.add(reified(used[-1], total(here for _, here in numbers) >= 1))
    for i in range(row_beams):
        for j in range(row_beams, len(beams)):
            if beams[i][0] == beams[j][0]:
                model.add(any_of([used[i] == 0, used[j] == 0]))
    return model, places
