"""Where a unit is offered to go, and how far its leader gets (WS-16.4, WS-7.8)."""

from __future__ import annotations

from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.plane import CIRCLE, shifted_x, shifted_y
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.face.tabletop import Spot
from hulldown.rulesets.shared.wording import point
from hulldown.rulesets.warstrike.actions.offering import legal
from hulldown.rulesets.warstrike.codes import FINE, INCH, NOBODY, Gait, Phase, Verb
from hulldown.rulesets.warstrike.counters import spot
from hulldown.rulesets.warstrike.disorderly import allowance, path_limit
from hulldown.rulesets.warstrike.forming import chosen
from hulldown.rulesets.warstrike.moving import why_not_go
from hulldown.rulesets.warstrike.naming import unit_ids
from hulldown.rulesets.warstrike.orderly import leader_limit
from hulldown.rulesets.warstrike.permissions import disorderly_action
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.walking import path_length

WAYS = 32  # directions tried around a leader
HALVINGS = 5  # of a way that is not open to its end

Reach = dict[str, tuple[int, list[Action]]]

# ---------------------------------------------------------------- offers


def offered(s: State, seat: int, k: int) -> list[tuple[Spot, Action]]:
    """The offers to a unit that are buttons and name a spot, with it: whole moves, formations in set-up."""
    m = blank(Actions)
    found = []
    for i in range(legal(s, seat, m)):
        a = m.rows[i]
        if a.actor == k and a.verb in (Verb.MARCH, Verb.FORM):
            found.append(copy(a))
    if s.phase == Phase.DEPLOY:
        found = [a for _, a in chosen(s, found)]
    return [((int(a.x), int(a.y)), a) for a in found]


def reach(s: State, seat: int, unit: str = "") -> Reach:
    """The spots that the acting unit is offered to make for: spot -> (inches of its leader, the order)."""
    k = named(s, unit)
    if k is None or s.unit[k].side != seat or s.phase != Phase.MOVE:
        return {}
    far = leader_limit(s, k) // (FINE * INCH)
    return {point(*there): (far, [row]) for there, row in offered(s, seat, k)}


def spots(s: State, seat: int, k: int) -> tuple[tuple[str, Spot], ...]:
    """The places that orders to a unit name."""
    return tuple({point(*there): (point(*there), there) for there, _ in offered(s, seat, k)}.values())


def named(s: State, unit: str) -> int | None:
    """The unit of that name, or of a model of that name; the acting one where there is no name."""
    names = unit_ids(s)
    if unit:
        owner = unit.partition(".")[0]
        return names.index(owner) if owner in names else None
    return int(s.acting) if s.acting != NOBODY else None


# ---------------------------------------------------------------- how far


def limit(s: State, m: int) -> int:
    """How far a measured model may walk in the move that goes on, its path's terrain regarded (WS-16.2)."""
    k = int(s.model[m].unit)
    if s.model[m].gait == Gait.WALKS:
        return path_limit(s, m, allowance(s, m))
    far = leader_limit(s, k)
    return path_limit(s, m, far) if disorderly_action(int(s.deed)) else far


def left(s: State, m: int) -> int:
    """How much of that is left, in millionths."""
    return max(0, limit(s, m) - path_length(s, m))


def area(s: State, k: int) -> tuple[tuple[Spot, ...], ...]:
    """The line that the leader gets to by one straight way from where he is (WS-7.8); nothing if he stays."""
    leader = int(s.unit[k].leader)
    if s.phase != Phase.MOVE or s.model[leader].gait != Gait.LEADS or left(s, leader) < FINE * INCH // 10:
        return ()
    return (tuple(farthest(s, k, CIRCLE * way // WAYS) for way in range(WAYS)),)


def farthest(s: State, k: int, angle: int) -> Spot:
    """The farthest spot that a leader can walk to in a direction; ways that are not open are halved."""
    leader = int(s.unit[k].leader)
    low, high = 0, (leader_limit(s, k) - path_length(s, leader)) // FINE
    if why_not_go(s, k, *ahead(s, leader, high, angle)) == Why.OK:
        return ahead(s, leader, high, angle)
    for _ in range(HALVINGS):
        middle = (low + high) // 2
        open_there = why_not_go(s, k, *ahead(s, leader, middle, angle)) == Why.OK
        low, high = (middle, high) if open_there else (low, middle)
    return ahead(s, leader, low, angle)


def ahead(s: State, m: int, far: int, angle: int) -> Spot:
    """The spot so far from a model in a direction."""
    x, y = spot(s, m)
    return shifted_x(x, far, angle), shifted_y(y, far, angle)
