"""Scores of answers, as people and programs give them."""

from __future__ import annotations

import json
import random
import time

import equipoise
import pytest

#: Those that puzzles can be made of.
KINDS = [kind.name for kind in equipoise.kinds() if kind.sizes]


def example(name: str) -> equipoise.Puzzle:
    puzzle = equipoise.kind(name).example()
    assert puzzle is not None
    return puzzle


@pytest.mark.parametrize("name", KINDS)
def test_an_answer_is_read_however_it_is_given(name: str) -> None:
    puzzle = example(name)
    solution = puzzle.solve()
    text, data = solution.to_text(), solution.to_json()
    table = "\n".join("| " + " | ".join(line.split()) + " |" for line in text.splitlines())
    for answer in [
        solution,
        solution.board,
        text,
        data,
        f"I think it is this:\n\n```\n{text}```\n\nEvery rule holds.",
        f"```json\n{json.dumps(solution.board, indent=2)}\n```",
        f'{{"puzzle": "{name}", "solution": {data}}}',
        f"> {text.strip()}".replace("\n", "\n> "),
        table,
        f"The question was\n{puzzle.board_text()}\nand I say\n{text}\nwhich is\n{text}\nand not\n{puzzle.board_text()}",
    ]:
        score = equipoise.score(puzzle, answer)
        assert score.mark == "solved" and score.right == score.places and score.blank == 0, answer
        assert score.board == solution.board and score.violations == [] and str(score) == "solved"


@pytest.mark.parametrize("name", KINDS)
def test_mistakes_are_counted(name: str) -> None:
    puzzle = example(name)
    values = puzzle.solve().places
    given = equipoise.score(puzzle, puzzle.givens)
    assert given.mark == "incomplete" and given.blank == given.places and given.right == 0
    assert given.places <= len(values)
    # Any two different values of places that are open change places.
    rows = puzzle.solve().to_text().split("\n")
    wrong = None
    for i in range(len(rows) - 1):
        swapped = rows[:i] + [rows[i + 1], rows[i]] + rows[i + 2 :]
        score = equipoise.score(puzzle, "\n".join(swapped))
        if score.mark == "wrong":
            wrong = score
    if wrong is not None:
        assert wrong.right is not None and wrong.right < wrong.places and wrong.violations
        assert all(violation.rule in puzzle.kind.rules for violation in wrong.violations)
        assert wrong.record()["score"] == "wrong" and str(wrong).startswith("wrong: ")


AZTEC = equipoise.open("aztec/seed-3a")
RIGHT, WRONG = "1\n8 9\n1 7 2", "2\n8 9\n1 7 2"


@pytest.mark.parametrize(
    ("reply", "mark"),
    [
        (f"First I tried\n{WRONG}\nbut no: the answer is\n{RIGHT}", "solved"),
        (f"It is\n{RIGHT}\nNo, wait, it is\n{WRONG}", "wrong"),
        (f"{RIGHT}\n\n{RIGHT}", "solved"),
        (f"{WRONG}\n\n{RIGHT}", "unreadable"),
        (f"```\n{RIGHT}\n```\n```\n{WRONG}\n```", "unreadable"),
        ("[[[1],[8,9],[1,7,2]], [[2],[8,9],[1,7,2]]]", "unreadable"),
        ("The two: [[1],[8,9],[1,7,2]], [[2],[8,9],[1,7,2]]", "unreadable"),
        (f"Of {WRONG}\nand\n[[1],[8,9],[1,7,2]] I take the second.", "solved"),
        ("There is no solution.", "unreadable"),
        ("", "unreadable"),
        ("1 8 9 1 7 2", "unreadable"),
        ("1\n8 9\n1 7", "unreadable"),
        ("1\n8 9\n1 7 x", "unreadable"),
        (".\n8 9\n. . 2", "unreadable"),
        (".\n8 9\n. 7 2", "incomplete"),
        ("1\n8 9\n1 7 3", "wrong"),
        ("1\n8 9\n1 7 999", "wrong"),
    ],
)
def test_the_last_board_counts_if_there_is_one(reply: str, mark: str) -> None:
    score = equipoise.score(AZTEC, reply)
    assert score.mark == mark, score
    assert (score.why is not None) == (score.board is None) == (mark == "unreadable")


