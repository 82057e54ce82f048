"""What seats do: who is to decide, what is offered, why not, and carrying it out (WS-16)."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.kernel.actions import Action, Actions, Log, make, offer, offer_at
from hulldown.kernel.dice import Dice
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import CIRCLE, clear_of, direction, distance, shifted_x, shifted_y
from hulldown.kernel.records import blank
from hulldown.rulesets.warstrike import shooting
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.losses import fire, hold, take_danger_tests, take_result, why_not_take
from hulldown.rulesets.warstrike.movement import leader_limit
from hulldown.rulesets.warstrike.moving import (
    end_move,
    go,
    has_begun_move,
    march,
    place,
    stay,
    take_back,
    why_not_end,
    why_not_go,
    why_not_march,
    why_not_place,
    why_not_stay,
    why_not_step,
)
from hulldown.rulesets.warstrike.moving import step as walk
from hulldown.rulesets.warstrike.permissions import band, take_the_lead, why_not_act
from hulldown.rulesets.warstrike.shooting import aim, arm, why_not_aim, why_not_arm, why_not_fire
from hulldown.rulesets.warstrike.state import (
    CARRIED,
    FINE,
    INCH,
    NOBODY,
    Band,
    Deed,
    Ground,
    Half,
    Phase,
    State,
    Verb,
    lasts,
    on_table,
    side_of,
)
from hulldown.rulesets.warstrike.table import next_of
from hulldown.rulesets.warstrike.turn import (
    FIRING,
    MOVING,
    act,
    activate,
    advance,
    answer_snap,
    fall_back,
    form,
    may_activate,
    may_be_placed,
    roll_first,
    stand_ready,
    take_up,
    why_not_activate,
    why_not_deploy,
    why_not_form,
    why_not_ready,
)
from hulldown.rulesets.warstrike.turn import place as deploy
from hulldown.rulesets.warstrike.victory import concede

# ---------------------------------------------------------------- whose decision it is


@rule
def seat_to_act(s: State) -> int:
    """The seat that owes a decision; NOBODY when it is over."""
    if s.phase == Phase.OVER:
        return NOBODY
    if s.phase == Phase.SNAP:
        return s.unit[s.asked].side
    if s.phase == Phase.CASUALTY:
        return s.unit[s.target].side
    if s.phase == Phase.SUCCESSION:
        return s.unit[heir_to_name(s)].side
    return s.side


@rule
def heir_to_name(s: State) -> int:
    """The first unit whose owner must pick an acting leader (WS-2.6)."""
    for k in range(s.units):
        if (s.heirs >> k) & 1 != 0:
            return k
    return NOBODY


@rule
def to_act(s: State) -> int:
    """The seats that owe a decision, as bits."""
    seat = seat_to_act(s)
    return 0 if seat == NOBODY else 1 << seat


# ---------------------------------------------------------------- what speaks against an order


@rule
def check(s: State, seat: int, a: Action) -> int:
    """0, or the reason why a seat may not do this now. Seat and side are the same number."""
    if a.seat != seat or seat < 0 or seat > 1 or s.phase == Phase.OVER:
        return Why.NOT_YOURS
    if a.verb == Verb.CONCEDE:
        return Why.OK
    if s.phase == Phase.ROLL_OFF:
        return Why.OK if a.verb == Verb.ROLL and seat_to_act(s) == seat else Why.NOT_YOURS
    if seat_to_act(s) != seat or not names_what_is(s, a):
        return Why.NOT_YOURS
    if s.phase == Phase.ACTIVATE:
        return why_not_activate(s, seat, a.actor) if a.verb == Verb.ACTIVATE else Why.NOT_YOURS
    if s.phase == Phase.DEPLOY:
        return why_not_arrange(s, a)
    if s.phase == Phase.MOVE:
        return why_not_move(s, a)
    if s.phase == Phase.FIRE:
        return why_not_shoot(s, a)
    return why_not_decide(s, a)


@rule
def of_model(verb: int) -> bool:
    """Whether the actor of an order is a model, not a unit."""
    if verb == Verb.PLACE or verb == Verb.STEP or verb == Verb.STAY or verb == Verb.ARM:
        return True
    return verb == Verb.AIM or verb == Verb.FALLS or verb == Verb.LEAD


@rule
def names_what_is(s: State, a: Action) -> bool:
    """Whether an order names models and units that exist, of the own side."""
    actor = a.actor
    if of_model(a.verb):
        if actor < 0 or actor >= s.models or side_of(s, actor) != a.seat or not on_table(s, actor):
            return False
    elif actor < 0 or actor >= s.units or s.unit[actor].side != a.seat:
        return False
    if a.verb == Verb.FIRE or a.verb == Verb.AIM:
        return bool(a.target >= 0 and a.target < s.units)
    return True


@rule
def why_not_arrange(s: State, a: Action) -> int:
    """Placing units (WS-4.8)."""
    x, y, actor = a.x, a.y, a.actor
    if a.verb == Verb.PLACE:
        return why_not_deploy(s, actor, x, y)
    if a.verb == Verb.FORM:
        return why_not_form(s, actor, x, y)
    if a.verb == Verb.END:
        return why_not_ready(s, actor)
    return Why.OK if a.verb == Verb.BACK and actor == s.acting else Why.NOT_YOURS


@rule
def why_not_move(s: State, a: Action) -> int:
    """The moving half of an action (WS-7, WS-8); who falls back moving does not fire (WS-10.3)."""
    verb, x, y, actor = a.verb, a.x, a.y, a.actor
    if of_model(verb):
        if s.model[actor].unit != s.acting:
            return Why.NOT_YOURS
        if verb == Verb.PLACE:
            return why_not_place(s, actor, x, y)
        if verb == Verb.STEP:
            return why_not_step(s, actor, x, y)
        return why_not_stay(s, actor) if verb == Verb.STAY else Why.NOT_YOURS
    if actor != s.acting:
        return Why.NOT_YOURS
    if verb == Verb.GO:
        return why_not_go(s, actor, x, y)
    if verb == Verb.MARCH:
        return why_not_march(s, actor, x, y)
    if verb == Verb.END:
        return why_not_end(s, actor)
    if verb == Verb.FIRE and s.deed == Deed.FALL_BACK:
        return Why.FIRE_OR_MOVE
    return Why.OK if verb == Verb.BACK else Why.NOT_YOURS


@rule
def why_not_shoot(s: State, a: Action) -> int:
    """The firing half of an action (WS-11); who falls back firing does not move (WS-10.3)."""
    verb, actor = a.verb, a.actor
    if of_model(verb):
        if s.model[actor].unit != s.acting:
            return Why.NOT_YOURS
        if verb == Verb.ARM:
            return why_not_arm(s, actor, a.choice)
        return why_not_aim(s, actor, a.target) if verb == Verb.AIM else Why.NOT_YOURS
    if actor != s.acting:
        return Why.NOT_YOURS
    if verb == Verb.FIRE:
        return why_not_fire(s, actor, a.target)
    if (verb == Verb.GO or verb == Verb.MARCH) and s.deed == Deed.FALL_BACK:
        return Why.FIRE_OR_MOVE
    return Why.OK if verb == Verb.HOLD else Why.NOT_YOURS


@rule
def why_not_decide(s: State, a: Action) -> int:
    """Actions picked, and the answers of the other side."""
    verb, actor = a.verb, a.actor
    if s.phase == Phase.CHOOSE and verb == Verb.ACT and actor == s.acting:
        return why_not_act(s, actor, a.choice, a.facing)
    if s.phase == Phase.SNAP and verb == Verb.SNAP:
        return Why.OK if actor == s.asked and (a.choice == 0 or a.choice == 1) else Why.NO_SNAP
    if s.phase == Phase.CASUALTY and verb == Verb.FALLS:
        return why_not_take(s, actor)
    if s.phase == Phase.SUCCESSION and verb == Verb.LEAD and s.model[actor].unit == heir_to_name(s):
        return Why.OK
    return Why.NOT_YOURS


# ---------------------------------------------------------------- proposing: where a leader may make for
# Moves and places that are worth a try where any point may be chosen (WS-4.8, WS-16.4, WS-16.9).


DIRECTIONS = 16  # of the compass


@rule
def offer_moves(s: State, k: int, m: Actions) -> None:
    """A whole move in one order; of a move begun by hand its end, or the way back where it cannot end."""
    seat = s.unit[k].side
    if has_begun_move(s, k):
        if why_not_end(s, k) == Why.OK:
            offer(m, seat, Verb.END, k, -1, -1, -1, -1)
        else:
            offer(m, seat, Verb.BACK, k, -1, -1, -1, -1)
        return
    offer(m, seat, Verb.END, k, -1, -1, -1, -1)
    limit = leader_limit(s, k)
    if limit == 0:
        if s.deed == Deed.RALLY:
            leader = s.model[s.unit[k].leader]
            offer_march(s, k, leader.x, leader.y, m)
        return
    offer_compass(s, k, limit // FINE, m)
    offer_objectives(s, k, limit // FINE, m)
    offer_cover(s, k, limit // FINE, m)


@rule
def proposed(m: Actions, x: int, y: int) -> bool:
    """Whether a move to a place is proposed already."""
    for i in range(m.count):
        if m.rows[i].verb == Verb.MARCH and m.rows[i].x == x and m.rows[i].y == y:
            return True
    return False


@rule
def offer_march(s: State, k: int, x: int, y: int, m: Actions) -> None:
    """A move to a place, if the leader may go there and is not sent there already."""
    if not proposed(m, x, y) and why_not_march(s, k, x, y) == Why.OK:
        offer_at(m, s.unit[k].side, Verb.MARCH, k, x, y, -1, -1)


@rule
def offer_compass(s: State, k: int, limit: int, m: Actions) -> None:
    """Sixteen directions, half the way and all of it, in the double three quarters too (WS-16.4)."""
    leader = s.model[s.unit[k].leader]
    x, y = leader.x, leader.y
    for i in range(DIRECTIONS):
        angle = i * CIRCLE // DIRECTIONS
        for quarters in range(2, 5):
            if quarters != 3 or s.deed == Deed.DOUBLE:
                far = limit * quarters // 4
                offer_march(s, k, shifted_x(x, far, angle), shifted_y(y, far, angle), m)


@rule
def offer_towards(s: State, k: int, x: int, y: int, limit: int, m: Actions) -> None:
    """As far towards a place as the leader gets, or on to it."""
    leader = s.model[s.unit[k].leader]
    ax, ay = leader.x, leader.y
    if distance(ax, ay, x, y) <= limit * FINE:
        offer_march(s, k, x, y, m)
    else:
        angle = direction(x - ax, y - ay)
        offer_march(s, k, shifted_x(ax, limit, angle), shifted_y(ay, limit, angle), m)


@rule
def offer_objectives(s: State, k: int, limit: int, m: Actions) -> None:
    """Towards every objective (WS-14.4)."""
    for i in range(s.objectives):
        offer_towards(s, k, s.objective_x[i], s.objective_y[i], limit, m)


@rule
def gives_cover(ground: int) -> bool:
    """Terrain that hides or conceals (2.4)."""
    if ground == Ground.WOOD or ground == Ground.RUIN or ground == Ground.BOG:
        return True
    return ground == Ground.LINEAR or ground == Ground.HILL


@rule
def offer_cover(s: State, k: int, limit: int, m: Actions) -> None:
    """Into every piece of cover in reach: its middle, and the corners that the leader gets to."""
    leader = s.model[s.unit[k].leader]
    x, y = leader.x, leader.y
    for n in range(s.pieces):
        shape = s.piece[n].shape
        if not gives_cover(s.piece[n].ground) or clear_of(shape, x, y, x, y, limit):
            continue
        middle_x, middle_y = (shape.x0 + shape.x1) // 2, (shape.y0 + shape.y1) // 2
        offer_towards(s, k, middle_x, middle_y, limit, m)
        for i in range(shape.corners):
            if distance(x, y, shape.x[i], shape.y[i]) <= limit * FINE:
                offer_march(s, k, shape.x[i], shape.y[i], m)


# ---------------------------------------------------------------- places for whole units in a free set-up


LONG, SHORT = 9, 3  # places along the longer and the shorter side of the zone
HALF_INCH = INCH // 2


@rule
def offer_places(s: State, seat: int, m: Actions) -> None:
    """Every unit that may be placed, in formation on a grid over the zone; of one begun its end, or the way
    back.
    """
    if s.acting != NOBODY:
        if why_not_ready(s, s.acting) == Why.OK:
            offer(m, seat, Verb.END, s.acting, -1, -1, -1, -1)
        else:  # a computer that likes neither would go back and forth for ever
            offer(m, seat, Verb.BACK, s.acting, -1, -1, -1, -1)
        return
    for k in range(s.units):
        if may_be_placed(s, k):
            offer_formations(s, seat, k, m)
    k = 0
    while m.count == 0 and k < s.units:
        if may_be_placed(s, k):
            offer_any(s, seat, k, m)
        k += 1


@rule
def offer_formations(s: State, seat: int, k: int, m: Actions) -> None:
    """One unit in formation, its leader on a grid over the zone."""
    zone = s.zone[seat]
    wide = zone.x1 - zone.x0 >= zone.y1 - zone.y0
    columns, rows = LONG if wide else SHORT, SHORT if wide else LONG
    for i in range(columns):
        for j in range(rows):
            x = zone.x0 + (zone.x1 - zone.x0) * (2 * i + 1) // (2 * columns)
            y = zone.y0 + (zone.y1 - zone.y0) * (2 * j + 1) // (2 * rows)
            offer_formation(s, seat, k, x, y, m)


@rule
def offer_any(s: State, seat: int, k: int, m: Actions) -> None:
    """In a zone so full that none of those is left: the first half inch at which the unit finds room."""
    zone = s.zone[seat]
    for i in range((zone.x1 - zone.x0) // HALF_INCH):
        for j in range((zone.y1 - zone.y0) // HALF_INCH):
            if m.count == 0:
                offer_formation(s, seat, k, zone.x0 + i * HALF_INCH, zone.y0 + j * HALF_INCH, m)


@rule
def offer_formation(s: State, seat: int, k: int, x: int, y: int, m: Actions) -> None:
    """A unit in formation with its leader at a place, if it may stand there."""
    if why_not_form(s, k, x, y) == Why.OK:
        offer_at(m, seat, Verb.FORM, k, x, y, -1, -1)


# ---------------------------------------------------------------- offering
# What is offered: every answer where there are few, proposals where any point may be chosen.


@rule
def legal(s: State, seat: int, m: Actions) -> int:
    """What a seat is offered now."""
    m.count = 0
    if seat_to_act(s) != seat:
        return 0
    phase = s.phase
    if phase == Phase.ROLL_OFF:
        offer(m, seat, Verb.ROLL, -1, -1, -1, -1, -1)
    elif phase == Phase.DEPLOY:
        offer_places(s, seat, m)
    elif phase == Phase.ACTIVATE:
        for k in range(s.units):
            if may_activate(s, k):
                offer(m, seat, Verb.ACTIVATE, k, -1, -1, -1, -1)
    elif phase == Phase.CHOOSE:
        offer_deeds(s, s.acting, m)
    elif phase == Phase.MOVE:
        offer_moves(s, s.acting, m)
    elif phase == Phase.FIRE:
        offer_targets(s, s.acting, m)
    else:
        offer_answers(s, seat, m)
    return m.count


@rule
def offer_deeds(s: State, k: int, m: Actions) -> None:
    """The actions a unit may choose, with either half first where that is free (WS-9)."""
    for deed in range(Deed.OPEN_FIRE.value, Deed.FALL_BACK.value + 1):
        for half in range(Half.FIRE_FIRST.value + 1):
            if why_not_act(s, k, deed, half) == Why.OK:
                offer(m, s.unit[k].side, Verb.ACT, k, -1, -1, half, deed)


@rule
def offer_targets(s: State, k: int, m: Actions) -> None:
    """Every unit that can be fired at, with the best weapons (WS-16.4), or none."""
    seat = s.unit[k].side
    for target in range(s.units):
        if s.unit[target].side != seat and lasts(s, target) and why_not_fire(s, k, target) == Why.OK:
            offer(m, seat, Verb.FIRE, k, target, -1, -1, -1)
    offer(m, seat, Verb.HOLD, k, -1, -1, -1, -1)


@rule
def offer_answers(s: State, seat: int, m: Actions) -> None:
    """Snap Fire or not (WS-12.4); who falls, who leads, where the owner picks (WS-11.17, WS-2.6)."""
    if s.phase == Phase.SNAP:
        offer(m, seat, Verb.SNAP, s.asked, -1, -1, -1, 1)
        offer(m, seat, Verb.SNAP, s.asked, -1, -1, -1, 0)
        return
    k = s.target if s.phase == Phase.CASUALTY else heir_to_name(s)
    i = next_of(s, k, NOBODY)
    while i != NOBODY:
        if s.phase == Phase.SUCCESSION:
            offer(m, seat, Verb.LEAD, i, -1, -1, -1, -1)
        elif why_not_take(s, i) == Why.OK:
            offer(m, seat, Verb.FALLS, i, -1, -1, -1, -1)
        i = next_of(s, k, i)


# ---------------------------------------------------------------- every order


PLACES = frozenset({Verb.GO, Verb.MARCH, Verb.PLACE, Verb.STEP, Verb.FORM})  # say x and y
OF_MODELS = (Verb.STAY, Verb.FALLS, Verb.LEAD)  # and nothing but the model
OF_UNITS = (Verb.ACTIVATE, Verb.BACK, Verb.END, Verb.HOLD)  # and nothing but the unit


def every_order(s: State, seat: int) -> Iterator[Action]:
    """What `check` allows a seat now, each once (WS-16.4, WS-16.6)."""
    offered = blank(Actions)
    yield from (a for a in offered.rows[: legal(s, seat, offered)] if a.verb in PLACES)
    yield from (a for a in countable(s, seat) if check(s, seat, a) == Why.OK)


def countable(s: State, seat: int) -> Iterator[Action]:
    """Every order without a place in it that names what there is."""
    yield make(seat, Verb.CONCEDE)
    if s.phase == Phase.ROLL_OFF:
        yield make(seat, Verb.ROLL)
    for k in range(s.units):
        yield from (make(seat, verb, k) for verb in OF_UNITS)
        yield from (make(seat, Verb.ACT, k, facing=half, choice=deed) for deed in Deed for half in Half)
        yield from (make(seat, Verb.FIRE, k, target) for target in range(s.units))
        yield from (make(seat, Verb.SNAP, k, choice=fires) for fires in (1, 0))
    for m in range(s.models):
        yield from (make(seat, verb, m) for verb in OF_MODELS)
        yield from (
            make(seat, Verb.ARM, m, choice=arm)
            for arm in (*range(CARRIED), shooting.BEST, shooting.NO_WEAPON)
        )
        yield from (make(seat, Verb.AIM, m, target) for target in range(s.units))


# ---------------------------------------------------------------- carrying out
# Carrying out an action.


@rule
def apply(s: State, a: Action, d: Dice, e: Log) -> None:
    """Carry out an action and what follows from it without another decision."""
    if a.verb == Verb.CONCEDE:
        concede(s, a.seat, e)
    elif s.phase == Phase.ROLL_OFF:
        roll_first(s, d, e)
    elif s.phase == Phase.DEPLOY:
        set_up(s, a, e)
    elif s.phase == Phase.MOVE:
        move(s, a, d, e)
    elif s.phase == Phase.FIRE:
        shoot(s, a, d, e)
    else:
        decide(s, a, d, e)
    advance(s, d, e)


@rule
def set_up(s: State, a: Action, e: Log) -> None:
    """Placing units before the battle (WS-4.8)."""
    if a.verb == Verb.PLACE:
        deploy(s, a.actor, a.x, a.y, e)
    elif a.verb == Verb.FORM:
        form(s, a.actor, a.x, a.y, e)
    elif a.verb == Verb.BACK:
        take_up(s, a.actor, e)
    else:
        stand_ready(s, a.actor, e)


@rule
def move(s: State, a: Action, d: Dice, e: Log) -> None:
    """The moving half of an action (WS-7, WS-8)."""
    verb, actor, x, y = a.verb, a.actor, a.x, a.y
    if verb == Verb.GO:
        go(s, actor, x, y)
    elif verb == Verb.PLACE:
        place(s, actor, x, y)
    elif verb == Verb.STEP:
        walk(s, actor, x, y)
    elif verb == Verb.STAY:
        stay(s, actor)
    elif verb == Verb.BACK:
        take_back(s, actor, e)
    else:
        if verb == Verb.MARCH:
            march(s, actor, x, y)
        end_move(s, actor, e)
        s.done, s.phase = s.done | MOVING, Phase.SNAP
        take_danger_tests(s, actor, d, e)


@rule
def shoot(s: State, a: Action, d: Dice, e: Log) -> None:
    """The firing half of an action (WS-11)."""
    verb, actor = a.verb, a.actor
    if verb == Verb.ARM:
        arm(s, actor, a.choice)
    elif verb == Verb.AIM:
        aim(s, actor, a.target)
    else:
        s.done, s.phase = s.done | FIRING, Phase.RESOLVE
        if verb == Verb.FIRE:
            fire(s, actor, a.target, d, e)
        else:
            hold(s, actor, e)


@rule
def decide(s: State, a: Action, d: Dice, e: Log) -> None:
    """Units and actions picked, and the answers of the other side."""
    verb, actor = a.verb, a.actor
    if verb == Verb.ACTIVATE:
        activate(s, actor, d, e)
    elif verb == Verb.ACT:
        if a.choice == Deed.FALL_BACK and band(s, actor) != Band.UPPER:
            fall_back(s, actor, d, e)
        else:
            act(s, actor, a.choice, a.facing, e)
    elif verb == Verb.SNAP:
        answer_snap(s, actor, a.choice, d, e)
    elif verb == Verb.FALLS:
        take_result(s, actor, e)
    else:
        take_the_lead(s, actor, e)
