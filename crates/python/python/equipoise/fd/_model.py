"""Models: variables, constraints, and what can be asked about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Union

from equipoise._equipoise import Kernel
from equipoise.fd._expressions import (
    MOST,
    Constraint,
    Expression,
    Sum,
    Term,
    Values,
    Var,
    compare,
    total,
    values_of,
)
from equipoise.fd._search import Search, Solution
from equipoise.fd._watch import Propagation

#: A labelling by SICStus' names, such as `"ffc,bisect,down"`; or several, each for variables of its own.
Labelling = Union[str, Sequence[tuple[str, Sequence[Var]]]]


class Model:
    """A problem: variables, and the constraints between them.

    >>> from equipoise.fd import Model, all_different
    >>> model = Model()
    >>> x, y, z = model.vars("xyz", 1, 9)
    >>> model.add(all_different([x, y, z]), x + y + z == 23, x > y)
    >>> model.count()
    3
    >>> print(model.solve())
    x = 8, y = 6, z = 9
    """

    def __init__(self) -> None:
        self._kernel = Kernel()
        self._vars: list[Var] = []
        self._constraints: dict[int, Constraint] = {}
        self._numbers: dict[int, Var] = {}
        self._hidden: set[Var] = set()

    # Building

    def var(self, least: int | Iterable[int], most: int | None = None, name: str | None = None) -> Var:
        """A new variable: `var(1, 9)`, or with just these values, `var([2, 3, 5])`."""
        if isinstance(least, int):
            if most is None:
                raise TypeError("var: expected the least and the greatest value, or the values in a list")
            _in_range("var", least, most)
            index = self._kernel.range(least, most, name)
        else:
            values = list(least)
            _in_range("var", *values)
            index = self._kernel.values(values, name)
        var = Var(self, index, name or f"x{index}")
        self._vars.append(var)
        return var

    def vars(self, names: int | Iterable[str], least: int | Iterable[int], most: int | None = None) -> list[Var]:
        """As many new variables, or one for each name, all with the same values."""
        values = least if isinstance(least, int) else list(least)
        wanted: Iterable[str | None] = [None] * names if isinstance(names, int) else names
        return [self.var(values, most, name) for name in wanted]

    def boolean(self, name: str | None = None) -> Var:
        """A new variable that is 0 or 1."""
        return self.var(0, 1, name)

    def shifted(self, var: Var, by: int, name: str | None = None) -> Var:
        """`var + by` as a variable, at no cost: it has no values of its own."""
        _in_range("shifted", by)
        index = self._kernel.shifted(self._index(var), by, name)
        return self._made(index, name or f"{var} + {by}")

    def define(self, term: Term, name: str | None = None) -> Var:
        """A new variable that is equal to a sum."""
        whole = total([term])
        if whole.constant == 0 and list(whole.terms.values()) == [1] and name is None:
            return next(iter(whole.terms))
        ends = [(by * var.domain[0], by * var.domain[-1]) for var, by in whole.terms.items()]
        least = whole.constant + sum(min(pair) for pair in ends)
        most = whole.constant + sum(max(pair) for pair in ends)
        var = self._fresh(least, most, name or str(whole))
        self.add(compare(var, "=", whole, f"the value of {whole}"))
        return var

    def truth(self, constraint: Constraint, name: str | None = None) -> Var:
        """A new variable that is 1 if the constraint holds, and 0 if not."""
        var = self._fresh(0, 1, name or f"[{constraint.text}]")
        self.add(reified(var, constraint))
        return var

    def add(self, *constraints: Constraint | bool | Iterable[Constraint | bool]) -> None:
        """Adds constraints, one by one or many at once.

        What Python has found to be true already, such as `sum([]) <= 3`, adds nothing; what is false leaves no solution.
        """
        for constraint in constraints:
            if isinstance(constraint, bool):
                constraint = constraint or Constraint(self, ("clause", []), "False")
            if constraint is True:
                continue
            if isinstance(constraint, Constraint):
                if constraint.model is not self:
                    raise ValueError(f"{constraint.text} is about variables of another model")
                number = self._kernel.post(constraint.spec)
                self._constraints[number] = constraint
            elif isinstance(constraint, Iterable) and not isinstance(constraint, str):
                self.add(*constraint)
            else:
                raise TypeError(f"add: expected constraints, found {constraint!r}")

    @property
    def variables(self) -> list[Var]:
        """Those that were made by name or number, without those that sums and products brought."""
        return [var for var in self._vars if var not in self._hidden]

    @property
    def constraints(self) -> list[Constraint]:
        """In the order in which they were added."""
        return list(self._constraints.values())

    def to_minizinc(self) -> str:
        """The model for other solvers."""
        return self._kernel.minizinc()

    # Asking

    def search(
        self,
        labelling: Labelling = "leftmost",
        over: Iterable[Var] | None = None,
        *,
        minimise: Term | None = None,
        maximise: Term | None = None,
        seed: int = 0,
        restarts: int | None = None,
        nodes: int | None = None,
        work: int | None = None,
        solutions: int | None = None,
        time_limit: float | None = None,
        tree: int = 0,
    ) -> Search:
        """A search: an iterator over solutions.

        A labelling is named as in SICStus Prolog: which variable (`leftmost`, `min`, `max`, `ff`, `anti_first_fail`,
        `occurrence`, `ffc`, `max_regret`, `random`, `dom_w_deg`), how its values are split (`step`, `enum`, `bisect`,
        `median`, `middle`, `random_value`), and which end comes first (`up`, `down`). It labels `over`, or else all
        variables in the order in which they were made.

        With `minimise` or `maximise`, each solution is better than the one before. `nodes`, `work` (runs of
        propagators), `solutions` and `time_limit` (in seconds) limit it. `restarts` is the number of conflicts before the first one.
        `tree` says how many nodes are kept to be looked at.
        """
        if minimise is not None and maximise is not None:
            raise ValueError("search: expected something to minimise or to maximise, found both")
        objective = minimise if minimise is not None else maximise
        goal = None if objective is None else (self._index(objective), minimise is not None)
        if isinstance(labelling, str):
            labelling = [(labelling, list(self._vars if over is None else over))]
        elif over is not None:
            raise ValueError("search: `over` is for one labelling; several name their own variables")
        parts = [(name, [self._index(var) for var in vars], seed) for name, vars in labelling]
        limits = (nodes, work, solutions, time_limit)
        return Search(self, self._kernel.search(parts, goal, restarts, limits, tree), parts, goal is not None)

    def solve(
        self,
        labelling: Labelling = "leftmost",
        over: Iterable[Var] | None = None,
        *,
        seed: int = 0,
        restarts: int | None = None,
        time_limit: float | None = None,
        nodes: int | None = None,
    ) -> Solution | None:
        """A solution, or None when there is none.

        Raises `Stopped` when a limit comes first.
        """
        search = self.search(labelling, over, seed=seed, restarts=restarts, time_limit=time_limit, nodes=nodes)
        return next(search, None)

    def count(
        self, labelling: Labelling = "leftmost", over: Iterable[Var] | None = None, *, time_limit: float | None = None
    ) -> int:
        """The number of solutions. Raises `Stopped` when a limit comes first."""
        return self.search(labelling, over, time_limit=time_limit).count()

    def minimise(
        self,
        cost: Term,
        labelling: Labelling = "leftmost",
        over: Iterable[Var] | None = None,
        *,
        time_limit: float | None = None,
        restarts: int | None = None,
    ) -> Solution | None:
        """The solution with the least cost, proved; or None when there is none.

        Raises `Stopped` when a limit comes first; the exception has the best solution so far.
        """
        return self.search(labelling, over, minimise=cost, time_limit=time_limit, restarts=restarts).best()

    def maximise(
        self,
        gain: Term,
        labelling: Labelling = "leftmost",
        over: Iterable[Var] | None = None,
        *,
        time_limit: float | None = None,
        restarts: int | None = None,
    ) -> Solution | None:
        """The solution with the greatest gain, proved; or None when there is none.

        Raises `Stopped` when a limit comes first; the exception has the best solution so far.
        """
        return self.search(labelling, over, maximise=gain, time_limit=time_limit, restarts=restarts).best()

    def propagate(self, *facts: Constraint, most: int = 100_000) -> Propagation:
        """What follows from the constraints without search, and then from each of these facts, such as `x == 3`."""
        literals = []
        for fact in facts:
            if fact.model is not self or fact.spec[0] != "literal":
                raise ValueError(f"propagate: expected facts about one variable, such as x == 3, found {fact.text}")
            literals.append(fact.spec[1:])
        return Propagation(self, list(facts), self._kernel.propagate(literals, most))

    def broken(self, solution: Solution) -> list[Constraint]:
        """The constraints that these values break: none, unless the kernel is wrong."""
        values = list(solution.numbers)
        return [found for number, found in self._constraints.items() if not self._kernel.holds(number, values)]

    # What expressions need

    def _index(self, term: Term) -> int:
        """The number of the variable that a term is, or is made to be."""
        if isinstance(term, Var):
            if term.model is not self:
                raise ValueError(f"{term} is a variable of another model")
            return term.index
        if isinstance(term, Sum) and term.terms:
            if term.model is not self:
                raise ValueError(f"{term} is about variables of another model")
            return self.define(term).index
        number = term.constant if isinstance(term, Sum) else term
        if not isinstance(number, int):
            raise TypeError(f"expected a variable, a sum or a whole number, found {number!r}")
        if number not in self._numbers:
            self._numbers[number] = self._fresh(number, number, str(number))
        return self._numbers[number].index

    def _fresh(self, least: int, most: int, name: str) -> Var:
        var = self.var(least, most, name)
        self._hidden.add(var)
        return var

    def _made(self, index: int, name: str) -> Var:
        if index < len(self._vars):
            return self._vars[index]
        var = Var(self, index, name)
        self._vars.append(var)
        return var

    def _result(self, operation: str, x: Term, y: Term) -> Var:
        """`x * y` and the like as a variable."""
        first, second = self._vars[self._index(x)], self._vars[self._index(y)]
        a, b = first.domain, second.domain
        if operation == "times":
            ends = [i * j for i in (a[0], a[-1]) for j in (b[0], b[-1])]
        elif operation == "modulo":
            ends = [min(0, b[0] + 1), max(0, b[-1] - 1)]
        else:
            if b[0] < 0:
                raise ValueError(f"{x} ** {y}: expected an exponent from 0")
            most = max(abs(a[0]), abs(a[-1])) ** min(b[-1], 64)
            ends = [-most if a[0] < 0 else 0, most]
        sign = {"times": "*", "modulo": "%", "power": "**"}[operation]
        result = self._fresh(max(min(ends), -MOST), min(max(ends), MOST), f"{_bracketed(x)}{sign}{_bracketed(y)}")
        spec = (operation, first.index, second.index, result.index)
        self.add(Constraint(self, spec, f"the value of {result.name}"))
        return result

    def _floor_division(self, x: Term, y: Term) -> Var:
        first, second = self._vars[self._index(x)], self._vars[self._index(y)]
        reach = max(abs(first.domain[0]), abs(first.domain[-1]))
        result = self._fresh(-reach, reach, f"{_bracketed(x)}//{_bracketed(y)}")
        if first.domain[0] >= 0 and second.domain[0] >= 0:
            spec = ("division", first.index, second.index, result.index)
            self.add(Constraint(self, spec, f"the value of {result.name}"))
        else:
            self.add(result * second + first % second == first, compare(second, "!=", 0))
        return result

    def _absolute(self, x: Expression) -> Var:
        inner = self._vars[self._index(x)]
        most = max(abs(inner.domain[0]), abs(inner.domain[-1]))
        result = self._fresh(0, most, f"abs({x})")
        self.add(Constraint(self, ("abs", inner.index, result.index), f"the value of {result.name}"))
        return result

    def _text_of(self, constraint: int) -> str:
        return self._constraints[constraint].text if constraint in self._constraints else "a sum with a constant"

    def _values(self, ranges: list[list[tuple[int, int]]]) -> dict[Var, Values]:
        return {var: values_of(found) for var, found in zip(self._vars, ranges)}


def reified(truth: Term, constraint: Constraint) -> Constraint:
    """`truth`, which is 0 or 1, says whether the constraint holds."""
    model = constraint.model
    return Constraint(model, ("reified", model._index(truth), constraint.spec), f"{truth} == [{constraint.text}]")


def _bracketed(term: Term) -> str:
    return f"({term})" if isinstance(term, Sum) and (len(term.terms) > 1 or term.constant) else str(term)


def _in_range(what: str, *values: int) -> None:
    for value in values:
        if not isinstance(value, int):
            raise TypeError(f"{what}: expected whole numbers, found {value!r}")
        if abs(value) > MOST:
            raise ValueError(f"{what}: expected numbers from -2**30 to 2**30, found {value}")
