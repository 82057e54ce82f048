"""A line of a table as an entry of a unit file: its cells as data, and what stands where it says nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hulldown.catalogue import quote
from hulldown.catalogue.load import Place
from hulldown.catalogue.pack import plain_word
from hulldown.exchange.columns import NAMES, NO, SOURCE, TEXTS, YES, CellField, Path, bare, resolved
from hulldown.exchange.sheets import (
    BLANKS,
    DATE,
    ERROR,
    GUARD,
    NOTHING,
    guarded,
    listed_in,
    listing,
    number_in,
    text_in,
)

Entry = dict[str, Any]


PROSE = ((NAMES,), (TEXTS,), (SOURCE,))  # what says nothing of the kind of an entry


class CellFault(ValueError):
    """What is wrong with a cell, and what would be right."""


@dataclass
class RowDraft:
    """A line on its way to an entry.

    `data` is what its cells say, `faults` what is wrong by path, `filled` what the table does not say by
    place: where it is from. `numbers` are those of the entries of its lists, by their place, as columns
    count them. `entry` is what a pack says of it: nothing of what is as printed.
    """

    line: int
    cells: tuple[str, ...]
    data: Entry = field(default_factory=dict)
    id: str = ""
    faults: dict[Path, str] = field(default_factory=dict)
    filled: dict[Place, str] = field(default_factory=dict)
    numbers: dict[Place, list[int]] = field(default_factory=dict)
    entry: Entry = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What the line calls its unit."""
        return str(self.data.get(NAMES) or self.id)

    def path_of(self, place: Place) -> Path:
        """A place of the data as columns name it."""
        path: list[str] = []
        for depth, part in enumerate(place):
            known = self.numbers.get(place[:depth], [])
            if isinstance(part, int):
                part = known[part] if part < len(known) else part + 1
            path.append(str(part))
        return tuple(path)


# ---------------------------------------------------------------- cells


def value_of(cell_field: CellField, cell: str, commas: bool) -> Any:
    """What a cell says of a field; None where it says nothing. CellFault if that cannot be."""
    text = cell.strip(BLANKS)
    if not text:
        return None
    if text.startswith("="):
        raise CellFault(f"{quote(text)} is a formula; write its result")
    if ERROR.fullmatch(text):
        raise CellFault(f"{quote(text)} is what a spreadsheet shows for an error; write a value")
    if cell_field.kind == "text":
        text = text_in(cell)
        return " ".join(text.splitlines()) if cell_field.path[-1] == NAMES else text
    if text.casefold() in NOTHING and text not in cell_field.choices:
        if cell_field.kind == "list":
            return []
        if cell_field.nullable or not cell_field.needed:
            return None
        raise CellFault(f"{quote(text)} is no value: {wanted(cell_field)}")
    if cell_field.kind == "list":
        return [value_of(cell_field.part or cell_field, part, commas) for part in listed_in(text_in(cell))]
    return plain_value(cell_field, text, commas)


def plain_value(cell_field: CellField, text: str, commas: bool) -> Any:
    """What a cell says of a field that is neither a text nor a list."""
    if cell_field.kind == "choice":
        return text if text in cell_field.choices else cell_field.names.get(plain_word(text), text_in(text))
    if cell_field.kind == "flag":
        if text.casefold() not in (*YES, *NO):
            raise CellFault(f"{quote(text)} is neither yes nor no")
        return text.casefold() in YES
    number = None if text.startswith(GUARD) else number_in(text, commas)
    if number is None and DATE.fullmatch(text):
        raise CellFault(f"{quote(text)} looks like a date that a spreadsheet made: {wanted(cell_field)}")
    if number is None and cell_field.kind == "mixed":
        return text_in(text)
    if number is None or (cell_field.kind == "whole" and not isinstance(number, int)):
        raise CellFault(f"{quote(text)} cannot be taken: {wanted(cell_field)}")
    return number


def wanted(cell_field: CellField) -> str:
    """What a cell of a field must be."""
    kinds = {"whole": "a whole number", "number": "a number", "flag": "yes or no"}
    words = kinds.get(cell_field.kind, "a value")
    if cell_field.kind == "choice":
        words = f"one of {', '.join(cell_field.choices)}"
    if cell_field.low is not None and cell_field.high is not None:
        words += f" from {cell_field.low:g} to {cell_field.high:g}"
    elif cell_field.low is not None:
        words += f", at least {cell_field.low:g}"
    return f"it must be {words}"


