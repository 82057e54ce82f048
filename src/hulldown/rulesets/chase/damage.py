"""What a hit does: severity, location and the damage state (CH-11)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.codes import Gun, Location, Mobility
from hulldown.rulesets.chase.state import Damage, Options


@rule
def severity_of(o: Options, penetration: int) -> int:
    """Section 2.4, CH-11.1, CH-11.2: the worst degree that a penetration reaches."""
    if penetration >= o.severity_4_from:
        return 4
    if penetration >= o.severity_3_from:
        return 3
    if penetration >= o.severity_2_from:
        return 2
    return 1 if penetration >= o.severity_1_from else 0


@rule
def shot_location(o: Options, total: int) -> int:
    """Where a shot strikes, by 2d6 (section 2.5)."""
    if total <= 4:
        return o.location_on_2 if total <= 2 else o.location_on_3 if total == 3 else o.location_on_4
    if total <= 6:
        return o.location_on_5 if total == 5 else o.location_on_6
    if total <= 8:
        return o.location_on_7 if total == 7 else o.location_on_8
    if total <= 10:
        return o.location_on_9 if total == 9 else o.location_on_10
    return o.location_on_11 if total == 11 else o.location_on_12


@rule
def crash_location(o: Options, face: int) -> int:
    """Where a collision strikes, by d6 (section 2.6)."""
    return Location.HULL if face <= o.crash_hull_faces else Location.DRIVE


@rule
def harm(o: Options, now: Damage, location: int, severity: int) -> None:
    """Change a damage state: Hull CH-11.3, Drive CH-11.4, Turret CH-11.5."""
    if severity <= 0:
        return
    loss = severity
    if location == Location.DRIVE and now.mobility != Mobility.IMMOBILISED:
        now.mobility = min(Mobility.IMMOBILISED.value, now.mobility + o.drive_steps)
        loss = max(0, severity - o.drive_absorbs)
    elif location == Location.TURRET and now.gun != Gun.KNOCKED_OUT:
        now.gun = min(Gun.KNOCKED_OUT.value, now.gun + o.turret_steps)
        loss = max(0, severity - o.turret_absorbs)
    now.hull -= loss


@rule
def destroyed(now: Damage) -> bool:
    """CH-11.7."""
    return bool(now.hull <= 0)


@rule
def speed(o: Options, top: int, mobility: int) -> int:
    """Top Speed of a tank with this drive damage (CH-11.6): a quarter less, rounded down; then 0."""
    if mobility == Mobility.IMMOBILISED:
        return 0
    return o.damaged_speed * top // 4 if mobility == Mobility.DAMAGED else top
