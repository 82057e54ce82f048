"""Moves: the leader's way, members placed, models measured one by one, dangerous ground (WS-3.14, 7, 8)."""

from __future__ import annotations

from typing import Any

from hulldown.kernel.events import Event
from hulldown.rulesets.face.words import Roll
from hulldown.rulesets.shared.telling import tells
from hulldown.rulesets.shared.wording import joined, plural, spot, spread
from hulldown.rulesets.warstrike.codes import PLACING
from hulldown.rulesets.warstrike.events import (
    danger_tested,
    flight_began,
    left_behind,
    moved,
    out_of_command,
    placed_by_leader,
    stood_still,
)
from hulldown.rulesets.warstrike.state import is_single
from hulldown.rulesets.warstrike.telling.teller import DIE, Teller
from hulldown.rulesets.warstrike.vocabulary import far

LOST = (out_of_command, left_behind)  # of a model that ends away from its unit
MOST_LISTED = 3  # models whose ways are told one by one


@tells(moved, placed_by_leader)
def told_moved(t: Teller, model: int) -> None:
    """All models of a unit that moved, in one sentence (WS-1.8, WS-7.3, WS-8.3)."""
    run, k = t.run(moved, placed_by_leader, *LOST), t.of(model)
    walked, placed = moved.among(run), placed_by_leader.among(run)
    does = "flees" if flight_began.among(t.rows[: t.at]) else "moves"
    if len(run) == 1 and walked:
        t.begin(f"{t.model(model)} {does} {way_words(walked[0])}", about=k)
        return
    draft = t.begin(f"{t.unit(k)} {does}", *rules_of(t, run), about=k)
    if len(walked) <= MOST_LISTED:
        draft.clauses += [f"{t.model(one.model)} {way_words(one)}" for one in walked]
    else:
        draft.clauses.append(f"{len(walked)} models walk {spread([way.length for way in walked], far)}")
        draft.clauses.append(f"{t.model(walked[0].model)} to {spot(walked[0].x, walked[0].y)}")
    if placed:
        draft.clauses.append(f"{plural(len(placed), 'model')} placed round the leader")
    draft.clauses += lost_words(t, run)


@tells(*LOST)
def told_strays(t: Teller, model: int) -> None:
    """Who is lost though nobody of the unit moved (WS-8.3)."""
    k = t.of(model)
    draft = t.going(stood_still, about=k) or t.begin(f"{t.unit(k)} is scattered", about=k)
    run = t.run(*LOST)
    draft.clauses += lost_words(t, run)
    draft.rules += rules_of(t, run)


def rules_of(t: Teller, run: list[Event]) -> list[str]:
    """The rules of some events, each once."""
    return list(dict.fromkeys(t.kinds[row.kind].rule for row in run))


def lost_words(t: Teller, run: list[Event]) -> list[str]:
    """Who ends out of command, and who was left by the leader (WS-8.3, WS-7.10)."""
    out, left = ([t.model(one.model) for one in kind.among(run)] for kind in LOST)
    words = [f"{joined(out)} out of command"] if out else []
    return words + ([f"{joined(left)} left more than {far(PLACING)} from the leader"] if left else [])


def way_words(way: Any) -> str:
    """How far a model moved, and where to."""
    return f"{far(way.length)} to {spot(way.x, way.y)}"


@tells(danger_tested)
def told_danger(t: Teller, model: int, die: int, harmed: int) -> None:
    """A die for who walked over dangerous ground (WS-3.14)."""
    k, rule = t.of(model), danger_tested.rule
    draft = t.going(danger_tested, about=k) or t.begin(f"{t.unit(k)} tests for dangerous ground", about=k)
    verdict = "a kill result" if harmed else "safe"
    who = "" if is_single(t.s, k) else f"{t.model(model)} "
    draft.clauses.append(f"{who}rolled {die}, {verdict}")
    draft.rolls.append(Roll(die, DIE, f"{t.model(model)}, 2+: {die}, {verdict}.", rule, 2, not harmed))
