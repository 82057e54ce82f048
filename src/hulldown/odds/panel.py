"""What an odds panel shows: the distribution of an order or a plan, and its lines in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.odds.distribution import Distribution
from hulldown.odds.walking import TooManyTapes, exact, sample
from hulldown.rulesets.ruleset import OddsLine, Ruleset


@dataclass(frozen=True)
class Odds:
    """The odds of a plan for one unit. `exact` is false when they come from `samples` throws."""

    ruleset: Ruleset
    before: Any
    plan: tuple[Action, ...]
    subject: int
    distribution: Distribution[int]

    @property
    def exact(self) -> bool:
        """Whether every way the dice can fall was counted."""
        return self.distribution.exact

    @property
    def samples(self) -> int:
        """How many throws were made, 0 when exact."""
        return self.distribution.samples

    @cached_property
    def lines(self) -> list[OddsLine]:
        """Statements with their chances, as the ruleset words them."""
        chances = self.distribution.chances()
        return self.ruleset.plan_lines(self.before, self.plan, self.subject, chances)

    @cached_property
    def averages(self) -> tuple[tuple[str, str], ...]:
        """What is lost on average, as sentences with their rules."""
        return self.ruleset.averages(self.before, self.subject, self.distribution.chances())

    @cached_property
    def facts(self) -> dict[str, Distribution[Any]]:
        """The distribution of each named fact: result, hull points left, fire ..."""
        return self.distribution.marginals(
            lambda outcome: self.ruleset.outcome_facts(self.before, self.subject, outcome)
        )


def odds(
    ruleset: Ruleset,
    s: Any,
    plan: Sequence[Action],
    subject: int | None = None,
    limit: int | None = None,
    seed: int = 0,
) -> Odds:
    """The exact odds of a plan, or sampled ones (and marked so) where there is too much to count."""
    unit = ruleset.subject(s, plan[-1]) if subject is None else subject
    try:
        found = exact(ruleset, s, plan, unit, limit)
    except TooManyTapes:
        found = sample(ruleset, s, plan, unit, seed=seed)
    return Odds(ruleset, s, tuple(plan), unit, found)
