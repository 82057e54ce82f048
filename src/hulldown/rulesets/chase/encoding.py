"""A battle of Chase and its orders as numbers, for agents: the battle, its tanks, its pairs."""

from __future__ import annotations

from enum import IntEnum

from hulldown.kernel.actions import Action
from hulldown.kernel.jit import rule
from hulldown.kernel.network import ended
from hulldown.kernel.records import Short
from hulldown.kernel.walk import WON
from hulldown.rulesets.api.encoding import ActionCatalogue, Encoding
from hulldown.rulesets.chase.bot import payoff_share
from hulldown.rulesets.chase.state import (
    NOBODY,
    PAIRS,
    PAYOFF,
    SIDE_TANKS,
    TANKS,
    Gun,
    Mobility,
    Mount,
    Order,
    Pair,
    Phase,
    Standing,
    State,
    Tank,
    Verb,
    side_of,
    side_of_seat,
)
from hulldown.rulesets.common.encoding import block, side_sign, within

VERSION = 1
TURNS, POINTS, HULLS, TEST = 99, 999, 99, 99  # more is written as so much
PAID = 10_000  # hundredths of a point of payoff
BANDS, SHIFTS = 7, 15
ORDERS = len(Order)  # of a tank, NONE among them

# The battle, as the seat that decides sees it.
BattleFeature = IntEnum(
    "BattleFeature",
    "SIDE TURN TURN_LIMIT DUEL DUELS TEAM_BATTLE PAID "
    "PAIRING ORDERS SHIFT FACING RAM OPENING TARGETS DIRECTION "  # what is to be decided
    "ACTING",  # the row of the pair, or of the tank, that it is about; -1 for none
    start=0,
)

# One tank.
TankFeature = IntEnum(
    "TankFeature",
    "OWN ACTIVE ESCAPED DESTROYED HULL FULL_HULL FRONT RIGHT REAR LEFT TOP_SPEED AGILITY DRIVER GUNNER "
    "FIXED_GUN DICE BONUS PIERCING POINTS GUN_DAMAGED GUN_OUT DRIVE_DAMAGED IMMOBILISED "
    "ORDERED PURSUE FLEE MANEUVER HULL_DOWN CHANGE_RANGE "
    "TESTED TEST DOWN COLLIDED AIMS",
    start=0,
)

# Two tanks that fight each other; what is said of sides is 1 for the own one, -1 for the enemy, 0 for none.
PairFeature = IntEnum(
    "PairFeature",
    "IN_CONTACT OWN_TANK ENEMY_TANK RANGE RANGE_BEFORE WINNER OWN_SUCCESS ENEMY_SUCCESS DECIDER LOWEST "
    "HIGHEST OWN_FACING ENEMY_FACING ASKED_FIRST RESOLVED ACTING",
    start=0,
)

