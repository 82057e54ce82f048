"""Names: detachments as the scenario calls them (B1, R1), models by their place in them (B1.2), lengths."""

from __future__ import annotations

from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF
from hulldown.rulesets.close_assault.codes import NOBODY, Kind
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.common import names
from hulldown.rulesets.common.names import finding, name_of, name_with_kind

KINDS = {
    Kind.INFANTRY: "infantry",
    Kind.CAVALRY: "cavalry",
    Kind.WALKER: "walker",
    Kind.VEHICLE: "vehicle",
    Kind.SHV: "super-heavy vehicle",
    Kind.KNIGHT: "knight",
    Kind.TITAN: "titan",
}
MIL, DEGREE = 1000, 100


def detachment_name(s: State, k: int) -> str:
    """The name a detachment is ordered by: "B1"."""
    return name_of(s.detachment[k].name)


def detachment_names(s: State) -> list[str]:
    """The names of all detachments by number."""
    return [detachment_name(s, k) for k in range(s.detachments)]


find_detachment = finding(detachment_names, "detachment")


def model_name(s: State, m: int) -> str:
    """The name a model is ordered by: "B1.2"."""
    k = int(s.model[m].detachment)
    return f"{detachment_name(s, k)}.{m - s.detachment[k].first + 1}"


def find_model(s: State, name: str) -> int:
    """The number of a model. ValueError says which there are."""
    owner, _, number = name.partition(".")
    d = s.detachment[find_detachment(s, owner)]
    if not number.isdecimal() or not 1 <= int(number) <= d.size:
        ids = [model_name(s, m) for m in range(d.first, d.first + d.size)]
        raise ValueError(f"there is no model {name.upper()!r}: there are {', '.join(ids)}")
    return int(d.first) + int(number) - 1


def unit_name(s: State, k: int) -> str:
    """What the unit of a detachment is called: "Land Raider"; of a player's own its type: "Vehicle"."""
    profile = s.profile[s.detachment[k].profile]
    if profile.name != NOBODY:
        return list(SHELF.units().units.values())[profile.name].name
    words = kind_name(profile.kind)
    return words[0].upper() + words[1:]


def kind_name(kind: int) -> str:
    """A model type within a sentence."""
    return KINDS[Kind(kind)]


named = name_with_kind(detachment_name, unit_name)


def model_named(s: State, m: int) -> str:
    """A model with what it is called: "B1.2 Rhino"."""
    return f"{model_name(s, m)} {unit_name(s, int(s.model[m].detachment))}"


def far(mils: int) -> str:
    """A length as it is told: to a hundredth of an inch."""
    return names.far(mils / MIL)


def degrees(angle: int) -> str:
    """An angle as it is written: "90", "12.5"."""
    return f"{angle / DEGREE:g}"


def whole_degrees(angle: int) -> str:
    """A facing as it is told: "90°"."""
    return f"{round(angle / DEGREE) % 360}°"


def facing_words(angle: int) -> str:
    """How a model stands."""
    return f"facing {whole_degrees(angle)}"


def weapon_name(s: State, k: int, w: int) -> str:
    """What a weapon of a detachment is called; of a player's own profile "Weapon 2"."""
    profile = s.profile[s.detachment[k].profile]
    if profile.name == NOBODY:
        return f"Weapon {w + 1}"
    return list(SHELF.units().units.values())[profile.name].weapon[w].name