def cell_of(cell_field: CellField, value: Any) -> str:
    """A value as a cell that `value_of` reads back."""
    if value is None:
        return ""
    if cell_field.kind == "list":
        parts = list(value) if isinstance(value, list | tuple) else [value]
        texts = [
            part if isinstance(part, str) else cell_of(cell_field.part or cell_field, part) for part in parts
        ]
        return guarded(listing(texts)) if texts else "-" if cell_field.needed else ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value}"
    text = str(value)
    if cell_field.kind == "mixed" and (number_in(text, commas=False) is not None or DATE.fullmatch(text)):
        return GUARD * 2 + text
    return guarded(text)


# ---------------------------------------------------------------- entries


def put(data: Entry, path: Path, value: Any) -> None:
    """Write a value at a path; lists are tables by number until `listed` makes lists of them."""
    for key in path[:-1]:
        if not isinstance(data.get(key), dict):
            data[key] = {}
        data = data[key]
    data[path[-1]] = value


def listed(draft: RowDraft, data: Entry, place: Place = ()) -> None:
    """Make lists of tables by number, in the order of their numbers."""
    for key, inner in data.items():
        if not isinstance(inner, dict):
            continue
        here = (*place, key)
        if not all(word.isdigit() for word in inner):
            listed(draft, inner, here)
            continue
        numbers = sorted(inner, key=int)
        draft.numbers[here] = [int(number) for number in numbers]
        data[key] = [inner[number] for number in numbers]
        for number, entry in enumerate(data[key]):
            if isinstance(entry, dict):
                listed(draft, entry, (*here, number))


def gaps(root: Mapping[str, Any], node: Mapping[str, Any], data: Any, place: Place = ()) -> Iterator[Place]:
    """The places of an entry at which something must stand and nothing does."""
    node = bare(root, node)[0]
    if "oneOf" in node and isinstance(data, dict):
        node = shape_of(root, node, data)
    if "properties" in node and isinstance(data, dict):
        for key in node.get("required", ()):
            if key not in data:
                yield (*place, key)
        for key, inner in node["properties"].items():
            if key in data:
                yield from gaps(root, inner, data[key], (*place, key))
    elif "items" in node and isinstance(data, list):
        for number, entry in enumerate(data):
            yield from gaps(root, node["items"], entry, (*place, number))


def shape_of(root: Mapping[str, Any], node: Mapping[str, Any], data: Entry) -> dict[str, Any]:
    """Which of several shapes a table has: what it says, else the only one that has its keys."""
    tag, mapping = node["discriminator"]["propertyName"], node["discriminator"]["mapping"]
    shapes = {word: resolved(root, {"$ref": ref}) for word, ref in mapping.items()}
    if tag not in data:
        fitting = [word for word, shape in shapes.items() if set(data) <= set(shape["properties"])]
        if data and len(fitting) == 1:
            data[tag] = fitting[0]
    return shapes.get(data.get(tag, ""), {})


def value_at(data: Any, place: Place) -> Any:
    """What stands at a place of an entry, None if nothing; for an entry that a list has not, its first."""
    for part in place:
        if isinstance(part, int) and isinstance(data, list) and data:
            data = data[part] if part < len(data) else data[0]
        elif isinstance(data, Mapping) and part in data:
            data = data[part]
        else:
            return None
    return data


def set_at(data: Any, place: Place, value: Any) -> None:
    """Write a value at a place whose table is there."""
    for part in place[:-1]:
        data = data[part]
    data[place[-1]] = value


def nearest(data: Entry, printed: Mapping[str, Entry], fields: Mapping[Path, CellField]) -> str:
    """The entry that comes with the game and agrees with most words of a line, the first of several."""
    words = [
        (path, plain_word(value))
        for path, cell_field in fields.items()
        if cell_field.kind in ("choice", "text")
        and path not in PROSE
        and isinstance(value := value_at(data, path), str)
    ]

    def alike(key: str) -> int:
        values = (value_at(printed[key], path) for path, _ in words)
        return sum(plain_word(str(value)) == word for value, (_, word) in zip(values, words, strict=True))

    return max(printed, key=alike, default="")


def in_words(value: Any) -> str:
    """A value as remarks say it."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {in_words(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(in_words, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
