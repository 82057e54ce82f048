"""What house rules of Chase can be about, and what they can ask of the moment.

"It" is the tank whose number or roll it is: which drives, fires, is struck. Its enemy is the other tank of
the pair that is resolved.
"""

from __future__ import annotations

from typing import Annotated

from hulldown.kernel.actions import Log, Terms, ignore_terms
from hulldown.kernel.dice import (
    Dice,
    is_enumerating,
    last_face,
    merge_faces,
    merge_sums,
    power,
    roll,
    roll_sum,
    ways_to_sum,
)
from hulldown.kernel.house_rules import (
    UNKNOWN,
    Facts,
    amend_number,
    choose_roll,
    in_force,
    is_asked,
    reroll,
    reroll_by,
    roll_dice,
    sum_of_digits,
    terms_ignored,
)
from hulldown.kernel.jit import Scratch, rule
from hulldown.kernel.records import Long, record
from hulldown.rulesets.api.house_rules import (
    CircumstanceCode,
    DiceRoll,
    HouseRuleTerms,
    Number,
    NumberFact,
    OccasionCode,
    WordFact,
    YesNoFact,
    words_of,
)
from hulldown.rulesets.chase.events import Sum
from hulldown.rulesets.chase.state import (
    BANDS,
    NOBODY,
    Band,
    Facing,
    Gun,
    Mobility,
    Mount,
    Order,
    Pair,
    State,
    side_of,
)

DRIVING_SUMMANDS = (Sum.DRIVER, Sum.AGILITY, Sum.MOBILITY)
SHOT_SUMMANDS = (Sum.GUNNER, Sum.RANGE, Sum.VEHICLE, Sum.OWN_ORDER, Sum.TARGET_ORDER, Sum.GUN)
MOST_DICE = 9  # whose faces fit a field of an event
MOST_SPEED = 240
WORST = 4  # severity
RANGES = list(Band)[1:-1]
SIDES = {0: "a", 1: "b"}
KEPT, OPENED, CLOSED = 0, 1, 2
CHANGES = {KEPT: "kept", OPENED: "opened", CLOSED: "closed"}


class Occasion(OccasionCode):
    """The numbers and rolls that a house rule can change."""

    DRIVING = (
        1,
        "CH-5.1",
        Number("the DM of its Driving test", ignores=DRIVING_SUMMANDS),
        DiceRoll("its Driving test"),
    )
    RAM = (
        2,
        "CH-8.6",
        Number("the DM of its ram attempt", ignores=DRIVING_SUMMANDS),
        DiceRoll("its ram attempt"),
    )
    TO_HIT = 3, "CH-10.5", Number("the DM of its shot", ignores=SHOT_SUMMANDS), DiceRoll("its roll to hit")
    LOCATION = 4, "CH-10.7", Number("the location total of its hit", 2, 12)
    DAMAGE_DICE = (
        5,
        "CH-10.8",
        Number("the number of its damage dice", 0, MOST_DICE, dice=True),
        DiceRoll("its damage dice", test=False),
    )
    DAMAGE_BONUS = 6, "CH-10.8", Number("the damage bonus of its shot", -20, 60)
    PIERCING = 7, "CH-10.9", Number("the AP of its shot", 0, 60)
    ARMOR = 8, "CH-10.9", Number("the Armor that a shot at it meets", 0, 60)
    SEVERITY = 9, "CH-11.1", Number("the severity of a hit on it", 0, WORST)
    HULL_LOSS = 10, "CH-11.3", Number("the hull points that a hit takes from it", 0, 12)
    SHIFT = 11, "CH-6.10", Number("its shift of the range", 0, BANDS, "bands")
    FACING = 12, "CH-7.7", None, DiceRoll("the roll of its facing (a hit is the Front)", low_wins=True)
    SPEED = 13, "CH-8.11", Number("its Top Speed", 0, 60)
    CRASH_DICE = (
        14,
        "CH-8.13",
        Number("the number of dice of a sideswipe against it", 0, MOST_DICE, dice=True),
        DiceRoll("the dice of a sideswipe against it", test=False),
    )
    CRASH_DAMAGE = 15, "CH-8.11", Number("the damage of a collision to it", 0, 120)
    CRASH_ARMOR = 16, "CH-8.15", Number("the Armor that a collision with it meets", 0, 60)


