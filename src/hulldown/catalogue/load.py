"""TOML in, typed and validated data out; every mistake is named with file, line and field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from hulldown.catalogue.decoding import decode, strip_bom
from hulldown.catalogue.issue_text import to_issue
from hulldown.catalogue.issues import CatalogueError, Place, ValidationIssue, format_place, quote, shorten
from hulldown.catalogue.schema_names import with_published_names
from hulldown.catalogue.toml_lines import find_duplicate, line_index, nearest_line

LARGEST_FILE = 256 * 1024  # bytes; the largest file we ship has some ten thousand
DRAFT = "https://json-schema.org/draft/2020-12/schema"
LONGEST_MESSAGE = 200  # characters of what the TOML parser says
PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*"""  # of a key, as in units.A1.hex
DEEP = re.compile(rf"(?<![A-Za-z0-9_-])(?:{PART}\.[ \t]*){{32}}")  # the parser takes very long over such keys
# How the parser begins to speak of what is written twice.
TWICE = ("Cannot overwrite", "Cannot declare", "Duplicate inline", "Cannot redefine", "Cannot mutate")
# And of a key that it can't read.
NO_KEY = ("Invalid initial character", "Invalid statement", "Expected '=' after", "Expected ']")
QUOTES = "\"'"
BARE = re.compile(r"[A-Za-z0-9_-]+")
QUOTED_PART = r"\"[^\"]*\"|'[^']*'"
KEY_PART = re.compile(rf"{QUOTED_PART}|[^.{QUOTES}]+")
IN_KEY = rf"[^=\[\]#{QUOTES}]|{QUOTED_PART}"
KEY = re.compile(rf"[ \t]*(?P<brackets>\[{{0,2}})(?P<key>(?:{IN_KEY})+)[=\]]")
NAMES = re.compile(r"\((?:'[^']*'(?:, |,)?)+\)")  # how it writes a table: ('units', 'A1')


class Entry(BaseModel):
    """What every model of a catalogue file is: unknown keys refused, no guessing of types, frozen."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


@dataclass(frozen=True)
class OwnFile:
    """The text of a catalogue file that is read already, and its name in messages.

    Where it was given as plain `data`, that is what is judged: its problems name no line. Two are equal when
    their texts are.
    """

    name: str = field(compare=False)
    text: str
    data: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return self.name


Model = TypeVar("Model", bound=BaseModel)
Check = Callable[[Model], Iterable[ValidationIssue]]
Locate = Callable[[Place], tuple[str, int]]  # in which file a place is written, and on which line


def load(
    path: Path | OwnFile,
    model: type[Model],
    check: Check[Model] | None = None,
    shown: str = "",
    rule: str = "",
) -> Model:
    """The file as a model. `check` adds problems that types cannot express; `shown` is the file's name
    in messages, `rule` the one that says what stands in it, named where none says more.

    CatalogueError has one line per problem: `skirmish.toml:14: units.A1.hex: "Z99" is off the board`.
    """
    name = shown or str(path)
    if isinstance(path, OwnFile):
        if path.data is not None:
            return validate(path.data, model, check, name, None, rule)
        return parse(path.text, model, check, name, rule)
    return parse(read_text(path, name), model, check, name, rule)


def parse(
    text: str, model: type[Model], check: Check[Model] | None = None, shown: str = "text", rule: str = ""
) -> Model:
    """The same for a text already read. CatalogueError as for `load`."""
    text = strip_bom(text)
    data = parse_toml(text, shown)
    try:
        index = line_index(text)
    except RecursionError:
        raise CatalogueError([f"{shown}:1: nested too deeply"]) from None
    return validate(data, model, check, shown, lambda place: (shown, nearest_line(index, place)), rule)


def validate(
    data: Mapping[str, Any],
    model: type[Model],
    check: Check[Model] | None = None,
    shown: str = "data",
    locate: Locate | None = None,
    rule: str = "",
) -> Model:
    """Data that came from anywhere as a model; without `written` messages name the field only."""
    try:
        frozen = freeze(data)
        entry = model.model_validate(frozen)
    except ValidationError as error:
        issues = (to_issue(issue, model, frozen) for issue in root_errors(error.errors(include_url=False)))
        raise_issues((issue._replace(rule=rule) for issue in issues), shown, locate)
    except RecursionError:
        raise CatalogueError([f"{shown}: nested too deeply"]) from None
    else:
        raise_issues(check(entry) if check else (), shown, locate)
    return entry


# The class behind a part of a schema -> the name under which the part was first published.
PUBLISHED_NAMES = {"LessonStep": "Step"}


def json_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schema (Draft 2020-12) of a catalogue file, for editors; docstrings are its descriptions."""
    schema = with_published_names(model.model_json_schema(), ("$defs",), PUBLISHED_NAMES)
    return {"$schema": DRAFT, **schema}


