"""Whole games between computer players, without Python between two decisions.

A player is a record: what kind it is, how far it thinks, and all buffers that it thinks with. `decide` is one
decision of one, `play_game` a game of two, `play_series` many games, none of which depends on those before
it. Players at a table use the same pieces, so that a game played here and one played order by order from
Python are the same game.
"""

from __future__ import annotations

from enum import IntEnum

from hulldown.kernel.actions import Action, Actions, Event, Log, forget, keep
from hulldown.kernel.batch import Apply, Legal, Mask, Result, ToAct, first_seat, start_dice, stir
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.jit import S, assign, generic, rule
from hulldown.kernel.records import Long, Real, record
from hulldown.kernel.search import Node, Search, begin, best_row, sample_row, think
from hulldown.kernel.walk import Estimate, Walk, Worth, weigh, worth

CHOICE_STREAM, TRY_STREAM = 2, 3  # 0 is the game's, 1 that of random batches
DICE_STREAM, SEARCH_STREAM, LUCK_STREAM = 4, 5, 6
PERCENT = 100
LOT = 1 << 20  # how finely lots between equals are drawn


class PlayerKind(IntEnum):
    """How a player decides."""

    RANDOM = 0  # any legal order
    GREEDY = 1  # the order with the best expected position right after it
    SEARCH = 2  # a tree search of so many playouts


@record
class PlayerState:
    """A computer player with what it thinks with, its tree aside."""

    kind: int
    overlooks: int  # percent of the orders that it has, drawn afresh for every decision
    playouts: Long
    tapes: int  # an order with more of them is weighed by throws
    throws: int
    choice: Dice
    walk: Walk
    search: Search


@record
class DecisionRecord:
    """One decision of a game: the order, the first seat's prospects before it, and what could be ordered."""

    action: Action
    chance: Real
    offered: int  # how many orders there were to choose from, without those overlooked
    verbs: Long  # their verbs, as bits


@record
class GameRecord:
    """One game of a series: what it is played by, and what came of it."""

    start: int  # which of the starting positions
    dice: Long  # key of its dice
    first: Long  # key of what seat 0 thinks with
    second: Long
    winner: int  # a seat, 2 for a draw, -1 when it was broken off
    decisions: int
    digest: Long  # of every order, all dice and the end
    luck: Real  # how much better the first seat's prospects became by dice than was to be expected
    begins: int  # the first of its decisions among the steps, and how many of them are there
    kept: int
    last: Event  # what was told last


@record
class Recorder:
    """What is noted of games beside their end: orders and prospects in `steps`, luck, the last event."""

    room: int  # steps that can be kept
    used: int
    lucky: int  # whether luck is told
    tapes: int  # an order with more of them is weighed by throws, as by a thinker
    throws: int
    walk: Walk
    one: Actions


@rule
def reset_player(p: PlayerState, key: int) -> None:
    """Forget everything and take new dice: the start of a game."""
    start_dice(p.choice, key, CHOICE_STREAM)
    start_dice(p.walk.dice, key, TRY_STREAM)
    start_dice(p.search.dice, key, DICE_STREAM)
    start_dice(p.search.choice, key, SEARCH_STREAM)


@rule
def drop_overlooked(p: PlayerState, m: Actions, n: int) -> int:
    """Leave of n orders in m those that a player does not overlook; how many these are.

    One, drawn by lot, it sees in any case. Who overlooks nothing throws no dice for it.
    """
    if p.overlooks == 0:
        return n
    seen, count = roll(p.choice, n) - 1, 0
    for i in range(n):
        if i == seen or roll(p.choice, PERCENT) > p.overlooks:
            keep(m.rows[count], m.rows[i])
            count += 1
    m.count = count
    return count


@rule
def best_of(p: PlayerState, m: Actions, worths: list[Worth], n: int) -> int:
    """The order weighed highest; lots are drawn between equals.

    One that gains as good as nothing is not given where the seat can rest.
    """
    best, row, lot = -1.0, 0, 0
    for i in range(n):
        drawn = roll(p.choice, LOT)
        value = worths[i].value
        if value > best or (value == best and drawn < lot):
            best, row, lot = value, i, drawn
    for i in range(n):
        if m.rows[i].verb == p.search.rest and worths[i].value > best - p.search.idle:
            return i
    return row


@generic
def decide(
    to_act: ToAct[S],
    legal: Legal[S],
    apply: Apply[S],
    estimate: Estimate[S],
    mask: Mask[S],
    known: list[S],
    scratch: list[S],
    tree: list[Node],
    p: PlayerState,
    m: Actions,
    worths: list[Worth],
    seat: int,
) -> int:
    """The row of m that a player orders in known[0]; m is filled with the legal orders. Scratch holds two."""
    n = legal(known[0], seat, m)
    if n == 1:
        return 0
    if p.kind == PlayerKind.RANDOM:
        return roll(p.choice, n) - 1
    n = drop_overlooked(p, m, n)
    if n == 1:
        return 0
    weigh(apply, estimate, known, scratch, seat, m, n, worths, p.tapes, p.throws, p.walk)
    if p.kind == PlayerKind.GREEDY:
        return best_of(p, m, worths, n)
    p.search.seat = seat
    begin(tree, p.search, m, worths, n)
    think(to_act, legal, apply, estimate, mask, known, scratch, tree, p.search, p.playouts)
    owing = to_act(known[0])
    several = owing & (owing - 1) != 0
    return sample_row(tree, p.search, n, p.choice) if several else best_row(tree, p.search, n)


