"""Logic puzzles with one solution, proved: make, solve, explain, grade, check and score them.

>>> import equipoise
>>> puzzle = equipoise.generate("aztec", size=3, seed=1)
>>> puzzle.solve().board
[[2], [1, 2], [4, 3, 6]]
>>> puzzle.grade().difficulty
'gentle'

Errors are subclasses of :class:`Error`, and say what is wrong, where, and what was expected. All functions and methods
that may take long take ``time_limit``, a number of seconds; Ctrl-C ends them, and other threads go on while they work.
"""

from equipoise._dataset import Dataset, dataset
from equipoise._equipoise import (
    Certificate,
    Drawing,
    Explanation,
    Generator,
    Grade,
    Hint,
    Judgement,
    Kind,
    Puzzle,
    Score,
    Search,
    Solution,
    Step,
    Verdict,
    Violation,
    builtin,
    experiments,
    kind,
    kinds,
    load,
    matrix,
    open,
    print_book,
    read,
    read_all,
    run_experiment,
    score,
)
from equipoise._errors import (
    ArgumentError,
    Error,
    ImpossibleError,
    LimitError,
    NoneFoundError,
    NoSolutionError,
    NotFoundError,
    ReadError,
    SeveralSolutionsError,
    TooLargeError,
    WrongTypeError,
)
from equipoise._generate import generate, generate_iter, generate_many

__all__ = [
    "ArgumentError",
    "Certificate",
    "Dataset",
    "Drawing",
    "Error",
    "Explanation",
    "Generator",
    "Grade",
    "Hint",
    "ImpossibleError",
    "Judgement",
    "Kind",
    "LimitError",
    "NoSolutionError",
    "NoneFoundError",
    "NotFoundError",
    "Puzzle",
    "ReadError",
    "Score",
    "Search",
    "SeveralSolutionsError",
    "Solution",
    "Step",
    "TooLargeError",
    "Verdict",
    "Violation",
    "WrongTypeError",
    "builtin",
    "dataset",
    "experiments",
    "generate",
    "generate_iter",
    "generate_many",
    "kind",
    "kinds",
    "load",
    "matrix",
    "open",
    "print_book",
    "read",
    "read_all",
    "run_experiment",
    "score",
]
