"""The rules of the best answer to a strategy: a turn of one position, the pass over all (CH-13)."""

from __future__ import annotations

from typing import Annotated

from hulldown.kernel.actions import Terms
from hulldown.kernel.jit import rule
from hulldown.kernel.records import Real, record
from hulldown.rulesets.chase.driving import (
    Row,
    breaker,
    driving_dm,
    effect_of,
    facing_die,
    facing_of,
    find_shift,
    find_sources,
    hull_down,
    judge,
    opened_range,
    raw_range,
    row_of,
    settle_tie,
    succeeds,
    tied,
)
from hulldown.rulesets.chase.gunnery import (
    after_ram,
    attacker_damage,
    collision_type,
    crash_location,
    crash_penetration,
    defender_damage,
    eligible,
    harm,
    negated,
    no_fire,
    penetration,
    remaining_armor,
    severity_of,
    shot_location,
    speed,
    to_hit_dm,
)
from hulldown.rulesets.chase.state import (
    BANDS,
    FACINGS,
    NOBODY,
    PAYOFFS,
    Band,
    Damage,
    DrivingTie,
    Event,
    Facing,
    FireOrder,
    Gun,
    Mobility,
    Options,
    Order,
    Pair,
    RamTest,
    Source,
    Tank,
    TiedSuccess,
)
from hulldown.rulesets.chase.victory import destroyed_event, escape_event, limit_event

HITS = 15  # Location x severity 0 to 4; 0 is no effect
SUMS = 64  # sums of up to nine dice and more
RAMMER, TARGET = 2, 3  # whose dice of a sideswipe, among the sums
LEVELS = 10  # scratch cells of one position, a few for each step
CLASSES = 12  # winner none, A, B x success of A x success of B
GUNS = 2  # a knocked out gun has no row
TIE = 1e-11  # open decisions whose values differ by less may go either way


@record
class Cell:
    """A position's value when both follow the strategy, when A answers it best, and when B does."""

    v: Real
    a: Real
    b: Real


@record
class Hits:
    """The chance of each location and severity: index location * 5 + severity."""

    p: Annotated[list[Real], HITS]


@record
class Duel:
    """Two tanks under options, their payoffs, and room to work. `size` is 9 states a hull point."""

    o: Options
    tank: Annotated[list[Tank], 2]
    size: Annotated[list[int], 2]
    payoff: Annotated[list[Real], PAYOFFS]
    limit_fixed: int
    sums: Annotated[list[Real], 4 * SUMS]  # chances of sums: A's and B's damage dice, sideswipes (CH-8.13)
    weight: Annotated[list[Real], CLASSES]  # chances of what the Driving tests come to
    ahead: Annotated[list[Real], 2]  # chances of being ahead once unequal totals are thrown (CH-5.4)
    p: Pair
    now: Damage
    other: Damage
    mute: Terms
    scratch: Annotated[list[Cell], LEVELS]
    hits: Annotated[list[Hits], 2]  # of a ram: what it does to the rammer and to its target


@rule
def read_state(now: Damage, i: int) -> None:
    """The damage state of a number."""
    now.gun = i % 3
    now.mobility = i // 3 % 3
    now.hull = i // 9 + 1


@rule
def number_of(g: Duel, side: int, now: Damage) -> int:
    """The number of a damage state; destroyed is the last."""
    if now.hull <= 0:
        return g.size[side]
    return ((now.hull - 1) * 3 + now.mobility) * 3 + now.gun


@rule
def mobility_of(i: int) -> int:
    """The mobility of a numbered state."""
    return i // 3 % 3


@rule
def gun_of(g: Duel, side: int, i: int) -> int:
    """The gun step of a numbered state; a destroyed tank has none."""
    return i % 3 if i < g.size[side] else Gun.KNOCKED_OUT


@rule
def two_dice(total: int) -> float:
    """The chance of a total of 2d6."""
    return (6 - abs(total - 7)) / 36.0


@rule
def at(g: Duel, band: int, a: int, b: int) -> int:
    """Where a position stands in a list of living positions."""
    return (band * g.size[0] + a) * g.size[1] + b


@rule
def after(g: Duel, band: int, a: int, b: int) -> int:
    """Where a position stands in a list that has the destroyed too."""
    return (band * (g.size[0] + 1) + a) * (g.size[1] + 1) + b


