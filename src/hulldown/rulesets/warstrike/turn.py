"""The course of play: set-up, turns, activations, Snap Fire (WS-4, WS-5, WS-6, WS-10, WS-12)."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import Shape
from hulldown.rulesets.warstrike.events import (
    Why,
    action_chosen,
    activated,
    defenders_rose,
    hunkered,
    placed,
    rolled_off,
    snap_declined,
    snap_offered,
    taken_back,
    turn_started,
    went_to_ground,
)
from hulldown.rulesets.warstrike.fall_back import flee
from hulldown.rulesets.warstrike.losses import SIDES, ld_check, pending, settle, shed, take_all
from hulldown.rulesets.warstrike.moving import begin_move
from hulldown.rulesets.warstrike.permissions import (
    band,
    destroy_unit,
    disorderly_action,
    open_limit_by,
    terrain_limit_by,
)
from hulldown.rulesets.warstrike.routes import concealed, leave_at_edge
from hulldown.rulesets.warstrike.shooting import attack, begin_fire, can_fire, why_not_fire
from hulldown.rulesets.warstrike.state import (
    FINE,
    NOBODY,
    Band,
    Deed,
    DestroyCheck,
    Fate,
    Flight,
    GtgMove,
    Half,
    Model,
    Options,
    Phase,
    SnapEligibility,
    State,
    is_vehicle,
    lasts,
)
from hulldown.rulesets.warstrike.table import at_most, edge_distance, less, spot_x, spot_y, why_not_stand
from hulldown.rulesets.warstrike.victory import end_of_turns, morale_of, objectives_won, wiped_out


@rule
def eligible(o: Options, last: int, ground: int, markers: int, hunkered: int, snapped: int) -> bool:
    """Whether a unit may Snap Fire, by what it did and suffered (WS-12.3)."""
    if hunkered != 0 or snapped != 0:
        return False
    if o.snap_eligibility == SnapEligibility.ALL:
        return ground == 0  # WS-9.32
    if markers > 0 or last == Deed.NONE:
        return False
    if o.snap_eligibility == SnapEligibility.ANY_UNSUPPRESSED:
        return ground == 0
    return last == Deed.OPEN_FIRE


@rule
def may_snap(s: State, k: int) -> bool:
    """Whether a unit may Snap Fire in this Action Phase (WS-12.3)."""
    u = s.unit[k]
    if not lasts(s, k):
        return False
    return eligible(s.options, u.last, u.ground, u.markers, u.hunkered, u.snapped)


@rule
def next_to_ask(s: State) -> int:
    """The next unit of the other side that may Snap Fire at the moving one and can; or NOBODY (WS-12.4).

    Nobody is asked unless the move called for it (WS-12.2).
    """
    mover, start = s.acting, s.asked + 1
    if s.over == 0 or not lasts(s, mover):
        return NOBODY
    unit = NOBODY
    to_snap_points(s, mover)
    for k in range(start, s.units):
        if unit == NOBODY and s.unit[k].side != s.unit[mover].side and may_snap(s, k):
            begin_fire(s, k)
            if why_not_fire(s, k, mover) == Why.OK:
                unit = k
    from_snap_points(s, mover)
    return unit


@rule
def answer_snap(s: State, k: int, choice: int, d: Dice, e: Log) -> None:
    """The unit that is asked fires, or declines (WS-12.4)."""
    if choice == 0:
        snap_declined(e, k)
        return
    mover = s.acting
    s.unit[k].snapped = 1
    to_snap_points(s, mover)
    attack(s, k, mover, mover, d, e)
    take_all(s, e)
    from_snap_points(s, mover)


# ---------------------------------------------------------------- where it meets them


@rule
def to_snap_points(s: State, k: int) -> None:
    """Put the models of the moving unit where Snap Fire meets them; their places wait in trial (WS-12.5)."""
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        v = s.model[m]
        s.trial_x[m], s.trial_y[m] = v.x, v.y
        v.x, v.y = v.snap_x, v.snap_y


@rule
def from_snap_points(s: State, k: int) -> None:
    """Put the models of the moving unit back to where they ended."""
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        v = s.model[m]
        v.x, v.y = s.trial_x[m], s.trial_y[m]
        s.trial_x[m], s.trial_y[m] = 0, 0


# ---------------------------------------------------------------- activations: Fall Back! by strength
# Activations: the check, the action chosen, what a broken unit does by itself (WS-5.5, WS-6, WS-9, 10).


@rule
def fall_back(s: State, k: int, d: Dice, e: Log) -> None:
    """The whole Fall Back! of a unit below the upper band; nothing of it is chosen (WS-10.6, WS-10.18)."""
    u = s.unit[k]
    u.last, u.hit = Deed.FALL_BACK, 0
    s.deed, s.half, s.done, s.phase = Deed.FALL_BACK, Half.MOVE_FIRST, 3, Phase.RESOLVE
    s.flight, s.over, s.leaves = Flight.NONE, 0, 0
    action_chosen(e, k, Deed.FALL_BACK, Half.MOVE_FIRST)
    if band(s, k) == Band.DESTROYED:
        destroy_unit(s, k, e)
    elif concealed(s, k):
        hunker(s, k, e)
    else:
        flee(s, k, d, e)


@rule
def hunker(s: State, k: int, e: Log) -> None:
    """A unit that no threat sees in the open stays in place, harder to hit and kill (WS-10.8 to WS-10.10)."""
    s.unit[k].hunkered = 1
    hunkered(e, k)


# ---------------------------------------------------------------- activation


MOVING, FIRING = 1, 2  # bits of State.done: halves that are over


@rule
def may_activate(s: State, k: int) -> bool:
    """Whether a unit still has to act in this Action Phase (WS-5.6)."""
    u = s.unit[k]
    return bool(u.side == s.side and u.fate == Fate.FIGHTS and u.acted == 0)


@rule
def why_not_activate(s: State, seat: int, k: int) -> int:
    """Why a unit cannot be activated now (WS-5.6)."""
    if s.phase != Phase.ACTIVATE or s.unit[k].side != seat or s.unit[k].fate != Fate.FIGHTS:
        return Why.NOT_YOURS
    return Why.OK if may_activate(s, k) else Why.ALREADY_ACTED


@rule
def activate(s: State, k: int, d: Dice, e: Log) -> None:
    """A unit's turn to act: the states of its last action end, then it checks (WS-5.7, WS-9.33, WS-12.7)."""
    u = s.unit[k]
    s.acting, s.phase, s.done, s.flight, s.over = k, Phase.CHOOSE, 0, Flight.NONE, 0
    s.failed, s.deed, s.half = 0, Deed.NONE, Half.MOVE_FIRST
    u.ground, u.hunkered, u.last = 0, 0, Deed.NONE
    for m in range(u.first, u.first + u.size):
        s.model[m].moved, s.model[m].fixed, s.model[m].tests = 0, 0, 0
    activated(e, k)
    if u.markers > 0 and not ld_check(s, k, d, e):
        s.failed = 1


