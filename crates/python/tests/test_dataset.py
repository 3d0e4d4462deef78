"""Data sets."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import equipoise
import pytest

#: Those that puzzles can be made of.
KINDS = [kind.name for kind in equipoise.kinds() if kind.sizes]
SIZES = {name: min(equipoise.kind(name).sizes) for name in KINDS}


def test_every_row_is_an_exercise() -> None:
    rows = list(equipoise.dataset(KINDS, 2 * len(KINDS), seed=3, sizes=SIZES))
    assert [row["kind"] for row in rows] == KINDS * 2
    assert len({row["hash"] for row in rows}) == len(rows)
    for row in rows:
        puzzle = equipoise.read(row["puzzle"])
        assert equipoise.generate(row["kind"], size=row["size"], seed=row["seed"], index=row["index"]) == puzzle
        assert puzzle.hash == row["hash"] and puzzle.prompt() == row["prompt"]
        assert equipoise.score(puzzle, row["answer"]).solved
        assert equipoise.score(puzzle, f"{row['prompt']}\n\nI say:\n\n{row['answer']}").solved
        assert equipoise.score(puzzle, row["prompt"]).mark != "solved"
        assert row["techniques"] == puzzle.techniques() and row["difficulty"] == puzzle.grade().difficulty
        assert row["split"] == ("test" if int(row["hash"][-8:], 16) % 100 < 10 else "train")


def test_the_same_arguments_give_the_same_rows(tmp_path: Path) -> None:
    data = equipoise.dataset("aztec", 30, seed=3, sizes={"aztec": 3}, jobs=2)
    assert data.to_jsonl(tmp_path / "one.jsonl") == len(data) == 30
    assert equipoise.dataset("aztec", 30, seed=3, sizes={"aztec": 3}, jobs=1).to_jsonl(tmp_path / "two.jsonl") == 30
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert len({json.loads(line)["hash"] for line in (tmp_path / "one.jsonl").open()}) == 30


def test_what_makes_no_sense_is_refused() -> None:
    calls: list[Callable[[], object]] = [
        lambda: equipoise.dataset([], 1),
        lambda: equipoise.dataset("chess", 1),
        lambda: equipoise.dataset("gap", 1, test=101),
        lambda: list(equipoise.dataset("gap", 1, sizes={"gap": 8})),
    ]
    for wrong in calls:
        with pytest.raises((equipoise.Error, ValueError)):
            wrong()
    assert list(equipoise.dataset("gap", 0)) == []


@pytest.mark.long
def test_another_solver_agrees(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    # Of the smallest size of some kinds there are fewer than a hundred puzzles.
    sizes = {name: sorted(equipoise.kind(name).sizes)[1] for name in KINDS[:5]}
    assert equipoise.dataset(KINDS[:5], 500, seed=1, sizes=sizes).to_jsonl(path) == 500
    checker = Path(__file__).parent.parent / "examples" / "check_dataset.py"
    told = subprocess.run([sys.executable, str(checker), str(path)], capture_output=True, text=True)
    assert told.returncode == 0 and told.stdout.startswith("500 puzzles have one solution"), told
    # It does see what is wrong.
    rows = [json.loads(line) for line in path.open()]
    rows[0]["answer"], rows[5]["answer"] = rows[5]["answer"], rows[0]["answer"]
    rows.append(rows[1])
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    told = subprocess.run([sys.executable, str(checker), str(path)], capture_output=True, text=True)
    assert told.returncode == 1 and "498 puzzles" in told.stdout, told


@pytest.mark.long
def test_tables_take_what_there_is(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    data = equipoise.dataset(KINDS[:2], 10, seed=1, sizes=SIZES)
    assert data.to_parquet(tmp_path / "puzzles.parquet") == 10
    table = pandas.read_parquet(tmp_path / "puzzles.parquet")
    assert list(table["answer"]) == [row["answer"] for row in data] and set(table["kind"]) == set(KINDS[:2])
    records = equipoise.matrix(["aztec/seed-3a"], ["leftmost", "ff,enum"])
    assert pandas.DataFrame(records)["nodes"].min() > 0
    assert polars.DataFrame(records)["nodes"].min() > 0
    steps = equipoise.open("gap/seed-1").explain().records()
    assert pandas.DataFrame(steps)["score"].max() == equipoise.open("gap/seed-1").grade().hardest
