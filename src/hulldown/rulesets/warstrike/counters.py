"""Models and units as the board shows them (WS-1.3, WS-2)."""

from __future__ import annotations

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import PlaneMark, UnitMark
from hulldown.rulesets.api.tabletop import Foot, Spot
from hulldown.rulesets.warstrike.codes import NOBODY, Deed, Phase
from hulldown.rulesets.warstrike.deployment import waits
from hulldown.rulesets.warstrike.formation import is_team
from hulldown.rulesets.warstrike.naming import deed_name, leads, model_id, model_name, unit_id, unit_name
from hulldown.rulesets.warstrike.snap_fire import may_snap
from hulldown.rulesets.warstrike.state import State, is_vehicle, on_table, side_of

SET_UP = (Phase.ROLL_OFF, Phase.DEPLOY)

# ---------------------------------------------------------------- models


def own_models(s: State, k: int) -> list[int]:
    """The models of a unit that stand on the table."""
    first = int(s.unit[k].first)
    every = range(first, first + int(s.unit[k].size))
    return [m for m in every if on_table(s, m) and not waits(s.model[m])]


def spot(s: State, m: int) -> Spot:
    """Where the middle of a model is."""
    return int(s.model[m].x), int(s.model[m].y)


def foot(s: State, m: int) -> Foot:
    """Where a model stands, and its base (WS-1.3)."""
    r = int(s.model[m].radius)
    return Foot(*spot(s, m), 0, r, r, True)


def figure(s: State, m: int) -> str:
    """The silhouette of a model."""
    if is_vehicle(s, int(s.model[m].unit)):
        return "apc"
    return "gun" if is_team(int(s.model[m].radius)) else "squad"


def rank(s: State, m: int) -> str:
    """The task force commander (WS-2.8), the leader or acting leader of a unit (WS-2.3, WS-2.6)."""
    if s.model[m].officer:
        return "commander"
    return "leader" if leads(s, m) and s.unit[s.model[m].unit].size > 1 else ""


def model_mark(s: State, m: int) -> PlaneMark:
    """A model on the board."""
    k = int(s.model[m].unit)
    full = int(s.profile[s.unit[k].profile].wounds)
    left = full - int(s.model[m].results)
    return PlaneMark(
        unit=model_id(s, m),
        side=side_of(s, m),
        kind=figure(s, m),
        name=model_name(s, m),
        place="",
        hull=None,
        turret=None,
        points=left,
        points_full=full,
        state=states(s, k),
        foot=foot(s, m),
        group=unit_id(s, k),
        rank=rank(s, m),
    )


# ---------------------------------------------------------------- units


def alive_units(s: State) -> list[int]:
    """The units with models on the table."""
    return [k for k in range(s.units) if own_models(s, k)]


def states(s: State, k: int) -> frozenset[str]:
    """Whether a unit acts now, or has acted in this Action Phase (WS-5.6)."""
    if k == s.acting:
        return frozenset({"active"})
    done = s.phase not in SET_UP and s.unit[k].side == s.side and s.unit[k].acted
    return frozenset({"spent"}) if done else frozenset()


def doing(s: State, k: int) -> str:
    """Its last action, its markers of suppression, and the states that last (WS-6.8, WS-9.31, WS-10.9)."""
    u = s.unit[k]
    if s.phase in SET_UP:
        return ""
    parts = [deed_name(int(u.last))] if u.last != Deed.NONE else []
    if u.ground and u.last != Deed.GO_TO_GROUND:
        parts.append("gone to ground")
    if u.hunkered:
        parts.append("hunkered")
    if u.markers:
        parts.append(f"{u.markers} marker{'s' if u.markers > 1 else ''}")
    if s.acting != NOBODY and u.side != s.side and may_snap(s, k):
        parts.append("may Snap Fire")
    return ", ".join(parts)


def points(s: State, k: int) -> tuple[int, int]:
    """Kill results that the models of a unit still absorb, and how many it absorbed at the start."""
    u, each = s.unit[k], int(s.profile[s.unit[k].profile].wounds)
    left = sum(each - int(s.model[m].results) for m in range(u.first, u.first + u.size) if on_table(s, m))
    return left, int(u.size) * each


def unit_mark(s: State, k: int) -> UnitMark:
    """A unit: what its label says."""
    (left, full), there = points(s, k), own_models(s, k)
    name, side = unit_id(s, k), int(s.unit[k].side)
    models = f", {len(there)} of {s.unit[k].size} models" if s.unit[k].size > 1 else ""
    return UnitMark(
        unit=name,
        side=side,
        kind=figure(s, there[0]),
        name=unit_name(s, k),
        place="",
        hull=None,
        turret=None,
        points=left,
        points_full=full,
        state=states(s, k),
        spoken=f"{SIDES[side]} {name} {unit_name(s, k)}{models}",
        doing=doing(s, k),
    )


def pieces(s: State) -> list[PlaneMark]:
    """Every model of the battle, those still to be placed too (WS-1.3)."""
    sizes = ((int(s.unit[k].first), int(s.unit[k].size)) for k in range(s.units))
    return [model_mark(s, m) for first, size in sizes for m in range(first, first + size)]
