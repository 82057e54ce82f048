"""How a player turn begins: the Starting Phase (WS-5.1 to WS-5.4)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import NOBODY, Phase
from hulldown.rulesets.warstrike.events import defenders_rose, turn_started
from hulldown.rulesets.warstrike.state import State, is_vehicle
from hulldown.rulesets.warstrike.suppression import shed
from hulldown.rulesets.warstrike.victory import morale_of, objectives_won


@rule
def open_battle(s: State, attacker: int, d: Dice, e: Log) -> None:
    """The first game turn begins; all of the defender's units are gone to ground (WS-4.3, WS-4.4)."""
    s.attacker, s.turn = attacker, 1
    for k in range(s.units):
        if s.unit[k].side != attacker and not is_vehicle(s, k):
            s.unit[k].ground = 1
    begin_player_turn(s, attacker, d, e)


@rule
def begin_player_turn(s: State, side: int, d: Dice, e: Log) -> None:
    """A side's Starting Phase, then its Action Phase (WS-5.1 to WS-5.4)."""
    s.side, s.phase, s.acting = side, Phase.ACTIVATE, NOBODY
    turn_started(e, side, s.turn, s.turns)
    for k in range(s.units):
        s.unit[k].acted, s.unit[k].snapped = 0, 0
    if not morale_of(s, side, d, e) and not objectives_won(s, side, e):
        shed(s, side, e)
        rise(s, side, e)


@rule
def rise(s: State, side: int, e: Log) -> None:
    """In the defender's first Starting Phase his units are no longer gone to ground (WS-4.4, WS-5.4)."""
    if s.begun[side] == 0 and side != s.attacker:
        for k in range(s.units):
            if s.unit[k].side == side:
                s.unit[k].ground = 0
        defenders_rose(e, side)
    s.begun[side] = 1
