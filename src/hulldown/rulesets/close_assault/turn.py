"""The course of play: activations, rounds, and who wins (CA-3, CA-17, CA-18)."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import GRAIN, HALF_CIRCLE, apart, gap, half_extent, mils
from hulldown.rulesets.close_assault.combat import (
    drive_on,
    finish,
    first_of_combat,
    go_on,
    pick,
    remaining_combats,
)
from hulldown.rulesets.close_assault.events import (
    Why,
    activated,
    ceased_fire,
    conceded,
    extra_scored,
    game_ended,
    initiative_rolled,
    morale_tested,
    objective_scored,
    objective_tied,
    order_revealed,
    rallied,
    rolled_to_save,
    round_ended,
    round_started,
)
from hulldown.rulesets.close_assault.fights import why_not_begin
from hulldown.rulesets.close_assault.movement import (
    begin_move,
    begin_withdraw,
    end_of_move,
    full_move_by,
    has_moved,
    moves,
)
from hulldown.rulesets.close_assault.occasions import (
    Occasion,
    added_to_initiative,
    amend,
    lead_model,
    morale_by,
    passes,
    reroll_initiative,
    reroll_reached,
)
from hulldown.rulesets.close_assault.shooting import (
    callers,
    can_defend,
    can_fire,
    defend,
    fire,
    hold_fire,
    lose_order,
    overwatch,
    run_home,
    why_not_defend,
    why_not_fire,
    why_not_overwatch,
)
from hulldown.rulesets.close_assault.state import (
    MODELS,
    NOBODY,
    NONE,
    TOL,
    WEAPONS,
    Detachment,
    Ending,
    Extra,
    Kind,
    Model,
    Options,
    Order,
    Phase,
    Profile,
    RulesMode,
    Stage,
    State,
    alive,
    is_vehicle,
    kind_of,
    side_of,
)
from hulldown.rulesets.close_assault.table import must_place
from hulldown.rulesets.close_assault.values import SIDES, reached, survivors

# ---------------------------------------------------------------- who is activated


@rule
def may_move(s: State, k: int) -> bool:
    """Whether a detachment still has to be activated in the Movement phase (CA-3.7)."""
    t = s.detachment[k]
    order = t.order
    return (moves(order) or order == Order.FALL_BACK) and t.moved == 0 and survivors(s, k) > 0


@rule
def movers(s: State, side: int) -> int:
    """How many detachments a side still has to activate."""
    n = 0
    for k in range(s.detachments):
        if s.detachment[k].side == side and may_move(s, k):
            n += 1
    return n


@rule
def first_mover(s: State, side: int) -> int:
    """The first detachment that a side still has to activate; -1 for none."""
    for k in range(s.detachments):
        if s.detachment[k].side == side and may_move(s, k):
            return k
    return NOBODY


@rule
def why_not_activate(s: State, side: int, k: int) -> int:
    """Why a detachment cannot be activated now (CA-3.6, CA-3.7)."""
    if s.phase != Phase.MOVEMENT or s.side != side or s.detachment[k].side != side:
        return Why.NOT_YOURS
    return Why.ALLOWED if may_move(s, k) else Why.ORDER


@rule
def activate(s: State, k: int, e: Log) -> None:
    """Activate a detachment (CA-3.7): it moves, fights on where it is held (CA-4.8), or runs (CA-16.7)."""
    t = s.detachment[k]
    t.moved, t.activated = 1, 1
    s.acting, s.side = k, t.side
    begin_move(s, k)
    full_move_by(s, lead_model(s, k), e.why)  # for the log: what house rules gave
    activated(e, k, t.order, t.engaged)
    if t.order == Order.FALL_BACK:
        run_home(s, k, e)
        end_activation(s)
    elif t.engaged == 0:
        s.phase = Phase.MOVING
    elif t.order != Order.CHARGE:
        end_activation(s)  # CA-3.10
    elif may_act_engaged(s, k):
        s.phase = Phase.ENGAGED
    else:
        end_move(s, k, e)  # to stay is all it can do


@rule
def may_act_engaged(s: State, k: int) -> bool:
    """Whether an Engaged detachment with a Charge order can do anything but stay; otherwise nobody is asked
    (CA-4.8, CA-20.2): pile in, Turn or Tank Shock with vehicles, Encircle with others.
    """
    t, today = s.detachment[k], s.options.rules_mode == RulesMode.TODAY
    for m in range(t.first, t.first + t.size):
        if not alive(s, m):
            continue
        if s.model[m].touched == 0 or (is_vehicle(s, m) and not today):
            return True
        if why_not_begin(s, m) == Why.ALLOWED:
            return True
    return False


@rule
def end_activation(s: State) -> None:
    """The activation is over: the other side is next (CA-3.6)."""
    s.side = 1 - s.detachment[s.acting].side
    s.acting, s.target, s.response, s.charged = NOBODY, NOBODY, NOBODY, 0
    s.phase = Phase.MOVEMENT


# ---------------------------------------------------------------- Point Defence


@rule
def at_start(s: State, k: int) -> bool:
    """Whether no model of the acting detachment has moved yet (CA-15.9)."""
    t = s.detachment[k]
    for m in range(t.first, t.first + t.size):
        if has_moved(s, m):
            return False
    return True


@rule
def why_not_defend_now(s: State, k: int, target: int) -> int:
    """Why Point Defence weapons cannot fire now, right at the start or the end of a move (CA-15.9).

    target NOBODY: they do not, which is an answer at the end only.
    """
    at_end = s.phase == Phase.POINT_DEFENCE
    if k != s.acting or not (at_end or (s.phase == Phase.MOVING and at_start(s, k))):
        return Why.NOT_YOURS
    if target == NOBODY:
        return Why.ALLOWED if at_end else Why.NOT_YOURS
    return why_not_defend(s, k, target)


@rule
def defend_now(s: State, k: int, target: int, d: Dice, e: Log) -> None:
    """Point Defence weapons fire at a target, or at the end of the move they do not (CA-15.9)."""
    if target != NOBODY:
        defend(s, k, target, d, e)
    if s.phase == Phase.POINT_DEFENCE:
        s.phase = Phase.OVERWATCH


@rule
def waits_for_defence(s: State) -> bool:
    """At the end of a move: whether its player may still fire Point Defence weapons (CA-15.9, CA-20.2)."""
    if can_defend(s, s.acting):
        return True
    s.phase = Phase.OVERWATCH
    return False


# ---------------------------------------------------------------- the end of a move


@rule
def end_move(s: State, k: int, e: Log) -> None:
    """The move ends here (CA-4.10), by its player's will or by a fallback (CA-12.26)."""
    end_of_move(s, k, e)
    s.charged = callers(s, k)
    s.phase = Phase.POINT_DEFENCE


