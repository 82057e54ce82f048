"""The ruleset's files as typed data, and what they can get wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from hulldown.catalogue import Entry, OptionValue, RuleId, Text, ValidationIssue, quote, unknown_name
from hulldown.rulesets.api.files import RosterUnit
from hulldown.rulesets.chase.occasions import HOUSE
from hulldown.rulesets.chase.state import BANDS, PAYOFF, SIDE_TANKS, Options
from hulldown.rulesets.common import scenarios
from hulldown.rulesets.common.building import Word
from hulldown.rulesets.common.ruleset_files import RulesetFiles, listed_units

Band = Literal["Adjacent", "Close", "Short", "Medium", "Long", "Very Long", "Distant"]


def skill_level(level: int) -> int:
    """A skill as CH-1.6 knows it. ValueError if it is none."""
    if level == -3 or 0 <= level <= 4:
        return level
    raise ValueError(f"must be 0 to 4, or -3 for none, not {quote(level)} (CH-1.6)")


Skill = Annotated[int, AfterValidator(skill_level)]
Hull = Annotated[int, Field(ge=1, le=12)]
Plate = Annotated[int, Field(ge=0, le=60)]
Speed = Annotated[int, Field(ge=0, le=60)]
Modifier = Annotated[int, Field(ge=-20, le=20)]
Points = Annotated[int, Field(ge=0, le=1000)]
Dice = Annotated[int, Field(ge=0, le=8)]
Bonus = Annotated[int, Field(ge=-20, le=60)]
Mount = Literal["turret", "fixed"]
LISTED, OWN, OWN_GUN = KINDS = ("listed", "own", "own_gun")  # what a tank of a player is built as (CH-17.1)


class Armor(Entry):
    """Armor of the facings; Left and Right are `side`."""

    front: Plate
    side: Plate
    rear: Plate


class Weapon(Entry):
    """A weapon of section 2.2. A band that `range_dm` leaves out is one at which it cannot fire (CH-10.2)."""

    name: Text
    dice: Dice
    bonus: Bonus = 0
    ap: Plate = 0
    range_dm: Annotated[dict[Band, Modifier], Field(min_length=1)]
    source: RuleId


class Crew(Entry):
    """A crew variant of section 2.3; `points` are added to those of its tank."""

    name: Text
    driver: Skill
    gunner: Skill
    points: Annotated[int, Field(ge=-1000, le=1000)]
    source: RuleId


class Tank(Entry):
    """A tank of section 2.3; its skills are those of its crew."""

    name: Text
    type: Annotated[Word, Field(min_length=1)]  # as a build has it
    text: Text
    hull: Hull
    armor: Armor
    top_speed: Speed
    agility: Modifier
    weapon: str
    mount: Mount
    points: Points
    source: RuleId


class Units(Entry):
    """`units.toml`."""

    weapons: Annotated[dict[str, Weapon], Field(min_length=1)]
    crews: Annotated[dict[str, Crew], Field(min_length=1)]
    tanks: Annotated[dict[str, Tank], Field(min_length=1)]


def in_order(bands: Any) -> Any:
    """Range DMs from Adjacent on, None where a weapon cannot fire: of a list, which says "-" there as the
    rulebook prints it, or by the names of bands. ValueError for a band that there is not.
    """
    if isinstance(bands, Mapping):
        known = get_args(Band)
        for name in bands:
            if name not in known:
                raise ValueError(unknown_name("band", str(name), known))
        bands = tuple(bands.get(name) for name in known)
    return tuple(None if dm == "-" else dm for dm in bands) if isinstance(bands, list | tuple) else bands


def name_as_weapon(weapon: Any) -> Any:
    """The name of a listed weapon in place of its numbers."""
    return {"listed": weapon} if isinstance(weapon, str) else weapon


RangeDms = tuple[Modifier | Literal["-"], ...] | dict[Band, Modifier | None]  # as they may be written


class OwnWeapon(Entry):
    """A weapon of a player's own, or a listed one. `range_dm` has a number for each band from Adjacent on,
    "-" where it cannot fire, or is a table by the names of bands, which leaves those out.
    """

    listed: str = ""
    name: Word = ""
    dice: Dice = 0
    bonus: Bonus = 0
    ap: Plate = 0
    range_dm: Annotated[
        tuple[Modifier | None, ...], BeforeValidator(in_order, json_schema_input_type=RangeDms)
    ] = ()


class OwnTank(Entry):
    """A tank of a player's own, every number of it (CH-17.1); `weapon` may be one of `units.toml` by name."""

    name: Word = ""
    type: Word = ""
    hull: Hull
    front: Plate
    side: Plate
    rear: Plate
    top_speed: Speed
    agility: Modifier
    driver: Skill
    gunner: Skill
    mount: Mount
    weapon: Annotated[OwnWeapon, BeforeValidator(name_as_weapon, json_schema_input_type=str | OwnWeapon)]
    points: Points = 100


