"""Reasons of refusals and summands. Each carries the id of its rule, so that a refusal and a modifier can
always name it.
"""

from __future__ import annotations

from hulldown.rulesets.common.enums import CodedEnum


class Why(CodedEnum):
    """Reasons of a refusal; 0 means that nothing forbids it (section 9)."""

    ALLOWED = 0, ""
    TILE_OCCUPIED = 1, "AG-2.3", "another unit stands there"
    TILE_BLOCKED = 2, "AG-2.3", "structures, ruins and walls cannot be entered"
    OFF_MAP = 3, "AG-2.3", "that is outside the map"
    CORNER_BLOCKED = 4, "AG-7.8", "an AGrav cannot squeeze past that corner"
    DIRECTION_NOT_ALLOWED = (
        5,
        "AG-7.13",
        "this chassis cannot move that way (tank sideways, tank or walker diagonally)",
    )
    BARRICADE = 6, "AG-7.13", "a tank is stopped by a barricade; ram it instead"
    NO_MOBILITY = 7, "AG-7.10", "not enough mobility left"
    IMMOBILE = 8, "AG-7.12", "the drive is destroyed"
    WEAPON_FIRED = 9, "AG-8.12", "this weapon has fired this turn"
    RELOADING = 10, "AG-8.12", "this weapon is reloading"
    WEAPON_DESTROYED = 11, "AG-8.12", "this weapon is destroyed"
    NO_AMMO = 12, "AG-5.9", "no loads left"
    NO_POWER = 13, "AG-5.8", "not enough energy"
    NO_LOS = 14, "AG-8.13", "no line of sight"
    OUT_OF_ARC = 15, "AG-8.13", "the target is outside the weapon's arc"
    FRIENDLY = 16, "AG-8.13", "that is one of your own"
    INDESTRUCTIBLE = 17, "AG-3.9", "walls and gates cannot be destroyed"
    MODE_NOT_ALLOWED = 18, "AG-17.14", "this weapon has no such firing mode"
    NO_SPOTTER = 19, "AG-17.4", "no ally sees the target"
    HIGH_TERRAIN = 20, "AG-17.8", "high terrain stops low-angle fire"
    HOLD_FIRE = 21, "AG-6.8", "the first side may not shoot in round 1 (option)"
    REACTION_NOT_ALLOWED = 22, "AG-16.7", "this weapon cannot be set to reaction fire now"
    SHIELD_TOGGLED = 23, "AG-13.20", "the shield was already switched this turn"
    SHIELD_DISABLED = 24, "AG-13.20", "the shield is disabled or destroyed"
    SHIELD_EMPTY = 25, "AG-13.20", "there is no charge to activate"
    TRANSFER_USED = 26, "AG-14.8", "the transfer system was used this turn"
    TRANSFER_TARGET = 27, "AG-14.8", "the target needs an active shield within {transfer}"
    TRANSFER_MISSING = 28, "AG-14.8", "there is no working shield transfer system"
    TRANSFER_AMOUNT = 29, "AG-14.8", "send 1 to the giver's whole charge, in whole points"
    RAM_USED = 30, "AG-19.11", "this unit has rammed this turn"
    RAM_NOT_ADJACENT = 31, "AG-19.12", "the target is not in ramming position"
    RAM_NOT_ALLOWED = 32, "AG-19.11", "AGravs and infantry do not ram, and tanks cannot ram AGravs"
    SMOKE_USED = 33, "AG-22.1", "no smoke left, or already used this turn"
    SMOKE_TARGET = 34, "AG-22.1", "smoke goes on open tiles within {smoke}"
    CHARGE_TARGET = (
        35,
        "AG-21.6",
        "a charge needs a structure or barricade section orthogonally next to the squad",
    )
    NOT_YOUR_TURN = 36, "AG-6.6", "it is the other side's turn"
    DEPLOY_ZONE = 37, "AG-6.1", "that tile is outside the deployment zone"
    NO_SUCH_ACTION = 38, "AG-6.6", "that cannot be done now"
    NOT_SEEN = 39, "AG-24.1", "no unit of yours sees it"


class Illegal(CodedEnum):
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


class Sum(CodedEnum):
    """Summands of an accuracy (AG-8.11)."""

    BASE = 1, "AG-8.1", "base"
    OWN_MOVEMENT = 2, "AG-8.6", "own movement"
    FAST_TARGET = 3, "AG-8.5", "fast target"
    LOW_ANGLE = 4, "AG-17.6", "low-angle at a target that moved"
    INDIRECT = 5, "AG-17.3", "indirect"
    REACTION = 6, "AG-16.1", "reaction fire"
    CORNER = 7, "AG-16.4", "corner fire"
    STUN = 8, "AG-15.2", "stunned"
    COCKPIT = 9, "AG-12.12", "cockpit damaged"
    WEAPON = 10, "AG-12.12", "weapon damaged"
    TURRET = 11, "AG-12.12", "turret damaged"
    TARGET_MOVED = 12, "AG-17.11", "tiles the target moved"
    FLOOR = 13, "AG-8.10", "never below the floor"
