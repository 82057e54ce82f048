"""Fire to come: what volleys promise, in thousandths of a force."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.judging import Weights
from hulldown.rulesets.warstrike.activating import MOVING
from hulldown.rulesets.warstrike.aiming import carried, cover_of, gone_to_ground, harm_in_sixths, least_ev
from hulldown.rulesets.warstrike.arming import has_fire, is_heavy
from hulldown.rulesets.warstrike.codes import CARRIED, FINE, INCH, NOBODY, WHOLE, Deed, Trait
from hulldown.rulesets.warstrike.judgement.strength import alive_in, in_force
from hulldown.rulesets.warstrike.judgement.tempo import SURE, acts_now, fires_now, turns_after
from hulldown.rulesets.warstrike.judgement.terms import SHARE, Term
from hulldown.rulesets.warstrike.measuring import at_most, gap, next_of
from hulldown.rulesets.warstrike.orderly import leader_limit
from hulldown.rulesets.warstrike.permissions import band, mv_of, rounded_share, share_of_fire, shots_of
from hulldown.rulesets.warstrike.sight import effective_aw, sight, targetable, targetable_at
from hulldown.rulesets.warstrike.snap_fire import may_snap
from hulldown.rulesets.warstrike.state import State, lasts

BROKEN = 40  # percent of a unit's fire that is left to it when its check fails (WS-10.3)
WOUNDED = 216  # six to the third: a shot's chance is counted in parts of it
MARKED = 6  # percent of a unit's value that a likely hit takes from it besides, by its marker (WS-6.9)
LATER = 3  # volleys after the next that count
BEYOND = 50 * INCH * FINE  # no fire reaches so far


@rule
def body(s: State, k: int) -> int:
    """The model that stands for a unit: its first but the leader, who may have gone out alone (WS-9.2)."""
    leader = s.unit[k].leader
    m = next_of(s, k, NOBODY)
    if m == leader:
        m = next_of(s, k, m)
    return m if m != NOBODY else leader


# ---------------------------------------------------------------- shots


@rule
def shots_later(s: State, k: int, weapon: int, far: int) -> int:
    """The shots of a unit's weapon in an action of its choice: as it opens fire, or as it advances."""
    w = s.weapon[weapon]
    one_handed = (w.traits >> Trait.ONE_HANDED) & 1 != 0
    if at_most(far, w.range):
        share = share_of_fire(s.options, Deed.OPEN_FIRE.value, one_handed, False)
        return rounded_share(s.options, w.rof, share)
    if is_heavy(s, weapon) or not at_most(far, w.range + mv_of(s, k)):
        return 0
    share = share_of_fire(s.options, Deed.ADVANCE.value, one_handed, True)
    return rounded_share(s.options, w.rof, share)


@rule
def shots_in_deed(s: State, m: int, weapon: int, far: int) -> int:
    """The shots of a model in the action that its unit has chosen, the way to come regarded (WS-16.2)."""
    k, w = s.model[m].unit, s.weapon[weapon]
    ahead = leader_limit(s, k) if s.deed == Deed.ADVANCE or s.deed == Deed.DOUBLE else 0
    ahead = ahead if s.done == 0 and s.half == 0 else 0
    if s.deed == Deed.FALL_BACK and not has_fire(band(s, k)):
        return 0
    if not at_most(far, w.range + ahead):
        return 0
    moves = bool(s.model[m].moved != 0) or not at_most(far, w.range)
    return shots_of(s.options, w.rof, w.traits, s.deed, moves, moves)


@rule
def kills_of(s: State, k: int, first: int, second: int, target: int, far: int, ev: int) -> int:
    """What a model with these weapons does to a unit with the better of them, in parts of 216 of a kill."""
    best, bs = 0, s.profile[s.unit[k].profile].bs
    if first != NOBODY:
        shots = shots_later(s, k, first, far)
        if shots > 0:
            best = shots * harm_in_sixths(s, first, bs, ev, target)
    if second != NOBODY:
        shots = shots_later(s, k, second, far)
        if shots > 0:
            best = max(best, shots * harm_in_sixths(s, second, bs, ev, target))
    return best


@rule
def volley(s: State, k: int, target: int, far: int, ev: int) -> int:
    """What all models of a unit do to another in an action of their choice, in parts of 216 of a kill.

    Models armed alike stand next to each other, and are reckoned once.
    """
    u = s.unit[k]
    total, each, first, second = 0, 0, NOBODY, NOBODY
    for m in range(u.first, u.first + u.size):
        v = s.model[m]
        if v.alive == 0:
            continue
        if v.weapon[0] != first or v.weapon[1] != second:
            first, second = v.weapon[0], v.weapon[1]
            each = kills_of(s, k, first, second, target, far, ev)
        total += each
    return total


