"""Driving tests and the chart (CH-5 to CH-7)."""

from __future__ import annotations

from enum import IntEnum

from hulldown.kernel.actions import Log, Terms, explain
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.house_rules import in_force
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.events import Sum, driving_tested, tie_diced, winner_found
from hulldown.rulesets.chase.occasions import (
    Occasion,
    amend,
    leave_out,
    no_pair,
    only_enemy,
    pair_in_mind,
    throw_again,
    throw_test,
)
from hulldown.rulesets.chase.state import (
    BANDS,
    DIRECTED,
    NOBODY,
    SIDE_TANKS,
    Band,
    BeyondDistant,
    BothFleeingFacing,
    BothSameChange,
    Class,
    DirectionChosen,
    DirectionFacing,
    DrivingTie,
    Facing,
    FailureFavors,
    Mobility,
    Options,
    Order,
    Pair,
    RamTest,
    RandomFacing,
    RangeSuccess,
    Source,
    Standing,
    State,
    Tank,
    TiedSuccess,
    side_of,
)


@rule
def driving_dm(o: Options, t: Tank, terms: Terms) -> int:
    """CH-5.1, CH-11.6: Driver + Agility + mobility DM."""
    dm = explain(terms, Sum.DRIVER, t.profile.driver) + explain(terms, Sum.AGILITY, t.profile.agility)
    worse = o.drive_damage_penalty if t.now.mobility == Mobility.DAMAGED else 0
    return dm + explain(terms, Sum.MOBILITY, -worse)


@rule
def driving_dm_in(s: State, t: int, enemy: int, p: Pair, terms: Terms) -> int:
    """The DM of a Driving test of a tank, house rules counted; `p` is the pair that it is about."""
    leave_out(s, Occasion.DRIVING, t, enemy, p, terms)
    dm = driving_dm(s.options, s.tanks[t], terms)
    return amend(s, Occasion.DRIVING, t, enemy, p, dm, terms)


@rule
def own_driving_dm(s: State, t: int, terms: Terms) -> int:
    """The same of a tank in the battle as it stands: of several enemies none is looked at."""
    i = only_enemy(s, t)
    if i != NOBODY:
        return driving_dm_in(s, t, s.pair[i].tank[1 - side_of(t)], s.pair[i], terms)
    p = pair_in_mind()
    no_pair(p)
    return driving_dm_in(s, t, NOBODY, p, terms)


@rule
def ram_dm(s: State, p: Pair, side: int, terms: Terms) -> int:
    """The DM of a ram attempt of its own (CH-8.6), house rules counted."""
    t, enemy = p.tank[side], p.tank[1 - side]
    leave_out(s, Occasion.RAM, t, enemy, p, terms)
    dm = driving_dm(s.options, s.tanks[t], terms)
    return amend(s, Occasion.RAM, t, enemy, p, dm, terms)


@rule
def succeeds(total: int, score: int) -> bool:
    """CH-1.4: a total that reaches the score of its kind of test."""
    return total >= score


@rule
def effect_of(total: int, score: int) -> int:
    """CH-1.5."""
    return total - score


@rule
def tied(rolled_a: int, rolled_b: int, total_a: int, total_b: int) -> bool:
    """Whether two tests are equal (CH-5.4)."""
    return rolled_a != 0 and rolled_b != 0 and total_a == total_b


@rule
def winner_of(o: Options, rolled_a: int, rolled_b: int, total_a: int, total_b: int) -> int:
    """The side that wins, -1 for none (CH-5.3, CH-5.5, CH-5.6, CH-5.8). A tie that stands has no winner."""
    if rolled_a == 0 and rolled_b == 0:
        return NOBODY
    side = 0 if rolled_b == 0 or (rolled_a != 0 and total_a > total_b) else 1
    if tied(rolled_a, rolled_b, total_a, total_b):
        return NOBODY
    winning = total_a if side == 0 else total_b
    if o.win_requires_success != 0 and not succeeds(winning, o.driving_score):
        return NOBODY
    return side


@rule
def takes_test(s: State, t: int) -> bool:
    """CH-5.8, CH-14.5: an active tank in an engagement that is not immobilised."""
    tank = s.tanks[t]
    if tank.standing != Standing.ACTIVE or tank.order == Order.NONE:
        return False
    return bool(tank.now.mobility != Mobility.IMMOBILISED)


