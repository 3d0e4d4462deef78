#!/usr/bin/env python3
"""Node counts from the definitions alone, to set beside Gecode's: oracle.py

A naive solver: every propagator below is the plain definition of its strength,
run in any order to the common fixpoint; the search is that of README.md. All
propagators are monotone, so the fixpoint, and with it the tree, does not
depend on the order. A kernel of the same strengths must find the same nodes.
"""

import pathlib

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"


class Failed(Exception):
    pass


def keep(domains, x, values):
    """Keeps these values of x; tells whether that changed anything."""
    left = domains[x] & values
    if not left:
        raise Failed
    changed = left != domains[x]
    domains[x] = left
    return changed


def not_equal(x, y, c):
    """x != y + c"""
    def propagate(domains):
        changed = False
        if len(domains[y]) == 1:
            changed |= keep(domains, x, domains[x] - {min(domains[y]) + c})
        if len(domains[x]) == 1:
            changed |= keep(domains, y, domains[y] - {min(domains[x]) - c})
        return changed
    return propagate


def equal(x, y, c):
    """x = y + c, domain consistent"""
    def propagate(domains):
        return (keep(domains, x, {v + c for v in domains[y]})
                | keep(domains, y, {v - c for v in domains[x]}))
    return propagate


def linear(terms, total):
    """sum of a*x = total, bounds consistent over the reals"""
    def propagate(domains):
        changed = False
        for a, x in terms:
            low = high = total
            for b, y in terms:
                if y != x:
                    ends = b * min(domains[y]), b * max(domains[y])
                    low -= max(ends)
                    high -= min(ends)
            changed |= keep(domains, x, {
                v for v in range(min(domains[x]), max(domains[x]) + 1)
                if low <= a * v <= high})
        return changed
    return propagate


def all_different_val(xs):
    def propagate(domains):
        changed = False
        for x in xs:
            if len(domains[x]) == 1:
                for y in xs:
                    if y != x:
                        changed |= keep(domains, y, domains[y] - domains[x])
        return changed
    return propagate


def all_different_bounds(xs):
    """Hall intervals move bounds; values taken leave the inside too."""
    values = all_different_val(xs)

    def propagate(domains):
        changed = values(domains)
        for low in {min(domains[x]) for x in xs}:
            for high in {max(domains[x]) for x in xs}:
                inside = [x for x in xs if low <= min(domains[x])
                          and max(domains[x]) <= high]
                if len(inside) > max(high - low + 1, 0):
                    raise Failed
                if inside and len(inside) == high - low + 1:
                    for x in set(xs) - set(inside):
                        if low <= min(domains[x]) <= high:
                            changed |= keep(domains, x, {
                                v for v in domains[x] if v > high})
                        if low <= max(domains[x]) <= high:
                            changed |= keep(domains, x, {
                                v for v in domains[x] if v < low})
        return changed
    return propagate


def all_different_domain(xs):
    """Keeps the values that some matching of all variables uses."""
    def matches(domains, fixed, value):
        owner = {}

        def place(x, seen):
            for v in ({value} if x == fixed else domains[x]):
                if v not in seen:
                    seen.add(v)
                    if v not in owner or place(owner[v], seen):
                        owner[v] = x
                        return True
            return False

        return all(place(x, set()) for x in xs)

    def propagate(domains):
        changed = False
        for x in xs:
            changed |= keep(domains, x, {
                v for v in domains[x] if matches(domains, x, v)})
        return changed
    return propagate


ALL_DIFFERENT = {"val": all_different_val, "bounds": all_different_bounds,
                 "domain": all_different_domain}


def search(domains, propagators, labelled, choice):
    """Counts solutions, nodes and failures of the whole tree."""
    solutions = nodes = failures = 0
    stack = [domains]
    while stack:
        domains = stack.pop()
        nodes += 1
        try:
            while any([p(domains) for p in propagators]):
                pass
        except Failed:
            failures += 1
            continue
        open_ = [x for x in labelled if len(domains[x]) > 1]
        if not open_:
            solutions += 1
            continue
        if choice == "first_fail":
            x = min(open_, key=lambda x: len(domains[x]))  # the first such
        else:
            x = open_[0]
        v = min(domains[x])
        stack.append({**domains, x: domains[x] - {v}})
        stack.append({**domains, x: {v}})
    return solutions, nodes, failures


