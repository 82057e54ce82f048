"""Questions of TC-12.1 to TC-12.9: when an air strike comes, which hexes it hits, what AA guns spoil."""

from __future__ import annotations

from fractions import Fraction

from hulldown.conformance.answers import Answer, Given
from hulldown.kernel.dice import Dice
from hulldown.kernel.hexes import cell_of, name_of
from hulldown.rulesets.tank_commander.airstrike import (
    call_strike,
    is_spoiled,
    is_struck,
    next_due,
    roll_strike,
    strike_cell,
    strike_needed,
)
from hulldown.rulesets.tank_commander.codes import NOBODY, Mission
from hulldown.rulesets.tank_commander.state import State

from .dicing import OFF, certain, chance_that, chances, spread
from .posing import field, post, recruit

CALLER, MARK = "A10", "J1"  # far enough apart that the strike never hits who called it


def called(given: Given) -> State:
    """A tank has called its strike in game turn 1."""
    s = field(given)
    u = post(s, recruit(s, 0, upgrades=("air_support",)), CALLER)
    call_strike(s, u, cell_of(MARK), OFF)
    return s


def wait(s: State, d: Dice) -> None:
    """The strike's part of the next Start Phase."""
    s.game_turn += 1
    while (i := next_due(s)) != NOBODY:
        roll_strike(s, i, d, OFF)


def arrived(given: Given, rolls: int) -> Fraction:
    """The chance that the strike has come after so many rolls."""
    found = certain(called(given))
    for _ in range(rolls):
        found = spread(found, wait)
    return chance_that(found, lambda s: s.strike[0].over != 0)


def ask_strike_needed(given: Given) -> Answer:
    """What each arrival roll needs, the first first (TC-12.3, TC-12.4)."""
    return {"needed": [strike_needed(rolls) for rolls in range(given["rolls"])]}


def ask_strike_arrived_by(given: Given) -> Answer:
    """The chance that a strike has come by a certain roll (TC-12.4)."""
    return {"p": arrived(given, given["roll"])}


def ask_strike_arrives_on(given: Given) -> Answer:
    """The chance that a strike comes on a certain roll and not before (TC-12.4)."""
    return {"p": arrived(given, given["roll"]) - arrived(given, given["roll"] - 1)}


def ask_strike_hexes(given: Given) -> Answer:
    """The hexes that a strike hits, from the mark on (TC-12.5, TC-12.6)."""
    s = field(given, given["board"])
    mark, direction, length = cell_of(given["mark"]), given["direction"], given["distance"]
    line = [strike_cell(s, mark, direction, i) for i in range(length + 1) if is_struck(s, i, length)]
    return {"hexes": [name_of(cell) for cell in line if cell != NOBODY]}


def ask_aa_survival(given: Given) -> Answer:
    """The chance that a strike gets past some AA guns (TC-13.26, TC-13.27)."""
    s = called(given)
    s.mission, s.attacker = Mission.DISABLE_AA_GUNS, 0
    for i in range(given["guns"]):
        post(s, recruit(s, 1, "aa_gun"), f"{'BEI'[i]}2")
    found = chances(lambda d: is_spoiled(s, 0, d, OFF))
    return {"p_success": found.get(False, Fraction(0))}
