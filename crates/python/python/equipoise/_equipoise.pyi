__all__ = ["builtin"]

def builtin() -> list[str]:
    """The names of all built-in puzzles."""
