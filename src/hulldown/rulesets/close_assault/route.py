"""Where a detachment is offered to go, and how far its models get straight ahead (CA-4, CA-20.3)."""

from __future__ import annotations

from hulldown.kernel.actions import Action, make
from hulldown.kernel.buffers import legal_actions
from hulldown.kernel.plane import CIRCLE, mils, shifted_x, shifted_y
from hulldown.kernel.records import copy
from hulldown.rulesets.api.tabletop import Spot
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.actions.offering import legal
from hulldown.rulesets.close_assault.activating import may_move
from hulldown.rulesets.close_assault.codes import NOBODY, Manner, Phase, Verb
from hulldown.rulesets.close_assault.counters import own_models
from hulldown.rulesets.close_assault.encircling import lay_on_way
from hulldown.rulesets.close_assault.movement import begin_move, is_held, moves, remaining, why_not_drive
from hulldown.rulesets.close_assault.naming import detachment_name
from hulldown.rulesets.close_assault.proposing.closing import manoeuvre
from hulldown.rulesets.close_assault.proposing.marching import guide, in_hand
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.common.dicing import OFF
from hulldown.rulesets.common.names import point, whole_inches

WAYS = 24  # directions tried around a model
FINE = 5  # halvings of a way that is not open to its end

Reach = dict[str, tuple[int, list[Action]]]


def target_of(a: Action) -> Spot | None:
    """The spot that an offered order of a detachment names; None for an order that names none."""
    goes = a.verb == Verb.MANOEUVRE and a.choice == Manner.GO
    return (int(a.x), int(a.y)) if goes or a.verb in (Verb.FORM, Verb.PLACE) else None


def way_round(s: State, a: Action) -> Spot:
    """Where a model ends that works its way round a vehicle (CA-13.5)."""
    lay_on_way(s, int(a.actor), int(a.target), int(a.choice), 1, 1)
    return int(s.trial.x), int(s.trial.y)


def spot_orders(s: State, rows: list[Action], k: int) -> list[tuple[Spot, Action]]:
    """Of what is offered to a seat what names a spot to a detachment, and the spots."""
    spots = []
    for a in rows:
        round_it = a.verb == Verb.ENCIRCLE
        own = int(s.model[a.actor].detachment if round_it else a.actor)
        spot = way_round(s, a) if round_it else target_of(a)
        if spot is not None and own == k:
            spots.append((spot, a))
    return spots


def reach(s: State, seat: int, unit: str = "", rows: list[Action] | None = None) -> Reach:
    """The spots that the acting detachment is offered to make for: spot -> (inches in hand, the order).

    `rows` are all that the seat is offered, where that is known already.
    """
    k = named(s, unit)
    if k is None or s.detachment[k].side != seat or s.phase != Phase.MOVING:
        return {}
    rows = legal_actions(legal, s, seat) if rows is None else rows
    ways = ((spot, row, way_length(s, k, row)) for spot, row in spot_orders(s, rows, k))
    return {point(*spot): (whole_inches(far), [row]) for spot, row, far in ways if far > 0}


def way_length(s: State, k: int, a: Action) -> int:
    """How far the guide of a detachment goes by an order, in mils as it is measured."""
    m = guide(s, k)  # nobody where all are held fast
    if m == NOBODY:
        return 0
    if a.verb != Verb.MANOEUVRE:
        return in_hand(s, k, m)
    return mils(int(after_way(s, a).model[m].driven) - int(s.model[m].driven))


def after_way(s: State, a: Action) -> State:
    """The position after a move as it is proposed (CA-20.3)."""
    moved: State = copy(s)
    manoeuvre(moved, a, OFF)
    return moved


def towards(s: State, seat: int, k: int, x: int, y: int) -> Action | None:
    """The order to go as near to a spot as a detachment gets."""
    a = make(seat, Verb.MANOEUVRE, k, choice=Manner.GO, x=x, y=y)
    return a if s.phase == Phase.MOVING and check(s, seat, a) == 0 else None


def named(s: State, unit: str) -> int | None:
    """The detachment of that name, or of a model of that name; the acting one where there is no name."""
    names = [detachment_name(s, k) for k in range(s.detachments)]
    if unit:
        owner = unit.partition(".")[0]
        return names.index(owner) if owner in names else None
    return int(s.acting) if s.acting >= 0 else None


# ---------------------------------------------------------------- how far


def about_to_move(s: State, k: int) -> State | None:
    """The position in which a detachment moves: now, or as if it were activated now; None if it cannot."""
    if s.phase in (Phase.MOVING, Phase.ENGAGED) and k == s.acting:
        return s
    if s.phase != Phase.MOVEMENT or not may_move(s, k) or not moves(int(s.detachment[k].order)):
        return None
    probe = copy(s)
    probe.acting = k
    begin_move(probe, k)
    return probe


def areas(s: State, k: int) -> tuple[tuple[Spot, ...], ...]:
    """For each model of a detachment the line that it gets to by one straight drive (CA-4.1 to CA-4.5)."""
    return tuple(area(s, m) for m in own_models(s, k) if not is_held(s, m) and remaining(s, m) > 0)


def area(s: State, m: int) -> tuple[Spot, ...]:
    """How far a model gets in each direction."""
    return tuple(farthest(s, m, CIRCLE * way // WAYS) for way in range(WAYS))


def farthest(s: State, m: int, angle: int) -> Spot:
    """The farthest spot that a model can drive to in a direction; ways that are not open are halved."""
    low, high = 0, remaining(s, m)
    if open_to(s, m, high, angle):
        return ahead(s, m, high, angle)
    for _ in range(FINE):
        middle = (low + high) // 2
        low, high = (middle, high) if open_to(s, m, middle, angle) else (low, middle)
    return ahead(s, m, low, angle)


def open_to(s: State, m: int, far: int, angle: int) -> bool:
    """Whether a model can drive so far in a direction."""
    return why_not_drive(s, m, *ahead(s, m, far, angle)) == Why.ALLOWED


def ahead(s: State, m: int, far: int, angle: int) -> Spot:
    """The spot so far from a model in a direction."""
    b = s.model[m].base
    return shifted_x(int(b.x), far, angle), shifted_y(int(b.y), far, angle)
