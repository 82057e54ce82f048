"""TOML in, typed and validated data out, and TOML written again; every mistake with file, line and field."""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from hulldown.catalogue.schema_names import with_published_names

Place = tuple[str | int, ...]  # keys and list positions (from 0) that lead to a value

MAX_ISSUES = 20  # listed in one error; a file this wrong is mended from the top anyway
# Other words for those that names here are made of.
ALIKE = {"minimum": "min", "maximum": "max", "armour": "armor", "colour": "color", "license": "licence"}
LONGEST_QUOTE = 60  # characters of a value repeated in a message


class ValidationIssue(NamedTuple):
    """Something wrong at one place of a file. `rule` is the rulebook id that forbids it, if one does.

    `right` is the number that would be right there, where only one is.
    """

    place: Place
    what: str
    rule: str = ""
    right: int | None = None


class CatalogueError(ValueError):
    """A catalogue file that cannot be used. Its text is one line per problem, in the file's order.

    `lines` holds the same lines as a tuple; `issues` says where each is, all of them, if that is known.
    """

    def __init__(self, lines: Iterable[str], issues: Iterable[ValidationIssue] = ()) -> None:
        self.lines = tuple(lines)
        self.issues = tuple(issues)
        super().__init__("\n".join(self.lines))

    def __reduce__(self) -> tuple[type[CatalogueError], tuple[tuple[str, ...], tuple[ValidationIssue, ...]]]:
        return CatalogueError, (self.lines, self.issues)


def shorten(messages: Iterable[str]) -> list[str]:
    """The first problems, and how many more there are."""
    lines = list(messages)
    rest = len(lines) - MAX_ISSUES
    return [*lines[:MAX_ISSUES], f"... and {rest} more"] if rest > 0 else lines


def quote(value: object) -> str:
    """A value from a file as a message repeats it: on one line, not too long, strings in quotes."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
        text = text if text.isprintable() else json.dumps(value, default=str)
    except ValueError:  # an integer with thousands of digits
        text = "that number"
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."


def format_place(place: Place) -> str:
    """A place as it is written in messages: `units.A1.hex`, `sides[1].name` (lists count from 1)."""
    text = ""
    for part in place:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            plain = re.fullmatch(r"[A-Za-z0-9_-]{1,60}", part)
            text += ("." if text else "") + (part if plain else quote(part))
    return text


def suggestion(word: str, known: Iterable[str]) -> str:
    """'; did you mean "barrel"?' for the known word nearest to a misspelt one, or nothing."""
    if len(word) < 3:  # one letter off is then half of it
        return ""
    by_folded = {name.casefold(): name for name in known}
    folded = word[:LONGEST_QUOTE].casefold()
    near = [name for name in by_folded if words_of(name) == words_of(folded)]
    near = near or get_close_matches(folded, by_folded, n=1)
    return f"; did you mean {quote(by_folded[near[0]])}?" if near else ""


def words_of(name: str) -> list[str]:
    """The words of a name without their order: `min_range` has those of `range-minimum`."""
    return sorted(ALIKE.get(word, word) for word in re.split(r"[^a-z0-9]+", name.casefold()) if word)


def unknown_name(what: str, word: str, known: Iterable[str]) -> str:
    """'unknown build "Hunte"; did you mean "Hunter"?', or the whole choice when nothing is near."""
    names = list(known)
    near = suggestion(word, names)
    choice = f"; there is {', '.join(names)}" if names and len(names) <= 12 else ""
    return f"unknown {what} {quote(word)}{near or choice}"


# ---------------------------------------------------------------- issue text
# What the validator found, in words that somebody who edits a file understands.


WANTED = {
    "string_type": "text in quotes",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}
BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "greater_than": ("more than", "gt"),
    "less_than_equal": ("at most", "le"),
    "less_than": ("less than", "lt"),
}
LENGTHS = {
    "too_short": ("needs at least", "min_length", "entries"),
    "too_long": ("takes at most", "max_length", "entries"),
    "string_too_short": ("needs at least", "min_length", "characters"),
    "string_too_long": ("takes at most", "max_length", "characters"),
}
TAGS = ("union_tag_invalid", "union_tag_not_found")


def to_issue(error: ErrorDetails, model: type[BaseModel], data: Any) -> ValidationIssue:
    """One error of pydantic as a problem at a place that exists in the file, or is missing there."""
    place = real_place(error["loc"], data)
    if error["type"] == "extra_forbidden":
        return ValidationIssue(place, f"unknown key{suggestion(str(place[-1]), keys_at(model, place[:-1]))}")
    if error["type"] in TAGS:  # the key that says which of several models is meant
        place = (*place, str(error["ctx"]["discriminator"]).strip("'"))
    return ValidationIssue(place, describe_error(error))


def describe_error(error: ErrorDetails) -> str:
    """What one error says, without the place."""
    kind, context, value = error["type"], error.get("ctx", {}), error["input"]
    if kind in ("missing", "union_tag_not_found"):
        return "is missing"
    if kind in WANTED:
        return f"must be {WANTED[kind]}, not {quote(value)}"
    if kind in BOUNDS:
        word, key = BOUNDS[kind]
        return f"must be {word} {context[key]}, not {quote(value)}"
    if kind in LENGTHS:
        word, key, unit = LENGTHS[kind]
        if context[key] == 1 and kind.endswith("short"):
            return "must not be empty"
        return f"{word} {context[key]} {unit}"
    if kind == "literal_error":
        return not_one_of(value, re.findall(r"'([^']*)'", str(context["expected"])))
    if kind == "union_tag_invalid":
        return not_one_of(context["tag"], re.findall(r"'([^']*)'", str(context["expected_tags"])))
    if kind == "value_error":
        return str(context["error"])
    return f"{quote(value)}: {error['msg'][:1].lower()}{error['msg'][1:]}"


def not_one_of(value: object, choices: list[str]) -> str:
    """'"Nn" is not one of N, NE, SE, S, SW, NW'."""
    near = suggestion(value, choices) if isinstance(value, str) else ""
    return f"{quote(value)} is not one of {', '.join(choices)}{near}"


def real_place(loc: tuple[int | str, ...], data: Any) -> Place:
    """The part of an error's location that is a place in the file; pydantic adds marks of its own."""
    place: Place = ()
    for number, part in enumerate(loc, 1):
        if isinstance(data, Mapping):
            inside = part in data
        else:
            inside = isinstance(data, tuple) and isinstance(part, int) and part < len(data)
        if not inside and number < len(loc) and isinstance(data, Mapping) and part in data.values():
            continue  # which of several models was meant: named by a value, not by a key
        if not inside:
            return (*place, part) if isinstance(data, Mapping) and part != "[key]" else place
        place, data = (*place, part), data[part]
    return place


