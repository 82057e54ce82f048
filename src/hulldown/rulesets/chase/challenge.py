"""The best answer to a strategy, found without the solver's code: how far a solution is from perfect."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hulldown.kernel.jit import compiled
from hulldown.kernel.records import array, dtype_of, pack
from hulldown.rulesets.chase import challenge_turn
from hulldown.rulesets.chase.challenge_turn import ORDERS, Cell
from hulldown.rulesets.chase.state import (
    BANDS,
    FACINGS,
    PAYOFF,
    SIDE_TANKS,
    FireOrder,
    Mobility,
    Order,
    State,
)

Values = NDArray[np.float64]


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
        whole = pack(s)[0]
        self.g = array(challenge_turn.Duel)
        g = self.g[0]
        g["o"] = whole["options"]
        for side, t in enumerate((0, SIDE_TANKS)):
            g["tank"][side] = whole["tanks"][t]
            g["size"][side] = 9 * int(s.tanks[t].profile.hull)
        g["payoff"] = [amount / PAYOFF for amount in s.payoffs]
        g["limit_fixed"] = s.limit_fixed
        self.sizes = (int(g["size"][0]), int(g["size"][1]))
        self.moves = np.zeros(sum(self.sizes) * challenge_turn.HITS, np.int64)
        compiled(challenge_turn.prepare, features=False)(g, self.moves)

    def room(self) -> tuple[Any, ...]:
        """Scratch space for one thread: the duel, rows of shots, fire steps."""
        winner_first = self.g[0]["o"]["fire_order"] == FireOrder.WINNER_FIRST
        kinds = 3 * challenge_turn.FLAGS if winner_first else challenge_turn.FLAGS
        rows = array(challenge_turn.Hits, 2 * challenge_turn.GUNS * BANDS * FACINGS * 2 + 1)
        rows[-1]["p"][0] = 1.0  # who cannot fire hits nothing
        fires = array(Cell, kinds * BANDS * FACINGS * FACINGS * self.sizes[0] * self.sizes[1])
        return self.g.copy()[0], rows, fires


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
        compiled(challenge_turn.fill_ends, features=False)(board.g[0], int(left == 1), now, ends)
        worth = _all_pairs(board, ends, rooms)
        now = _combine(worth, *mixtures(left), (BANDS, size_a, size_b))
        if progress:
            progress(left / turns)
    shaped = now.reshape(BANDS, size_a, size_b)
    return Challenge(*(np.ascontiguousarray(shaped[name]) for name in ("v", "a", "b")))


def _all_pairs(board: Board, ends: Any, rooms: list[tuple[Any, ...]]) -> Any:
    """The worth of the sixteen pairs of orders, shared among threads."""
    worth = np.zeros((ORDERS, ORDERS, BANDS * board.sizes[0] * board.sizes[1]), dtype_of(Cell))
    run = compiled(challenge_turn.pair_of_orders, features=False)
    jobs = [(own, other) for own in range(ORDERS) for other in range(ORDERS)]

    def work(thread: int) -> None:
        g, rows, fires = rooms[thread]
        for own, other in jobs[thread :: len(rooms)]:
            run(g, rows, board.moves, ends, fires, own, other, worth[own, other])

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