@rule
def put(to: Cell, value: float) -> None:
    """A position whose value is settled."""
    to.v, to.a, to.b = value, value, value


@rule
def add(to: Cell, chance: float, source: Cell) -> None:
    """Add a possible outcome."""
    to.v += chance * source.v
    to.a += chance * source.a
    to.b += chance * source.b


@rule
def keep_cell(to: Cell, source: Cell) -> None:
    """Copy a cell."""
    to.v, to.a, to.b = source.v, source.a, source.b


@rule
def better(to: Cell, side: int, x: Cell) -> None:
    """Let a side choose between what `to` holds and another outcome.

    Who follows the strategy takes the better value; where values are equal, what hurts it most counts.
    """
    sign = 1.0 if side == 0 else -1.0
    gap = sign * (x.v - to.v)
    if side == 0:
        to.a = max(to.a, x.a)
        to.b = x.b if gap > TIE else (min(to.b, x.b) if gap > -TIE else to.b)
    else:
        to.b = min(to.b, x.b)
        to.a = x.a if gap > TIE else (max(to.a, x.a) if gap > -TIE else to.a)
    if gap > 0:
        to.v = x.v


# ---------------------------------------------------------------- crashing
# A successful ram from a single position (CH-8), summed over every total of every throw.


@rule
def add_crash(g: Duel, row: Hits, chance: float, damage: int, plate: int) -> None:
    """One amount of damage to one tank, over the location die (CH-8.15)."""
    severity = severity_of(g.o, crash_penetration(g.o, damage, plate))
    if severity == 0:
        row.p[0] += chance
        return
    for face in range(1, 7):
        row.p[crash_location(g.o, face) * 5 + severity] += chance / 6.0


@rule
def crash_rows(
    g: Duel, rammer: int, a: int, b: int, effect: int, chance: float, hurt: Hits, done: Hits
) -> None:
    """Add what a collision of this Drive Effect does to the rammer (`hurt`) and to the target (`done`).

    Only the target's damage depends on the Effect, so sums over it are kept for each tank alone.
    """
    mine, theirs = g.p.facing[rammer], g.p.facing[1 - rammer]
    kind = collision_type(mine, theirs)
    attacker, target = g.tank[rammer].profile, g.tank[1 - rammer].profile
    fast = speed(g.o, attacker.top_speed, mobility_of(a if rammer == 0 else b))
    slow = speed(g.o, target.top_speed, mobility_of(b if rammer == 0 else a))
    plate, other = attacker.armor[mine], target.armor[theirs]
    for thrown in range(SUMS):
        likely = chance * g.sums[RAMMER * SUMS + thrown]
        if likely > 0.0:
            damage = attacker_damage(g.o, kind, fast, plate, slow, other, thrown)
            add_crash(g, hurt, likely, damage, plate)
        likely = chance * g.sums[TARGET * SUMS + thrown]
        if likely > 0.0:
            damage = defender_damage(g.o, kind, fast, plate, slow, other, thrown, effect)
            add_crash(g, done, likely, damage, other)


@rule
def add_ram(
    g: Duel,
    moves: list[int],
    ends: list[Cell],
    fires: list[Cell],
    base: int,
    rammer: int,
    a: int,
    b: int,
    hurt: Hits,
    done: Hits,
    mass: float,
    to: Cell,
) -> None:
    """Both results at once (CH-8.17); with both tanks left the guns fire at Adjacent.

    Both lists of chances add up to `mass`. `fires` from `base` on are the fire steps at Adjacent under the
    same facings and flags.
    """
    size = (g.size[0], g.size[1])
    for hit in range(HITS):
        for back in range(HITS):
            likely = hurt.p[hit] * done.p[back] / mass
            if likely > 0.0:
                left = moves[a * HITS + (hit if rammer == 0 else back)]
                right = moves[(size[0] + b) * HITS + (back if rammer == 0 else hit)]
                if left == size[0] or right == size[1]:
                    add(to, likely, ends[after(g, Band.ADJACENT, left, right)])
                else:
                    add(to, likely, fires[base + left * size[1] + right])


# ---------------------------------------------------------------- turning
# One turn of a single position, every chance and every open decision in the order of CH-13.4.


