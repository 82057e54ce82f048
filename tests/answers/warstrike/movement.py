"""Questions on moves: the leader's path, members placed, members measured (WS-7, WS-8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hulldown.rulesets.warstrike.codes import NOBODY, Deed, Gait, Ground
from hulldown.rulesets.warstrike.disorderly import allowance, in_command, path_limit, why_not_disorderly
from hulldown.rulesets.warstrike.groundwork import blank_state, field_unit, fine, lay_terrain, mils
from hulldown.rulesets.warstrike.moving import begin_move
from hulldown.rulesets.warstrike.orderly import near_leader, why_not_lead, why_not_placed
from hulldown.rulesets.warstrike.permissions import open_limit
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.walking import path_length

from .ground import inches

Given = Mapping[str, Any]
SQUAD, SINGLE = "LINE", "MARK"  # whose profiles the models of a question get
DEEDS = {"fall_back_half": Deed.FALL_BACK}


def deed_of(name: str) -> Deed:
    """The action of a question."""
    return DEEDS.get(name) or Deed[name.upper()]


def reason(why: int) -> str:
    """A reason as the rulebook has it (2.6)."""
    return f"R_{Why.of(why).name}"


def table_of(given: Given) -> State:
    """The table of a question with its terrain, in the action asked for."""
    s = blank_state(given.get("options", {}), *given.get("table", (48, 36)))
    for piece in given.get("terrain", ()):
        lay_terrain(s, Ground[piece["type"].upper()], piece.get("poly") or piece["line"])
    s.deed = deed_of(given["action"])
    return s


def squad(s: State, side: int, models: Sequence[Given], mv: float = 6) -> int:
    """A unit of models at their places, each a mapping of x, y and perhaps r."""
    k = field_unit(s, side, SQUAD if len(models) > 1 else SINGLE, [(one["x"], one["y"]) for one in models])
    u = s.unit[k]
    for m, one in enumerate(models, u.first):
        s.model[m].radius = mils(one.get("r", 0.5))
    s.profile[u.profile].mv = fine(mv)
    return k


def others(s: State, given: Given) -> None:
    """The enemies and friends of a question, each a unit of its own."""
    for side, key in ((1, "enemies"), (0, "friends")):
        for one in given.get(key, ()):
            squad(s, side, [one], given.get("mv", 6))


def spot(point: Sequence[float]) -> dict[str, float]:
    """A point as a model of the usual size."""
    return {"x": point[0], "y": point[1]}


def walk(s: State, m: int, path: Sequence[Sequence[float]]) -> None:
    """Give a model the path of a question."""
    v = s.model[m]
    for i, (x, y) in enumerate(path[1:]):
        v.way_x[i], v.way_y[i] = mils(x), mils(y)
        v.x, v.y = v.way_x[i], v.way_y[i]
    v.points = len(path) - 1


def move_to(s: State, m: int, point: Sequence[float]) -> None:
    """Put a model where it ends."""
    s.model[m].x, s.model[m].y = mils(point[0]), mils(point[1])


# ---------------------------------------------------------------- answers


def leader_move(given: Given) -> dict[str, Any]:
    """The leader's path (WS-7.8)."""
    s = table_of(given)
    k = squad(s, 0, [spot(given["path"][0])], given["mv"])
    others(s, given)
    s.acting = k
    begin_move(s, k)
    walk(s, 0, given["path"])
    why = why_not_lead(s, k, NOBODY)
    return {"legal": why == Why.OK, "reason": reason(why), "length": inches(path_length(s, 0))}


def eligible(given: Given) -> dict[str, Any]:
    """Whether a member may be placed (WS-7.11, WS-9.23)."""
    s = table_of(given)
    k = squad(s, 0, [given["leader"], given["model"]])
    begin_move(s, k)
    return {"eligible": near_leader(s, 1)}


def placement(given: Given) -> dict[str, Any]:
    """A member placed round its leader (WS-7.9)."""
    s = table_of(given)
    k = squad(s, 0, [given["leader_start"], given["model"]])
    others(s, given)
    begin_move(s, k)
    move_to(s, 0, (given["leader_end"]["x"], given["leader_end"]["y"]))
    move_to(s, 1, given["spot"])
    near = s.model[1].gait == Gait.PLACED
    why = why_not_placed(s, 1) if near else Why.NOT_ELIGIBLE
    return {"legal": why == Why.OK, "reason": reason(why)}


def disorderly(given: Given) -> dict[str, Any]:
    """A member that is measured, among the others' final places (WS-8)."""
    s = table_of(given)
    leader, start = given["leader_end"], spot(given["path"][0])
    members = [one for one in given["members_end"] if (one["x"], one["y"]) != (leader["x"], leader["y"])]
    k = squad(s, 0, [leader, start, *members], given["mv"])
    others(s, given)
    begin_move(s, k)
    for m in range(len(members) + 2):
        s.model[m].gait = Gait.WALKS if m == 1 else Gait.STANDS
    walk(s, 1, given["path"])
    why = why_not_disorderly(s, 1)
    return {
        "legal": why == Why.OK,
        "reason": reason(why),
        "in_command": in_command(s, 1),
        "cap": inches(path_limit(s, 1, allowance(s, 1))),
    }


def move_cap(given: Given) -> dict[str, Any]:
    """The limit of a path, nobody out of command (WS-8.6, WS-8.7)."""
    s = table_of(given)
    far = {"x": 1.0, "y": 35.0}
    k = squad(s, 0, [far, spot(given["path"][0])], given["mv"])
    begin_move(s, k)
    walk(s, 1, given["path"])
    return {"cap": inches(path_limit(s, 1, open_limit(s, k, int(s.deed))))}


def half_move(given: Given) -> dict[str, Any]:
    """The limit of a unit that falls back in the upper band (WS-10.3, WS-1.10)."""
    s = blank_state()
    k = squad(s, 0, [spot((24, 18))], given["mv"])
    return {"limit": inches(open_limit(s, k, Deed.FALL_BACK))}


OPS = {
    "leader_move": leader_move,
    "eligible": eligible,
    "placement": placement,
    "disorderly": disorderly,
    "move_cap": move_cap,
    "half_move": half_move,
}
