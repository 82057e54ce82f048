"""Vector files: golden cases worked out by hand, put to the rules themselves.

A file is a list of entries with `id`, `rules`, `given` (with `op` or `what`, the question), `expect`
and `derivation`, or an object with `ruleset` and `vectors`. Fields of `expect` must match exactly and
fields that are not listed are free; what a ruleset answers as a set is compared as a set, what it
answers as a fraction is written "5/12", and what it answers as a measure may be off by its slack. Beside a
field `tolerance` decimals may differ by that much.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from hulldown import rulesets
from hulldown.catalogue import CatalogueError, decode
from hulldown.conformance.answers import (
    Measure,
    NoAnswers,
    NotCovered,
    Question,
    UnorderedRows,
    Whole,
    answers_for,
)
from hulldown.rulesets.api.ruleset import Ruleset

ENDING = ".vectors.json"
ASKING = ("op", "what")  # fields of `given` that may name the question, the first that is there counts
TOLERANCE = "tolerance"
ROUNDING = 1e-9  # of a difference of two decimals


class BadVectors(ValueError):
    """A vector file that cannot be run; one line says why."""


@dataclass(frozen=True)
class Vector:
    """One golden case."""

    id: str
    rules: tuple[str, ...]
    given: Mapping[str, Any]
    expect: Mapping[str, Any]

    @property
    def question(self) -> str:
        """The name of the question."""
        return str(next(self.given[name] for name in ASKING if name in self.given))


@dataclass(frozen=True)
class Failure:
    """A vector whose answer differs from what it expects."""

    id: str
    expected: Any
    got: Any


@dataclass
class VectorReport:
    """What came of running vector files. `uncovered` lists those about rules not written yet."""

    ruleset: str
    total: int = 0
    passed: int = 0
    failed: list[Failure] = field(default_factory=list)
    uncovered: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not self.failed

    def as_dict(self) -> dict[str, Any]:
        """The fixed form that other programs read."""
        return asdict(self)


# ---------------------------------------------------------------- reading


def _entry(row: Any, where: str) -> Vector:
    if not isinstance(row, dict):
        raise BadVectors(f"{where}: not an object")
    for name, kind in (("id", str), ("given", dict), ("expect", dict)):
        if not isinstance(row.get(name), kind):
            raise BadVectors(f"{where}: {name!r} is missing or no {'text' if kind is str else 'object'}")
    asked = next((row["given"][name] for name in ASKING if name in row["given"]), None)
    if not isinstance(asked, str):
        raise BadVectors(f"{where} ({row['id']}): 'given' has no {' or '.join(map(repr, ASKING))}")
    rules = row.get("rules", [])
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise BadVectors(f"{where} ({row['id']}): 'rules' is no list of rule ids")
    return Vector(row["id"], tuple(rules), row["given"], row["expect"])


def _content(path: Path) -> Any:
    try:
        return json.loads(decode(path.read_bytes(), str(path)))
    except OSError as wrong:
        raise BadVectors(f"{path}: {wrong.strerror or 'cannot be read'}") from None
    except json.JSONDecodeError as wrong:
        raise BadVectors(f"{path}: line {wrong.lineno}: {wrong.msg}") from None
    except CatalogueError as wrong:
        raise BadVectors(str(wrong)) from None
    except RecursionError:
        raise BadVectors(f"{path}: not a JSON file") from None


def load_vectors(path: str | Path, ruleset: str = "") -> tuple[str, list[Vector]]:
    """The name of the ruleset and the vectors of a file; a ruleset that is named here goes before what the
    file says. BadVectors says in one line what is wrong."""
    path = Path(path)
    content = _content(path)
    name = path.name[: -len(ENDING)] if path.name.lower().endswith(ENDING) else ""
    if isinstance(content, dict):
        name = content.get("ruleset", name)
        content = content.get("vectors")
    if not isinstance(content, list):
        raise BadVectors(f"{path}: neither a list of vectors nor an object with 'vectors'")
    name = ruleset or name
    if not isinstance(name, str) or not name:
        raise BadVectors(
            f"{path}: names no ruleset: say --ruleset NAME, call it <ruleset>{ENDING} or give it a 'ruleset'"
        )
    vectors = [_entry(row, f"{path}: entry {number}") for number, row in enumerate(content, 1)]
    seen: set[str] = set()
    for vector in vectors:
        if vector.id in seen:
            raise BadVectors(f"{path}: two vectors are called {vector.id!r}")
        seen.add(vector.id)
    return name, vectors


# ---------------------------------------------------------------- comparing


def plain(value: Any) -> Any:
    """An answer as JSON shows it: fractions as text, sets as sorted lists."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, AbstractSet):
        return sorted(plain(part) for part in value)
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


