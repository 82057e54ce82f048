"""How Tank Commander answers the questions of its vector files: each by calling the rules."""

from . import activation, battle, board, odds, shots

ANSWERS = {
    **board.ANSWERS,
    **shots.ANSWERS,
    **odds.ANSWERS,
    **activation.ANSWERS,
    **battle.ANSWERS,
}
