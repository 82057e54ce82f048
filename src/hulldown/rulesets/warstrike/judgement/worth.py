"""What units are worth while they last, in tenths of a victory point."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import Band, Fate
from hulldown.rulesets.warstrike.judgement.chances import SURE, pass_chance, turns_after
from hulldown.rulesets.warstrike.permissions import band_of
from hulldown.rulesets.warstrike.removing import living
from hulldown.rulesets.warstrike.state import State, lasts

TENTH = 10
UPPER_LOSS = 50  # percent of its value that a unit loses with the first half of its models
LOWER_LOSS = 40  # and with the second half, the last model aside
MARKER = 4  # percent for each marker
ROUTED = 40  # percent that is lost besides when a unit has to run (WS-10.6)
LEFT_EARLY, LEFT_LATE = 45, 20  # percent lost of a unit that left alive: nobody scores it (WS-14.7)
LAST, EACH = 45, 15  # percent that losses short of destruction count for at the end, and more for each turn


@rule
def early(s: State, side: int) -> int:
    """How much losses that do not score yet count, in percent: less towards the end."""
    return min(SURE, LAST + EACH * turns_after(s, 1 - side))


@rule
def share_of_model(s: State, k: int) -> int:
    """The percent of its value that a unit loses with one model now."""
    size, alive = int(s.unit[k].size), living(s, k)
    return 2 * (UPPER_LOSS if 2 * alive > size else LOWER_LOSS) // size if size > 1 else SURE


@rule
def lost(s: State, k: int) -> int:
    """The percent of its value that a unit has lost with models, by wounds and markers."""
    u = s.unit[k]
    size, alive = int(u.size), living(s, k)
    gone = size - alive
    part = min(2 * gone, size) * UPPER_LOSS // size + max(0, 2 * gone - size) * LOWER_LOSS // size
    wounds, results = int(s.profile[int(u.profile)].wounds), int(s.model[int(u.leader)].results)
    if size == 1 and wounds > 1:
        part += (UPPER_LOSS + LOWER_LOSS) * results // wounds
    return part + MARKER * int(u.markers)


@rule
def in_danger(s: State, k: int) -> int:
    """The percent that a failed check would take from what is left of a unit (WS-10.6, WS-10.18)."""
    strength = band_of(s.options, living(s, k), int(s.unit[k].size))
    if strength == Band.UPPER:
        return 0
    return (SURE if strength == Band.DESTROYED else ROUTED) * (SURE - pass_chance(s, k)) // SURE


@rule
def worth(s: State, k: int) -> int:
    """A unit's value, less for models it has lost, markers, and the danger that it breaks."""
    part = lost(s, k) * early(s, int(s.unit[k].side)) // SURE
    kept = max(0, SURE - part) * (SURE - in_danger(s, k)) // SURE
    return int(s.unit[k].value) * TENTH * kept // SURE


@rule
def forces(s: State, side: int) -> int:
    """The units of a side that are still there, and a part of those that left the table alive."""
    total, left = 0, min(LEFT_EARLY, LEFT_LATE + EACH * turns_after(s, side))
    for k in range(int(s.units)):
        u = s.unit[k]
        if u.side == side and lasts(s, k):
            total += worth(s, k)
        elif u.side == side and u.fate == Fate.LEFT:
            total += int(u.value) * TENTH * (SURE - left) // SURE
    return total
