"""What the players of Chase go by: one pair of tanks seen as a duel, with an outlook on its next turns."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial

import numpy as np

from hulldown.kernel.actions import Action, make
from hulldown.kernel.dice import Dice
from hulldown.kernel.engine import Interpreted
from hulldown.kernel.matrix_games import Array
from hulldown.kernel.records import copy
from hulldown.rulesets.api import bot
from hulldown.rulesets.api.bot import IsCancelled, PolicyTable, Progress, ScoredOrder, Strategy
from hulldown.rulesets.api.matrix import Matrix, MatrixOrder
from hulldown.rulesets.api.odds import Note
from hulldown.rulesets.chase import setup, state, words
from hulldown.rulesets.chase.actions import to_act
from hulldown.rulesets.chase.catalogue import Shelf
from hulldown.rulesets.chase.driving import secret_orders
from hulldown.rulesets.chase.equilibrium import stage
from hulldown.rulesets.chase.equilibrium.chances import DuelChances
from hulldown.rulesets.chase.equilibrium.solution import (
    Decision,
    DuelSolution,
    Outlook,
    cached_solution,
    decisions,
    hull_first,
    solution_of,
)
from hulldown.rulesets.chase.exact import Condition, after, aim_of, condition_of, shot_odds
from hulldown.rulesets.chase.state import Mobility, Order, Pair, State, Verb, side_of, side_of_seat
from hulldown.rulesets.chase.turn import awaits_order, pair_of
from hulldown.rulesets.common.bots import SolverPlayer, bare_progress, draw_first

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
    dice: Dice
    progress: Progress | None
    cancelled: IsCancelled | None

    @property
    def side(self) -> int:
        """The side that the seat commands."""
        return side_of_seat(self.s, self.seat)

    @cached_property
    def duel(self) -> stage.Duel:
        """The duel that the pair is."""
        return as_duel(self.s, self.pair)


def as_duel(s: State, p: Pair) -> stage.Duel:
    """The duel that a battle is, or a pair of a team battle by itself: standard payoffs, four turns.

    Armor is taken as it is now: that it may wear further is not looked at (CH-13.8).
    """
    if s.options.team_battle == 0:
        lasting = copy(s)
        lasting.options.armor_wear = 0
        return stage.duel_of(lasting)
    alone = setup.blank_state()
    alone.options = copy(s.options)
    alone.options.team_battle, alone.options.armor_wear, alone.turn_limit = 0, 0, TEAM_TURNS
    for side in range(2):
        alone.tanks[side * state.SIDE_TANKS].profile = copy(s.tanks[p.tank[side]].profile)
    return stage.duel_of(alone)


def remaining_turns(s: State) -> int:
    """How many turns a player looks ahead, this one included."""
    return TEAM_TURNS if s.options.team_battle != 0 else int(s.turn_limit) - int(s.turn) + 1


def stage_of(s: State, p: Pair) -> tuple[int, int, Condition, Condition]:
    """Where a pair stands in its duel: turns left, range and both damage states (CH-13.1)."""
    a, b = (condition_of(s.tanks[t].now) for t in p.tank)
    return remaining_turns(s), int(p.range), a, b


_short: OrderedDict[str, Outlook] = OrderedDict()
_guard = threading.Lock()


def short_outlook(duel: stage.Duel) -> Outlook:
    """A duel as if this turn were its last (CH-13.8)."""
    duel = replace(duel, turns=1)
    name = duel.digest()
    with _guard:
        if name not in _short:
            tables = stage.Tables(duel, fractions=False)
            _short[name] = Outlook(tables, stage.Plan(duel, fractions=False), stage.at_the_limit(tables))
        _short.move_to_end(name)
        while len(_short) > REMEMBERED:
            _short.popitem(last=False)
        return _short[name]


# ---------------------------------------------------------------- orders


def uniform_worth(q: Question) -> Array:
    """What each legal order is worth to A against the uniform mixture of enemy orders with t = 1."""
    _, band, a, b = stage_of(q.s, q.pair)
    payoffs = short_outlook(q.duel).matrix(band, a, b)
    return stage.legal_part(q.duel, payoffs, a, b).mean(axis=1 - q.side)


def best_answer(q: Question) -> list[ScoredOrder]:
    """CH-13.8, there called greedy: the best order, the first of equals in the list of CH-4.2."""
    return rank(q, [Decision(order, float(v)) for order, v in zip(q.orders, uniform_worth(q), strict=True)])


def mixed_order(q: Question) -> list[ScoredOrder]:
    """CH-14.11: an order drawn from the equilibrium of the pair."""
    solution = solution_of(q.duel, bare_progress(q.progress), q.cancelled)
    at = stage_of(q.s, q.pair)
    chances = [list(mixture.values()) for mixture in solution.mixtures(*at)]
    payoffs = np.asarray(solution.matrix(*at))
    worth = payoffs @ chances[1] if q.side == 0 else chances[0] @ payoffs
    weighed = [
        ScoredOrder(order, as_share(q, float(value)), chance)
        for order, value, chance in zip(q.orders, worth, chances[q.side], strict=True)
    ]
    return draw_first(weighed, q.dice)


def best_open(q: Question, outlook: Callable[[State, stage.Duel], Outlook]) -> list[ScoredOrder]:
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


def share_of(duel: stage.Duel, value: float, side: int) -> float:
    """A value of A as a side's share of the points of a duel."""
    low, high = (float(payoff) for payoff in duel.spread())
    share = (value - low) / (high - low) if high > low else 0.5
    return min(1.0, max(0.0, share if side == 0 else 1.0 - share))


