"""What an estimate counts, and the weights that were fitted to the results of games."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from hulldown.rulesets.common.weights import FILE, weights

POINT = 1000  # thousandths of a victory point


class Term(IntEnum):
    """What an estimate counts, each the first side's lead, in thousandths of a victory point unless it says
    otherwise. The sum counts for more, the fewer rounds are to come.
    """

    SCORE = 0  # victory points
    LOSSES = 1  # Wounds lost by detachments that are still there
    MODELS = 2  # models left, of each detachment the part in thousandths
    BROKEN = 3  # detachments that fall back, or soon may: their value
    HERE = 4  # objectives held at the end of this round, when all have moved
    SOON = 5  # the same while some may move there
    LATER = 6  # objectives in the rounds to come
    EXTRA = 7  # the scenario's own points
    FIRE = 8  # fire in this round, by who has moved or will not
    AIM = 9  # fire after an Advance that is still to come
    NEXT = 10  # fire in the next round, by who has none left in this
    CHARGE = 11  # charges that were ordered
    NEXT_CHARGE = 12  # charges that could be ordered in the next round
    OVERWATCH = 13  # fire at who has just charged
    HELD = 14  # Charge orders of the Engaged, who may turn, encircle and break out with them: a hundred each
    BLOWS = 15  # Wounds in close combat
    EDGE = 16  # Combats won, for which the other side must test its morale
    UNORDERED = 17  # detachments that still get an order in this round: their value
    UNMOVED = 18  # detachments that still move in this round: their value
    FIRST = 19  # a thousand for who is next in a fire stage
    REACH = 20  # objectives in the rounds to come, by where the orders of this round may lead


JUDGEMENT = Path(__file__).parent.parent / FILE
WEIGHTS = weights(JUDGEMENT, Term)
