"""How WarStrike answers the questions of its vector files: each by calling the rules."""

from __future__ import annotations

from hulldown.conformance.answers import Question

from . import falling, firing, ground, movement, turns

ANSWERS: dict[str, Question] = {
    **ground.OPS,
    **firing.OPS,
    **falling.OPS,
    **movement.OPS,
    **turns.OPS,
}

__all__ = ["ANSWERS"]
