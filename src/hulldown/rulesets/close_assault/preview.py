"""What a move of a detachment comes to before it is made: every end facing, and who could fire at whom then
(CA-4.7, CA-15).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hulldown.kernel.actions import Action, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.plane import direction
from hulldown.kernel.records import copy
from hulldown.rulesets.api.preview import End, Ends, Foresight, PreviewShot
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.actions.doing import move
from hulldown.rulesets.close_assault.activating import may_move
from hulldown.rulesets.close_assault.codes import NOBODY, Firing, Order, Phase, Verb
from hulldown.rulesets.close_assault.contact import behind, engaged
from hulldown.rulesets.close_assault.counters import own_models
from hulldown.rulesets.close_assault.exact.firing import NEVER, fire_odds
from hulldown.rulesets.close_assault.halting import why_not_end
from hulldown.rulesets.close_assault.movement import faces_freely
from hulldown.rulesets.close_assault.naming import detachment_name
from hulldown.rulesets.close_assault.proposing.closing import manoeuvre
from hulldown.rulesets.close_assault.proposing.marching import guide
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.route import named, reach, towards, way_length
from hulldown.rulesets.close_assault.state import State, is_vehicle
from hulldown.rulesets.common.dicing import OFF
from hulldown.rulesets.common.names import point, whole_inches

STEP, DEGREE = 5, 100  # degrees between two facings to choose from; hundredths that the rules count in
STAGES = {Order.FIRST_FIRE: Phase.FIRST_FIRE, Order.ADVANCE: Phase.ADVANCING_FIRE}

# ---------------------------------------------------------------- where a move may end


def ends(s: State, seat: int, unit: str) -> Ends:
    """Every whole move that the detachment is offered, by the spot that its guide makes for (CA-20.3)."""
    return {place: [End(None, far, tuple(rows))] for place, (far, rows) in reach(s, seat, unit).items()}


def ends_near(s: State, seat: int, unit: str, x: int, y: int) -> list[End]:
    """The move of a detachment that makes for a spot of the player's own choice (CA-4.1)."""
    k = named(s, unit)
    a = None if k is None else towards(s, seat, k, x, y)
    far = 0 if k is None or a is None else way_length(s, k, a)
    return [End(None, whole_inches(far), (a,))] if a is not None and far > 0 else []


def turns(s: State, unit: str, end: End) -> Iterator[End]:
    """The same move with each end facing that its vehicles may choose: driven by hand, model by model."""
    k = named(s, unit)
    if k is None or not facings(s, unit):
        return
    moved: State = copy(s)
    manoeuvre(moved, end.orders[0], OFF)
    for facing in facings(s, unit):
        for m in own_models(moved, k):
            moved.model[m].base.facing = facing * DEGREE
        if why_not_end(moved, k) == Why.ALLOWED:
            yield End(facing, end.cost, tuple(by_hand(moved, k, facing)))


def by_hand(moved: State, k: int, facing: int) -> Iterator[Action]:
    """The drives that took a detachment where it stands, each vehicle with that end facing, and the end."""
    side = int(moved.detachment[k].side)
    for m in own_models(moved, k):
        v = moved.model[m]
        ways = [(int(v.turn_x[i]), int(v.turn_y[i])) for i in range(int(v.leg), int(v.turns))]
        for x, y in ways or [(int(v.base.x), int(v.base.y))]:
            yield make(side, Verb.DRIVE, m, x=x, y=y, facing=facing * DEGREE)
    yield make(side, Verb.END, k)


def facings(s: State, unit: str) -> range:
    """The degrees that a vehicle may choose to look at, clockwise; none in a charge, nor without a facing."""
    k = named(s, unit)
    free = k is not None and own_models(s, k) and is_vehicle(s, guide(s, k)) and faces_freely(s, k)
    return range(360 - STEP, -1, -STEP) if free else range(0)


