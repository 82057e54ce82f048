"""The table: gaps, arcs, moves and their ends (CA-2, CA-4, CA-5), Encircle and Turn (CA-13, CA-14)."""

from collections.abc import Sequence
from typing import Any

from hulldown.conformance.answers import Given, ask
from hulldown.kernel import plane
from hulldown.kernel.plane import GRAIN, INCH, lay_around
from hulldown.rulesets.close_assault.cards import in_inches
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.combat import turn, why_not_turn
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.fights import encircle, why_not_encircle, why_not_leap
from hulldown.rulesets.close_assault.movement import begin_move, most, why_not_drive, why_not_end
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment
from hulldown.rulesets.close_assault.state import Order, State
from hulldown.rulesets.close_assault.table import arc_between, arc_of, coherent, contact, overlap
from hulldown.rulesets.close_assault.values import KINDS, mils
from hulldown.rulesets.common.explanation import OFF

from .posing import (
    UNITS,
    X,
    Y,
    arc_name,
    base_of,
    circle,
    inches,
    options_of,
    order_of,
    put,
    unit,
    verdict,
)

RADIUS, DIAMETER = 0.5, 1.25  # of Line infantry, of a Walker; inches
HALF_RHINO = 0.75
AWAY = 12  # from the Rhino: not touching


def gap(a: Given, b: Given) -> dict[str, Any]:
    """The gap of two bases, and what it means (CA-2.4, CA-2.5)."""
    distance = plane.gap(base_of(a), base_of(b))
    return {"gap": inches(distance), "contact": contact(distance), "overlap": overlap(distance)}


def arc(given: Given) -> dict[str, Any]:
    """The arc of a vehicle in which an enemy stands (CA-5.4)."""
    bases = base_of(given["vehicle"]), base_of(given["enemy"])
    found = arc_between(options_of(given), *bases)
    return {"u_min": inches(plane.least_ahead(*bases)), "arc": arc_name(found)}


def move_limit(given: Given, movement: float, contact: bool = False, broke_out: bool = False) -> float:
    kind = KINDS[given["type"]]
    return in_inches(
        most(options_of(given), order_of(given), kind, mils(movement), int(contact), int(broke_out))
    )


def zone(given: Given, start_gap: float, min_gap: float) -> bool:
    """Whether a Walker may walk at an enemy until that gap, or from it if it never is nearer (CA-4.3)."""
    s = blank_state()
    walker = field_detachment(SHELF, s, 0, "Walker", [(X, Y)], order=order_of(given))
    field_detachment(SHELF, s, 1, "Line infantry", [(X + start_gap + DIAMETER / 2 + RADIUS, Y)])
    begin_move(s, walker)
    b = s.model[0].base
    return why_not_drive(s, 0, b.x + (mils(start_gap) - mils(min_gap) or -INCH), b.y) == Why.ALLOWED


def chain(models: Sequence[Any], diameter: float) -> bool:
    """Whether circles form one chain (CA-2.8)."""
    s = blank_state()
    return coherent(s, field_detachment(SHELF, s, 0, unit(type="Infantry", base=circle(diameter)), models))


def end(given: Given, touching: Sequence[str], shocked: Sequence[str]) -> int:
    """Whether a Rhino that drove so far, shocked these and touches those may end its charge (CA-4.10)."""
    s = blank_state()
    k = field_detachment(SHELF, s, 0, "Rhino", [(X, Y)], order=Order.CHARGE)
    s.profile[0].move = mils(given["movement"])
    numbers = {}
    for i, name in enumerate(sorted({*shocked, *touching})):  # each a detachment of one model
        place = (X + HALF_RHINO + RADIUS, Y) if name in touching else (X + AWAY, Y + i)
        numbers[name] = field_detachment(SHELF, s, 1, "Line infantry", [place])
    d, v = s.detachment[k], s.model[0]
    d.shocks, d.shocked = given["shocks"], sum(1 << numbers[name] for name in shocked)
    d.broke_out = int(given["broke_out"])
    v.cost = v.driven = mils(given["used"]) * GRAIN
    return why_not_end(s, k)


