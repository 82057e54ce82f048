"""Playouts: random play of whole games, written once for every ruleset.

A ruleset supplies its verbs (see `hulldown.rulesets.api.ruleset`): `to_act(s)` is the set of seats
that owe a decision, as bits, 0 when the game is over; `legal(s, seat, m)` fills m and returns
the number of orders; `apply(s, action, d, e)` carries one out; `result(s)` is -1 while the
game runs, the winning seat, or 2 for a draw.
"""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action, Actions, Log
from hulldown.kernel.dice import Dice, Mode, clear, roll
from hulldown.kernel.jit import S, assign, generic, rule
from hulldown.kernel.records import Long, record

ToAct = Callable[[S], int]
Legal = Callable[[S, int, Actions], int]
Apply = Callable[[S, Action, Dice, Log], None]
Result = Callable[[S], int]
Mask = Callable[[S, int], None]

DECISIONS = 20_000  # a game longer than this is abandoned as unfinished
RUNNING, DRAW = -1, 2


@record
class Tally:
    """What a run of games came to."""

    games: Long
    finished: Long
    first: Long
    second: Long
    draws: Long
    decisions: Long
    digest: Long  # mixes every decision of every game: equal runs have equal digests


@rule
def first_seat(seats: int) -> int:
    """The lowest seat of a set of seats."""
    seat = 0
    while seats & 1 == 0:
        seats >>= 1
        seat += 1
    return seat


@rule
def stir(mixed: int, value: int) -> int:
    """Mix a value into a 32-bit digest (xorshift steps; no multiplication)."""
    x = (mixed ^ (value & 0xFFFFFFFF)) & 0xFFFFFFFF
    x = (x ^ (x << 13)) & 0xFFFFFFFF
    x = x ^ (x >> 17)
    return (x ^ (x << 5)) & 0xFFFFFFFF


@rule
def start_dice(d: Dice, key: int, stream: int) -> None:
    """Dice at the beginning of a sequence."""
    d.key = key & 0xFFFFFFFF
    d.stream = stream & 0xFFFFFFFF
    d.count = 0
    clear(d, Mode.FREE)


@generic
def playout(
    to_act: ToAct[S],
    legal: Legal[S],
    apply: Apply[S],
    s: S,
    m: Actions,
    d: Dice,
    choice: Dice,
    e: Log,
    limit: int,
) -> int:
    """Random play until the game is over or the limit is reached; the number of decisions."""
    decisions = 0
    while decisions < limit:
        seats = to_act(s)
        if seats == 0:
            break
        n = legal(s, first_seat(seats), m)
        apply(s, m.rows[roll(choice, n) - 1], d, e)
        decisions += 1
    return decisions


@generic
def games(
    to_act: ToAct[S],
    legal: Legal[S],
    apply: Apply[S],
    result: Result[S],
    start: list[S],
    work: list[S],
    m: Actions,
    d: Dice,
    choice: Dice,
    e: Log,
    t: Tally,
    first: int,
    count: int,
) -> None:
    """Seeded random games first, first + 1, ... from one starting position, tallied in t."""
    for key in range(first, first + count):
        assign(work, 0, start, 0)
        s = work[0]
        start_dice(d, key, 0)
        start_dice(choice, key, 1)
        played = playout(to_act, legal, apply, s, m, d, choice, e, DECISIONS)
        winner = result(s)
        t.games += 1
        t.decisions += played
        t.finished += 1 if winner != RUNNING else 0
        t.first += 1 if winner == 0 else 0
        t.second += 1 if winner == 1 else 0
        t.draws += 1 if winner == DRAW else 0
        mixed = stir(stir(stir(0, key + 1), played), winner + d.count * 4)
        t.digest = (t.digest + mixed) & 0xFFFFFFFF  # a sum: runs may be cut anywhere
