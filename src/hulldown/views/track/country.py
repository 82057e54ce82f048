"""The country of a battle without a map: one wide piece of land under all lanes, which means nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hulldown.views import country
from hulldown.views.ink import Point, Room, between, ring
from hulldown.views.relief import slopes

SEED = "track"
CELL = 132.0  # board units of a piece of land that may bear a hill or a wood
FREE = 96.0  # how far from the way of a tank nothing stands
HILL, WOOD = (34.0, 50.0), (44.0, 66.0)  # their sizes


@lru_cache(maxsize=64)
def ground(width: float, height: float, lanes: tuple[float, ...], rising: bool, alone: bool) -> str:
    """Layer l-ground of a picture of that size, with the axes of its lanes: from west to east or `rising`."""
    land = country.around(width, height, alone)
    far = height if rising else width
    roads = "".join(country.road(_way(axis, far, rising), True) for axis in lanes[:1])
    hills = woods = ""
    for at, index in _spots(land, lanes, rising):
        kind = between(0, 1, "kind", index)
        if kind < 0.3:
            border = [
                Point(*spot) for spot in ring(at, between(*HILL, "hill", index), 26, 0.16, "hill", index)
            ]
            hills += slopes(border, [at] * len(border))
        elif kind < 0.62:
            woods += country.wood(at, between(*WOOD, "wood", index), f"{SEED} {index}")
    craters = "".join(
        country.crater(Point(*_turned(far * share, axis + side, rising)), 10)
        for axis in lanes[:1]
        for share, side in ((0.33, -48), (0.47, 40))
    )
    over = craters + hills + woods + country.light(width, height, land, SEED)
    return country.farmland(land, SEED, alone) + roads + over


def _way(axis: float, far: float, rising: bool) -> list[Point]:
    """A lane along the axis that goes on beyond the picture."""
    steps = range(-8, 17)
    return [
        Point(*_turned(far * step / 8, axis + 26 + between(-10, 10, "way", step), rising)) for step in steps
    ]


def _turned(along: float, aside: float, rising: bool) -> tuple[float, float]:
    """A spot of the picture, so far along the lanes and so far to their side."""
    return (aside, along) if rising else (along, aside)


def _spots(land: Room, lanes: tuple[float, ...], rising: bool) -> Iterator[tuple[Point, tuple[int, int]]]:
    """Where a hill or a wood may be: nowhere near the ways of tanks."""
    for column in range(int(land.left // CELL), int(land.right // CELL) + 1):
        for row in range(int(land.top // CELL), int(land.foot // CELL) + 1):
            index = (column, row)
            at = Point(
                (column + between(0.3, 0.7, "x", index)) * CELL, (row + between(0.3, 0.7, "y", index)) * CELL
            )
            if all(abs((at.x if rising else at.y) - axis) > FREE for axis in lanes):
                yield at, index
