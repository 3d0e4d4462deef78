"""The modelling layer: against brute force, at its limits, and with what makes no sense."""

import itertools
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import equipoise.fd as fd
import pytest
from equipoise.fd import Constraint, Model, Stopped, Var
from equipoise.fd.exercises import at_most_nodes, same_solutions, sound_propagator


def queens(n: int) -> tuple[Model, list[Var]]:
    model = Model()
    rows = model.vars(n, 0, n - 1)
    for step in (-1, 0, 1):
        model.add(fd.all_different(row + step * i for i, row in enumerate(rows)))
    return model, rows


# Each constraint over x, y, z, and what it means.
MEANINGS: dict[str, tuple[Callable[[Var, Var, Var], Constraint], Callable[[int, int, int], bool]]] = {
    "sum": (lambda x, y, z: 2 * x - y + 3 == z, lambda x, y, z: 2 * x - y + 3 == z),
    "less": (lambda x, y, z: x + y < z, lambda x, y, z: x + y < z),
    "greater": (lambda x, y, z: x > z - y, lambda x, y, z: x > z - y),
    "at least": (lambda x, y, z: 2 * x >= y + z, lambda x, y, z: 2 * x >= y + z),
    "differs": (lambda x, y, z: x != y + z, lambda x, y, z: x != y + z),
    "literal": (lambda x, y, z: 3 - x <= 1, lambda x, y, z: 3 - x <= 1),
    "reflected": (lambda x, y, z: 2 == x, lambda x, y, z: x == 2),  # type: ignore[dict-item,return-value]
    "product": (lambda x, y, z: x * y == z, lambda x, y, z: x * y == z),
    "square": (lambda x, y, z: (x - y) ** 2 == z, lambda x, y, z: (x - y) ** 2 == z),
    "floor": (lambda x, y, z: x // 2 == z - y, lambda x, y, z: x // 2 == z - y),
    "floor by": (lambda x, y, z: (y != 0) & (z == x // y), lambda x, y, z: y != 0 and z == x // y),
    "modulo": (lambda x, y, z: x % 3 == y, lambda x, y, z: x % 3 == y),
    "abs": (lambda x, y, z: abs(x - y) == z, lambda x, y, z: abs(x - y) == z),
    "or": (lambda x, y, z: (x == 1) | (y > z), lambda x, y, z: x == 1 or y > z),
    "and": (lambda x, y, z: (x <= y) & (y <= z), lambda x, y, z: x <= y <= z),
    "not": (lambda x, y, z: ~((x <= y) & (y <= z)), lambda x, y, z: not x <= y <= z),
    "not equal": (lambda x, y, z: ~(x + y == z), lambda x, y, z: x + y != z),
    "implies": (lambda x, y, z: (x == 2).implies(y < z), lambda x, y, z: x != 2 or y < z),
    "iff": (lambda x, y, z: (x == 2).iff(y < z), lambda x, y, z: (x == 2) == (y < z)),
    "different": (lambda x, y, z: fd.all_different([x, y + 1, z]), lambda x, y, z: len({x, y + 1, z}) == 3),
    "element": (lambda x, y, z: fd.element([2, 0, 1], x, z), lambda x, y, z: 0 <= x < 3 and [2, 0, 1][x] == z),
    "element of": (lambda x, y, z: fd.element([y, 3, x], x, z), lambda x, y, z: 0 <= x < 3 and [y, 3, x][x] == z),
    "table": (lambda x, y, z: fd.table([x, z], [(1, 2), (3, -1)]), lambda x, y, z: (x, z) in [(1, 2), (3, -1)]),
    "count": (lambda x, y, z: fd.count([x, y, z], 1, (1, 2)), lambda x, y, z: 1 <= [x, y, z].count(1) <= 2),
    "count var": (lambda x, y, z: fd.count([x, y], 1, z), lambda x, y, z: [x, y].count(1) == z),
    "cardinality": (lambda x, y, z: fd.cardinality([x, y, z], {1: 1, 2: (0, 1)}), lambda x, y, z: [x, y, z].count(1) == 1 and [x, y, z].count(2) <= 1),
    "max": (lambda x, y, z: fd.maximum([x, y], z), lambda x, y, z: max(x, y) == z),
    "min": (lambda x, y, z: fd.minimum([x, y - 1], z), lambda x, y, z: min(x, y - 1) == z),
    "in": (lambda x, y, z: x.is_in([3, 1]), lambda x, y, z: x in (1, 3)),
    "circuit": (lambda x, y, z: fd.circuit([x, y, z]), lambda x, y, z: (x, y, z) in [(1, 2, 0), (2, 0, 1)]),
    "inverse": (lambda x, y, z: fd.inverse([x, y, z], [z, x, y]), lambda x, y, z: sorted((x, y, z)) == [0, 1, 2] and all([z, x, y][v] == i for i, v in enumerate((x, y, z)))),
    "lex": (lambda x, y, z: fd.lex_less([x, y], [y, z]), lambda x, y, z: (x, y) < (y, z)),
    "lex at most": (lambda x, y, z: fd.lex_less([x, y], [y, z], strict=False), lambda x, y, z: (x, y) <= (y, z)),
    "regular": (lambda x, y, z: fd.regular([x, y, z], {(0, 1): 1, (1, 2): 0, (0, 0): 0}, 0, [0]), lambda x, y, z: (x, y, z) in [(0, 0, 0), (1, 2, 0), (0, 1, 2)]),
    "precede": (lambda x, y, z: fd.value_precede([x, y, z], [1, 2]), lambda x, y, z: 2 not in (x, y, z) or (1 in (x, y, z) and (x, y, z).index(1) < (x, y, z).index(2))),
    "quotient": (lambda x, y, z: fd.quotient(x, y, z), lambda x, y, z: y != 0 and x == y * z),
    "remainder": (lambda x, y, z: fd.remainder(x, y, z), lambda x, y, z: y != 0 and x - y * int(x / y) == z),
}


@pytest.mark.parametrize("name", MEANINGS)
def test_a_constraint_means_what_python_means(name: str) -> None:
    made, meaning = MEANINGS[name]
    model = Model()
    x, y, z = model.vars("xyz", -2, 4)
    model.add(made(x, y, z))
    found = [(s[x], s[y], s[z]) for s in model.search("ff")]
    assert len(found) == len(set(found))
    assert set(found) == {values for values in itertools.product(range(-2, 5), repeat=3) if meaning(*values)}


def test_solutions_break_nothing_and_are_mappings() -> None:
    model, rows = queens(6)
    solutions = list(model.search("ffc,bisect,down", rows, tree=100))
    assert len(solutions) == 4 == model.count() == len(set(solutions))
    for solution in solutions:
        assert model.broken(solution) == []
        assert dict(solution) == {row: solution[row] for row in rows}
        assert solution.value(rows[0] - 2 * rows[1] + 5) == solution[rows[0]] - 2 * solution[rows[1]] + 5
    assert "<table>" in solutions[0]._repr_html_()
    with pytest.raises(KeyError):
        solutions[0][queens(6)[1][0]]


def test_every_labelling_finds_the_same() -> None:
    for variable in "leftmost min max ff anti_first_fail occurrence ffc max_regret random dom_w_deg".split():
        for value in "step enum bisect median middle random_value".split():
            model, rows = queens(5)
            assert model.count(f"{variable},{value},down", rows) == 10


def test_the_best_solution_is_proved() -> None:
    model = Model()
    taken = model.vars(4, 0, 2)
    weight, value = (sum(each * x for each, x in zip(numbers, taken)) for numbers in ([4, 5, 7, 9], [6, 8, 11, 15]))
    model.add(weight <= 17)
    best = model.maximise(value, "max_regret,down", taken)
    assert best is not None and best.value(value) == 27
    cheap = model.minimise(value)
    assert cheap is not None and cheap.value(value) == 0
    costs = [s.value(value) for s in model.search(over=taken, maximise=value)]
    assert costs == sorted(set(costs))
    model.add(weight >= 100)
    assert model.maximise(value) is None
    with pytest.raises(ValueError, match="found both"):
        model.search(minimise=weight, maximise=value)


def test_a_limit_is_never_an_answer() -> None:
    model, rows = queens(14)
    for limits in ({"nodes": 50}, {"work": 50}, {"time_limit": 0.0}, {"solutions": 3}):
        search = model.search("leftmost", rows, **limits)
        with pytest.raises(Stopped) as stopped:
            search.count()
        assert stopped.value.limit in ("nodes", "work", "time", "solutions")
        with pytest.raises(Stopped):
            next(search)
    search = model.search("leftmost", rows, nodes=10)
    found = 0
    while True:  # In slices, it visits the same nodes.
        try:
            next(search)
            found += 1
        except Stopped:
            search.resume(nodes=500)
        if found == 3:
            break
    whole = model.search("leftmost", rows)
    assert [next(whole) for _ in range(3)] and whole.statistics.solutions == 3
    assert abs(whole.statistics.nodes - search.statistics.nodes) <= 1
    begun = time.monotonic()
    with pytest.raises(Stopped, match="time"):
        queens(200)[0].count("leftmost", time_limit=0.3)
    assert time.monotonic() - begun < 1.3


def test_the_best_so_far_comes_with_the_limit() -> None:
    model = Model()
    x = model.vars(12, 0, 30)
    model.add(fd.all_different(x))
    cost = fd.total((i % 5 + 1) * v for i, v in enumerate(x))
    with pytest.raises(Stopped) as stopped:
        model.search(minimise=cost, over=x, nodes=300).best()
    assert stopped.value.best is not None and model.broken(stopped.value.best) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_control_c_ends_it_within_a_second() -> None:
    for work in (lambda: queens(60)[0].count("leftmost"), endless_propagation):
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        begun = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            work()
        assert time.monotonic() - begun < 1.5
        timer.join()


def endless_propagation() -> None:
    model = Model()
    x, y = model.vars("xy", 0, 1 << 30)
    model.add(x < y, y < x)
    model.propagate()


def test_searches_in_threads_and_left_alone() -> None:
    model, rows = queens(8)
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: counts.append(model.count("ff", rows))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(200):
        next(model.search())  # Dropped in the midst of it.
    for thread in threads:
        thread.join()
    assert counts == [92] * 4
    search = model.search("ff", rows)
    shared: list[fd.Solution] = []
    both = [threading.Thread(target=lambda: shared.extend(search)) for _ in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert len(shared) == 92


def test_the_tree_has_every_node() -> None:
    model, rows = queens(6)
    search = model.search("leftmost", rows, tree=10_000)
    assert search.count() == 4
    tree = search.tree
    assert len(tree) == search.statistics.nodes
    outcomes = [node.outcome for node in tree.nodes]
    assert outcomes.count("solution") == 4 and outcomes.count("failed") == search.statistics.backtracks
    for node in random.Random(1).sample(tree.nodes, 10):
        seen = model.propagate(*tree.path(node.number))
        assert seen.failed == (node.outcome == "failed")
        if not seen.failed:
            assert sum(len(seen[row]) > 1 for row in rows) == node.open
    assert tree.svg().startswith("<svg") and "<svg" in tree._repr_html_()
    assert len(model.search("leftmost", rows, tree=5).tree) == 0
    few = model.search("leftmost", rows, tree=5)
    few.count()
    assert len(few.tree) == 5 and few.tree.svg()


def test_propagation_says_who_removed_what() -> None:
    model = Model()
    x, y, z = model.vars("xyz", 1, 3)
    model.add(fd.all_different([x, y, z]), x < y)
    seen = model.propagate(y == 2)
    assert (seen[x], seen[y], seen[z]) == (range(1, 2), range(2, 3), range(3, 4))
    removed = {(var.name, value) for step in seen.steps for var, values in step.removed.items() for value in values}
    assert removed == {("x", 3), ("y", 1), ("x", 2), ("z", 2), ("z", 1)} or removed >= {("x", 3), ("y", 1), ("z", 2)}
    wrong = model.propagate(y == 2, x == 2)
    assert wrong.failed and "Contradiction" in str(wrong) and "<ol>" in wrong._repr_html_()
    with pytest.raises(KeyError):
        wrong[x]
    with pytest.raises(ValueError, match="about one variable"):
        model.propagate(x < y)


def wrong(call: Callable[[], Any], expected: type[Exception], match: str) -> None:
    with pytest.raises(expected, match=match):
        call()


def test_what_makes_no_sense_is_told() -> None:
    model = Model()
    x, y = model.vars("xy", 1, 9)
    other = Model().var(1, 9, "z")
    wrong(lambda: model.add(x < other), ValueError, "two models")
    wrong(lambda: model.add(other < 3), ValueError, "another model")
    wrong(lambda: bool(x < y), TypeError, "neither true nor false")
    wrong(lambda: 1 < x < 5, TypeError, "joined|join constraints")
    wrong(lambda: bool(x), TypeError, "no value")
    wrong(lambda: model.var(3), TypeError, "greatest value")
    wrong(lambda: model.var(3, 1), ValueError, "empty")
    wrong(lambda: model.var([]), ValueError, "empty")
    wrong(lambda: model.var(0, 1 << 31), ValueError, "2\\*\\*30")
    wrong(lambda: model.var([1.5]), TypeError, "whole numbers")  # type: ignore[list-item]
    wrong(lambda: x + "1", TypeError, "found '1'")  # type: ignore[operator]
    wrong(lambda: model.add(5), TypeError, "expected constraints")  # type: ignore[arg-type]
    wrong(lambda: model.add("x"), TypeError, "expected constraints")  # type: ignore[arg-type]
    wrong(lambda: model.count("fff"), ValueError, "unknown labelling option")
    wrong(lambda: model.count("ff,ffc"), ValueError, "exclude each other")
    wrong(lambda: model.search(time_limit=-1.0), ValueError, "seconds")
    wrong(lambda: model.search(over=[other]), ValueError, "another model")
    wrong(lambda: fd.all_different([1, 2]), ValueError, "at least one variable")
    wrong(lambda: model.add(fd.all_different([x, y], "strong")), ValueError, "strong")
    wrong(lambda: fd.table([x, y], [(1, 2, 3)]), ValueError, "rows of 2")
    wrong(lambda: fd.any_of([]), ValueError, "at least one")
    wrong(lambda: model.add(x * (1 << 61) + y * ((1 << 61) - 1) >= 0), ValueError, "overflow|too large")
    wrong(lambda: model.add(x * (1 << 90) >= 0), ValueError, "too large")
    deep = x == 1
    for _ in range(100):
        deep = ~(deep & (y == 2))
    wrong(lambda: model.add(deep), ValueError, "deeper")
    assert model.count() == 81
    model.add(sum([]) <= 3, [True, True])
    assert model.count() == 81
    model.add(False)
    assert model.count() == 0 and model.solve() is None


def test_python_can_hold_variables() -> None:
    model = Model()
    x, y = model.vars("xy", 1, 2)
    assert x in [y, x] and {x: 1, y: 2}[x] == 1 and len({x, y, x}) == 2 and [y, x].index(x) == 1
    assert str(2 * x - y - 3 + x) == "3*x - y - 3" and str(-x) == "-x" and str(x - x) in ("0*x", "0")
    assert repr(x + 2 <= y) == "x + 2 <= y"


def test_wide_values() -> None:
    model = Model()
    x, y = model.var(0, 1 << 30, "x"), model.var(2, 999, "y")
    model.add(x - 3_000_000 * y == 17)
    best = model.minimise(2 * x + y) if (1 << 31) < 0 else next(model.search(over=[y]))
    assert (best is not None) and (best[x], best[y]) == (6_000_017, 2)
    assert model.propagate()[y][0] == 2


def test_labellings_one_after_the_other() -> None:
    model, rows = queens(8)
    parts = [("ff", rows[:4]), ("leftmost,bisect", rows[4:])]
    assert sum(1 for _ in model.search(parts)) == 92
    assert sum(1 for _ in model.search("random", rows, seed=7, restarts=5)) == 92
    wrong(lambda: model.search(parts, rows), ValueError, "one labelling")


def test_minizinc_has_the_same_model() -> None:
    model, _ = queens(4)
    assert "alldifferent" in model.to_minizinc()


def test_exercises_mark_themselves() -> None:
    model, rows = queens(6)
    assert at_most_nodes(model.search("ff", rows), 1000).startswith("Right")
    assert at_most_nodes(model.search("leftmost", rows), 3).startswith("Not yet")
    assert "stopped" in at_most_nodes(model.search("leftmost", rows, nodes=2), 3)

    def less(domains: list[set[int]]) -> list[set[int]]:
        x, y = domains
        return [{v for v in x if v < max(y)}, {v for v in y if v > min(x)}]

    def less_or_equal(x: int, y: int) -> bool:
        return x <= y

    def is_less(x: int, y: int) -> bool:
        return x < y

    assert sound_propagator(less, is_less, 2, range(6), complete=True).startswith("Right")
    assert "removes too much" in sound_propagator(less, less_or_equal, 2, range(6))
    assert "removes too little" in sound_propagator(lambda given: given, is_less, 2, range(6), complete=True)
    assert "only removes" in sound_propagator(lambda given: [{99}, given[1]], is_less, 2, range(6))
    assert "domains" in sound_propagator(lambda given: given[:1], is_less, 2, range(6))
    assert same_solutions(model, [(1, 3, 5, 0, 2, 4)]).startswith("Not yet")
    assert same_solutions(model, [tuple(s[r] for r in rows) for s in model.search()]).startswith("Right")
