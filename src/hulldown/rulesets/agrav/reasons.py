"""Reasons of refusals and summands. Each carries the id of its rule, so that a refusal and a modifier can
always name it.
"""

from __future__ import annotations

from hulldown.rulesets.shared.coded import Coded


class Why(Coded):
    """Reasons of a refusal; 0 means that nothing forbids it (section 9)."""

    ALLOWED = 0, ""
    TILE_OCCUPIED = 1, "AG-2.3"
    TILE_BLOCKED = 2, "AG-2.3"
    OFF_MAP = 3, "AG-2.3"
    CORNER_BLOCKED = 4, "AG-7.8"
    DIRECTION_NOT_ALLOWED = 5, "AG-7.13"
    BARRICADE = 6, "AG-7.13"
    NO_MOBILITY = 7, "AG-7.10"
    IMMOBILE = 8, "AG-7.12"
    WEAPON_FIRED = 9, "AG-8.12"
    RELOADING = 10, "AG-8.12"
    WEAPON_DESTROYED = 11, "AG-8.12"
    NO_AMMO = 12, "AG-5.9"
    NO_POWER = 13, "AG-5.8"
    NO_LOS = 14, "AG-8.13"
    OUT_OF_ARC = 15, "AG-8.13"
    FRIENDLY = 16, "AG-8.13"
    INDESTRUCTIBLE = 17, "AG-3.9"
    MODE_NOT_ALLOWED = 18, "AG-17.14"
    NO_SPOTTER = 19, "AG-17.4"
    HIGH_TERRAIN = 20, "AG-17.8"
    HOLD_FIRE = 21, "AG-6.8"
    REACTION_NOT_ALLOWED = 22, "AG-16.7"
    SHIELD_TOGGLED = 23, "AG-13.20"
    SHIELD_DISABLED = 24, "AG-13.20"
    SHIELD_EMPTY = 25, "AG-13.20"
    TRANSFER_USED = 26, "AG-14.8"
    TRANSFER_TARGET = 27, "AG-14.8"
    TRANSFER_MISSING = 28, "AG-14.8"
    TRANSFER_AMOUNT = 29, "AG-14.8"
    RAM_USED = 30, "AG-19.11"
    RAM_NOT_ADJACENT = 31, "AG-19.12"
    RAM_NOT_ALLOWED = 32, "AG-19.11"
    SMOKE_USED = 33, "AG-22.1"
    SMOKE_TARGET = 34, "AG-22.1"
    CHARGE_TARGET = 35, "AG-21.6"
    NOT_YOUR_TURN = 36, "AG-6.6"
    DEPLOY_ZONE = 37, "AG-6.1"
    NO_SUCH_ACTION = 38, "AG-6.6"
    NOT_SEEN = 39, "AG-24.1"


class Illegal(Coded):
    """Why a design is refused (AG-5.6), in the order of the checks."""

    LEGAL = 0, ""
    OVER_BUDGET = 1, "AG-5.6"
    COCKPIT_MISSING = 2, "AG-5.6"
    SENSORS_RANGE = 3, "AG-5.6"
    DRIVE_RANGE = 4, "AG-5.6"
    SHIELD_COUNT = 5, "AG-5.6"
    SHIELD_NEEDS_GENERATOR = 6, "AG-5.6"
    POWER_RANGE = 7, "AG-5.6"
    PLATE_RANGE = 8, "AG-5.6"
    WEAPON_COUNT = 9, "AG-5.6"
    MOUNT_NOT_ALLOWED = 10, "AG-5.6"
    TURRET_LOAD = 11, "AG-5.6"
    AMMO_MISSING = 12, "AG-5.6"
    AMMO_NOT_USED = 13, "AG-5.6"
    POWER_MISSING = 14, "AG-5.6"
    STABILISER_DUPLICATE = 15, "AG-5.6"
    TRANSFER_NEEDS_SHIELD = 16, "AG-5.6"
    SMOKE_COUNT = 17, "AG-5.6"


class Sum(Coded):
    """Summands of an accuracy (AG-8.11)."""

    BASE = 1, "AG-8.1"
    OWN_MOVEMENT = 2, "AG-8.6"
    FAST_TARGET = 3, "AG-8.5"
    LOW_ANGLE = 4, "AG-17.6"
    INDIRECT = 5, "AG-17.3"
    REACTION = 6, "AG-16.1"
    CORNER = 7, "AG-16.4"
    STUN = 8, "AG-15.2"
    COCKPIT = 9, "AG-12.12"
    WEAPON = 10, "AG-12.12"
    TURRET = 11, "AG-12.12"
    TARGET_MOVED = 12, "AG-17.11"
    FLOOR = 13, "AG-8.10"
