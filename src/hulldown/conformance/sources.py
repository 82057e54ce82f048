"""Python files as checks read them: each is parsed once a process, however many checks ask."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True)
class AttributeRead:
    """One `owner.name` of a source. `owner` is what stands before the dot where that is a name, `field` where
    it is an attribute itself: `options` in `s.options.fog`. `loaded` is False where it is written to.
    """

    owner: str
    field: str
    name: str
    line: int
    loaded: bool


@dataclass(frozen=True, slots=True)
class Source:
    """A file: its top-level functions and classes by name, the rest under "", and its attributes."""

    pieces: tuple[tuple[str, str], ...]
    attributes: tuple[AttributeRead, ...]
    decorated: tuple[str, ...]  # top-level functions with a decorator
    assigned: frozenset[str]  # top-level names that are given a value


def read_source(path: Path) -> Source:
    """A file, read again only when it has changed."""
    stat = path.stat()
    return _read(path, stat.st_mtime_ns, stat.st_size)


@cache
def _read(path: Path, _changed: int, _size: int) -> Source:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return Source(
        pieces=tuple(_pieces(text, tree)),
        attributes=tuple(_attribute(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)),
        decorated=tuple(node.name for node in functions if node.decorator_list),
        assigned=frozenset(
            target.id
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        ),
    )


def _attribute(node: ast.Attribute) -> AttributeRead:
    before = node.value
    return AttributeRead(
        before.id if isinstance(before, ast.Name) else "",
        before.attr if isinstance(before, ast.Attribute) else "",
        node.attr,
        node.lineno,
        isinstance(node.ctx, ast.Load),
    )


def _pieces(text: str, tree: ast.Module) -> list[tuple[str, str]]:
    lines, pieces = text.splitlines(), []
    rest = list(lines)
    for node in tree.body:
        if isinstance(node, Definition):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            pieces.append((node.name, "\n".join(lines[first - 1 : node.end_lineno])))
            rest[first - 1 : node.end_lineno] = [""] * ((node.end_lineno or first) - first + 1)
    return [*pieces, ("", "\n".join(rest))]
