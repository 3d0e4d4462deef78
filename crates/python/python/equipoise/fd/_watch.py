"""Propagation step by step."""

from __future__ import annotations

import html
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Optional, Union

from equipoise.fd._expressions import Constraint, Values, Var, values_text

if TYPE_CHECKING:
    from equipoise.fd._model import Model

#: The removals; the stage and the constraint that failed; and what is left of each variable.
Seen = tuple[list[tuple[int, int, int, int]], Union[tuple[int, Optional[int]], None], list[list[tuple[int, int]]]]


@dataclass(frozen=True)
class Step:
    """What a constraint removed at one go: after `stage` of the facts."""

    stage: int
    constraint: str
    removed: dict[Var, tuple[int, ...]]

    def __str__(self) -> str:
        gone = "; ".join(f"{var} loses {values_text(values)}" for var, values in self.removed.items())
        return f"{self.constraint}: {gone}"


class Propagation:
    """What follows from the constraints of a model, and from facts, without search.

    >>> from equipoise.fd import Model
    >>> model = Model()
    >>> x, y = model.vars("xy", 1, 5)
    >>> model.add(x + 2 <= y)
    >>> seen = model.propagate(x == 2)
    >>> print(seen)
    x + 2 <= y: x loses 4, 5; y loses 1, 2
    Then x == 2
    x + 2 <= y: y loses 3
    Left: x in 2; y in 4, 5
    >>> seen[y]
    range(4, 6)
    """

    def __init__(self, model: Model, facts: list[Constraint], seen: Seen) -> None:
        removals, failed, ranges = seen
        self.facts = facts
        #: Whether it came to a contradiction: nothing satisfies the constraints and the facts.
        self.failed = failed is not None
        #: The constraint that failed; None where nothing did, or where a fact is itself impossible.
        self.conflict = None if failed is None or failed[1] is None else model._text_of(failed[1])
        self.steps: list[Step] = []
        for (stage, constraint), group in groupby(removals, key=lambda removal: (removal[0], removal[3])):
            removed: dict[Var, list[int]] = {}
            for _, var, value, _ in group:
                removed.setdefault(model._vars[var], []).append(value)
            gone = {var: tuple(values) for var, values in removed.items()}
            self.steps.append(Step(stage, model._text_of(constraint), gone))
        #: What is left of each variable; nothing after a contradiction.
        self.left: dict[Var, Values] = model._values(ranges)
        self._stage = None if failed is None else failed[0]
        self._shown = model.variables

    def __getitem__(self, var: Var) -> Values:
        if self.failed:
            raise KeyError("there was a contradiction: nothing is left")
        return self.left[var]

    def _lines(self) -> list[str]:
        lines: list[str] = []
        for stage in range(len(self.facts) + 1):
            if stage and (self._stage is None or stage <= self._stage):
                lines.append(f"Then {self.facts[stage - 1]}")
            lines.extend(str(step) for step in self.steps if step.stage == stage)
        if self.failed:
            lines.append(f"Contradiction: {self.conflict or 'this fact is impossible'}")
        else:
            lines.append("Left: " + "; ".join(f"{var} in {values_text(self.left[var])}" for var in self._shown))
        return lines

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _repr_html_(self) -> str:
        return "<ol>" + "".join(f"<li>{html.escape(line)}</li>" for line in self._lines()) + "</ol>"