class Circumstance(CircumstanceCode):
    """What a house rule can ask of the moment: of the turn, the tank, the pair that it is of, its enemy."""

    TURN = 1, "CH-3.1", NumberFact("the turn is {n}", 1, 24)
    TURNS_LEFT = 2, "CH-12.5", NumberFact("{n} are left after this", 0, 23, "turns")
    DUEL = 3, "CH-12.7", NumberFact("the duel of the match is {n}", 1, 9)
    TEAM = 4, "CH-14.1", YesNoFact("it is {not }a team battle")
    SIDE = 5, "CH-1.1", WordFact("its side is {n}", SIDES)
    HULL = 6, "CH-11.7", NumberFact("it has {n}", 0, 12, "hull points")
    HULL_LOST = 7, "CH-11.3", NumberFact("it has lost {n}", 0, 12, "hull points")
    DRIVE = 8, "CH-11.4", words_of("its drive is {n}", Mobility)
    GUN = 9, "CH-11.5", words_of("its gun is {n}", Gun)
    MOUNT = 10, "CH-10.3", words_of("the mount of its gun is {n}", Mount)
    DRIVER = 11, "CH-1.6", NumberFact("its driver has skill {n}", -3, 20)
    GUNNER = 12, "CH-1.6", NumberFact("its gunner has skill {n}", -3, 20)
    TOP_SPEED = 13, "CH-8.11", NumberFact("its printed Top Speed is {n}", 0, 60)
    DOWN = 14, "CH-9.2", YesNoFact("it is {not }hull down")
    COLLIDED = 15, "CH-14.7", YesNoFact("it has {not }collided this turn")
    OPPONENTS = 16, "CH-14.1", NumberFact("it is engaged with {n}", 0, 6, "tanks")
    ORDER = 17, "CH-4.2", words_of("its order is {n}", list(Order)[1:])
    SHOWS = 18, "CH-7.1", words_of("it shows its {n}", list(Facing)[1:])
    WON = 19, "CH-5.3", YesNoFact("it has {not }won the Driving test")
    PASSED = 20, "CH-5.3", YesNoFact("its Driving test has {not }succeeded")
    BAND = 21, "CH-2.1", words_of("the range is {n}", RANGES)
    RANGE = 22, "CH-2.1", NumberFact("the range is {n} from Adjacent", 0, BANDS - 1, "bands")
    CHANGED = 23, "CH-6.10", WordFact("the range has been {n} this turn", CHANGES)
    ENEMY_HULL = 24, "CH-11.7", NumberFact("the enemy has {n}", 0, 12, "hull points")
    ENEMY_HULL_LOST = 25, "CH-11.3", NumberFact("the enemy has lost {n}", 0, 12, "hull points")
    ENEMY_DRIVE = 26, "CH-11.4", words_of("the drive of the enemy is {n}", Mobility)
    ENEMY_GUN = 27, "CH-11.5", words_of("the gun of the enemy is {n}", Gun)
    ENEMY_MOUNT = 28, "CH-10.3", words_of("the mount of the enemy's gun is {n}", Mount)
    ENEMY_DOWN = 29, "CH-9.2", YesNoFact("the enemy is {not }hull down")
    ENEMY_OPPONENTS = 30, "CH-14.1", NumberFact("the enemy is engaged with {n}", 0, 6, "tanks")
    ENEMY_ORDER = 31, "CH-4.2", words_of("the enemy's order is {n}", list(Order)[1:])
    ENEMY_SHOWS = 32, "CH-7.1", words_of("the enemy shows its {n}", list(Facing)[1:])


HOUSE = HouseRuleTerms.of(Occasion, Circumstance)
SUMS = 64  # of up to nine dice
POOLED = 5  # dice that a walk can throw as one with their re-roll


@record
class Pool:
    """Dice of a walk that are thrown as one: in how many ways they come to a sum, re-rolls counted, and to
    that or less. Without dice they were thrown apart.
    """

    dice: int
    once: Annotated[list[Long], SUMS]  # ways of the first throw alone
    ways: Annotated[list[Long], SUMS]


