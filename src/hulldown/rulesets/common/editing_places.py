"""Places in a draft: what stands there, what is put there, renamed everywhere, or taken out.

A place is the keys and positions that lead to a value, as in the problems of a file; a pattern is written
with dots and has a star for any key or position: `units.*.carried_by`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hulldown.catalogue import quote
from hulldown.rulesets.api.editing import Draft, NoSense

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
