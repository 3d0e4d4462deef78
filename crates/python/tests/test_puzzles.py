"""Puzzles of every kind, from Python."""

from __future__ import annotations

import os
import pickle
import subprocess
from itertools import islice
from pathlib import Path

import equipoise
import pytest

#: Those that puzzles can be made of.
KINDS = [kind.name for kind in equipoise.kinds() if kind.sizes]


@pytest.fixture(params=KINDS)
def puzzle(request: pytest.FixtureRequest) -> equipoise.Puzzle:
    example = equipoise.kind(request.param).example()
    assert example is not None
    return example


def test_every_kind_does_all_that_is_promised(puzzle: equipoise.Puzzle) -> None:
    solution = puzzle.solve()
    assert solution == puzzle.given_solution
    assert puzzle.check(solution) == []
    assert puzzle.board(solution.to_text()) == puzzle.board(solution.to_json()) == puzzle.board(solution.board)
    assert list(solution.places) == puzzle.places
    assert puzzle.count() == 1 and len(puzzle.solutions(5)) == 1
    verdict = puzzle.verdict()
    assert (verdict.verdict, verdict.solutions) == ("unique", [solution])
    assert set(verdict.statistics) >= {"nodes", "backtracks", "resumptions", "prunings", "seconds"}
    explanation = puzzle.explain()
    assert explanation.grade == puzzle.grade() and len(explanation.steps) == len(explanation) > 0
    assert explanation[-1].number == len(explanation) and explanation[0].text in str(explanation)
    assert [record["number"] for record in explanation.records()] == list(range(1, len(explanation) + 1))
    assert puzzle.certify().verdict == "unique"
    hint = puzzle.hint()
    assert len(hint.text(1)) < len(hint.text(4)) and hint.record()
    for drawing in [puzzle.draw(), puzzle.draw(solution), explanation.draw(1), explanation[0].draw(), hint.draw()]:
        assert drawing.svg().startswith("<svg") and drawing.text().strip() and drawing.ascii().isascii()
    step = explanation[0].record()
    judged = puzzle.judge({"because": step["because"], "facts": step["facts"], "removes": step["removes"]})
    assert judged.sound, judged
    assert "solve satisfy" in puzzle.to_minizinc()


def test_every_format_comes_back(puzzle: equipoise.Puzzle) -> None:
    assert equipoise.read(puzzle.to_json()) == puzzle
    assert equipoise.read(puzzle.to_text()) == puzzle
    try:
        prolog = puzzle.to_prolog()
    except equipoise.ImpossibleError:
        return
    assert equipoise.read(prolog, kind=puzzle.kind) == puzzle


def test_a_file_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text("aztec\n.\n8 9\n. . 2\naztec\n.\n. .\n")
    assert equipoise.open(f"{path}#2").size == 2
    assert [puzzle.size for puzzle in equipoise.read_all(path.read_text())] == [3, 2]
    with pytest.raises(equipoise.ReadError, match="expected one puzzle, found 2"):
        equipoise.open(str(path))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_made_has_its_name(kind: str) -> None:
    size = min(equipoise.kind(kind).sizes)
    many = equipoise.generate_many(kind, 5, size=size, seed=3)
    assert len({puzzle.hash for puzzle in many}) == 5
    lazy = equipoise.generate_iter(kind, size=size, seed=3)
    assert list(islice(lazy, 5)) == many
    for puzzle in many:
        made = puzzle.about["made"]
        assert equipoise.generate(kind, size=size, seed=3, index=made["index"]) == puzzle
        assert puzzle.hash == made["canonical"]
        assert puzzle.solve() == puzzle.given_solution


