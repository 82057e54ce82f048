"""What units and places are called on a page: by their build, never by an id or a letter.

Files, orders and the command line go on saying A1 and E10.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

from hulldown.views.hex.grid import column_number

LETTERED = re.compile(r"([A-Z]|[B-Z][A-Z])([1-9]\d?)")
NUMBER = re.compile(r"\d+")
# Two alike on one side are told apart by a call sign: the first side has birds, the second winds.
SIGNS = (
    (
        *("Avocet", "Bittern", "Curlew", "Dunlin", "Egret", "Finch", "Gannet", "Jackdaw"),
        *("Lapwing", "Linnet", "Magpie", "Osprey", "Petrel", "Plover", "Puffin", "Robin"),
        *("Siskin", "Snipe", "Starling", "Stork", "Swift", "Teal", "Wagtail", "Wren"),
    ),
    (
        *("Bora", "Boreas", "Etesian", "Foehn", "Ghibli", "Harmattan", "Khamsin", "Levanter"),
        *("Libeccio", "Maestro", "Meltemi", "Mistral", "Monsoon", "Ostro", "Pampero", "Ponente"),
        *("Shamal", "Simoom", "Sirocco", "Sumatra", "Tramontane", "Vardar", "Zephyr", "Zonda"),
    ),
)


class Listed(Protocol):
    """A unit as far as its name goes: a card, or a mark on a board."""

    @property
    def unit(self) -> str: ...
    @property
    def side(self) -> int: ...
    @property
    def name(self) -> str: ...


@dataclass(frozen=True)
class UnitName:
    """What a unit is called: `name` after its build, `short` on its plate, `full` in a list.

    `short` and `full` tell two alike on one side apart.
    """

    side: int
    name: str
    short: str
    full: str


def place_name(place: str) -> str:
    """A lettered place as column and row: "E10" is "05\u00b710". Any other text is left as it is."""
    lettered = LETTERED.fullmatch(place)
    if lettered is None:
        return place
    return f"{column(lettered[1]):02}\u00b7{int(lettered[2]):02}"


def column(label: str) -> int:
    """The number of a lettered column: A is 1, Z 26, BA 27."""
    return column_number(label) + 1


def call_sign(game: str, unit: str, side: int) -> str:
    """The call sign of a unit: the same in all of a game, another in the next.

    Units of a side follow each other in the list, so that two have different ones.
    """
    signs = SIGNS[side % 2]
    begin = int.from_bytes(blake2b(f"{game} {side}".encode(), digest_size=4).digest())
    number = NUMBER.search(unit)
    at = int(number[0]) if number else 0
    again = f" {at // len(signs) + 1}" if at >= len(signs) else ""
    return signs[(begin + at) % len(signs)] + again


def unit_names(game: str, units: Iterable[Listed]) -> dict[str, UnitName]:
    """What every unit is called in a game, by its id. A unit without a name goes by its call sign."""
    listed = list(units)
    alike = Counter((unit.side, unit.name) for unit in listed)
    return {unit.unit: _unit_name(game, unit, alike[unit.side, unit.name] > 1) for unit in listed}


def _unit_name(game: str, unit: Listed, alike: bool) -> UnitName:
    if unit.name and not alike:
        return UnitName(unit.side, unit.name, unit.name, unit.name)
    sign = call_sign(game, unit.unit, unit.side)
    return UnitName(unit.side, unit.name, sign, f"{unit.name} {sign}".strip())


def unit_of(name: str, known: Mapping[str, UnitName]) -> str:
    """The unit that a name stands for: itself, or that of a model ("B1.10"). Empty if it is none."""
    unit = name.partition(".")[0]
    return unit if unit in known else ""
