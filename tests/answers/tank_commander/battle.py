"""Questions of the sequence of play: End Phases, time, whose activation comes when."""

from __future__ import annotations

from typing import Any

from hulldown.conformance.answers import Answer, Given, Whole
from hulldown.kernel.actions import make
from hulldown.kernel.batch import DRAW, RUNNING
from hulldown.kernel.dice import Dice, new_dice
from hulldown.kernel.events import Log
from hulldown.kernel.hexes import name_of
from hulldown.kernel.records import copy
from hulldown.rulesets.tank_commander.actions import apply, check
from hulldown.rulesets.tank_commander.codes import Ground, Kind, Phase, Standing, Verb
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.turn import advance, flares_up, open_end_phase, start_turn, waits
from hulldown.rulesets.tank_commander.victory import call_time

from .dicing import OFF, with_dice
from .posing import (
    cells,
    condition,
    crew_words,
    field,
    post,
    recruit,
)

WINNERS = {0: "first", 1: "second", DRAW: "draw", RUNNING: None}


# ---------------------------------------------------------------- End Phase


def battlefield(given: Given) -> State:
    """The units of the question, in its order."""
    s = field(given)
    for row in given["units"]:
        u = recruit(s, 0, row.get("type", "tank"), row.get("armor"), lieutenant=len(row.get("crew", ())) > 4)
        post(s, u, row["hex"], row.get("hull", "N"))
        condition(s, u, row)
    return s


def end_phase(s: State, d: Dice, e: Log) -> None:
    """All that burns and explodes in one End Phase (TC-8.14)."""
    open_end_phase(s, e)
    while flares_up(s, d, e):
        pass


def ask_end_phase(given: Given) -> Answer:
    """What an End Phase leaves of each unit, and the hexes it changes (TC-8.9 to TC-8.14)."""
    before = battlefield(given)

    def play(d: Dice) -> State:
        s = copy(before)
        end_phase(s, d, OFF)
        return s

    s, used = with_dice(play, given["dice"])
    if used != len(given["dice"]):
        raise ValueError(f"only {used} of {len(given['dice'])} dice were thrown")
    answer: dict[str, Any] = {row["id"]: left(s, u) for u, row in enumerate(given["units"])}
    answer["terrain"] = Whole(
        {
            name_of(cell): Ground(s.ground[cell]).name.lower()
            for cell in cells(s)
            if s.ground[cell] != before.ground[cell]
        }
    )
    return answer


def left(s: State, u: int) -> Answer:
    """What is left of a unit."""
    t = s.units[u]
    found = {
        "hp": int(t.points),
        "state": Standing(t.standing).name.lower(),
        "burning": t.burning != 0,
    }
    return {**found, "crew": crew_words(s, u)} if t.kind == Kind.TANK else found


# ---------------------------------------------------------------- time and order


def sides(given: Given, first: int, second: int) -> State:
    """So many fresh tanks on each side, not on the board, the first side going first."""
    s = field(given)
    for side, count in enumerate((first, second)):
        for _ in range(count):
            recruit(s, side)
    return s


def ask_time_up(given: Given) -> Answer:
    """Who wins when time runs out with these hull points on operational units (TC-1.7)."""
    points = [*given["hp_first"], *given["hp_second"]]
    s = sides(given, len(given["hp_first"]), len(given["hp_second"]))
    for u, left_over in enumerate(points):
        s.units[u].points = left_over
    s.game_turn = int(s.options.turn_limit)
    call_time(s, OFF)
    return {"winner": WINNERS[int(s.winner)]}


def ask_activation_order(given: Given) -> Answer:
    """Which side activates when in one game turn (TC-4.4, TC-4.11)."""
    s, found = sides(given, len(given["first"]), len(given["second"])), []
    d = new_dice(0)
    s.game_turn = 0
    start_turn(s, d, OFF)
    advance(s, d, OFF)
    while s.game_turn == 1 and s.winner == RUNNING:
        if s.phase == Phase.CHOOSE:
            u = next(u for u in range(s.count) if s.units[u].side == s.seat and waits(s, u))
            a = make(int(s.seat), Verb.ACTIVATE, u)
        else:
            found.append(WINNERS[int(s.seat)])
            a = make(int(s.seat), Verb.END, int(s.active))
        if reason := check(s, a.seat, a):
            raise ValueError(f"refused: {Why.of(reason).name.lower()}")
        apply(s, a, d, OFF)
    return {"sides": found}
