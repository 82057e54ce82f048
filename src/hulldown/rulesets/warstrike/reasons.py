"""Reasons of refusals and summands. Each carries the id of its rule, so that a refusal and a modifier can
always name it.
"""

from __future__ import annotations

from hulldown.rulesets.shared.coded import Coded


class Why(Coded):
    """Reasons of a refusal (2.6); 0 means that nothing forbids it."""

    OK = 0, ""
    OFF_TABLE = 1, "WS-1.12"
    IMPASSABLE = 2, "WS-1.12"
    ENEMY_GAP = 3, "WS-1.12"
    OVERLAP = 4, "WS-1.12"
    TOO_FAR = 5, "WS-7.8"
    TERRAIN_CAP = 6, "WS-8.6"
    NO_MOVE = 7, "WS-9.2"
    NOT_ELIGIBLE = 8, "WS-7.4"
    PLACE_RANGE = 9, "WS-7.3"
    FURTHER = 10, "WS-8.5"
    MUST_REGAIN = 11, "WS-8.10"
    NO_FIRE = 12, "WS-9.26"
    HEAVY_MOVED = 13, "WS-9.17"
    NOT_SEEN_BY_LEADER = 14, "WS-9.4"
    NO_TARGET = 15, "WS-11.12"
    FIRE_OR_MOVE = 16, "WS-10.3"
    ONLY_FALL_BACK = 17, "WS-10.1"
    ALREADY_ACTED = 18, "WS-5.6"
    NO_SNAP = 19, "WS-12.3"
    NOT_OFFERED = 20, "WS-10.20"
    OUT_OF_ZONE = 21, "WS-4.5"
    NOT_YOURS = 22, "WS-16.8"  # another decision is waited for, or another side's
    WAYPOINTS = 23, "WS-1.16"  # a path with more points than the program keeps
    SPLIT = 24, "WS-11.3"  # one target for all


class Sum(Coded):
    """Summands of an Ev total, of an Ld check and of a roll needed."""

    EV = 1, "WS-11.12"
    COVER = 2, "WS-11.11"
    BEYOND_AW = 3, "WS-11.10"
    GROUND = 4, "WS-9.31"
    HUNKERED = 5, "WS-10.9"
    LEADER_BLIND = 6, "WS-11.6"
    SPLIT = 7, "WS-11.3"
    BS = 8, "WS-11.9"
    FOUR = 9, "WS-11.9"
    AP = 10, "WS-11.14"
    ARMOUR = 11, "WS-11.14"
    TOUGHNESS = 12, "WS-11.15"
    FP = 13, "WS-11.15"
    LD = 14, "WS-6.7"
    LEADERLESS = 15, "WS-2.5"
    OFFICER = 16, "WS-2.7"
    NV = 17, "WS-6.7"
    MARKERS = 18, "WS-6.3"
    LIMIT = 19, "WS-11.9"  # never below 2 nor above 6
