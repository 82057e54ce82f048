"""What a side has lost and what it holds, in thousandths of a victory point."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import length
from hulldown.rulesets.close_assault.codes import REACH_OF_OBJECTIVE, Order
from hulldown.rulesets.close_assault.state import State, alive, kind_of, profile_of
from hulldown.rulesets.close_assault.victory import strength

POINT = 1000
HOLDING = 700  # share of a victory point that an objective held now promises in each round to come
NEARNESS = 18_000  # mils from which an objective begins to count
WOUNDED = 60  # percent of a detachment's value that losing all but the last model costs


@rule
def losses(s: State, side: int) -> int:
    """What the Wounds lost by detachments that are still there are worth to the other side."""
    total = 0
    for k in range(s.detachments):
        d = s.detachment[k]
        if d.side != side:
            continue
        full, left = 0, 0
        for m in range(int(d.first), int(d.first) + int(d.size)):
            full += int(s.profile[int(d.profile)].wounds)
            left += max(0, int(s.model[m].wounds))
        if left > 0 and full > 0:
            total += POINT * int(d.value) * (full - left) * WOUNDED // (full * 100)
    return total


@rule
def pull(s: State, side: int, i: int) -> int:
    """How strongly a side is about to hold an objective: strength near it, fading with the distance."""
    total = 0
    for m in range(s.models):
        k = int(s.model[m].detachment)
        if s.detachment[k].side != side or not alive(s, m) or s.detachment[k].order == Order.FALL_BACK:
            continue
        dx = int(s.model[m].base.x) - int(s.objective_x[i])
        dy = int(s.model[m].base.y) - int(s.objective_y[i])
        away = max(0, length(dx, dy) - REACH_OF_OBJECTIVE)
        if away < NEARNESS:
            fading = (NEARNESS - away) * 100 // NEARNESS
            total += strength(kind_of(s, m)) * fading * fading // 100
    return total


@rule
def ground(s: State) -> int:
    """What the objectives promise side 0 in the rounds to come."""
    lead, rounds = 0, max(0, int(s.rounds) - max(int(s.round), int(s.scoring)) + 1)
    for i in range(s.objectives):
        ours, theirs = pull(s, 0, i), pull(s, 1, i)
        if ours + theirs > 0:
            lead += POINT * HOLDING * rounds * (ours - theirs) // (1000 * (ours + theirs + 200))
    return lead


@rule
def face_value(s: State, m: int) -> int:
    """What a Wound on a model is worth, in thousandths of a victory point."""
    d = s.detachment[int(s.model[m].detachment)]
    full = int(d.size) * int(s.profile[profile_of(s, m)].wounds)
    return POINT * int(d.value) // max(1, full)
