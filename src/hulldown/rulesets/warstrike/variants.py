"""Values of the options (2.5), in the order of `options.toml`. The first is the default."""

from __future__ import annotations

from enum import IntEnum


class Measure(IntEnum):
    """WS-1.5."""

    EDGE = 0
    CENTRE = 1


class SightAllowance(IntEnum):
    """WS-3.5."""

    BASE = 0
    NONE = 1


class PlacementCheck(IntEnum):
    """WS-7.9."""

    LINE = 0
    FREE = 1


class NotFurther(IntEnum):
    """WS-8.15."""

    OUT_OF_COMMAND = 0
    ALL_DISORDERLY = 1


class MustAttempt(IntEnum):
    """WS-8.10."""

    STRICT = 0
    SOFT = 1


class Coherency(IntEnum):
    """WS-8.9."""

    ANY_MEMBER = 0
    CHAIN_TO_LEADER = 1


class CatchUpTerrain(IntEnum):
    """WS-8.12."""

    LIMITED = 0
    FREE = 1


class RallyReach(IntEnum):
    """WS-9.23."""

    BOTH_12 = 0
    PLACE_ONLY = 1
    ALL = 2


class HalfRof(IntEnum):
    """WS-9.14."""

    DOWN_MIN1 = 0
    DOWN = 1
    UP = 2


class GtgMove(IntEnum):
    """WS-9.34."""

    NONE = 0
    HALF = 1


class SingleDoubleTerrain(IntEnum):
    """WS-9.30."""

    LIMITED = 0
    FREE = 1


class DoubleFire(IntEnum):
    """WS-9.29."""

    EITHER = 0
    AFTER = 1


class LeaderRof(IntEnum):
    """WS-9.35."""

    FULL = 0
    HALF = 1


class BandValue(IntEnum):
    """Where exactly 50 % and 25 % belong (WS-10.19): `band_50` and `band_25`."""

    UPPER = 0
    LOWER = 1


class DestroyCheck(IntEnum):
    """WS-10.21."""

    FALL_BACK = 0
    IMMEDIATE = 1


class VacuousConcealment(IntEnum):
    """WS-10.24."""

    STAY = 0
    FLEE = 1


class FallbackAw(IntEnum):
    """WS-10.22."""

    OWN = 0
    ENEMY = 1


class FallbackConcealed(IntEnum):
    """WS-10.23."""

    ALL = 0
    MAJORITY = 1


class FallbackOwnPart(IntEnum):
    """WS-10.27."""

    NEAREST = 0
    FARTHEST = 1


class FallbackGrid(IntEnum):
    """WS-10.25: the spacing of the points, 1 inch or half of one."""

    WHOLE = 0
    HALF = 1


class FallbackTerrainCap(IntEnum):
    """WS-10.31."""

    FALSE = 0
    TRUE = 1


class EdgeRemoval(IntEnum):
    """WS-10.34."""

    ANY = 0
    LEADER = 1
    ALL = 2


class SplitFire(IntEnum):
    """WS-11.3."""

    OFF = 0
    BASE = 1


class CasualtyChoice(IntEnum):
    """WS-11.17, and `acting_leader` (WS-2.6)."""

    CLOSEST = 0
    OWNER = 1


class SnapEligibility(IntEnum):
    """WS-12.3."""

    OPEN_FIRE = 0
    ANY_UNSUPPRESSED = 1
    ALL = 2


class SnapTrigger(IntEnum):
    """WS-12.2."""

    OVER_MV = 0
    ANY_MOVE = 1


class SnapPoint(IntEnum):
    """WS-12.5."""

    AT_MV = 0
    END = 1


class VehicleTerrain(IntEnum):
    """WS-15.3."""

    DANGEROUS = 0
    NORMAL = 1


class TerrainTouch(IntEnum):
    """WS-3.2."""

    BASE = 0
    CENTRE = 1


class MemberDistances(IntEnum):
    """WS-8.8."""

    FINAL = 0
    AS_THEY_STAND = 1


class FallbackNearest(IntEnum):
    """WS-10.26."""

    LEADER = 0
    ANY_MODEL = 1
    PATH = 2


class FallBackMove(IntEnum):
    """WS-10.32."""

    DISORDERLY = 0
    ORDERLY = 1
