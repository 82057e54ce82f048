"""Values of the options (CA-21), in the order of `options.toml`. The first is the default."""

from __future__ import annotations

from enum import IntEnum


class RulesMode(IntEnum):
    """CA-1.5."""

    PROPOSAL = 0
    TODAY = 1


class ArcTouch(IntEnum):
    """CA-5.4."""

    REAR = 0
    FRONT = 1


class InvBetterThan5(IntEnum):
    """CA-6.6."""

    AS_5 = 0
    EXTRAPOLATE = 1


class DiscardScope(IntEnum):
    """CA-7.4."""

    ANY_LINE = 0
    SHORTEST_LINE = 1


class AntitankWalkers(IntEnum):
    """CA-7.11."""

    FULL = 0
    PLUS_ONE = 1


class CardKnightsTitans(IntEnum):
    """CA-8.3."""

    FOOTNOTE = 0
    LISTED = 1


class FightTie(IntEnum):
    """CA-9.2."""

    NO_WOUND = 0
    BOTH_WOUND = 1


class VehicleFlatCharge(IntEnum):
    """CA-9.9."""

    REPLACED = 0
    ADDED = 1


class CoaxialLink(IntEnum):
    """CA-10.5."""

    ONE_WAY = 0
    MUTUAL = 1


class BandBoundary(IntEnum):
    """CA-11.4."""

    LOWER = 0
    HIGHER = 1


class ChargeDistance(IntEnum):
    """CA-11.5."""

    STRAIGHT = 0
    PATH = 1


class TankShockFights(IntEnum):
    """CA-12.11."""

    ALL_TOUCHING = 0
    ATTACKER_SUBSET = 1


class LeaveCombatBonus(IntEnum):
    """CA-12.30."""

    NONE_ALL_MOVE = 0
    NONE_FIRST_SHOCK = 1


class EncircleDistance(IntEnum):
    """CA-13.6."""

    MOVE = 0
    DOUBLE = 1
    UNLIMITED = 2


class TurnAdjust(IntEnum):
    """CA-14.5."""

    SHUFFLE = 0
    STRICT = 1


class WithdrawFrom(IntEnum):
    """CA-16.4."""

    FIGHT_BEGAN = 0
    TOUCHING_NOW = 1


class ChargePivot(IntEnum):
    """CA-4.7."""

    AS_DRIVEN = 0
    FREE = 1


class BulkyJumpers(IntEnum):
    """CA-12.13."""

    COUNTS = 0
    SPARED = 1


class FinalPenalty(IntEnum):
    """CA-12.24."""

    ALL = 0
    LAST = 1


class JumpersRound(IntEnum):
    """CA-13.8."""

    END = 0
    ALL_ALONG = 1


class TurnKeeps(IntEnum):
    """CA-14.4."""

    MODELS = 0
    DETACHMENTS = 1


class TurnContact(IntEnum):
    """CA-14.4."""

    ANY_UNIT = 0
    ENEMIES = 1


class ShockWounds(IntEnum):
    """CA-12.19."""

    FIGHTS = 0
    OVERWATCH_TOO = 1


class BreakOutOverwatch(IntEnum):
    """CA-12.29."""

    HOLDERS = 0
    WHOLE_MOVE = 1


class BreakOutShocks(IntEnum):
    """CA-12.29."""

    EVERY_HOLDER = 0
    ONE = 1


class ShockAnswer(IntEnum):
    """CA-12.7."""

    DETACHMENT = 0
    MODELS = 1
