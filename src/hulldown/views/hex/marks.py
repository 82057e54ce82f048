"""What lies in a hex: mines, flags, waypoints, prizes, last sightings (l-marks); place names (l-places)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from html import escape

from hulldown.rulesets.api.scene import Aids, HexScene, Marker, Target, Zone
from hulldown.views import a11y
from hulldown.views import aids as shared
from hulldown.views.aids import hit as shape
from hulldown.views.aids import hits, zone
from hulldown.views.hex import grid
from hulldown.views.hex.grid import Hex, centre, hexagons, parse, places, side_letter
from hulldown.views.hex.ground import label
from hulldown.views.ink import Point, num, pair, paths, polygon
from hulldown.views.units import badge_plate

LYING = 34.0  # radius of what lies in a hex
ASIDE = "translate(-39 -19) scale(.62)"


def marks(markers: Iterable[Marker], occupied: Collection[str]) -> str:
    """Layer l-marks. A flag steps aside in an `occupied` hex, so that the unit does not hide it."""
    return "".join(_mark(marker, marker.place in occupied) for marker in markers if marker.kind in DRAWINGS)


def lying(markers: Iterable[Marker]) -> Iterator[tuple[float, float, float]]:
    """What no plate may hide, as discs."""
    shown = (marker.place for marker in markers if marker.kind in DRAWINGS or marker.kind == "smoke")
    return ((*centre(place), LYING) for place in shown)


def place_names(markers: Iterable[Marker]) -> str:
    """Layer l-places: names written over the ground, given by markers of the kind "place"."""
    return "".join(
        label(Point(spot.x - 27, spot.y + 6), marker.note)
        for marker in markers
        if marker.kind == "place"
        for spot in (centre(marker.place),)
    )


def _mark(marker: Marker, crowded: bool) -> str:
    x, y = centre(marker.place)
    inner = DRAWINGS[marker.kind](marker)
    if crowded and marker.kind in FLAGS:
        inner = f'<g transform="{ASIDE}">{inner}</g>'
    inner = GROUND.get(marker.kind, "") + inner
    done = " past" if marker.done else ""
    return f'<g class="mark{done}" transform="translate({num(x)} {num(y)})">{inner}</g>'


def _mine(marker: Marker) -> str:
    """Three mines in a dashed ring."""
    spots = ("0 -12", "-13 9", "13 9")
    return '<circle class="mine-ring" r="30"/>' + "".join(
        f'<use href="#x-mine" transform="translate({spot})"/>' for spot in spots
    )


def _objective(marker: Marker) -> str:
    """A flag in the colors of the side that holds it, with its emblem; white while nobody does."""
    held = "" if marker.owner is None else f' class="held side-{side_letter(marker.owner)}"'
    return f'<g{held}><use href="#x-flag"/></g>{_holder(marker)}{_note(marker)}'


def _prize(marker: Marker) -> str:
    """A bullseye on a place that must be destroyed, with its name; crossed out once it is."""
    name = label(Point(-24, 26), marker.note) if marker.note else ""
    gone = '<path class="gone-case" d="M-8-8L8 8M8-8L-8 8"/><path class="gone" d="M-8-8L8 8M8-8L-8 8"/>'
    return f'<g transform="translate(-31 -29)"><use href="#x-bull"/>{gone if marker.done else ""}</g>{name}'


def _waypoint(marker: Marker) -> str:
    """A signpost with its number; crossed off with a tick once it was reached."""
    number = f'<text class="sign-t" x="-6" y="-11">{escape(marker.note)}</text>'
    tick = '<path class="tick" d="M7 12l7 8 15-20"/>' if marker.done else ""
    return f'<use href="#x-waypoint"/>{number}{_holder(marker)}{tick}'


def _sighting(marker: Marker) -> str:
    """A dashed box with a question mark where something was last seen."""
    return '<path class="unseen" d="M-21-26h42v46h-42z"/><text class="unseen-t" y="7">?</text>'


def _holder(marker: Marker) -> str:
    """The emblem of the side that holds the marker."""
    if marker.owner is None:
        return ""
    side = side_letter(marker.owner)
    return f'<g class="side-{side}"><use href="#s-{side}" x="-2" y="2" width="22" height="22"/></g>'


def _note(marker: Marker) -> str:
    """A short text left of the pole."""
    return f'<text class="mark-t" x="-21" y="5">{escape(marker.note)}</text>' if marker.note else ""


DRAWINGS: dict[str, Callable[[Marker], str]] = {
    "mine": _mine,
    "objective": _objective,
    "plaza": _objective,
    "waypoint": _waypoint,
    "prize": _prize,
    "last-seen": _sighting,
}
"""How each kind of marker is drawn; smoke and air strikes have layers of their own above the units."""
FLAGS = frozenset({"objective", "plaza", "waypoint"})
"""What steps aside for a unit."""
GROUND = {"objective": '<circle class="obj-ring" r="42"/>', "plaza": '<use href="#x-plaza"/>'}
"""What stays on the ground around the unit."""


# ---------------------------------------------------------------- zones
# Where sides set up and what they must reach (layer l-zone).


LINE = "M-27-49H27"
CHEVRONS = "M-13-30L0-39 13-30M-13-20L0-29 13-20"


def zones(drawn: Iterable[Zone]) -> str:
    """Layer l-zone: washes with an outline for deployment, a finishing line where a goal is."""
    return "".join(
        _goal(zone.places, zone.side) if zone.kind == "goal" else _deploy(zone.places, zone.side)
        for zone in drawn
    )


@lru_cache(maxsize=64)
def _deploy(places: tuple[str, ...], side: int) -> str:
    """A wash over the hexes, kept because setting up takes many orders."""
    spots = frozenset(parse(place) for place in places)
    return zone(hexagons(sorted(spots)), grid.inner_line(spots, 5), side)


@lru_cache(maxsize=64)
def _goal(places: tuple[str, ...], side: int) -> str:
    """A chequered line along the edge of the map, and arrows towards it in the colour of the side."""
    stretches = "".join(_stretch(parse(place)) for place in places)
    return f'<g class="side-{side_letter(side)}">{stretches}</g>'


def _stretch(spot: Hex) -> str:
    """The goal line in one hex: at its northern edge in the upper half of the board, else at its southern."""
    x, y = grid.middle(spot)
    turn = "" if spot.height < 2 else " rotate(180)"
    drawn = paths(LINE, "goal-case", "goal-line") + paths(CHEVRONS, "goal-way-case", "goal-way")
    return f'<g transform="translate({num(x)} {num(y)}){turn}">{drawn}</g>'


# ---------------------------------------------------------------- air
# Air strikes that are on their way, above everything that could hide their marks (layer l-air).


RING, RING_STEP = 46, 9
PLATES = ((16.0, -45.0), (-38.0, -45.0), (16.0, -23.0), (-38.0, -23.0))
LETTER, PLANE_ROOM = 8.5, 34.0


def strikes(markers: Iterable[Marker]) -> str:
    """Layer l-air: for each strike a ring around its mark, and a label in the shape of its side.

    Strikes at the same mark lie inside one another, their labels side by side.
    """
    before: Counter[str] = Counter()
    drawn = []
    for marker in markers:
        if marker.kind == "strike":
            drawn.append(_strike(marker, before[marker.place]))
            before[marker.place] += 1
    return "".join(drawn)


def _strike(marker: Marker, turn: int) -> str:
    """One strike; `turn` counts those drawn at the same mark before it."""
    x, y = centre(marker.place)
    side = side_letter(marker.owner or 0)
    ring = _ring(RING - RING_STEP * (turn % len(PLATES)))
    across, down = PLATES[turn % len(PLATES)]
    return (
        f'<g class="strike side-{side}" transform="translate({num(x)} {num(y)})">{ring}'
        f'<g transform="translate({num(across)} {num(down)})">'
        f"{_label(marker, side)}</g></g>"
    )


def _ring(radius: int) -> str:
    """A broken ring with four strokes that point at its middle, as in a bomb sight."""
    far, near = radius + 5, radius - 10
    strokes = f"M0-{far}V-{near}M0 {far}V{near}M-{far} 0H-{near}M{far} 0H{near}"
    return (
        f'<circle class="strike-case" r="{radius}"/><path class="strike-case" d="{strokes}"/>'
        f'<circle class="strike-ring" r="{radius}"/><path class="strike-tick" d="{strokes}"/>'
    )


def _label(marker: Marker, side: str) -> str:
    """An airplane and the number needed for its coming."""
    width = PLANE_ROOM + LETTER * len(marker.note)
    text = (
        f'<text class="tag-n" text-anchor="middle" x="9" y="4.8">{escape(marker.note)}</text>'
        if marker.note
        else ""
    )
    across = num(-width / 2 + 15)
    return (
        f'<g class="grow tag">{badge_plate(side, width, "tag-bg")}'
        f'<g transform="translate({across} 0) scale(.42)"><use href="#x-plane"/></g>{text}</g>'
    )


# ---------------------------------------------------------------- play
# What the acting unit can do on a board of hexes: arc, reach and costs, selection and targets.


SELECTED_SCALE = 0.96
BRACKET, ARM = 60.0, 18.0
FREE, TICK = (84.0, 66.0), 7.0  # of a line of sight: what its ends leave free; half a stroke across it


def arc(aids: Aids) -> str:
    """Layer l-arc: where the gun bears, and whether it sees there."""
    seen = frozenset(parse(place) for place in aids.arc)
    blind = frozenset(parse(place) for place in aids.blind)
    return _arc(seen, blind) if seen or blind else ""


@lru_cache(maxsize=256)
def _arc(seen: frozenset[Hex], blind: frozenset[Hex]) -> str:
    """The arc, kept because the same one is drawn again and again while a player looks around."""
    return shared.arc(hexagons(sorted(seen)), hexagons(sorted(blind)), grid.inner_line(seen | blind, 6))


def reach(aids: Aids) -> str:
    """Layer l-reach."""
    return shared.reach(aids, parse, grid.hexagon, grid.outline)


def aim(aids: Aids, selected: str) -> str:
    """Layer l-aim: the ring around the `selected` hex, the hidden aim groups, a barred ring on refusals."""
    parts = [shared.ring(polygon(grid.corners(parse(selected), SELECTED_SCALE)))] if selected else []
    for key, target in shared.targets(aids):
        x, y = centre(target.place)
        refused = shared.refused(key, target.refusal, Point(x - 40, y - 1)) if target.refusal else ""
        parts.append(refused or _target(aids.place, target, key))
    return "".join(parts)


def _target(origin: str, target: Target, key: str) -> str:
    """The hidden group of a target; no line where there is no shooter, or it stands in the same hex."""
    sight = ""
    if origin and origin != target.place:
        steps = target.steps or grid.distance(parse(origin), parse(target.place))
        sight = shared.sight(centre(origin), centre(target.place), steps, FREE, TICK)
    return shared.aim(key, sight, _brackets(parse(target.place)))


def _brackets(spot: Hex) -> str:
    """Four corners of a square around a unit."""
    x, y = grid.middle(spot)
    near, signs = BRACKET - ARM, ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return "".join(
        f"M{pair(x + a * BRACKET, y + b * near)}V{num(y + b * BRACKET)}H{num(x + a * near)}" for a, b in signs
    )


# ---------------------------------------------------------------- hit
# One focusable shape for each hex, with a spoken label (layer l-hit).


GROUND_WORDS = {"open": "open ground"}


def hit(scene: HexScene, start: str) -> str:
    """Layer l-hit. Only the hex `start` is reached by Tab; the page moves on from it by arrow keys."""
    ground = {patch.place: patch.kind for patch in scene.terrain}
    lying, known = a11y.of_places(scene), places(scene.columns, scene.rows)
    labels = {place: scene.spoken.get(place) or _spoken(place, ground.get(place, "open")) for place in known}
    shapes = (
        shape(place, grid.hexagon(parse(place)), labels[place], place == start, lying.get(place, ()))
        for place in known
    )
    return hits("Hexes", shapes)


def _spoken(place: str, kind: str) -> str:
    """What is said of a hex for which the scene has no words."""
    return f"{place}, {GROUND_WORDS.get(kind, kind)}"


def first_focus(scene: HexScene, selected: str) -> str:
    """The hex that Tab reaches first: the selected one, else that of the first unit, else A1."""
    known = places(scene.columns, scene.rows)
    wanted = [selected, *(unit.place for unit in scene.units)]
    return next((place for place in wanted if place in known), known[0])
