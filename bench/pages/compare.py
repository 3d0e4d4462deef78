"""Runs puzzlekit's solvers on the puzzles that ours were measured on, and prints the tables of docs/performance.md.

    compare.py OURS PUZZLEKIT

OURS is what the bench `outside` printed. What puzzlekit takes is written to PUZZLEKIT, and not measured again.
"""

import collections
import json
import os
import pathlib
import sys
import time

from puzzlekit.parsers import get_parser
from puzzlekit.solvers import get_solver_class

#: Our files, and puzzlekit's names for their kinds. It has no KenKen.
NAMES = {
    "sudoku": "sudoku",
    "evenoddsudoku": "even_odd_sudoku",
    "jigsawsudoku": "jigsaw_sudoku",
    "killersudoku": "killer_sudoku",
    "kakuro": "kakuro",
    "skyscraper": "skyscraper",
    "binairo": "binairo",
    "starbattle": "starbattle",
    "suguru": "suguru",
    "minesweeper": "minesweeper",
    "kakurasu": "kakurasu",
    "tennergrid": "tenner_grid",
    "str8t": "str8t",
}
LIMIT = 10
SPENT = 0.01


def main():
    ours, theirs = map(pathlib.Path, sys.argv[1:])
    folder = os.environ.get("EQUIPOISE_OUTSIDE")
    records = lines(ours)
    if folder:
        if not theirs.exists():
            measured = [measure(file, row) for file in NAMES for row in lines(pathlib.Path(folder) / f"{file}.jsonl")]
            theirs.write_text("".join(json.dumps(record) + "\n" for record in measured))
        beside_puzzlekit(records, lines(theirs))
    by_page(records)


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def measure(file, row):
    """Seconds of CPU time of one thread to a first solution, from the puzzle as data; and whether it is the published one."""
    solver, data = get_solver_class(NAMES[file]), get_parser(NAMES[file])(row["problem"].strip())
    options = {"num_search_workers": 1, "time_limit_sec": LIMIT}
    # What is loaded and allocated once is not counted.
    solver(**data).solve(dict(options))
    start, runs, spent = time.process_time(), 0, 0.0
    while spent < SPENT:
        found = solver(**data).solve(dict(options)).solution_data
        runs += 1
        spent = time.process_time() - start
    status = found["status"]
    if status in ("Optimal", "Feasible"):
        status = "published" if words(found["solution_grid"].matrix) == published(row) else "another"
    record = {"file": file, "name": row["name"], "answer": status, "seconds": spent / runs}
    print(f"{file} {row['name']}: {status} in {1000 * spent / runs:.1f} ms", file=sys.stderr)
    return record


def words(rows):
    return [[str(word) for word in row] for row in rows]


def published(row):
    first, *rows = row["solution"].splitlines()
    # A cell without mine or clue is written as a dot. One file goes on after its solution.
    return [line.replace(".", "-").split() for line in rows[: int(first.split()[0])]]


def beside_puzzlekit(records, measured):
    ours = {(record["file"], record["name"]): record for record in records}
    left_out, slower = collections.Counter(), []
    print("| kind | puzzles | puzzlekit, a first solution | ours, proved | puzzlekit / ours | goal 5 | slower |")
    print("| --- | ---: | ---: | ---: | ---: | --- | ---: |")
    for file, name in NAMES.items():
        both = []
        for record in (record for record in measured if record["file"] == file):
            own = ours[file, record["name"]]
            # Where there are several solutions, any will do.
            if record["answer"] == "published" or (record["answer"] == "another" and own["verdict"] == "several"):
                both.append((record, own))
            else:
                left_out[f"{name.replace('_', ' ')}: {record['answer'].lower()}"] += 1
        behind = [(their, own) for their, own in both if own["seconds"] > their["seconds"]]
        slower += behind
        theirs, mine = (sum(record["seconds"] for record in column) for column in zip(*both))
        mark = "met" if theirs >= 5 * mine else "**missed**"
        print(f"| {name.replace('_', ' ')} | {len(both)} | {1000 * theirs:.0f} | {1000 * mine:.1f} "
              f"| {theirs / mine:.1f} | {mark} | {len(behind)} |")
    print(f"\nLeft out, for puzzlekit's answer is not the published one: {said(left_out)}.\n")
    print("Slower than puzzlekit, in milliseconds (ours, puzzlekit's):\n")
    for their, own in slower:
        verdict = "" if own["verdict"] == "unique" else f", {own['verdict']}"
        print(f"- {NAMES[own['file']].replace('_', ' ')} `{own['name']}`: {milliseconds(own)}, {milliseconds(their)}{verdict}")


def by_page(records):
    """The same puzzles by a page of rules and by a built-in kind."""
    built_in = {(record["file"], record["name"]): record for record in records}
    print("\n| kind | puzzles | by a page | built in | page / built in | goal |")
    print("| --- | ---: | ---: | ---: | ---: | --- |")
    for file in ("gap", "aztec", "trid"):
        pages = [record for record in records if record["file"] == f"{file} by page"]
        if not pages:
            continue
        pairs = [(page, built_in[file, page["name"]]) for page in pages]
        by_page, by_hand = (sum(record["seconds"] for record in column) for column in zip(*pairs))
        mark = "met" if by_page <= 5 * by_hand else "**missed**"
        print(f"| {file} | {len(pages)} | {1000 * by_page:.1f} | {1000 * by_hand:.1f} | {by_page / by_hand:.1f} | {mark} |")


def milliseconds(record):
    return f"{1000 * record['seconds']:.1f}"


def said(counts):
    return ", ".join(f"{count} {what}" for what, count in sorted(counts.items())) or "none"


if __name__ == "__main__":
    main()
