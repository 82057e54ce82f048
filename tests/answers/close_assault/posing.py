"""Models and units as questions describe them, and the words of an answer."""

from collections.abc import Mapping
from typing import Any

from hulldown.conformance.answers import Given, Measure
from hulldown.kernel.plane import INCH, Base
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.catalogue import SHELF, faultless
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.setup import field_detachment
from hulldown.rulesets.close_assault.state import Arc, Kind, Options, Order, State
from hulldown.rulesets.close_assault.table import stand
from hulldown.rulesets.close_assault.values import UnitProfile, mils

X, Y = 20, 18  # where a vehicle stands in questions, facing east
PLAIN: dict[str, Any] = {
    "name": "Unit",
    "type": "Vehicle",
    "list": "auxilia",
    "save": 6,
    "movement": 6,
    "wounds": 1,
    "morale": 3,
    "caf": 0,
    "base": {"shape": "rect", "length": 2, "width": 1},
}
UNITS = {  # a unit of each type
    Kind.INFANTRY: "Line infantry",
    Kind.CAVALRY: "Scout bikes",
    Kind.WALKER: "Walker",
    Kind.VEHICLE: "Rhino",
    Kind.SHV: "Baneblade",
}


def options_of(given: Given) -> Options:
    return SHELF.options_under(given.get("options", {}))


def order_of(given: Given) -> Order:
    """The order given; none where nothing is said."""
    return Order[given.get("order", "none").upper()]


def unit(**fields: Any) -> UnitProfile:
    """A unit of which a question says only this."""
    return faultless({**PLAIN, **fields})


def circle(diameter: float) -> dict[str, Any]:
    return {"shape": "circle", "diameter": diameter}


def base_of(thing: Mapping[str, Any]) -> Base:
    """A base: place, facing in degrees, shape."""
    b, shape = blank(Base), thing["base"]
    b.x, b.y, b.facing = mils(thing["x"]), mils(thing["y"]), round(thing.get("facing", 0) * 100)
    b.round = int(shape["shape"] == "circle")
    length, width = (shape["diameter"],) * 2 if b.round else (shape["length"], shape["width"])
    b.half_length, b.half_width = mils(length) // 2, mils(width) // 2
    return b


def put(s: State, side: int, name: str, base: Base, order: Order = Order.NONE) -> int:
    """One model of a unit on a base of any size; its number."""
    k = field_detachment(SHELF, s, side, name, [(X, Y)], order=order)
    m = int(s.detachment[k].first)
    b = s.model[m].base
    b.round, b.half_length, b.half_width = base.round, base.half_length, base.half_width
    stand(s.model[m], base.x, base.y, base.facing)
    return m


def inches(length: float) -> Measure:
    return Measure(length / INCH)


def arc_name(arc: int) -> str:
    return Arc(arc).name.lower()


def reason(why: int) -> str | None:
    """A reason as the rulebook writes it (CA-20.4)."""
    return None if why == Why.ALLOWED else f"E_{Why.of(why).name}"


def verdict(why: int) -> dict[str, Any]:
    return {"legal": why == Why.ALLOWED, "reason": reason(why)}
