"""What the network of the estimate is told of a position: every tank, every side (`kernel.network`)."""

from __future__ import annotations

from enum import IntEnum

from hulldown.kernel.jit import rule
from hulldown.kernel.network import Features, clear, describe, raise_to
from hulldown.rulesets.chase.codes import (
    PAYOFF,
    SIDE_TANKS,
    Event,
    Facing,
    Gun,
    Mobility,
    Mount,
    Order,
    Phase,
    Standing,
)
from hulldown.rulesets.chase.ending import limit_reached, side_score
from hulldown.rulesets.chase.judgement.lead import SHARE, Term, aim_at, shot, shot_now, soundness
from hulldown.rulesets.chase.state import BANDS, Pair, State, seat_of

KINDS = BANDS + 1  # by the range of a duel; a team battle is the last
LENGTH = 12  # turns of a usual duel
HUNDRED = 100.0  # points
WHOLE = 1.0 * SHARE
LOST = (Event.DESTROY_A.value, Event.DESTROY_B.value)  # how a duel ends, by the side that it happens to
AWAY = (Event.ESC_A.value, Event.ESC_B.value)
AHEAD = (Event.LIMIT_A.value, Event.LIMIT_B.value)


class UnitFeature(IntEnum):
    """Of one tank; what is said of a pair is said of its nearest."""

    HULL = 0
    HULL_POINTS = 1
    LAST_POINT = 2
    DRIVE_DAMAGED = 3
    IMMOBILISED = 4
    GUN_DAMAGED = 5
    GUN_OUT = 6
    TOP_SPEED = 7
    AGILITY = 8
    DRIVER = 9
    GUNNER = 10
    FIXED = 11
    DICE = 12
    BONUS = 13
    PIERCING = 14
    ARMOR_FRONT = 15
    ARMOR_SIDE = 16
    ARMOR_REAR = 17
    SHOT_ADJACENT = 18  # what its shot promises at each range, front to front: shares of the enemy's hull
    SHOT_CLOSE = 19
    SHOT_SHORT = 20
    SHOT_MEDIUM = 21
    SHOT_LONG = 22
    SHOT_VERY_LONG = 23
    SHOT_DISTANT = 24
    SHOT_NOW = 25  # the same at the range that there is,
    SHOT_NEARER = 26  # one range nearer,
    SHOT_FARTHER = 27  # and one farther
    SHOT_AT_SIDE = 28  # and where the enemy shows a side
    SHOT_AT_REAR = 29
    AIMED = 30  # by the facings that stand
    ORDERED = 31
    PURSUES = 32
    FLEES = 33
    MANEUVERS = 34
    HULL_DOWN = 35
    CHANGES_RANGE = 36
    DOWN = 37
    TOTAL = 38
    COLLIDED = 39
    SHOWS_SIDE = 40
    SHOWS_REAR = 41
    POINTS = 42
    UNENGAGED = 43
    PAIRS = 44
    RANGE = 45
    ADJACENT = 46
    FAR = 47


class SideFeature(IntEnum):
    """Of one side beside the other."""

    LEFT = 0
    GONE = 1
    LAST_TURN = 2
    PAYS_NOW = 3  # the turn limit, as the tanks are
    DESTROYS = 4  # what each end pays
    IS_DESTROYED = 5
    GETS_AWAY = 6
    LETS_GO = 7
    BOTH_GO = 8
    BOTH_GONE = 9
    AHEAD = 10
    EVEN = 11
    SECRET = 12  # orders are given
    DRIVING = 13  # the range and the facings are settled
    RAMMING = 14
    FIRING = 15
    ENDING = 16
    DECIDES = 17
    WINS_TEST = 18
    SCORE = 19


UNIT, SIDE = len(UnitFeature), len(SideFeature)


