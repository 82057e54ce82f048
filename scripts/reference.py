#!/usr/bin/env python3
"""scripts/reference.py FOLDER: a Markdown page for each package of hulldown, from signatures and docstrings.

The sources are read, not run, so that the pages need nothing installed.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

SRC = Path(__file__).resolve().parent.parent / "src"
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def public(body: list[ast.stmt]) -> Iterator[Definition]:
    """The functions and classes among these statements whose names are meant for everybody."""
    for node in body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield node


def signature(node: Definition) -> str:
    """The definition's first line as it would be written, without decorators and body."""
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(map(ast.unparse, node.bases))
        return f"class {node.name}({bases})" if bases else f"class {node.name}"
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){result}"


def fields(node: ast.ClassDef) -> Iterator[str]:
    """The annotated fields of a class, one line of a list each."""
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and not ast.unparse(statement.target).startswith("_"):
            yield f"- `{ast.unparse(statement)}`"


def entry(node: Definition, level: int) -> Iterator[str]:
    """Heading, signature and docstring of one definition, then what is public inside a class."""
    yield f"{'#' * level} {node.name}"
    yield f"```\n{signature(node)}\n```"
    if text := ast.get_docstring(node):
        yield text
    if isinstance(node, ast.ClassDef):
        if rows := list(fields(node)):
            yield "\n".join(rows)
        for inner in public(node.body):
            yield from entry(inner, level + 1)


def module_section(file: Path) -> Iterator[str]:
    """One module: its name, what it says of itself, its public definitions."""
    tree = ast.parse(file.read_text())
    dotted = ".".join(file.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")
    found = [part for node in public(tree.body) for part in entry(node, 3)]
    text = ast.get_docstring(tree)
    if found or text:
        yield f"## {dotted}"
        if text:
            yield text
        yield from found


def write_pages(folder: Path) -> None:
    """A page for each package, and an index of them."""
    folder.mkdir(parents=True, exist_ok=True)
    packages = sorted(init.parent for init in SRC.glob("hulldown/*/__init__.py"))
    for package in packages:
        parts = [part for file in sorted(package.rglob("*.py")) for part in module_section(file)]
        (folder / f"{package.name}.md").write_text("\n\n".join([f"# hulldown.{package.name}", *parts]) + "\n")
    index = "\n".join(f"- [hulldown.{package.name}]({package.name}.md)" for package in packages)
    (folder / "index.md").write_text(f"# Reference\n\n{index}\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("scripts/reference.py needs one folder to write to")
    write_pages(Path(sys.argv[1]))
