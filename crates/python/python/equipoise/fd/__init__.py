"""The constraint solver by itself: variables, constraints, search.

SEND + MORE = MONEY:

>>> from equipoise.fd import Model, all_different
>>> model = Model()
>>> s, e, n, d, m, o, r, y = letters = model.vars("SENDMORY", 0, 9)
>>> model.add(all_different(letters), s > 0, m > 0)
>>> send, more = 1000 * s + 100 * e + 10 * n + d, 1000 * m + 100 * o + 10 * r + e
>>> model.add(send + more == 10000 * m + 1000 * o + 100 * n + 10 * e + y)
>>> print(model.solve("ff"))
S = 9, E = 5, N = 6, D = 7, M = 1, O = 0, R = 8, Y = 2

`Model.search` takes a labelling by the names of SICStus Prolog, gives statistics by those of its `fd_statistics`, and
shows the tree; `Model.propagate` shows what follows without search, step by step; `Model.minimise` finds the best
solution and proves it. `equipoise.fd.exercises` marks what students do.
"""

from equipoise.fd._constraints import (
    absolute,
    all_different,
    bin_packing,
    cardinality,
    circuit,
    count,
    cumulative,
    diffn,
    disjunctive,
    division,
    element,
    inverse,
    lex_less,
    maximum,
    minimum,
    modulo,
    power,
    quotient,
    regular,
    remainder,
    table,
    times,
    value_precede,
)
from equipoise.fd._expressions import Constraint, Expression, Sum, Var, all_of, any_of, total
from equipoise.fd._model import Labelling, Model, reified
from equipoise.fd._search import Node, Search, Solution, Statistics, Stopped, Tree
from equipoise.fd._watch import Propagation, Step

__all__ = [
    "Constraint",
    "Expression",
    "Labelling",
    "Model",
    "Node",
    "Propagation",
    "Search",
    "Solution",
    "Statistics",
    "Step",
    "Stopped",
    "Sum",
    "Tree",
    "Var",
    "absolute",
    "all_different",
    "all_of",
    "any_of",
    "bin_packing",
    "cardinality",
    "circuit",
    "count",
    "cumulative",
    "diffn",
    "disjunctive",
    "division",
    "element",
    "inverse",
    "lex_less",
    "maximum",
    "minimum",
    "modulo",
    "power",
    "quotient",
    "regular",
    "reified",
    "remainder",
    "table",
    "times",
    "total",
    "value_precede",
]
