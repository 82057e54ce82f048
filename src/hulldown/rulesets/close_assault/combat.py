"""Turn, Combats and Tank Shocks, from first contact to last test (CA-9, CA-12, CA-14, CA-17)."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import apart, direction, gap, parts_of, put_along, shifted_x, shifted_y
from hulldown.rulesets.close_assault.events import (
    Why,
    charge_measured,
    combat_ended,
    fight_listed,
    fights_chosen,
    model_evades,
    put_back,
    responded,
    shock_declared,
    shock_ended,
    slid,
    turned,
)
from hulldown.rulesets.close_assault.fights import (
    EVADES,
    bit_of,
    fight,
    holds,
    may_close,
    pair,
    penalty_by,
    why_not_pair,
)
from hulldown.rulesets.close_assault.movement import (
    TURNED,
    begin_leg,
    charge_distance,
    charge_in_force_by,
    drive,
    has_moved,
    remaining,
    slide,
    why_not_drive,
)
from hulldown.rulesets.close_assault.shooting import forget_spared, may_spend, overwatch, why_not_overwatch
from hulldown.rulesets.close_assault.state import (
    CONTACT,
    FIGHTS,
    FIRST_WEAPONS,
    NOBODY,
    STEP,
    BreakOutShocks,
    Kind,
    Order,
    Phase,
    Response,
    RulesMode,
    ShockAnswer,
    ShockWounds,
    Stage,
    State,
    TurnAdjust,
    TurnContact,
    TurnKeeps,
    Verb,
    alive,
    is_vehicle,
    side_of,
)
from hulldown.rulesets.close_assault.table import (
    contact,
    foes_of,
    lay_trial,
    touched_by,
    touches_detachment,
    touching,
    why_not_coherent,
    why_not_stand,
)
from hulldown.rulesets.close_assault.values import NOT_ASKED, name_bonuses, remaining_wounds, survivors


@rule
def only_enemies(s: State) -> bool:
    """Whether, as an option, only enemies count for a Turn: who is not Engaged makes none (CA-14.4)."""
    return bool(s.options.turn_contact == TurnContact.ENEMIES)


@rule
def counts_for_turn(s: State, v: int, j: int) -> bool:
    """Whether a model is of another unit in the sense of a Turn: of any other detachment, or as an option of
    the enemy only (CA-14.4).
    """
    if only_enemies(s):
        return side_of(s, j) != side_of(s, v)
    return bool(s.model[j].detachment != s.model[v].detachment)


@rule
def units_touched(s: State, v: int) -> int:
    """The models of other units that a vehicle touches, as bits (CA-14.1, CA-14.3, CA-14.4)."""
    models = 0
    for j in range(s.models):
        if counts_for_turn(s, v, j) and touching(s, v, j):
            models |= 1 << j
    return models


@rule
def rotate(s: State, v: int, facing: int, touched: int) -> None:
    """Turn a vehicle on the spot; the models it touches are slid along, unless by `strict` (CA-14.5)."""
    s.model[v].base.facing = facing
    if s.options.turn_adjust == TurnAdjust.STRICT:
        return
    for j in range(s.models):
        if (touched >> j) & 1 == 1:
            slide(s, v, j)


@rule
def keep_places(s: State, touched: int) -> None:
    """Remember where the touched models stand."""
    for j in range(s.models):
        if (touched >> j) & 1 == 1:
            s.back_x[j], s.back_y[j] = s.model[j].base.x, s.model[j].base.y


@rule
def forget_places(s: State) -> None:
    """Nothing is remembered between two calls."""
    for j in range(s.models):
        s.back_x[j], s.back_y[j] = 0, 0


@rule
def undo_rotation(s: State, v: int, facing: int, touched: int) -> None:
    """Put vehicle and touched models back after a trial."""
    s.model[v].base.facing = facing
    for j in range(s.models):
        if (touched >> j) & 1 == 1:
            s.model[j].base.x, s.model[j].base.y = s.back_x[j], s.back_y[j]
    forget_places(s)


@rule
def why_not_rotated(s: State, v: int, touched: int) -> int:
    """What is wrong with a facing taken: overlaps, or a contact lost (CA-14.3, CA-14.5, CA-14.6)."""
    if why_not_stand(s, v, s.model[v].base, 1) != Why.ALLOWED:
        return Why.TURN_BLOCKED
    lost = False
    for j in range(s.models):
        if (touched >> j) & 1 == 1:
            if why_not_stand(s, j, s.model[j].base, 1) != Why.ALLOWED:
                return Why.TURN_BLOCKED
            lost = lost or not still_touches(s, v, j, touched)
    return Why.TURN_CONTACT if lost else Why.ALLOWED


@rule
def still_touches(s: State, v: int, j: int, touched: int) -> bool:
    """Whether a vehicle keeps touching a model, or as an option another of its detachment that it touched
    (CA-14.3, CA-14.4).
    """
    if touching(s, v, j) or s.options.turn_keeps == TurnKeeps.MODELS:
        return touching(s, v, j)
    for i in range(s.models):
        same = s.model[i].detachment == s.model[j].detachment and (touched >> i) & 1 == 1
        if same and touching(s, v, i):
            return True
    return False


@rule
def others_moved(s: State, k: int) -> bool:
    """Whether a model of a detachment has driven or piled in: that can be taken back, a Turn cannot
    (CA-14.7).
    """
    t = s.detachment[k]
    for m in range(t.first, t.first + t.size):
        if alive(s, m) and s.model[m].done != TURNED and has_moved(s, m):
            return True
    return False


@rule
def why_not_turn(s: State, v: int, facing: int) -> int:
    """The first reason against a Turn of a vehicle to a facing (CA-14.1 to CA-14.7)."""
    t = s.detachment[s.model[v].detachment]
    if t.order != Order.CHARGE or s.options.rules_mode == RulesMode.TODAY:
        return Why.ORDER
    if not is_vehicle(s, v):
        return Why.TYPE
    if t.shocks != 0:
        return Why.TS_TURNED
    touched = units_touched(s, v)
    if touched == 0 or s.model[v].done != 0 or (t.engaged == 0 and only_enemies(s)):
        return Why.TURN_CONTACT
    if others_moved(s, s.model[v].detachment):
        return Why.TURN_LATE
    before = s.model[v].base.facing
    keep_places(s, touched)
    rotate(s, v, facing, touched)
    why = why_not_rotated(s, v, touched)
    if why == Why.ALLOWED:
        why = why_not_coherent(s, s.model[v].detachment)
    undo_rotation(s, v, before, touched)
    return why


@rule
def turn(s: State, v: int, facing: int, e: Log) -> None:
    """Turn a vehicle; those it touches are nudged along (CA-14.1, CA-14.5)."""
    touched, before = units_touched(s, v), s.model[v].base.facing
    keep_places(s, touched)
    rotate(s, v, facing, touched)
    s.model[v].done = Verb.TURN + 1
    turned(e, v, before, facing)
    for j in range(s.models):
        b, x, y = s.model[j].base, s.back_x[j], s.back_y[j]
        if (touched >> j) & 1 == 1 and (x != b.x or y != b.y):
            slid(e, j, x, y, b.x, b.y)
    forget_places(s)


# ---------------------------------------------------------------- Combats: which there are
# Combats from first contact to last test: in the Engagement stage and in a Tank Shock (CA-9.11, CA-17.2 to
# CA-17.6, CA-12.10, CA-12.16 to CA-12.19).
#
# A Combat goes on while `State.combat` has bits. `go_on` takes it as far as nobody has to decide.


@rule
def combat_of(s: State, k: int) -> int:
    """The detachments linked with one, directly or through others, by touching enemies (CA-9.11), as bits."""
    bits, fresh = 1 << k, 1 << k
    while fresh != 0:
        more = 0
        for j in range(s.detachments):
            if holds(fresh, j):
                more |= touched_by(s, j)
        fresh = more & ~bits
        bits |= more
    return bits


@rule
def why_not_pick(s: State, k: int) -> int:
    """Why a detachment's Combat cannot be fought next: it has none, or had it (CA-17.2, CA-17.4)."""
    if holds(s.resolved, k) or touched_by(s, k) == 0:
        return Why.NO_COMBAT
    return Why.ALLOWED