# ---------------------------------------------------------------- players
# The computer players of Chase (CH-13.8), in team battles too (CH-14.11): perfect, exact and timid.
#
# CH-13.8 calls `exact` greedy; that is the name of a player that every ruleset has.


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
        verb, actor = orders[0].verb, int(orders[0].actor)
        if verb == Verb.JOIN:
            return [ScoredOrder(order, EVEN) for order in orders]  # the first enemy in the roster
        if verb == Verb.TARGET:
            return surest(s, orders)
        of_pair = verb not in (Verb.ORDER, Verb.DIRECTION)
        pair = s.pair[s.acting] if of_pair else nearest(s, actor)
        mine = [order for order in orders if of_pair or order.actor == actor]
        q = Question(s, pair, seat, mine, dice, progress, cancelled)
        if of_pair:
            return best_open(q, self.outlook)
        return self.order(q) if verb == Verb.ORDER else self.direction(q)

    def order(self, q: Question) -> list[ScoredOrder]:
        """The order of a tank."""
        return best_answer(q)

    def direction(self, q: Question) -> list[ScoredOrder]:
        """Which way a tank changes the range (CH-4.6)."""
        return best_open(q, self.outlook)

    def outlook(self, s: State, duel: stage.Duel) -> Outlook:
        """How open decisions are seen."""
        return short_outlook(duel)


class Timid(Exact):
    """Flees once two thirds of the hull points are gone; otherwise exact."""

    def order(self, q: Question) -> list[ScoredOrder]:
        """CH-13.8: an immobilised tank gives its only order."""
        return self.frightened(q, best_answer(q))

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

    def order(self, q: Question) -> list[ScoredOrder]:
        """Drawn from the mixture."""
        return mixed_order(q)

    def outlook(self, s: State, duel: stage.Duel) -> Outlook:
        """Open decisions are seen with as many turns ahead."""
        return solution_of(duel).outlook(remaining_turns(s))


def perfect(shelf: Shelf) -> SolverPlayer:
    """Perfect play of a duel or a match; where it cannot be solved, what comes nearest."""
    return SolverPlayer(ChaseSolving(shelf), words.parse_action, Nearest())


