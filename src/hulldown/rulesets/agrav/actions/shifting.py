"""The places inside a tile worth weighing (AG-2.9): out of cover, and back into it."""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import NOBODY, Verb
from hulldown.rulesets.agrav.movement import ANCHORS, may_shift, stuck
from hulldown.rulesets.agrav.sight import enemies_seen
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.shared.coded import count_of

SHIFTS = 2  # offered in one tile and turn: to look round a corner and back. It is free, so it would never end


@rule
def offer_shifts(s: State, u: int, m: Actions) -> None:
    """The place with the most enemies in view, and the one with the fewest, if not as many as now."""
    unit = s.units[u]
    if unit.shifts >= SHIFTS or not may_shift(s, unit) or stuck(unit) != 0:
        return
    most, open_place = count_of(int(unit.sees)), NOBODY
    fewest, cover = most, NOBODY
    for anchor in range(ANCHORS):
        seen = count_of(enemies_seen(s, u, int(unit.tile), anchor))
        if seen > most:
            most, open_place = seen, anchor
        elif seen < fewest:
            fewest, cover = seen, anchor
    if open_place != NOBODY:
        offer(m, int(unit.side), Verb.REPOSITION, u, -1, -1, -1, open_place)
    if cover != NOBODY:
        offer(m, int(unit.side), Verb.REPOSITION, u, -1, -1, -1, cover)