@rule
def flees_by_itself(s: State, k: int) -> bool:
    """Whether nothing is left to choose: a failed check below the upper band (WS-10.1, WS-10.6, WS-10.18)."""
    return bool(s.phase == Phase.CHOOSE and s.failed != 0) and band(s, k) != Band.UPPER


@rule
def act(s: State, k: int, deed: int, half: int, e: Log) -> None:
    """The unit's action is chosen and begins (WS-5.7 steps 3 and 4)."""
    u = s.unit[k]
    s.deed, s.half, s.phase, s.done = deed, half, Phase.RESOLVE, 0
    u.last, u.hit = deed, 0
    open_limit_by(s, k, deed, e.why)  # for the log: what house rules gave
    if disorderly_action(s.options, deed):
        terrain_limit_by(s, k, e.why)
    action_chosen(e, k, deed, half)
    if deed == Deed.GO_TO_GROUND:
        u.ground = 1
        went_to_ground(e, k)
        s.done = FIRING if s.options.gtg_move == GtgMove.HALF else MOVING | FIRING
    elif deed == Deed.FALL_BACK:
        s.done = MOVING if half == Half.FIRE_FIRST else FIRING


@rule
def next_half(s: State) -> int:
    """The half of the action that comes next: MOVING, FIRING, or 0 when both are over (WS-9.18, WS-16.6)."""
    left = (MOVING | FIRING) & ~s.done
    if left == MOVING | FIRING:
        return FIRING if s.half == Half.FIRE_FIRST else MOVING
    return left


