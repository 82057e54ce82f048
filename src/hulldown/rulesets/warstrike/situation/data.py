"""A situation as data, and how a form asks for it: a unit that fires, its action, its target, and what lies
between them. Units of players' own go along in it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field as Checked

from hulldown.catalogue import Entry, OptionValue, ValidationIssue, validate
from hulldown.rulesets.api.situation import FieldGroup, SituationField
from hulldown.rulesets.common.active_overlay import cached
from hulldown.rulesets.common.scenarios import option_problems
from hulldown.rulesets.common.situations import Ask, Values, When, fields, option, unlisted
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.catalogue.units import UnitSheet, model_problems
from hulldown.rulesets.warstrike.codes import MODELS, Deed
from hulldown.rulesets.warstrike.fate import MARKERS
from hulldown.rulesets.warstrike.naming import deed_name
from hulldown.rulesets.warstrike.permissions import move_of, only_leader
from hulldown.rulesets.warstrike.state import Options
from hulldown.rulesets.warstrike.suppression import most_markers
from hulldown.rulesets.warstrike.verdict import fieldable

Sheets = Mapping[str, UnitSheet]
NEAREST, FARTHEST = 1, 48  # inches between the units (WS-1.12)
OPTIONS = ("half_rof", "cover_hidden", "suppress_per", "band_50")  # what a volley depends on
SNAP = "snap"
DEEDS = {
    "open_fire": Deed.OPEN_FIRE,
    "advance": Deed.ADVANCE,
    "rally": Deed.RALLY,
    "double": Deed.DOUBLE,
    "fall_back": Deed.FALL_BACK,
}
ACTIONS = {**{key: deed_name(deed) for key, deed in DEEDS.items()}, SNAP: "Snap Fire"}
MOVED = {"leader": "its leader alone", "members": "all but its leader", "all": "all of them"}
LEVELS = {"same": "level ground", "firer": "the firing unit on a hill", "target": "the target on a hill"}
HEADINGS = {"infantry": "Infantry", "vehicle": "Vehicles"}


# ---------------------------------------------------------------- what hangs on the catalogue


def sheets(own: Sheets) -> dict[str, UnitSheet]:
    """Every unit that can be chosen, by key: those that come with the game, then players' own (WS-4.13)."""
    return {**SHELF.units().units, **own}


def units(own: Sheets) -> Values:
    """The units that come with the game, under their types, after those of players' own."""
    known = SHELF.units().units.items()
    yours = tuple((key, sheet.name, "Your own units") for key, sheet in own.items())
    return *yours, *((key, sheet.name, HEADINGS[sheet.type]) for key, sheet in known)


def having(test: Callable[[UnitSheet], bool]) -> Callable[[Sheets], tuple[str, ...]]:
    """The units of which this is so."""
    return lambda own: tuple(key for key, sheet in sheets(own).items() if test(sheet))


def most_models(own: Sheets) -> int:
    return max(len(sheet.each()) for sheet in sheets(own).values())


def most_results(own: Sheets) -> int:
    """One more would be the end of every unit (WS-11.18)."""
    return max(sheet.wd for sheet in sheets(own).values()) - 1


# ---------------------------------------------------------------- units of players' own


def own_key(sheet: UnitSheet) -> str:
    """The key of a unit of a player's own: its name, and a mark that changes with its numbers."""
    mark = hashlib.sha256(sheet.model_dump_json().encode()).hexdigest()[:4]
    return f"own_{key_of(sheet.name)[:40]}_{mark}"


def own_data(sheet: UnitSheet) -> dict[str, Any]:
    """The same unit as an entry of `own`."""
    return sheet.model_dump(mode="json", exclude_defaults=True)


