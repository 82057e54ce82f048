"""A board as small as a stamp: for choosing between boards, not for playing on them.

Markup to be put into a page, whose style sheet has the colors (`.mini`); a few hundred bytes once packed.
"""

from __future__ import annotations

from collections.abc import Iterable

from hulldown.rulesets.face.scene import HexScene, PlaneScene, Scene, TileScene, TrackScene, UnitMark
from hulldown.rulesets.face.tabletop import Patch
from hulldown.views.hex.grid import centre, places, size
from hulldown.views.ink import num
from hulldown.views.stations import side_letter
from hulldown.views.tiles import grid as squaregrid
from hulldown.views.track.lanes import MARGIN, WIDTH, edges, plan

SCALE = 0.1
SQUARE = 8.0  # side of a tile
FINE = 0.0025  # of a thousandth of an inch
HEXAGON = "l3 5.2h6l3-5.2-3-5.2h-6z"  # round a hex from its western corner
ROUND = '<circle class="side-a" cx="{x}" cy="{y}" r="4.6"/>'
POINTED = '<path class="side-b" d="M{x} {y}m0-5.6l5.6 5.6-5.6 5.6-5.6-5.6z"/>'
LIKE = {"bog": "mud", "danger": "mud", "ruin": "rubble"}  # kinds that look alike when small
AIMS = frozenset({"objective", "plaza", "waypoint", "prize"})


def miniature(scene: Scene) -> str:
    """The ground in a shape for each kind, what the mission is about, and where both sides stand."""
    if isinstance(scene, TrackScene):
        return _track(scene)
    if isinstance(scene, PlaneScene):
        return _plane(scene)
    return _tiles(scene) if isinstance(scene, TileScene) else _hexes(scene)


def _track(scene: TrackScene) -> str:
    """The lanes of a battle without a map, with a line between each two bands."""
    drawn = plan(scene)
    width, height = num(SCALE * (WIDTH - 2 * MARGIN)), num(max(36.0, SCALE * drawn.foot))
    bars = "".join(f"M{num(SCALE * (x - MARGIN))} 0v{height}" for x in edges(drawn.bands))
    spots = ((stand.unit, SCALE * (stand.at.x - MARGIN), SCALE * stand.at.y) for stand in drawn.stands)
    return (
        f'<svg class="mini" viewBox="0 0 {width} {height}" aria-hidden="true">'
        f'<path class="m-open" d="M0 0H{width}v{height}H0z"/><path class="m-open" d="{bars}"/>'
        f"{''.join(_figure(unit, num(x), num(y)) for unit, x, y in spots)}</svg>"
    )


def _tiles(scene: TileScene) -> str:
    """A board of square tiles: walls, structures and debris, what scores or must fall, and the units."""
    width, height = num(SQUARE * scene.columns), num(SQUARE * scene.rows)
    solid = [patch.place for patch in scene.terrain if patch.kind in ("wall", "gate")]
    solid += [place for one in scene.structures for place in one.places if one.kind != "ruin"]
    loose = [patch.place for patch in scene.terrain if patch.kind == "debris"]
    loose += [place for one in scene.structures for place in one.places if one.kind == "ruin"]
    aims = [zone.places for zone in scene.zones if zone.side < 0]
    aims += [one.places for one in scene.structures if "objective" in one.features]
    return (
        f'<svg class="mini" viewBox="0 0 {width} {height}" aria-hidden="true">'
        f'<path class="m-open" d="M0 0h{width}v{height}H0z"/>{_squares("building", solid)}'
        f"{_squares('rubble', loose)}{''.join(map(_goal, aims))}"
        f"{''.join(_figure(unit, *_square(unit.place)) for unit in scene.units)}</svg>"
    )


def _plane(scene: PlaneScene) -> str:
    """A table without places: its ground, what is worth holding, and a figure for each group."""
    width, height = (num(FINE * length) for length in (scene.width, scene.height))
    goals = (
        f'<circle class="m-aim" cx="{num(FINE * goal.at[0])}" cy="{_up(scene, goal.at[1])}" r="5.5"/>'
        for goal in scene.goals
    )
    stands = {unit.group: unit for unit in reversed(scene.units)}
    figures = (_figure(unit, num(FINE * unit.foot.x), _up(scene, unit.foot.y)) for unit in stands.values())
    return (
        f'<svg class="mini" viewBox="0 0 {width} {height}" aria-hidden="true">'
        f'<path class="m-open" d="M0 0h{width}v{height}H0z"/>'
        f"{''.join(_ground_of(scene, patch) for patch in scene.patches)}{''.join((*goals, *figures))}</svg>"
    )


