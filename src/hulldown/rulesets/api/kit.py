"""What a real table needs beside rulebook, board and cards, as a ruleset lists it: its kit.

Plain data: a ruleset says what there is and which rule asks for it, `hulldown.views.printing` draws it.
"""

from __future__ import annotations

from dataclasses import dataclass

INCH = 25.4  # millimetres
FULL_SIZE = "An inch is an inch (25.4 mm); bases are as large as in the rules."  # on a table without places


@dataclass(frozen=True)
class Chit:
    """A small marker: a `sign` of a few letters, its word, another word for its back (none: the same).

    There are `count` of it in a battle, and `each` more for every unit. `drawing` is what the board shows for
    it, by its id among the symbols: it takes the place of the sign.
    """

    name: str
    sign: str
    rule: str
    count: int = 0
    each: int = 0
    back: str = ""
    drawing: str = ""


@dataclass(frozen=True)
class Stick:
    """A ruler of so many inches, with what it measures."""

    name: str
    inches: float
    rule: str = ""


@dataclass(frozen=True)
class Arc:
    """A template: a part of a circle, in degrees, of a radius in inches."""

    name: str
    degrees: int
    inches: float
    rule: str = ""


@dataclass(frozen=True)
class RangeStick:
    """A ruler with the bands of a range: where each ends, in inches, and what it is called."""

    name: str
    bands: tuple[tuple[str, float], ...]
    rule: str = ""


@dataclass(frozen=True)
class Dial:
    """A disc with words around it, of which an arrow shows one; one for each unit or each pair of them."""

    name: str
    faces: tuple[str, ...]
    rule: str = ""


@dataclass(frozen=True)
class OrderCard:
    """An order that is laid down face down: its name and what it does."""

    name: str
    text: str
    rule: str


@dataclass(frozen=True)
class Components:
    """All of it. `pitch` is what a place of the board measures in millimetres: a hex across its flats, the
    side of a tile, an inch; `counter` the side of a counter, of models without a base of their own.

    `turrets` says that a gun may look elsewhere than its hull, so that a counter wants a piece that shows it.
    `scale` says the scale in words. Each side has the `orders` once for every unit of it.
    """

    pitch: float
    counter: float = 20.0
    scale: str = ""
    turrets: bool = False
    chits: tuple[Chit, ...] = ()
    sticks: tuple[Stick, ...] = ()
    arcs: tuple[Arc, ...] = ()
    ranges: tuple[RangeStick, ...] = ()
    dials: tuple[Dial, ...] = ()
    orders: tuple[OrderCard, ...] = ()


def rulers(rule: str) -> tuple[Stick, ...]:
    """What distances are measured with on a table without places, where `rule` says that it is inches."""
    return Stick("Ruler", 6, rule), Stick("Ruler", 12, rule)
