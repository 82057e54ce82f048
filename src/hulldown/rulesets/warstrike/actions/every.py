"""Every order that may be given and can be counted; of places on the table, without end, those offered."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.kernel.actions import Action, Actions, make
from hulldown.kernel.records import blank
from hulldown.rulesets.warstrike.actions.offering import legal
from hulldown.rulesets.warstrike.actions.refusing import check
from hulldown.rulesets.warstrike.arming import BEST, NO_WEAPON
from hulldown.rulesets.warstrike.codes import CARRIED, Deed, Half, Phase, Verb
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import State

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
