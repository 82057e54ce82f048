"""A turn in its steps, for one pair and for all: who meets whom, the shots, where it waits (CH-3, CH-14)."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.driving import (
    Row,
    breaker,
    chooses,
    compare,
    facing_of,
    find_sources,
    hull_down,
    look_up,
    opened_range,
    raw_range,
    roll_facing,
    roll_tests,
    row_of,
    weigh_totals,
)
from hulldown.rulesets.chase.events import (
    Why,
    asked_first,
    charted,
    contact_broken,
    direction_named,
    escaped,
    facing_shown,
    forced,
    held_back,
    opening_answered,
    order_shown,
    overshot,
    paired,
    ram_declined,
    ram_ended,
    range_shifted,
    tank_destroyed,
    target_named,
    turn_started,
)
from hulldown.rulesets.chase.gunnery import (
    after_ram,
    attempt,
    collide,
    hurt,
    may_ram,
    no_fire,
    shoot,
    tell_state,
)
from hulldown.rulesets.chase.state import (
    NOBODY,
    SIDE_TANKS,
    TANKS,
    Band,
    DirectionChosen,
    Facing,
    FireOrder,
    Mobility,
    Options,
    Order,
    Pair,
    Phase,
    Source,
    Standing,
    State,
    Verb,
    side_of,
)
from hulldown.rulesets.chase.victory import (
    dead_position,
    destroyed_event,
    escape_event,
    finish_battle,
    finish_duel,
    keep_fates,
    limit_reached,
)

DUEL, JOINS, RELIEVES = 0, 1, 2


@rule
def opponents(s: State, t: int) -> int:
    """How many tanks a tank is engaged with."""
    count, side = 0, side_of(t)
    for i in range(s.pairs):
        if s.pair[i].open != 0 and s.pair[i].tank[side] == t:
            count += 1
    return count


@rule
def count_engaged(s: State, side: int) -> int:
    """How many tanks of a side are engaged."""
    count = 0
    for t in range(side * SIDE_TANKS, (side + 1) * SIDE_TANKS):
        if s.tanks[t].standing == Standing.ACTIVE and opponents(s, t) > 0:
            count += 1
    return count


@rule
def free_tank(s: State, side: int, after: int) -> int:
    """The first free tank of a side behind `after` in its roster (CH-14.4), -1 if there is none."""
    for t in range(max(after + 1, side * SIDE_TANKS), (side + 1) * SIDE_TANKS):
        if s.tanks[t].standing == Standing.ACTIVE and opponents(s, t) == 0:
            return t
    return NOBODY


@rule
def pair_of(s: State, t: int, enemy: int) -> int:
    """The open pair of two tanks, -1 if they have none."""
    side = side_of(t)
    for i in range(s.pairs):
        p = s.pair[i]
        if p.open != 0 and p.tank[side] == t and p.tank[1 - side] == enemy:
            return i
    return NOBODY


@rule
def lead_of(s: State, t: int) -> int:
    """The lead against which a tank stands in a wing of two or more, -1 if it does not (CH-14.1)."""
    side = side_of(t)
    if opponents(s, t) != 1:
        return NOBODY
    for i in range(s.pairs):
        p = s.pair[i]
        if p.open != 0 and p.tank[side] == t and opponents(s, p.tank[1 - side]) > 1:
            return p.tank[1 - side]
    return NOBODY


@rule
def why_not_join(s: State, t: int, enemy: int) -> int:
    """Why a free tank cannot join against an enemy (CH-14.4), 0 if it can."""
    if enemy < 0 or enemy >= TANKS or side_of(enemy) == side_of(t):
        return Why.CANNOT_JOIN
    if s.tanks[enemy].standing != Standing.ACTIVE or opponents(s, enemy) == 0:
        return Why.CANNOT_JOIN
    if lead_of(s, enemy) != NOBODY or opponents(s, enemy) < s.options.wing_tanks:
        return Why.ALLOWED
    return Why.CANNOT_JOIN


@rule
def why_not_reserve(s: State, t: int) -> int:
    """Why a free tank cannot stay in reserve (CH-14.4), 0 if it can."""
    return Why.ALLOWED if count_engaged(s, side_of(t)) > 0 else Why.NOBODY_ENGAGED


@rule
def farthest(s: State, t: int) -> int:
    """The largest range that a tank has to any opponent."""
    band, side = 0, side_of(t)
    for i in range(s.pairs):
        p = s.pair[i]
        if p.open != 0 and p.tank[side] == t:
            band = max(band, p.range)
    return band


@rule
def join_range(o: Options, largest: int) -> int:
    """One band more than the largest range, at most Distant (CH-14.4 b)."""
    return min(largest + o.join_shift, Band.DISTANT.value)


@rule
def engage(s: State, t: int, enemy: int, band: int, how: int, e: Log) -> None:
    """Make a pair. Pairs stand in roster order of A, then of B (CH-14.6)."""
    first, second = (t, enemy) if side_of(t) == 0 else (enemy, t)
    at = s.pairs
    while at > 0 and follows(s, at - 1, first, second):
        s.pair[at].tank[0], s.pair[at].tank[1] = s.pair[at - 1].tank[0], s.pair[at - 1].tank[1]
        s.pair[at].range, s.pair[at].open = s.pair[at - 1].range, s.pair[at - 1].open
        at -= 1
    p = s.pair[at]
    p.tank[0], p.tank[1] = first, second
    p.range, p.open = band, 1
    s.pairs += 1
    paired(e, t, enemy, band, how)


@rule
def follows(s: State, i: int, first: int, second: int) -> bool:
    """Whether a pair stands behind two tanks in roster order."""
    p = s.pair[i]
    return bool(p.tank[0] > first or (p.tank[0] == first and p.tank[1] > second))


@rule
def drop(s: State, at: int) -> None:
    """Take a pair out of the list. Only what lasts from turn to turn is kept of the others."""
    s.pairs -= 1
    for i in range(at, s.pairs):
        s.pair[i].tank[0], s.pair[i].tank[1] = s.pair[i + 1].tank[0], s.pair[i + 1].tank[1]
        s.pair[i].range, s.pair[i].open = s.pair[i + 1].range, s.pair[i + 1].open


@rule
def join(s: State, t: int, enemy: int, e: Log) -> None:
    """A free tank relieves a wing tank's opponent or joins a wing (CH-14.4)."""
    lead = lead_of(s, enemy)
    if lead == NOBODY:
        engage(s, t, enemy, join_range(s.options, farthest(s, enemy)), JOINS, e)
        return
    old = pair_of(s, enemy, lead)
    band = s.pair[old].range
    drop(s, old)
    engage(s, t, enemy, band, RELIEVES, e)