def queens(n, distinct, choice):
    domains = {i: set(range(n)) for i in range(n)}
    if distinct == "ne":
        propagators = [not_equal(i, j, c) for i in range(n) for j in range(i)
                       for c in {0, i - j, j - i}]
    else:
        post = ALL_DIFFERENT[distinct]
        propagators = [post(list(range(n)))]
        for sign in (1, -1):
            names = [(i, sign) for i in range(n)]
            for i in range(n):
                domains[i, sign] = set(range(-n, 2 * n))
                propagators.append(equal((i, sign), i, sign * i))
            propagators.append(post(names))
    return search(domains, propagators, list(range(n)), choice)


def magic(n, distinct, choice):
    cells = list(range(n * n))
    lines = [cells[r * n:r * n + n] for r in range(n)]
    lines += [cells[c::n] for c in range(n)]
    lines += [cells[::n + 1], cells[n - 1:n * n - 1:n - 1]]
    total = n * (n * n + 1) // 2
    propagators = [linear([(1, x) for x in line], total) for line in lines]
    propagators.append(ALL_DIFFERENT[distinct](cells))
    domains = {x: set(range(1, n * n + 1)) for x in cells}
    return search(domains, propagators, cells, choice)


def sudoku(name, distinct):
    lines = (DATA / "sudoku.txt").read_text().splitlines()
    grid = dict(line.split() for line in lines if line and not line.startswith("#"))[name]
    cells = [int(c) for c in grid.replace(".", "0")]
    domains = {i: {v} if v else set(range(1, 10)) for i, v in enumerate(cells)}
    units = [[9 * r + c for c in range(9)] for r in range(9)]
    units += [[9 * r + c for r in range(9)] for c in range(9)]
    units += [[9 * (r + i) + c + j for i in range(3) for j in range(3)]
              for r in (0, 3, 6) for c in (0, 3, 6)]
    propagators = [ALL_DIFFERENT[distinct](unit) for unit in units]
    return search(domains, propagators, list(range(81)), "first_fail")


def balance(name, choice):
    lines = (DATA / "balance" / f"{name}.txt").read_text().splitlines()
    n, domains, propagators = 0, {}, []
    for line in lines:
        word, *rest = line.split()
        if word == "leaves":
            n = int(rest[0])
            domains = {i: set(range(1, n + 1)) for i in range(1, n + 1)}
        elif word == "given":
            domains[int(rest[0])] = {int(rest[1])}
        else:
            bar = int(rest[0])
            hooks = [tuple(map(int, hook.split(":"))) for hook in rest[1:]]
            propagators.append(linear(hooks, 0))
            if bar > n + 1:
                domains[bar] = set(range(1, n * (n + 1) // 2 + 1))
                propagators.append(
                    linear([(1, t) for _, t in hooks] + [(-1, bar)], 0))
    leaves = list(range(1, n + 1))
    propagators.append(all_different_domain(leaves))
    return search(domains, propagators, leaves, choice)


def main():
    print("name", "variant", "solutions", "nodes", "failures", sep="\t")
    for choice in ["input_order", "first_fail"]:
        print("queens-8", f"ne {choice}", *queens(8, "ne", choice), sep="\t")
        for level in ALL_DIFFERENT:
            print("queens-8", f"{level} {choice}",
                  *queens(8, level, choice), sep="\t")
        for level in ALL_DIFFERENT:
            print("magic-3", f"{level} {choice}", *magic(3, level, choice),
                  sep="\t")
    for name in ["inkala-2010", "inkala-2012"]:
        print(f"sudoku-{name}", "domain first_fail", *sudoku(name, "domain"),
              sep="\t")
    for name in ["dense018_1", "seed17"]:
        print(f"balance-{name}", "domain first_fail",
              *balance(name, "first_fail"), sep="\t")


if __name__ == "__main__":
    main()
