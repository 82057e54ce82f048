"""A situation as data, and how a form asks for it: one model, the enemies in contact with it, and what they
fight about. What forms of situations and reports choose from: units, players' own among them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field as Checked

from hulldown.catalogue import Entry, OptionValue, ValidationIssue
from hulldown.rulesets.api.situation import FieldGroup, SituationField
from hulldown.rulesets.close_assault.blueprint import NAMELESS
from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF
from hulldown.rulesets.close_assault.catalogue.units import faultless, profile_problems
from hulldown.rulesets.close_assault.codes import Arc, Kind
from hulldown.rulesets.close_assault.naming import KINDS as KIND_NAMES
from hulldown.rulesets.close_assault.profiling import profile_from
from hulldown.rulesets.close_assault.sheet import KINDS, UnitProfile
from hulldown.rulesets.common import scenarios, situations
from hulldown.rulesets.common.active_overlay import cached
from hulldown.rulesets.common.situations import Ask, Values, When, fields

Sheets = Mapping[str, UnitProfile]
Name = Annotated[str, Checked(max_length=60)]
Own = Annotated[dict[Name, UnitProfile], Checked(max_length=16)]
Chosen = Annotated[dict[Name, OptionValue], Checked(max_length=64)]
SAME, MODE = "same", "rules_mode"
ARCS = {"front": Arc.FRONT, "rear": Arc.REAR}
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


# ---------------------------------------------------------------- what can be chosen


def sheets(own: Sheets) -> dict[str, UnitProfile]:
    """Every unit that can be chosen, by key: those that come with the game, then a player's own (CA-8.1)."""
    return {**SHELF.units().units, **own}


def kind_of(sheet: UnitProfile) -> Kind:
    """The type of a unit's models (CA-1.6)."""
    return Kind(KINDS[sheet.type])


def units(own: Sheets) -> Values:
    """The units that come with the game, under their types, after those of players' own."""
    known = SHELF.units().units.items()
    yours = tuple((key, sheet.name, "Your own units") for key, sheet in own.items())
    return *yours, *((key, sheet.name, KIND_NAMES[kind_of(sheet)].capitalize()) for key, sheet in known)


def others(own: Sheets) -> Values:
    """The same for an opponent, which may be of the detachment of the one before."""
    return (SAME, "as the one before", ""), *units(own)


def vehicles(own: Sheets) -> tuple[str, ...]:
    """The units that have arcs and bonuses (CA-1.1)."""
    return tuple(key for key, sheet in sheets(own).items() if kind_of(sheet) in (Kind.VEHICLE, Kind.SHV))


def armed(own: Sheets) -> tuple[str, ...]:
    return *vehicles(own), SAME


def bonuses(own: Sheets) -> Values:
    """Every bonus of every unit, under its unit: "2.1" is the first of weapon 2."""
    values = []
    for key, sheet in sheets(own).items():
        profile = profile_from(sheet, SHELF.options_under({}))
        for w, armament in enumerate(sheet.weapon):
            count = int(profile.weapon[w].bonuses)
            for n in range(1, count + 1):
                words = armament.name if count == 1 else f"{armament.name}, {n} of {count}"
                values.append((f"{w + 1}.{n}", words, key))
    return tuple(values)


def options(without: tuple[str, ...] = ()) -> tuple[SituationField, ...]:
    """The rule options as fields (CA-21.1)."""
    return tuple(
        situations.option(name, option) for name, option in SHELF.options().items() if name not in without
    )


def own_key(sheet: UnitProfile) -> str:
    """The key of a unit of a player's own: its name, and a mark that changes with its profile."""
    word = re.sub(r"[^a-z0-9]+", "_", sheet.name.casefold()).strip("_")
    mark = hashlib.sha256(sheet.model_dump_json().encode()).hexdigest()[:4]
    return f"own_{word[:40] or 'unit'}_{mark}"


