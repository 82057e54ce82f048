"""Encircle by hand: the way round a vehicle that leads nearest to the point where a hand is (CA-13.5)."""

from __future__ import annotations

from hulldown.kernel.outline import perimeter, place_around
from hulldown.kernel.plane import (
    GRAIN,
    QUARTER,
    Base,
    along,
    direction,
    length,
    nearest,
    shifted_x,
    shifted_y,
)
from hulldown.rulesets.close_assault.encircling import lay_on_way, touches_vehicle
from hulldown.rulesets.close_assault.ground import wipe
from hulldown.rulesets.close_assault.state import State

BEYOND = 24_000  # mils: outside every base


def nearest_round(s: State, m: int, x: int, y: int) -> tuple[int, int]:
    """The vehicle that a model touches, and the signed length round it that brings it nearest to a point.

    ValueError if it touches none.
    """
    found = []
    for v in range(s.models):
        if touches_vehicle(s, m, v):
            far = length_round(s, m, v, x, y)
            lay_on_way(s, m, v, far, 1, 1)
            found.append((length(x - int(s.trial.x), y - int(s.trial.y)), v, far))
    wipe(s)
    if not found:
        raise ValueError("it touches no vehicle that it could go round")
    _, vehicle, far = min(found)
    return vehicle, far


def length_round(s: State, m: int, vehicle: int, x: int, y: int) -> int:
    """The signed length round a vehicle to the spot nearest to a point, the shorter way."""
    b, around = s.model[m].base, s.model[vehicle].base
    radius = int(b.half_length)
    if covers(around, x, y):
        angle = direction(x - int(around.x), y - int(around.y))
        x, y = shifted_x(int(around.x), BEYOND, angle), shifted_y(int(around.y), BEYOND, angle)
    begin, whole = place_around(around, radius, int(b.x), int(b.y)), perimeter(around, radius) // GRAIN
    far = nearest(place_around(around, radius, x, y) - begin, GRAIN)
    return (far + whole // 2) % whole - whole // 2


def covers(b: Base, x: int, y: int) -> bool:
    """Whether a point lies on a base, so that it is beside none of its sides."""
    ahead = along(x - int(b.x), y - int(b.y), int(b.facing)) // GRAIN
    aside = along(x - int(b.x), y - int(b.y), int(b.facing) + QUARTER) // GRAIN
    return abs(ahead) <= int(b.half_length) and abs(aside) <= int(b.half_width)
