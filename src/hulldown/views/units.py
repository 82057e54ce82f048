"""The units themselves (layer l-units): hulls, armor, badges, plates (layer l-tags), and smoke above them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import NamedTuple

from hulldown.rulesets.api.scene import Marker, UnitMark
from hulldown.views.hex.grid import FULL_SCALE, Station, centre, side_letter
from hulldown.views.ink import Point, Room, choose, num, pair, placed, polygon, use
from hulldown.views.styles import symbols

FACES = (("front", 0), ("right", 90), ("rear", 180), ("left", -90))


def armor(at: Point, facing: float, halves: tuple[float, float], radius: float, struck: str) -> str:
    """The four arcs about a spot, of a hull turned by degrees from north.

    `halves`: half the angle of front and rear, and of a side. `struck` is a face, or "side" for both sides.
    """
    arcs = ""
    for face, by in FACES:
        kind = face if face in ("front", "rear") else "side"
        name = f"armor {kind} struck" if struck in (face, kind) else f"armor {kind}"
        arcs += f'<path class="{name}" d="{_arc(at, facing + by, halves[kind == "side"], radius)}"/>'
    return arcs


def outward(angle: float, radius: float) -> Point:
    """The point so far from the middle in a direction, clockwise from north in degrees."""
    turn = math.radians(angle)
    return Point(math.sin(turn) * radius, -math.cos(turn) * radius)


def _arc(at: Point, angle: float, half: float, radius: float) -> str:
    """A piece of a circle, so many degrees to either side of a direction."""
    first, last = (outward(angle + by, radius) for by in (-half, half))
    start, end = Point(at.x + first.x, at.y + first.y), Point(at.x + last.x, at.y + last.y)
    return f"M{pair(*start)}A{num(radius)} {num(radius)} 0 0 1 {pair(*end)}"


# ---------------------------------------------------------------- badges
# What a unit is worth, as a badge beside it (layer l-units), and whom it carries, for its plate.


PRIZE_AT = "translate(-39 -39)"  # outside the hull
PRIZES = {"target": "x-bull", "escort": "x-star"}
CARGO_WIDE, CARGO_LETTER = 24.0, 8.0


def crossed_flags() -> str:
    """The flags of both sides, leaning over each other: neither holds what they stand for."""
    return (
        '<g class="held side-b"><use href="#x-flag" transform="translate(9 2) rotate(20)"/></g>'
        '<g class="held side-a"><use href="#x-flag" transform="translate(-9 2) scale(-1 1) rotate(20)"/></g>'
    )


def badges(unit: UnitMark) -> str:
    """A bullseye on what must be destroyed, a star on what must come through."""
    symbol = PRIZES.get(unit.prize)
    return f'<g transform="{PRIZE_AT}"><g class="grow"><use href="#{symbol}"/></g></g>' if symbol else ""


def cargo_wide(unit: UnitMark) -> float:
    """How much room those aboard take on a plate."""
    if not unit.aboard:
        return 0.0
    return CARGO_WIDE + (CARGO_LETTER if len(unit.aboard) > 1 else 0)


def cargo(unit: UnitMark, x: float, y: float) -> str:
    """Those aboard: a closed box for passengers inside, a broken one for riders who can be hit.

    Its left edge is at `x`, its middle at `y`; several have their number beside them.
    """
    if not unit.aboard:
        return ""
    wide = cargo_wide(unit) - 2
    count = f'<text class="tag-n" x="21" y="4.5">{len(unit.aboard)}</text>' if len(unit.aboard) > 1 else ""
    return (
        f'<g class="cargo{" outside" if unit.outside else ""}" data-aboard="{escape(" ".join(unit.aboard))}" '
        f'transform="translate({num(x)} {num(y)})"><rect class="cargo-bg" y="-9" width="{num(wide)}" '
        f'height="18" rx="3"/><g transform="translate(11 0) scale(.75)"><use href="#x-men"/></g>{count}</g>'
    )


def badge_plate(side: str, width: float, name: str) -> str:
    """The shape behind lettering of that width, its centre at 0 0, of the class `name`."""
    if side == "a":
        return (
            f'<rect class="{name}" x="{num(-width / 2)}" y="-9.5" width="{num(width)}" height="19" rx="9.5"/>'
        )
    run = num(width - 10)
    return f'<path class="{name}" d="M{num(-width / 2 - 2)} 0l7-9.5h{run}l7 9.5-7 9.5h-{run}z"/>'


# ---------------------------------------------------------------- hulls
# How hulls and turrets stand up from the ground: slanted plates, each lit by where it looks once turned.


Corner = tuple[float, float]

TOPS: dict[str, tuple[Corner, ...]] = {
    "tank": ((-13, -23), (13, -23), (17, -19), (17, 30), (14, 35), (-14, 35), (-17, 30), (-17, -19)),
    "turret": (
        *((-5, -15), (5, -15), (11, -8), (13, 5), (11, 14)),
        *((7, 19), (-7, 19), (-11, 14), (-13, 5), (-11, -8)),
    ),
    "apc": ((-12, -22), (12, -22), (17, -17), (17, 32), (14, 36), (-14, 36), (-17, 32), (-17, -17)),
    "torso": (
        *((-5, -17), (5, -17), (10, -11), (13, 0), (10, 13)),
        *((5, 18), (-5, 18), (-10, 13), (-13, 0), (-10, -11)),
    ),
    "hover": (
        *((-4, -22), (4, -22), (12, -15), (17, 0), (18, 18)),
        *((11, 28), (-11, 28), (-18, 18), (-17, 0), (-12, -15)),
    ),
    "hturret": ((-3, -11), (3, -11), (7, -5), (8, 3), (4, 9), (-4, 9), (-8, 3), (-7, -5)),
    "gturret": ((-6, -7), (6, -7), (9, -3), (9, 5), (6, 9), (-6, 9), (-9, 5), (-9, -3)),
}
"""The flat top on each drawing, nose up, clockwise, with a corner for each of the outline below it."""
OUTLINE = re.compile(r'<symbol id="v-(\w+)".*?class="u-(?:hull|tur)" d="M([^Z]*)Z"')  # in symbols.svg
CORNER = re.compile(r"(-?\d+) ?(-?\d+)")
LIGHT = math.radians(315)  # where it comes from, clockwise from north
SHADES = 5
GRADIENT_STEP = 30  # degrees between the gradients that lie over a turned hull


@lru_cache(maxsize=1)
def outlines() -> dict[str, tuple[Corner, ...]]:
    """The outline of each drawing that has a top, as `symbols.svg` has it."""
    return {
        name: tuple((int(x), int(y)) for x, y in CORNER.findall(line))
        for name, line in OUTLINE.findall(symbols())
        if name in TOPS
    }


@lru_cache(maxsize=4096)
def slants(name: str, turn: int) -> str:
    """Light and shade on a drawing that is turned by degrees clockwise: one path for each of five shades."""
    if name not in TOPS:
        return ""
    outer, top = outlines()[name], TOPS[name]
    shades = [""] * SHADES
    for index, start in enumerate(outer):
        after = (index + 1) % len(outer)
        end = outer[after]
        looks = math.atan2(end[1] - start[1], end[0] - start[0]) + math.radians(turn)
        shade = min(SHADES - 1, int((1 - math.cos(looks - LIGHT)) * SHADES / 2))
        shades[shade] += polygon((start, end, top[after], top[index]))
    step = round(turn % 360 / GRADIENT_STEP) * GRADIENT_STEP % 360
    gradient = f"g-lit-{step}" if step else "g-lit"
    plates = "".join(f'<path class="sh{shade}" d="{path}"/>' for shade, path in enumerate(shades) if path)
    return f'<path fill="url(#{gradient})" d="{polygon(outer)}"/>{plates}'


# ---------------------------------------------------------------- units
# The units themselves (layer l-units): hull and turret are separate drawings and turn on their own.


FRAME = 'x="-60" y="-60" width="120" height="120"'
FACING = "M0-59l8 11h-16z"
STATES = {"wreck": " out", "gone": " away", "spent": " done"}  # class names by state, the first that holds
THROWN = 50  # degrees that the turret of a wreck lies off its hull
# Light comes from the north-west, however a unit turns.
SHADOW, TURRET_SHADOW = "translate(6 8)", "translate(3.5 5)"
ROUND, POINTED = '<circle class="{}" r="48"/>', '<path class="{}" d="M0-56L56 0L0 56L-56 0Z"/>'


class UnitSymbols(NamedTuple):
    """The drawings of one kind of unit: names in `symbols.svg`, empty where there is none.

    `marked` names the part that wears the pattern of the side.
    """

    hull: str
    turret: str = ""
    marked: str = "hull"
    shadow: bool = True
    spot: bool = False


SHAPES = {
    "tank": UnitSymbols("tank", "turret", spot=True),
    "apc": UnitSymbols("apc"),
    "squad": UnitSymbols("inf", marked="", shadow=False),
    "suits": UnitSymbols("suit", marked="", shadow=False),
    "walker": UnitSymbols("walk", "torso", marked="turret"),
    "hover": UnitSymbols("hover", "hturret"),
    "target": UnitSymbols("target", marked=""),
    "gun": UnitSymbols("gun", "gturret"),
}


def units(placed: Iterable[Station]) -> str:
    """Layer l-units."""
    return "".join(_unit(station) for station in placed)


def _unit(station: Station) -> str:
    """One unit: its side's base, facing wedge, shadow, hull, turret, cover, badges."""
    unit, scale = station.unit, station.scale
    wreck = "wreck" in unit.state
    ground = "" if wreck else team(unit.side, scale / FULL_SCALE)
    wedge = "" if wreck or unit.hull is None else _wedge(unit.hull, scale)
    cover = '<use href="#x-cover"/>' if "cover" in unit.state and not wreck else ""
    drawn = body(unit, turned(unit.hull, 60), turned(unit.turret, 60))
    return grouped(
        unit, station.at, f'{ground}{wedge}<g class="u-body" transform="scale({scale})">{drawn}{cover}</g>'
    )