@rule
def first_of_combat(s: State, k: int) -> bool:
    """Whether a Combat can be fought next and this is the detachment to call it by: the first in it."""
    return why_not_pick(s, k) == Why.ALLOWED and combat_of(s, k) & ((1 << k) - 1) == 0


@rule
def remaining_combats(s: State) -> int:
    """How many Combats still have to be fought in this Engagement stage (CA-17.2)."""
    n = 0
    for k in range(s.detachments):
        if first_of_combat(s, k):
            n += 1
    return n


# ---------------------------------------------------------------- the beginning


@rule
def pick(s: State, k: int) -> None:
    """The side with Initiative picks a Combat; it is fixed from the contacts now (CA-17.2)."""
    bits = combat_of(s, k)
    s.resolved = s.resolved | bits
    remember_foes(s, bits)
    begin(s, bits, Stage.ENGAGEMENT, s.initiative)


@rule
def remember_foes(s: State, combat: int) -> None:
    """Keep which enemy models touch each detachment of a Combat or Tank Shock as it begins: who loses it and
    fails its test withdraws from them (CA-16.4).
    """
    for k in range(s.detachments):
        s.detachment[k].foes = foes_of(s, k) if holds(combat, k) else 0


@rule
def begin(s: State, combat: int, stage: int, chooser: int) -> None:
    """Begin a Combat of some detachments, its Fights chosen by a side (CA-9.6, CA-12.10)."""
    s.combat, s.stage, s.chooser = combat, stage, chooser
    s.fights, s.current, s.judged, s.tests = 0, NOBODY, 0, 0
    for side in range(2):
        s.lost[side] = 0
        name_bonuses(s, side, NOT_ASKED)
    for k in range(s.detachments):
        s.detachment[k].wounds_lost = 0
    for m in range(s.models):
        s.model[m].fought = 0
        s.near[m] = touched_in(s, m, combat)


