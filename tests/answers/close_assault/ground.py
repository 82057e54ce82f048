"""Questions about the table: gaps, arcs, how far models move and where they may end (CA-2, CA-4, CA-5)."""

from __future__ import annotations

from hulldown.conformance.answers import Answer, Given, Measure, Question
from hulldown.kernel.plane import GRAIN, INCH, Base, gap, least_ahead
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.arcs import arc_between
from hulldown.rulesets.close_assault.card import in_inches
from hulldown.rulesets.close_assault.choosing import options_under
from hulldown.rulesets.close_assault.codes import Arc, Order
from hulldown.rulesets.close_assault.coherency import coherent
from hulldown.rulesets.close_assault.contact import contact, overlap
from hulldown.rulesets.close_assault.groundwork import blank_state, field_detachment
from hulldown.rulesets.close_assault.halting import why_not_end
from hulldown.rulesets.close_assault.movement import begin_move, most, why_not_drive
from hulldown.rulesets.close_assault.profiling import mils
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.traits import KINDS

Y, RHINO_AT, RADIUS = 18, 10, 0.5  # where questions are staged, in inches; RADIUS of Line infantry
HALF_RHINO = 0.75
AWAY = 12  # from the Rhino: not touching
DIAMETER = 1.25  # of a Walker


def base_of(thing: Given) -> Base:
    """A base of a question: place, facing in degrees, shape."""
    b, shape = blank(Base), thing["base"]
    b.x, b.y, b.facing = mils(thing["x"]), mils(thing["y"]), round(thing["facing"] * 100)
    b.round = int(shape["shape"] == "circle")
    length, width = (shape["diameter"],) * 2 if b.round else (shape["length"], shape["width"])
    b.half_length, b.half_width = mils(length) // 2, mils(width) // 2
    return b


def ask_gap(given: Given) -> Answer:
    """The gap of two bases, and what it means (CA-2.4, CA-2.5)."""
    distance = gap(base_of(given["a"]), base_of(given["b"]))
    return {"gap": Measure(distance / INCH), "contact": contact(distance), "overlap": overlap(distance)}


def ask_arc(given: Given) -> Answer:
    """The arc of a vehicle in which an enemy stands (CA-5.4)."""
    vehicle, enemy = base_of(given["vehicle"]), base_of(given["enemy"])
    arc = arc_between(options_under(given.get("options", {})), vehicle, enemy)
    return {"u_min": Measure(least_ahead(vehicle, enemy) / INCH), "arc": Arc(arc).name.lower()}


def ask_move_limit(given: Given) -> Answer:
    """How far an order lets a model go, in inches (CA-3.3, CA-4.6, CA-12.28)."""
    contact, broke_out = int(given.get("contact", False)), int(given.get("broke_out", False))
    order, kind = Order[given["order"].upper()], KINDS[given["type"]]
    return {"limit": in_inches(most(order, kind, mils(given["movement"]), contact, broke_out))}


def ask_zone(given: Given) -> Answer:
    """Whether a Walker may walk at an enemy until that gap, or from it if it never is nearer (CA-4.3)."""
    s = blank_state()
    walker = field_detachment(s, 0, "Walker", [(RHINO_AT, Y)], order=Order[given["order"].upper()])
    apart = given["start_gap"] + DIAMETER / 2 + RADIUS
    field_detachment(s, 1, "Line infantry", [(RHINO_AT + apart, Y)])
    begin_move(s, walker)
    nearer = mils(given["start_gap"]) - mils(given["min_gap"])
    x = s.model[0].base.x + (nearer or -INCH)
    return {"legal": why_not_drive(s, 0, x, s.model[0].base.y) == Why.ALLOWED}


def ask_coherency(given: Given) -> Answer:
    """Whether circles form one chain (CA-2.8)."""
    s = blank_state()
    k = field_detachment(s, 0, "Line infantry", given["models"])
    for m in range(s.models):
        s.model[m].base.half_length = s.model[m].base.half_width = mils(given["diameter"]) // 2
    return {"coherent": coherent(s, k)}


def ask_end(given: Given) -> Answer:
    """Whether a Rhino that drove so far, shocked these and touches those may end its charge (CA-4.10)."""
    s = blank_state()
    k = field_detachment(s, 0, "Rhino", [(RHINO_AT, Y)], order=Order.CHARGE)
    s.profile[0].move = mils(given["movement"])
    numbers = field_enemies(s, given["touching"], sorted({*given["shocked"], *given["touching"]}))
    d, v = s.detachment[k], s.model[0]
    d.shocks, d.shocked = given["shocks"], sum(1 << numbers[name] for name in given["shocked"])
    d.broke_out = int(given["broke_out"])
    v.cost = v.driven = mils(given["used"]) * GRAIN
    why = why_not_end(s, k)
    return {"legal": why == Why.ALLOWED, "reason": f"E_{Why.of(why).name}" if why != Why.ALLOWED else None}


def field_enemies(s: State, touching: list[str], names: list[str]) -> dict[str, int]:
    """Line infantry, each detachment a model: in front of the Rhino if it touches it, else far away."""
    numbers = {}
    for i, name in enumerate(names):
        place = (RHINO_AT + HALF_RHINO + RADIUS, Y) if name in touching else (RHINO_AT + AWAY, Y + i)
        numbers[name] = field_detachment(s, 1, "Line infantry", [place])
    return numbers


OPS: dict[str, Question] = {
    "gap": ask_gap,
    "arc": ask_arc,
    "move_limit": ask_move_limit,
    "zone": ask_zone,
    "coherency": ask_coherency,
    "end_legal": ask_end,
}
