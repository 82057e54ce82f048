"""Values of the options (section 8), in the order of `options.toml`. Flags are 0 and 1."""

from __future__ import annotations

from enum import IntEnum


class RoundingStep(IntEnum):
    """AG-1.3."""

    TENTH = 0
    WHOLE = 1


class ReactionTargetSpeed(IntEnum):
    """AG-1.7."""

    LAST_TURN = 0
    CURRENT_TURN = 1


class IntileReposition(IntEnum):
    """AG-2.9."""

    AGRAV_ONLY = 0
    ALL = 1
    NONE = 2


class DebrisCostCounts(IntEnum):
    """AG-3.3."""

    ON_TOP = 0
    INSTEAD = 1


class BarricadeCostCounts(IntEnum):
    """AG-3.7."""

    ON_TOP = 0
    INSTEAD = 1


class Gates(IntEnum):
    """AG-3.9."""

    CLOSED = 0
    OPEN = 1


class AgravFreeTurn(IntEnum):
    """AG-7.9."""

    QUARTER = 0
    ANY = 1


class AccuracyFloorScope(IntEnum):
    """AG-8.10."""

    FINAL = 0
    MOVEMENT_ONLY = 1


class ShotHeatTiming(IntEnum):
    """AG-9.2."""

    BEFORE_SHOT = 0
    AFTER_SHOT = 1


class ArmourPools(IntEnum):
    """AG-10.2."""

    SHARED = 0
    FACES = 1


class DurabilityCapOrder(IntEnum):
    """AG-10.8."""

    CAP_LAST = 0
    CAP_FIRST = 1


class DurabilityThickness(IntEnum):
    """AG-10.9."""

    FULL_EFFECTIVE = 0
    DURABILITY_ONLY = 1


class ThermalFloor(IntEnum):
    """AG-11.3."""

    HALF = 0
    LINEAR_TO_ZERO = 1


class HeBonusCap(IntEnum):
    """AG-12.4."""

    DOUBLE_THICKNESS = 0
    NONE = 1


class SpallCapBasis(IntEnum):
    """AG-12.5."""

    EFFECTIVE = 0
    PLATE = 1


class CritOnDestroyedPart(IntEnum):
    """AG-12.12."""

    NOTHING = 0
    NEXT = 1


class ShieldThermalOrder(IntEnum):
    """AG-13.17."""

    BEFORE_FACTOR = 0
    AFTER_FACTOR = 1


class RegenerationBase(IntEnum):
    """AG-13.18."""

    DEFAULT_MAX = 0
    CURRENT_MAX = 1


class ActivationCostBase(IntEnum):
    """AG-13.20."""

    CURRENT = 0
    DEFAULT_MAX = 1


class ActivationDoubleScope(IntEnum):
    """AG-13.21."""

    ALL = 0
    SHIELD = 1


class ActivationDoubleLasts(IntEnum):
    """AG-13.21."""

    NEXT_TURN = 0
    OWN_TURN = 1


class OverchargeRule(IntEnum):
    """AG-14.7."""

    EXAMPLE = 0
    TEXT = 1


class StunWindow(IntEnum):
    """AG-15.5."""

    SIDE_TURN = 0
    ROUND = 1


class StunRolls(IntEnum):
    """AG-15.7."""

    TO_HIT = 0
    ALL = 1


class ReactionTrigger(IntEnum):
    """AG-16.8."""

    ENTER_VIEW = 0
    ANY_MOVE_IN_VIEW = 1


class MissilePenalties(IntEnum):
    """AG-18.5."""

    STUN_AND_DAMAGE = 0
    NONE = 1


class MissileLosCheck(IntEnum):
    """AG-18.5."""

    CONTINUOUS = 0
    AT_IMPACT = 1


class RamTiles(IntEnum):
    """AG-19.12."""

    NET = 0
    EVERY = 1


class RamThickness(IntEnum):
    """AG-19.12."""

    COLD = 0
    HEATED = 1


class RamExcessScale(IntEnum):
    """AG-19.15."""

    RAW = 0
    SHIELD = 1


class HardenedOrder(IntEnum):
    """AG-20.10."""

    HALF_THEN_FLAT = 0
    FLAT_THEN_HALF = 1


class StructureCollapseAt(IntEnum):
    """AG-20.12."""

    SIDE_TURN = 0
    ROUND = 1


class DebrisSpread(IntEnum):
    """AG-20.13."""

    FOOTPRINT = 0
    ADJACENT = 1
