"""Wounds, models removed, detachments destroyed: the same for Fights, fire and flight (CA-9.7, CA-18.3)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.events import detachment_destroyed, model_destroyed, wound_lost
from hulldown.rulesets.close_assault.state import State, alive


@rule
def survivors(s: State, k: int) -> int:
    """How many models of a detachment are left."""
    t, n = s.detachment[k], 0
    for m in range(t.first, t.first + t.size):
        if alive(s, m):
            n += 1
    return n


@rule
def suffer(s: State, m: int, e: Log) -> None:
    """A model suffers one Wound; with none left it is removed at once (CA-9.1, CA-9.7, CA-15.6)."""
    v = s.model[m]
    v.wounds -= 1
    wound_lost(e, m, int(v.wounds))
    if v.wounds <= 0:
        remove(s, m, e)


@rule
def remove(s: State, m: int, e: Log) -> None:
    """Take a model off the table; the last one of a detachment scores for the other side (CA-18.3)."""
    v = s.model[m]
    v.wounds = 0
    model_destroyed(e, m)
    k = int(v.detachment)
    if survivors(s, k) == 0:
        t = s.detachment[k]
        other = 1 - int(t.side)
        s.score[other] += int(t.value)
        detachment_destroyed(e, k, other, int(t.value))
