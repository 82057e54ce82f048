"""What a real table needs for a battle of Tank Commander beside board, units and cards."""

from __future__ import annotations

from hulldown.rulesets.api.kit import Chit, Components
from hulldown.rulesets.tank_commander.counters import cells
from hulldown.rulesets.tank_commander.state import State

FEW = 6  # mines that are printed where none lie yet
PITCH, COUNTER = 30.0, 20.0  # millimetres: a hex across its flats, the side of a counter that fits into it

CHITS = (
    Chit("Activated", "\u2713", "TC-4.4", each=1, back="To come"),
    Chit("Loaded AT", "AT", "TC-5.10", each=1, back="Gun empty"),
    Chit("Loaded HE", "HE", "TC-5.11", each=1, back="Gun empty"),
    Chit("On fire", "F", "TC-8.6", count=6, drawing="x-fire"),
    Chit("Smoke", "S", "TC-5.13", count=8, drawing="x-smoke-2"),
    Chit("Rubble", "R", "TC-8.11", count=8),
    Chit("In cover", "C", "TC-10.12", count=4, drawing="x-cover"),
    Chit("Cobalt holds it", "A", "TC-13.12", count=3, back="Rust holds it", drawing="x-flag"),
)
MINE = Chit("Mine", "M", "TC-12.11")


def kit(s: State) -> Components:
    """Hexes of 30 mm, markers for loads, fires, smoke and what is held, and as many mines as lie there."""
    mines = max(FEW, sum(1 for cell in cells(s) if s.mine[cell]))
    return Components(
        PITCH,
        COUNTER,
        f"Hexes measure {PITCH:g} mm across their flats, counters {COUNTER:g} mm.",
        turrets=True,
        chits=(*CHITS, Chit(MINE.name, MINE.sign, MINE.rule, count=mines, drawing="x-mine")),
    )