def _ground_of(scene: PlaneScene, patch: Patch) -> str:
    """One piece of ground."""
    line = "L".join(f"{num(FINE * x)} {_up(scene, y)}" for x, y in patch.corners)
    if patch.kind == "wall":
        return f'<path class="m-wall" d="M{line}"/>'
    return f'<path class="m-{LIKE.get(patch.kind, patch.kind)}" d="M{line}z"/>'


def _up(scene: PlaneScene, y: int) -> str:
    """How far a spot lies below the upper edge."""
    return num(FINE * (scene.height - y))


def _squares(kind: str, drawn: Iterable[str]) -> str:
    """Tiles of one kind as one shape."""
    corners = (squaregrid.parse(place) for place in drawn)
    side = num(SQUARE)
    path = "".join(f"M{num(x * SQUARE)} {num(y * SQUARE)}h{side}v{side}h-{side}z" for x, y in corners)
    return f'<path class="m-{kind}" d="{path}"/>' if path else ""


def _goal(drawn: Iterable[str]) -> str:
    """A ring in the middle of what somebody wants."""
    tiles = [squaregrid.parse(place) for place in drawn]
    x, y = (sum(tile[axis] for tile in tiles) / len(tiles) + 0.5 for axis in (0, 1))
    return f'<circle class="m-aim" cx="{num(SQUARE * x)}" cy="{num(SQUARE * y)}" r="5.5"/>'


def _square(place: str) -> tuple[str, str]:
    """The middle of a tile."""
    column, row = squaregrid.parse(place)
    return num(SQUARE * (column + 0.5)), num(SQUARE * (row + 0.5))


def _hexes(scene: HexScene) -> str:
    """A board of hexes."""
    width, height = (num(SCALE * length) for length in size(scene.columns, scene.rows))
    aims = {marker.place for marker in scene.markers if marker.kind in AIMS}
    aims |= {unit.place for unit in scene.units if unit.prize}
    return (
        f'<svg class="mini" viewBox="0 0 {width} {height}" aria-hidden="true">'
        f"{_ground('open', places(scene.columns, scene.rows))}{_terrain(scene)}{_mines(scene)}"
        f"{''.join(_aim(place) for place in sorted(aims))}{''.join(map(_unit, scene.units))}</svg>"
    )


def _terrain(scene: HexScene) -> str:
    """Every kind of ground but the open one."""
    kinds: dict[str, list[str]] = {}
    for terrain in scene.terrain:
        if terrain.kind != "open":
            kinds.setdefault(terrain.kind, []).append(terrain.place)
    return "".join(_ground(kind, kinds[kind]) for kind in sorted(kinds))


def _ground(kind: str, hexes: Iterable[str]) -> str:
    """Hexes of one kind as one shape."""
    starts = (f"M{x} {y}{HEXAGON}" for x, y in (_spot(place, west=6.0) for place in hexes))
    return f'<path class="m-{kind}" d="{"".join(starts)}"/>'


def _mines(scene: HexScene) -> str:
    """A dot on every mined hex, all of them one line of round ends."""
    spots = [_spot(marker.place) for marker in scene.markers if marker.kind == "mine"]
    return f'<path class="m-mine" d="{"".join(f"M{x} {y}h0" for x, y in spots)}"/>' if spots else ""


def _aim(place: str) -> str:
    """A ring round a hex that somebody wants."""
    x, y = _spot(place)
    return f'<circle class="m-aim" cx="{x}" cy="{y}" r="5.5"/>'


def _unit(unit: UnitMark) -> str:
    """A unit in the shape and the color of its side."""
    return _figure(unit, *_spot(unit.place))


def _figure(unit: UnitMark, x: str, y: str) -> str:
    """The shape of a side at a spot."""
    return (ROUND if side_letter(unit.side) == "a" else POINTED).format(x=x, y=y)


def _spot(place: str, west: float = 0.0) -> tuple[str, str]:
    """The middle of a hex, or a spot so far west of it."""
    middle = centre(place)
    return num(SCALE * middle.x - west), num(SCALE * middle.y)
