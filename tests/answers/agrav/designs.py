"""Questions about designs (AG-5): points, health and crit bands, or the rule that one breaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hulldown.conformance.answers import Answer, Given, Question
from hulldown.rulesets.agrav import catalogue
from hulldown.rulesets.agrav.catalogue import Units
from hulldown.rulesets.agrav.codes import HALF, Part
from hulldown.rulesets.agrav.design import Banded, bands, health, illegal, spent
from hulldown.rulesets.agrav.groundwork import options_under
from hulldown.rulesets.agrav.reasons import Illegal
from hulldown.rulesets.agrav.sheet import Design

WORDS = {  # parts that are called otherwise than their codes
    Part.SHIELD: "shield {}",
    Part.AMMO: "ammo {}",
    Part.WEAPON: "{}",
    Part.STABILISER: "stabiliser {} {}",
    Part.TRANSFER: "shield transfer",
}


def ask_build(given: Given) -> Answer:
    """What a list of parts and a plate come to (AG-5.4 to AG-5.7, AG-12.10)."""
    units = catalogue.load_units()
    design = design_of(given, units)
    reason = illegal(design, units)
    if reason != Illegal.LEGAL:
        return {"reason": reason.name.lower()}
    o = options_under(given.get("options", {}))
    return {
        "spent": spent(design, units),
        "health": health(design, units, bool(o.armour_counts_as_part), bool(o.cockpit_counts_as_part)),
        "bands": [[part_name(one, design), as_points(one.last)] for one in bands(design, units)],
    }


def part_name(one: Banded, design: Design) -> str:
    """A part as questions call it."""
    part, weapon, _, name = one.bought
    if part not in WORDS:
        return part.name.lower()
    return WORDS[part].format(name, design.weapons[weapon].weapon)


def as_points(halves: int) -> int | float:
    """Half points as a number, whole where it is whole."""
    return halves / HALF if halves % HALF else halves // HALF


# ---------------------------------------------------------------- a design from a list of parts


def design_of(given: Given, units: Units) -> Design:
    """The design that a list of parts with their costs describes."""
    parts = [(part["name"].split(), int(part["cost"])) for part in given["parts"]]
    chassis = given["chassis"]
    budget = next(name for name, one in units.budgets.items() if one.points == given["budget"])
    drive = units.chassis[chassis].drive + units.budgets[budget].drive
    return Design(
        chassis=chassis,
        budget=budget,
        cockpit=points(parts, "cockpit") // units.parts["cockpit"].cost,
        sensors=points(parts, "sensors"),
        mobility=tuple(cost - drive for words, cost in parts if words[0] == "drive"),
        shield=tuple(words[1] for words, _ in parts if words[0] == "shield" and words[1] in units.shields),
        generator=points(parts, "generator"),
        capacitor=points(parts, "capacitor"),
        plate=given["plate"],
        turret=("turret",) * sum(words == ["turret"] for words, _ in parts),
        weapons=fittings(parts, chassis),
        smoke=points(parts, "smoke") // units.parts["smoke"].cost,
        transfer=any(words == ["shield", "transfer"] for words, _ in parts),
    )


def points(parts: Sequence[tuple[list[str], int]], name: str) -> int:
    """What is spent on a part."""
    return sum(cost for words, cost in parts if words[0] == name)


def fittings(parts: Sequence[tuple[list[str], int]], chassis: str) -> tuple[Any, ...]:
    """The weapons with their ammo and stabilisers; the first two sit in the turret if there is one."""
    units = catalogue.load_units()
    ammo = {words[1]: cost for words, cost in parts if words[0] == "ammo"}
    steady = [words[1:] for words, _ in parts if words[0] == "stabiliser"]
    names = [words[0] for words, _ in parts if words[0] in units.weapons]
    turret = any(words == ["turret"] for words, _ in parts)
    return tuple(
        {
            "weapon": name,
            "mount": "arm" if chassis == "walker" else "turret" if turret and place < 2 else "hull",
            "stabiliser": tuple(kind for kind, weapon in steady if weapon == name),
            "ammo": ammo.get(name, 0),
        }
        for place, name in enumerate(names)
    )


OPS: dict[str, Question] = {"build": ask_build}
