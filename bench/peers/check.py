#!/usr/bin/env python3
"""Checks an answer against the rules of its puzzle; shares no code with any solver.

An answer is a flat list of integers: Weight, the leaves in reading order; Gap, the columns (1..) of
the two filled cells of each row; Aztec Math and Trid, the cells row by row; Multi-Balance, the cell
(row x width + column, from 0) of each number. `check.py` by itself tests the checker.
"""


def wrong(puzzle, answer):
    """What is wrong with the answer: the first broken rule, or None."""
    return {"weight": weight, "gap": gap, "aztec": aztec, "trid": trid, "multibalance": multibalance}[
        puzzle["puzzle"]](puzzle, list(answer))


def weight(puzzle, answer):
    left = list(answer)
    torques = []

    def hang(things):
        total = torque = 0
        for thing in things:
            if "bar" in thing:
                here = hang(thing["bar"])
            elif not left:
                raise IndexError
            else:
                here = left.pop(0)
                if thing.get("weight", here) != here:
                    torques.append("given")
            total += here
            torque += thing["at"] * here
        torques.append(torque)
        return total

    try:
        hang(puzzle["tree"])
    except IndexError:
        return "a leaf has no weight"
    if left or sorted(answer) != list(range(1, len(answer) + 1)):
        return "the weights are not 1..N, each once"
    if "given" in torques:
        return "a given weight is changed"
    return "a bar is out of balance" if any(torques) else None


def gap(puzzle, answer):
    n = puzzle["size"]
    if len(answer) != 2 * n or not all(1 <= c <= n for c in answer):
        return "not two cells of the board in every row"
    filled = {(r, answer[2 * r + k] - 1) for r in range(n) for k in (0, 1)}
    for side, line, place in (("rows", 0, 1), ("columns", 1, 0)):
        for i, clue in enumerate(puzzle[side]):
            at = sorted(cell[place] for cell in filled if cell[line] == i)
            if len(at) != 2:
                return f"{side} {i} has {len(at)} filled cells"
            if clue is not None and at[1] - at[0] - 1 != clue:
                return f"{side} {i} has the wrong gap"
    for r, c in filled:
        if any((r + dr, c + dc) in filled for dr, dc in ((0, 1), (1, -1), (1, 0), (1, 1))):
            return "two filled cells touch"
    return None


def aztec(puzzle, answer):
    rows, at = [], 0
    for given in puzzle["rows"]:
        rows.append(answer[at:at + len(given)])
        at += len(given)
        if len(rows[-1]) != len(given):
            return "a cell is missing"
        if any(g not in (0, value) for g, value in zip(given, rows[-1])):
            return "a given is changed"
        if len(set(rows[-1])) != len(given) or not all(1 <= value <= 9 for value in rows[-1]):
            return "a row has not different numbers 1..9"
    if at != len(answer):
        return "too many cells"
    for upper, lower in zip(rows, rows[1:]):
        for value, a, b in zip(upper, lower, lower[1:]):
            if value not in (a + b, abs(a - b), a * b) and value * min(a, b) != max(a, b):
                return f"{value} does not follow from {a} and {b}"
    return None


