"""What a ruleset says of chances: the arithmetic of an order, and odds in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.rulesets.api.matrix import Matrix, Stop
from hulldown.rulesets.api.words import Modifier

ODDS_GROUPS = ("result", "effect", "detail", "left")
Note = tuple[str, str]  # a sentence and its rule
Plan = Sequence[Action]  # orders given one after another, while they can be
Chances = Mapping[int, Fraction]  # the chance of each outcome number


class TooManyWays(Exception):
    """A ruleset finds more ways than are worth counting: at least `ways`, each on a tape of its own."""

    def __init__(self, ways: int = 0) -> None:
        super().__init__(f"at least {ways} ways")
        self.ways = ways


@dataclass(frozen=True)
class Explanation:
    """What stands behind an order before it is carried out.

    `needed` is the number a die must reach (None when none is rolled), `modifiers` the sum that
    makes it; `title` and `subtitle` name the order; `notes` are further sentences with rule ids.
    """

    title: str
    subtitle: str = ""
    needed: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class OddsLine:
    """One line of an odds panel: a statement with its exact chance.

    `group` is "result" for the parts that add up to one (miss, glance ...), "effect" for what comes of
    them, "detail" for what an effect is made of, which a page may fold away, "left" for what an odds page
    says of hull points. Any other group is the heading that its lines stand under ("If B1 pursues").
    `mark` picks the pattern of the bar: miss, glance or dead.
    """

    text: str
    chance: Fraction
    group: str = "effect"
    mark: str = ""
    rule: str = ""

    @property
    def heading(self) -> str:
        """The heading over this line, where its group is none that every page knows."""
        return "" if self.group in ODDS_GROUPS else self.group

    def under(self, heading: str) -> OddsLine:
        """The same under a heading, unless it has one."""
        return replace(self, group=heading) if heading and not self.heading else self

    @property
    def full(self) -> str:
        """The statement where no heading can stand: "If B1 pursues: A1 hits at Short"."""
        return f"{self.heading}: {self.text}" if self.heading else self.text


def target_or_actor(s: Any, a: Action) -> int:
    """The unit that an order is aimed at, or else that carries it out."""
    return a.target if a.target >= 0 else a.actor


def outcome_number(before: Any, subject: int, outcome: int) -> dict[str, Any]:
    """An outcome as nothing but its number."""
    return {"outcome": outcome}


def line_per_outcome(before: Any, plan: Plan, subject: int, chances: Chances) -> list[OddsLine]:
    """A line for each outcome number."""
    return [OddsLine(f"outcome {outcome}", chance) for outcome, chance in sorted(chances.items())]


def of_last(lines: Callable[[Any, Action, Chances], list[OddsLine]]) -> Callable[..., list[OddsLine]]:
    """Lines about the last of several orders, for a ruleset that does not tell them apart."""
    return lambda before, plan, subject, chances: lines(before, plan[-1], chances)


def explained_last(explain: Callable[[Any, Action], Explanation]) -> Callable[[Any, Plan], Explanation]:
    """The arithmetic of the last of several orders."""
    return lambda s, plan: explain(s, plan[-1])


def own_of_last(
    own: Callable[[Any, Action], Chances | None], subject: Callable[[Any, Action], int]
) -> Callable[[Any, Plan, int], Chances | None]:
    """Own odds of a ruleset that has worked out single orders, for their own subject."""

    def of_plan(s: Any, plan: Plan, unit: int) -> Chances | None:
        return own(s, plan[0]) if len(plan) == 1 and unit == subject(s, plan[0]) else None

    return of_plan


@dataclass(frozen=True, kw_only=True)
class Reckoning:
    """The odds of orders given one after another, mostly of one.

    explain(s, plan) -> what stands behind it; without it the order itself.
    subject(s, a) -> the unit whose fate the odds of an order are about.
    facts(before, subject, outcome) -> an outcome number in words: {"result": "penetrate", "hull": 3 ...}.
    lines(before, plan, subject, chances) -> the panel; `table` the same with what is too much for the panel,
    where there is more; `lasting(before, a, chances)` only what holds of the position after several more such
    orders, nothing about the last one.
    averages(before, subject, chances) -> what is lost on average, as sentences with their rules.
    own(s, plan, subject) -> the exact chance of each outcome number, for dice that fall in more ways than
    can be walked. They are worked out from the rules that are played, and must agree with the walk wherever
    it can be made; None leaves a plan to the walk, and so does TooManyWays, which says what awaits it.
    whose(before, a) -> of whom the lines of an order speak, where its text does not say so: the unit that
    moves, where others fire at it; "" where that is plain.
    others(before, a) -> further units to which an order may do something.
    further(before, unit, chances) -> the lines about one of them, under its name.
    matrices(s, seat, cancelled) -> the secret orders that a seat still owes against those of the enemy, from
    what the seat knows; none for other decisions. It may take seconds: `cancelled` says when to stop, and
    what is not found by then has no chances.
    """

    explain: Callable[[Any, Plan], Explanation] | None = None
    subject: Callable[[Any, Action], int] = target_or_actor
    facts: Callable[[Any, int, int], dict[str, Any]] = outcome_number
    lines: Callable[[Any, Plan, int, Chances], list[OddsLine]] = line_per_outcome
    table: Callable[[Any, Plan, int, Chances], list[OddsLine]] | None = None
    lasting: Callable[[Any, Action, Chances], list[OddsLine]] = lambda before, a, chances: []
    averages: Callable[[Any, int, Chances], tuple[Note, ...]] = lambda before, subject, chances: ()
    own: Callable[[Any, Plan, int], Chances | None] | None = None
    whose: Callable[[Any, Action], str] = lambda before, a: ""
    others: Callable[[Any, Action], tuple[int, ...]] = lambda before, a: ()
    further: Callable[[Any, int, Chances], list[OddsLine]] = lambda before, unit, chances: []
    matrices: Callable[[Any, int, Stop], tuple[Matrix, ...]] | None = None

    def in_full(self, before: Any, plan: Plan, subject: int, chances: Chances) -> list[OddsLine]:
        """The odds of a plan for a page of its own."""
        return (self.table or self.lines)(before, plan, subject, chances)
