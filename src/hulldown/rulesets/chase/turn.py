"""The sequence of a turn (CH-3.1, CH-14.12) and where it waits for a decision.

`advance` goes on until somebody has to decide or the game is over. A decision with one legal option is
skipped and logged as forced (CH-3.3).
"""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.codes import (
    NOBODY,
    SIDE_TANKS,
    TANKS,
    Facing,
    Mobility,
    Order,
    Phase,
    Standing,
    Verb,
)
from hulldown.rulesets.chase.driving import roll_tests, weigh_totals
from hulldown.rulesets.chase.encounter import next_pair, opening_waits, ram_waits
from hulldown.rulesets.chase.ending import (
    dead_position,
    destroyed_event,
    finish_battle,
    finish_duel,
    keep_fates,
    limit_reached,
)
from hulldown.rulesets.chase.events import (
    direction_named,
    forced,
    held_back,
    order_shown,
    tank_destroyed,
    turn_started,
)
from hulldown.rulesets.chase.firing import fire, targets_wait
from hulldown.rulesets.chase.state import State, side_of
from hulldown.rulesets.chase.teams import (
    close_pairs,
    free_tank,
    join,
    opponents,
    pair_free,
    why_not_join,
    why_not_reserve,
)
from hulldown.rulesets.chase.variants import DirectionChosen


@rule
def advance(s: State, d: Dice, e: Log) -> None:
    """Go on to the next decision or to the end."""
    going = True
    while going:
        going = step(s, d, e)


@rule
def step(s: State, d: Dice, e: Log) -> bool:
    """One step of the turn; False where somebody has to decide, or all is over."""
    phase = s.phase
    if phase == Phase.START:
        start_turn(s, e)
        return True
    if phase == Phase.PAIRING:
        return not pairing_waits(s, e)
    if phase == Phase.ORDERS:
        return not orders_wait(s, e)
    if phase == Phase.DRIVING:
        roll_tests(s, d, e)
        begin_directions(s)
        return True
    if phase == Phase.DIRECTION:
        return not directions_wait(s)
    return act_on_orders(s, d, e)


@rule
def act_on_orders(s: State, d: Dice, e: Log) -> bool:
    """Steps 5 to 10 (CH-3.1), as `step`."""
    phase = s.phase
    if phase == Phase.PAIR:
        return next_pair(s, d, e)
    if phase == Phase.RAM:
        return not ram_waits(s, d, e)
    if phase == Phase.OPENING:
        return not opening_waits(s, e)
    if phase == Phase.TARGETS:
        return not targets_wait(s, e)
    if phase == Phase.FIRE:
        fire(s, d, e)
        s.phase = Phase.END
        return True
    if phase == Phase.END:
        end_turn(s, e)
        return True
    return False


# ---------------------------------------------------------------- the start of a turn


@rule
def start_turn(s: State, e: Log) -> None:
    """Count the turn, forget the last one (CH-3.4); a dead position ends a duel at once (CH-12.8)."""
    if s.options.team_battle == 0 and dead_position(s.tanks[0].now, s.tanks[SIDE_TANKS].now):
        finish_duel(s, limit_reached(s), 1, e)
        return
    s.turn += 1
    turn_started(e, s.turn, s.turn_limit, s.duel, s.duels)
    for t in range(TANKS):
        forget_turn(s, t)
    s.acting = NOBODY
    if s.options.team_battle != 0 and s.turn > 1:
        pair_free(s, e)
    s.phase = Phase.PAIRING if s.options.team_battle != 0 else Phase.ORDERS
    if s.phase == Phase.ORDERS:
        begin_orders(s, e)


@rule
def forget_turn(s: State, t: int) -> None:
    """Orders, tests and flags of the last turn (CH-3.4)."""
    tank = s.tanks[t]
    tank.order, tank.ordered, tank.rolled, tank.total, tank.first = Order.NONE, 0, 0, 0, 0
    tank.down, tank.collided, tank.severity = 0, 0, 0
    tank.aim, tank.struck = NOBODY, NOBODY


@rule
def pairing_waits(s: State, e: Log) -> bool:
    """Each free tank chooses an enemy, in roster order (CH-14.4). What has one choice does not ask."""
    for side in range(2):
        t = free_tank(s, side, s.acting if s.acting >= side * SIDE_TANKS else NOBODY)
        while t != NOBODY:
            s.acting = t
            if joins(s, t) > 1 or (joins(s, t) == 1 and why_not_reserve(s, t) == 0):
                return True
            settle_free(s, t, e)
            t = free_tank(s, side, t)
    s.acting = NOBODY
    begin_orders(s, e)
    return False


@rule
def joins(s: State, t: int) -> int:
    """How many enemies a free tank can join against (CH-14.4)."""
    count = 0
    for enemy in range(TANKS):
        if why_not_join(s, t, enemy) == 0:
            count += 1
    return count


@rule
def settle_free(s: State, t: int, e: Log) -> None:
    """A free tank without a choice: it joins against the only enemy it can, or waits in reserve."""
    for enemy in range(TANKS):
        if why_not_join(s, t, enemy) == 0:
            forced(e, t, enemy, Verb.JOIN, enemy)
            join(s, t, enemy, e)
            return
    held_back(e, t)


