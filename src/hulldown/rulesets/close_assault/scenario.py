"""Setting a battle up (section 6): scenario, options and forces become the starting position."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hulldown.catalogue import CatalogueError
from hulldown.kernel.dice import new_dice
from hulldown.kernel.events import Log
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault import catalogue
from hulldown.rulesets.close_assault.catalogue import Force, Scenario
from hulldown.rulesets.close_assault.choosing import Choices
from hulldown.rulesets.close_assault.codes import NOBODY, Extra, Ground, Phase
from hulldown.rulesets.close_assault.coherency import coherent
from hulldown.rulesets.close_assault.contact import why_not_stand
from hulldown.rulesets.close_assault.forces import fielded
from hulldown.rulesets.close_assault.groundwork import (
    EDGES,
    blank_state,
    field_detachment,
    lay_box,
    lay_objective,
    lay_terrain,
)
from hulldown.rulesets.close_assault.naming import detachment_name, model_name
from hulldown.rulesets.close_assault.profiling import mils
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.turn import advance

Forces = Mapping[str, Mapping[str, Any]]
PLACES = {
    Why.OVERLAP: "overlaps another model (CA-2.5)",
    Why.OFF_TABLE: "is off the table (CA-2.7)",
    Why.TERRAIN: "overlaps a block (CA-2.7)",
}


def set_up(which: str | Path, chosen: Choices | None = None, forces: Forces | None = None) -> State:
    """The starting position of a scenario. CatalogueError names what cannot be used.

    `forces` replaces detachments by name: `{"B1": {"unit": "walker"}}` or `{"B1": {"profile": {...}}}`; in
    free set-up also `{"B1": {"models": 4}}` (CA-1.8).
    """
    file = catalogue.load_scenario(which)
    s = blank_state({**file.options, **(chosen or {})})
    lay_table(s, file)
    for name, force in fielded(file, forces or {}).items():
        field_force(s, file, name, force)
    lay_rewards(s, file)
    if not file.free:
        refuse_places(s)
    s.phase, s.round = Phase.DEPLOY, 0
    advance(s, new_dice(0), blank(Log))
    return s


def lay_table(s: State, file: Scenario) -> None:
    """Everything on the table but models."""
    s.width, s.height = map(mils, file.size)
    s.rounds, s.scoring = file.rounds, file.scoring
    for seat, side in enumerate(file.sides):
        s.edge[seat] = EDGES[side.edge]
        lay_box(s.zone[seat], side.zone)
    for terrain in file.terrain:
        lay_terrain(s, Ground[terrain.ground.upper()], *terrain.box)
    for x, y in file.objectives:
        lay_objective(s, x, y)


def field_force(s: State, file: Scenario, name: str, force: Force) -> None:
    """A detachment in its places; in free set-up it waits to be placed (CA-2.13)."""
    seat = int(name[0] == file.sides[1].letter)
    places = [None if file.free else place for place in force.models]
    k = field_detachment(s, seat, force.profile or force.unit, places, force.facing or 0, name=name)
    if force.points is not None:
        s.detachment[k].value = force.points


def lay_rewards(s: State, file: Scenario) -> None:
    """What the scenario scores at its end (CA-18.3)."""
    for reward in file.ends:
        s.extra = Extra[reward.what.upper()]
        s.extra_side, s.extra_points = file.seat_of(reward.side), reward.points
        s.extra_line, s.extra_models = mils(reward.beyond), reward.models
        names = [detachment_name(s, k) for k in range(s.detachments)]
        s.extra_unit = names.index(reward.unit) if reward.unit else NOBODY


def refuse_places(s: State) -> None:
    """CatalogueError for models that overlap or are off the table, detachments that do not hold together."""
    for m in range(s.models):
        why = why_not_stand(s, m, s.model[m].base, 1)
        if why != Why.ALLOWED:
            raise CatalogueError([f"{model_name(s, m)} {PLACES[Why.of(why)]}"])
    for k in range(s.detachments):
        if not coherent(s, k):
            raise CatalogueError([f"{detachment_name(s, k)} is not within 2 inches of itself (CA-2.8)"])
