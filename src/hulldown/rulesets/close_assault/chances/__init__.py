"""Odds in words: what an order may do to a detachment, and what is left of it."""

from __future__ import annotations

from hulldown.rulesets.close_assault.chances.facts import outcome_facts, subject
from hulldown.rulesets.close_assault.chances.panel import PANELS, averages
from hulldown.rulesets.close_assault.chances.volleys import own_odds

__all__ = ["PANELS", "averages", "outcome_facts", "own_odds", "subject"]
