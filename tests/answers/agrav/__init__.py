"""How AGrav answers the questions of its vector files: each by calling the rules."""

from __future__ import annotations

from hulldown.conformance.answers import Question

from . import damage, designs, ground, shooting, turns

ANSWERS: dict[str, Question] = {
    **designs.OPS,
    **ground.OPS,
    **shooting.OPS,
    **damage.OPS,
    **turns.OPS,
}

__all__ = ["ANSWERS"]
