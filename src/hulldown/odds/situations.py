"""The odds of a situation: what can come of its order, and what the ruleset has reckoned besides."""

from __future__ import annotations

from dataclasses import dataclass

from hulldown import rulesets
from hulldown.odds.summary import odds
from hulldown.rulesets.api.odds import Explanation, Note, OddsLine
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.situation import Evaluation


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