@rule
def fire_at(g: Duel, kind: int, band: int, facing_a: int, facing_b: int) -> int:
    """Where the fire steps of a kind, range and facings begin."""
    block = g.size[0] * g.size[1]
    return (((kind * 7 + band) * FACINGS + facing_a) * FACINGS + facing_b) * block


@rule
def fire_kind(g: Duel) -> int:
    """What a fire step depends on besides range and facings: both flags, and who may fire first (CH-10.4)."""
    flags = (1 if hull_down(g.p, 0) else 0) | (2 if hull_down(g.p, 1) else 0)
    return flags + 4 * (g.p.winner + 1) if g.o.fire_order == FireOrder.WINNER_FIRST else flags


@rule
def set_tanks(g: Duel, a: int, b: int) -> None:
    """Lay the drive damage of a position on the tanks."""
    g.tank[0].now.mobility = mobility_of(a)
    g.tank[1].now.mobility = mobility_of(b)


@rule
def rolls(g: Duel, side: int) -> int:
    """Whether a side takes a Driving test (CH-5.8)."""
    return 0 if g.tank[side].now.mobility == Mobility.IMMOBILISED else 1


@rule
def whole_turn(
    g: Duel, moves: list[int], ends: list[Cell], fires: list[Cell], band: int, a: int, b: int, to: Cell
) -> None:
    """The turn from the reveal on, over all Driving totals; ties rolled again are left out (CH-5.4)."""
    set_tanks(g, a, b)
    g.p.range, g.p.was = band, band
    put(to, 0.0)
    weigh_tests(g)
    if g.o.ram_test == RamTest.SAME:
        by_totals(g, moves, ends, fires, a, b, to)
    else:
        by_classes(g, moves, ends, fires, a, b, to)
    mass = 0.0
    for i in range(CLASSES):
        mass += g.weight[i]
    to.v, to.a, to.b = to.v / mass, to.a / mass, to.b / mass


@rule
def judge_totals(g: Duel, i: int, j: int) -> float:
    """What two throws come to is left in the pair, a tie without a winner; their chance, 0 for a tie of
    which nothing counts (CH-5.4).
    """
    rolled = (rolls(g, 0), rolls(g, 1))
    first, second = i + driving_dm(g.o, g.tank[0], g.mute), j + driving_dm(g.o, g.tank[1], g.mute)
    if thrown_again(g, i, j) and g.o.tied_success == TiedSuccess.LAST:
        return 0.0
    judge(g.o, g.p, rolled[0], rolled[1], first, second)
    return chance_of(g, i, j)


@rule
def thrown_again(g: Duel, i: int, j: int) -> bool:
    """Whether two throws are a tie that is rolled again (CH-5.4)."""
    first, second = i + driving_dm(g.o, g.tank[0], g.mute), j + driving_dm(g.o, g.tank[1], g.mute)
    return bool(g.o.driving_tie == DrivingTie.REROLL and tied(rolls(g, 0), rolls(g, 1), first, second))


@rule
def chance_of(g: Duel, i: int, j: int) -> float:
    """The chance of two throws; of a tank that makes no test the throw is sure."""
    chance = two_dice(i) if rolls(g, 0) != 0 else 1.0
    return chance * (two_dice(j) if rolls(g, 1) != 0 else 1.0)


@rule
def weigh_ends(g: Duel) -> None:
    """Who is ahead once totals differ, as `ahead`: the end of a tie whose successes stand (CH-5.10)."""
    g.ahead[0], g.ahead[1] = 0.0, 0.0
    gap = driving_dm(g.o, g.tank[0], g.mute) - driving_dm(g.o, g.tank[1], g.mute)
    for i in range(2, 13):
        for j in range(2, 13):
            if i + gap != j:
                g.ahead[0 if i + gap > j else 1] += two_dice(i) * two_dice(j)
    whole = g.ahead[0] + g.ahead[1]
    g.ahead[0], g.ahead[1] = g.ahead[0] / whole, g.ahead[1] / whole


@rule
def throws(g: Duel, side: int) -> int:
    """One more than the highest throw of a side; a tank that does not roll has a single one."""
    return 13 if rolls(g, side) != 0 else 3


