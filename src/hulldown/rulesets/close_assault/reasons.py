"""Reasons. Each carries the id of its rule, so that a refusal, a modifier and a line of the log can always
name it.
"""

from __future__ import annotations

from hulldown.rulesets.shared.coded import Coded


class Why(Coded):
    """Reasons of a refusal, in the order of CA-20.4; 0 means that nothing forbids it."""

    ALLOWED = 0, ""
    ORDER = 1, "CA-3.3"
    TYPE = 2, "CA-12.2"
    DISTANCE = 3, "CA-4.1"
    NO_CONTACT = 4, "CA-4.6"
    OVERLAP = 5, "CA-2.5"
    OFF_TABLE = 6, "CA-2.7"
    COHERENCY = 7, "CA-2.8"
    ZONE = 8, "CA-4.3"
    THROUGH_ENEMY = 9, "CA-4.4"
    TERRAIN = 10, "CA-4.4"
    ENGAGED = 11, "CA-4.8"
    TS_TARGET_TYPE = 12, "CA-12.2"
    TS_NO_CONTACT = 13, "CA-12.2"
    TS_OTHER_CONTACT = 14, "CA-12.2"
    TS_REPEAT = 15, "CA-12.25"
    TS_TURNED = 16, "CA-14.2"
    TS_HELD = 17, "CA-12.29"
    TS_END_CONTACT = 18, "CA-12.25"
    FIGHTS = 19, "CA-9.5"
    BONUS_FIRED = 20, "CA-10.3"
    BONUS_USED = 21, "CA-10.1"
    BONUS_CONTACT = 22, "CA-10.2"
    BONUS_ARC = 23, "CA-10.2"
    BONUS_TARGET = 24, "CA-7.14"
    BONUS_LOCKED = 25, "CA-10.5"
    ENC_TYPE = 26, "CA-13.1"
    ENC_ORDER = 27, "CA-13.1"
    ENC_NOT_ENGAGED = 28, "CA-13.1"
    ENC_DISTANCE = 29, "CA-13.6"
    ENC_LOST_CONTACT = 30, "CA-13.2"
    ENC_THROUGH = 31, "CA-13.2"
    ENC_NEW_CONTACT = 32, "CA-13.2"
    TURN_BLOCKED = 33, "CA-14.6"
    TURN_CONTACT = 34, "CA-14.3"
    FIRE_ORDER = 35, "CA-15.1"
    FIRE_ENGAGED = 36, "CA-15.1"
    FIRE_USED = 37, "CA-10.3"
    FIRE_DONE = 38, "CA-15.1"
    FIRE_COAXIAL = 39, "CA-10.5"
    FIRE_RANGE = 40, "CA-2.10"
    FIRE_ARC = 41, "CA-5.6"
    FIRE_LOS = 42, "CA-2.9"
    OW_ELIGIBLE = 43, "CA-15.10"
    WITHDRAW = 44, "CA-16.4"
    NOT_YOURS = 45, "CA-20.1"  # another decision is waited for, or another side's
    DEPLOY_ZONE = 46, "CA-2.7"  # set-up outside the own zone (section 6)
    FALLBACK = 47, "CA-12.32"  # every vehicle has a place to end
    NO_COMBAT = 48, "CA-17.2"  # the detachment has no Combat left to fight
    TURN_LATE = 49, "CA-14.7"  # another vehicle of the detachment has piled in already


class CardFault(Coded):
    """Why a profile has no card (CA-8.6)."""

    NONE = 0, ""
    TYPE = 1, "CA-8.6"
    LIST = 2, "CA-8.6"
    SAVE = 3, "CA-8.6"
    LINE = 4, "CA-8.6"
    ARC = 5, "CA-8.6"
    DICE = 6, "CA-8.6"


class CardWarning(Coded):
    """What a card is made in spite of (CA-8.6)."""

    INV = 1, "CA-6.6"
    RANGE_TIE = 2, "CA-7.7"
    AP_POSITIVE = 3, "CA-7.18"
    TRAIT_UNKNOWN = 4, "CA-7.19"
    COAXIAL_UNPAIRED = 5, "CA-8.6"


class Sum(Coded):
    """Summands of a CAF (CA-9.10), of a base CAF (CA-6), of a bonus (CA-7) and of a roll needed (CA-15.4)."""

    START = 1, "CA-6.1"
    SIZE = 2, "CA-6.2"
    LIST = 3, "CA-6.3"
    SAVE = 4, "CA-6.4"
    INVULNERABLE = 5, "CA-6.5"
    CAF = 6, "CA-1.6"
    FRONT = 7, "CA-6.7"
    REAR = 8, "CA-6.7"
    BONUS = 9, "CA-10.6"
    CHARGE_DISTANCE = 10, "CA-11.3"
    CHARGE = 11, "CA-9.8"
    SHOCKS = 12, "CA-12.23"
    EVADE = 13, "CA-12.12"
    EVADE_LIGHT = 14, "CA-12.12"
    EVADE_BULKY = 15, "CA-12.12"
    EVADE_JINK = 16, "CA-12.12"
    TO_HIT = 17, "CA-15.4"
    WOOD = 18, "CA-15.4"
    OVERWATCH = 19, "CA-15.4"
    ONE = 20, "CA-7.1"
    AP = 21, "CA-7.8"
    POINT_DEFENCE = 22, "CA-7.13"
    BEHIND = 23, "CA-15.8"
    PIERCING = 24, "CA-15.5"
