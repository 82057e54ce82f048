"""Weapons and parts of the catalogue's units, by the names under which a situation asks for them."""

from __future__ import annotations

from functools import cache

from hulldown.rulesets.agrav.catalogue.shelf import SHELF
from hulldown.rulesets.agrav.chances.facts import part_name
from hulldown.rulesets.agrav.codes import NOBODY, Part, Way
from hulldown.rulesets.agrav.groundwork import blank_state, field_unit
from hulldown.rulesets.agrav.naming import weapon_ids, weapon_name
from hulldown.rulesets.agrav.state import State, Unit


@cache
def fresh(kind: str) -> State:
    """A position with nobody in it but this unit, fresh."""
    s = blank_state()
    field_unit(s, 0, kind, NOBODY, Way.N)
    return s


def weapons_of(kind: str) -> dict[str, str]:
    """The weapons that a unit fires, by their names in orders, and what they are called (AG-21.9)."""
    s = fresh(kind)
    units = SHELF.units()
    keys = list(units.weapons.values())
    return {
        name: weapon_name(s, 0, w)
        for w, name in enumerate(weapon_ids(s, 0))
        if keys[s.units[0].weapon[w].kind].family != "charge"
    }


def parts_of(kind: str) -> dict[str, str]:
    """The parts of a vehicle that a crit can strike, by short names, and what they are called (AG-12.10)."""
    if kind not in SHELF.units().vehicles:
        return {}
    s = fresh(kind)
    return {part_key(s.units[0], k): part_name(s, 0, k) for k in range(s.units[0].parts)}


def part_key(u: Unit, k: int) -> str:
    """A part by its kind, and by the number of its weapon where it belongs to one: "drive", "ammo2"."""
    part = u.part[k]
    number = "" if part.weapon == NOBODY else str(part.weapon + 1)
    return f"{Part(part.part).name.lower()}{number}"
