"""A board as a picture to look at, without numbers, names and what helps who acts."""

from __future__ import annotations

import re

from hulldown.rulesets.api.scene import Scene
from hulldown.views.board import head, layers
from hulldown.views.ink import Room, num
from hulldown.views.sheet import drawings_for, style_for

SEEN = frozenset(
    {
        *("l-ground", "l-terrain", "l-grid", "l-weather", "l-zone", "l-marks", "l-links"),
        *("l-units", "l-smoke", "l-air"),
    }
)
"""The layers of any board that are scenery."""
BOX = re.compile(r'viewBox="[^"]*"')


def scenery(scene: Scene, over: str = "", window: Room | None = None) -> str:
    """The board as an SVG that stands alone, with a drawing `over` it; of a `window` what lies in it, without
    the grid.

    The country goes on beyond, so that the picture fills a frame of any shape.
    """
    hidden = frozenset({"l-grid"}) if window else frozenset()
    parts = {
        name: part
        for name, part in layers(scene, hex_names=False).items()
        if name in SEEN and name not in hidden
    }
    inner = "".join(f'<g class="{name}">{part}</g>' for name, part in (parts | {"l-shot": over}).items())
    drawings = drawings_for(inner)
    style = style_for(f'class="board"{inner}{drawings}')
    opening = head(scene)
    if window:
        sides = (window.left, window.top, window.right - window.left, window.foot - window.top)
        box = f'viewBox="{" ".join(map(num, sides))}"'
        opening = BOX.sub(f'{box} preserveAspectRatio="xMidYMid slice"', opening, count=1)
    return f"{opening}{style}{drawings}{inner}</svg>"
