"""A part of a board as a picture of its own: the same drawing, looked at through a smaller window."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from hulldown.rulesets.api.scene import HexScene, PlaneScene, Scene, TileScene, TrackScene
from hulldown.views.board import board, described
from hulldown.views.hex import grid as hexgrid
from hulldown.views.ink import num
from hulldown.views.plane import grid as planegrid
from hulldown.views.tiles import grid as squaregrid
from hulldown.views.track.lanes import plan as trackplan

BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
AROUND = 0.5  # inches left free round a part of a table without places
WIDER = 1.2  # times the space that is left free round one thing, round all of them
SPACE = {HexScene: 110.0, TileScene: 72.0, PlaneScene: 96.0, TrackScene: 130.0}
MIL = planegrid.MIL


class Window(NamedTuple):
    """A part of a picture."""

    left: float
    top: float
    width: float
    height: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a spot is in sight."""
        return 0 <= x - self.left <= self.width and 0 <= y - self.top <= self.height


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
    match = BOX.search(picture)
    if match is None:
        raise ValueError("a picture without a size")
    window = Window(0, 0, float(match[1]), float(match[2]))
    words = described(scene)
    if part:
        window = _window(scene, part, window)
        box = " ".join(num(side) for side in window)
        picture = picture.replace(match[0], f'viewBox="{box}"', 1)
        words = described(_in_sight(scene, window))
    return Cut(picture, window.width, window.height, words)


def around(scene: Scene, subject: str = "") -> Cut:
    """The board around a unit or a place ("unit A1", "place E5"), without one, and of what is not there,
    around all units; of a battle without a map then the whole picture. The country goes on beyond, so that a
    frame of any shape is filled.
    """
    picture = board(scene, standalone=True, endless=True)
    size = BOX.search(picture)
    if size is None:
        raise ValueError("a picture without a size")
    space = SPACE[type(scene)]
    if not (spots := list(_subject(scene, subject)) if subject else []):
        spots, space = list(_subject(scene, "")), WIDER * space
    if not spots:
        return Cut(picture, float(size[1]), float(size[2]), described(scene))
    left, top = (min(spot[axis] for spot in spots) - space for axis in (0, 1))
    right, bottom = (max(spot[axis] for spot in spots) + space for axis in (0, 1))
    window = Window(left, top, right - left, bottom - top)
    box = " ".join(num(side) for side in window)
    picture = picture.replace(size[0], f'viewBox="{box}"', 1)
    return Cut(picture, window.width, window.height, described(_in_sight(scene, window)))


def _subject(scene: Scene, subject: str) -> Iterator[tuple[float, float]]:
    """Where on the picture that lies which it is about."""
    kind, _, name = subject.partition(" ")
    if isinstance(scene, TrackScene):
        yield from (stand.at for stand in trackplan(scene).stands if name == stand.unit.unit)
        return
    if kind == "place":
        with suppress(ValueError):
            yield _spot(scene, name)
        return
    if isinstance(scene, PlaneScene):
        sheet = planegrid.PlaneSheet(scene)
        models = (unit for unit in scene.units if name in ("", unit.unit, unit.group))
        yield from (sheet.at((unit.foot.x, unit.foot.y)) for unit in models)
    else:
        yield from (
            _spot(scene, unit.place) for unit in scene.units if name in ("", unit.unit) and unit.place
        )


def _window(scene: Scene, part: str, whole: Window) -> Window:
    first, dash, other = part.partition("-")
    if not dash:
        raise ValueError(f"'{part}' is no part of a board: two corners such as C3-H9")
    ends = [_spot(scene, first), _spot(scene, other)]
    half = _half(scene)
    left, top = (max(0.0, min(end[axis] for end in ends) - half) for axis in (0, 1))
    right = min(whole.width, max(end[0] for end in ends) + half)
    bottom = min(whole.height, max(end[1] for end in ends) + half)
    if right - left < half or bottom - top < half:
        raise ValueError(f"'{part}' lies outside the board")
    return Window(left, top, right - left, bottom - top)


def _half(scene: Scene) -> float:
    """How far what lies at a corner reaches beyond it."""
    if isinstance(scene, HexScene):
        return hexgrid.RADIUS
    return squaregrid.HALF if isinstance(scene, TileScene) else AROUND * planegrid.INCH


def _spot(scene: Scene, corner: str) -> tuple[float, float]:
    """A corner on the picture."""
    if isinstance(scene, HexScene):
        return hexgrid.centre(corner)
    if isinstance(scene, TileScene):
        return squaregrid.centre(corner)
    if isinstance(scene, PlaneScene):
        x, _, y = corner.partition(",")
        return planegrid.PlaneSheet(scene).at((round(MIL * float(x)), round(MIL * float(y))))
    raise ValueError("a battle without a map has no parts")


def _in_sight(scene: Scene, window: Window) -> Scene:
    """The scene with the units that stand in a window."""
    if isinstance(scene, PlaneScene):
        sheet = planegrid.PlaneSheet(scene)
        seen = [unit for unit in scene.units if window.holds(*sheet.at((unit.foot.x, unit.foot.y)))]
        names = {unit.group for unit in seen}
        groups = tuple(group for group in scene.groups if group.unit in names)
        return replace(scene, units=tuple(seen), groups=groups)
    if isinstance(scene, TileScene):
        tiles = (unit for unit in scene.units if window.holds(*_spot(scene, unit.place)))
        return replace(scene, units=tuple(tiles))
    if isinstance(scene, HexScene):
        kept = (unit for unit in scene.units if window.holds(*_spot(scene, unit.place)))
        return replace(scene, units=tuple(kept))
    return scene