@rule
def pair_free(s: State, e: Log) -> None:
    """While both sides have free tanks, the first of each form a duel at Long (CH-14.4)."""
    first, second = free_tank(s, 0, NOBODY), free_tank(s, 1, NOBODY)
    while first != NOBODY and second != NOBODY:
        engage(s, first, second, s.options.new_duel_range, DUEL, e)
        first, second = free_tank(s, 0, NOBODY), free_tank(s, 1, NOBODY)


@rule
def first_pairing(s: State, e: Log) -> None:
    """CH-14.3: i-th against i-th, the surplus as wings against 1, 2, 3 ... in turn, past full wings."""
    small = 0 if s.count[0] <= s.count[1] else 1
    few, many = s.count[small], s.count[1 - small]
    for i in range(few):
        lead, other = small * SIDE_TANKS + i, (1 - small) * SIDE_TANKS + i
        engage(s, lead, other, s.start_range, DUEL, e)
    at = 0
    for i in range(few, many):
        tries = 0
        while tries < few and opponents(s, small * SIDE_TANKS + at) >= s.options.wing_tanks:
            at = (at + 1) % few
            tries += 1
        if tries < few:
            lead, surplus = small * SIDE_TANKS + at, (1 - small) * SIDE_TANKS + i
            engage(s, surplus, lead, s.start_range, JOINS, e)
            at = (at + 1) % few


@rule
def close_pairs(s: State) -> None:
    """Take out the pairs that are over (CH-14.8)."""
    for i in range(s.pairs - 1, -1, -1):
        if s.pair[i].open == 0:
            drop(s, i)


