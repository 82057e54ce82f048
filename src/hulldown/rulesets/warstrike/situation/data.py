"""A situation as data: a unit that fires, its action, its target, and what lies between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field as Checked

from hulldown.catalogue import Entry, Problem, Value, as_word, unknown
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.catalogue.units import UnitEntry
from hulldown.rulesets.warstrike.codes import MODELS, Deed
from hulldown.rulesets.warstrike.permissions import halves_of_move, only_leader
from hulldown.rulesets.warstrike.suppression import most_markers

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
Name = Annotated[str, Checked(max_length=60)]
Count = Annotated[int, Checked(ge=0, le=MODELS)]
Place = Annotated[int, Checked(ge=1, le=MODELS)] | None


class Troop(Entry):
    """A unit and who is left of it: how many of each kind of model, all where nothing is said."""

    what: Name = "line"
    leader_lost: bool = False
    left: Annotated[dict[Name, Count], Checked(max_length=MODELS)] = Checked(default_factory=dict)


class Firer(Troop):
    """Who fires; `moved`: who has moved in this action, `leader_sees`: its leader sees the target."""

    action: Literal["open_fire", "advance", "rally", "double", "fall_back", "snap"] = "open_fire"
    moved: Literal["nobody", "leader", "members", "all"] = "nobody"
    leader_sees: bool = True


class Target(Troop):
    """Who is fired at. `exposed`: how many of its models can be hit, `leader_falls`: its leader falls as the
    so manieth; None for all, and for the last. `results` are kill results that it bears (WS-11.18).
    """

    markers: Annotated[int, Checked(ge=0, le=7)] = 0
    ground: bool = False
    hunkered: bool = False
    officer: bool = False
    results: Annotated[int, Checked(ge=0, le=11)] = 0
    exposed: Place = None
    leader_falls: Place = None


class Situation(Entry):
    """All of it. What is left out: a Line Squad opens fire at another one, in the open, 12 inches away."""

    firer: Firer = Firer()
    target: Target = Target()
    distance: Annotated[float, Checked(ge=NEAREST, le=FARTHEST)] = 12
    sight: Literal["open", "concealed", "hidden"] = "open"
    level: Literal["same", "firer", "target"] = "same"
    options: Annotated[dict[Name, Value], Checked(max_length=64)] = Checked(default_factory=dict)


# ---------------------------------------------------------------- who is left


def key_of(kind: str) -> str:
    """A kind of model as `left` names it: "lmg_team"."""
    return kind.lower().replace(" ", "_")


def kinds(unit: UnitEntry) -> dict[str, int]:
    """How many members of each kind a unit has beside its leader, who is its first model (WS-2.3)."""
    found: dict[str, int] = {}
    for model in unit.each()[1:]:
        found[key_of(model.name)] = found.get(key_of(model.name), 0) + 1
    return found


def models_left(troop: Troop) -> tuple[int, ...]:
    """The places in the unit of the models that are left, its leader the first."""
    each = SHELF.units().units[troop.what].each()
    room = {**kinds(SHELF.units().units[troop.what]), **troop.left}
    found = [] if troop.leader_lost else [0]
    for place, model in enumerate(each[1:], 1):
        kind = key_of(model.name)
        if room[kind] > 0:
            room[kind] -= 1
            found.append(place)
    return tuple(found)


def exposed(target: Target) -> int:
    """How many models of the target can be hit."""
    return target.exposed or len(models_left(target))


# ---------------------------------------------------------------- problems


def problems(asked: Situation) -> Iterator[Problem]:
    """Everything that no position can be."""
    found = [*troop_problems("firer", asked.firer), *troop_problems("target", asked.target)]
    yield from found
    chosen = list(option_problems(asked))
    yield from chosen
    if not found:
        yield from target_problems(asked.target)
    if not chosen:
        yield from move_problems(asked)


def troop_problems(side: str, troop: Troop) -> Iterator[Problem]:
    """A unit that there is not, models that it has not, or nobody left of it."""
    units = SHELF.units().units
    if troop.what not in units:
        yield Problem((side, "what"), unknown("unit", troop.what, units), "WS-2.1")
        return
    has = kinds(units[troop.what])
    wrong = False
    for kind, left in troop.left.items():
        if kind not in has:
            wrong = True
            yield Problem((side, "left", kind), unknown("kind of model", kind, has), "WS-2.1")
        elif left > has[kind]:
            wrong = True
            yield Problem((side, "left", kind), f"must be at most {has[kind]}, not {left}", "WS-2.4")
    if not wrong and not models_left(troop):
        yield Problem((side,), "has nobody left", "WS-13.1")


def target_problems(target: Target) -> Iterator[Problem]:
    """More than there can be: markers, kill results, models that can be hit."""
    unit, left = SHELF.units().units[target.what], len(models_left(target))
    if target.markers > most_markers(unit.nv):
        yield Problem(("target", "markers"), f"must be at most {most_markers(unit.nv)}", "WS-6.9")
    if target.results >= unit.wd:
        words = f"must be below its Wd of {unit.wd}: it would be gone"
        yield Problem(("target", "results"), words, "WS-11.18")
    for name in ("exposed", "leader_falls"):
        if (getattr(target, name) or 0) > left:
            yield Problem(("target", name), f"must be at most the {left} models left", "WS-11.17")
    if target.ground and unit.type == "vehicle":
        yield Problem(("target", "ground"), "is nothing that a vehicle can do", "WS-15.4")
    if target.officer and unit.models[0].officer:
        yield Problem(("target", "officer"), "is in the unit itself", "WS-2.8")


def move_problems(asked: Situation) -> Iterator[Problem]:
    """Somebody who may not move in this action (WS-16.2)."""
    firer = asked.firer
    if firer.action == SNAP or firer.moved == "nobody":
        return
    deed = DEEDS[firer.action]
    if only_leader(deed) and firer.moved != "leader":
        yield Problem(("firer", "moved"), "only the leader may move in this action", "WS-9.2")
    if not halves_of_move(SHELF.options_under(asked.options), deed) and firer.moved != "members":
        yield Problem(("firer", "moved"), "the leader stands still in this action", "WS-9.19")


def option_problems(asked: Situation) -> Iterator[Problem]:
    """Options that are not asked about, or values that they cannot have."""
    known = SHELF.options()
    for name, value in asked.options.items():
        if name not in OPTIONS:
            yield Problem(("options", name), unknown("option", name, OPTIONS))
            continue
        try:
            known[name].read(value)
        except ValueError as error:
            yield Problem(("options", name), f"{error}, not {as_word(value)}"[:200], known[name].rule)
