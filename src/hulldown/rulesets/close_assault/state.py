"""The whole battle as one record, and what its numbers and options mean."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from hulldown.kernel.actions import Terms
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import Base
from hulldown.kernel.records import Byte, Long, Short, record
from hulldown.rulesets.common.enums import VariantCodes, fields_of

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
WEAPONS = 12  # of one profile (CA-8.8)
FIRST_WEAPONS = 6  # in the `choice` of Verb.SPEND; before, a profile had no more
LINES = 3  # stat-lines of one weapon
TURNS = 24  # way-points that a model keeps of its activation (CA-12.26)
AREAS = 12  # pieces of terrain
OBJECTIVES = 6
FIGHTS = MODELS - 1  # of one Combat: all models but one against that one
WHOLE_TABLE = 200_000  # mils: farther than any table is wide
MOST_BONUSES = 100  # of a weapon in a round (CA-8.8)
TARGETS = 7  # target types of a weapon bonus


# Model types (CA-1.6), in the order of the card's groups.
Kind = IntEnum("Kind", "INFANTRY CAVALRY WALKER VEHICLE SHV KNIGHT TITAN", start=0)

# CA-6.3.
ArmyList = IntEnum("ArmyList", "LEGIONS AUXILIA OTHER", start=0)

# CA-3.2; FALL_BACK is imposed (CA-16.3), NONE is an order lost (CA-3.8) or not yet given.
Order = IntEnum("Order", "NONE FIRST_FIRE ADVANCE MARCH CHARGE FALL_BACK", start=0)

# Where a weapon bears (CA-7.17), and the arc in which an enemy stands (FRONT or REAR, CA-5.3).
Arc = IntEnum("Arc", "ALL FRONT REAR", start=0)

# Terrain (2.4).
Ground = IntEnum("Ground", "OPEN ROUGH WOOD BLOCK", start=0)


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


# Bits of the special rules of a model.
Gift = IntEnum("Gift", "BULKY JUMP_PACKS SKIMMER", start=0)


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
    SPEND = 15  # actor: vehicle; choice, place: `values.packed` numbers of bonuses (CA-10.7)
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


# What a Combat belongs to: it decides who chooses, and what follows (CA-12, CA-17).
Stage = IntEnum("Stage", "SHOCK ENGAGEMENT", start=0)

# How a battle ends (CA-18.3).
Ending = IntEnum("Ending", "RUNNING ROUNDS WIPED_OUT CONCEDED", start=0)


class Extra(IntEnum):
    """What a scenario scores at its end besides (CA-18.3, section 6)."""

    NONE = 0
    BREAKTHROUGH = 1  # so many vehicles wholly beyond a line
    ARRIVAL = 2  # a model of one detachment with its centre on a line or beyond it


# ---------------------------------------------------------------- variants
# Values of the options (CA-21), in the order of `options.toml`. The first is the default.


RulesMode = IntEnum("RulesMode", "PROPOSAL TODAY", start=0)  # CA-1.5
ArcTouch = IntEnum("ArcTouch", "REAR FRONT", start=0)  # CA-5.4
InvBetterThan5 = IntEnum("InvBetterThan5", "AS_5 EXTRAPOLATE", start=0)  # CA-6.6
DiscardScope = IntEnum("DiscardScope", "ANY_LINE SHORTEST_LINE", start=0)  # CA-7.4
AntitankWalkers = IntEnum("AntitankWalkers", "FULL PLUS_ONE", start=0)  # CA-7.11
CardKnightsTitans = IntEnum("CardKnightsTitans", "FOOTNOTE LISTED", start=0)  # CA-8.3
FightTie = IntEnum("FightTie", "NO_WOUND BOTH_WOUND", start=0)  # CA-9.2
VehicleFlatCharge = IntEnum("VehicleFlatCharge", "REPLACED ADDED", start=0)  # CA-9.9
CoaxialLink = IntEnum("CoaxialLink", "ONE_WAY MUTUAL", start=0)  # CA-10.5
BandBoundary = IntEnum("BandBoundary", "LOWER HIGHER", start=0)  # CA-11.4
ChargeDistance = IntEnum("ChargeDistance", "STRAIGHT PATH", start=0)  # CA-11.5
TankShockFights = IntEnum("TankShockFights", "ALL_TOUCHING ATTACKER_SUBSET", start=0)  # CA-12.11
LeaveCombatBonus = IntEnum("LeaveCombatBonus", "NONE_ALL_MOVE NONE_FIRST_SHOCK", start=0)  # CA-12.30
EncircleDistance = IntEnum("EncircleDistance", "MOVE DOUBLE UNLIMITED", start=0)  # CA-13.6
TurnAdjust = IntEnum("TurnAdjust", "SHUFFLE STRICT", start=0)  # CA-14.5
WithdrawFrom = IntEnum("WithdrawFrom", "FIGHT_BEGAN TOUCHING_NOW", start=0)  # CA-16.4
ChargePivot = IntEnum("ChargePivot", "AS_DRIVEN FREE", start=0)  # CA-4.7
BulkyJumpers = IntEnum("BulkyJumpers", "COUNTS SPARED", start=0)  # CA-12.13
FinalPenalty = IntEnum("FinalPenalty", "ALL LAST", start=0)  # CA-12.24
JumpersRound = IntEnum("JumpersRound", "END ALL_ALONG", start=0)  # CA-13.8
TurnKeeps = IntEnum("TurnKeeps", "MODELS DETACHMENTS", start=0)  # CA-14.4
TurnContact = IntEnum("TurnContact", "ANY_UNIT ENEMIES", start=0)  # CA-14.4
ShockWounds = IntEnum("ShockWounds", "FIGHTS OVERWATCH_TOO", start=0)  # CA-12.19
BreakOutOverwatch = IntEnum("BreakOutOverwatch", "HOLDERS WHOLE_MOVE", start=0)  # CA-12.29
BreakOutShocks = IntEnum("BreakOutShocks", "EVERY_HOLDER ONE", start=0)  # CA-12.29
ShockAnswer = IntEnum("ShockAnswer", "DETACHMENT MODELS", start=0)  # CA-12.7


# ---------------------------------------------------------------- state
# The whole battle as one record. Absent is -1. Lengths are in mils, angles in hundredths of a degree, saves
# and other values needed are the lowest face that passes (0: none).


@record
@fields_of(Path(__file__).parent)
class Options(VariantCodes):
    """Rule variants (CA-21)."""


@record
class Line:
    """One stat-line of a weapon."""

    nearest: int  # minimum range
    range: int
    fixed: Short  # dice: so many, and `random` dice of `sides` besides (CA-7.18)
    random: Short
    sides: Short
    to_hit: Short
    ap: Short  # 0 or negative
    traits: Short  # bits of Trait
    arc: Short  # Arc


@record
class Weapon:
    """A weapon of a profile, and the bonuses it gives (CA-7)."""

    count: Short  # identical mounts
    lines: Short
    line: Annotated[list[Line], LINES]
    pair: Short  # the weapon it is co-axial to, -1
    bonuses: Short  # how many a round; 0 for a discarded weapon
    arc: Short  # where they may be used
    value: Annotated[list[Short], TARGETS]  # by Kind; 0: no use against it


@record
class Profile:
    """What the models of a unit are (CA-8.1). Nothing here changes in a battle."""

    name: Short  # position in units.toml, -1 for a profile of a player's own
    kind: Short
    army: Short  # ArmyList
    save: Short
    invulnerable: Short
    jink: Short  # 0, or the face needed
    gifts: Short  # bits of Gift
    move: int
    wounds: Short
    morale: Short
    caf: Short  # its CAF; of a vehicle today's single one (CA-1.5)
    front: Short  # base CAF of a vehicle (CA-6)
    rear: Short
    round: Short  # base, as in plane.Base
    half_length: int
    half_width: int
    weapons: Short
    weapon: Annotated[list[Weapon], WEAPONS, FIRST_WEAPONS]


@record
class Model:
    """One base on the table."""

    base: Base
    detachment: int
    wounds: int  # left; 0: destroyed or never there
    left: Annotated[list[Byte], WEAPONS, FIRST_WEAPONS]  # bonuses left this round (CA-10.8)
    used: int  # bits of weapons used in close combat this round
    fired: int  # bits of weapons fired this round
    spared: int  # bits of weapons that its player keeps from firing now
    fought: int  # Fights it has fought in the Combat that goes on (CA-9.3)
    touched: int  # bits of the enemy detachments that it touched when its detachment was activated
    start_x: int  # where it began its activation, with its facing (CA-11.5)
    start_y: int
    start_facing: int
    shock_x: int  # where it stood at its detachment's last Tank Shock of this activation, at first as start_x
    shock_y: int
    shock_facing: int
    # In grains (plane.GRAIN): a path is rounded as a whole before it is compared (CA-2.11).
    cost: int  # movement spent in this activation, difficult ground counted twice (CA-4.5)
    driven: int  # length of its path in this activation
    since: int  # length of its path since the last Tank Shock
    leg: int  # its first way-point of this leg
    turns: int  # way-points of this activation so far
    turn_x: Annotated[list[int], TURNS]
    turn_y: Annotated[list[int], TURNS]
    done: int  # piled in, encircled, turned: Verb + 1 of what it did while engaged, 0 for nothing
    charge: int  # charge bonus of the Tank Shock that goes on, or kept from the end of its charge (CA-11.6)


@record
class Detachment:
    """The models of one unit that get one order."""

    side: int
    profile: int  # of all its models
    first: int  # its models are first to first + size - 1
    size: int  # at the start
    order: int  # secret until the reveal
    ordered: int  # 1 once it has its order: everybody may know that
    activated: int  # in this stage of the round
    moved: int  # activated in the Movement phase of this round
    shot: int  # has fired in a fire stage, Overwatch or with Point Defence in this round
    engaged: int  # 1: it was Engaged when it was activated
    broke_out: int  # 1: it shocked its way out of Combat in this activation (CA-12.28)
    shocks: int  # Tank Shocks this round (CA-12.23)
    shocked: int  # bits of the detachments it shocked this round (CA-12.25)
    wounds_lost: int  # in the Combat that goes on
    groups: int  # of its models before it moved (CA-2.12)
    largest: int  # size of the largest of them
    touched: int  # bits of the enemy detachments it touched when it began to fail a test or to move
    foes: Long  # bits of the enemy models that touched it when the Combat or Tank Shock that goes on began
    value: int  # VP for destroying it
    name: int  # its letter and its number: 100 * ord("B") + 1 is B1


@record
class Area:
    """A rectangle of terrain (2.4)."""

    ground: Short
    x0: int
    y0: int
    x1: int
    y1: int


@record
class Fight:
    """A Fight of the Combat that goes on: a model of the choosing side and its enemy (CA-9.4)."""

    own: Short
    enemy: Short
    done: Short  # 1 fought or skipped


@record
class State:
    """A battle."""

    options: Options
    width: int
    height: int
    areas: int
    area: Annotated[list[Area], AREAS]
    objectives: int
    objective_x: Annotated[list[int], OBJECTIVES]
    objective_y: Annotated[list[int], OBJECTIVES]
    profiles: int
    profile: Annotated[list[Profile], PROFILES]
    detachments: int
    detachment: Annotated[list[Detachment], DETACHMENTS]
    models: int
    model: Annotated[list[Model], MODELS]
    edge: Annotated[list[int], 2]  # direction, in hundredths of a degree, of each side's own table edge
    zone: Annotated[list[Area], 2]  # where each side sets up
    scoring: int  # first round at whose end objectives score
    extra: int  # Extra: the scenario's own way to score at the end, 0 for none
    extra_side: int  # who scores it
    extra_points: int
    extra_line: int  # x or y in mils that must be reached, seen from its own edge
    extra_models: int  # how many must
    extra_unit: int  # which detachment must, -1 for any
    round: int
    rounds: int
    phase: int
    side: int  # whose activation it is, or who decides in the phases with one side to decide
    initiative: int  # side; -1 before the first round
    acting: int  # detachment that is activated, -1
    target: int  # detachment that answers a Tank Shock, calls Overwatch or must withdraw, -1
    response: int  # to the Tank Shock that goes on
    flight_x: int  # the centres of the enemies from which a detachment withdraws, added up (CA-16.4)
    flight_y: int
    flight_from: int  # how many they are; 0 while nobody withdraws
    stage: int  # Stage of the Combat that goes on
    chooser: int  # side that chooses its Fights
    combat: int  # bits of the detachments in it
    resolved: int  # bits of the detachments that had their Combat in this Engagement stage (CA-17.4)
    tests: int  # bits of the detachments that still have to test morale
    charged: int  # bits of the detachments that may still call Overwatch at the charge just ended
    fights: int
    fight: Annotated[list[Fight], FIGHTS]
    current: int  # the Fight that is about to be rolled, -1 while Fights are still being chosen
    spend: Annotated[list[int], 2]  # bonuses named for it by side, of the first weapons; -1: not asked yet
    spend_more: Annotated[list[int], 2, 0]  # of the weapons after them
    lost: Annotated[list[int], 2]  # Wounds of each side in the Combat that goes on
    judged: int  # 1 once the result of the Combat that goes on is known
    near: Annotated[list[Long], MODELS]  # bits of the enemy models that a model of that Combat touches
    score: Annotated[list[int], 2]
    winner: int  # -1 while it runs, 2 a draw
    ending: int
    trial: Base  # a base to try places with; 0 between two decisions (`table.wipe`)
    rival: Base  # a second one, to hold the first against
    mate: Annotated[list[Byte], MODELS]  # to match models with (`fights.matched`); 0 between two calls
    came: Annotated[list[Byte], MODELS]
    back_x: Annotated[list[int], MODELS]  # to try a Turn with (`combat.turn`); 0 between two calls
    back_y: Annotated[list[int], MODELS]
    mute: Terms  # never on: for questions that want only the number


@rule
def profile_of(s: State, m: int) -> int:
    """The profile of a model."""
    return s.detachment[s.model[m].detachment].profile


@rule
def side_of(s: State, m: int) -> int:
    """The side of a model."""
    return s.detachment[s.model[m].detachment].side


@rule
def alive(s: State, m: int) -> bool:
    """Whether a model is on the table."""
    return bool(s.model[m].wounds > 0)


@rule
def kind_of(s: State, m: int) -> int:
    """The type of a model (CA-1.6)."""
    return s.profile[profile_of(s, m)].kind


@rule
def is_vehicle(s: State, m: int) -> bool:
    """Whether a model is a vehicle, super-heavy ones included (CA-1.1)."""
    kind = kind_of(s, m)
    return kind == Kind.VEHICLE or kind == Kind.SHV
