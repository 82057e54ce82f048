"""Every number the state and the orders give a meaning to. Option values are in `variants.py`."""

from __future__ import annotations

from enum import IntEnum

NOBODY = -1
NONE = 0  # no save, no bonus: a value that is never one

CONTACT = 100  # mils (CA-2.3)
TOL = 10
STEP = 50  # mils between the points at which a base is tested along a path (CA-4.2)
WHOLE = 100  # hundredths of a full move, as the options hold shares of it
WAYPOINTS = 8  # of one leg (CA-4.2)

MODELS = 48  # on both sides together
DETACHMENTS = 16  # a set of them is the bits of one number
PROFILES = 16
WEAPONS = 6  # of one profile (CA-8.8)
LINES = 3  # stat-lines of one weapon
TURNS = 24  # way-points that a model keeps of its activation (CA-12.26)
AREAS = 12  # pieces of terrain
OBJECTIVES = 6
FIGHTS = MODELS - 1  # of one Combat: all models but one against that one
MOST_BONUSES = 100  # of a weapon in a round (CA-8.8)
TARGETS = 7  # target types of a weapon bonus


class Kind(IntEnum):
    """Model types (CA-1.6), in the order of the card's groups."""

    INFANTRY = 0
    CAVALRY = 1
    WALKER = 2
    VEHICLE = 3
    SHV = 4
    KNIGHT = 5
    TITAN = 6


class ArmyList(IntEnum):
    """CA-6.3."""

    LEGIONS = 0
    AUXILIA = 1
    OTHER = 2


class Order(IntEnum):
    """CA-3.2; FALL_BACK is imposed (CA-16.3), NONE is an order lost (CA-3.8) or not yet given."""

    NONE = 0
    FIRST_FIRE = 1
    ADVANCE = 2
    MARCH = 3
    CHARGE = 4
    FALL_BACK = 5


class Arc(IntEnum):
    """Where a weapon bears (CA-7.17), and the arc in which an enemy stands (FRONT or REAR, CA-5.3)."""

    ALL = 0
    FRONT = 1
    REAR = 2


class Ground(IntEnum):
    """Terrain (2.4)."""

    OPEN = 0
    ROUGH = 1
    WOOD = 2
    BLOCK = 3


class Trait(IntEnum):
    """Bits of the traits of a stat-line that a rule reads (CA-7, CA-15)."""

    LIGHT = 0
    LIGHT_AT = 1
    ANTI_TANK = 2
    POINT_DEFENCE = 3
    ASSAULT = 4
    IGNORES_COVER = 5
    SKYFIRE = 6
    NO_OVERWATCH = 7  # Barrage, Heavy Barrage, Blast, Beam, Firestorm, Graviton Pulse, Psi (CA-15.10)


class Gift(IntEnum):
    """Bits of the special rules of a model."""

    BULKY = 0
    JUMP_PACKS = 1
    SKIMMER = 2


class Phase(IntEnum):
    """What the battle waits for (CA-3.1, CA-20.1)."""

    DEPLOY = 0
    ORDERS = 1
    MOVEMENT = 2  # the side to act activates a detachment
    MOVING = 3  # an activated detachment moves, charges or shocks
    ENGAGED = 4  # an engaged detachment with a Charge order
    POINT_DEFENCE = 5  # before or after the move (CA-15.9)
    RESPONSE = 6  # the target of a Tank Shock answers (CA-12.6)
    OVERWATCH = 7  # after a charge into contact (CA-15.11 b)
    PAIRING = 8  # who fights whom, in which order (CA-9.6)
    SPENDING = 9  # bonuses before a roll (CA-10.7)
    WITHDRAW = 10  # CA-16.4
    FIRST_FIRE = 11
    ENGAGEMENT = 12  # the side with Initiative picks a Combat (CA-17.2)
    ADVANCING_FIRE = 13
    OVER = 14