@rule
def touched_in(s: State, m: int, combat: int) -> int:
    """The enemy models that a model touches among the detachments of a Combat, as bits."""
    touched, side = 0, side_of(s, m)
    if not holds(combat, s.model[m].detachment) or not alive(s, m):
        return 0
    for j in range(s.models):
        if side_of(s, j) != side and holds(combat, s.model[j].detachment) and touching(s, m, j):
            touched |= bit_of(j)
    return touched


# ---------------------------------------------------------------- the Fights


@rule
def go_on(s: State, d: Dice, e: Log) -> bool:
    """Take the Combat on; True: a side has to choose or to spend. The result is out when it is over.

    What follows it, the tests of `State.tests` one by one in the order of their ids, is `morale`'s.
    """
    if s.current == NOBODY and must_choose(s, e):
        return True
    while s.current < s.fights:
        if must_spend(s):
            return True
        fight(s, s.current, d, e)
        next_fight(s)
    if s.judged == 0:
        judge(s, e)
    return False


@rule
def must_choose(s: State, e: Log) -> bool:
    """Complete the list of Fights while there is one way to; True: its chooser has to say (CA-20.2)."""
    while True:
        own, enemy, ways = NOBODY, NOBODY, 0
        for a in range(s.models):
            for b in range(s.models):
                if holds(s.near[a], b) and why_not_pair(s, a, b) == Why.ALLOWED:
                    own, enemy, ways = a, b, ways + 1
        ways += 1 if may_close(s) else 0
        if ways > 1:
            s.phase, s.side = Phase.PAIRING, s.chooser
            return True
        if own == NOBODY:
            close(s, e)
            return False
        pair(s, own, enemy)


