"""What is told before anything has happened: who fights with what, what wins (WS-4, WS-14)."""

from __future__ import annotations

from hulldown.rulesets.warstrike.codes import NOBODY, Morale, Phase
from hulldown.rulesets.warstrike.naming import unit_name
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.telling.teller import Teller
from hulldown.rulesets.warstrike.vocabulary import EDGES, joined, spot


def told_opening(t: Teller) -> None:
    """Both sides, the objectives, task force morale, and what is to be decided first."""
    s = t.s
    for side in range(2):
        mine = [k for k in range(s.units) if s.unit[k].side == side]
        t.open(f"{t.side(side)} commands {joined([fielded(t, k) for k in mine])}", "WS-2.4")
        t.drafts[-1].clauses.append(f"its own table edge is {EDGES[int(s.edge[side])]}")
        t.drafts[-1].rules.append("WS-4.6")
    told_goals(t)
    if s.phase == Phase.ROLL_OFF:
        t.open("A roll-off begins the battle", "WS-4.7")
    elif s.turn:
        t.open(
            f"{t.side(int(s.attacker))} attacks; {t.side(1 - int(s.attacker))}'s infantry is gone to ground",
            "WS-4.4",
        )
        t.heading(f"Turn {s.turn} of {s.turns}: {t.side(int(s.side))}", "WS-5.2")


def told_goals(t: Teller) -> None:
    """Objectives and what they are worth (WS-14.1, WS-14.4, WS-14.7)."""
    s = t.s
    for i in range(s.objectives):
        t.open(
            f"The objective at {spot(int(s.objective_x[i]), int(s.objective_y[i]))} {worth(s, t, i)}",
            "WS-14.4",
        )
    if s.victory >> Morale.TASK_FORCE & 1:
        t.open(
            "A task force that has lost more than half of its units checks its morale every turn", "WS-14.1"
        )


def worth(s: State, t: Teller, i: int) -> str:
    """Whose an objective is, and what it brings."""
    owner, value = int(s.objective_side[i]), int(s.objective_value[i])
    whose = f"is {t.side(owner)}'s" if owner != NOBODY else "is nobody's"
    sudden = owner != NOBODY and s.victory >> Morale.SUDDEN & 1
    wins = f", and wins for {t.side(1 - owner)} at the start of its turn" if sudden else ""
    return f"{whose}{wins}{f', {value} VP at the end' if value else ''}"


def fielded(t: Teller, k: int) -> str:
    """A unit, what it is called and its size."""
    size = int(t.s.unit[k].size)
    many = f", {size} models" if size > 1 else ""
    return f"{t.unit(k)} ({unit_name(t.s, k)}{many})"