class Verb(IntEnum):
    """What an order does; which fields of the action it uses stands beside it."""

    ORDER = 0  # actor: detachment; choice: Order (secret)
    ACTIVATE = 1  # actor: detachment
    DEFEND = 2  # fire Point Defence weapons; actor: detachment; target: detachment, -1 for none (CA-15.9)
    DRIVE = 3  # actor: model; x and y of the next way-point; facing at the end, -1 as driven
    MANOEUVRE = 4  # a proposed move of a whole detachment; actor: detachment; rest: see `proposing`
    BACK = 5  # actor: detachment; what it moved since its last Tank Shock is taken back
    END = 6  # actor: detachment; its activation ends here (CA-4.10)
    SHOCK = 7  # actor: detachment; target: detachment (CA-12.4, CA-12.29)
    FALLBACK = 8  # actor: detachment; CA-12.26
    RESPOND = 9  # actor: detachment; choice: Response; place: of SOME_EVADE, who does, as bits from its first
    OVERWATCH = 10  # actor: detachment; choice: 0 or 1
    ENCIRCLE = 11  # actor: model; target: vehicle; choice: signed length (CA-13.5)
    LEAP = 12  # actor: model; x and y (CA-13.8)
    TURN = 13  # actor: model; facing (CA-14.1)
    PAIR = 14  # the next Fight; actor: model of the choosing side; target: its enemy (CA-9.6)
    SPEND = 15  # actor: vehicle; choice: `spending.packed` numbers of bonuses (CA-10.7)
    WITHDRAW = 16  # actor: detachment; by the search of CA-16.5
    PLACE = 17  # actor: model; x and y; facing (set-up), -1 in a Withdraw
    PICK = 18  # actor: a detachment of the Combat to be fought next (CA-17.2)
    FIRE = 19  # actor: detachment; target: detachment; place: second target of Point Defence, -1
    HOLD = 20  # actor: detachment; it does not fire
    SPARE = 21  # actor: model; choice: weapon that will not fire this time (CA-10.3)
    CONCEDE = 22
    FORM = 23  # set-up of a whole detachment; x and y; facing; choice: models abreast
    CEASE = 24  # nobody else of the side fires in this stage (CA-3.11)


class Manner(IntEnum):
    """How a proposed manoeuvre moves a whole detachment (CA-20.3): the `choice` of Verb.MANOEUVRE."""

    GO = 0  # x and y that its guide makes for
    CHARGE = 1  # target: the detachment it charges, by the shortest ways
    CHARGE_REAR = 2  # the same, towards the rear of the vehicles
    SHOCK = 3  # target: the detachment it shocks
    PILE_IN = 4  # those who touch nobody close up (CA-4.9)


class Response(IntEnum):
    """The answer to a Tank Shock (CA-12.6, CA-12.8); the last two only as an option (CA-12.7)."""

    STAND = 0
    STAND_AND_FIRE = 1
    EVADE = 2
    SOME_EVADE = 3  # the others stand
    FIRE_SOME_EVADE = 4  # the others fire and stand


class Firing(IntEnum):
    """When a detachment fires: it decides which weapons take part, and how well they hit (CA-15)."""

    STAGE = 0  # of the Combat phase (CA-15.1)
    OVERWATCH = 1  # CA-15.10
    DEFENCE = 2  # Point Defence in the Movement phase (CA-15.9)


class Stage(IntEnum):
    """What a Combat belongs to: it decides who chooses, and what follows (CA-12, CA-17)."""

    SHOCK = 0
    ENGAGEMENT = 1


class Ending(IntEnum):
    """How a battle ends (CA-18.3)."""

    RUNNING = 0
    ROUNDS = 1
    WIPED_OUT = 2
    CONCEDED = 3


class Extra(IntEnum):
    """What a scenario scores at its end besides (CA-18.3, section 6)."""

    NONE = 0
    BREAKTHROUGH = 1  # so many vehicles wholly beyond a line
    ARRIVAL = 2  # a model of one detachment with its centre on a line or beyond it
