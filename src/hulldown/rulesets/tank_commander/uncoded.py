"""Rules of the rulebook that no code decides: plain prose, and chapters that are not written yet."""

from __future__ import annotations

# What another rule makes exact, or what the whole folder does: nothing to decide.
PROSE = (
    "TC-1.2",  # the plainest goal: TC-1.3
    "TC-1.10",  # dice are fair, and every one is logged: the kernel's
    "TC-1.11",  # three kinds of unit model
    "TC-3.1",  # the board is a hexagonal grid: TC-3.2 to TC-3.5
    "TC-4.5",  # what "turn" means: TC-4.8, TC-8.9, TC-8.10
    "TC-7.9",  # the author's diagram: what it shows is vectors
    "TC-7.10",
    "TC-9.1",  # open terrain changes nothing
    "TC-13.1",  # missions in general
    "TC-13.7",  # without a mission it is Skirmish
    "TC-13.8",  # Basic Training: TC-13.9
    "TC-13.10",  # Skirmish: TC-13.11
)
# Infantry, carriers, air strikes, the other missions, weather and campaign, as (chapter, first, last).
LATER = ((5, 17, 17), (10, 1, 24), (11, 1, 6), (12, 1, 11), (13, 3, 5), (13, 12, 27), (14, 1, 13))

UNCODED: dict[str, str] = {
    **{f"TC-{chapter}.{n}": "later" for chapter, low, high in LATER for n in range(low, high + 1)},
    **{rule: "prose" for rule in PROSE},
}