@rule
def record_decision(w: Recorder, steps: list[DecisionRecord], m: Actions, row: int, chance: float) -> None:
    """Keep a decision: row of m, of all the orders there."""
    step = steps[w.used]
    keep(step.action, m.rows[row])
    step.chance = chance
    verbs = 0
    for i in range(m.count):
        verbs |= 1 << m.rows[i].verb
    step.offered, step.verbs = m.count, verbs
    w.used += 1


@rule
def mix_action(digest: int, a: Action) -> int:
    """The digest of a game with one more order."""
    mixed = stir(stir(stir(digest, a.seat + 1), a.verb), a.actor)
    mixed = stir(stir(stir(mixed, a.target), a.place), a.facing)
    return stir(stir(stir(mixed, a.choice), a.x), a.y)


@generic
def expected_share(
    apply: Apply[S],
    estimate: Estimate[S],
    root: list[S],
    scratch: list[S],
    m: Actions,
    row: int,
    worths: list[Worth],
    w: Recorder,
) -> float:
    """The first seat's prospects after an order, as they are to be expected before its dice are thrown."""
    keep(w.one.rows[0], m.rows[row])
    weigh(apply, estimate, root, scratch, 0, w.one, 1, worths, w.tapes, w.throws, w.walk)
    return worths[0].value


@generic
def play_game(
    to_act: ToAct[S],
    legal: Legal[S],
    apply: Apply[S],
    result: Result[S],
    estimate: Estimate[S],
    first_estimate: Estimate[S],
    second_estimate: Estimate[S],
    mask: Mask[S],
    root: list[S],
    known: list[S],
    scratch: list[S],
    first: PlayerState,
    second: PlayerState,
    tree: list[Node],
    other_tree: list[Node],
    m: Actions,
    worths: list[Worth],
    d: Dice,
    e: Log,
    game: GameRecord,
    w: Recorder,
    steps: list[DecisionRecord],
    limit: int,
) -> None:
    """A game from root[0], at most so many decisions long.

    Seat 0 is the first thinker's, with `tree` to think in, seat 1 the second's. Each judges by an estimate
    of its own; what is noted is told by `estimate`.
    """
    done, mixed, luck = 0, 0, 0.0
    game.begins = w.used
    while done < limit:
        seats = to_act(root[0])
        if seats == 0:
            break
        seat = first_seat(seats)
        assign(known, 0, root, 0)
        mask(known[0], seat)
        p, mine, judges = first, tree, first_estimate
        if seat == 1:
            p, mine, judges = second, other_tree, second_estimate
        row = decide(to_act, legal, apply, judges, mask, known, scratch, mine, p, m, worths, seat)
        mixed = mix_action(mixed, m.rows[row])
        if w.used < w.room:
            record_decision(w, steps, m, row, worth(estimate, root[0], 0))
        forget(e)
        if w.lucky != 0:
            thrown, hoped = d.count, expected_share(apply, estimate, root, scratch, m, row, worths, w)
            apply(root[0], m.rows[row], d, e)
            if d.count != thrown:
                luck += worth(estimate, root[0], 0) - hoped
        else:
            apply(root[0], m.rows[row], d, e)
        done += 1
    game.winner, game.decisions, game.luck = result(root[0]), done, luck
    game.digest = stir(stir(mixed, game.winner + 4), d.count)
    game.kept = w.used - game.begins
    if e.count > 0:
        copy_event(game.last, e)


@rule
def copy_event(to: Event, e: Log) -> None:
    """Keep the last event of a log."""
    row = e.events[e.count - 1]
    to.kind, to.actor, to.target, to.place = row.kind, row.actor, row.target, row.place
    to.a, to.b, to.c, to.d = row.a, row.b, row.c, row.d


@generic
def play_series(
    to_act: ToAct[S],
    legal: Legal[S],
    apply: Apply[S],
    result: Result[S],
    estimate: Estimate[S],
    first_estimate: Estimate[S],
    second_estimate: Estimate[S],
    mask: Mask[S],
    starts: list[S],
    root: list[S],
    ends: list[S],
    known: list[S],
    scratch: list[S],
    first: PlayerState,
    second: PlayerState,
    tree: list[Node],
    other_tree: list[Node],
    m: Actions,
    worths: list[Worth],
    d: Dice,
    e: Log,
    games: list[GameRecord],
    count: int,
    w: Recorder,
    steps: list[DecisionRecord],
    limit: int,
) -> None:
    """The first `count` games, each from its start with its keys, independent of all before it.

    Seat 0 is the first thinker's. Game i is played in root[0]; its last position goes to ends[i].
    """
    w.used = 0
    for i in range(count):
        game = games[i]
        assign(root, 0, starts, game.start)
        start_dice(d, game.dice, 0)
        start_dice(w.walk.dice, game.dice, LUCK_STREAM)
        reset_player(first, game.first)
        reset_player(second, game.second)
        play_game(
            to_act, legal, apply, result, estimate, first_estimate, second_estimate, mask, root, known,
            scratch, first, second, tree, other_tree, m, worths, d, e, game, w, steps, limit,
        )  # fmt: skip
        assign(ends, i, root, 0)
