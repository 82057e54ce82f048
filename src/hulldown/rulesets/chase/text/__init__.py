"""Orders as text: "A1 pursue", "A1 face A1 front B1 rear". Every text parses back to its order."""

from __future__ import annotations

from hulldown.rulesets.chase.text.reading import parse_action, relettered
from hulldown.rulesets.chase.text.writing import action_text

__all__ = ["action_text", "parse_action", "relettered"]
