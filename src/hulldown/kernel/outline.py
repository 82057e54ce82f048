"""The curve round a base at a distance: where a round base stands that rolls round it, touching.

It consists of the base's sides, moved outwards, and of quarter circles round its corners; round a circle it
is a circle, as if the sides had no length. Places on it are lengths from the middle of the front,
counter-clockwise, in grains; distances from the base are in mils.
"""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import GRAIN, QUARTER, UNIT, Base, along, cosine, direction, mils, nearest, sine

PI = 3141592654  # times BILLION
BILLION = 10**9
SIDES = 4  # front, left, rear, right


@rule
def half_side(b: Base, side: int) -> int:
    """Half the length of one of the four sides, in grains."""
    if b.round != 0:
        return 0
    return (b.half_width if side & 1 == 0 else b.half_length) * GRAIN


@rule
def corner_radius(b: Base, distance: int) -> int:
    """The radius of the quarter circles, in grains."""
    return (distance + (b.half_length if b.round != 0 else 0)) * GRAIN


@rule
def quarter_length(b: Base, distance: int) -> int:
    """The length of one of the quarter circles, in grains."""
    return nearest(corner_radius(b, distance) * PI, 2 * BILLION)


@rule
def perimeter(b: Base, distance: int) -> int:
    """The length of the curve, in grains."""
    return 4 * (half_side(b, 0) + half_side(b, 1)) + SIDES * quarter_length(b, distance)


@rule
def lay_off(to: Base, b: Base, angle: int, ahead: int, aside: int) -> None:
    """Lay a base at a place given in grains in a frame turned by an angle against that of another base."""
    turn = b.facing + angle
    to.x = b.x + mils(nearest(ahead * cosine(turn) - aside * sine(turn), UNIT))
    to.y = b.y + mils(nearest(ahead * sine(turn) + aside * cosine(turn), UNIT))


@rule
def lay_around(to: Base, b: Base, distance: int, place: int) -> None:
    """Lay the centre of a base on the curve round another."""
    left = (place + half_side(b, 0)) % perimeter(b, distance)
    radius, quarter = corner_radius(b, distance), quarter_length(b, distance)
    for side in range(SIDES):
        half, out = half_side(b, side), half_side(b, side + 1)
        if left < 2 * half:
            lay_off(to, b, side * QUARTER, out + radius, left - half)
            return
        left -= 2 * half
        if left < quarter:
            angle = nearest(left * QUARTER, quarter)
            ahead, aside = radius * cosine(angle), radius * sine(angle)
            lay_off(to, b, side * QUARTER, out + nearest(ahead, UNIT), half + nearest(aside, UNIT))
            return
        left -= quarter


@rule
def place_around(b: Base, distance: int, x: int, y: int) -> int:
    """The place on the curve that is nearest to a point outside the base."""
    passed, quarter = 0, quarter_length(b, distance)
    for side in range(SIDES):
        half, out, turn = half_side(b, side), half_side(b, side + 1), b.facing + side * QUARTER
        ahead = along(x - b.x, y - b.y, turn)
        aside = along(x - b.x, y - b.y, turn + QUARTER)
        if ahead >= out and abs(aside) <= half:
            return passed + half + aside - half_side(b, 0)
        if ahead >= out and aside > half:
            angle = direction(ahead - out, aside - half)
            return passed + 2 * half + nearest(angle * quarter, QUARTER) - half_side(b, 0)
        passed += 2 * half + quarter
    return 0
