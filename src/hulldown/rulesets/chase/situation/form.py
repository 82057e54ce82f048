"""The form of a situation: what can be chosen, in a player's words."""

from __future__ import annotations

from functools import cache
from typing import get_args

from hulldown.catalogue import as_word
from hulldown.rulesets.chase.catalogue.shelf import SHELF
from hulldown.rulesets.chase.catalogue.units import Band
from hulldown.rulesets.chase.naming import FACINGS
from hulldown.rulesets.chase.situation.data import OWN, TEAM, Between, Policy, Tank
from hulldown.rulesets.face.situation import Field, Group

Values = tuple[tuple[str, str, str], ...]
When = tuple[tuple[str, tuple[str, ...]], ...]

NAMES = {"a": "A1", "b": "B1"}
QUESTIONS = {
    "shot": "both fire",
    "ram": "A1 rams",
    "maneuvers": "both maneuver",
}
ORDERS = {"pursue": "Pursue", "flee": "Flee", "maneuver": "Maneuver", "hull_down": "Hull Down"}
MOBILITIES = {"sound": "sound", "damaged": "damaged", "immobilised": "immobilised"}
GUNS = {"sound": "sound", "damaged": "damaged", "knocked_out": "knocked out"}
SHIFTS = {"max": "as far as they may", "zero": "as little as they may"}
WORDS = {"true": "yes", "false": "no"}
NUMBERS = (  # of a tank of one's own: field, words, least, most, rule
    ("hull", "Hull points", 1, 12, "CH-11.8"),
    ("front", "Front armor", 0, 60, "CH-10.9"),
    ("side", "Side armor", 0, 60, "CH-10.9"),
    ("rear", "Rear armor", 0, 60, "CH-10.9"),
    ("top_speed", "Top Speed", 0, 60, "CH-8.11"),
    ("agility", "Agility", -20, 20, "CH-5.1"),
    ("driver", "Driver", -3, 4, "CH-1.6"),
    ("gunner", "Gunner", -3, 4, "CH-1.6"),
)
ARMS = (
    ("dice", "Damage dice", 0, 8, "CH-10.8"),
    ("bonus", "Damage bonus", -20, 60, "CH-10.8"),
    ("ap", "AP", 0, 60, "CH-10.9"),
)
MEETS: When = (("what", ("shot", "ram")),)
DRIVES: When = (("what", ("maneuvers",)),)
RAMS: When = (("what", ("ram",)),)


@cache
def form() -> tuple[Group, ...]:
    """Every field, group by group."""
    return (
        Group("The question", question()),
        *(Group(name, tank(place)) for place, name in NAMES.items()),
        Group("Driving tests of this turn", tests()),
        Group("How they choose", choices()),
        *(Group(f"Damage of {name}", damage(place), True) for place, name in NAMES.items()),
        Group("Rule options", options(), True),
    )


# ---------------------------------------------------------------- pieces


def choice(words: dict[str, str]) -> Values:
    """Values with words, under no heading."""
    return tuple((value, text, "") for value, text in words.items())


def facings() -> Values:
    """The four facings."""
    return choice({name.lower(): name for name in FACINGS.values()})


def question() -> tuple[Field, ...]:
    """What is asked, and how far apart they are."""
    bands = choice({name: name for name in get_args(Band)})
    ranged: When = (("what", ("shot", "maneuvers")),)
    return (
        Field("what", "What happens", "choice", "shot", choice(QUESTIONS)),
        Field("between.range", "Range", "choice", Between().range, bands, rule="CH-2.1", when=ranged),
        Field("between.overshoot", "They run past each other", "flag", False, rule="CH-8.1", when=RAMS),
    )


def tank(place: str) -> tuple[Field, ...]:
    """Which tank it is, what it is ordered to do and which side it shows."""
    plain, units = Tank(), SHELF.units()
    listed: When = ((f"{place}.what", tuple(units.tanks)),)
    tanks = tuple((name, f"{one.name}, {one.type}", "") for name, one in units.tanks.items())
    crews = choice({name: one.name for name, one in units.crews.items()})
    return (
        Field(f"{place}.what", "Tank", "choice", plain.what, (*tanks, (OWN, "Your own", ""))),
        Field(f"{place}.crew", "Crew", "choice", plain.crew, crews, rule="CH-1.6", when=listed),
        *own(place),
        Field(f"{place}.order", "Order", "choice", plain.order, choice(ORDERS), rule="CH-4.2"),
        Field(f"{place}.facing", "Shows its", "choice", plain.facing, facings(), rule="CH-7.1", when=MEETS),
    )


