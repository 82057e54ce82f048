"""Orders as text and back."""

from hulldown.rulesets.warstrike.text.reading import parse_action
from hulldown.rulesets.warstrike.text.writing import action_text

__all__ = ["action_text", "parse_action"]
