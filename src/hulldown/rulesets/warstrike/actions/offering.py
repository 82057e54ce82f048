"""What is offered (WS-16.4): every answer where there are few, proposals where the choice is continuous."""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.actions.waiting import heir_to_name, seat_to_act
from hulldown.rulesets.warstrike.activating import may_activate
from hulldown.rulesets.warstrike.arming import why_not_fire
from hulldown.rulesets.warstrike.casualties import why_not_take
from hulldown.rulesets.warstrike.codes import NOBODY, Deed, Half, Phase, Verb
from hulldown.rulesets.warstrike.measuring import next_of
from hulldown.rulesets.warstrike.permissions import why_not_act
from hulldown.rulesets.warstrike.proposing.marching import offer_moves
from hulldown.rulesets.warstrike.proposing.placing import offer_places
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
        for k in range(int(s.units)):
            if may_activate(s, k):
                offer(m, seat, Verb.ACTIVATE, k, -1, -1, -1, -1)
    elif phase == Phase.CHOOSE:
        offer_deeds(s, int(s.acting), m)
    elif phase == Phase.MOVE:
        offer_moves(s, int(s.acting), m)
    elif phase == Phase.FIRE:
        offer_targets(s, int(s.acting), m)
    else:
        offer_answers(s, seat, m)
    return int(m.count)


@rule
def offer_deeds(s: State, k: int, m: Actions) -> None:
    """The actions a unit may choose, with either half first where that is free (WS-9)."""
    for deed in range(int(Deed.OPEN_FIRE.value), int(Deed.FALL_BACK.value) + 1):
        for half in range(int(Half.FIRE_FIRST.value) + 1):
            if why_not_act(s, k, deed, half) == Why.OK:
                offer(m, int(s.unit[k].side), Verb.ACT, k, -1, -1, half, deed)


@rule
def offer_targets(s: State, k: int, m: Actions) -> None:
    """Every unit that can be fired at, with the best weapons (WS-16.4), or none."""
    seat = int(s.unit[k].side)
    for target in range(int(s.units)):
        if s.unit[target].side != seat and lasts(s, target) and why_not_fire(s, k, target) == Why.OK:
            offer(m, seat, Verb.FIRE, k, target, -1, -1, -1)
    offer(m, seat, Verb.HOLD, k, -1, -1, -1, -1)


@rule
def offer_answers(s: State, seat: int, m: Actions) -> None:
    """Snap Fire or not (WS-12.4); who falls, who leads, where the owner picks (WS-11.17, WS-2.6)."""
    if s.phase == Phase.SNAP:
        offer(m, seat, Verb.SNAP, int(s.asked), -1, -1, -1, 1)
        offer(m, seat, Verb.SNAP, int(s.asked), -1, -1, -1, 0)
        return
    k = int(s.target) if s.phase == Phase.CASUALTY else heir_to_name(s)
    i = next_of(s, k, NOBODY)
    while i != NOBODY:
        if s.phase == Phase.SUCCESSION:
            offer(m, seat, Verb.LEAD, i, -1, -1, -1, -1)
        elif why_not_take(s, i) == Why.OK:
            offer(m, seat, Verb.FALLS, i, -1, -1, -1, -1)
        i = next_of(s, k, i)
