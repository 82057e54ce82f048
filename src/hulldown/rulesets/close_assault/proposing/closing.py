"""Driving into contact: one model to one enemy, a detachment to another (CA-4.6, CA-4.9, CA-12.4)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import CONTACT, NOBODY, Manner
from hulldown.rulesets.close_assault.contact import gap_of, touched_by
from hulldown.rulesets.close_assault.halting import why_not_end
from hulldown.rulesets.close_assault.movement import PILED_IN, remaining, take_back_model
from hulldown.rulesets.close_assault.proposing.marching import drive_by, drive_some, go, undo
from hulldown.rulesets.close_assault.proposing.reaching import REAR, STRAIGHT, TO_SIDE, reach, ways_of
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, alive, is_vehicle
from hulldown.rulesets.close_assault.tank_shock import why_not_shock

NEAREST = 3  # enemies of a detachment that a model tries to reach


@rule
def nth_nearest(s: State, m: int, k: int, tried: int) -> int:
    """The model of a detachment with the least gap to a model, those tried (bits of its ranks) left out."""
    d, nearest, best = s.detachment[k], NOBODY, 0
    for i in range(d.size):
        j = d.first + i
        if alive(s, j) and (tried >> i) & 1 == 0:
            far = gap_of(s, m, j)
            if nearest == NOBODY or far < best:
                nearest, best = j, far
    return nearest


@rule
def close_with(s: State, m: int, k: int, side: int, e: Log) -> bool:
    """Touch any of the nearest models of an enemy detachment, on a side of a vehicle if that can be."""
    tried = 0
    for _ in range(NEAREST):
        j = nth_nearest(s, m, k, tried)
        if j == NOBODY or gap_of(s, m, j) > remaining(s, m) + CONTACT:
            return False
        if side != NOBODY and is_vehicle(s, j) and reach(s, m, j, side, TO_SIDE, e):
            return True
        if reach(s, m, j, NOBODY, STRAIGHT, e):
            return True
        tried |= 1 << (j - s.detachment[k].first)
    return False


@rule
def keep_up(s: State, m: int, lead: int, e: Log) -> None:
    """Follow a comrade by the vector that he drove, so that the detachment stays together."""
    v = s.model[lead]
    drive_some(s, m, v.base.x - v.shock_x, v.base.y - v.shock_y, e)


@rule
def foremost(s: State, k: int, target: int, done: int) -> int:
    """The model of a detachment nearest to another, those done (bits of ranks) left out; NOBODY: all are."""
    d, nearest, best = s.detachment[k], NOBODY, 0
    for i in range(d.size):
        m = d.first + i
        if alive(s, m) and (done >> i) & 1 == 0:
            j = nth_nearest(s, m, target, 0)
            far = gap_of(s, m, j) if j != NOBODY else 0
            if nearest == NOBODY or far < best:
                nearest, best = m, far
    return nearest


@rule
def leader(s: State, k: int, j: int) -> int:
    """The model of a detachment whose centre is nearest to an enemy's: it leads a charge at him."""
    d, at, nearest, best = s.detachment[k], s.model[j].base, NOBODY, 0
    for m in range(d.first, d.first + d.size):
        b = s.model[m].base
        dx, dy = b.x - at.x, b.y - at.y
        if alive(s, m) and (nearest == NOBODY or dx * dx + dy * dy < best):
            nearest, best = m, dx * dx + dy * dy
    return nearest


@rule
def lead_in(s: State, k: int, target: int, j: int, side: int, e: Log) -> int:
    """The leader of a charge touches the enemy named, or anybody of the target if none is; who that was."""
    if j != NOBODY:
        lead = leader(s, k, j)
        met = lead != NOBODY and reach(s, lead, j, side, ways_of(side), e)
        return lead if met else NOBODY
    lead = foremost(s, k, target, 0)
    if lead == NOBODY:
        return NOBODY
    if close_with(s, lead, target, side, e):
        return lead
    near = nth_nearest(s, lead, target, 0)
    return lead if reach(s, lead, near, NOBODY, ways_of(NOBODY), e) else NOBODY


@rule
def charge_home(s: State, k: int, target: int, j: int, side: int, e: Log) -> bool:
    """Charge a detachment, or one model of it, from a side if that is asked: all who can close with it, or
    else all behind the leader. False: it cannot be done.
    """
    return charge_with(s, k, target, j, side, True, e) or charge_with(s, k, target, j, side, False, e)