@rule
def waits_for_overwatch(s: State) -> bool:
    """Whether a charged detachment has to say if it fires; the first of them is asked (CA-15.11 b)."""
    for k in range(s.detachments):
        if (s.charged >> k) & 1 == 1:
            if why_not_overwatch(s, k, s.acting) == Why.ALLOWED:
                s.target, s.side = k, s.detachment[k].side
                return True
            s.charged = s.charged & ~(1 << k)
    end_activation(s)
    return False


@rule
def why_not_call(s: State, k: int, choice: int) -> int:
    """Why a detachment cannot say now whether it calls Overwatch (CA-15.11 b)."""
    if s.phase != Phase.OVERWATCH or k != s.target or choice < 0 or choice > 1:
        return Why.NOT_YOURS
    return Why.ALLOWED


@rule
def call_overwatch(s: State, k: int, choice: int, d: Dice, e: Log) -> None:
    """A charged detachment fires at who charged it, or not (CA-15.11 b)."""
    s.charged = s.charged & ~(1 << k)
    if choice == 1:
        overwatch(s, k, s.acting, d, e)


# ---------------------------------------------------------------- rounds
# Rounds begin and end: markers, ledgers and records go; orders and Initiative (CA-3, CA-18.1).


@rule
def begin_round(s: State, e: Log) -> None:
    """The Orders phase of the next round (CA-3.1)."""
    s.round += 1
    s.phase, s.acting, s.target = Phase.ORDERS, NOBODY, NOBODY
    round_started(e, s.round, s.rounds)


