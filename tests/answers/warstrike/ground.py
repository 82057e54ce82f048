"""Questions about measuring, terrain and sight (WS-1, WS-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hulldown.conformance.answers import Answer, Given, Measure, Question
from hulldown.rulesets.warstrike.aiming import ev_total
from hulldown.rulesets.warstrike.codes import FINE, INCH, Ground, Sight
from hulldown.rulesets.warstrike.groundwork import blank_state, field_unit, fine, lay_terrain, mils
from hulldown.rulesets.warstrike.measuring import at_most, edge_distance, spread
from hulldown.rulesets.warstrike.sight import effective_aw, sight, targetable_at
from hulldown.rulesets.warstrike.standing import touched
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.walking import note_snap_point, path_length

BASE = 0.5  # inches: the radius of a model of which nothing else is said (WS-1.3)
SLACK = 0.01  # inches
WHATEVER = "line"  # the unit of a model of which only its place is asked about


def ask_edge_distance(given: Given) -> Answer:
    """The gap between two bases (WS-1.5)."""
    return {"distance": inches(edge_distance(*base(given["a"]), *base(given["b"])))}


def ask_within(given: Given) -> Answer:
    """Whether a model is within a distance of another of its unit (WS-1.5, WS-1.6)."""
    o = blank_state(given.get("options")).options
    far = spread(o, *base(given["a"]), *base(given["b"]))
    return {"within": at_most(far, fine(given["limit"]))}


def ask_path_length(given: Given) -> Answer:
    """The distance moved along a path (WS-1.8)."""
    s = blank_state()
    return {"length": inches(path_length(s, walker(s, given["path"])))}


def ask_touches(given: Given) -> Answer:
    """Whether a base touches a piece of terrain anywhere on a path (WS-3.2)."""
    s = blank_state()
    n = lay(s, given["piece"])
    points = [(mils(x), mils(y)) for x, y in given["path"]]
    pairs = zip(points, points[1:] or points, strict=False)
    radius = mils(given.get("r", BASE))
    return {"touches": any(touched(s.piece[n], *a, *b, radius) for a, b in pairs)}


def ask_sight(given: Given) -> Answer:
    """The sight state of a pair, the Aw that counts, whether it can be targeted, the Ev it has (WS-3)."""
    s = blank_state(given.get("options"))
    viewer, target = (stand(s, side, given[name]) for side, name in ((0, "from"), (1, "to")))
    for piece in given.get("terrain", ()):
        lay(s, piece)
    s.profile[s.unit[s.model[viewer].unit].profile].aw = fine(given["aw"])
    state = sight(s, viewer, target)
    plain = int(s.profile[s.unit[s.model[target].unit].profile].ev)
    return {
        "state": Sight(state).name.lower(),
        "aw_eff": inches(effective_aw(s, viewer, target)),
        "targetable": targetable_at(s, viewer, target, state),
        "ev_bonus": ev_total(s, viewer, target, state, 0, s.mute) - plain,
    }


def ask_snap_point(given: Given) -> Answer:
    """Where Snap Fire meets a model (WS-12.5)."""
    s = blank_state(given.get("options"))
    m = walker(s, given["path"])
    note_snap_point(s, m, fine(given["mv"]))
    return {"point": [inches(s.model[m].snap_x * FINE), inches(s.model[m].snap_y * FINE)]}


# ---------------------------------------------------------------- what is asked about


def inches(length: int) -> Measure:
    """A length of the rules in inches, compared as the vectors are."""
    return Measure(length / (INCH * FINE), SLACK)


def base(model: Mapping[str, Any]) -> tuple[int, int, int]:
    """The place and radius of a model, as the state holds them."""
    return mils(model["x"]), mils(model["y"]), mils(model.get("r", BASE))


def lay(s: State, piece: Mapping[str, Any]) -> int:
    """A piece of terrain on the table; its number."""
    return lay_terrain(s, Ground[piece["type"].upper()], piece.get("poly") or piece["line"])


def stand(s: State, side: int, model: Mapping[str, Any]) -> int:
    """A unit of one model; that model's number."""
    k = field_unit(s, side, WHATEVER, [(model["x"], model["y"])])
    m = int(s.unit[k].first)
    s.model[m].radius = mils(model.get("r", BASE))
    return m


def walker(s: State, path: Sequence[Sequence[float]]) -> int:
    """A model that has walked a path; its number."""
    m = stand(s, 0, {"x": path[0][0], "y": path[0][1]})
    v = s.model[m]
    for x, y in path[1:]:
        v.way_x[v.points], v.way_y[v.points] = mils(x), mils(y)
        v.points += 1
    v.x, v.y = mils(path[-1][0]), mils(path[-1][1])
    return m


OPS: dict[str, Question] = {
    "edge_distance": ask_edge_distance,
    "within": ask_within,
    "path_length": ask_path_length,
    "touches": ask_touches,
    "sight": ask_sight,
    "snap_point": ask_snap_point,
}
