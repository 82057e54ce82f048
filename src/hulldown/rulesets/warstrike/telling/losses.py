"""Losses: kill results, models and units gone, new leaders, suppression (WS-2.6, WS-6.9, WS-11.17, WS-13)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.warstrike.naming import model_name
from hulldown.rulesets.warstrike.reasons import Tell
from hulldown.rulesets.warstrike.telling.teller import Teller
from hulldown.rulesets.warstrike.vocabulary import joined, plural


def told_hit(t: Teller, row: Event) -> None:
    """A model bears a kill result (WS-11.18)."""
    t.begin(row, f"{t.model(row.actor)} takes a kill result, {row.a} of the {row.b} that it bears")


def told_removed(t: Teller, row: Event) -> None:
    """Models fall, those of a unit together (WS-11.17)."""
    run, k = t.run(row), t.of(row.actor)
    if t.s.unit[k].size == 1:
        t.begin(row, f"{t.unit(k)} falls")
        return
    fallen = [f"{t.model(one.actor)} ({model_name(t.s, one.actor)})" for one in run]
    t.begin(row, f"{t.unit(k)} loses {joined(fallen)}")


def told_lost(t: Teller, row: Event) -> None:
    """Kill results that nobody can take (WS-11.4, WS-11.17)."""
    rest = plural(row.a, "kill result")
    t.begin(
        row,
        f"{rest} on {t.unit(row.actor)} find nobody more"
        if row.a > 1
        else f"{rest} on {t.unit(row.actor)} finds nobody more",
    )


def told_suppressed(t: Teller, row: Event) -> None:
    """Hits suppress (WS-6.9)."""
    name, hits = t.unit(row.actor), plural(row.c, "hit")
    if row.a == 0:
        t.begin(row, f"{name} takes {hits} and has as many suppression markers as it can, {row.b}")
        return
    now = "" if row.a == row.b else f", {row.b} now"
    t.begin(row, f"{name} takes {plural(row.a, 'suppression marker')} for {hits}{now}")


def told_leader(t: Teller, row: Event) -> None:
    """Another model leads (WS-2.5, WS-2.6)."""
    t.begin(
        row,
        f"{t.model(row.target)} leads {t.unit(row.actor)} now, -1 Ld",
        Tell.LEADER_REPLACED.rule,
        "WS-2.5",
    )


def told_destroyed(t: Teller, row: Event) -> None:
    """A unit is destroyed (WS-13.1)."""
    t.begin(row, f"{t.full(row.actor)} is destroyed: {row.a} VP to {other(t, row.actor)}")


def other(t: Teller, k: int) -> str:
    """The enemy of a unit."""
    return t.side(1 - int(t.s.unit[k].side))
