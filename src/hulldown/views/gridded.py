"""Boards and units as PNG of a stated grid, as virtual tables take them: so many pixels a place.

The grid stands in the file, too, as text: `Grid: hex 140 px`. It needs the extra `pictures`.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from typing import NamedTuple

from hulldown.rulesets.api.scene import (
    HexScene,
    PlaneMark,
    PlaneScene,
    Scene,
    TileScene,
    TrackScene,
    UnitMark,
)
from hulldown.views.board import bare, board
from hulldown.views.cards.art import PAPER
from hulldown.views.hex.grid import HALF, RADIUS
from hulldown.views.hex.grid import MARGIN as HEX_MARGIN
from hulldown.views.picture import BOX, painted
from hulldown.views.plane.grid import INCH, LEFT, length
from hulldown.views.plane.grid import MARGIN as TOP
from hulldown.views.printing.components import COBALT, FRAME, RUST, portrait_svg
from hulldown.views.tiles.grid import MARGIN as TILE_MARGIN
from hulldown.views.tiles.grid import TILE

MOST = 16_384  # pixels of a side
HEAD = 33  # bytes of a PNG before what may follow: its sign and its first chunk


class Gridded(NamedTuple):
    """A picture with its grid: what a step of it is, its pixels, and the steps across and down."""

    png: bytes
    step: str
    grid: int
    columns: float
    rows: float

    @property
    def describe(self) -> str:
        """The grid in words."""
        return f"{self.columns:g} x {self.rows:g}, {self.step} {self.grid} px"


class TooLarge(ValueError):
    """A picture of such a grid would be too large."""


def gridded(scene: Scene, grid: int, over: str = "") -> Gridded:
    """A board without units: a hex (across its flats), a tile or an inch of it is so many pixels, and it ends
    where the picture does. `over` is SVG that lies upon it. TooLarge, and ValueError where there are no
    places.
    """
    left, top, wide, tall, unit, step, columns, rows = shape(scene)
    width, height = round(wide / unit * grid), round(tall / unit * grid)
    if max(width, height) > MOST:
        raise TooLarge(f"a board of {width} by {height} pixels is too large; {MOST} are the most")
    picture = board(bare(scene), standalone=True).removesuffix("</svg>") + f"{over}</svg>"
    picture = BOX.sub(f'viewBox="{left:.3f} {top:.3f} {wide:.3f} {tall:.3f}"', picture, count=1)
    result = Gridded(painted(picture, width, height), step, grid, columns, rows)
    return result._replace(png=with_text(result.png, "Grid", result.describe))


def shape(scene: Scene) -> tuple[float, float, float, float, float, str, float, float]:
    """The part of a picture that is board: left, top, width, height; a step of its grid, and what that is."""
    if isinstance(scene, TrackScene):
        raise ValueError("a battle without a map has no grid")
    if isinstance(scene, HexScene):
        wide = RADIUS * (1.5 * scene.columns + 0.5)
        tall = HALF * (2 * scene.rows + (1 if scene.columns > 1 else 0))
        return HEX_MARGIN, HEX_MARGIN, wide, tall, 2 * HALF, "hex", scene.columns, scene.rows
    if isinstance(scene, TileScene):
        wide, tall = TILE * scene.columns, TILE * scene.rows
        return TILE_MARGIN, TILE_MARGIN, wide, tall, TILE, "tile", scene.columns, scene.rows
    assert isinstance(scene, PlaneScene)
    wide, tall = length(scene.width), length(scene.height)
    return LEFT, TOP, wide, tall, INCH, "inch", scene.width / 1000, scene.height / 1000


def tokens(marks: Iterable[UnitMark], grid: int) -> dict[str, Gridded]:
    """A square picture of every unit on nothing, by its name: as large as a place, or as its base."""
    return {mark.unit: token(mark, grid) for mark in marks}


def token(mark: UnitMark, grid: int) -> Gridded:
    """One of them: within a ring, whole for Cobalt and broken for Rust, with its name."""
    size = 2 * mark.foot.half_length / 1000 if isinstance(mark, PlaneMark) else 1.0
    color, dash = (COBALT, "") if mark.side == 0 else (RUST, ' stroke-dasharray="12 7"')
    mid = FRAME / 2
    ring = (
        f'<circle cx="{mid}" cy="{mid}" r="56" fill="{PAPER}" fill-opacity="0.55" stroke="{color}" '
        f'stroke-width="6"{dash}/>'
    )
    wide = 13.0 * len(mark.unit) + 10
    name = (
        f'<rect x="{mid - wide / 2}" y="97" width="{wide}" height="21" rx="{10 if mark.side == 0 else 0}" '
        f'fill="{color}"/><text x="{mid}" y="113.5" font-size="17" font-weight="700" text-anchor="middle" '
        f'font-family="DejaVu Sans" fill="{PAPER}">{mark.unit}</text>'
    )
    inner, _, _ = portrait_svg(mark).rpartition("</svg>")
    begin = inner.index('<g class="unit')
    pixels = max(16, round(grid * size))
    png = painted(f"{inner[:begin]}{ring}{inner[begin:]}{name}</svg>", pixels, pixels, None)
    result = Gridded(png, "place" if size == 1 else "inch", grid, size, size)
    return result._replace(png=with_text(png, "Grid", result.describe))


def with_text(png: bytes, name: str, text: str) -> bytes:
    """A PNG that says something of itself."""
    body = b"tEXt" + name.encode("latin-1") + b"\0" + text.encode("latin-1", "replace")
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return png[:HEAD] + chunk + png[HEAD:]
