"""Questions about the map: arcs, struck faces, lines of sight, what movement costs (AG-2, AG-4, AG-7)."""

from __future__ import annotations

from typing import Any

from hulldown.conformance.answers import Answer, Given
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank
from hulldown.rulesets.agrav.catalogue import Edge
from hulldown.rulesets.agrav.codes import CENTRE, NOBODY, Face, Ground, Part, Way
from hulldown.rulesets.agrav.geometry import WAYS, beyond, in_arc, struck_face
from hulldown.rulesets.agrav.groundwork import blank_state, field_unit, lay_barricade
from hulldown.rulesets.agrav.movement import mobility_now, step, turn, why_not_step, why_not_turn
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.sight import clear, look_all
from hulldown.rulesets.agrav.state import State, Unit, column_of, row_of, tile_at
from hulldown.rulesets.shared.dicing import OFF

KINDS = {"tank": "bastion", "walker": "strider", "agrav": "kestrel", "infantry": "troopers"}
ANGLES = {"F": 0, "D": 1, "R": 2, "B": 4, "L": 6}  # eighths of a circle from the facing
START = tile_at(12, 8)
PLENTY = 99  # mobility, so that only the price of a move is asked
RIGHT = 1


def ask_move(given: Given) -> Answer:
    """What a sequence of steps and turns costs, and the tiles it counts (AG-7.1 to AG-7.11)."""
    s = blank_state(given.get("options", {}))
    unit = field_unit(s, 0, KINDS[given["chassis"]], START)
    unit.left = PLENTY
    look_all(s)
    for one in given["steps"]:
        why = take(s, unit, one)
        if why != Why.ALLOWED:
            return {"reason": Why.of(why).name.lower()}
    return {"cost": PLENTY - unit.left, "tiles": unit.tiles}


def take(s: State, unit: Unit, one: str) -> int:
    """One step such as `F+d`, or the turn `t`: done unless there is a reason against it."""
    move, *ground = one.split("+")
    if move == "t":
        why = why_not_turn(s, 0, RIGHT)
        if why == Why.ALLOWED:
            turn(s, 0, RIGHT, new_dice(0), OFF)
        return why
    way = (unit.facing + ANGLES[move]) % WAYS
    lay_ground(s, unit.tile, way, ground)
    why = why_not_step(s, 0, way)
    if why == Why.ALLOWED:
        step(s, 0, way, new_dice(0), OFF)
    return why


def lay_ground(s: State, tile: int, way: int, what: list[str]) -> None:
    """Debris in the tile beyond (`d`), a barricade on the way there (`b`)."""
    there = beyond(s, tile, way)
    if "d" in what:
        s.ground[there] = Ground.DEBRIS
    if "b" in what:
        owner = there if way in (Way.N, Way.W) else tile
        lay_barricade(s, Edge(column_of(owner), row_of(owner), way in (Way.N, Way.S)))


def ask_mobility(given: Given) -> Answer:
    """Current maximum mobility (AG-7.12, AG-15.3)."""
    unit = blank(Unit)
    unit.mobility, unit.stun, unit.parts = given["mobility"], given["stun"], 1
    unit.part[0].part, unit.part[0].crits = Part.DRIVE, given["drive_crits"]
    return {"mobility": mobility_now(unit)}


def ask_arc(given: Given) -> Answer:
    """Whether a vector lies in an arc or cone (AG-2.5, AG-2.6)."""
    return {"in_arc": in_arc(Way[given["facing"]], given["dx"], given["dy"])}


def ask_struck(given: Given) -> Answer:
    """The face that a source strikes (AG-2.7)."""
    face = struck_face(Way[given["target_facing"]], given["dx"], given["dy"])
    return {"face": Face(face).name.lower()}


def ask_los(given: Given) -> Answer:
    """Whether there is a line of sight between two centres (AG-4.1 to AG-4.4)."""
    s = blank_state(given.get("options", {}))
    for place in given["blockers"]:
        s.ground[tile_at(*place)] = Ground.WALL
    for place in given["smoke"]:
        s.smoke[tile_at(*place)] = 1
    look_all(s)
    return {"clear": clear(s, tile_at(*given["from"]), CENTRE, tile_at(*given["to"]), CENTRE, NOBODY)}


OPS: dict[str, Any] = {
    "move": ask_move,
    "mobility": ask_mobility,
    "arc": ask_arc,
    "struck": ask_struck,
    "los": ask_los,
}
