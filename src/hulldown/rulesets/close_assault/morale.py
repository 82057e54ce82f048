"""Morale: tests, orders lost, rallying, flight (CA-3.8, CA-16). Fire causes no test (CA-16.8)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import along, cosine, half_extent, mils, shifted_x, shifted_y, sine
from hulldown.rulesets.close_assault.codes import NOBODY, TOL, Order, Phase
from hulldown.rulesets.close_assault.contact import engaged, why_not_stand
from hulldown.rulesets.close_assault.events import fell_back, fled, morale_tested, order_lost, rallied
from hulldown.rulesets.close_assault.ground import lay_trial, why_no_way
from hulldown.rulesets.close_assault.hits import reached, remove, survivors
from hulldown.rulesets.close_assault.movement import full_move, way_cost
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, is_vehicle, side_of
from hulldown.rulesets.close_assault.withdrawing import PLACED, SHORTER, begin_withdraw, nearest_edge


@rule
def passes(morale: int, die: int) -> bool:
    """Whether a die passes a test: Morale or more (CA-16.1)."""
    return die >= morale


@rule
def morale_of(s: State, k: int) -> int:
    """The Morale of a detachment; its models share one profile, so it is their best (CA-16.1)."""
    return s.profile[s.detachment[k].profile].morale


@rule
def lose_order(s: State, k: int, e: Log) -> None:
    """A detachment loses its order and does not act further this round; Fall Back stays (CA-3.8)."""
    d = s.detachment[k]
    if d.order != Order.NONE and d.order != Order.FALL_BACK:
        d.order = Order.NONE
        order_lost(e, k)


@rule
def rolls_morale(s: State, k: int, d: Dice, e: Log) -> bool:
    """Test the morale of a detachment: whether it passes (CA-16.1); after the last stage it is to rally."""
    face = morale_of(s, k)
    die = reached(d, face)
    passed, rallies = passes(face, die), s.phase == Phase.ADVANCING_FIRE
    morale_tested(e, k, die, face, 1 if passed else 0, 1 if rallies else 0)
    return passed


@rule
def break_off(s: State, k: int, e: Log) -> bool:
    """A failed test: Fall Back instead of its order, and a Withdraw at once (CA-16.3). Its charge is over.

    True: its owner has to place its models.
    """
    lose_order(s, k, e)
    d = s.detachment[k]
    d.order = Order.FALL_BACK
    d.moved = 1  # it does not act further this round (CA-3.8)
    for m in range(d.first, d.first + d.size):
        s.model[m].charge = 0
    return begin_withdraw(s, k, e)


@rule
def take_tests(s: State, d: Dice, e: Log) -> bool:
    """Take the tests of `State.tests`, one detachment after another in order of id, each Withdraw at once
    (CA-16.2, CA-17.6). True: one failed and its owner has to place it; come back when it is placed.
    """
    for k in range(s.detachments):
        if (s.tests >> k) & 1 == 0:
            continue
        s.tests = s.tests & ~(1 << k)
        if survivors(s, k) > 0 and not rolls_morale(s, k, d, e) and break_off(s, k, e):
            s.phase, s.side, s.target = Phase.WITHDRAW, s.detachment[k].side, k
            return True
    return False


@rule
def rally(s: State, k: int, d: Dice, e: Log) -> None:
    """The End phase: a detachment with Fall Back that passes a test loses the marker (CA-16.6)."""
    if rolls_morale(s, k, d, e):
        s.detachment[k].order = Order.NONE
        rallied(e, k)


# ---------------------------------------------------------------- running
# Detachments with Fall Back run for their own table edge (CA-16.7, CA-16.9).


@rule
def run_home(s: State, k: int, e: Log) -> None:
    """The move of a detachment with Fall Back, without a choice (CA-16.7, CA-16.9). Engaged, it stays.

    It has been activated as for any move, so its models know where they began (CA-4.3).
    """
    if engaged(s, k):
        return
    d = s.detachment[k]
    m = nearest_edge(s, k)
    while m != NOBODY:
        s.model[m].done = PLACED  # it had its turn
        run(s, m, e)
        m = nearest_edge(s, k)
    for m in range(d.first, d.first + d.size):
        s.model[m].done = 0


@rule
def run(s: State, m: int, e: Log) -> None:
    """One model runs as far as it can, off the table if it can (CA-16.9)."""
    far, edge = full_move(s, m), s.edge[side_of(s, m)]
    while far > 0:
        if leaves(s, m, far, edge):
            fled(e, m)
            remove(s, m, e)
            return
        if may_run(s, m, far, edge):
            go(s, m, far, edge, e)
            return
        far -= SHORTER


@rule
def facing_of(s: State, m: int, edge: int) -> int:
    """How a model faces on the run: a vehicle towards the edge (CA-16.9)."""
    return edge if is_vehicle(s, m) else s.model[m].base.facing


@rule
def room_ahead(s: State, m: int, edge: int) -> int:
    """How far a model may run until its base reaches the edge of the table; 0 or less: it is there."""
    b = s.model[m].base
    lay_trial(s, m, b.x, b.y, facing_of(s, m, edge))
    x = s.width if cosine(edge) > 0 else 0
    y = s.height if sine(edge) > 0 else 0
    return mils(along(x - b.x, y - b.y, edge) - half_extent(s.trial, edge))


@rule
def why_no_run(s: State, m: int, far: int, edge: int) -> int:
    """The first reason against so long a way towards the edge, wherever it ends (CA-4.3, CA-4.4)."""
    b = s.model[m].base
    x, y = shifted_x(b.x, far, edge), shifted_y(b.y, far, edge)
    return why_no_way(s, m, b.x, b.y, x, y, facing_of(s, m, edge), 1)


@rule
def affords(s: State, m: int, far: int, edge: int) -> bool:
    """Whether so long a way is within the Movement of a model, difficult ground twice (CA-4.5)."""
    b = s.model[m].base
    x, y = shifted_x(b.x, far, edge), shifted_y(b.y, far, edge)
    return mils(way_cost(s, m, b.x, b.y, x, y)) <= full_move(s, m) + TOL


@rule
def leaves(s: State, m: int, far: int, edge: int) -> bool:
    """Whether the base of a model crosses the edge on so long a way, nothing stopping it before (CA-16.9)."""
    room = room_ahead(s, m, edge)
    if far <= room + TOL or not affords(s, m, far, edge):
        return False
    return why_no_run(s, m, max(0, room), edge) == Why.ALLOWED


@rule
def may_run(s: State, m: int, far: int, edge: int) -> bool:
    """Whether a model may run so far and stand there (CA-16.9; CA-2.5, CA-2.7, CA-4.3 to CA-4.5)."""
    if not affords(s, m, far, edge) or why_no_run(s, m, far, edge) != Why.ALLOWED:
        return False
    b = s.model[m].base
    x, y = shifted_x(b.x, far, edge), shifted_y(b.y, far, edge)
    lay_trial(s, m, x, y, facing_of(s, m, edge))
    return why_not_stand(s, m, s.trial, 1) == Why.ALLOWED


@rule
def go(s: State, m: int, far: int, edge: int, e: Log) -> None:
    """A model runs; a vehicle ends facing the edge (CA-16.9)."""
    b = s.model[m].base
    ax, ay = b.x, b.y
    b.facing = facing_of(s, m, edge)
    b.x, b.y = shifted_x(ax, far, edge), shifted_y(ay, far, edge)
    fell_back(e, m, ax, ay, b.x, b.y, b.facing)
