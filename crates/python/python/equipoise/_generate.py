"""Making puzzles."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, Union

from equipoise import _equipoise
from equipoise._equipoise import Generator, Kind, Puzzle
from equipoise._errors import NoneFoundError

T = TypeVar("T")

#: ``"min"``, ``"fewest"``, a number, or the least and the most.
Clues = Union[str, int, tuple[int, int]]

#: As ``equipoise generate`` does: when so many indices in a row gave nothing new, nothing new is left.
MOST_IDLE = 10_000


def wanted(
    size: int | None,
    seed: int,
    difficulty: str | None,
    technique: str | None,
    without: str | None,
    clues: Clues | None,
    options: dict[str, int | bool],
) -> dict[str, Any]:
    """A request as the library takes it."""
    return {
        "size": size,
        "seed": seed,
        "difficulty": difficulty,
        "technique": technique,
        "without": without,
        "clues": clues,
        "options": options,
    }


def generate(
    kind: str | Kind,
    *,
    size: int | None = None,
    seed: int = 0,
    index: int = 0,
    difficulty: str | None = None,
    technique: str | None = None,
    without: str | None = None,
    clues: Clues | None = None,
    time_limit: float | None = None,
    **options: int | bool,
) -> Puzzle:
    """A new puzzle with one solution, proved.

    The kind, the request, the seed and the index name it: they make the same puzzle on every machine, and the same
    as ``equipoise generate`` on the command line.

    >>> import equipoise
    >>> puzzle = equipoise.generate("gap", seed=7, index=2)
    >>> puzzle.about["made"]["canonical"]
    'cc77b3b5b31f547bae41e79283ef3359'

    ``kind.options`` lists the options that a kind has besides, such as ``bars``.
    """
    request = wanted(size, seed, difficulty, technique, without, clues, options)
    return _equipoise.generate(kind, request, index, time_limit)


def generate_iter(
    kind: str | Kind,
    *,
    size: int | None = None,
    seed: int = 0,
    start: int = 0,
    difficulty: str | None = None,
    technique: str | None = None,
    without: str | None = None,
    clues: Clues | None = None,
    distinct: bool = True,
    time_limit: float | None = None,
    **options: int | bool,
) -> Generator:
    """New puzzles without end, each made when it is asked for; no two are equivalent if ``distinct``.

    >>> import equipoise
    >>> from itertools import islice
    >>> for puzzle in islice(equipoise.generate_iter("trid", size=5, seed=1), 2):
    ...     print(puzzle.grade().difficulty)
    medium
    medium

    ``time_limit`` is for each puzzle.
    """
    request = wanted(size, seed, difficulty, technique, without, clues, options)
    return _equipoise.generate_iter(kind, request, start, distinct, time_limit)


def batches(make: Callable[[int, int], list[T]], still_wanted: Callable[[], int]) -> Iterator[T]:
    """What ``make`` gives for indices from 0, batch by batch, as long as something is wanted."""
    start = 0
    while (more := still_wanted()) > 0:
        count = min(max(more, 8), 256)
        yield from make(start, count)
        start += count


def generate_many(
    kind: str | Kind,
    count: int,
    *,
    size: int | None = None,
    seed: int = 0,
    difficulty: str | None = None,
    technique: str | None = None,
    without: str | None = None,
    clues: Clues | None = None,
    jobs: int | None = None,
    time_limit: float | None = None,
    **options: int | bool,
) -> list[Puzzle]:
    """So many new puzzles, no two of them equivalent, made on all processors or in ``jobs`` threads.

    They are those that ``equipoise generate KIND --count`` gives.

    >>> import equipoise
    >>> len(equipoise.generate_many("aztec", 5, size=3, seed=1))
    5

    ``time_limit`` is for all of them together.
    """
    started = time.monotonic()

    def some(start: int, number: int) -> list[tuple[int, tuple[str, Puzzle] | None]]:
        left = None if time_limit is None else max(time_limit - (time.monotonic() - started), 0.0)
        return _equipoise.generate_many(kind, request, start, number, jobs, left)

    request = wanted(size, seed, difficulty, technique, without, clues, options)
    seen: set[str] = set()
    made: list[Puzzle] = []
    idle = 0
    for _, one in batches(some, lambda: count - len(made)):
        if one is None or one[0] in seen:
            idle += 1
            if idle >= MOST_IDLE:
                raise NoneFoundError(f"there are {len(made)} of {count}: {MOST_IDLE} tries in a row gave nothing new")
        elif len(made) < count:
            idle = 0
            seen.add(one[0])
            made.append(one[1])
    return made
