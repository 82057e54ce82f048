"""The base CAF of a vehicle, front and rear (CA-6): pure functions of a profile, every step noted."""

from __future__ import annotations

from hulldown.kernel.events import Reasons, note
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import Arc, ArmyList, Kind
from hulldown.rulesets.close_assault.reasons import Sum
from hulldown.rulesets.close_assault.state import Options, Profile
from hulldown.rulesets.close_assault.variants import InvBetterThan5

START_FRONT, START_REAR = -2, -3  # CA-6.1
NO_SAVE_IS = 6  # CA-6.6
BEST_IN_TABLE = 5  # CA-6.5: the best Invulnerable Save that the table knows


@rule
def base_caf(o: Options, p: Profile, arc: int, why: Reasons) -> int:
    """The base CAF of a vehicle in its Front or Rear Combat Arc (CA-6.1 to CA-6.6)."""
    total = note(why, Sum.START, START_FRONT if arc == Arc.FRONT else START_REAR)
    total += note(why, Sum.SIZE, 1 if p.kind == Kind.SHV else 0)
    total += note(why, Sum.LIST, list_step(int(p.army)))
    total += note(why, Sum.SAVE, save_step(int(p.save), arc))
    return total + note(why, Sum.INVULNERABLE, invulnerable_step(o, int(p.invulnerable)))


@rule
def list_step(army: int) -> int:
    """What the army list gives, in both arcs (CA-6.3)."""
    if army == ArmyList.LEGIONS:
        return 1
    return 0 if army == ArmyList.AUXILIA else -1


@rule
def save_step(save: int, arc: int) -> int:
    """What the Armour Save gives (CA-6.4); none counts as 6+ (CA-6.6)."""
    if save == 0 or save >= 5:
        return 0
    if save == 4:
        return 1 if arc == Arc.FRONT else 0
    return 1 if save == 3 or arc == Arc.REAR else 2


@rule
def invulnerable_step(o: Options, save: int) -> int:
    """What the Invulnerable Save gives, in both arcs (CA-6.5, CA-6.6)."""
    if save == 0:
        return 0
    if save < BEST_IN_TABLE and o.inv_better_than_5 == InvBetterThan5.AS_5:
        save = BEST_IN_TABLE
    return NO_SAVE_IS + 1 - save
