"""What a crit does to each part of a vehicle (AG-12.11, AG-12.12, table 3.10)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import NOBODY, STORED, Mount, Part, Shield, Stabiliser, Turret
from hulldown.rulesets.agrav.state import Screen, Unit, Weapon

DAMAGED, WRECKED = 1, 2  # crits that a part has taken (AG-12.11)


@rule
def crits_of(u: Unit, part: int) -> int:
    """Crits on a part that a vehicle has one of; 0 without it."""
    for k in range(u.parts):
        if u.part[k].part == part:
            return int(u.part[k].crits)
    return 0


@rule
def has(u: Unit, part: int) -> bool:
    """Whether a vehicle has a part of this kind that is not destroyed."""
    for k in range(u.parts):
        if u.part[k].part == part and u.part[k].crits < WRECKED:
            return True
    return False


@rule
def energy_limit(u: Unit) -> int:
    """What a vehicle can store: the output and the capacitor, halved when damaged (AG-5.8, table 3.10)."""
    crits = crits_of(u, Part.CAPACITOR)
    extra = 0 if crits >= WRECKED else STORED * int(u.capacity) // (1 + crits)
    return int(u.output) + extra


@rule
def harm(u: Unit, k: int, crits: int) -> None:
    """The first or second crit on a part; its effects start at once (AG-12.12, AG-12.14).

    What a damaged cockpit, drive, weapon, turret or transfer system costs later is read from its crits.
    """
    struck = u.part[k]
    struck.crits = crits
    part = struck.part
    if part == Part.COCKPIT:
        u.sensors = 0
    elif part == Part.DRIVE:
        u.left = halved(int(u.left), crits)
    elif part == Part.SHIELD:
        harm_shield(u.shield, crits)
    elif part == Part.GENERATOR:
        u.output = halved(int(u.output), crits)
    elif part == Part.SMOKE:
        u.smoke = halved(int(u.smoke), crits)
    elif part == Part.TURRET:
        harm_turret(u, crits)
    elif part == Part.AMMO or part == Part.WEAPON or part == Part.STABILISER:
        harm_gun(u.weapon[struck.weapon], part, crits)
    u.energy = min(int(u.energy), energy_limit(u))


@rule
def halved(amount: int, crits: int) -> int:
    """Half, rounded down, of what is damaged; nothing of what is destroyed (AG-1.9)."""
    return amount // 2 if crits == DAMAGED else 0


@rule
def harm_shield(screen: Screen, crits: int) -> None:
    """Half the default maximum, and what is above it lost; then the shield is gone for the game."""
    screen.full = halved(int(screen.full), crits)
    screen.maximum = min(int(screen.maximum), int(screen.full))
    screen.charge = min(int(screen.charge), int(screen.full))
    if crits >= WRECKED:
        screen.state, screen.crack, screen.reset = Shield.DESTROYED, 0, 0


@rule
def harm_turret(u: Unit, crits: int) -> None:
    """A jammed turret is a hull mount, without the bonus of a High Act turret."""
    if crits < WRECKED:
        return
    u.turret = Turret.PLAIN
    for w in range(u.weapons):
        if u.weapon[w].mount == Mount.TURRET:
            jam(u, u.weapon[w])


@rule
def jam(u: Unit, weapon: Weapon) -> None:
    """Its weapons shoot, and watch for reaction fire, where the hull points (AG-16.2)."""
    weapon.mount = Mount.HULL
    if weapon.cone >= 0:
        weapon.cone = u.facing


@rule
def harm_gun(weapon: Weapon, part: int, crits: int) -> None:
    """Half the loads, then none; a steady hand less; a weapon that cannot fire (table 3.10)."""
    if part == Part.AMMO:
        weapon.loads = halved(int(weapon.loads), crits)
    elif part == Part.STABILISER:
        weapon.stabiliser = weapon.stabiliser - 1 if crits == DAMAGED else Stabiliser.NONE
    else:
        weapon.crits = crits
        if crits >= WRECKED:
            weapon.cone = NOBODY
