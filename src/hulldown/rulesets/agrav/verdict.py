"""What a player's own design costs and every rule it breaks, in the order of AG-5.6."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hulldown.rulesets.agrav.blueprint import kind_of, read, squad_of
from hulldown.rulesets.agrav.catalogue.shelf import SHELF
from hulldown.rulesets.agrav.catalogue.units import WORDS
from hulldown.rulesets.agrav.codes import STORED, Part
from hulldown.rulesets.agrav.design import (
    CHECKS,
    DURABILITY_STEP,
    LEAST_DURABILITY,
    MOST_DURABILITY,
    STEP,
    THIN,
    Bought,
    bought_parts,
    excuses,
    plate_cost,
    total_cost,
)
from hulldown.rulesets.agrav.reasons import Illegal
from hulldown.rulesets.agrav.sheet import INFANTRY, Design, Squad, Units
from hulldown.rulesets.api.garage import BuildVerdict
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common.scenarios import Choices

NAMES = {
    Part.COCKPIT: "cockpit, sensors",
    Part.DRIVE: "drive",
    Part.SHIELD: "shield",
    Part.GENERATOR: "generator",
    Part.CAPACITOR: "capacitor",
    Part.AMMO: "ammo",
    Part.WEAPON: "",
    Part.TURRET: "turret",
    Part.STABILISER: "stabiliser",
    Part.SMOKE: "smoke discharger",
    Part.TRANSFER: "shield transfer",
}


def judge(
    build: Mapping[str, Any] | Path, options: Choices | None = None, points: int | None = None
) -> BuildVerdict:
    """The verdict on a build; see `Ruleset.judge_build`. A squad is what it is and costs its value."""
    SHELF.options_under(options or {})
    squad = squad_of(build)
    if squad:
        return squad_verdict(squad)
    design, units = read(build), SHELF.units()
    budget = units.budgets[design.budget].points if points is None else points
    wrong = list(broken(design, units, budget))
    forgiven = [why.name.lower() for why in excuses(design)]
    return BuildVerdict(
        kind_of(design),
        units.kind_name(design),
        total_cost(design, units),
        budget,
        tuple(lines(design, units)),
        tuple(refusal for refusal in wrong if refusal.code not in forgiven),
        tuple(refusal for refusal in wrong if refusal.code in forgiven),
    )


def squad_verdict(squad: Squad) -> BuildVerdict:
    """Infantry is fielded as it is printed (table 3.7)."""
    return BuildVerdict(INFANTRY, squad.name, squad.value, squad.value)


def points_text(number: int) -> str:
    """So many points, in words."""
    return f"{number} point{'' if number == 1 else 's'}"


# ---------------------------------------------------------------- what was bought


def lines(design: Design, units: Units) -> Iterator[tuple[str, int, int]]:
    """Every part with its points, then the plate (AG-5.1)."""
    for part in bought_parts(design, units):
        yield part_name(part, design, units), 1, part.cost
    plate = design.plate
    yield f"Smartplate {plate.thickness}/{plate.durability}", 1, plate_cost(design)


def part_name(part: Bought, design: Design, units: Units) -> str:
    """A part in words; ammo bins and stabilisers are told apart by their weapon."""
    if part.part == Part.SHIELD:
        return f"shield {part.name}"
    if part.part == Part.TURRET:
        return units.parts["high_act" if part.name == "high_act" else "turret"].name
    if part.weapon < 0:
        return NAMES[part.part]
    weapon = units.weapons[design.weapons[part.weapon].weapon].name
    return f"{NAMES[part.part]} {weapon}".strip()


# ---------------------------------------------------------------- what is broken


def broken(design: Design, units: Units, budget: int) -> Iterator[Refusal]:
    """Every rule that a design breaks, in the order of AG-5.6: the first is the reason of the rulebook."""
    for why, breaks in CHECKS:
        over = total_cost(design, units) > budget
        if over if why == Illegal.OVER_BUDGET else breaks(design, units):
            reason = detail(why, design, units, budget)
            yield Refusal(why.name.lower(), f"{WORDS[why]}{reason and f': {reason}'}", why.rule)


def detail(why: Illegal, design: Design, units: Units, budget: int) -> str:
    """What exactly is wrong, where the words of the rule leave that open."""
    chassis, top = units.chassis[design.chassis], units.budgets[design.budget]
    if why == Illegal.OVER_BUDGET:
        return f"{total_cost(design, units)} of {budget} points"
    if why == Illegal.DRIVE_RANGE:
        return "mobility {} to {}".format(*chassis.mobility)
    if why == Illegal.PLATE_RANGE:
        thickest = min(chassis.thickness, top.thickness)
        durable = f"durability {LEAST_DURABILITY} to {MOST_DURABILITY} by {DURABILITY_STEP}"
        return f"thickness {THIN} to {thickest} by {STEP}, {durable}"
    if why == Illegal.SENSORS_RANGE:
        return f"{design.sensors} of at most {units.parts['sensors'].most}"
    if why == Illegal.SMOKE_COUNT:
        return f"{design.smoke} of at most {units.parts['smoke'].most}"
    if why == Illegal.POWER_MISSING:
        need = sum(units.weapons[fitting.weapon].power for fitting in design.weapons)
        return f"{need} needed, {design.generator + STORED * design.capacitor} stored"
    return wrong_weapons(why, design, units)


def wrong_weapons(why: Illegal, design: Design, units: Units) -> str:
    """The weapons that are wrong, each judged as if it were the only one."""
    asked: dict[Illegal, Callable[[Design, Units], bool]] = dict(CHECKS)
    if why not in (Illegal.MOUNT_NOT_ALLOWED, Illegal.AMMO_MISSING, Illegal.AMMO_NOT_USED):
        return ""
    alone = [(weapon, design.model_copy(update={"weapons": (weapon,)})) for weapon in design.weapons]
    return ", ".join(units.weapons[weapon.weapon].name for weapon, only in alone if asked[why](only, units))
