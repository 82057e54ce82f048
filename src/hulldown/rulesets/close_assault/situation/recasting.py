"""Tank Shocks and Fights of a game as the data of a situation; what it cannot say is told instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hulldown.catalogue import validate
from hulldown.kernel.actions import Action
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.charging import charge_distance
from hulldown.rulesets.close_assault.codes import Order, Verb
from hulldown.rulesets.close_assault.contact import touching
from hulldown.rulesets.close_assault.profiling import MIL
from hulldown.rulesets.close_assault.situation.asking import pose
from hulldown.rulesets.close_assault.situation.data import PLACES, Situation, problems
from hulldown.rulesets.close_assault.situation.describing import (
    Forces,
    Unsaid,
    chosen,
    fighter,
    living,
    own_units,
    placed,
)
from hulldown.rulesets.close_assault.situation.meeting import (
    CROWD,
    PLACED,
    pairing_told,
    picking_told,
    spending_told,
)
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.face.situation import Told

ONE = ("The odds page is about one vehicle.", "CA-9.4")


def situation_of(s: State, a: Action, forces: Forces | None = None) -> Told | None:
    """A legal Tank Shock, Fight or Combat as a situation; None for any other order.

    `forces` is what players field in place of the printed detachments (CA-1.8).
    """
    teller = TELLERS.get(Verb(a.verb))
    if teller is None or check(s, int(a.seat), a):
        return None
    try:
        return teller(s, a, forces or {})
    except Unsaid as lost:
        return Told(None, (lost.note,))


def shock_told(s: State, a: Action, forces: Forces) -> Told:
    """A Tank Shock, before anybody answers."""
    hubs, target = living(s, int(a.actor)), int(a.target)
    if len(hubs) != 1:
        raise Unsaid(ONE)
    if sum(touching(s, hubs[0], m) for m in living(s, target)) > len(PLACES):
        raise Unsaid(CROWD)
    asked = validate(shocking(s, hubs[0], target, forces), Situation, problems, "situation")
    data = asked.model_dump(mode="json", exclude_defaults=True)
    return Told(None, (PLACED,)) if pose(data).refusal else Told(data)


def shocking(s: State, hub: int, target: int, forces: Forces) -> dict[str, Any]:
    """The situation as data."""
    d, enemies = s.detachment[int(s.model[hub].detachment)], living(s, target)
    met = [m for m in enemies if touching(s, hub, m)]
    told: dict[str, Any] = {
        "what": "shock",
        "opponents": len(met),
        "more": len(enemies) - len(met),
        "a": fighter(s, hub, forces)
        | {"charged": charge_distance(s, hub) / MIL, "engaged": bool(d.engaged), "order": "none"},
        "own": own_units(s, (hub, *met), forces),
        "options": dict(chosen(s)),
    }
    placed(told, s, hub, met, forces)
    order = Order(s.detachment[target].order).name.lower()
    told[PLACES[0]]["order"] = order  # it may fire Overwatch (CA-12.8)
    return told


TELLERS: dict[Verb, Callable[[State, Action, Forces], Told | None]] = {
    Verb.SHOCK: shock_told,
    Verb.PAIR: pairing_told,
    Verb.SPEND: spending_told,
    Verb.PICK: picking_told,
}
