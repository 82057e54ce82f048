"""The end of a battle (WS-14)."""

from __future__ import annotations

from hulldown.rulesets.face.ruleset import SIDES
from hulldown.rulesets.shared.telling import tells
from hulldown.rulesets.warstrike.codes import Ending
from hulldown.rulesets.warstrike.events import game_ended
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.telling.teller import Teller
from hulldown.rulesets.warstrike.victory import DRAW, models_left

RULES = {
    Ending.TURNS: "WS-14.7",
    Ending.WIPED_OUT: "WS-14.6",
    Ending.RETREAT: "WS-14.1",
    Ending.OBJECTIVE: "WS-14.4",
    Ending.CONCEDED: "WS-14.8",
}


@tells(game_ended)
def told_end(t: Teller, winner: int, ending: int, cobalt: int, rust: int) -> None:
    """The battle is over (WS-5.8)."""
    both = ending == Ending.WIPED_OUT and both_gone(t.s)
    rule = RULES.get(Ending(ending), t.kind.rule)
    t.begin(verdict(winner, ending, (cobalt, rust), both), rule, t.kind.rule)


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
