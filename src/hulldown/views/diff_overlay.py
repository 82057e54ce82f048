"""What an order changed, to lie over the board, and the moment of a shot."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from hulldown.rulesets.api.scene import HexScene, PlaneScene, Scene, TileScene, TrackScene, UnitMark
from hulldown.views.hex import grid as hexgrid
from hulldown.views.hex.grid import side_letter, stations
from hulldown.views.ink import Point, along, mean, num, pair, paths, placed, polygon
from hulldown.views.plane.grid import PlaneSheet
from hulldown.views.tiles import grid as squaregrid
from hulldown.views.tiles.units import stands
from hulldown.views.track import board, units
from hulldown.views.track.lanes import plan

BARREL = 62.0  # from the middle of a unit to the flash
BEFORE = 36.0  # from there to a burst on its armour
TONGUE = ((56, 0), (14, 8), (8, 21), (-12, 0), (8, -21), (14, -8))  # of fire: far along the barrel, aside
PUFFS = ((4, 34, 27), (4, -34, 25), (-16, 54, 19), (-16, -54, 19), (-24, 0, 22))  # far, aside, radius
SMOKE = ((52, -62, 34), (12, -70, 30), (92, -88, 44))  # behind what is struck: right, down, radius
RAYS, LOBES, CORE = 17, 11, 9


def shot(begin: Point, end: Point) -> str:
    """Flash and smoke at the muzzle, the tracer, and the burst on the armour that looks there."""
    at, struck = _towards(begin, end, BARREL), _towards(end, begin, BEFORE)
    tail = polygon((at, _towards(struck, begin, 0, 4.5), _towards(struck, begin, 0, -4.5)))
    way = f"M{pair(*_towards(struck, begin, 90))}L{pair(*struck)}"
    puffs = "".join(_disc("fx-puff", _towards(at, end, far, aside), r) for far, aside, r in PUFFS)
    tracer = f'<path class="fx-trace-c" d="{way}"/><path class="fx-core" d="{tail}"/>'
    return puffs + _burst(struck) + tracer + _flash(at, end)


def _towards(begin: Point, end: Point, far: float, aside: float = 0.0) -> Point:
    """The point so far from one on the way to another, and so far to the side of it."""
    long = math.hypot(end.x - begin.x, end.y - begin.y)
    x, y = (end.x - begin.x) / long, (end.y - begin.y) / long
    return Point(begin.x + x * far - y * aside, begin.y + y * far + x * aside)


def _disc(kind: str, at: Point, radius: float) -> str:
    return f'<circle class="{kind}" cx="{num(at.x)}" cy="{num(at.y)}" r="{num(radius)}"/>'


def _flash(at: Point, end: Point) -> str:
    tongue = polygon(_towards(at, end, far, aside) for far, aside in TONGUE)
    return f'{_disc("fx-glow", at, 80)}{_disc("fx-fire", at, 30)}<path class="fx-core" d="{tongue}"/>'


def _burst(at: Point) -> str:
    smoke = "".join(_disc("fx-soot", Point(at.x + x, at.y + y), r) for x, y, r in SMOKE)
    fire, core = polygon(_star(at, 50, LOBES, 0.0)), polygon(_star(at, 31, CORE, 0.3))
    return (
        f'{_disc("fx-glow", at, 120)}{smoke}<path class="fx-fire" d="{fire}"/>'
        f'<path class="fx-core" d="{core}"/><path class="fx-spark" d="{_sparks(at)}"/>'
    )


def _star(at: Point, far: float, lobes: int, turn: float) -> Iterator[Point]:
    """A ragged star; `turn` in radians."""
    for index in range(2 * lobes):
        out = far * (0.5 if index % 2 else 0.78 + 0.075 * (index * 7 % 5))
        angle = turn + index * math.pi / lobes
        yield Point(at.x + math.cos(angle) * out, at.y + math.sin(angle) * out)


def _sparks(at: Point) -> str:
    """Rays around a point."""
    rays = []
    for index in range(RAYS):
        angle = index * 2 * math.pi / RAYS + index * 5 % 7 * 0.05
        begin, long = 44 + index * 11 % 24, 10 + index * 13 % 30
        x, y = math.cos(angle), math.sin(angle)
        rays.append(f"M{pair(at.x + x * begin, at.y + y * begin)}l{pair(x * long, y * long)}")
    return "".join(rays)


# ---------------------------------------------------------------- diff overlay
# What an order changed, to lie over the board: trails, shots, and rings around what is otherwise now.
#
# All of it comes from two scenes of one seat, and from what its log tells of shots: so nothing is drawn that
# the seat does not know. The same for every family of boards; a family says where its units and places are.


NEAR = 6.0  # board units; less is no move but a unit that makes room for another
HEAD, CLEAR = 13.0, 20.0  # of the arrow of a trail; how far before the unit it ends
RINGS = {HexScene: 40.0, TileScene: 30.0, PlaneScene: 20.0, TrackScene: 46.0}
PASSING = frozenset({"active", "spent", "able"})  # states of whose turn it is, and not of the unit
BURST = "".join(
    f"{'L' if at else 'M'}{pair(r * math.sin(at * math.pi / 8), -r * math.cos(at * math.pi / 8))}"
    for at, r in enumerate([13.0, 6.0] * 8)
)


@dataclass(frozen=True)
class ShotMark:
    """Who fired at whom, by the names of units or groups, and whether it hit (None: it is not said)."""

    shooter: str
    target: str
    hit: bool | None = None


def since(before: Scene, after: Scene, shots: Iterable[ShotMark], now: Scene, acted: str = "") -> str:
    """The marks of one order between two scenes, in the picture of the scene that is shown `now`.

    Where an order changed nothing that can be seen, a ring of dots is around the unit that `acted`.
    """
    old, new = _spots(before, now), _spots(after, now)
    were, are = _marks(before), _marks(after)
    ring = RINGS[type(now)]
    parts = [_places(before, after)]
    for unit, mark in are.items():
        if unit not in new:
            continue
        if unit not in were or unit not in old:
            parts.append(_ring("since-come", mark, new[unit], ring))
            continue
        if math.dist(old[unit], new[unit]) > NEAR:
            parts.append(_trail(mark, old[unit], new[unit]))
        if _worth(mark) != _worth(were[unit]):
            parts.append(_ring("since-ring", mark, new[unit], ring))
    gone = [unit for unit in were if unit not in are and unit in old]
    parts += [_cross(were[unit], old[unit]) for unit in gone]
    everywhere = {**_groups(before, old), **_groups(after, new), **old, **new}
    parts += [_shot(shot, everywhere) for shot in shots]
    if not any(parts) and acted in are and acted in new:
        parts.append(_ring("since-acted", are[acted], new[acted], ring))
    return "".join(parts)


# ---------------------------------------------------------------- what is where


def _marks(scene: Scene) -> dict[str, UnitMark]:
    """The units of a scene by name."""
    return {mark.unit: mark for mark in scene.units}


def _spots(scene: Scene, now: Scene) -> dict[str, Point]:
    """Where the units of a scene are, in the picture of another one of the same battle."""
    if isinstance(scene, HexScene):
        return {station.unit.unit: station.at for station in stations(scene.units)}
    if isinstance(scene, TileScene):
        return {mark.unit: stand.at for mark, stand in stands(scene.units)}
    if isinstance(scene, PlaneScene):
        sheet = PlaneSheet(scene)
        return {mark.unit: sheet.at((mark.foot.x, mark.foot.y)) for mark in scene.units}
    return _tracked(scene, now) if isinstance(now, TrackScene) else {}


def _tracked(scene: TrackScene, now: TrackScene) -> dict[str, Point]:
    """Where units are on a track: where they are drawn now, and while they meet somebody how far then."""
    drawn, then = plan(now), {stand.unit.unit: stand.at for stand in plan(scene).stands}
    places = {stand.unit.unit: stand.at for stand in units.strip(now, drawn.foot).stands}
    for stand in drawn.stands:
        places[stand.unit.unit] = Point(then.get(stand.unit.unit, stand.at).x, stand.at.y)
    if board.rises(now):
        places = {unit: board.place(at, now.below or 0) for unit, at in places.items()}
    return {unit: at for unit, at in places.items() if unit in {mark.unit for mark in scene.units}}


def _groups(scene: Scene, spots: Mapping[str, Point]) -> dict[str, Point]:
    """The middle of each group of models on a table without places."""
    if not isinstance(scene, PlaneScene):
        return {}
    groups: dict[str, list[Point]] = {}
    for mark in scene.units:
        groups.setdefault(mark.group, []).append(spots[mark.unit])
    return {group: mean(models) for group, models in groups.items() if group}


def _worth(mark: UnitMark) -> tuple[object, ...]:
    """What a player would call another state of a unit: not where it stands or whose turn it is."""
    own = [getattr(mark, name, None) for name in ("shield", "stun", "heat", "note", "rank")]
    return mark.points, mark.state - PASSING, mark.aboard, mark.prize, mark.doing, *own


def _places(before: Scene, after: Scene) -> str:
    """The outlines of places whose ground is otherwise now."""
    if isinstance(before, HexScene) and isinstance(after, HexScene):
        changed = {patch.place for patch in {*before.terrain} ^ {*after.terrain}}
        changed |= {marker.place for marker in {*before.markers} ^ {*after.markers}}
        path = hexgrid.hexagons(hexgrid.parse(place) for place in sorted(changed) if place)
    elif isinstance(before, TileScene) and isinstance(after, TileScene):
        changed = {patch.place for patch in {*before.terrain} ^ {*after.terrain}}
        changed |= {marker.place for marker in {*before.markers} ^ {*after.markers}}
        changed |= {barricade.place for barricade in {*before.barricades} ^ {*after.barricades}}
        changed |= {
            place for structure in {*before.structures} ^ {*after.structures} for place in structure.places
        }
        path = squaregrid.squares(squaregrid.parse(place) for place in sorted(changed) if place)
    else:
        return ""
    return f'<path class="since-place" d="{path}"/>' if path else ""


# ---------------------------------------------------------------- marks


def _trail(mark: UnitMark, start: Point, end: Point) -> str:
    """From where a unit was to where it is, with an arrow before it and a dot where it began."""
    far = math.dist(start, end)
    way, tip_at = along(start, end), max(far - CLEAR, far / 2)
    tip = Point(start.x + way.x * tip_at, start.y + way.y * tip_at)
    back = Point(tip.x - way.x * HEAD, tip.y - way.y * HEAD)
    aside_x, aside_y = -way.y * HEAD * 0.6, way.x * HEAD * 0.6
    left, right = (back.x + aside_x, back.y + aside_y), (back.x - aside_x, back.y - aside_y)
    head = f"M{pair(*tip)}L{pair(*left)}L{pair(*right)}z"
    line = f"M{pair(*start)}L{pair(*back)}"
    return (
        f'<g class="since-trail side-{side_letter(mark.side)}">{paths(line, "case", "way")}'
        f'<circle cx="{num(start.x)}" cy="{num(start.y)}" r="7"/>'
        f'<path class="head" d="{head}"/></g>'
    )


def _ring(name: str, mark: UnitMark, at: Point, radius: float) -> str:
    """A ring around a unit that has changed, a broken one around one that has come."""
    circle = f'cx="{num(at.x)}" cy="{num(at.y)}" r="{num(radius)}"'
    return (
        f'<g class="{name} side-{side_letter(mark.side)}"><circle class="case" {circle}/>'
        f'<circle class="way" {circle}/></g>'
    )


def _cross(mark: UnitMark, at: Point) -> str:
    """Where a unit was that is not there any more, as far as the seat knows."""
    cross = _signed("M-11-11L11 11M11-11L-11 11", at)
    return f'<g class="since-gone side-{side_letter(mark.side)}">{cross}</g>'


def _shot(shot: ShotMark, spots: Mapping[str, Point]) -> str:
    """The line of a shot: a burst where it hit, a barred ring where it missed, an open ring if unsaid."""
    if shot.shooter not in spots or shot.target not in spots:
        return ""
    start, end = spots[shot.shooter], spots[shot.target]
    line = f"M{pair(*start)}L{pair(*end)}"
    what = {True: "hit", False: "miss", None: "shot"}[shot.hit]
    sign = {
        "hit": BURST + "z",
        "miss": "M-9 0a9 9 0 1 1 18 0a9 9 0 1 1-18 0M-6-6L6 6",
        "shot": "M-9 0a9 9 0 1 1 18 0a9 9 0 1 1-18 0",
    }[what]
    return f'<g class="since-shot {what}">{paths(line, "case", "way")}{_signed(sign, end)}</g>'


def _signed(path: str, at: Point) -> str:
    """A sign at a spot, on a casing so that it shows on any ground."""
    move = placed(at)
    return f'<path class="sign-case" {move} d="{path}"/><path class="sign" {move} d="{path}"/>'