@rule
def end_round(s: State, d: Dice, e: Log) -> None:
    """The End phase: rally, clear up, score (CA-18.1); after the last round the battle is over (CA-18.3)."""
    for k in range(s.detachments):
        if s.detachment[k].order == Order.FALL_BACK and survivors(s, k) > 0:
            rally(s, k, d, e)
    for k in range(s.detachments):
        clear_detachment(s.detachment[k])
    for m in range(s.models):
        if alive(s, m):
            clear_model(s.model[m], s.profile[s.detachment[s.model[m].detachment].profile])
    s.resolved, s.charged = 0, 0
    score_objectives(s, e)
    round_ended(e, s.round, s.score[0], s.score[1])
    if s.round >= s.rounds:
        judge_rounds(s, e)
    else:
        begin_round(s, e)


@rule
def clear_detachment(t: Detachment) -> None:
    """Orders go, but not a Fall Back; so do Tank Shock records and what it has done (CA-12.26, CA-18.1)."""
    if t.order != Order.FALL_BACK:
        t.order = Order.NONE
    t.ordered, t.activated, t.moved, t.shot = 0, 0, 0, 0
    t.engaged, t.broke_out, t.shocks, t.shocked, t.touched = 0, 0, 0, 0, 0


@rule
def clear_model(v: Model, p: Profile) -> None:
    """The ledger is full again, the charge distance forgotten (CA-10.8, CA-18.1)."""
    v.used, v.fired, v.spared, v.charge, v.done = 0, 0, 0, 0, 0
    for w in range(WEAPONS):
        v.left[w] = p.weapon[w].bonuses if w < p.weapons else 0


# ---------------------------------------------------------------- orders


@rule
def owes_order(s: State, k: int) -> bool:
    """Whether a detachment has no order yet; one that falls back gets none (CA-3.2)."""
    return bool(s.phase == Phase.ORDERS and s.detachment[k].order == Order.NONE) and survivors(s, k) > 0


@rule
def owes_orders(s: State, side: int) -> bool:
    """Whether a side still has to give an order."""
    for k in range(s.detachments):
        if s.detachment[k].side == side and owes_order(s, k):
            return True
    return False


@rule
def why_not_order(s: State, side: int, k: int, order: int) -> int:
    """Why a detachment cannot be given an order: First Fire, Advance, March or Charge (CA-3.2, CA-3.4)."""
    if s.phase != Phase.ORDERS or s.detachment[k].side != side or not owes_order(s, k):
        return Why.NOT_YOURS
    return Why.ALLOWED if order >= Order.FIRST_FIRE and order <= Order.CHARGE else Why.ORDER


@rule
def give_order(s: State, k: int, order: int) -> None:
    """Give an order; it stays secret until all are given (CA-3.4)."""
    s.detachment[k].order, s.detachment[k].ordered = order, 1


@rule
def reveal(s: State, e: Log) -> None:
    """All orders are revealed together (CA-3.4)."""
    for k in range(s.detachments):
        if s.detachment[k].order != Order.NONE and survivors(s, k) > 0:
            order_revealed(e, k, s.detachment[k].order)


# ---------------------------------------------------------------- Initiative


@rule
def initiative_of(mine: int, theirs: int, last: int) -> int:
    """Which side has Initiative: the higher die, on a tie who did not have it; -1: roll again (CA-3.5)."""
    if mine != theirs:
        return 0 if mine > theirs else 1
    return NOBODY if last == NOBODY else 1 - last


@rule
def roll_initiative(s: State, d: Dice, e: Log) -> None:
    """Both sides roll for Initiative, in round 1 until they differ (CA-3.5)."""
    last, winner = s.initiative, NOBODY
    while winner == NOBODY:
        mine, theirs = roll(d, SIDES), roll(d, SIDES)
        mine, theirs = reroll_initiative(s, 0, mine, d, e), reroll_initiative(s, 1, theirs, d, e)
        ours, others = added_to_initiative(s, 0, e.why), added_to_initiative(s, 1, e.why)
        winner = initiative_of(mine + ours, theirs + others, last)
        tied = 1 if mine + ours == theirs + others else 0
        initiative_rolled(e, winner, mine, theirs, tied)
    s.initiative = s.side = winner


# ---------------------------------------------------------------- turn
# The order of play: on to the next decision that belongs to a seat (CA-3.1, CA-3.6, CA-17, CA-20.1).
#
# What has one answer is taken without asking (CA-20.2). Each step waits for a seat or takes the battle on.


