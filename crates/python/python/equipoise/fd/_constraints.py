"""Constraints that have a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

from equipoise.fd._expressions import Constraint, Expression, Term

if TYPE_CHECKING:
    from equipoise.fd._model import Model

#: How often: a number, a variable or a sum, or the least and the most.
Times = Union[Term, tuple[int, int]]


def _model(*terms: object) -> Model:
    """The model that these are about."""
    for term in terms:
        if isinstance(term, Expression):
            return term._model()
        if isinstance(term, (list, tuple)):
            for inner in term:
                if isinstance(inner, (Expression, list, tuple)):
                    return _model(inner)
    raise ValueError("expected at least one variable, found none")


def _named(name: str, terms: Sequence[object], *parts: Any) -> Constraint:
    model = _model(*terms)
    made = [model._index(part) if isinstance(part, Expression) else part for part in parts]
    shown = ", ".join(_short(term) for term in terms)
    return Constraint(model, (name, *made), f"{name}({shown})")


def _short(term: object) -> str:
    if isinstance(term, (list, tuple)) and len(term) > 8:
        return f"[{term[0]}, {term[1]}, ..., {term[-1]}]"
    if isinstance(term, (list, tuple)):
        return "[" + ", ".join(map(_short, term)) + "]"
    return str(term)


def _ints(values: Iterable[int]) -> list[int]:
    listed = list(values)
    for value in listed:
        if not isinstance(value, int):
            raise TypeError(f"expected whole numbers, found {value!r}")
    return listed


def all_different(terms: Iterable[Term], strength: str = "value") -> Constraint:
    """No two of them are equal.

    `strength` says how hard it works: `"value"` removes the value of a fixed variable from the others; `"bounds"` and
    `"domain"` also see that some variables need all values of an interval, or of a set.
    """
    listed = list(terms)
    return _named("all_different", [listed], _vars(listed), strength)


def _vars(terms: Sequence[Term], model: Model | None = None) -> list[int]:
    model = model or _model(list(terms))
    return [model._index(term) for term in terms]


def _three(name: str, x: Term, y: Term, z: Term) -> Constraint:
    model = _model(x, y, z)
    return _named(name, [x, y, z], *(model._index(term) for term in (x, y, z)))


def times(x: Term, y: Term, z: Term) -> Constraint:
    """`x * y = z`"""
    return _three("times", x, y, z)


def quotient(x: Term, y: Term, z: Term) -> Constraint:
    """`x / y = z` exactly: `y` is not 0, and `x = y * z`."""
    return _three("quotient", x, y, z)


def division(x: Term, y: Term, z: Term) -> Constraint:
    """`x / y = z` truncated toward 0, as Prolog's `//`; `y` is not 0. Python's own `//` rounds down."""
    return _three("division", x, y, z)


def modulo(x: Term, y: Term, z: Term) -> Constraint:
    """`x mod y = z` with the sign of `y`, as Python's `%`; `y` is not 0."""
    return _three("modulo", x, y, z)


def remainder(x: Term, y: Term, z: Term) -> Constraint:
    """`x rem y = z` with the sign of `x`: what the truncated division leaves; `y` is not 0."""
    return _three("remainder", x, y, z)


def power(x: Term, y: Term, z: Term) -> Constraint:
    """`x ** y = z`"""
    return _three("power", x, y, z)


def absolute(x: Term, y: Term) -> Constraint:
    """`|x| = y`"""
    model = _model(x, y)
    return _named("abs", [x, y], model._index(x), model._index(y))


def element(array: Sequence[Term], index: Term, result: Term) -> Constraint:
    """`array[index] = result`; the index counts from 0."""
    model = _model(list(array), index, result)
    ends = model._index(index), model._index(result)
    if all(isinstance(item, int) for item in array):
        return _named("element_of", [list(array), index, result], list(array), *ends)
    return _named("element", [list(array), index, result], _vars(array, model), *ends)


def table(terms: Iterable[Term], rows: Iterable[Sequence[int]]) -> Constraint:
    """Together they are one of these rows."""
    listed, tuples = list(terms), [_ints(row) for row in rows]
    for row in tuples:
        if len(row) != len(listed):
            raise ValueError(f"table: expected rows of {len(listed)} numbers, found {row}")
    return _named("table", [listed], _vars(listed), tuples)


