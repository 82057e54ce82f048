"""Odds in words: what an order may do to a unit, and what is left of it."""

from __future__ import annotations

from hulldown.rulesets.warstrike.chances.facts import outcome_facts, subject
from hulldown.rulesets.warstrike.chances.panel import PANELS, averages
from hulldown.rulesets.warstrike.exact.orders import own_odds

__all__ = ["PANELS", "averages", "outcome_facts", "own_odds", "subject"]
