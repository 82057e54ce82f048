"""The best answer to a strategy, found without the solver's code: how far a solution is from perfect."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hulldown.kernel.jit import compiled, rule
from hulldown.kernel.records import array, dtype_of
from hulldown.rulesets.chase.challenge_turn import (
    BANDS,
    FACINGS,
    HITS,
    LEVELS,
    RAMMER,
    SUMS,
    TARGET,
    Cell,
    Duel,
    Hits,
    add,
    after,
    at,
    fire_at,
    gun_of,
    keep_cell,
    mobility_of,
    number_of,
    put,
    read_state,
    two_dice,
    whole_turn,
)
from hulldown.rulesets.chase.driving import effect_of, succeeds
from hulldown.rulesets.chase.gunnery import (
    harm,
    negated,
    no_fire,
    penetration,
    remaining_armor,
    severity_of,
    shot_location,
    to_hit_dm,
)
from hulldown.rulesets.chase.state import PAYOFF, Event, Facing, FireOrder, Mobility, Order, State
from hulldown.rulesets.chase.victory import destroyed_event, limit_event

GUNS = 2  # a knocked out gun has no row


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


Values = NDArray[np.float64]
ORDERS = 4
FLAGS = 4


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
    for i in range(block):
        if twin != base:
            keep_cell(fires[base + i], fires[twin + i])
        elif g.o.fire_order == FireOrder.WINNER_FIRST and winner >= 0:
            a, b, to = i // g.size[1], i % g.size[1], fires[base + i]
            flags = kind % FLAGS
            fire_in_turn(g, rows, moves, ends, winner, band, facing_a, facing_b, flags, a, b, to)
        else:
            a, b, to = i // g.size[1], i % g.size[1], fires[base + i]
            fire_step(g, rows, moves, ends, band, facing_a, facing_b, kind % FLAGS, a, b, to)


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
    scratch: list[Cell],
    hits: list[Hits],
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
                    whole_turn(g, moves, ends, fires, scratch, hits, band, a, b, here)


@rule
def may_order(mobility: int, order: int) -> bool:
    """CH-4.4."""
    return bool(mobility != Mobility.IMMOBILISED or order == Order.HULL_DOWN)


# ---------------------------------------------------------------- the pass


@dataclass(frozen=True)
class Challenge:
    """What best answers come to at the first turn, by range and damage states, as payoffs of A.

    `value` is what the strategies play for against each other; `first` when A answers best, `second` when
    B does. The gaps between them are what the strategy gives away.
    """

    value: Values
    first: Values
    second: Values


class Board:
    """The duel with everything a pass needs, and room for one thread at a time."""

    def __init__(self, s: State) -> None:
        """The duel that a state belongs to, whatever its damage now."""
        from hulldown.kernel.records import pack

        whole = pack(s)[0]
        self.g = array(Duel)
        g = self.g[0]
        g["o"] = whole["options"]
        for side, t in ((0, 0), (1, 6)):
            g["tank"][side] = whole["tanks"][t]
            g["size"][side] = 9 * int(s.tanks[t].profile.hull)
        g["payoff"] = [amount / PAYOFF for amount in s.payoffs]
        g["limit_fixed"] = s.limit_fixed
        self.sizes = (int(g["size"][0]), int(g["size"][1]))
        self.moves = np.zeros(sum(self.sizes) * HITS, np.int64)
        compiled(prepare)(g, self.moves)

    def room(self) -> tuple[Any, ...]:
        """Scratch space for one thread: rows of shots, fire steps, cells, hits."""
        winner_first = self.g[0]["o"]["fire_order"] == FireOrder.WINNER_FIRST
        kinds = 3 * FLAGS if winner_first else FLAGS
        rows = array(Hits, 2 * GUNS * BANDS * FACINGS * 2 + 1)
        rows[-1]["p"][0] = 1.0  # who cannot fire hits nothing
        fires = array(Cell, kinds * BANDS * FACINGS * FACINGS * self.sizes[0] * self.sizes[1])
        return self.g.copy()[0], rows, fires, array(Cell, LEVELS), array(Hits, 2)


def challenge(
    s: State,
    mixtures: Callable[[int], tuple[Values, Values]],
    turns: int,
    progress: Callable[[float], None] | None = None,
    threads: int = 2,
) -> Challenge:
    """Answer a strategy best, for both sides, over a duel of `turns` turns.

    `mixtures(t)` are the chances of A's and of B's orders with t turns left, each of shape (7, states of A,
    states of B, 4). Open decisions of who follows the strategy are the best for the value it plays for;
    between equal ones the worst for it counts, so that the result is an upper bound.
    """
    board = Board(s)
    size_a, size_b = board.sizes
    now = array(Cell, BANDS * size_a * size_b)
    ends = array(Cell, BANDS * (size_a + 1) * (size_b + 1))
    rooms = [board.room() for _ in range(threads)]
    for left in range(1, turns + 1):
        compiled(fill_ends)(board.g[0], int(left == 1), now, ends)
        worth = _all_pairs(board, ends, rooms)
        now = _combine(worth, *mixtures(left), (BANDS, size_a, size_b))
        if progress:
            progress(left / turns)
    shaped = now.reshape(BANDS, size_a, size_b)
    return Challenge(*(np.ascontiguousarray(shaped[name]) for name in ("v", "a", "b")))


def _all_pairs(board: Board, ends: Any, rooms: list[tuple[Any, ...]]) -> Any:
    """The worth of the sixteen pairs of orders, shared among threads."""
    worth = np.zeros((ORDERS, ORDERS, BANDS * board.sizes[0] * board.sizes[1]), dtype_of(Cell))
    run = compiled(pair_of_orders)
    jobs = [(own, other) for own in range(ORDERS) for other in range(ORDERS)]

    def work(thread: int) -> None:
        g, rows, fires, scratch, hits = rooms[thread]
        for own, other in jobs[thread :: len(rooms)]:
            run(g, rows, board.moves, ends, fires, scratch, hits, own, other, worth[own, other])

    with ThreadPoolExecutor(len(rooms)) as pool:
        list(pool.map(work, range(len(rooms))))
    return worth


def _combine(worth: Any, mix_a: Values, mix_b: Values, shape: tuple[int, int, int]) -> Any:
    """The value of each position: orders by the mixtures, or the best of the legal ones."""
    v, a, b = (worth[name].reshape(ORDERS, ORDERS, *shape) for name in ("v", "a", "b"))
    x, y = np.moveaxis(mix_a, -1, 0), np.moveaxis(mix_b, -1, 0)
    now = np.zeros(shape, dtype_of(Cell))
    now["v"] = np.einsum("irab,jrab,ijrab->rab", x, y, v)
    stuck_a = (np.arange(shape[1]) // 3 % 3 == Mobility.IMMOBILISED)[None, :, None]
    stuck_b = (np.arange(shape[2]) // 3 % 3 == Mobility.IMMOBILISED)[None, None, :]
    answers = np.einsum("jrab,ijrab->irab", y, a)
    now["a"] = np.where(stuck_a, answers[Order.HULL_DOWN], answers.max(0))
    answers = np.einsum("irab,ijrab->jrab", x, b)
    now["b"] = np.where(stuck_b, answers[Order.HULL_DOWN], answers.min(0))
    return now.reshape(-1)
