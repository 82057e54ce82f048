"""Fall Back! that goes by itself: hunkered, off to cover, off the table (WS-10)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.warstrike.codes import Flight
from hulldown.rulesets.warstrike.reasons import Tell
from hulldown.rulesets.warstrike.telling.losses import other
from hulldown.rulesets.warstrike.telling.teller import Teller
from hulldown.rulesets.warstrike.vocabulary import EDGES, spot


def told_hunkered(t: Teller, row: Event) -> None:
    """Nobody near sees it: it stays (WS-10.8 to WS-10.10)."""
    draft = t.begin(row, f"{t.unit(row.actor)} is concealed from every enemy near it", "WS-10.8")
    draft.clauses.append("it stays and hunkers, +1 Ev and +1 To, no Snap Fire")
    draft.rules += [Tell.HUNKERED.rule, "WS-10.10"]


def told_goal(t: Teller, row: Event) -> None:
    """Where it flees to (WS-10.11)."""
    if row.a == Flight.COVER:
        draft = t.begin(row, f"{t.unit(row.actor)} makes for cover at {spot(row.b, row.c)}")
    else:
        edge = EDGES[int(t.s.edge[int(t.s.unit[row.actor].side)])]
        draft = t.begin(row, f"{t.unit(row.actor)} finds no cover and makes for its own table edge, {edge}")
        draft.rules.append("WS-10.33")


def told_left(t: Teller, row: Event) -> None:
    """It is taken out of play at the edge (WS-10.15 to WS-10.17)."""
    draft = t.begin(row, f"{t.full(row.actor)} leaves the table over its own edge")
    if row.a:
        draft.clauses.append(f"it counts as destroyed, {row.b} VP to {other(t, row.actor)}")
    else:
        draft.clauses.append("it is not destroyed, and counts for nobody")
    draft.rules.append("WS-10.17" if row.a else "WS-10.16")