@rule
def choose(s: State, own: int, enemy: int, e: Log) -> None:
    """The chooser names the next Fight; own NOBODY: there are no more (CA-9.6, CA-12.11)."""
    if own == NOBODY:
        close(s, e)
    else:
        pair(s, own, enemy)


@rule
def close(s: State, e: Log) -> None:
    """The list of Fights is complete (CA-9.6)."""
    s.current = 0
    fights_chosen(e, s.chooser, s.fights)
    for i in range(s.fights):
        fight_listed(e, s.fight[i].own, s.fight[i].enemy)


@rule
def spender(s: State, side: int) -> int:
    """The model of a side in the Fight that comes next."""
    f = s.fight[s.current]
    return f.own if side == s.chooser else f.enemy


@rule
def must_spend(s: State) -> bool:
    """Whether a side still has to name its bonuses for this Fight, the chooser's first (CA-10.7)."""
    chooser = s.chooser
    return asks(s, chooser) or asks(s, 1 - chooser)


@rule
def asks(s: State, side: int) -> bool:
    """Ask a side for its bonuses, unless it has answered or has none to spend (CA-20.2)."""
    own, enemy = spender(s, side), spender(s, 1 - side)
    if s.spend[side] != NOT_ASKED or not alive(s, own) or not alive(s, enemy):
        return False
    if not may_spend(s, own, enemy):
        name_bonuses(s, side, 0)
        return False
    s.phase, s.side = Phase.SPENDING, side
    return True


@rule
def next_fight(s: State) -> None:
    """On to the next Fight: bonuses counted for the last one only (CA-10.9)."""
    s.current += 1
    for side in range(2):
        name_bonuses(s, side, NOT_ASKED)


# ---------------------------------------------------------------- the result


@rule
def loser_of(lost: int, other: int) -> int:
    """Which of two sides lost more Wounds and so the Combat: 0, 1, or nobody (CA-12.19, CA-17.5)."""
    if lost == other:
        return NOBODY
    return 0 if lost > other else 1


@rule
def judge(s: State, e: Log) -> None:
    """Give the result: who is left of the side that lost has to test (CA-12.17 to CA-12.19, CA-17.5)."""
    s.judged = 1
    loser = loser_of(s.lost[0], s.lost[1])
    for k in range(s.detachments):
        if holds(s.combat, k) and s.detachment[k].side == loser and survivors(s, k) > 0:
            s.tests = s.tests | (1 << k)
    if s.stage == Stage.SHOCK:
        acting, target = s.acting, s.target
        ours, theirs = s.detachment[acting].wounds_lost, s.detachment[target].wounds_lost
        shock_ended(e, acting, target, ours, theirs)
    else:
        combat_ended(e, s.lost[0], s.lost[1])


@rule
def finish(s: State) -> None:
    """The Combat is over, its tests taken: nothing of it is kept (CA-17.6)."""
    s.combat, s.current, s.fights, s.judged, s.tests = 0, NOBODY, 0, 0, 0
    remember_foes(s, 0)
    for m in range(s.models):
        s.near[m] = 0
        s.model[m].fought = 0
    for i in range(FIGHTS):
        s.fight[i].own, s.fight[i].enemy, s.fight[i].done = 0, 0, 0


# ---------------------------------------------------------------- Tank Shock: who may shock whom
# Tank Shock: attacks in passing, breaking out of Combat, and where it ends (CA-12).


@rule
def all_vehicles(s: State, k: int) -> bool:
    """Whether all models of a detachment are vehicles (CA-12.1, CA-12.2)."""
    return is_vehicle(s, s.detachment[k].first)


