"""Odds as players meet them: what may come of a decision by the end of its turn, in words and exact."""

from __future__ import annotations

from hulldown.rulesets.chase.chances.fates import outcome_facts, own_odds
from hulldown.rulesets.chase.chances.panel import fate_lines, odds_lines
from hulldown.rulesets.chase.chances.planning import plan_odds

__all__ = ["fate_lines", "odds_lines", "outcome_facts", "own_odds", "plan_odds"]
