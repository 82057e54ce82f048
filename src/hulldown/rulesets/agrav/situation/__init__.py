"""One shot, or a unit's whole turn, outside of any game: a form for people, data for files, a position."""

from hulldown.rulesets.agrav.situation.asking import evaluate
from hulldown.rulesets.agrav.situation.data import form
from hulldown.rulesets.agrav.situation.recasting import situation_of

__all__ = ["form", "evaluate", "situation_of"]