# ---------------------------------------------------------------- Encircle and Turn


def encircled(given: Given, radius: float, start: float, distance: float) -> dict[str, Any]:
    """Where a walk round a vehicle ends, in the vehicle's frame (CA-13.5, CA-13.6)."""
    s = blank_state(given.get("options"))
    shape = {"shape": "rect", "length": given["length"], "width": given["width"]}
    vehicle = put(s, 0, "Rhino", base_of({"x": X, "y": Y, "base": shape}))
    begin = base_of({"x": X, "y": Y, "base": circle(2 * radius)})
    lay_around(begin, s.model[vehicle].base, int(begin.half_length), mils(start) * GRAIN)
    m, far = put(s, 1, "Line infantry", begin, Order.CHARGE), mils(distance)
    s.profile[1].move = mils(given["movement"])
    begin_move(s, 1)
    why = why_not_encircle(s, m, vehicle, far)
    if why != Why.ALLOWED:
        return verdict(why)
    encircle(s, m, vehicle, far, OFF)
    return {**verdict(why), **in_frame(s, vehicle, m)}


def in_frame(s: State, vehicle: int, m: int) -> dict[str, Any]:
    """A model's place in a vehicle's frame, in inches, and its arc."""
    b, around = s.model[m].base, s.model[vehicle].base
    dx, dy, facing = b.x - around.x, b.y - around.y, int(around.facing)
    u, w = (inches(plane.along(dx, dy, facing + more) / GRAIN) for more in (0, 9000))
    return {"u": u, "w": w, "arc": arc_name(arc_of(s, vehicle, m))}


def encircle_check(given: Given, model: Given, others: Sequence[Given]) -> int:
    """Whether a model may go round a vehicle, or leap (CA-13.9)."""
    s = blank_state(given.get("options"))
    vehicle = put(s, 0, "Rhino", base_of(given["vehicle"]))
    name = "Assault infantry" if model["jump"] else UNITS[KINDS[model["type"]]]
    m = put(s, 1, name, base_of({**model, "base": circle(model["diameter"])}), order_of(given))
    for other in others:
        put(s, 0, "Line infantry", base_of(other))
    s.profile[s.detachment[1].profile].move = mils(given["movement"])
    begin_move(s, 1)
    if "point" in given:
        return why_not_leap(s, m, *map(mils, given["point"]))
    return why_not_encircle(s, m, vehicle, mils(given["distance"]))


def turned(given: Given, new_facing: float, enemies: Sequence[Given]) -> dict[str, Any]:
    """Where everybody stands after a Turn, or why it is illegal (CA-14.5)."""
    s, facing = blank_state(given.get("options")), round(new_facing * 100)
    vehicle = put(s, 0, "Rhino", base_of(given["vehicle"]), Order.CHARGE)
    models = [put(s, 1, "Line infantry", base_of(enemy)) for enemy in enemies]
    begin_move(s, 0)
    why = why_not_turn(s, vehicle, facing)
    if why != Why.ALLOWED:
        return verdict(why)
    turn(s, vehicle, facing, OFF)
    places = [[inches(s.model[m].base.x), inches(s.model[m].base.y)] for m in models]
    return {**verdict(why), "positions": places, "arcs": [arc_name(arc_of(s, vehicle, m)) for m in models]}


ANSWERS = {
    "gap": ask(gap),
    "arc": ask(arc),
    "move_limit": ask(move_limit, give="limit"),
    "zone": ask(zone, give="legal"),
    "coherency": ask(chain, give="coherent"),
    "end_legal": ask(end, give=verdict),
    "encircle": ask(encircled),
    "encircle_check": ask(encircle_check, give=verdict),
    "turn": ask(turned),
}
