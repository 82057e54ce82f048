"""The formation in which a unit is set up: where its members stand round its leader (WS-4.9)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import INCH, Edge
from hulldown.rulesets.warstrike.state import Options, State

BESIDE = 4  # members beside the leader


@rule
def is_team(radius: int) -> bool:
    """Whether a base is a team's: those stand on the flanks (WS-4.9)."""
    return radius >= INCH


@rule
def alternate(i: int) -> int:
    """1, -1, 2, -2 ... for 0, 1, 2, 3 ...: right and left of the leader in turn."""
    away = i // 2 + 1
    return away if i % 2 == 0 else -away


@rule
def slot_across(o: Options, i: int, team: bool) -> int:
    """How far to the right of its leader the i-th member, or the i-th team, stands."""
    if team:
        return o.team_flank if i % 2 == 0 else -o.team_flank
    if i < BESIDE:
        return alternate(i) * o.member_spacing
    column = (i - BESIDE) % o.members_abreast
    return 0 if column == 0 else alternate(column - 1) * o.member_spacing


@rule
def slot_behind(o: Options, i: int, team: bool) -> int:
    """How far behind its leader the i-th member, or the i-th team, stands."""
    if team:
        return i // 2 * o.team_depth
    return 0 if i < BESIDE else ((i - BESIDE) // o.members_abreast + 1) * o.row_depth


@rule
def formed_x(edge: int, x: int, across: int, behind: int) -> int:
    """x of a slot round a leader who looks away from his own table edge."""
    if edge == Edge.WEST:
        return x - behind
    return x + behind if edge == Edge.EAST else x + across


@rule
def formed_y(edge: int, y: int, across: int, behind: int) -> int:
    """y of the same."""
    if edge == Edge.SOUTH:
        return y - behind
    return y + behind if edge == Edge.NORTH else y + across


@rule
def slot_of(s: State, m: int) -> int:
    """Which slot of its formation a member takes: counted among those of its kind, in number order."""
    team, n = is_team(s.model[m].radius), 0
    for j in range(s.unit[s.model[m].unit].first + 1, m):
        if is_team(s.model[j].radius) == team:
            n += 1
    return n


@rule
def spot_x(s: State, m: int, x: int) -> int:
    """x of a model of a unit whose leader stands at x, in formation (WS-4.9)."""
    u = s.unit[s.model[m].unit]
    if m == u.first:
        return x
    i, team = slot_of(s, m), is_team(s.model[m].radius)
    return formed_x(s.edge[u.side], x, slot_across(s.options, i, team), slot_behind(s.options, i, team))


@rule
def spot_y(s: State, m: int, y: int) -> int:
    """y of the same."""
    u = s.unit[s.model[m].unit]
    if m == u.first:
        return y
    i, team = slot_of(s, m), is_team(s.model[m].radius)
    return formed_y(s.edge[u.side], y, slot_across(s.options, i, team), slot_behind(s.options, i, team))