def of_what(s: State) -> str:
    """Whose points the values of the equilibrium are: of all that is played where that is solved."""
    if stage.solvable(s):
        return ""
    return "fight with the nearest enemy" if s.options.team_battle else "duel"


def of_a_turn(s: State) -> str:
    """Who looks at one turn speaks of nothing else."""
    return "turn"


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
    if number == state.NOBODY:
        return Fraction(0)
    shot = shot_odds(s.options, aim_of(s, s.pair[number], side_of(t)))
    odds = after(s.options, shot.wounds, condition_of(s.tanks[enemy].now))
    return odds.get(None, Fraction(0))


def thinkers(shelf: Shelf) -> tuple[bot.BotInfo, ...]:
    """Players who solve the game."""
    return (
        bot.BotInfo(
            "perfect",
            "Perfect",
            "Cannot be beaten in the long run: it mixes its orders as the equilibrium says (CH-13.8).",
            partial(perfect, shelf),
            about=of_what,
        ),
        bot.BotInfo(
            "exact",
            "Exact",
            "Looks no further than this turn, but reckons all of it, every enemy order equally likely: "
            "what CH-13.8 calls greedy.",
            Exact,
            about=of_a_turn,
        ),
        bot.BotInfo(
            "timid",
            "Timid",
            "Plays like exact, but runs once two thirds of its hull points are gone (CH-13.8).",
            Timid,
            about=of_a_turn,
        ),
    )


# ---------------------------------------------------------------- handbook
# The equilibrium as tables for people: what to order at each range, sound or damaged, early or late.


FEW = 3
NOTE = (
    "Orders in percent of all times they are given; the value is A's, from the payoffs of the scenario. "
    "Draw a number from 1 to 100 and go along the row."
)
Harm = tuple[int, int]  # mobility, gun
SOUND: Harm = (Mobility.SOUND, state.Gun.SOUND)
DRIVE: Harm = (Mobility.DAMAGED, state.Gun.SOUND)
GUN: Harm = (Mobility.SOUND, state.Gun.DAMAGED)
HARMS = ((SOUND, SOUND), (DRIVE, SOUND), (SOUND, DRIVE), (GUN, SOUND), (SOUND, GUN))  # of A and of B
WORDS = {SOUND: "sound", DRIVE: "drive damaged", GUN: "gun damaged"}


def handbook(shelf: Shelf, s: State, solution: DuelSolution) -> list[PolicyTable]:
    """Sections by turns left and damage: those of sound tanks first, then the damaged by turns left."""
    turns = list(dict.fromkeys((solution.duel.turns, min(FEW, solution.duel.turns), 1)))
    names = [f"{words.tank_name(shelf, s, t)} {words.tank_id(s, t)}".strip() for t in (0, state.SIDE_TANKS)]
    parts = [(left, HARMS[0]) for left in turns] + [(left, harms) for left in turns for harms in HARMS[1:]]
    return [section(solution, names, left, harms) for left, harms in parts]


def section(solution: DuelSolution, names: list[str], left: int, harms: tuple[Harm, Harm]) -> PolicyTable:
    """One table: a line for each range."""
    a, b = (_condition(int(profile.hull), harm) for profile, harm in zip(solution.duel.profiles, harms))
    orders = secret_orders(solution.duel.options)
    header = ("Range", *(f"{side} {words.ORDERS[order]}" for side in "AB" for order in orders), "Value")
    rows = tuple(_row(solution, left, band, a, b) for band in stage.BANDS)
    return PolicyTable(f"{_turns(left, solution.duel.turns)}: {_damage(names, harms)}", header, rows, NOTE)


def _condition(hull: int, harm: Harm) -> Condition:
    """A hit that damages drive or gun costs a hull point as a rule (severity 2, CH-11.4)."""
    return (hull, *SOUND) if harm == SOUND else (max(1, hull - 1), *harm)


