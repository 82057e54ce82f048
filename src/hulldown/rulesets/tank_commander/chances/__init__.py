"""Odds and explanations in words: what stands behind an order, and how likely what is."""

from __future__ import annotations

from hulldown.rulesets.tank_commander.chances.explaining import explain
from hulldown.rulesets.tank_commander.chances.outcomes import odds_lines, outcome_facts, subject

__all__ = ["explain", "odds_lines", "outcome_facts", "subject"]
