"""Demolition charges of squads (AG-21.6, AG-21.9). How squads move, shoot and are hit is with those rules."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import BARRICADE, NOBODY, POINT, Family, Height
from hulldown.rulesets.agrav.events import charge_set_off
from hulldown.rulesets.agrav.footprint import beside, beyond_edge
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.structures import hit_barricade, hit_section


@rule
def charge_line(s: State, u: int) -> int:
    """The weapon line of a unit that is a demolition charge, -1 for none (AG-21.9)."""
    unit = s.units[u]
    for w in range(unit.weapons):
        if unit.weapon[w].family == Family.CHARGE:
            return w
    return NOBODY


@rule
def has_fired(s: State, u: int) -> bool:
    """Whether any weapon line of a squad has fired this turn."""
    unit = s.units[u]
    for w in range(unit.weapons):
        if unit.weapon[w].fired == 1:
            return True
    return False


@rule
def next_to(s: State, u: int, place: int) -> bool:
    """A section orthogonally next to a squad, or a barricade section on an edge of its tile (AG-21.6)."""
    tile = int(s.units[u].tile)
    if place >= BARRICADE:
        b = place - BARRICADE
        if b >= s.barricades or s.barricade[b].tile == NOBODY:
            return False
        return bool(s.barricade[b].tile == tile or beyond_edge(s, b) == tile)
    if place < 0 or place >= s.sections or s.section[place].height == Height.GONE:
        return False
    return beside(s, place, tile)


@rule
def why_not_charge(s: State, u: int, place: int) -> int:
    """Why a squad may not use its demolition charge there (AG-21.6)."""
    line = charge_line(s, u)
    if line == NOBODY or s.units[u].weapon[line].loads == 0:
        return Why.NO_AMMO
    if has_fired(s, u):
        return Why.WEAPON_FIRED
    return Why.ALLOWED if next_to(s, u, place) else Why.CHARGE_TARGET


@rule
def charge(s: State, u: int, place: int, e: Log) -> None:
    """One hit of the charge, no roll, in place of all shooting of the squad this turn (AG-21.6, AG-21.10)."""
    unit = s.units[u]
    weapon = unit.weapon[charge_line(s, u)]
    weapon.loads -= 1
    for w in range(unit.weapons):
        unit.weapon[w].fired, unit.weapon[w].cone = 1, NOBODY
    damage = POINT * int(weapon.damage)
    charge_set_off(e, u, place, damage)
    if place >= BARRICADE:
        hit_barricade(s, place - BARRICADE, damage, e)
    else:
        hit_section(s, place, damage, 0, 0, 0, e)
