"""The pass backwards through a duel: from the last turn to the first, all positions, one by one."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hulldown.kernel.jit import compiled, rule
from hulldown.kernel.records import array, dtype_of
from hulldown.rulesets.chase.challenge.duel import (
    BANDS,
    FACINGS,
    HITS,
    RAMMER,
    TARGET,
    Cell,
    Duel,
    Hits,
    after,
    at,
    keep_cell,
    mobility_of,
    put,
    read_state,
)
from hulldown.rulesets.chase.challenge.firing import (
    GUNS,
    fill_rows,
    fire_in_turn,
    fire_step,
    state_after_hit,
    sum_dice,
)
from hulldown.rulesets.chase.challenge.turning import LEVELS, fire_at, whole_turn
from hulldown.rulesets.chase.codes import PAYOFF, Event, Facing, Mobility, Order
from hulldown.rulesets.chase.ending import destroyed_event, limit_event
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.variants import FireOrder

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
