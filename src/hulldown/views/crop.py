"""A part of a board as a picture of its own: the same drawing, looked at through a smaller window."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from hulldown.rulesets.face.scene import HexScene, PlaneScene, Scene, TileScene
from hulldown.views.board import board, described
from hulldown.views.hex import grid as hexgrid
from hulldown.views.ink import num
from hulldown.views.plane import grid as planegrid
from hulldown.views.tiles import grid as squaregrid

BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
AROUND = 0.5  # inches left free round a part of a table without places
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


def cut(scene: Scene, part: str = "") -> Cut:
    """The board, or the part of it between two corners: places such as "C3-H9", of a table without places
    inches such as "10,4-30,22". ValueError if that is no part of this board.
    """
    picture = board(scene, standalone=True)
    found = BOX.search(picture)
    if found is None:
        raise ValueError("a picture without a size")
    window = Window(0, 0, float(found[1]), float(found[2]))
    words = described(scene)
    if part:
        window = _window(scene, part, window)
        box = " ".join(num(side) for side in window)
        picture = picture.replace(found[0], f'viewBox="{box}"', 1)
        words = described(_in_sight(scene, window))
    return Cut(picture, window.width, window.height, words)


def _window(scene: Scene, part: str, whole: Window) -> Window:
    one, dash, other = part.partition("-")
    if not dash:
        raise ValueError(f"'{part}' is no part of a board: two corners such as C3-H9")
    ends = [_spot(scene, one), _spot(scene, other)]
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
        return planegrid.Sheet(scene).at((round(MIL * float(x)), round(MIL * float(y))))
    raise ValueError("a battle without a map has no parts")


def _in_sight(scene: Scene, window: Window) -> Scene:
    """The scene with the units that stand in a window."""
    if isinstance(scene, PlaneScene):
        sheet = planegrid.Sheet(scene)
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
