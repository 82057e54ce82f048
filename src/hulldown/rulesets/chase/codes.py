"""Every number the state and the orders give a meaning to. Option values are in `variants.py`."""

from __future__ import annotations

from enum import IntEnum

NOBODY = -1
SIDE_TANKS = 6  # CH-14.1
TANKS = 2 * SIDE_TANKS  # tanks 0 to 5 are side A's, 6 to 11 side B's
PAIRS = TANKS - 1  # every tank but the last can add one pair (CH-14.1)
PAYOFF = 240  # what one point of payoff is in whole numbers: halves to sixteenths, fifths and tenths fit
NO_DM = -99  # a weapon cannot fire at that band (section 2.2)

A, B = 0, 1  # the sides; which seat commands one is `state.seat_of`


class Band(IntEnum):
    """Range bands (section 2.1), with what lies beyond both ends (CH-2.4)."""

    PASSING = -1
    ADJACENT = 0
    CLOSE = 1
    SHORT = 2
    MEDIUM = 3
    LONG = 4
    VERY_LONG = 5
    DISTANT = 6
    BROKEN = 7


class Order(IntEnum):
    """What a driver commits to (CH-4.2); CHANGE_RANGE is one whose direction is named after the tests."""

    NONE = -1
    PURSUE = 0
    FLEE = 1
    MANEUVER = 2
    HULL_DOWN = 3
    CHANGE_RANGE = 4


DIRECTED = (Order.PURSUE, Order.FLEE, Order.MANEUVER, Order.HULL_DOWN)  # what the chart knows (CH-6)


class Class(IntEnum):
    """Order classes (section 1)."""

    CHANGE_RANGE = 0
    MANEUVER = 1
    HULL_DOWN = 2


class Facing(IntEnum):
    """The side of the hull that a tank shows (CH-7.1)."""

    NONE = -1
    FRONT = 0
    RIGHT = 1
    REAR = 2
    LEFT = 3


class Source(IntEnum):
    """Where a facing comes from (CH-6.14)."""

    FRONT = 0  # by its own direction
    REAR = 1
    RANDOM = 2
    CHOICE_A = 3
    CHOICE_B = 4


class Mount(IntEnum):
    """How a gun is mounted (CH-10.3)."""

    TURRET = 0
    FIXED = 1


class Mobility(IntEnum):
    """Steps of drive damage (CH-11.6)."""

    SOUND = 0
    DAMAGED = 1
    IMMOBILISED = 2


class Gun(IntEnum):
    """Steps of gun damage (CH-11.6)."""

    SOUND = 0
    DAMAGED = 1
    KNOCKED_OUT = 2


class Location(IntEnum):
    """Where a hit strikes (sections 2.5, 2.6)."""

    HULL = 0
    DRIVE = 1
    TURRET = 2


class Collision(IntEnum):
    """How two tanks meet (CH-8.8)."""

    SIDESWIPE = 0
    T_BONE = 1
    HEAD_ON = 2


class Standing(IntEnum):
    """What became of a tank (CH-14.1)."""

    ABSENT = 0
    ACTIVE = 1
    ESCAPED = 2
    DESTROYED = 3


class Phase(IntEnum):
    """What the battle waits for or does (CH-3.1, CH-14.12)."""

    START = 0
    PAIRING = 1
    ORDERS = 2
    DRIVING = 3
    PAIR = 4  # the next pair is looked up in the chart
    SHIFT = 5
    FACING = 6
    RAM = 7
    OPENING = 8
    TARGETS = 9
    FIRE = 10
    END = 11
    OVER = 12
    DIRECTION = 13  # between DRIVING and PAIR, by an option (CH-4.6)


class Event(IntEnum):
    """How a duel ends: the keys of the payoffs (CH-12.6)."""

    NONE = -1
    DESTROY_B = 0
    DESTROY_A = 1
    BOTH = 2
    ESC_B = 3
    ESC_A = 4
    ESC_BOTH = 5
    LIMIT_A = 6
    LIMIT_B = 7
    LIMIT_EQ = 8
    LIMIT = 9  # the turn limit with a fixed payoff (CH-12.5)
    SCORE = 10  # a team battle, by points (CH-14.10)


PAYOFFS = 10  # events that have a payoff


class Verb(IntEnum):
    """Decisions (CH-16.1) with the fields they use."""

    ORDER = 0  # actor, choice: Order
    SHIFT = 1  # actor, target, choice: bands
    FACE = 2  # actor, target: the opponent, facing: side A's tank, choice: side B's tank (-1: not chosen)
    RAM = 3  # actor, target, choice: 1 yes, 0 no
    OPEN = 4  # actor, target, choice: 1 yes, 0 no
    TARGET = 5  # actor, target
    JOIN = 6  # actor, target (-1: stay in reserve)
    SURRENDER = 7
    DIRECTION = 8  # actor, choice: Order.PURSUE or Order.FLEE (CH-4.6)
