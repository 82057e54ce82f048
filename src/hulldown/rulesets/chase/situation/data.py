"""A situation as data, and how a form asks for it: two tanks, how they are, what both did this turn, and what
is asked about them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field as Checked

from hulldown.catalogue import Entry, OptionValue, ValidationIssue, Variant
from hulldown.rulesets.api.situation import FieldGroup, SituationField
from hulldown.rulesets.chase import blueprint, naming
from hulldown.rulesets.chase.catalogue import units
from hulldown.rulesets.chase.catalogue.scenarios import REGULAR
from hulldown.rulesets.chase.catalogue.shelf import SHELF
from hulldown.rulesets.chase.catalogue.units import OwnTank, OwnWeapon, own_problems
from hulldown.rulesets.chase.groundwork import read_own
from hulldown.rulesets.chase.state import BANDS
from hulldown.rulesets.common.active_overlay import cached
from hulldown.rulesets.common.scenarios import option_problems
from hulldown.rulesets.common.situations import Ask, Values, fields, option, unlisted

Owned = Mapping[str, OwnTank]
OWN = "own"
NAMELESS, LISTED = "Own tank", "Listed tanks"
TEAM = "team_battle"  # a situation is a duel
APART = (TEAM, "start_range", "turn_limit", "duels")  # options that a single moment of a duel has not
NAMES = {"a": "A1", "b": "B1"}
ORDERS = {"pursue": "Pursue", "flee": "Flee", "maneuver": "Maneuver", "hull_down": "Hull Down"}
SHIFTS = {"max": "as far as they may", "zero": "as little as they may"}
FACINGS = {name.lower(): name for name in naming.FACINGS.values()}


# ---------------------------------------------------------------- what hangs on the catalogue


def tanks(own: Owned) -> Values:
    """Those of the garage first, then the listed ones, then one whose numbers are written into the form."""
    known = SHELF.units().tanks.items()
    yours = ((key, tank.name or NAMELESS, "Your own tanks") for key, tank in own.items())
    shown = ((key, f"{tank.name}, {tank.type}", LISTED if own else "") for key, tank in known)
    return (*yours, *shown, (OWN, "Your own, number by number", LISTED if own else ""))


def crews(own: Owned) -> dict[str, str]:
    return {key: crew.name for key, crew in SHELF.units().crews.items()}


def weapons(own: Owned) -> dict[str, str]:
    return {**{key: weapon.name for key, weapon in SHELF.units().weapons.items()}, OWN: "Your own"}


def printed_tanks(own: Owned) -> tuple[str, ...]:
    """The tanks that are not one's own."""
    return tuple(SHELF.units().tanks)


# ---------------------------------------------------------------- tanks of the garage


def own_key(tank: OwnTank) -> str:
    """The key of a player's own tank: its name, and a mark that changes with its numbers."""
    word = re.sub(r"[^a-z0-9]+", "_", tank.name.casefold()).strip("_")
    mark = hashlib.sha256(tank.model_dump_json().encode()).hexdigest()[:4]
    return f"own_{word[:26] or 'tank'}_{mark}"