def where(s: State, unit: str) -> tuple[str, int | None]:
    """The spot of the model that leads a detachment, and its facing in whole degrees."""
    k = named(s, unit)
    if k is None or not own_models(s, k):
        return "", None
    b = s.model[guide(s, k)].base
    looks = (int(b.facing) + DEGREE // 2) // DEGREE % 360 if is_vehicle(s, guide(s, k)) else None
    return point(int(b.x), int(b.y)), looks


def carry_out(s: State, a: Action) -> State:
    """The position after an order of a move; at its end the detachment fires as its order lets it: in its
    stage, or with Point Defence at once (CA-15.1, CA-15.9).
    """
    after: State = copy(s)
    k = int(s.acting)
    move(after, a, new_dice(0), OFF)
    if a.verb != Verb.DRIVE and after.detachment[k].order in STAGES:
        in_stage(after, k)
    return after


def in_stage(s: State, k: int) -> None:
    """The fire stage in which the order of a detachment lets it fire has come, and it is its turn."""
    t = s.detachment[k]
    s.phase, s.side, s.acting, t.activated = STAGES[Order(int(t.order))], int(t.side), NOBODY, 0


# ---------------------------------------------------------------- shots


def shots_at(s: State, k: int, target: int, first: str = "") -> Iterator[PreviewShot]:
    """The fire of a detachment at another, if it may: the chance of at least one Wound (CA-19.10)."""
    verb = Verb.DEFEND if s.phase == Phase.POINT_DEFENCE else Verb.FIRE
    a = make(int(s.detachment[k].side), verb, k, target=target)
    if check(s, int(a.seat), a) != 0:
        return
    firing = Firing.DEFENCE if verb == Verb.DEFEND else Firing.STAGE
    chance = 1 - fire_odds(s, k, target, firing=firing).wounds_lost().get(0, NEVER)
    if chance > 0:
        names = detachment_name(s, k), detachment_name(s, target)
        yield PreviewShot(*names, "", "hurt", Fraction(chance), face_of(s, k, target), a, first=first)


def face_of(s: State, k: int, target: int) -> str:
    """The side of a vehicle that fire meets; empty where it meets both, or infantry (CA-15.8)."""
    pairs = [(m, t) for m in own_models(s, k) for t in own_models(s, target)]
    faces = {"rear" if behind(s, m, t) else "front" for m, t in pairs if is_vehicle(s, t)}
    return faces.pop() if len(faces) == 1 else ""


def enemies(s: State, k: int) -> Iterator[int]:
    """The detachments of the other side that are on the table."""
    sides = (j for j in range(int(s.detachments)) if s.detachment[j].side != s.detachment[k].side)
    return (j for j in sides if own_models(s, j))


def shots(s: State, unit: str) -> Iterator[PreviewShot]:
    """What a detachment could fire at after its move."""
    k = named(s, unit)
    if k is not None:
        for target in enemies(s, k):
            yield from shots_at(s, k, target)


def as_firing(s: State, shot: PreviewShot) -> State:
    """The position in which an enemy fires a shot: in the stage of its order, as if that had come."""
    firing: State = copy(s)
    k, target = named(firing, shot.shooter), named(firing, shot.target)
    if k is None or target is None:
        return firing
    if shot.first:
        look_at(firing, k, target)
    in_stage(firing, k)
    return firing


def look_at(s: State, k: int, target: int) -> None:
    """The vehicles of a detachment turn where they stand to look at another (CA-4.7)."""
    there = s.model[guide(s, target)].base
    for m in own_models(s, k):
        b = s.model[m].base
        if is_vehicle(s, m):
            b.facing = direction(int(there.x) - int(b.x), int(there.y) - int(b.y))


def threats(s: State, unit: str) -> Iterator[PreviewShot]:
    """What each enemy with an order to fire could fire at a detachment; who still advances may turn first."""
    k = named(s, unit)
    if k is None or not own_models(s, k):
        return
    for enemy in enemies(s, k):
        t = s.detachment[enemy]
        if t.order not in STAGES:
            continue
        firing: State = copy(s)
        in_stage(firing, enemy)
        now = list(shots_at(firing, enemy, k))
        yield from now
        if not now and t.order == Order.ADVANCE and may_move(s, enemy) and not engaged(s, enemy):
            look_at(firing, enemy, k)
            if why_not_end(firing, enemy) == Why.ALLOWED:
                yield from shots_at(firing, enemy, k, "turns")


FORESIGHT = Foresight(
    towards=ends_near,
    ends=ends,
    turns=turns,
    facings=lambda s, unit, ring: facings(s, unit),
    stands=where,
    after=carry_out,
    shots=shots,
    threats=threats,
    as_enemy=as_firing,
)
