"""TC-1 and TC-13: when a battle is over and who has won."""

from __future__ import annotations

from hulldown.kernel.batch import DRAW, RUNNING
from hulldown.kernel.events import Log, emit
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Mission, Phase, Standing
from hulldown.rulesets.tank_commander.reasons import Tell
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.variants import Tiebreak

BEATEN, TIME, ACCOMPLISHED, CONCEDED = 0, 1, 2, 3  # how a battle ended


@rule
def fights(s: State, u: int) -> bool:
    """Whether a unit counts as operational for victory; statics do not (TC-1.3)."""
    t = s.units[u]
    return t.standing == Standing.OPERATIONAL and t.kind != Kind.GUN and t.kind != Kind.TARGET


@rule
def still_fights(s: State, side: int) -> bool:
    """Whether a side has an operational unit left (TC-1.3)."""
    for u in range(s.count):
        if s.units[u].side == side and fights(s, u):
            return True
    return False


@rule
def hull_sum(s: State, side: int) -> int:
    """Hull points of a side's operational units (TC-1.7)."""
    total = 0
    for u in range(s.count):
        if s.units[u].side == side and fights(s, u):
            total += int(s.units[u].points)
    return total


@rule
def finish(s: State, winner: int, how: int, e: Log) -> None:
    """The battle is over."""
    s.winner = winner
    s.phase = Phase.OVER
    s.active = NOBODY
    emit(e, Tell.VICTORY, NOBODY, NOBODY, NOBODY, winner, how, s.medal, 0)


@rule
def decide(s: State, first_wins: bool, second_wins: bool, how: int, e: Log) -> None:
    """One side has met its condition; both at the same test make a draw (TC-1.8)."""
    if first_wins and second_wins:
        finish(s, DRAW, how, e)
    elif first_wins:
        finish(s, 0, how, e)
    elif second_wins:
        finish(s, 1, how, e)


@rule
def visit(s: State, e: Log) -> None:
    """A waypoint is done when the tank stands on it at the end of an action (TC-13.9)."""
    if s.active == NOBODY:
        return
    cell = int(s.units[s.active].cell)
    for i in range(s.waypoints):
        if s.waypoint[i] == cell and s.visited[i] == 0:
            s.visited[i] = 1
            emit(e, Tell.WAYPOINT, s.active, NOBODY, cell, 0, 0, 0, 0)


@rule
def course_done(s: State) -> bool:
    """All waypoints done and all practice targets destroyed (TC-13.9)."""
    for i in range(s.waypoints):
        if s.visited[i] == 0:
            return False
    for u in range(s.count):
        if s.units[u].kind == Kind.TARGET and s.units[u].standing == Standing.OPERATIONAL:
            return False
    return True


@rule
def medal(s: State) -> int:
    """3 gold, 2 silver, 1 bronze by the game turn (TC-13.9)."""
    for i in range(2):
        if s.game_turn <= s.medal_by[i]:
            return 3 - i
    return 1


@rule
def judge_training(s: State, e: Log) -> None:
    """Basic Training is won when the course is done, with a medal by game turn (TC-13.9)."""
    visit(s, e)
    if course_done(s):
        s.medal = medal(s)
        finish(s, 0, ACCOMPLISHED, e)
    elif not still_fights(s, 0):
        finish(s, 1, BEATEN, e)


@rule
def judge(s: State, e: Log) -> None:
    """The victory test, after each resolved action and each phase (TC-1.3, TC-1.4, TC-1.8)."""
    if s.winner != RUNNING:
        return
    if s.mission == Mission.BASIC_TRAINING:
        judge_training(s, e)
    else:
        decide(s, not still_fights(s, 1), not still_fights(s, 0), BEATEN, e)


@rule
def call_time(s: State, e: Log) -> None:
    """The last game turn is over: hull points decide, or it is a draw (TC-1.5, TC-1.7, TC-13.9)."""
    if s.winner != RUNNING or s.game_turn < s.options.turn_limit:
        return
    if s.mission == Mission.BASIC_TRAINING:
        finish(s, 1, TIME, e)
        return
    ours, theirs = hull_sum(s, 0), hull_sum(s, 1)
    if s.options.tiebreak == Tiebreak.DRAW or ours == theirs:
        finish(s, DRAW, TIME, e)
    else:
        finish(s, 0 if ours > theirs else 1, TIME, e)


@rule
def concede(s: State, seat: int, e: Log) -> None:
    """A player gives up; the opponent wins at once (TC-1.6)."""
    emit(e, Tell.CONCEDE, seat, NOBODY, NOBODY, 0, 0, 0, 0)
    finish(s, 1 - seat, CONCEDED, e)
