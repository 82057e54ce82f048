"""Values of the options (CH-15), in the order of `options.toml`. Flags are 0 and 1."""

from __future__ import annotations

from enum import IntEnum


class BeyondDistant(IntEnum):
    """CH-2.5."""

    ESCAPE = 0
    STOP = 1


class DirectionChosen(IntEnum):
    """CH-4.2."""

    ORDER = 0
    AFTER_TEST = 1


class DrivingTie(IntEnum):
    """CH-5.4, CH-5.5."""

    REROLL = 0
    NO_WINNER = 1


class TiedSuccess(IntEnum):
    """CH-5.10."""

    LAST = 0
    FIRST = 1


class RangeSuccess(IntEnum):
    """CH-5.9."""

    OWN_TEST = 0
    OPPOSED_WIN = 1


class BothSameChange(IntEnum):
    """CH-6.4."""

    EXACT = 0
    UP_TO = 1


class FailureFavors(IntEnum):
    """CH-6.10."""

    CHANGER = 0
    OPPONENT = 1


class BothFleeingFacing(IntEnum):
    """CH-7.4."""

    REAR = 0
    FRONT = 1


class RandomFacing(IntEnum):
    """CH-7.7."""

    UNIFORM = 0
    FRONT_HEAVY = 1


class DirectionFacing(IntEnum):
    """CH-7.10."""

    ORDER = 0
    SHIFT = 1


class RamTest(IntEnum):
    """CH-8.6."""

    FRESH = 0
    SAME = 1


class CollisionFacingArmor(IntEnum):
    """CH-8.14."""

    OTHER = 0
    OWN = 1


class CollisionArmor(IntEnum):
    """CH-8.15."""

    SUBTRACT = 0
    NONE = 1


class FireOrder(IntEnum):
    """CH-10.4."""

    SIMULTANEOUS = 0
    WINNER_FIRST = 1
