"""What is offered: every answer where there are few, proposals where any point may be chosen."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.kernel.actions import Action, Actions, make, offer
from hulldown.kernel.jit import rule
from hulldown.kernel.records import blank
from hulldown.rulesets.warstrike.actions.refusing import check, heir_to_name, seat_to_act
from hulldown.rulesets.warstrike.activating import may_activate
from hulldown.rulesets.warstrike.arming import BEST, NO_WEAPON, why_not_fire
from hulldown.rulesets.warstrike.casualties import why_not_take
from hulldown.rulesets.warstrike.codes import CARRIED, NOBODY, Deed, Half, Phase, Verb
from hulldown.rulesets.warstrike.measuring import next_of
from hulldown.rulesets.warstrike.permissions import why_not_act
from hulldown.rulesets.warstrike.proposing import offer_moves, offer_places
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import State, lasts


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
        yield from (make(seat, Verb.ARM, m, choice=arm) for arm in (*range(CARRIED), BEST, NO_WEAPON))
        yield from (make(seat, Verb.AIM, m, target) for target in range(s.units))
