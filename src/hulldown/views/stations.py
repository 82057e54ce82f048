"""Where units stand on the picture: in the middle of the hex, or side by side when they share it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hulldown.rulesets.face.scene import UnitMark
from hulldown.views.hex.grid import centre
from hulldown.views.ink import Point

SIDES = "ab"
FULL_SCALE, SHARED_SCALE = 1.06, 0.66
SHARED_STEP = 42.0
TAG_BELOW, TAG_ABOVE, TAG_STEP = 37.0, -41.0, 17.0


@dataclass(frozen=True)
class Station:
    """One unit with the place of its silhouette and of its label, in board units."""

    unit: UnitMark
    at: Point
    scale: float
    tag: Point
    tag_scale: float


def side_letter(side: int) -> str:
    """The letter that class names use for a side: a for Cobalt, b for Rust."""
    return SIDES[side]


def stations(units: Iterable[UnitMark]) -> list[Station]:
    """Every unit with its place; wrecks first and the active unit last, so that it lies on top."""
    order = sorted(units, key=lambda unit: ("wreck" not in unit.state, "active" in unit.state, unit.unit))
    sharing: dict[str, list[UnitMark]] = {}
    for unit in order:
        sharing.setdefault(unit.place, []).append(unit)
    return [_station(unit, sharing[unit.place]) for unit in order]


def _station(unit: UnitMark, here: list[UnitMark]) -> Station:
    """A unit among those of its hex. A wreck keeps the middle and lifts its label above the others."""
    middle = centre(unit.place)
    alive = [other for other in here if "wreck" not in other.state]
    if "wreck" in unit.state:
        below = TAG_ABOVE if alive else TAG_BELOW
        return Station(unit, middle, FULL_SCALE, Point(middle.x, middle.y + below), 1.0)
    if len(alive) == 1:
        return Station(unit, middle, FULL_SCALE, Point(middle.x, middle.y + TAG_BELOW), 1.0)
    turn = alive.index(unit)
    across = (turn - (len(alive) - 1) / 2) * SHARED_STEP * 2 / len(alive)
    tag = Point(middle.x, middle.y + TAG_BELOW + 4 - (len(alive) - 1 - turn) * TAG_STEP)
    return Station(unit, Point(middle.x + across, middle.y - 8), SHARED_SCALE, tag, 0.85)
