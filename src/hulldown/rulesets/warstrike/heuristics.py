"""What a computer player counts by hand. No rule is decided here."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from hulldown.kernel.jit import rule
from hulldown.kernel.network import TermWeights
from hulldown.rulesets.common.bots import WEIGHTS_FILE, weights
from hulldown.rulesets.warstrike.losses import check_dice, check_pairs
from hulldown.rulesets.warstrike.movement import leader_limit
from hulldown.rulesets.warstrike.occasions import PAIR
from hulldown.rulesets.warstrike.permissions import (
    aw_of,
    band,
    band_of,
    mv_of,
    officer_of,
    rounded_share,
    share_of_fire,
    shots_of,
)
from hulldown.rulesets.warstrike.shooting import (
    carried,
    cover_of,
    effective_aw,
    ev_in_play,
    gone_to_ground,
    harm_in_sixths,
    has_fire,
    is_heavy,
    least_ev,
    range_of,
    shots_in_play,
    targetable,
    targetable_at,
)
from hulldown.rulesets.warstrike.state import (
    CARRIED,
    FINE,
    INCH,
    NOBODY,
    WHOLE,
    Band,
    Deed,
    Morale,
    State,
    Trait,
    lasts,
)
from hulldown.rulesets.warstrike.table import (
    ENDLESS,
    at_most,
    gap,
    gap_to,
    next_of,
    sight,
)
from hulldown.rulesets.warstrike.turn import FIRING, MOVING, may_snap
from hulldown.rulesets.warstrike.victory import destroyed_of, morale_dice, morale_pairs, shaken, units_of

SHARE = 1_000  # all of a thing; the terms are in thousandths


class Term(IntEnum):
    """The terms, each the first seat's lead; values are in thousandths of a force at the start."""

    POINTS = 0  # enemy units destroyed, which score (WS-14.7)
    LEFT = 1  # enemy units that left the table alive, which do not
    MODELS = 2  # models that are left, each its part of its unit's value
    THIN = 3  # of the enemy's units, models lost beyond the first half
    SHAKY = 4  # the chance that an enemy unit fails its next check (WS-6.1)
    BREAKS = 5  # the part of it that would destroy him, or make him run (WS-10.6, WS-10.18)
    MARKERS = 6  # markers of enemy units
    LEADERLESS = 7  # enemy units without their first leader (WS-2.5)
    LOOSE = 8  # how far the members of enemy units are from their leaders
    STRAY = 9  # enemy models too far from their leader to be placed in his next move (WS-7.3)
    FIRE = 10  # what each unit's next volley promises at the best target that it can fire at
    LONG = 11  # the volleys after that, up to three
    NOW = 12  # the volleys that come before the other side's
    SNAP = 13  # what Snap Fire promises (WS-12.3)
    SEEK = 14  # what the next volley would promise besides, were a target sought out
    HELD = 15  # objectives that would score now
    WAY = 16  # how surely each side gets to them in time
    SUDDEN = 17  # how well enemy objectives are held whose control wins (WS-14.4)
    TAKEN = 18  # such objectives under control, as much of it as has passed of the other side's turn
    AHEAD = 19  # more points if it ended now, as much of it as has passed of the battle
    LAST = 20  # the same, in the last quarter of the battle
    TEMPO = 21  # whose player turn it is, less and less while his units act
    SHAKEN = 22  # the chance that the enemy's force retreats (WS-14.1)
    OFFICER = 23  # an officer to keep it from that


JUDGEMENT = Path(__file__).parent / WEIGHTS_FILE
WEIGHTS = weights(JUDGEMENT, Term)


# ---------------------------------------------------------------- strength
# What units are worth, by what is left of them, their markers and how well they keep together.


ROUTED = 40  # percent that is lost when a unit has to run (WS-10.6)
GRAIN = 15  # bits: 6 inches and two bases squared, in mils, are some SHARE of it
FARTHEST = 2 * SHARE


@rule
def forces(s: State) -> int:
    """The value of all units of both sides, at the start."""
    both = 0
    for k in range(s.units):
        both += s.unit[k].value
    return max(1, both)


@rule
def in_force(value: int, both: int) -> int:
    """Points as thousandths of what a force is worth at the start, the mean of both."""
    return 2 * SHARE * value // both


@rule
def alive_in(s: State, k: int) -> int:
    """How many models of a unit are left."""
    u, count = s.unit[k], 0
    for m in range(u.first, u.first + u.size):
        count += s.model[m].alive
    return count


@rule
def strength_share(s: State, k: int, alive: int) -> int:
    """What is left of a unit's models and wounds, in thousandths."""
    u = s.unit[k]
    wounds = s.profile[u.profile].wounds
    if u.size == 1 and wounds > 1:
        return SHARE * (wounds - s.model[u.leader].results) // wounds
    return SHARE * alive // u.size


