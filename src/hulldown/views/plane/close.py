"""The models of a table without places seen from close by, where they alone are what a picture is about."""

from __future__ import annotations

import re

from hulldown.rulesets.api.scene import Foot, PlaneScene
from hulldown.views.ink import num
from hulldown.views.plane.grid import PlaneSheet, length

ROUND = 600  # mils of table that are seen around the models
BELOW = 900  # and more of it below them: room for their names
SHORTEST = 7000  # and that the picture shows of it at least, so that lettering stays small
FORMAT = 1.4  # width of the picture against its height


def closer(picture: str, scene: PlaneScene) -> str:
    """The picture, or its opening tag, with only the part of the table on which models stand."""
    feet = [mark.foot for mark in scene.units]
    if not feet:
        return picture
    left, low, right, high = extent(feet)
    tall = max(high - low, (right - left) / FORMAT, SHORTEST / FORMAT)
    middle = (left + right) // 2, (low + high) // 2
    at = PlaneSheet(scene).at(middle)
    wide, tall = length(tall * FORMAT), length(tall)
    box = f'viewBox="{num(at.x - wide / 2)} {num(at.y - tall / 2)} {num(wide)} {num(tall)}"'
    return re.sub(r'viewBox="[^"]*"', box, picture, count=1).replace(" broad", "", 1)


def extent(feet: list[Foot]) -> tuple[int, int, int, int]:
    """The part of the table on which they stand, and a little more: left, low, right, high."""
    reach = [max(foot.half_length, foot.half_width) + ROUND for foot in feet]
    pairs = list(zip(feet, reach, strict=True))
    return (
        min(foot.x - far for foot, far in pairs),
        min(foot.y - far for foot, far in pairs) - BELOW,
        max(foot.x + far for foot, far in pairs),
        max(foot.y + far for foot, far in pairs),
    )
