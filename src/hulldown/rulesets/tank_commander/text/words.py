"""The words that orders are written and read with."""

from __future__ import annotations

from hulldown.rulesets.tank_commander.codes import Ability, Drive, Shell, Verb
from hulldown.rulesets.tank_commander.state import State

ABILITIES = {
    Ability.BOOMING_VOICE: "commander",
    Ability.DOUBLE: "driver double",
    Ability.STRAIGHT: "driver straight",
    Ability.BRING_IT_DOWN: "gunner",
    Ability.QUICK_LOAD: "loader",
}
ROLES = ("commander", "driver", "gunner", "loader")
SHELLS = {Shell.AT: "AT", Shell.HE: "HE"}
ROUNDS = ("AT", "HE")  # as they are read: Shell less one
SEATLESS = {Verb.ROLL: "roll off", Verb.CONCEDE: "concede"}
BARE = {
    Verb.ACTIVATE: "activate",
    Verb.REVERSE: "reverse",
    Verb.EXTINGUISH: "extinguish",
    Verb.COVER: "cover",
    Verb.CAPTURE: "capture",
    Verb.END: "end",
}
PLACED = {
    Verb.SMOKE: "smoke",
    Verb.STRIKE: "strike",
    Verb.MINE: "mine",
    Verb.DISARM: "disarm",
    Verb.DISMOUNT: "dismount",
    Verb.BAIL_OUT: "bail",
}


def any_way(s: State, u: int) -> bool:
    """Whether a unit moves into any adjacent hex, so that a move names its direction (TC-10.7, TC-14.12)."""
    return s.units[u].drive in (Drive.HOVER, Drive.LEGS, Drive.FOOT)
