"""Driving into contact: one model to one enemy, a detachment to another (CA-4.6, CA-4.9, CA-12.4)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import CIRCLE, HALF_CIRCLE, direction, gap, length, shifted_x, shifted_y
from hulldown.rulesets.close_assault.codes import CONTACT, NOBODY, Manner
from hulldown.rulesets.close_assault.contact import contact, gap_of, touched_by, why_not_stand
from hulldown.rulesets.close_assault.ground import lay_trial
from hulldown.rulesets.close_assault.halting import why_not_end
from hulldown.rulesets.close_assault.movement import drive, remaining, why_not_drive
from hulldown.rulesets.close_assault.proposing.marching import drive_by, drive_some, undo
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, alive, is_vehicle
from hulldown.rulesets.close_assault.tank_shock import why_not_shock

ASIDE = 3000  # a place beside the enemy that is not free is sought this much farther round him
ROUND = 3  # so many times on either side
NEAREST = 3  # enemies of a detachment that a model tries to reach
HALVINGS = 14  # bring a search over the width of a table down to a few mils
SPARE = CONTACT // 3  # gap at which a model stops: it touches, and rounding does not matter


@rule
def far_for_contact(s: State, m: int, j: int, angle: int, facing: int) -> int:
    """How far from an enemy's centre, at an angle, a model has to stand to touch it, in mils."""
    b, other = s.model[m].base, s.model[j].base
    near = 0
    far = int(b.half_length) + int(b.half_width) + int(other.half_length) + int(other.half_width) + CONTACT
    for _ in range(HALVINGS):
        middle = (near + far) // 2
        lay_trial(
            s, m, shifted_x(int(other.x), middle, angle), shifted_y(int(other.y), middle, angle), facing
        )
        if gap(s.trial, other) < SPARE:
            near = middle
        else:
            far = middle
    return far


@rule
def close_in(s: State, m: int, j: int, angle: int, e: Log) -> bool:
    """Drive a model straight to where it touches an enemy from an angle, if that way and place are open."""
    b, other = s.model[m].base, s.model[j].base
    facing = (angle + HALF_CIRCLE) % CIRCLE if is_vehicle(s, m) else int(b.facing)
    far = far_for_contact(s, m, j, angle, facing)
    x, y = shifted_x(int(other.x), far, angle), shifted_y(int(other.y), far, angle)
    if length(x - int(b.x), y - int(b.y)) > remaining(s, m):
        return False
    if is_vehicle(s, m):
        facing = direction(x - int(b.x), y - int(b.y))
    lay_trial(s, m, x, y, facing)
    if not contact(gap(s.trial, other)) or why_not_stand(s, m, s.trial, 1) != Why.ALLOWED:
        return False
    if why_not_drive(s, m, x, y) != Why.ALLOWED:
        return False
    drive(s, m, x, y, NOBODY, e)
    return True


@rule
def angle_between(s: State, j: int, m: int) -> int:
    """The angle at which a model stands as seen from an enemy."""
    a, b = s.model[j].base, s.model[m].base
    return direction(int(b.x) - int(a.x), int(b.y) - int(a.y))


@rule
def close_round(s: State, m: int, j: int, behind: bool, e: Log) -> bool:
    """Touch an enemy from the nearest side that is open, or from behind a vehicle.

    A vehicle drives straight at him: elsewhere it would not arrive as it is turned.
    """
    angle = angle_between(s, j, m)
    if behind and is_vehicle(s, j):
        angle = (int(s.model[j].base.facing) + HALF_CIRCLE) % CIRCLE
    if close_in(s, m, j, angle, e):
        return True
    if is_vehicle(s, m):
        return False
    for i in range(1, ROUND + 1):
        if close_in(s, m, j, (angle + ASIDE * i) % CIRCLE, e):
            return True
        if close_in(s, m, j, (angle + CIRCLE - ASIDE * i) % CIRCLE, e):
            return True
    return False


@rule
def nth_nearest(s: State, m: int, k: int, tried: int) -> int:
    """The model of a detachment with the least gap to a model, those tried (bits of its ranks) left out."""
    d, found, best = s.detachment[k], NOBODY, 0
    for i in range(int(d.size)):
        j = int(d.first) + i
        if alive(s, j) and (tried >> i) & 1 == 0:
            far = gap_of(s, m, j)
            if found == NOBODY or far < best:
                found, best = j, far
    return found


