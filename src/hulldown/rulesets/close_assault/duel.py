"""One roll-off (CA-9.1 to CA-9.3): how many dice each rolls, and who suffers a Wound."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import MOST_DICE
from hulldown.rulesets.close_assault.state import Options
from hulldown.rulesets.close_assault.variants import FightTie

HUB_DICE = 2  # a model that fights several enemies rolls 2D6 every time (CA-9.3)
OWN, ENEMY = 1, 2  # bits of who suffers a Wound


@rule
def spoke_dice(fought: int) -> int:
    """Dice of the opponent of a model that has already fought so many Fights in this Combat (CA-9.3)."""
    return min(fought + HUB_DICE, MOST_DICE)


@rule
def wounded(o: Options, own: int, enemy: int, evading: int) -> int:
    """Who suffers a Wound, as bits, by the totals of both sides (CA-9.1, CA-9.2).

    evading: 1 if the enemy gets out of the way of a Tank Shock: at best it ties (CA-12.14, CA-12.15).
    """
    if own > enemy:
        return ENEMY
    if evading != 0:
        return 0
    if own < enemy:
        return OWN
    return OWN | ENEMY if o.fight_tie == FightTie.BOTH_WOUND else 0
