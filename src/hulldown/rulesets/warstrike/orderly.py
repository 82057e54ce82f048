"""Orderly movement: the leader is measured, his members are placed round him (WS-7)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.shapes import length_inside
from hulldown.rulesets.warstrike.codes import NOBODY, Gait
from hulldown.rulesets.warstrike.disorderly import why_too_far
from hulldown.rulesets.warstrike.measuring import at_most, spread
from hulldown.rulesets.warstrike.permissions import (
    disorderly_action,
    move_of,
    moves,
    only_leader,
    place_radius,
    placed_from,
)
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.standing import impassable, overlaps_any, why_not_stand
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.variants import PlacementCheck
from hulldown.rulesets.warstrike.walking import path_length, why_not_walk


@rule
def leader_limit(s: State, k: int) -> int:
    """How far the leader may walk in the action that goes on, terrain aside (WS-16.2)."""
    return moves(s, k, move_of(s.options, s.deed))


@rule
def set_out_near(s: State, m: int, radius: int) -> bool:
    """Whether a model set out within a distance of where its leader set out (WS-7.11)."""
    v, w = s.model[m], s.model[s.unit[s.model[m].unit].leader]
    x, y, r = w.from_x, w.from_y, w.radius
    return at_most(spread(s.options, v.from_x, v.from_y, v.radius, x, y, r), radius)


@rule
def near_leader(s: State, m: int) -> bool:
    """Whether a member set out near enough to its leader to be placed in this action (WS-7.11, WS-9.23)."""
    return set_out_near(s, m, placed_from(s.options, s.deed))


@rule
def gait_of(s: State, m: int) -> int:
    """How a model takes part in the action that goes on (WS-7.1 to WS-7.4, WS-7.7, WS-9.17)."""
    k = s.model[m].unit
    if s.model[m].fixed != 0:
        return Gait.STANDS
    if m == s.unit[k].leader:
        return Gait.LEADS if leader_limit(s, k) > 0 else Gait.STANDS
    if only_leader(s.deed):
        return Gait.STANDS
    if disorderly_action(s.options, s.deed) or not near_leader(s, m):
        return Gait.WALKS
    return Gait.PLACED


@rule
def why_stands(s: State, m: int) -> int:
    """Why a model may not move: it fired a heavy weapon (WS-9.17), or the action lets it stand (WS-9.2)."""
    return Why.HEAVY_MOVED if s.model[m].fixed != 0 else Why.NO_MOVE


@rule
def why_not_lead(s: State, k: int, leave: int) -> int:
    """The first reason against the leader's path (WS-7.8).

    `leave`: the unit whose models may be overlapped while it is still to be arranged, or NOBODY.
    """
    leader = s.unit[k].leader
    v = s.model[leader]
    if v.points == 0:
        return Why.OVERLAP if overlaps_any(s, leader, v.x, v.y, leave) else Why.OK
    if v.gait != Gait.LEADS:
        return why_stands(s, leader)
    why = why_not_walk(s, leader)
    if why != Why.OK:
        return why
    if overlaps_any(s, leader, v.x, v.y, leave):
        return Why.OVERLAP
    return why_leader_too_far(s, k)


@rule
def why_leader_too_far(s: State, k: int) -> int:
    """The length of the leader's path: terrain holds him where all are measured (WS-9.29, WS-9.30)."""
    leader, limit = s.unit[k].leader, leader_limit(s, k)
    if disorderly_action(s.options, s.deed):
        return why_too_far(s, leader, limit)
    return Why.OK if at_most(path_length(s, leader), limit) else Why.TOO_FAR


@rule
def in_placing_distance(s: State, m: int, x: int, y: int, radius: int) -> bool:
    """Whether a spot is within a distance of where a model's leader ends (WS-7.3)."""
    v, w = s.model[m], s.model[s.unit[s.model[m].unit].leader]
    return at_most(spread(s.options, x, y, v.radius, w.x, w.y, w.radius), radius)


@rule
def dropped(s: State, m: int) -> bool:
    """Whether a member was near enough to be placed and is not any more as the move ends (WS-7.10)."""
    v = s.model[m]
    near = s.options.orderly_start
    return set_out_near(s, m, near) and not in_placing_distance(s, m, v.x, v.y, near)


@rule
def cut_off(s: State, m: int, x: int, y: int) -> bool:
    """Whether impassable ground lies between where the leader ends and a spot (WS-7.9)."""
    if s.options.placement_check == PlacementCheck.FREE:
        return False
    w = s.model[s.unit[s.model[m].unit].leader]
    for n in range(s.pieces):
        if impassable(s.piece[n].ground):
            if not at_most(length_inside(s.piece[n].shape, w.x, w.y, x, y), 0):
                return True
    return False


@rule
def why_not_spot(s: State, m: int, x: int, y: int, leave: int) -> int:
    """The first reason against placing a member there: neither terrain nor the others of the unit bind it.

    (WS-7.5, WS-7.6, WS-7.9); `leave` as in `why_not_lead`.
    """
    if s.model[m].gait != Gait.PLACED:
        return Why.NOT_ELIGIBLE
    why = why_not_stand(s, m, x, y, leave)
    if why != Why.OK:
        return why
    if not in_placing_distance(s, m, x, y, place_radius(s.options, s.deed)):
        return Why.PLACE_RANGE
    return Why.IMPASSABLE if cut_off(s, m, x, y) else Why.OK


@rule
def why_not_placed(s: State, m: int) -> int:
    """The first reason against where a placed member ends; it may stay where it was (WS-7.10)."""
    v = s.model[m]
    if v.x == v.from_x and v.y == v.from_y:
        return Why.OVERLAP if overlaps_any(s, m, v.x, v.y, NOBODY) else Why.OK
    return why_not_spot(s, m, v.x, v.y, NOBODY)