BATTLE, TANK, PAIR = len(BattleFeature), len(TankFeature), len(PairFeature)
ARMOR = (-99, 99)
BLOCKS = (
    block(
        "battle",
        1,
        BattleFeature,
        {
            BattleFeature.TURN: (0, TURNS),
            BattleFeature.TURN_LIMIT: (0, TURNS),
            BattleFeature.DUEL: (0, TURNS),
            BattleFeature.DUELS: (0, TURNS),
            BattleFeature.PAID: (-PAID, PAID),
            BattleFeature.ACTING: (-1, TANKS - 1),
        },
    ),
    block(
        "tanks",
        TANKS,
        TankFeature,
        {
            TankFeature.OWN: (-1, 1),
            TankFeature.HULL: (-HULLS, HULLS),
            TankFeature.FULL_HULL: (0, HULLS),
            TankFeature.FRONT: ARMOR,
            TankFeature.RIGHT: ARMOR,
            TankFeature.REAR: ARMOR,
            TankFeature.LEFT: ARMOR,
            TankFeature.TOP_SPEED: (0, HULLS),
            TankFeature.AGILITY: ARMOR,
            TankFeature.DRIVER: ARMOR,
            TankFeature.GUNNER: ARMOR,
            TankFeature.DICE: (0, HULLS),
            TankFeature.BONUS: ARMOR,
            TankFeature.PIERCING: (0, HULLS),
            TankFeature.POINTS: (0, POINTS),
            TankFeature.TEST: (-TEST, TEST),
        },
    ),
    block(
        "pairs",
        PAIRS,
        PairFeature,
        {
            PairFeature.OWN_TANK: (-1, TANKS - 1),
            PairFeature.ENEMY_TANK: (-1, TANKS - 1),
            PairFeature.RANGE: (-1, BANDS),
            PairFeature.RANGE_BEFORE: (-1, BANDS),
            PairFeature.WINNER: (-1, 1),
            PairFeature.OWN_SUCCESS: (-TEST, TEST),
            PairFeature.ENEMY_SUCCESS: (-TEST, TEST),
            PairFeature.DECIDER: (-1, 1),
            PairFeature.LOWEST: (-SHIFTS, SHIFTS),
            PairFeature.HIGHEST: (-SHIFTS, SHIFTS),
            PairFeature.OWN_FACING: (-1, 3),
            PairFeature.ENEMY_FACING: (-1, 3),
            PairFeature.ASKED_FIRST: (-1, 1),
        },
    ),
)


@rule
def row_of(side: int, t: int) -> int:
    """Where a tank stands in the observation of a side, and the tank that stands there: the same turn."""
    return t if t < 0 or side == 0 else (t + SIDE_TANKS) % TANKS


@rule
def write_battle(s: State, side: int, out: list[Short], at: int) -> None:
    """The course of the battle and what is to be decided."""
    phase, acting = s.phase, s.acting
    if phase == Phase.PAIRING or phase == Phase.TARGETS or phase == Phase.DIRECTION:
        acting = row_of(side, acting)
    paid = 100 * s.total // PAYOFF
    out[at + BattleFeature.SIDE] = side
    out[at + BattleFeature.TURN] = within(s.turn, 0, TURNS)
    out[at + BattleFeature.TURN_LIMIT] = within(s.turn_limit, 0, TURNS)
    out[at + BattleFeature.DUEL] = within(s.duel, 0, TURNS)
    out[at + BattleFeature.DUELS] = within(s.duels, 0, TURNS)
    out[at + BattleFeature.TEAM_BATTLE] = 1 if s.options.team_battle != 0 else 0
    out[at + BattleFeature.PAID] = within(paid if side == s.duel & 1 else -paid, -PAID, PAID)
    out[at + BattleFeature.PAIRING] = 1 if phase == Phase.PAIRING else 0
    out[at + BattleFeature.ORDERS] = 1 if phase == Phase.ORDERS else 0
    out[at + BattleFeature.SHIFT] = 1 if phase == Phase.SHIFT else 0
    out[at + BattleFeature.FACING] = 1 if phase == Phase.FACING else 0
    out[at + BattleFeature.RAM] = 1 if phase == Phase.RAM else 0
    out[at + BattleFeature.OPENING] = 1 if phase == Phase.OPENING else 0
    out[at + BattleFeature.TARGETS] = 1 if phase == Phase.TARGETS else 0
    out[at + BattleFeature.DIRECTION] = 1 if phase == Phase.DIRECTION else 0
    out[at + BattleFeature.ACTING] = within(acting, -1, TANKS - 1)


