"""Logic puzzles with one solution, proved: make, solve, explain, grade and check them."""

from equipoise._equipoise import builtin

__all__ = ["builtin"]