def own(place: str) -> tuple[Field, ...]:
    """Every number of a tank of one's own."""
    plain, units = Tank(), SHELF.units()
    mine: When = ((f"{place}.what", (OWN,)),)
    gun: When = (*mine, (f"{place}.weapon", (OWN,)))
    weapons = tuple((name, one.name, "") for name, one in units.weapons.items())
    mounts = choice({"turret": "turret", "fixed": "fixed"})
    return (
        *(
            Field(f"{place}.{name}", words, "number", getattr(plain, name), (), low, high, "", rule, mine)
            for name, words, low, high, rule in NUMBERS
        ),
        Field(f"{place}.mount", "Gun mount", "choice", plain.mount, mounts, rule="CH-10.3", when=mine),
        Field(
            f"{place}.weapon", "Weapon", "choice", plain.weapon, (*weapons, (OWN, "Your own", "")), when=mine
        ),
        *(
            Field(f"{place}.{name}", words, "number", getattr(plain, name), (), low, high, "", rule, gun)
            for name, words, low, high, rule in ARMS
        ),
        Field(f"{place}.range_dm", "Range DM", "number", "", (), -20, 20, "cannot fire", "CH-10.5", gun),
    )


def tests() -> tuple[Field, ...]:
    """What the Driving tests of the turn came to, where shots or a ram hang on it."""
    winners = choice({**NAMES, "none": "nobody"})
    same: When = (*RAMS, ("options.ram_test", ("same",)))
    return (
        Field("between.winner", "Won by", "choice", Between().winner, winners, rule="CH-5.3", when=MEETS),
        *(
            Field(f"{place}.success", f"{name} succeeded", "flag", True, rule="CH-5.3", when=MEETS)
            for place, name in NAMES.items()
        ),
        Field("a.effect", "Effect of A1's test", "number", 0, (), 0, 20, "", "CH-8.6", same),
    )


def choices() -> tuple[Field, ...]:
    """How both sides choose in the turn (CH-13.3)."""
    plain = Policy()
    return (
        Field("policy.shift", "They shift", "choice", "max", choice(SHIFTS), rule="CH-6.10", when=DRIVES),
        Field("policy.own", "Show of their own", "choice", plain.own, facings(), rule="CH-7.6", when=DRIVES),
        Field("policy.enemy", "Of the enemy", "choice", plain.enemy, facings(), rule="CH-7.6", when=DRIVES),
        Field("policy.ram", "Ram where they can", "flag", False, rule="CH-8.5", when=DRIVES),
        Field("policy.open", "Open where they can", "flag", False, rule="CH-6.12", when=DRIVES),
    )


def damage(place: str) -> tuple[Field, ...]:
    """The damage state of a tank (CH-11.8)."""
    return (
        Field(f"{place}.left", "Hull points left", "number", "", (), 1, 12, "all", "CH-11.3"),
        Field(f"{place}.mobility", "Drive", "choice", "sound", choice(MOBILITIES), rule="CH-11.4"),
        Field(f"{place}.gun", "Gun", "choice", "sound", choice(GUNS), rule="CH-11.5"),
    )


def options() -> tuple[Field, ...]:
    """Every rule option of a duel."""
    return tuple(option(name) for name in SHELF.options() if name != TEAM)


def option(name: str) -> Field:
    """One rule option as a field."""
    known = SHELF.options()[name]
    default = as_word(known.default)
    if known.kind == "flag" and default == "false":
        return Field(f"options.{name}", known.text, "flag", False, rule=known.rule)
    words = {word: WORDS.get(word, word.replace("_", " ")) for word in map(as_word, known.values)}
    return Field(f"options.{name}", known.text, "choice", default, choice(words), rule=known.rule)