@rule
def weigh_tests(g: Duel) -> None:
    """The chance of each winner and successes, as `weight`."""
    for i in range(CLASSES):
        g.weight[i] = 0.0
    weigh_ends(g)
    for i in range(2, throws(g, 0)):
        for j in range(2, throws(g, 1)):
            chance = judge_totals(g, i, j)
            if chance > 0.0 and thrown_again(g, i, j):
                for side in range(2):
                    g.p.winner = NOBODY
                    settle_tie(g.o, g.p, side)
                    g.weight[class_of(g)] += chance * g.ahead[side]
            elif chance > 0.0:
                g.weight[class_of(g)] += chance


@rule
def by_totals(
    g: Duel, moves: list[int], ends: list[Cell], fires: list[Cell], a: int, b: int, to: Cell
) -> None:
    """Each pair of totals by itself: a ram may use their Effect (CH-8.6)."""
    for i in range(2, throws(g, 0)):
        for j in range(2, throws(g, 1)):
            chance = judge_totals(g, i, j)
            if chance > 0.0 and thrown_again(g, i, j):
                for side in range(2):
                    g.p.winner = NOBODY
                    settle_tie(g.o, g.p, side)
                    shifts(g, moves, ends, fires, a, b, g.scratch[0])
                    add(to, chance * g.ahead[side], g.scratch[0])
            elif chance > 0.0:
                shifts(g, moves, ends, fires, a, b, g.scratch[0])
                add(to, chance, g.scratch[0])


@rule
def by_classes(
    g: Duel, moves: list[int], ends: list[Cell], fires: list[Cell], a: int, b: int, to: Cell
) -> None:
    """Totals with the same winner and successes taken together."""
    for i in range(CLASSES):
        if g.weight[i] > 0.0:
            g.p.winner, g.p.success[0], g.p.success[1] = i // 4 - 1, i // 2 % 2, i % 2
            shifts(g, moves, ends, fires, a, b, g.scratch[0])
            add(to, g.weight[i], g.scratch[0])


@rule
def class_of(g: Duel) -> int:
    """The number of a winner and two successes."""
    return (g.p.winner + 1) * 4 + g.p.success[0] * 2 + g.p.success[1]


@rule
def shifts(g: Duel, moves: list[int], ends: list[Cell], fires: list[Cell], a: int, b: int, to: Cell) -> None:
    """Step 5: the decider's choice, or the only shift there is."""
    find_shift(g.o, g.p)
    for shift in range(g.p.low, g.p.high + 1):
        g.p.shift, g.p.raw = shift, raw_range(g.o, g.p.range, shift)
        find_sources(g.o, g.p)
        if g.p.raw == Band.BROKEN:
            put(g.scratch[1], g.payoff[escape_event(breaker(g.p))])
        else:
            facings(g, moves, ends, fires, a, b, g.scratch[1])
        if shift == g.p.low:
            keep_cell(to, g.scratch[1])
        else:
            better(to, g.p.decider, g.scratch[1])


@rule
def facing_chance(g: Duel, side: int, facing: int) -> float:
    """The chance of a facing by direction or by die; 1 for each where it is a choice."""
    source = g.p.source[side]
    if source == Source.FRONT or source == Source.REAR:
        shown = Facing.FRONT if source == Source.FRONT else Facing.REAR
        return 1.0 if facing == shown else 0.0
    if source != Source.RANDOM:
        return 1.0
    sides, matches = facing_die(g.o), 0
    for face in range(1, sides + 1):
        if facing_of(g.o, face) == facing:
            matches += 1
    return matches / sides


@rule
def facings(g: Duel, moves: list[int], ends: list[Cell], fires: list[Cell], a: int, b: int, to: Cell) -> None:
    """Step 6: chance for random facings, the best for chosen ones. Only one side ever chooses (CH-7.6)."""
    put(to, 0.0)
    for facing_a in range(FACINGS):
        likely = facing_chance(g, 0, facing_a)
        if likely > 0.0:
            second_facing(g, moves, ends, fires, a, b, facing_a, g.scratch[2])
            join_facing(g, 0, facing_a == 0, likely, g.scratch[2], to)


