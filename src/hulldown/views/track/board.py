"""The country of a battle without a map: one wide piece of land under all lanes, which means nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from html import escape

from hulldown.rulesets.api.scene import Aids, Band, TrackScene
from hulldown.views import a11y, country, ink
from hulldown.views import aids as shared
from hulldown.views.country import slopes
from hulldown.views.hex.grid import side_letter
from hulldown.views.ink import Point, along, between, num, pair
from hulldown.views.track import lanes, units
from hulldown.views.track.lanes import (
    ABREAST,
    BROKEN,
    MARGIN,
    MUZZLE,
    ROOMY,
    WIDTH,
    LanePlan,
    LaneUnit,
    Pair,
    classes,
    edges,
    fate,
    plan,
    range_name,
    spoken_at,
    what_is,
)
from hulldown.views.track.units import card, plate, standing
from hulldown.views.units import smoke, tags

SEED = "track"
CELL = 132.0  # board units of a piece of land that may bear a hill or a wood
FREE = 96.0  # how far from the way of a tank nothing stands
HILL, WOOD = (34.0, 50.0), (44.0, 66.0)  # their sizes


@lru_cache(maxsize=64)
def ground(width: float, height: float, lanes: tuple[float, ...], rising: bool, alone: bool) -> str:
    """Layer l-ground of a picture of that size, with the axes of its lanes: from west to east or `rising`."""
    land = country.around(width, height, alone)
    far = height if rising else width
    roads = "".join(country.road(_way(axis, far, rising), True) for axis in lanes[:1])
    hills = woods = ""
    for at, index in _spots(land, lanes, rising):
        kind = between(0, 1, "kind", index)
        if kind < 0.3:
            border = [
                Point(*spot) for spot in ink.ring(at, between(*HILL, "hill", index), 26, 0.16, "hill", index)
            ]
            hills += slopes(border, [at] * len(border))
        elif kind < 0.62:
            woods += country.wood(at, between(*WOOD, "wood", index), f"{SEED} {index}")
    craters = "".join(
        country.crater(Point(*_turned(far * share, axis + side, rising)), 10)
        for axis in lanes[:1]
        for share, side in ((0.33, -48), (0.47, 40))
    )
    over = craters + hills + woods + country.light(width, height, land, SEED)
    return country.farmland(land, SEED, alone) + roads + over


def _way(axis: float, far: float, rising: bool) -> list[Point]:
    """A lane along the axis that goes on beyond the picture."""
    steps = range(-8, 17)
    return [
        Point(*_turned(far * step / 8, axis + 26 + between(-10, 10, "way", step), rising)) for step in steps
    ]


def _turned(along: float, aside: float, rising: bool) -> tuple[float, float]:
    """A spot of the picture, so far along the lanes and so far to their side."""
    return (aside, along) if rising else (along, aside)


def _spots(land: ink.Room, lanes: tuple[float, ...], rising: bool) -> Iterator[tuple[Point, tuple[int, int]]]:
    """Where a hill or a wood may be: nowhere near the ways of tanks."""
    for column in range(int(land.left // CELL), int(land.right // CELL) + 1):
        for row in range(int(land.top // CELL), int(land.foot // CELL) + 1):
            index = (column, row)
            at = Point(
                (column + between(0.3, 0.7, "x", index)) * CELL,
                (row + between(0.3, 0.7, "y", index)) * CELL,
            )
            if all(abs((at.x if rising else at.y) - axis) > FREE for axis in lanes):
                yield at, index


# ---------------------------------------------------------------- ranges
# Between units without a map: the line of fire, its range now and before, and who is aimed at.


LETTER = 8.7  # width of a letter on a card, in a wide font
ARM = 17.0


def sight_lines(scene: TrackScene, drawn: LanePlan) -> str:
    """Layer l-range: ghosts where units stood before this turn, and lines of fire."""
    pairs = [(duel, panel.mirrored) for panel in drawn.panels for duel in panel.pairs]
    ghosts = "".join(_ghost(duel, mirrored) for duel, mirrored in pairs if duel.ghost)
    met = [duel for duel, _ in pairs if 0 <= duel.encounter.band < len(scene.bands)]
    alive = (duel for duel in met if not fate(duel.first.unit) and not fate(duel.second.unit))
    return ghosts + "".join(map(_line, alive))


def _ends(duel: Pair) -> tuple[Point, Point, float]:
    """The line between two muzzles, and how long it is; less than nothing when they touch."""
    (x, y), (to_x, to_y) = duel.first.at, duel.second.at
    reach, way = MUZZLE * duel.first.scale + 5, along(duel.first.at, duel.second.at)
    start, end = (
        Point(x + way.x * reach, y + way.y * reach),
        Point(to_x - way.x * reach, to_y - way.y * reach),
    )
    return start, end, (math.dist(duel.first.at, duel.second.at) or 1.0) - 2 * reach


def _line(duel: Pair) -> str:
    """The line of fire in dashes."""
    start, end, long = _ends(duel)
    if long < ARM:
        return ""
    return shared.line(f"M{pair(*start)}L{pair(*end)}", "los far")


def _ghost(duel: Pair, mirrored: bool) -> str:
    """A dashed hull where the one in its band stood before this turn, and an arrow to where it is now."""
    stand = duel.first if mirrored else duel.second
    x, y = duel.ghost or stand.at
    to_x, to_y, scale = stand.at.x, stand.at.y - 40 * stand.scale, stand.scale
    hull = f'<rect class="ghost" x="{num(-33 * scale)}" y="{num(-24 * scale)}" width="{num(66 * scale)}" '
    rise = y - (56 if duel.height == ROOMY else 44) * scale
    path = f"M{pair(x, y - 26 * scale)}C{pair(x, rise)} {pair(to_x, rise)} {pair(to_x, to_y - 5)}"
    return (
        f'<g class="side-{side_letter(stand.unit.side)}"><g transform="translate({num(x)} {num(y)})">'
        f'{hull}height="{num(48 * scale)}" rx="7"/></g>{ink.paths(path, "moved-case", "moved")}'
        f'<path class="moved-tip" d="M{pair(to_x, to_y)}l-6-9h12z"/></g>'
    )


def labels(scene: TrackScene, drawn: LanePlan) -> str:
    """The range on each line (part of layer l-tags)."""
    return "".join(_label(scene, duel) for panel in drawn.panels for duel in panel.pairs)


def _label(scene: TrackScene, duel: Pair) -> str:
    """A small card with the name of the range; where units are too near for it, the ruler alone says it."""
    band, roomy = duel.encounter.band, duel.height == ROOMY
    text, (at, room) = range_name(scene, band), _free(duel)
    half = (16 + LETTER * len(text)) / 2
    if band < 0:
        aside = half + 68 + ABREAST * duel.first.scale / 2
        at = Point(at.x + (aside if at.x < WIDTH / 2 else -aside), at.y)
    elif room < 2 * half + 8:
        if not roomy:
            return ""
        at = Point(at.x, duel.top + 24)
    return ink.boxed("range-card", at, text, (2 * half, 11, 22, 2), 5)


def _free(duel: Pair) -> tuple[Point, float]:
    """The middle of that part of a line which runs over the encounter's own ground, and how long it is."""
    start, end, long = _ends(duel)
    low, high = (duel.top, duel.top + duel.height)
    rise = end.y - start.y
    shares = [0.0, 1.0]
    if abs(rise) > 1:
        shares = sorted(min(max((edge - start.y) / rise, 0.0), 1.0) for edge in (low + 12, high - 12))
    return ink.part(start, end, sum(shares) / 2), long * (shares[1] - shares[0])