@rule
def can_be_shocked(s: State, k: int) -> bool:
    """Whether a detachment is of Infantry or Cavalry (CA-12.2)."""
    kind = s.profile[s.detachment[k].profile].kind
    return bool(kind == Kind.INFANTRY or kind == Kind.CAVALRY)


@rule
def acted(s: State, k: int) -> bool:
    """Whether a model of a detachment turned or piled in (CA-12.2, CA-14.2)."""
    t = s.detachment[k]
    for m in range(t.first, t.first + t.size):
        if s.model[m].done != 0:
            return True
    return False


@rule
def holding(s: State, k: int) -> int:
    """The enemies that one who began Engaged must still shock before it drives (CA-12.29), as bits; as an
    option one Tank Shock is enough.
    """
    t = s.detachment[k]
    if t.engaged == 0 or t.broke_out != 0:
        return 0
    if s.options.break_out_shocks == BreakOutShocks.ONE and t.shocks != 0:
        return 0
    return touched_by(s, k) & ~t.shocked


@rule
def why_not_break_out(s: State, holders: int) -> int:
    """HELD if any of the enemies that touch a detachment cannot be shocked (CA-12.29)."""
    for j in range(s.detachments):
        if (holders >> j) & 1 == 1 and not can_be_shocked(s, j):
            return Why.TS_HELD
    return Why.ALLOWED


@rule
def why_not_stop(s: State, k: int) -> int:
    """Whether the vehicles may stop where they are: nothing overlapped, coherency not needed (CA-12.5)."""
    t = s.detachment[k]
    for m in range(t.first, t.first + t.size):
        if alive(s, m):
            why = why_not_stand(s, m, s.model[m].base, 1)
            if why != Why.ALLOWED:
                return why
    return Why.ALLOWED


@rule
def why_not_target(target: int, touched: int, shocked: int, held: bool) -> int:
    """What contacts say against a target; detachments as bits (CA-12.2). held: it breaks out (CA-12.29)."""
    if touched & target == 0:
        return Why.TS_NO_CONTACT
    if not held and touched & ~target & ~shocked != 0:
        return Why.TS_OTHER_CONTACT
    return Why.TS_REPEAT if shocked & target != 0 else Why.ALLOWED


@rule
def why_not_shock(s: State, k: int, target: int) -> int:
    """The first reason against a Tank Shock where the vehicles stand (CA-12.2, in the order of CA-20.4)."""
    t = s.detachment[k]
    if s.options.rules_mode == RulesMode.TODAY or t.order != Order.CHARGE:
        return Why.ORDER
    if not all_vehicles(s, k):
        return Why.TYPE
    why = why_not_stop(s, k)
    if why != Why.ALLOWED:
        return why
    if not can_be_shocked(s, target) or s.detachment[target].side == t.side:
        return Why.TS_TARGET_TYPE
    held = holding(s, k)
    why = why_not_target(1 << target, touched_by(s, k), t.shocked, held != 0)
    if why != Why.ALLOWED:
        return why
    return Why.TS_TURNED if acted(s, k) else why_not_break_out(s, held)


# ---------------------------------------------------------------- the attack


@rule
def declare(s: State, k: int, target: int, e: Log) -> None:
    """Name the target at the stop; it answers next (CA-12.4 to CA-12.6, CA-12.23, CA-12.31)."""
    t = s.detachment[k]
    t.shocks += 1
    t.shocked = t.shocked | (1 << target)
    penalty = penalty_by(s, k, t.shocks - 1, e.why)
    shock_declared(e, k, target, t.shocks, penalty)
    for m in range(t.first, t.first + t.size):
        if alive(s, m):
            s.model[m].charge = charge_in_force_by(s, m, True, e.why)
            charge_measured(e, m, charge_distance(s, m), s.model[m].charge)
    remember_foes(s, (1 << k) | (1 << target))
    s.acting, s.target, s.response = k, target, NOBODY
    s.phase, s.side = Phase.RESPONSE, s.detachment[target].side