facts_of = Scratch(Facts)
pool_of = Scratch(Pool)
pair_in_mind = Scratch(Pair)


# ---------------------------------------------------------------- the facts of the moment


@rule
def engaged_with(s: State, t: int) -> int:
    """How many tanks a tank is engaged with."""
    count, side = 0, side_of(t)
    for i in range(s.pairs):
        if s.pair[i].open != 0 and s.pair[i].tank[side] == t:
            count += 1
    return count


@rule
def fact_of(code: int) -> int:
    """A code as a fact: -1 is none."""
    return code if code >= 0 else UNKNOWN


@rule
def order_in(s: State, t: int, p: Pair, side: int) -> int:
    """The order that a tank has in a pair, or before the reveal by itself."""
    if p.order[side] != Order.NONE:
        return p.order[side]
    return s.tanks[t].order if t != NOBODY else NOBODY


@rule
def note_tank(s: State, t: int, f: Facts) -> None:
    """What is known of the tank whose number or roll it is."""
    if t == NOBODY:
        for circumstance in range(Circumstance.SIDE, Circumstance.ORDER):
            f.value[circumstance] = UNKNOWN
        return
    tank = s.tanks[t]
    f.value[Circumstance.SIDE] = side_of(t)
    f.value[Circumstance.HULL] = max(0, tank.now.hull)
    f.value[Circumstance.HULL_LOST] = tank.profile.hull - max(0, tank.now.hull)
    f.value[Circumstance.DRIVE] = tank.now.mobility
    f.value[Circumstance.GUN] = tank.now.gun
    f.value[Circumstance.MOUNT] = tank.profile.mount
    f.value[Circumstance.DRIVER] = tank.profile.driver
    f.value[Circumstance.GUNNER] = tank.profile.gunner
    f.value[Circumstance.TOP_SPEED] = tank.profile.top_speed
    f.value[Circumstance.DOWN] = tank.down
    f.value[Circumstance.COLLIDED] = tank.collided
    f.value[Circumstance.OPPONENTS] = engaged_with(s, t)


@rule
def note_pair(s: State, t: int, enemy: int, p: Pair, f: Facts) -> None:
    """What is known of the pair that it is about; of a closed pair nothing but orders."""
    side = side_of(t) if t != NOBODY else 1 - side_of(enemy) if enemy != NOBODY else 0
    f.value[Circumstance.ORDER] = fact_of(order_in(s, t, p, side))
    f.value[Circumstance.ENEMY_ORDER] = fact_of(order_in(s, enemy, p, 1 - side))
    if p.open == 0:
        for circumstance in range(Circumstance.SHOWS, Circumstance.ENEMY_HULL):
            f.value[circumstance] = UNKNOWN
        f.value[Circumstance.ENEMY_SHOWS] = UNKNOWN
        return
    f.value[Circumstance.SHOWS] = fact_of(p.facing[side])
    f.value[Circumstance.ENEMY_SHOWS] = fact_of(p.facing[1 - side])
    f.value[Circumstance.WON] = 1 if p.winner == side else 0
    f.value[Circumstance.PASSED] = p.success[side]
    on_ladder = p.range >= 0 and p.range < BANDS
    f.value[Circumstance.BAND] = p.range if on_ladder else UNKNOWN
    f.value[Circumstance.RANGE] = p.range if on_ladder else UNKNOWN
    f.value[Circumstance.CHANGED] = KEPT if p.shift == 0 else OPENED if p.shift > 0 else CLOSED


@rule
def note_enemy(s: State, enemy: int, f: Facts) -> None:
    """What is known of the other tank of the pair."""
    if enemy == NOBODY:
        for circumstance in range(Circumstance.ENEMY_HULL, Circumstance.ENEMY_ORDER):
            f.value[circumstance] = UNKNOWN
        return
    tank = s.tanks[enemy]
    f.value[Circumstance.ENEMY_HULL] = max(0, tank.now.hull)
    f.value[Circumstance.ENEMY_HULL_LOST] = tank.profile.hull - max(0, tank.now.hull)
    f.value[Circumstance.ENEMY_DRIVE] = tank.now.mobility
    f.value[Circumstance.ENEMY_GUN] = tank.now.gun
    f.value[Circumstance.ENEMY_MOUNT] = tank.profile.mount
    f.value[Circumstance.ENEMY_DOWN] = tank.down
    f.value[Circumstance.ENEMY_OPPONENTS] = engaged_with(s, enemy)


