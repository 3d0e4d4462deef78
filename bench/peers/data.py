"""A puzzle's data as each modelling language wants it: Prolog terms, MiniZinc data, ASP facts.

Cells, lines and positions count from 1 here, as all three languages do.
"""

import json


def read(path):
    """The puzzle in a file of the project's JSON; `kind/emptyN.json` needs no file."""
    if path.exists():
        return json.loads(path.read_text())
    kind, size = path.parent.name, int(path.stem.removeprefix("empty"))
    return {"puzzle": kind, "size": size, "sums": []}


def bars(puzzle):
    """The bars of a Weight tree, parents first, as lists of hooks (distance, what hangs there):
    a leaf has its number, 1.. in reading order; a bar, counted in the order listed, has a number
    below zero. Also the given weight of each leaf, 0 where none is.
    """
    found, given = [], []

    def visit(things):
        mine = []
        found.append(mine)
        index = len(found)
        for thing in things:
            if "bar" in thing:
                mine.append((thing["at"], -visit(thing["bar"])))
            else:
                given.append(thing.get("weight", 0))
                mine.append((thing["at"], len(given)))
        return index

    visit(puzzle["tree"])
    return found, given


def sums(puzzle):
    """The sums of a Trid: three vertices (row, position) and their sum."""
    for clue in puzzle["sums"]:
        r, p = clue["row"] + 1, clue["pos"] + 1
        other = (r, p + 1) if clue.get("down") else (r + 1, p)
        yield [(r, p), other, (r + 1, p + 1)], clue["sum"]


def givens(puzzle):
    """The given vertices of a Trid: row, position, value."""
    return [(g["row"] + 1, g["pos"] + 1, g["value"]) for g in puzzle.get("givens", [])]


def fulcrums(puzzle):
    """The fulcrums of a Multi-Balance grid: row, column."""
    return [(r, c) for r, row in enumerate(puzzle["grid"], 1) for c, mark in enumerate(row, 1) if mark == "^"]


def prolog(puzzle):
    """One term, for both Prologs; an unknown number is 0, an absent Gap clue -1."""
    match puzzle["puzzle"]:
        case "weight":
            def bar(things):
                return "[" + ",".join(f"{t['at']}-{thing(t)}" for t in things) + "]"

            def thing(t):
                return f"bar({bar(t['bar'])})" if "bar" in t else f"leaf({t.get('weight', 0)})"

            return f"weight({len(bars(puzzle)[1])},{bar(puzzle['tree'])})."
        case "gap":
            rows, columns = ([-1 if clue is None else clue for clue in puzzle[side]] for side in ("rows", "columns"))
            return f"gap({puzzle['size']},{rows},{columns})."
        case "aztec":
            return f"aztec({puzzle['rows']})."
        case "trid":
            triangles = ",".join(f"sum({','.join(f'{r}-{p}' for r, p in vertices)},{total})"
                                 for vertices, total in sums(puzzle))
            fixed = ",".join(f"given({r},{p},{value})" for r, p, value in givens(puzzle))
            return f"trid({puzzle['size']},[{triangles}],[{fixed}])."
        case "multibalance":
            grid, pivots = puzzle["grid"], ",".join(f"{r}-{c}" for r, c in fulcrums(puzzle))
            return f"multibalance({len(grid)},{len(grid[0])},{puzzle['digits']},[{pivots}])."


def minizinc(puzzle):
    """The data file of the MiniZinc model of this kind."""
    match puzzle["puzzle"]:
        case "weight":
            found, given = bars(puzzle)
            hooks = [(on, at, hangs) for on, bar in enumerate(found, 1) for at, hangs in bar]
            on, at, hangs = (list(column) for column in zip(*hooks))
            return f"n={len(given)};bars={len(found)};given={given};on={on};at={at};hangs={hangs};"
        case "gap":
            rows, columns = ([-1 if clue is None else clue for clue in puzzle[side]] for side in ("rows", "columns"))
            return f"n={puzzle['size']};rows={rows};columns={columns};"
        case "aztec":
            rows = puzzle["rows"]
            return f"n={len(rows)};given={[value for row in rows for value in row]};"
        case "trid":
            n, at = puzzle["size"], lambda r, p: r * (r - 1) // 2 + p
            given = [0] * at(n, n)
            for r, p, value in givens(puzzle):
                given[at(r, p) - 1] = value
            triangles = [([at(r, p) for r, p in vertices], total) for vertices, total in sums(puzzle)]
            corners = [vertex for vertices, _ in triangles for vertex in vertices]
            return f"n={n};given={given};corners={corners};sums={[total for _, total in triangles]};"
        case "multibalance":
            grid = puzzle["grid"]
            pivots = [f"{int(mark == '^')}" for row in grid for mark in row]
            return f"height={len(grid)};width={len(grid[0])};n={puzzle['digits']};fulcrum=[{','.join(pivots)}];"


def asp(puzzle):
    """The facts of the clingo encoding of this kind."""
    match puzzle["puzzle"]:
        case "weight":
            found, given = bars(puzzle)
            facts, name = [f"leaf(1..{len(given)})."], lambda i: f"leaf({i})" if i > 0 else f"bar({-i})"
            facts += [f"given({leaf},{value})." for leaf, value in enumerate(given, 1) if value]
            for on, bar in enumerate(found, 1):
                facts += [f"hook({on},{at},{name(hangs)})." for at, hangs in bar]
        case "gap":
            facts = [f"line(row,1..{puzzle['size']}). line(column,1..{puzzle['size']})."]
            for side in ("row", "column"):
                facts += [f"clue({side},{i},{clue})." for i, clue in enumerate(puzzle[side + "s"], 1) if clue is not None]
        case "aztec":
            facts = [f"rows({len(puzzle['rows'])})."]
            facts += [f"given({r},{c},{value})." for r, row in enumerate(puzzle["rows"], 1)
                      for c, value in enumerate(row, 1) if value]
        case "trid":
            facts = [f"size({puzzle['size']})."]
            facts += [f"given({r},{p},{value})." for r, p, value in givens(puzzle)]
            facts += [f"sum({','.join(map(str, vertices))},{total})." for vertices, total in sums(puzzle)]
        case "multibalance":
            grid = puzzle["grid"]
            facts = [f"row(1..{len(grid)}). column(1..{len(grid[0])}). number(1..{puzzle['digits']})."]
            facts += [f"fulcrum({r},{c})." for r, c in fulcrums(puzzle)]
    return "\n".join(facts)
