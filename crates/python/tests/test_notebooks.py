"""The notebooks run from top to bottom, and their exercises know right from wrong."""

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = Path(__file__).parent.parent.parent.parent / "docs/notebooks"

#: What a student may write: a text of the notebook, and what to put in its place.
ANSWERS = {
    "1-a-first-model": {
        "    # Something is missing here.\n": (
            "    model.add(sum(column) == 15 for column in (cells[0::3], cells[1::3], cells[2::3]))\n"
            "    model.add(cells[0] + cells[4] + cells[8] == 15, cells[2] + cells[4] + cells[6] == 15)\n"
        ),
        "    # Add comparisons of corners here.\n": (
            "    model.add(top_left < top_right, top_left < bottom_left, top_left < bottom_right)\n"
            "    model.add(top_right < bottom_left)\n"
        ),
    },
    "2-labelling-strategies": {
        'mine = "leftmost,step,up"': 'mine = "dom_w_deg,enum,down"',
        "for row in by_row for cell in row]": "for row in reversed(by_row) for cell in row]",
    },
    "3-propagation-step-by-step": {
        "{v for v in x if v < 10 - min(y)}": "{v for v in x if 10 - v in y}",
        "{v for v in y if v < 10 - min(x)}": "{v for v in y if 10 - v in x}",
    },
    "4-a-rule-file": {
        '"rule diagonal at diagonal in diagonals: different(diagonal)\\n", ""\n': (
            '"rule diagonal at diagonal in diagonals: different(diagonal)\\n",\n'
            '    "rule heavy at diagonal in diagonals: sum(diagonal) > n\\n",\n'
        ),
    },
}


def run(name: str, answers: dict[str, str]) -> str:
    """Runs the cells as a notebook does, where the value of a last expression is shown; returns all that was shown."""
    book = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))
    code = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]
    for cell in book["cells"]:
        assert cell.get("outputs", []) == [] and cell.get("execution_count") is None, "outputs are stripped"
    for old, new in answers.items():
        assert sum(old in cell for cell in code) == 1, old
        code = [cell.replace(old, new) for cell in code]
    shown, space = io.StringIO(), {"__name__": name}
    with contextlib.redirect_stdout(shown):
        for number, cell in enumerate(code):
            body = ast.parse(cell, f"{name}, cell {number + 1}")
            last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
            exec(compile(body, f"{name}, cell {number + 1}", "exec"), space)
            if isinstance(last, ast.Expr):
                show(eval(compile(ast.Expression(last.value), f"{name}, cell {number + 1}", "eval"), space))
    return shown.getvalue()


def show(value: Any) -> None:
    """As a notebook: its drawing if it has one."""
    for method in ("_repr_html_", "_repr_svg_"):
        if hasattr(value, method):
            print(getattr(value, method)())
            return
    if value is not None:
        print(repr(value))


def test_the_first_notebook() -> None:
    shown = run("1-a-first-model", {})
    assert "<svg" in shown and shown.count("Not yet") == 2
    assert run("1-a-first-model", ANSWERS["1-a-first-model"]).count("Right") == 2


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_every_notebook(name: str) -> None:
    shown = run(name, {})
    assert "Not yet" in shown and "Right" not in shown
    answered = run(name, ANSWERS[name])
    assert "Right" in answered and "Not yet" not in answered


def test_there_are_answers_for_every_notebook() -> None:
    assert sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")) == sorted(ANSWERS)
