"""Puzzles, from Python."""

import equipoise


def test_there_are_built_in_puzzles() -> None:
    assert "gap/seed-1" in equipoise.builtin()
