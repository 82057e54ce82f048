"""Every number the state and the orders give a meaning to. Option values are in `variants.py`."""

from __future__ import annotations

from enum import IntEnum

NOBODY = -1
CENTRE = 4  # anchor of a unit that has not moved inside its tile (AG-2.9)
POINT = 10  # tracks are kept in tenths of a point (AG-1.3, AG-1.10)
HALF = 2  # crit bands are kept in half points (AG-12.10)
STORED = 2  # energy that a point of capacitor stores (AG-5.8)

UNITS = 16  # on both sides together
WEAPONS = 5  # of one unit (AG-5.6)
PARTS = 24  # of one vehicle
MODELS = 5  # of one squad (section 3.7)
SECTIONS = 30  # a set of them is the bits of one number, as of units
BARRICADES = 30
FLYING = 64  # rounds in flight
ZONES = 3  # places that a scenario scores for
COLUMNS, ROWS = 24, 16
TILES = COLUMNS * ROWS  # tile = row * COLUMNS + column, row 0 in the north (AG-2.1)
BARRICADE = 100  # a barricade section stands in an order as this and its number
BARE = 1000  # any other tile, as this and the tile: nothing can be done to it (AG-3.9)


class Chassis(IntEnum):
    """Table 3.2; infantry is treated as a fourth class."""

    TANK = 0
    WALKER = 1
    AGRAV = 2
    INFANTRY = 3


class Way(IntEnum):
    """Eight directions clockwise from north. Vehicles face N, E, S or W (AG-2.2)."""

    N = 0
    NE = 1
    E = 2
    SE = 3
    S = 4
    SW = 5
    W = 6
    NW = 7


class Face(IntEnum):
    """The struck side of a vehicle (AG-2.7). TOP has no multiplier (AG-17.12)."""

    FRONT = 0
    SIDE = 1
    REAR = 2
    TOP = 3


class Family(IntEnum):
    """Weapon families (table 3.5)."""

    GUN = 0
    HOWITZER = 1
    ROCKET = 2
    MORTAR = 3
    MISSILE = 4
    CHARGE = 5


class Mode(IntEnum):
    """Firing modes (AG-17, AG-18)."""

    DIRECT = 0
    LOW = 1
    LOW_INDIRECT = 2
    HIGH = 3
    HIGH_INDIRECT = 4
    TOP = 5
    TOP_INDIRECT = 6


class Occasion(IntEnum):
    """What a shot is fired for: an order, or by itself (AG-16)."""

    ORDER = 0
    REACTION = 1
    CORNER = 2
    CORNER_HIGH_ACT = 3


class Mount(IntEnum):
    """Where a weapon is carried (AG-8.13, AG-16.7)."""

    HULL = 0
    TURRET = 1
    ARM = 2
    HAND = 3  # infantry


class Stabiliser(IntEnum):
    """AG-8.6."""

    NONE = 0
    PARTIAL = 1
    FULL = 2


class Turret(IntEnum):
    """Turrets (table 3.4)."""

    NONE = 0
    PLAIN = 1
    HIGH_ACT = 2


class Shield(IntEnum):
    """States of a hardshield (AG-13.15)."""

    ABSENT = 0
    ACTIVE = 1
    INACTIVE = 2
    DISABLED = 3
    DESTROYED = 4


class Part(IntEnum):
    """Parts that a crit can strike, in sheet order (AG-12.10)."""

    COCKPIT = 0  # with the sensors
    DRIVE = 1
    SHIELD = 2
    GENERATOR = 3
    CAPACITOR = 4
    AMMO = 5
    WEAPON = 6
    TURRET = 7
    STABILISER = 8
    SMOKE = 9
    TRANSFER = 10


class Height(IntEnum):
    """Of a structure section (AG-4.2)."""

    GONE = 0
    LOW = 1
    HIGH = 2


class Feature(IntEnum):
    """Bits of what a structure section is besides its height (AG-3.15)."""

    WEAK = 1
    REINFORCED = 2
    HARDENED = 4
    VOLATILE = 8
    OBJECTIVE = 16


class Ground(IntEnum):
    """What a tile is, beside what stands on it."""

    CLEAR = 0
    DEBRIS = 1
    WALL = 2
    GATE = 3  # closed; an open one is clear ground (AG-3.9)


class Standing(IntEnum):
    """Whether a unit is in play."""

    ABSENT = 0
    PRESENT = 1
    WAITING = 2  # not deployed yet (AG-6.1)
    DESTROYED = 3
    UNSEEN = 4  # in play somewhere: what a side knows of an enemy that it does not see (AG-24.1)


class Phase(IntEnum):
    """What the battle waits for."""

    ROLL_OFF = 0  # free play: who chooses (AG-6.1)
    DEPLOY = 1
    TURN = 2
    OVER = 3


class Ending(IntEnum):
    """How a battle ended (AG-23)."""

    NONE = 0
    WIPED_OUT = 1
    POINTS = 2
    OBJECTIVE = 3
    HELD = 4
    CONCEDED = 5


class Verb(IntEnum):
    """Actions (AG-6.6) with the fields they use."""

    STEP = 0  # actor, choice: Way on the map
    TURN = 1  # actor, choice: +1 right, -1 left, 2 about
    REPOSITION = 2  # actor, choice: anchor 0 to 8, row by row from the northwest; 4 is the centre
    SHOOT = 3  # actor, choice: weapon, facing: Mode, target: unit or -1, place: section or barricade
    REACT = 4  # actor, choice: weapon, facing: Way of the cone, -1 to cancel
    RAM = 5  # actor, target, choice: mobility spent (walkers)
    RAM_BARRICADE = 6  # actor, place
    SHIELD = 7  # actor: switch it on or off
    TRANSFER = 8  # actor, target, choice: whole points
    SMOKE = 9  # actor, place, target, choice: up to three tiles, -1 for none
    CHARGE = 10  # actor, place: section or barricade
    DEPLOY = 11  # actor, place, facing
    END = 12
    ROLL = 13
    FIRST = 14  # choice: 1 to move first, 0 second
    CONCEDE = 15