def count(terms: Iterable[Term], value: int, times: Times) -> Constraint:
    """As many of them as `times` says are equal to `value`."""
    listed = list(terms)
    model = _model(listed)
    shown = [listed, value, times]
    if isinstance(times, tuple):
        least, most = times
        return _named("count", shown, _vars(listed), value, (int(least), int(most)))
    if isinstance(times, int):
        return _named("count", shown, _vars(listed), value, (times, times))
    return _named("count_var", shown, _vars(listed), value, model._index(times))


def cardinality(terms: Iterable[Term], times: Mapping[int, int | tuple[int, int]]) -> Constraint:
    """Each of these values is taken as often as it says; others are free: `global_cardinality`."""
    listed = list(terms)
    each = [(value, often if isinstance(often, tuple) else (often, often)) for value, often in times.items()]
    return _named("cardinality", [listed, dict(times)], _vars(listed), each)


def maximum(terms: Iterable[Term], result: Term) -> Constraint:
    """The greatest of them is `result`."""
    listed = list(terms)
    model = _model(listed, result)
    return _named("max", [listed, result], _vars(listed, model), model._index(result))


def minimum(terms: Iterable[Term], result: Term) -> Constraint:
    """The least of them is `result`."""
    listed = list(terms)
    model = _model(listed, result)
    return _named("min", [listed, result], _vars(listed, model), model._index(result))


def inverse(f: Sequence[Term], g: Sequence[Term]) -> Constraint:
    """`f[i] = j` if and only if `g[j] = i`; both count from 0."""
    model = _model(list(f), list(g))
    return _named("inverse", [list(f), list(g)], _vars(f, model), _vars(g, model))


def lex_less(x: Sequence[Term], y: Sequence[Term], strict: bool = True) -> Constraint:
    """`x` comes before `y` in a dictionary; or is the same, unless it is strict."""
    model = _model(list(x), list(y))
    return _named("lex_less" if strict else "lex_at_most", [list(x), list(y)], _vars(x, model), _vars(y, model))


def circuit(successors: Iterable[Term]) -> Constraint:
    """Going from each `i` to `successors[i]` leads through all and back; they count from 0."""
    listed = list(successors)
    return _named("circuit", [listed], _vars(listed))


def regular(
    terms: Iterable[Term], steps: Mapping[tuple[int, int], int], start: int, accepting: Iterable[int]
) -> Constraint:
    """One after the other they are a word that an automaton accepts; `steps[state, value]` is the next state."""
    listed = list(terms)
    each = [(state, value, to) for (state, value), to in steps.items()]
    return _named("regular", [listed], _vars(listed), each, start, _ints(accepting))


def cumulative(
    starts: Sequence[Term], durations: Sequence[Term], demands: Sequence[Term], capacity: Term
) -> Constraint:
    """At each time the demands of the tasks that run add up to at most the capacity."""
    groups = [list(starts), list(durations), list(demands)]
    model = _model(*groups, capacity)
    return _named("cumulative", [*groups, capacity], *(_vars(group, model) for group in groups), model._index(capacity))


def disjunctive(starts: Sequence[Term], durations: Sequence[Term]) -> Constraint:
    """No two tasks run at the same time."""
    groups = [list(starts), list(durations)]
    model = _model(*groups)
    return _named("disjunctive", groups, *(_vars(group, model) for group in groups))


def diffn(positions: Sequence[Sequence[Term]], sizes: Sequence[Sequence[Term]]) -> Constraint:
    """No two boxes overlap; each has a position and a size in every dimension."""
    model = _model([list(box) for box in positions], [list(box) for box in sizes])
    boxes = [[_vars(box, model) for box in group] for group in (positions, sizes)]
    return _named("diffn", [[list(box) for box in positions]], *boxes)


def bin_packing(loads: Sequence[Term], bins: Sequence[Term], weights: Sequence[int]) -> Constraint:
    """`loads[b]` is the sum of the weights of the items in bin `b`; bins count from 0."""
    model = _model(list(loads), list(bins))
    return _named("bin_packing", [list(loads), list(bins)], _vars(loads, model), _vars(bins, model), _ints(weights))


def value_precede(terms: Iterable[Term], values: Iterable[int]) -> Constraint:
    """Each of these values occurs before the next one does: it breaks the symmetry of values."""
    listed = list(terms)
    return _named("value_precede", [listed], _vars(listed), _ints(values))


