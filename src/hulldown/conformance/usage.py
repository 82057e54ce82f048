"""Where each rule of a ruleset is used, for whoever reads it: what the citations come to, in words."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType

from hulldown.conformance.citations import by_rule, folder_of, in_code, in_tests, in_vectors
from hulldown.conformance.completeness import MARK, event_names, folder_of_tests, modules
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.enums import CodedEnum

SHIPPED = Path(sys.prefix, "share", "doc", "hulldown", "tests")  # where an installed package has its vectors


@dataclass
class Uses:
    """What carries a rule out and quotes it.

    `code` names functions with their file ("shooting.py: needed"), `log` what the log tells by it, `refusals`
    and `sums` the reasons against an order and the summands of a number that name it, in words; `files` the
    data that names it. `vectors` and `tests` count what proves it: None where they are not at hand.
    """

    code: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    sums: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    vectors: int | None = None
    tests: int | None = None


@cache
def uses(ruleset: Ruleset) -> dict[str, Uses]:
    """Of every rule where it is used; read once."""
    folder = folder_of(ruleset)
    result = {rule: Uses() for rule in ruleset.files.rulebook().rules}
    worded = {
        file for file, module in modules(ruleset) if event_names(file, module) or _codes(ruleset, module)
    }
    for citation in in_code(ruleset):
        if citation.rule not in result:
            continue
        if citation.kind == "data":
            result[citation.rule].files.append(citation.where)
        elif place := _function(folder, citation.where, worded):
            result[citation.rule].code.append(place)
    for rule, into, words in _words(ruleset):
        if rule in result and words not in getattr(result[rule], into):
            getattr(result[rule], into).append(words)
    _count(ruleset, result)
    return result


def _function(folder: Path, where: str, worded: set[Path]) -> str:
    """A function that cites a rule, with its file; "" for a whole module and what is told in words."""
    module, _, name = where.rpartition(".")
    whole = (folder / where.replace(".", "/")).with_suffix(".py").exists()
    if whole or not module or (folder / module.replace(".", "/")).with_suffix(".py") in worded:
        return ""
    return f"{module.replace('.', '/')}.py: {name}"


def _words(ruleset: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Rules with what quotes them: events, reasons against orders, summands."""
    for file, module in modules(ruleset):
        for kind in (getattr(module, name) for name in event_names(file, module)):
            for rule in kind.rules:
                yield rule, "log", kind.sentence or kind.name.replace("_", " ")
    for codes in (codes for _, module in modules(ruleset) for codes in _codes(ruleset, module)):
        into = "sums" if codes.__name__ == "Sum" else "refusals"
        for code in codes:
            if code.rule:
                yield code.rule, into, code.text or code.name.lower().replace("_", " ")


def _codes(ruleset: Ruleset, module: ModuleType) -> list[type[CodedEnum]]:
    """The codes that a module of reasons declares: one that has those of refusals or summands."""
    tables = ruleset.checks.tables.values()
    declared = {type(code).__module__ for codes, _ in tables for code in codes if isinstance(code, CodedEnum)}
    if module.__name__ not in declared:
        return []
    classes = (
        kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, CodedEnum)
    )
    codes = (kind for kind in classes if issubclass(kind, CodedEnum))
    return [kind for kind in codes if kind.__module__ == module.__name__]


def _count(ruleset: Ruleset, result: dict[str, Uses]) -> None:
    """Count what proves each rule, where vectors and tests are at hand."""
    tests = folder_of_tests(ruleset)
    vectors = (tests or SHIPPED) / "vectors" / f"{ruleset.id}.vectors.json"
    if vectors.exists():
        proven = by_rule(in_vectors(vectors, ruleset.prefix))
        for rule, entry in result.items():
            entry.vectors = len(proven.get(rule, ()))
    if tests:
        proven = by_rule(in_tests(tests / MARK / ruleset.id, ruleset.prefix))
        for rule, entry in result.items():
            entry.tests = len(proven.get(rule, ()))
