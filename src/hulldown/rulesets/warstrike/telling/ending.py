"""Objectives scored and the end of a battle (WS-14)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.face.ruleset import SIDES
from hulldown.rulesets.warstrike.codes import Ending
from hulldown.rulesets.warstrike.reasons import Tell
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.telling.teller import Teller
from hulldown.rulesets.warstrike.victory import DRAW, models_left
from hulldown.rulesets.warstrike.vocabulary import spot

RULES = {
    Ending.TURNS: "WS-14.7",
    Ending.WIPED_OUT: "WS-14.6",
    Ending.RETREAT: "WS-14.1",
    Ending.OBJECTIVE: "WS-14.4",
    Ending.CONCEDED: "WS-14.8",
}


def told_objective(t: Teller, row: Event) -> None:
    """An objective that scores at the end (WS-14.7)."""
    where = spot(int(t.s.objective_x[row.place]), int(t.s.objective_y[row.place]))
    t.begin(row, f"{t.side(row.actor)} scores {row.a} VP for the objective at {where}")


def told_conceded(t: Teller, row: Event) -> None:
    """A side gives up (WS-14.8)."""
    t.begin(row, f"{t.side(row.actor)} concedes")


def told_end(t: Teller, row: Event) -> None:
    """The battle is over (WS-5.8)."""
    both = row.a == Ending.WIPED_OUT and both_gone(t.s)
    rule = RULES.get(Ending(row.a), Tell.GAME_END.rule)
    t.begin(row, verdict(row.actor, row.a, (row.b, row.c), both), rule, Tell.GAME_END.rule)


def both_gone(s: State) -> bool:
    """Whether neither side has a model left (WS-14.6)."""
    return not models_left(s, 0) and not models_left(s, 1)


def verdict(winner: int, how: int, score: tuple[int, int], both: bool = False) -> str:
    """How a battle ended, in a sentence without its full stop."""
    opening = "Neither side has a model left: " if both else ""
    if winner == DRAW:
        return f"{opening}{score[0]} VP each, a draw"
    wins, loser = f"{SIDES[winner]} wins", SIDES[1 - winner]
    if how == Ending.WIPED_OUT and not both:
        return f"{loser} has no model left: {wins}"
    if how == Ending.RETREAT:
        return f"{loser}'s task force retreats: {wins}"
    if how == Ending.OBJECTIVE:
        return f"{wins} by an objective of the enemy"
    if how == Ending.CONCEDED:
        return f"{wins}, for {loser} has conceded"
    return f"{opening}{wins} by {max(score)} VP to {min(score)}"


def outcome_text(s: State) -> str:
    """How a battle that is over ended, for whoever has not read the log."""
    both = s.ending == Ending.WIPED_OUT and both_gone(s)
    return verdict(int(s.winner), int(s.ending), (int(s.score[0]), int(s.score[1])), both)