def trid(puzzle, answer):
    n = puzzle["size"]
    if len(answer) != n * (n + 1) // 2 or not all(1 <= value <= n for value in answer):
        return "not a value 1..N at every vertex"
    value = {}
    for r in range(n):
        for p in range(r + 1):
            value[r, p] = answer[r * (r + 1) // 2 + p]
    seen = set()
    for (r, p), v in value.items():
        for line in (("across", r), ("down left", p), ("down right", r - p)):
            if (line, v) in seen:
                return f"a line has {v} twice"
            seen.add((line, v))
    for clue in puzzle["sums"]:
        r, p = clue["row"], clue["pos"]
        corners = [(r, p), (r, p + 1) if clue.get("down") else (r + 1, p), (r + 1, p + 1)]
        if sum(value[corner] for corner in corners) != clue["sum"]:
            return f"a triangle does not make {clue['sum']}"
    if any(value[g["row"], g["pos"]] != g["value"] for g in puzzle.get("givens", [])):
        return "a given is changed"
    return None


def multibalance(puzzle, answer):
    grid = puzzle["grid"]
    height, width = len(grid), len(grid[0])
    if len(answer) != puzzle["digits"] or len(set(answer)) != len(answer):
        return "not every number has a cell of its own"
    at = {}
    for number, cell in enumerate(answer, 1):
        if not 0 <= cell < height * width or grid[cell // width][cell % width] == "^":
            return "a number stands outside the grid or on a fulcrum"
        at[cell // width, cell % width] = number
    used = []
    for line in range(2):
        for i in range((height, width)[line]):
            numbers = [(cell[1 - line], number) for cell, number in at.items() if cell[line] == i]
            cells = grid[i] if line == 0 else [row[i] for row in grid]
            pivots = [place for place, mark in enumerate(cells) if mark == "^"]
            if not numbers:
                continue
            if len(numbers) == 1:
                return "a line has one number"
            if len(pivots) != 1:
                return "a line with numbers has not one fulcrum"
            if sum((place - pivots[0]) * number for place, number in numbers):
                return "a line is out of balance"
            used.append((i, pivots[0]) if line == 0 else (pivots[0], i))
    return "a fulcrum is used by its row and its column" if len(set(used)) != len(used) else None


def test():
    """Right answers pass; each wrong one fails for the reason it was made for."""
    tree = {"puzzle": "weight", "tree": [{"at": -4}, {"at": -1, "weight": 4}, {"at": 3, "bar": [{"at": -3}, {"at": 1}]}]}
    ring = {"puzzle": "gap", "size": 8, "columns": [None] * 8, "rows": [1] + [None] * 7}
    pyramid = {"puzzle": "aztec", "rows": [[2], [0, 6], [0, 2, 0]]}
    triangle = {"puzzle": "trid", "size": 3, "sums": [{"row": 0, "pos": 0, "sum": 6}],
                "givens": [{"row": 0, "pos": 0, "value": 1}]}
    shifted = {**triangle, "sums": [{"row": 1, "pos": 0, "down": True, "sum": 6}]}
    grid = [".....^..", "........", ".^.....^", "...^....", "......^.", "........"]
    six = {"puzzle": "multibalance", "grid": grid, "digits": 6}
    # Two rectangles of numbers, all lines in balance, that share the fulcrum at (8, 14).
    pivots = {(8, 14), (20, 12), (17, 0), (16, 21), (0, 63), (13, 50), (6, 98)}
    wide = ["".join(".^"[(r, c) in pivots] for c in range(99)) for r in range(21)]
    shared = {"puzzle": "multibalance", "grid": wide, "digits": 8}
    corners = [(8, 0), (8, 21), (20, 0), (20, 21), (0, 14), (13, 98), (0, 98), (13, 14)]
    plain = {"puzzle": "multibalance", "grid": ["..^..", ".....", ".....", "...^^"], "digits": 3}
    board = [2, 4, 6, 8, 2, 4, 6, 8, 1, 3, 5, 7, 1, 3, 5, 7]
    cases = [
        (tree, [2, 4, 1, 3], None),
        (tree, [3, 4, 1, 2], "a bar is out of balance"),
        (tree, [4, 2, 1, 3], "a given weight is changed"),
        (tree, [2, 4, 1, 1], "the weights are not 1..N, each once"),
        (tree, [2, 4, 1], "a leaf has no weight"),
        (ring, board, None),
        (ring, board[:2] + board[3:1:-1] + board[4:], None),
        (ring, board[:-2], "not two cells of the board in every row"),
        (ring, [2, 5] + board[2:], "rows 0 has the wrong gap"),
        (ring, [1, 3] + board[2:], "columns 0 has 3 filled cells"),
        (ring, [2, 4, 2, 4, 6, 8, 6, 8] + board[8:], "two filled cells touch"),
        (pyramid, [2, 3, 6, 5, 2, 3], None),
        (pyramid, [2, 7, 6, 5, 2, 3], "2 does not follow from 7 and 6"),
        (pyramid, [2, 3, 6, 2, 2, 3], "a row has not different numbers 1..9"),
        (pyramid, [2, 4, 5, 1, 2, 3], "a given is changed"),
        (triangle, [1, 2, 3, 3, 1, 2], None),
        (triangle, [1, 3, 2, 3, 1, 2], "a line has 3 twice"),
        (triangle, [2, 1, 3, 3, 2, 1], "a given is changed"),
        (shifted, [1, 2, 3, 3, 1, 2], None),
        ({**shifted, "sums": [{"row": 0, "pos": 0, "sum": 7}]}, [1, 2, 3, 3, 1, 2], "a triangle does not make 7"),
        (six, [33, 31, 1, 25, 39, 7], None),
        (six, [33, 31, 1, 25, 39, 6], "a line is out of balance"),
        (six, [33, 31, 1, 25, 39], "not every number has a cell of its own"),
        (six, [33, 31, 1, 25, 39, 5], "a number stands outside the grid or on a fulcrum"),
        (plain, [0, 4, 5], "a line is out of balance"),
        (plain, [0, 5, 10], "a line has one number"),
        (shared, [r * 99 + c for r, c in corners], "a fulcrum is used by its row and its column"),
        (plain, [15, 16, 17], "a line with numbers has not one fulcrum"),
    ]
    for puzzle, answer, reason in cases:
        found = wrong(puzzle, answer)
        assert found == reason, f"{puzzle} {answer}: {found!r}, not {reason!r}"
    print(f"the checker judges {len(cases)} boards rightly")


if __name__ == "__main__":
    test()
