"""Matching pennies, some rounds of it: both seats choose secretly, and the value is known by heart.

Two heads win seat 0 two points and two tails one; unequal pennies cost it one. Solved by hand: seat 0 shows
heads 2 times in 5, seat 1 too, and each round is worth 1/5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from fractions import Fraction
from pathlib import Path
from typing import Any

from hulldown.kernel.actions import Action, Actions, Log, emit, make, offer
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.jit import rule
from hulldown.kernel.network import ended
from hulldown.kernel.records import blank, record
from hulldown.rulesets.api.bot import (
    BotInfo,
    Bots,
    Cancelled,
    CannotSolve,
    Exploitability,
    IsCancelled,
    MixedOrder,
    PolicyTable,
    ScoredOrder,
    Solution,
    SolveProgress,
    Solving,
    Strategy,
)
from hulldown.rulesets.api.files import Files, OptionInfo, ScenarioInfo
from hulldown.rulesets.api.ruleset import Rules, Ruleset, Secrets, Speech, plain_table
from hulldown.rulesets.common.bots import SolverPlayer

NAMES = ("heads", "tails")


class Code(IntEnum):
    NOT_YOURS = 1
    NO_SUCH_SIDE = 2


@record
class Table:
    """The whole position. `shown` is the side chosen, -1 while it is not."""

    left: int  # rounds
    lead: int  # points of seat 0
    first: int
    second: int
    three: int  # 1: a third player is said to sit there, and nobody solves that


@rule
def to_act(s: Table) -> int:
    if s.left == 0:
        return 0
    return (1 if s.first < 0 else 0) + (2 if s.second < 0 else 0)


@rule
def check(s: Table, seat: int, a: Action) -> int:
    if to_act(s) >> seat & 1 == 0:
        return Code.NOT_YOURS
    return 0 if a.verb == 0 or a.verb == 1 else Code.NO_SUCH_SIDE


@rule
def legal(s: Table, seat: int, m: Actions) -> int:
    m.count = 0
    if to_act(s) >> seat & 1 == 1:
        for verb in range(2):
            offer(m, seat, verb, -1, -1, -1, -1, -1)
    return m.count


@rule
def payoff(first: int, second: int) -> int:
    if first != second:
        return -1
    return 2 if first == 0 else 1


@rule
def apply(s: Table, a: Action, d: Dice, e: Log) -> None:
    if a.seat == 0:
        s.first = a.verb
    else:
        s.second = a.verb
    if s.first >= 0 and s.second >= 0:
        s.lead += payoff(s.first, s.second)
        emit(e, 1, -1, -1, -1, s.first, s.second, s.lead, 0)
        s.first = -1
        s.second = -1
        s.left -= 1


@rule
def result(s: Table) -> int:
    if s.left > 0:
        return -1
    if s.lead == 0:
        return 2
    return 0 if s.lead > 0 else 1


@rule
def estimate(s: Table, seat: int) -> int:
    if s.left == 0:
        return ended(result(s), seat)
    lead = s.lead if seat == 0 else -s.lead
    return max(1, min(999_999, 500_000 + 10_000 * lead))


@rule
def outcome(s: Table, e: Log, subject: int) -> int:
    return 1_000 + s.lead


@rule
def veil(s: Table, seat: int) -> None:
    if seat != 0:
        s.first = -1
    if seat != 1:
        s.second = -1


class Solved(Solution):
    """Every round is the same game."""

    lowest: Fraction
    highest: Fraction
    value: Fraction

    def __init__(self, s: Table, from_cache: bool = False) -> None:
        self.value, self.states, self.seconds, self.from_cache = Fraction(s.left, 5), s.left, 0.01, from_cache
        self.lowest, self.highest = Fraction(-s.left), Fraction(2 * s.left)

    def strategy(self, s: Table) -> Strategy:
        later = s.lead + Fraction(s.left - 1, 5)
        first, second = (
            tuple(
                MixedOrder(f"{'AB'[seat]} {name}", name.capitalize(), chance)
                for name, chance in zip(NAMES, (Fraction(2, 5), Fraction(3, 5)), strict=True)
            )
            for seat in range(2)
        )
        matrix = tuple(tuple(payoff(row, column) + later for column in range(2)) for row in range(2))
        return Strategy(s.lead + Fraction(s.left, 5), (first, second), matrix)

    def table(self) -> list[PolicyTable]:
        header = ("rounds left", "heads", "tails")
        return [
            PolicyTable(f"{player} player", header, ((f"1 to {self.states}", "40 %", "60 %"),))
            for player in ("First", "Second")
        ]

    def exploitability(
        self, progress: SolveProgress | None = None, cancelled: IsCancelled | None = None
    ) -> Exploitability:
        if cancelled and cancelled():
            raise Cancelled
        return Exploitability(0.0, 0.0, 0.0, 0.0)


class Solver(Solving):
    """Takes a step for each round, and remembers."""

    def __init__(self) -> None:
        self.known: dict[int, Solved] = {}
        self.pause: Callable[[], None] = lambda: None  # what tests let happen between two steps

    def solve(
        self, s: Table, progress: SolveProgress | None = None, cancelled: IsCancelled | None = None
    ) -> Solved:
        if s.three:
            raise CannotSolve("three players cannot be solved")
        for done in range(s.left):
            if cancelled and cancelled():
                raise Cancelled
            if progress:
                progress(done / s.left, f"round {done + 1}")
            self.pause()
        self.known[s.left] = Solved(s, from_cache=True)
        return Solved(s)

    def cached(self, s: Table) -> Solved | None:
        return self.known.get(s.left)

    def payoff(self, s: Table) -> Fraction:
        return Fraction(s.lead)

    def with_turns(self, s: Table, turns: int) -> Table:
        other = blank(Table)
        other.left, other.first, other.second, other.three = turns, -1, -1, s.three
        return other


class Heads:
    """Always shows heads, unless the dice are against it: a player that can be exploited."""

    def weigh(
        self, s: Table, seat: int, dice: Dice, progress: object = None, cancelled: object = None
    ) -> list[ScoredOrder]:
        side = 1 if roll(dice, 100) == 100 else 0
        return [ScoredOrder(make(seat, side), 0.5)]


def scenarios() -> dict[str, ScenarioInfo]:
    return {
        name: ScenarioInfo(name, name.capitalize(), "", "", "", ("Even", "Odd"), 3, "MP-1")
        for name in ("table", "crowd")
    }


def options() -> dict[str, OptionInfo]:
    return {"rounds": OptionInfo("rounds", (), "3", "rounds", "MP-1", number=True, low=1, high=50)}


def set_up(
    scenario: str | Path,
    options: Mapping[str, str | int | bool] | None = None,
    forces: Mapping[str, Mapping[str, Any]] | None = None,
) -> Table:
    s = blank(Table)
    s.left, s.first, s.second = int((options or {}).get("rounds", 3)), -1, -1
    s.three = int(scenario == "crowd")
    return s


def action_text(s: Table, a: Action) -> str:
    return f"{'AB'[a.seat]} {NAMES[a.verb]}"


def parse_action(s: Table, seat: int, text: str) -> Action:
    who, _, side = text.partition(" ")
    if who != "AB"[seat] or side not in NAMES:
        raise ValueError(f"{text!r} is not an order: say for example A heads")
    return make(seat, NAMES.index(side))


def unfit(s: Table) -> str:
    return "three players cannot be solved" if s.three else ""


def made() -> Ruleset:
    """Matching pennies with a solver of its own."""
    solver = Solver()
    thinkers = (
        BotInfo("perfect", "Perfect", "Cannot be beaten.", lambda: SolverPlayer(solver, parse_action), unfit),
        BotInfo("greedy", "Head hunter", "Nearly always heads.", Heads),
    )
    verbs = Rules(to_act, legal, check, apply, result, estimate, outcome, veil)
    speech = Speech(action_text=action_text, parse_action=parse_action)
    return Ruleset(
        id="pennies",
        name="Matching pennies",
        prefix="MP",
        version=1,
        state=Table,
        rules=verbs,
        files=Files(scenarios=scenarios, options=options),
        set_up=set_up,
        speech=speech,
        table=plain_table(verbs, speech),
        secrets=Secrets(secret=range(2)),
        computers=Bots(lambda: thinkers, lambda: solver),
    )


RULESET = made()