@rule
def end_activation(s: State) -> None:
    """The unit has acted (WS-5.6)."""
    k = s.acting
    s.unit[k].acted = 1
    s.acting, s.asked, s.failed, s.deed, s.over, s.flight = NOBODY, NOBODY, 0, Deed.NONE, 0, Flight.NONE
    s.phase, s.leaves = Phase.ACTIVATE, 0


@rule
def sweep(s: State, e: Log) -> None:
    """Under an option, units below a quarter are destroyed at once (WS-10.21)."""
    if s.options.destroy_check != DestroyCheck.IMMEDIATE:
        return
    for k in range(s.units):
        if lasts(s, k) and band(s, k) == Band.DESTROYED:
            destroy_unit(s, k, e)


# ---------------------------------------------------------------- starting
# How a player turn begins: the Starting Phase (WS-5.1 to WS-5.4).


@rule
def open_battle(s: State, attacker: int, d: Dice, e: Log) -> None:
    """The first game turn begins; all of the defender's units are gone to ground (WS-4.3, WS-4.4)."""
    s.attacker, s.turn = attacker, 1
    for k in range(s.units):
        if s.unit[k].side != attacker and not is_vehicle(s, k):
            s.unit[k].ground = 1
    begin_player_turn(s, attacker, d, e)


@rule
def begin_player_turn(s: State, side: int, d: Dice, e: Log) -> None:
    """A side's Starting Phase, then its Action Phase (WS-5.1 to WS-5.4)."""
    s.side, s.phase, s.acting = side, Phase.ACTIVATE, NOBODY
    turn_started(e, side, s.turn, s.turns)
    for k in range(s.units):
        s.unit[k].acted, s.unit[k].snapped = 0, 0
    if not morale_of(s, side, d, e) and not objectives_won(s, side, e):
        shed(s, side, e)
        rise(s, side, e)


@rule
def rise(s: State, side: int, e: Log) -> None:
    """In the defender's first Starting Phase his units are no longer gone to ground (WS-4.4, WS-5.4)."""
    if s.begun[side] == 0 and side != s.attacker:
        for k in range(s.units):
            if s.unit[k].side == side:
                s.unit[k].ground = 0
        defenders_rose(e, side)
    s.begun[side] = 1


# ---------------------------------------------------------------- deployment: roll-offs
# Set-up: roll-offs, and the sides placing their units in turn (WS-4).


WAITING = -15_000  # x by which a model waits to be placed: far from everything
HIDDEN = -10_000  # a model farther left than this waits
FOR_PLACING, FOR_ATTACK = 0, 1  # what a roll-off is about


@rule
def roll_off(s: State, what: int, d: Dice, e: Log) -> int:
    """One die each, ties rolled again: the side that wins (WS-4.7)."""
    while True:
        a = roll(d, SIDES)
        b = roll(d, SIDES)
        rolled_off(e, a, b, what)
        if a != b:
            return 0 if a > b else 1


@rule
def roll_first(s: State, d: Dice, e: Log) -> None:
    """The first roll-off of a battle: for placing, or, where all units stand, for the attacker (WS-4.10)."""
    s.phase = Phase.DEPLOY
    if anybody_waits(s):
        s.opener = roll_off(s, FOR_PLACING, d, e)
        s.side = s.opener


@rule
def deploy_on(s: State, d: Dice, e: Log) -> bool:
    """The set-up goes on; True: a side has a unit to place. Then the battle begins (WS-4.2, WS-4.3)."""
    if anybody_waits(s):
        return True
    attacker = s.fixed if s.fixed != NOBODY else roll_off(s, FOR_ATTACK, d, e)
    open_battle(s, attacker, d, e)
    return False


# ---------------------------------------------------------------- who waits


@rule
def waits(v: Model) -> bool:
    """Whether a model has not been placed yet."""
    return bool(v.x < HIDDEN)


@rule
def wait_aside(v: Model, m: int) -> None:
    """Put a model where it waits to be placed, far from everything."""
    v.x, v.y = WAITING * (m + 2), 0
    v.from_x, v.from_y = v.x, 0


@rule
def is_commanders(s: State, k: int) -> bool:
    """Whether a unit is a task force commander's (WS-4.2)."""
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        if s.model[m].officer != 0:
            return True
    return False


@rule
def anybody_waits(s: State) -> bool:
    """Whether any unit has still to be placed."""
    for k in range(s.units):
        if s.unit[k].placed == 0:
            return True
    return False


