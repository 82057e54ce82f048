"""How WarStrike answers the questions of its vector files: each by calling the rules."""

from __future__ import annotations

from hulldown.rulesets.face.proof import Question
from hulldown.rulesets.warstrike.questions import falling, firing, ground, movement, turns

QUESTIONS: dict[str, Question] = {
    **ground.OPS,
    **firing.OPS,
    **falling.OPS,
    **movement.OPS,
    **turns.OPS,
}

__all__ = ["QUESTIONS"]