def keys_at(kind: Any, place: Place) -> list[str]:
    """The keys that a table at a place may have, from the models' annotations."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return keys_at(inner[0], place)
    if origin in (Union, UnionType):
        return [key for part in inner for key in keys_at(part, place)]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return keys_of_model(kind, place)
    if origin in (dict, tuple) and place:
        return keys_at(inner[1] if origin is dict else inner[0], place[1:])
    return []


def keys_of_model(model: type[BaseModel], place: Place) -> list[str]:
    """`keys_at` for a model: its own fields, or what stands below one of them."""
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    if not place:
        return list(fields)
    below = fields.get(str(place[0]))
    return keys_at(below.annotation, place[1:]) if below else []


# ---------------------------------------------------------------- load
# TOML in, typed and validated data out, and TOML written again; every mistake with file, line and field.


MARK = "\ufeff"  # some editors write it before the first character of a UTF-8 text
WIDE = ("utf-16-le", "utf-16-be")  # what Windows calls "Unicode"
SAVE = "save it as UTF-8"
SAMPLE = 1024  # bytes in which the zeros of a text of two bytes a letter show
TOML, JSON = ".toml", ".json"


def decode(data: bytes, shown: str) -> str:
    """The text of a file in UTF-8, without a byte-order mark. `shown` is the file's name in messages.

    CatalogueError says which line is no UTF-8, in what it seems to be written, and what to do.
    """
    if is_wide(data):
        raise CatalogueError([f"{shown}:1: is UTF-16 text and not UTF-8: {SAVE}"])
    try:
        return strip_bom(data.decode())
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CatalogueError(
            [f"{shown}:{line}: is not UTF-8 text{describe_legacy_letter(data, error.start)}"]
        ) from None


def strip_bom(text: str) -> str:
    """A text without byte-order marks before it."""
    return text.lstrip(MARK)


def is_wide(data: bytes) -> bool:
    """Whether bytes are text of two bytes a letter: by its mark, or because every other byte is zero."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    sample = data[: SAMPLE - len(data[:SAMPLE]) % 2]
    if len(sample) < 8:
        return False
    most = len(sample) // 2 * 0.7
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    return (even == 0 and odd > most) or (odd == 0 and even > most)


