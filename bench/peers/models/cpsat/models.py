"""The five puzzles for CP-SAT: each function poses a puzzle and returns the variables that decide it
and a function that reads the answer, as check.py wants it, off their values."""

import data


def weight(model, puzzle):
    """The total of each bar is a variable; the root's is known."""
    bars, given = data.bars(puzzle)
    n = len(given)
    leaf = [model.new_int_var(value or 1, value or n, "") for value in given]
    model.add_all_different(leaf)

    def leaves(bar):
        return sum(1 if hangs > 0 else leaves(-hangs) for _, hangs in bars[bar - 1])

    total = {}
    for bar in range(1, len(bars) + 1):
        k = leaves(bar)
        total[bar] = model.new_int_var(k * (k + 1) // 2, k * (2 * n - k + 1) // 2, "")
    for bar, hooks in enumerate(bars, 1):
        loads = [(at, leaf[hangs - 1] if hangs > 0 else total[-hangs]) for at, hangs in hooks]
        model.add(sum(load for _, load in loads) == total[bar])
        model.add(sum(at * load for at, load in loads) == 0)
    return leaf, lambda value: [value(x) for x in leaf]


def gap(model, puzzle):
    """Cells are Booleans; a line with a clue has one for each place of its first filled cell."""
    n = puzzle["size"]
    cell = [[model.new_bool_var("") for _ in range(n)] for _ in range(n)]

    def line(cells, clue):
        if clue is None:
            model.add(sum(cells) == 2)
            return
        shift = clue + 1
        first = [model.new_bool_var("") for _ in range(n - shift)]
        model.add_exactly_one(first)
        for i, filled in enumerate(cells):
            ways = [first[j] for j in (i, i - shift) if 0 <= j < len(first)]
            # The cell is filled just when one of the two ways to fill it is taken.
            model.add_exactly_one(ways + [filled.negated()])

    for i in range(n):
        line(cell[i], puzzle["rows"][i])
        line([row[i] for row in cell], puzzle["columns"][i])
    for r in range(n - 1):
        for c in range(n - 1):
            model.add_at_most_one(cell[r][c], cell[r][c + 1], cell[r + 1][c], cell[r + 1][c + 1])
    return ([x for row in cell for x in row],
            lambda value: [c + 1 for row in cell for c, x in enumerate(row) if value(x)])


TRIPLES = [(top, a, b) for a in range(1, 10) for b in range(1, 10) if a != b for top in range(1, 10)
           if top in (a + b, abs(a - b), a * b) or top * min(a, b) == max(a, b)]


def aztec(model, puzzle):
    """Each cell, with the two below it, is in the table of the four operations."""
    rows = [[model.new_int_var(given or 1, given or 9, "") for given in row] for row in puzzle["rows"]]
    for row in rows:
        model.add_all_different(row)
    for upper, lower in zip(rows, rows[1:]):
        for top, a, b in zip(upper, lower, lower[1:]):
            model.add_allowed_assignments([top, a, b], TRIPLES)
    cells = [x for row in rows for x in row]
    return cells, lambda value: [value(x) for x in cells]


def trid(model, puzzle):
    n = puzzle["size"]
    vertex = {(r, p): model.new_int_var(1, n, "") for r in range(1, n + 1) for p in range(1, r + 1)}
    for k in range(1, n + 1):
        model.add_all_different(vertex[k, p] for p in range(1, k + 1))
        model.add_all_different(vertex[r, k] for r in range(k, n + 1))
        model.add_all_different(vertex[r, r - k + 1] for r in range(k, n + 1))
    for corners, total in data.sums(puzzle):
        model.add(sum(vertex[corner] for corner in corners) == total)
    for r, p, value in data.givens(puzzle):
        model.add(vertex[r, p] == value)
    cells = list(vertex.values())
    return cells, lambda value: [value(x) for x in cells]


def multibalance(model, puzzle):
    """Only a cell whose row and column have one fulcrum each can hold a number; torques balance on
    each line with one fulcrum, whether used or not."""
    fulcrums, width, n = data.fulcrums(puzzle), len(puzzle["grid"][0]), puzzle["digits"]
    lines = {}
    for side, size in enumerate((len(puzzle["grid"]), width)):
        for i in range(1, size + 1):
            pivots = [fulcrum for fulcrum in fulcrums if fulcrum[side] == i]
            if len(pivots) == 1:
                lines[side, i] = pivots[0]
    cells = [(r, c) for s, r in lines if s == 0 for t, c in lines if t == 1 and (r, c) not in fulcrums]
    at = {(k, cell): model.new_bool_var("") for k in range(1, n + 1) for cell in cells}
    for k in range(1, n + 1):
        model.add_exactly_one(at[k, cell] for cell in cells)
    taken = {cell: model.new_bool_var("") for cell in cells}
    for cell in cells:
        model.add_exactly_one([at[k, cell] for k in range(1, n + 1)] + [taken[cell].negated()])
    used = {line: model.new_bool_var("") for line in lines}
    for (side, i), pivot in lines.items():
        mine = [cell for cell in cells if cell[side] == i]
        model.add(sum((cell[1 - side] - pivot[1 - side]) * k * at[k, cell]
                      for cell in mine for k in range(1, n + 1)) == 0)
        for cell in mine:
            model.add_implication(taken[cell], used[side, i])
        # A line that is used has two numbers at least.
        model.add(sum(taken[cell] for cell in mine) >= 2 * used[side, i])
    for r, c in fulcrums:
        if (0, r) in lines and (1, c) in lines:
            model.add_at_most_one(used[0, r], used[1, c])

    def answer(value):
        place = {k: cell for (k, cell), x in at.items() if value(x)}
        return [(place[k][0] - 1) * width + place[k][1] - 1 for k in range(1, n + 1)]

    return list(at.values()), answer
