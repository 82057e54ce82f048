"""How Close Assault answers the questions of its vector files: each by calling the rules."""

from __future__ import annotations

from hulldown.rulesets.close_assault.questions import cards, fights, firing, ground, rounding, shocks, turns
from hulldown.rulesets.face.proof import Question

QUESTIONS: dict[str, Question] = {
    **cards.OPS,
    **firing.OPS,
    **ground.OPS,
    **fights.OPS,
    **shocks.OPS,
    **rounding.OPS,
    **turns.OPS,
}

__all__ = ["QUESTIONS"]
