"""How AGrav answers the questions of its vector files: each by calling the rules."""

from __future__ import annotations

from hulldown.rulesets.agrav.questions import damage, designs, ground, shooting, turns
from hulldown.rulesets.face.proof import Question

QUESTIONS: dict[str, Question] = {
    **designs.OPS,
    **ground.OPS,
    **shooting.OPS,
    **damage.OPS,
    **turns.OPS,
}

__all__ = ["QUESTIONS"]
