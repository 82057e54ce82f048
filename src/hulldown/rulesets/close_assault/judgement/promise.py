"""What the orders of a round promise before they are carried out."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import INCH
from hulldown.rulesets.close_assault.codes import NOBODY, Order, Phase
from hulldown.rulesets.close_assault.contact import engaged, gap_of
from hulldown.rulesets.close_assault.ground import in_sight
from hulldown.rulesets.close_assault.judgement.worth import face_value
from hulldown.rulesets.close_assault.proposing.closing import nth_nearest
from hulldown.rulesets.close_assault.proposing.marching import guide
from hulldown.rulesets.close_assault.state import Profile, State, alive, is_vehicle, kind_of, profile_of

FACES = 6
EDGE = 12  # percent of a Fight that a point of CAF is worth
SURE = 90  # percent, the most that a lead in CAF is taken for
STANDING, MOVING = 100, 70  # percent of its fire that an order promises
WALK = 15  # thousandths of a victory point for an inch nearer to the enemy


@rule
def promise(s: State, k: int) -> int:
    """What the order of a detachment promises it, in thousandths of a victory point."""
    d = s.detachment[k]
    order = int(d.order)
    if s.phase > Phase.MOVEMENT and d.moved != 0 and order != Order.ADVANCE:
        return 0
    lead = guide(s, k)
    if lead == NOBODY:
        return 0
    if engaged(s, k):
        return 20 if order == Order.CHARGE else 0
    if order == Order.FIRST_FIRE:
        return fire_promise(s, k, lead, 0) * STANDING // 100
    if order == Order.ADVANCE:
        return fire_promise(s, k, lead, full(s, lead)) * MOVING // 100 + WALK * full(s, lead) // INCH
    if order == Order.MARCH:
        return WALK * 2 * full(s, lead) // INCH
    return charge_promise(s, k, lead) if order == Order.CHARGE else 0


@rule
def full(s: State, m: int) -> int:
    """The Movement of a model."""
    return int(s.profile[profile_of(s, m)].move)


@rule
def fire_promise(s: State, k: int, lead: int, more: int) -> int:
    """Expected harm of a detachment's fire at the target that suffers most; more: how far it will move."""
    best = 0
    for target in range(s.detachments):
        if s.detachment[target].side == s.detachment[k].side:
            continue
        j = nth_nearest(s, lead, target, 0)
        if j != NOBODY and (more > 0 or in_sight(s, lead, j)):
            best = max(
                best, harm(s.profile[profile_of(s, lead)], gap_of(s, lead, j) - more) * face_value(s, j)
            )
    return best * models_left(s, k) // 100


@rule
def harm(p: Profile, away: int) -> int:
    """Hits of one model at a distance, in hundredths, saves roughly allowed for."""
    hits = 0
    for w in range(p.weapons):
        line = p.weapon[w].line[0]
        if away <= line.range and away >= line.nearest:
            hits += 100 * int(line.fixed) * (FACES + 1 - int(line.to_hit)) // (2 * FACES)
    return hits


@rule
def models_left(s: State, k: int) -> int:
    """How many models of a detachment are left."""
    d, n = s.detachment[k], 0
    for m in range(int(d.first), int(d.first) + int(d.size)):
        n += 1 if alive(s, m) else 0
    return n


@rule
def charge_promise(s: State, k: int, lead: int) -> int:
    """The best charge in reach: an expected margin of Wounds, worth what they are; else the way it makes."""
    best, move = 0, full(s, lead)
    for target in range(s.detachments):
        if s.detachment[target].side == s.detachment[k].side:
            continue
        j = nth_nearest(s, lead, target, 0)
        if j == NOBODY or gap_of(s, lead, j) > 2 * move:
            continue
        edge = max(-SURE, min(SURE, EDGE * (strength_close(s, lead, j) - strength_close(s, j, lead))))
        fights = min(models_left(s, k), models_left(s, target))
        best = max(best, fights * edge * (face_value(s, j) if edge > 0 else face_value(s, lead)) // 100)
    return best if best > 0 else WALK * move // (2 * INCH)


@rule
def strength_close(s: State, m: int, against: int) -> int:
    """What a model brings to a Fight: CAF, or a vehicle's front with half its bonuses."""
    p = s.profile[profile_of(s, m)]
    if not is_vehicle(s, m):
        return int(p.caf) + 1
    bonus = 0
    for w in range(p.weapons):
        bonus += int(p.weapon[w].bonuses) * int(p.weapon[w].value[kind_of(s, against)])
    return int(p.front) + (bonus + 1) // 2 + 1