def describe_legacy_letter(data: bytes, at: int) -> str:
    """' ("ä" in Windows-1252): save it as UTF-8', where a byte is a letter there; nothing for no text."""
    if 0 in data:
        return ""
    letter = data[at : at + 1].decode("cp1252", "ignore")
    hint = f' ("{letter}" in Windows-1252)' if letter.isprintable() and letter else ""
    return f"{hint}: {SAVE}"


def is_toml(name: str) -> bool:
    """Whether a text is the name of a TOML file: its ending in any case, and all on one line."""
    return name.lower().endswith(TOML) and "\n" not in name


def is_json(name: str) -> bool:
    """Whether a text is the name of a JSON file, as saved games are."""
    return name.lower().endswith(JSON) and "\n" not in name


# ---------------------------------------------------------------- names
# Names that people give: of campaigns, packs, players, scenarios, sides, units, builds and studies.
#
# One function says at every door whether a name can be one: people must be able to see it, and to tell it
# from another.


# Letters by their class that nobody sees: blanks, fillers of scripts, the empty pattern of braille.
BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"
# Signs that join letters and symbols of one name: in Persian, in pictures of several people.
JOINERS = "\u200c\u200d"
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")  # controls, formats, halves, private ones, separators


def name_fault(text: str) -> str:
    """Why a text is no name, or nothing: a sign of it is unseen or turns others round, or all are blank.

    A name of marks alone, which are only seen on a letter (category M), is none either.
    """
    for sign in text:
        if sign not in JOINERS and (unicodedata.category(sign) in UNSEEN or sign in BLANK_LETTERS):
            return f"has a sign that nobody sees (U+{ord(sign):04X})"
    seen = (unicodedata.category(sign) for sign in text if sign not in JOINERS)
    if not any(kind[0] not in "ZM" for kind in seen):
        return "must have letters, digits or signs that can be seen"
    return ""


def visible(text: str) -> str:
    """A name, without blanks around it. ValueError if nobody could see it."""
    if fault := name_fault(text):
        raise ValueError(fault)
    return text.strip()


def visible_or_empty(text: str) -> str:
    """The same for a name that need not be given: of nothing but blanks nothing is left."""
    return visible(text) if text.strip(" \t") else ""


Visible = AfterValidator(visible)
MaybeVisible = AfterValidator(visible_or_empty)
SeenName = Annotated[str, Visible]


def same_name(name: str, other: str) -> bool:
    """Whether two names are one to people: capitals, blanks and ways to write a letter make no difference."""
    return folded(name) == folded(other)


