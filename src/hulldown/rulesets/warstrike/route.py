"""Where a unit is offered to go, how far its leader gets, and models moved by hand (WS-4.8, 7.8, 16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hulldown.kernel.actions import Action, make
from hulldown.kernel.buffers import legal_actions
from hulldown.kernel.plane import CIRCLE, shifted_x, shifted_y
from hulldown.kernel.shapes import distance
from hulldown.rulesets.api.tabletop import Drag, Foot, Spot
from hulldown.rulesets.common.names import point, whole_inches
from hulldown.rulesets.warstrike.actions import check
from hulldown.rulesets.warstrike.actions.offering import legal
from hulldown.rulesets.warstrike.codes import FINE, INCH, NOBODY, Edge, Gait, Phase, Verb
from hulldown.rulesets.warstrike.counters import foot, own_models, spot
from hulldown.rulesets.warstrike.deployment import may_be_placed
from hulldown.rulesets.warstrike.disorderly import allowance, path_limit
from hulldown.rulesets.warstrike.leaving import to_edge
from hulldown.rulesets.warstrike.moving import has_begun_move, why_not_go
from hulldown.rulesets.warstrike.naming import model_id, unit_id, unit_ids
from hulldown.rulesets.warstrike.orderly import leader_limit
from hulldown.rulesets.warstrike.permissions import disorderly_action
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.seeing import rounded
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.walking import path_length

# ---------------------------------------------------------------- formations worth a button


ACROSS = ("west", "middle", "east")  # parts of a zone along an edge in the north or the south
UPRIGHT = ("south", "middle", "north")  # along one in the east or the west
PARTS = len(ACROSS)

Named = tuple[str, Action]


def chosen(s: State, offered: Sequence[Action]) -> list[Named]:
    """Of the formations offered to a unit the few that are buttons, in words; any other is set by hand."""
    return [formation for part in range(PARTS) for formation in in_part(s, part, offered)]


def in_part(s: State, part: int, offered: Sequence[Action]) -> Iterator[Named]:
    """The places farthest forward and back in a part of the zone, each as near to its middle as can be."""
    here = [a for a in offered if part_of(s, a) == part]
    if not here:
        return
    forward = min(here, key=lambda a: (-depth(s, a), off_middle(s, part, a)))
    back = min(here, key=lambda a: (depth(s, a), off_middle(s, part, a)))
    name = (ACROSS if lies_across(s, forward) else UPRIGHT)[part]
    if depth(s, forward) == depth(s, back):
        yield name, forward
        return
    yield f"{name} forward", forward
    yield f"{name} back", back


def lies_across(s: State, a: Action) -> bool:
    """Whether the own edge of the side that places lies in the north or the south (WS-4.6)."""
    return s.edge[a.seat] in (Edge.NORTH, Edge.SOUTH)


def along(s: State, a: Action) -> tuple[int, int, int]:
    """Where the leader would stand along his own edge, and from where to where his zone reaches there."""
    zone = s.zone[a.seat]
    if lies_across(s, a):
        return int(a.x), int(zone.x0), int(zone.x1)
    return int(a.y), int(zone.y0), int(zone.y1)


def part_of(s: State, a: Action) -> int:
    """Which part of the zone a place lies in."""
    at, low, high = along(s, a)
    return min(PARTS - 1, (at - low) * PARTS // (high - low))


def off_middle(s: State, part: int, a: Action) -> int:
    """How far a place is from the middle of a part of the zone, in sixths of a mil."""
    at, low, high = along(s, a)
    return abs(2 * PARTS * (at - low) - (2 * part + 1) * (high - low))


def depth(s: State, a: Action) -> int:
    """How far forward a place is: from the own edge."""
    return to_edge(s, int(a.seat), int(a.x), int(a.y))


WAYS = 32  # directions tried around a leader
PARTS_OF_WAY = 32  # a way to a spot that is too far is shortened by one at a time
HALVINGS = 5  # of a way that is not open to its end

Reach = dict[str, tuple[int, list[Action]]]

# ---------------------------------------------------------------- offers


def spot_orders(s: State, seat: int, k: int) -> list[tuple[Spot, Action]]:
    """The offers to a unit that are buttons and name a spot, with it: whole moves, formations in set-up."""
    orders = [a for a in legal_actions(legal, s, seat) if a.actor == k and a.verb in (Verb.MARCH, Verb.FORM)]
    if s.phase == Phase.DEPLOY:
        orders = [a for _, a in chosen(s, orders)]
    return [((int(a.x), int(a.y)), a) for a in orders]


def reach(s: State, seat: int, unit: str = "") -> Reach:
    """The spots that the acting unit is offered to make for: spot -> (inches of its leader, the order)."""
    k = named(s, unit)
    if k is None or s.unit[k].side != seat or s.phase != Phase.MOVE:
        return {}
    ways = ((there, row, way_length(s, k, row)) for there, row in spot_orders(s, seat, k))
    return {point(*there): (whole_inches(far), [row]) for there, row, far in ways}


def way_length(s: State, k: int, a: Action) -> int:
    """How far a leader goes by a whole move, in thousandths of an inch."""
    v = s.model[int(s.unit[k].leader)]
    return int(distance(int(v.x), int(v.y), int(a.x), int(a.y))) // FINE


def towards(s: State, seat: int, k: int, x: int, y: int) -> Action | None:
    """The whole move of a unit as near to a spot as its leader gets straight ahead (WS-7.8)."""
    if s.phase != Phase.MOVE:
        return None
    v = s.model[int(s.unit[k].leader)]
    for part in range(PARTS_OF_WAY, 0, -1):
        there = (
            int(v.x) + (x - int(v.x)) * part // PARTS_OF_WAY,
            int(v.y) + (y - int(v.y)) * part // PARTS_OF_WAY,
        )
        a = make(seat, Verb.MARCH, k, x=there[0], y=there[1])
        if check(s, seat, a) == 0:
            return a
    return None


def spots(s: State, seat: int, k: int) -> tuple[tuple[str, Spot], ...]:
    """The places that orders to a unit name."""
    return tuple({point(*there): (point(*there), there) for there, _ in spot_orders(s, seat, k)}.values())


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
    return path_limit(s, m, far) if disorderly_action(s.options, int(s.deed)) else far


def remaining_way(s: State, m: int) -> int:
    """How much of that is left, in millionths."""
    return max(0, limit(s, m) - path_length(s, m))


def area(s: State, k: int) -> tuple[tuple[Spot, ...], ...]:
    """The line that the leader gets to by one straight way from where he is (WS-7.8); nothing if he stays."""
    leader = int(s.unit[k].leader)
    if (
        s.phase != Phase.MOVE
        or s.model[leader].gait != Gait.LEADS
        or remaining_way(s, leader) < FINE * INCH // 10
    ):
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


# ---------------------------------------------------------------- by hand


PLACE = "{x},{y}"
VERBS = {Gait.PLACED: "place", Gait.WALKS: "step"}


def drags(s: State, k: int) -> Iterator[Drag]:
    """What the player of a unit moves by hand now."""
    if s.phase == Phase.MOVE and k == s.acting:
        if s.model[s.unit[k].leader].gait == Gait.LEADS and not has_begun_move(s, k):
            yield whole(s, k)
        for m in own_models(s, k):
            model_drag = drag(s, k, m)
            if model_drag is not None:
                yield model_drag


def whole(s: State, k: int) -> Drag:
    """The unit by its label: a whole move in one order, its members arranged by themselves (WS-16.3)."""
    leader = int(s.unit[k].leader)
    note = f"{rounded(remaining_way(s, leader))} left"
    return Drag(unit_id(s, k), f"{unit_id(s, k)} march {PLACE}", note=note, foot=foot(s, leader))


def drag(s: State, k: int, m: int) -> Drag | None:
    """How one model of the unit that moves is moved; None if it stands still (WS-7.2 to WS-7.4)."""
    name, end, gait = model_id(s, m), f"{unit_id(s, k)} end", int(s.model[m].gait)
    note = f"{rounded(remaining_way(s, m))} left" if gait != Gait.PLACED else ""
    if gait == Gait.LEADS:
        return Drag(name, f"{unit_id(s, k)} go {PLACE}", then=end, note=note, back=f"{unit_id(s, k)} back")
    if gait == Gait.STANDS:
        return None
    return Drag(name, f"{name} {VERBS[Gait(gait)]} {PLACE}", then=end, note=note, back=f"{name} stay")


# ---------------------------------------------------------------- set-up


def setting_up(s: State, seat: int, k: int) -> Iterator[Drag]:
    """A unit placed in formation by its leader, then its models one by one (WS-4.8, WS-4.9, WS-4.11)."""
    if not may_be_placed(s, k):
        return
    name, there = unit_id(s, k), own_models(s, k)
    form = f"{name} form {PLACE}"
    if not there:
        yield from (Drag(name, form, foot=outline) for outline in waiting(s, seat, k))
        return
    yield Drag(name, form, then=f"{name} end", foot=foot(s, there[0]), back=f"{name} back")
    for m in there:
        yield Drag(model_id(s, m), f"{model_id(s, m)} place {PLACE}", then=f"{name} end", back=f"{name} back")


def waiting(s: State, seat: int, k: int) -> Iterator[Foot]:
    """Where the leader of a unit that is to be placed waits to be dragged: at the first place offered."""
    r = int(s.model[s.unit[k].first].radius)
    places: list[Spot] = [there for there, _ in spot_orders(s, seat, k)]
    if places and s.acting in (NOBODY, k):
        yield Foot(*places[len(places) // 2], 0, r, r, True)
