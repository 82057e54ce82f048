"""Victory points, the end of a round and of a battle (CA-18)."""

from __future__ import annotations

from hulldown.kernel.batch import DRAW
from hulldown.kernel.events import Event
from hulldown.kernel.plane import CIRCLE, HALF_CIRCLE, QUARTER
from hulldown.rulesets.close_assault.codes import Ending, Extra
from hulldown.rulesets.close_assault.naming import detachment_name, inches
from hulldown.rulesets.close_assault.reasons import Tell
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.telling.teller import Teller, spot
from hulldown.rulesets.close_assault.vocabulary import plural
from hulldown.rulesets.face.ruleset import SIDES

TOWARDS = {
    0: ("east", "x"),
    QUARTER: ("north", "y"),
    HALF_CIRCLE: ("west", "x"),
    HALF_CIRCLE + QUARTER: ("south", "y"),
}


def told_gone(t: Teller, row: Event) -> None:
    """The last model of a detachment is gone (CA-18.3)."""
    earned = f"{row.a} VP to {t.side(row.target)}" if row.a else "no VP"
    t.begin(row, f"Nothing is left of {t.full(row.actor)}: {earned}")


def told_objective(t: Teller, row: Event) -> None:
    """An objective held at the end of a round (CA-18.2)."""
    end_heading(t)
    mine, theirs = (row.a, row.b) if row.actor == 0 else (row.b, row.a)
    where = spot(int(t.s.objective_x[row.place]), int(t.s.objective_y[row.place]))
    text = f"{t.side(row.actor)} holds the objective at {where}, strength {mine} against {theirs}"
    t.begin(row, f"{text}: {row.c} VP")


def told_extra(t: Teller, row: Event) -> None:
    """The scenario's own points (section 6)."""
    t.begin(row, f"{t.side(row.actor)}: {extra_words(t.s)}: {row.a} VP")


def extra_words(s: State) -> str:
    """What the scenario rewards at its end: "at least 2 vehicles wholly north of y = 26 at the end"."""
    away = (int(s.edge[s.extra_side]) + HALF_CIRCLE) % CIRCLE
    towards, axis = TOWARDS[away]
    where = f"{towards} of {axis} = {inches(int(s.extra_line))}"
    if s.extra == Extra.BREAKTHROUGH:
        return f"at least {plural(int(s.extra_models), 'vehicle')} wholly {where} at the end"
    return f"{detachment_name(s, int(s.extra_unit))} with its centre {where} at the end"


def told_round_end(t: Teller, row: Event) -> None:
    """The points after a round (CA-18.1)."""
    end_heading(t)
    t.begin(row, f"{t.side(0)} has {row.b} VP, {t.side(1)} {row.c}")


def end_heading(t: Teller) -> None:
    """The heading over what is scored at the end of a round, once."""
    end = next((row for row in t.rows[t.at :] if row.kind == Tell.ROUND_END), None)
    text = f"End of round {end.a}" if end else ""
    if end and not any(draft.heading and draft.opening == text for draft in t.drafts):
        t.heading(text, Tell.ROUND_END.rule)


def told_conceded(t: Teller, row: Event) -> None:
    """A side gives up (CA-18.4)."""
    t.begin(row, f"{t.side(row.actor)} concedes", "CA-18.4")


def told_end(t: Teller, row: Event) -> None:
    """The battle is over (CA-18.3)."""
    rule = "CA-18.4" if row.a == Ending.CONCEDED else Tell.GAME_END.rule
    t.begin(row, verdict(row.actor, row.a, (row.b, row.c)), rule)


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