def aims(aids: Aids, stands: list[LaneUnit]) -> str:
    """Layer l-aim: a ring round who acts; for each target a hidden group with line and brackets, or a bar."""
    by_unit = {stand.unit.unit: stand for stand in stands}
    shooter = by_unit.get(aids.unit)
    chosen = [shooter] if shooter else [stand for stand in stands if "active" in stand.unit.state]
    parts = [shared.ring(frame(stand)) for stand in chosen]
    for unit, target in {target.unit or "": target for target in aids.targets}.items():
        if unit in by_unit:
            stand = by_unit[unit]
            at = Point(stand.at.x - 40, stand.at.y - 34)
            refused = shared.refused(unit, target.refusal, at) if target.refusal else ""
            parts.append(refused or _target(shooter, stand))
    return "".join(parts)


def frame(stand: LaneUnit, more: float = 0.0) -> str:
    """The outline round a unit, with corners cut."""
    wide, high, cut = 44 * stand.scale + more, 41 * stand.scale + more, 13.0
    (x, y) = stand.at
    turns = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    shape: list[tuple[float, float]] = []
    for side, (across, down) in enumerate(turns):
        lying = (x + across * (wide - cut), y + down * high)
        standing = (x + across * wide, y + down * (high - cut))
        shape += [lying, standing] if side % 2 else [standing, lying]
    return ink.polygon(shape)