@rule
def write_profile(tank: Tank, out: list[Short], at: int) -> None:
    """What a tank is, and what is left of it."""
    p, now = tank.profile, tank.now
    out[at + TankFeature.HULL] = within(now.hull, -HULLS, HULLS)
    out[at + TankFeature.FULL_HULL] = within(p.hull, 0, HULLS)
    out[at + TankFeature.FRONT] = within(p.armor[0] - tank.worn[0], -HULLS, HULLS)
    out[at + TankFeature.RIGHT] = within(p.armor[1] - tank.worn[1], -HULLS, HULLS)
    out[at + TankFeature.REAR] = within(p.armor[2] - tank.worn[2], -HULLS, HULLS)
    out[at + TankFeature.LEFT] = within(p.armor[3] - tank.worn[3], -HULLS, HULLS)
    out[at + TankFeature.TOP_SPEED] = within(p.top_speed, 0, HULLS)
    out[at + TankFeature.AGILITY] = within(p.agility, -HULLS, HULLS)
    out[at + TankFeature.DRIVER] = within(p.driver, -HULLS, HULLS)
    out[at + TankFeature.GUNNER] = within(p.gunner, -HULLS, HULLS)
    out[at + TankFeature.FIXED_GUN] = 1 if p.mount == Mount.FIXED else 0
    out[at + TankFeature.DICE] = within(p.dice, 0, HULLS)
    out[at + TankFeature.BONUS] = within(p.bonus, -HULLS, HULLS)
    out[at + TankFeature.PIERCING] = within(p.ap, 0, HULLS)
    out[at + TankFeature.POINTS] = within(p.points, 0, POINTS)
    out[at + TankFeature.GUN_DAMAGED] = 1 if now.gun == Gun.DAMAGED else 0
    out[at + TankFeature.GUN_OUT] = 1 if now.gun == Gun.KNOCKED_OUT else 0
    out[at + TankFeature.DRIVE_DAMAGED] = 1 if now.mobility == Mobility.DAMAGED else 0
    out[at + TankFeature.IMMOBILISED] = 1 if now.mobility == Mobility.IMMOBILISED else 0


@rule
def write_tank(s: State, side: int, t: int, out: list[Short], at: int) -> None:
    """A tank, and what it does this turn; nothing but zeros where there is none."""
    tank = s.tanks[t]
    if tank.standing == Standing.ABSENT:
        return
    order = tank.order
    out[at + TankFeature.OWN] = 1 if side_of(t) == side else -1
    out[at + TankFeature.ACTIVE] = 1 if tank.standing == Standing.ACTIVE else 0
    out[at + TankFeature.ESCAPED] = 1 if tank.standing == Standing.ESCAPED else 0
    out[at + TankFeature.DESTROYED] = 1 if tank.standing == Standing.DESTROYED else 0
    write_profile(tank, out, at)
    out[at + TankFeature.ORDERED] = 1 if tank.ordered != 0 else 0
    out[at + TankFeature.PURSUE] = 1 if order == Order.PURSUE else 0
    out[at + TankFeature.FLEE] = 1 if order == Order.FLEE else 0
    out[at + TankFeature.MANEUVER] = 1 if order == Order.MANEUVER else 0
    out[at + TankFeature.HULL_DOWN] = 1 if order == Order.HULL_DOWN else 0
    out[at + TankFeature.CHANGE_RANGE] = 1 if order == Order.CHANGE_RANGE else 0
    out[at + TankFeature.TESTED] = 1 if tank.rolled != 0 else 0
    out[at + TankFeature.TEST] = within(tank.total, -TEST, TEST)
    out[at + TankFeature.DOWN] = 1 if tank.down != 0 else 0
    out[at + TankFeature.COLLIDED] = 1 if tank.collided != 0 else 0
    out[at + TankFeature.AIMS] = 1 if tank.aim != NOBODY else 0