def _row(solution: DuelSolution, left: int, band: int, a: Condition, b: Condition) -> tuple[str, ...]:
    at, orders = (left, band, a, b), secret_orders(solution.duel.options)
    cells = [_percent(mixture.get(order, 0.0)) for mixture in solution.mixtures(*at) for order in orders]
    return (words.BANDS[band], *cells, f"{solution.value(*at) + 0.0:+.2f}")


def _percent(chance: float) -> str:
    """`27`, or a dash for what is never ordered."""
    return f"{100 * chance:.0f}" if chance >= 0.005 else "–"


def _turns(left: int, turns: int) -> str:
    if left == 1:
        return "Last turn"
    return f"All {turns} turns left" if left == turns else f"{left} turns left"


def _damage(names: list[str], harms: tuple[Harm, Harm]) -> str:
    if harms == HARMS[0]:
        return "both sound"
    return ", ".join(
        f"{name} {WORDS[harm]}" + ("" if harm == SOUND else " and a hull point lost")
        for name, harm in zip(names, harms)
    )


# ---------------------------------------------------------------- crossing
# The orders of a pair of tanks against each other: what each two are worth, how often to give one.
#
# Nothing is asked of a position but what everybody may know before the reveal: damage, range, turns (CH-13.1,
# CH-16.4).


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


def matrices(s: State, seat: int, cancelled: IsCancelled) -> tuple[Matrix, ...]:
    """A table for each pair in contact of each tank that still needs its order from a seat."""
    if s.phase != state.Phase.ORDERS:
        return ()
    mine = [t for t in words.tanks(s) if side_of(t) == side_of_seat(s, seat) and awaits_order(s, t)]
    pairs = [(t, s.pair[i]) for t in mine for i in words.pairs_of(s, t) if s.pair[i].open]
    return tuple(order_table(s, p, seat, side_of(t), cancelled) for t, p in pairs)


def order_table(s: State, p: Pair, seat: int, side: int, cancelled: IsCancelled) -> Matrix:
    """The table of a pair as a side sees it; without chances if the work is stopped."""
    duel = as_duel(s, p)
    orders = [stage.legal_orders(s.options, int(s.tanks[t].now.mobility)) for t in p.tank]
    try:
        cells, shares, value = share_worth(s, p, duel, side, cancelled)
    except bot.Cancelled:
        cells, shares, value = bare_worth(len(orders[0]), len(orders[1]), side)
    mine, theirs = int(p.tank[side]), int(p.tank[1 - side])
    texts = [words.action_text(s, make(seat, Verb.ORDER, mine, choice=order)) for order in orders[side]]
    open_way = s.options.direction_chosen == state.DirectionChosen.AFTER_TEST  # its odds tell both ways apart
    names = words.tank_id(s, mine), words.tank_id(s, theirs)
    heads = ["" if open_way else f"If {names[1]} {words.DOES[order]}" for order in orders[1 - side]]
    rows = (choice(*row) for row in zip(orders[side], shares[side], texts, strict=True))
    columns = (
        choice(order, share, heading=head)
        for order, share, head in zip(orders[1 - side], shares[1 - side], heads, strict=True)
    )
    notes = (
        (LATE,) if value is None else (*estimate_notes(s), POINTS if duel.spread() == STANDARD else OTHERS)
    )
    about = "these two tanks" if s.options.team_battle else "this duel"
    return Matrix(*names, tuple(rows), tuple(columns), cells, value, not estimate_notes(s), notes, about)


def choice(order: int, share: float | None, text: str = "", heading: str = "") -> MatrixOrder:
    """An order as a row or a column."""
    return MatrixOrder(Order(order).name.lower(), words.ORDERS[order], share, text, heading)


def estimate_notes(s: State) -> tuple[Note, ...]:
    """Why the duel that is solved is not quite the battle that is fought; nothing where it is."""
    return (ALONE,) if s.options.team_battle else (LASTING,) if s.options.armor_wear else ()