def folded(name: str) -> str:
    """A name as it is compared."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


# ---------------------------------------------------------------- toml lines
# On which line of a TOML text a value stands.
#
# The standard parser gives values without places, so this reads the text a second time. It is used only on
# text that the parser has accepted, and therefore looks for nothing but where things begin.


GAP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:[^"\\]|\\.)*"'
    r"|'[^']*'",
    re.DOTALL,
)
SCALAR = re.compile(r"[^,\]}\n#]*")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def line_index(text: str) -> dict[Place, int]:
    """The line, from 1, of every table, key and list element of a valid TOML text."""
    return _Reader(text).read()


def nearest_line(index: Mapping[Place, int], place: Place) -> int:
    """The line of a place, or of the smallest thing around it that is written in the text."""
    while place and place not in index:
        place = place[:-1]
    return index.get(place, 1)


def find_duplicate(text: str) -> tuple[Place, int] | None:
    """The table or key that is the last to be written a second time, and the line of the first; None if all
    are new. The text is one that the parser has accepted as far as this.
    """
    reader = _Reader(text)
    try:
        reader.read()
    except (IndexError, ValueError, RecursionError):
        return None
    return reader.duplicate


class _Reader:
    """Walks over a valid TOML text and notes where each value begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.breaks = [m.start() for m in re.finditer("\n", text)]
        self.index: dict[Place, int] = {}
        self.counts: dict[Place, int] = {}  # tables seen so far in each array of tables
        self.duplicate: tuple[Place, int] | None = (
            None  # what began last of all that had begun before, and where
        )

    def read(self) -> dict[Place, int]:
        table: Place = ()
        self.skip_gap()
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.pair(table)
            self.skip_gap()
        return self.index

    # ---- marks
    def skip_gap(self) -> None:
        self.take(GAP)

    def take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        token = match[0] if match else ""
        self.at += len(token)
        return token

    def note(self, place: Place, at: int) -> None:
        """Every part of a place begins here unless it began before."""
        if place in self.index:
            self.duplicate = place, self.index[place]
        line = bisect_left(self.breaks, at) + 1
        for length in range(1, len(place) + 1):
            self.index.setdefault(place[:length], line)

    # ---- tables
    def header(self) -> Place:
        begin, many = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        names = self.key()
        self.at += 2 if many else 1
        place = self.resolve(names[:-1] if many else names)
        if many:
            place = (*place, names[-1])
            self.counts[place] = number = self.counts.get(place, 0) + 1
            place = (*place, number - 1)
        self.note(place, begin)
        return place

    def resolve(self, names: list[str]) -> Place:
        """The names of a header as a place: an array of tables means its latest table."""
        place: Place = ()
        for name in names:
            place = (*place, name)
            if place in self.counts:
                place = (*place, self.counts[place] - 1)
        return place

    # ---- keys and values
    def key(self) -> list[str]:
        """The parts of a dotted key; what stands after it is the next thing to read."""
        parts = []
        while True:
            self.skip_gap()
            if self.text[self.at] in "\"'":
                parts.append(str(tomllib.loads(f"key = {self.take(STRING)}")["key"]))
            else:
                parts.append(self.take(BARE_KEY))
            self.skip_gap()
            if self.text[self.at] != ".":
                return parts
            self.at += 1

    def pair(self, table: Place) -> None:
        begin = self.at
        place = (*table, *self.key())
        self.note(place, begin)
        self.at += 1  # the equals sign
        self.skip_gap()
        self.value(place)

    def value(self, place: Place) -> None:
        first = self.text[self.at]
        if first == "[":
            self.elements(place)
        elif first == "{":
            self.inline_table(place)
        elif first in "\"'":
            self.take(STRING)
        else:
            self.take(SCALAR)

    def elements(self, place: Place) -> None:
        number = 0
        while self.enter("]"):
            self.note((*place, number), self.at)
            self.value((*place, number))
            number += 1

    def inline_table(self, place: Place) -> None:
        while self.enter("}"):
            self.pair(place)

    def enter(self, end: str) -> bool:
        """Step over the opening bracket or a comma to what comes next; False: over the closing one."""
        self.skip_gap()
        if self.text[self.at] != end:
            self.at += 1
            self.skip_gap()
        if self.text[self.at] != end:
            return True
        self.at += 1
        return False


# ---------------------------------------------------------------- load
# TOML in, typed and validated data out; every mistake is named with file, line and field.


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
    context: Any = None,
) -> Model:
    """The file as a model. `check` adds problems that types cannot express; `shown` is the file's name
    in messages, `rule` the one that says what stands in it, named where none says more.

    CatalogueError has one line per problem: `skirmish.toml:14: units.A1.hex: "Z99" is off the board`.
    """
    name = shown or str(path)
    if isinstance(path, OwnFile):
        if path.data is not None:
            return validate(path.data, model, check, name, None, rule, context)
        return parse(path.text, model, check, name, rule, context)
    return parse(read_text(path, name), model, check, name, rule, context)


def parse(
    text: str,
    model: type[Model],
    check: Check[Model] | None = None,
    shown: str = "text",
    rule: str = "",
    context: Any = None,
) -> Model:
    """The same for a text already read. CatalogueError as for `load`."""
    text = strip_bom(text)
    data = parse_toml(text, shown)
    try:
        index = line_index(text)
    except RecursionError:
        raise CatalogueError([f"{shown}:1: nested too deeply"]) from None

    def locate(place: Place) -> tuple[str, int]:
        return shown, nearest_line(index, place)

    return validate(data, model, check, shown, locate, rule, context)


def validate(
    data: Mapping[str, Any],
    model: type[Model],
    check: Check[Model] | None = None,
    shown: str = "data",
    locate: Locate | None = None,
    rule: str = "",
    context: Any = None,
) -> Model:
    """Data that came from anywhere as a model; without `locate` messages name the field only.

    `context` is what validators of the model are given beside the data.
    """
    try:
        frozen = freeze(data)
        entry = model.model_validate(frozen, context=context)
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


