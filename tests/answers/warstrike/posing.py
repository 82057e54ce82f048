"""Tables as questions describe them: lengths in inches, terrain, units."""

from collections.abc import Mapping, Sequence
from typing import Any

from hulldown.conformance.answers import Given, Measure
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.setup import blank_state, field_unit, lay_terrain, mils
from hulldown.rulesets.warstrike.state import FINE, INCH, Ground, Options, State

BASE = 0.5  # inches: the radius of a model of which nothing else is said (WS-1.3)
SLACK = 0.01  # inches
LINE, SINGLE, CAR = "line", "mark", "car"  # a unit of many, of one, a vehicle
MIDDLE = (24, 18)
Model = Mapping[str, Any]


def options_of(given: Given) -> Options:
    return SHELF.options_under(given.get("options", {}))


def inches(length: int) -> Measure:
    """A length of the rules, compared as the vectors are."""
    return Measure(length / (INCH * FINE), SLACK)


def place(x: int, y: int) -> list[Measure]:
    return [inches(x * FINE), inches(y * FINE)]


def base(model: Model) -> tuple[int, int, int]:
    """The place and radius of a model, as the state holds them."""
    return mils(model["x"]), mils(model["y"]), mils(model.get("r", BASE))


def at(point: Sequence[float]) -> dict[str, float]:
    """A point as a model of the usual size."""
    return {"x": point[0], "y": point[1]}


def verdict(why: int) -> dict[str, Any]:
    """Legal or not, and the reason as the rulebook has it (section 2.6)."""
    return {"legal": why == Why.OK, "reason": f"R_{Why.of(why).name}"}


def lay(s: State, piece: Mapping[str, Any]) -> int:
    return lay_terrain(s, Ground[piece["type"].upper()], piece.get("poly") or piece["line"])


def table(given: Given) -> State:
    s = blank_state(SHELF, given.get("options"), *given.get("table", (48, 36)))
    for piece in given.get("terrain", ()):
        lay(s, piece)
    return s


def squad(s: State, side: int, models: Sequence[Model], unit: str = LINE) -> int:
    """A unit with these models; its number."""
    k = field_unit(SHELF, s, side, unit, [(model["x"], model["y"]) for model in models])
    for m, model in enumerate(models, s.unit[k].first):
        s.model[m].radius = base(model)[2]
    return k


def walked(s: State, m: int, path: Sequence[Sequence[float]]) -> int:
    """Give a model, which stands at its beginning, a path; the model's number."""
    v = s.model[m]
    v.points = len(path) - 1
    for i, (x, y) in enumerate(path[1:]):
        v.way_x[i], v.way_y[i] = mils(x), mils(y)
        v.x, v.y = v.way_x[i], v.way_y[i]
    return m