@rule
def advance(s: State, d: Dice, e: Log) -> None:
    """After every action: take the battle on until a seat has to decide, or it is over."""
    waiting = False
    while not waiting:
        waiting = judge_wiped(s, e) or step(s, d, e)


@rule
def step(s: State, d: Dice, e: Log) -> bool:
    """One step on; True: a seat has to decide."""
    if s.combat != 0:
        return fight_on(s, d, e)
    if s.phase == Phase.DEPLOY:
        return deploy_on(s, e)
    if s.phase == Phase.ORDERS:
        return order_on(s, d, e)
    if s.phase == Phase.ENGAGEMENT:
        return engage_on(s)
    if fires(s.phase):
        return fire_on(s, d, e)
    return move_on(s, e)


@rule
def deploy_on(s: State, e: Log) -> bool:
    """A side with nobody to place lets the other finish; then the first round begins (CA-2.13)."""
    if not must_place(s, s.side):
        s.side = 1 - s.side
    if must_place(s, s.side):
        return True
    begin_round(s, e)
    return False


@rule
def order_on(s: State, d: Dice, e: Log) -> bool:
    """When all have their orders these are revealed, and Initiative is rolled (CA-3.4, CA-3.5)."""
    if owes_orders(s, 0) or owes_orders(s, 1):
        return True
    reveal(s, e)
    roll_initiative(s, d, e)
    s.phase = Phase.MOVEMENT
    return False


@rule
def move_on(s: State, e: Log) -> bool:
    """Within an activation its end goes on by itself; else the next detachment is activated (CA-3.6)."""
    if s.phase == Phase.MOVEMENT:
        return activate_on(s, e)
    if s.phase == Phase.POINT_DEFENCE:
        return waits_for_defence(s)
    if s.phase == Phase.OVERWATCH:
        return waits_for_overwatch(s)
    return True


@rule
def activate_on(s: State, e: Log) -> bool:
    """A side with nobody left lets the other finish (CA-3.6); an only one is activated at once (CA-20.2)."""
    if movers(s, s.side) == 0:
        s.side = 1 - s.side
    left = movers(s, s.side)
    if left > 1:
        return True
    if left == 1:
        activate(s, first_mover(s, s.side), e)
    else:
        begin_stage(s, Phase.FIRST_FIRE)
    return False


@rule
def fire_on(s: State, d: Dice, e: Log) -> bool:
    """A fire stage goes on while a detachment has something to fire at (CA-3.9, CA-17.1, CA-17.7)."""
    if not may_activate(s, s.side):
        s.side = 1 - s.side
    if may_activate(s, s.side):
        return True
    if s.phase == Phase.FIRST_FIRE:
        begin_stage(s, Phase.ENGAGEMENT)
    else:
        end_round(s, d, e)
    return False


@rule
def engage_on(s: State) -> bool:
    """The side with Initiative picks Combats until all are resolved (CA-17.2); an only one begins at once."""
    left = remaining_combats(s)
    s.side = s.initiative
    if left > 1:
        return True
    if left == 0:
        begin_stage(s, Phase.ADVANCING_FIRE)
        return False
    for k in range(s.detachments):
        if s.combat == 0 and first_of_combat(s, k):
            pick(s, k)
    return False


@rule
def fight_on(s: State, d: Dice, e: Log) -> bool:
    """A Combat goes on: Fights, tests, Withdraws, then what it interrupted (CA-17.3 to CA-17.6)."""
    if s.phase == Phase.WITHDRAW and s.flight_from > 0:
        return True
    if go_on(s, d, e) or take_tests(s, d, e):
        return True
    if s.stage == Stage.ENGAGEMENT:
        finish(s)
        s.phase, s.target = Phase.ENGAGEMENT, NOBODY
    elif not drive_on(s):
        end_activation(s)
    return False


# ---------------------------------------------------------------- stages
# The fire stages: detachments are activated in turn and fire (CA-3.6, CA-3.9, CA-15.1, CA-17.1, CA-17.7).


@rule
def fires(phase: int) -> bool:
    """Whether a phase is a fire stage."""
    return phase == Phase.FIRST_FIRE or phase == Phase.ADVANCING_FIRE


@rule
def begin_stage(s: State, phase: int) -> None:
    """A stage of the Combat phase begins, with the side that has Initiative (CA-3.6)."""
    s.phase, s.side, s.acting, s.target = phase, s.initiative, NOBODY, NOBODY
    s.resolved = 0
    for k in range(s.detachments):
        s.detachment[k].activated = 0


