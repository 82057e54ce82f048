"""What can be wrong with a catalogue file, and how it is said: one clear line for each problem."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import ErrorDetails

Place = tuple[str | int, ...]  # keys and list positions (from 0) that lead to a value

MAX_ISSUES = 20  # listed in one error; a file this wrong is mended from the top anyway
# Other words for those that names here are made of.
ALIKE = {"minimum": "min", "maximum": "max", "armour": "armor", "colour": "color", "license": "licence"}
LONGEST_QUOTE = 60  # characters of a value repeated in a message


class ValidationIssue(NamedTuple):
    """Something wrong at one place of a file. `rule` is the rulebook id that forbids it, if one does."""

    place: Place
    what: str
    rule: str = ""


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
        inside = part in data if isinstance(data, Mapping) else has_index(data, part)
        if not inside and number < len(loc) and isinstance(data, Mapping) and part in data.values():
            continue  # which of several models was meant: named by a value, not by a key
        if not inside:
            return (*place, part) if isinstance(data, Mapping) and part != "[key]" else place
        place, data = (*place, part), data[part]
    return place


def has_index(data: Any, position: int | str) -> bool:
    """Whether a list from the file has an element at this position."""
    return isinstance(data, tuple) and isinstance(position, int) and position < len(data)


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
