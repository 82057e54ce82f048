"""What a hit does: severity, location and the damage state (CH-11)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.codes import Gun, Location, Mobility
from hulldown.rulesets.chase.state import Damage


@rule
def severity_of(penetration: int) -> int:
    """Section 2.4, CH-11.1, CH-11.2."""
    if penetration <= 0:
        return 0
    if penetration <= 3:
        return 1
    if penetration <= 9:
        return 2
    return 3 if penetration <= 12 else 4


@rule
def shot_location(total: int) -> int:
    """Where a shot strikes, by 2d6 (section 2.5)."""
    if total == 4 or total == 10:
        return Location.DRIVE
    if total == 3 or total == 5 or total == 9 or total == 11:
        return Location.TURRET
    return Location.HULL


@rule
def crash_location(face: int) -> int:
    """Where a collision strikes, by d6 (section 2.6)."""
    return Location.HULL if face <= 4 else Location.DRIVE


@rule
def harm(now: Damage, location: int, severity: int) -> None:
    """Change a damage state: Hull CH-11.3, Drive CH-11.4, Turret CH-11.5."""
    if severity <= 0:
        return
    loss = severity
    if location == Location.DRIVE and now.mobility != Mobility.IMMOBILISED:
        now.mobility += 1
        loss = severity - 1
    elif location == Location.TURRET and now.gun != Gun.KNOCKED_OUT:
        now.gun += 1
        loss = severity - 1
    now.hull -= loss


@rule
def destroyed(now: Damage) -> bool:
    """CH-11.7."""
    return bool(now.hull <= 0)


@rule
def speed(top: int, mobility: int) -> int:
    """Top Speed of a tank with this drive damage (CH-11.6): a quarter less, rounded down; then 0."""
    if mobility == Mobility.IMMOBILISED:
        return 0
    return 3 * top // 4 if mobility == Mobility.DAMAGED else top
