"""The fire that units could lay on each other, now and in turns to come: a rough sum, man to man."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.aiming import carried, cover_of, gone_to_ground, harm_in_sixths, least_ev
from hulldown.rulesets.warstrike.arming import has_fire, is_heavy
from hulldown.rulesets.warstrike.codes import CARRIED, FINE, INCH, NOBODY, Deed, Trait
from hulldown.rulesets.warstrike.judgement.chances import SURE, fires_now, firmness, turns_after
from hulldown.rulesets.warstrike.judgement.worth import TENTH, share_of_model
from hulldown.rulesets.warstrike.measuring import at_most, gap, next_of
from hulldown.rulesets.warstrike.orderly import leader_limit
from hulldown.rulesets.warstrike.permissions import band, half_of, shots_of
from hulldown.rulesets.warstrike.removing import living
from hulldown.rulesets.warstrike.sight import effective_aw, sight, targetable_at
from hulldown.rulesets.warstrike.snap_fire import may_snap
from hulldown.rulesets.warstrike.state import State, lasts

WOUNDED = 216  # six to the third: a shot's chance is counted in parts of it
MARKED = 6  # percent of a unit's value that a likely hit takes from it besides, by its marker (WS-6.9)
LATER, MORE, SNAP = 60, 25, 12  # percent that fire counts for in the next turn, in those after, in Snap Fire
UNSEEN = 4  # who cannot be seen may be sought out: a fourth of the fire that would meet him in the open
BEYOND = 50 * INCH * FINE  # no fire reaches so far


@rule
def body(s: State, k: int) -> int:
    """The model that stands for a unit: its first but the leader, who may have gone out alone (WS-9.2)."""
    leader = int(s.unit[k].leader)
    m = next_of(s, k, NOBODY)
    if m == leader:
        m = next_of(s, k, m)
    return m if m != NOBODY else leader


# ---------------------------------------------------------------- shots


@rule
def shots_later(s: State, m: int, weapon: int, far: int) -> int:
    """The shots of a model in an action of its choice: all where it stands, half if it must close in."""
    w = s.weapon[weapon]
    if at_most(far, int(w.range)):
        return int(w.rof)
    mv = int(s.profile[int(s.unit[int(s.model[m].unit)].profile)].mv)
    if is_heavy(s, weapon) or not at_most(far, int(w.range) + mv):
        return 0
    one_handed = (int(w.traits) >> Trait.ONE_HANDED) & 1 != 0
    return int(w.rof) if one_handed else half_of(s.options, int(w.rof))


@rule
def shots_in_deed(s: State, m: int, weapon: int, far: int) -> int:
    """The shots of a model in the action that its unit has chosen, the way to come regarded (WS-16.2)."""
    k, w = int(s.model[m].unit), s.weapon[weapon]
    ahead = leader_limit(s, k) if s.deed == Deed.ADVANCE or s.deed == Deed.DOUBLE else 0
    ahead = ahead if int(s.done) == 0 and s.half == 0 else 0
    if s.deed == Deed.FALL_BACK and not has_fire(band(s, k)):
        return 0
    if not at_most(far, int(w.range) + ahead):
        return 0
    moves = bool(s.model[m].moved != 0) or not at_most(far, int(w.range))
    return shots_of(s.options, int(w.rof), int(w.traits), int(s.deed), moves, moves)


@rule
def volley(s: State, k: int, target: int, far: int, ev: int, chosen: bool) -> int:
    """What all models of a unit do to another with their best weapons, in parts of 216 of a kill."""
    total, bs = 0, int(s.profile[int(s.unit[k].profile)].bs)
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        best = 0
        for i in range(CARRIED):
            weapon = carried(s, m, i)
            if weapon == NOBODY:
                continue
            shots = shots_in_deed(s, m, weapon, far) if chosen else shots_later(s, m, weapon, far)
            if shots > 0:
                best = max(best, shots * harm_in_sixths(s, weapon, bs, ev, target))
        total += best
        m = next_of(s, k, m)
    return total


# ---------------------------------------------------------------- what they take


@rule
def taken(s: State, target: int, kills: int) -> int:
    """The value that so many kills, in parts of 216, take from a unit, in tenths of a point."""
    wounds = int(s.profile[int(s.unit[target].profile)].wounds)
    fell = min(kills, living(s, target) * WOUNDED * wounds)
    value = int(s.unit[target].value) * TENTH
    lost = value * share_of_model(s, target) * fell // (WOUNDED * wounds * SURE)
    return lost + value * MARKED * min(kills, WOUNDED) // (WOUNDED * SURE)


@rule
def ev_of_unit(s: State, firer: int, other: int) -> int:
    """The Ev of a target unit in the open, by one of its models (WS-11.12)."""
    beyond = 0 if at_most(gap(s, firer, other), effective_aw(s, firer, other)) else 1
    ground = 1 if gone_to_ground(s, other) else 0
    return least_ev(s, int(s.model[other].unit)) + beyond + ground


@rule
def weight_later(s: State, k: int) -> int:
    """What the fire of turns to come counts for, in percent of one volley."""
    left = turns_after(s, int(s.unit[k].side))
    weight = 0 if left == 0 else LATER + MORE * min(left - 1, 2)
    return weight + (SNAP if may_snap(s, k) else 0)


@rule
def harm(s: State, k: int, target: int, far: int, ev: int) -> int:
    """The value that a unit's fire may take from another it sees, now and later, in tenths of a point."""
    usual = taken(s, target, volley(s, k, target, far, ev, False))
    total = usual * weight_later(s, k)
    if fires_now(s, k):
        chosen = bool(s.acting == k and s.deed != Deed.NONE)
        now = taken(s, target, volley(s, k, target, far, ev, True)) if chosen else usual
        total += now * SURE
    return total // SURE


@rule
def harm_unseen(s: State, k: int, target: int, far: int, ev: int) -> int:
    """The same where it must be sought out first."""
    usual = taken(s, target, volley(s, k, target, far, ev, False))
    return usual * weight_later(s, k) // (UNSEEN * SURE)


@rule
def harm_above(s: State, k: int, target: int, least: int) -> int:
    """The harm that a unit can do to another, or `least`: sight is asked only where it could be more."""
    firer, other = body(s, k), body(s, target)
    far = gap(s, firer, other)
    if far > BEYOND:
        return least
    ev = ev_of_unit(s, firer, other)
    in_the_open = harm(s, k, target, far, ev)
    if in_the_open <= least:
        return least
    state = sight(s, firer, other)
    if not targetable_at(s, firer, other, state):
        return max(least, harm_unseen(s, k, target, far, ev))
    cover = cover_of(s.options, state)
    return in_the_open if cover == 0 else max(least, harm(s, k, target, far, ev + cover))


@rule
def fire_of(s: State, side: int) -> int:
    """The best that each unit of a side could do to one enemy, added up."""
    total = 0
    for k in range(int(s.units)):
        if s.unit[k].side != side or not lasts(s, k):
            continue
        best = 0
        for target in range(int(s.units)):
            if s.unit[target].side != side and lasts(s, target):
                best = harm_above(s, k, target, best)
        total += best * firmness(s, k) // SURE
    return total
