"""How far on foot everything is from what a battle is about: places that still score, the objective.

No rule asks for it. It shows computer players the way round what stands between, and changes only when
something collapses.
"""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import COLUMNS, Feature, Height
from hulldown.rulesets.agrav.footprint import beside
from hulldown.rulesets.agrav.geometry import WAYS, barricade_between, beyond
from hulldown.rulesets.agrav.ground import solid
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.structures import marked
from hulldown.rulesets.agrav.victory import zone_distance

FAR = 100  # farther than any tile of a map that can be reached
DETOUR = 2  # steps that a barricade is worth, as some climb it and some must go round


@rule
def wanted(s: State, tile: int) -> bool:
    """Whether a tile is where somebody wants to be: within reach of a place that scores, at the objective."""
    for i in range(s.zones):
        if s.zone[i].rounds != 0 and zone_distance(s, s.zone[i], tile) <= s.zone[i].reach:
            return True
    for i in range(s.sections):
        part = s.section[i]
        if marked(int(part.features), Feature.OBJECTIVE) and part.height != Height.GONE:
            if beside(s, i, tile):
                return True
    return False


@rule
def shortened(s: State, tile: int) -> bool:
    """Whether there is a shorter way from a tile by one of its neighbours; it is written down."""
    before = int(s.walk[tile])
    best = before
    for way in range(0, WAYS, 2):
        there = beyond(s, tile, way)
        if there >= 0 and s.walk[there] + 1 < best:
            best = min(best, int(s.walk[there]) + (1 if barricade_between(s, tile, way) < 0 else 1 + DETOUR))
    s.walk[tile] = best
    return best < before


@rule
def sweep(s: State) -> bool:
    """Once over the map and back; whether anything became nearer."""
    nearer, tiles = False, int(s.rows) * COLUMNS
    for turn in range(2 * tiles):
        tile = turn if turn < tiles else 2 * tiles - 1 - turn
        if tile % COLUMNS < s.columns and not solid(s, tile) and shortened(s, tile):
            nearer = True
    return nearer


@rule
def measure(s: State) -> None:
    """Write down the distance of every tile."""
    for row in range(s.rows):
        for column in range(s.columns):
            tile = row * COLUMNS + column
            s.walk[tile] = 0 if not solid(s, tile) and wanted(s, tile) else FAR
    while sweep(s):
        pass
