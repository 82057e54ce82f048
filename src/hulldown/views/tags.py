"""The plate of each unit (layer l-tags): emblem, name, hull points as blocks, a tick when it has acted."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape
from typing import NamedTuple

from hulldown.rulesets.api.scene import UnitMark
from hulldown.views.badges import cargo, cargo_wide
from hulldown.views.ink import Point, Room, num, pair
from hulldown.views.stations import FULL_SCALE, Station, side_letter

TALL = 34.0
LETTER, HEAD, END = 9.7, 29.0, 9.0  # of a name: a letter's width, what stands before it, what after
STEP, SMALL_STEP, FEW, MOST_BLOCKS = 11.4, 8.4, 6, 10
TICK = 17.0
LONGEST = 18
AHEAD = 9.0  # how far the arrowhead of a unit that can act stands out before its plate

HULL_REACH, BARREL = 46.0, 7.0  # of a unit at full size: radius of its hull, half the width of its gun
GUNS = {"tank": 79.0, "walker": 56.0, "hover": 52.0, "gun": 58.0}  # how far a gun reaches from the middle
GAP = 4.0  # from a hull to its plate
GROWN = 1.4  # plates are so much larger on a small page
AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))
STEPS, OUTWARDS = 24, 16.0  # how often a plate moves outwards in search of a free place, how far each time


# ---------------------------------------------------------------- one plate


def plate_name(mark: UnitMark, marks: Iterable[UnitMark]) -> str:
    """What a plate calls a unit: what its page calls it, else its name, and the end of its id where two of a
    side are alike.
    """
    alike = [other for other in marks if (other.side, other.name) == (mark.side, mark.name)]
    name = mark.name or mark.unit
    text = f"{name} {mark.unit.lstrip('AB')}" if len(alike) > 1 and mark.name else name
    text = mark.plate or text
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def plate_size(name: str, full: int, more: float = 0.0) -> tuple[float, float]:
    """Width and height of the plate of a unit with so many hull points when it is whole.

    Beside the name is so much `more`: a tick, those aboard.
    """
    blocks = LETTER * len(f"{full}/{full}") if full > MOST_BLOCKS else full * _step(full)
    return HEAD + max(LETTER * len(name), blocks) + END + more, TALL


def plate(mark: UnitMark, name: str, left: float, top: float) -> str:
    """A plate with its upper left corner there."""
    wide, tall = plate_size(name, mark.points_full, _more(mark))
    y, end = top + tall / 2, left + wide - END
    ticked = "spent" in mark.state
    tick = f'<path class="tag-tick" d="M{pair(end - 12, y - 1)}l4 5 8-9"/>' if ticked else ""
    aboard = cargo(mark, end - cargo_wide(mark) - (TICK if ticked else 0) + 4, y)
    card = f'x="{num(left)}" y="{num(top)}" width="{num(wide)}" height="{num(tall)}" rx="7"'
    able = f'<path class="able" d="M{pair(left - AHEAD, y - 8)}l10 8-10 8z"/>' if "able" in mark.state else ""
    return (
        f'<rect class="tag-bg" {card}/>'
        f"{_emblem(mark.side, left + 15, y)}{able}"
        f'<text x="{num(left + HEAD)}" y="{num(top + 16)}">{escape(name)}</text>{tick}{aboard}'
        f"{_points(mark, left + HEAD, top + 21)}"
    )


def _more(mark: UnitMark) -> float:
    """What a plate has beside its name and its points."""
    return cargo_wide(mark) + (TICK if "spent" in mark.state else 0)


def _step(full: int) -> float:
    """From block to block."""
    return STEP if full <= FEW else SMALL_STEP


def _emblem(side: int, x: float, y: float) -> str:
    """A disc with a bar for the first side, a diamond with a stroke for the second."""
    if side == 0:
        disc = f'<circle class="tag-em" cx="{num(x)}" cy="{num(y)}" r="8"/>'
        return f'{disc}<path class="tag-ec" d="M{pair(x - 4.6, y)}h9.2"/>'
    diamond = f'<path class="tag-em" d="M{pair(x, y - 10)}l10 10-10 10-10-10z"/>'
    return f'{diamond}<path class="tag-ec" d="M{pair(x - 3.4, y + 3.2)}l6.6-6.6"/>'


def _points(mark: UnitMark, x: float, y: float) -> str:
    """Hull points as blocks, filled left and crossed lost; as a number where blocks would be too many."""
    full = mark.points_full
    if full > MOST_BLOCKS:
        return f'<text class="tag-n" x="{num(x)}" y="{num(y + 9)}">{mark.points}/{full}</text>'
    wide = _step(full) - 2.8
    w, v = num(wide), num(wide - 1.2)
    left = "".join(
        f"M{pair(x + turn * _step(full), y)}h{w}v8h-{w}z" for turn in range(min(mark.points, full))
    )
    lost = "".join(
        f"M{pair(x + turn * _step(full) + 0.6, y + 0.6)}h{v}v6.8h-{v}zl{v} 6.8"
        for turn in range(max(mark.points, 0), full)
    )
    blocks = f'<path class="hp on" d="{left}"/>' if left else ""
    return blocks + (f'<path class="hp off" d="{lost}"/>' if lost else "")


# ---------------------------------------------------------------- all of them


def tags(placed: Sequence[Station]) -> str:
    """Layer l-tags: each plate where its station says; `hung` finds good places on a board of hexes."""
    marks = [station.unit for station in placed]
    return "".join(_tag(station, plate_name(station.unit, marks)) for station in placed)


def _tag(station: Station, name: str) -> str:
    """One plate; on a small page it grows away from its unit."""
    unit, scale = station.unit, "" if station.tag_scale == 1 else f" scale({station.tag_scale})"
    room, (x, y) = _room(station, name, 1.0), station.tag
    return (
        f'<g class="tag side-{side_letter(unit.side)}{" out" if "wreck" in unit.state else ""}" '
        f'data-of="{escape(unit.unit)}" transform="translate({num(x)} {num(y)}){scale}">'
        f'{_leader(station)}<g class="grow">'
        f"{plate(unit, name, room.left - x, room.top - y)}</g></g>"
    )


def _leader(station: Station) -> str:
    """A line from a plate that had to go far to its unit."""
    x, y = station.at.x - station.tag.x, station.at.y - station.tag.y
    far = math.hypot(x, y)
    if not any(station.hang) or far < 1.5 * HULL_REACH:
        return ""
    share = 1 - 0.8 * HULL_REACH / far
    return f'<path class="tag-way" d="M0 0L{pair(x * share, y * share)}"/>'


def _room(station: Station, name: str, grown: float) -> Room:
    """What a plate takes that hangs where its station says, so much larger than drawn."""
    wide, tall = plate_size(name, station.unit.points_full, _more(station.unit))
    (x, y), (across, down) = station.tag, station.hang
    left, top = x + grown * wide * (across - 1) / 2, y + grown * tall * (down - 1) / 2
    return Room(left, top, left + grown * wide, top + grown * tall)


Disc = tuple[float, float, float]
"""Where its middle is, and its radius."""


class Body(NamedTuple):
    """What a unit covers: discs along its hull and its gun."""

    discs: tuple[Disc, ...]

    def meets(self, room: Room) -> bool:
        """Whether a plate there would hide some of it."""
        return any(room.away(x, y) < radius for x, y, radius in self.discs)


def body_of(station: Station) -> Body:
    """The hull as a disc, the gun as small ones in a row."""
    (x, y), unit, scale = station.at, station.unit, station.scale / FULL_SCALE
    discs = [(x, y, HULL_REACH * scale)]
    way = unit.hull if unit.turret is None else unit.turret
    if way is not None and "wreck" not in unit.state:
        turn, reach = math.radians(60 * way), int(GUNS.get(unit.kind, 0) * scale)
        discs += [
            (x + far * math.sin(turn), y - far * math.cos(turn), BARREL)
            for far in range(int(HULL_REACH * scale), reach, int(BARREL))
        ]
    return Body(tuple(discs))


def hung(
    placed: Sequence[Station], width: float, height: float, besides: Iterable[Disc] = ()
) -> list[Station]:
    """The stations with plates that meet no unit and no other plate, within a picture of that size.

    Nor do they meet what lies `besides`: a flag, a number of the ruler.

    Below its unit a plate is best, then above, then beside it; where all is taken it moves outwards.
    """
    marks = [station.unit for station in placed]
    bodies = [body_of(station) for station in placed] + [Body((disc,)) for disc in besides]
    picture, taken, hung_at = Room(0, 0, width, height), list[Room](), dict[str, Station]()
    for station in sorted(placed, key=lambda station: (-station.at.y, station.at.x)):
        name = plate_name(station.unit, marks)
        best = _best(station, name, bodies, taken, picture)
        taken.append(_room(best, name, 1.0))
        hung_at[station.unit.unit] = best
    return [hung_at[station.unit.unit] for station in placed]


def _best(
    station: Station, name: str, bodies: Sequence[Body], taken: Sequence[Room], picture: Room
) -> Station:
    """The first free place for a plate; one that stays free when plates grow goes before."""
    spots = [*_spots(station)]
    for grown, choice in ((GROWN, spots[: len(AROUND)]), (1.0, spots)):
        for spot in choice:
            room = _room(spot, name, grown)
            if (
                picture.around(room)
                and not any(map(room.meets, taken))
                and not any(body.meets(room) for body in bodies)
            ):
                return spot
    return spots[0]


def _spots(station: Station) -> Iterator[Station]:
    """Where a plate may hang, the best first."""
    near = HULL_REACH * station.scale / FULL_SCALE + GAP
    for step in range(STEPS):
        for across, down in AROUND:
            far = near + OUTWARDS * step
            at = Point(station.at.x + far * across, station.at.y + far * down)
            hang = (math.copysign(1, across) if across else 0.0, math.copysign(1, down) if down else 0.0)
            yield replace(station, tag=at, hang=hang)
