"""A move before it is made, as one layer over a board: the unit as a ghost where it would stand, its way, a
ring of petals for the end facing (on an open table a grip on it), and an arrow with its chance for every shot
to come.

Equal questions give the same text, byte for byte. Lengths are board units for a board that is drawn at its
usual size; on larger boards all of it grows, so that it is as large on the page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import product

from hulldown.rulesets.api.scene import Foot, HexScene, PlaneScene, Scene, TileScene, UnitMark
from hulldown.rulesets.common.names import point
from hulldown.views.hex import grid as hexgrid
from hulldown.views.hex.grid import FULL_SCALE
from hulldown.views.ink import Point, Room, along, line, num, pair, paths, placed, polygon, text_at
from hulldown.views.plane import grid as planegrid
from hulldown.views.plane.play import ghost
from hulldown.views.tiles import grid as tilegrid
from hulldown.views.tiles.units import SCALE as TILE_SCALE
from hulldown.views.units import armor, body, classes, outward, turned

WIDE, TALL = 1600.0, 1158.0  # a board up to this size is drawn at its usual size
RING = (68.0, 108.0, 128.0)  # inner and outer edge of a petal, its tip
TIGHT = (58.0, 84.0, 96.0)  # the same at the rim of the board
RIM = 94.0  # from the edge of the board on which the ring is tight
TOUCH_IN, TOUCH_OUT = 0.45, 30.0  # a finger may hit a petal from this share of its inner edge to so far past
SLANT = 190.0  # what petals leave free between them, in degrees times units of radius
OFF = 15.0  # of an arrow from the line between two units, so that two can lie side by side
PLATE = (178.0, 70.0)
BEAK = 12.0
PLATES = 2  # threats with a plate; the others are dots
ARMOR = 63.0
SPOT, LEAF = 650, 26.0  # mils round a spot that stripes fill; half the angle of the grip of a ring
HEX_ARCS = (54, 24)  # half the angle of the front and rear armor, and of a side
TILE_ARCS = (42, 42)
COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


@dataclass(frozen=True)
class Aim:
    """A shot to come: the other unit, its place, the chance ("44 %"), what it does, the face struck."""

    unit: str
    place: str
    chance: str
    words: str
    face: str = ""


@dataclass(frozen=True)
class MovePreview:
    """What is shown: the way (where it begins first), the facing chosen, the whole cost of each facing that
    there is (None: not possible), threats and own shots, the likeliest first, and the places watched.
    """

    way: Sequence[str]
    facing: int | None
    ring: Sequence[tuple[int, int | None]]
    threats: Sequence[Aim] = ()
    shots: Sequence[Aim] = ()
    watched: Sequence[str] = ()


@dataclass(frozen=True)
class Family:
    """What a family of boards knows: where a place is, how far a direction turns, how large units are."""

    centre: Callable[[str], Point]
    size: tuple[float, float]
    degrees: int  # clockwise from north; on an open table counter-clockwise from east
    body: float
    arcs: tuple[int, int]
    ring: float
    outline: Callable[[str], str]
    below: float

    @property
    def grow(self) -> float:
        """How much larger than usual everything is drawn."""
        return max(1.0, self.size[0] / WIDE, self.size[1] / TALL)

    def turn(self, way: int) -> int:
        """A direction in degrees clockwise from north."""
        return (90 - way) % 360 if self.degrees == 1 else self.degrees * way


def _hexagon(place: str) -> str:
    return polygon(hexgrid.corners(hexgrid.parse(place), 0.92))


def _square(place: str) -> str:
    return tilegrid.square(tilegrid.parse(place), 2.5)


def family_of(scene: Scene) -> Family | None:
    """The family of a scene; None where moves are shown otherwise."""
    if isinstance(scene, HexScene):
        size = hexgrid.size(scene.columns, scene.rows)
        return Family(hexgrid.centre, size, 60, FULL_SCALE, HEX_ARCS, 1.0, _hexagon, 38.0)
    if isinstance(scene, TileScene):
        size = tilegrid.size(scene.columns, scene.rows)
        return Family(tilegrid.centre, size, 45, TILE_SCALE, TILE_ARCS, 0.8, _square, 27.0)
    if isinstance(scene, PlaneScene):
        sheet = planegrid.PlaneSheet(scene)

        def spot(place: str) -> Point:
            x, y = (round(float(number) * planegrid.MIL) for number in place.split(","))
            return sheet.at((x, y))

        def disc(place: str) -> str:
            return planegrid.outline(Foot(0, 0, 0, SPOT, SPOT, True), spot(place))

        return Family(spot, planegrid.size(scene), 1, 1.0, HEX_ARCS, 0.8, disc, 6.0)
    return None


def preview(scene: Scene, mark: UnitMark | None, move: MovePreview, after: Scene | None = None) -> str:
    """The layer of a move of the unit of a mark; empty on a track. On an open table `after` is the end."""
    family = family_of(scene)
    if family is None:
        return ""
    at = family.centre(move.way[-1])
    if isinstance(scene, PlaneScene) and isinstance(after, PlaneScene):
        parts = [_way(family, move), ghost(scene, after)]
        feet = [family.centre(point(unit.foot.x, unit.foot.y)) for unit in scene.units]
        parts += _arrows(family, move, at, [*(_room(foot, 24) for foot in feet), *_names(family, scene)])
        if move.ring and move.facing is not None:
            parts.append(grip(at, move.ring, move.facing, family))
        return "".join(parts)
    if mark is None:
        return ""
    marks = {enemy.unit: enemy for enemy in scene.units}
    parts = [_watched(family, move), _way(family, move), _ghost(family, mark, move, at)]
    parts += [_armor(family, marks[aim.unit], aim.face) for aim in move.shots[:1] if aim.unit in marks]
    others = [family.centre(unit.place) for unit in scene.units if unit.unit != mark.unit]
    named = [Room(x - 52, y - 40, x + 52, y + 62) for x, y in others]  # a unit with its name below it
    parts += _arrows(family, move, at, named)
    if move.ring:
        parts.append(dial(at, move.ring, move.facing, family, "Watch" if move.watched else "End facing"))
    return "".join(parts)


def danger(scene: Scene, risks: Mapping[str, str]) -> str:
    """The layer of the places where an enemy could fire at a unit: stripes, and the best chance of each."""
    family = family_of(scene)
    if family is None or not risks:
        return ""
    places = sorted(risks)
    shape = "".join(map(family.outline, places))
    middles = {place: family.centre(place) for place in places}
    texts = "".join(
        text_at(
            "risk-n", Point(at.x, at.y + family.below), risks[place]
        )  # below a cost that is in the middle
        for place, at in middles.items()
    )
    return f'{STRIPES}<path class="risk-field" fill="url(#risk-stripes)" d="{shape}"/>{texts}'


STRIPES = (
    '<defs><pattern id="risk-stripes" width="15" height="15" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(-45)"><path class="risk-line" d="M0 3h15"/></pattern></defs>'
)


def _watched(family: Family, move: MovePreview) -> str:
    """The places that it would watch."""
    shape = "".join(map(family.outline, sorted(move.watched)))
    return f'<path class="watch-field" d="{shape}"/>' if shape else ""


def _way(family: Family, move: MovePreview) -> str:
    """The way as one line, from the unit to its ghost."""
    spots = [family.centre(place) for place in move.way if place]
    return paths(line(spots), "drive-case", "drive") if len(spots) > 1 else ""


def _ghost(family: Family, mark: UnitMark, move: MovePreview, at: Point) -> str:
    """The unit where it would stand, its turret turned along with the hull; in place as it is."""
    hull, turret = move.facing if len(move.way) > 1 else mark.hull, mark.turret
    if hull is not None and mark.hull is not None and turret is not None:
        turret = (turret + hull - mark.hull) % (360 // family.degrees)
    fresh = replace(mark, state=frozenset())
    drawn = body(fresh, turned(hull, family.degrees), turned(turret, family.degrees))
    return f'<g class="phantom {classes(fresh)}" {placed(at, f" scale({family.body})")}>{drawn}</g>'


# ---------------------------------------------------------------- the ring


def dial(
    at: Point, ring: Sequence[tuple[int, int | None]], chosen: int | None, family: Family, asks: str
) -> str:
    """A petal for every direction, round a point: it carries the cost, or dashes where none is. At the rim
    the ring stays on the picture, also where a page draws it larger. `asks` is what ears hear of it.
    """
    width, height = family.size
    scale = family.grow * family.ring
    rim = min(at.x, at.y, width - at.x, height - at.y) < RIM * family.grow
    radii = TIGHT if rim else RING
    room = radii[2] * scale
    x, y = min(max(at.x, room), width - room), min(max(at.y, room), height - room)
    fixed = " ".join(
        f"{num(math.copysign(radii[2], old - new) if old != new else 0)}px"
        for old, new in ((at.x, x), (at.y, y))
    )
    petals = "".join(
        _petal(family.degrees * way, radii, way, cost, way == chosen, len(ring)) for way, cost in ring
    )
    return (
        f'<g transform="translate({num(x)} {num(y)}) scale({scale:.2f})">'
        f'<g class="dial{" close" if rim else ""}" transform-origin="{fixed}" '
        f'role="radiogroup" aria-label="{asks}">{petals}</g></g>'
    )


def grip(at: Point, ring: Sequence[tuple[int, int | None]], chosen: int, family: Family) -> str:
    """A ring of which each part that may be chosen can be hit, and its grip with the degree."""
    half = 180 / max(1, len(ring))
    touched = {
        way: _touch(family.turn(way), half, RING[0], RING[2]) for way, cost in ring if cost is not None
    }
    parts = "".join(f'<path class="petal touch" data-facing="{way}" d="{d}"/>' for way, d in touched.items())
    angle, middle = family.turn(chosen), (RING[0] + RING[1]) / 2
    spot = outward(angle, RING[1] - (RING[1] - RING[0]) * 0.3)
    return (
        f'<g transform="translate({num(at.x)} {num(at.y)}) scale({family.grow * family.ring:.2f})">'
        f'<g class="dial round"><circle class="dial-case" r="{num(middle)}"/>'
        f'<circle class="dial-way" r="{num(middle)}"/>{parts}'
        f'<g class="petal chosen" data-facing="{chosen}" role="slider" tabindex="0" aria-label="End facing" '
        f'aria-valuemin="0" aria-valuemax="359" aria-valuenow="{chosen}" aria-valuetext="{chosen} degrees">'
        f'<path class="leaf" d="{_leaf(angle, LEAF, RING)}"/>'
        f'<text x="{num(spot.x)}" y="{num(spot.y)}" dy=".36em">{chosen}°</text></g></g></g>'
    )


def _petal(
    angle: int, radii: tuple[float, float, float], way: int, cost: int | None, chosen: bool, count: int
) -> str:
    """One petal: an arrow-shaped plate that points where the unit would look."""
    inner, outer, tip = radii
    name = f"{COMPASS[round(angle / 45) % 8]}{_price(cost)}"
    state = " chosen" if chosen else "" if cost is not None else " closed"
    spot = outward(angle, outer - (outer - inner) * 0.22)
    text = f'<text x="{num(spot.x)}" y="{num(spot.y)}" dy=".36em">{cost}</text>' if cost else ""
    return (
        f'<g class="petal{state}" data-facing="{way}" role="radio" tabindex="{0 if chosen else -1}" '
        f'aria-checked="{"true" if chosen else "false"}"{"" if cost is not None else DISABLED} '
        f'aria-label="{name}"><path class="touch" d="{_touch(angle, 180 / count, inner, tip)}"/>'
        f'<path class="leaf" d="{_leaf(angle, 180 / count, radii)}"/>{text}</g>'
    )


DISABLED = ' aria-disabled="true"'


def _price(cost: int | None) -> str:
    """The cost of a facing as a screen reader says it."""
    if cost is None:
        return ", not possible"
    return f", {cost} point{'' if cost == 1 else 's'}" if cost else ""


def _leaf(angle: float, half: float, radii: Sequence[float]) -> str:
    """The outline of a petal."""
    inner, outer, tip = radii
    low, high = half - SLANT / inner, half - SLANT / outer
    first, last = outward(angle - low, inner), outward(angle + low, inner)
    rest = "L".join(pair(*outward(angle + by, far)) for by, far in ((high, outer), (0, tip), (-high, outer)))
    return f"M{pair(*first)}A{num(inner)} {num(inner)} 0 0 1 {pair(*last)}L{rest}Z"


def _touch(angle: float, half: float, inner: float, tip: float) -> str:
    """What a finger may hit, wider than what is seen."""
    near, far = inner * TOUCH_IN, tip + TOUCH_OUT
    sides = ((-half, near), (-half, far), (half, far), (half, near))
    return polygon(outward(angle + by, radius) for by, radius in sides)


# ---------------------------------------------------------------- shots


def _arrows(family: Family, move: MovePreview, at: Point, others: Sequence[Room] = ()) -> Iterator[str]:
    """Arrows from the worst enemies and to the best target, plates off the `others`; else dots."""
    kept = [_room(at, 130 * family.grow)]
    lines = [(aim, True) for aim in move.threats[:PLATES]] + [(aim, False) for aim in move.shots[:1]]
    kept += [_room(family.centre(aim.place), 60 * family.grow) for aim, _ in lines]
    plates = []
    for aim, threat in lines:
        there = family.centre(aim.place)
        yield _arrow(there, at, "theirs", family) if threat else _arrow(at, there, "ours", family)
        plates.append(_plate(family, at, there, aim, threat, kept, others))
    for aim in move.threats[PLATES:]:
        spot = pair(*family.centre(aim.place))
        yield (
            f'<g class="threat-dot" data-shooter="{escape(aim.unit)}" transform="translate({spot})">'
            f'<title>{escape(f"{aim.chance} {aim.words}")}</title><circle r="22"/>'
            f'<text dy=".36em">{escape(aim.chance.split()[0])}</text></g>'
        )
    yield from plates


def _room(at: Point, half: float) -> Room:
    """The square round a point."""
    return Room(at.x - half, at.y - half, at.x + half, at.y + half)


def _names(family: Family, scene: PlaneScene) -> Iterator[Room]:
    """About where the names of groups stand on an open table: below their last models."""
    groups: dict[str, list[Point]] = {}
    for unit in scene.units:
        groups.setdefault(unit.unit.partition(".")[0], []).append(
            family.centre(point(unit.foot.x, unit.foot.y))
        )
    for feet in groups.values():
        middle, foot = sum(at.x for at in feet) / len(feet), max(at.y for at in feet)
        yield Room(middle - 64 * family.grow, foot, middle + 64 * family.grow, foot + 58 * family.grow)


def _arrow(start: Point, end: Point, name: str, family: Family) -> str:
    """An arrow that leaves one unit and ends before another, beside the line between them."""
    near, far = (76.0, 122.0) if name == "theirs" else (122.0, 76.0)
    length, way = math.dist(start, end) or 1.0, along(start, end)
    scale = family.grow * min(1.0, length / (near + far + 60) / family.grow)

    def spot(base: Point, ahead: float, aside: float) -> Point:
        x, y = base.x + (way.x * ahead - way.y * aside) * scale, base.y
        return Point(x, y + (way.y * ahead + way.x * aside) * scale)

    tip, neck = spot(end, -far, OFF), spot(end, -far - 18, OFF)
    stem = f"M{pair(*spot(start, near, OFF))}L{pair(*neck)}"
    head = polygon((tip, spot(end, -far - 22, OFF + 12), spot(end, -far - 22, OFF - 12)))
    return (
        f'<path class="shot-case" d="{stem}{head}"/><path class="shot-line {name}" d="{stem}"/>'
        f'<path class="shot-head {name}" d="{head}"/>'
    )


SHARES = (0.58, 0.42, 0.74, 0.9)  # along the line from the ghost, where the plate of a threat may stand
NEAR = (0.74, 0.9, 0.58, 0.42)  # and of an own shot, which says what happens to the target
LIFTS = (0, -80, 80, -160, 160)  # and how far above or below it


def _plate(
    family: Family, at: Point, there: Point, aim: Aim, threat: bool, kept: list[Room], others: Sequence[Room]
) -> str:
    """A plate beside a line, where it covers neither unit nor another plate; `kept` are taken, and grow. It
    keeps off the `others` where it can; a line ties it to the arrow from which it had to go.
    """
    width, height = (length * family.grow for length in PLATE)
    spots: list[tuple[int, Room, Point | None]] = []
    for lift, share in product(LIFTS, SHARES if threat else NEAR):
        x = at.x + (there.x - at.x) * share
        y = at.y + (there.y - at.y) * share + lift * family.grow
        for side in (-1, 1) if threat else (1, -1):
            left = x + side * (BEAK + 14) * family.grow - (width if side < 0 else 0)
            on_line = Point(x, y - lift * family.grow) if lift else None
            spots.append((side, Room(left, y - height / 2, left + width, y + height / 2), on_line))
    board = Room(0, 0, *family.size)
    free = [spot for spot in spots if board.around(spot[1]) and not any(map(spot[1].meets, kept))]
    clear = (spot for spot in free if not any(map(spot[1].meets, others)))
    side, room, on_line = next(clear, free[0] if free else spots[0])
    kept.append(room)
    name, unit = ("theirs", "data-shooter") if threat else ("ours", "data-target")
    x, y = (room.left + room.right) / 2, (room.top + room.foot) / 2
    lead = f'<path class="plate-lead" d="M{pair(x, y)}L{pair(*on_line)}"/>' if on_line else ""
    return (
        f'{lead}<g class="chance-plate {name}" {unit}="{escape(aim.unit)}" '
        f'transform="translate({num(x)} {num(y)}) scale({family.grow:.2f})">'
        f'<g class="tells"><path d="{_beaked(side)}"/><text class="chance" y="3">{escape(aim.chance)}</text>'
        f'<text class="does" y="25">{escape(aim.words)}</text></g></g>'
    )


def _beaked(side: int) -> str:
    """A plate about its middle with a beak towards its line, which lies to its right for -1."""
    half, tall = PLATE[0] / 2, PLATE[1] / 2
    tip = half + BEAK if side < 0 else -half - BEAK
    edge = half if side < 0 else -half
    beak = [(edge, -tall), (edge, -9.0), (tip, 0.0), (edge, 9.0), (edge, tall)]
    return polygon([*beak, (-edge, tall), (-edge, -tall)])


def _armor(family: Family, mark: UnitMark, struck: str) -> str:
    if mark.hull is None:
        return ""
    radius = ARMOR * (1.0 if family.arcs == HEX_ARCS else 0.7)
    return armor(family.centre(mark.place), family.degrees * mark.hull, family.arcs, radius, struck)
