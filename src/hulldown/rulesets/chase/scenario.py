"""Setting a battle up (CH-14.3, section 4): scenario, options and tanks become the starting position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hulldown.catalogue import CatalogueError, Entry, Which, unknown, validate
from hulldown.kernel.dice import new_dice
from hulldown.kernel.events import Log
from hulldown.kernel.records import blank
from hulldown.rulesets.chase.catalogue.scenarios import Force, Scenario
from hulldown.rulesets.chase.catalogue.shelf import SHELF
from hulldown.rulesets.chase.codes import SIDE_TANKS, Phase
from hulldown.rulesets.chase.groundwork import (
    BAND_NAMES,
    blank_state,
    engage_duel,
    field_tank,
    read_own,
    set_payoffs,
)
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.teams import first_pairing
from hulldown.rulesets.chase.turn import advance
from hulldown.rulesets.shared.scenarios import Choices

Forces = Mapping[str, Mapping[str, Any]]


def set_up(scenario: Which, options: Choices | None = None, forces: Forces | None = None) -> State:
    """The starting position of a scenario. CatalogueError names what cannot be used.

    `forces` replaces tanks by name: `{"A1": {"tank": "hornet", "crew": "veteran"}}`, or every number of a
    tank of your own.
    """
    file = SHELF.scenario(scenario)
    for name in forces or {}:
        if name not in file.units:
            raise CatalogueError([unknown("unit", name, file.units)])
    s = blank_state({**file.options, **(options or {})})
    s.start_range, s.turn_limit = BAND_NAMES.index(file.start), file.turn_limit
    s.duels = file.duels
    set_payoffs(s, file.stakes())
    field_sides(s, file, forces or {})
    begin(s)
    return s


def field_sides(s: State, file: Scenario, forces: Forces) -> None:
    """Every tank in its place; without `team_battle` only the first of each side (CH-14.13)."""
    for side in range(2):
        printed = list(file.side(side).items())
        for i, (name, force) in enumerate(printed if s.options.team_battle else printed[:1]):
            if name in forces:
                force = replaced(name, force, forces[name])
            field_tank(s, side * SIDE_TANKS + i, force.own or force.tank, force.crew)


def begin(s: State) -> None:
    """The first pairing (CH-14.3), then on to a decision. A team battle is never a match (CH-14.13)."""
    if s.options.team_battle:
        s.duels = 1
        first_pairing(s, blank(Log))
    else:
        engage_duel(s, s.start_range)
    s.phase = Phase.START
    advance(s, new_dice(0), blank(Log))


# ---------------------------------------------------------------- what a player fields


class Replacement(Entry):
    """Another tank, another crew, or both."""

    tank: str | None = None
    crew: str | None = None


def replaced(name: str, printed: Force, given: Mapping[str, Any]) -> Force:
    """What a player fields in place of a printed tank. CatalogueError names what is wrong in it."""
    if given.keys() - set(Replacement.model_fields):
        return Force(own=read_own(given, f"unit {name}"))
    asked = validate(given, Replacement, None, f"unit {name}")
    units = SHELF.units()
    tank, crew = asked.tank or printed.tank, asked.crew or printed.crew
    if asked.tank is None and printed.own is not None:
        raise CatalogueError([f"unit {name}: has the skills of its own profile; give it a tank too"])
    if tank not in units.tanks:
        raise CatalogueError([f"unit {name}.tank: {unknown('tank', tank, units.tanks)}"])
    if crew not in units.crews:
        raise CatalogueError([f"unit {name}.crew: {unknown('crew', crew, units.crews)}"])
    return Force(tank=tank, crew=crew)