@rule
def second_facing(
    g: Duel, moves: list[int], ends: list[Cell], fires: list[Cell], a: int, b: int, facing_a: int, to: Cell
) -> None:
    """The same for the tank of B, A's facing given."""
    put(to, 0.0)
    g.p.facing[0] = facing_a
    for facing_b in range(FACINGS):
        likely = facing_chance(g, 1, facing_b)
        if likely > 0.0:
            g.p.facing[1] = facing_b
            ram_step(g, moves, ends, fires, a, b, g.scratch[3])
            join_facing(g, 1, facing_b == 0, likely, g.scratch[3], to)


@rule
def join_facing(g: Duel, side: int, first: bool, likely: float, cell: Cell, to: Cell) -> None:
    """Add a facing by chance, or let its chooser compare it with the others."""
    source = g.p.source[side]
    if source == Source.FRONT or source == Source.REAR or source == Source.RANDOM:
        add(to, likely, cell)
    elif first:
        keep_cell(to, cell)
    else:
        better(to, 0 if source == Source.CHOICE_A else 1, cell)


# ---------------------------------------------------------------- ram and opening


@rule
def ram_step(
    g: Duel, moves: list[int], ends: list[Cell], fires: list[Cell], a: int, b: int, to: Cell
) -> None:
    """Step 7: who may ram is asked, the winner first; without one a d6 decides (CH-8.5)."""
    able = (eligible(g.o, g.p, 0) and rolls(g, 0) != 0, eligible(g.o, g.p, 1) and rolls(g, 1) != 0)
    open_step(g, fires, after_ram(g.o, g.p.raw, 0), a, b, g.scratch[4])
    if able[0] and able[1] and g.p.winner == NOBODY:
        put(to, 0.0)
        ahead = g.o.ram_first_faces / 6.0
        for first in range(2):
            keep_cell(g.scratch[5], g.scratch[4])
            ask(g, moves, ends, fires, 1 - first, a, b)
            ask(g, moves, ends, fires, first, a, b)
            add(to, ahead if first == 0 else 1.0 - ahead, g.scratch[5])
        return
    keep_cell(g.scratch[5], g.scratch[4])
    last = 1 - max(0, g.p.winner)
    if able[last]:
        ask(g, moves, ends, fires, last, a, b)
    if able[1 - last]:
        ask(g, moves, ends, fires, 1 - last, a, b)
    keep_cell(to, g.scratch[5])


@rule
def ask(g: Duel, moves: list[int], ends: list[Cell], fires: list[Cell], side: int, a: int, b: int) -> None:
    """A side may ram or leave it: scratch[5] is what follows if it does not, or if it fails."""
    put(g.scratch[6], 0.0)
    for i in range(HITS):
        g.hits[0].p[i], g.hits[1].p[i] = 0.0, 0.0
    base = fire_at(g, fire_kind(g), Band.ADJACENT, g.p.facing[0], g.p.facing[1])
    mass, dm, score = 0.0, driving_dm(g.o, g.tank[side], g.mute), g.o.ram_score
    if g.o.ram_test == RamTest.SAME:
        if g.p.success[side] != 0:
            crash_rows(g, side, a, b, g.p.effect[side], 1.0, g.hits[0], g.hits[1])
            mass = 1.0
    else:
        for thrown in range(2, 13):
            if succeeds(thrown + dm, score):
                likely = two_dice(thrown)
                crash_rows(g, side, a, b, effect_of(thrown + dm, score), likely, g.hits[0], g.hits[1])
                mass += likely
    if mass > 0.0:
        add_ram(g, moves, ends, fires, base, side, a, b, g.hits[0], g.hits[1], mass, g.scratch[6])
    add(g.scratch[6], 1.0 - mass, g.scratch[5])
    better(g.scratch[5], side, g.scratch[6])


@rule
def open_step(g: Duel, fires: list[Cell], band: int, a: int, b: int, to: Cell) -> None:
    """Step 8: when both maneuver either may open, the loser asked first (CH-6.12, CH-6.13)."""
    if row_of(g.p) != Row.M_M:
        fire_from(g, fires, band, a, b, to)
        return
    first = 0 if g.p.winner == NOBODY else 1 - g.p.winner
    fire_from(g, fires, band, a, b, to)
    open_range(g, fires, 1 - first, band, a, b, g.scratch[7])
    better(to, 1 - first, g.scratch[7])
    open_range(g, fires, first, band, a, b, g.scratch[8])
    wider = opened_range(g.o, band)
    if g.o.mm_increase_stack != 0 and wider != Band.BROKEN:
        open_range(g, fires, 1 - first, wider, a, b, g.scratch[9])
        better(g.scratch[8], 1 - first, g.scratch[9])
    better(to, first, g.scratch[8])


