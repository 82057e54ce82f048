"""One turn of a single position, for the best answer to a strategy (CH-13)."""

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
    severity_of,
    speed,
)
from hulldown.rulesets.chase.state import (
    NOBODY,
    PAYOFFS,
    Band,
    Damage,
    DrivingTie,
    Facing,
    FireOrder,
    Gun,
    Mobility,
    Options,
    Pair,
    RamTest,
    Source,
    Tank,
    TiedSuccess,
)
from hulldown.rulesets.chase.victory import escape_event

HITS = 15  # Location x severity 0 to 4; 0 is no effect
SUMS = 64  # sums of up to nine dice and more
RAMMER, TARGET = 2, 3  # whose dice of a sideswipe, among the sums
BANDS = 7
CLASSES = 12  # winner none, A, B x success of A x success of B
FACINGS = 4
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


@rule
def state_of(hull: int, mobility: int, gun: int) -> int:
    """The number of a living tank's damage state."""
    return ((hull - 1) * 3 + mobility) * 3 + gun


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
    return state_of(now.hull, now.mobility, now.gun)


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


LEVELS = 10  # scratch cells of one position, a few for each step


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
    g: Duel,
    moves: list[int],
    ends: list[Cell],
    fires: list[Cell],
    scratch: list[Cell],
    hits: list[Hits],
    band: int,
    a: int,
    b: int,
    to: Cell,
) -> None:
    """The turn from the reveal on, over all Driving totals; ties rolled again are left out (CH-5.4)."""
    set_tanks(g, a, b)
    g.p.range, g.p.was = band, band
    put(to, 0.0)
    weigh_tests(g)
    if g.o.ram_test == RamTest.SAME:
        by_totals(g, moves, ends, fires, scratch, hits, a, b, to)
    else:
        by_classes(g, moves, ends, fires, scratch, hits, a, b, to)
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
    g: Duel,
    moves: list[int],
    ends: list[Cell],
    fires: list[Cell],
    scratch: list[Cell],
    hits: list[Hits],
    a: int,
    b: int,
    to: Cell,
) -> None:
    """Each pair of totals by itself: a ram may use their Effect (CH-8.6)."""
    for i in range(2, throws(g, 0)):
        for j in range(2, throws(g, 1)):
            chance = judge_totals(g, i, j)
            if chance > 0.0 and thrown_again(g, i, j):
                for side in range(2):
                    g.p.winner = NOBODY
                    settle_tie(g.o, g.p, side)
                    shifts(g, moves, ends, fires, scratch, hits, a, b, scratch[0])
                    add(to, chance * g.ahead[side], scratch[0])
            elif chance > 0.0:
                shifts(g, moves, ends, fires, scratch, hits, a, b, scratch[0])
                add(to, chance, scratch[0])


@rule
def by_classes(
    g: Duel,
    moves: list[int],
    ends: list[Cell],
    fires: list[Cell],
    scratch: list[Cell],
    hits: list[Hits],
    a: int,
    b: int,
    to: Cell,
) -> None:
    """Totals with the same winner and successes taken together."""
    for i in range(CLASSES):
        if g.weight[i] > 0.0:
            g.p.winner, g.p.success[0], g.p.success[1] = i // 4 - 1, i // 2 % 2, i % 2
            shifts(g, moves, ends, fires, scratch, hits, a, b, scratch[0])
            add(to, g.weight[i], scratch[0])


@rule
def class_of(g: Duel) -> int:
    """The number of a winner and two successes."""
    return (g.p.winner + 1) * 4 + g.p.success[0] * 2 + g.p.success[1]


@rule
def shifts(
    g: Duel,
    moves: list[int],
    ends: list[Cell],
    fires: list[Cell],
    scratch: list[Cell],
    hits: list[Hits],
    a: int,
    b: int,
    to: Cell,
) -> None:
    """Step 5: the decider's choice, or the only shift there is."""
    find_shift(g.o, g.p)
    for shift in range(g.p.low, g.p.high + 1):
        g.p.shift, g.p.raw = shift, raw_range(g.o, g.p.range, shift)
        find_sources(g.o, g.p)
        if g.p.raw == Band.BROKEN:
            put(scratch[1], g.payoff[escape_event(breaker(g.p))])
        else:
            facings(g, moves, ends, fires, scratch, hits, a, b, scratch[1])
        if shift == g.p.low:
            keep_cell(to, scratch[1])
        else:
            better(to, g.p.decider, scratch[1])


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
def facings(
    g: Duel,
    moves: list[int],
    ends: list[Cell],
    fires: list[Cell],
    scratch: list[Cell],
    hits: list[Hits],
    a: int,
    b: int,
    to: Cell,
) -> None:
    """Step 6: chance for random facings, the best for chosen ones. Only one side ever chooses (CH-7.6)."""
    put(to, 0.0)
    for facing_a in range(FACINGS):
        likely = facing_chance(g, 0, facing_a)
        if likely > 0.0:
            second_facing(g, moves, ends, fires, scratch, hits, a, b, facing_a, scratch[2])
            join_facing(g, 0, facing_a == 0, likely, scratch[2], to)