@rule
def roll_test(s: State, t: int, again: int, d: Dice, e: Log) -> None:
    """One Driving test of a tank: 2d6 + Driving DM (CH-5.1)."""
    i = only_enemy(s, t)
    if i != NOBODY:
        drive(s, t, s.pair[i].tank[1 - side_of(t)], s.pair[i], again, d, e)
        return
    p = pair_in_mind()
    no_pair(p)
    drive(s, t, NOBODY, p, again, d, e)


@rule
def drive(s: State, t: int, enemy: int, p: Pair, again: int, d: Dice, e: Log) -> None:
    """The test with its dice; `p` is the pair that it is about."""
    tank = s.tanks[t]
    dm = driving_dm_in(s, t, enemy, p, e.why)
    faces = throw_test(s, Occasion.DRIVING, t, enemy, p, s.options.driving_score - dm, d, e)
    first, second = faces // 10, faces % 10
    tank.rolled = 1
    tank.total = first + second + dm
    if again == 0:
        tank.first = tank.total
    driving_tested(e, t, again, first, second, dm, tank.total)


@rule
def roll_tests(s: State, d: Dice, e: Log) -> None:
    """Step 4: everybody's test (CH-5.1, CH-14.12); in a duel ties are rolled again (CH-5.4)."""
    for t in range(2 * SIDE_TANKS):
        s.tanks[t].rolled, s.tanks[t].total, s.tanks[t].first = 0, 0, 0
        if takes_test(s, t):
            roll_test(s, t, 0, d, e)
    if s.options.team_battle != 0 or s.options.driving_tie != DrivingTie.REROLL:
        return
    a, b = s.tanks[0], s.tanks[SIDE_TANKS]
    while tied(a.rolled, b.rolled, a.total, b.total):
        roll_test(s, 0, 1, d, e)
        roll_test(s, SIDE_TANKS, 1, d, e)


@rule
def counted_total(o: Options, t: Tank) -> int:
    """The total from which success and Effect are judged (CH-5.4): of several because of ties the last,
    by an option the first (CH-5.10).
    """
    return t.first if o.tied_success == TiedSuccess.FIRST else t.total


@rule
def weigh_totals(s: State, p: Pair) -> bool:
    """Winner and success of a pair by the totals of its tanks (CH-5.3); whether a die must break a tie.

    A duel whose first totals count for success (CH-5.10) has its winner by the last ones.
    """
    a, b = s.tanks[p.tank[0]], s.tanks[p.tank[1]]
    own, other = counted_total(s.options, a), counted_total(s.options, b)
    judge(s.options, p, a.rolled, b.rolled, own, other)
    if s.options.driving_tie == DrivingTie.REROLL and tied(a.rolled, b.rolled, own, other):
        if s.options.team_battle != 0:
            return True
        settle_tie(s.options, p, 0 if a.total > b.total else 1)
    return False


@rule
def compare(s: State, p: Pair, d: Dice, e: Log) -> None:
    """What the tests of a pair come to: winner and success (CH-5.3), a tied pair of a team battle by a d6.

    CH-14.5: 1 to 3 the tank of A, 4 to 6 the tank of B, unless ties stand.
    """
    a, b = s.tanks[p.tank[0]], s.tanks[p.tank[1]]
    if weigh_totals(s, p):
        break_tie(s, p, d, e)
    tested = a.rolled + 2 * b.rolled
    first, second = p.tank[0], p.tank[1]
    passed = p.success[0] + 2 * p.success[1]
    winner_found(e, first, second, tested, p.winner, a.total, b.total, passed)


@rule
def judge(o: Options, p: Pair, rolled_a: int, rolled_b: int, total_a: int, total_b: int) -> None:
    """Write winner, successes and what a ram may use of these totals (CH-5.3, CH-5.8, CH-8.6)."""
    p.winner = winner_of(o, rolled_a, rolled_b, total_a, total_b)
    score = o.driving_score
    p.success[0] = 1 if rolled_a != 0 and succeeds(total_a, score) else 0
    p.success[1] = 1 if rolled_b != 0 and succeeds(total_b, score) else 0
    p.effect[0], p.effect[1] = 0, 0
    if o.ram_test == RamTest.SAME:
        p.effect[0], p.effect[1] = effect_of(total_a, score), effect_of(total_b, score)


