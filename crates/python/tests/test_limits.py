"""Errors, limits, signals, threads and memory."""

from __future__ import annotations

import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import equipoise
import pytest

#: A puzzle that takes hours.
HARD = equipoise.read("trid\n" + "\n".join(" ".join("." * row) for row in range(1, 21)))


def test_errors_say_what_where_and_what_was_expected() -> None:
    with pytest.raises(equipoise.ReadError) as wrong:
        equipoise.read("aztec\n.\n8 x\n")
    error = wrong.value
    assert (error.line, error.column, error.where) == (3, 3, "line 3, column 3")
    assert error.expected is not None and "a digit" in error.expected and error.what == "found 'x'"
    assert isinstance(error, ValueError) and isinstance(error, equipoise.Error)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.expected) == (str(error), 3, error.expected)
    with pytest.raises(equipoise.NotFoundError) as none:
        equipoise.open("gap/seed-99")
    assert none.value.where == "gap/seed-99" and none.value.expected is not None
    calls: list[tuple[Callable[[], object], type[Exception]]] = [
        (lambda: equipoise.read("chess"), equipoise.ReadError),
        (lambda: equipoise.read('{"puzzle": "aztec", "rows": [[0], [8]]}'), equipoise.ReadError),
        (lambda: equipoise.kind("chess"), equipoise.NotFoundError),
        (lambda: equipoise.open("."), OSError),
        (lambda: equipoise.generate("gap", size=8), equipoise.ImpossibleError),
        (lambda: equipoise.generate("gap", bars=3), equipoise.ImpossibleError),
        (lambda: equipoise.generate("gap", technique="magic"), equipoise.ImpossibleError),
        (lambda: equipoise.generate("gap", difficulty="soft"), equipoise.ArgumentError),
        (lambda: equipoise.generate("gap", clues="many"), equipoise.ArgumentError),
        (lambda: equipoise.generate("gap", seed=-1), equipoise.ArgumentError),
        (lambda: equipoise.open("gap/seed-1").hint().text(5), equipoise.ArgumentError),
        (lambda: equipoise.open("gap/seed-1").verdict(labelling="fff"), equipoise.ArgumentError),
        (lambda: equipoise.open("gap/seed-1").verdict(model="worst"), equipoise.ArgumentError),
        (lambda: equipoise.open("gap/seed-1").solve(time_limit=-1), equipoise.ArgumentError),
        (lambda: equipoise.open("gap/seed-1").solve(time_limit=float("nan")), equipoise.ArgumentError),
        (lambda: equipoise.open("gap/seed-1").explain()[1000], IndexError),
        (lambda: equipoise.run_experiment("none"), equipoise.NotFoundError),
    ]
    for call, error_type in calls:
        with pytest.raises(error_type):
            call()


def test_several_solutions_are_shown() -> None:
    with pytest.raises(equipoise.SeveralSolutionsError) as several:
        equipoise.read("aztec\n.\n. .\n").solve()
    one, two = several.value.solutions
    assert one != two and one.puzzle.check(one) == []
    with pytest.raises(equipoise.NoSolutionError):
        equipoise.read("aztec\n1\n5 5\n").solve()


QUESTIONS: list[Callable[[equipoise.Puzzle, float | None], object]] = [
    lambda puzzle, limit: puzzle.count(time_limit=limit),
    lambda puzzle, limit: puzzle.solutions(10**9, time_limit=limit),
    lambda puzzle, limit: equipoise.generate("gap", size=60, clues="fewest", time_limit=limit),
    lambda puzzle, limit: equipoise.generate_many("gap", 10**6, time_limit=limit, jobs=2),
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_time_limits_are_kept(question: Callable[[equipoise.Puzzle, float | None], object]) -> None:
    start = time.monotonic()
    with pytest.raises(equipoise.LimitError) as limit:
        question(HARD, 0.3)
    assert limit.value.limit == "time" and isinstance(limit.value, TimeoutError)
    assert time.monotonic() - start < 2


def test_a_verdict_under_a_limit_is_unknown() -> None:
    assert equipoise.open("multibalance/seed-1").verdict(time_limit=0).verdict == "unknown"


@pytest.mark.parametrize("number", range(len(QUESTIONS)))
def test_ctrl_c_ends_it(number: int) -> None:
    code = f"""
import equipoise, sys
sys.path.insert(0, {os.path.dirname(__file__)!r})
from test_limits import HARD, QUESTIONS
print("ready", flush=True)
QUESTIONS[{number}](HARD, None)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert "KeyboardInterrupt" in said, said
    # One second is what is promised; a machine that has other work may be late.
    assert time.monotonic() - start < 3


def test_handlers_of_signals_may_go_on() -> None:
    rung: list[int] = []
    old = signal.signal(signal.SIGALRM, lambda number, _: rung.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(equipoise.LimitError):
            HARD.count(time_limit=1)
    finally:
        signal.signal(signal.SIGALRM, old)
    assert rung == [signal.SIGALRM]


def test_other_threads_go_on() -> None:
    ticks: list[float] = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.01)

    clock = threading.Thread(target=tick)
    clock.start()
    with pytest.raises(equipoise.LimitError):
        HARD.count(time_limit=1)
    done.set()
    clock.join()
    assert len(ticks) > 20


def test_a_puzzle_is_asked_by_many_threads() -> None:
    puzzle = equipoise.open("gap/seed-1")
    answers: list[str] = []
    generator = equipoise.generate_iter("aztec", size=3, seed=1)

    def ask() -> None:
        for _ in range(5):
            answers.append(puzzle.solve().to_json() + puzzle.explain().to_html()[:100])
            next(generator)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 30 and len(set(answers)) == 1


def grown(rounds: int) -> int:
    """By how many kilobytes memory grows while so many puzzles are made, solved, drawn and scored."""

    kinds = [kind for kind in equipoise.kinds() if kind.sizes][:6]

    def work(count: int, start: int) -> int:
        for number in range(start, start + count):
            kind = kinds[number % len(kinds)]
            puzzle = equipoise.generate(kind, size=min(kind.sizes), seed=5, index=number)
            solution = puzzle.solve()
            puzzle.draw(solution).svg()
            str(puzzle.draw())
            equipoise.score(puzzle, solution.to_text())
            puzzle.hint().record()
        with open("/proc/self/statm") as pages:
            return int(pages.read().split()[1]) * resource.getpagesize() // 1024

    before = work(max(rounds // 10, 100), 0)
    return work(rounds, 1_000_000) - before


def test_memory_does_not_grow() -> None:
    assert grown(300) < 8_000


@pytest.mark.long
def test_memory_does_not_grow_over_ten_thousand_puzzles() -> None:
    assert grown(10_000) < 8_000


def test_calls_cost_little() -> None:
    """What Python costs over the library: a call that does next to nothing, and the least question."""
    puzzle = equipoise.open("aztec/seed-3a")
    board = puzzle.solve().board

    def least(call: Callable[[], object]) -> float:
        best = 1.0
        for _ in range(20):
            start = time.perf_counter()
            for _ in range(50):
                call()
            best = min(best, (time.perf_counter() - start) / 50)
        return best * 1e6

    # Generous bounds: this is a build for tests, on a machine with other work. docs/python.md has the figures.
    assert least(lambda: puzzle.size) < 50
    assert least(lambda: puzzle.check(board)) < 1000
    assert least(lambda: puzzle.verdict()) < 20_000
