"""The moment of a shot, drawn still: what the table plays in two seconds, all of it at once.

Lengths and looks are those of the table's own effects (`web/table/shot.js`, `effects.css`), in units of a
board of hexes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from hulldown.views.ink import Point, num, pair, polygon

BARREL = 62.0  # from the middle of a unit to the flash
BEFORE = 36.0  # from there to a burst on its armour
TONGUE = ((56, 0), (14, 8), (8, 21), (-12, 0), (8, -21), (14, -8))  # of fire: far along the barrel, aside
PUFFS = ((4, 34, 27), (4, -34, 25), (-16, 54, 19), (-16, -54, 19), (-24, 0, 22))  # far, aside, radius
SMOKE = ((52, -62, 34), (12, -70, 30), (92, -88, 44))  # behind what is struck: right, down, radius
RAYS, LOBES, CORE = 17, 11, 9


def shot(begin: Point, end: Point) -> str:
    """Flash and smoke at the muzzle, the tracer, and the burst on the armour that looks there."""
    at, struck = _towards(begin, end, BARREL), _towards(end, begin, BEFORE)
    tail = polygon((at, _towards(struck, begin, 0, 4.5), _towards(struck, begin, 0, -4.5)))
    way = f"M{pair(*_towards(struck, begin, 90))}L{pair(*struck)}"
    puffs = "".join(_disc("fx-puff", _towards(at, end, far, aside), r) for far, aside, r in PUFFS)
    tracer = f'<path class="fx-trace-c" d="{way}"/><path class="fx-core" d="{tail}"/>'
    return puffs + _burst(struck) + tracer + _flash(at, end)


def _towards(begin: Point, end: Point, far: float, aside: float = 0.0) -> Point:
    """The point so far from one on the way to another, and so far to the side of it."""
    long = math.hypot(end.x - begin.x, end.y - begin.y)
    x, y = (end.x - begin.x) / long, (end.y - begin.y) / long
    return Point(begin.x + x * far - y * aside, begin.y + y * far + x * aside)


def _disc(kind: str, at: Point, radius: float) -> str:
    return f'<circle class="{kind}" cx="{num(at.x)}" cy="{num(at.y)}" r="{num(radius)}"/>'


def _flash(at: Point, end: Point) -> str:
    tongue = polygon(_towards(at, end, far, aside) for far, aside in TONGUE)
    return f'{_disc("fx-glow", at, 80)}{_disc("fx-fire", at, 30)}<path class="fx-core" d="{tongue}"/>'


def _burst(at: Point) -> str:
    smoke = "".join(_disc("fx-soot", Point(at.x + x, at.y + y), r) for x, y, r in SMOKE)
    fire, core = polygon(_star(at, 50, LOBES, 0.0)), polygon(_star(at, 31, CORE, 0.3))
    return (
        f'{_disc("fx-glow", at, 120)}{smoke}<path class="fx-fire" d="{fire}"/>'
        f'<path class="fx-core" d="{core}"/><path class="fx-spark" d="{_sparks(at)}"/>'
    )


def _star(at: Point, far: float, lobes: int, turn: float) -> Iterator[Point]:
    """A ragged star; `turn` in radians."""
    for index in range(2 * lobes):
        out = far * (0.5 if index % 2 else 0.78 + 0.075 * (index * 7 % 5))
        angle = turn + index * math.pi / lobes
        yield Point(at.x + math.cos(angle) * out, at.y + math.sin(angle) * out)


def _sparks(at: Point) -> str:
    """Rays around a point."""
    rays = []
    for index in range(RAYS):
        angle = index * 2 * math.pi / RAYS + index * 5 % 7 * 0.05
        begin, long = 44 + index * 11 % 24, 10 + index * 13 % 30
        x, y = math.cos(angle), math.sin(angle)
        rays.append(f"M{pair(at.x + x * begin, at.y + y * begin)}l{pair(x * long, y * long)}")
    return "".join(rays)
