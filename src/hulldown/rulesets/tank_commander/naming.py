"""Names of units: the side's letter and a number, T and G for statics (A1, B2, T1); what they are called."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.catalogue import ValidationIssue
from hulldown.rulesets.common.names import numbered, plural
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.codes import Ability, Kind, Mission
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.variants import DoubleMove
from hulldown.rulesets.tank_commander.vocabulary import ABILITY_NAMES, in_words

STATIC_LETTERS: dict[int, str] = {Kind.TARGET: "T", Kind.GUN: "G"}
PRIZED = {Mission.DESTROY_TARGET: "Staff squad", Mission.ESCORT: "Escorted squad"}


def name_units(places: list[tuple[str, str]], kinds: list[tuple[int, Kind]]) -> Iterator[ValidationIssue]:
    """What is wrong with the names of a roster: units are numbered in order within their letter."""
    names = numbered(STATIC_LETTERS.get(kind, "AB"[seat]) for seat, kind in kinds)
    for (table, name), right in zip(places, names, strict=True):
        if name != right:
            yield ValidationIssue((table, name), f"must be called {right}")


def unit_id(s: State, u: int) -> str:
    """The name a unit is ordered by: "A1"."""
    return unit_ids(s)[u]


def unit_ids(s: State) -> list[str]:
    """The names of all units by number."""
    return numbered(STATIC_LETTERS.get(t.kind, "AB"[t.side]) for t in s.units[: s.count])


def find_unit(s: State, name: str) -> int:
    """The number of a unit. ValueError lists those there are."""
    known = unit_ids(s)
    if name not in known:
        raise ValueError(f"there is no unit {name!r}: there are {', '.join(known)}")
    return known.index(name)


def catalogue_name(s: State, u: int) -> str:
    """What the catalogue calls this kind of unit: "Battle tank"."""
    return list(SHELF.units().units.values())[s.units[u].profile].name


def kind_name(s: State, u: int) -> str:
    """The kind of unit within a sentence: "battle tank", "AA gun"."""
    name = catalogue_name(s, u)
    return name if name[:2].isupper() else name[:1].lower() + name[1:]


def squad_name(s: State, u: int) -> str:
    """A squad by what its mission wants of it (TC-13.17, TC-13.19)."""
    return PRIZED.get(Mission(s.mission), "Squad") if u == s.prize else "Squad"


def unit_name(s: State, u: int) -> str:
    """What the unit is called after its build ("Hunter"), or after its kind."""
    build = s.units[u].build
    if build >= 0:
        return list(SHELF.units().builds)[build]
    return squad_name(s, u) if s.units[u].kind == Kind.SQUAD else catalogue_name(s, u)


def ability_name(s: State, ability: int) -> tuple[str, str]:
    """What an ability is called, and what it does under these options (TC-6.3 to TC-6.10)."""
    o = s.options
    moves, far = in_words(o.double_moves, "move"), in_words(o.straight_hexes, "hex", "hexes")
    double = f"the next {moves} for one action"
    if o.double_move == DoubleMove.EVERY_MOVE:
        double = f"{moves} for each action paid"
    effects = {
        Ability.BOOMING_VOICE: plural(o.booming_voice, "more action"),
        Ability.DOUBLE: double,
        Ability.STRAIGHT: f"one action drives up to {far} straight on",
        Ability.BRING_IT_DOWN: f"every shot hits on {o.bring_it_down_score}+",
        Ability.QUICK_LOAD: f"loading costs {f'{o.quick_load_cost} AP' if o.quick_load_cost else 'nothing'}",
    }
    return ABILITY_NAMES[Ability(ability)], effects[Ability(ability)]