def grouped(unit: UnitMark, at: Point, inner: str) -> str:
    """The group of a unit at its spot, with what the unit is worth; a client moves it by its transform."""
    return (
        f'<g class="{classes(unit)}" data-unit="{escape(unit.unit)}" {placed(at)}>{inner}{badges(unit)}</g>'
    )


def team(side: int, scale: float = 1.0) -> str:
    """What a unit stands on: a disc for the first side, a diamond for the second, centred at 0 0."""
    shape = ROUND if side == 0 else POINTED
    moved = "" if scale == 1 else f' transform="scale({scale:.2f})"'
    return f"<g{moved}>{shape.format('team-c')}{shape.format('team')}</g>"


def turned(direction: int | None, degrees: int) -> int | None:
    """A direction, counted clockwise from north in steps of so many degrees, as a turn."""
    return None if direction is None else degrees * direction


def body(unit: UnitMark, hull: int | None, turret: int | None, before: str = "") -> str:
    """The drawing of a unit, its centre at 0 0, with hull and turret turned by degrees from north.

    Without a direction of its own a turret looks where the hull does. What lies `before` the hull is
    drawn over it and under the turret.
    """
    return _wreck(unit, hull, turret) if "wreck" in unit.state else _whole(unit, hull, turret, before)


def _wedge(facing: int, scale: float) -> str:
    """The mark on the hex edge where the hull faces; nearer when units share the hex."""
    size = "" if scale == FULL_SCALE else f" scale({scale})"
    return f'<path class="facing" d="{FACING}" transform="rotate({60 * facing}){size}"/>'