@rule
def open_range(g: Duel, fires: list[Cell], side: int, band: int, a: int, b: int, to: Cell) -> None:
    """The range opened by a side; past Distant it escapes."""
    wider = opened_range(g.o, band)
    if wider == Band.BROKEN:
        put(to, g.payoff[escape_event(side)])
    else:
        fire_from(g, fires, wider, a, b, to)


@rule
def fire_from(g: Duel, fires: list[Cell], band: int, a: int, b: int, to: Cell) -> None:
    """Step 9 at a range, with the facings and flags of the pair."""
    base = fire_at(g, fire_kind(g), band, g.p.facing[0], g.p.facing[1])
    keep_cell(to, fires[base + a * g.size[1] + b])


# ---------------------------------------------------------------- firing
# The fire step of a single position (CH-10), summed over every total of every throw.


@rule
def sum_dice(g: Duel, whose: int, dice: int) -> None:
    """The chances of the sums of so many dice, one die after another."""
    start = whose * SUMS
    for i in range(SUMS):
        g.sums[start + i] = 1.0 if i == 0 else 0.0
    for _ in range(dice):
        for i in range(SUMS - 1, -1, -1):
            total = 0.0
            for face in range(1, min(6, i) + 1):
                total += g.sums[start + i - face]
            g.sums[start + i] = total / 6.0


@rule
def shot_row(side: int, gun: int, band: int, facing: int, down: int) -> int:
    """Where the row of a shot stands."""
    return (((side * GUNS + gun) * BANDS + band) * FACINGS + facing) * 2 + down


@rule
def fill_rows(g: Duel, rows: list[Hits], own: int, other: int) -> None:
    """Every shot that these orders (A's, B's) can lead to."""
    for side in range(2):
        mine, theirs = (own, other) if side == 0 else (other, own)
        for gun in range(GUNS):
            for band in range(BANDS):
                for facing in range(FACINGS):
                    for down in range(2):
                        row = rows[shot_row(side, gun, band, facing, down)]
                        fill_row(g, row, side, gun, band, mine, theirs, facing, down)


@rule
def fill_row(
    g: Duel, row: Hits, side: int, gun: int, band: int, own: int, other: int, facing: int, down: int
) -> None:
    """What a shot does: to hit, location, hull down, damage dice, armor, severity (CH-10.7)."""
    for i in range(HITS):
        row.p[i] = 0.0
    firer, target = g.tank[side].profile, g.tank[1 - side].profile
    if no_fire(gun, firer, band, Facing.FRONT) != 0:
        row.p[0] = 1.0
        return
    dm = to_hit_dm(g.o, firer, gun, band, own, other, g.mute)
    armor = remaining_armor(firer, target, facing)
    score = g.o.gunnery_score
    for thrown in range(2, 13):
        if not succeeds(thrown + dm, score):
            row.p[0] += two_dice(thrown)
        else:
            add_hit(g, row, side, two_dice(thrown), effect_of(thrown + dm, score), armor, down)


@rule
def add_hit(g: Duel, row: Hits, side: int, chance: float, effect: int, armor: int, down: int) -> None:
    """A hit with this Effect."""
    firer = g.tank[side].profile
    for where in range(2, 13):
        location = shot_location(g.o, where)
        here = chance * two_dice(where)
        if negated(down, location):
            row.p[0] += here
        else:
            for dice in range(SUMS):
                likely = g.sums[side * SUMS + dice]
                if likely > 0.0:
                    severity = severity_of(g.o, penetration(g.o, firer, armor, dice, effect))
                    row.p[location * 5 + severity if severity > 0 else 0] += here * likely


