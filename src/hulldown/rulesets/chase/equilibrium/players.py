"""The computer players of Chase (CH-13.8), in team battles too (CH-14.11): perfect, exact and timid.

CH-13.8 calls `exact` greedy; that is the name of a player that every ruleset has.
"""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import Dice
from hulldown.rulesets.api.thinking import BotInfo, IsCancelled, Progress, ScoredOrder
from hulldown.rulesets.chase.codes import NOBODY, Mobility, Order, Verb
from hulldown.rulesets.chase.equilibrium import advice, store
from hulldown.rulesets.chase.equilibrium.advice import Question
from hulldown.rulesets.chase.equilibrium.duel import Duel, solvable
from hulldown.rulesets.chase.equilibrium.face import ChaseSolving
from hulldown.rulesets.chase.equilibrium.outlook import Outlook, condition_of, decisions
from hulldown.rulesets.chase.exact.shots import Aim, after, shot_odds
from hulldown.rulesets.chase.state import Pair, State, side_of
from hulldown.rulesets.chase.teams import pair_of
from hulldown.rulesets.chase.text import parse_action
from hulldown.rulesets.common.solver_player import SolverPlayer

EVEN = 0.5


class Exact:
    """The best answer to the uniform mixture of enemy orders, as if this turn were the last."""

    def weigh(
        self,
        s: State,
        seat: int,
        dice: Dice,
        progress: Progress | None = None,
        cancelled: IsCancelled | None = None,
    ) -> list[ScoredOrder]:
        """The orders of one tank, or the decision that is open; the first is the one given."""
        orders = decisions(s, seat)
        if orders[0].verb == Verb.JOIN:
            return [ScoredOrder(order, EVEN) for order in orders]  # the first enemy in the roster
        if orders[0].verb == Verb.TARGET:
            return surest(s, orders)
        if orders[0].verb == Verb.DIRECTION:
            return self.direction(Question(s, nearest(s, int(s.acting)), seat, orders))
        if orders[0].verb != Verb.ORDER:
            q = Question(s, s.pair[s.acting], seat, orders)
            return advice.best_open(q, self.outlook)
        mine = [order for order in orders if order.actor == orders[0].actor]
        return self.order(Question(s, nearest(s, int(mine[0].actor)), seat, mine), dice, progress, cancelled)

    def order(
        self, q: Question, dice: Dice, progress: Progress | None, cancelled: IsCancelled | None
    ) -> list[ScoredOrder]:
        """The order of a tank."""
        return advice.best_answer(q)

    def direction(self, q: Question) -> list[ScoredOrder]:
        """Which way a tank changes the range (CH-4.6)."""
        return advice.best_open(q, self.outlook)

    def outlook(self, s: State, duel: Duel) -> Outlook:
        """How open decisions are seen."""
        return advice.short_outlook(duel)


class Timid(Exact):
    """Flees once two thirds of the hull points are gone; otherwise exact."""

    def order(
        self, q: Question, dice: Dice, progress: Progress | None, cancelled: IsCancelled | None
    ) -> list[ScoredOrder]:
        """CH-13.8: an immobilised tank gives its only order."""
        return self.frightened(q, advice.best_answer(q))

    def direction(self, q: Question) -> list[ScoredOrder]:
        """Away, once it runs."""
        return self.frightened(q, super().direction(q))

    def frightened(self, q: Question, weighed: list[ScoredOrder]) -> list[ScoredOrder]:
        """What takes a tank away comes first once it runs: to flee, or to change the range (CH-4.6)."""
        tank = q.s.tanks[int(q.orders[0].actor)]
        if tank.now.mobility == Mobility.IMMOBILISED or 3 * tank.now.hull > tank.profile.hull:
            return weighed
        return sorted(weighed, key=lambda option: option.order.choice not in (Order.FLEE, Order.CHANGE_RANGE))


