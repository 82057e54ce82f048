"""What can be ordered: the legal orders, the first reason against any order, carrying one out."""

from hulldown.rulesets.tank_commander.actions.doing import apply, do, result, to_act
from hulldown.rulesets.tank_commander.actions.every import every_order
from hulldown.rulesets.tank_commander.actions.offering import legal
from hulldown.rulesets.tank_commander.actions.refusing import check, why_not_in_activation

__all__ = ["apply", "check", "do", "every_order", "legal", "result", "to_act", "why_not_in_activation"]
