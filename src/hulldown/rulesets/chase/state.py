"""The whole battle as one record, and what its numbers and options mean."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from hulldown.kernel.actions import Terms
from hulldown.kernel.jit import rule
from hulldown.kernel.records import record
from hulldown.rulesets.common.enums import VariantCodes, fields_of

NOBODY = -1
SIDE_TANKS = 6  # CH-14.1
TANKS = 2 * SIDE_TANKS  # tanks 0 to 5 are side A's, 6 to 11 side B's
PAIRS = TANKS - 1  # every tank but the last can add one pair (CH-14.1)
PAYOFF = 240  # what one point of payoff is in whole numbers: halves to sixteenths, fifths and tenths fit
NO_DM = -99  # a weapon cannot fire at that band (section 2.2)

A, B = 0, 1  # the sides; which seat commands one is `seat_of`


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


# Order classes (section 1).
Class = IntEnum("Class", "CHANGE_RANGE MANEUVER HULL_DOWN", start=0)


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


# How a gun is mounted (CH-10.3).
Mount = IntEnum("Mount", "TURRET FIXED", start=0)

# Steps of drive damage (CH-11.6).
Mobility = IntEnum("Mobility", "SOUND DAMAGED IMMOBILISED", start=0)

# Steps of gun damage (CH-11.6).
Gun = IntEnum("Gun", "SOUND DAMAGED KNOCKED_OUT", start=0)

# Where a hit strikes (sections 2.5, 2.6).
Location = IntEnum("Location", "HULL DRIVE TURRET", start=0)

# How two tanks meet (CH-8.8).
Collision = IntEnum("Collision", "SIDESWIPE T_BONE HEAD_ON", start=0)

# What became of a tank (CH-14.1).
Standing = IntEnum("Standing", "ABSENT ACTIVE ESCAPED DESTROYED", start=0)


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


# ---------------------------------------------------------------- variants
# Values of the options (CH-15), in the order of `options.toml`. Flags are 0 and 1.


BeyondDistant = IntEnum("BeyondDistant", "ESCAPE STOP", start=0)  # CH-2.5
DirectionChosen = IntEnum("DirectionChosen", "ORDER AFTER_TEST", start=0)  # CH-4.2
DrivingTie = IntEnum("DrivingTie", "REROLL NO_WINNER", start=0)  # CH-5.4, CH-5.5
TiedSuccess = IntEnum("TiedSuccess", "LAST FIRST", start=0)  # CH-5.10
RangeSuccess = IntEnum("RangeSuccess", "OWN_TEST OPPOSED_WIN", start=0)  # CH-5.9
BothSameChange = IntEnum("BothSameChange", "EXACT UP_TO", start=0)  # CH-6.4
FailureFavors = IntEnum("FailureFavors", "CHANGER OPPONENT", start=0)  # CH-6.10
BothFleeingFacing = IntEnum("BothFleeingFacing", "REAR FRONT", start=0)  # CH-7.4
RandomFacing = IntEnum("RandomFacing", "UNIFORM FRONT_HEAVY", start=0)  # CH-7.7
DirectionFacing = IntEnum("DirectionFacing", "ORDER SHIFT", start=0)  # CH-7.10
RamTest = IntEnum("RamTest", "FRESH SAME", start=0)  # CH-8.6
CollisionFacingArmor = IntEnum("CollisionFacingArmor", "OTHER OWN", start=0)  # CH-8.14
CollisionArmor = IntEnum("CollisionArmor", "SUBTRACT NONE", start=0)  # CH-8.15
FireOrder = IntEnum("FireOrder", "SIMULTANEOUS WINNER_FIRST", start=0)  # CH-10.4


# ---------------------------------------------------------------- state
# The whole battle as one record. Absent is -1; lists of two are by side, A first.


BANDS, FACINGS = 7, 4


@record
@fields_of(Path(__file__).parent)
class Options(VariantCodes):
    """Rule variants (CH-15)."""


@record
class Profile:
    """What a tank is (sections 2.2, 2.3). Nothing here changes in a battle but worn Armor (CH-8.19)."""

    kind: int  # position in units.toml
    crew: int  # crew variant: position in units.toml
    points: int
    hull: int  # hull points at the start
    armor: Annotated[list[int], 4]  # by Facing
    top_speed: int
    agility: int
    driver: int
    gunner: int
    mount: int
    weapon: int  # position in units.toml
    dice: int
    bonus: int
    ap: int
    range_dm: Annotated[list[int], BANDS]  # NO_DM where it cannot fire


@record
class Damage:
    """The damage state of a living tank (CH-11.8); hull points of 0 and less are a destroyed one."""

    hull: int
    mobility: int
    gun: int


@record
class Tank:
    """One tank: what it is, how it is, and this turn's order and Driving test."""

    profile: Profile
    standing: int
    now: Damage
    order: int  # secret until the reveal
    ordered: int  # 1 once it has its order: everybody may know that
    rolled: int  # 1 when it made a Driving test this turn
    total: int
    first: int  # the total before ties were rolled again (CH-5.10)
    down: int  # the hull-down flag (CH-9.2)
    collided: int  # took part in a collision this turn (CH-14.7)
    aim: int  # the pair it fires in, -1 for none (CH-14.9)
    struck: int  # Location of the hit of its shot, -1 for none
    severity: int  # of that hit
    worn: Annotated[list[int], 4]  # points that collisions took off its Armor, by Facing (CH-8.19)
    left: int  # how it came out of the turn (`victory.pack_fate`); 0 while the turn goes on


