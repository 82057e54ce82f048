"""What a real table needs for a battle of AGrav beside board, units and sheets."""

from __future__ import annotations

from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.api.kit import Arc, Chit, Components

PITCH, COUNTER = 25.0, 22.0  # millimetres: the side of a tile, of a counter that lies in it

CHITS = (
    Chit("Acted", "\u2713", "AG-6.6", each=1, back="To come"),
    Chit("Shield on", "ON", "AG-13.15", each=1, back="Shield off"),
    Chit("Shield down", "0", "AG-13.10", count=3),
    Chit("Cracked", "CR", "AG-13.4", count=4),
    Chit("Reaction set", "RF", "AG-16.7", each=1),
    Chit("Stunned 2", "2", "AG-15.6", count=4, back="Stunned 1"),
    Chit("Smoke 3", "3", "AG-3.10", count=6, back="Smoke 2"),
    Chit("Smoke 1", "1", "AG-3.10", count=4),
    Chit("Round in flight", "IN", "AG-17.5", count=4),
    Chit("Ruin", "RU", "AG-20.12", count=6, back="Debris"),
    Chit("Destroyed", "X", "AG-12.13", count=4),
)


def kit(s: State) -> Components:
    """Tiles of 25 mm, markers for shields, stun, smoke and ruins, and the two arcs of fire."""
    return Components(
        PITCH,
        COUNTER,
        f"Tiles are {PITCH:g} mm wide, counters {COUNTER:g} mm.",
        chits=CHITS,
        arcs=(
            Arc("Reaction cone", int(s.options.reaction_cone), 6, "AG-16.7"),
            Arc("Hull mount", int(s.options.fixed_arc), 6, "AG-8.13"),
        ),
    )
