"""Reasons of refusals and summands. Each carries the id of its rule, so that a refusal and a modifier can
always name it.
"""

from __future__ import annotations

from hulldown.rulesets.common.enums import CodedEnum


class Why(CodedEnum):
    """Reasons of a refusal; 0 means that nothing forbids it (CH-16.2, CH-16.5, CH-10.2)."""

    ALLOWED = 0, ""
    NOT_YOUR_DECISION = 1, "CH-16.2", "Not your decision now."
    ALREADY_ORDERED = 2, "CH-16.2", "Already ordered this turn."
    IMMOBILISED = 3, "CH-4.4", "Immobilised: this tank cannot change range or maneuver."
    NOT_THIS_SHIFT = 4, "CH-6.10", "Shift not in {shifts}."
    NOT_YOUR_FACING = 5, "CH-7.6", "This facing is not yours to choose."
    NO_CLOSING_MOVE = 6, "CH-8.3", "A ram needs a move that closes to Adjacent this turn."
    NOT_BOTH_MANEUVER = 7, "CH-6.12", "Opening needs both tanks on Maneuver."
    NOT_AN_OPPONENT = 8, "CH-14.9", "Target is not an opponent of this tank."
    CANNOT_JOIN = 9, "CH-14.4", "This enemy cannot be joined."
    NOBODY_ENGAGED = 10, "CH-14.4", "No other tank of your side is engaged."
    GUN_OUT = 11, "CH-10.2", "Gun knocked out"
    NO_RANGE_DM = 12, "CH-10.2", "No range DM at {band}"
    FIXED_GUN = 13, "CH-10.2", "Fixed gun: own facing is {facing}, must be Front"
    NO_SUCH_DECISION = 14, "CH-16.1", "There is no such decision."


class Sum(CodedEnum):
    """Summands of a total (CH-5.1, CH-10.6)."""

    DRIVER = 1, "CH-5.1", "driver"
    AGILITY = 2, "CH-5.2", "agility"
    MOBILITY = 3, "CH-11.6", "drive damaged"
    GUNNER = 4, "CH-10.5", "gunner"
    RANGE = 5, "CH-10.5", "range"
    VEHICLE = 6, "CH-10.5", "target is a vehicle"
    OWN_ORDER = 7, "CH-10.6", "own order"
    TARGET_ORDER = 8, "CH-10.6", "target's order"
    GUN = 9, "CH-11.6", "gun damaged"
