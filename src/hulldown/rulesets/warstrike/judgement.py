"""How good a position is for a seat, as computer players see it: models, fire to come, objectives (WS-14)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.activating import FIRING, MOVING
from hulldown.rulesets.warstrike.aiming import carried, cover_of, gone_to_ground, harm_in_sixths, least_ev
from hulldown.rulesets.warstrike.arming import has_fire, is_heavy
from hulldown.rulesets.warstrike.codes import (
    CARRIED,
    FINE,
    INCH,
    NOBODY,
    Band,
    Deed,
    Fate,
    Morale,
    Phase,
    Trait,
)
from hulldown.rulesets.warstrike.measuring import ENDLESS, at_most, gap, gap_to, next_of
from hulldown.rulesets.warstrike.orderly import leader_limit
from hulldown.rulesets.warstrike.permissions import band, band_of, rounded_share, share_of_fire, shots_of
from hulldown.rulesets.warstrike.removing import living
from hulldown.rulesets.warstrike.sight import effective_aw, sight, targetable_at
from hulldown.rulesets.warstrike.snap_fire import may_snap
from hulldown.rulesets.warstrike.state import State, lasts
from hulldown.rulesets.warstrike.suppression import check_dice, check_target

SURE = 100  # percent
SIXTH = 6
BROKEN = 40  # percent of a unit's fire that is left to it when its check fails (WS-10.3)


@rule
def turns_after(s: State, side: int) -> int:
    """How many player turns a side has after this one."""
    left = int(s.turns) - int(s.turn)
    return left + 1 if s.side != side and s.side == s.attacker else left


@rule
def acts_now(s: State, k: int) -> bool:
    """Whether a unit's action of this player turn is not over yet."""
    return bool(s.unit[k].side == s.side and s.unit[k].acted == 0)


@rule
def actions_left(s: State, k: int) -> int:
    """How many actions a unit has before the battle ends."""
    return turns_after(s, int(s.unit[k].side)) + (1 if acts_now(s, k) else 0)


@rule
def fires_now(s: State, k: int) -> bool:
    """Whether a unit may still fire in this player turn."""
    return acts_now(s, k) and (s.acting != k or s.deed == Deed.NONE or (int(s.done) & FIRING) == 0)


@rule
def pass_chance(s: State, k: int) -> int:
    """How likely a unit passes the check of its next activation, in percent (WS-6.1, WS-6.7)."""
    if s.unit[k].markers == 0 or s.acting == k:
        return 0 if s.acting == k and s.failed != 0 else SURE
    fail = SURE * SURE
    missed = SIXTH - min(SIXTH, check_target(s, k, s.mute))
    for _ in range(check_dice(s, k, s.mute)):
        fail = fail * missed // SIXTH
    return SURE - fail // SURE


@rule
def firmness(s: State, k: int) -> int:
    """The part of its fire that a unit may count on, its next check regarded, in percent."""
    return BROKEN + (SURE - BROKEN) * pass_chance(s, k) // SURE


# ---------------------------------------------------------------- what units are worth


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


# ---------------------------------------------------------------- fire to come


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
    """The shots of a model in an action of its choice: as it opens fire, or as it advances."""
    w = s.weapon[weapon]
    one_handed = (int(w.traits) >> Trait.ONE_HANDED) & 1 != 0
    if at_most(far, int(w.range)):
        share = share_of_fire(s.options, int(Deed.OPEN_FIRE.value), one_handed, False)
        return rounded_share(s.options, int(w.rof), share)
    mv = int(s.profile[int(s.unit[int(s.model[m].unit)].profile)].mv)
    if is_heavy(s, weapon) or not at_most(far, int(w.range) + mv):
        return 0
    share = share_of_fire(s.options, int(Deed.ADVANCE.value), one_handed, True)
    return rounded_share(s.options, int(w.rof), share)


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
    near = at_most(gap(s, firer, other), effective_aw(s, firer, other))
    beyond = 0 if near else int(s.options.beyond_aw_ev)
    ground = int(s.options.ground_ev) if gone_to_ground(s, other) else 0
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


# ---------------------------------------------------------------- objectives


SUDDEN = 220  # victory points that an enemy objective is worth where holding it wins the battle
STRIDE = 8_000_000  # what a unit is counted on to go in a turn, with enemies about
AHEAD = 55  # percent of an objective's worth for who surely gets there
DISPUTED, GUARDED, OWNED = 45, 95, 70  # percent: both stand there; the named holder does, or nobody does