def _target(shooter: LaneUnit | None, stand: LaneUnit) -> str:
    """The hidden group of a target that may be shot at."""
    seen = shooter is not None and shooter is not stand
    sight = shared.line(f"M{pair(*shooter.at)}L{pair(*stand.at)}") if shooter and seen else ""
    return shared.aim(stand.unit.unit, sight, _brackets(stand))


def _brackets(stand: LaneUnit) -> str:
    """Four corner brackets round a unit."""
    (x, y), wide, high = stand.at, 44 * stand.scale, 42 * stand.scale
    return "".join(
        f"M{pair(x + across * (wide - ARM), y + down * high)}h{num(across * ARM)}v{num(-down * ARM)}"
        for across in (-1, 1)
        for down in (-1, 1)
    )


# ---------------------------------------------------------------- rising
# A duel on a picture that is higher than wide: the track rises, one side stands below, the other above.
#
# What has no letters is the flat picture, turned. Letters and units are put where that leaves them.


BROAD, HIGH = 570.0, 832.0  # the picture
RIGHT, DOWN = 84.0, 17.0  # how far the turned picture is moved
PLATE = (6.0, 134.0)  # the left edge of the plates and how wide they are
AWAY, LINE = 74.0, 30.0  # from the middle of a unit to its label, from that to the words
PLATED = Point(-112.0, 44.0)  # from the middle of a unit to the middle of the plate of its side
CARD = Point(112.0, -52.0)  # from the middle of a unit to the middle of its card's upper edge


def rises(scene: TrackScene) -> bool:
    """Whether the picture is asked to rise and can: two units that meet, and nobody else."""
    if scene.below is None:
        return False
    drawn = plan(scene)
    roomy = [panel.height for panel in drawn.panels] == [ROOMY]
    return roomy and not units.strip(scene, drawn.foot).stands


def turned(markup: str, below: int) -> str:
    """A part of the flat picture without letters."""
    ends = f"-1 1 0 {num(RIGHT)} {num(WIDTH + DOWN)}" if below == 0 else f"1 1 0 {num(RIGHT)} {num(DOWN)}"
    return f'<g transform="matrix(0 {ends})">{markup}</g>'


def place(at: Point, below: int) -> Point:
    """Where a spot of the flat picture is then."""
    return Point(at.y + RIGHT, DOWN + (WIDTH - at.x if below == 0 else at.x))


def stands(drawn: LanePlan, below: int) -> list[LaneUnit]:
    """The units: each still shows its enemy the side that it shows."""
    past = _past(drawn)
    return [_stand(stand, below, past) for stand in drawn.stands]


def _past(drawn: LanePlan) -> bool:
    """Whether the two run past each other: each stands on the other's side then."""
    return drawn.panels[0].pairs[0].encounter.band < 0


def _stand(stand: LaneUnit, below: int, past: bool) -> LaneUnit:
    """One of them; its label is on the side away from the enemy."""
    lean = -90 if below == 0 else 90
    at, down = place(stand.at, below), 1 if ((stand.way > 0) == (below == 0)) != past else -1
    turret = None if stand.turret is None else (stand.turret + lean) % 360
    hull = (stand.hull + lean) % 360
    return replace(stand, at=at, tag=Point(at.x, at.y + down * AWAY), hull=hull, turret=turret, lean=lean)


def ruler(bands: tuple[Band, ...], drawn: LanePlan, below: int) -> str:
    """Layer l-ids: the names of the bands on plates at the left; the one in use is lit."""
    _, _, used = drawn.rulers[0]
    begins, count = [*edges(len(bands)), WIDTH - MARGIN], len(bands)
    plates = ""
    for band, step in enumerate([*bands, Band(BROKEN)]):
        middle = place(Point((begins[band] + begins[band + 1]) / 2, 0), below).y
        plates += (
            f'<g class="{classes(band, count, used)}" {what_is(step.name)}'
            f'transform="translate({num(PLATE[0] + PLATE[1] / 2)} {num(middle)})">'
            f'<rect x="{num(-PLATE[1] / 2)}" y="-19" width="{num(PLATE[1])}" height="38" rx="8"/>'
            f'<text y="8">{escape(step.name)}</text></g>'
        )
    return plates


