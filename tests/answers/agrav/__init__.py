"""How AGrav answers the questions of its vector files: each by calling the rules."""

from . import damage, ground, shooting, turns

ANSWERS = {**ground.ANSWERS, **shooting.ANSWERS, **damage.ANSWERS, **turns.ANSWERS}
