"""Boards to look at and not to play on: small ones, ones without numbers, parts of one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from hulldown.rulesets.api.scene import HexScene, Patch, PlaneScene, Scene, TileScene, TrackScene, UnitMark
from hulldown.views.board import board, described, head, layers
from hulldown.views.hex import grid as hexgrid
from hulldown.views.hex.grid import centre, side_letter, size
from hulldown.views.ink import Point, Room, between, choose, num, part, polygon
from hulldown.views.plane import grid as planegrid
from hulldown.views.styles import with_styles
from hulldown.views.tiles import grid as squaregrid
from hulldown.views.tiles.ground import streets
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
    column, row = squaregrid.parse(place)
    return num(SQUARE * (column + 0.5)), num(SQUARE * (row + 0.5))


def _hexes(scene: HexScene) -> str:
    width, height = (num(SCALE * length) for length in size(scene.columns, scene.rows))
    aims = {marker.place for marker in scene.markers if marker.kind in AIMS}
    aims |= {unit.place for unit in scene.units if unit.prize}
    return (
        f"{_opening(width, height)}{_land(float(width), float(height))}{_terrain(scene)}{_mines(scene)}"
        f"{''.join(map(_aim, sorted(aims)))}"
        f"{''.join(_figure(unit, *_spot(unit.place)) for unit in scene.units)}</svg>"
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


def _figure(unit: UnitMark, x: str, y: str) -> str:
    """The shape of a side at a spot."""
    return (ROUND if side_letter(unit.side) == "a" else POINTED).format(x=x, y=y)


def _spot(place: str, west: float = 0.0) -> tuple[str, str]:
    """The middle of a hex, or a spot so far west of it."""
    middle = centre(place)
    return num(SCALE * middle.x - west), num(SCALE * middle.y)


# ---------------------------------------------------------------- scenery
# A board as a picture to look at, without numbers, names and what helps who acts.


SEEN = frozenset(
    {
        *("l-ground", "l-terrain", "l-grid", "l-weather", "l-zone", "l-marks", "l-links"),
        *("l-units", "l-smoke", "l-air"),
    }
)
"""The layers of any board that are scenery."""
ANY_VIEW_BOX = re.compile(r'viewBox="[^"]*"')


def scenery(scene: Scene, over: str = "", window: Room | None = None) -> str:
    """The board as an SVG that stands alone, with a drawing `over` it; of a `window` what lies in it, without
    the grid.

    The country goes on beyond, so that the picture fills a frame of any shape.
    """
    shown = SEEN - {"l-grid"} if window else SEEN
    parts = {name: part for name, part in layers(scene, hex_names=False).items() if name in shown}
    inner = "".join(f'<g class="{name}">{part}</g>' for name, part in (parts | {"l-shot": over}).items())
    opening = head(scene)
    if window:
        sides = (window.left, window.top, window.right - window.left, window.foot - window.top)
        box = f'viewBox="{" ".join(map(num, sides))}"'
        opening = ANY_VIEW_BOX.sub(f'{box} preserveAspectRatio="xMidYMid slice"', opening, count=1)
    return f"{opening}{with_styles(inner)}</svg>"


# ---------------------------------------------------------------- crop
# A part of a board as a picture of its own: the same drawing, looked at through a smaller window.


VIEW_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
AROUND = 0.5  # inches left free round a part of a table without places
WIDER = 1.2  # times the space that is left free round one thing, round all of them
SPACE = {HexScene: 110.0, TileScene: 72.0, PlaneScene: 96.0, TrackScene: 130.0}
MIL = planegrid.MIL


class Cut(NamedTuple):
    """A picture that stands alone, its size, and what is to be seen on it in words."""

    picture: str
    width: float
    height: float
    words: str


def crop_scene(scene: Scene, part: str = "") -> Cut:
    """The board, or the part of it between two corners: places such as "C3-H9", of a table without places
    inches such as "10,4-30,22". ValueError if that is no part of this board.
    """
    picture = board(scene, standalone=True)
    wide, tall = _size(picture)
    return _cut(scene, picture, _window(scene, part, wide, tall) if part else None)


def _size(picture: str) -> tuple[float, float]:
    match = VIEW_BOX.search(picture)
    if match is None:
        raise ValueError("a picture without a size")
    return float(match[1]), float(match[2])


def _cut(scene: Scene, picture: str, window: Room | None) -> Cut:
    """A picture as it is seen through a window, or the whole of it."""
    if window is None:
        return Cut(picture, *_size(picture), described(scene))
    wide, tall = window.right - window.left, window.foot - window.top
    box = " ".join(map(num, (window.left, window.top, wide, tall)))
    picture = VIEW_BOX.sub(f'viewBox="{box}"', picture, count=1)
    return Cut(picture, wide, tall, described(_in_sight(scene, window)))


def around(scene: Scene, subject: str = "") -> Cut:
    """The board around a unit or a place ("unit A1", "place E5"), without one, and of what is not there,
    around all units; of a battle without a map then the whole picture. The country goes on beyond, so that a
    frame of any shape is filled.
    """
    picture = board(scene, standalone=True, endless=True)
    space = SPACE[type(scene)]
    if not (spots := list(_subject(scene, subject)) if subject else []):
        spots, space = list(_subject(scene, "")), WIDER * space
    if not spots:
        return _cut(scene, picture, None)
    left, top = (min(spot[axis] for spot in spots) - space for axis in (0, 1))
    right, bottom = (max(spot[axis] for spot in spots) + space for axis in (0, 1))
    return _cut(scene, picture, Room(left, top, right, bottom))


def _subject(scene: Scene, subject: str) -> Iterator[tuple[float, float]]:
    """Where on the picture that lies which it is about."""
    kind, _, name = subject.partition(" ")
    if isinstance(scene, TrackScene):
        yield from (stand.at for stand in plan(scene).stands if name == stand.unit.unit)
        return
    if kind == "place":
        with suppress(ValueError):
            yield _corner_spot(scene, name)
        return
    if isinstance(scene, PlaneScene):
        sheet = planegrid.PlaneSheet(scene)
        models = (unit for unit in scene.units if name in ("", unit.unit, unit.group))
        yield from (sheet.at((unit.foot.x, unit.foot.y)) for unit in models)
    else:
        yield from (
            _corner_spot(scene, unit.place) for unit in scene.units if name in ("", unit.unit) and unit.place
        )


def _window(scene: Scene, part: str, wide: float, tall: float) -> Room:
    first, dash, other = part.partition("-")
    if not dash:
        raise ValueError(f"'{part}' is no part of a board: two corners such as C3-H9")
    ends = [_corner_spot(scene, first), _corner_spot(scene, other)]
    half = AROUND * planegrid.INCH  # how far what lies at a corner reaches beyond it
    if not isinstance(scene, PlaneScene):
        half = hexgrid.RADIUS if isinstance(scene, HexScene) else squaregrid.HALF
    left, top = (max(0.0, min(end[axis] for end in ends) - half) for axis in (0, 1))
    right = min(wide, max(end[0] for end in ends) + half)
    bottom = min(tall, max(end[1] for end in ends) + half)
    if right - left < half or bottom - top < half:
        raise ValueError(f"'{part}' lies outside the board")
    return Room(left, top, right, bottom)


def _corner_spot(scene: Scene, corner: str) -> tuple[float, float]:
    """A corner on the picture."""
    if isinstance(scene, HexScene):
        return hexgrid.centre(corner)
    if isinstance(scene, TileScene):
        return squaregrid.centre(corner)
    if isinstance(scene, PlaneScene):
        x, _, y = corner.partition(",")
        return planegrid.PlaneSheet(scene).at((round(MIL * float(x)), round(MIL * float(y))))
    raise ValueError("a battle without a map has no parts")


def _in_sight(scene: Scene, window: Room) -> Scene:
    """The scene with the units that stand in a window."""
    if isinstance(scene, PlaneScene):
        sheet = planegrid.PlaneSheet(scene)
        seen = [unit for unit in scene.units if window.holds(*sheet.at((unit.foot.x, unit.foot.y)))]
        names = {unit.group for unit in seen}
        groups = tuple(group for group in scene.groups if group.unit in names)
        return replace(scene, units=tuple(seen), groups=groups)
    if isinstance(scene, TileScene):
        tiles = (unit for unit in scene.units if window.holds(*_corner_spot(scene, unit.place)))
        return replace(scene, units=tuple(tiles))
    if isinstance(scene, HexScene):
        kept = (unit for unit in scene.units if window.holds(*_corner_spot(scene, unit.place)))
        return replace(scene, units=tuple(kept))
    return scene