@record
class Pair:
    """Two opposing tanks and what the chart makes of this turn (CH-6). Lists are by side."""

    tank: Annotated[list[int], 2]
    range: int
    was: int  # range at the start of the turn
    order: Annotated[list[int], 2]
    winner: int  # side, -1 for none
    success: Annotated[list[int], 2]
    effect: Annotated[list[int], 2]  # of the Driving tests (only with `ram_test` = same)
    decider: int  # side that picks the shift
    low: int  # legal shifts are low to high
    high: int
    shift: int
    raw: int
    source: Annotated[list[int], 2]
    facing: Annotated[list[int], 2]
    first: int  # side asked first to ram or to open
    asked: int  # how many were asked in this step
    open: int  # 0 once contact is broken or a tank is gone
    moved: int  # 1 once its steps 5 to 8 are done


@record
class State:
    """A duel, a match of duels or a team battle."""

    options: Options
    payoffs: Annotated[list[int], PAYOFFS]  # for A, in PAYOFF, by Event
    limit_fixed: int  # 1: the turn limit has the fixed payoff of Event.LIMIT (CH-12.5)
    start_range: int
    turn_limit: int
    duels: int  # of a match (scenario S1)
    duel: int  # 0 first; in odd duels the players have changed seats
    total: int  # payoffs of the player of seat 0 in duels that are over
    turn: int
    phase: int
    acting: int  # the pair, or in PAIRING and TARGETS the tank, that the phase is about
    winner: int  # seat; -1 while it runs, 2 a draw
    event: int  # how the last duel ended
    payoff: int  # its payoff for A
    given_up: int  # side that surrendered
    count: Annotated[list[int], 2]  # tanks of each side
    pairs: int
    pair: Annotated[list[Pair], PAIRS]
    tanks: Annotated[list[Tank], TANKS]
    mute: Terms  # never on: for questions that want only the number


@rule
def side_of(t: int) -> int:
    """The side of a tank."""
    return 0 if t < SIDE_TANKS else 1


@rule
def seat_of(s: State, side: int) -> int:
    """The seat that commands a side: players change seats after each duel of a match (scenario S1)."""
    return side ^ (s.duel & 1)


@rule
def side_of_seat(s: State, seat: int) -> int:
    """The side that a seat commands."""
    return seat ^ (s.duel & 1)
