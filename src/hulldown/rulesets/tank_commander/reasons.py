"""Reasons and events. Each carries the id of its rule, so that a refusal, a modifier and a line of the log
can always name it.
"""

from __future__ import annotations

from hulldown.rulesets.shared.coded import Coded


class Why(Coded):
    """Reasons of a refusal; 0 means that nothing forbids it (TC-7.23, TC-15.3, TC-15.8)."""

    ALLOWED = 0, ""
    NOT_YOUR_ACTIVATION = 1, "TC-15.3"
    ALREADY_ACTIVATED = 2, "TC-4.11"
    UNIT_OUT_OF_ACTION = 3, "TC-4.11"
    NO_SUCH_ACTION = 4, "TC-15.3"
    NO_CREW = 5, "TC-15.3"
    DRIVER_DEAD = 6, "TC-6.18"
    GUNNER_DEAD = 7, "TC-6.16"
    LOADER_DEAD = 8, "TC-6.17"
    NOT_THIS_ROLE = 9, "TC-6.12"
    CREW_DEAD = 10, "TC-6.2"
    NO_EQUIPMENT = 11, "TC-15.3"
    NO_HE = 12, "TC-5.11"
    USED_UP = 13, "TC-5.14"
    ABILITY_USED = 14, "TC-6.2"
    ABILITY_THIS_TURN = 15, "TC-6.2"
    NOT_ON_FIRE = 16, "TC-5.16"
    MOVEMENT_CAP = 17, "TC-5.5"
    NO_AP = 18, "TC-5.2"
    OFF_BOARD = 19, "TC-3.9"
    OUT_OF_RANGE = 20, "TC-7.1"
    IMPASSABLE = 21, "TC-9.7"
    HEX_OCCUPIED = 22, "TC-3.7"
    SMOKE_HERE = 23, "TC-5.14"
    GUN_EMPTY = 24, "TC-5.11"
    NO_TARGET = 25, "TC-7.15"
    FRIENDLY_TARGET = 26, "TC-7.15"
    TARGET_OUT_OF_ACTION = 27, "TC-7.15"
    NOT_INFANTRY = 28, "TC-7.15"
    NOT_VALID_TARGET = 29, "TC-7.15"
    OUT_OF_ARC = 30, "TC-7.2"
    NO_LOS = 31, "TC-7.3"
    CANNOT_HIT = 32, "TC-7.14"
    NOT_IN_ZONE = 33, "TC-15.10"
    IN_COVER = 34, "TC-10.13"
    MOUNTED = 35, "TC-10.22"
    TARGET_MOUNTED = 36, "TC-7.15"
    SCREENED = 37, "TC-10.6"
    NO_OBJECTIVE = 38, "TC-10.15"
    ALREADY_HELD = 39, "TC-10.15"
    MOUNT_LIMIT = 40, "TC-10.19"
    MINE_HERE = 41, "TC-12.11"
    NO_MINE = 42, "TC-10.17"
    NO_CARRIER = 43, "TC-10.19"
    CARRIER_FULL = 44, "TC-10.19"


class Illegal(Coded):
    """Why a build is refused (TC-2.24)."""

    LEGAL = 0, ""
    BELOW_BASE = 1, "TC-2.24"
    OVER_FACING_LIMIT = 2, "TC-2.5"
    SIDE_EXCEEDS_FRONT = 3, "TC-2.5"
    REAR_EXCEEDS_SIDE = 4, "TC-2.5"
    NOT_AVAILABLE = 5, "TC-2.24"
    OVER_ITEM_LIMIT = 6, "TC-2.18"
    OVER_BUDGET = 7, "TC-2.4"
    NOT_FIELDED = 8, "TC-14.11"


# ---------------------------------------------------------------- what happened


class Sum(Coded):
    """Summands of a number needed (TC-7.13)."""

    ACCURACY = 1, "TC-7.12"
    OPTICS = 2, "TC-2.9"
    GUNNER_WOUNDED = 3, "TC-6.16"
    GUNNER_REPLACED = 4, "TC-6.14"
    FOREST = 5, "TC-9.5"
    HILL = 6, "TC-9.9"
    BRING_IT_DOWN = 7, "TC-6.8"
    AT_LEAST_TWO = 8, "TC-7.13"
    GUNNER_ACE = 9, "TC-14.8"
    COVER = 10, "TC-10.12"
    STORM = 11, "TC-14.2"
    NIGHT = 12, "TC-14.4"


