#!/usr/bin/env python3
"""Runs the reference benchmarks with Gecode; a table (TSV) on stdout.

    run.py [--repeat K] [--keep DIR] [--list] [PATTERN...]

Each benchmark is flattened once with MiniZinc, then solved K times (3) by
fzn-gecode alone; the least time counts. PATTERN picks benchmarks whose
`name variant` contains it. See README.md for what the columns mean.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "data"
COLUMNS = ["solutions", "nodes", "failures", "propagations", "solveTime"]
ALL = "0"
SMALL_TREES = ["dense018_1", "mid030_50_0", "rand015_0", "seed17"]


def sudoku_grids():
    for line in (DATA / "sudoku.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, cells = line.split()
            yield name, cells.replace(".", "0")


def matrix(values, n):
    return f"given=array2d(1..{n},1..{n},[{','.join(map(str, values))}]);"


def balance(path):
    """The data of models/balance.mzn for one file of data/balance."""
    on, at, hangs, given, bars = [], [], [], [], 0
    for line in path.read_text().splitlines():
        word, *rest = line.split()
        if word == "leaves":
            given = [0] * int(rest[0])
        elif word == "given":
            given[int(rest[0]) - 1] = int(rest[1])
        else:
            bars += 1
            for hook in rest[1:]:
                distance, thing = hook.split(":")
                on.append(rest[0])
                at.append(distance)
                hangs.append(thing)
    array = lambda values: "[" + ",".join(map(str, values)) + "]"
    return (f"n={len(given)};bars={bars};hooks={len(on)};given={array(given)};"
            f"on={array(on)};at={array(at)};hangs={array(hangs)};")


def benchmarks():
    """Yields (name, variant, model, data, number of solutions to find)."""
    for n in range(8, 13):
        for choice in ["input_order", "first_fail"]:
            size = f"n={n};choice={choice};"
            yield f"queens-{n}", f"ne {choice}", "queens_ne", size, ALL
            for distinct, equal in [("val", "domain"), ("val", "bounds"),
                                    ("bounds", "domain"), ("domain", "domain")]:
                yield (f"queens-{n}", f"{distinct} eq-{equal} {choice}",
                       "queens_alldiff",
                       f"{size}distinct={distinct};equal={equal};", ALL)
            for distinct in ["val", "bounds", "domain"]:
                yield (f"queens-{n}", f"{distinct} offset {choice}",
                       "queens_offset", f"{size}distinct={distinct};", ALL)
    for choice in ["input_order", "first_fail"]:
        for distinct in ["val", "bounds", "domain"]:
            for n in [3, 4]:
                yield (f"magic-{n}", f"{distinct} {choice}", "magic",
                       f"n={n};distinct={distinct};choice={choice};", ALL)
    for distinct in ["val", "domain"]:
        for name, cells in sudoku_grids():
            yield (f"sudoku-{name}", f"{distinct} first_fail", "sudoku",
                   f"distinct={distinct};choice=first_fail;"
                   + matrix(cells, 9), ALL)
    for path in sorted((DATA / "qcp").glob("*.txt")):
        values = path.read_text().split()
        n = int(path.stem.split("-")[0])
        yield (f"latin-{path.stem}", "domain first_fail", "latin",
               f"n={n};distinct=domain;choice=first_fail;"
               + matrix(values, n), "1")
    for path in sorted((DATA / "balance").glob("*.txt")):
        for choice in ["input_order", "first_fail"]:
            # In reading order the larger trees take hours.
            if choice == "first_fail" or path.stem in SMALL_TREES:
                yield (f"balance-{path.stem}", f"domain {choice}", "balance",
                       f"distinct=domain;choice={choice};" + balance(path),
                       ALL)


def flatten(model, data, fzn):
    dzn = fzn.with_suffix(".dzn")
    dzn.write_text(data)
    subprocess.run(
        ["minizinc", "--solver", HERE / "gecode.msc", "-c",
         "--no-output-ozn",
         HERE / "models" / f"{model}.mzn", dzn, "-o", fzn],
        check=True, stdout=sys.stderr)


def solve(fzn, solutions):
    out = fzn.with_suffix(".out")
    subprocess.run(["fzn-gecode", "-s", "-p", "1", "-n", solutions,
                    "-o", out, fzn], check=True)
    mark = "%%%mzn-stat: "
    stats = dict(line.removeprefix(mark).split("=")
                 for line in out.read_text().splitlines()
                 if line.startswith(mark))
    return {key: float(stats[key]) for key in COLUMNS}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pattern", nargs="*")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--keep", help="leave the FlatZinc files here")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()

    chosen = [b for b in benchmarks() if not arguments.pattern
              or any(p in f"{b[0]} {b[1]}" for p in arguments.pattern)]
    if arguments.list:
        for name, variant, *_ in chosen:
            print(name, variant, sep="\t")
        return

    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(arguments.keep or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        print("name", "variant", *COLUMNS[:-1], "seconds", sep="\t")
        for name, variant, model, data, solutions in chosen:
            fzn = folder / f"{name} {variant}.fzn".replace(" ", "_")
            flatten(model, data, fzn)
            runs = [solve(fzn, solutions) for _ in range(arguments.repeat)]
            counts = [[int(run[key]) for key in COLUMNS[:-1]] for run in runs]
            # The search is deterministic; were it not, no time would be
            # worth giving.
            assert all(c == counts[0] for c in counts), f"{name}: {counts}"
            seconds = min(run["solveTime"] for run in runs)
            print(name, variant, *counts[0], f"{seconds:.6f}", sep="\t",
                  flush=True)


if __name__ == "__main__":
    main()
