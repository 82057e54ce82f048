"""A board as small as a stamp: for choosing between boards, not for playing on them.

Markup to be put into a page, whose style sheet has the colors (`.mini`); a few hundred bytes once packed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from hulldown.rulesets.api.scene import HexScene, Patch, PlaneScene, Scene, TileScene, TrackScene, UnitMark
from hulldown.views.hex.grid import centre, size
from hulldown.views.ink import Point, between, choose, num, part, polygon
from hulldown.views.stations import side_letter
from hulldown.views.tiles import grid as squaregrid
from hulldown.views.tiles.city import streets
from hulldown.views.track.lanes import MARGIN, WIDTH, edges, plan

SCALE = 0.1
SQUARE = 8.0  # side of a tile
FINE = 0.0025  # of a thousandth of an inch
HEXAGON = "l3 5.2h6l3-5.2-3-5.2h-6z"  # round a hex from its western corner
ROUND = '<circle class="side-a" cx="{x}" cy="{y}" r="4.6"/>'
POINTED = '<path class="side-b" d="M{x} {y}m0-5.6l5.6 5.6-5.6 5.6-5.6-5.6z"/>'
FIELD, SHEAR = (26.0, 18.0), (-4.5, 6.5)  # of the land: size of a field, how far its edges lean
TONES = 4
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
    begins = [SCALE * (x - MARGIN) for x in edges(drawn.bands)]
    bars = "".join(f"M{num(x)} 0v{height}" for x in begins)
    lit = "".join(
        f'<path class="m-lit" d="M{num(begins[band])} 0V{height}H{num(begins[band + 1])}V0z"/>'
        for band in sorted({encounter.band for encounter in scene.encounters})
        if 0 <= band < drawn.bands
    )
    spots = ((stand.unit, SCALE * (stand.at.x - MARGIN), SCALE * stand.at.y) for stand in drawn.stands)
    return (
        f"{_opening(width, height)}{_land(float(width), float(height))}{lit}"
        f'<path class="m-bars" d="{bars}"/>'
        f"{''.join(_figure(unit, num(x), num(y)) for unit, x, y in spots)}</svg>"
    )


def _opening(width: str, height: str) -> str:
    """The opening tag of a picture of that size."""
    return f'<svg class="mini" viewBox="0 0 {width} {height}" aria-hidden="true">'


@lru_cache(maxsize=64)
def _land(width: float, height: float) -> str:
    """Farmland in a few tones, as under the boards themselves."""
    tones = [""] * TONES
    (wide, high), (down, aside) = FIELD, SHEAR

    def corner(column: int, row: int) -> Point:
        shift = (between(-4, 4, "mx", column, row), between(-2.5, 2.5, "my", column, row))
        return Point(column * wide + row * aside + shift[0], row * high + column * down + shift[1])

    for column in range(-2, int(width / wide) + 2):
        for row in range(-1, int((height - down * width / wide) / high) + 2):
            quad = [corner(column + x, row + y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
            kept = _within(quad, width, height)
            if len(kept) > 2:
                tones[choose(TONES, "tone", column, row) - 1] += polygon(kept)
    ground = f'<path class="m-open" d="M0 0h{num(width)}v{num(height)}h-{num(width)}z"/>'
    return ground + "".join(
        f'<path class="m-fd{tone}" d="{path}"/>' for tone, path in enumerate(tones) if path
    )


def _within(quad: Sequence[Point], width: float, height: float) -> list[Point]:
    """What of a field lies on a board: the field is cut along its four edges."""
    kept = list(quad)
    for axis, edge, sign in ((0, 0.0, 1), (0, width, -1), (1, 0.0, 1), (1, height, -1)):
        line, kept = kept, []
        for index, end in enumerate(line):
            start = line[index - 1]
            far, near = sign * (start[axis] - edge), sign * (end[axis] - edge)
            if far * near < 0:
                kept.append(part(start, end, far / (far - near)))
            if near >= 0:
                kept.append(end)
    return kept


def _tiles(scene: TileScene) -> str:
    """A board of square tiles: walls, structures and debris, what scores or must fall, and the units."""
    width, height = num(SQUARE * scene.columns), num(SQUARE * scene.rows)
    standing = frozenset(
        squaregrid.parse(place) for structure in scene.structures for place in structure.places
    )
    rows, columns = ({tile[axis] for tile in standing} for axis in (1, 0))
    lines = "".join(f"M{num((x + 0.5) * SQUARE)} 0V{height}" for x in streets(scene.columns, columns))
    lines += "".join(f"M0 {num((y + 0.5) * SQUARE)}H{width}" for y in streets(scene.rows, rows))
    kinds = {"wall": "rampart", "gate": "rampart", "debris": "rubble"}
    drawn: dict[str, list[str]] = {}
    for patch in scene.terrain:
        drawn.setdefault(kinds.get(patch.kind, patch.kind), []).append(patch.place)
    for structure in scene.structures:
        drawn.setdefault("rubble" if structure.kind == "ruin" else structure.kind, []).extend(
            structure.places
        )
    aims = [zone.places for zone in scene.zones if zone.side < 0]
    aims += [structure.places for structure in scene.structures if "objective" in structure.features]
    tiles = "".join(_squares(kind, drawn[kind]) for kind in sorted(drawn))
    return (
        f'{_opening(width, height)}<path class="m-slab" d="M0 0h{width}v{height}h-{width}z"/>'
        f'<path class="m-street" d="{lines}"/>{tiles}{"".join(map(_goal, aims))}'
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
    square = f'<path class="m-slab" d="M0 0h{width}v{height}h-{width}z"/>'
    return (
        f"{_opening(width, height)}{_land(float(width), float(height)) if scene.patches else square}"
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
        f"{_opening(width, height)}{_land(float(width), float(height))}{_terrain(scene)}{_mines(scene)}"
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