@rule
def in_danger(s: State, k: int, alive: int, passes: int) -> int:
    """The percent that a failed check would take from what is left of a unit (WS-10.6, WS-10.18)."""
    strength = band_of(s.options, alive, s.unit[k].size)
    if strength == Band.UPPER:
        return 0
    return (SURE if strength == Band.DESTROYED else ROUTED) * (SURE - passes) // SURE


@rule
def cohesion(s: State, k: int, w: TermWeights) -> int:
    """What a unit loses by members far from its leader, with weights: the square of how far, and strays."""
    u = s.unit[k]
    v = s.model[u.leader]
    x, y, reach = v.x, v.y, s.options.orderly_start // FINE + v.radius
    loose, stray = 0, 0
    for m in range(u.first, u.first + u.size):
        member = s.model[m]
        if member.alive == 0:
            continue
        dx, dy, near = member.x - x, member.y - y, reach + member.radius
        far = dx * dx + dy * dy
        loose += min(FARTHEST, far >> GRAIN)
        stray += 1 if far > near * near else 0
    return w[Term.LOOSE] * (loose // u.size) + w[Term.STRAY] * (SHARE * stray // u.size)


@rule
def strength(s: State, k: int, value: int, alive: int, passes: int, w: TermWeights) -> int:
    """What a unit on the table is worth, with weights; `value` in thousandths of a force."""
    u, size = s.unit[k], s.unit[k].size
    left = value * strength_share(s, k, alive) // SHARE
    total = w[Term.MODELS] * left - w[Term.THIN] * (value * max(0, size - 2 * alive) // size)
    if u.markers != 0 or passes < SURE:
        total -= w[Term.MARKERS] * (value * u.markers)
        total -= w[Term.SHAKY] * (left * (SURE - passes) // SURE)
        total -= w[Term.BREAKS] * (left * in_danger(s, k, alive, passes) // SURE)
    if u.leaderless != 0:
        total -= w[Term.LEADERLESS] * left
    if size > 1 and s.turn > 0:
        total -= cohesion(s, k, w) * value // SHARE
    return total


@rule
def retreat_chance(s: State, side: int) -> int:
    """How likely a force retreats at its next test, in percent (WS-14.1 to WS-14.3)."""
    if not shaken(s.options, units_of(s, side), destroyed_of(s, side)):
        return 0
    return missing(morale_dice(s, side, s.mute), morale_pairs(s, side))


@rule
def retreat(s: State, side: int, w: TermWeights) -> int:
    """What a force loses by the danger that it retreats, with weights (WS-14.1 to WS-14.3)."""
    if (s.victory >> Morale.TASK_FORCE) & 1 == 0:
        return 0
    total = w[Term.OFFICER] * SHARE if officer_of(s, side) >= 0 else 0
    return total - w[Term.SHAKEN] * (SHARE * retreat_chance(s, side) // SURE)


# ---------------------------------------------------------------- fire
# Fire to come: what volleys promise, in thousandths of a force.


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
def shots_later(s: State, k: int, weapon: int, target: int, far: int) -> int:
    """The shots of a unit's weapon at another in an action of its choice: as it opens fire, or advances."""
    w, reach = s.weapon[weapon], range_of(s, k, target, weapon)
    one_handed = (w.traits >> Trait.ONE_HANDED) & 1 != 0
    if at_most(far, reach):
        share = share_of_fire(s.options, Deed.OPEN_FIRE.value, one_handed, False)
        return shots_in_play(s, k, weapon, rounded_share(s.options, w.rof, share), s.mute)
    if is_heavy(s, weapon) or not at_most(far, reach + mv_of(s, k)):
        return 0
    share = share_of_fire(s.options, Deed.ADVANCE.value, one_handed, True)
    return shots_in_play(s, k, weapon, rounded_share(s.options, w.rof, share), s.mute)


@rule
def shots_in_deed(s: State, m: int, weapon: int, target: int, far: int) -> int:
    """The shots of a model in the action that its unit has chosen, the way to come regarded (WS-16.2)."""
    k, w = s.model[m].unit, s.weapon[weapon]
    reach = range_of(s, k, target, weapon)
    ahead = leader_limit(s, k) if s.deed == Deed.ADVANCE or s.deed == Deed.DOUBLE else 0
    ahead = ahead if s.done == 0 and s.half == 0 else 0
    if s.deed == Deed.FALL_BACK and not has_fire(band(s, k)):
        return 0
    if not at_most(far, reach + ahead):
        return 0
    moves = bool(s.model[m].moved != 0) or not at_most(far, reach)
    shots = shots_of(s.options, w.rof, w.traits, s.deed, moves, moves)
    return shots_in_play(s, k, weapon, shots, s.mute)


@rule
def kills_of(s: State, k: int, first: int, second: int, target: int, far: int, ev: int) -> int:
    """What a model with these weapons does to a unit with the better of them, in parts of 216 of a kill."""
    best = 0
    if first != NOBODY:
        shots = shots_later(s, k, first, target, far)
        if shots > 0:
            best = shots * harm_in_sixths(s, k, first, ev, target)
    if second != NOBODY:
        shots = shots_later(s, k, second, target, far)
        if shots > 0:
            best = max(best, shots * harm_in_sixths(s, k, second, ev, target))
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
    total = 0
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        best = 0
        for i in range(CARRIED):
            weapon = carried(s, m, i)
            shots = shots_in_deed(s, m, weapon, target, far) if weapon != NOBODY else 0
            if shots > 0:
                best = max(best, shots * harm_in_sixths(s, k, weapon, ev, target))
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
    aw = aw_of(s, s.model[firer].unit, s.model[other].unit)
    if at_most(far, aw * s.options.aw_from_below // WHOLE):
        return True
    if not at_most(far, aw * s.options.aw_from_above // WHOLE):
        return False
    return at_most(far, effective_aw(s, firer, other))


@rule
def ev_of_unit(s: State, firer: int, other: int, far: int, state: int) -> int:
    """The Ev of a target unit in a sight state, by one of its models (WS-11.12)."""
    beyond = 0 if noticed(s, firer, other, far) else s.options.beyond_aw_ev
    ground = s.options.ground_ev if gone_to_ground(s, other) else 0
    k, target = s.model[firer].unit, s.model[other].unit
    return ev_in_play(s, k, target, cover_of(s.options, state), beyond, ground, 0, s.mute)


@rule
def fire_loss(s: State, k: int, target: int, firer: int, other: int, far: int, both: int) -> int:
    """What a unit's volley takes from another if it can be fired at from where both are, else 0."""
    state = sight(s, firer, other)
    if not targetable_at(s, firer, other, state):
        return 0
    ev = ev_of_unit(s, firer, other, far, state)
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
        if loss_value(s, target, volley_in_deed(s, k, target, far, least_ev(s, target, 0)), both) <= best:
            continue
        state = sight(s, firer, other)
        if targetable_at(s, firer, other, state) and (not looks or targetable(s, eye, other)):
            ev = ev_of_unit(s, firer, other, far, state)
            best = max(best, loss_value(s, target, volley_in_deed(s, k, target, far, ev), both))
    return best


@rule
def fire(s: State, k: int, passes: int, over: int, both: int, w: TermWeights) -> int:
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
        near = volley(s, k, target, max(0, far - step), least_ev(s, target, 0))
        most = loss_value(s, target, near, both)
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


# ---------------------------------------------------------------- objectives
# Objectives: who holds them, and who gets there in time (WS-14.4, WS-14.7).


STRIDE = 8_000_000  # what a unit is counted on to go in a turn, with enemies about
AHEAD = 55  # percent of an objective's worth for who surely gets there
DISPUTED = 45  # percent: both stand there


@rule
def stands_near(s: State, k: int, x: int, y: int) -> bool:
    """Whether a unit has a model within control distance of a point (WS-14.4)."""
    u, control = s.unit[k], s.options.control_distance
    for m in range(u.first, u.first + u.size):
        v = s.model[m]
        slack = control // FINE + v.radius + 2
        if v.alive != 0 and abs(v.x - x) < slack and abs(v.y - y) < slack:
            if at_most(gap_to(s, m, x, y), control):
                return True
    return False


@rule
def way_to_come(s: State, k: int) -> int:
    """How far a unit still goes in this player turn, as far as can be told."""
    if not acts_now(s, k):
        return 0
    if s.acting != k or s.deed == Deed.NONE:
        return STRIDE
    return 0 if (s.done & MOVING) != 0 or s.deed == Deed.OPEN_FIRE else leader_limit(s, k)


@rule
def nearest_of(s: State, side: int, i: int) -> int:
    """How far a side is from an objective, what it still goes in this turn taken off; 0 if it stands there.

    A leader who goes there ahead of his men is no nearer: they count.
    """
    least, x, y = ENDLESS, s.objective_x[i], s.objective_y[i]
    beyond = s.options.control_distance + 2 * FINE
    for k in range(s.units):
        if s.unit[k].side == side and lasts(s, k):
            if stands_near(s, k, x, y):
                return 0
            far = gap_to(s, body(s, k), x, y)
            if far < least + STRIDE:
                least = min(least, max(beyond, far - way_to_come(s, k)))
    return least


@rule
def in_time(s: State, side: int, far: int) -> int:
    """How sure a side gets to an objective in the turns it has, 0 to 100."""
    control = s.options.control_distance
    if at_most(far, control):
        return SURE
    road = STRIDE * (turns_after(s, side) + 1) + control
    return max(0, road - far) // (road // SURE)


@rule
def scorer(s: State, first: int, second: int) -> int:
    """Who scores an objective from which the sides are so far: 1 the first seat, -1 the second, 0 nobody."""
    control = s.options.control_distance
    if at_most(first, control) != at_most(second, control):
        return 1 if first < second else -1
    return 0 if s.held_by < 0 else 1 - 2 * s.held_by


@rule
def hold(s: State, side: int, mine: int, theirs: int) -> int:
    """How well a side holds a place, 0 to 100: it stands there alone, with an enemy, or gets there."""
    control = s.options.control_distance
    if at_most(mine, control):
        if at_most(theirs, control):
            return DISPUTED
        return SURE - (SURE - AHEAD) * in_time(s, 1 - side, theirs) // (2 * SURE)
    share = AHEAD * in_time(s, side, mine) // SURE
    return share // 2 if at_most(theirs, control) else share


@rule
def sudden(s: State, attacker: int, mine: int, theirs: int, over: int, w: TermWeights) -> int:
    """What an enemy objective promises who wins by holding it as his turn begins, with weights (WS-14.4).

    The more of the enemy's turn is over the fewer units can still come between.
    """
    control = s.options.control_distance
    total = w[Term.SUDDEN] * (hold(s, attacker, mine, theirs) * SHARE // SURE)
    if s.side != attacker and at_most(mine, control) and not at_most(theirs, control):
        total += w[Term.TAKEN] * over
    return total


@rule
def goal(s: State, i: int, first: int, second: int, over: int, both: int, w: TermWeights) -> int:
    """The first seat's lead in an objective from which the sides are so far, with weights."""
    total, value = 0, in_force(s.objective_value[i], both)
    if value != 0:
        total += w[Term.HELD] * (scorer(s, first, second) * value)
        total += w[Term.WAY] * (value * (in_time(s, 0, first) - in_time(s, 1, second)) // SURE)
    if (s.victory >> Morale.SUDDEN) & 1 != 0:
        if s.objective_side[i] == 1:
            total += sudden(s, 0, first, second, over, w)
        elif s.objective_side[i] == 0:
            total -= sudden(s, 1, second, first, over, w)
    return total


# ---------------------------------------------------------------- tempo
# Who still acts, and how much of the battle has gone: nothing of it jumps when a player turn ends.


SURE = 100  # percent


@rule
def turns_after(s: State, side: int) -> int:
    """How many player turns a side has after this one."""
    left = s.turns - s.turn
    return left + 1 if s.side != side and s.side == s.attacker else left


@rule
def acts_now(s: State, k: int) -> bool:
    """Whether a unit's action of this player turn is not over yet."""
    return bool(s.unit[k].side == s.side and s.unit[k].acted == 0)


@rule
def fires_now(s: State, k: int) -> bool:
    """Whether a unit may still fire in this player turn."""
    return acts_now(s, k) and (s.acting != k or s.deed == Deed.NONE or (s.done & FIRING) == 0)


@rule
def pass_chance(s: State, k: int) -> int:
    """How likely a unit passes the check of its next activation, in percent (WS-6.1, WS-6.7)."""
    if s.acting == k and s.failed != 0:
        return 0
    if s.unit[k].markers == 0 or s.acting == k:
        return SURE
    return SURE - missing(check_dice(s, k, s.mute), check_pairs(s, k))


@rule
def missing(dice: int, pairs: int) -> int:
    """How likely no die of a check succeeds, each with so many chances of 36, in percent (WS-6.2)."""
    fail = SURE * SURE
    for _ in range(dice):
        fail = fail * (PAIR - pairs) // PAIR
    return fail // SURE


@rule
def spent(s: State) -> int:
    """The part of its side's units that have acted in this player turn; one that is at it counts half."""
    of, over = 0, 0
    for k in range(s.units):
        if s.unit[k].side == s.side and lasts(s, k):
            of += 2
            if s.unit[k].acted != 0:
                over += 2
            elif s.acting == k and s.deed != Deed.NONE:
                over += 1
    return SHARE * over // of if of > 0 and s.turn > 0 else 0


@rule
def gone(s: State, over: int) -> int:
    """How much of the battle has passed, `over` of this player turn."""
    before = 2 * (s.turn - 1) + (0 if s.side == s.attacker else 1)
    return max(0, SHARE * before + over) // (2 * s.turns)


@rule
def tempo(s: State, over: int) -> int:
    """The first seat's lead in whose turn it is: all as a player turn begins, none when it is half over."""
    if s.turn == 0:
        return 0
    return SHARE - 2 * over if s.side == 0 else 2 * over - SHARE
