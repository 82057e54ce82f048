"""Where units stand on the picture: in the middle of the hex, or side by side when they share it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hulldown.rulesets.api.scene import UnitMark
from hulldown.views.hex.grid import centre
from hulldown.views.ink import Point

SIDES = "ab"
FULL_SCALE, SHARED_SCALE = 1.06, 0.66
SHARED_STEP = 42.0


@dataclass(frozen=True)
class Station:
    """One unit with the place of its silhouette and of its plate, in board units.

    The plate hangs at `tag`: with (0, 1) below that spot, with (1, 0) right of it, with (0, 0) about it.
    """

    unit: UnitMark
    at: Point
    scale: float
    tag: Point
    tag_scale: float
    hang: tuple[float, float] = field(default=(0.0, 0.0), kw_only=True)


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
    """A unit among those of its hex. A wreck keeps the middle; others stand side by side."""
    middle = centre(unit.place)
    alive = [other for other in here if "wreck" not in other.state]
    if "wreck" in unit.state or len(alive) == 1:
        return Station(unit, middle, FULL_SCALE, middle, 1.0)
    across = (alive.index(unit) - (len(alive) - 1) / 2) * SHARED_STEP * 2 / len(alive)
    at = Point(middle.x + across, middle.y)
    return Station(unit, at, SHARED_SCALE, at, 1.0)
