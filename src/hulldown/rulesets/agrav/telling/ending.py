"""Points of the scenario, and how a battle ends (AG-23, section 6)."""

from __future__ import annotations

from hulldown.kernel.batch import DRAW
from hulldown.kernel.events import Event
from hulldown.rulesets.agrav.codes import NOBODY, Ending
from hulldown.rulesets.agrav.naming import section_id, tile_name
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.agrav.victory import LEAD, points
from hulldown.rulesets.agrav.vocabulary import plural
from hulldown.rulesets.face.ruleset import SIDES


def told_score(t: Teller, row: Event) -> None:
    """A side alone at a place that scores, or one in whose turn it was brought down."""
    where = zone_words(t.s, row.place)
    if row.a < 0:
        text = f"{t.side(row.actor)} loses {plural(-row.a, 'point')}, because {where} collapsed in its turn"
    else:
        text = f"{t.side(row.actor)} alone is at {where} and scores {plural(row.a, 'point')}"
    t.begin(row, f"{text}; {row.b} for the scenario so far")


def zone_words(s: State, zone: int) -> str:
    """A place that scores."""
    z = s.zone[zone]
    return f"structure {section_id(z.section)}" if z.section != NOBODY else tile_name(z.tile)


def told_concede(t: Teller, row: Event) -> None:
    """A side gives up."""
    t.begin(row, f"{t.side(row.actor)} concedes")


def told_end(t: Teller, row: Event) -> None:
    """The battle is over."""
    t.begin(row, verdict(row.a, row.b, (row.c, row.d)), *end_rules(row.a, row.b))


def verdict(winner: int, how: int, totals: tuple[int, int]) -> str:
    """How a battle ended, in a sentence without its full stop; `totals` are the victory points."""
    tally = f"{max(totals)} to {min(totals)}"
    if winner == DRAW:
        both = "Both sides have lost their last unit: a draw"
        return both if how == Ending.WIPED_OUT else f"Nobody is {LEAD} points ahead, {tally}: a draw"
    wins, loser = f"{SIDES[winner]} wins", SIDES[1 - winner]
    if how == Ending.WIPED_OUT:
        return f"{loser} has no units left: {wins}"
    if how == Ending.OBJECTIVE:
        return f"The objective is down: {wins}"
    if how == Ending.HELD:
        return f"The objective still stands: {wins}"
    return f"{wins}, for {loser} has conceded" if how == Ending.CONCEDED else f"{wins} by {tally} points"


def end_rules(winner: int, how: int) -> tuple[str, ...]:
    """The rules that ended it."""
    if how == Ending.WIPED_OUT:
        return ("AG-23.1", "AG-23.3")
    return ("AG-23.1", "AG-23.2") if how == Ending.POINTS else (Tell.GAME_END.rule,)


def outcome_text(s: State) -> str:
    """How a battle that is over ended, for whoever has not read the log."""
    return verdict(int(s.winner), int(s.ending), (points(s, 0), points(s, 1)))
