"""A draft of a scenario: its form, its places, and what is wrong with it in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import WithJsonSchema
from pydantic.fields import FieldInfo

from hulldown.catalogue import Entry, ValidationIssue, quote
from hulldown.rulesets.api.editing import Draft, NoSense
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
RULE_IN_BRACKETS = re.compile(r"\(([A-Z]{1,4}-[0-9]+\.[0-9]+)")


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
            most = bound(info.metadata, "max_length") or MOST_ROWS
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
    rule = RULE_IN_BRACKETS.search(text)
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
        most = bound(marks, "le") or bound(marks, "lt") - 1
        return BuildField(id_, name, text, law, bound(marks, "ge"), most)
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


# ---------------------------------------------------------------- editing words
# What is wrong with a draft, in sentences that somebody understands who sees the board and not the file.


WHERE = ("hex", "tile", "models", "leader")  # keys of places, which the board itself shows
VERB = re.compile(
    r"(is|are|must|needs|has|have|may|can|takes|belongs|lies|reach|reaches|should|means|acts)\b"
)
RULE_AT_END = re.compile(r" ?\(([A-Z]{1,4}-[0-9]+\.[0-9]+)\)$")


def format_problem(problem: ValidationIssue, tables: Sequence[str]) -> str:
    """A problem in a sentence, with the unit or the field that it is about."""
    place, what = problem.place, problem.what
    unit = len(place) > 1 and place[0] in tables
    keys = [part for part in place[2 if unit else 0 :] if isinstance(part, str)]
    key = keys[-1] if keys and keys[-1] not in WHERE else ""
    if VERB.match(what):
        subject = label_of(key).lower() if key else "it" if unit else ""
        what = f"{subject} {what}".strip()
    elif key and not unit:
        what = f"{label_of(key).lower()}: {what}"
    named = unit and not what.startswith(str(place[1]))
    return capital(f"{place[1]}: {what}" if named else what)


def capital(text: str) -> str:
    """A text with a capital letter."""
    return text[:1].upper() + text[1:]


def with_rule(problem: ValidationIssue) -> ValidationIssue:
    """A problem with the rule that its words end with, if they say it there."""
    rule = None if problem.rule else RULE_AT_END.search(problem.what)
    return problem._replace(what=RULE_AT_END.sub("", problem.what), rule=rule[1]) if rule else problem


# ---------------------------------------------------------------- editing places
# Places in a draft: what stands there, what is put there, renamed everywhere, or taken out.
#
# A place is the keys and positions that lead to a value, as in the problems of a file; a pattern is written
# with dots and has a star for any key or position: `units.*.carried_by`.


Pattern = str


def plain(data: Any) -> Any:
    """A copy with lists for tuples, without the keys that say nothing."""
    if isinstance(data, Mapping):
        return {key: plain(value) for key, value in data.items() if value is not None}
    return [plain(value) for value in data] if isinstance(data, list | tuple) else data


def values_in(data: Any) -> int:
    """How many values some data holds."""
    if isinstance(data, Mapping):
        return 1 + sum(map(values_in, data.values()))
    return 1 + sum(map(values_in, data)) if isinstance(data, list | tuple) else 1


def longest_in(data: Any) -> int:
    """Characters of the longest text in some data, keys included."""
    if isinstance(data, Mapping):
        return max((max(len(str(key)), longest_in(value)) for key, value in data.items()), default=0)
    if isinstance(data, list | tuple):
        return max(map(longest_in, data), default=0)
    return len(data) if isinstance(data, str) else 0


def fits(pattern: Pattern, place: Sequence[str | int]) -> bool:
    """Whether a place lies at those of a pattern, or in one of them."""
    parts = pattern.split(".")
    return len(place) >= len(parts) and all(
        part in ("*", str(key)) for part, key in zip(parts, place, strict=False)
    )


def matches(data: Any, parts: Sequence[str]) -> Iterator[tuple[Any, Any]]:
    """Every table or list with the key or position in it that a pattern leads to."""
    if not parts or not isinstance(data, dict | list):
        return
    keys: Iterable[Any] = list(data) if isinstance(data, dict) else range(len(data))
    for key in keys:
        if parts[0] in ("*", str(key)):
            if len(parts) == 1:
                yield data, key
            else:
                yield from matches(data[key], parts[1:])


def rename(draft: Draft, patterns: Iterable[Pattern], names: Mapping[str, str]) -> None:
    """Put new names in the place of old ones; one for which there is none any more is left out."""
    for pattern in patterns:
        for table, key in list(matches(draft, pattern.split("."))):
            if isinstance(table[key], str) and table[key] in names:
                if new := names[table[key]]:
                    table[key] = new
                elif isinstance(table, dict):
                    del table[key]


def find(draft: Draft, field: str) -> Any:
    """What stands in a field; None for nothing."""
    return next((table[key] for table, key in matches(draft, field.split("."))), None)


def dig(draft: Draft, way: Sequence[str], last: str) -> Any:
    """The table or list in which a field stands, made where there is none yet."""
    table: Any = draft
    for part in way:
        if isinstance(table, dict):
            table = table.setdefault(part, {})
        elif isinstance(table, list) and part.isdecimal() and int(part) < len(table):
            table = table[int(part)]
        else:
            raise NoSense(f"There is no field {quote('.'.join([*way, last]))}")
    if not isinstance(table, dict | list):
        raise NoSense(f"There is no field {quote('.'.join([*way, last]))}")
    return table


def edit_list(table: list[Any], last: str, value: Any, field: str) -> None:
    """Change, add or take out an entry of a list."""
    if not last.isdecimal() or int(last) > len(table) - (value is None):
        raise NoSense(f"There is no field {quote(field)}")
    if value is None:
        del table[int(last)]
    elif int(last) == len(table):
        table.append(value)
    else:
        table[int(last)] = value


def prune(
    draft: Draft, places: Iterable[Sequence[str | int]], tables: Sequence[str], blank: Draft
) -> list[str]:
    """Take out of a draft what stands in these places; what it cannot be without is that of `blank`.

    Of a unit the key goes, or the unit where there is no such key. Returns the fields that are gone.
    """
    gone = []
    for place in sorted({tuple(path) for path in places}, key=in_order, reverse=True):
        if place[0] in tables:
            way: Sequence[str | int] = place[:3] if reaches(draft, place[:3]) else place[:2]
            if len(place) == 1:
                draft[str(place[0])] = {**blank.get(str(place[0]), {}), **draft.get(str(place[0]), {})}
                continue
        elif (usual := at_place(blank, place)) is not None:
            owner = at_place(draft, place[:-1])
            if isinstance(owner, dict):
                owner[place[-1]] = plain(usual)
                continue
            way = place
        else:
            way = next((place[:n] for n in range(len(place), 0, -1) if reaches(draft, place[:n])), ())
        if way and reaches(draft, way):
            del at_place(draft, way[:-1])[way[-1]]
            gone.append(".".join(map(str, way)))
    return gone


def in_order(place: Sequence[str | int]) -> list[tuple[int, str]]:
    """A key that puts the entries of a list in their order."""
    return [(part, "") if isinstance(part, int) else (-1, part) for part in place]


def reaches(data: Any, place: Sequence[str | int]) -> bool:
    """Whether there is something in a place."""
    if not place:
        return True
    here = at_place(data, place[:-1])
    if isinstance(here, dict):
        return place[-1] in here
    return isinstance(here, list) and isinstance(place[-1], int) and place[-1] < len(here)


def at_place(data: Any, place: Sequence[str | int]) -> Any:
    """What stands in a place; None for nothing."""
    for part in place:
        if isinstance(data, dict) and part in data:
            data = data[part]
        elif isinstance(data, list) and isinstance(part, int) and part < len(data):
            data = data[part]
        else:
            return None
    return data


def into(table: Draft, key: str, value: Any) -> None:
    """Write a value, or nothing where it is empty."""
    if value:
        table[key] = value
    else:
        table.pop(key, None)
