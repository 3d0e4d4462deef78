"""Data sets for training and testing programs that reason."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypedDict

from equipoise import _equipoise
from equipoise._equipoise import Kind
from equipoise._errors import NoneFoundError
from equipoise._generate import MOST_IDLE, Clues, batches, wanted

# `open` is a function of this package, too.
_open_file = open


class Row(TypedDict):
    """A line of a data set. All kinds of puzzles have the same fields."""

    prompt: str
    answer: str
    kind: str
    size: int
    difficulty: str
    grade: dict[str, Any]
    techniques: list[str]
    seed: int
    index: int
    split: str
    hash: str
    puzzle: str


class Dataset:
    """Rows that are made when they are asked for; going through them again makes them again."""

    def __init__(
        self,
        kinds: Sequence[str | Kind],
        count: int,
        seed: int,
        sizes: Mapping[str, int],
        requests: dict[str, Any],
        test: int,
        jobs: int | None,
    ) -> None:
        self._kinds = [kind.name if isinstance(kind, Kind) else _equipoise.kind(kind).name for kind in kinds]
        self._count, self._seed, self._sizes = count, seed, {_equipoise.kind(name).name: size for name, size in sizes.items()}
        self._requests, self._test, self._jobs = requests, test, jobs
        if not self._kinds:
            raise ValueError("a data set has at least one kind")
        if not 0 <= test <= 100:
            raise ValueError("test is a number of percent, from 0 to 100")

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Row]:
        for line in self.lines():
            yield json.loads(line)

    def lines(self) -> Iterator[str]:
        """The rows as lines of JSON, without their ends."""
        seen: set[int] = set()
        sources = [self._of_kind(number, kind, seen) for number, kind in enumerate(self._kinds)]
        for number in range(self._count):
            yield next(sources[number % len(sources)])

    def _of_kind(self, number: int, kind: str, seen: set[int]) -> Iterator[str]:
        # The first kinds have one more where the count cannot be shared out evenly.
        share = (self._count - number + len(self._kinds) - 1) // len(self._kinds)
        request = wanted(self._sizes.get(kind), self._seed, **self._requests)
        made = 0
        idle = 0
        for _, one in batches(
            lambda start, count: _equipoise.exercises(kind, request, start, count, self._jobs, self._test, None),
            lambda: share - made,
        ):
            # Sixteen bytes for each row are kept, and nothing else.
            if one is None or (name := int(one[0], 16)) in seen:
                idle += 1
                if idle >= MOST_IDLE:
                    raise NoneFoundError(
                        f"there are {made} of {share} {kind} puzzles: {MOST_IDLE} tries in a row gave nothing new"
                    )
                continue
            idle = 0
            seen.add(name)
            made += 1
            yield one[1]

    def to_jsonl(self, path: str | os.PathLike[str]) -> int:
        """Writes the rows to a file, a line of JSON for each, and returns how many there are."""
        number = 0
        with _open_file(path, "w", encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(self.lines(), 1):
                file.write(line + "\n")
        return number

    def to_parquet(self, path: str | os.PathLike[str]) -> int:
        """Writes the rows to a file of Parquet, and returns how many there are. It takes ``pyarrow``."""
        try:
            import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]
            import pyarrow.parquet  # type: ignore[import-not-found, import-untyped, unused-ignore]
        except ImportError as error:
            raise ImportError("Parquet takes pyarrow: pip install equipoise[parquet]") from error
        writer = None
        number = 0
        rows: list[Row] = []
        try:
            for number, row in enumerate(self, 1):
                rows.append(row)
                if len(rows) == 1000 or number == self._count:
                    table = pyarrow.Table.from_pylist(rows, schema=writer.schema if writer else _schema(pyarrow))
                    writer = writer or pyarrow.parquet.ParquetWriter(path, table.schema)
                    writer.write_table(table)
                    rows = []
        finally:
            if writer is not None:
                writer.close()
        return number


def _schema(pyarrow: Any) -> Any:
    text, number = pyarrow.string(), pyarrow.int64()
    grade = [
        ("band", text),
        ("hardest", number),
        ("effort", number),
        ("width", pyarrow.float64()),
        ("levels", pyarrow.list_(number)),
        ("version", number),
    ]
    fields = [
        ("prompt", text),
        ("answer", text),
        ("kind", text),
        ("size", number),
        ("difficulty", text),
        ("grade", pyarrow.struct(grade)),
        ("techniques", pyarrow.list_(text)),
        ("seed", pyarrow.uint64()),
        ("index", pyarrow.uint64()),
        ("split", text),
        ("hash", text),
        ("puzzle", text),
    ]
    return pyarrow.schema(fields)


def dataset(
    kinds: str | Kind | Sequence[str | Kind],
    count: int,
    *,
    seed: int = 0,
    sizes: Mapping[str, int] | None = None,
    difficulty: str | None = None,
    technique: str | None = None,
    without: str | None = None,
    clues: Clues | None = None,
    test: int = 10,
    jobs: int | None = None,
    **options: int | bool,
) -> Dataset:
    """So many puzzles as exercises: a prompt in words, the answer, and what is known of the puzzle.

    >>> import equipoise
    >>> rows = list(equipoise.dataset(["aztec", "trid"], 4, seed=1, sizes={"aztec": 3, "trid": 5}))
    >>> [row["kind"] for row in rows]
    ['aztec', 'trid', 'aztec', 'trid']
    >>> puzzle = equipoise.read(rows[0]["puzzle"])
    >>> equipoise.score(puzzle, rows[0]["answer"]).solved
    True

    Of several kinds, they take turns. ``sizes`` says the size of those that should not have their usual one. No two puzzles are
    equivalent. ``test`` of a hundred belong to the split ``test``: which ones follows from their hashes, so that two
    data sets agree on it. The same arguments give the same rows, in the same order.
    """
    several = [kinds] if isinstance(kinds, (str, Kind)) else list(kinds)
    requests = {
        "difficulty": difficulty,
        "technique": technique,
        "without": without,
        "clues": clues,
        "options": options,
    }
    return Dataset(several, count, seed, sizes or {}, requests, test, jobs)
