"""Steps 5 to 8 for one pair: range, facing, ram and overshoot, opening (CH-3.1)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.chart import (
    Row,
    breaker,
    chooses,
    facing_die,
    facing_of,
    find_shift,
    find_sources,
    hull_down,
    opened_range,
    raw_range,
    row_of,
)
from hulldown.rulesets.chase.codes import NOBODY, Band, Facing, Phase, Source, Standing
from hulldown.rulesets.chase.driving import compare
from hulldown.rulesets.chase.ending import escape_event, finish_duel
from hulldown.rulesets.chase.events import (
    asked_first,
    charted,
    contact_broken,
    escaped,
    facing_shown,
    opening_answered,
    overshot,
    ram_declined,
    ram_ended,
    range_shifted,
)
from hulldown.rulesets.chase.ramming import after_ram, attempt, collide, may_ram
from hulldown.rulesets.chase.state import Pair, State
from hulldown.rulesets.chase.teams import opponents


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
            find_shift(s.options, p)
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
            rolled = roll(d, facing_die(s.options))
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
