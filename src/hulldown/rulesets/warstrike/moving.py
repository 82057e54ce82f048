"""The moving half of an action: laid out step by step, taken back or ended as a whole (WS-16.1)."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.events import (
    Why,
    left_behind,
    moved,
    out_of_command,
    placed_by_leader,
    stood_still,
    taken_back,
)
from hulldown.rulesets.warstrike.losses import owes_test
from hulldown.rulesets.warstrike.movement import (
    allowance,
    arrange,
    back_to_start,
    dropped,
    gait_of,
    in_command,
    may_come_down,
    why_not_disorderly,
    why_not_lead,
    why_not_placed,
    why_not_spot,
    why_stands,
    why_too_far_so_far,
)
from hulldown.rulesets.warstrike.permissions import normal_move, only_leader
from hulldown.rulesets.warstrike.state import NOBODY, WAYPOINTS, Gait, SnapTrigger, State
from hulldown.rulesets.warstrike.table import (
    at_most,
    next_of,
    note_snap_point,
    overlaps,
    path_length,
    why_not_walk,
)

# ---------------------------------------------------------------- laying a move out


@rule
def begin_move(s: State, k: int) -> None:
    """Every model of a unit notes where it sets out and how it may move (WS-7.11)."""
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        v = s.model[m]
        v.from_x, v.from_y, v.points, v.walked, v.moved, v.tests = v.x, v.y, 0, 0, 0, 0
        m = next_of(s, k, m)
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        s.model[m].gait = gait_of(s, m)
        m = next_of(s, k, m)


@rule
def add_point(s: State, m: int, x: int, y: int) -> None:
    """One more way-point of a model's path."""
    v = s.model[m]
    n = v.points
    v.way_x[n], v.way_y[n], v.points, v.x, v.y = x, y, n + 1, x, y


@rule
def drop_point(s: State, m: int) -> None:
    """The last way-point of a model's path is taken off."""
    v = s.model[m]
    n = v.points - 1
    v.points = n
    v.x = v.from_x if n == 0 else v.way_x[n - 1]
    v.y = v.from_y if n == 0 else v.way_y[n - 1]


@rule
def go(s: State, k: int, x: int, y: int) -> None:
    """The leader's next way-point; his members are arranged anew (WS-16.3, WS-16.7)."""
    leader = s.unit[k].leader
    if s.model[leader].gait == Gait.LEADS:
        add_point(s, leader, x, y)
    arrange(s, k)


@rule
def place(s: State, m: int, x: int, y: int) -> None:
    """A placed member gets another spot (WS-7.3)."""
    s.model[m].x, s.model[m].y = x, y


@rule
def step(s: State, m: int, x: int, y: int) -> None:
    """The next way-point of a member that is measured (WS-8.1)."""
    add_point(s, m, x, y)


@rule
def stay(s: State, m: int) -> None:
    """A member goes back to where it set out (WS-7.10, WS-8.4)."""
    back_to_start(s, m)


@rule
def all_back(s: State, k: int) -> None:
    """The whole unit stands where it set out."""
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        back_to_start(s, m)
        m = next_of(s, k, m)


@rule
def take_back(s: State, k: int, e: Log) -> None:
    """The whole move is taken back (WS-16.1)."""
    all_back(s, k)
    taken_back(e, k)


@rule
def march(s: State, k: int, x: int, y: int) -> None:
    """A whole move to a place. A member that cannot do what was found for it stays, or else they all do."""
    go(s, k, x, y)
    tries = s.unit[k].size
    while tries > 0 and why_not_end(s, k) != Why.OK:
        m = first_fault(s, k)
        if m == NOBODY:
            all_back(s, k)
            return
        back_to_start(s, m)
        tries -= 1
    if why_not_end(s, k) != Why.OK:
        all_back(s, k)


@rule
def first_fault(s: State, k: int) -> int:
    """The first member that walks and is in the way of ending a move, or NOBODY."""
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        v = s.model[m]
        if m != s.unit[k].leader and (v.x != v.from_x or v.y != v.from_y) and why_not_member(s, m) != Why.OK:
            return m
        m = next_of(s, k, m)
    return NOBODY


@rule
def has_begun_move(s: State, k: int) -> bool:
    """Whether anything of a move is laid out."""
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        v = s.model[m]
        if v.points > 0 or v.x != v.from_x or v.y != v.from_y:
            return True
        m = next_of(s, k, m)
    return False


# ---------------------------------------------------------------- why not


@rule
def on_standing_member(s: State, k: int) -> bool:
    """Whether the leader ends on a member that may not move (WS-1.12)."""
    leader = s.unit[k].leader
    v = s.model[leader]
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        w = s.model[m]
        if m != leader and w.gait == Gait.STANDS:
            if overlaps(v.x, v.y, v.radius, w.x, w.y, w.radius):
                return True
        m = next_of(s, k, m)
    return False


@rule
def stays_put(s: State, k: int, x: int, y: int) -> bool:
    """Whether this is the place of a leader who stands, his members arranged round him (WS-7.8, WS-9.19)."""
    v = s.model[s.unit[k].leader]
    return bool(v.gait != Gait.LEADS and not only_leader(s.deed) and x == v.x and y == v.y)


@rule
def why_not_go(s: State, k: int, x: int, y: int) -> int:
    """Why the leader may not go on there (WS-7.8)."""
    return why_not_lead_to(s, k, x, y, False)


