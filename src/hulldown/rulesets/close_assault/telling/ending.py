"""Victory points, the end of a round and of a battle (CA-18)."""

from __future__ import annotations

from hulldown.kernel.batch import DRAW
from hulldown.kernel.plane import CIRCLE, HALF_CIRCLE, QUARTER
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.close_assault import events
from hulldown.rulesets.close_assault.codes import Ending, Extra
from hulldown.rulesets.close_assault.naming import detachment_name
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.telling.teller import Teller
from hulldown.rulesets.common.log import describes
from hulldown.rulesets.common.names import inches, plural, spot

TOWARDS = {
    0: ("east", "x"),
    QUARTER: ("north", "y"),
    HALF_CIRCLE: ("west", "x"),
    HALF_CIRCLE + QUARTER: ("south", "y"),
}
RULES = {
    Ending.ROUNDS: ("CA-18.1", "CA-18.3"),
    Ending.WIPED_OUT: ("CA-18.3", "CA-18.4"),
    Ending.CONCEDED: ("CA-18.4",),
}


@describes(events.detachment_destroyed)
def describe_gone(t: Teller, unit: int, enemy: int, points: int) -> None:
    """The last model of a detachment is gone (CA-18.3)."""
    earned = f"{points} VP to {t.side(enemy)}" if points else "no VP"
    t.begin(f"Nothing is left of {t.full(unit)}: {earned}")


@describes(events.objective_scored)
def describe_objective(t: Teller, side: int, objective: int, cobalt: int, rust: int, points: int) -> None:
    """An objective held at the end of a round (CA-18.2)."""
    end_heading(t)
    mine, theirs = (cobalt, rust) if side == 0 else (rust, cobalt)
    text = f"{t.side(side)} holds the objective at {where(t.s, objective)}, strength {mine} against {theirs}"
    t.begin(f"{text}: {points} VP")


@describes(events.objective_tied)
def describe_tied(t: Teller, objective: int, strength: int) -> None:
    """An objective that nobody holds at the end of a round, though both are there (CA-18.2)."""
    end_heading(t)
    t.begin(
        f"Nobody holds the objective at {where(t.s, objective)}: strength {strength} on both sides, no VP"
    )


def where(s: State, objective: int) -> str:
    """The place of an objective."""
    return spot(int(s.objective_x[objective]), int(s.objective_y[objective]))


@describes(events.extra_scored)
def describe_extra(t: Teller, side: int, points: int) -> None:
    """The scenario's own points (section 6)."""
    t.begin(f"{t.side(side)}: {extra_words(t.s)}: {points} VP")


def extra_words(s: State) -> str:
    """What the scenario rewards at its end: "at least 2 vehicles wholly north of y = 26 at the end"."""
    away = (int(s.edge[s.extra_side]) + HALF_CIRCLE) % CIRCLE
    towards, axis = TOWARDS[away]
    where = f"{towards} of {axis} = {inches(int(s.extra_line))}"
    if s.extra == Extra.BREAKTHROUGH:
        return f"at least {plural(int(s.extra_models), 'vehicle')} wholly {where} at the end"
    return f"{detachment_name(s, int(s.extra_unit))} with its centre {where} at the end"


@describes(events.round_ended)
def describe_round_end(t: Teller, cobalt: int, rust: int) -> None:
    """The points after a round (CA-18.1)."""
    end_heading(t)
    t.begin(f"{t.side(0)} has {cobalt} VP, {t.side(1)} {rust}")


def end_heading(t: Teller) -> None:
    """The heading over what is scored at the end of a round, once."""
    for end in events.round_ended.among(t.rows[t.at :])[:1]:
        text = f"End of round {end.number}"
        if not any(draft.heading and draft.opening == text for draft in t.drafts):
            t.heading(text, events.round_ended.rule)


@describes(events.game_ended)
def describe_end(t: Teller, winner: int, ending: int, cobalt: int, rust: int) -> None:
    """The battle is over (CA-18.3): by points that are scored at its end, or without them."""
    t.begin(verdict(winner, ending, (cobalt, rust)), *RULES[Ending(ending)])


def verdict(winner: int, how: int, score: tuple[int, int]) -> str:
    """How a battle ended, in a sentence without its full stop."""
    if winner == DRAW:
        level = f"{score[0]} VP each: a draw"
        return "Both sides are wiped out: a draw" if how == Ending.WIPED_OUT else level
    wins, loser = f"{SIDES[winner]} wins", SIDES[1 - winner]
    if how == Ending.WIPED_OUT:
        return f"{loser} has no models left: {wins}"
    if how == Ending.CONCEDED:
        return f"{wins}, for {loser} has conceded"
    return f"{wins} by {max(score)} VP to {min(score)}"


def outcome_text(s: State) -> str:
    """How a battle that is over ended, for whoever has not read the log."""
    return verdict(int(s.winner), int(s.ending), (int(s.score[0]), int(s.score[1])))
