"""The five papers' models in Python do what the library's do."""

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import equipoise
import pytest

PAPERS = Path(__file__).parent.parent / "examples/papers"


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PAPERS))


def paper(kind: str) -> Any:
    sys.modules.pop(kind, None)
    return importlib.import_module(kind)


NAMES = ["weight/seed-5", "weight/seed-17", "gap/seed-1", "gap/seed-2", "aztec/seed-3a", "aztec/seed-3b", "trid/seed-5"]
NAMES += ["multibalance/seed-1"]
LONG = [pytest.param(name, marks=pytest.mark.long) for name in ("aztec/seed-6a", "aztec/seed-6b")]


@pytest.mark.parametrize("name", [*NAMES, *LONG])
def test_the_same_solution_in_as_many_nodes(name: str) -> None:
    puzzle = equipoise.open(name)
    found = paper(puzzle.kind.name)
    for labelling in found.LABELLINGS[:3]:
        model, labelled = found.pose(json.loads(puzzle.to_json()))
        search = model.search(labelling, labelled)
        solutions = list(search)
        expected = puzzle.verdict(labelling=labelling, model="paper", time_limit=60.0)
        assert [model.broken(solution) for solution in solutions] == [[]] == [[] for _ in expected.solutions]
        statistics = expected.statistics
        assert search.statistics.nodes == statistics["nodes"]
        assert search.statistics.backtracks == statistics["backtracks"]


def test_the_comparison_runs() -> None:
    table = paper("compare").compare("trid/seed-5")
    assert [row["labelling"] for row in table] == paper("trid").LABELLINGS
    assert all(row["nodes"] > 0 and not row["stopped"] for row in table)