# ---------------------------------------------------------------- firing
# Step 9: who fires at whom, all shots, then all results (CH-10.4, CH-14.9).


@rule
def why_not_fire(s: State, t: int, i: int) -> int:
    """Why a tank cannot fire in a pair of its own, 0 if it can (CH-10.2)."""
    tank, p = s.tanks[t], s.pair[i]
    facing = p.facing[side_of(t)]
    return no_fire(tank.now.gun, tank.profile, p.range, facing)


@rule
def own_pair(s: State, t: int, i: int) -> bool:
    """Whether a tank can be fired from in this pair: its own, in contact, both tanks there (CH-14.9)."""
    p = s.pair[i]
    return bool(p.open != 0 and p.tank[side_of(t)] == t)


@rule
def aims(s: State, t: int) -> int:
    """How many opponents a tank can fire at."""
    count = 0
    for i in range(s.pairs):
        if own_pair(s, t, i) and why_not_fire(s, t, i) == 0:
            count += 1
    return count


@rule
def first_aim(s: State, t: int) -> int:
    """The first pair in which a tank can fire; without one, its first pair; -1 without any."""
    any_pair = NOBODY
    for i in range(s.pairs):
        if own_pair(s, t, i):
            if why_not_fire(s, t, i) == 0:
                return i
            if any_pair == NOBODY:
                any_pair = i
    return any_pair


@rule
def targets_wait(s: State, e: Log) -> bool:
    """Each tank that can fire names a target: A's tanks first (CH-14.9). One opponent leaves no choice."""
    for t in range(s.acting + 1, TANKS):
        if s.tanks[t].standing == Standing.ACTIVE:
            s.acting = t
            if aims(s, t) > 1:
                return True
            s.tanks[t].aim = first_aim(s, t)
            if aims(s, t) == 1 and opponents(s, t) > 1:
                target = s.pair[s.tanks[t].aim].tank[1 - side_of(t)]
                forced(e, t, target, Verb.TARGET, target)
    s.acting = NOBODY
    s.phase = Phase.FIRE
    return False


@rule
def name_target(s: State, t: int, i: int, e: Log) -> None:
    """A tank's choice (CH-14.9)."""
    s.tanks[t].aim = i
    target_named(e, t, s.pair[i].tank[1 - side_of(t)])


@rule
def fire(s: State, d: Dice, e: Log) -> None:
    """All shots, then all results (CH-10.4); under `fire_order` a duel's winner fires first."""
    p = s.pair[0]
    if s.options.fire_order == FireOrder.WINNER_FIRST and s.options.team_battle == 0 and p.winner != NOBODY:
        fire_in_turn(s, p.tank[p.winner], p.tank[1 - p.winner], d, e)
        return
    for t in range(TANKS):
        if s.tanks[t].aim != NOBODY:
            shoot(s, s.pair[s.tanks[t].aim], side_of(t), d, e)
    for t in range(TANKS):
        apply_shot(s, t, e)


@rule
def fire_in_turn(s: State, first: int, second: int, d: Dice, e: Log) -> None:
    """CH-10.4: the other fires only if it still exists, with its new gun step."""
    shoot(s, s.pair[0], side_of(first), d, e)
    apply_shot(s, first, e)
    if s.tanks[second].now.hull > 0:
        shoot(s, s.pair[0], side_of(second), d, e)
        apply_shot(s, second, e)


@rule
def apply_shot(s: State, t: int, e: Log) -> None:
    """Apply what a tank's shot did (CH-11.9: in the order of the firers)."""
    firer = s.tanks[t]
    if firer.aim == NOBODY or firer.severity <= 0:
        return
    p = s.pair[firer.aim]
    target = p.tank[1 - side_of(t)]
    hurt(s, p, target, firer.struck, firer.severity, e.why)
    tell_state(s, target, e)
    firer.severity = 0


# ---------------------------------------------------------------- encounter
# Steps 5 to 8 for one pair: range, facing, ram and overshoot, opening (CH-3.1).


