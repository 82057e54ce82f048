"""Stones of what has fallen: a heap with its shadow, three tones of stone."""

from __future__ import annotations

import math
from functools import lru_cache

from hulldown.views.country import stones
from hulldown.views.ink import Point, between, jitter, polygon, ring, smooth

STONES, TONES = 18, 3


@lru_cache(maxsize=1024)
def rubble(at: Point, far: float, *key: object) -> str:
    """A heap that reaches so far round a spot."""
    tones, cast = [""] * TONES, ""
    for index in range(STONES):
        turn = math.tau * jitter("turn", *key, index)
        away = far * 0.86 * math.sqrt(jitter("away", *key, index))
        size = between(0.1, 0.2, "size", *key, index) * far
        spot = Point(at.x + away * math.cos(turn), at.y + away * math.sin(turn))
        tones[index % TONES] += polygon(ring(spot, size, 5, 0.5, "stone", *key, index))
        cast += polygon(ring((spot.x + 2, spot.y + 2.8), size, 5, 0.5, "stone", *key, index))
    floor = smooth(ring(at, far * 0.95, 11, 0.2, "heap", *key))
    return f'<path class="r-rubble" d="{floor}"/><path class="cast" d="{cast}"/>{stones(tones)}'
