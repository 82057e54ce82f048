"""Notebooks without Jupyter: their cells, run in order in one namespace, and what they show as Markdown."""

import ast
import io
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Cell:
    """A cell as it is written: of text or of code."""

    code: bool
    source: str


@dataclass(frozen=True)
class Shown:
    """What a cell of code shows: what it prints, and the value of its last line (None: nothing)."""

    printed: str
    value: Any


def cells(file: Path) -> list[Cell]:
    """The cells of a notebook file of format 4."""
    data = json.loads(file.read_text(encoding="utf-8"))
    return [Cell(cell["cell_type"] == "code", "".join(cell["source"])) for cell in data["cells"]]


def outputs(file: Path) -> int:
    """How many outputs the file has stored."""
    data = json.loads(file.read_text(encoding="utf-8"))
    return sum(len(cell.get("outputs", ())) for cell in data["cells"])


def carried_out(source: str, names: dict[str, Any]) -> Shown:
    """A cell of code, carried out among the names of those before it."""
    lines = ast.parse(source).body
    last = lines.pop() if lines and isinstance(lines[-1], ast.Expr) else None
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(ast.Module(lines, []), "<cell>", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if last else None
    return Shown(printed.getvalue(), value)


def run(file: Path) -> Iterator[tuple[Cell, Shown]]:
    """A notebook carried out from its first cell to its last."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells(file):
        yield cell, carried_out(cell.source, names) if cell.code else Shown("", None)


def page(file: Path, pictures: Path) -> str:
    """A notebook as a page: text, code and what it shows. Pictures go into a folder beside it."""
    pictures.mkdir(parents=True, exist_ok=True)
    parts: list[str] = []
    for number, (cell, shown) in enumerate(run(file)):
        parts.append(f"```python\n{cell.source}\n```" if cell.code else cell.source)
        if shown.printed:
            parts.append(f"```text\n{shown.printed.rstrip()}\n```")
        if shown.value is not None:
            parts.append(value_shown(shown.value, pictures, f"{file.stem}-{number}"))
    parts.insert(1, f"[The notebook]({file.name}), to run it yourself.")
    return "\n\n".join(parts) + "\n"


def value_shown(value: Any, pictures: Path, name: str) -> str:
    """The last line of a cell as a notebook shows it: a picture, HTML or text."""
    if drawn := getattr(value, "_repr_svg_", None):
        (pictures / f"{name}.svg").write_text(drawn(), encoding="utf-8")
        return f"![What the cell shows]({pictures.name}/{name}.svg)"
    if written := getattr(value, "_repr_html_", None):
        return f'<div class="output">\n{written()}\n</div>'
    return f"```text\n{value!r}\n```"
