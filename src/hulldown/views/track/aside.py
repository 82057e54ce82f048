"""The strip below the lanes: units in reserve, escaped and destroyed, which meet nobody."""

from __future__ import annotations

from dataclasses import dataclass

from hulldown.rulesets.api.scene import TrackScene, UnitMark
from hulldown.views.ink import Point, num, text_at
from hulldown.views.track.lanes import MARGIN, WIDTH, LaneUnit
from hulldown.views.track.words import apart

SCALE, STEP, ROW, INSET = 0.72, 82.0, 116.0, 18.0
MOST = int((WIDTH - 2 * MARGIN - 2 * INSET) / STEP)


@dataclass(frozen=True)
class SideStrip:
    """Headings as (spot, text) and units of the strip, and how high it is."""

    top: float
    height: float
    headings: tuple[tuple[Point, str], ...]
    stands: tuple[LaneUnit, ...]


def strip(scene: TrackScene, top: float) -> SideStrip:
    """Where the units in no encounter stand: in rows, those of one fate together under their heading."""
    headings: list[tuple[Point, str]] = []
    stands: list[LaneUnit] = []
    x, y = MARGIN + INSET, top
    for heading, units in apart(scene):
        for begin in range(0, len(units), MOST):
            here = units[begin : begin + MOST]
            if x + STEP * len(here) > WIDTH - MARGIN - INSET:
                x, y = MARGIN + INSET, y + ROW
            headings += [] if begin else [(Point(x, y + 19), heading)]
            stands += [_waiting(unit, x + STEP * (turn + 0.5), y + 66) for turn, unit in enumerate(here)]
            x += STEP * len(here) + INSET
    return SideStrip(top, y + ROW - top if stands else 0.0, tuple(headings), tuple(stands))


def _waiting(unit: UnitMark, x: float, y: float) -> LaneUnit:
    """One unit, nose up."""
    return LaneUnit(unit, Point(x, y), SCALE, Point(x, y + 34), 0.9, 0, None, 0)


def ground(drawn: SideStrip) -> str:
    """The paper under the strip."""
    if not drawn.stands:
        return ""
    return (
        f'<rect class="aside" x="{num(MARGIN)}" y="{num(drawn.top)}" width="{num(WIDTH - 2 * MARGIN)}" '
        f'height="{num(drawn.height)}" rx="2"/>'
    )


def names(drawn: SideStrip) -> str:
    """The headings."""
    return "".join(text_at("aside-t", at, text) for at, text in drawn.headings)
