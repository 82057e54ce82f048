"""Setting a battle up (section 6): scenario, options and forces become the starting position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hulldown.catalogue import CatalogueError, ScenarioSource
from hulldown.kernel.dice import new_dice
from hulldown.kernel.events import Log
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF, Force, Scenario
from hulldown.rulesets.close_assault.codes import NOBODY, WHOLE, Extra, Ground, Phase
from hulldown.rulesets.close_assault.coherency import coherent
from hulldown.rulesets.close_assault.contact import why_not_stand
from hulldown.rulesets.close_assault.deployment import why_not_form
from hulldown.rulesets.close_assault.forces import fielded
from hulldown.rulesets.close_assault.ground import wipe
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
from hulldown.rulesets.close_assault.state import State, side_of
from hulldown.rulesets.close_assault.turn import advance
from hulldown.rulesets.common.names import inches
from hulldown.rulesets.common.scenarios import Choices

GRID = 500  # mils between the places at which a formation is tried
Forces = Mapping[str, Mapping[str, Any]]
PLACES = {
    Why.OVERLAP: "overlaps another model (CA-2.5)",
    Why.OFF_TABLE: "is off the table (CA-2.7)",
    Why.TERRAIN: "overlaps a block (CA-2.7)",
}


def set_up(scenario: ScenarioSource, options: Choices | None = None, forces: Forces | None = None) -> State:
    """The starting position of a scenario. CatalogueError names what cannot be used.

    `forces` replaces detachments by name: `{"B1": {"unit": "walker"}}` or `{"B1": {"profile": {...}}}`; in
    free set-up also `{"B1": {"models": 4}}` (CA-1.8).
    """
    file = SHELF.scenario(scenario)
    s = blank_state({**file.options, **(options or {})})
    lay_table(s, file)
    for name, force in fielded(file, forces or {}).items():
        field_force(s, file, name, force)
    lay_rewards(s, file)
    if not file.free:
        refuse_places(s)
    s.phase, s.round = Phase.DEPLOY, 0
    if file.free:
        refuse_crowds(s)
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
            gap = inches(int(s.options.coherency))
            raise CatalogueError([f"{detachment_name(s, k)} is not within {gap} inches of itself (CA-2.8)"])


# ---------------------------------------------------------------- free set-up


def refuse_crowds(s: State) -> None:
    """CatalogueError for who could not be placed in the own zone: a detachment in no formation, or a side
    that would cover most of it (CA-2.15).
    """
    for k in range(s.detachments):
        if not fits(s, k):
            raise CatalogueError([f"{detachment_name(s, k)} does not fit into its zone (CA-2.15)"])
    for side, zone in enumerate(s.zone):
        room = (zone.x1 - zone.x0) * (zone.y1 - zone.y0)
        if WHOLE * ground_of(s, side) > int(s.options.zone_share) * room:
            name = detachment_name(s, first_of(s, side))
            raise CatalogueError([f"{name} and the others of its side crowd their zone (CA-2.15)"])
    s.side = 0
    wipe(s)


def fits(s: State, k: int) -> bool:
    """Whether a detachment alone can be placed in some formation, on a grid over its zone."""
    s.side = int(s.detachment[k].side)
    zone = s.zone[s.side]
    return any(
        why_not_form(s, k, x, y, NOBODY, files) == Why.ALLOWED
        for x in from_middle(zone.x0, zone.x1)
        for y in from_middle(zone.y0, zone.y1)
        for files in range(1, s.detachment[k].size + 1)
    )


def from_middle(low: int, high: int) -> list[int]:
    """Places between two others, those in the middle first."""
    return sorted(range(low, high + 1, GRID), key=lambda place: abs(2 * place - low - high))


def ground_of(s: State, side: int) -> int:
    """The ground that the models of a side need, in square mils: of round bases the square about them."""
    own = [s.model[m].base for m in range(s.models) if side_of(s, m) == side]
    return sum(4 * int(b.half_length) * int(b.half_width) for b in own)


def first_of(s: State, side: int) -> int:
    """The first detachment of a side."""
    return next(k for k in range(s.detachments) if s.detachment[k].side == side)