@rule
def may_activate(s: State, side: int) -> bool:
    """Whether a side has a detachment that can fire in this stage (CA-3.9)."""
    for k in range(s.detachments):
        if s.detachment[k].side == side and can_fire(s, k):
            return True
    return False


@rule
def why_not_hold(s: State, side: int, k: int) -> int:
    """Why a detachment cannot be activated to hold its fire: it could not fire either (CA-3.9)."""
    if not fires(s.phase) or s.side != side or s.detachment[k].side != side:
        return Why.NOT_YOURS
    return Why.ALLOWED if can_fire(s, k) else Why.FIRE_ORDER


@rule
def why_not_shoot_now(s: State, side: int, k: int, target: int, second: int) -> int:
    """Why a detachment cannot be activated to fire so (CA-3.6, CA-15.1, CA-15.2)."""
    if not fires(s.phase) or s.side != side or s.detachment[k].side != side:
        return Why.NOT_YOURS
    return why_not_fire(s, k, target, second)


@rule
def shoot_now(s: State, k: int, target: int, second: int, d: Dice, e: Log) -> None:
    """A detachment is activated and fires; the other side is next (CA-3.6, CA-15.1)."""
    fire(s, k, target, second, d, e)
    end_fire(s, k)


@rule
def hold_now(s: State, k: int, e: Log) -> None:
    """A detachment is activated and holds its fire (CA-3.9)."""
    hold_fire(s, k, e)
    end_fire(s, k)


@rule
def why_not_cease(s: State, side: int) -> int:
    """Why a side cannot say that nobody else of it fires: nobody could (CA-3.11)."""
    if not fires(s.phase) or s.side != side:
        return Why.NOT_YOURS
    return Why.ALLOWED if may_activate(s, side) else Why.FIRE_ORDER


@rule
def cease_now(s: State, side: int, e: Log) -> None:
    """Nobody else of a side fires: all who could are activated and hold their fire (CA-3.11)."""
    ceased_fire(e, side)
    for k in range(s.detachments):
        if s.detachment[k].side == side and can_fire(s, k):
            hold_now(s, k, e)


@rule
def end_fire(s: State, k: int) -> None:
    """It has been activated in this stage: the other side is next (CA-3.6)."""
    s.detachment[k].activated = 1
    s.side = 1 - s.detachment[k].side


# ---------------------------------------------------------------- morale
# Morale: tests, orders lost, rallying, flight (CA-3.8, CA-16). Fire causes no test (CA-16.8).


@rule
def rolls_morale(s: State, k: int, d: Dice, e: Log) -> bool:
    """Test the morale of a detachment: whether it passes (CA-16.1); after the last stage it is to rally.

    Without a Morale value it passes, and nothing is rolled (CA-16.11).
    """
    rallies = s.phase == Phase.ADVANCING_FIRE
    occasion = Occasion.RALLY.value if rallies else Occasion.MORALE.value
    face = morale_by(s, k, occasion, e.why)
    die = 0
    if face != NONE:
        die = reroll_reached(s, occasion, lead_model(s, k), NOBODY, reached(d, face), face, d, e)
    passed = passes(face, die)
    morale_tested(e, k, die, face, 1 if passed else 0, 1 if rallies else 0)
    return passed


@rule
def break_off(s: State, k: int, e: Log) -> bool:
    """A failed test: Fall Back instead of its order, and a Withdraw at once (CA-16.3). Its charge is over.

    True: its owner has to place its models.
    """
    lose_order(s, k, e)
    d = s.detachment[k]
    d.order = Order.FALL_BACK
    d.moved = 1  # it does not act further this round (CA-3.8)
    for m in range(d.first, d.first + d.size):
        s.model[m].charge = 0
    return begin_withdraw(s, k, e)


@rule
def take_tests(s: State, d: Dice, e: Log) -> bool:
    """Take the tests of `State.tests`, one detachment after another in order of id, each Withdraw at once
    (CA-16.2, CA-17.6). True: one failed and its owner has to place it; come back when it is placed.
    """
    for k in range(s.detachments):
        if (s.tests >> k) & 1 == 0:
            continue
        s.tests = s.tests & ~(1 << k)
        if survivors(s, k) > 0 and not rolls_morale(s, k, d, e) and break_off(s, k, e):
            s.phase, s.side, s.target = Phase.WITHDRAW, s.detachment[k].side, k
            return True
    return False


