"""What Wounds are worth, in thousandths of a victory point."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.state import State, profile_of

POINT = 1000
WOUNDED = 65  # percent of a detachment's value that losing all but the last Wound costs


@rule
def wounds_left(s: State, k: int) -> int:
    """All Wounds that a detachment has left."""
    d, left = s.detachment[k], 0
    for m in range(int(d.first), int(d.first) + int(d.size)):
        left += max(0, int(s.model[m].wounds))
    return left


@rule
def full_wounds(s: State, k: int) -> int:
    """All Wounds of a detachment at the start."""
    d = s.detachment[k]
    return max(1, int(d.size) * int(s.profile[int(d.profile)].wounds))


@rule
def losses(s: State, side: int) -> int:
    """What the Wounds lost by detachments that are still there are worth to the other side."""
    total = 0
    for k in range(s.detachments):
        d = s.detachment[k]
        left = wounds_left(s, k) if d.side == side else 0
        if left > 0:
            full = full_wounds(s, k)
            total += POINT * int(d.value) * (full - left) * WOUNDED // (full * 100)
    return total


@rule
def face_value(s: State, m: int) -> int:
    """What a Wound on a model is worth; the last ones of a detachment are worth more than the first."""
    k = int(s.model[m].detachment)
    full, value = full_wounds(s, k), POINT * int(s.detachment[k].value)
    rest = value * (100 - WOUNDED) // (100 * max(1, wounds_left(s, k)))
    return value * WOUNDED // (100 * full) + rest // 2


@rule
def models_left(s: State, k: int) -> int:
    """How many models of a detachment are left."""
    d, n = s.detachment[k], 0
    for m in range(int(d.first), int(d.first) + int(d.size)):
        n += 1 if s.model[m].wounds > 0 else 0
    return n


@rule
def expectation(s: State, m: int) -> int:
    """The profile's Movement of a model, at least an inch: what distances are measured by."""
    return max(POINT, int(s.profile[profile_of(s, m)].move))