@rule
def commanders_now(s: State) -> bool:
    """Whether only commanders' units are left to be placed (WS-4.2, WS-4.8)."""
    for k in range(s.units):
        if s.unit[k].placed == 0 and not is_commanders(s, k):
            return False
    return True


@rule
def may_be_placed(s: State, k: int) -> bool:
    """Whether a unit may be placed next: another one is not begun, commanders come last (WS-4.8, WS-4.11)."""
    if s.phase != Phase.DEPLOY or s.unit[k].placed != 0 or s.unit[k].side != s.side:
        return False
    if s.acting != NOBODY:
        return bool(s.acting == k)
    return commanders_now(s) or not is_commanders(s, k)


@rule
def has_to_place(s: State, side: int) -> bool:
    """Whether a side has a unit to place now; one that has none is passed over (WS-4.8)."""
    last = commanders_now(s)
    for k in range(s.units):
        if s.unit[k].side == side and s.unit[k].placed == 0 and (last or not is_commanders(s, k)):
            return True
    return False


# ---------------------------------------------------------------- where a model may be placed


@rule
def in_zone(zone: Shape, x: int, y: int, radius: int) -> bool:
    """Whether a base lies wholly in a zone, which is a rectangle (WS-4.5)."""
    across, up = min(x - zone.x0, zone.x1 - x), min(y - zone.y0, zone.y1 - y)
    return not less(min(across, up) * FINE, radius * FINE)


@rule
def near_leader(s: State, m: int, x: int, y: int) -> bool:
    """Whether a model would stand near enough to its leader, who is placed first (WS-4.5, WS-4.11)."""
    first = s.unit[s.model[m].unit].first
    v = s.model[first]
    if m == first:
        return True
    if waits(v):
        return False
    far = edge_distance(x, y, s.model[m].radius, v.x, v.y, v.radius)
    return at_most(far, s.options.setup_distance)


@rule
def why_not_spot(s: State, m: int, x: int, y: int) -> int:
    """The first reason against a model's standing there in set-up, in the order of WS-4.8; 0 for none."""
    if not in_zone(s.zone[s.side], x, y, s.model[m].radius):
        return Why.OUT_OF_ZONE
    why = why_not_stand(s, m, x, y, NOBODY)
    if why != Why.OK:
        return why
    return Why.OK if near_leader(s, m, x, y) else Why.PLACE_RANGE


@rule
def why_not_deploy(s: State, m: int, x: int, y: int) -> int:
    """Why a model may not be placed there; 0 for nothing (WS-4.5, WS-4.8)."""
    return why_not_spot(s, m, x, y) if may_be_placed(s, s.model[m].unit) else Why.NOT_YOURS


@rule
def why_not_form(s: State, k: int, x: int, y: int) -> int:
    """Why a unit may not be placed in formation round its leader there; 0 for nothing (WS-4.9).

    Its own models count in no other place than their spots: they are looked at one after the other.
    """
    if not may_be_placed(s, k):
        return Why.NOT_YOURS
    u, why = s.unit[k], 0
    for m in range(u.first, u.first + u.size):
        s.trial_x[m], s.trial_y[m] = s.model[m].x, s.model[m].y
        wait_aside(s.model[m], m)
    for m in range(u.first, u.first + u.size):
        if why == 0:
            sx, sy = spot_x(s, m, x), spot_y(s, m, y)
            why = why_not_spot(s, m, sx, sy)
            stand(s.model[m], sx, sy)
    for m in range(u.first, u.first + u.size):
        stand(s.model[m], s.trial_x[m], s.trial_y[m])
        s.trial_x[m], s.trial_y[m] = 0, 0
    return why


@rule
def why_not_ready(s: State, k: int) -> int:
    """Why a unit does not stand yet: a model without a place, or in one it may not have (WS-4.11)."""
    if s.acting != k or not may_be_placed(s, k):
        return Why.NOT_YOURS
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        why = why_not_spot(s, m, s.model[m].x, s.model[m].y)
        if why != Why.OK:
            return why
    return Why.OK


# ---------------------------------------------------------------- placing


@rule
def stand(v: Model, x: int, y: int) -> None:
    """Stand a model somewhere as if it had always been there."""
    v.x, v.y, v.from_x, v.from_y = x, y, x, y