def unit_problems(file: Units) -> Iterator[ValidationIssue]:
    """Names in `units.toml` that lead nowhere, and points below 0."""
    for name, tank in file.tanks.items():
        yield from scenarios.unlisted(("tanks", name, "weapon"), "weapon", [tank.weapon], file.weapons)
    least = min(tank.points for tank in file.tanks.values())
    for name, crew in file.crews.items():
        if least + crew.points < 0:
            yield ValidationIssue(
                ("crews", name, "points"), "a tank with this crew would have points below 0"
            )


def own_problems(own: OwnTank, units: Units) -> Iterator[ValidationIssue]:
    """A weapon that does not exist, or one without a band to fire at."""
    weapon = own.weapon
    if weapon.listed:
        yield from scenarios.unlisted(("weapon",), "weapon", [weapon.listed], units.weapons)
    elif len(weapon.range_dm) != BANDS:
        what = f'needs {BANDS} range DMs, Adjacent to Distant, "-" where it cannot fire'
        yield ValidationIssue(("weapon", "range_dm"), what, "CH-10.2")
    elif all(dm is None for dm in weapon.range_dm):
        yield ValidationIssue(("weapon", "range_dm"), "needs a DM for at least one band", "CH-10.2")


# ---------------------------------------------------------------- scenarios
# `scenarios/*.toml` (section 4): who meets whom, how far apart, for how long and for what; and what such a
# file can get wrong beyond its types.


CONDITION = "condition"
REGULAR = "regular"  # the crew of section 2.3
Key = Literal[
    "destroy_b", "destroy_a", "both", "esc_b", "esc_a", "esc_both", "limit_a", "limit_b", "limit_eq"
]
STANDARD: dict[str, int] = {  # CH-12.6, for side A
    "destroy_b": PAYOFF,
    "destroy_a": -PAYOFF,
    "both": 0,
    "esc_b": PAYOFF // 2,
    "esc_a": -PAYOFF // 2,
    "esc_both": 0,
    "limit_a": PAYOFF // 4,
    "limit_b": -PAYOFF // 4,
    "limit_eq": 0,
}


