"""What a secret order comes to before it is given: both shots, for each order of the enemy (CH-10.6)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hulldown.kernel.actions import Action, make
from hulldown.kernel.records import copy
from hulldown.rulesets.api.preview import End, Ends, Foresight, PreviewShot
from hulldown.rulesets.chase.actions import check
from hulldown.rulesets.chase.chances.secret import chart_rows, heading_of, shot_line
from hulldown.rulesets.chase.codes import Order, Phase, Verb
from hulldown.rulesets.chase.naming import find_tank, pairs_of, tank_id
from hulldown.rulesets.chase.state import State, seat_of, side_of
from hulldown.rulesets.chase.text import action_text
from hulldown.rulesets.chase.vocabulary import DOES


def ends(s: State, seat: int, unit: str) -> Ends:
    """Every order that a tank may be given; as there is no map, an order is called a place ("pursue")."""
    t = find_tank(s, unit)
    rows = [make(seat, Verb.ORDER, t, choice=order) for order in Order if order != Order.NONE]
    legal = [a for a in rows if s.phase == Phase.ORDERS and check(s, seat, a) == 0]
    return {name_of(s, a): [End(None, 0, (a,))] for a in legal}


def name_of(s: State, a: Action) -> str:
    """The order of an action as its text has it."""
    return action_text(s, a).partition(" ")[2]


def where(s: State, unit: str) -> tuple[str, int | None]:
    """The order that a tank has."""
    t = find_tank(s, unit)
    order = int(s.tanks[t].order)
    return ("" if order == Order.NONE else name_of(s, order_of(s, t)), None)


def order_of(s: State, t: int) -> Action:
    """The order that a tank has, as it was given."""
    return make(seat_of(s, side_of(t)), Verb.ORDER, t, choice=int(s.tanks[t].order))


def carry_out(s: State, a: Action) -> State:
    """The position with an order given; nobody is waited for."""
    after: State = copy(s)
    after.tanks[a.actor].order = a.choice
    return after


def shots_of(s: State, t: int, own: bool) -> Iterator[PreviewShot]:
    """The shots of a tank with an order, or at it, for each order of each enemy, at the present range."""
    side, order = side_of(t), int(s.tanks[t].order)
    for p in (s.pair[i] for i in pairs_of(s, t) if s.pair[i].open):
        enemy = int(p.tank[1 - side])
        for mine, theirs in chart_rows(s, enemy, order):
            q = copy(p)
            q.order[side], q.order[1 - side] = mine, theirs
            line = shot_line(s, q, side if own else 1 - side, "")
            given = f"if{heading_of(s, enemy, theirs)[2:]}"
            given += f" and {tank_id(s, t)} {DOES[mine]}" if mine != order else ""
            firer, target = (t, enemy) if own else (enemy, t)
            if line.chance > Fraction(0):
                yield PreviewShot(
                    tank_id(s, firer), tank_id(s, target), "", "hit", line.chance, "", order_of(s, t), given
                )


def shots(s: State, unit: str) -> Iterator[PreviewShot]:
    """What a tank with an order would hit."""
    t = find_tank(s, unit)
    if s.tanks[t].order != Order.NONE:
        yield from shots_of(s, t, own=True)


def threats(s: State, unit: str) -> Iterator[PreviewShot]:
    """What would hit it."""
    t = find_tank(s, unit)
    if s.tanks[t].order != Order.NONE:
        yield from shots_of(s, t, own=False)


FORESIGHT = Foresight(ends=ends, stands=where, after=carry_out, shots=shots, threats=threats)
