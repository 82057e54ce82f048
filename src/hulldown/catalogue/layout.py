"""Data as a TOML file for hands: a table for each entry, short lists in a line, long texts over several."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hulldown.catalogue.load import BARE, toml_text, toml_value

WIDTH = 110  # characters of a line
PICTURE = 4  # characters from which texts of one length are rows of a picture
HEADED = ("options", "values", "notes")  # tables with a heading, however short
Order = Mapping[str, Sequence[str]]  # the keys of a place, in their order; a star stands for any key


def layout(data: Mapping[str, Any], order: Order | None = None) -> str:
    """A file that reads as one written by hand, with keys in an order by their place: `units.*`."""
    lines = list(table(data, (), order or {}))
    text = "".join(f"{line}\n" for line in lines).lstrip("\n")
    return text if tomllib.loads(text) == plain(data) else toml_text(data)


def plain(value: Any) -> Any:
    """Data as a TOML file gives it back."""
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def table(data: Mapping[str, Any], place: tuple[str, ...], order: Order) -> Iterator[str]:
    """The lines of a table: what stands in a line first, then tables in it."""
    headed = []
    entries = len(place) == 1 and bool(data) and all(isinstance(value, Mapping) for value in data.values())
    for key in sorted_keys(data, place, order):
        if entries or is_table(key, data[key], len(place)):
            headed.append(key)
        else:
            yield pair(key, data[key])
    for key in headed:
        yield from part(data[key], (*place, key), order)


def part(value: Any, place: tuple[str, ...], order: Order) -> Iterator[str]:
    """A table or a list of tables under its heading."""
    heading = ".".join(map(bare, place))
    if not isinstance(value, Mapping):
        for entry in value:
            yield from ("", f"[[{heading}]]", *table(entry, place, order))
        return
    inner = list(table(value, place, order))
    if not value or (inner and inner[0]):  # a heading whose tables all have headings says nothing
        yield from ("", f"[{heading}]")
    yield from inner


def is_table(key: str, value: Any, depth: int) -> bool:
    """Whether something has a heading of its own; a short table of plain values stands in a line."""
    if isinstance(value, Mapping):
        if depth == 0 and (key in HEADED or any(isinstance(inner, list) for inner in value.values())):
            return True
        nested = any(isinstance(inner, Mapping) for inner in value.values())
        return nested or not value or len(toml_value(value)) > WIDTH * 2 // 3
    tables = isinstance(value, list | tuple) and bool(value)
    return tables and depth == 0 and all(isinstance(inner, Mapping) for inner in value)


def pair(key: str, value: Any) -> str:
    """`key = value`, over several lines where one is too long."""
    line = f"{bare(key)} = {toml_value(value)}"
    if len(line) <= WIDTH and not (isinstance(value, str) and "\n" in value):
        return line
    if isinstance(value, str) and value == value.lstrip():
        return f"{bare(key)} = {long_text(value)}"
    if isinstance(value, list | tuple) and not any(isinstance(inner, Mapping) for inner in value):
        return f"{bare(key)} = [\n{long_list(value)}]"
    return line


def long_text(text: str) -> str:
    """A text over several lines, broken between words; a break of its own stays one."""
    written = []
    for paragraph in text.split("\n"):
        line = ""
        for word in json.dumps(paragraph, ensure_ascii=False)[1:-1].replace("\x7f", "\\u007f").split(" "):
            if word and line.strip() and len(line) + len(word) > WIDTH - 2:
                written.append(f"{line}\\\n")
                line = ""
            line += f"{word} "
        written.append(f"{line[:-1]}\n")
    return '"""\\\n' + "".join(written)[:-1] + '\\\n"""'


def long_list(values: Sequence[Any]) -> str:
    """The lines of a list that is too long for one."""
    picture = all(isinstance(value, str) for value in values) and len({len(value) for value in values}) == 1
    if picture and len(values[0]) >= PICTURE:
        return "".join(f"    {toml_value(value)},\n" for value in values)
    lines = [""]
    for value in map(toml_value, values):
        if lines[-1] and len(lines[-1]) + len(value) > WIDTH - 6:
            lines.append("")
        lines[-1] += f"{' ' if lines[-1] else ''}{value},"
    return "".join(f"    {line}\n" for line in lines)


def bare(key: str) -> str:
    """A key, in quotes where it needs them."""
    return key if BARE.fullmatch(key) else toml_value(key)


def sorted_keys(data: Mapping[str, Any], place: tuple[str, ...], order: Order) -> list[str]:
    """The keys of a table: those whose order is known first, the others as they come."""
    known = next((keys for pattern, keys in order.items() if stands_at(pattern, place)), ())
    rank = {key: number for number, key in enumerate(known)}
    return sorted(data, key=lambda key: rank.get(key, len(rank)))


def stands_at(pattern: str, place: tuple[str, ...]) -> bool:
    """Whether a place is one of those of a pattern."""
    parts = pattern.split(".") if pattern else []
    return len(parts) == len(place) and all(
        each in ("*", key) for each, key in zip(parts, place, strict=True)
    )


def order_of(examples: Sequence[Mapping[str, Any]], place: str = "") -> dict[str, tuple[str, ...]]:
    """The order of keys in files that are there, by places: keys that all have differ from names."""
    return {place: merged([list(example) for example in examples])} | {
        inner: keys
        for key in merged([list(example) for example in examples])
        for inner, keys in below(examples, key, place)
    }


def below(
    examples: Sequence[Mapping[str, Any]], key: str, place: str
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The order of keys in the tables under a key: in its entries, if it holds entries by their names."""
    values = [example[key] for example in examples if key in example]
    tables = [value for value in values if isinstance(value, Mapping)]
    lists = [inner for value in values if isinstance(value, list) for inner in value]
    here = f"{place}.{key}" if place else key
    entries = [inner for value in tables for inner in value.values() if isinstance(inner, Mapping)]
    if entries:
        yield from order_of(entries, f"{here}.*").items()
    elif tables or any(isinstance(inner, Mapping) for inner in lists):
        nested = tables or [inner for inner in lists if isinstance(inner, Mapping)]
        yield from order_of(nested, here).items()


def merged(lists: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Several orders as one: what one does not have goes behind what it stands behind elsewhere."""
    result: list[str] = []
    for keys in lists:
        at = 0
        for key in keys:
            if key in result:
                at = max(at, result.index(key) + 1)
            else:
                result.insert(at, key)
                at += 1
    return tuple(result)
