"""What the players of Chase go by: one pair of tanks seen as a duel, with an outlook on its next turns."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import Dice
from hulldown.kernel.records import copy
from hulldown.rulesets.api.solving import MixedOrder, Progress, Stop
from hulldown.rulesets.api.thinking import ScoredOrder
from hulldown.rulesets.chase import groundwork
from hulldown.rulesets.chase.codes import SIDE_TANKS
from hulldown.rulesets.chase.equilibrium import store
from hulldown.rulesets.chase.equilibrium.duel import Duel, duel_of
from hulldown.rulesets.chase.equilibrium.induction import at_the_limit
from hulldown.rulesets.chase.equilibrium.matrix_games import Array
from hulldown.rulesets.chase.equilibrium.outlook import Decision, Outlook, condition_of
from hulldown.rulesets.chase.equilibrium.plan import Plan, legal_part
from hulldown.rulesets.chase.equilibrium.tables import Tables
from hulldown.rulesets.chase.state import Pair, State, side_of_seat
from hulldown.rulesets.common.solver_player import sample_share

TEAM_TURNS = 4  # how far a tank of a team looks ahead (CH-14.11)
SAME = 1e-12  # values that differ by less are equal but for rounding
REMEMBERED = 8


@dataclass(frozen=True)
class Question:
    """A seat's orders for one tank, and the pair they are about."""

    s: State
    pair: Pair
    seat: int
    orders: list[Action]

    @property
    def side(self) -> int:
        """The side that the seat commands."""
        return side_of_seat(self.s, self.seat)

    @cached_property
    def duel(self) -> Duel:
        """The duel that the pair is."""
        return as_duel(self.s, self.pair)


def as_duel(s: State, p: Pair) -> Duel:
    """The duel that a battle is, or a pair of a team battle by itself: standard payoffs, four turns.

    Armor is taken as it is now: that it may wear further is not looked at (CH-13.8).
    """
    if s.options.team_battle == 0:
        lasting = copy(s)
        lasting.options.armor_wear = 0
        return duel_of(lasting)
    alone = groundwork.blank_state()
    alone.options = copy(s.options)
    alone.options.team_battle, alone.options.armor_wear, alone.turn_limit = 0, 0, TEAM_TURNS
    for side in range(2):
        alone.tanks[side * SIDE_TANKS].profile = copy(s.tanks[p.tank[side]].profile)
    return duel_of(alone)


def remaining_turns(s: State) -> int:
    """How many turns a player looks ahead, this one included."""
    return TEAM_TURNS if s.options.team_battle != 0 else int(s.turn_limit) - int(s.turn) + 1


_short: OrderedDict[str, Outlook] = OrderedDict()
_guard = threading.Lock()


def short_outlook(duel: Duel) -> Outlook:
    """A duel as if this turn were its last (CH-13.8)."""
    duel = replace(duel, turns=1)
    name = duel.digest()
    with _guard:
        if name not in _short:
            tables = Tables(duel, exact=False)
            _short[name] = Outlook(tables, Plan(duel, exact=False), at_the_limit(tables))
        _short.move_to_end(name)
        while len(_short) > REMEMBERED:
            _short.popitem(last=False)
        return _short[name]


# ---------------------------------------------------------------- orders


def uniform_worth(q: Question) -> Array:
    """What each legal order is worth to A against the uniform mixture of enemy orders with t = 1."""
    outlook = short_outlook(q.duel)
    a, b = (condition_of(q.s.tanks[t].now) for t in q.pair.tank)
    payoffs = outlook.matrix(int(q.pair.range), a, b)
    return legal_part(q.duel, payoffs, a, b).mean(axis=1 - q.side)


def best_answer(q: Question) -> list[ScoredOrder]:
    """CH-13.8, there called greedy: the best order, the first of equals in the list of CH-4.2."""
    return rank(q, [Decision(order, float(v)) for order, v in zip(q.orders, uniform_worth(q), strict=True)])


def mixed_order(
    q: Question, dice: Dice, progress: Progress | None = None, cancelled: Stop | None = None
) -> list[ScoredOrder]:
    """CH-14.11: an order drawn from the equilibrium of the pair."""
    solution = store.solution_of(q.duel, progress, cancelled)
    a, b = (condition_of(q.s.tanks[t].now) for t in q.pair.tank)
    at = remaining_turns(q.s), int(q.pair.range), a, b
    chances = solution.mixtures(*at)
    payoffs = np.asarray(solution.matrix(*at))
    worth = payoffs @ list(chances[1].values()) if q.side == 0 else list(chances[0].values()) @ payoffs
    mine = list(chances[q.side].values())
    weighed = [
        ScoredOrder(order, as_share(q, float(value)), chance)
        for order, value, chance in zip(q.orders, worth, mine, strict=True)
    ]
    first = weighed.pop(sample_share([MixedOrder("", "", chance) for chance in mine], dice))
    return [first, *sorted(weighed, key=lambda scored: -(scored.share or 0.0))]


# ---------------------------------------------------------------- open decisions


def best_open(q: Question, outlook: Callable[[State, Duel], Outlook]) -> list[ScoredOrder]:
    """An open decision as CH-13.4 makes it."""
    return rank(q, outlook(q.s, q.duel).weigh(q.s, q.pair, q.seat))


def rank(q: Question, decisions: list[Decision]) -> list[ScoredOrder]:
    """Decisions from the best to the worst for the side; equal ones stay in their order."""
    sign = 1 if q.side == 0 else -1
    worth = [round(sign * decision.value / SAME) for decision in decisions]
    places = sorted(range(len(decisions)), key=lambda number: -worth[number])
    return [ScoredOrder(decisions[i].order, as_share(q, decisions[i].value)) for i in places]


def as_share(q: Question, value: float) -> float:
    """A value of A as the side's share of the points: 1 is won, 0 lost."""
    return share_of(q.duel, value, q.side)


def share_of(duel: Duel, value: float, side: int) -> float:
    """A value of A as a side's share of the points of a duel."""
    low, high = (float(payoff) for payoff in duel.spread())
    share = (value - low) / (high - low) if high > low else 0.5
    return min(1.0, max(0.0, share if side == 0 else 1.0 - share))
