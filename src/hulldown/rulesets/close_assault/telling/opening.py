"""What is told before anything has happened: who fights with what, what scores (section 6)."""

from __future__ import annotations

from hulldown.rulesets.close_assault.codes import Extra, Phase
from hulldown.rulesets.close_assault.naming import unit_name
from hulldown.rulesets.close_assault.telling.ending import extra_words
from hulldown.rulesets.close_assault.telling.teller import Teller, spot
from hulldown.rulesets.close_assault.vocabulary import joined, plural


def told_opening(t: Teller) -> None:
    """Both sides, the objectives, the scenario's own points, and what is to be decided first."""
    s = t.s
    for side in range(2):
        mine = [k for k in range(s.detachments) if s.detachment[k].side == side]
        t.open(f"{t.side(side)} commands {joined([fielded(t, k) for k in mine])}", "CA-1.6")
    if s.objectives:
        places = [spot(int(s.objective_x[i]), int(s.objective_y[i])) for i in range(s.objectives)]
        where = f"{plural(len(places), 'objective')} at {joined(places)}"
        t.open(f"{where}: 1 VP each at the end of every round from round {s.scoring} on", "CA-18.2")
    if s.extra != Extra.NONE:
        t.open(f"{s.extra_points} VP to {t.side(int(s.extra_side))} for {extra_words(s)}", "CA-18.3")
    if s.phase == Phase.DEPLOY:
        t.open(f"{t.side(int(s.side))} places a detachment first, then the sides alternate", "CA-2.13")
    elif s.round:
        t.heading(f"Round {s.round} of {s.rounds}", "CA-3.1")


def fielded(t: Teller, k: int) -> str:
    """A detachment, its unit and its size."""
    size = int(t.s.detachment[k].size)
    return f"{t.unit(k)} ({unit_name(t.s, k)}{f', {size} models' if size > 1 else ''})"
