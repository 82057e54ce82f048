"""Driving tests: totals, success, and who wins (CH-5)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log, Terms, explain
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.codes import NOBODY, SIDE_TANKS, Mobility, Order, Standing
from hulldown.rulesets.chase.events import driving_tested, tie_diced, winner_found
from hulldown.rulesets.chase.reasons import Sum
from hulldown.rulesets.chase.state import Options, Pair, State, Tank
from hulldown.rulesets.chase.variants import DrivingTie, RamTest, TiedSuccess


@rule
def driving_dm(o: Options, t: Tank, terms: Terms) -> int:
    """CH-5.1, CH-11.6: Driver + Agility + mobility DM."""
    dm = explain(terms, Sum.DRIVER, t.profile.driver) + explain(terms, Sum.AGILITY, t.profile.agility)
    worse = o.drive_damage_penalty if t.now.mobility == Mobility.DAMAGED else 0
    return dm + explain(terms, Sum.MOBILITY, -worse)


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
    tank = s.tanks[t]
    first = roll(d, 6)
    second = roll(d, 6)
    dm = driving_dm(s.options, tank, e.why)
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