def classes(unit: UnitMark) -> str:
    """Side and state as class names."""
    state = next((name for state, name in STATES.items() if state in unit.state), "")
    return f"unit side-{side_letter(unit.side)}{state}"


def _whole(unit: UnitMark, facing: int | None, aim: int | None, before: str) -> str:
    shape, side, turn = SHAPES[unit.kind], side_letter(unit.side), facing or 0
    mark = _framed(f"m-{shape.hull}-{side}") if shape.marked == "hull" else ""
    hull = _framed(f"v-{shape.hull}") + slants(shape.hull, turn) + mark
    parts = [_shadow(shape.hull, turn) if shape.shadow else "", _turning("u-turn", facing, hull), before]
    if shape.turret:
        parts.append(_turret(shape, side, turn if aim is None else aim))
    return "".join(parts)


def _turret(shape: UnitSymbols, side: str, aim: int) -> str:
    """A turret with its shadow, and with what marks the side on it."""
    spot = f'<use href="#m-spot-{side}"/>' if shape.spot else ""
    mark = _framed(f"m-{shape.turret}-{side}") if shape.marked == "turret" else ""
    cast = _shadow("turret", aim, TURRET_SHADOW) if shape.spot else ""
    return cast + _turning(
        "turret", aim, _framed(f"v-{shape.turret}") + slants(shape.turret, aim) + mark + spot
    )


