"""What `units.toml` and a design can get wrong beyond their types."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.catalogue import ValidationIssue, quote, unknown_name
from hulldown.rulesets.agrav.design import EXCUSED, excuses, health, illegal, total_cost
from hulldown.rulesets.agrav.reasons import Illegal
from hulldown.rulesets.agrav.sheet import Design, Units, Vehicle
from hulldown.rulesets.agrav.state import Options
from hulldown.rulesets.common.active_overlay import ACTIVE_OVERLAY

NEEDED = ("cockpit", "sensors", "generator", "capacitor", "ammo", "turret", "high_act", "partial", "full")
WORDS = {
    Illegal.OVER_BUDGET: "costs more than its budget class has",
    Illegal.COCKPIT_MISSING: "needs exactly one cockpit",
    Illegal.SENSORS_RANGE: "has more sensor points than there may be",
    Illegal.DRIVE_RANGE: "needs exactly one drive, with a mobility that its chassis may have",
    Illegal.SHIELD_COUNT: "may have one shield",
    Illegal.SHIELD_NEEDS_GENERATOR: "has a shield and no generator",
    Illegal.POWER_RANGE: "has too large a generator or capacitor, or a capacitor and no generator",
    Illegal.PLATE_RANGE: "has plate that its chassis and class do not allow, or between the steps",
    Illegal.WEAPON_COUNT: "needs one to five weapons",
    Illegal.MOUNT_NOT_ALLOWED: "carries a weapon where it cannot",
    Illegal.TURRET_LOAD: "may have one turret, with one or two weapons in it",
    Illegal.AMMO_MISSING: "needs one to three ammo points for every weapon that uses loads",
    Illegal.AMMO_NOT_USED: "has ammo for a weapon that uses none",
    Illegal.POWER_MISSING: "cannot store the energy for one volley of every weapon",
    Illegal.STABILISER_DUPLICATE: "has two stabilisers on one weapon",
    Illegal.TRANSFER_NEEDS_SHIELD: "has a shield transfer system and no shield",
    Illegal.SMOKE_COUNT: "has too many smoke dischargers",
}


def unit_problems(file: Units, o: Options) -> Iterator[ValidationIssue]:
    """Tables that are incomplete, names that lead nowhere, designs that are illegal or miscounted."""
    problems = [*table_problems(file), *squad_problems(file)]
    yield from problems
    for name, vehicle in file.vehicles.items():
        place = ("vehicles", name)
        wrong = list(name_problems(vehicle, file))
        for problem in wrong or ([] if problems else design_problems(vehicle, file)):
            yield problem._replace(place=(*place, *problem.place))
        if not wrong and not problems:
            yield from sum_problems(name, vehicle, file, o)


def table_problems(file: Units) -> Iterator[ValidationIssue]:
    """A chassis, class or part that designs count on and the file lacks (tables 3.2 to 3.4)."""
    for table, needed in (
        ("chassis", ("tank", "walker", "agrav")),
        ("budgets", ("light", "medium", "heavy")),
        ("parts", (*NEEDED, "smoke", "transfer")),
    ):
        for name in needed:
            if name not in getattr(file, table):
                yield ValidationIssue((table,), f"lacks {name}")
    for name, chassis in file.chassis.items():
        if chassis.mobility[0] > chassis.mobility[1]:
            yield ValidationIssue(("chassis", name, "mobility"), "must be the least and the most")


def squad_problems(file: Units) -> Iterator[ValidationIssue]:
    """Squads whose weapons do not exist or whose name is a vehicle's (table 3.7)."""
    for name, squad in file.squads.items():
        if name in file.vehicles:
            yield ValidationIssue(("squads", name), f"{quote(name)} is the name of a vehicle")
        for number, weapon in enumerate(squad.weapons):
            if weapon not in file.weapons:
                yield ValidationIssue(
                    ("squads", name, "weapons", number), unknown_name("weapon", weapon, file.weapons)
                )


def name_problems(design: Design, units: Units) -> Iterator[ValidationIssue]:
    """Weapons and shields of a design that cannot be bought (section 3.5)."""
    for name in design.shield:
        if name not in units.shields:
            yield ValidationIssue(("shield",), unknown_name("shield", name, units.shields))
    on_sale = [name for name, weapon in units.weapons.items() if weapon.cost is not None]
    for number, fitting in enumerate(design.weapons):
        if fitting.weapon not in on_sale:
            yield ValidationIssue(
                ("weapons", number, "weapon"), unknown_name("weapon", fitting.weapon, on_sale)
            )


def design_problems(design: Design, units: Units) -> Iterator[ValidationIssue]:
    """What cannot be bought, else the first rule of AG-5.6 that a design breaks."""
    wrong = list(name_problems(design, units))
    yield from wrong
    reason = Illegal.LEGAL if wrong else illegal(design, units, excuses(design))
    if reason != Illegal.LEGAL:
        yield ValidationIssue((), WORDS[reason], reason.rule)


def sum_problems(name: str, vehicle: Vehicle, file: Units, o: Options) -> Iterator[ValidationIssue]:
    """A sample vehicle that does not come to its printed points and health (section 3.6); with packs in force
    it comes to others.
    """
    if not ACTIVE_OVERLAY.get():
        yield from count_problems(name, vehicle, file, o)


def build_problems(file: Units, o: Options) -> Iterator[ValidationIssue]:
    """Vehicles that break AG-5.6 or do not come to what they say, whatever packs change of their parts."""
    for name, vehicle in file.vehicles.items():
        reason = illegal(vehicle, file, () if vehicle.by_the_rules else EXCUSED)
        if reason != Illegal.LEGAL:
            yield ValidationIssue(("vehicles", name), WORDS[reason], reason.rule)
        yield from count_problems(name, vehicle, file, o)


def count_problems(name: str, vehicle: Vehicle, file: Units, o: Options) -> Iterator[ValidationIssue]:
    """Points and health that are not those of the parts."""
    for field, correct in (("spent", total_cost(vehicle, file)), ("health", health(vehicle, file, o))):
        if getattr(vehicle, field) != correct:
            yield ValidationIssue(("vehicles", name, field), f"should be {correct}", "AG-5.1")
