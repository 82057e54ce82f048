"""How Chase answers the questions of its vector files: each by calling the rules."""

from . import driving, gunnery, odds, teams

ANSWERS = {**driving.ANSWERS, **gunnery.ANSWERS, **odds.ANSWERS, **teams.ANSWERS}