@rule
def place(s: State, m: int, x: int, y: int, e: Log) -> None:
    """Place a model; no other unit is begun before its own stands (WS-4.11)."""
    s.acting = s.model[m].unit
    stand(s.model[m], x, y)
    placed(e, m, x, y)


@rule
def form(s: State, k: int, x: int, y: int, e: Log) -> None:
    """Place a whole unit in formation round its leader (WS-4.9)."""
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        place(s, m, spot_x(s, m, x), spot_y(s, m, y), e)


@rule
def take_up(s: State, k: int, e: Log) -> None:
    """Take up again what was placed of the present unit (WS-4.11)."""
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        wait_aside(s.model[m], m)
    s.acting = NOBODY
    taken_back(e, k)


@rule
def stand_ready(s: State, k: int, e: Log) -> None:
    """The unit stands; the other side places one, if it has any (WS-4.2, WS-4.8)."""
    among_last = commanders_now(s)
    s.unit[k].placed, s.acting = 1, NOBODY
    begins = commanders_now(s) and not among_last  # the commanders' turn: the winner of the roll-off again
    next_side = s.opener if begins else 1 - s.side
    if anybody_waits(s):
        s.side = next_side if has_to_place(s, next_side) else 1 - next_side


# ---------------------------------------------------------------- turn
# The order of play: on to the next decision that belongs to a seat (WS-5, WS-16.6).
#
# Each step waits for a seat or takes the battle on.


@rule
def advance(s: State, d: Dice, e: Log) -> None:
    """After every action: take the battle on until a seat has to decide, or it is over."""
    waiting = False
    while not waiting:
        waiting = step(s, d, e)


@rule
def step(s: State, d: Dice, e: Log) -> bool:
    """One step on; True: a seat has to decide, or it is over."""
    if s.phase == Phase.OVER or s.phase == Phase.ROLL_OFF:
        return True
    if pending(s):
        return settle(s, d, e)
    if s.phase == Phase.DEPLOY:
        return deploy_on(s, d, e)
    sweep(s, e)
    if wiped_out(s, e):
        return True
    if s.acting == NOBODY:
        return pick_on(s, d, e)
    return act_on(s, d, e)


# ---------------------------------------------------------------- player turns


@rule
def pick_on(s: State, d: Dice, e: Log) -> bool:
    """Until every unit has acted the side picks one; then the other side has its turn (WS-5.2, WS-5.5)."""
    for k in range(s.units):
        if may_activate(s, k):
            return True
    if s.side == s.attacker:
        begin_player_turn(s, 1 - s.side, d, e)
    elif s.turn >= s.turns:
        end_of_turns(s, e)
    else:
        s.turn = s.turn + 1
        begin_player_turn(s, s.attacker, d, e)
    return False


# ---------------------------------------------------------------- inside an activation


@rule
def act_on(s: State, d: Dice, e: Log) -> bool:
    """The activated unit's action goes on (WS-5.7, WS-5.9, WS-16.6)."""
    k = s.acting
    if not lasts(s, k) and s.phase != Phase.SNAP:
        end_activation(s)
        return False
    if s.phase == Phase.CHOOSE:
        if not flees_by_itself(s, k):
            return True
        fall_back(s, k, d, e)
        return False
    if s.phase == Phase.SNAP:
        return snap_on(s, k, e)
    if s.phase == Phase.RESOLVE:
        return half_on(s, k, e)
    return True


@rule
def snap_on(s: State, k: int, e: Log) -> bool:
    """After a move the other side is asked for Snap Fire, then a fleeing unit leaves (WS-12.4, WS-10.34)."""
    s.asked = next_to_ask(s)
    if s.asked != NOBODY:
        snap_offered(e, s.asked, k)
        return True
    s.phase = Phase.RESOLVE
    if lasts(s, k) and s.deed == Deed.FALL_BACK:
        leave_at_edge(s, k, e)
    return False


@rule
def half_on(s: State, k: int, e: Log) -> bool:
    """The next half of the action begins; one without anything to decide is passed over (WS-16.6)."""
    half = next_half(s)
    if half == 0:
        end_activation(s)
        return False
    if half == MOVING:
        begin_move(s, k)
        s.phase = Phase.MOVE
        return True
    begin_fire(s, k)
    if can_fire(s, k):
        s.phase = Phase.FIRE
        return True
    s.done = s.done | FIRING
    return False
