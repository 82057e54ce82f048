"""Values of the options (TC-15.7), in the order of `options.toml`."""

from __future__ import annotations

from enum import IntEnum


class Tiebreak(IntEnum):
    """TC-1.7."""

    HULL = 0
    DRAW = 1


class BeatenWhen(IntEnum):
    """TC-1.3."""

    OUT_OF_ACTION = 0
    REMOVED = 1


class CoverAppliesTo(IntEnum):
    """TC-1.9."""

    ALL_UNITS = 0
    VEHICLES_ONLY = 1


class Initiative(IntEnum):
    """TC-4.2."""

    ONCE = 0
    EACH_TURN = 1


class TurnStructure(IntEnum):
    """TC-4.4."""

    ALTERNATE_ALL = 0
    SINGLE_UNIT = 1
    SIDE_BY_SIDE = 2


class EndOfTurn(IntEnum):
    """TC-4.5."""

    GAME_TURN = 0
    ACTIVATION = 1


class Deployment(IntEnum):
    """TC-4.12."""

    FIXED = 0
    ZONES = 1


class MoveMoveMove(IntEnum):
    """TC-6.6."""

    COUNTS = 0
    EXEMPT = 1


class DoubleMove(IntEnum):
    """TC-6.6."""

    ONCE = 0
    EVERY_MOVE = 1


class BringItDown(IntEnum):
    """TC-6.8."""

    FLAT = 0
    BASE = 1


class LtRole(IntEnum):
    """TC-6.12."""

    MOVES = 0
    STAYS = 1
    CHOSEN = 2
    EVERY = 3


class Medkit(IntEnum):
    """TC-6.21."""

    NO_PENALTY = 0
    IGNORE_WOUND = 1
    EACH_MEMBER = 2


class AllCrewDead(IntEnum):
    """TC-6.22."""

    ABANDONED = 0
    DISABLED = 1


class AiArc(IntEnum):
    """TC-7.2."""

    ALL_ROUND = 0
    TURRET = 1


class LosTerrain(IntEnum):
    """TC-7.4."""

    BUILDINGS = 0
    EVERY_TERRAIN = 1


class HillLos(IntEnum):
    """TC-7.4."""

    OPEN = 0
    BLOCKS_BEYOND = 1


class LosEdge(IntEnum):
    """TC-7.6."""

    BOTH = 0
    EITHER = 1
    NEVER = 2


class SmokeAtEnds(IntEnum):
    """TC-7.7."""

    OPEN = 0
    TARGET = 1
    BOTH = 2


class UndirectedArmor(IntEnum):
    """TC-7.21."""

    REAR = 0
    SIDE = 1
    FRONT = 2


class BurnTiming(IntEnum):
    """TC-8.9."""

    GAME_TURN_END = 0
    OWN_ACTIVATION_END = 1


class ForestBehind(IntEnum):
    """TC-9.6."""

    ON_LINE = 0
    ADJACENT = 1


class BuildingHit(IntEnum):
    """TC-9.8."""

    ROLL = 0
    AUTO = 1


class ScreenUnits(IntEnum):
    """TC-10.6."""

    TANKS_AND_APCS = 0
    TANKS_ONLY = 1


class CoverLasts(IntEnum):
    """TC-10.13."""

    ACTIVATION = 0
    GAME_TURN = 1


class PassengerBailout(IntEnum):
    """TC-10.23."""

    NONE = 0
    IMMEDIATE = 1


class ApcEngine(IntEnum):
    """TC-11.4."""

    CAP_ONLY = 0
    EXTRA_MOVE = 1


class AirstrikePattern(IntEnum):
    """TC-12.6."""

    LINE = 0
    POINT = 1


class MineDeploy(IntEnum):
    """TC-12.11."""

    ADJACENT = 0
    REAR = 1
    SETUP = 2


class AaFail(IntEnum):
    """TC-13.27."""

    LITERAL = 0
    SCALED = 1
    ANY_GUN = 2


class StormDuration(IntEnum):
    """TC-14.2."""

    TURN = 0
    BATTLE = 1


class FlareMode(IntEnum):
    """TC-14.5."""

    AROUND_TANK = 0
    TARGETED = 1
