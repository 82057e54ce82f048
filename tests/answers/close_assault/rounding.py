"""Questions about Encircle and Turn (CA-13, CA-14)."""

from __future__ import annotations

from hulldown.conformance.answers import Answer, Given, Measure, Question
from hulldown.kernel.events import Log
from hulldown.kernel.outline import lay_around
from hulldown.kernel.plane import GRAIN, INCH, Base, along
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.arcs import arc_of
from hulldown.rulesets.close_assault.codes import Arc, Order
from hulldown.rulesets.close_assault.deployment import stand
from hulldown.rulesets.close_assault.encircling import encircle, why_not_encircle, why_not_leap
from hulldown.rulesets.close_assault.groundwork import blank_state, field_detachment
from hulldown.rulesets.close_assault.movement import begin_move
from hulldown.rulesets.close_assault.profiling import mils
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.turning import turn, why_not_turn

from .ground import base_of
from .shocks import verdict

X, Y = 20, 18  # where a vehicle stands in questions, facing east
UNITS = {"Infantry": "Line infantry", "Walker": "Walker", "Vehicle": "Rhino", "Cavalry": "Scout bikes"}
DEGREE = 100


def put(s: State, side: int, unit: str, base: Base, order: Order = Order.NONE) -> int:
    """One model of a unit on a base of any size; its number."""
    k = field_detachment(s, side, unit, [(X, Y)], order=order)
    m = int(s.detachment[k].first)
    b = s.model[m].base
    b.round, b.half_length, b.half_width = base.round, base.half_length, base.half_width
    stand(s.model[m], base.x, base.y, base.facing)
    return m


def ask_encircle(given: Given) -> Answer:
    """Where a walk round a vehicle ends, in the vehicle's frame (CA-13.5, CA-13.6)."""
    s = blank_state(given.get("options", {}))
    shape = {"shape": "rect", "length": given["length"], "width": given["width"]}
    vehicle = put(s, 0, "Rhino", base_of({"x": X, "y": Y, "facing": 0, "base": shape}))
    shape = {"shape": "circle", "diameter": 2 * given["radius"]}
    begin = base_of({"x": X, "y": Y, "facing": 0, "base": shape})
    lay_around(begin, s.model[vehicle].base, int(begin.half_length), mils(given["start"]) * GRAIN)
    m = put(s, 1, "Line infantry", begin, Order.CHARGE)
    s.profile[1].move = mils(given["movement"])
    begin_move(s, 1)
    far = mils(given["distance"])
    why = why_not_encircle(s, m, vehicle, far)
    if why != Why.ALLOWED:
        return verdict(why)
    encircle(s, m, vehicle, far, blank(Log))
    return verdict(why) | in_frame(s, vehicle, m)


def in_frame(s: State, vehicle: int, m: int) -> dict[str, float | str]:
    """A model's place in a vehicle's frame, in inches, and its arc."""
    b, around = s.model[m].base, s.model[vehicle].base
    dx, dy, facing = b.x - around.x, b.y - around.y, int(around.facing)
    u, w = along(dx, dy, facing), along(dx, dy, facing + 9000)
    return {
        "u": Measure(u / GRAIN / INCH),
        "w": Measure(w / GRAIN / INCH),
        "arc": Arc(arc_of(s, vehicle, m)).name.lower(),
    }


def ask_encircle_check(given: Given) -> Answer:
    """Whether a model may go round a vehicle, or leap (CA-13.9)."""
    s, model = blank_state(given.get("options", {})), given["model"]
    vehicle = put(s, 0, "Rhino", base_of(given["vehicle"]))
    shape = {"shape": "circle", "diameter": model["diameter"]}
    unit = "Assault infantry" if model["jump"] else UNITS[model["type"]]
    m = put(s, 1, unit, base_of({**model, "facing": 0, "base": shape}), Order[given["order"].upper()])
    for other in given["others"]:
        put(s, 0, "Line infantry", base_of(other))
    s.profile[s.detachment[1].profile].move = mils(given["movement"])
    begin_move(s, 1)
    if "point" in given:
        return verdict(why_not_leap(s, m, *map(mils, given["point"])))
    return verdict(why_not_encircle(s, m, vehicle, mils(given["distance"])))


def ask_turn(given: Given) -> Answer:
    """Where everybody stands after a Turn, or why it is illegal (CA-14.5)."""
    s = blank_state(given.get("options", {}))
    vehicle = put(s, 0, "Rhino", base_of(given["vehicle"]), Order.CHARGE)
    enemies = [put(s, 1, "Line infantry", base_of(enemy)) for enemy in given["enemies"]]
    begin_move(s, 0)
    facing = round(given["new_facing"] * DEGREE)
    why = why_not_turn(s, vehicle, facing)
    if why != Why.ALLOWED:
        return verdict(why)
    turn(s, vehicle, facing, blank(Log))
    bases = [s.model[m].base for m in enemies]
    positions = [[Measure(b.x / INCH), Measure(b.y / INCH)] for b in bases]
    arcs = [Arc(arc_of(s, vehicle, m)).name.lower() for m in enemies]
    return verdict(why) | {"positions": positions, "arcs": arcs}


OPS: dict[str, Question] = {
    "encircle": ask_encircle,
    "encircle_check": ask_encircle_check,
    "turn": ask_turn,
}