def own_unit(build: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """A build of the garage as an entry of `own`; None for a listed tank, which the form has by its name.

    CatalogueError names what keeps it from the field.
    """
    tank = blueprint.as_force(blueprint.read(build)).own
    return (own_key(check_tank(tank, tank.name)), entry(tank)) if tank else None


def entry(tank: OwnTank) -> dict[str, Any]:
    """A tank as an entry of `own`."""
    return tank.model_dump(mode="json", exclude_defaults=True)


def own_tanks(own: Mapping[str, Any]) -> dict[str, OwnTank]:
    """Entries of `own` as tanks. CatalogueError names what is wrong with one."""
    return {key: read_own(entry, f"own.{key}") for key, entry in own.items()}


def check_tank(tank: OwnTank, shown: str) -> OwnTank:
    """A tank that can take the field. CatalogueError names what keeps it from that."""
    return read_own(entry(tank), shown or NAMELESS)


# ---------------------------------------------------------------- the data

FIRES, DRIVES, RAMS = {"what": ("shot", "ram")}, {"what": ("maneuvers",)}, {"what": ("ram",)}
OF_OWN, OF_GUN = {".what": (OWN,)}, {".what": (OWN,), ".weapon": (OWN,)}
SAME_TEST = {**RAMS, "options.ram_test": ("same",)}

Name = Annotated[str, Checked(max_length=40)]
Order = Literal["pursue", "flee", "maneuver", "hull_down"]
Facing = Literal["front", "right", "rear", "left"]
Armor = Annotated[units.Plate, Ask("{field} armor", "CH-10.9", when=OF_OWN)]
Skill = Annotated[units.Skill, Ask("{field}", "CH-1.6", when=OF_OWN, low=-3, high=4)]


class Tank(Entry):
    """A tank of `units.toml` with a crew, or one of your own with every number; its damage; its turn.

    Without `left` it has all its hull points. A weapon of your own has one range DM, and without one it
    cannot fire. `effect` is that of its Driving test, for rams under `ram_test` = same.
    """

    what: Annotated[Name, Ask("Tank", "", tanks)] = "warden"
    crew: Annotated[Name, Ask("Crew", "CH-1.6", crews, {".what": printed_tanks})] = REGULAR
    hull: Annotated[units.Hull, Ask("Hull points", "CH-11.8", when=OF_OWN)] = 6
    front: Armor = 15
    side: Armor = 10
    rear: Armor = 7
    top_speed: Annotated[units.Speed, Ask("Top Speed", "CH-8.11", when=OF_OWN)] = 10
    agility: Annotated[units.Modifier, Ask("Agility", "CH-5.1", when=OF_OWN)] = 0
    driver: Skill = 2
    gunner: Skill = 2
    mount: Annotated[units.Mount, Ask("Gun mount", "CH-10.3", when=OF_OWN)] = "turret"
    weapon: Annotated[Name, Ask("Weapon", "", weapons, OF_OWN)] = "medium_gun"
    dice: Annotated[units.Dice, Ask("Damage dice", "CH-10.8", when=OF_GUN)] = 4
    bonus: Annotated[units.Bonus, Ask("Damage bonus", "CH-10.8", when=OF_GUN)] = 0
    ap: Annotated[units.Plate, Ask("AP", "CH-10.9", when=OF_GUN)] = 0
    range_dm: Annotated[
        units.Modifier | None, Ask("Range DM", "CH-10.5", when=OF_GUN, hint="cannot fire")
    ] = None
    left: Annotated[
        Annotated[int, Checked(ge=1, le=12)] | None, Ask("Hull points left", "CH-11.3", hint="all")
    ] = None
    mobility: Annotated[Literal["sound", "damaged", "immobilised"], Ask("Drive", "CH-11.4")] = "sound"
    gun: Annotated[Literal["sound", "damaged", "knocked_out"], Ask("Gun", "CH-11.5")] = "sound"
    order: Annotated[Order, Ask("Order", "CH-4.2", ORDERS)] = "maneuver"
    facing: Annotated[Facing, Ask("Shows its", "CH-7.1", FACINGS, FIRES)] = "front"
    success: Annotated[bool, Ask("{name} succeeded", "CH-5.3", when=FIRES)] = True
    effect: Annotated[int, Checked(ge=0, le=20), Ask("Effect of {name}'s test", "CH-8.6", when=SAME_TEST)] = 0

    def field_choice(self, own: Owned) -> str | OwnTank:
        """What is fielded, as `groundwork.field_tank` takes it."""
        if self.what != OWN:
            return own.get(self.what, self.what)
        dms = (self.range_dm,) * BANDS
        weapon = OwnWeapon(listed=self.weapon)
        if self.weapon == OWN:
            weapon = OwnWeapon(dice=self.dice, bonus=self.bonus, ap=self.ap, range_dm=dms)
        numbers = {name: getattr(self, name) for name in OwnTank.model_fields if hasattr(self, name)}
        return OwnTank(**{**numbers, "weapon": weapon})

    def hull_points(self, own: Owned) -> int:
        """Hull points of the unhurt tank."""
        known = SHELF.units().tanks
        if self.what in own:
            return own[self.what].hull
        return known[self.what].hull if self.what in known else self.hull


class Between(Entry):
    """Range, who won the Driving tests, whether a ram comes out of a run past the enemy (CH-8.1); how many
    turns are left, on which hangs what two maneuvers are worth (CH-13.4).
    """

    range: Annotated[units.Band, Ask("Range", "CH-2.1", when={"what": ("shot", "maneuvers")})] = "Medium"
    winner: Annotated[
        Literal["a", "b", "none"], Ask("Won by", "CH-5.3", {**NAMES, "none": "nobody"}, FIRES)
    ] = "a"
    overshoot: Annotated[bool, Ask("They run past each other", "CH-8.1", when=RAMS)] = False
    turns: Annotated[
        Annotated[int, Checked(ge=1, le=24)], Ask("Turns left, this one included", "CH-13.1", when=DRIVES)
    ] = 12


class Policy(Entry):
    """How both sides choose where the chart lets them (CH-13.3)."""

    shift: Annotated[Literal["max", "zero"], Ask("They shift", "CH-6.10", SHIFTS, DRIVES)] = "max"
    own: Annotated[Facing, Ask("Show of their own", "CH-7.6", FACINGS, DRIVES)] = "front"
    enemy: Annotated[Facing, Ask("Of the enemy", "CH-7.6", FACINGS, DRIVES)] = "rear"
    ram: Annotated[bool, Ask("Ram where they can", "CH-8.5", when=DRIVES)] = False
    open: Annotated[bool, Ask("Open where they can", "CH-6.12", when=DRIVES)] = False


class Situation(Entry):
    """All of it. What is left out is a warden that fires at another at Medium, both maneuvering.

    `what` is a shot of A1 (with B1's in return), a ram by A1, or two maneuvers from the secret orders to
    the end of the movement; `pairs` = all asks for every pair of orders. `own` are tanks of players' own,
    which A1 and B1 can be by their keys.
    """

    what: Annotated[
        Literal["shot", "ram", "maneuvers"],
        Ask("What happens", "", {"shot": "both fire", "ram": "A1 rams", "maneuvers": "both maneuver"}),
    ] = "shot"
    pairs: Literal["this", "all"] = "this"
    a: Tank = Tank()
    b: Tank = Tank()
    between: Between = Between()
    policy: Policy = Policy()
    own: Annotated[dict[Name, OwnTank], Checked(max_length=16)] = Checked(default_factory=dict)
    options: Annotated[dict[Name, OptionValue], Checked(max_length=128)] = Checked(default_factory=dict)


@cached
def form() -> tuple[FieldGroup, ...]:
    """Every field, group by group, for the tanks that come with the game."""
    return form_with({})


def form_with(own: Owned) -> tuple[FieldGroup, ...]:
    """The same with tanks of players' own among the choices."""

    def ask(place: str, names: str) -> tuple[SituationField, ...]:
        return fields(Situation, place, names, NAMES.get(place, ""), given=(own,))

    known = SHELF.options()
    numbers = "hull front side rear top_speed agility driver gunner mount weapon dice bonus ap range_dm"
    tests = (*ask("between", "winner"), *ask("a", "success"), *ask("b", "success"), *ask("a", "effect"))
    options = tuple(option(name, variant) for name, variant in known.items() if name not in APART)
    return (
        FieldGroup("The question", (*ask("", "what"), *ask("between", "range overshoot turns"))),
        *(FieldGroup(name, ask(place, f"what crew {numbers} order facing")) for place, name in NAMES.items()),
        FieldGroup("Driving tests of this turn", tests),
        FieldGroup("How they choose", ask("policy", "shift own enemy ram open")),
        *(
            FieldGroup(f"Damage of {name}", ask(place, "left mobility gun"), True)
            for place, name in NAMES.items()
        ),
        FieldGroup("Rule options", options, True),
    )


# ---------------------------------------------------------------- what cannot be


def problems(asked: Situation) -> Iterator[ValidationIssue]:
    """Names that do not exist, and more hull points than there are."""
    known = SHELF.variants()

    def team(variant: Variant, value: OptionValue) -> str:
        return "a situation is a duel" if variant is known[TEAM] else ""

    for key, tank in asked.own.items():
        if key in (*SHELF.units().tanks, OWN):
            yield ValidationIssue(("own", key), "is the name of another tank")
        for problem in own_problems(tank, SHELF.units()):
            yield problem._replace(place=("own", key, *problem.place))
    yield from tank_problems("a", asked.a, asked.own)
    yield from tank_problems("b", asked.b, asked.own)
    yield from option_problems(asked.options, known, team)


def tank_problems(place: str, tank: Tank, own: Owned) -> Iterator[ValidationIssue]:
    """What is wrong with one of the two."""
    known = SHELF.units()
    named = (
        ("what", "tank", (*known.tanks, *own, OWN)),
        ("crew", "crew", tuple(known.crews)),
        ("weapon", "weapon", (*known.weapons, OWN)),
    )
    for field, word, there in named:
        if wrong := list(unlisted((place, field), word, [getattr(tank, field)], there)):
            yield from wrong
            return
    most = tank.hull_points(own)
    if (tank.left or 0) > most:
        yield ValidationIssue((place, "left"), f"must be at most {most}, not {tank.left}", "CH-11.8")