@rule
def break_tie(s: State, p: Pair, d: Dice, e: Log) -> None:
    """A die decides a tie (CH-14.5)."""
    face = roll(d, 6)
    side = 0 if face <= s.options.tie_faces else 1
    tie_diced(e, p.tank[side], p.tank[1 - side], face)
    settle_tie(s.options, p, side)


@rule
def settle_tie(o: Options, p: Pair, side: int) -> None:
    """A side wins a tie whose successes stand (CH-14.5, CH-5.10). With `win_requires_success` it must have
    succeeded (CH-5.6).
    """
    if o.win_requires_success == 0 or p.success[side] != 0:
        p.winner = side


# ---------------------------------------------------------------- several dice together
# Their faces are the digits of one number, so that a log row holds each die; nine fit a field.


@rule
def throw(d: Dice, count: int) -> int:
    """So many d6 (CH-1.7): 4, 1 and 6 are 416."""
    faces = 0
    for _ in range(count):
        faces = 10 * faces + roll(d, 6)
    return faces


@rule
def sum_of(faces: int) -> int:
    """What dice come to together."""
    total, left = 0, faces
    while left > 0:
        total += left % 10
        left //= 10
    return total


def faces_of(faces: int) -> tuple[int, ...]:
    """The dice one by one, in the order in which they fell."""
    return tuple(map(int, str(faces))) if faces else ()


# ---------------------------------------------------------------- chart
# The chart: who may shift the range, and where facings come from (CH-6, CH-7.2 to CH-7.4).


FLANKS = 3  # sides of a hull that are not its Front: each has one face of the die of a random facing


# The six rows (CH-6.1), and the rule of each.
Row = IntEnum("Row", "CR_CR CR_M M_M CR_HD M_HD HD_HD")
ROW_RULES = dict(zip(Row, ("CH-6.2", "CH-6.5", "CH-6.6", "CH-6.7", "CH-6.8", "CH-6.9"), strict=True))


@rule
def class_of(order: int) -> int:
    """The class of an order (CH-4.2)."""
    if order == Order.MANEUVER:
        return Class.MANEUVER
    if order == Order.HULL_DOWN:
        return Class.HULL_DOWN
    return Class.CHANGE_RANGE


@rule
def direction(order: int) -> int:
    """Which way a Change Range goes (CH-4.2); 0 for other orders."""
    if order == Order.PURSUE:
        return -1
    return 1 if order == Order.FLEE else 0


@rule
def can_be_ordered(o: Options, order: int) -> bool:
    """Whether an order is one of the secret choice: with a direction, or without (CH-4.2, CH-4.6)."""
    if order == Order.MANEUVER or order == Order.HULL_DOWN:
        return True
    if o.direction_chosen == DirectionChosen.AFTER_TEST:
        return order == Order.CHANGE_RANGE
    return order == Order.PURSUE or order == Order.FLEE


def secret_orders(o: Options) -> tuple[int, ...]:
    """The orders of the secret choice, those that change the range first (CH-4.2, CH-4.6)."""
    listed = (Order.CHANGE_RANGE, *DIRECTED)
    return tuple(order.value for order in listed if can_be_ordered(o, order.value))


def directions(order: int) -> tuple[int, ...]:
    """What an order comes to in the chart: itself, or either direction (CH-4.6)."""
    return (Order.PURSUE.value, Order.FLEE.value) if order == Order.CHANGE_RANGE else (order,)


@rule
def row_of(p: Pair) -> int:
    """The row of a pair of orders, in either order (CH-1.3)."""
    first, second = class_of(p.order[0]), class_of(p.order[1])
    if first > second:
        first, second = second, first
    if first == Class.CHANGE_RANGE:
        if second == Class.CHANGE_RANGE:
            return Row.CR_CR
        return Row.CR_M if second == Class.MANEUVER else Row.CR_HD
    if first == Class.MANEUVER:
        return Row.M_M if second == Class.MANEUVER else Row.M_HD
    return Row.HD_HD


@rule
def mover(p: Pair) -> int:
    """The side that the range cell of R2, R4 or R5 is about: the changer, or the maneuvering tank."""
    return 0 if class_of(p.order[0]) < class_of(p.order[1]) else 1


