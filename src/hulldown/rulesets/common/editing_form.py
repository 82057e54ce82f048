"""The form of a scenario's fields that are not drawn, read off the model of its file: kinds, bounds and
choices are those of the types, names those of the keys, and what a field does is what its model says of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import WithJsonSchema
from pydantic.fields import FieldInfo

from hulldown.catalogue import Entry
from hulldown.rulesets.api.files import OptionInfo
from hulldown.rulesets.api.garage import BuildChoice, BuildField, BuildRows, BuildSection
from hulldown.rulesets.common.situations import bound, parts

Labels = Mapping[str, str]

LONGEST = 2000  # characters of a text
LINE = 80  # of what is a name
MOST_ROWS = 24
LONG = ("summary", "briefing", "victory")
FLAGS = (BuildChoice(False, "no"), BuildChoice(True, "yes"))
SIDE_NAMES = ("First side", "Second side")
RULE = re.compile(r"\(([A-Z]{1,4}-[0-9]+\.[0-9]+)")


def label_of(key: str) -> str:
    """A key as the name of a field: "Turn limit"."""
    words = key.replace("_", " ")
    return words[:1].upper() + words[1:]


def sections_of(
    model: type[Entry], hidden: Iterable[str], options: Mapping[str, OptionInfo], labels: Labels
) -> tuple[BuildSection, ...]:
    """The fields of a scenario but those that are `hidden`, by the places of their keys: `sides.*.zone`.

    `labels` are the names of fields, by their keys, that the keys do not say.
    """
    left_out = {*hidden, "options", "ground", "rule"}
    plain, more = [], []
    for key, info in model.model_fields.items():
        if key in left_out:
            continue
        inner, many = entry_of(info.annotation)
        if key == "sides" and inner:
            more += [
                BuildSection(name, tuple(fields_of(inner, f"sides.{n}.", "sides.*.", left_out)))
                for n, name in enumerate(SIDE_NAMES)
            ]
        elif inner and many:
            most = bound_of(info, "max_length") or MOST_ROWS
            fields = tuple(fields_of(inner, "", f"{key}.*.", left_out))
            blank = {
                field.id: usual_of(field, inner)
                for field in fields
                if inner.model_fields[field.id].is_required()
            }
            more.append(BuildSection(label_of(key), (), BuildRows(key, label_of(key), most, blank, fields)))
        elif inner:
            more.append(BuildSection(label_of(key), tuple(fields_of(inner, f"{key}.", f"{key}.", left_out))))
        elif keys := table_keys(info.annotation):
            fields = tuple(BuildField(f"{key}.{word}", label_of(word), "", "", words=LINE) for word in keys)
            more.append(BuildSection(label_of(key), fields))
        else:
            plain.append(field_of(model, key, info, ""))
    chosen = tuple(
        option_field(name, option) for name, option in options.items() if name not in model.model_fields
    )
    return tuple(
        with_labels(section, labels)
        for section in (BuildSection("The battle", tuple(plain)), *more, BuildSection("Rule options", chosen))
    )


def with_labels(section: BuildSection, labels: Labels) -> BuildSection:
    """A section with the names of its fields."""

    def named(fields: Iterable[BuildField]) -> tuple[BuildField, ...]:
        return tuple(replace(field, name=labels.get(field.id.split(".")[-1], field.name)) for field in fields)

    rows = section.rows and replace(section.rows, fields=named(section.rows.fields))
    title = labels.get(section.rows.id, section.title) if section.rows else section.title
    return replace(section, title=title, fields=named(section.fields), rows=rows)


def fields_of(model: type[Entry], lead: str, place: str, left_out: Iterable[str]) -> Iterator[BuildField]:
    """The fields of an entry; `lead` stands before their ids, `place` before the keys that are left out."""
    for key, info in model.model_fields.items():
        if f"{place}{key}" not in left_out:
            yield field_of(model, key, info, lead)


def field_of(model: type[Entry], key: str, info: FieldInfo, lead: str) -> BuildField:
    """One field, as its type has it."""
    text = key_doc(model, key)
    rule = RULE.search(text)
    name, id_, law = label_of(key), f"{lead}{key}", rule[1] if rule else ""
    marks = [*info.metadata, *parts(info.annotation)]
    words = [mark for mark in marks if get_origin(mark) is Literal]
    if words:
        values = [BuildChoice(value, label_of(str(value))) for value in get_args(words[0])]
        choices = [BuildChoice(None, "none"), *values] if type(None) in marks else values
        return BuildField(id_, name, text, law, choices=tuple(choices))
    if bool in marks:
        return BuildField(id_, name, text, law, choices=FLAGS)
    if int in marks and tuple not in [get_origin(mark) for mark in marks]:
        return BuildField(id_, name, text, law, bound(marks, "ge"), highest(marks))
    if number := next((shown for mark in marks if (shown := number_schema(mark))), None):
        return BuildField(id_, name, text, law, int(number.get("minimum", 0)), int(number["maximum"]))
    return BuildField(id_, name, text, law, words=LONGEST if key in LONG else LINE)


def number_schema(mark: Any) -> dict[str, Any]:
    """What the schema says of a number that a validator reads; nothing for anything else."""
    shown = mark.json_schema if isinstance(mark, WithJsonSchema) else None
    return shown if shown and shown.get("type") == "number" and "maximum" in shown else {}


def usual_of(field: BuildField, model: type[Entry]) -> Any:
    """What stands in a new entry of a list that cannot be without this field; of numbers one is there."""
    if get_origin(model.model_fields[field.id].annotation) is tuple:
        return [1]
    if field.choices:
        return field.choices[0].value
    return "" if field.words else max(field.low, 1)


def option_field(name: str, option: OptionInfo) -> BuildField:
    """A rule option of the scenario's own; None is what the rules say."""
    if option.number:
        return BuildField(f"options.{name}", option.text, "", option.rule, int(option.low), int(option.high))
    values = [BuildChoice(None, f"as the rules have it ({option.default})")]
    values += [BuildChoice(truth(value), value.replace("_", " ")) for value in option.values]
    return BuildField(f"options.{name}", option.text, "", option.rule, choices=tuple(values))