@rule
def volley_in_deed(s: State, k: int, target: int, far: int, ev: int) -> int:
    """The same in the action that the unit has chosen."""
    total, bs = 0, s.profile[s.unit[k].profile].bs
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        best = 0
        for i in range(CARRIED):
            weapon = carried(s, m, i)
            shots = shots_in_deed(s, m, weapon, far) if weapon != NOBODY else 0
            if shots > 0:
                best = max(best, shots * harm_in_sixths(s, weapon, bs, ev, target))
        total += best
        m = next_of(s, k, m)
    return total


# ---------------------------------------------------------------- what they take


@rule
def loss_value(s: State, target: int, kills: int, both: int) -> int:
    """What so many kills, in parts of 216, take from a unit, its marker counted."""
    u = s.unit[target]
    wounds, value = s.profile[u.profile].wounds, in_force(u.value, both)
    size = u.size
    fell = min(kills, size * WOUNDED * wounds)
    if 2 * kills > size * WOUNDED:  # it may be more than is there
        fell = min(kills, alive_in(s, target) * WOUNDED * wounds)
    return value * fell // (WOUNDED * wounds * size) + value * MARKED * min(kills, WOUNDED) // (
        WOUNDED * SURE
    )


@rule
def noticed(s: State, firer: int, other: int, far: int) -> bool:
    """Whether a model is within a viewer's Aw; levels are asked for only where they matter (WS-3.9)."""
    aw = s.profile[s.unit[s.model[firer].unit].profile].aw
    if at_most(far, aw * s.options.aw_from_below // WHOLE):
        return True
    if not at_most(far, aw * s.options.aw_from_above // WHOLE):
        return False
    return at_most(far, effective_aw(s, firer, other))


@rule
def ev_of_unit(s: State, firer: int, other: int, far: int) -> int:
    """The Ev of a target unit in the open, by one of its models (WS-11.12)."""
    beyond = 0 if noticed(s, firer, other, far) else s.options.beyond_aw_ev
    ground = s.options.ground_ev if gone_to_ground(s, other) else 0
    return least_ev(s, s.model[other].unit) + beyond + ground


@rule
def fire_loss(s: State, k: int, target: int, firer: int, other: int, far: int, both: int) -> int:
    """What a unit's volley takes from another if it can be fired at from where both are, else 0."""
    state = sight(s, firer, other)
    if not targetable_at(s, firer, other, state):
        return 0
    ev = ev_of_unit(s, firer, other, far) + cover_of(s.options, state)
    return loss_value(s, target, volley(s, k, target, far, ev), both)


@rule
def fire_in_deed(s: State, k: int, both: int) -> int:
    """The best that the acting unit may still do with the fire of the action it has chosen.

    In Open Fire! once he has moved the leader must see the target, too (WS-9.3, WS-9.4).
    """
    best, firer, eye = 0, body(s, k), s.unit[k].leader
    looks = bool(s.deed == Deed.OPEN_FIRE) and (s.done & MOVING) != 0 and eye != firer
    for target in range(s.units):
        if s.unit[target].side == s.unit[k].side or not lasts(s, target):
            continue
        other = body(s, target)
        far = gap(s, firer, other)
        if loss_value(s, target, volley_in_deed(s, k, target, far, least_ev(s, target)), both) <= best:
            continue
        state = sight(s, firer, other)
        if targetable_at(s, firer, other, state) and (not looks or targetable(s, eye, other)):
            ev = ev_of_unit(s, firer, other, far) + cover_of(s.options, state)
            best = max(best, loss_value(s, target, volley_in_deed(s, k, target, far, ev), both))
    return best


@rule
def fire(s: State, k: int, passes: int, over: int, both: int, w: Weights) -> int:
    """The fire that a unit has to come, with weights; `over` of the player turn has passed.

    Sight is asked only for targets that promise more than the best so far.
    """
    side = s.unit[k].side
    now = fires_now(s, k)
    left = turns_after(s, side) + (1 if now else 0)
    if left == 0:
        return 0
    seen, sought, firer, step = 0, 0, body(s, k), mv_of(s, k)
    for target in range(s.units):
        if s.unit[target].side == side or not lasts(s, target):
            continue
        other = body(s, target)
        far = gap(s, firer, other)
        if far > BEYOND:
            continue
        most = loss_value(s, target, volley(s, k, target, max(0, far - step), least_ev(s, target)), both)
        sought = max(sought, most)
        if most > seen:
            seen = max(seen, fire_loss(s, k, target, firer, other, far, both))
    firm = BROKEN + (SURE - BROKEN) * passes // SURE
    usual = seen * firm // SURE
    first = usual
    if now and s.acting == k and s.deed != Deed.NONE:
        first = fire_in_deed(s, k, both)
    total = w[Term.FIRE] * first + w[Term.LONG] * (usual * min(left - 1, LATER))
    total += w[Term.SEEK] * (max(0, sought - seen) * firm // SURE)
    if now:
        total += w[Term.NOW] * first
    elif side != s.side:
        total += w[Term.NOW] * (usual * over // SHARE)
    if may_snap(s, k) and (s.acting == k or not acts_now(s, k)):
        total += w[Term.SNAP] * usual  # its next activation ends it (WS-12.7)
    return total
