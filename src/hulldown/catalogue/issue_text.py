"""What the validator found, in words that somebody who edits a file understands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from hulldown.catalogue.issues import Place, ValidationIssue, quote, suggestion

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