def words(scene: TrackScene, drawn: LanePlan, placed: list[LaneUnit]) -> str:
    """What each unit shows, its card, and the range in words (part of layer l-tags)."""
    (duel,) = drawn.panels[0].pairs
    past = _past(drawn)
    labels = "".join(
        _words(stand)
        + card(stand, Point(stand.at.x + CARD.x, stand.at.y + CARD.y))
        + plate(stand, duel.encounter.past, _beside(stand, past), False)
        for stand in placed
    )
    band = duel.encounter.band
    if 0 <= band < len(scene.bands):
        return labels
    x, y = (sum(way) / len(placed) for way in zip(*(stand.at for stand in placed), strict=True))
    return labels + ink.text_at(
        "says", Point(x + PLATED.x if past else BROAD / 2, y), range_name(scene, band)
    )


def _words(stand: LaneUnit) -> str:
    """The words of one unit, beyond its label."""
    text = standing(stand.unit)
    down = 1 if stand.tag.y > stand.at.y else -1
    y = stand.tag.y + (LINE + 4 if down > 0 else -LINE + 6)
    side = side_letter(stand.unit.side)
    return ink.text_at(f"says side-{side}", Point(stand.tag.x, y), text) if text else ""


def _beside(stand: LaneUnit, past: bool) -> Point:
    """Where the plate of its side is: left of it, towards an enemy that is farther away."""
    down = 0 if past else 1 if stand.tag.y > stand.at.y else -1
    return Point(stand.at.x + PLATED.x, stand.at.y - down * PLATED.y)


# ---------------------------------------------------------------- board
# A battle without a map as a picture: a pure function of a scene, in layers like the board of hexes.


WIDE = 1.4  # a picture so much wider than high has the whole width of a page
LOW = 2.0  # and up to here it takes much of the height


def size(scene: TrackScene) -> tuple[float, float]:
    """Width and height of the picture."""
    if rises(scene):
        return BROAD, HIGH
    drawn = plan(scene)
    below = units.strip(scene, drawn.foot)
    return WIDTH, drawn.foot + (below.height + MARGIN if below.stands else 2)


def shape(scene: TrackScene) -> str:
    """The class names of the picture."""
    if rises(scene):
        return "board track rising"
    width, height = size(scene)
    if width < WIDE * height:
        return "board track"
    return "board track wide" + (" tall" if width < LOW * height else "")


def layers(scene: TrackScene, *, alone: bool = False) -> dict[str, str]:
    """The inner markup of each layer by its class name, in drawing order."""
    if rises(scene):
        return _risen(scene, scene.below or 0, alone)
    drawn = plan(scene)
    below = units.strip(scene, drawn.foot)
    stands = [*drawn.stands, *below.stands]
    axes = tuple(dict.fromkeys(stand.at.y for stand in drawn.stands))
    return {
        "l-ground": ground(*size(scene), axes, False, alone),
        "l-grid": units.ground(below) + lanes.lines(drawn),
        "l-ids": lanes.rulers(scene.bands, drawn) + units.names(below),
        "l-range": sight_lines(scene, drawn),
        "l-units": units.figures(stands),
        "l-smoke": smoke((), stands),
        "l-aim": aims(scene.aids, stands),
        "l-tags": labels(scene, drawn)
        + units.words(drawn)
        + units.plates(drawn)
        + units.cards(drawn)
        + tags(stands),
        "l-hit": _hits(scene, stands),
    }


def _risen(scene: TrackScene, below: int, alone: bool) -> dict[str, str]:
    """The layers of a picture that rises."""
    drawn = plan(scene)
    stations = stands(drawn, below)
    return {
        "l-ground": ground(BROAD, HIGH, tuple({stand.at.x for stand in stations}), True, alone),
        "l-grid": turned(lanes.lines(drawn), below),
        "l-ids": ruler(scene.bands, drawn, below),
        "l-range": turned(sight_lines(scene, drawn), below),
        "l-units": units.figures(stations),
        "l-smoke": smoke((), stations),
        "l-aim": aims(scene.aids, stations),
        "l-tags": words(scene, drawn, stations) + tags(stations),
        "l-hit": _hits(scene, stations),
    }


def _hits(scene: TrackScene, stands: list[LaneUnit]) -> str:
    """One focusable shape for each unit. A unit is its own place, named with an @ before it.

    Tab reaches first who is looked at, who acts, or any.
    """
    listed = [stand.unit.unit for stand in stands]
    active = [stand.unit.unit for stand in stands if "active" in stand.unit.state]
    wanted = (unit for unit in (scene.aids.unit, *active, *listed) if unit in listed)
    first = next(wanted, "")
    shapes = (
        shared.hit(
            f"@{stand.unit.unit}",
            frame(stand, 4),
            spoken_at(scene, stand.unit),
            stand.unit.unit == first,
            a11y.of_unit(stand.unit),
        )
        for stand in stands
    )
    return shared.hits("Units", shapes)