@rule
def note_facts(s: State, t: int, enemy: int, p: Pair, f: Facts) -> None:
    """Everything that a house rule can ask; UNKNOWN where there is no such tank or pair."""
    f.value[Circumstance.TURN] = s.turn
    f.value[Circumstance.TURNS_LEFT] = s.turn_limit - s.turn
    f.value[Circumstance.DUEL] = s.duel + 1
    f.value[Circumstance.TEAM] = s.options.team_battle
    note_tank(s, t, f)
    note_pair(s, t, enemy, p, f)
    note_enemy(s, enemy, f)


@rule
def suppose_pair(p: Pair, band: int, own: int, shown: int, side: int, q: Pair) -> None:
    """A pair as it would be at a range with these facings, as far as a shot depends on it; its orders are to
    be written.
    """
    for whose in range(2):
        q.tank[whose], q.success[whose] = p.tank[whose], p.success[whose]
    q.open, q.winner, q.shift, q.range, q.was = 1, p.winner, p.shift, band, band
    q.facing[side], q.facing[1 - side] = own, shown


@rule
def no_pair(q: Pair) -> None:
    """A pair of nobody, for what is asked of a tank alone."""
    q.open, q.order[0], q.order[1] = 0, Order.NONE, Order.NONE


@rule
def only_enemy(s: State, t: int) -> int:
    """The number of the pair of a tank that is engaged with a single enemy, else -1; -1 also where no house
    rule asks.
    """
    if not in_force(s.options.house) or engaged_with(s, t) != 1:
        return NOBODY
    for i in range(s.pairs):
        if s.pair[i].open != 0 and s.pair[i].tank[side_of(t)] == t:
            return i
    return NOBODY


# ---------------------------------------------------------------- what the rules ask


@rule
def leave_out(s: State, occasion: int, t: int, enemy: int, p: Pair, terms: Terms) -> None:
    """Before the summands of a number: those that a house rule ignores count for nothing until `amend`."""
    if not is_asked(s.options.house, occasion):
        return
    f = facts_of()
    note_facts(s, t, enemy, p, f)
    ignore_terms(terms, terms_ignored(s.options.house, occasion, f))


@rule
def amend(s: State, occasion: int, t: int, enemy: int, p: Pair, number: int, terms: Terms) -> int:
    """A number with what house rules make of it; each notes its summand."""
    if not is_asked(s.options.house, occasion):
        return number
    ignore_terms(terms, 0)
    f = facts_of()
    note_facts(s, t, enemy, p, f)
    return amend_number(s.options.house, occasion, f, number, terms)


@rule
def throw_again(
    s: State,
    occasion: int,
    t: int,
    enemy: int,
    p: Pair,
    faces: int,
    dice: int,
    sides: int,
    hit: bool,
    d: Dice,
    e: Log,
) -> int:
    """The faces that count, as digits: those thrown, or by a house rule those of a second throw."""
    if dice == 0 or not is_asked(s.options.house, occasion):
        return faces
    f = facts_of()
    note_facts(s, t, enemy, p, f)
    low_wins = occasion == Occasion.FACING
    return reroll(s.options.house, occasion, f, t, faces, dice, sides, hit, low_wins, d, e)


# ---------------------------------------------------------------- dice


@rule
def throws_pools(s: State, d: Dice) -> bool:
    """Whether dice are thrown as one: in a walk under house rules, whose re-rolls make many ways of few."""
    return bool(in_force(s.options.house) and is_enumerating(d))


@rule
def digits_of(total: int, dice: int) -> int:
    """Faces of so many dice that come to a sum, as digits."""
    faces, left = 0, total
    for i in range(dice):
        face = min(6, left - (dice - 1 - i))
        faces, left = 10 * faces + face, left - face
    return faces


