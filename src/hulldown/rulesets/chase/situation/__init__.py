"""One turn's end outside of any game: a shot, a ram or a pair of maneuvers between two tanks."""

from __future__ import annotations

from hulldown.rulesets.chase.situation.asking import evaluate, odds_table
from hulldown.rulesets.chase.situation.data import form, form_with, own_tanks, own_unit
from hulldown.rulesets.chase.situation.recasting import situation_of

__all__ = ["form", "form_with", "odds_table", "own_tanks", "own_unit", "evaluate", "situation_of"]