@rule
def charge_with(s: State, k: int, target: int, j: int, side: int, all_in: bool, e: Log) -> bool:
    """The leader closes, then the nearest of the others; who finds no place keeps up."""
    log_count, lead = e.count, lead_in(s, k, target, j, side, e)
    if lead == NOBODY:
        undo(s, k, log_count, e)
        return False
    first = s.detachment[k].first
    done = 1 << (lead - first)
    m = foremost(s, k, target, done)
    while m != NOBODY:
        done |= 1 << (m - first)
        if not all_in or not close_with(s, m, target, side, e):
            keep_up(s, m, lead, e)
        m = foremost(s, k, target, done)
    if why_not_end(s, k) == Why.ALLOWED:
        return True
    undo(s, k, log_count, e)
    return False


@rule
def shock_home(s: State, k: int, target: int, j: int, e: Log) -> bool:
    """Drive vehicles to where they can shock a detachment, side by side if that works; False: they cannot."""
    return shock_with(s, k, target, j, True, e) or shock_with(s, k, target, j, False, e)


@rule
def shock_with(s: State, k: int, target: int, j: int, together: bool, e: Log) -> bool:
    """Drive the leader into contact and the others, if together, by the same vector."""
    d, log_count = s.detachment[k], e.count
    if j == NOBODY and why_not_shock(s, k, target) == Why.ALLOWED:
        return True
    lead = lead_in(s, k, target, j, NOBODY, e)
    if lead == NOBODY:
        return False
    v = s.model[lead]
    dx, dy = v.base.x - v.shock_x, v.base.y - v.shock_y
    for m in range(d.first, d.first + d.size):
        if together and m != lead and alive(s, m):
            drive_by(s, m, dx, dy, e)
    if why_not_shock(s, k, target) == Why.ALLOWED:
        return True
    undo(s, k, log_count, e)
    return False


@rule
def pile_in(s: State, k: int, e: Log) -> bool:
    """Bring those of an Engaged detachment who touch nobody into contact (CA-4.9); False: nobody can."""
    d, log_count, moved = s.detachment[k], e.count, False
    for m in range(d.first, d.first + d.size):
        if alive(s, m) and s.model[m].touched == 0 and s.model[m].done == 0:
            moved = pile_in_model(s, m, d.touched, e) or moved
    if moved and why_not_end(s, k) == Why.ALLOWED and touched_by(s, k) != 0:
        return True
    if moved:
        undo_piled(s, k, log_count, e)
    return False


@rule
def undo_piled(s: State, k: int, log_count: int, e: Log) -> None:
    """Take a proposed pile-in back and say nothing of it; who encircled stays where he is."""
    d = s.detachment[k]
    for m in range(d.first, d.first + d.size):
        if alive(s, m) and s.model[m].done == PILED_IN:
            take_back_model(s, m)
    e.count = log_count


@rule
def pile_in_model(s: State, m: int, holders: int, e: Log) -> bool:
    """Bring one model into contact with one of the detachments that hold its own."""
    for j in range(s.detachments):
        if (holders >> j) & 1 == 1 and close_with(s, m, j, NOBODY, e):
            return True
    return False


# ---------------------------------------------------------------- manoeuvring
# Carrying a proposed manoeuvre out: what it aims at, or else the next best that the rules allow.


@rule
def manoeuvre(s: State, a: Action, e: Log) -> bool:
    """Move a detachment as proposed; True: it stands where it shocks `a.target`, False: where it may end.

    A charge that does not come home goes towards its target; a detachment that cannot move stays.
    """
    k, target, manner = a.actor, a.target, a.choice
    if manner == Manner.SHOCK and shock_home(s, k, target, a.place, e):
        return True
    if manner == Manner.PILE_IN:
        pile_in(s, k, e)
    elif manner == Manner.GO:
        go(s, k, a.x, a.y, e)
    elif not charge_home(s, k, target, a.place, side_of_way(a), e):
        go_towards(s, k, target, e)
    return False


@rule
def side_of_way(a: Action) -> int:
    """The side of a vehicle that a charge makes for; NOBODY: any."""
    if a.choice == Manner.CHARGE_REAR:
        return REAR
    return a.facing if a.choice == Manner.CHARGE else NOBODY


@rule
def go_towards(s: State, k: int, target: int, e: Log) -> bool:
    """Move a detachment towards the nearest model of another."""
    m = foremost(s, k, target, 0)
    j = nth_nearest(s, m, target, 0) if m != NOBODY else NOBODY
    if j == NOBODY:
        return False
    return go(s, k, s.model[j].base.x, s.model[j].base.y, e)
