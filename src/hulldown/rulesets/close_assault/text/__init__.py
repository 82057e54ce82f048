"""Orders as text and back."""

from hulldown.rulesets.close_assault.text.reading import parse_action
from hulldown.rulesets.close_assault.text.writing import action_text

__all__ = ["action_text", "parse_action"]
