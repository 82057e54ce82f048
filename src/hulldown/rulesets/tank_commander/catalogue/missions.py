"""What each kind of mission must have and others must not: sides, objectives, the prize (TC-13)."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.catalogue import ValidationIssue, quote, unknown_name
from hulldown.rulesets.tank_commander.catalogue.scenarios import Force, Scenario
from hulldown.rulesets.tank_commander.catalogue.units import Unit, Units

TRAINING = "basic_training"

# The rule that prints each mission and says what it is about.
RULES = {
    "skirmish": "TC-13.11",
    "basic_training": "TC-13.9",
    "capture_objectives": "TC-13.13",
    "breakthrough": "TC-13.15",
    "destroy_target": "TC-13.17",
    "escort": "TC-13.19",
    "beach_landing": "TC-13.21",
    "urban_warfare": "TC-13.23",
    "disable_aa_guns": "TC-13.27",
}
ATTACKED = ("breakthrough", "destroy_target", "escort", "beach_landing", "disable_aa_guns")
FOUGHT_OVER = ("capture_objectives", "beach_landing", "urban_warfare")

# Which missions know a key of the file, and the rule that gives it a meaning.
BELONGS = {
    "attacker": (ATTACKED, "TC-13.4"),
    "objectives": (FOUGHT_OVER, "TC-13.5"),
    "holder": (FOUGHT_OVER, "TC-13.5"),
    "prize": (("destroy_target", "escort"), "TC-13.17"),
    "prize_hex": (("destroy_target", "disable_aa_guns"), "TC-13.17"),
    "waypoints": ((TRAINING,), "TC-13.9"),
    "medals": ((TRAINING,), "TC-13.9"),
}
# Keys that a mission cannot do without; Destroy Target takes a prize of either kind.
NEEDS = {
    "basic_training": ("medals",),
    "capture_objectives": ("objectives",),
    "breakthrough": ("attacker",),
    "destroy_target": ("attacker",),
    "escort": ("attacker", "prize"),
    "beach_landing": ("attacker", "objectives"),
    "urban_warfare": ("objectives",),
    "disable_aa_guns": ("attacker", "prize_hex"),
}


def mission_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """Everything that does not fit the kind of mission."""
    yield from key_problems(file)
    yield from named_side_problems(file)
    yield from training_problems(file)
    yield from prize_problems(file, units)
    yield from attack_problems(file, units)


def words(names: tuple[str, ...]) -> str:
    """'breakthrough, escort or beach_landing'."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def has_value(file: Scenario, key: str) -> bool:
    """Whether a scenario says anything under a key; objectives may be drawn as well."""
    return bool(file.objective_hexes() if key == "objectives" else getattr(file, key))


def key_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """The number of sides, keys that are missing, keys that mean nothing in this mission."""
    wanted = 1 if file.mission == TRAINING else 2
    if len(file.sides) != wanted:
        yield ValidationIssue(("sides",), f"this mission has {wanted} side{'s' * (wanted > 1)}", file.rule)
    for key in NEEDS.get(file.mission, ()):
        if not has_value(file, key):
            yield ValidationIssue((key,), "is missing", RULES[file.mission])
    for key, (missions, rule) in BELONGS.items():
        if has_value(file, key) and file.mission not in missions:
            yield ValidationIssue((key,), f"belongs to {words(missions)} only", rule)


def named_side_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """An attacker or holder that is no side."""
    names = [side.name for side in file.sides]
    for key in ("attacker", "holder"):
        name = getattr(file, key)
        if name and name not in names:
            yield ValidationIssue((key,), unknown_name("side", name, names))


def training_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """A training without anything to do, or with medals in the wrong order."""
    if file.mission == TRAINING and not (file.waypoints or file.statics):
        yield ValidationIssue(("waypoints",), "a training needs waypoints or targets", "TC-13.9")
    if file.medals and not file.medals.gold <= file.medals.silver <= file.medals.bronze:
        yield ValidationIssue(
            ("medals",), "gold must not be later than silver, nor silver than bronze", "TC-13.9"
        )


# ---------------------------------------------------------------- attack and defense


def profile_of(force: Force, units: Units) -> Unit | None:
    """The profile that a force uses, if it exists."""
    known = units.builds.get(force.build)
    return units.units.get(known.unit if known else force.unit)


def prize_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """What must be destroyed or brought across, and is not there or of the wrong side."""
    rule = RULES[file.mission]
    if file.mission == "destroy_target" and bool(file.prize) == bool(file.prize_hex):
        yield ValidationIssue(("prize",), "the target is a prize or a prize_hex: give one of the two", rule)
    if file.prize_hex and file.ground().get(file.prize_hex) != "building":
        yield ValidationIssue(("prize_hex",), f"{quote(file.prize_hex)} is no building", rule)
    if not file.prize:
        return
    prize = file.units.get(file.prize)
    if prize is None:
        yield ValidationIssue(("prize",), unknown_name("unit", file.prize, file.units), rule)
    elif file.mission == "destroy_target" and prize.side == file.attacker:
        yield ValidationIssue(("prize",), f"{file.prize} belongs to the attacker", rule)
    elif file.mission == "escort":
        profile = profile_of(prize, units)
        if prize.side != file.attacker or (profile and profile.kind != "squad"):
            yield ValidationIssue(("prize",), "must be a squad of the attacker", rule)


def attack_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """An attacker without what the mission cannot be won without."""
    seat = next((seat for seat, side in enumerate(file.sides) if side.name == file.attacker), None)
    if seat is None:
        return
    if file.mission == "breakthrough" and not has_tank(file, units):
        yield ValidationIssue(("attacker",), f"{file.attacker} has no battle tank", RULES[file.mission])
    if file.mission == "disable_aa_guns" and not file.sides[seat].free_strikes:
        place = ("sides", seat, "free_strikes")
        yield ValidationIssue(
            place, "is missing: only an air strike destroys the bunker", RULES[file.mission]
        )


def has_tank(file: Scenario, units: Units) -> bool:
    """Whether the attacker has a tank, or a unit that is misspelt and may be one."""
    ours = [force for force in file.units.values() if force.side == file.attacker]
    profiles = [profile_of(force, units) for force in ours]
    return any(profile is None or profile.kind == "tank" for profile in profiles)


# ---------------------------------------------------------------- carried squads


def carried_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """Units that stand nowhere or in two places, and squads on what cannot carry them (TC-10.19)."""
    for name, force in file.units.items():
        place = ("units", name)
        if force.hex and force.carried_by:
            yield ValidationIssue((*place, "carried_by"), "stands beside hex; give one or the other")
        elif not force.hex and not force.carried_by:
            yield ValidationIssue((*place, "hex"), "is missing")
        if force.carried_by:
            yield from (
                ValidationIssue((*place, "carried_by"), what, rule)
                for what, rule in why_not_carried(file, force, units)
            )


def why_not_carried(file: Scenario, force: Force, units: Units) -> Iterator[tuple[str, str]]:
    """What keeps a force from starting on its carrier, with the rule."""
    carrier = file.units.get(force.carried_by)
    profile, vehicle = profile_of(force, units), carrier and profile_of(carrier, units)
    if profile and profile.kind != "squad":
        yield f"the {profile.name} is not carried; only infantry is", "TC-10.18"
    if carrier is None:
        yield unknown_name("unit", force.carried_by, file.units), "TC-10.19"
    elif carrier.side != force.side:
        yield f"{force.carried_by} is of the other side", "TC-10.19"
    elif vehicle and not vehicle.carries:
        yield f"the {vehicle.name} carries nobody", "TC-14.12" if vehicle.drive == "hover" else "TC-10.19"