@rule
def near_unit(s: State, k: int, x: int, y: int, least: int) -> int:
    """The distance of a unit's nearest model from a point, or `least` if that is less."""
    u = s.unit[k]
    for m in range(int(u.first), int(u.first) + int(u.size)):
        v = s.model[m]
        slack = least // FINE + int(v.radius) + 1
        if v.alive != 0 and abs(int(v.x) - x) < slack and abs(int(v.y) - y) < slack:
            least = min(least, gap_to(s, m, x, y))
    return least


@rule
def way_to_come(s: State, k: int) -> int:
    """How far a unit still goes in this player turn, as far as can be told."""
    if not acts_now(s, k):
        return 0
    if s.acting != k or s.deed == Deed.NONE:
        return STRIDE
    return 0 if (int(s.done) & MOVING) != 0 or s.deed == Deed.OPEN_FIRE else leader_limit(s, k)


@rule
def nearest_of(s: State, side: int, i: int) -> int:
    """How far a side is from an objective, what it still goes in this turn taken off."""
    least, x, y = ENDLESS, int(s.objective_x[i]), int(s.objective_y[i])
    control = int(s.options.control_distance)
    for k in range(int(s.units)):
        if s.unit[k].side == side and lasts(s, k):
            way = way_to_come(s, k)
            far = near_unit(s, k, x, y, least + way)
            least = min(least, far if at_most(far, control) else max(control + 2 * FINE, far - way))
    return least


@rule
def in_time(s: State, side: int, far: int) -> int:
    """How sure a side gets to an objective in the turns it has, 0 to 100."""
    control = int(s.options.control_distance)
    if at_most(far, control):
        return SURE
    road = STRIDE * (turns_after(s, side) + 1) + control
    return max(0, road - far) // (road // SURE)


@rule
def hold(s: State, side: int, mine: int, theirs: int) -> int:
    """How well a side holds a place, 0 to 100: it stands there alone, with an enemy, or gets there."""
    control = int(s.options.control_distance)
    if at_most(mine, control):
        if at_most(theirs, control):
            return DISPUTED
        return SURE - (SURE - AHEAD) * in_time(s, 1 - side, theirs) // (2 * SURE)
    share = AHEAD * in_time(s, side, mine) // SURE
    return share // 2 if at_most(theirs, control) else share


@rule
def guard(s: State, mine: int, theirs: int) -> int:
    """How well the side keeps a place that is its own as long as no enemy holds it (WS-14.7)."""
    control = int(s.options.control_distance)
    if at_most(mine, control):
        return GUARDED
    return 0 if at_most(theirs, control) else OWNED


@rule
def goal(s: State, side: int, i: int) -> int:
    """What an objective promises a side, in tenths of a point."""
    owner, worth = int(s.objective_side[i]), int(s.objective_value[i])
    if (int(s.victory) >> Morale.SUDDEN) & 1 != 0 and owner == 1 - side:
        worth = SUDDEN
    if worth == 0:
        return 0
    mine, theirs = nearest_of(s, side, i), nearest_of(s, 1 - side, i)
    if s.held_by == side:
        return worth * TENTH * (guard(s, mine, theirs) + in_time(s, side, mine) // 8) // SURE
    return worth * TENTH * hold(s, side, mine, theirs) // SURE


@rule
def goals(s: State, side: int) -> int:
    """What all objectives promise a side."""
    total = 0
    for i in range(int(s.objectives)):
        total += goal(s, side, i)
    return total


# ---------------------------------------------------------------- all of it


EVEN, WON, CERTAIN = 5_000, 10_000, 4_900
LATE, TURN = 400, 150  # the lead that makes a win half sure: at the end, and more for each turn to come


@rule
def standing_of(s: State, side: int) -> int:
    """What a side has and may hope for, in tenths of a point: units, objectives, fire."""
    return forces(s, side) + goals(s, side) + fire_of(s, side)


@rule
def estimate(s: State, seat: int) -> int:
    """The position for a seat, 0 to 10,000; 10,000 is won and 5,000 is even."""
    if s.phase == Phase.OVER:
        if s.winner > 1:
            return EVEN
        return WON if s.winner == seat else 0
    lead = standing_of(s, seat) - standing_of(s, 1 - seat)
    doubt = LATE + TURN * (int(s.turns) - int(s.turn) + 1)
    sure = CERTAIN * abs(lead) // (abs(lead) + doubt)
    return EVEN + (sure if lead > 0 else -sure)
