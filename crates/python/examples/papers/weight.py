"""The model of the paper about Weight: along each bar a running torque and a running total."""

from __future__ import annotations

from typing import Any

from equipoise.fd import Model, Var, all_different

#: What the paper compares: its annex II.
LABELLINGS = ["ffc,step,up", "leftmost,step,up", "ffc,bisect,up", "ffc,step,down"]
DEFAULT = "ffc"


def pose(puzzle: dict[str, Any]) -> tuple[Model, list[Var]]:
    """The model of a puzzle as JSON, and the variables that are labelled."""
    model = Model()
    bars: list[list[tuple[int, Var | int]]] = []  # Of each bar: where a weight or a bar hangs.
    leaves: list[Var] = []
    count = _leaves(puzzle["tree"])
    made = model.vars((f"w{i + 1}" for i in range(count)), 1, count)

    def hang(things: list[dict[str, Any]]) -> int:
        number = len(bars)
        bars.append([])
        for thing in things:
            if "bar" in thing:
                bars[number].append((thing["at"], hang(thing["bar"])))
                continue
            leaf = made[len(leaves)]
            leaves.append(leaf)
            if thing.get("weight"):
                model.add(leaf == thing["weight"])
            bars[number].append((thing["at"], leaf))
        return number

    hang(puzzle["tree"])
    model.add(all_different(leaves, "domain"))
    totals: dict[int, Var] = {}
    for number in reversed(range(len(bars))):
        weights = [(at, hangs if isinstance(hangs, Var) else totals[hangs]) for at, hangs in bars[number]]
        totals[number] = running(model, [(1, weight) for _, weight in weights])
        model.add(running(model, weights) == 0)
    return model, leaves


def running(model: Model, terms: list[tuple[int, Var]]) -> Var:
    """A sum, with a variable for every sum on the way."""
    so_far, least, most = model.var(0, 0), 0, 0
    for coefficient, x in terms:
        ends = coefficient * x.domain[0], coefficient * x.domain[-1]
        least, most = least + min(ends), most + max(ends)
        after = model.var(least, most)
        model.add(so_far + coefficient * x == after)
        so_far = after
    return so_far


def _leaves(things: list[dict[str, Any]]) -> int:
    return sum(_leaves(thing["bar"]) if "bar" in thing else 1 for thing in things)
