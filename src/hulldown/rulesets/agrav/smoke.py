"""Smoke on the board and the dischargers that make it (AG-3.10, AG-3.11, AG-22)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import COLUMNS, NOBODY, TILES
from hulldown.rulesets.agrav.events import smoke_laid
from hulldown.rulesets.agrav.geometry import distance, solid
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.sight import look_all
from hulldown.rulesets.agrav.state import State, column_of, row_of


@rule
def tick(counter: int) -> int:
    """A smoke counter after another start of its side's turn (AG-3.11)."""
    return max(0, counter - 1)


@rule
def tick_smoke(s: State) -> None:
    """Step 2 of the start of a turn (AG-6.4): smoke of the side whose turn it is thins by one.

    What a scenario laid is the first side's and ticks from round 2 on (AG-3.11).
    """
    if s.round <= 1 and s.side == s.first:
        return
    gone = 0
    for tile in range(s.rows * COLUMNS):
        if s.smoke[tile] > 0 and s.smoker[tile] == s.side:
            s.smoke[tile] = tick(s.smoke[tile])
            gone += 1 if s.smoke[tile] == 0 else 0
    if gone > 0:
        look_all(s)


@rule
def takes_smoke(s: State, u: int, tile: int) -> bool:
    """Open tiles within 2 tiles: no structure, wall or closed gate (AG-22.1)."""
    if tile < 0 or tile >= TILES or column_of(tile) >= s.columns or row_of(tile) >= s.rows:
        return False
    return not solid(s, tile) and distance(s.units[u].tile, tile) <= s.options.smoke_range


@rule
def may_add(s: State, u: int, tile: int, taken: int) -> bool:
    """Another tile, if any, must be a different one (AG-22.1)."""
    return tile == NOBODY or (tile != taken and takes_smoke(s, u, tile))


@rule
def why_not_smoke(s: State, u: int, first: int, second: int, third: int) -> int:
    """Why a vehicle may not put smoke on these tiles; second and third may be -1 (AG-22.1)."""
    unit = s.units[u]
    if unit.smoke <= 0 or unit.smoked == 1:
        return Why.SMOKE_USED
    if not takes_smoke(s, u, first) or not may_add(s, u, second, first):
        return Why.SMOKE_TARGET
    if not may_add(s, u, third, first) or not may_add(s, u, third, second):
        return Why.SMOKE_TARGET
    return Why.ALLOWED


@rule
def lay_smoke(s: State, tile: int, side: int) -> None:
    """Fresh smoke on a tile takes the place of what hung there, unless that lasts longer (AG-3.11)."""
    if tile != NOBODY and s.smoke[tile] <= s.options.smoke_turns:
        s.smoke[tile], s.smoker[tile] = s.options.smoke_turns, side


@rule
def make_smoke(s: State, u: int, first: int, second: int, third: int, e: Log) -> None:
    """Use a smoke discharger (AG-22.1)."""
    unit = s.units[u]
    unit.smoke -= 1
    unit.smoked = 1
    lay_smoke(s, first, unit.side)
    lay_smoke(s, second, unit.side)
    lay_smoke(s, third, unit.side)
    smoke_laid(e, u, first, second, third, unit.smoke)
    look_all(s)