def _wreck(unit: UnitMark, facing: int | None, aim: int | None) -> str:
    """A dark hull on scorched ground with its turret thrown off the ring."""
    shape, turn = SHAPES[unit.kind], facing or 0
    hull = _framed(f"v-{shape.hull}") + slants(shape.hull, turn) + '<use href="#x-hole"/>'
    cast = _shadow(shape.hull, turn) if shape.shadow else ""
    parts = ['<use href="#x-scorch"/>', cast, _turning("u-turn", facing, hull)]
    if shape.turret:
        thrown = (turn if aim is None else aim) + THROWN
        turret = _framed(f"v-{shape.turret}") + slants(shape.turret, thrown)
        parts.append(f'<g transform="translate(9 -6)">{_turning("turret", thrown, turret)}</g>')
    return "".join(parts)


def _framed(symbol: str) -> str:
    """A copy of a vehicle drawing, its centre at 0 0."""
    return f'<use href="#{symbol}" {FRAME}/>'


def _shadow(shape: str, turn: int, moved: str = SHADOW) -> str:
    """What a part casts to the right and below, turned with it."""
    turned = f" rotate({turn})" if turn else ""
    return f'<use class="cast" href="#c-{shape}" transform="{moved}{turned}"/>'


def _turning(name: str, facing: int | None, inner: str) -> str:
    """A part that turns on its own."""
    turn = f' transform="rotate({facing})"' if facing else ""
    return f'<g class="{name}"{turn}>{inner}</g>'


# ---------------------------------------------------------------- plates
# The plate of each unit (layer l-tags): emblem, name, hull points as blocks, a tick when it has acted.


TALL = 34.0
LETTER, HEAD, END = 9.7, 29.0, 9.0  # of a name: a letter's width, what stands before it, what after
BLOCK_STEP, SMALL_BLOCK_STEP, FEW, MOST_BLOCKS = 11.4, 8.4, 6, 10
TICK_WIDE = 17.0
LONGEST = 18
AHEAD = 9.0  # how far the arrowhead of a unit that can act stands out before its plate

HULL_REACH, BARREL = 46.0, 7.0  # of a unit at full size: radius of its hull, half the width of its gun
GUNS = {"tank": 79.0, "walker": 56.0, "hover": 52.0, "gun": 58.0}  # how far a gun reaches from the middle
GAP = 4.0  # from a hull to its plate
GROWN = 1.4  # plates are so much larger on a small page
AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))
STEPS, OUTWARDS = 24, 16.0  # how often a plate moves outwards in search of a free place, how far each time


def plate_name(mark: UnitMark, marks: Iterable[UnitMark]) -> str:
    """What a plate calls a unit: its name, and the end of its id where two of a side are alike."""
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
    aboard = cargo(mark, end - cargo_wide(mark) - (TICK_WIDE if ticked else 0) + 4, y)
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
    return cargo_wide(mark) + (TICK_WIDE if "spent" in mark.state else 0)


def _step(full: int) -> float:
    """From block to block."""
    return BLOCK_STEP if full <= FEW else SMALL_BLOCK_STEP


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
    """The stations with plates that meet no unit, no other plate and nothing `besides` in the picture.

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


# ---------------------------------------------------------------- smoke
# Smoke and fire, above the units (layer l-smoke).


CLOUDS = 3


def smoke(markers: Iterable[Marker], placed: Iterable[Station]) -> str:
    """Layer l-smoke: screens with the turns they last, flames and soot on what burns."""
    screens = "".join(_screen(marker) for marker in markers if marker.kind == "smoke")
    return screens + "".join(_fire(station) for station in placed if "burning" in station.unit.state)


def _screen(marker: Marker) -> str:
    """A cloud that fills the hex; a counter in a small disc where turns remain."""
    at = centre(marker.place)
    cloud = use(f"x-smoke-{choose(CLOUDS, 'smoke', marker.place)}", at)
    return f"<g>{cloud}</g>" + (counter(Point(at.x + 27, at.y - 25), marker.note) if marker.note else "")


def counter(at: Point, note: str, more: str = "") -> str:
    """A disc with a number, such as the turns that remain."""
    return f'<g class="turns" {placed(at, more)}><circle r="10"/><text y="4.5">{escape(note)}</text></g>'


def _fire(station: Station) -> str:
    """Flames on the deck, soot that drifts to the north-east."""
    x, y = station.at
    drawn = use("x-soot", Point(x + 10, y - 26)) + use("x-fire", Point(x + 4, y + 2))
    return f'<g data-of="{escape(station.unit.unit)}">{drawn}</g>'
