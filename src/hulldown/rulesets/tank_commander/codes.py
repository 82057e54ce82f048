"""Every number the state and the orders give a meaning to. Option values are in `variants.py`."""

from __future__ import annotations

from enum import IntEnum

NOBODY = -1


class Kind(IntEnum):
    """What a unit is (table 2.1)."""

    TANK = 0
    APC = 1
    SQUAD = 2
    GUN = 3
    TARGET = 4


class Standing(IntEnum):
    """Whether a unit can act, stands as a wreck or is gone (TC-8.4, TC-6.22, TC-8.16)."""

    OPERATIONAL = 0
    DISABLED = 1
    ABANDONED = 2
    DESTROYED = 3


class Phase(IntEnum):
    """What the game waits for (TC-4.12, TC-4.6)."""

    ROLL_OFF = 0
    DEPLOY = 1
    PREPARE = 2
    CHOOSE = 3
    ACT = 4
    OVER = 5


class Mission(IntEnum):
    """How victory is judged (TC-13)."""

    SKIRMISH = 0
    BASIC_TRAINING = 1


class Ground(IntEnum):
    """The terrain of a hex (table 2.5)."""

    OFF_BOARD = 0
    OPEN = 1
    FOREST = 2
    MUD = 3
    WATER = 4
    RUBBLE = 5
    BUILDING = 6
    HILL = 7


class Shell(IntEnum):
    """What is in a main gun (TC-5.10)."""

    NONE = 0
    AT = 1
    HE = 2


SHELLS = 3


class Weapon(IntEnum):
    """Table 2.4."""

    MAIN_GUN = 0
    AI_WEAPON = 1


class Role(IntEnum):
    """The crew, in the order of every random pick (TC-8.5)."""

    COMMANDER = 0
    DRIVER = 1
    GUNNER = 2
    LOADER = 3
    LIEUTENANT = 4


CREW = 5


class Health(IntEnum):
    """State of a crew member (TC-8.2)."""

    OK = 0
    WOUNDED = 1
    KILLED = 2
    ABSENT = 3


class Upgrade(IntEnum):
    """What build points buy (tables 2.2 and 2.3); units count how many they have."""

    ENGINE = 0
    BARREL = 1
    OPTICS = 2
    HE = 3
    AI = 4
    SMOKE = 5
    MEDKIT = 6
    LIEUTENANT = 7
    AIR_SUPPORT = 8
    MINE = 9


UPGRADES = 10


class Ability(IntEnum):
    """Crew abilities; the driver's has two modes (TC-6.3 to TC-6.10)."""

    BOOMING_VOICE = 0
    DOUBLE = 1
    STRAIGHT = 2
    BRING_IT_DOWN = 3
    QUICK_LOAD = 4


class Verb(IntEnum):
    """What can be ordered (TC-15.2)."""

    ROLL = 0
    DEPLOY = 1  # actor, place, facing
    PREPARE = 2  # actor, facing of the turret, choice = Shell
    ACTIVATE = 3  # actor
    MOVE = 4
    REVERSE = 5
    STRAIGHT = 6  # choice = hexes, 1 to 3
    TURN = 7  # facing = new hull facing, choice = 1: the turret goes along
    TURRET = 8  # facing = new turret facing
    FIRE = 9  # target, or place of a building
    FIRE_AI = 10  # target
    LOAD = 11  # choice = Shell
    SMOKE = 12  # place
    EXTINGUISH = 13
    ABILITY = 14  # choice = Ability
    LIEUTENANT = 15  # choice = Role
    END = 16
    CONCEDE = 17


class Face(IntEnum):
    """Which armor a hit meets (TC-7.17)."""

    FRONT = 0
    SIDE = 1
    REAR = 2
