"""Where things lie on the picture of a table without places: an inch is 30 board units, north is up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from hulldown.rulesets.api.scene import Foot, PlaneScene, Spot
from hulldown.views.ink import Point, num, pair, polygon, rectangle

INCH, MIL = 30.0, 1000
LEFT, BELOW, MARGIN = 36.0, 32.0, 12.0  # room for the rulers, and on the other two sides
RIGHT_ANGLE, DEGREE = 90.0, 100


def size(scene: PlaneScene) -> tuple[float, float]:
    """Width and height of the picture with its margin."""
    return LEFT + length(scene.width) + MARGIN, MARGIN + length(scene.height) + BELOW


def length(mils: float) -> float:
    """A length on the picture."""
    return mils * INCH / MIL


class PlaneSheet:
    """The picture of a table of that height."""

    def __init__(self, scene: PlaneScene) -> None:
        self.foot = MARGIN + length(scene.height)
        self.width, self.height = length(scene.width), length(scene.height)

    @property
    def frame(self) -> str:
        """Where the table lies on the picture and how large it is in inches, as attributes for a client."""
        across, up = self.width / INCH, self.height / INCH
        return (
            f'data-left="{num(LEFT)}" data-foot="{num(self.foot)}" data-inch="{num(INCH)}" '
            f'data-wide="{num(across)}" data-high="{num(up)}"'
        )

    def at(self, spot: Spot) -> Point:
        """A spot of the table on the picture."""
        return Point(LEFT + length(spot[0]), self.foot - length(spot[1]))

    def line(self, spots: Iterable[Spot]) -> str:
        """A closed line of straight pieces."""
        return polygon(self.at(spot) for spot in spots)

    def within(self, name: str, markup: str) -> str:
        """Markup of which only what lies on the table shows; the name is that of the layer."""
        if not markup:
            return ""
        frame = rectangle(LEFT, MARGIN, self.width, self.height)
        return (
            f'<clipPath id="on-{name}"><path d="{frame}"/></clipPath>'
            f'<g clip-path="url(#on-{name})">{markup}</g>'
        )

    def base(self, foot: Foot, grow: float = 0.0) -> str:
        """The outline of a base, so much larger on all sides."""
        at = self.at((foot.x, foot.y))
        return outline(foot, at, grow)


def outline(foot: Foot, at: Point, grow: float = 0.0) -> str:
    """The outline of a base whose centre is at a point, so much larger on all sides; round at the corners."""
    if foot.circle:
        radius = length(foot.half_length) + grow
        return f"M{pair(at.x - radius, at.y)}{_half(radius, 2 * radius)}{_half(radius, -2 * radius)}z"
    if grow <= 0:
        return polygon(corners(foot, at, grow))
    return _rounded(foot, at, grow)


def _half(radius: float, over: float) -> str:
    """Half a circle, to a point so far to the right or left."""
    return f"a{num(radius)} {num(radius)} 0 0 1 {pair(over, 0)}"


def corners(foot: Foot, at: Point, grow: float = 0.0) -> list[Point]:
    """The corners of a rectangular base, clockwise from the front left."""
    ahead, aside = length(foot.half_length) + grow, length(foot.half_width) + grow
    signs = ((1, -1), (1, 1), (-1, 1), (-1, -1))
    return [moved(at, foot.facing, along * ahead, across * aside) for along, across in signs]


def _rounded(foot: Foot, at: Point, grow: float) -> str:
    """A line that keeps the same distance from a rectangle all round."""
    edge = corners(foot, at)
    parts = []
    for index, here in enumerate(edge):
        out = unit(foot.facing - index * 90 * DEGREE)
        there = edge[(index + 1) % 4]
        start = Point(here.x + grow * out.x, here.y + grow * out.y)
        end = Point(there.x + grow * out.x, there.y + grow * out.y)
        parts.append(f"{'A' + _turn(grow) if index else 'M'}{pair(*start)}L{pair(*end)}")
    first = unit(foot.facing)
    close = pair(edge[0].x + grow * first.x, edge[0].y + grow * first.y)
    return f"{''.join(parts)}A{_turn(grow)}{close}z"


def _turn(radius: float) -> str:
    """What comes before the end of a quarter circle."""
    return f"{num(radius)} {num(radius)} 0 0 1 "


def unit(angle: float) -> Point:
    """One step in the direction of an angle."""
    turn = math.radians(angle / DEGREE)
    return Point(math.cos(turn), -math.sin(turn))


def moved(at: Point, facing: int, ahead: float, right: float) -> Point:
    """A point so far ahead and to the right of another that faces somewhere."""
    way = unit(facing)
    return Point(at.x + ahead * way.x - right * way.y, at.y + ahead * way.y + right * way.x)


def turned(foot: Foot) -> float:
    """How far a drawing that looks north is turned clockwise."""
    return round((RIGHT_ANGLE - foot.facing / DEGREE) % 360, 2)


def inches(mils: int) -> str:
    """A length in words for the page: 12.5."""
    return f"{mils / MIL:.3f}".rstrip("0").rstrip(".")


def box(sheet: PlaneSheet, stand: Sequence[Foot]) -> tuple[float, float, float, float]:
    """The rectangle around bases: left, top, right, foot."""
    spots = [
        (sheet.at((foot.x, foot.y)), max(length(foot.half_length), length(foot.half_width))) for foot in stand
    ]
    return (
        min(at.x - far for at, far in spots),
        min(at.y - far for at, far in spots),
        max(at.x + far for at, far in spots),
        max(at.y + far for at, far in spots),
    )