def payoff(value: Any) -> int:
    """A payoff for side A as the state holds it. ValueError unless it is a fraction from -1 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError(f'must be a whole number or a fraction such as "1/2", not {quote(value)}')
    try:
        part = Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f'must be a fraction such as "1/2", not {quote(value)}') from None
    if not -1 <= part <= 1:
        raise ValueError(f"must be between -1 and 1, not {quote(value)} (CH-12.9)")
    if (part * PAYOFF).denominator != 1:
        raise ValueError(f"must be a multiple of 1/{PAYOFF}, not {quote(value)} (CH-12.9)")
    return int(part * PAYOFF)


def limit_payoff(value: Any) -> int | None:
    """A fixed payoff of the turn limit, or None where the condition of the tanks decides (CH-12.5)."""
    return None if value == CONDITION else payoff(value)


SHOWN = WithJsonSchema({"type": ["string", "integer"]})
Payoff = Annotated[Any, AfterValidator(payoff), SHOWN]
Limit = Annotated[Any, AfterValidator(limit_payoff), SHOWN]


class Force(Entry):
    """A tank of `units.toml` with a crew, or in `own` every number of one that is not listed there."""

    tank: str = ""
    crew: str = REGULAR
    own: OwnTank | None = None


class Scenario(scenarios.BySides, Entry):
    """A scenario as it is printed (CH-12.9). `units` are A1, A2 ... for side A and B1, B2 ... for side B.

    In one with `free` play each side fields tanks of its own for `total` points; `units` are what is proposed
    (CH-17.4).

    `payoffs` replaces standard ones of the same key (CH-12.6); `limit` says what the turn limit is worth:
    "condition", or a fixed payoff for side A (CH-12.5). `duels` is how many a match has.
    """

    name: Text
    rule: RuleId
    summary: Text
    briefing: Text
    victory: Text
    start: Band
    turn_limit: Annotated[int, Field(ge=1, le=24)]
    duels: Annotated[int, Field(ge=1, le=9)] = 1
    limit: Limit = None
    free: bool = False
    total: Annotated[int, Field(ge=0, le=6000)] = 0
    payoffs: dict[Key, Payoff] = Field(default_factory=dict)
    options: dict[str, OptionValue] = Field(default_factory=dict)
    sides: Annotated[tuple[scenarios.Side, ...], Field(min_length=2, max_length=2)]
    units: Annotated[dict[str, Force], Field(min_length=2)]

    def stakes(self) -> dict[str, int]:
        """What a duel can end with, by key, in whole numbers; a fixed limit stands under `limit`."""
        worth = STANDARD | {str(key): int(value) for key, value in self.payoffs.items()}
        if self.limit is None:
            return worth
        return {key: n for key, n in worth.items() if not key.startswith("limit")} | {"limit": self.limit}


# ---------------------------------------------------------------- what a file can get wrong


def scenario_problems(file: Scenario, units: Units, options: scenarios.Known) -> Iterator[ValidationIssue]:
    """Everything that keeps a scenario from being played."""
    yield from scenarios.option_problems(file.options, options)
    yield from scenarios.numbering_problems(file, "tank", "tanks")
    yield from size_problems(file)
    yield from free_problems(file, units)
    for name, force in file.units.items():
        yield from force_problems(name, force, units)


def size_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """More tanks than a side may have, and what a team battle has no use for (CH-14.1)."""
    team = str(file.options.get("team_battle", False)).lower() == "true"
    for number, letter in enumerate("AB"):
        for position, name in enumerate(file.side(number), 1):
            if position > SIDE_TANKS:
                yield ValidationIssue(
                    ("units", name), f"side {letter} has more than {SIDE_TANKS} tanks", "CH-14.1"
                )
            elif position == 2 and not team:
                what = "a second tank on a side needs team_battle = true among the options"
                yield ValidationIssue(("units", name), what, "CH-14.1")
    if team and file.duels > 1:
        yield ValidationIssue(("duels",), "a team battle is no match of duels", "CH-14.10")
    if team and (file.payoffs or file.limit is not None):
        place = "payoffs" if file.payoffs else "limit"
        yield ValidationIssue((place,), "a team battle is scored by points, not by payoffs", "CH-14.10")


def free_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """Points without free play, free play without points, and a proposal that is worth more (CH-17.4)."""
    if file.free != bool(file.total):
        what = (
            "is missing: free play is for so many points"
            if file.free
            else "means nothing without free = true"
        )
        yield ValidationIssue(("total",), what, "CH-17.4")
    for side, letter in enumerate("AB"):
        worth = sum(points_of(force, units) for force in file.side(side).values())
        if file.free and worth > file.total > 0:
            what = f"of side {letter} are worth {worth} points, more than {file.total}"
            yield ValidationIssue(("units",), what, "CH-17.4")


def points_of(force: Force, units: Units) -> int:
    """What a tank with its crew is worth (section 2.3), 0 for one that there is not."""
    if force.own:
        return force.own.points
    if force.tank not in units.tanks or force.crew not in units.crews:
        return 0
    return units.tanks[force.tank].points + units.crews[force.crew].points


def force_problems(name: str, force: Force, units: Units) -> Iterator[ValidationIssue]:
    """A tank or crew that does not exist, none at all, or two at once."""
    place = ("units", name)
    if bool(force.tank) == (force.own is not None):
        what = "names a tank and describes one of its own" if force.tank else "is missing"
        yield ValidationIssue((*place, "tank"), what)
    elif force.tank and force.tank not in units.tanks:
        yield ValidationIssue((*place, "tank"), unknown_name("tank", force.tank, units.tanks))
    yield from scenarios.unlisted((*place, "crew"), "crew", [force.crew], units.crews)
    if force.own:
        if "crew" in force.model_fields_set:
            yield ValidationIssue((*place, "crew"), "a tank of its own kind says its skills itself")
        yield from scenarios.within((*place, "own"), own_problems(force.own, units))


def scenario_warnings(file: Scenario) -> Iterator[ValidationIssue]:
    """Payoffs under which giving up could pay, so that the solver's play is not the best (CH-13.9)."""
    payoffs = file.stakes()
    for letter, sign in (("a", 1), ("b", -1)):
        own = sign * payoffs[f"destroy_{letter}"]
        for key, value in payoffs.items():
            if sign * value < own:
                place = ("limit",) if key == "limit" else ("payoffs", key)
                what = f"warning: is worse for side {letter.upper()} than to lose its tank"
                yield ValidationIssue(
                    place, f"{what}, so giving up may pay; the solver does not see that", "CH-13.9"
                )


# ---------------------------------------------------------------- shelf
# The shelf of Chase, and how what stands on it is listed.


APART = "_"  # between a tank and its crew in the id of a sample


def roster(file: Scenario, units: Units) -> Iterator[RosterUnit]:
    """Who takes part, with the crew unless it is a regular one: "Marten, veteran crew". Any tank may stand
    for any other (CH-17.2).
    """
    for side in range(2):
        for name, force in file.side(side).items():
            sample = "" if force.own else sample_id(force.tank, force.crew)
            build = force.own.model_dump(mode="json", exclude_unset=True) if force.own else {}
            yield RosterUnit(name, side, KINDS, force_text(force, units), sample, build)


def force_text(force: Force, units: Units) -> str:
    """A tank of a scenario by its name and crew."""
    if force.own:
        return force.own.name or "Tank of its own kind"
    crew = f", {units.crews[force.crew].name.lower()} crew" if force.crew != REGULAR else ""
    return units.tanks[force.tank].name + crew


def sample_id(tank: str, crew: str) -> str:
    """What the sample of a listed tank with a crew is called: "warden", "warden_veteran"."""
    return tank if crew == REGULAR else f"{tank}{APART}{crew}"


Shelf = RulesetFiles[Units, Scenario, Options]
SHELF: Shelf = RulesetFiles(
    Path(__file__).parent,
    Units,
    Scenario,
    Options,
    unit_problems=unit_problems,
    scenario_problems=scenario_problems,
    unit_list=lambda file: listed_units(file.tanks, lambda tank: tank.type, lambda tank: tank.points),
    roster=roster,
    turns=lambda file: file.turn_limit,
    points=lambda file: file.total,
    warnings=scenario_warnings,
    house=HOUSE,
)
