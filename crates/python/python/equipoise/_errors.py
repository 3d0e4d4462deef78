"""What goes wrong, and how pickled values come back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from equipoise._equipoise import Kind, Puzzle, Solution


class Error(Exception):
    """Something cannot be done.

    ``what`` says what is wrong, ``where`` in which text or argument, and ``expected`` what was expected there; the
    last two are ``None`` where there is nothing to say.
    """

    what: str
    where: str | None
    expected: str | None

    def __init__(
        self, message: str, what: str | None = None, where: str | None = None, expected: str | None = None
    ) -> None:
        super().__init__(message)
        self.what = message if what is None else what
        self.where = where
        self.expected = expected


class ReadError(Error, ValueError):
    """A text is no puzzle, no board or no rule file. ``line`` and ``column`` count from 1, ``path`` leads through JSON."""

    fault: str | None
    path: str | None
    line: int | None
    column: int | None

    def __init__(
        self,
        message: str,
        what: str | None = None,
        where: str | None = None,
        expected: str | None = None,
        fault: str | None = None,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message, what, where, expected)
        self.fault, self.path, self.line, self.column = fault, path, line, column


class ArgumentError(Error, ValueError):
    """An argument makes no sense; ``where`` is its name."""


class WrongTypeError(Error, TypeError):
    """A value is of a type that no board has."""


class NotFoundError(Error, LookupError):
    """There is no puzzle, kind or experiment of this name."""


class ImpossibleError(Error, ValueError):
    """There is no such puzzle: proved, or plain from the request."""


class NoneFoundError(Error):
    """No puzzle as asked for was found; perhaps there is none."""


class NoSolutionError(Error):
    """The puzzle has no solution: proved."""


class SeveralSolutionsError(Error):
    """The puzzle has several solutions; ``solutions`` holds two."""

    solutions: Sequence[Solution]

    def __init__(
        self,
        message: str,
        what: str | None = None,
        where: str | None = None,
        expected: str | None = None,
        solutions: Sequence[Solution] = (),
    ) -> None:
        super().__init__(message, what, where, expected)
        self.solutions = solutions


class LimitError(Error, TimeoutError):
    """A limit came first; ``limit`` says which: ``time``, ``work``, ``nodes``."""

    limit: str

    def __init__(
        self,
        message: str,
        what: str | None = None,
        where: str | None = None,
        expected: str | None = None,
        limit: str = "time",
    ) -> None:
        super().__init__(message, what, where, expected)
        self.limit = limit


class TooLargeError(Error, ValueError):
    """The puzzle, its drawing or its proof is too large."""


def _kind_again(name: str, rules: str | None) -> Kind:
    from equipoise._equipoise import kind, load

    return kind(name) if rules is None else load(rules)


def _puzzle_again(json: str, rules: str | None) -> Puzzle:
    from equipoise._equipoise import load, read

    if rules is not None:
        load(rules)
    return read(json)


def _solution_again(puzzle: Any, json: str) -> Solution:
    again: Solution = puzzle._solution(json)
    return again


# They are known as `equipoise.ReadError`, and shown so.
for _error in [value for value in globals().values() if isinstance(value, type) and issubclass(value, Error)]:
    _error.__module__ = "equipoise"
