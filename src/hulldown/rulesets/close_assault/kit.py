"""What a real table needs for a battle of Close Assault beside ground, bases and cards."""

from __future__ import annotations

from hulldown.rulesets.api.kit import FULL_SIZE, INCH, Arc, Chit, Components, RangeStick, rulers
from hulldown.rulesets.close_assault.state import State

MIL = 1000  # to an inch

CHITS = (
    Chit("First Fire", "FF", "CA-3.3", each=1, back="Order"),
    Chit("Advance", "AD", "CA-3.3", each=1, back="Order"),
    Chit("March", "MA", "CA-3.3", each=1, back="Order"),
    Chit("Charge", "CH", "CA-3.3", each=1, back="Order"),
    Chit("Fall Back", "FB", "CA-16.3", each=1),
    Chit("Activated", "\u2713", "CA-3.6", each=1),
    Chit("Weapon used", "W", "CA-10.3", count=12),
    Chit("Wound", "1", "CA-9.2", count=8, back="2"),
    Chit("Tank Shock -1", "-1", "CA-12.23", count=3, back="-2"),
    Chit("Objective, Cobalt", "A", "CA-18.2", count=3, back="Objective, Rust"),
    Chit("Initiative", "I", "CA-3.5", count=1),
)


def kit(s: State) -> Components:
    """Secret orders for every detachment, rulers, the line of the arcs, the distances that rules name."""
    o = s.options
    return Components(
        INCH,
        scale=FULL_SIZE,
        chits=CHITS,
        sticks=rulers("CA-2.1"),
        arcs=(Arc("Front arc, Rear is behind the line", 180, 3, "CA-5.2"),),
        ranges=(
            RangeStick(
                "Coherency, Objective",
                (("chain", o.coherency / MIL), ("holds", o.objective_reach / MIL)),
                "CA-2.8",
            ),
        ),
    )
