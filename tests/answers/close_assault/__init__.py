"""How Close Assault answers the questions of its vector files: each by calling the rules."""

from __future__ import annotations

from hulldown.conformance.answers import Question

from . import cards, fights, firing, ground, rounding, shocks, turns

ANSWERS: dict[str, Question] = {
    **cards.OPS,
    **firing.OPS,
    **ground.OPS,
    **fights.OPS,
    **shocks.OPS,
    **rounding.OPS,
    **turns.OPS,
}

__all__ = ["ANSWERS"]