class Nearest(Exact):
    """What comes nearest to perfect play where a game cannot be solved: a team by the equilibrium of each
    tank's nearest pair, four turns ahead (CH-14.11); a duel by that of one whose Armor lasts (CH-8.19).
    """

    def order(
        self, q: Question, dice: Dice, progress: Progress | None, cancelled: IsCancelled | None
    ) -> list[ScoredOrder]:
        """Drawn from the mixture."""

        def report(done: float, what: str) -> None:
            if progress:
                progress(done)

        return advice.mixed_order(q, dice, report, cancelled)

    def outlook(self, s: State, duel: Duel) -> Outlook:
        """Open decisions are seen with as many turns ahead."""
        return store.solution_of(duel).outlook(advice.remaining_turns(s))


class Equilibrium:
    """Perfect play of a duel or a match; where it cannot be solved, what comes nearest."""

    def __init__(self) -> None:
        self._perfect = SolverPlayer(ChaseSolving(), parse_action)

    def weigh(
        self,
        s: State,
        seat: int,
        dice: Dice,
        progress: Progress | None = None,
        cancelled: IsCancelled | None = None,
    ) -> list[ScoredOrder]:
        """As its mixture has it, drawn with its dice."""
        mind = self._perfect if solvable(s) else Nearest()
        return mind.weigh(s, seat, dice, progress, cancelled)


def of_what(s: State) -> str:
    """Whose points the values of the equilibrium are: of all that is played where that is solved."""
    if solvable(s):
        return ""
    return "fight with the nearest enemy" if s.options.team_battle else "duel"


def of_a_turn(s: State) -> str:
    """Who looks at one turn speaks of nothing else."""
    return "turn"


# ---------------------------------------------------------------- in a team battle


def nearest(s: State, t: int) -> Pair:
    """The pair of a tank with the nearest range; of equals the one with the lowest enemy (CH-14.11)."""
    side = side_of(t)
    mine = [p for p in s.pair[: s.pairs] if p.open != 0 and p.tank[side] == t]
    return min(mine, key=lambda p: (int(p.range), int(p.tank[1 - side])))


def surest(s: State, orders: list[Action]) -> list[ScoredOrder]:
    """Targets by the chance to destroy them, the first of equals first (CH-14.11)."""
    chances = [destruction(s, int(order.actor), int(order.target)) for order in orders]
    places = sorted(range(len(orders)), key=lambda number: -chances[number])
    return [ScoredOrder(orders[i], EVEN + float(chances[i]) / 2) for i in places]


def destruction(s: State, t: int, enemy: int) -> Fraction:
    """The chance that a tank's shot destroys an enemy of one of its pairs."""
    number = pair_of(s, t, enemy)
    if number == NOBODY:
        return Fraction(0)
    p, side = s.pair[number], side_of(t)
    aim = Aim(
        s.tanks[t].profile,
        int(s.tanks[t].now.gun),
        s.tanks[enemy].profile,
        int(p.range),
        (int(p.order[side]), int(p.order[1 - side])),
        (int(p.facing[side]), int(p.facing[1 - side])),
        s.tanks[enemy].down != 0,
    )
    odds = after(s.options, shot_odds(s.options, aim).wounds, condition_of(s.tanks[enemy].now))
    return odds.get(None, Fraction(0))


THINKERS = (
    BotInfo(
        "perfect",
        "Perfect",
        "Cannot be beaten in the long run: it mixes its orders as the equilibrium says (CH-13.8).",
        Equilibrium,
        about=of_what,
    ),
    BotInfo(
        "exact",
        "Exact",
        "Looks no further than this turn, but reckons all of it, every enemy order equally likely: "
        "what CH-13.8 calls greedy.",
        Exact,
        about=of_a_turn,
    ),
    BotInfo(
        "timid",
        "Timid",
        "Plays like exact, but runs once two thirds of its hull points are gone (CH-13.8).",
        Timid,
        about=of_a_turn,
    ),
)
