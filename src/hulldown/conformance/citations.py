"""Where the ids of a rulebook are cited: in code, each file of it parsed once, in data, vectors and tests."""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hulldown.conformance.vectors import read_vectors
from hulldown.rulesets.api.ruleset import Ruleset

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
    """A file: its top-level functions, classes and codes by name, the rest under "", and its attributes."""

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
        if name := _defined(node):
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
            while isinstance(node, ast.Assign) and lines[first - 2].startswith("# "):
                first -= 1  # what codes are stands above them
            pieces.append((name, "\n".join(lines[first - 1 : node.end_lineno])))
            rest[first - 1 : node.end_lineno] = [""] * ((node.end_lineno or first) - first + 1)
    return [*pieces, ("", "\n".join(rest))]


def _defined(node: ast.stmt) -> str:
    """The name of a function, a class, or codes in one line: `Gates = IntEnum("Gates", ...)`."""
    if isinstance(node, Definition):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
        target, made_by = node.targets[0], node.value.func
        if isinstance(target, ast.Name) and isinstance(made_by, ast.Name) and made_by.id == "IntEnum":
            return target.id
    return ""


# ---------------------------------------------------------------- citations
# Where the ids of a rulebook are cited: in code, in data, in vectors and in tests.
#
# Sources are read, not run. A range such as "TC-7.3 to TC-7.8" cites every id in between.


@dataclass(frozen=True)
class Citation:
    """One place that cites a rule: `kind` is code, data, vector, answer or test; `where` names it."""

    rule: str
    kind: str
    where: str


def ids_in(text: str, prefix: str) -> Iterator[str]:
    """The ids of rules in a text, ranges told apart, each once."""
    if f"{prefix}-" not in text:
        return
    pattern = rf"\b{prefix}-(\d+)\.(\d+)"
    seen = dict.fromkeys(f"{prefix}-{a}.{b}" for a, b in re.findall(pattern, text))
    for chapter, low, other, high in re.findall(rf"{pattern} to {pattern}", text):
        if chapter == other:
            seen |= dict.fromkeys(f"{prefix}-{chapter}.{n}" for n in range(int(low), int(high) + 1))
    yield from seen


# ---------------------------------------------------------------- reading


def in_sources(files: Iterable[Path], root: Path, prefix: str, kind: str) -> Iterator[Citation]:
    """Citations in Python files, by function or class."""
    for file in sorted(files):
        module = ".".join(file.relative_to(root).with_suffix("").parts)
        for name, text in read_source(file).pieces:
            for rule in ids_in(text, prefix):
                yield Citation(rule, kind, f"{module}.{name}" if name else module)


def folder_of(ruleset: Ruleset) -> Path:
    """The folder that a ruleset is written in."""
    file = sys.modules[ruleset.state.__module__].__file__
    if file is None:
        raise ValueError(f"{ruleset.name} is written in no folder")
    return Path(file).parent


def in_code(ruleset: Ruleset) -> Iterator[Citation]:
    """Citations in a ruleset's own folder: functions, reasons, events, data files.

    `uncoded.toml` is left out: there a ruleset lists what is not code. So is what an editor begins with.
    """
    folder = folder_of(ruleset)
    yield from in_sources(folder.rglob("*.py"), folder, ruleset.prefix, "code")
    for file in sorted(folder.rglob("*.toml")):
        if file.name in ("uncoded.toml", "scenario.toml"):
            continue
        for rule in ids_in(file.read_text(encoding="utf-8"), ruleset.prefix):
            yield Citation(rule, "data", file.relative_to(folder).as_posix())


def in_vectors(path: Path, prefix: str) -> Iterator[Citation]:
    """The rules that the vectors of a file name."""
    for vector in read_vectors(path)[1]:
        for rule in ids_in(" ".join(vector.rules), prefix):
            yield Citation(rule, "vector", vector.id)


def in_tests(folder: Path, prefix: str) -> Iterator[Citation]:
    """The rules that tests name, by function."""
    yield from in_sources(folder.rglob("test_*.py"), folder, prefix, "test")


# ---------------------------------------------------------------- judging


def by_rule(citations: Iterable[Citation]) -> dict[str, list[Citation]]:
    """Citations under the rule they cite."""
    result: dict[str, list[Citation]] = defaultdict(list)
    for citation in citations:
        result[citation.rule].append(citation)
    return dict(result)


def unknown_ids(ruleset: Ruleset, citations: Iterable[Citation]) -> list[str]:
    """Citations of rules that the rulebook does not have."""
    rules = ruleset.files.rulebook().rules
    return [f"{citation.where} cites {citation.rule}" for citation in citations if citation.rule not in rules]


def uncited_ids(ruleset: Ruleset, citations: Iterable[Citation]) -> list[str]:
    """Rules that nothing cites and that the ruleset does not call prose or later."""
    done = {citation.rule for citation in citations} | ruleset.checks.uncoded().keys()
    return [rule for rule in ruleset.files.rulebook().rules if rule not in done]


def overdue_ids(ruleset: Ruleset) -> list[str]:
    """Ids that the ruleset calls prose or later and that its rulebook does not have."""
    return [rule for rule in ruleset.checks.uncoded() if rule not in ruleset.files.rulebook().rules]
