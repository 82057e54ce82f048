"""What an odds panel shows: the distribution of an order, a plan or a situation, and its lines in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hulldown import rulesets
from hulldown.deprecated import RenamedMember
from hulldown.kernel.actions import Action
from hulldown.odds.distribution import Distribution, wilson
from hulldown.odds.walking import TooManyTapes, exact, sample
from hulldown.rulesets.api.odds import Explanation, Note, OddsLine
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.situation import Evaluation
from hulldown.views.charts import Bar, ChartRow, ChartSection, chart, percent

WIDE = 760  # units, of the chart in a notebook


@dataclass(frozen=True)
class Odds:
    """The odds of a plan for one unit. `exact` is false when they come from `samples` throws."""

    ruleset: Ruleset
    before: Any
    plan: tuple[Action, ...]
    subject: int
    distribution: Distribution[int]
    others: tuple[tuple[int, Distribution[int]], ...] = ()  # what the order may do to further units

    told = RenamedMember("format_line")

    @property
    def exact(self) -> bool:
        """Whether every way the dice can fall was counted."""
        return self.distribution.exact and all(distribution.exact for _, distribution in self.others)

    @property
    def samples(self) -> int:
        """How many throws were made, 0 when exact."""
        return max([self.distribution.samples, *(distribution.samples for _, distribution in self.others)])

    @cached_property
    def lines(self) -> list[OddsLine]:
        """Statements with their chances, as the ruleset words them: first about the subject, then about
        others to which the order may do something.
        """
        about = self.ruleset.odds.further
        groups = (about(self.before, unit, chances.chances()) for unit, chances in self.others)
        further = [line for lines in groups for line in lines]
        return [*(line.under(self.whose) if further else line for line in self.subject_lines), *further]

    @cached_property
    def subject_lines(self) -> list[OddsLine]:
        """The lines about the subject."""
        return self.ruleset.odds.lines(self.before, self.plan, self.subject, self.distribution.chances())

    @property
    def whose(self) -> str:
        """Of whom the lines about the subject speak, where the order does not say so; else nothing."""
        return self.ruleset.odds.whose(self.before, self.plan[0]) if len(self.plan) == 1 else ""

    @property
    def notes(self) -> tuple[tuple[str, str], ...]:
        """What a page says under the lines: of whom they speak, and what is lost on average."""
        about = ((f"The chances say what becomes of {self.whose}.", ""),) if self.whose and self.lines else ()
        return (*about, *self.averages)

    def interval(self, line: OddsLine) -> tuple[float, float]:
        """Where the chance of a line lies, 95 times of 100. Exact chances have no width."""
        p = float(line.chance)
        return (p, p) if self.exact else wilson(p, self.samples)

    @property
    def title(self) -> str:
        """The orders of the plan."""
        return ", then ".join(self.ruleset.speech.action_text(self.before, a) for a in self.plan)

    def format_line(self, line: OddsLine) -> str:
        """The chance of a line as text: "58.3 %  7/12", or "41.2 % (40.9 to 41.5 %)" from a sample."""
        share = f"{percent(line.chance)} %"
        if self.exact:
            return f"{share}  {line.chance}" if 1 < line.chance.denominator < 10_000 else share
        return f"{share} ({self._range(line)})"

    def _range(self, line: OddsLine) -> str:
        low, high = self.interval(line)
        return f"{100 * low:.1f} to {100 * high:.1f} %"

    def __str__(self) -> str:
        how = "" if self.exact else f" ({self.samples:,} throws; 95 of 100 times in between)"
        about = f": what becomes of {self.whose}" if self.whose and self.subject_lines else ""
        return "\n".join(
            [
                f"{self.title}{about}{how}",
                *(f"  {line.full}: {self.format_line(line)}" for line in self.lines),
            ]
        )

    def _repr_svg_(self) -> str:
        rows = [ChartRow(line.full, (self._bar(line),)) for line in self.lines]
        return chart(self.title, [ChartSection(self.title, tuple(rows))], width=WIDE, standalone=True)

    def _bar(self, line: OddsLine) -> Bar:
        return Bar(float(line.chance), self.format_line(line) if self.exact else self._range(line), line.mark)

    @cached_property
    def averages(self) -> tuple[tuple[str, str], ...]:
        """What is lost on average, as sentences with their rules."""
        return self.ruleset.odds.averages(self.before, self.subject, self.distribution.chances())

    @cached_property
    def facts(self) -> dict[str, Distribution[Any]]:
        """The distribution of each named fact: result, hull points left, fire ..."""
        return self.distribution.marginals(
            lambda outcome: self.ruleset.odds.facts(self.before, self.subject, outcome)
        )


def odds(
    ruleset: str | Ruleset,
    s: Any,
    plan: Sequence[Action],
    subject: int | None = None,
    limit: int | None = None,
    seed: int = 0,
) -> Odds:
    """The exact odds of a plan, or sampled ones (and marked so) where there is too much to count."""
    ruleset = rulesets.find(ruleset)
    unit = ruleset.odds.subject(s, plan[-1]) if subject is None else subject

    def of(who: int) -> Distribution[int]:
        try:
            return exact(ruleset, s, plan, who, limit)
        except TooManyTapes:
            return sample(ruleset, s, plan, who, seed=seed)

    distribution = of(unit)
    others = ruleset.odds.others(s, plan[0]) if len(plan) == 1 and subject is None else ()
    return Odds(ruleset, s, tuple(plan), unit, distribution, tuple((who, of(who)) for who in others))


# ---------------------------------------------------------------- situations
# The odds of a situation: what can come of its order, and what the ruleset has reckoned besides.


@dataclass(frozen=True)
class SituationOdds:
    """All lines of a situation, its averages, and the throws behind them: 0 where everything was counted."""

    lines: list[OddsLine]
    averages: tuple[Note, ...] = ()
    samples: int = 0

    @property
    def exact(self) -> bool:
        """Whether every way the dice can fall was counted."""
        return self.samples == 0


def situation_odds(ruleset: str | Ruleset, posed: Evaluation) -> SituationOdds:
    """The odds of a situation that the rules allow."""
    if posed.whole:
        return SituationOdds(list(posed.besides))
    ruleset = rulesets.find(ruleset)
    result = odds(ruleset, posed.state, posed.plan, posed.subject)
    chances = result.distribution.chances()
    lines = ruleset.odds.in_full(posed.state, posed.plan, result.subject, chances)
    return SituationOdds([*lines, *posed.besides], result.averages, result.samples)


def explain_situation(ruleset: str | Ruleset, posed: Evaluation) -> Explanation:
    """The arithmetic behind a situation."""
    return posed.told or rulesets.find(ruleset).explain(posed.state, [posed.order])
