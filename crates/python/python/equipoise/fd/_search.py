"""Searches, their solutions, statistics and trees."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from equipoise._equipoise import Searching, draw_tree
from equipoise._errors import LimitError
from equipoise.fd._expressions import Constraint, Term, Var, compare, total

if TYPE_CHECKING:
    from equipoise.fd._model import Model


class Stopped(LimitError):
    """A limit came before the answer.

    `limit` names it: `"nodes"`, `"work"`, `"solutions"` or `"time"`. `best` is the best solution so far, where something
    was to be minimised or maximised.
    """

    def __init__(self, limit: str, best: Solution | None = None) -> None:
        super().__init__(f"the limit on {limit} was reached before the answer was known", limit=limit)
        self.best = best


class Solution(Mapping[Var, int]):
    """A value for every variable: `solution[x]`, and for sums, too, `solution.value(x + y)`."""

    def __init__(self, model: Model, values: list[int]) -> None:
        self._model = model
        self._values = tuple(values)

    def __getitem__(self, var: Var) -> int:
        if not isinstance(var, Var) or var.model is not self._model or var.index >= len(self._values):
            raise KeyError(f"{var!r} is no variable of this solution")
        return self._values[var.index]

    def __iter__(self) -> Iterator[Var]:
        return iter(self._model.variables)

    def __len__(self) -> int:
        return len(self._model.variables)

    def __contains__(self, var: object) -> bool:
        return isinstance(var, Var) and var.model is self._model and var.index < len(self._values)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Those of all variables, in the order in which they were made."""
        return self._values

    def value(self, term: Term) -> int:
        """The value of a variable or a sum."""
        whole = total([term])
        return whole.constant + sum(by * self[var] for var, by in whole.terms.items())

    def named(self) -> dict[str, int]:
        """The values by the names of the variables."""
        return {var.name: self[var] for var in self}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and self._model is other._model and self._values == other._values

    def __hash__(self) -> int:
        return hash(self._values)

    def __repr__(self) -> str:
        return ", ".join(f"{name} = {value}" for name, value in self.named().items())

    def _repr_html_(self) -> str:
        names = "".join(f"<th>{html.escape(name)}</th>" for name in self.named())
        values = "".join(f"<td>{value}</td>" for value in self.named().values())
        return f"<table><tr>{names}</tr><tr>{values}</tr></table>"


@dataclass(frozen=True)
class Statistics:
    """What a search has done, by the names of SICStus' `fd_statistics`. A list of these is a data frame."""

    nodes: int
    backtracks: int
    solutions: int
    resumptions: int
    entailments: int
    prunings: int
    constraints: int
    restarts: int
    peak_depth: int
    seconds: float

    def __str__(self) -> str:
        return ", ".join(f"{value:.3f} {name}" if name == "seconds" else f"{value} {name}" for name, value in asdict(self).items())


@dataclass(frozen=True)
class Node:
    """A node of a search tree.

    `outcome` is `"branch"`, `"failed"`, `"solution"` or `"open"`; `open` says how many of the labelled variables had more
    than one value.
    """

    number: int
    parent: int | None
    decision: str | None
    outcome: str
    open: int


class Tree:
    """A search tree: its nodes in the order of the search. A notebook shows its drawing."""

    def __init__(self, model: Model, labelling: str, found: list[tuple[int | None, tuple[int, str, int] | None, str, int]]) -> None:
        self._model = model
        self._labelling = labelling
        self._decisions = [decision for _, decision, _, _ in found]
        self.nodes = [
            Node(number, parent, None if decision is None else str(self._fact(decision)), outcome, open)
            for number, (parent, decision, outcome, open) in enumerate(found)
        ]

    def _fact(self, decision: tuple[int, str, int]) -> Constraint:
        var, relation, value = decision
        return compare(self._model._vars[var], relation, value)

    def __len__(self) -> int:
        return len(self.nodes)

    def path(self, number: int) -> list[Constraint]:
        """The decisions that lead to a node. `Model.propagate` takes them, and shows what was left there."""
        facts: list[Constraint] = []
        node: Node | None = self.nodes[number]
        while node is not None:
            decision = self._decisions[node.number]
            if decision is not None:
                facts.append(self._fact(decision))
            node = None if node.parent is None else self.nodes[node.parent]
        return facts[::-1]

    def svg(self, most: int = 200) -> str:
        """A drawing with at most about so many nodes; the rest is folded away."""
        nodes = [(node.parent, node.decision, node.outcome, node.open) for node in self.nodes]
        return draw_tree("", self._labelling, nodes, most)

    def _repr_html_(self) -> str:
        return f'<div style="overflow-x:auto">{self.svg()}</div>' if self.nodes else "<p>No node was kept.</p>"


class Search(Iterator[Solution]):
    """A search, made by `Model.search`: an iterator over solutions.

    It is at work only while it is asked, in a thread of its own; Ctrl-C ends it. A limit raises `Stopped`, and `resume`
    goes on from there.
    """

    def __init__(self, model: Model, searching: Searching, parts: list[tuple[str, list[int], int]], optimises: bool) -> None:
        self._model = model
        self._searching = searching
        self._labelling = "; ".join(name for name, _, _ in parts)
        self._optimises = optimises

    def _told(self, found: tuple[list[int] | None, str | None]) -> Solution | None:
        values, limit = found
        solution = None if values is None else Solution(self._model, values)
        if limit == "interrupted":
            raise KeyboardInterrupt
        if limit is not None:
            raise Stopped(limit, solution)
        return solution

    def __next__(self) -> Solution:
        solution = self._told(self._searching.advance(False))
        if solution is None:
            raise StopIteration
        return solution

    def count(self) -> int:
        """The number of solutions that are left."""
        before = self.statistics.solutions
        self._told(self._searching.advance(True))
        return self.statistics.solutions - before

    def best(self) -> Solution | None:
        """The best solution, proved; of a search that has nothing to minimise or maximise, the first."""
        if not self._optimises:
            return next(self, None)
        return self._told(self._searching.advance(True))

    def resume(
        self, *, nodes: int | None = None, work: int | None = None, solutions: int | None = None, time_limit: float | None = None
    ) -> None:
        """Allows this much from here on, in place of the limits before."""
        self._searching.resume((nodes, work, solutions, time_limit))

    @property
    def statistics(self) -> Statistics:
        """What it has done so far."""
        return Statistics(**self._searching.statistics())

    @property
    def tree(self) -> Tree:
        """Its tree so far, as many nodes as were to be kept."""
        return Tree(self._model, self._labelling, self._searching.nodes())

    def __repr__(self) -> str:
        return f"Search({self._labelling!r}: {self.statistics})"
