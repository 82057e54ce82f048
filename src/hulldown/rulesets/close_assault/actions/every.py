"""Every order that can be counted (CA-20.1). Where something is measured, a place, a way round or a facing,
and of bonuses, of which there may be millions, it stays what `legal` proposes (CA-20.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hulldown.kernel.actions import Action, Actions, key, make
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.actions.offering import legal
from hulldown.rulesets.close_assault.actions.refusing import check
from hulldown.rulesets.close_assault.codes import NOBODY, Manner, Order, Phase, Response, Verb
from hulldown.rulesets.close_assault.counters import own_models
from hulldown.rulesets.close_assault.proposing.reaching import FRONT, RIGHT
from hulldown.rulesets.close_assault.state import State, profile_of

ORDERS = (Order.FIRST_FIRE, Order.ADVANCE, Order.MARCH, Order.CHARGE)  # CA-3.2
SPLIT = (Response.SOME_EVADE, Response.FIRE_SOME_EVADE)
PLAIN = (
    Verb.ACTIVATE,
    Verb.BACK,
    Verb.END,
    Verb.FALLBACK,
    Verb.WITHDRAW,
    Verb.HOLD,
)  # of a detachment


def every_order(s: State, seat: int) -> list[Action]:
    """What `legal` offers, and all else that can be counted and is allowed, each once."""
    m = blank(Actions)
    orders = list(m.rows[: legal(s, seat, m)])
    known = {key(a) for a in orders}
    return orders + [a for a in countable(s, seat) if key(a) not in known and not check(s, seat, a)]


def countable(s: State, seat: int) -> Iterator[Action]:
    """Every order in which nothing is measured, allowed or not."""
    own = [k for k in range(s.detachments) if s.detachment[k].side == seat]
    foes = [k for k in range(s.detachments) if k not in own]
    yield from (make(seat, verb) for verb in (Verb.PAIR, Verb.CEASE, Verb.CONCEDE))
    yield from (make(seat, Verb.PICK, k) for k in range(s.detachments))
    yield from (make(seat, verb, k) for verb, k in product(PLAIN, own))
    for verb, choices in ((Verb.ORDER, ORDERS), (Verb.RESPOND, Response), (Verb.OVERWATCH, range(2))):
        yield from (make(seat, verb, k, choice=choice) for k, choice in product(own, choices))
    if s.phase == Phase.RESPONSE:
        yield from split_answers(s, seat)
    yield from aimed(seat, own, foes)
    if s.phase in (Phase.MOVING, Phase.ENGAGED):
        yield from manoeuvres(s, seat, foes)
    yield from by_models(s, seat, own, foes)


def split_answers(s: State, seat: int) -> Iterator[Action]:
    """Answers to a Tank Shock of some models each (CA-12.7)."""
    k = int(s.target)
    for response, evaders in product(SPLIT, range(1, 1 << int(s.detachment[k].size))):
        yield make(seat, Verb.RESPOND, k, place=evaders, choice=response)


def aimed(seat: int, own: list[int], foes: list[int]) -> Iterator[Action]:
    """Tank Shocks and fire (CA-12.4, CA-15.2, CA-15.9)."""
    nobody = [NOBODY, *foes]
    yield from (make(seat, Verb.SHOCK, k, target=j) for k, j in product(own, foes))
    yield from (make(seat, Verb.DEFEND, k, target=j) for k, j in product(own, nobody))
    yield from (make(seat, Verb.FIRE, k, target=j, place=two) for k, j, two in product(own, foes, nobody))


def manoeuvres(s: State, seat: int, foes: list[int]) -> Iterator[Action]:
    """Charges and Tank Shocks of the acting detachment, at all of another or at one model (CA-20.3)."""
    k, sides = int(s.acting), [NOBODY, *range(FRONT, RIGHT + 1)]
    yield make(seat, Verb.MANOEUVRE, k, choice=Manner.PILE_IN)
    for j, manner in product(foes, (Manner.CHARGE, Manner.CHARGE_REAR, Manner.SHOCK)):
        for m, side in product([NOBODY, *own_models(s, j)], sides):
            yield make(seat, Verb.MANOEUVRE, k, target=j, place=m, facing=side, choice=manner)


def by_models(s: State, seat: int, own: list[int], foes: list[int]) -> Iterator[Action]:
    """Fights, and weapons kept from firing (CA-9.6, CA-10.3)."""
    mine = [m for k in own for m in own_models(s, k)]
    theirs = [m for k in foes for m in own_models(s, k)]
    yield from (make(seat, Verb.PAIR, m, target=j) for m, j in product(mine, theirs))
    for m in mine:
        weapons = range(s.profile[profile_of(s, m)].weapons)
        yield from (make(seat, Verb.SPARE, m, choice=w) for w in weapons)