@rule
def respond(s: State, response: int, e: Log) -> None:
    """The target stands, stands and fires, or gets out of the way, or does it in part (CA-12.6, CA-12.7)."""
    s.response = response
    responded(e, s.target, response)


@rule
def begin_fights(s: State) -> None:
    """The Fights of the models in contact, chosen by who made the Tank Shock (CA-12.8 to CA-12.11)."""
    acting = s.acting
    both = (1 << acting) | (1 << s.target)
    begin(s, both, Stage.SHOCK, s.detachment[acting].side)


@rule
def count_overwatch(s: State, shot: int) -> None:
    """Wounds that the vehicles lost to Overwatch before the Fights: as an option they count for who has lost
    the Tank Shock (CA-12.19). Call it after `begin_fights`.
    """
    if s.options.shock_wounds == ShockWounds.OVERWATCH_TOO:
        acting = s.acting
        s.lost[s.detachment[acting].side] += shot
        s.detachment[acting].wounds_lost += shot


@rule
def forget_evaders(s: State) -> None:
    """Who got out of the way did so in this Tank Shock only (CA-12.7)."""
    for m in range(s.models):
        if s.model[m].done == EVADES:
            s.model[m].done = 0


@rule
def drive_on(s: State) -> bool:
    """After the Fights and their tests: whether the vehicles drive on (CA-12.17, CA-12.20).

    They do if any are left and still hold their order; a detachment that breaks out is free once nobody
    unshocked holds it (CA-12.29, CA-12.34).
    """
    k = s.acting
    t = s.detachment[k]
    finish(s)
    forget_evaders(s)
    s.target, s.response = NOBODY, NOBODY
    if survivors(s, k) == 0 or t.order != Order.CHARGE:
        return False
    if t.engaged != 0 and holding(s, k) == 0:
        t.broke_out = 1
    begin_leg(s, k)
    s.phase, s.side = Phase.MOVING, t.side
    return True


# ---------------------------------------------------------------- stranded
# Vehicles with no place to end after a Tank Shock: trial ends, and the way back (CA-12.26, CA-12.32).


DIRECTIONS, TURN = 72, 500  # trial drives: every 5 degrees
STRIDE = 500  # and every half inch


@rule
def clear_of_shocked(s: State, k: int) -> bool:
    """Whether the trial base touches no model of a detachment that k has Tank Shocked (CA-12.25)."""
    shocked = s.detachment[k].shocked
    for j in range(s.models):
        other = s.model[j]
        if alive(s, j) and (shocked >> other.detachment) & 1 == 1:
            if not apart(s.trial, other.base, CONTACT + 1) and contact(gap(s.trial, other.base)):
                return False
    return True


@rule
def may_end_at(s: State, m: int, x: int, y: int, facing: int) -> bool:
    """Whether a vehicle may end its move on a place, coherency left aside (CA-12.32)."""
    lay_trial(s, m, x, y, facing)
    if why_not_stand(s, m, s.trial, 1) != Why.ALLOWED:
        return False
    return clear_of_shocked(s, s.model[m].detachment)


@rule
def end_along(s: State, m: int, angle: int) -> int:
    """How far straight in a direction a vehicle has its first legal end; 0: it has none (CA-12.32)."""
    b, left = s.model[m].base, remaining(s, m)
    far = min(STRIDE, left)
    while far > 0:
        x, y = shifted_x(b.x, far, angle), shifted_y(b.y, far, angle)
        if may_end_at(s, m, x, y, angle):
            why = why_not_drive(s, m, x, y)
            if why == Why.ALLOWED:
                return far
            if why == Why.THROUGH_ENEMY or why == Why.TERRAIN:
                return 0  # nor any farther that way
        far = min(far + STRIDE, left) if far < left else 0
    return 0


