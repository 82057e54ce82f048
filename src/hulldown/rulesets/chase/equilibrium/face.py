"""The solver of Chase behind the common face: matches of duels, told from seat 0 (CH-13.4).

A match (scenario S1) is the same duel several times with the seats exchanged after each; payoffs are added
(CH-12.7), so its value is the sum of what its duels are worth to the player of seat 0.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from hulldown.kernel.records import copy
from hulldown.rulesets.api.solving import (
    Cancelled,
    CannotSolve,
    Exploitability,
    MixedOrder,
    Payoff,
    PolicyTable,
    Progress,
    Solution,
    Solving,
    Stop,
    Strategy,
)
from hulldown.rulesets.chase.actions import to_act
from hulldown.rulesets.chase.codes import PAYOFF, SIDE_TANKS, Phase
from hulldown.rulesets.chase.equilibrium import store
from hulldown.rulesets.chase.equilibrium.duel import duel_of, solvable
from hulldown.rulesets.chase.equilibrium.handbook import handbook
from hulldown.rulesets.chase.equilibrium.matrix_games import Array
from hulldown.rulesets.chase.equilibrium.outlook import Decision, condition_of, decisions
from hulldown.rulesets.chase.equilibrium.solution import DuelSolution, hull_first
from hulldown.rulesets.chase.state import State, seat_of, side_of_seat
from hulldown.rulesets.chase.text import action_text
from hulldown.rulesets.chase.variants import DirectionChosen


class ChaseSolving(Solving):
    """Solves duels and matches of them."""

    def solve(
        self, s: State, progress: Progress | None = None, cancelled: Stop | None = None
    ) -> MatchSolution:
        return MatchSolution(s, store.solution_of(duel_of(s), progress, cancelled))

    def cached(self, s: State) -> MatchSolution | None:
        if not solvable(s):
            return None
        solution = store.cached_solution(duel_of(s))
        return MatchSolution(s, solution) if solution else None

    def payoff(self, s: State) -> Payoff:
        return Fraction(s.total, PAYOFF)

    def with_turns(self, s: State, turns: int) -> State:
        duel_of(s)
        other = copy(s)
        other.turn_limit = turns
        return other


class MatchSolution(Solution):
    """A match of one duel or several; payoffs are those of seat 0."""

    def __init__(self, s: State, duel: DuelSolution) -> None:
        self.duel, self._start = duel, copy(s)
        self.seconds, self.from_cache, self.states = duel.seconds, duel.from_cache, duel.states
        self.duels, self._digest = int(s.duels), duel.duel.digest()
        self.value = tidy(sum(self._duel_value(number) for number in range(self.duels)))
        low, high = (float(payoff) for payoff in duel.duel.spread())
        ends = [(low, high) if number % 2 == 0 else (-high, -low) for number in range(self.duels)]
        self.lowest, self.highest = (sum(end) for end in zip(*ends))

    def _duel_value(self, number: int) -> float:
        """What a fresh duel of the match is worth to seat 0, by its number from 0."""
        full = [(int(profile.hull), 0, 0) for profile in self.duel.duel.profiles]
        worth = self.duel.value(self.duel.duel.turns, int(self._start.start_range), full[0], full[1])
        return worth if number % 2 == 0 else -worth

    # ------------------------------------------------------------ positions

    def strategy(self, s: State) -> Strategy:
        """Best play; a seat that has given its order already is thought to have kept to the mixture."""
        self._of_this_game(s)
        if s.phase == Phase.OVER:
            return Strategy(s.total / PAYOFF, ((), ()), ())
        if s.phase == Phase.ORDERS:
            return self._secret(s)
        return self._open(s)

    def _of_this_game(self, s: State) -> None:
        same = (s.duels, s.start_range) == (self._start.duels, self._start.start_range)
        if s.options.team_battle != 0 or not same or duel_of(s).digest() != self._digest:
            raise CannotSolve("this position is of another game than the one that was solved")

    def _around(self, s: State) -> float:
        """What seat 0 has won, and what the duels after this one are worth to it."""
        rest = sum(self._duel_value(number) for number in range(int(s.duel) + 1, self.duels))
        return s.total / PAYOFF + rest

    def _payoff(self, s: State, value: float) -> float:
        """A value of side A in the duel that is played as the payoff of seat 0."""
        return tidy(self._around(s) + (value if seat_of(s, 0) == 0 else -value))

    def _secret(self, s: State) -> Strategy:
        """Orders (CH-13.5)."""
        left = int(s.turn_limit) - int(s.turn) + 1
        a, b = (condition_of(s.tanks[t].now) for t in (0, SIDE_TANKS))
        band = int(s.pair[0].range)
        mixtures = [list(mixture.values()) for mixture in self.duel.mixtures(left, band, a, b)]
        payoffs = np.asarray(self.duel.matrix(left, band, a, b))
        if seat_of(s, 0) != 0:
            mixtures, payoffs = mixtures[::-1], -payoffs.T
        given = [s.tanks[side_of_seat(s, seat) * SIDE_TANKS].ordered != 0 for seat in range(2)]
        if given[0]:
            payoffs = np.array([mixtures[0]]) @ payoffs
        if given[1]:
            payoffs = payoffs @ np.array([mixtures[1]]).T
        shares = [() if given[seat] else shares_of(s, seat, mixtures[seat]) for seat in range(2)]
        matrix = tuple(tuple(tidy(float(self._around(s) + payoff)) for payoff in row) for row in payoffs)
        return Strategy(self._payoff(s, self.duel.value(left, band, a, b)), (shares[0], shares[1]), matrix)

    def _open(self, s: State) -> Strategy:
        """An open decision (CH-3.3): whoever makes it takes the best, the first of equals."""
        left = int(s.turn_limit) - int(s.turn) + 1
        seat = 0 if to_act(s) == 1 else 1
        decisions = self.duel.outlook(left).weigh(s, s.pair[0], seat)
        worth = [self._payoff(s, decision.value) for decision in decisions]
        chosen = first_best(decisions, side_of_seat(s, seat))
        chances = [1.0 if number == chosen else 0.0 for number in range(len(decisions))]
        shares = shares_of(s, seat, chances)
        mixtures = (shares, ()) if seat == 0 else ((), shares)
        matrix = tuple((w,) for w in worth) if seat == 0 else (tuple(worth),)
        return Strategy(worth[chosen], mixtures, matrix)

    # ------------------------------------------------------------ all of it

    def table(self) -> list[PolicyTable]:
        return handbook(self._start, self.duel)

    def exploitability(
        self, progress: Progress | None = None, cancelled: Stop | None = None
    ) -> Exploitability:
        """The best answers at the start, found by `challenge`, which shares no code with the solver."""
        from hulldown.rulesets.chase.challenge import challenge

        if self.duel.duel.options.direction_chosen == DirectionChosen.AFTER_TEST:
            raise CannotSolve(
                "best answers are not worked out where directions are named after the tests (CH-4.6, "
                "direction_chosen)"
            )

        def report(done: float) -> None:
            if cancelled and cancelled():
                raise Cancelled
            if progress:
                progress(done, "best answers")

        answer = challenge(self._start, self.hull_first, self.duel.duel.turns, report)
        at = int(self._start.start_range), -9, -9  # full hull points, no damage
        value, first, second = (float(values[at]) for values in (answer.value, answer.first, answer.second))
        gain_a, gain_b = first - value, value - second
        odd, even = self.duels // 2, (self.duels + 1) // 2
        gains = gain_a * even + gain_b * odd, gain_b * even + gain_a * odd
        total = gains[0] + gains[1]
        return Exploitability(*gains, total, total / (float(self.highest) - float(self.lowest) or 1.0))

    def hull_first(self, left: int) -> tuple[Array, Array]:
        """The mixtures of A and of B with so many turns left: [range, state of A, state of B, order].

        States are numbered by hull points, then mobility, then gun.
        """
        a, b = (hull_first(states.hull) for states in self.duel.solved.conditions)
        first, second = (
            np.ascontiguousarray(np.moveaxis(chances[left - 1][:, :, a][:, :, :, b], 1, -1))
            for chances in (self.duel.solved.first, self.duel.solved.second)
        )
        return first, second


def shares_of(s: State, seat: int, chances: list[float]) -> tuple[MixedOrder, ...]:
    """The decisions of a seat with their chances."""
    orders = decisions(s, seat)
    texts = [action_text(s, order) for order in orders]
    return tuple(MixedOrder(text, label(text), chance) for text, chance in zip(texts, chances, strict=True))


def tidy(payoff: float) -> float:
    """A payoff without the noise of rounding: even is 0, not a little less."""
    return round(payoff, 13) + 0.0


def label(text: str) -> str:
    """An order without the name of the tank: "Hull down", "Shift -1"."""
    words = text.partition(" ")[2].replace("_", " ")
    return words[:1].upper() + words[1:]


def first_best(decisions: list[Decision], side: int) -> int:
    """The number of the best decision of a side; rounding does not tell equal ones apart."""
    worth = [decision.value if side == 0 else -decision.value for decision in decisions]
    best = max(worth)
    return next(number for number, value in enumerate(worth) if value >= best - 1e-12)