def test_what_is_unreadable_says_why() -> None:
    why = equipoise.score(AZTEC, "So:\n\n1\n8 9\n1 7\n").why
    assert why is not None and "expected 3 lines" in why and "line 5" in why and "expected 3 cells in row 3, found 2" in why
    why = equipoise.score(AZTEC, f"{WRONG}\n\n{RIGHT}").why
    assert why is not None and "two different boards" in why and "lines 1 and 5" in why
    weight = example("weight")
    why = equipoise.score(weight, "I give up.").why
    assert why is not None and "a line with" in why


def test_a_line_may_name_its_board() -> None:
    weight = example("weight")
    line = weight.solve().to_text().strip()
    assert equipoise.score(weight, f"So the weights are: {line}").solved
    assert equipoise.score(weight, f"w1 is 3.\n\n**Answer:** {line}\n").solved


def test_text_is_never_evaluated() -> None:
    for reply in ["__import__('os').abort()", "[[1] * 1, [8, 4 + 5], [1, 7, 2]]", "{{1}}", "\ud800[[1]]", "\0" * 50]:
        assert equipoise.score(AZTEC, reply).mark == "unreadable"


def test_hostile_replies_are_read_in_time() -> None:
    gap = equipoise.open("gap/seed-1")
    rows = "0 1 0 1 0 1 0 1 0\n"
    start = time.process_time()
    for reply in ["[" * 200_000, '["' * 100_000, "0 " * 500_000, rows * 9_000 + "1" * 9, "{" * 4_000_001, "```\n" * 100_000, "1\n" * 300_000]:
        assert equipoise.score(gap, reply).mark == "unreadable"
    # Time that grows with the square of the length would be minutes.
    assert time.process_time() - start < 30
    assert equipoise.score(gap, rows * 9_000).mark == "wrong"


def test_random_replies_never_fail() -> None:
    dice = random.Random(1)
    parts = ["1", "8 9", "1 7 2", "[[1],[8,9],", "[1,7,2]]", "```", "|", "\n", "or", ":", "null", ".", "> "]
    for _ in range(2000):
        reply = "".join(dice.choice(parts) + dice.choice(["", " ", "\n"]) for _ in range(dice.randrange(12)))
        score = equipoise.score(AZTEC, reply)
        assert score.mark in {"solved", "wrong", "incomplete", "unreadable"}


def test_a_puzzle_without_a_known_solution_is_solved_for_the_score() -> None:
    puzzle = equipoise.read(AZTEC.to_text())
    assert puzzle.given_solution is None
    assert equipoise.score(puzzle, "1\n8 9\n1 7 3").right == 3
    several = equipoise.read("aztec\n.\n. .\n")
    assert equipoise.score(several, "3\n1 2").solved
    assert equipoise.score(several, "3\n1 .").right is None


def test_no_board_is_an_error() -> None:
    for wrong in [[[1], [8]], {"a": 1}, 7, 10**30, [[1], ["x", 2], [1, 7, 2]], [[1], [8, 9], [1, 7, -(10**400)]]]:
        with pytest.raises(equipoise.ReadError):
            equipoise.score(AZTEC, wrong)
    endless: list[object] = []
    endless.append(endless)
    for strange in [endless, object(), [object()], {1, 2}]:
        with pytest.raises(equipoise.WrongTypeError):
            equipoise.score(AZTEC, strange)


def test_a_deduction_is_judged() -> None:
    gap = equipoise.open("gap/seed-1")
    judged = gap.judge({"because": [{"rule": "two"}], "facts": [], "removes": [{"id": "r8c5", "values": [1]}]})
    assert judged.ruling == "needs more" and not judged.sound and "row 8 has a gap of 4" in str(judged)
    assert judged.record()["needs"]
    with pytest.raises(equipoise.ReadError):
        gap.judge("{")
