"""What lies on square tiles for a while: smoke, rounds on their way, last sightings, places that score."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from hulldown.rulesets.api.scene import Aids, Barricade, Marker, Structure, Target, Zone
from hulldown.views import aids as shared
from hulldown.views.hex.grid import side_letter
from hulldown.views.hex.marks import DRAWINGS
from hulldown.views.ink import Point, Room, choose, num, paths, placed
from hulldown.views.tiles.grid import Box, Tile, box, centre, distance, outline, parse, square
from hulldown.views.tiles.ground import around_edge
from hulldown.views.units import counter, crossed_flags

CLOUDS = 3
DART = "M24-33L8-10M8-10l1-8M8-10l8-2M15-37L2-19M2-19l1-7M2-19l7-2"
NEUTRAL = -1
LETTER = 6.2


def marks(markers: Iterable[Marker]) -> str:
    """Layer l-marks: where something was last seen, and what it was."""
    return "".join(
        f'<g class="mark" transform="translate({num(x)} {num(y)})"><g transform="scale(.8)">'
        f"{DRAWINGS['last-seen'](marker)}</g>{name}</g>"
        for marker in markers
        if marker.kind == "last-seen"
        for x, y in (centre(marker.place),)
        for name in (f'<text class="mark-t" y="29">{escape(marker.note)}</text>' if marker.note else "",)
    )


def smoke(markers: Iterable[Marker]) -> str:
    """Layer l-smoke: clouds that fill their tiles, with the turns they last; counters lie over all clouds."""
    screens = [marker for marker in markers if marker.kind == "smoke"]
    clouds = "".join(map(_cloud, screens))
    return (f"<g>{clouds}</g>" if clouds else "") + "".join(map(_counter, screens))


def _cloud(marker: Marker) -> str:
    x, y = centre(marker.place)
    drawing = choose(CLOUDS, "smoke", marker.place)
    return f'<use href="#x-smoke-{drawing}" transform="translate({num(x)} {num(y)}) scale(.68)"/>'


def _counter(marker: Marker) -> str:
    """The disc with the turns that remain."""
    x, y = centre(marker.place)
    return (
        f'<g class="turns" transform="translate({num(x + 19)} {num(y - 18)}) scale(.9)"><g class="grow">'
        f'<circle r="10"/><text y="4.5">{escape(marker.note)}</text></g></g>'
        if marker.note
        else ""
    )


def flights(markers: Iterable[Marker]) -> str:
    """Layer l-air: a broken ring where rounds will come down, darts above it, and how many they are."""
    return "".join(_flight(marker) for marker in markers if marker.kind == "flight")


def _flight(marker: Marker) -> str:
    """The rounds of one side on their way to one place."""
    x, y = centre(marker.place)
    side = side_letter(marker.owner or 0)
    many = counter(Point(26, -34), marker.note, " scale(.8)") if marker.note else ""
    return (
        f'<g class="side-{side}" transform="translate({num(x)} {num(y - 3)})">'
        f'<circle class="strike-case" r="25"/><circle class="strike-ring" r="25"/>'
        f"{paths(DART, 'dart-case', 'dart')}{many}</g>"
    )


# ---------------------------------------------------------------- zones


def zones(drawn: Iterable[Zone]) -> str:
    """Layer l-zone: where sides set up, what they must reach, and what scores."""
    return "".join(
        _score(zone) if zone.side == NEUTRAL else _deploy(zone.places, zone.side) for zone in drawn
    )


def _score(zone: Zone) -> str:
    """A place that scores: a pale square, a dashed line, the flag of its holder, both while contested."""
    tiles = frozenset(map(parse, zone.places))
    left, top, right, bottom = box(tiles)
    at, edge = Point((left + right) / 2, (top + bottom) / 2), outline(tiles)
    spot = placed(at)
    flag = '<use href="#x-flag" x="-15" y="-18"/>'
    if zone.contested:
        flag = f'<g class="contested" transform="translate(0 -16)">{crossed_flags()}</g>'
    elif zone.owner is not None:
        flag = f'<g class="held side-{side_letter(zone.owner)}">{flag}</g>'
    return (
        f'{paths(edge, "score", "score-c", "score-edge")}<g {spot}><circle class="rosette" r="60"/>'
        f'<circle class="rosette in" r="31"/>{flag}</g>'
    )


def notes(drawn: Iterable[Zone]) -> str:
    """For how much places score (part of layer l-tags, over what is in reach)."""
    return "".join(_note(zone) for zone in drawn if zone.side == NEUTRAL and zone.note)


def _note(zone: Zone) -> str:
    """A few words on the upper edge of a zone."""
    left, top, right, _ = box(map(parse, zone.places))
    note = f"{zone.note}, contested" if zone.contested else zone.note
    wide = 12 + LETTER * len(note)
    return (
        f'<g class="score-t" transform="translate({num((left + right) / 2)} {num(top)})">'
        f'<rect x="{num(-wide / 2)}" y="-9" width="{num(wide)}" height="18" rx="4"/>'
        f'<text y="4">{escape(note)}</text></g>'
    )


@lru_cache(maxsize=64)
def _deploy(places: tuple[str, ...], side: int) -> str:
    """A wash over the tiles, kept because setting up takes many orders."""
    tiles = frozenset(map(parse, places))
    return shared.zone(outline(tiles), outline(tiles, 5), side)


# ---------------------------------------------------------------- play
# What the acting unit can do on square tiles: arc, reach, selection, targets.


RING_INSET = 2.5
ARM, INSET = 15.0, 3.0  # of the brackets: how long, how far inside
FREE, TICK = (32.0, 30.0), 6.0  # of a line of sight: what its ends leave free; half a stroke across it


def arc(aids: Aids) -> str:
    """Layer l-arc: where the weapon bears, and whether it sees there."""
    return _arc(frozenset(map(parse, aids.arc)), frozenset(map(parse, aids.blind)))


@lru_cache(maxsize=256)
def _arc(seen: frozenset[Tile], blind: frozenset[Tile]) -> str:
    """The arc, kept because the same one is drawn again and again while a player looks around."""
    if not seen and not blind:
        return ""
    return shared.arc(outline(seen), outline(blind), outline(seen | blind, 3))


def reach(aids: Aids) -> str:
    """Layer l-reach."""
    return shared.reach(aids, parse, square, outline)


# ---------------------------------------------------------------- selection and targets


def aim(aids: Aids, structures: Iterable[Structure], barricades: Iterable[Barricade] = ()) -> str:
    """Layer l-aim: hidden groups for targets, barred rings on refusals."""
    things = {structure.name: box(map(parse, structure.places)) for structure in structures}
    things |= {barricade.name: around_edge(barricade) for barricade in barricades}
    parts = []
    for key, target in shared.targets(aids):
        around = things.get(target.name) or box([parse(target.place)])
        if target.refusal:
            left, top, _, bottom = around
            at = Point(left + 11, (top + bottom) / 2 + 2)
            parts.append(shared.refused(key, target.refusal, at, " scale(.8)"))
        else:
            parts.append(_target(aids.place, target, key, around))
    return "".join(parts)


def ring(selected: str) -> str:
    """The ring around the selected tile (part of layer l-marks): under the unit, so that its gauges show."""
    return shared.ring(square(parse(selected), RING_INSET)) if selected else ""


def _target(origin: str, target: Target, key: str, around: Box) -> str:
    """The hidden group of a target: the line, and brackets around all of it.

    There is no line without a shooter, in its own tile or to the next.
    """
    sight = ""
    steps = target.steps or (distance(parse(origin), parse(target.place)) if origin else 0)
    if origin and origin != target.place and steps > 1:
        sight = shared.sight(centre(origin), centre(target.place), steps, FREE, TICK)
    return shared.aim(key, sight, shared.brackets(Room(*around).grown(-INSET), ARM))
