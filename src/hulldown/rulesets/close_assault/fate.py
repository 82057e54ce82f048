"""What became of a detachment, as a number for odds: models, Wounds, Fall Back, hits."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import MODELS, Order
from hulldown.rulesets.close_assault.events import rolled_to_save
from hulldown.rulesets.close_assault.state import State, alive

WOUNDS = 64  # more than any detachment has
HITS = 64
FALLS_BACK = 2
SAVE = rolled_to_save.kind


@rule
def outcome(s: State, e: Log, subject: int) -> int:
    """What became of a detachment: models and Wounds left, a Fall Back, hits that it took; see `unpacked`."""
    if subject < 0:
        return 0
    d, models, wounds = s.detachment[subject], 0, 0
    for m in range(d.first, d.first + d.size):
        if alive(s, m):
            models += 1
            wounds += s.model[m].wounds
    back = 1 if d.order == Order.FALL_BACK else 0
    return ((models * WOUNDS + wounds) * FALLS_BACK + back) * HITS + hits_on(s, e, subject)


@rule
def hits_on(s: State, e: Log, subject: int) -> int:
    """How many saves it had to make: hits that could harm it."""
    saves = 0
    for i in range(e.count):
        row = e.events[i]
        if row.kind == SAVE and row.actor >= 0 and row.actor < MODELS:
            if s.model[row.actor].detachment == subject:
                saves += 1
    return min(saves, HITS - 1)


def unpacked(outcome_of: int) -> tuple[int, int, bool, int]:
    """Models left, Wounds left, whether it falls back, hits taken."""
    rest, hits = divmod(outcome_of, HITS)
    rest, back = divmod(rest, FALLS_BACK)
    models, wounds = divmod(rest, WOUNDS)
    return models, wounds, bool(back), hits
