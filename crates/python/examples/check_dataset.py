"""Checks a data set without Equipoise: CP-SAT, a solver by other people, proves each answer to be the only one.

    python check_dataset.py puzzles.jsonl

It takes OR-Tools (`pip install ortools`). Each kind of puzzle is posed here again, from its rules; nothing is shared with what made
the puzzles. Of each row it uses the puzzle and the answer, and looks for an answer, and for another one.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from ortools.sat.python import cp_model

Model = cp_model.CpModel
Puzzle = dict[str, Any]
#: The values to be found, in the order of the answer's words, and what each word must be.
Posed = tuple[list[Any], Callable[[list[str]], list[int]]]


def numbers(words: list[str]) -> list[int]:
    return [int(word) for word in words]


def weight(model: Model, puzzle: Puzzle) -> Posed:
    leaves: list[Any] = []
    given: list[int | None] = []

    def hang(things: list[Puzzle]) -> Any:
        """Poses a bar, and returns what it weighs. All that hangs from a bar comes before what is listed after it."""
        total, turns = 0, 0
        for thing in things:
            if "bar" in thing:
                here = hang(thing["bar"])
            else:
                here = model.new_int_var(1, 10_000, "")
                leaves.append(here)
                given.append(thing.get("weight"))
            total, turns = total + here, turns + thing["at"] * here
        model.add(turns == 0)
        return total

    hang(puzzle["tree"])
    for leaf, value in zip(leaves, given):
        model.add(leaf <= len(leaves))
        if value is not None:
            model.add(leaf == value)
    model.add_all_different(leaves)
    return leaves, numbers


def gap(model: Model, puzzle: Puzzle) -> Posed:
    size = puzzle["size"]
    cells = [[model.new_bool_var("") for _ in range(size)] for _ in range(size)]
    columns = [list(column) for column in zip(*cells)]
    for lines, clues in [(cells, puzzle["rows"]), (columns, puzzle["columns"])]:
        for line, clue in zip(lines, clues):
            model.add(sum(line) == 2)
            for one in range(size):
                for other in range(one + 1, size):
                    if clue is not None and other - one - 1 != clue:
                        model.add_bool_or([line[one].negated(), line[other].negated()])
    for row in range(size - 1):
        for column in range(size - 1):
            model.add_at_most_one(cells[row + i][column + j] for i in (0, 1) for j in (0, 1))
    return [cell for row in cells for cell in row], numbers


def aztec(model: Model, puzzle: Puzzle) -> Posed:
    made = {(a + b, a, b) for a in range(1, 10) for b in range(1, 10)}
    made |= {(abs(a - b), a, b) for a in range(1, 10) for b in range(1, 10)}
    made |= {(a * b, a, b) for a in range(1, 10) for b in range(1, 10)}
    made |= {(max(a, b) // min(a, b), a, b) for a in range(1, 10) for b in range(1, 10) if max(a, b) % min(a, b) == 0}
    allowed = [triple for triple in made if 1 <= triple[0] <= 9]
    rows = [[model.new_int_var(1, 9, "") for _ in row] for row in puzzle["rows"]]
    for row, values in zip(rows, puzzle["rows"]):
        model.add_all_different(row)
        for cell, value in zip(row, values):
            if value:
                model.add(cell == value)
    for above, below in zip(rows, rows[1:]):
        for place, cell in enumerate(above):
            model.add_allowed_assignments([cell, below[place], below[place + 1]], allowed)
    return [cell for row in rows for cell in row], numbers


def trid(model: Model, puzzle: Puzzle) -> Posed:
    size = puzzle["size"]
    rows = [[model.new_int_var(1, size, "") for _ in range(row + 1)] for row in range(size)]
    for line in range(size):
        model.add_all_different(rows[line])
        model.add_all_different([rows[row][line] for row in range(line, size)])
        model.add_all_different([rows[row][row - line] for row in range(line, size)])
    for clue in puzzle["sums"]:
        row, place = clue["row"], clue["pos"]
        if clue.get("down"):
            corners = [rows[row][place], rows[row][place + 1], rows[row + 1][place + 1]]
        else:
            corners = [rows[row][place], rows[row + 1][place], rows[row + 1][place + 1]]
        model.add(sum(corners) == clue["sum"])
    for clue in puzzle["givens"]:
        model.add(rows[clue["row"]][clue["pos"]] == clue["value"])
    return [cell for row in rows for cell in row], numbers


def multibalance(model: Model, puzzle: Puzzle) -> Posed:
    grid, digits = puzzle["grid"], puzzle["digits"]
    height, width = len(grid), len(grid[0])
    # Nothing is 0; a fulcrum holds nothing.
    cells = [[model.new_int_var(0, 0 if sign == "^" else digits, "") for sign in row] for row in grid]
    held = [[[model.new_bool_var("") for _ in range(digits + 1)] for _ in row] for row in grid]
    for row in range(height):
        for column in range(width):
            model.add_exactly_one(held[row][column])
            model.add(cells[row][column] == sum(value * held[row][column][value] for value in range(digits + 1)))
    for value in range(1, digits + 1):
        model.add_exactly_one(held[row][column][value] for row in range(height) for column in range(width))
    lines = [[(row, column) for column in range(width)] for row in range(height)]
    lines += [[(row, column) for row in range(height)] for column in range(width)]
    carries: dict[tuple[int, int], list[Any]] = {}
    for line in lines:
        used = model.new_bool_var("")
        filled = [held[row][column][0].negated() for row, column in line]
        # Used or empty; and never one number alone.
        model.add(sum(filled) >= 2).only_enforce_if(used)
        model.add(sum(filled) == 0).only_enforce_if(used.negated())
        fulcrums = [place for place, (row, column) in enumerate(line) if grid[row][column] == "^"]
        if len(fulcrums) != 1:
            model.add(used == 0)
            continue
        (pivot,) = fulcrums
        model.add(sum((place - pivot) * cells[row][column] for place, (row, column) in enumerate(line)) == 0)
        carries.setdefault(line[pivot], []).append(used)
    for both in carries.values():
        model.add_at_most_one(both)

    def words_to_numbers(words: list[str]) -> list[int]:
        return [0 if word in ".^" else int(word) for word in words]

    return [cell for row in cells for cell in row], words_to_numbers


KINDS: dict[str, Callable[[Model, Puzzle], Posed]] = {
    "weight": weight,
    "gap": gap,
    "aztec": aztec,
    "trid": trid,
    "multibalance": multibalance,
}


def problem(row: dict[str, Any]) -> str | None:
    """What is wrong with a row; nothing if its answer is the only one."""
    model = Model()
    places, read = KINDS[row["kind"]](model, json.loads(row["puzzle"]))
    answer = read(row["answer"].split())
    if len(answer) != len(places):
        return f"the answer has {len(answer)} values of {len(places)}"
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return "there is no solution"
    found = [solver.value(place) for place in places]
    if found != answer:
        return f"another solution is {found}"
    # Something must differ from the solution that was found.
    others = []
    for place, value in zip(places, found):
        differs = model.new_bool_var("")
        model.add(place != value).only_enforce_if(differs)
        others.append(differs)
    model.add_bool_or(others)
    second = solver.solve(model)
    if second == cp_model.INFEASIBLE:
        return None
    if second in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return f"a second solution is {[solver.value(place) for place in places]}"
    return "nobody knows whether there is another solution"


def main(path: str) -> int:
    start = time.monotonic()
    good: Counter[str] = Counter()
    splits: dict[str, str] = {}
    bad = 0
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            row = json.loads(line)
            wrong = problem(row)
            if splits.setdefault(row["hash"], f"line {number}") != f"line {number}":
                wrong = f"equivalent to {splits[row['hash']]}"
            if wrong is None:
                good[row["kind"]] += 1
            else:
                bad += 1
                print(f"line {number}: {row['kind']}: {wrong}", file=sys.stderr)
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(good.items()))
    print(f"{good.total()} puzzles have one solution, the answer: {told}; {bad} have not ({time.monotonic() - start:.0f} s)")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