def bare_worth(first: int, second: int, side: int) -> Worth:
    """A table of so many orders of A and of B without its chances."""
    height, width = (first, second) if side == 0 else (second, first)
    return ((None,) * width,) * height, ([None] * first, [None] * second), None


def share_worth(s: State, p: Pair, duel: stage.Duel, side: int, cancelled: IsCancelled) -> Worth:
    """The cells and the value as a side's share of the points."""
    solution, at = solution_of(duel, cancelled=cancelled), stage_of(s, p)
    payoffs = np.asarray(solution.matrix(*at))
    lines = payoffs if side == 0 else payoffs.T
    cells = tuple(tuple(share_of(duel, float(payoff), side) for payoff in line) for line in lines)
    first, second = solution.mixtures(*at)
    value = share_of(duel, solution.value(*at), side)
    return cells, (list(first.values()), list(second.values())), value


# ---------------------------------------------------------------- solver
# The solver of Chase behind the common face: matches of duels, told from seat 0 (CH-13.4).
#
# A match (scenario S1) is the same duel several times with the seats exchanged after each; payoffs are added
# (CH-12.7), so its value is the sum of what its duels are worth to the player of seat 0.


class ChaseSolving(bot.Solving):
    """Solves duels and matches of them, and calls tanks as a shelf does."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def solve(
        self, s: State, progress: bot.SolveProgress | None = None, cancelled: IsCancelled | None = None
    ) -> MatchSolution:
        return MatchSolution(self.shelf, s, solution_of(stage.duel_of(s), progress, cancelled))

    def cached(self, s: State) -> MatchSolution | None:
        if not stage.solvable(s):
            return None
        solution = cached_solution(stage.duel_of(s))
        return MatchSolution(self.shelf, s, solution) if solution else None

    def refusal(self, s: State) -> str:
        return words.house_refusal(s.options)

    def payoff(self, s: State) -> bot.Payoff:
        return Fraction(s.total, state.PAYOFF)

    def with_turns(self, s: State, turns: int) -> State:
        stage.duel_of(s)
        other = copy(s)
        other.turn_limit = turns
        return other

    def chances(self, s: State, form: Interpreted) -> DuelChances:
        return DuelChances(s, form)


class MatchSolution(bot.Solution):
    """A match of one duel or several; payoffs are those of seat 0."""

    def __init__(self, shelf: Shelf, s: State, duel: DuelSolution) -> None:
        self.shelf, self.duel, self._start = shelf, duel, copy(s)
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
        if s.phase == state.Phase.OVER:
            return Strategy(s.total / state.PAYOFF, ((), ()), ())
        if s.phase == state.Phase.ORDERS:
            return self._secret(s)
        return self._open(s)

    def _of_this_game(self, s: State) -> None:
        same = (s.duels, s.start_range) == (self._start.duels, self._start.start_range)
        if s.options.team_battle != 0 or not same or stage.duel_of(s).digest() != self._digest:
            raise bot.CannotSolve("this position is of another game than the one that was solved")

    def _around(self, s: State) -> float:
        """What seat 0 has won, and what the duels after this one are worth to it."""
        rest = sum(self._duel_value(number) for number in range(int(s.duel) + 1, self.duels))
        return s.total / state.PAYOFF + rest

    def _payoff(self, s: State, value: float) -> float:
        """A value of side A in the duel that is played as the payoff of seat 0."""
        return tidy(self._around(s) + (value if state.seat_of(s, 0) == 0 else -value))

    def _secret(self, s: State) -> Strategy:
        """Orders (CH-13.5)."""
        at = stage_of(s, s.pair[0])
        mixtures = [list(mixture.values()) for mixture in self.duel.mixtures(*at)]
        payoffs = np.asarray(self.duel.matrix(*at))
        if state.seat_of(s, 0) != 0:
            mixtures, payoffs = mixtures[::-1], -payoffs.T
        given = [s.tanks[side_of_seat(s, seat) * state.SIDE_TANKS].ordered != 0 for seat in range(2)]
        if given[0]:
            payoffs = np.array([mixtures[0]]) @ payoffs
        if given[1]:
            payoffs = payoffs @ np.array([mixtures[1]]).T
        shares = [() if given[seat] else shares_of(s, seat, mixtures[seat]) for seat in range(2)]
        matrix = tuple(tuple(tidy(float(self._around(s) + payoff)) for payoff in row) for row in payoffs)
        return Strategy(self._payoff(s, self.duel.value(*at)), (shares[0], shares[1]), matrix)

    def _open(self, s: State) -> Strategy:
        """An open decision (CH-3.3): whoever makes it takes the best, the first of equals."""
        seat = 0 if to_act(s) == 1 else 1
        decisions = self.duel.outlook(remaining_turns(s)).weigh(s, s.pair[0], seat)
        worth = [self._payoff(s, decision.value) for decision in decisions]
        chosen = first_best(decisions, side_of_seat(s, seat))
        chances = [1.0 if number == chosen else 0.0 for number in range(len(decisions))]
        shares = shares_of(s, seat, chances)
        mixtures = (shares, ()) if seat == 0 else ((), shares)
        matrix = tuple((w,) for w in worth) if seat == 0 else (tuple(worth),)
        return Strategy(worth[chosen], mixtures, matrix)

    # ------------------------------------------------------------ all of it

    def table(self) -> list[PolicyTable]:
        return handbook(self.shelf, self._start, self.duel)

    def exploitability(
        self, progress: bot.SolveProgress | None = None, cancelled: IsCancelled | None = None
    ) -> bot.Exploitability:
        """The best answers at the start, found by `challenge`, which shares no code with the solver."""
        from hulldown.rulesets.chase.challenge import challenge

        if self.duel.duel.options.direction_chosen == state.DirectionChosen.AFTER_TEST:
            raise bot.CannotSolve(
                "best answers are not worked out where directions are named after the tests (CH-4.6, "
                "direction_chosen)"
            )

        def report(done: float) -> None:
            if cancelled and cancelled():
                raise bot.Cancelled
            if progress:
                progress(done, "best answers")

        answer = challenge(self._start, self.hull_first, self.duel.duel.turns, report)
        at = int(self._start.start_range), -9, -9  # full hull points, no damage
        value, first, second = (float(values[at]) for values in (answer.value, answer.first, answer.second))
        gain_a, gain_b = first - value, value - second
        odd, even = self.duels // 2, (self.duels + 1) // 2
        gains = gain_a * even + gain_b * odd, gain_b * even + gain_a * odd
        total = gains[0] + gains[1]
        return bot.Exploitability(*gains, total, total / (float(self.highest) - float(self.lowest) or 1.0))

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


def shares_of(s: State, seat: int, chances: list[float]) -> tuple[bot.MixedOrder, ...]:
    """The decisions of a seat with their chances."""
    orders = decisions(s, seat)
    texts = [words.action_text(s, order) for order in orders]
    return tuple(
        bot.MixedOrder(text, label(text), chance) for text, chance in zip(texts, chances, strict=True)
    )


def tidy(payoff: float) -> float:
    """A payoff without the noise of rounding: even is 0, not a little less."""
    return round(payoff, 13) + 0.0


def label(text: str) -> str:
    """An order without the name of the tank: "Hull down", "Shift -1"."""
    order = text.partition(" ")[2].replace("_", " ")
    return order[:1].upper() + order[1:]


def first_best(decisions: list[Decision], side: int) -> int:
    """The number of the best decision of a side; rounding does not tell equal ones apart."""
    worth = [decision.value if side == 0 else -decision.value for decision in decisions]
    best = max(worth)
    return next(number for number, value in enumerate(worth) if value >= best - 1e-12)
