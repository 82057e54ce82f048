"""Odds in words: what an order may do to a detachment, and what is left of it."""

from __future__ import annotations

from hulldown.rulesets.close_assault.chances.averages import averages
from hulldown.rulesets.close_assault.chances.facts import outcome_facts, subject
from hulldown.rulesets.close_assault.chances.panel import odds_lines
from hulldown.rulesets.close_assault.chances.reckoning import own_odds
from hulldown.rulesets.close_assault.chances.table import lasting_table, odds_table

__all__ = ["averages", "lasting_table", "odds_lines", "odds_table", "outcome_facts", "own_odds", "subject"]
