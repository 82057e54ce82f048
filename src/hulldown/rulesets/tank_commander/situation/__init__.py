"""One shot outside of any game: a form for people, data for files, a position for the rules."""

from hulldown.rulesets.tank_commander.situation.asking import pose
from hulldown.rulesets.tank_commander.situation.form import form
from hulldown.rulesets.tank_commander.situation.recasting import build_values, situation_of
from hulldown.rulesets.tank_commander.situation.table import lasting_table, odds_table

__all__ = ["build_values", "form", "lasting_table", "odds_table", "pose", "situation_of"]
