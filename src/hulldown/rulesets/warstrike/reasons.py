"""Reasons of refusals and summands. Each carries the id of its rule, so that a refusal and a modifier can
always name it.
"""

from __future__ import annotations

from hulldown.rulesets.api.words import Modifier
from hulldown.rulesets.common.enums import CodedEnum


class Why(CodedEnum):
    """Reasons of a refusal (2.6); 0 means that nothing forbids it. `refusals.py` fills in the numbers."""

    OK = 0, ""
    OFF_TABLE = 1, "WS-1.12", "the base would leave the table"
    IMPASSABLE = 2, "WS-1.12", "water or a block is in the way"
    ENEMY_GAP = 3, "WS-1.12", "bases of enemies stay at least {enemy_gap} apart"
    OVERLAP = 4, "WS-1.12", "the base would overlap another"
    TOO_FAR = 5, "WS-7.8", "that is farther than this action lets it go"
    TERRAIN_CAP = 6, "WS-8.6", "area terrain or an obstacle holds it to {terrain_moves}"
    NO_MOVE = 7, "WS-9.2", "it may not move in this action"
    NOT_ELIGIBLE = (
        8,
        "WS-7.4",
        "it walks and is not placed: it started too far from its leader, or they all walk",
    )
    PLACE_RANGE = 9, "WS-7.3", "that is too far from where its leader ends"
    FURTHER = 10, "WS-8.5", "out of command, it may not end farther from its leader than it started"
    MUST_REGAIN = (
        11,
        "WS-8.10",
        "it can end within {command_distance} of its unit: it does that, or stays where it is",
    )
    NO_FIRE = 12, "WS-9.26", "this weapon does not fire in this action"
    HEAVY_MOVED = 13, "WS-9.17", "in one action a heavy weapon fires or moves, not both"
    NOT_SEEN_BY_LEADER = 14, "WS-9.4", "Open Fire! needs a target that its leader can see"
    NO_TARGET = 15, "WS-11.12", "nobody of that unit is in range and in sight"
    FIRE_OR_MOVE = 16, "WS-10.3", "a unit that falls back fires or moves, not both"
    ONLY_FALL_BACK = 17, "WS-10.1", "its Ld check failed: it can only Fall Back!"
    ALREADY_ACTED = 18, "WS-5.6", "it has already acted in this Action Phase"
    NO_SNAP = 19, "WS-12.3", "it may not Snap Fire now"
    NOT_OFFERED = 20, "WS-10.20", "it may not choose that now"
    OUT_OF_ZONE = 21, "WS-4.5", "that is not wholly inside your set-up zone"
    NOT_YOURS = 22, "WS-16.8", "that is not what has to be decided now"
    WAYPOINTS = 23, "WS-1.16", "its way has as many turns as can be kept"
    SPLIT = 24, "WS-11.3", "all fire at one target"


class Sum(CodedEnum):
    """Summands of an Ev total, of an Ld check and of a roll needed. `vocabulary.py` fills in the limits."""

    EV = 1, "WS-11.12", "Ev"
    COVER = 2, "WS-11.11", "cover"
    BEYOND_AW = 3, "WS-11.10", "beyond Aw"
    GROUND = 4, "WS-9.31", "gone to ground"
    HUNKERED = 5, "WS-10.9", "hunkered"
    LEADER_BLIND = 6, "WS-11.6", "leader sees nobody of it"
    BS = 8, "WS-11.9", "BS"
    EVEN = 9, "WS-11.9", "equals need"
    AP = 10, "WS-11.14", "AP"
    ARMOUR = 11, "WS-11.14", "Ar"
    TOUGHNESS = 12, "WS-11.15", "To"
    FP = 13, "WS-11.15", "FP"
    LD = 14, "WS-6.7", "Ld"
    LEADERLESS = 15, "WS-2.5", "first leader lost"
    OFFICER = 16, "WS-2.7", "officer's Ld"
    NV = 17, "WS-6.7", "Nv"
    MARKERS = 18, "WS-6.3", "markers after the first"
    LIMIT = 19, "WS-11.9", "never below {hit_best} nor above {hit_worst}"

    @classmethod
    def modifier(cls, code: int, amount: int) -> Modifier:
        """A summand in words; what equal values need names its number."""
        reason = cls.of(code)
        return Modifier(f"{reason.text} {amount}" if reason is cls.EVEN else reason.text, amount, reason.rule)
