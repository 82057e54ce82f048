"""Odds in words: what an order may do to its target, and what is left of it."""

from __future__ import annotations

from hulldown.rulesets.agrav.chances.facts import outcome_facts, subject
from hulldown.rulesets.agrav.chances.panel import lasting_table, odds_lines, odds_table
from hulldown.rulesets.agrav.chances.turns import averages, plan_lines, plan_table

__all__ = [
    "averages",
    "lasting_table",
    "odds_lines",
    "odds_table",
    "outcome_facts",
    "plan_lines",
    "plan_table",
    "subject",
]
