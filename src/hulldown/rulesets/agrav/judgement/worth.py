"""What has been done to units, in thousandths of their value: 1,000 is a unit destroyed."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import Shield, Standing
from hulldown.rulesets.agrav.state import Unit
from hulldown.rulesets.agrav.victory import crippled

LOST, HALF_LOST = 1_000, 500  # what AG-23.2 counts
HEALTH, PLATE, CHARGE, STUN = 620, 130, 170, 30  # of a whole unit
OFF = 150  # all the charge of a shield switched off: it stops nothing, and switching it on costs some of it
MOST = 950  # of a unit that is still in play
UNSURE = 85  # percent of harm that may count or not by the end


@rule
def counted(u: Unit) -> int:
    """What counts for victory now (AG-23.2)."""
    if u.standing == Standing.DESTROYED:
        return LOST
    return HALF_LOST if crippled(u) else 0


@rule
def harm(u: Unit) -> int:
    """What a unit has suffered: health, plates, shield, stun."""
    if u.standing == Standing.DESTROYED:
        return LOST
    lost = HEALTH * int(u.health_full - u.health) // max(1, int(u.health_full))
    if u.durability_full > 0:
        lost += PLATE * int(u.durability_full - u.durability) // int(u.durability_full)
    if u.shield.full > 0:
        lost += CHARGE * int(u.shield.full - u.shield.charge) // int(u.shield.full)
        lost += OFF * int(u.shield.charge) // int(u.shield.full) if u.shield.state == Shield.INACTIVE else 0
    lost += STUN * int(u.stun) + (100 if crippled(u) else 0)
    return min(MOST, lost)


@rule
def suffered(u: Unit) -> int:
    """Harm as it will count: only what AG-23.2 counts is sure to. The same in every round: who is ahead
    would not like to end its turn otherwise.
    """
    now = counted(u)
    return now + (harm(u) - now) * UNSURE // 100
