"""The form of a situation: what can be chosen, in a player's words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hulldown.rulesets.close_assault.catalogue.profiles import load_units
from hulldown.rulesets.close_assault.choosing import options_under
from hulldown.rulesets.close_assault.codes import Kind
from hulldown.rulesets.close_assault.profiling import profile_from
from hulldown.rulesets.close_assault.situation.choices import Values, choice, kind_of, options, units
from hulldown.rulesets.close_assault.situation.data import PLACES, SAME, Fighter, Opponent
from hulldown.rulesets.situation import Field, Group

When = tuple[tuple[str, tuple[str, ...]], ...]

QUESTIONS = {
    "fights": "Fights of the Engagement stage",
    "charge": "Fights after its charge",
    "shock": "a Tank Shock, both answers",
}
ORDERS = {
    "none": "none",
    "first_fire": "First Fire",
    "advance": "Advance",
    "march": "March",
    "charge": "Charge",
    "fall_back": "Fall Back",
}
SPENDS = {
    "best": "best for the expected Wounds",
    "result": "best for the result",
    "all": "all it can in each Fight",
    "none": "nothing",
    "named": "as named for each opponent",
}
SEQUENCES = {"given": "as given", "best": "in the best order"}
SIDES = {"front": "Front", "rear": "Rear"}
COUNTS = {str(n): str(n) for n in range(1, len(PLACES) + 1)}
CHARGES: When = (("what", ("charge", "shock")),)
FIGHTS: When = (("what", ("fights",)),)
SHOCKS: When = (("what", ("shock",)),)


@cache
def form() -> tuple[Group, ...]:
    """Every field, group by group."""
    return (
        Group("The question", question()),
        Group("The model", fighter()),
        *(Group(title(place), opponent(place)) for place in PLACES),
        Group("Rule options", options(), True),
    )


def title(place: str) -> str:
    """The heading of an opponent."""
    return f"{place.capitalize()} opponent"


def vehicles() -> tuple[str, ...]:
    """The units that have arcs and bonuses (CA-1.1)."""
    known = load_units().units
    return tuple(key for key, one in known.items() if kind_of(one) in (Kind.VEHICLE, Kind.SHV))


def question() -> tuple[Field, ...]:
    """What is asked, and how many fight."""
    return (
        Field("what", "What is fought", "choice", "fights", choice(QUESTIONS)),
        Field("opponents", "Enemies in contact", "number", 1, (), 1, len(PLACES), rule="CA-9.3"),
        Field("sequence", "Fought", "choice", "given", choice(SEQUENCES), rule="CA-19.7"),
        Field("more", "More models of the first", "number", 0, (), 0, 9, rule="CA-12.19"),
    )


def fighter() -> tuple[Field, ...]:
    """Whose odds they are, its order or charge, what it spends."""
    plain = Fighter()
    drives: When = (*CHARGES, ("a.what", vehicles()))
    return (
        Field("a.what", "Unit", "choice", plain.what, units()),
        Field("a.order", "Order", "choice", plain.order, choice(ORDERS), rule="CA-9.8", when=FIGHTS),
        Field("a.charged", "Inches charged", "number", 0, (), 0, 40, rule="CA-11.1", when=drives, fine=True),
        Field("a.shocks", "Tank Shocks before", "number", 0, (), 0, 9, rule="CA-12.23"),
        Field("a.engaged", "It breaks out of Combat", "flag", False, rule="CA-12.28", when=SHOCKS),
        Field("a.wounds", "Wounds left", "number", "", (), 1, 9, "all", "CA-9.7"),
        Field("a.spend", "It spends", "choice", plain.spend, choice(SPENDS), rule="CA-19.5"),
    )


def opponent(place: str) -> tuple[Field, ...]:
    """An enemy: its unit, where it stands, its order, the bonuses named against it."""
    there: When = (("opponents", tuple(list(COUNTS)[PLACES.index(place) :])),)
    first = place == PLACES[0]
    same: Values = () if first else ((SAME, "as the one before", ""),)
    default = "line_infantry" if first else Opponent().what
    named: When = (*there, ("a.spend", ("named",)))
    arcs: When = (*there, ("a.what", vehicles()))
    armed: When = (*there, (f"{place}.what", (*vehicles(), SAME)))
    drove: When = (*there, (f"{place}.what", vehicles()), (f"{place}.order", ("charge",)))
    own: When = there if first else (*there, (f"{place}.what", tuple(load_units().units)))
    return (
        Field(f"{place}.what", "Unit", "choice", default, (*same, *units()), when=there),
        Field(
            f"{place}.arc", "Stands in its arc", "choice", "front", choice(SIDES), rule="CA-5.3", when=arcs
        ),
        Field(f"{place}.faces", "Shows its own", "choice", "front", choice(SIDES), rule="CA-5.3", when=armed),
        Field(f"{place}.order", "Order", "choice", "none", choice(ORDERS), rule="CA-9.8", when=own),
        Field(f"{place}.charged", "Inches charged", "number", 0, (), 0, 40, "", "CA-11.1", drove, fine=True),
        Field(f"{place}.spends", "Spends all its bonuses", "flag", True, rule="CA-19.6", when=armed),
        Field(f"{place}.wounds", "Wounds left", "number", "", (), 1, 9, "all", "CA-9.7", there),
        Field(
            f"{place}.spent", "Against it", "several", "", bonuses(), rule="CA-10.7", when=named, by="a.what"
        ),
    )


@cache
def bonuses() -> Values:
    """Every bonus of every unit that comes with the game, under its unit: "2.1" is the first of weapon 2."""
    return tuple(bonuses_of_units())


def bonuses_of_units() -> Iterator[tuple[str, str, str]]:
    """The same one by one."""
    for key, sheet in load_units().units.items():
        profile = profile_from(sheet, options_under({}))
        for w, armament in enumerate(sheet.weapon):
            count = int(profile.weapon[w].bonuses)
            for n in range(1, count + 1):
                words = armament.name if count == 1 else f"{armament.name}, {n} of {count}"
                yield f"{w + 1}.{n}", words, key
