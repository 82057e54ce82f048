"""Table 2.4: who has which weapon and how far it reaches by day."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import Kind, Upgrade, Weapon
from hulldown.rulesets.tank_commander.state import State


@rule
def has_ai_weapon(s: State, u: int) -> bool:
    """Squads and APCs always have one, a battle tank by the upgrade (TC-5.12, TC-10.2, TC-11.1)."""
    t = s.units[u]
    if t.kind == Kind.TANK:
        return t.upgrade[Upgrade.AI] > 0
    return t.kind == Kind.SQUAD or t.kind == Kind.APC


@rule
def day_range(s: State, u: int, weapon: int) -> int:
    """Hexes a weapon reaches: gun 6, +1 with the long barrel, missile 3 (TC-2.2, TC-2.3, TC-2.8, TC-10.3)."""
    t = s.units[u]
    if weapon == Weapon.MAIN_GUN:
        return int(s.options.main_gun_range) + int(t.upgrade[Upgrade.BARREL])
    if weapon == Weapon.MISSILE:
        return int(s.options.infantry_missile_range)
    return int(t.ai_range)
