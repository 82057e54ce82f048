"""From data to a question about odds: the position, the decision, and what the rules have against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hulldown.catalogue import validate
from hulldown.rulesets.chase.codes import Mobility, Order
from hulldown.rulesets.chase.naming import BANDS, tank_name
from hulldown.rulesets.chase.ramming import may_ram
from hulldown.rulesets.chase.reasons import Why
from hulldown.rulesets.chase.refusals import refusal, refused
from hulldown.rulesets.chase.situation.data import Situation, problems
from hulldown.rulesets.chase.situation.form import MOBILITIES, ORDERS
from hulldown.rulesets.chase.situation.moves import move_lines, policy_words
from hulldown.rulesets.chase.situation.posing import A1, B1, decision, lay_out, order_of
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.face.situation import Posed
from hulldown.rulesets.face.words import Refusal


def pose(data: Mapping[str, Any]) -> Posed:
    """A situation as a position with the decision asked about. CatalogueError says what is wrong in it."""
    asked = validate(data, Situation, problems, "situation")
    s = lay_out(asked)
    order = decision(asked)
    barred = why_not(asked, s)
    return Posed(
        given=asked.model_dump(mode="json"),
        title=title(asked, s),
        state=s,
        order=order,
        again=(),
        rested=s,
        at_once=0,
        refusal=barred,
        notes=tuple(notes(asked)),
        purpose="to ram" if asked.what == "ram" else "to hit",
        besides=() if barred or asked.what != "maneuvers" else tuple(move_lines(asked, s)),
    )


def why_not(asked: Situation, s: State) -> Refusal | None:
    """The first reason against the situation or its decision."""
    for t, tank in ((A1, asked.a), (B1, asked.b)):
        if s.tanks[t].now.mobility == Mobility.IMMOBILISED and order_of(tank) != Order.HULL_DOWN:
            return refusal(Why.IMMOBILISED)
    if asked.what == "ram" and not may_ram(s.options, s.pair[0], s.tanks[A1], s.tanks[B1], 0):
        return refusal(Why.NO_CLOSING_MOVE)
    return refused(s, 0, decision(asked))


def title(asked: Situation, s: State) -> str:
    """The situation in a line: "Warden on Pursue fires at Anvil on Hull Down (rear), Short"."""
    ours, theirs = (tank_name(s, t) or "Own tank" for t in (A1, B1))
    first, second = f"{ours} on {ORDERS[asked.a.order]}", f"{theirs} on {ORDERS[asked.b.order]}"
    band = BANDS[s.pair[0].range]
    if asked.what == "maneuvers":
        return f"{first} against {second}, from {band}"
    if asked.what == "ram":
        return f"{first} ({asked.a.facing}) rams {second} ({asked.b.facing})"
    return f"{first} fires at {second} ({asked.b.facing}), {band}"


def notes(asked: Situation) -> Iterator[tuple[str, str]]:
    """What is worth knowing about the situation itself."""
    for name, tank in (("A1", asked.a), ("B1", asked.b)):
        if tank.mobility == "immobilised":
            yield f"{name} is {MOBILITIES[tank.mobility]}: it makes no Driving test.", "CH-5.8"
    if asked.what == "maneuvers":
        yield policy_words(asked.policy), "CH-13.3"
