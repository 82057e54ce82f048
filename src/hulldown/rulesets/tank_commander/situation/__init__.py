"""One shot outside of any game: a form for people, data for files, a position for the rules."""

from hulldown.rulesets.tank_commander.situation.asking import evaluate
from hulldown.rulesets.tank_commander.situation.data import form
from hulldown.rulesets.tank_commander.situation.recasting import build_values, situation_of

__all__ = ["build_values", "form", "evaluate", "situation_of"]
