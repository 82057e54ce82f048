"""Orders as text: "A1 move", "A1 turn left with", "A2 missile B1 AT". Every text parses back to its order."""

from __future__ import annotations

from hulldown.rulesets.tank_commander.text.reading import parse_action
from hulldown.rulesets.tank_commander.text.words import ABILITIES
from hulldown.rulesets.tank_commander.text.writing import action_text, side_of_turn

__all__ = ["ABILITIES", "action_text", "parse_action", "side_of_turn"]
