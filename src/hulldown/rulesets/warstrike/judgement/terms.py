"""What an estimate counts, and the weights of it."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from hulldown.rulesets.common.weights import FILE, weights

SHARE = 1_000  # all of a thing; the terms are in thousandths


class Term(IntEnum):
    """The terms, each the first seat's lead; values are in thousandths of a force at the start."""

    POINTS = 0  # enemy units destroyed, which score (WS-14.7)
    LEFT = 1  # enemy units that left the table alive, which do not
    MODELS = 2  # models that are left, each its part of its unit's value
    THIN = 3  # of the enemy's units, models lost beyond the first half
    SHAKY = 4  # the chance that an enemy unit fails its next check (WS-6.1)
    BREAKS = 5  # the part of it that would destroy him, or make him run (WS-10.6, WS-10.18)
    MARKERS = 6  # markers of enemy units
    LEADERLESS = 7  # enemy units without their first leader (WS-2.5)
    LOOSE = 8  # how far the members of enemy units are from their leaders
    STRAY = 9  # enemy models too far from their leader to be placed in his next move (WS-7.3)
    FIRE = 10  # what each unit's next volley promises at the best target that it can fire at
    LONG = 11  # the volleys after that, up to three
    NOW = 12  # the volleys that come before the other side's
    SNAP = 13  # what Snap Fire promises (WS-12.3)
    SEEK = 14  # what the next volley would promise besides, were a target sought out
    HELD = 15  # objectives that would score now
    WAY = 16  # how surely each side gets to them in time
    SUDDEN = 17  # how well enemy objectives are held whose control wins (WS-14.4)
    TAKEN = 18  # such objectives under control, as much of it as has passed of the other side's turn
    AHEAD = 19  # more points if it ended now, as much of it as has passed of the battle
    LAST = 20  # the same, in the last quarter of the battle
    TEMPO = 21  # whose player turn it is, less and less while his units act
    SHAKEN = 22  # the chance that the enemy's force retreats (WS-14.1)
    OFFICER = 23  # an officer to keep it from that


JUDGEMENT = Path(__file__).parent.parent / FILE
WEIGHTS = weights(JUDGEMENT, Term)