def own_unit(build: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """A build of the garage as an entry of `own`; None for one that only names a unit of the game.

    CatalogueError names its faults (CA-8.6).
    """
    if "movement" not in build:
        return None
    given = {key: build[key] for key in UnitProfile.model_fields if key in build}
    sheet = faultless(given | {"name": given.get("name") or NAMELESS}, str(given.get("name") or NAMELESS))
    return own_key(sheet), sheet.model_dump(mode="json", exclude_defaults=True)


def own_sheets(own: Mapping[str, Any]) -> dict[str, UnitProfile]:
    """Entries of `own` as units. CatalogueError names what is wrong with one."""
    return {key: faultless(entry, f"own.{key}") for key, entry in own.items()}


# ---------------------------------------------------------------- the data

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
SIDES = {"front": "Front", "rear": "Rear"}
FIGHTS, SHOCKS = {"what": ("fights",)}, {"what": ("shock",)}
DRIVES = {"what": ("charge", "shock"), "a.what": vehicles}
DROVE = {".what": vehicles, ".order": ("charge",)}
OF_VEHICLES, NAMED = {".what": vehicles}, {"a.spend": ("named",)}
Order = Literal["none", "first_fire", "advance", "march", "charge", "fall_back"]
Side = Literal["front", "rear"]
Inches = Annotated[float, Checked(ge=0, le=40)]
Few = Annotated[int, Checked(ge=0, le=9)]
Bonus = Annotated[str, Checked(pattern=r"^[1-6]\.[1-9][0-9]?$")]  # weapon and which of its bonuses
Bonuses = Annotated[tuple[Bonus, ...], Checked(max_length=32)]
Wounds = Annotated[
    Annotated[int, Checked(ge=1, le=99)] | None, Ask("Wounds left", "CA-9.7", hint="all", high=9)
]  # None: all


class Fighter(Entry):
    """Whose odds these are. In a charge or a Tank Shock it holds the Charge order, whatever `order` says.

    `charged` is counted from where it began or made its last Tank Shock, `shocks` are those before, and
    `engaged` says that it breaks out of Combat. `spend`: the best for the expected Wounds or for the result
    of the Combat, all at once, nothing, or what is named opponent by opponent. `fought` are the Fights of
    this Combat that it has behind it, `gone` the bonuses that it has no more.
    """

    what: Annotated[Name, Ask("Unit", "", units)] = "rhino"
    order: Annotated[Order, Ask("Order", "CA-9.8", ORDERS, FIGHTS)] = "none"
    charged: Annotated[Inches, Ask("Inches charged", "CA-11.1", when=DRIVES)] = 0
    shocks: Annotated[Few, Ask("Tank Shocks before", "CA-12.23")] = 0
    engaged: Annotated[bool, Ask("It breaks out of Combat", "CA-12.28", when=SHOCKS)] = False
    wounds: Wounds = None
    spend: Annotated[
        Literal["best", "result", "all", "none", "named"], Ask("It spends", "CA-19.5", SPENDS)
    ] = "best"
    fought: Annotated[Few, Ask("Fights of the model", "CA-9.3")] = 0
    gone: Annotated[
        Bonuses, Ask("Its bonuses that are gone", "CA-10.8", bonuses, OF_VEHICLES, by=".what")
    ] = ()


class Opponent(Entry):
    """An enemy in contact; `same`: of the detachment of the one before, with its order.

    `arc` is the fighter's in which it stands, `faces` its own in which the fighter stands. `spends`: a
    vehicle spends all it has. `spent` are the bonuses named against it: "2.1" is the first of weapon 2;
    `gone` are its own that it has no more. `shocks` are the Tank Shocks that its detachment has made.
    """

    what: Annotated[Name, Ask("Unit", "", others)] = SAME
    arc: Annotated[Side, Ask("Stands in its arc", "CA-5.3", SIDES, {"a.what": vehicles})] = "front"
    faces: Annotated[Side, Ask("Shows its own", "CA-5.3", SIDES, {".what": armed})] = "front"
    order: Annotated[Order, Ask("Order", "CA-9.8", ORDERS, {".what": sheets})] = "none"
    charged: Annotated[Inches, Ask("Inches charged", "CA-11.1", when=DROVE)] = 0
    wounds: Wounds = None
    spends: Annotated[bool, Ask("Spends all its bonuses", "CA-19.6", when={".what": armed})] = True
    spent: Annotated[Bonuses, Ask("Against it", "CA-10.7", bonuses, NAMED, by="a.what")] = ()
    gone: Annotated[
        Bonuses, Ask("{name}: bonuses that are gone", "CA-10.8", bonuses, OF_VEHICLES, by=".what")
    ] = ()
    shocks: Annotated[Few, Ask("{name}: Tank Shocks", "CA-12.23", when=OF_VEHICLES)] = 0


class First(Opponent):
    """The first of them: there is none before it. If it is the only one it may have Fights behind it."""

    what: Annotated[Name, Ask("Unit", "", units)] = "line_infantry"
    order: Annotated[Order, Ask("Order", "CA-9.8", ORDERS)] = "none"
    fought: Annotated[Few, Ask("Fights of the enemy", "CA-9.3", when={"opponents": ("1",)})] = 0


class Situation(Entry):
    """All of it. What is left out is a Rhino with one of Line infantry in front, nobody charging.

    `more` are further models of the first enemy detachment, near but not in contact. `sequence` says whether
    the Fights are fought as given or in the order that is best (CA-19.7).
    """

    what: Annotated[Literal["fights", "charge", "shock"], Ask("What is fought", "", QUESTIONS)] = "fights"
    opponents: Annotated[int, Checked(ge=1, le=len(PLACES)), Ask("Enemies in contact", "CA-9.3")] = 1
    sequence: Annotated[
        Literal["given", "best"], Ask("Fought", "CA-19.7", {"given": "as given", "best": "in the best order"})
    ] = "given"
    more: Annotated[Few, Ask("More models of the first", "CA-12.19")] = 0
    a: Fighter = Fighter()
    first: First = First()
    second: Opponent = Opponent()
    third: Opponent = Opponent()
    fourth: Opponent = Opponent()
    fifth: Opponent = Opponent()
    sixth: Opponent = Opponent()
    own: Own = Checked(default_factory=dict)
    options: Chosen = Checked(default_factory=dict)

    @property
    def enemies(self) -> tuple[Opponent, ...]:
        """The opponents in the order of their Fights, each with the unit and the order it really has."""
        enemies: list[Opponent] = []
        for place in PLACES[: self.opponents]:
            opponent: Opponent = getattr(self, place)
            if opponent.what == SAME and enemies:
                shared = {key: getattr(enemies[-1], key) for key in ("what", "order", "shocks")}
                opponent = opponent.model_copy(update=shared)
            enemies.append(opponent)
        return tuple(enemies)

    @property
    def starts(self) -> tuple[bool, ...]:
        """Which opponents begin a detachment of their own."""
        asked = (getattr(self, place) for place in PLACES[: self.opponents])
        return tuple(i == 0 or opponent.what != SAME for i, opponent in enumerate(asked))


@cached
def form() -> tuple[FieldGroup, ...]:
    """Every field, group by group, for the units that come with the game."""
    return form_with({})


def form_with(own: Sheets) -> tuple[FieldGroup, ...]:
    """The same with units of players' own among the choices."""

    def ask(place: str, names: str, when: When | None = None) -> tuple[SituationField, ...]:
        return fields(Situation, place, names, f"{place.capitalize()} opponent", when, (own,))

    there = {place: {"opponents": [str(n) for n in range(i, 7)]} for i, place in enumerate(PLACES, 1)}
    met = "what arc faces order charged spends wounds spent"
    before = [field for place in PLACES for field in ask(place, "shocks gone", there[place])]
    fought = (*ask("a", "fought"), *ask("first", "fought"), *ask("a", "gone"))
    return (
        FieldGroup("The question", ask("", "what opponents sequence more")),
        FieldGroup("The model", ask("a", "what order charged shocks engaged wounds spend")),
        *(
            FieldGroup(f"{place.capitalize()} opponent", ask(place, met, when))
            for place, when in there.items()
        ),
        FieldGroup("What went before", (*fought, *before), True),
        FieldGroup("Rule options", options(), True),
    )


# ---------------------------------------------------------------- what cannot be


def problems(asked: Situation) -> Iterator[ValidationIssue]:
    """Units and options that do not exist, more Wounds than there are, bonuses named where none are asked."""
    known = sheets(asked.own)
    yield from own_problems(asked.own)
    yield from option_problems(asked.options)
    if asked.first.what == SAME:
        yield ValidationIssue(("first", "what"), "there is none before the first")
        return
    if asked.first.fought and asked.opponents > 1:
        yield ValidationIssue(
            ("first", "fought"), "one of several enemies of a model has no other Fight", "CA-9.5"
        )
    fighters: list[tuple[str, Fighter | Opponent]] = [("a", asked.a)]
    for place, fighter in (*fighters, *zip(PLACES, asked.enemies, strict=False)):
        faults = list(unit_problem((place, "what"), fighter.what, known))
        yield from faults
        most = known[fighter.what].wounds if not faults else 0
        if not faults and (fighter.wounds or 0) > most:
            yield ValidationIssue(
                (place, "wounds"), f"must be at most {most}, not {fighter.wounds}", "CA-8.1"
            )


def own_problems(own: Mapping[str, UnitProfile]) -> Iterator[ValidationIssue]:
    """Units of a player's own that have no card, or a name that is taken (CA-8.6)."""
    for key, sheet in own.items():
        if key in SHELF.units().units:
            yield ValidationIssue(("own", key), "is a unit that comes with the game", "CA-8.1")
        for problem in profile_problems(sheet):
            yield problem._replace(place=("own", key, *problem.place))


def option_problems(
    chosen: Mapping[str, OptionValue], without: tuple[str, ...] = ()
) -> Iterator[ValidationIssue]:
    """Options that do not exist, values that they do not have, and those that mean nothing here."""
    known = {name: variant for name, variant in SHELF.variants().items() if name not in without}
    yield from scenarios.option_problems(chosen, known)


def unit_problem(place: tuple[str, ...], what: str, known: Sheets) -> Iterator[ValidationIssue]:
    """A unit that does not exist."""
    yield from situations.unlisted(place, "unit", [what], known, "CA-8.1")