@rule
def second_facing(
    g: Duel,
    moves: list[int],
    ends: list[Cell],
    fires: list[Cell],
    scratch: list[Cell],
    hits: list[Hits],
    a: int,
    b: int,
    facing_a: int,
    to: Cell,
) -> None:
    """The same for the tank of B, A's facing given."""
    put(to, 0.0)
    g.p.facing[0] = facing_a
    for facing_b in range(FACINGS):
        likely = facing_chance(g, 1, facing_b)
        if likely > 0.0:
            g.p.facing[1] = facing_b
            ram_step(g, moves, ends, fires, scratch, hits, a, b, scratch[3])
            join_facing(g, 1, facing_b == 0, likely, scratch[3], to)


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
    g: Duel,
    moves: list[int],
    ends: list[Cell],
    fires: list[Cell],
    scratch: list[Cell],
    hits: list[Hits],
    a: int,
    b: int,
    to: Cell,
) -> None:
    """Step 7: who may ram is asked, the winner first; without one a d6 decides (CH-8.5)."""
    able = (eligible(g.o, g.p, 0) and rolls(g, 0) != 0, eligible(g.o, g.p, 1) and rolls(g, 1) != 0)
    open_step(g, fires, scratch, after_ram(g.o, g.p.raw, 0), a, b, scratch[4])
    if able[0] and able[1] and g.p.winner == NOBODY:
        put(to, 0.0)
        ahead = g.o.ram_first_faces / 6.0
        for first in range(2):
            keep_cell(scratch[5], scratch[4])
            ask(g, moves, ends, fires, scratch, hits, 1 - first, a, b)
            ask(g, moves, ends, fires, scratch, hits, first, a, b)
            add(to, ahead if first == 0 else 1.0 - ahead, scratch[5])
        return
    keep_cell(scratch[5], scratch[4])
    last = 1 - max(0, g.p.winner)
    if able[last]:
        ask(g, moves, ends, fires, scratch, hits, last, a, b)
    if able[1 - last]:
        ask(g, moves, ends, fires, scratch, hits, 1 - last, a, b)
    keep_cell(to, scratch[5])


@rule
def ask(
    g: Duel,
    moves: list[int],
    ends: list[Cell],
    fires: list[Cell],
    scratch: list[Cell],
    hits: list[Hits],
    side: int,
    a: int,
    b: int,
) -> None:
    """A side may ram or leave it: scratch[5] is what follows if it does not, or if it fails."""
    put(scratch[6], 0.0)
    for i in range(HITS):
        hits[0].p[i], hits[1].p[i] = 0.0, 0.0
    base = fire_at(g, fire_kind(g), Band.ADJACENT, g.p.facing[0], g.p.facing[1])
    mass, dm, score = 0.0, driving_dm(g.o, g.tank[side], g.mute), g.o.ram_score
    if g.o.ram_test == RamTest.SAME:
        if g.p.success[side] != 0:
            crash_rows(g, side, a, b, g.p.effect[side], 1.0, hits[0], hits[1])
            mass = 1.0
    else:
        for thrown in range(2, 13):
            if succeeds(thrown + dm, score):
                likely = two_dice(thrown)
                crash_rows(g, side, a, b, effect_of(thrown + dm, score), likely, hits[0], hits[1])
                mass += likely
    if mass > 0.0:
        add_ram(g, moves, ends, fires, base, side, a, b, hits[0], hits[1], mass, scratch[6])
    add(scratch[6], 1.0 - mass, scratch[5])
    better(scratch[5], side, scratch[6])


@rule
def open_step(g: Duel, fires: list[Cell], scratch: list[Cell], band: int, a: int, b: int, to: Cell) -> None:
    """Step 8: when both maneuver either may open, the loser asked first (CH-6.12, CH-6.13)."""
    if row_of(g.p) != Row.M_M:
        fire_from(g, fires, band, a, b, to)
        return
    first = 0 if g.p.winner == NOBODY else 1 - g.p.winner
    fire_from(g, fires, band, a, b, to)
    open_range(g, fires, scratch, 1 - first, band, a, b, scratch[7])
    better(to, 1 - first, scratch[7])
    open_range(g, fires, scratch, first, band, a, b, scratch[8])
    wider = opened_range(g.o, band)
    if g.o.mm_increase_stack != 0 and wider != Band.BROKEN:
        open_range(g, fires, scratch, 1 - first, wider, a, b, scratch[9])
        better(scratch[8], 1 - first, scratch[9])
    better(to, first, scratch[8])


@rule
def open_range(
    g: Duel, fires: list[Cell], scratch: list[Cell], side: int, band: int, a: int, b: int, to: Cell
) -> None:
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
