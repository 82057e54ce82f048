"""A situation becomes a position of a duel: both tanks, their orders and tests, at the step asked about."""

from __future__ import annotations

from hulldown.kernel.actions import Action, make
from hulldown.rulesets.chase.chart import hull_down
from hulldown.rulesets.chase.codes import NOBODY, SIDE_TANKS, Band, Facing, Gun, Mobility, Order, Phase, Verb
from hulldown.rulesets.chase.groundwork import BAND_NAMES, blank_state, engage_duel, field_tank
from hulldown.rulesets.chase.situation.data import Owned, Situation, Tank
from hulldown.rulesets.chase.state import Pair, State

A1, B1 = 0, SIDE_TANKS
TURNS = 2  # the turn that is asked about is not the last one
SIDES = {"a": 0, "b": 1, "none": NOBODY}


def build_position(asked: Situation) -> State:
    """The position: before the guns fire, before the ram, or with B1's secret order given."""
    s = blank_state(asked.options)
    for t, tank in ((A1, asked.a), (B1, asked.b)):
        place(s, t, tank, asked.own)
    p = engage_duel(s, BAND_NAMES.index(asked.between.range))
    s.turn, s.turn_limit = 1, TURNS
    if asked.what == "maneuvers":
        s.phase, s.turn_limit = Phase.ORDERS, asked.between.turns
        s.tanks[B1].order, s.tanks[B1].ordered = order_of(asked.b), 1
        return s
    for side, tank in enumerate((asked.a, asked.b)):
        drive(s, p, side, tank)
    p.winner = SIDES[asked.between.winner]
    if asked.what == "shot":
        s.phase, s.acting, p.moved = Phase.TARGETS, A1, 1
    else:
        close_in(s, p, asked.between.overshoot)
    return s


def place(s: State, t: int, tank: Tank, own: Owned) -> None:
    """A tank with its damage."""
    fielded = field_tank(s, t, tank.field_choice(own), tank.crew)
    if tank.left:
        fielded.now.hull = tank.left
    fielded.now.mobility, fielded.now.gun = Mobility[tank.mobility.upper()], Gun[tank.gun.upper()]


def order_of(tank: Tank) -> int:
    """The order of a tank as the state holds it."""
    return int(Order[tank.order.upper()])


def drive(s: State, p: Pair, side: int, tank: Tank) -> None:
    """Order, test and facing of a side; an immobilised tank has made no test (CH-5.8)."""
    t = s.tanks[p.tank[side]]
    t.order = p.order[side] = order_of(tank)
    t.ordered = 1
    p.facing[side] = Facing[tank.facing.upper()].value
    if t.now.mobility != Mobility.IMMOBILISED:
        score = s.options.driving_score
        t.rolled, t.total = 1, score + tank.effect if tank.success else score - 1
        t.first = t.total
        p.success[side], p.effect[side] = int(tank.success), tank.effect
    t.down = int(hull_down(p, side))


def close_in(s: State, p: Pair, overshoot: bool) -> None:
    """A move that closes to Adjacent or past it; B1, if it might ram as well, has not (CH-8.3, CH-8.5)."""
    s.phase, s.acting = Phase.RAM, 0
    p.range = p.was = Band.CLOSE.value
    p.raw = Band.PASSING.value if overshoot else Band.ADJACENT.value
    p.shift = p.raw - p.range
    p.first, p.asked = 1, 1


def decision(asked: Situation) -> Action:
    """The decision whose odds are asked for."""
    if asked.what == "maneuvers":
        return make(0, Verb.ORDER, A1, choice=order_of(asked.a))
    if asked.what == "ram":
        return make(0, Verb.RAM, A1, B1, choice=1)
    return make(0, Verb.TARGET, A1, B1)