@rule
def write_pair(s: State, side: int, p: Pair, acts: int, out: list[Short], at: int) -> None:
    """Two tanks that meet."""
    other = 1 - side
    out[at + PairFeature.IN_CONTACT] = 1 if p.open != 0 else 0
    out[at + PairFeature.OWN_TANK] = row_of(side, p.tank[side])
    out[at + PairFeature.ENEMY_TANK] = row_of(side, p.tank[other])
    out[at + PairFeature.RANGE] = within(p.range, -1, BANDS)
    out[at + PairFeature.RANGE_BEFORE] = within(p.was, -1, BANDS)
    out[at + PairFeature.WINNER] = side_sign(side, p.winner)
    out[at + PairFeature.OWN_SUCCESS] = within(p.success[side], -TEST, TEST)
    out[at + PairFeature.ENEMY_SUCCESS] = within(p.success[other], -TEST, TEST)
    out[at + PairFeature.DECIDER] = side_sign(side, p.decider)
    out[at + PairFeature.LOWEST] = within(p.low, -SHIFTS, SHIFTS)
    out[at + PairFeature.HIGHEST] = within(p.high, -SHIFTS, SHIFTS)
    out[at + PairFeature.OWN_FACING] = within(p.facing[side], -1, 3)
    out[at + PairFeature.ENEMY_FACING] = within(p.facing[other], -1, 3)
    out[at + PairFeature.ASKED_FIRST] = side_sign(side, p.first)
    out[at + PairFeature.RESOLVED] = 1 if p.moved != 0 else 0
    out[at + PairFeature.ACTING] = acts


@rule
def observe(s: State, seat: int, out: list[Short], at: int) -> None:
    """The position as numbers, the tanks of the seat's own side first."""
    side = side_of_seat(s, seat)
    write_battle(s, side, out, at)
    at += BATTLE
    for t in range(TANKS):
        write_tank(s, side, row_of(side, t), out, at)
        at += TANK
    of_tank = s.phase == Phase.PAIRING or s.phase == Phase.TARGETS or s.phase == Phase.DIRECTION
    for i in range(s.pairs):
        write_pair(s, side, s.pair[i], 1 if i == s.acting and not of_tank else 0, out, at)
        at += PAIR


@rule
def turn(s: State, seat: int, a: Action) -> None:
    """The tanks of an order as rows of the observation, the own facing before the enemy's; or back again."""
    side = side_of_seat(s, seat)
    a.actor, a.target = row_of(side, a.actor), row_of(side, a.target)
    if a.verb == Verb.FACE and side == 1:
        a.facing, a.choice = a.choice, a.facing


@rule
def score(s: State) -> int:
    """What the first seat has of the payoffs (CH-12.6); of a team battle, which has none, by its winner."""
    if s.options.team_battle != 0:
        return ended(s.winner, 0)
    return within(payoff_share(s), 0, WON)


# ---------------------------------------------------------------- catalogue
# A number for every order: each verb has its own, behind those of the verb before.

FACINGS = 5  # four, and none
SHIFT_AT = SIDE_TANKS * ORDERS
FACE_AT = SHIFT_AT + 2 * SHIFTS + 1
RAM_AT = FACE_AT + FACINGS * FACINGS
OPEN_AT = RAM_AT + 2
TARGET_AT = OPEN_AT + 2
JOIN_AT = TARGET_AT + TANKS
DIRECTION_AT = JOIN_AT + TANKS + 1
SURRENDER_AT = DIRECTION_AT + ORDERS
CATALOGUE = SURRENDER_AT + 1


@rule
def index(s: State, seat: int, a: Action) -> int:
    """The number of an order. Who acts goes without saying, but for whom an order is given."""
    verb = a.verb
    if verb == Verb.ORDER:
        return a.actor * ORDERS + a.choice + 1
    if verb == Verb.SHIFT:
        return SHIFT_AT + SHIFTS + within(a.choice, -SHIFTS, SHIFTS)
    if verb == Verb.FACE:
        return FACE_AT + (a.facing + 1) * FACINGS + a.choice + 1
    if verb == Verb.RAM:
        return RAM_AT + a.choice
    if verb == Verb.OPEN:
        return OPEN_AT + a.choice
    if verb == Verb.TARGET:
        return TARGET_AT + a.target
    if verb == Verb.JOIN:
        return JOIN_AT + a.target + 1
    return DIRECTION_AT + a.choice + 1 if verb == Verb.DIRECTION else SURRENDER_AT


ENCODING = Encoding(
    version=VERSION,
    blocks=BLOCKS,
    observe=observe,
    turn=turn,
    turn_back=turn,
    score=score,
    width=32,
    catalogue=ActionCatalogue(CATALOGUE, index),
)
