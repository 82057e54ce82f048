"""What is told before anything has happened: who fights with what, what stands, whose turn it is (AG-6.1)."""

from __future__ import annotations

from hulldown.rulesets.agrav.codes import NOBODY, Phase, Standing
from hulldown.rulesets.agrav.naming import place_name, unit_name
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.telling.ending import zone_words
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.agrav.telling.turns import turn_heading
from hulldown.rulesets.agrav.vocabulary import joined, plural


def told_opening(t: Teller) -> None:
    """Who commands what, what scores, and whose turn begins."""
    s = t.s
    for side in range(2):
        there = [u for u in range(s.count) if fights(s, u, side) and u not in t.unseen]
        fielded = [f"{t.name(u)} ({unit_name(s, u)})" for u in there]
        if fielded:
            t.open(f"{t.side(side)} commands {joined(fielded)}", "AG-6.1")
    for zone in range(s.zones):
        told_zone(t, zone)
    if s.phase == Phase.ROLL_OFF:
        t.open("Both sides roll for who moves first, then place their units", "AG-6.1", "AG-6.9")
    elif s.phase == Phase.DEPLOY:
        t.open(f"{t.side(int(s.side))} places its units first", "AG-6.1", "AG-6.9")
    else:
        t.heading(turn_heading(s, int(s.round), int(s.side)))


def fights(s: State, u: int, side: int) -> bool:
    """Whether a unit of a side takes part."""
    return bool(s.units[u].side == side and s.units[u].standing != Standing.ABSENT)


def told_zone(t: Teller, zone: int) -> None:
    """What a side earns where, and at the end of which rounds."""
    z = t.s.zone[zone]
    rounds = joined([str(n) for n in range(1, t.s.rounds + 1) if z.rounds >> n & 1])
    place = place_name(t.s, int(z.section)) + "," if z.section != NOBODY else zone_words(t.s, zone)
    where = f"within {plural(int(z.reach), 'tile')} of {place}"
    text = f"A side alone {where} scores {z.points} at the end of rounds {rounds}"
    lost = f"; the side in whose turn it collapses loses {z.felling}"
    t.open(text + (lost if z.felling else ""), "AG-23.2")