@rule
def fill_pool(
    s: State, occasion: int, t: int, enemy: int, p: Pair, dice: int, needed: int, pool: Pool
) -> None:
    """In how many ways dice come to each sum or less, with the re-roll of a house rule; `needed` is a hit."""
    pool.dice = dice
    whole, most = power(6, dice), 6 * dice
    for total in range(most + 1):
        pool.once[total], pool.ways[total] = 0, 0
    for total in range(dice, most + 1):
        pool.once[total] = ways_to_sum(dice, 6, total) if dice > 0 else 1
    again = is_asked(s.options.house, occasion) and dice > 0
    f = facts_of()
    note_facts(s, t, enemy, p, f)
    for first in range(dice, most + 1):
        i = reroll_by(s.options.house, occasion, f, first >= needed) if again else NOBODY
        if i < 0:
            pool.ways[first] += pool.once[first] * (whole if again else 1)
            continue
        change = s.options.house.rules[i].change
        for second in range(dice, most + 1):
            kept = choose_roll(change, first, second, 1, False)
            pool.ways[kept] += pool.once[first] * pool.once[second]
    for total in range(1, most + 1):
        pool.ways[total] += pool.ways[total - 1]


@rule
def roll_pool(d: Dice, pool: Pool) -> int:
    """In a walk: the sum of dice thrown as one."""
    most = 6 * pool.dice
    shown, total = roll(d, pool.ways[most]), 0
    while pool.ways[total] < shown:
        total += 1
    merge_faces(d, shown, pool.ways[total])
    return total


@rule
def merge_pool(d: Dice, pool: Pool, last: int) -> int:
    """Say of the sum just thrown that all up to `last` mean the same; the sum to go on with."""
    if pool.dice > 0:
        merge_faces(d, last_face(d), pool.ways[last])
    return last


@rule
def roll_apart(s: State, occasion: int, t: int, enemy: int, p: Pair, dice: int, d: Dice) -> int:
    """In a walk: the sum of more dice than one die can be with their re-roll; no test."""
    first = roll_sum(d, 6, dice)
    merge_sums(d, 6, dice, first)
    f = facts_of()
    note_facts(s, t, enemy, p, f)
    i = reroll_by(s.options.house, occasion, f, True)
    if i < 0:
        return first
    second = roll_sum(d, 6, dice)
    merge_sums(d, 6, dice, second)
    return choose_roll(s.options.house.rules[i].change, first, second, 1, False)


@rule
def pool_dice(s: State, occasion: int, t: int, enemy: int, p: Pair, dice: int, d: Dice, pool: Pool) -> int:
    """In a walk: the sum of dice that are no test, re-rolls counted. `merge_pool` may follow."""
    if dice > POOLED and is_asked(s.options.house, occasion):
        pool.dice = 0
        return roll_apart(s, occasion, t, enemy, p, dice, d)
    fill_pool(s, occasion, t, enemy, p, dice, 0, pool)
    return roll_pool(d, pool)


@rule
def throw_test(s: State, occasion: int, t: int, enemy: int, p: Pair, needed: int, d: Dice, e: Log) -> int:
    """The two dice of a test that succeeds by so much or more, as digits: those that count."""
    if throws_pools(s, d):
        pool = pool_of()
        fill_pool(s, occasion, t, enemy, p, 2, needed, pool)
        total = roll_pool(d, pool)
        if occasion != Occasion.DRIVING and total < needed:  # failures are alike unless totals are compared
            total = merge_pool(d, pool, min(12, needed - 1))
        return digits_of(total, 2)
    faces = roll_dice(d, 6, 2)
    if not in_force(s.options.house):
        return faces
    hit = sum_of_digits(faces) >= needed
    return throw_again(s, occasion, t, enemy, p, faces, 2, 6, hit, d, e)


@rule
def throw_dice(s: State, occasion: int, t: int, enemy: int, p: Pair, dice: int, d: Dice, e: Log) -> int:
    """Dice that are no test, as digits: those that count."""
    faces = roll_dice(d, 6, dice)
    return throw_again(s, occasion, t, enemy, p, faces, dice, 6, True, d, e)
