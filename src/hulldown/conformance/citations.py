"""Where the ids of a rulebook are cited: in code, in data, in vectors and in tests.

Sources are read, not run. A range such as "TC-7.3 to TC-7.8" cites every id in between.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hulldown.conformance.sources import read_source
from hulldown.conformance.vectors import read_vectors
from hulldown.rulesets.api.ruleset import Ruleset


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

    `uncoded.toml` is left out: there a ruleset lists what is not code.
    """
    folder = folder_of(ruleset)
    yield from in_sources(folder.rglob("*.py"), folder, ruleset.prefix, "code")
    for file in sorted(folder.rglob("*.toml")):
        if file.name == "uncoded.toml":
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
