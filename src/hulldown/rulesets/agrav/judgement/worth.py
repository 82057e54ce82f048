"""What has been done to units, in thousandths of their value: 1,000 is a unit destroyed."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import Shield, Standing
from hulldown.rulesets.agrav.state import Unit
from hulldown.rulesets.agrav.victory import crippled

LOST, HALF_LOST = 1_000, 500  # what AG-23.2 counts
HEALTH, PLATE, CHARGE, STUN, OFF = 700, 130, 90, 30, 15  # of a whole unit
MOST = 950  # of a unit that is still in play
LAST = 4  # rounds before the end from which on harm counts less


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
        lost += OFF if u.shield.state == Shield.INACTIVE else 0
    lost += STUN * int(u.stun) + (100 if crippled(u) else 0)
    return min(MOST, lost)


@rule
def suffered(u: Unit, left: int) -> int:
    """Harm as it will count: in the last rounds only what AG-23.2 counts is sure to."""
    now = counted(u)
    return now + (harm(u) - now) * min(LAST, left + 2) // LAST
