"""Variables, sums of them, and what is said about both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    from equipoise.fd._model import Model

#: What a constraint takes where it wants a variable: sums and numbers become variables of their own.
Term = Union["Expression", int]

#: Values and coefficients beyond this do not fit the kernel.
MOST = 1 << 30

_OPPOSITE = {"=": "!=", "!=": "=", "<=": ">", ">=": "<"}
_SIGN = {"=": "==", "!=": "!=", "<=": "<=", ">=": ">="}


class Expression:
    """Something with a value: a variable, or a sum of variables with coefficients."""

    __slots__ = ()

    def _sum(self) -> Sum:
        raise NotImplementedError

    def _model(self) -> Model:
        model = self._sum().model
        if model is None:
            raise ValueError("this sum has no variable; expected one with a variable of a model")
        return model

    def __add__(self, other: Term) -> Sum:
        return self._sum()._plus(_sum_of(other), 1)

    def __radd__(self, other: int) -> Sum:
        return _sum_of(other)._plus(self._sum(), 1)

    def __sub__(self, other: Term) -> Sum:
        return self._sum()._plus(_sum_of(other), -1)

    def __rsub__(self, other: int) -> Sum:
        return _sum_of(other)._plus(self._sum(), -1)

    def __neg__(self) -> Sum:
        return self._sum()._times(-1)

    def __mul__(self, other: Term) -> Expression:
        if isinstance(other, int):
            return self._sum()._times(other)
        return self._model()._result("times", self, other)

    def __rmul__(self, other: int) -> Expression:
        return self._sum()._times(other)

    def __floordiv__(self, other: Term) -> Expression:
        """Rounded down, as everywhere in Python; the divisor is not 0."""
        return self._model()._floor_division(self, other)

    def __rfloordiv__(self, other: int) -> Expression:
        return self._model()._floor_division(other, self)

    def __mod__(self, other: Term) -> Expression:
        """With the sign of the divisor, as everywhere in Python; the divisor is not 0."""
        return self._model()._result("modulo", self, other)

    def __rmod__(self, other: int) -> Expression:
        return self._model()._result("modulo", other, self)

    def __pow__(self, other: Term) -> Expression:
        return self._model()._result("power", self, other)

    def __abs__(self) -> Expression:
        return self._model()._absolute(self)

    # A comparison is a constraint, and no bool as elsewhere.
    def __eq__(self, other: object) -> Constraint:  # type: ignore[override]
        return compare(self, "=", other)

    def __ne__(self, other: object) -> Constraint:  # type: ignore[override]
        return compare(self, "!=", other)

    def __le__(self, other: Term) -> Constraint:
        return compare(self, "<=", other)

    def __ge__(self, other: Term) -> Constraint:
        return compare(self, ">=", other)

    def __lt__(self, other: Term) -> Constraint:
        return compare(self + 1, "<=", other, f"{self} < {other}")

    def __gt__(self, other: Term) -> Constraint:
        return compare(self - 1, ">=", other, f"{self} > {other}")

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise TypeError(f"{self} has no value before it is solved")


class Var(Expression):
    """A variable of a model; made by `Model.var`."""

    __slots__ = ("model", "index", "name")

    def __init__(self, model: Model, index: int, name: str) -> None:
        self.model = model
        self.index = index
        self.name = name

    def _sum(self) -> Sum:
        return Sum(self.model, {self: 1}, 0)

    @property
    def domain(self) -> Values:
        """Its values before any constraint is looked at."""
        return values_of(self.model._kernel.domain(self.index))

    def is_in(self, values: Iterable[int]) -> Constraint:
        """It has one of these values."""
        wanted = sorted(set(values))
        return Constraint(self.model, ("in", self.index, wanted), f"{self.name} in {set(wanted) or '{}'}")

    def __repr__(self) -> str:
        return self.name


class Sum(Expression):
    """`2*x + y - 3`: variables with coefficients, and a constant."""

    __slots__ = ("model", "terms", "constant")

    def __init__(self, model: Model | None, terms: dict[Var, int], constant: int) -> None:
        self.model = model
        self.terms = terms
        self.constant = constant

    def _sum(self) -> Sum:
        return self

    def _plus(self, other: Sum, sign: int) -> Sum:
        if self.model is not None and other.model is not None and self.model is not other.model:
            raise ValueError("a sum of variables of two models; expected variables of one")
        terms = dict(self.terms)
        for var, coefficient in other.terms.items():
            terms[var] = terms.get(var, 0) + sign * coefficient
        return Sum(self.model or other.model, terms, self.constant + sign * other.constant)

    def _times(self, factor: int) -> Sum:
        return Sum(self.model, {var: factor * by for var, by in self.terms.items()}, factor * self.constant)

    def __repr__(self) -> str:
        text = ""
        for var, by in self.terms.items():
            sign = " - " if by < 0 else " + "
            text += sign + (var.name if abs(by) == 1 else f"{abs(by)}*{var.name}")
        if self.constant or not text:
            text += f" - {-self.constant}" if self.constant < 0 else f" + {self.constant}"
        return "-" + text[3:] if text.startswith(" - ") else text[3:]


def _sum_of(term: object) -> Sum:
    if isinstance(term, Expression):
        return term._sum()
    if isinstance(term, int):
        return Sum(None, {}, int(term))
    raise TypeError(f"expected a variable, a sum or a whole number, found {term!r}")


def total(terms: Iterable[Term]) -> Sum:
    """The sum of many terms, in a time that grows with their number alone.

    Python's own `sum` does the same, more slowly.
    """
    model: Model | None = None
    coefficients: dict[Var, int] = {}
    constant = 0
    for term in terms:
        part = _sum_of(term)
        if part.model is not None:
            if model is not None and part.model is not model:
                raise ValueError("a sum of variables of two models; expected variables of one")
            model = part.model
        constant += part.constant
        for var, by in part.terms.items():
            coefficients[var] = coefficients.get(var, 0) + by
    return Sum(model, coefficients, constant)


class Constraint:
    """Something that is said about variables. `Model.add` makes it so.

    `&`, `|` and `~` join and negate constraints; `implies` and `iff` relate two of them; `Model.truth` is a variable that
    says whether one holds.
    """

    __slots__ = ("model", "spec", "text", "same")

    def __init__(self, model: Model, spec: tuple[Any, ...], text: str, same: bool | None = None) -> None:
        self.model = model
        self.spec = spec
        self.text = text
        # What `x == y` is where Python itself compares two variables.
        self.same = same

    def __and__(self, other: Constraint) -> Constraint:
        return all_of([self, other])

    def __or__(self, other: Constraint) -> Constraint:
        return any_of([self, other])

    def __invert__(self) -> Constraint:
        if self.spec[0] == "linear" and self.spec[1] in ("=", "!="):
            relation = _OPPOSITE[self.spec[1]]
            return Constraint(self.model, ("linear", relation, *self.spec[2:]), f"not ({self.text})")
        return Constraint(self.model, ("not", self.spec), f"not ({self.text})")

    def implies(self, other: Constraint) -> Constraint:
        """`other` holds if this does."""
        return any_of([~self, other])

    def iff(self, other: Constraint) -> Constraint:
        """Both hold, or neither does."""
        return self.model.truth(self) == self.model.truth(other)

    def __bool__(self) -> bool:
        if self.same is None:
            raise TypeError(
                f"{self.text} is neither true nor false before it is solved; "
                "add it to a model, and join constraints with & and |, not with `and`, `or` or 1 < x < 5"
            )
        return self.same

    def __repr__(self) -> str:
        return self.text


def compare(left: Term, relation: str, right: object, text: str | None = None) -> Constraint:
    difference = _sum_of(left)._plus(_sum_of(right), -1)
    text = text or f"{left} {_SIGN[relation]} {right}"
    model = difference.model
    if model is None:
        raise ValueError(f"{text} is about no variable")
    terms = {var: by for var, by in difference.terms.items() if by}
    same = None
    if isinstance(left, Var) and isinstance(right, Var) and relation in ("=", "!="):
        same = (left is right) == (relation == "=")
    if len(terms) == 1:
        ((var, by),) = terms.items()
        value = -difference.constant * by
        # Values that no variable can have are for sums to deal with.
        if by in (1, -1) and abs(value) <= MOST:
            turned = relation if by == 1 else {"<=": ">=", ">=": "<="}.get(relation, relation)
            return Constraint(model, ("literal", var.index, turned, value), text)
    listed = [(by, var.index) for var, by in terms.items()]
    if any(abs(by) >= 1 << 62 for by, _ in listed) or abs(difference.constant) >= 1 << 62:
        raise ValueError(f"{text}: a number is too large; expected less than 2^62")
    return Constraint(model, ("linear", relation, listed, difference.constant, False), text, same)


def joined(constraints: Iterable[Constraint], what: str) -> tuple[Model, list[Constraint]]:
    listed = list(constraints)
    for constraint in listed:
        if not isinstance(constraint, Constraint):
            raise TypeError(f"{what}: expected constraints, found {constraint!r}")
        if constraint.model is not listed[0].model:
            raise ValueError(f"{what}: these constraints are about variables of two models")
    if not listed:
        raise ValueError(f"{what}: expected at least one constraint")
    return listed[0].model, listed


def all_of(constraints: Iterable[Constraint]) -> Constraint:
    """All of them hold."""
    model, parts = joined(constraints, "all_of")
    return Constraint(model, ("and", [part.spec for part in parts]), " & ".join(f"({part})" for part in parts))


def any_of(constraints: Iterable[Constraint]) -> Constraint:
    """At least one of them holds."""
    model, parts = joined(constraints, "any_of")
    text = " | ".join(f"({part})" for part in parts)
    if all(part.spec[0] == "literal" for part in parts):
        return Constraint(model, ("clause", [part.spec[1:] for part in parts]), text)
    return Constraint(model, ("or", [part.spec for part in parts]), text)


#: Values in order: a range where they have no gaps.
Values = Union[range, tuple[int, ...]]


def values_of(ranges: list[tuple[int, int]]) -> Values:
    if len(ranges) == 1:
        return range(ranges[0][0], ranges[0][1] + 1)
    return tuple(value for least, most in ranges for value in range(least, most + 1))


def values_text(values: Values) -> str:
    """`1..4, 7`"""
    parts: list[list[int]] = []
    if isinstance(values, range):
        parts = [[values[0], values[-1]]] if len(values) else []
    else:
        for value in values:
            if parts and parts[-1][1] + 1 == value:
                parts[-1][1] = value
            else:
                parts.append([value, value])
    return ", ".join(f"{a}" if a == b else f"{a}, {b}" if a + 1 == b else f"{a}..{b}" for a, b in parts)
