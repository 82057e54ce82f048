"""How WarStrike answers the questions of its vector files: each by calling the rules."""

from . import falling, firing, ground, turns

ANSWERS = {**ground.ANSWERS, **firing.ANSWERS, **falling.ANSWERS, **turns.ANSWERS}
