"""How Close Assault answers the questions of its vector files: each by calling the rules."""

from . import cards, fights, ground, shocks

ANSWERS = {**cards.ANSWERS, **ground.ANSWERS, **fights.ANSWERS, **shocks.ANSWERS}