def own_unit(build: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """A build of the garage as an entry of `own`; None for one that only names a unit of the game.

    CatalogueError names its faults (WS-4.13).
    """
    if "models" not in build:
        return None
    sheet = fieldable(build, str(build.get("name") or "unit"))
    return own_key(sheet), own_data(sheet)


def own_sheets(own: Mapping[str, Any]) -> dict[str, UnitSheet]:
    """Entries of `own` as units. CatalogueError names what is wrong with one."""
    return {key: validate(entry, UnitSheet, model_problems, f"own.{key}") for key, entry in own.items()}


# ---------------------------------------------------------------- the data

OF_SQUADS = {".what": having(lambda unit: len(unit.each()) > 1)}
OF_INFANTRY = {".what": having(lambda unit: unit.type == "infantry")}
OF_VEHICLES = {".what": having(lambda unit: unit.type == "vehicle")}
WITHOUT_OFFICER = {".what": having(lambda unit: not unit.models[0].officer)}  # of their own (WS-2.8)

Name = Annotated[str, Checked(max_length=60)]
Own = Annotated[dict[Name, UnitSheet], Checked(max_length=16)]
Count = Annotated[int, Checked(ge=0, le=MODELS)]
Place = Annotated[int, Checked(ge=1, le=MODELS)] | None


class Troop(Entry):
    """A unit and who is left of it: how many of each kind of model, all where nothing is said."""

    what: Annotated[Name, Ask("Unit", "WS-2.1", units)] = "line"
    leader_lost: Annotated[bool, Ask("Its first leader is lost", "WS-2.5", when=OF_SQUADS)] = False
    left: Annotated[dict[Name, Count], Checked(max_length=MODELS)] = Checked(default_factory=dict)


class Firer(Troop):
    """Who fires; `moved`: who has moved in this action, `leader_sees`: its leader sees the target."""

    action: Annotated[
        Literal["open_fire", "advance", "rally", "double", "fall_back", "snap"],
        Ask("Action", "WS-16.2", ACTIONS),
    ] = "open_fire"
    moved: Annotated[
        Literal["nobody", "leader", "members", "all"],
        Ask("Moved before", "WS-9.17", MOVED, {".action": tuple(DEEDS)}),
    ] = "nobody"
    leader_sees: Annotated[bool, Ask("Its leader sees the target", "WS-11.6")] = True


class Target(Troop):
    """Who is fired at. `exposed`: how many of its models can be hit, `leader_falls`: its leader falls as the
    so manieth; None for all, and for the last. `results` are kill results that it bears (WS-11.18).
    """

    markers: Annotated[int, Checked(ge=0, le=MARKERS - 1), Ask("Suppression markers", "WS-6.9")] = 0
    ground: Annotated[bool, Ask("Gone to ground", "WS-9.31", when=OF_INFANTRY)] = False
    hunkered: Annotated[bool, Ask("Hunkered down", "WS-10.9")] = False
    officer: Annotated[bool, Ask("Officer near its leader", "WS-2.7", when=WITHOUT_OFFICER)] = False
    results: Annotated[
        int, Checked(ge=0, le=11), Ask("Kill results on it", "WS-11.18", when=OF_VEHICLES, high=most_results)
    ] = 0
    exposed: Annotated[
        Place, Ask("Models in sight", "WS-11.4", when=OF_SQUADS, hint="all", high=most_models)
    ] = None
    leader_falls: Annotated[
        Place, Ask("Leader falls as number", "WS-11.17", when=OF_SQUADS, hint="last", high=most_models)
    ] = None


class Situation(Entry):
    """All of it. What is left out: a Line Squad opens fire at another one, in the open, 12 inches away."""

    firer: Firer = Firer()
    target: Target = Target()
    distance: Annotated[float, Checked(ge=NEAREST, le=FARTHEST), Ask("Inches", "WS-1.7")] = 12
    sight: Annotated[Literal["open", "concealed", "hidden"], Ask("The target is", "WS-3.15")] = "open"
    level: Annotated[Literal["same", "firer", "target"], Ask("Height", "WS-3.9", LEVELS)] = "same"
    own: Own = Checked(default_factory=dict)
    options: Annotated[dict[Name, OptionValue], Checked(max_length=64)] = Checked(default_factory=dict)

    def unit(self, troop: Troop) -> UnitSheet:
        """What a unit of the situation is."""
        return sheets(self.own)[troop.what]

    def remaining(self, troop: Troop) -> tuple[int, ...]:
        """The places in a unit of the models that are left, its leader the first."""
        return remaining_places(self.unit(troop), troop)

    @property
    def exposed(self) -> int:
        """How many models of the target can be hit."""
        return self.target.exposed or len(self.remaining(self.target))


# ---------------------------------------------------------------- who is left


def key_of(kind: str) -> str:
    """A kind of model as `left` names it: "lmg_team"."""
    return re.sub(r"[^a-z0-9]+", "_", kind.casefold()).strip("_") or "model"


def kinds(unit: UnitSheet) -> dict[str, int]:
    """How many members of each kind a unit has beside its leader, who is its first model (WS-2.3)."""
    counts: dict[str, int] = {}
    for model in unit.each()[1:]:
        counts[key_of(model.name)] = counts.get(key_of(model.name), 0) + 1
    return counts


def remaining_places(unit: UnitSheet, troop: Troop) -> tuple[int, ...]:
    """The places in a unit of the models that are left, its leader the first."""
    each, room = unit.each(), {**kinds(unit), **troop.left}
    places = [] if troop.leader_lost else [0]
    for place, model in enumerate(each[1:], 1):
        kind = key_of(model.name)
        if room[kind] > 0:
            room[kind] -= 1
            places.append(place)
    return tuple(places)


# ---------------------------------------------------------------- the form


@cached
def form() -> tuple[FieldGroup, ...]:
    """Every field, group by group, for the units that come with the game."""
    return form_with({})


def form_with(own: Sheets) -> tuple[FieldGroup, ...]:
    """The same with units of players' own among the choices."""

    def ask(place: str, names: str, when: When | None = None) -> tuple[SituationField, ...]:
        return fields(Situation, place, names, when=when, given=(own,))

    def troop(side: str) -> tuple[SituationField, ...]:
        return (*ask(side, "what"), *members(side, own), *ask(side, "leader_lost"))

    known = SHELF.options()
    state = "markers ground hunkered officer results exposed leader_falls"
    return (
        FieldGroup(
            "The unit that fires",
            (*ask("firer", "action moved"), *troop("firer"), *ask("firer", "leader_sees")),
        ),
        FieldGroup("Its target", (*troop("target"), *ask("target", state))),
        FieldGroup("Between them", ask("", "distance sight level")),
        FieldGroup("Rule options", tuple(option(name, known[name]) for name in OPTIONS), True),
    )


def members(side: str, own: Sheets) -> Iterator[SituationField]:
    """How many are left of each kind of model; asked only of the units that have it."""
    by_key: dict[str, tuple[str, int, tuple[str, ...]]] = {}
    for unit, entry in sheets(own).items():
        names = {key_of(model.name): model.name for model in entry.each()[1:]}
        for key, count in kinds(entry).items():
            _, most, having = by_key.get(key, ("", 0, ()))
            by_key[key] = names[key], max(most, count), (*having, unit)
    for key, (words, most, having) in by_key.items():
        when = ((f"{side}.what", having),)
        yield SituationField(
            f"{side}.left.{key}", f"Left: {words}", "number", "", (), 0, most, "all", "WS-2.4", when
        )


# ---------------------------------------------------------------- problems


def problems(asked: Situation) -> Iterator[ValidationIssue]:
    """Everything that no position can be."""
    yield from own_problems(asked.own)
    issues = [*troop_problems("firer", asked.firer, asked), *troop_problems("target", asked.target, asked)]
    yield from issues
    known = {name: SHELF.variants()[name] for name in (*OPTIONS, *SHELF.values())}
    chosen = list(option_problems(asked.options, known))
    yield from chosen
    if chosen:
        return
    options = SHELF.options_under(asked.options)
    if not issues:
        yield from target_problems(options, asked)
    yield from move_problems(options, asked)


def own_problems(own: Sheets) -> Iterator[ValidationIssue]:
    """Units of players' own that no unit can be, or whose name is taken (WS-4.13)."""
    for key, sheet in own.items():
        if key in SHELF.units().units:
            yield ValidationIssue(("own", key), "is a unit that comes with the game", "WS-2.1")
        for problem in model_problems(sheet):
            yield problem._replace(place=("own", key, *problem.place))


def troop_problems(side: str, troop: Troop, asked: Situation) -> Iterator[ValidationIssue]:
    """A unit that there is not, models that it has not, or nobody left of it."""
    units = sheets(asked.own)
    yield from unlisted((side, "what"), "unit", [troop.what], units, "WS-2.1")
    if troop.what not in units:
        return
    has = kinds(units[troop.what])
    for kind, left in troop.left.items():
        yield from unlisted((side, "left", kind), "kind of model", [kind], has, "WS-2.1")
        if left > has.get(kind, left):
            yield ValidationIssue((side, "left", kind), f"must be at most {has[kind]}, not {left}", "WS-2.4")
    if all(left <= has.get(kind, -1) for kind, left in troop.left.items()) and not asked.remaining(troop):
        yield ValidationIssue((side,), "has nobody left", "WS-13.1")


def target_problems(o: Options, asked: Situation) -> Iterator[ValidationIssue]:
    """More than there can be: markers, kill results, models that can be hit."""
    target = asked.target
    unit, left = asked.unit(target), len(asked.remaining(target))
    most = most_markers(o, unit.nv)
    if target.markers > most:
        yield ValidationIssue(("target", "markers"), f"must be at most {most}", "WS-6.9")
    if target.results >= unit.wd:
        words = f"must be below its Wd of {unit.wd}: it would be gone"
        yield ValidationIssue(("target", "results"), words, "WS-11.18")
    for name in ("exposed", "leader_falls"):
        if (getattr(target, name) or 0) > left:
            yield ValidationIssue(("target", name), f"must be at most the {left} models left", "WS-11.17")
    if target.ground and unit.type == "vehicle":
        yield ValidationIssue(("target", "ground"), "is nothing that a vehicle can do", "WS-15.4")
    if target.officer and unit.models[0].officer:
        yield ValidationIssue(("target", "officer"), "is in the unit itself", "WS-2.8")


def move_problems(o: Options, asked: Situation) -> Iterator[ValidationIssue]:
    """Somebody who may not move in this action (WS-16.2)."""
    firer = asked.firer
    if firer.action == SNAP or firer.moved == "nobody":
        return
    deed = DEEDS[firer.action]
    if only_leader(deed) and firer.moved != "leader":
        yield ValidationIssue(("firer", "moved"), "only the leader may move in this action", "WS-9.2")
    if not move_of(o, deed) and firer.moved != "members":
        yield ValidationIssue(("firer", "moved"), "the leader stands still in this action", "WS-9.19")