# ---------------------------------------------------------------- steps


def read_text(path: Path, shown: str) -> str:
    """The text of a file. CatalogueError if it is missing, too large or not UTF-8."""
    try:
        if not path.is_file():
            raise CatalogueError([f"{shown}: there is no such file"])
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise CatalogueError([f"{shown}: cannot be read: {error.strerror or error}"]) from None
    if len(raw) > LARGEST_FILE:
        raise CatalogueError([f"{shown}: is larger than {LARGEST_FILE // 1024} KiB"])
    return decode(raw, shown)


def parse_toml(text: str, shown: str) -> dict[str, Any]:
    """The plain data of a TOML text. CatalogueError names the line of a syntax error."""
    text = strip_bom(text)
    if deep := DEEP.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise CatalogueError([f"{shown}:{line}: nested too deeply"])
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise CatalogueError([f"{shown}:1: nested too deeply"]) from None
    except ValueError as error:  # also numbers and dates that Python cannot hold
        raise CatalogueError([format_syntax_error(str(error), text, shown)]) from None


def format_syntax_error(message: str, text: str, shown: str) -> str:
    """A message of the TOML parser with its place, if it has one, moved to the front."""
    what, _, where = message.partition(" (at ")
    at = re.match(r"line (\d+)", where)
    lines = text.split("\n")[: int(at[1]) if at else None]
    if at:
        shown = f"{shown}:{at[1]}"
    elif where.startswith("end of document"):
        shown = f"{shown}:{max(1, len(text.splitlines()))}"
    if better := describe_duplicate(what, lines) or describe_bare_key(what, lines[-1][:LONGEST_MESSAGE]):
        return f"{shown}: {better}"
    what = NAMES.sub(lambda names: format_place(tuple(re.findall("'([^']*)'", names[0]))), what)
    what = (what if what.isprintable() else repr(what)[1:-1])[:LONGEST_MESSAGE]
    return f"{shown}: is not TOML: {what[:1].lower()}{what[1:]}"


def describe_duplicate(what: str, lines: list[str]) -> str:
    """'units.A1: is here a second time; line 3 has the first: take one of them out'.

    Nothing if that is not what the parser says of the last of the lines.
    """
    duplicate = find_duplicate("\n".join([*lines, ""])) if what.startswith(TWICE) else None
    if not duplicate:
        return ""
    place, first = format_place(duplicate[0]), duplicate[1]
    return f"{place}: is here a second time; line {first} has the first: take one of them out"


def describe_bare_key(what: str, line: str) -> str:
    """What to do about a key with other letters than a to z, if the parser stumbles over one in a line."""
    match = KEY.match(line) if what.startswith(NO_KEY) else None
    parts = [part.strip() for part in KEY_PART.findall(match["key"])] if match else []
    right = [part if part[0] in QUOTES or BARE.fullmatch(part) else quote(part) for part in parts if part]
    if not match or right == parts:
        return ""
    key, brackets = ".".join(right), match["brackets"]
    better = f"{brackets}{key}{brackets.replace('[', ']')}" if brackets else f"{key} = ..."
    return f"is not TOML: a key with other signs than a to z, 0 to 9, - and _ stands in quotes: {better}"


def root_errors(errors: list[ErrorDetails]) -> list[ErrorDetails]:
    """Errors without those that only follow: a list is too short when its wrong entries are left out."""
    above = {error["loc"][:length] for error in errors for length in range(len(error["loc"]))}
    return [error for error in errors if error["type"] != "too_short" or error["loc"] not in above]


def freeze(data: Any) -> Any:
    """The same data with tuples for lists, so that what is loaded cannot be changed by accident."""
    if isinstance(data, Mapping):
        return {key: freeze(value) for key, value in data.items()}
    return tuple(freeze(value) for value in data) if isinstance(data, list | tuple) else data


def raise_issues(issues: Iterable[ValidationIssue], shown: str, locate: Locate | None) -> None:
    """Raise one CatalogueError for all problems, in the order of the file; nothing if there are none."""
    listed = list(issues)
    if not listed:
        return
    placed = [(*(locate(issue.place) if locate else (shown, 0)), issue) for issue in listed]
    placed.sort(key=lambda issue: issue[:2])
    raise CatalogueError(
        shorten(format_issue(*issue) for issue in placed), (problem for *_, problem in placed)
    )


def format_issue(shown: str, line: int, problem: ValidationIssue) -> str:
    """`units.toml:14: units.tank.armor: must be a table, not 6 (TC-2.1)`."""
    parts = [f"{shown}:{line}" if line else shown, format_place(problem.place), problem.what]
    rule = f" ({problem.rule})" if problem.rule else ""
    return ": ".join(part for part in parts if part) + rule
