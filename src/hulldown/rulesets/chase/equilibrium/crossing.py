"""The orders of a pair of tanks against each other: what each two are worth, how often to give one.

Nothing is asked of a position but what everybody may know before the reveal: damage, range, turns (CH-13.1,
CH-16.4).
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from hulldown.kernel.actions import make
from hulldown.rulesets.api.matrix import Matrix, MatrixOrder, Stop
from hulldown.rulesets.api.odds import Note
from hulldown.rulesets.api.solving import Cancelled
from hulldown.rulesets.chase.chances.secret import heading_of
from hulldown.rulesets.chase.codes import Order, Phase, Verb
from hulldown.rulesets.chase.equilibrium import store
from hulldown.rulesets.chase.equilibrium.advice import as_duel, remaining_turns, share_of
from hulldown.rulesets.chase.equilibrium.duel import Duel
from hulldown.rulesets.chase.equilibrium.outlook import condition_of
from hulldown.rulesets.chase.equilibrium.plan import legal_orders
from hulldown.rulesets.chase.naming import ORDERS, pairs_of, tank_id, tanks
from hulldown.rulesets.chase.state import Pair, State, side_of, side_of_seat
from hulldown.rulesets.chase.text import action_text
from hulldown.rulesets.chase.turn import awaits_order
from hulldown.rulesets.chase.variants import DirectionChosen

Cells = tuple[tuple[float | None, ...], ...]
Shares = tuple[list[float | None], list[float | None]]
Worth = tuple[Cells, Shares, float | None]  # cells and value for a side, mixtures of A and of B
POINTS = (
    "A victory is 100 % of the points of a duel, a draw 50 %; escapes and leads lie between.",
    "CH-12.6",
)
OTHERS = ("The best end of this duel for you is 100 % of its points, the worst 0 %.", "CH-12.6")
STANDARD = (Fraction(-1), Fraction(1))  # payoffs of a defeat and of a victory
ALONE = ("An estimate: these two tanks alone, four turns ahead.", "CH-14.11")
LASTING = ("An estimate: as if Armor wore down no further.", "CH-13.8")
LATE = ("The duel could not be solved in time: the table is without its chances.", "CH-13.4")


def matrices(s: State, seat: int, cancelled: Stop) -> tuple[Matrix, ...]:
    """A table for each pair in contact of each tank that still needs its order from a seat."""
    if s.phase != Phase.ORDERS:
        return ()
    mine = [t for t in tanks(s) if side_of(t) == side_of_seat(s, seat) and awaits_order(s, t)]
    pairs = [(t, s.pair[i]) for t in mine for i in pairs_of(s, t) if s.pair[i].open]
    return tuple(order_table(s, p, seat, side_of(t), cancelled) for t, p in pairs)


def order_table(s: State, p: Pair, seat: int, side: int, cancelled: Stop) -> Matrix:
    """The table of a pair as a side sees it; without chances if the work is stopped."""
    duel = as_duel(s, p)
    orders = [legal_orders(s.options, int(s.tanks[t].now.mobility)) for t in p.tank]
    try:
        cells, shares, value = share_worth(s, p, duel, side, cancelled)
    except Cancelled:
        cells, shares, value = bare_worth(len(orders[0]), len(orders[1]), side)
    mine, theirs = int(p.tank[side]), int(p.tank[1 - side])
    texts = [action_text(s, make(seat, Verb.ORDER, mine, choice=order)) for order in orders[side]]
    open_way = s.options.direction_chosen == DirectionChosen.AFTER_TEST  # its odds tell both ways apart
    heads = ["" if open_way else heading_of(s, theirs, order) for order in orders[1 - side]]
    rows = (choice(*row) for row in zip(orders[side], shares[side], texts, strict=True))
    columns = (
        choice(order, share, heading=head)
        for order, share, head in zip(orders[1 - side], shares[1 - side], heads, strict=True)
    )
    notes = (
        (LATE,) if value is None else (*estimate_notes(s), POINTS if duel.spread() == STANDARD else OTHERS)
    )
    names = tank_id(s, mine), tank_id(s, theirs)
    about = "these two tanks" if s.options.team_battle else "this duel"
    return Matrix(*names, tuple(rows), tuple(columns), cells, value, not estimate_notes(s), notes, about)


def choice(order: int, share: float | None, text: str = "", heading: str = "") -> MatrixOrder:
    """An order as a row or a column."""
    return MatrixOrder(Order(order).name.lower(), ORDERS[order], share, text, heading)


def estimate_notes(s: State) -> tuple[Note, ...]:
    """Why the duel that is solved is not quite the battle that is fought; nothing where it is."""
    return (ALONE,) if s.options.team_battle else (LASTING,) if s.options.armor_wear else ()


def bare_worth(first: int, second: int, side: int) -> Worth:
    """A table of so many orders of A and of B without its chances."""
    height, width = (first, second) if side == 0 else (second, first)
    return ((None,) * width,) * height, ([None] * first, [None] * second), None


def share_worth(s: State, p: Pair, duel: Duel, side: int, cancelled: Stop) -> Worth:
    """The cells and the value as a side's share of the points."""
    solution = store.solution_of(duel, cancelled=cancelled)
    a, b = (condition_of(s.tanks[t].now) for t in p.tank)
    at = remaining_turns(s), int(p.range), a, b
    payoffs = np.asarray(solution.matrix(*at))
    lines = payoffs if side == 0 else payoffs.T
    cells = tuple(tuple(share_of(duel, float(payoff), side) for payoff in line) for line in lines)
    first, second = solution.mixtures(*at)
    value = share_of(duel, solution.value(*at), side)
    return cells, (list(first.values()), list(second.values())), value