@rule
def range_success(o: Options, p: Pair, side: int) -> bool:
    """What success means in a range cell (CH-5.9)."""
    if o.range_success == RangeSuccess.OPPOSED_WIN:
        return bool(p.winner == side)
    return bool(p.success[side] != 0)


@rule
def grant(p: Pair, decider: int, most: int) -> None:
    """A side may shift by 0 to `most` bands (CH-6.10); a negative number closes."""
    p.decider, p.low, p.high = decider, min(0, most), max(0, most)


@rule
def fix(p: Pair, shift: int) -> None:
    """The shift is what the cell says; nobody chooses."""
    p.decider, p.low, p.high = NOBODY, shift, shift


@rule
def find_shift(o: Options, p: Pair) -> None:
    """Who decides the shift and what is legal: `decider` (-1 when it is forced), `low` to `high`."""
    row = row_of(p)
    if row == Row.CR_CR:
        contest(o, p)
    elif row == Row.CR_M:
        change(o, p, o.change_maneuver_success, o.change_maneuver_failure)
    elif row == Row.CR_HD:
        change(o, p, o.change_hull_down_success, o.change_hull_down_failure)
    elif row == Row.M_HD:
        side = mover(p)
        well = range_success(o, p, side)
        either_way(p, side, o.maneuver_hull_down_success if well else o.maneuver_hull_down_failure)
    else:
        either_way(p, p.winner, o.both_maneuver if row == Row.M_M else o.both_hull_down)
    stop_at_distant(o, p)


@rule
def look_up(s: State, p: Pair, terms: Terms) -> None:
    """The chart in a battle: as `find_shift`, and house rules about how far somebody may shift."""
    find_shift(s.options, p)
    if not in_force(s.options.house) or p.decider == NOBODY or p.low == p.high:
        return
    side, most = p.decider, max(p.high, -p.low)
    bands = amend(s, Occasion.SHIFT, p.tank[side], p.tank[1 - side], p, most, terms)
    bands = max(0, min(BANDS, bands))
    p.low, p.high = -bands if p.low < 0 else 0, bands if p.high > 0 else 0
    if bands == 0:
        fix(p, 0)
    stop_at_distant(s.options, p)


@rule
def stop_at_distant(o: Options, p: Pair) -> None:
    """By an option no shift goes past Distant (CH-2.5); who can shift no more has nothing to choose."""
    room = max(0, Band.DISTANT.value - p.range)
    if o.beyond_distant == BeyondDistant.STOP and p.high > room:
        p.high, p.low = room, min(p.low, room)
        if p.low == p.high:
            fix(p, room)


@rule
def either_way(p: Pair, side: int, most: int) -> None:
    """R3, R5 and R6: who has no direction may shift so many bands to either side (CH-6.6, CH-6.8, CH-6.9,
    CH-6.10); nobody shifts by none.
    """
    if most == 0 or side == NOBODY:
        fix(p, 0)
    else:
        p.decider, p.low, p.high = side, -most, most


@rule
def contest(o: Options, p: Pair) -> None:
    """R1: opposite directions (CH-6.2, CH-5.7), the same direction (CH-6.3, CH-6.4)."""
    way = direction(p.order[0])
    if way != direction(p.order[1]):
        if p.winner == NOBODY:
            fix(p, 0)
        else:
            grant(p, p.winner, o.contest_shift * direction(p.order[p.winner]))
    elif o.both_same_change == BothSameChange.UP_TO and p.winner != NOBODY:
        grant(p, p.winner, o.same_way_shift * way)
    else:
        fix(p, o.same_way_shift * way)


@rule
def change(o: Options, p: Pair, success: int, failure: int) -> None:
    """R2 and R4: the changer moves the range its own way (CH-6.5, CH-6.7); an option lets the opponent of
    a changer that failed move it the other way (CH-6.10).
    """
    side = mover(p)
    way = direction(p.order[side])
    if range_success(o, p, side):
        grant(p, side, success * way)
    elif o.failure_favors == FailureFavors.OPPONENT:
        grant(p, 1 - side, -failure * way)
    else:
        grant(p, side, failure * way)


@rule
def raw_range(o: Options, band: int, shift: int) -> int:
    """CH-2.4; by an option there is nothing beyond Distant (CH-2.5)."""
    farthest = Band.DISTANT.value if o.beyond_distant == BeyondDistant.STOP else Band.BROKEN.value
    return max(Band.PASSING.value, min(farthest, band + shift))