@rule
def next_pair(s: State, d: Dice, e: Log) -> bool:
    """Look up the next pair in the chart, or go on to targets; False where a shift has to be chosen."""
    for i in range(s.pairs):
        p = s.pair[i]
        if p.open != 0 and p.moved == 0:
            s.acting = i
            compare(s, p, d, e)
            for side in range(2):
                tank = s.tanks[p.tank[side]]
                tank.down = 1 if hull_down(p, side) else 0
            look_up(s, p, e.why)
            tell_chart(p, e)
            if p.low != p.high:
                s.phase = Phase.SHIFT
                return False
            shift(s, p, p.low, d, e)
            return s.phase != Phase.FACING
    s.acting = NOBODY
    s.phase = Phase.TARGETS
    return True


@rule
def tell_chart(p: Pair, e: Log) -> None:
    """What the chart gives, for the log (CH-6.14)."""
    first, second, decider = p.tank[0], p.tank[1], p.decider
    charted(e, first, second, decider, p.order[0], p.order[1], p.low, p.high)


@rule
def shift(s: State, p: Pair, bands: int, d: Dice, e: Log) -> None:
    """Step 5: the range changes; contact may break (CH-2.4, CH-2.5). Then step 6."""
    p.shift = bands
    p.raw = raw_range(s.options, p.range, bands)
    first, second, decider = p.tank[0], p.tank[1], p.decider
    range_shifted(e, first, second, decider, bands, p.range, p.raw)
    if p.raw == Band.BROKEN:
        break_contact(s, p, breaker(p), e)
    else:
        face(s, p, d, e)


@rule
def break_contact(s: State, p: Pair, side: int, e: Log) -> None:
    """CH-2.5, CH-12.3, CH-14.8: `side` escapes, -1 both. A tank with another pair fights on in that one."""
    p.open, p.moved = 0, 1
    p.range, p.raw = Band.BROKEN, Band.BROKEN
    for gone in range(2):
        if side in (gone, NOBODY):
            t = p.tank[gone]
            contact_broken(e, t, p.tank[1 - gone])
            if opponents(s, t) == 0:
                s.tanks[t].standing = Standing.ESCAPED
                escaped(e, t)
    s.phase = Phase.PAIR
    if s.options.team_battle == 0:
        finish_duel(s, escape_event(side), 0, e)


@rule
def face(s: State, p: Pair, d: Dice, e: Log) -> None:
    """Step 6: facings by direction and by chance; what is left is a side's choice (CH-7)."""
    find_sources(s.options, p)
    for side in range(2):
        t, enemy = p.tank[side], p.tank[1 - side]
        source = p.source[side]
        if source == Source.FRONT or source == Source.REAR:
            p.facing[side] = Facing.FRONT if source == Source.FRONT else Facing.REAR
            facing_shown(e, t, enemy, p.facing[side], source, 0)
        elif source == Source.RANDOM:
            rolled = roll_facing(s, p, side, d, e)
            p.facing[side] = facing_of(s.options, rolled)
            facing_shown(e, t, enemy, p.facing[side], source, rolled)
    if chooses(p, 0) or chooses(p, 1):
        s.phase = Phase.FACING
    else:
        begin_ram(s, p, d, e)


@rule
def choose_facing(s: State, p: Pair, first: int, second: int, d: Dice, e: Log) -> None:
    """CH-7.6: the facings that the chart gives to the chooser; -1 where it has none to give."""
    if p.source[0] == Source.CHOICE_A or p.source[0] == Source.CHOICE_B:
        p.facing[0] = first
        facing_shown(e, p.tank[0], p.tank[1], first, p.source[0], 0)
    if p.source[1] == Source.CHOICE_A or p.source[1] == Source.CHOICE_B:
        p.facing[1] = second
        facing_shown(e, p.tank[1], p.tank[0], second, p.source[1], 0)
    begin_ram(s, p, d, e)


# ---------------------------------------------------------------- ram and overshoot


@rule
def rams(s: State, p: Pair, side: int) -> bool:
    """Whether a side of a pair may ram now (CH-8.4)."""
    return may_ram(s.options, p, s.tanks[p.tank[side]], s.tanks[p.tank[1 - side]], side)


@rule
def begin_ram(s: State, p: Pair, d: Dice, e: Log) -> None:
    """Step 7: who is asked first (CH-8.5): the winner; without one a d6, 1 to 3 A."""
    s.phase = Phase.RAM
    p.asked, p.first = 0, max(0, p.winner)
    if p.winner == NOBODY and rams(s, p, 0) and rams(s, p, 1):
        rolled = roll(d, 6)
        p.first = 0 if rolled <= s.options.ram_first_faces else 1
        asked_first(e, p.tank[p.first], p.tank[1 - p.first], rolled)


