"""Odds in words: what an order may do to its target, and what is left of it."""

from __future__ import annotations

from hulldown.rulesets.agrav.chances.facts import others, outcome_facts, subject, whose
from hulldown.rulesets.agrav.chances.panel import lasting_table, odds_lines, odds_table
from hulldown.rulesets.agrav.chances.turns import averages, further_lines, plan_lines, plan_table

__all__ = [
    "averages",
    "further_lines",
    "lasting_table",
    "odds_lines",
    "odds_table",
    "others",
    "outcome_facts",
    "plan_lines",
    "plan_table",
    "subject",
    "whose",
]