@rule
def rally(s: State, k: int, d: Dice, e: Log) -> None:
    """The End phase: a detachment with Fall Back that passes a test loses the marker (CA-16.6)."""
    if rolls_morale(s, k, d, e):
        s.detachment[k].order = Order.NONE
        rallied(e, k)


# ---------------------------------------------------------------- victory
# Objectives, the scenario's own points, and how a battle ends (CA-18).


DRAW = 2
MOST_STRENGTH = 100  # of a model
QUARTER_TURNS = 9000  # hundredths of a degree


@rule
def finish_battle(s: State, winner: int, ending: int, e: Log) -> None:
    """The battle is over (CA-18.3)."""
    s.winner, s.ending, s.phase = winner, ending, Phase.OVER
    game_ended(e, winner, ending, s.score[0], s.score[1])


@rule
def result(s: State) -> int:
    """-1 while it runs, the side that won, 2 for a draw."""
    return s.winner


@rule
def concede(s: State, side: int, e: Log) -> None:
    """A side gives up; points do not matter then (CA-18.4)."""
    conceded(e, side)
    finish_battle(s, 1 - side, Ending.CONCEDED, e)


@rule
def remaining_models(s: State, side: int) -> int:
    """How many models of a side are left."""
    n = 0
    for m in range(s.models):
        if alive(s, m) and side_of(s, m) == side:
            n += 1
    return n


@rule
def judge_wiped(s: State, e: Log) -> bool:
    """Whether the battle is over; a side without models loses at once, both together draw (CA-18.3)."""
    if s.phase == Phase.OVER:
        return True
    mine, theirs = remaining_models(s, 0), remaining_models(s, 1)
    if mine > 0 and theirs > 0:
        return False
    winner = DRAW if mine == theirs else (0 if mine > 0 else 1)
    finish_battle(s, winner, Ending.WIPED_OUT, e)
    return True


# ---------------------------------------------------------------- objectives


@rule
def strength(o: Options, kind: int) -> int:
    """What a model counts for near an objective (CA-18.2)."""
    if kind == Kind.INFANTRY:
        return o.infantry_strength
    if kind == Kind.CAVALRY:
        return o.cavalry_strength
    if kind == Kind.WALKER:
        return o.walker_strength
    return o.vehicle_strength if kind == Kind.VEHICLE else o.super_heavy_strength


@rule
def holder(mine: int, theirs: int) -> int:
    """Who holds an objective: the higher strength, nobody if they are equal (CA-18.2)."""
    if mine == theirs:
        return NOBODY
    return 0 if mine > theirs else 1


def contested(mine: int, theirs: int) -> bool:
    """Whether nobody holds an objective because both sides are as strong there (CA-18.2)."""
    return mine == theirs and mine > 0


@rule
def near_objective(s: State, m: int, i: int) -> bool:
    """Whether a model's base is within reach of an objective (CA-18.2)."""
    point = s.trial
    point.x, point.y, point.facing = s.objective_x[i], s.objective_y[i], 0
    point.round, point.half_length, point.half_width = 1, 0, 0
    near = s.options.objective_reach + TOL
    return not apart(s.model[m].base, point, near + 1) and gap(s.model[m].base, point) <= near


@rule
def strength_at(s: State, i: int, side: int) -> int:
    """The strength of a side at an objective."""
    return strength_at_by(s, i, side, s.mute)


@rule
def strength_at_by(s: State, i: int, side: int, terms: Terms) -> int:
    """The same, every house rule noted; detachments with Fall Back count nothing (CA-18.2)."""
    total = 0
    for m in range(s.models):
        d = s.detachment[s.model[m].detachment]
        if d.side == side and d.order != Order.FALL_BACK and alive(s, m) and near_objective(s, m, i):
            total += strength_by(s, m, terms)
    return total


@rule
def strength_by(s: State, m: int, terms: Terms) -> int:
    """What a model counts for near an objective (CA-18.2)."""
    printed = strength(s.options, kind_of(s, m))
    return max(0, min(MOST_STRENGTH, amend(s, Occasion.STRENGTH, m, NOBODY, printed, terms)))


