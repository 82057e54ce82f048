"""Moves: the leader's way, members placed, models measured one by one, dangerous ground (WS-3.14, 7, 8)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.face.words import Roll
from hulldown.rulesets.warstrike.codes import PLACING
from hulldown.rulesets.warstrike.reasons import LOST, Tell
from hulldown.rulesets.warstrike.state import is_single
from hulldown.rulesets.warstrike.telling.teller import DIE, Teller
from hulldown.rulesets.warstrike.vocabulary import far, joined, plural, spot, spread

WAYS = (Tell.MOVED, Tell.PLACED_BY_LEADER, *LOST)
MOST_LISTED = 3  # models whose ways are told one by one


def told_moved(t: Teller, row: Event) -> None:
    """All models of a unit that moved, in one sentence (WS-1.8, WS-7.3, WS-8.3)."""
    run, k = t.run(row, *WAYS), t.of(row.actor)
    walked = [one for one in run if one.kind == Tell.MOVED]
    placed = [one for one in run if one.kind == Tell.PLACED_BY_LEADER]
    does = "flees" if t.earlier(Tell.FLIGHT_GOAL) else "moves"
    if len(run) == 1 and walked:
        t.begin(row, f"{t.model(row.actor)} {does} {way_words(row)}", about=k)
        return
    draft = t.begin(
        row, f"{t.unit(k)} {does}", *dict.fromkeys(Tell.of(one.kind).rule for one in run), about=k
    )
    draft.clauses += walk_words(t, walked)
    if placed:
        draft.clauses.append(f"{plural(len(placed), 'model')} placed round the leader")
    draft.clauses += lost_words(t, run)


def told_strays(t: Teller, row: Event) -> None:
    """Who is lost though nobody of the unit moved (WS-8.3)."""
    k = t.of(row.actor)
    draft = t.going(Tell.STOOD, about=k) or t.begin(row, f"{t.unit(k)} is scattered", about=k)
    run = t.run(row, *LOST)
    draft.clauses += lost_words(t, run)
    draft.rules += list(dict.fromkeys(Tell.of(one.kind).rule for one in run))


def lost_words(t: Teller, run: list[Event]) -> list[str]:
    """Who ends out of command, and who was left by the leader (WS-8.3, WS-7.10)."""
    out = [t.model(one.actor) for one in run if one.kind == Tell.OUT_OF_COMMAND]
    left = [t.model(one.actor) for one in run if one.kind == Tell.DROPPED]
    said = [f"{joined(out)} out of command"] if out else []
    return said + ([f"{joined(left)} left more than {far(PLACING)} from the leader"] if left else [])


def way_words(row: Event) -> str:
    """How far, and where to."""
    return f"{far(row.d)} to {spot(row.b, row.c)}"


def walk_words(t: Teller, walked: list[Event]) -> list[str]:
    """Ways of models that are measured: one by one, or of many from the shortest to the longest."""
    if len(walked) <= MOST_LISTED:
        return [f"{t.model(one.actor)} {way_words(one)}" for one in walked]
    return [
        f"{len(walked)} models walk {spread([one.d for one in walked])}",
        f"{t.model(walked[0].actor)} to {spot(walked[0].b, walked[0].c)}",
    ]


def told_danger(t: Teller, row: Event) -> None:
    """A die for who walked over dangerous ground (WS-3.14)."""
    k = t.of(row.actor)
    draft = t.going(Tell.DANGER_TEST, about=k)
    draft = draft or t.begin(row, f"{t.unit(k)} tests for dangerous ground", about=k)
    verdict = "a kill result" if row.b else "safe"
    who = "" if is_single(t.s, k) else f"{t.model(row.actor)} "
    draft.clauses.append(f"{who}rolled {row.a}, {verdict}")
    text = f"{t.model(row.actor)}, 2+: {row.a}, {verdict}."
    draft.rolls.append(Roll(row.a, DIE, text, Tell.DANGER_TEST.rule, 2, not row.b))
