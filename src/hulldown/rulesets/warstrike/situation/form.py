"""The form of a situation: what can be chosen, in a player's words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hulldown.catalogue import as_word
from hulldown.rulesets.face.situation import Field, Group
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.naming import deed_name
from hulldown.rulesets.warstrike.situation.data import (
    DEEDS,
    FARTHEST,
    NEAREST,
    OPTIONS,
    SNAP,
    Situation,
    key_of,
    kinds,
)

ACTIONS = {**{key: deed_name(deed) for key, deed in DEEDS.items()}, SNAP: "Snap Fire"}
MOVED = {
    "nobody": "nobody",
    "leader": "its leader alone",
    "members": "all but its leader",
    "all": "all of them",
}
SIGHTS = {"open": "open", "concealed": "concealed", "hidden": "hidden"}
LEVELS = {"same": "level ground", "firer": "the firing unit on a hill", "target": "the target on a hill"}
HEADINGS = {"infantry": "Infantry", "vehicle": "Vehicles"}
Values = tuple[tuple[str, str, str], ...]
When = tuple[tuple[str, tuple[str, ...]], ...]


@cache
def form() -> tuple[Group, ...]:
    """Every field, group by group."""
    return (
        Group("The unit that fires", firer()),
        Group("Its target", target()),
        Group("Between them", between()),
        Group("Rule options", tuple(option(name) for name in OPTIONS), True),
    )


def choice(words: dict[str, str]) -> Values:
    """Values with words, under no heading."""
    return tuple((value, text, "") for value, text in words.items())


def units() -> Values:
    """The units under their types."""
    return tuple((key, one.name, HEADINGS[one.type]) for key, one in SHELF.units().units.items())


def of_type(kind: str) -> tuple[str, ...]:
    """The units of a type."""
    return tuple(key for key, one in SHELF.units().units.items() if one.type == kind)


def squads() -> tuple[str, ...]:
    """The units of several models."""
    return tuple(key for key, one in SHELF.units().units.items() if len(one.each()) > 1)


def without_officer() -> tuple[str, ...]:
    """The units that have no officer of their own (WS-2.8)."""
    return tuple(key for key, one in SHELF.units().units.items() if not one.models[0].officer)


# ---------------------------------------------------------------- the groups


def troop(side: str) -> Iterator[Field]:
    """A unit and who is left of it."""
    several: When = ((f"{side}.what", squads()),)
    yield Field(f"{side}.what", "Unit", "choice", "line", units(), rule="WS-2.1")
    for key, (words, most, having) in members().items():
        left: When = ((f"{side}.what", having),)
        yield Field(f"{side}.left.{key}", f"Left: {words}", "number", "", (), 0, most, "all", "WS-2.4", left)
    yield Field(f"{side}.leader_lost", "Its first leader is lost", "flag", False, rule="WS-2.5", when=several)


def members() -> dict[str, tuple[str, int, tuple[str, ...]]]:
    """Each kind of model: its name, the most that a unit has, and the units that have it."""
    found: dict[str, tuple[str, int, tuple[str, ...]]] = {}
    for unit, entry in SHELF.units().units.items():
        names = {key_of(model.name): model.name for model in entry.each()[1:]}
        for key, count in kinds(entry).items():
            _, most, having = found.get(key, ("", 0, ()))
            found[key] = names[key], max(most, count), (*having, unit)
    return found


def firer() -> tuple[Field, ...]:
    """Who fires, and in which action."""
    acts: When = (("firer.action", tuple(DEEDS)),)
    return (
        Field("firer.action", "Action", "choice", "open_fire", choice(ACTIONS), rule="WS-16.2"),
        Field("firer.moved", "Moved before", "choice", "nobody", choice(MOVED), rule="WS-9.17", when=acts),
        *troop("firer"),
        Field("firer.leader_sees", "Its leader sees the target", "flag", True, rule="WS-11.6"),
    )


def target() -> tuple[Field, ...]:
    """Who is fired at, and in which state."""
    several: When = (("target.what", squads()),)
    walks: When = (("target.what", of_type("infantry")),)
    rolls: When = (("target.what", of_type("vehicle")),)
    lone: When = (("target.what", without_officer()),)
    most = max(len(one.each()) for one in SHELF.units().units.values())
    wounds = max(one.wd for one in SHELF.units().units.values()) - 1
    return (
        *troop("target"),
        Field("target.markers", "Suppression markers", "number", 0, (), 0, 7, rule="WS-6.9"),
        Field("target.ground", "Gone to ground", "flag", False, rule="WS-9.31", when=walks),
        Field("target.hunkered", "Hunkered down", "flag", False, rule="WS-10.9"),
        Field("target.officer", "Officer within 6 inches", "flag", False, rule="WS-2.7", when=lone),
        Field("target.results", "Kill results on it", "number", 0, (), 0, wounds, "", "WS-11.18", rolls),
        Field("target.exposed", "Models in sight", "number", "", (), 1, most, "all", "WS-11.4", several),
        Field(
            "target.leader_falls",
            "Leader falls as number",
            "number",
            "",
            (),
            1,
            most,
            "last",
            "WS-11.17",
            several,
        ),
    )


def between() -> tuple[Field, ...]:
    """Distance, sight and height."""
    far = int(Situation().distance)
    return (
        Field("distance", "Inches", "number", far, (), NEAREST, FARTHEST, rule="WS-1.7", fine=True),
        Field("sight", "The target is", "choice", "open", choice(SIGHTS), rule="WS-3.15"),
        Field("level", "Height", "choice", "same", choice(LEVELS), rule="WS-3.9"),
    )


def option(name: str) -> Field:
    """One rule option."""
    known = SHELF.options()[name]
    if known.kind == "number":
        low, high, default = known.low or 0, known.high or 0, known.default
        return Field(f"options.{name}", known.text, "number", default, (), low, high, rule=known.rule)
    words = {word: word.replace("_", " ") for word in map(as_word, known.values)}
    return Field(
        f"options.{name}", known.text, "choice", as_word(known.default), choice(words), rule=known.rule
    )