@rule
def tank_features(s: State, t: int, f: Features, at: int) -> None:
    """What a tank is, has suffered and was ordered."""
    tank = s.tanks[t]
    p, now = tank.profile, tank.now
    f.unit_values[at + UnitFeature.HULL] = soundness(tank, Term.HULL.value) / WHOLE
    f.unit_values[at + UnitFeature.HULL_POINTS] = now.hull / 8.0
    f.unit_values[at + UnitFeature.LAST_POINT] = 1.0 if now.hull == 1 else 0.0
    f.unit_values[at + UnitFeature.DRIVE_DAMAGED] = 1.0 if now.mobility == Mobility.DAMAGED else 0.0
    f.unit_values[at + UnitFeature.IMMOBILISED] = 1.0 if now.mobility == Mobility.IMMOBILISED else 0.0
    f.unit_values[at + UnitFeature.GUN_DAMAGED] = 1.0 if now.gun == Gun.DAMAGED else 0.0
    f.unit_values[at + UnitFeature.GUN_OUT] = 1.0 if now.gun == Gun.KNOCKED_OUT else 0.0
    f.unit_values[at + UnitFeature.TOP_SPEED] = p.top_speed / 16.0
    f.unit_values[at + UnitFeature.AGILITY] = p.agility / 2.0
    f.unit_values[at + UnitFeature.DRIVER] = p.driver / 3.0
    f.unit_values[at + UnitFeature.GUNNER] = p.gunner / 3.0
    f.unit_values[at + UnitFeature.FIXED] = 1.0 if p.mount == Mount.FIXED else 0.0
    f.unit_values[at + UnitFeature.DICE] = p.dice / 4.0
    f.unit_values[at + UnitFeature.BONUS] = p.bonus / 4.0
    f.unit_values[at + UnitFeature.PIERCING] = p.ap / 8.0
    f.unit_values[at + UnitFeature.ARMOR_FRONT] = p.armor[Facing.FRONT.value] / 16.0
    f.unit_values[at + UnitFeature.ARMOR_SIDE] = p.armor[Facing.RIGHT.value] / 16.0
    f.unit_values[at + UnitFeature.ARMOR_REAR] = p.armor[Facing.REAR.value] / 16.0
    f.unit_values[at + UnitFeature.POINTS] = p.points / HUNDRED
    f.unit_values[at + UnitFeature.UNENGAGED] = 1.0
    f.unit_values[at + UnitFeature.ORDERED] = 1.0 * tank.ordered
    f.unit_values[at + UnitFeature.PURSUES] = 1.0 if tank.order == Order.PURSUE else 0.0
    f.unit_values[at + UnitFeature.FLEES] = 1.0 if tank.order == Order.FLEE else 0.0
    f.unit_values[at + UnitFeature.MANEUVERS] = 1.0 if tank.order == Order.MANEUVER else 0.0
    f.unit_values[at + UnitFeature.HULL_DOWN] = 1.0 if tank.order == Order.HULL_DOWN else 0.0
    f.unit_values[at + UnitFeature.CHANGES_RANGE] = 1.0 if tank.order == Order.CHANGE_RANGE else 0.0
    f.unit_values[at + UnitFeature.DOWN] = 1.0 if tank.down != 0 else 0.0
    f.unit_values[at + UnitFeature.TOTAL] = tank.total / 12.0 if tank.rolled != 0 else 0.0
    f.unit_values[at + UnitFeature.COLLIDED] = 1.0 if tank.collided != 0 else 0.0


@rule
def reach_features(s: State, p: Pair, side: int, f: Features, at: int) -> None:
    """Where a tank of a pair is, and what its shots promise."""
    band, own = max(0, min(BANDS - 1, p.range)), p.facing[side]
    front = Facing.FRONT.value
    f.unit_values[at + UnitFeature.RANGE] = band / 6.0
    f.unit_values[at + UnitFeature.ADJACENT] = 1.0 if band == 0 else 0.0
    f.unit_values[at + UnitFeature.FAR] = 1.0 if band == BANDS - 1 else 0.0
    f.unit_values[at + UnitFeature.UNENGAGED] = 0.0
    for b in range(BANDS):
        f.unit_values[at + UnitFeature.SHOT_ADJACENT + b] = shot(s, p, side, b, front, front) / WHOLE
    f.unit_values[at + UnitFeature.SHOT_NOW] = aim_at(s, p, side, 0) / WHOLE
    f.unit_values[at + UnitFeature.SHOT_NEARER] = aim_at(s, p, side, -1) / WHOLE
    f.unit_values[at + UnitFeature.SHOT_FARTHER] = aim_at(s, p, side, 1) / WHOLE
    flank, rear = Facing.RIGHT.value, Facing.REAR.value
    f.unit_values[at + UnitFeature.SHOT_AT_SIDE] = shot(s, p, side, band, front, flank) / WHOLE
    f.unit_values[at + UnitFeature.SHOT_AT_REAR] = shot(s, p, side, band, front, rear) / WHOLE
    f.unit_values[at + UnitFeature.SHOWS_SIDE] = 1.0 if own == flank or own == Facing.LEFT else 0.0
    f.unit_values[at + UnitFeature.SHOWS_REAR] = 1.0 if own == rear else 0.0