@rule
def side_to_ask(p: Pair) -> int:
    """The side that is asked now, to ram or to open; -1 once both have been."""
    if p.asked == 0:
        return p.first
    return 1 - p.first if p.asked == 1 else NOBODY


@rule
def ram_waits(s: State, d: Dice, e: Log) -> bool:
    """Whether somebody is asked to ram; without one the overshoot is settled (CH-8.7)."""
    p = s.pair[s.acting]
    while side_to_ask(p) != NOBODY:
        if rams(s, p, side_to_ask(p)):
            return True
        p.asked += 1
    end_ram(s, p, 0, e)
    return False


@rule
def ram(s: State, p: Pair, willing: int, d: Dice, e: Log) -> None:
    """The answer of the side that is asked (CH-8.5)."""
    side = side_to_ask(p)
    if willing == 0:
        ram_declined(e, p.tank[side], p.tank[1 - side])
    elif attempt(s, p, side, d, e):
        collide(s, p, side, d, e)
        end_ram(s, p, 1, e)
        return
    p.asked += 1


@rule
def end_ram(s: State, p: Pair, rammed: int, e: Log) -> None:
    """CH-8.7. A destroyed tank ends the pair (CH-8.17, CH-14.7)."""
    if p.raw == Band.PASSING and rammed == 0:
        overshot(e, p.tank[0], p.tank[1])
    p.range = after_ram(s.options, p.raw, rammed)
    ram_ended(e, p.tank[0], p.tank[1], p.range, rammed)
    if rammed != 0 and fallen(s, p):
        p.open, p.moved = 0, 1
        s.phase = Phase.PAIR if s.options.team_battle != 0 else Phase.END
        return
    begin_opening(s, p)


@rule
def fallen(s: State, p: Pair) -> bool:
    """Whether a collision has destroyed a tank of the pair; its other pairs are over too (CH-14.7)."""
    result = False
    for side in range(2):
        if s.tanks[p.tank[side]].now.hull <= 0:
            result = True
            for i in range(s.pairs):
                if s.pair[i].tank[side] == p.tank[side]:
                    s.pair[i].open = 0
    return result


# ---------------------------------------------------------------- opening


@rule
def can_open(s: State, p: Pair) -> bool:
    """Whether to open would change the range: not at Distant where it stops there (CH-2.5)."""
    return bool(opened_range(s.options, p.range) > p.range)


@rule
def begin_opening(s: State, p: Pair) -> None:
    """Step 8, only when both maneuver (CH-6.12): the loser is asked first, without one A (CH-6.13)."""
    s.phase = Phase.OPENING
    p.asked = 0 if row_of(p) == Row.M_M and can_open(s, p) else 2
    p.first = 0 if p.winner == NOBODY else 1 - p.winner
    p.raw = p.range


@rule
def opening_waits(s: State, e: Log) -> bool:
    """Whether somebody is asked to open the range."""
    p = s.pair[s.acting]
    if side_to_ask(p) != NOBODY:
        return True
    p.moved = 1
    s.phase = Phase.PAIR
    return False


@rule
def open_range(s: State, p: Pair, willing: int, e: Log) -> None:
    """The answer of the side that is asked (CH-6.13)."""
    side = side_to_ask(p)
    p.asked += 1
    if willing != 0:
        p.raw = opened_range(s.options, p.range)
    opening_answered(e, p.tank[side], p.tank[1 - side], willing, p.raw)
    if willing == 0:
        return
    p.range = p.raw
    if p.raw == Band.BROKEN:
        break_contact(s, p, side, e)
    elif s.options.mm_increase_stack == 0 or not can_open(s, p):
        p.asked = 2


# ---------------------------------------------------------------- turn
# The sequence of a turn (CH-3.1, CH-14.12) and where it waits for a decision.
#
# `advance` goes on until somebody has to decide or the game is over. A decision with one legal option is
# skipped and logged as forced (CH-3.3).


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
