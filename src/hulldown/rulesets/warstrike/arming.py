"""Who fires what in the firing half of an action: weapons, shots, targets (WS-2.9, WS-9, WS-11)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.aiming import carried, in_fire
from hulldown.rulesets.warstrike.codes import CARRIED, NOBODY, Band, Deed, Phase, Trait
from hulldown.rulesets.warstrike.measuring import next_of
from hulldown.rulesets.warstrike.permissions import band, shots_of
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.sight import visible
from hulldown.rulesets.warstrike.state import State, lasts
from hulldown.rulesets.warstrike.variants import SplitFire

BEST, NO_WEAPON = 2, -1  # of Model.arm


@rule
def snaps(s: State) -> bool:
    """Whether the fire now is Snap Fire."""
    return bool(s.phase == Phase.SNAP)


@rule
def is_heavy(s: State, weapon: int) -> bool:
    """Whether a weapon is heavy (2.3)."""
    return (s.weapon[weapon].traits >> Trait.HEAVY) & 1 != 0


@rule
def unit_moved(s: State, k: int) -> bool:
    """Whether a model of a unit moved in this action, those that fell on the way included (WS-10.3)."""
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        if s.model[m].moved != 0:
            return True
    return False


@rule
def shots_now(s: State, m: int, weapon: int) -> int:
    """The shots of a model's weapon now: hurried in Snap Fire (WS-12.1), else as the action has it."""
    if snaps(s):
        return s.options.snap_shots
    return shots_in_action(s, m, weapon, bool(s.model[m].moved != 0))


@rule
def shots_in_action(s: State, m: int, weapon: int, moved: bool) -> int:
    """The shots of a model's weapon in this action, if it moved or if it did not (WS-9.16, WS-16.2)."""
    w, k = s.weapon[weapon], s.model[m].unit
    if s.deed == Deed.FALL_BACK and not has_fire(band(s, k)):
        return 0
    return shots_of(s.options, w.rof, w.traits, s.deed, moved, unit_moved(s, k))


@rule
def has_fire(strength: int) -> bool:
    """Whether a unit that falls back in a band of strength has any fire (WS-10.3, WS-10.6)."""
    return strength == Band.UPPER


@rule
def why_no_shots(s: State, m: int, weapon: int) -> int:
    """Why a weapon has no shots now (WS-9.17, WS-9.26); 0 if it has."""
    if shots_now(s, m, weapon) > 0:
        return Why.OK
    return Why.HEAVY_MOVED if shots_in_action(s, m, weapon, False) > 0 else Why.NO_FIRE


@rule
def blindness(s: State, k: int, target: int) -> int:
    """1 if the firing unit's leader cannot see the target unit (WS-11.6)."""
    return 0 if visible(s, s.unit[k].leader, target) else 1


@rule
def takes_part(s: State, m: int, target: int, first: int) -> bool:
    """Whether a model fires at a unit at all: it may be told to fire at another one (WS-11.3).

    first: the unit's own target.
    """
    aim = s.model[m].aim
    return aim == target or (aim == NOBODY and target == first)


@rule
def reaches_any(s: State, m: int, target: int, weapon: int) -> bool:
    """Whether a model can fire at some model of a unit with a weapon (WS-11.2, WS-11.7)."""
    j = next_of(s, target, NOBODY)
    while j != NOBODY:
        if in_fire(s, m, j, weapon) >= 0:
            return True
        j = next_of(s, target, j)
    return False


@rule
def why_cannot(s: State, m: int, target: int) -> int:
    """Why a model cannot fire at a unit at all: NO_FIRE, HEAVY_MOVED, NO_TARGET (WS-16.6)."""
    reason, v = Why.NO_FIRE.value, s.model[m]
    for i in range(CARRIED):
        weapon = carried(s, m, i)
        if weapon == NOBODY or (v.arm != BEST and v.arm != i):
            continue
        why = why_no_shots(s, m, weapon)
        if why == Why.OK:
            if reaches_any(s, m, target, weapon):
                return Why.OK
            reason = Why.NO_TARGET.value
        elif reason == Why.NO_FIRE:
            reason = why
    return reason


@rule
def why_not_fire(s: State, k: int, target: int) -> int:
    """Why a unit cannot fire at another one now (WS-9.3, WS-9.4, WS-16.6); 0 if some model can."""
    return why_no_volley(s, k, target, target)


@rule
def why_no_volley(s: State, k: int, target: int, first: int) -> int:
    """Why those models of a unit that are to fire at another one cannot; 0 if one of them can (WS-16.6).

    first: the unit's own target. The reason is that of the model with the lowest number (WS-11.23).
    """
    if not lasts(s, target) or s.unit[target].side == s.unit[k].side:
        return Why.NO_TARGET
    if s.deed == Deed.OPEN_FIRE and not snaps(s) and not visible(s, s.unit[k].leader, target):
        return Why.NOT_SEEN_BY_LEADER
    reason = 0
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        if s.model[m].arm != NO_WEAPON and takes_part(s, m, target, first):
            why = why_cannot(s, m, target)
            if why == Why.OK:
                return Why.OK
            reason = why if reason == 0 else reason
        m = next_of(s, k, m)
    return reason if reason != 0 else Why.NO_TARGET.value


@rule
def can_fire(s: State, k: int) -> bool:
    """Whether a unit has anything to fire at in this half."""
    for target in range(s.units):
        if s.unit[target].side != s.unit[k].side and lasts(s, target):
            if why_not_fire(s, k, target) == Why.OK:
                return True
    return False


@rule
def begin_fire(s: State, k: int) -> None:
    """The firing half begins: everybody fires the best weapon at the unit's target."""
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        s.model[m].arm, s.model[m].aim = BEST, NOBODY
        m = next_of(s, k, m)


# ---------------------------------------------------------------- told one by one


@rule
def why_not_arm(s: State, m: int, choice: int) -> int:
    """Why a model may not be told to fire this weapon of its own; -1: none, 2: the best (WS-2.9, WS-16.6)."""
    if choice in (NO_WEAPON, BEST):
        return Why.OK
    weapon = carried(s, m, choice)
    return why_no_shots(s, m, weapon) if weapon != NOBODY else Why.NO_FIRE


@rule
def arm(s: State, m: int, choice: int) -> None:
    """A model is told which of its weapons to fire."""
    s.model[m].arm = choice


@rule
def why_not_aim(s: State, m: int, target: int) -> int:
    """Why a model may not be told to fire at another unit than the others (WS-11.3)."""
    if s.options.split_fire == SplitFire.OFF or (s.deed != Deed.OPEN_FIRE and s.deed != Deed.ADVANCE):
        return Why.SPLIT
    k = s.model[m].unit
    if not lasts(s, target) or s.unit[target].side == s.unit[k].side:
        return Why.NO_TARGET
    if s.deed == Deed.OPEN_FIRE and not visible(s, s.unit[k].leader, target):
        return Why.NOT_SEEN_BY_LEADER
    return why_cannot(s, m, target)


@rule
def aim(s: State, m: int, target: int) -> None:
    """A model is told to fire at a unit of its own (WS-11.3)."""
    s.model[m].aim = target
