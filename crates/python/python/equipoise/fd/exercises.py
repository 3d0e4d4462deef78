"""Exercises that mark themselves: each of these functions says in a sentence why an answer is not right yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from random import Random

from equipoise.fd._model import Model
from equipoise.fd._search import Search, Stopped

#: For each variable, its values.
Domains = Sequence[set[int]]


def at_most_nodes(search: Search, nodes: int) -> str:
    """Does a search go through its whole tree in so few nodes?

    >>> from equipoise.fd import Model, all_different
    >>> model = Model()
    >>> queens = model.vars(8, 0, 7)
    >>> for step in (-1, 0, 1):
    ...     model.add(all_different(queen + step * i for i, queen in enumerate(queens)))
    >>> print(at_most_nodes(model.search("leftmost", queens), 500))
    Not yet: 831 nodes; the exercise asks for at most 500.
    """
    try:
        for _ in search:
            pass
    except Stopped as stopped:
        return f"Not yet: the search was stopped ({stopped})."
    used = search.statistics.nodes
    if used <= nodes:
        return f"Right: {used} nodes, and at most {nodes} were allowed."
    return f"Not yet: {used} nodes; the exercise asks for at most {nodes}."


def sound_propagator(
    propagate: Callable[[list[set[int]]], Iterable[Iterable[int]]],
    holds: Callable[..., bool],
    variables: int,
    values: Iterable[int],
    cases: int = 300,
    complete: bool = False,
) -> str:
    """Does a propagator keep every value that some solution has?

    `propagate` takes the domains, a set for each variable, and returns what is left of each; `holds` says what the
    constraint means. Random domains are tried, and the first one that goes wrong is shown. With `complete`, nothing may be
    left that no solution has.

    >>> def less(domains):
    ...     x, y = domains
    ...     return [{v for v in x if v < min(y)}, y]
    >>> print(sound_propagator(less, lambda x, y: x < y, 2, range(4)))
    Not yet: it removes too much. With x0 in {0, 2}, x1 in {1, 3} it removes 2 from x0, but x0 = 2, x1 = 3 is a solution.
    """
    random, pool = Random(1), sorted(values)
    # From small cases to large ones: the first that goes wrong is easy to look at.
    domains_of = [[_some(random, pool, 1 + case * len(pool) // cases) for _ in range(variables)] for case in range(cases)]
    for domains in domains_of:
        given = [set(domain) for domain in domains]
        left = [set(domain) for domain in propagate(given)]
        if len(left) != variables:
            return f"Not yet: it returns {len(left)} domains; expected {variables}, one for each variable."
        solutions = [values for values in product(*domains) if holds(*values)]
        case = ", ".join(f"x{i} in {{{', '.join(map(str, sorted(domain)))}}}" for i, domain in enumerate(domains))
        for i in range(variables):
            if left[i] - domains[i]:
                return f"Not yet: with {case} it adds {min(left[i] - domains[i])} to x{i}; a propagator only removes."
            for value in sorted(domains[i]):
                witness = next((found for found in solutions if found[i] == value), None)
                if witness is not None and value not in left[i]:
                    shown = ", ".join(f"x{j} = {found}" for j, found in enumerate(witness))
                    return f"Not yet: it removes too much. With {case} it removes {value} from x{i}, but {shown} is a solution."
                if complete and solutions and witness is None and value in left[i]:
                    return f"Not yet: it removes too little. With {case} it leaves {value} in x{i}, which no solution has."
    return f"Right: {cases} random cases, and no solution is lost{', nothing is left over' if complete else ''}."


def _some(random: Random, pool: list[int], most: int) -> set[int]:
    return set(random.sample(pool, random.randint(1, max(1, min(most, len(pool))))))


def same_solutions(mine: Model, expected: Iterable[Sequence[int]]) -> str:
    """Does a model have just these solutions, with the values of its variables in their order?

    >>> model = Model()
    >>> x, y = model.vars("xy", 1, 3)
    >>> model.add(x < y)
    >>> print(same_solutions(model, [(1, 2), (1, 3)]))
    Not yet: x = 2, y = 3 is a solution of the model, but not of the problem.
    """
    wanted = {tuple(values) for values in expected}
    found = set()
    for solution in mine.search():
        values = tuple(solution[var] for var in mine.variables)
        if values not in wanted:
            return f"Not yet: {solution} is a solution of the model, but not of the problem."
        found.add(values)
    for values in wanted - found:
        shown = ", ".join(f"{var} = {value}" for var, value in zip(mine.variables, values))
        return f"Not yet: {shown} is a solution of the problem, but not of the model."
    return f"Right: the same {len(wanted)} solutions."
