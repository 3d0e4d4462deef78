"""Compares the labellings that a paper compares, on a puzzle: `python compare.py aztec/seed-6a`.

The paper's model is in the module of its kind. Each row goes through the whole tree, so that the solution is proved to be
the only one.
"""

from __future__ import annotations

import importlib
import json
import sys
from dataclasses import asdict
from typing import Any

import equipoise
from equipoise.fd import Stopped


def compare(name: str, time_limit: float = 10.0) -> list[dict[str, Any]]:
    """For each labelling, what it took."""
    puzzle = equipoise.open(name)
    paper = importlib.import_module(puzzle.kind.name)
    table = []
    for labelling in paper.LABELLINGS:
        model, labelled = paper.pose(json.loads(puzzle.to_json()))
        search = model.search(labelling, labelled, time_limit=time_limit)
        try:
            search.count()
            stopped = False
        except Stopped:
            stopped = True
        table.append({"labelling": labelling, "stopped": stopped, **asdict(search.statistics)})
    return table


if __name__ == "__main__":
    print(f"{'labelling':<22}{'nodes':>10}{'backtracks':>12}{'seconds':>9}")
    for row in compare(sys.argv[1] if len(sys.argv) > 1 else "aztec/seed-6a"):
        nodes = f"> {row['nodes']}" if row["stopped"] else f"{row['nodes']}"
        print(f"{row['labelling']:<22}{nodes:>10}{row['backtracks']:>12}{row['seconds']:>9.3f}")
