"""The form of a situation: what can be chosen, in a player's words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from hulldown.rulesets.close_assault.catalogue.shelf import SHELF
from hulldown.rulesets.close_assault.codes import Kind
from hulldown.rulesets.close_assault.profiling import profile_from
from hulldown.rulesets.close_assault.sheet import UnitProfile
from hulldown.rulesets.close_assault.situation.choices import Values, choice, kind_of, options, units
from hulldown.rulesets.close_assault.situation.data import PLACES, SAME, Fighter, Opponent
from hulldown.rulesets.face.situation import Field, Group

When = tuple[tuple[str, tuple[str, ...]], ...]
Sheets = Mapping[str, UnitProfile]

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
    """Every field, group by group, for the units that come with the game."""
    return form_with({})


def form_with(own: Sheets) -> tuple[Group, ...]:
    """The same with units of players' own among the choices."""
    known = {**SHELF.units().units, **own}
    return (
        Group("The question", question()),
        Group("The model", fighter(own, known)),
        *(Group(title(place), opponent(place, own, known)) for place in PLACES),
        Group("What went before", went_before(known), True),
        Group("Rule options", options(), True),
    )


def title(place: str) -> str:
    """The heading of an opponent."""
    return f"{place.capitalize()} opponent"


def vehicles(known: Sheets) -> tuple[str, ...]:
    """The units that have arcs and bonuses (CA-1.1)."""
    return tuple(key for key, one in known.items() if kind_of(one) in (Kind.VEHICLE, Kind.SHV))


def question() -> tuple[Field, ...]:
    """What is asked, and how many fight."""
    return (
        Field("what", "What is fought", "choice", "fights", choice(QUESTIONS)),
        Field("opponents", "Enemies in contact", "number", 1, (), 1, len(PLACES), rule="CA-9.3"),
        Field("sequence", "Fought", "choice", "given", choice(SEQUENCES), rule="CA-19.7"),
        Field("more", "More models of the first", "number", 0, (), 0, 9, rule="CA-12.19"),
    )


def fighter(own: Sheets, known: Sheets) -> tuple[Field, ...]:
    """Whose odds they are, its order or charge, what it spends."""
    plain = Fighter()
    drives: When = (*CHARGES, ("a.what", vehicles(known)))
    return (
        Field("a.what", "Unit", "choice", plain.what, units(own)),
        Field("a.order", "Order", "choice", plain.order, choice(ORDERS), rule="CA-9.8", when=FIGHTS),
        Field("a.charged", "Inches charged", "number", 0, (), 0, 40, rule="CA-11.1", when=drives, fine=True),
        Field("a.shocks", "Tank Shocks before", "number", 0, (), 0, 9, rule="CA-12.23"),
        Field("a.engaged", "It breaks out of Combat", "flag", False, rule="CA-12.28", when=SHOCKS),
        Field("a.wounds", "Wounds left", "number", "", (), 1, 9, "all", "CA-9.7"),
        Field("a.spend", "It spends", "choice", plain.spend, choice(SPENDS), rule="CA-19.5"),
    )


def opponent(place: str, own: Sheets, known: Sheets) -> tuple[Field, ...]:
    """An enemy: its unit, where it stands, its order, the bonuses named against it."""
    there: When = (("opponents", tuple(list(COUNTS)[PLACES.index(place) :])),)
    first = place == PLACES[0]
    same: Values = () if first else ((SAME, "as the one before", ""),)
    default = "line_infantry" if first else Opponent().what
    named: When = (*there, ("a.spend", ("named",)))
    arcs: When = (*there, ("a.what", vehicles(known)))
    armed: When = (*there, (f"{place}.what", (*vehicles(known), SAME)))
    drove: When = (*there, (f"{place}.what", vehicles(known)), (f"{place}.order", ("charge",)))
    new: When = there if first else (*there, (f"{place}.what", tuple(known)))
    return (
        Field(f"{place}.what", "Unit", "choice", default, (*same, *units(own)), when=there),
        Field(
            f"{place}.arc", "Stands in its arc", "choice", "front", choice(SIDES), rule="CA-5.3", when=arcs
        ),
        Field(f"{place}.faces", "Shows its own", "choice", "front", choice(SIDES), rule="CA-5.3", when=armed),
        Field(f"{place}.order", "Order", "choice", "none", choice(ORDERS), rule="CA-9.8", when=new),
        Field(f"{place}.charged", "Inches charged", "number", 0, (), 0, 40, "", "CA-11.1", drove, fine=True),
        Field(f"{place}.spends", "Spends all its bonuses", "flag", True, rule="CA-19.6", when=armed),
        Field(f"{place}.wounds", "Wounds left", "number", "", (), 1, 9, "all", "CA-9.7", there),
        Field(
            f"{place}.spent",
            "Against it",
            "several",
            "",
            bonuses(known),
            rule="CA-10.7",
            when=named,
            by="a.what",
        ),
    )


def went_before(known: Sheets) -> tuple[Field, ...]:
    """Fights of the same Combat, bonuses that are gone, Tank Shocks of opponents."""
    alone: When = (("opponents", ("1",)),)
    armed: When = (("a.what", vehicles(known)),)
    gone = "bonuses that are gone"
    return (
        Field("a.fought", "Fights of the model", "number", 0, (), 0, 9, rule="CA-9.3"),
        Field("first.fought", "Fights of the enemy", "number", 0, (), 0, 9, rule="CA-9.3", when=alone),
        Field(
            "a.gone", f"Its {gone}", "several", "", bonuses(known), 0, 0, "", "CA-10.8", armed, by="a.what"
        ),
        *(field for place in PLACES for field in opponent_before(place, known)),
    )


def opponent_before(place: str, known: Sheets) -> Iterator[Field]:
    """Tank Shocks that an opponent has made, and its bonuses that are gone."""
    there: When = (("opponents", tuple(list(COUNTS)[PLACES.index(place) :])),)
    armed: When = (*there, (f"{place}.what", vehicles(known)))
    shocks, gone = f"{title(place)}: Tank Shocks", f"{title(place)}: bonuses that are gone"
    yield Field(f"{place}.shocks", shocks, "number", 0, (), 0, 9, rule="CA-12.23", when=armed)
    unit = f"{place}.what"
    yield Field(f"{place}.gone", gone, "several", "", bonuses(known), rule="CA-10.8", when=armed, by=unit)


def bonuses(known: Sheets) -> Values:
    """Every bonus of every unit, under its unit: "2.1" is the first of weapon 2."""
    return tuple(bonuses_of(known))


def bonuses_of(known: Sheets) -> Iterator[tuple[str, str, str]]:
    """The same one by one."""
    for key, sheet in known.items():
        profile = profile_from(sheet, SHELF.options_under({}))
        for w, armament in enumerate(sheet.weapon):
            count = int(profile.weapon[w].bonuses)
            for n in range(1, count + 1):
                words = armament.name if count == 1 else f"{armament.name}, {n} of {count}"
                yield f"{w + 1}.{n}", words, key