def is_one_line(part: str) -> bool:
    """Whether a part of a key can be repeated as it is: bare, or in quotes and on one line."""
    return BARE.fullmatch(part) is not None or (part[0] in QUOTES and part.isprintable())


def describe_bare_key(what: str, line: str) -> str:
    """What to do about a key with other letters than a to z, if the parser stumbles over one in a line."""
    match = KEY.match(line) if what.startswith(NO_KEY) else None
    parts = [part.strip() for part in KEY_PART.findall(match["key"])] if match else []
    right = [part if is_one_line(part) else quote(part.strip("".join(QUOTES))) for part in parts if part]
    if not match or right == parts:
        return ""
    key, brackets = ".".join(right), match["brackets"]
    better = f"{brackets}{key}{brackets.replace('[', ']')}" if brackets else f"{key} = ..."
    return f"is not TOML: a key with other signs than a to z, 0 to 9, - and _ needs quotes: {better}"


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


# ---------------------------------------------------------------- toml writer
# Plain data as TOML that `load` reads back: for files people take home and edit.


def toml_text(data: Mapping[str, Any]) -> str:
    """Strings, numbers, truth values, lists and tables, as TOML; tables are written in one line."""
    return "".join(f"{line}\n" for line in pairs(data))


def pairs(data: Mapping[str, Any]) -> Iterator[str]:
    """`key = value`, a line each at the top."""
    for key, value in data.items():
        yield f"{key if BARE.fullmatch(key) else toml_value(key)} = {toml_value(value)}"


def toml_value(value: Any) -> str:
    """One value. A JSON string is a TOML string, but for the one control character JSON leaves as it is."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(pairs(value))} }}"
    if isinstance(value, list | tuple):
        if any(isinstance(part, Mapping) for part in value):  # a line each
            return "[\n" + "".join(f"    {toml_value(part)},\n" for part in value) + "]"
        return f"[{', '.join(toml_value(part) for part in value)}]"
    if isinstance(value, float):
        return str(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


# ---------------------------------------------------------------- scenario source
# Scenarios that do not come with a ruleset: a file, a TOML text, or the same as plain data.


ScenarioSource = str | Path | Mapping[str, Any] | OwnFile
UNNAMED = "scenario"  # what messages call a text or data


def resolve_scenario(which: ScenarioSource, shipped: Collection[str]) -> str | OwnFile:
    """The name of a scenario that comes with a ruleset, or one of your own, read.

    Of your own is a path (or its text, if it ends in `.toml` or `.TOML`), the text of a TOML file, or a
    mapping with the same keys. CatalogueError if it cannot be read, or if no scenario has such a name.
    """
    if isinstance(which, OwnFile):
        return which
    if isinstance(which, Mapping):
        return _from_data(which)
    if isinstance(which, Path) or is_toml(which):
        return OwnFile(str(which), read_text(Path(which), str(which)))
    if which in shipped:
        return which
    if "\n" in which or "=" in which:
        return _from_text(which)
    raise CatalogueError([unknown_name("scenario", which, shipped)])


def _from_text(text: str) -> OwnFile:
    if len(text) > LARGEST_FILE:
        raise CatalogueError([f"{UNNAMED}: is larger than {LARGEST_FILE // 1024} KiB"])
    return OwnFile(UNNAMED, strip_bom(text))


def _from_data(data: Mapping[str, Any]) -> OwnFile:
    try:
        raise_issues(_toml_issues(data, ()), UNNAMED, None)
        text = toml_text(data)
    except RecursionError:
        raise CatalogueError([f"{UNNAMED}: nested too deeply"]) from None
    return OwnFile(UNNAMED, _from_text(text).text, data)


def _toml_issues(value: Any, place: Place) -> Iterator[ValidationIssue]:
    """What of some data no TOML file can hold."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if isinstance(key, str):
                yield from _toml_issues(inner, (*place, key))
            else:
                yield ValidationIssue(place, f"a key must be text, not {key!r}")
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _toml_issues(inner, (*place, number))
    elif not isinstance(value, str | int | float):
        yield ValidationIssue(
            place, f"must be text, a number, true or false, a list or a table, not {value!r:.60}"
        )