@rule
def score_objectives(s: State, e: Log) -> None:
    """Each objective held gives its points at the end of the rounds that score (CA-18.2, section 6)."""
    if s.round < s.scoring:
        return
    for i in range(s.objectives):
        mine, theirs = strength_at_by(s, i, 0, e.why), strength_at_by(s, i, 1, e.why)
        side = holder(mine, theirs)
        if side != NOBODY:
            points = s.options.objective_points
            s.score[side] += points
            objective_scored(e, side, i, mine, theirs, points)
        elif mine:
            objective_tied(e, i, mine)


# ---------------------------------------------------------------- the scenario's own points


@rule
def along_axis(s: State, v: Model, side: int) -> int:
    """x or y of a model's centre: whichever leads away from a side's own edge."""
    return v.base.y if s.edge[side] % HALF_CIRCLE == QUARTER_TURNS else v.base.x


@rule
def beyond(s: State, m: int, side: int, whole: bool) -> bool:
    """Whether a model is on the scenario's line or beyond it, seen from a side's own edge.

    whole: all of its base; else its centre.
    """
    v, away = s.model[m], (s.edge[side] + HALF_CIRCLE) % (2 * HALF_CIRCLE)
    ahead = away <= QUARTER_TURNS  # east or north: the line is passed upwards
    reach = half_extent(v.base, away) if whole else 0
    past = (along_axis(s, v, side) - s.extra_line) * (1 if ahead else -1)
    return mils(past * GRAIN - reach) >= -TOL


@rule
def counts_for_extra(s: State, m: int) -> bool:
    """Whether a model has done what the scenario rewards at its end (CA-18.3, section 6)."""
    side = s.extra_side
    if not alive(s, m) or side_of(s, m) != side:
        return False
    if s.extra == Extra.BREAKTHROUGH:
        return is_vehicle(s, m) and beyond(s, m, side, True)
    return bool(s.model[m].detachment == s.extra_unit) and beyond(s, m, side, False)


@rule
def earns_extra(s: State) -> bool:
    """Whether enough models have done it, as things stand."""
    n = 0
    for m in range(s.models):
        if counts_for_extra(s, m):
            n += 1
    return bool(s.extra != Extra.NONE and n >= s.extra_models)


@rule
def judge_rounds(s: State, e: Log) -> None:
    """After the last round: the scenario's own points, then the higher total wins (CA-18.3, CA-18.4)."""
    if earns_extra(s):
        side = s.extra_side
        s.score[side] += s.extra_points
        extra_scored(e, side, s.extra_points)
    winner = holder(s.score[0], s.score[1])
    finish_battle(s, DRAW if winner == NOBODY else winner, Ending.ROUNDS, e)


# ---------------------------------------------------------------- outcome of a detachment
# What became of a detachment, as a number for odds: models, Wounds, Fall Back, hits.


WOUNDS = 64  # more than any detachment has
HITS = 64
FALLS_BACK = 2
SAVE = rolled_to_save.kind


@rule
def outcome(s: State, e: Log, subject: int) -> int:
    """What became of a detachment: models and Wounds left, a Fall Back, hits that it took; see `unpacked`."""
    if subject < 0:
        return 0
    d, models, wounds = s.detachment[subject], 0, 0
    for m in range(d.first, d.first + d.size):
        if alive(s, m):
            models += 1
            wounds += s.model[m].wounds
    back = 1 if d.order == Order.FALL_BACK else 0
    return ((models * WOUNDS + wounds) * FALLS_BACK + back) * HITS + hits_on(s, e, subject)


@rule
def hits_on(s: State, e: Log, subject: int) -> int:
    """How many saves it had to make: hits that could harm it."""
    saves = 0
    for i in range(e.count):
        row = e.events[i]
        if row.kind == SAVE and row.actor >= 0 and row.actor < MODELS:
            if s.model[row.actor].detachment == subject:
                saves += 1
    return min(saves, HITS - 1)


def unpacked(outcome_of: int) -> tuple[int, int, bool, int]:
    """Models left, Wounds left, whether it falls back, hits taken."""
    rest, hits = divmod(outcome_of, HITS)
    rest, back = divmod(rest, FALLS_BACK)
    models, wounds = divmod(rest, WOUNDS)
    return models, wounds, bool(back), hits
