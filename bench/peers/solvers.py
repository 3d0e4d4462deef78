"""The solvers, and how each is called."""

import pathlib
import sys

import rows

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = HERE / ".build"
PYTHON = HERE / ".venv/bin/python"
# GNU Prolog's stacks do not grow: kilobytes for each.
STACKS = {"GLOBALSZ": "400000", "TRAILSZ": "400000", "CSTRSZ": "1000000", "LOCALSZ": "200000"}

# How each solver is called, before the number of solutions and the files.
PEERS = {
    "ours": lambda kind, limit: [HERE / "rust/target/release/ours"],
    "GNU Prolog": lambda kind, limit: [BUILD / "gnu" / kind],
    "SWI-Prolog": lambda kind, limit: [BUILD / "swi" / kind],
    "Gecode": lambda kind, limit: [sys.executable, HERE / "models/gecode/main.py", str(limit)],
    "CP-SAT": lambda kind, limit: [PYTHON, HERE / "models/cpsat/main.py"],
    "clingo": lambda kind, limit: [PYTHON, HERE / "models/clingo/main.py"],
    "Pumpkin": lambda kind, limit: [HERE / "rust/target/release/pumpkin"],
}

# Solvers in WebAssembly, to compare answers with; they are too slow to compare times with.
SECOND = {
    "Chuffed, WebAssembly": lambda kind, limit: ["node", HERE / "models/wasm/main.cjs", "chuffed"],
    "Gecode, WebAssembly": lambda kind, limit: ["node", HERE / "models/wasm/main.cjs", "gecode"],
}


def name(file):
    """A puzzle file as results name it."""
    return f"{'' if file.parent.parent == rows.INSTANCES else 'corpus:'}{file.parent.name}/{file.stem}"