@rule
def state_after_hit(g: Duel, side: int, i: int, hit: int) -> int:
    """The state of a side's tank after a hit."""
    read_state(g.now, i)
    harm(g.o, g.now, hit // 5, hit % 5)
    return number_of(g, side, g.now)


@rule
def shot_of(g: Duel, rows: list[Hits], side: int, i: int, band: int, own: int, target: int, down: int) -> int:
    """The row of a tank's shot; the last row is for who cannot fire."""
    gun = gun_of(g, side, i)
    if no_fire(gun, g.tank[side].profile, band, own) != 0:
        return len(rows) - 1
    return shot_row(side, gun, band, target, down)


@rule
def fire_step(
    g: Duel,
    rows: list[Hits],
    moves: list[int],
    ends: list[Cell],
    band: int,
    facing_a: int,
    facing_b: int,
    flags: int,
    a: int,
    b: int,
    to: Cell,
) -> None:
    """Both shots from the same state (CH-10.4). `flags`: bit 0 A is hull down, bit 1 B."""
    put(to, 0.0)
    mine = rows[shot_of(g, rows, 0, a, band, facing_a, facing_b, flags >> 1)]
    theirs = rows[shot_of(g, rows, 1, b, band, facing_b, facing_a, flags & 1)]
    for hit in range(HITS):
        if theirs.p[hit] > 0.0:
            left = moves[a * HITS + hit]
            for back in range(HITS):
                if mine.p[back] > 0.0:
                    right = moves[(g.size[0] + b) * HITS + back]
                    add(to, theirs.p[hit] * mine.p[back], ends[after(g, band, left, right)])


@rule
def fire_in_turn(
    g: Duel,
    rows: list[Hits],
    moves: list[int],
    ends: list[Cell],
    winner: int,
    band: int,
    facing_a: int,
    facing_b: int,
    flags: int,
    a: int,
    b: int,
    to: Cell,
) -> None:
    """The winner's shot first; the other answers if it still can (CH-10.4, `fire_order`)."""
    put(to, 0.0)
    first = rows[
        shot_of(g, rows, 0, a, band, facing_a, facing_b, flags >> 1)
        if winner == 0
        else shot_of(g, rows, 1, b, band, facing_b, facing_a, flags & 1)
    ]
    for hit in range(HITS):
        if first.p[hit] > 0.0:
            left, right = a, b
            if winner == 0:
                right = moves[(g.size[0] + b) * HITS + hit]
            else:
                left = moves[a * HITS + hit]
            if left == g.size[0] or right == g.size[1]:
                add(to, first.p[hit], ends[after(g, band, left, right)])
            else:
                reply = rows[
                    shot_of(g, rows, 1, right, band, facing_b, facing_a, flags & 1)
                    if winner == 0
                    else shot_of(g, rows, 0, left, band, facing_a, facing_b, flags >> 1)
                ]
                answer(g, moves, ends, winner, band, left, right, first.p[hit], reply, to)


@rule
def answer(
    g: Duel,
    moves: list[int],
    ends: list[Cell],
    winner: int,
    band: int,
    a: int,
    b: int,
    chance: float,
    reply: Hits,
    to: Cell,
) -> None:
    """The shot of the tank that fires second."""
    for hit in range(HITS):
        if reply.p[hit] > 0.0:
            left, right = a, b
            if winner == 0:
                left = moves[a * HITS + hit]
            else:
                right = moves[(g.size[0] + b) * HITS + hit]
            add(to, chance * reply.p[hit], ends[after(g, band, left, right)])


# ---------------------------------------------------------------- passing
# The pass backwards through a duel: from the last turn to the first, all positions, one by one.


ORDERS = 4
FLAGS = 4  # of who is hull down


@rule
def prepare(g: Duel, moves: list[int]) -> None:
    """What does not change from turn to turn: sums of dice, and the state after each hit."""
    sum_dice(g, RAMMER, g.o.sideswipe_rammer_dice)
    sum_dice(g, TARGET, g.o.sideswipe_target_dice)
    for side in range(2):
        sum_dice(g, side, g.tank[side].profile.dice)
        start = 0 if side == 0 else g.size[0]
        for i in range(g.size[side]):
            for hit in range(HITS):
                moves[(start + i) * HITS + hit] = state_after_hit(g, side, i, hit)


@rule
def fill_ends(g: Duel, last: int, now: list[Cell], ends: list[Cell]) -> None:
    """What a turn that ends so is worth: `now` has the values with one turn less (CH-12)."""
    for band in range(BANDS):
        for a in range(g.size[0] + 1):
            for b in range(g.size[1] + 1):
                to = ends[after(g, band, a, b)]
                event = destroyed_event(a == g.size[0], b == g.size[1])
                if event >= 0:
                    put(to, g.payoff[event])
                elif last != 0:
                    put(to, at_limit(g, a, b))
                else:
                    keep_cell(to, now[at(g, band, a, b)])


@rule
def at_limit(g: Duel, a: int, b: int) -> float:
    """The payoff of the turn limit (CH-12.5)."""
    if g.limit_fixed != 0:
        return g.payoff[Event.LIMIT]
    read_state(g.now, a)
    read_state(g.other, b)
    full = (g.tank[0].profile.hull, g.tank[1].profile.hull)
    return g.payoff[limit_event(full[0], g.now, full[1], g.other)]


@rule
def fill_fires(
    g: Duel, rows: list[Hits], moves: list[int], ends: list[Cell], fires: list[Cell], kinds: int
) -> None:
    """Every fire step under one pair of orders. Sides with the same Armor are the same (CH-13.6)."""
    for kind in range(kinds):
        if needed(g, kind % FLAGS):
            for band in range(BANDS):
                for facing_a in range(FACINGS):
                    for facing_b in range(FACINGS):
                        fill_block(g, rows, moves, ends, fires, kind, band, facing_a, facing_b)


@rule
def needed(g: Duel, flags: int) -> bool:
    """Whether these orders can lead to these flags (CH-9.2)."""
    if flags & 1 != 0 and g.p.order[0] != Order.HULL_DOWN:
        return False
    return bool(flags & 2 == 0 or g.p.order[1] == Order.HULL_DOWN)


@rule
def fill_block(
    g: Duel,
    rows: list[Hits],
    moves: list[int],
    ends: list[Cell],
    fires: list[Cell],
    kind: int,
    band: int,
    facing_a: int,
    facing_b: int,
) -> None:
    """The fire steps of all damage states."""
    block = g.size[0] * g.size[1]
    base = fire_at(g, kind, band, facing_a, facing_b)
    twin = fire_at(g, kind, band, like(g, 0, facing_a), like(g, 1, facing_b))
    winner = kind // FLAGS - 1
    flags = kind % FLAGS
    for i in range(block):
        a, b, to = i // g.size[1], i % g.size[1], fires[base + i]
        if twin != base:
            keep_cell(to, fires[twin + i])
        elif g.o.fire_order == FireOrder.WINNER_FIRST and winner >= 0:
            fire_in_turn(g, rows, moves, ends, winner, band, facing_a, facing_b, flags, a, b, to)
        else:
            fire_step(g, rows, moves, ends, band, facing_a, facing_b, flags, a, b, to)


@rule
def like(g: Duel, side: int, facing: int) -> int:
    """A facing with the same Armor that comes before it: Left after Right."""
    armor = g.tank[side].profile.armor
    same = facing == Facing.LEFT and armor[Facing.LEFT] == armor[Facing.RIGHT]
    return Facing.RIGHT if same else facing


@rule
def pair_of_orders(
    g: Duel,
    rows: list[Hits],
    moves: list[int],
    ends: list[Cell],
    fires: list[Cell],
    own: int,
    other: int,
    cells: list[Cell],
) -> None:
    """What one pair of orders is worth in every position."""
    g.p.order[0], g.p.order[1] = own, other
    fill_rows(g, rows, own, other)
    kinds = 3 * FLAGS if g.o.fire_order == FireOrder.WINNER_FIRST else FLAGS
    fill_fires(g, rows, moves, ends, fires, kinds)
    for band in range(BANDS):
        for a in range(g.size[0]):
            for b in range(g.size[1]):
                if may_order(mobility_of(a), own) and may_order(mobility_of(b), other):
                    here = cells[at(g, band, a, b)]
                    whole_turn(g, moves, ends, fires, band, a, b, here)


@rule
def may_order(mobility: int, order: int) -> bool:
    """CH-4.4."""
    return bool(mobility != Mobility.IMMOBILISED or order == Order.HULL_DOWN)
