"""Orders as text: "A1 step NE", "A1 fire rocket B1 high". Every text parses back to its order."""

from __future__ import annotations

from hulldown.rulesets.agrav.text.reading import parse_action
from hulldown.rulesets.agrav.text.writing import action_text

__all__ = ["action_text", "parse_action"]
