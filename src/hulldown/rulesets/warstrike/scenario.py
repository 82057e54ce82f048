"""Setting a battle up (section 5): scenario, options and forces become the starting position (WS-4.12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hulldown.catalogue import CatalogueError, ScenarioSource
from hulldown.kernel.dice import new_dice
from hulldown.kernel.events import Log
from hulldown.kernel.records import blank
from hulldown.rulesets.common.scenarios import Choices
from hulldown.rulesets.warstrike.catalogue.scenarios import Scenario
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.codes import INCH, NOBODY, Edge, Ground, Morale, Phase
from hulldown.rulesets.warstrike.deployment import deploy_on, why_not_form, why_not_spot
from hulldown.rulesets.warstrike.forces import fielded
from hulldown.rulesets.warstrike.groundwork import (
    blank_state,
    field_unit,
    lay_box,
    lay_objective,
    lay_terrain,
)
from hulldown.rulesets.warstrike.naming import model_id, unit_id
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import State, side_of

Forces = Mapping[str, Mapping[str, Any]]
PLACES = {
    Why.OUT_OF_ZONE: "is not wholly in its zone (WS-4.5)",
    Why.OFF_TABLE: "is off the table (WS-1.12)",
    Why.IMPASSABLE: "stands on impassable ground (WS-1.12)",
    Why.ENEMY_GAP: "is too near to an enemy (WS-1.12)",
    Why.OVERLAP: "overlaps another model (WS-1.12)",
    Why.PLACE_RANGE: "is too far from its leader (WS-4.5)",
}


def set_up(scenario: ScenarioSource, options: Choices | None = None, forces: Forces | None = None) -> State:
    """The starting position of a scenario. CatalogueError names what cannot be used.

    `forces` replaces units by name: `{"B1": {"unit": "vet"}}` (WS-4.12), or a player's own build (WS-4.13).
    """
    file = SHELF.scenario(scenario)
    variants = {**file.options, **(options or {})}
    s = blank_state(variants, *file.size)
    lay_table(s, file)
    for name, force in fielded(file, forces or {}, variants).items():
        seat = int(name[0] == file.sides[1].letter)
        field_unit(s, seat, force.unit, None if file.free else force.leader, name=name)
    if file.free:
        refuse_giants(s)
    else:
        refuse_places(s)
    begin(s)
    return s


def lay_table(s: State, file: Scenario) -> None:
    """Everything but units: the table, what scores, who attacks."""
    s.turns, s.turn = file.turns, 0
    s.begun = [0, 0]
    s.victory = int(file.morale) << Morale.TASK_FORCE | int(file.sudden) << Morale.SUDDEN
    s.fixed, s.held_by = file.seat_of(file.attacker), file.seat_of(file.holder)
    for seat, side in enumerate(file.sides):
        s.edge[seat] = Edge[side.edge.upper()]
        lay_box(s.zone[seat], side.zone)
    for terrain in file.terrain:
        lay_terrain(s, Ground[terrain.ground.upper()], terrain.points)
    for objective in file.objectives:
        x, y = objective.at
        lay_objective(s, x, y, file.seat_of(objective.side), objective.vp)


def begin(s: State) -> None:
    """On to the first decision: a roll-off, or, where nothing is rolled for, the attacker's (WS-4.10)."""
    s.side, s.attacker = 0, NOBODY
    if s.fixed != NOBODY and all(s.unit[k].placed for k in range(s.units)):
        deploy_on(s, new_dice(0), blank(Log))
    else:
        s.phase = Phase.ROLL_OFF


# ---------------------------------------------------------------- what cannot be set up


def refuse_places(s: State) -> None:
    """CatalogueError for a model that may not stand where the scenario puts it (WS-1.12, WS-4.5)."""
    for m in range(s.models):
        s.side = side_of(s, m)
        why = why_not_spot(s, m, s.model[m].x, s.model[m].y)
        if why != Why.OK:
            raise CatalogueError([f"{model_id(s, m)} {PLACES[Why.of(why)]}"])


def refuse_giants(s: State) -> None:
    """CatalogueError for a unit that finds no place in its zone, though it is alone there (WS-4.9)."""
    s.phase = Phase.DEPLOY
    for k in range(s.units):
        s.side, s.acting = int(s.unit[k].side), k
        if not any(why_not_form(s, k, x, y) == Why.OK for x, y in spots(s)):
            raise CatalogueError([f"{unit_id(s, k)} does not fit into its zone (WS-4.5)"])
    s.acting = NOBODY


def spots(s: State) -> list[tuple[int, int]]:
    """Every whole inch of the zone of the side that places, those in the middle first."""
    zone = s.zone[s.side]
    across, up = from_middle(zone.x0, zone.x1), from_middle(zone.y0, zone.y1)
    return [(x, y) for x in across for y in up]


def from_middle(low: int, high: int) -> list[int]:
    """Whole inches between two places, those in the middle first."""
    return sorted(range(low, high + 1, INCH), key=lambda place: abs(2 * place - low - high))