def truth(value: str) -> str | bool:
    """A value of an option as a file has it."""
    return {"true": True, "false": False}.get(value, value)


def key_doc(model: type[Entry], key: str) -> str:
    """The sentences in which a model says what a key of it means."""
    text = " ".join((model.__doc__ or "").split())
    sentences = re.split(r"(?<=[.;])\s+(?=[A-Z`])", text)
    about = [sentence for sentence in sentences if f"`{key}`" in sentence]
    doc = " ".join(about).replace("`", "").replace("_", " ")
    return doc[:1].upper() + doc[1:]


# ---------------------------------------------------------------- types


def entry_of(annotation: Any) -> tuple[type[Entry] | None, bool]:
    """The entry that a type holds, and whether it holds several; none for a type without entries."""
    if isinstance(annotation, type):
        return (annotation, False) if issubclass(annotation, Entry) else (None, False)
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        return next((result for part in inner if (result := entry_of(part))[0]), (None, False))
    if origin is tuple and inner:
        return entry_of(inner[0])[0], True
    return entry_of(inner[0]) if origin not in (None, dict, Literal) and inner else (None, False)


def table_keys(annotation: Any) -> tuple[str, ...]:
    """The keys of a table that can only have some."""
    inner = get_args(annotation)
    return get_args(inner[0]) if get_origin(annotation) is dict and get_origin(inner[0]) is Literal else ()


def bound_of(info: FieldInfo, which: str) -> int:
    """The most entries of a list."""
    return next((int(getattr(mark, which)) for mark in info.metadata if hasattr(mark, which)), 0)


def highest(marks: list[Any]) -> int:
    """The most that a number can be."""
    return bound(marks, "le") or bound(marks, "lt") - 1