@rule
def begin_orders(s: State, e: Log) -> None:
    """Step 2: nobody has an order yet but the immobilised (CH-4.4, CH-3.3)."""
    s.phase = Phase.ORDERS
    for i in range(s.pairs):
        p = s.pair[i]
        p.was, p.raw, p.moved, p.winner, p.asked, p.shift = p.range, p.range, 0, NOBODY, 0, 0
        p.decider, p.low, p.high, p.first = NOBODY, 0, 0, 0
        for side in range(2):
            p.order[side], p.facing[side], p.success[side] = Order.NONE, Facing.NONE, 0
            p.effect[side], p.source[side] = 0, 0
    for t in range(TANKS):
        if takes_orders(s, t) and s.tanks[t].now.mobility == Mobility.IMMOBILISED:
            s.tanks[t].order, s.tanks[t].ordered = Order.HULL_DOWN, 1
            forced(e, t, NOBODY, Verb.ORDER, Order.HULL_DOWN)


@rule
def takes_orders(s: State, t: int) -> bool:
    """Whether a tank gives an order this turn: active and engaged (CH-14.5)."""
    return bool(s.tanks[t].standing == Standing.ACTIVE and opponents(s, t) > 0)


@rule
def awaits_order(s: State, t: int) -> bool:
    """Whether a tank has no order yet."""
    return bool(s.tanks[t].order == Order.NONE and takes_orders(s, t))


@rule
def owes_orders(s: State, side: int) -> bool:
    """Whether a side still owes an order."""
    for t in range(side * SIDE_TANKS, side * SIDE_TANKS + s.count[side]):
        if awaits_order(s, t):
            return True
    return False


@rule
def orders_wait(s: State, e: Log) -> bool:
    """Step 3: once all orders are in, they are revealed."""
    if owes_orders(s, 0) or owes_orders(s, 1):
        return True
    for t in range(TANKS):
        if s.tanks[t].order != Order.NONE:
            order_shown(e, t, s.tanks[t].order)
    for i in range(s.pairs):
        for side in range(2):
            s.pair[i].order[side] = s.tanks[s.pair[i].tank[side]].order
    s.phase = Phase.DRIVING
    return False


# ---------------------------------------------------------------- directions


@rule
def begin_directions(s: State) -> None:
    """After the tests: on to the pairs, or by an option to the directions of Change Range (CH-4.6)."""
    s.phase = Phase.PAIR
    if s.options.direction_chosen == DirectionChosen.AFTER_TEST:
        for i in range(s.pairs):
            weigh_totals(s, s.pair[i])
        s.phase = Phase.DIRECTION


@rule
def next_to_steer(s: State) -> int:
    """The next tank whose direction is open: in a duel the loser's first, without a winner A's; in a team
    battle in roster order, A's first (CH-4.6). -1 if there is none.
    """
    first = 0
    if s.options.team_battle == 0 and s.pair[0].winner != NOBODY:
        first = 1 - s.pair[0].winner
    for i in range(2):
        side = first if i == 0 else 1 - first
        for t in range(side * SIDE_TANKS, side * SIDE_TANKS + s.count[side]):
            if s.tanks[t].order == Order.CHANGE_RANGE:
                return t
    return NOBODY


@rule
def directions_wait(s: State) -> bool:
    """Whether a driver is asked which way; then it goes on with the chart."""
    s.acting = next_to_steer(s)
    if s.acting != NOBODY:
        return True
    s.phase = Phase.PAIR
    return False


@rule
def steer(s: State, t: int, order: int, e: Log) -> None:
    """A driver names the direction, openly (CH-4.6)."""
    s.tanks[t].order = order
    for i in range(s.pairs):
        if s.pair[i].tank[side_of(t)] == t:
            s.pair[i].order[side_of(t)] = order
    direction_named(e, t, order)


# ---------------------------------------------------------------- the end of a turn


@rule
def end_turn(s: State, e: Log) -> None:
    """Step 10: destroyed tanks, victory, turn counter (CH-12.1)."""
    for t in range(TANKS):
        if s.tanks[t].standing == Standing.ACTIVE and s.tanks[t].now.hull <= 0:
            s.tanks[t].standing = Standing.DESTROYED
            tank_destroyed(e, t, -s.tanks[t].now.hull)
    keep_fates(s)
    if s.options.team_battle != 0:
        end_battle_turn(s, e)
    else:
        end_duel_turn(s, e)


@rule
def end_duel_turn(s: State, e: Log) -> None:
    """CH-12.2, CH-12.5; a dead position is found at the start of the next turn (CH-12.8)."""
    a, b = s.tanks[0], s.tanks[SIDE_TANKS]
    event = destroyed_event(a.standing == Standing.DESTROYED, b.standing == Standing.DESTROYED)
    if event >= 0:
        finish_duel(s, event, 0, e)
    elif s.turn >= s.turn_limit:
        finish_duel(s, limit_reached(s), 0, e)
    else:
        s.phase = Phase.START


@rule
def end_battle_turn(s: State, e: Log) -> None:
    """CH-14.8, CH-14.10."""
    for i in range(s.pairs):
        p = s.pair[i]
        for side in range(2):
            if s.tanks[p.tank[side]].standing != Standing.ACTIVE:
                p.open = 0
    close_pairs(s)
    if active(s, 0) == 0 or active(s, 1) == 0 or s.turn >= s.turn_limit:
        finish_battle(s, e)
    else:
        s.phase = Phase.START


@rule
def active(s: State, side: int) -> int:
    """How many tanks of a side are active."""
    count = 0
    for t in range(side * SIDE_TANKS, (side + 1) * SIDE_TANKS):
        if s.tanks[t].standing == Standing.ACTIVE:
            count += 1
    return count
