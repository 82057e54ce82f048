"""Reasons of refusals and summands. Each carries the id of its rule, so that a refusal and a modifier can
always name it.
"""

from __future__ import annotations

from hulldown.rulesets.shared.coded import Coded


class Why(Coded):
    """Reasons of a refusal; 0 means that nothing forbids it (CH-16.2, CH-16.5, CH-10.2)."""

    ALLOWED = 0, ""
    NOT_YOUR_DECISION = 1, "CH-16.2"
    ALREADY_ORDERED = 2, "CH-16.2"
    IMMOBILISED = 3, "CH-4.4"
    NOT_THIS_SHIFT = 4, "CH-6.10"
    NOT_YOUR_FACING = 5, "CH-7.6"
    NO_CLOSING_MOVE = 6, "CH-8.3"
    NOT_BOTH_MANEUVER = 7, "CH-6.12"
    NOT_AN_OPPONENT = 8, "CH-14.9"
    CANNOT_JOIN = 9, "CH-14.4"
    NOBODY_ENGAGED = 10, "CH-14.4"
    GUN_OUT = 11, "CH-10.2"
    NO_RANGE_DM = 12, "CH-10.2"
    FIXED_GUN = 13, "CH-10.2"
    NO_SUCH_DECISION = 14, "CH-16.1"


class Sum(Coded):
    """Summands of a total (CH-5.1, CH-10.6)."""

    DRIVER = 1, "CH-5.1"
    AGILITY = 2, "CH-5.2"
    MOBILITY = 3, "CH-11.6"
    GUNNER = 4, "CH-10.5"
    RANGE = 5, "CH-10.5"
    VEHICLE = 6, "CH-10.5"
    OWN_ORDER = 7, "CH-10.6"
    TARGET_ORDER = 8, "CH-10.6"
    GUN = 9, "CH-11.6"
