"""What wins in each scenario, in one short sentence for who decides a puzzle of it.

A scenario that is not here is told by the first sentence of its own words about victory.
"""

from __future__ import annotations

from hulldown.rulesets.api.ruleset import Ruleset

FREE = "free_"  # what a scenario is called that is played as another after a set-up of one's own
SHOT = "Only this shot counts, not the battle."

_PLAZAS = "Each plaza you own after a turn scores 1, and all three win at once."
_OBJECTIVES = "Each objective you hold after a turn scores 1; the higher score after turn 10 wins."
_TANKS = "You win when the enemy tank is disabled, or with more hull points left after turn 10."
_DUEL = "To destroy the enemy is worth a full point, to drive it off half a point."
_CROSSING = "Who is alone at the crossing scores 15 in rounds 4, 6 and 8; to win takes a lead of 10."
_DEPOT = "Who is alone at the depot scores 15 in rounds 4, 6, 8 and 10; to win takes a lead of 10."
_MIDDLE = "The middle scores 1 a round, a detachment destroyed 1, one of vehicles 2."
_FORTRESS = "The objective scores 1 a round, a detachment destroyed 1, one of vehicles 2, the Baneblade 5."
_WEDGE = "Each objective scores 1 a round, a detachment destroyed 1, one of vehicles 2."
_PATROL = "The marker is worth 50 points after turn 5; the value of units destroyed is added."
_MARKER = "You win with a marker of the enemy at the start of your turn, else by the value destroyed."
_RACE = (
    "You win when your tank reaches row 1, the far edge, by turn 10.",
    "You win if the enemy tank has not reached row 1, the far edge, after turn 10.",
)

GOALS: dict[str, tuple[str, str]] = {
    "basic_training": ("You want every waypoint and every target, the sooner the better.",) * 2,
    "beach_landing": (
        "You win with all three positions at once, or with two after turn 10.",
        "You win if the enemy holds fewer than two positions after turn 10.",
    ),
    "breakthrough": _RACE,
    "cross_minefield": _RACE,
    "capture_objectives": (_OBJECTIVES, _OBJECTIVES),
    "destroy_target": (
        "You win when the target is destroyed by turn 10.",
        "You win if the target still stands after turn 10.",
    ),
    "disable_aa_guns": (
        "You win when one of three air strikes destroys the bunker by turn 10.",
        "You win if the bunker outlasts three air strikes, or turn 10.",
    ),
    "escort": (
        "You win when the escorted squad reaches row 1, the far edge, by turn 10.",
        "You win if the escorted squad has not reached row 1, the far edge, after turn 10.",
    ),
    "skirmish": (_TANKS, _TANKS),
    "urban_warfare": (_PLAZAS, _PLAZAS),
    "breakout": (
        "You win if you destroy the enemy or are still in contact at the end.",
        "You win if you break contact or destroy the hunter.",
    ),
    "duel": (_DUEL, _DUEL),
    "long_shot": (_DUEL, _DUEL),
    "under_the_rail": (_DUEL, _DUEL),
    "crossroads": (_CROSSING, _CROSSING),
    "container_yard": (_DEPOT, _DEPOT),
    "yard": (_DEPOT, _DEPOT),
    "silence_the_gun": (
        "You win when the gun collapses by round 9.",
        "You win if the gun still stands after round 9.",
    ),
    "drill_square": (_MIDDLE, _MIDDLE),
    "drill": (_MIDDLE, _MIDDLE),
    "the_fortress": (_FORTRESS, _FORTRESS),
    "fortress": (_FORTRESS, _FORTRESS),
    "iron_wedge": (_WEDGE, _WEDGE),
    "first_patrol": (_PATROL, _PATROL),
    "two_roads": (_MARKER, _MARKER),
    "forces": (_MARKER, _MARKER),
    "water_line": (
        "Each objective that you hold after turn 7 is worth 60 points; units destroyed count, too.",
        "Each objective that the enemy does not hold after turn 7 is worth 60 points to you.",
    ),
}


def goal(ruleset: Ruleset, scenario: str, seat: int) -> str:
    """What wins, for a seat."""
    if known := GOALS.get(scenario.removeprefix(FREE)):
        return known[seat]
    first, stop, _ = ruleset.files.scenarios()[scenario].victory.partition(". ")
    return first + stop.strip()
