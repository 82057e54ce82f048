"""The armor of a unit as arcs: front thick, sides thin, rear dotted, the struck side in the accent."""

from __future__ import annotations

import math

from hulldown.views.ink import Point, num, pair

FACES = (("front", 0), ("right", 90), ("rear", 180), ("left", -90))


def armor(at: Point, facing: float, halves: tuple[float, float], radius: float, struck: str) -> str:
    """The four arcs about a spot, of a hull turned by degrees from north.

    `halves` is half the angle of the front and rear armor, and of a side. `struck` is a face, or "side" for
    both of them.
    """
    return "".join(_face(at, facing, halves, radius, face, by, struck) for face, by in FACES)


def _face(
    at: Point, facing: float, halves: tuple[float, float], radius: float, face: str, by: float, struck: str
) -> str:
    """One arc."""
    kind = face if face in ("front", "rear") else "side"
    name = f"armor {kind} struck" if struck in (face, kind) else f"armor {kind}"
    return f'<path class="{name}" d="{_arc(at, facing + by, halves[kind == "side"], radius)}"/>'


def outward(angle: float, radius: float) -> Point:
    """The point so far from the middle in a direction, clockwise from north in degrees."""
    turn = math.radians(angle)
    return Point(math.sin(turn) * radius, -math.cos(turn) * radius)


def _arc(at: Point, angle: float, half: float, radius: float) -> str:
    """A piece of a circle, so many degrees to either side of a direction."""
    first, last = (outward(angle + by, radius) for by in (-half, half))
    start, end = Point(at.x + first.x, at.y + first.y), Point(at.x + last.x, at.y + last.y)
    return f"M{pair(*start)}A{num(radius)} {num(radius)} 0 0 1 {pair(*end)}"
