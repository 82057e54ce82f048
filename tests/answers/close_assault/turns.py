"""Questions about Initiative and objectives (CA-3.5, CA-18.2)."""

from __future__ import annotations

from hulldown.conformance.answers import Answer, Given, Question
from hulldown.rulesets.close_assault.codes import NOBODY
from hulldown.rulesets.close_assault.groundwork import blank_state, field_detachment, lay_objective
from hulldown.rulesets.close_assault.ordering import initiative_of
from hulldown.rulesets.close_assault.victory import holder, strength_at

SIDES = ("blue", "red")
UNITS = {  # a unit of each type
    "Infantry": "line_infantry",
    "Cavalry": "scout_bikes",
    "Walker": "walker",
    "Vehicle": "rhino",
    "Super-heavy vehicle": "baneblade",
}


def side_name(side: int) -> str | None:
    """A side as the questions name it; None for nobody."""
    return None if side == NOBODY else SIDES[side]


def ask_initiative(given: Given) -> Answer:
    """Who has Initiative (CA-3.5)."""
    last = NOBODY if given["last"] is None else SIDES.index(given["last"])
    return {"holder": side_name(initiative_of(given["blue"], given["red"], last)) or "reroll"}


def ask_control(given: Given) -> Answer:
    """Who holds an objective with these models near it (CA-18.2)."""
    s = blank_state()
    lay_objective(s, 24, 18)
    for side, name in enumerate(SIDES):
        for kind in given[name]:
            field_detachment(s, side, UNITS[kind], [(24, 18)])
    return {"holder": side_name(holder(strength_at(s, 0, 0), strength_at(s, 0, 1)))}


OPS: dict[str, Question] = {
    "initiative": ask_initiative,
    "control": ask_control,
}
