"""Fall Back!: bands, concealment, where a flight leads and how it ends (WS-10)."""

from collections.abc import Sequence
from typing import Any

from hulldown.conformance.answers import Given, ask
from hulldown.kernel.dice import new_dice
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.fall_back import (
    NOWHERE,
    ROW,
    find_cover,
    flee_to_edge,
    overruns,
    set_out,
    share_out,
)
from hulldown.rulesets.warstrike.permissions import band_of
from hulldown.rulesets.warstrike.routes import CLOSED, comes_to_edge, concealed, leave_at_edge, way_to
from hulldown.rulesets.warstrike.setup import blank_state, field_unit, fine
from hulldown.rulesets.warstrike.shooting import ev_total, toughness_of
from hulldown.rulesets.warstrike.state import INCH, Band, Edge, Fate, Flight, Sight, State, lasts
from hulldown.rulesets.warstrike.turn import fall_back, may_snap

from .posing import LINE, Model, inches, lay, options_of, place, squad, table

BRANCHES = {Band.UPPER: "half", Band.FLIGHT: "flight", Band.DESTROYED: "destroyed"}
SCREEN = {"type": "block", "poly": [(0, 19.5), (48, 19.5), (48, 20.5), (0, 20.5)]}


def fleeing_unit(given: Given) -> tuple[State, int]:
    """The table with the unit, which is the first, and its enemies."""
    s = table(given)
    s.edge[0] = Edge[given.get("own_edge", "south").upper()]
    k = squad(s, 0, given["unit"])
    for models in given.get("enemy_units", ()):
        squad(s, 1, models)
    profile = s.profile[s.unit[k].profile]
    profile.aw, profile.mv = fine(given.get("aw", 12)), fine(given.get("mv", 6))
    return s, k


def goal(given: Given, unit: Sequence[Model]) -> dict[str, Any]:
    """Where a unit flees, by what ways, and whether it can be fired at on them (WS-10.11, WS-10.25)."""
    s, k = fleeing_unit(given)
    set_out(s, k)
    spot = find_cover(s, k)
    if spot == NOWHERE:
        return {"kind": Flight.EDGE.name.lower()}
    share_out(s, k, spot)
    names = {m: str(one["id"]) for m, one in enumerate(unit)}
    ways = {m: way_to(s, m, CLOSED, s.trial_x[m], s.trial_y[m]) for m in names}
    return {
        "kind": Flight.COVER.name.lower(),
        "point": place(spot // ROW, spot % ROW),
        "distance": inches(ways[0]),
        "destinations": {name: place(s.trial_x[m], s.trial_y[m]) for m, name in names.items()},
        "lengths": {name: inches(ways[m]) for m, name in names.items()},
        "snap_allowed": overruns(s, k),
    }


def to_edge(given: Given, model: Model) -> dict[str, Any]:
    """How far a model gets towards its own edge (WS-10.33)."""
    s, k = fleeing_unit({**given, "unit": [model]})
    set_out(s, k)
    flee_to_edge(s, k, OFF)
    v = s.model[s.unit[k].leader]
    return {
        "end": place(v.x, v.y),
        "moved": inches(v.walked),
        "reaches_edge": comes_to_edge(s, k),
        "over_mv": bool(s.over),
    }


def weakened(s: State, size: int, alive: int) -> int:
    """A unit that has lost models, in a row in the middle of the table; its number."""
    k = field_unit(SHELF, s, 0, LINE, [(18 + i, 18) for i in range(size)])
    for m in range(alive, size):
        s.model[m].alive = 0
    return k


def edge_exit(start: int, alive: int, options: Given | None = None) -> dict[str, Any]:
    """What becomes of a unit that comes to its own edge (WS-10.15 to WS-10.17)."""
    s = blank_state(SHELF, options)
    k = weakened(s, start, alive)
    s.leaves = 1
    leave_at_edge(s, k, OFF)
    return {"removed": not lasts(s, k), "counts_destroyed": s.unit[k].fate == Fate.DESTROYED}


def flight_effect(given: Given) -> dict[str, Any]:
    """What a unit in the flight band does and gains, in the open or not (WS-10.8 to WS-10.11)."""
    s = blank_state(SHELF)
    k = weakened(s, 10, 4)
    s.profile[s.unit[k].profile].aw = fine(s.width // INCH)  # nothing is beyond it: that would count too
    enemy = s.unit[field_unit(SHELF, s, 1, LINE, [(24, 22)])]
    if given["concealed"]:
        lay(s, SCREEN)
    before = [(v.x, v.y) for v in s.model]
    target, ev, to = s.unit[k].leader, s.profile[s.unit[k].profile].ev, toughness_of(s, k)
    fall_back(s, k, new_dice(0), OFF)
    return {
        "moves": before != [(v.x, v.y) for v in s.model],
        "ev": ev_total(s, enemy.first, target, Sight.OPEN, 0, s.mute) - ev,
        "to": toughness_of(s, k) - to,
        "snap": may_snap(s, k),
    }


ANSWERS = {
    "fall_back_branch": ask(
        band_of, at=(options_of, "alive", "start"), give={"branch": lambda band: BRANCHES[Band(band)]}
    ),
    "fall_back_concealed": ask(lambda given: concealed(*fleeing_unit(given)), give="concealed"),
    "fall_back_goal": ask(goal),
    "fall_back_edge": ask(to_edge),
    "edge_exit": ask(edge_exit),
    "flight_effect": ask(flight_effect),
}