@rule
def pair_features(s: State, f: Features) -> None:
    """What both tanks of every pair are to each other; the nearest pair counts."""
    for i in range(s.pairs):
        p = s.pair[i]
        if p.open == 0:
            continue
        for side in range(2):
            at = f.begins[p.tank[side]]
            if at < 0:
                continue
            before = f.unit_values[at + UnitFeature.PAIRS]
            f.unit_values[at + UnitFeature.PAIRS] = before + 0.5
            if before == 0.0 or p.range / 6.0 < f.unit_values[at + UnitFeature.RANGE]:
                reach_features(s, p, side, f, at)
            raise_to(f, at + UnitFeature.AIMED, shot_now(s, p, side) / WHOLE)


@rule
def pays(s: State, side: int, event: int) -> float:
    """What an end of a duel is worth to a side."""
    paid = s.payoffs[event] / (1.0 * PAYOFF)
    return paid if side == 0 else -paid


@rule
def payoff_features(s: State, side: int, f: Features, at: int) -> None:
    """What each end of the duel pays a side, the turn limit as the tanks are."""
    f.side_values[at + SideFeature.DESTROYS] = pays(s, side, LOST[1 - side])
    f.side_values[at + SideFeature.IS_DESTROYED] = pays(s, side, LOST[side])
    f.side_values[at + SideFeature.GETS_AWAY] = pays(s, side, AWAY[side])
    f.side_values[at + SideFeature.LETS_GO] = pays(s, side, AWAY[1 - side])
    f.side_values[at + SideFeature.BOTH_GO] = pays(s, side, Event.ESC_BOTH.value)
    f.side_values[at + SideFeature.BOTH_GONE] = pays(s, side, Event.BOTH.value)
    ends = limit_reached(s)
    f.side_values[at + SideFeature.PAYS_NOW] = pays(s, side, ends)
    f.side_values[at + SideFeature.AHEAD] = 1.0 if ends == AHEAD[side] else 0.0
    f.side_values[at + SideFeature.EVEN] = 1.0 if ends == Event.LIMIT_EQ else 0.0


@rule
def side_features(s: State, seat: int, f: Features, at: int) -> None:
    """What a seat sees of the whole battle."""
    side, p = seat_of(s, seat), s.pair[0]
    f.side_values[at + SideFeature.LEFT] = (s.turn_limit - s.turn) / (1.0 * LENGTH)
    f.side_values[at + SideFeature.GONE] = s.turn * 1.0 / max(1, s.turn_limit)
    f.side_values[at + SideFeature.LAST_TURN] = 1.0 if s.turn >= s.turn_limit else 0.0
    phase = s.phase
    f.side_values[at + SideFeature.SECRET] = 1.0 if phase <= Phase.ORDERS else 0.0
    driving = (phase >= Phase.DRIVING and phase <= Phase.FACING) or phase == Phase.DIRECTION
    f.side_values[at + SideFeature.DRIVING] = 1.0 if driving else 0.0
    f.side_values[at + SideFeature.RAMMING] = 1.0 if phase == Phase.RAM else 0.0
    f.side_values[at + SideFeature.FIRING] = 1.0 if phase >= Phase.OPENING and phase <= Phase.FIRE else 0.0
    f.side_values[at + SideFeature.ENDING] = 1.0 if phase == Phase.END or phase == Phase.OVER else 0.0
    if s.options.team_battle != 0:
        total = max(1, side_score(s, 0) + side_score(s, 1))
        f.side_values[at + SideFeature.SCORE] = (side_score(s, side) - side_score(s, 1 - side)) * 1.0 / total
        return
    if driving:
        f.side_values[at + SideFeature.WINS_TEST] = 1.0 if p.winner == side else 0.0
        f.side_values[at + SideFeature.DECIDES] = 1.0 if p.decider == side else 0.0
    payoff_features(s, side, f, at)


@rule
def kind_of_battle(s: State) -> int:
    """What kind of battle it is, for both sides."""
    return KINDS - 1 if s.options.team_battle != 0 else max(0, min(BANDS - 1, s.pair[0].range))


@rule
def extract(s: State, f: Features) -> None:
    """Describe a position. Sides are those of the seats, who change in a match."""
    clear(f, SIDE)
    for side in range(2):
        for t in range(side * SIDE_TANKS, side * SIDE_TANKS + s.count[side]):
            if s.tanks[t].standing == Standing.ACTIVE and s.tanks[t].now.hull > 0:
                tank_features(s, t, f, describe(f, t, seat_of(s, side), UNIT))
    pair_features(s, f)
    for seat in range(2):
        f.kind[seat] = kind_of_battle(s)
        side_features(s, seat, f, seat * SIDE)