@rule
def why_not_lead_to(s: State, k: int, x: int, y: int, ends: bool) -> int:
    """Why the leader may not go on there, or end there. What is tried leaves no trace."""
    leader = s.unit[k].leader
    if stays_put(s, k, x, y):
        return Why.OK
    if s.model[leader].gait != Gait.LEADS:
        return why_stands(s, leader)
    if s.model[leader].points >= WAYPOINTS:
        return Why.WAYPOINTS
    v = s.model[leader]
    n, old_x, old_y = v.points, v.way_x[v.points], v.way_y[v.points]
    add_point(s, leader, x, y)
    why = why_not_lead(s, k, k)
    if why == Why.TERRAIN_CAP and not ends and may_come_down(s, leader):
        why = Why.OK
    if why == Why.OK and on_standing_member(s, k):
        why = Why.OVERLAP
    drop_point(s, leader)
    v.way_x[n], v.way_y[n] = old_x, old_y
    return why


@rule
def why_not_march(s: State, k: int, x: int, y: int) -> int:
    """Why a unit may not make a whole move there: its leader may not; in Rally! he stays (WS-9.19)."""
    if has_begun_move(s, k):
        return Why.NOT_YOURS
    return why_not_lead_to(s, k, x, y, True)


@rule
def why_not_place(s: State, m: int, x: int, y: int) -> int:
    """Why a member may not be placed there (WS-7.9); whether it overlaps its own unit is seen at the end."""
    if s.model[m].gait == Gait.STANDS:
        return why_stands(s, m)
    return why_not_spot(s, m, x, y, s.model[m].unit)


@rule
def why_not_step(s: State, m: int, x: int, y: int) -> int:
    """Why a member may not walk on there: its way and length; the rest is seen at the end (WS-8.18)."""
    if s.model[m].gait != Gait.WALKS:
        return why_stands(s, m)
    if s.model[m].points >= WAYPOINTS:
        return Why.WAYPOINTS
    v = s.model[m]
    n, old_x, old_y = v.points, v.way_x[v.points], v.way_y[v.points]
    add_point(s, m, x, y)
    why = why_not_walk(s, m)
    if why == Why.OK:
        why = why_too_far_so_far(s, m, allowance(s, m))
    drop_point(s, m)
    v.way_x[n], v.way_y[n] = old_x, old_y
    return why


@rule
def why_not_stay(s: State, m: int) -> int:
    """Why a member need not be sent back: the leader's own way is taken back with BACK."""
    gait = s.model[m].gait
    return Why.OK if gait == Gait.PLACED or gait == Gait.WALKS else Why.NO_MOVE


@rule
def why_not_member(s: State, m: int) -> int:
    """The first reason against where a member ends (WS-7.9, WS-8.18)."""
    gait = s.model[m].gait
    if gait == Gait.PLACED:
        return why_not_placed(s, m)
    return why_not_disorderly(s, m) if gait == Gait.WALKS else Why.OK


@rule
def member_refused(s: State, k: int) -> int:
    """The first member that may not end where it is: placed ones first, then measured ones (WS-16.6)."""
    for gait in range(Gait.PLACED.value, Gait.WALKS.value + 1):
        m = next_of(s, k, NOBODY)
        while m != NOBODY:
            if s.model[m].gait == gait and why_not_member(s, m) != Why.OK:
                return m
            m = next_of(s, k, m)
    return NOBODY


@rule
def model_refused(s: State, k: int) -> int:
    """The model whose reason keeps a move from ending: its leader, or a member; NOBODY if nothing does.

    A member that stands on its leader is told so, not he.
    """
    why, m = why_not_lead(s, k, NOBODY), member_refused(s, k)
    if why == Why.OK or (why == Why.OVERLAP and m != NOBODY and why_not_member(s, m) == Why.OVERLAP):
        return m
    return s.unit[k].leader


@rule
def why_not_end(s: State, k: int) -> int:
    """Why a move may not end as it is laid out: leader, placed members, measured members (WS-16.6)."""
    why = why_not_lead(s, k, NOBODY)
    if why != Why.OK:
        return why
    m = member_refused(s, k)
    return Why.OK if m == NOBODY else why_not_member(s, m)


# ---------------------------------------------------------------- the end of a move


@rule
def end_move(s: State, k: int, e: Log) -> None:
    """The move is over: who moved how far, who is lost, whether enemies may Snap Fire (WS-7.13, WS-12.2)."""
    normal, over, stood = normal_move(s, k), 0, True
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        v = s.model[m]
        v.walked = path_length(s, m)
        note_snap_point(s, m, normal)
        v.moved = 1 if v.walked > 0 or v.x != v.from_x or v.y != v.from_y else 0
        if v.moved != 0:
            stood = False
            v.tests = 1 if owes_test(s, m) else 0
            tell_move(s, m, e)
        if not at_most(v.walked, normal) or (v.walked > 0 and s.options.snap_trigger == SnapTrigger.ANY_MOVE):
            over = 1
        m = next_of(s, k, m)
    s.over = over
    if stood:
        stood_still(e, k)
    tell_strays(s, k, e)


@rule
def tell_move(s: State, m: int, e: Log) -> None:
    """The move of a model in the log (WS-16.5)."""
    v = s.model[m]
    if v.gait == Gait.PLACED:
        placed_by_leader(e, m, v.from_x, v.from_y, v.x, v.y)
        return
    moved(e, m, v.from_x, v.from_y, v.x, v.y, v.walked)


@rule
def tell_strays(s: State, k: int, e: Log) -> None:
    """Who ends out of command, moved or not (WS-8.3), and who is left by his leader (WS-7.10)."""
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        if s.model[m].gait == Gait.WALKS:
            if not in_command(s, m):
                out_of_command(e, m)
        elif dropped(s, m):
            left_behind(e, m)
        m = next_of(s, k, m)
