"""Names: units as the scenario calls them (B1, R2), models by their place in them (B1.3), weapons."""

from __future__ import annotations

from hulldown.rulesets.common.names import finding, inches, name_of, name_with_kind
from hulldown.rulesets.warstrike.catalogue.units import load_weapons
from hulldown.rulesets.warstrike.codes import FINE, Deed, Ground, Type
from hulldown.rulesets.warstrike.recalling import sheet_of, weapon_key
from hulldown.rulesets.warstrike.state import State

DEEDS = {
    Deed.OPEN_FIRE: "Open Fire!",
    Deed.ADVANCE: "Advance!",
    Deed.RALLY: "Rally!",
    Deed.DOUBLE: "At The Double!",
    Deed.GO_TO_GROUND: "Go To Ground!",
    Deed.FALL_BACK: "Fall Back!",
}
GROUNDS = {
    Ground.WOOD: "wood",
    Ground.RUIN: "ruin",
    Ground.BOG: "bog",
    Ground.HILL: "hill",
    Ground.DANGEROUS: "dangerous ground",
    Ground.LINEAR: "linear obstacle",
    Ground.BLOCK: "block",
    Ground.WATER: "water",
}
TYPES = {Type.INFANTRY: "infantry", Type.VEHICLE: "vehicle"}


# ---------------------------------------------------------------- units


def unit_id(s: State, k: int) -> str:
    """The name a unit is ordered by: "B1"."""
    return name_of(s.unit[k].name)


def unit_ids(s: State) -> list[str]:
    """The names of all units by number."""
    return [unit_id(s, k) for k in range(s.units)]


find_unit = finding(unit_ids)


def unit_name(s: State, k: int) -> str:
    """What a unit is called: "Line Squad"; one of which nothing is known any more by its type: "Infantry"."""
    sheet = sheet_of(s, k)
    return sheet.name if sheet else TYPES[Type(s.profile[s.unit[k].profile].type)].capitalize()


named = name_with_kind(unit_id, unit_name)


# ---------------------------------------------------------------- models


def model_id(s: State, m: int) -> str:
    """The name a model is ordered by: "B1.2"."""
    k = int(s.model[m].unit)
    return f"{unit_id(s, k)}.{m - s.unit[k].first + 1}"


def find_model(s: State, name: str) -> int:
    """The number of a model. ValueError says which there are."""
    owner, _, number = name.partition(".")
    u = s.unit[find_unit(s, owner)]
    if not number.isdecimal() or not 1 <= int(number) <= u.size:
        ids = [model_id(s, m) for m in range(u.first, u.first + u.size)]
        raise ValueError(f"there is no model {name.upper()!r}: there are {', '.join(ids)}")
    return int(u.first) + int(number) - 1


def model_name(s: State, m: int) -> str:
    """What a model is: "rifleman", "LMG team"; of a unit of which nothing is known any more "model"."""
    k = int(s.model[m].unit)
    sheet, place = sheet_of(s, k), m - int(s.unit[k].first)
    return sheet.each()[place].name if sheet else "model"


model_named = name_with_kind(model_id, model_name)


def leads(s: State, m: int) -> bool:
    """Whether a model is its unit's leader or acting leader now (WS-2.3, WS-2.6)."""
    return bool(s.unit[s.model[m].unit].leader == m)


# ---------------------------------------------------------------- everything else


def weapon_name(s: State, number: int) -> str:
    """What a weapon is called: "LMG"; one of which nothing is known any more "weapon"."""
    known = load_weapons().weapons
    key = weapon_key(s, number)
    return known[key].name if key in known else "weapon"


def deed_name(deed: int) -> str:
    """An action as the rulebook writes it: "At The Double!"."""
    return DEEDS[Deed(deed)]


def ground_name(ground: int) -> str:
    """A kind of terrain within a sentence."""
    return GROUNDS[Ground(ground)]


def length(fine: int) -> str:
    """A derived length as it is written, to thousandths: "4.5"."""
    return inches(int(fine) // FINE)