@rule
def opened_range(o: Options, band: int) -> int:
    """The range after a tank has opened it in step 8 (CH-6.12, CH-2.4)."""
    return raw_range(o, band, o.opening_shift)


@rule
def choice_of(side: int) -> int:
    """A facing that a side picks."""
    return Source.CHOICE_A if side == 0 else Source.CHOICE_B


@rule
def has_direction(o: Options, p: Pair, side: int) -> bool:
    """Whether the facing of a Change Range is settled by a direction: always by its order (CH-7.3), by an
    option only where the range has moved so (CH-7.10): a pursuer closes or its enemy opens, a runner opens.
    """
    if o.direction_facing == DirectionFacing.ORDER:
        return True
    if o.beyond_distant == BeyondDistant.STOP and p.was == Band.DISTANT and p.shift > 0:
        return False  # it could not open (CH-2.5)
    return bool(p.shift > 0 or (p.shift < 0 and p.order[side] == Order.PURSUE))


@rule
def own_direction(o: Options, p: Pair, side: int) -> int:
    """CH-7.2, CH-7.3: a pursuer shows its Front, a runner its Rear; CH-7.4 when both run. Without a
    direction it is Random (CH-7.10).
    """
    if not has_direction(o, p, side):
        return Source.RANDOM
    if p.order[side] == Order.PURSUE:
        return Source.FRONT
    both = p.order[0] == Order.FLEE and p.order[1] == Order.FLEE
    return Source.FRONT if both and o.both_fleeing_facing == BothFleeingFacing.FRONT else Source.REAR


@rule
def facing_source(o: Options, p: Pair, side: int) -> int:
    """Where the facing of a side's tank comes from (CH-6.5 to CH-6.9, CH-6.11, CH-5.7)."""
    row = row_of(p)
    if class_of(p.order[side]) == Class.CHANGE_RANGE:
        return own_direction(o, p, side)
    if p.winner == NOBODY:
        return Source.RANDOM
    if row == Row.M_M or row == Row.HD_HD:
        return choice_of(p.winner)
    if row == Row.CR_M:
        return choice_of(side) if p.winner == side else Source.RANDOM
    return choice_of(mover(p)) if p.winner == mover(p) else Source.RANDOM


@rule
def find_sources(o: Options, p: Pair) -> None:
    """Both facing cells; the shift is known (CH-3.2)."""
    p.source[0] = facing_source(o, p, 0)
    p.source[1] = facing_source(o, p, 1)


@rule
def chooses(p: Pair, side: int) -> bool:
    """Whether a side picks a facing of this pair (CH-7.6)."""
    mine = choice_of(side)
    return bool(p.source[0] == mine or p.source[1] == mine)


@rule
def hull_down(p: Pair, side: int) -> bool:
    """The hull-down flag: the order, and success of the own test (CH-9.1, CH-9.2)."""
    return bool(p.order[side] == Order.HULL_DOWN and p.success[side] != 0)


@rule
def breaker(p: Pair) -> int:
    """The side that decided a shift past Distant, so that it went its way; -1 when both run (CH-12.3)."""
    if row_of(p) == Row.CR_CR and p.order[0] == p.order[1]:
        return NOBODY
    return p.decider


@rule
def facing_die(o: Options) -> int:
    """How many sides the die of a random facing has (CH-7.7)."""
    return FLANKS + (o.front_faces if o.random_facing == RandomFacing.FRONT_HEAVY else 1)


@rule
def roll_facing(s: State, p: Pair, side: int, d: Dice, e: Log) -> int:
    """The die of a random facing (CH-7.7)."""
    sides = facing_die(s.options)
    face = roll(d, sides)
    front = facing_of(s.options, face) == Facing.FRONT
    t, enemy = p.tank[side], p.tank[1 - side]
    return throw_again(s, Occasion.FACING, t, enemy, p, face, 1, sides, front, d, e)


@rule
def facing_of(o: Options, face: int) -> int:
    """The facing that a die picks: d4 Front, Right, Rear, Left; d6 1 to 3 Front (CH-7.7)."""
    left = facing_die(o) - face
    if left >= FLANKS:
        return Facing.FRONT
    if left == 2:
        return Facing.RIGHT
    return Facing.REAR if left == 1 else Facing.LEFT
