"""`units.toml`: weapons, crews and tanks (sections 2.2 and 2.3 of the rulebook), and tanks of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, Field

from hulldown.catalogue import Entry, RuleId, Text, ValidationIssue, quote, unknown_name
from hulldown.rulesets.chase.state import BANDS
from hulldown.rulesets.common.painting import Word

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
    type: Text
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
        tuple[Modifier | None, ...],
        BeforeValidator(in_order, json_schema_input_type=RangeDms),
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
        if tank.weapon not in file.weapons:
            yield ValidationIssue(
                ("tanks", name, "weapon"), unknown_name("weapon", tank.weapon, file.weapons)
            )
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
        if weapon.listed not in units.weapons:
            yield ValidationIssue(("weapon",), unknown_name("weapon", weapon.listed, units.weapons))
    elif len(weapon.range_dm) != BANDS:
        what = f'needs {BANDS} range DMs, Adjacent to Distant, "-" where it cannot fire'
        yield ValidationIssue(("weapon", "range_dm"), what, "CH-10.2")
    elif all(dm is None for dm in weapon.range_dm):
        yield ValidationIssue(("weapon", "range_dm"), "needs a DM for at least one band", "CH-10.2")
