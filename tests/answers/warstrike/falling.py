"""Questions about Fall Back!: bands, concealment, where a flight leads and how it ends (WS-10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hulldown.conformance.answers import Answer, Given, Measure, Question
from hulldown.kernel.dice import new_dice
from hulldown.rulesets.shared.dicing import OFF
from hulldown.rulesets.warstrike.aiming import ev_total, toughness_of
from hulldown.rulesets.warstrike.choosing import options_under
from hulldown.rulesets.warstrike.codes import FINE, INCH, Band, Edge, Fate, Flight, Sight
from hulldown.rulesets.warstrike.cover import NOWHERE, ROW, find_cover, share_out
from hulldown.rulesets.warstrike.falling_back import fall_back
from hulldown.rulesets.warstrike.fleeing import flee_to_edge, overruns, set_out
from hulldown.rulesets.warstrike.groundwork import blank_state, field_unit, fine, mils
from hulldown.rulesets.warstrike.leaving import comes_to_edge, leave_at_edge
from hulldown.rulesets.warstrike.permissions import band_of
from hulldown.rulesets.warstrike.routes import CLOSED, way_to
from hulldown.rulesets.warstrike.snap_fire import may_snap
from hulldown.rulesets.warstrike.state import State, lasts
from hulldown.rulesets.warstrike.threats import concealed

from .ground import BASE, WHATEVER, inches, lay

BRANCHES = {Band.UPPER: "half", Band.FLIGHT: "flight", Band.DESTROYED: "destroyed"}


def ask_branch(given: Given) -> Answer:
    """How a unit of so many models falls back (WS-10.19)."""
    o = options_under(given.get("options", {}))
    return {"branch": BRANCHES[Band(band_of(o, given["alive"], given["start"]))]}


def ask_concealed(given: Given) -> Answer:
    """Whether a unit is concealed from its threats as it stands (WS-10.7, WS-10.22 to WS-10.24)."""
    return {"concealed": concealed(*table_of(given))}


def ask_goal(given: Given) -> Answer:
    """Where a unit flees, by what ways, and whether it can be fired at on them (WS-10.11, WS-10.25)."""
    s, k = table_of(given)
    set_out(s, k)
    goal = find_cover(s, k)
    if goal == NOWHERE:
        return {"kind": Flight.EDGE.name.lower()}
    share_out(s, k, goal)
    ways = [way_to(s, m, CLOSED, s.trial_x[m], s.trial_y[m]) for m in range(len(given["unit"]))]
    names = [str(one["id"]) for one in given["unit"]]
    places = [place_of(s.trial_x[m], s.trial_y[m]) for m in range(len(names))]
    return {
        "kind": Flight.COVER.name.lower(),
        "point": place_of(goal // ROW, goal % ROW),
        "distance": inches(ways[0]),
        "destinations": dict(zip(names, places, strict=True)),
        "lengths": {name: inches(way) for name, way in zip(names, ways, strict=True)},
        "snap_allowed": overruns(s, k),
    }


def ask_edge(given: Given) -> Answer:
    """How far a model gets towards its own edge (WS-10.33)."""
    s, k = table_of({**given, "unit": [given["model"]]})
    set_out(s, k)
    flee_to_edge(s, k, OFF)
    v = s.model[s.unit[k].leader]
    return {
        "end": place_of(v.x, v.y),
        "moved": inches(v.walked),
        "reaches_edge": comes_to_edge(s, k),
        "over_mv": bool(s.over),
    }


def ask_exit(given: Given) -> Answer:
    """What becomes of a unit that comes to its own edge (WS-10.15 to WS-10.17)."""
    s = blank_state(given.get("options"))
    k = weakened(s, given["start"], given["alive"])
    s.leaves = 1
    leave_at_edge(s, k, OFF)
    return {"removed": not lasts(s, k), "counts_destroyed": s.unit[k].fate == Fate.DESTROYED}


def ask_effect(given: Given) -> Answer:
    """What a unit in the flight band does and gains, in the open or not (WS-10.8 to WS-10.11)."""
    s = blank_state()
    k = weakened(s, 10, 4)
    s.profile[s.unit[k].profile].aw = fine(s.width // INCH)  # nothing is beyond it: that would count too
    enemy = s.unit[field_unit(s, 1, WHATEVER, [(24, 22)])]
    if given["concealed"]:
        lay(s, {"type": "block", "poly": [(0, 19.5), (48, 19.5), (48, 20.5), (0, 20.5)]})
    before = [(v.x, v.y) for v in s.model]
    target, ev, to = s.unit[k].leader, s.profile[s.unit[k].profile].ev, toughness_of(s, k)
    fall_back(s, k, new_dice(0), OFF)
    return {
        "moves": before != [(v.x, v.y) for v in s.model],
        "ev": ev_total(s, enemy.first, target, Sight.OPEN, 0, s.mute) - ev,
        "to": toughness_of(s, k) - to,
        "snap": may_snap(s, k),
    }


# ---------------------------------------------------------------- what is asked about


def place_of(x: int, y: int) -> list[Measure]:
    """A place of the state in inches."""
    return [inches(x * FINE), inches(y * FINE)]


def table_of(given: Given) -> tuple[State, int]:
    """The table of a question: its terrain, the unit, which is the first, and its enemies."""
    s = blank_state(given.get("options"), *given.get("table", (48, 36)))
    for piece in given.get("terrain", ()):
        lay(s, piece)
    s.edge[0] = Edge[given.get("own_edge", "south").upper()]
    k = squad(s, 0, given["unit"])
    for models in given.get("enemy_units", ()):
        squad(s, 1, models)
    profile = s.profile[s.unit[k].profile]
    profile.aw, profile.mv = fine(given.get("aw", 12)), fine(given.get("mv", 6))
    return s, k


def squad(s: State, side: int, models: Sequence[Mapping[str, Any]]) -> int:
    """A unit with these models; its number."""
    k = field_unit(s, side, WHATEVER, [(one["x"], one["y"]) for one in models])
    for m, one in enumerate(models, s.unit[k].first):
        s.model[m].radius = mils(one.get("r", BASE))
    return k


def weakened(s: State, size: int, alive: int) -> int:
    """A unit that has lost models, in a row in the middle of the table; its number."""
    k = field_unit(s, 0, WHATEVER, [(18 + i, 18) for i in range(size)])
    for m in range(alive, size):
        s.model[m].alive = 0
    return k


OPS: dict[str, Question] = {
    "fall_back_branch": ask_branch,
    "fall_back_concealed": ask_concealed,
    "fall_back_goal": ask_goal,
    "fall_back_edge": ask_edge,
    "edge_exit": ask_exit,
    "flight_effect": ask_effect,
}