@rule
def has_trial_end(s: State, m: int) -> bool:
    """Whether a vehicle has a legal end: where it stands, or at the end of a trial drive (CA-12.32)."""
    b = s.model[m].base
    if may_end_at(s, m, b.x, b.y, b.facing):
        return True
    for i in range(DIRECTIONS):
        if end_along(s, m, i * TURN) > 0:
            return True
    return False


@rule
def drive_clear(s: State, m: int, e: Log) -> None:
    """Drive a vehicle to its first trial end, if it may not end where it stands (CA-12.33)."""
    b = s.model[m].base
    x, y = b.x, b.y
    if may_end_at(s, m, x, y, b.facing):
        return
    for i in range(DIRECTIONS):
        far = end_along(s, m, i * TURN)
        if far > 0:
            drive(s, m, shifted_x(x, far, i * TURN), shifted_y(y, far, i * TURN), NOBODY, e)
            return


@rule
def clear_off(s: State, k: int, e: Log) -> None:
    """Drive the vehicles of a detachment, in the order of their ids, to where each may end (CA-12.33)."""
    for m in range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size):
        if alive(s, m):
            drive_clear(s, m, e)


@rule
def stranded(s: State, k: int) -> int:
    """The vehicles of a detachment without a trial end, as bits from its first (CA-12.32)."""
    t, bits = s.detachment[k], 0
    for i in range(t.size):
        if alive(s, t.first + i) and not has_trial_end(s, t.first + i):
            bits |= 1 << i
    return bits


@rule
def why_not_fallback(s: State, k: int) -> int:
    """Why the fallback is not open: no Tank Shock, a way out to fight first, or places to end (CA-12.32)."""
    if s.detachment[k].shocks == 0:
        return Why.FALLBACK
    if holding(s, k) != 0:
        return Why.TS_HELD
    return Why.ALLOWED if stranded(s, k) != 0 else Why.FALLBACK


@rule
def fallback(s: State, k: int, e: Log) -> None:
    """Set all stranded vehicles back, in the order of their ids (CA-12.26, CA-12.32)."""
    bits, first = stranded(s, k), s.detachment[k].first
    for i in range(s.detachment[k].size):
        if (bits >> i) & 1 == 1:
            set_back(s, first + i, e)


@rule
def set_back(s: State, m: int, e: Log) -> None:
    """Set a vehicle back along its path; if nowhere, to where the last Tank Shock was fought (CA-12.26)."""
    v = s.model[m]
    x, y = v.base.x, v.base.y
    if not find_end_on_path(s, m):
        lay_trial(s, m, v.shock_x, v.shock_y, v.shock_facing)
    v.base.x, v.base.y, v.base.facing = s.trial.x, s.trial.y, s.trial.facing
    put_back(e, m, x, y, v.base.x, v.base.y, v.base.facing)


@rule
def find_end_on_path(s: State, m: int) -> bool:
    """Lay the trial base on the last point of a vehicle's path at which it may end, if there is one."""
    v = s.model[m]
    for i in range(v.turns - 1, -1, -1):
        ax = v.turn_x[i - 1] if i > 0 else v.start_x
        ay = v.turn_y[i - 1] if i > 0 else v.start_y
        if find_end_on_stretch(s, m, ax, ay, v.turn_x[i], v.turn_y[i]):
            return True
    return False


