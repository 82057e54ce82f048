"""What a real table needs for a battle of WarStrike beside ground, bases and cards."""

from __future__ import annotations

from hulldown.rulesets.api.kit import FULL_SIZE, INCH, Chit, Components, RangeStick, rulers
from hulldown.rulesets.warstrike.state import State

MICRO = 1_000_000  # of such distances to an inch

CHITS = (
    Chit("Suppression 1", "1", "WS-6.9", each=1, back="Suppression 2"),
    Chit("Suppression 3", "3", "WS-6.9", count=4, back="Suppression 4"),
    Chit("Activated", "\u2713", "WS-5.6", each=1),
    Chit("Open Fire!", "OF", "WS-12.3", each=1, back="Snap Fire used"),
    Chit("Gone to ground", "GtG", "WS-9.31", each=1),
    Chit("Hunkered", "H", "WS-10.9", count=4),
    Chit("Falls back", "FB", "WS-10.1", count=4),
    Chit("Kill result 1", "+1", "WS-11.18", count=3, back="Kill result 2"),
    Chit("Objective", "OBJ", "WS-4.1", count=4),
)


def kit(s: State) -> Components:
    """Suppression, states and objectives, rulers, and the distances round a leader."""
    o = s.options
    return Components(
        INCH,
        scale=FULL_SIZE,
        chits=CHITS,
        sticks=rulers("WS-1.5"),
        ranges=(
            RangeStick(
                "From a leader",
                (
                    ("in command", o.command_distance / MICRO),
                    ("placing", o.orderly_placing / MICRO),
                    ("Rally!", o.rally_placing / MICRO),
                ),
                "WS-7.4",
            ),
        ),
    )
