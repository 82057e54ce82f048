"""Setting a battle up (AG-6.1, section 6): scenario, options and forces become the starting position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hulldown.catalogue import ScenarioSource
from hulldown.rulesets.agrav.catalogue.scenarios import Force
from hulldown.rulesets.agrav.catalogue.shelf import SHELF
from hulldown.rulesets.agrav.codes import NOBODY, Phase, Standing, Way
from hulldown.rulesets.agrav.forces import forces_in_play
from hulldown.rulesets.agrav.groundwork import blank_state, field_unit, lay_map
from hulldown.rulesets.agrav.sight import look_all
from hulldown.rulesets.agrav.state import State, tile_at
from hulldown.rulesets.agrav.victory import DEMOLITION, measure
from hulldown.rulesets.common.scenarios import Choices

Forces = Mapping[str, Mapping[str, Any]]


def set_up(scenario: ScenarioSource, options: Choices | None = None, forces: Forces | None = None) -> State:
    """The starting position of a scenario. CatalogueError names what cannot be used.

    `forces` replaces units by name: `{"A1": {"unit": "kestrel"}}`, or `{"A1": {"design": {...}}}`; in free
    play it says all that a side it names has.
    """
    file = SHELF.scenario(scenario)
    s = blank_state({**file.options, **(options or {})})
    s.first = s.side = file.seat_of(file.first)
    lay_map(s, file)
    if file.mission == "demolition":
        s.mission, s.attacker = DEMOLITION, file.seat_of(file.attacker)
    field_forces(s, forces_in_play(file, forces or {}))
    if file.free:
        s.phase = Phase.ROLL_OFF  # AG-6.1
    look_all(s)
    measure(s)
    return s


def field_forces(s: State, units: Mapping[str, Force]) -> None:
    """Every unit in its place; those without a tile wait to be placed (AG-6.1)."""
    for name, force in units.items():
        tile = NOBODY if force.tile is None else tile_at(*force.tile)
        way = Way[force.facing] if force.facing else Way.N
        u = field_unit(s, "AB".index(name[0]), force.design or force.unit, tile, way)
        if tile == NOBODY:
            u.standing = Standing.WAITING