@pytest.mark.skipif("EQUIPOISE" not in os.environ, reason="the program is not there to compare with")
@pytest.mark.parametrize("kind", KINDS)
def test_the_command_line_makes_the_same(kind: str) -> None:
    size = min(equipoise.kind(kind).sizes)
    command = [os.environ["EQUIPOISE"], "generate", kind, f"--size={size}", "--seed=7", "--count=4", "--json"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    ours = equipoise.generate_many(kind, 4, size=size, seed=7)
    assert [equipoise.read(line) for line in lines] == ours


@pytest.mark.skipif("EQUIPOISE" not in os.environ, reason="the program is not there to compare with")
def test_the_puzzle_of_the_issue_is_the_same() -> None:
    command = [os.environ["EQUIPOISE"], "generate", "gap", "--seed=7", "--shard=124/124", "--count=124", "--json"]
    line = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert equipoise.read(line) == equipoise.generate("gap", seed=7, index=123)


def test_requests_are_obeyed() -> None:
    puzzle = equipoise.generate("gap", size=9, difficulty="easy", seed=3)
    assert puzzle.grade().difficulty == "easy"
    weight = equipoise.generate("weight", size=6, bars=3, seed=1)
    assert weight.about["made"]["options"]["bars"] == 3
    aztec = equipoise.generate("aztec", size=4, clues=(4, 6), seed=2)
    assert "4..6" in aztec.about["made"]["options"].values()
    name = next(iter(equipoise.kind("gap").techniques))
    without = equipoise.generate("gap", size=9, without=name.replace(" ", "-"), seed=1)
    assert name not in without.techniques()


def test_values_are_pickled(puzzle: equipoise.Puzzle) -> None:
    solution, grade = puzzle.solve(), puzzle.grade()
    for value in [puzzle, solution, grade, puzzle.kind]:
        again = pickle.loads(pickle.dumps(value))
        assert again == value and hash(again) == hash(value)
    assert str(pickle.loads(pickle.dumps(puzzle.explain()))) == str(puzzle.explain())


def test_books_are_printed() -> None:
    puzzles = [example for kind in equipoise.kinds() if (example := kind.example())]
    pdf = equipoise.print_book(puzzles, title="A book", hints=True)
    assert pdf.startswith(b"%PDF") and pdf == equipoise.print_book(puzzles, title="A book", hints=True)
    with pytest.raises(equipoise.ArgumentError, match="a4 or letter"):
        equipoise.print_book(puzzles, paper="a9")


RULES = """
puzzle Nimble square
rules "Write a number from 1 to {n} in every cell, so that no number stands twice in a row or column."
size n: 1..9, usually 4
board grid n x n
values 1..n
rule row at row in rows: different(row)
rule column at column in columns: different(column)
clue given at cell in cells: cell = clue
"""


def test_a_rule_file_is_a_kind() -> None:
    kind = equipoise.load(RULES)
    assert kind in equipoise.kinds() and equipoise.load(RULES) == kind
    puzzle = equipoise.generate(kind, seed=1)
    assert puzzle.kind == kind and puzzle.solve().puzzle == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    with pytest.raises(equipoise.ReadError) as wrong:
        equipoise.load(RULES.replace("different(row)", "diffrent(row)"))
    assert wrong.value.line == 7 and wrong.value.column is not None


def test_searches_have_trees() -> None:
    search = equipoise.open("aztec/seed-3b").search("ff,enum")
    records = search.records()
    assert len(records) == len(search) == search.statistics["nodes"] and search.complete
    assert records[0]["parent"] is None and records[0]["depth"] == 0
    assert search.svg().startswith("<svg") and search.verdict.verdict == "unique"
    short = equipoise.open("aztec/seed-6a").search("leftmost", most_nodes=10)
    assert len(short) == 10 and not short.complete


def test_the_lab_gives_records() -> None:
    records = equipoise.matrix(["aztec/seed-3a", "aztec/seed-3b"], ["leftmost", "ff,enum"])
    assert [record["puzzle"] for record in records] == ["aztec/seed-3a"] * 2 + ["aztec/seed-3b"] * 2
    assert all(record["outcome"] == "solved" and record["nodes"] > 0 for record in records)
    sized = equipoise.matrix("trid", ["ff"], sizes=[5, 6], boards=2, clues=3)
    assert [record["size"] for record in sized] == [5, 5, 6, 6]
    assert "trid-sizes" in equipoise.experiments()


def test_notebooks_show_what_there_is(puzzle: equipoise.Puzzle) -> None:
    assert puzzle._repr_svg_().startswith("<svg")
    html = puzzle.explain()._repr_html_()
    assert html.count("<svg") == len(puzzle.explain()) + 1
    assert "<svg" in puzzle.hint()._repr_html_() and "<p>" in puzzle.kind._repr_html_()
