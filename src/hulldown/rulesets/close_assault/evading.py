"""Get Out of the Way (CA-12.12, CA-12.13): what it gives, worked out beforehand and printed."""

from __future__ import annotations

from hulldown.kernel.events import Reasons, note
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import Gift
from hulldown.rulesets.close_assault.reasons import Sum
from hulldown.rulesets.close_assault.state import Options, Profile
from hulldown.rulesets.close_assault.variants import BulkyJumpers

ALL, LIGHT, BULKY = 2, 2, -2
JINK_FROM = 7  # Jink (6+) gives 1, (5+) 2, (4+) and better 3
BEST_JINK = 3


@rule
def gifted(p: Profile, gift: int) -> bool:
    """Whether a model has a special rule."""
    return (int(p.gifts) >> gift) & 1 == 1


@rule
def hampered(o: Options, p: Profile) -> bool:
    """Whether being Bulky tells; Jump Packs spare a model that only as an option (CA-12.13)."""
    spared = o.bulky_jumpers == BulkyJumpers.SPARED and gifted(p, Gift.JUMP_PACKS)
    return gifted(p, Gift.BULKY) and not spared


@rule
def evade_bonus(o: Options, p: Profile, why: Reasons) -> int:
    """What the models of a unit add to their CAF when they get out of the way of a Tank Shock."""
    total = note(why, Sum.EVADE, ALL)
    light = gifted(p, Gift.JUMP_PACKS) or gifted(p, Gift.SKIMMER)
    total += note(why, Sum.EVADE_LIGHT, LIGHT if light else 0)
    total += note(why, Sum.EVADE_BULKY, BULKY if hampered(o, p) else 0)
    jink = min(BEST_JINK, JINK_FROM - int(p.jink)) if p.jink > 0 else 0
    return total + note(why, Sum.EVADE_JINK, jink)