@rule
def close_with(s: State, m: int, k: int, behind: bool, e: Log) -> bool:
    """Touch any of the nearest models of an enemy detachment."""
    tried = 0
    for _ in range(NEAREST):
        j = nth_nearest(s, m, k, tried)
        if j == NOBODY or gap_of(s, m, j) > remaining(s, m) + CONTACT:
            return False
        if close_round(s, m, j, behind, e):
            return True
        tried |= 1 << (j - int(s.detachment[k].first))
    return False


@rule
def keep_up(s: State, m: int, lead: int, e: Log) -> None:
    """Follow a comrade by the vector that he drove, so that the detachment stays together."""
    v = s.model[lead]
    drive_some(s, m, int(v.base.x) - int(v.shock_x), int(v.base.y) - int(v.shock_y), e)


@rule
def foremost(s: State, k: int, target: int, done: int) -> int:
    """The model of a detachment nearest to another, those done (bits of ranks) left out; NOBODY: all are."""
    d, found, best = s.detachment[k], NOBODY, 0
    for i in range(int(d.size)):
        m = int(d.first) + i
        if alive(s, m) and (done >> i) & 1 == 0:
            j = nth_nearest(s, m, target, 0)
            far = gap_of(s, m, j) if j != NOBODY else 0
            if found == NOBODY or far < best:
                found, best = m, far
    return found


@rule
def charge_home(s: State, k: int, target: int, manner: int, e: Log) -> bool:
    """Charge a detachment: the nearest go first, who finds no place keeps up; False: it cannot be done."""
    told, done, lead = int(e.count), 0, NOBODY
    while True:
        m = foremost(s, k, target, done)
        if m == NOBODY:
            break
        done |= 1 << (m - int(s.detachment[k].first))
        if close_with(s, m, target, manner == Manner.CHARGE_REAR, e):
            lead = m if lead == NOBODY else lead
        elif lead != NOBODY:
            keep_up(s, m, lead, e)
    if lead != NOBODY and why_not_end(s, k) == Why.ALLOWED:
        return True
    undo(s, k, told, e)
    return False


@rule
def shock_home(s: State, k: int, target: int, e: Log) -> bool:
    """Drive vehicles to where they can shock a detachment, side by side if that works; False: they cannot."""
    return shock_with(s, k, target, True, e) or shock_with(s, k, target, False, e)


@rule
def shock_with(s: State, k: int, target: int, together: bool, e: Log) -> bool:
    """Drive the nearest vehicle into contact and the others, if together, by the same vector."""
    d, told = s.detachment[k], int(e.count)
    lead = foremost(s, k, target, 0)
    if why_not_shock(s, k, target) == Why.ALLOWED:
        return True
    if lead == NOBODY or not close_with(s, lead, target, False, e):
        return False
    v = s.model[lead]
    dx, dy = int(v.base.x) - int(v.shock_x), int(v.base.y) - int(v.shock_y)
    for m in range(int(d.first), int(d.first) + int(d.size)):
        if together and m != lead and alive(s, m):
            drive_by(s, m, dx, dy, e)
    if why_not_shock(s, k, target) == Why.ALLOWED:
        return True
    undo(s, k, told, e)
    return False


@rule
def pile_in(s: State, k: int, e: Log) -> bool:
    """Bring those of an Engaged detachment who touch nobody into contact (CA-4.9); False: nobody can."""
    d, told, moved = s.detachment[k], int(e.count), False
    for m in range(int(d.first), int(d.first) + int(d.size)):
        if alive(s, m) and s.model[m].touched == 0 and s.model[m].done == 0:
            moved = pile_in_model(s, m, int(d.touched), e) or moved
    if moved and why_not_end(s, k) == Why.ALLOWED and touched_by(s, k) != 0:
        return True
    if moved:
        undo(s, k, told, e)
    return False


@rule
def pile_in_model(s: State, m: int, holders: int, e: Log) -> bool:
    """Bring one model into contact with one of the detachments that hold its own."""
    for j in range(s.detachments):
        if (holders >> j) & 1 == 1 and close_with(s, m, j, False, e):
            return True
    return False
