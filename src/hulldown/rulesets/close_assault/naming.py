"""Names: detachments as the scenario calls them (B1, R1), models by their place in them (B1.2), lengths."""

from __future__ import annotations

from collections.abc import Sequence

from hulldown.rulesets.close_assault.catalogue.shelf import SHELF
from hulldown.rulesets.close_assault.codes import NOBODY, Kind
from hulldown.rulesets.close_assault.groundwork import NUMBERS
from hulldown.rulesets.close_assault.state import State

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
    letter, number = divmod(int(s.detachment[k].name), NUMBERS)
    return f"{chr(letter)}{number}"


def detachment_names(s: State) -> list[str]:
    """The names of all detachments by number."""
    return [detachment_name(s, k) for k in range(s.detachments)]


def find_detachment(s: State, name: str) -> int:
    """The number of a detachment. ValueError lists those there are."""
    known = detachment_names(s)
    if name.upper() not in known:
        raise ValueError(f"there is no detachment {name.upper()!r}: there are {', '.join(known)}")
    return known.index(name.upper())


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


def inches(length: int) -> str:
    """A length as it is written: "4.5", "12"."""
    whole, rest = divmod(abs(length), MIL)
    text = f"{whole}.{rest:03d}".rstrip("0").rstrip(".")
    return f"-{text}" if length < 0 else text


def degrees(angle: int) -> str:
    """An angle as it is written: "90", "12.5"."""
    return f"{angle / DEGREE:g}"


def whole_degrees(angle: int) -> str:
    """A facing as it is told: "90°"."""
    return f"{round(angle / DEGREE) % 360}°"


def facing_words(angle: int) -> str:
    """How a model stands."""
    return f"facing {whole_degrees(angle)}"


def listed(names: Sequence[str]) -> str:
    """Names as a sentence lists them; "none" without any."""
    return ", ".join(names) or "none"


def weapon_name(s: State, k: int, w: int) -> str:
    """What a weapon of a detachment is called; of a player's own profile "Weapon 2"."""
    profile = s.profile[s.detachment[k].profile]
    if profile.name == NOBODY:
        return f"Weapon {w + 1}"
    return list(SHELF.units().units.values())[profile.name].weapon[w].name


def point(x: int, y: int) -> str:
    """A place on the table, in inches: "13.75,12"."""
    return f"{inches(x)},{inches(y)}"
