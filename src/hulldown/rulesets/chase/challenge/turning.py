"""One turn of a single position, every chance and every open decision in the order of CH-13.4."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.challenge.crashing import add_ram, crash_rows
from hulldown.rulesets.chase.challenge.duel import (
    CLASSES,
    FACINGS,
    HITS,
    Cell,
    Duel,
    Hits,
    add,
    better,
    keep_cell,
    mobility_of,
    put,
    two_dice,
)
from hulldown.rulesets.chase.chart import (
    Row,
    breaker,
    facing_die,
    facing_of,
    find_shift,
    find_sources,
    hull_down,
    opened_range,
    raw_range,
    row_of,
)
from hulldown.rulesets.chase.codes import NOBODY, Band, Facing, Mobility, Source
from hulldown.rulesets.chase.driving import driving_dm, effect_of, judge, settle_tie, succeeds, tied
from hulldown.rulesets.chase.ending import escape_event
from hulldown.rulesets.chase.ramming import after_ram, eligible
from hulldown.rulesets.chase.variants import DrivingTie, FireOrder, RamTest, TiedSuccess

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