@rule
def find_end_on_stretch(s: State, m: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """The same on one stretch, tested at the points of CA-4.11, latest first."""
    facing, parts = direction(bx - ax, by - ay), parts_of(bx - ax, by - ay, STEP)
    for part in range(parts, -1, -1):
        put_along(s.trial, ax, ay, bx, by, part, parts)
        if may_end_at(s, m, s.trial.x, s.trial.y, facing):
            return True
    return False


# ---------------------------------------------------------------- answering
# Answers to a Tank Shock: of the whole target, or as an option of some of its models (CA-12.6 to 12.12).


@rule
def fires_first(response: int) -> bool:
    """Whether an answer begins with Overwatch (CA-12.8)."""
    return response == Response.STAND_AND_FIRE or response == Response.FIRE_SOME_EVADE


@rule
def in_part(response: int) -> bool:
    """Whether only some of the models get out of the way (CA-12.7)."""
    return response == Response.SOME_EVADE or response == Response.FIRE_SOME_EVADE


@rule
def in_contact(s: State, k: int, mover: int) -> int:
    """The models of a detachment that touch the vehicles, as bits from its first: they alone have Fights."""
    t, bits = s.detachment[k], 0
    for i in range(t.size):
        m = t.first + i
        if alive(s, m) and touches_detachment(s, m, mover):
            bits |= 1 << i
    return bits


@rule
def living(s: State, k: int) -> int:
    """The models of a detachment that are left, as bits from its first."""
    t, bits = s.detachment[k], 0
    for i in range(t.size):
        if alive(s, t.first + i):
            bits |= 1 << i
    return bits


@rule
def why_not_split(s: State, k: int, mover: int, evaders: int) -> int:
    """Why these models, bits from the first, cannot get out of the way while the others stand (CA-12.7)."""
    if s.options.shock_answer != ShockAnswer.MODELS or evaders <= 0:
        return Why.ANSWERS
    if evaders & ~in_contact(s, k, mover) != 0 or evaders == living(s, k):
        return Why.ANSWERS
    return Why.ALLOWED


@rule
def hold_evaders(s: State, k: int, evaders: int) -> None:
    """Who gets out of the way fires no Overwatch (CA-12.12): its weapons are kept from firing this time."""
    t = s.detachment[k]
    for i in range(t.size):
        if (evaders >> i) & 1 == 1:
            s.model[t.first + i].spared = (1 << max(FIRST_WEAPONS, s.profile[t.profile].weapons)) - 1


@rule
def why_not_fire_first(s: State, k: int, mover: int, evaders: int) -> int:
    """Why a detachment cannot fire Overwatch before the Fights with the models that stand (CA-12.8)."""
    hold_evaders(s, k, evaders)
    why = why_not_overwatch(s, k, mover)
    forget_spared(s, k)
    return why


@rule
def why_not_answer(s: State, k: int, response: int, evaders: int) -> int:
    """Why a detachment cannot answer a Tank Shock so (CA-12.6 to CA-12.9). evaders: those of an answer in
    part, as bits from its first; without a sense in the others.
    """
    if s.phase != Phase.RESPONSE or k != s.target or response < 0 or response > Response.FIRE_SOME_EVADE:
        return Why.NOT_YOURS
    mover, split = s.acting, evaders if in_part(response) else 0
    if in_part(response):
        why = why_not_split(s, k, mover, split)
        if why != Why.ALLOWED:
            return why
    return why_not_fire_first(s, k, mover, split) if fires_first(response) else Why.ALLOWED


@rule
def name_evaders(s: State, k: int, evaders: int, e: Log) -> None:
    """Keep who gets out of the way while the others stand (CA-12.7)."""
    t = s.detachment[k]
    for i in range(t.size):
        if (evaders >> i) & 1 == 1:
            s.model[t.first + i].done = EVADES
            model_evades(e, t.first + i)


@rule
def say(s: State, response: int, evaders: int, e: Log) -> None:
    """The target says what it does, all of it or model by model (CA-12.6, CA-12.7)."""
    respond(s, response, e)
    name_evaders(s, s.target, evaders, e)


@rule
def answer(s: State, response: int, evaders: int, d: Dice, e: Log) -> None:
    """The target stands, fires first, or gets out of the way; the Fights follow (CA-12.6 to CA-12.10)."""
    k, mover, split = s.target, s.acting, evaders if in_part(response) else 0
    say(s, response, split, e)
    before = remaining_wounds(s, mover)
    if fires_first(response):
        hold_evaders(s, k, split)
        overwatch(s, k, mover, d, e)
    begin_fights(s)
    count_overwatch(s, before - remaining_wounds(s, mover))
