"""Every number the state and the orders give a meaning to. Option values are in `variants.py`."""

from __future__ import annotations

from enum import IntEnum

NOBODY = -1

INCH = 1000  # mils, in which places and radii are kept (WS-1.1)
FINE = 1000  # millionths of an inch in a mil: derived lengths are in millionths (WS-1.15)
TOL = 1000  # millionths (WS-1.2)

WHOLE = 100  # hundredths in which the state holds shares and multiples: `flight_moves` of 2 is 200

MODELS = 72  # on both sides together
UNITS = 20  # a set of them is the bits of one number
PROFILES = 12
WEAPONS = 12  # of all models of a battle together
CARRIED = 2  # weapons of one model
PIECES = 24  # of terrain
OBJECTIVES = 6
WAYPOINTS = 8  # of one path, its start not counted; a flight may need more (see `routes.py`)
COLUMNS = 73  # of the grid of whole inches that a flight searches: tables up to 72 by 48 (WS-10.29)
ROWS = 49
NODES = COLUMNS * ROWS
TRAIL = 48  # points of a way while it is walked in a flight, its start counted: up to 44 inches


class Type(IntEnum):
    """Unit types (2.2)."""

    INFANTRY = 0
    VEHICLE = 1


class Trait(IntEnum):
    """Bits of the traits of a weapon (2.3)."""

    ONE_HANDED = 0
    HEAVY = 1


class Ground(IntEnum):
    """Terrain types (2.4)."""

    WOOD = 0
    RUIN = 1
    BOG = 2
    HILL = 3
    DANGEROUS = 4
    LINEAR = 5
    BLOCK = 6
    WATER = 7


class Sight(IntEnum):
    """The sight states between two models, the worst last (WS-3.15)."""

    OPEN = 0
    CONCEALED = 1
    HIDDEN = 2
    BLOCKED = 3


class Edge(IntEnum):
    """Edges of the table (WS-1.1)."""

    SOUTH = 0
    NORTH = 1
    WEST = 2
    EAST = 3


class Deed(IntEnum):
    """The six actions (WS-9.1). NONE: not acted yet."""

    NONE = 0
    OPEN_FIRE = 1
    ADVANCE = 2
    RALLY = 3
    DOUBLE = 4
    GO_TO_GROUND = 5
    FALL_BACK = 6


class Half(IntEnum):
    """Which half of an action comes first (WS-16.6)."""

    MOVE_FIRST = 0
    FIRE_FIRST = 1


class Band(IntEnum):
    """The strength bands of Fall Back! (WS-10.19)."""

    UPPER = 0
    FLIGHT = 1
    DESTROYED = 2


class Phase(IntEnum):
    """What the battle waits for."""

    DEPLOY = 0  # the side to act places units (WS-4.8)
    ACTIVATE = 1  # it picks a unit (WS-5.5)
    CHOOSE = 2  # the unit's action is chosen (WS-5.7)
    MOVE = 3  # the moving half of an action
    SNAP = 4  # the other side is asked for Snap Fire, unit by unit (WS-12.4)
    FIRE = 5  # the firing half of an action
    CASUALTY = 6  # the owner picks who falls, where an option lets him (WS-11.17)
    SUCCESSION = 7  # the owner picks an acting leader, where an option lets him (WS-2.6)
    RESOLVE = 8  # nobody is asked: what is left of the action goes on
    OVER = 9
    ROLL_OFF = 10  # before the battle the dice decide who places first, and who attacks (WS-4.2, WS-4.3)


class Verb(IntEnum):
    """What an order does; which fields of the action it uses stands beside it."""

    ACTIVATE = 0  # actor: unit
    ACT = 1  # actor: unit; choice: Deed; facing: Half
    GO = 2  # actor: unit; x and y of the leader's next way-point, members arranged by themselves
    MARCH = 3  # as GO from where the unit set out, then END: a whole move in one order
    PLACE = 4  # actor: model; x and y (orderly members; set-up)
    STEP = 5  # actor: model; x and y of its next way-point (disorderly members)
    STAY = 6  # actor: model; it goes back to where it set out, and stays there
    BACK = 7  # actor: unit; the whole move is taken back
    END = 8  # actor: unit; the moving half ends here (set-up: the unit stands)
    ARM = 9  # actor: model; choice: the weapon of its own (0, 1) that it fires, -1 for none
    AIM = 10  # actor: model; target: unit that it fires at instead of the unit's target (WS-11.3)
    FIRE = 11  # actor: unit; target: unit
    HOLD = 12  # actor: unit; no fire
    SNAP = 13  # actor: unit; choice: 1 fires, 0 declines (WS-12.4)
    FALLS = 14  # actor: model that takes the next kill result (WS-11.17)
    LEAD = 15  # actor: model that becomes acting leader (WS-2.6)
    FORM = 16  # actor: unit; x and y of its leader; its formation round him (set-up)
    CONCEDE = 17
    ROLL = 18  # the roll-off before the battle (WS-4.7)


class Gait(IntEnum):
    """How a model takes part in the move that goes on."""

    STANDS = 0  # it may not move in this action, or has not moved
    LEADS = 1  # its path is measured
    PLACED = 2  # orderly: placed near its leader (WS-7.3)
    WALKS = 3  # disorderly: its path is measured (WS-8.1)


class Flight(IntEnum):
    """Where a fleeing unit makes for (WS-10.11)."""

    NONE = 0
    COVER = 1
    EDGE = 2


class Fate(IntEnum):
    """What became of a unit (WS-13.1)."""

    FIGHTS = 0
    DESTROYED = 1
    LEFT = 2  # alive, and counts for nobody


class Morale(IntEnum):
    """How a scenario uses victory by objectives and morale: bits (WS-14.1, WS-14.4)."""

    TASK_FORCE = 0
    SUDDEN = 1  # who controls an enemy objective at the start of his turn wins


class Ending(IntEnum):
    """How a battle ends."""

    RUNNING = 0
    TURNS = 1  # WS-14.7
    WIPED_OUT = 2  # WS-14.6
    RETREAT = 3  # WS-14.1
    OBJECTIVE = 4  # WS-14.4
    CONCEDED = 5