class Tell(Coded):
    """Kinds of event (TC-15.4) with what a, b, c and d hold."""

    ROLL_OFF = 1, "TC-4.1"  # a, b: dice of the first and second side (-1: none); c: who goes first
    TURN = 2, "TC-4.6"  # a: game turn
    END_PHASE = 3, "TC-4.9"  # a: game turn
    DEPLOY = 4, "TC-4.12"  # actor, place, a: hull facing
    PREPARE = 5, "TC-4.12"  # actor, a: turret facing, b: shell
    ACTIVATE = 6, "TC-4.8"  # actor, a: action points
    MOVE = 7, "TC-5.3"  # actor, place, a: cost, b: action points left, c: place left
    REVERSE = 8, "TC-5.4"  # as MOVE
    TURN_HULL = 9, "TC-5.6"  # actor, a: hull facing, b: turret facing, c: points left, d: 1 with the turret
    TURRET = 10, "TC-5.8"  # actor, a: turret facing, b: points left
    SHOT = 11, "TC-7.12"  # actor, target, place, a: shell (0: anti-infantry), b: needed, c: rolled, d: range
    ARMOR = 12, "TC-7.16"  # target, a: face, b: armor, c: strength, d: rolled
    WOUND_ROLL = 13, "TC-8.1"  # target, a: rolled
    WOUND = 14, "TC-8.2"  # target, a: member, b: new health, c: position picked, d: of how many
    MEDKIT = 15, "TC-6.21"  # target, a: member, b: 1 when the wound was ignored
    LIEUTENANT = 16, "TC-6.12"  # actor, a: role
    HULL = 17, "TC-8.3"  # target, a: points left
    FIRE_ROLL = 18, "TC-8.6"  # target, a: rolled, b: 1 when it burns now
    FIRE_OUT = 19, "TC-5.15"  # actor, a: points left
    BURN = 20, "TC-8.8"  # target, a: hull points left
    DISABLED = 21, "TC-8.4"  # target
    ABANDONED = 22, "TC-6.22"  # target
    COOK_OFF_ROLL = 23, "TC-8.10"  # target, place, a: rolled
    EXPLOSION = 24, "TC-8.11"  # target, place, a: 1 when fire did it
    BLAST = 25, "TC-8.13"  # target, place of the explosion
    DESTROYED = 26, "TC-8.16"  # target, place
    TERRAIN = 27, "TC-9.7"  # place, a: old, b: new
    LOAD = 28, "TC-5.10"  # actor, a: shell, b: cost, c: points left
    SMOKE = 29, "TC-5.13"  # actor, place, a: points left
    MINE = 30, "TC-9.11"  # target, place
    ABILITY = 31, "TC-6.1"  # actor, a: ability
    END = 32, "TC-4.8"  # actor, a: points lost
    WAYPOINT = 33, "TC-13.9"  # actor, place
    CONCEDE = 34, "TC-1.6"  # actor: seat
    VICTORY = 35, "TC-1.3"  # a: winner (2: draw), b: Ending, c: medal
    COVER = 36, "TC-10.12"  # actor, a: points left
    CAPTURE = 37, "TC-10.14"  # actor, place, a: side, b: points left (-1: it took no action)
    DISARM = 38, "TC-10.16"  # actor, place, a: points left
    MOUNT = 39, "TC-10.18"  # actor, target: carrier, place, a: points left
    DISMOUNT = 40, "TC-10.18"  # actor, target: carrier, place, a: points left (-1: bailing out)
    STRIKE_CALLED = 41, "TC-12.2"  # actor, place, a: points left
    STRIKE_ROLL = 42, "TC-12.3"  # place, a: rolled, b: needed, c: 1 when it comes, d: side
    AA_ROLL = 43, "TC-13.27"  # place, a: rolled, b: fails on this or more, c: 1 when it fails, d: guns left
    STRIKE_LINE = 44, "TC-12.5"  # place, a: direction rolled (1 north), b: distance rolled
    STRIKE_HIT = 45, "TC-12.7"  # target (-1: a building), place
    MINE_LAID = 46, "TC-12.10"  # actor, place, a: points left (-1: before the battle)
    WEATHER = 47, "TC-14.1"  # a: rolled, b: 1 when a storm breaks
    FLARE = 48, "TC-14.5"  # actor, place, a: points left
    SCORE = 49, "TC-13.13"  # a: side, b: points gained, c: points in all