def _fraction(text: Any) -> Fraction | None:
    try:
        return Fraction(text) if isinstance(text, str) else None
    except (ValueError, ZeroDivisionError):
        return None


def _same_members(expected: Any, got: AbstractSet[Any]) -> bool:
    if not isinstance(expected, list) or len(expected) != len(got):
        return False
    return sorted(expected, key=str) == sorted((plain(part) for part in got), key=str)


def _same_rows(expected: Any, got: UnorderedRows) -> bool:
    if not isinstance(expected, list) or len(expected) != len(got):
        return False
    left = list(got)
    for part in expected:
        match = next((row for row in left if matches(part, row)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _same_fields(expected: Mapping[str, Any], got: Any) -> bool:
    if not isinstance(got, Mapping) or (isinstance(got, Whole) and got.keys() != expected.keys()):
        return False
    slack = _fraction(str(expected.get(TOLERANCE, "")))
    for key, part in expected.items():
        if slack is not None and (key == TOLERANCE or _near(part, got.get(key), slack)):
            continue
        if key not in got or not matches(part, got[key]):
            return False
    return True


def _near(expected: Any, got: Any, slack: Fraction) -> bool:
    """Whether two decimals differ by no more than a tolerance."""
    return isinstance(expected, float) and isinstance(got, float) and abs(expected - got) <= slack


def matches(expected: Any, got: Any) -> bool:
    """Whether an answer is the one expected: see the head of this module."""
    if isinstance(got, Fraction):
        return _fraction(expected) == got
    if isinstance(got, AbstractSet):
        return _same_members(expected, got)
    if isinstance(got, UnorderedRows):
        return _same_rows(expected, got)
    if isinstance(got, Measure):
        return type(expected) in (int, float) and abs(expected - got) <= got.slack + ROUNDING
    if isinstance(expected, dict):
        return _same_fields(expected, got)
    if isinstance(expected, list):
        if not isinstance(got, list | tuple) or len(got) != len(expected):
            return False
        return all(matches(part, value) for part, value in zip(expected, got, strict=True))
    return type(expected) is type(got) and bool(expected == got)


# ---------------------------------------------------------------- running


def _ask(vector: Vector, questions: Mapping[str, Question]) -> Any:
    """The ruleset's answer; what goes wrong inside is an answer too. NotCovered passes through."""
    if vector.question not in questions:
        return {"error": f"the ruleset answers no question {vector.question!r}"}
    try:
        return questions[vector.question](vector.given)
    except NotCovered:
        raise
    except Exception as wrong:
        return {"error": f"{type(wrong).__name__}: {wrong}".splitlines()[0]}


def _run(vectors: list[Vector], questions: Mapping[str, Question], report: VectorReport) -> None:
    for vector in vectors:
        report.total += 1
        try:
            got = _ask(vector, questions)
        except NotCovered:
            report.uncovered.append(vector.id)
            continue
        if matches(vector.expect, got):
            report.passed += 1
        else:
            report.failed.append(Failure(vector.id, vector.expect, plain(got)))


def _ruleset(name: str) -> Ruleset:
    try:
        return rulesets.get(name)
    except rulesets.UnknownRuleset as wrong:
        raise BadVectors(str(wrong)) from None


def run_vectors(
    paths: str | Path | Sequence[str | Path],
    ruleset: Ruleset | None = None,
    answers: Mapping[str, Question] | None = None,
) -> VectorReport:
    """Put every vector of one or several files of one ruleset to its rules.

    `ruleset` goes before what the files say, and may be one that is not registered by name. `answers` are
    those of the ruleset; by default each file's are sought beside and above it. BadVectors says in one line
    what is wrong with a file; a vector that cannot be answered fails and says why.
    """
    known = ruleset.id if ruleset else ""
    files = [Path(path) for path in ([paths] if isinstance(paths, str | Path) else paths)]
    read = [load_vectors(path, known) for path in files]
    named = sorted({name for name, _ in read})
    if ruleset is None and len(named) != 1:
        raise BadVectors(f"files of one ruleset at a time: these are of {', '.join(named) or 'none'}")
    report = VectorReport((ruleset or _ruleset(named[0])).id)
    for path, (_, vectors) in zip(files, read, strict=True):
        try:
            questions = answers_for(report.ruleset, path) if answers is None else answers
        except NoAnswers as none:
            raise BadVectors(str(none)) from None
        _run(vectors, questions, report)
    return report
