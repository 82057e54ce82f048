"""What a ruleset says of chances: the arithmetic of an order, odds in words, situations in no game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.rulesets.face.reporting import Findings, NoReport, Report
from hulldown.rulesets.face.situation import Group, NoSituations, Posed, Told
from hulldown.rulesets.face.words import Modifier

ODDS_GROUPS = ("result", "effect", "detail", "left")
Note = tuple[str, str]  # a sentence and its rule


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

    @property
    def full(self) -> str:
        """The statement where no heading can stand: "If B1 pursues: A1 hits at Short"."""
        return f"{self.heading}: {self.text}" if self.heading else self.text


class Reckoning(ABC):
    """The odds half of a ruleset; its other half is `Ruleset`."""

    name: str

    @abstractmethod
    def explain(self, s: Any, a: Action) -> Explanation:
        """The arithmetic of an order."""

    def subject(self, s: Any, a: Action) -> int:
        """The unit whose fate the odds of an action are about."""
        return a.target if a.target >= 0 else a.actor

    def outcome_facts(self, before: Any, subject: int, outcome: int) -> dict[str, Any]:
        """An outcome number in words: {"result": "penetrate", "hull": 3, "fire": True, ...}."""
        return {"outcome": outcome}

    def odds_lines(self, before: Any, a: Action, chances: Mapping[int, Fraction]) -> list[OddsLine]:
        """The odds panel of an action from the chance of each outcome number."""
        return [OddsLine(f"outcome {outcome}", chance) for outcome, chance in sorted(chances.items())]

    def situations(self) -> tuple[Group, ...]:
        """Optional: the form by which a single situation is set up; none without an odds page."""
        return ()

    def situations_with(self, own: Mapping[str, Any]) -> tuple[Group, ...]:
        """Optional: the form with units of players' own, as `own` of a situation, among the choices.

        CatalogueError names what is wrong with one.
        """
        return self.situations()

    def situation(self, data: Mapping[str, Any]) -> Posed:
        """Optional: a situation of the form as a position. CatalogueError names what is not understood."""
        raise NoSituations(self.name)

    def situation_of(self, s: Any, a: Action) -> Told | None:
        """Optional: an order of a game as a situation; None for one that no situation is about."""
        return None

    def situation_at(self, s: Any, a: Action, forces: Mapping[str, Mapping[str, Any]]) -> Told | None:
        """Optional: the same with what players field in the game, where a position alone does not say all."""
        return self.situation_of(s, a)

    def situation_unit(self, build: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
        """Optional: a build of the garage as an entry of `own` in a situation, its key and its data.

        CatalogueError says why it cannot be.
        """
        return None

    def situation_build(self, build: Mapping[str, Any]) -> dict[str, Any] | None:
        """Optional: a build of the garage as the values of the fields beside a `builds` field of the form."""
        return None

    def reports(self) -> tuple[Report, ...]:
        """Optional: reports beyond the odds of one situation, such as all units against all."""
        return ()

    def report(self, name: str, data: Mapping[str, Any]) -> Findings:
        """Optional: a report worked out. NoReport without it; CatalogueError names what is not understood."""
        raise NoReport(self.name, name)

    def odds_table(self, before: Any, a: Action, chances: Mapping[int, Fraction]) -> list[OddsLine]:
        """The odds of an action in full, for a page of its own: the panel, and what is too much for it."""
        return self.odds_lines(before, a, chances)

    def plan_lines(
        self, before: Any, plan: Sequence[Action], subject: int, chances: Mapping[int, Fraction]
    ) -> list[OddsLine]:
        """The odds panel of several orders; of their last one where a ruleset does not tell them apart."""
        return self.odds_lines(before, plan[-1], chances)

    def plan_table(
        self, before: Any, plan: Sequence[Action], subject: int, chances: Mapping[int, Fraction]
    ) -> list[OddsLine]:
        """The same in full, for a page of its own."""
        return self.odds_table(before, plan[-1], chances)

    def averages(self, before: Any, subject: int, chances: Mapping[int, Fraction]) -> tuple[Note, ...]:
        """Optional: what is lost on average, as sentences with their rules."""
        return ()

    def explain_plan(self, s: Any, plan: Sequence[Action]) -> Explanation:
        """What stands behind orders given one after another; behind the last where nothing else is known."""
        return self.explain(s, plan[-1])

    def lasting_table(self, before: Any, a: Action, chances: Mapping[int, Fraction]) -> list[OddsLine]:
        """The same after several orders: only what holds of the position, nothing about the last order."""
        return []

    def own_odds(self, s: Any, a: Action) -> Mapping[int, Fraction] | None:
        """Optional: the exact chance of each outcome number for the subject of a legal action.

        For dice that fall in more ways than can be walked. They are worked out from the rules that are
        played, and must agree with the walk wherever it can be made; None leaves an action to the walk.
        """
        return None

    def own_plan(self, s: Any, plan: Sequence[Action], subject: int) -> Mapping[int, Fraction] | None:
        """Optional: the same for a unit after several orders, given one after another while they can be."""
        return None
