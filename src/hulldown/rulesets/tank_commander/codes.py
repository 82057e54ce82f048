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


class Drive(IntEnum):
    """How a unit gets about (TC-5.3, TC-10.7, TC-14.12, TC-14.13)."""

    NONE = 0
    TRACKS = 1  # forward only
    HOVER = 2  # into any adjacent hex
    LEGS = 3
    FOOT = 4


class Standing(IntEnum):
    """Whether a unit can act, stands as a wreck or is gone (TC-8.4, TC-6.22, TC-8.16)."""

    OPERATIONAL = 0
    DISABLED = 1
    ABANDONED = 2
    DESTROYED = 3


class Phase(IntEnum):
    """Where the battle stands: what it waits for, or what it is in the middle of (TC-4.12, TC-4.6)."""

    ROLL_OFF = 0
    DEPLOY = 1
    MINES = 2  # only with `mine_deploy` = setup
    PREPARE = 3
    START = 4  # Start Phase: air strikes, one after another
    CHOOSE = 5
    ACT = 6
    END = 7  # End Phase: burning and cook-off, one vehicle after another
    BAIL_OUT = 8  # passengers of a disabled APC are placed (TC-10.23)
    OVER = 9
    FIRES = 10  # after an activation, with `end_of_turn` = activation: burning and cook-off (TC-4.5)


class Mission(IntEnum):
    """How victory is judged (TC-13)."""

    SKIRMISH = 0
    BASIC_TRAINING = 1
    CAPTURE_OBJECTIVES = 2
    BREAKTHROUGH = 3  # and Cross Minefield
    DESTROY_TARGET = 4
    ESCORT = 5
    BEACH_LANDING = 6
    URBAN_WARFARE = 7
    DISABLE_AA_GUNS = 8


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
    MISSILE = 2


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
    BAIL_OUT = 4  # actor, place
    MOVE = 5  # facing = direction, for units that go any way; else -1: forward
    REVERSE = 6
    STRAIGHT = 7  # choice = hexes, 1 to 3; facing as for MOVE
    TURN = 8  # facing = new hull facing, choice = 1: the turret goes along
    TURRET = 9  # facing = new turret facing
    FIRE = 10  # target, or place of a building
    FIRE_AI = 11  # target
    MISSILE = 12  # target, choice = Shell
    LOAD = 13  # choice = Shell
    SMOKE = 14  # place
    EXTINGUISH = 15
    STRIKE = 16  # place
    MINE = 17  # place
    FLARE = 18  # place with `flare_mode` = targeted, else -1
    COVER = 19
    CAPTURE = 20
    DISARM = 21  # place
    MOUNT = 22  # target = carrier
    DISMOUNT = 23  # place
    ABILITY = 24  # choice = Ability
    LIEUTENANT = 25  # choice = Role
    END = 26
    CONCEDE = 27


class Rank(IntEnum):
    """What a crew member has become in a campaign (TC-14.8)."""

    NONE = 0
    VETERAN = 1
    ACE = 2


class Ending(IntEnum):
    """How a battle ended."""

    BEATEN = 0  # no operational unit left (TC-1.3)
    TIME = 1
    ACCOMPLISHED = 2
    CONCEDED = 3


class Face(IntEnum):
    """Which armor a hit meets (TC-7.17)."""

    FRONT = 0
    SIDE = 1
    REAR = 2
