"""Withdraw after a failed test: by the search or by hand (CA-16.3 to CA-16.5).

While it lasts, `State.flight_from` says from how many enemies, and `Model.done` which models are placed.
"""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import (
    CIRCLE,
    along,
    apart,
    direction,
    gap,
    length,
    nearest,
    over_edge,
    root,
    shifted_x,
    shifted_y,
)
from hulldown.rulesets.close_assault.codes import NOBODY, TOL, Verb
from hulldown.rulesets.close_assault.coherency import coherent
from hulldown.rulesets.close_assault.contact import foes_of, gap_of, overlap, overlaps_block
from hulldown.rulesets.close_assault.events import withdrew
from hulldown.rulesets.close_assault.ground import lay_trial, runs_into_block
from hulldown.rulesets.close_assault.hits import remove
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, alive, profile_of, side_of
from hulldown.rulesets.close_assault.variants import WithdrawFrom

PLACED = Verb.WITHDRAW + 1  # what `Model.done` says
SHORTER, SHORTEST = 500, 1500  # lengths tried by the search (CA-16.5)
TURN, TURNS = 1000, 9  # directions: by 10 degrees, up to 90 to either side
FINE = 32  # parts of a mil, so that means of several points are compared as CA-2.11 says

# ---------------------------------------------------------------- who flees from whom


@rule
def begin_withdraw(s: State, k: int, e: Log) -> bool:
    """A detachment must Withdraw (CA-16.4). True: its owner places its models.

    If there is nobody to withdraw from, nobody moves; models that cannot move at all are destroyed.
    """
    d = s.detachment[k]
    note_pursuers(s, k)
    for m in range(d.first, d.first + d.size):
        s.model[m].done = 0
        if s.flight_from > 0 and alive(s, m) and s.profile[profile_of(s, m)].move == 0:
            remove(s, m, e)
    return not settle(s, k)


@rule
def pursuers(s: State, k: int) -> int:
    """The enemy models from which a detachment withdraws, as bits (CA-16.4): those that touched it when the
    fight began that it lost, the dead among them too, else those that touch it now, else the nearest enemy's.
    """
    now, nearby = foes_of(s, k), nearest_foes(s, k)
    if s.options.withdraw_from == WithdrawFrom.TOUCHING_NOW or nearby == 0:
        return now
    if s.detachment[k].foes != 0:
        return s.detachment[k].foes
    return now if now != 0 else nearby


@rule
def nearest_foes(s: State, k: int) -> int:
    """The models of the nearest enemy detachment, of equals the first, as bits; 0: no enemy is left."""
    side, foe, best = s.detachment[k].side, NOBODY, 0
    for j in range(s.models):
        if not alive(s, j) or side_of(s, j) == side:
            continue
        far = distance_to(s, j, k)
        if foe == NOBODY or far < best:
            foe, best = s.model[j].detachment, far
    bits = 0
    for j in range(s.models):
        if alive(s, j) and s.model[j].detachment == foe:
            bits |= 1 << j
    return bits


@rule
def distance_to(s: State, m: int, k: int) -> int:
    """The least gap between a model and those of a detachment that are left."""
    first, least = s.detachment[k].first, NOBODY
    for j in range(first, first + s.detachment[k].size):
        far = max(0, gap_of(s, m, j))
        if alive(s, j) and (least == NOBODY or far < least):
            least = far
    return least


@rule
def note_pursuers(s: State, k: int) -> None:
    """Keep the centres of the enemy models from which a detachment withdraws (CA-16.4)."""
    bits = pursuers(s, k)
    s.flight_x, s.flight_y, s.flight_from = 0, 0, 0
    for j in range(s.models):
        if (bits >> j) & 1 == 1:
            s.flight_x = s.flight_x + s.model[j].base.x
            s.flight_y = s.flight_y + s.model[j].base.y
            s.flight_from += 1


@rule
def to_place(s: State, m: int) -> bool:
    """Whether a model of the detachment that withdraws has no place yet."""
    return alive(s, m) and s.model[m].done != PLACED


@rule
def settle(s: State, k: int) -> bool:
    """End the Withdraw if no model is left to place; whether it is over."""
    d = s.detachment[k]
    for m in range(d.first, d.first + d.size):
        if s.flight_from > 0 and to_place(s, m):
            return False
    s.flight_x, s.flight_y, s.flight_from = 0, 0, 0
    for m in range(d.first, d.first + d.size):
        s.model[m].done = 0
    return True


# ---------------------------------------------------------------- where a model may go


@rule
def far_from_pursuers(s: State, x: int, y: int) -> int:
    """How far a place is from the mean point of the enemies fled from (CA-16.4)."""
    n = s.flight_from
    dx, dy = n * x - s.flight_x, n * y - s.flight_y
    return nearest(root((dx * dx + dy * dy) * FINE * FINE), FINE * n)


@rule
def crowded(s: State, m: int) -> bool:
    """Whether the trial base of a model is too near to an enemy, or on a friend (CA-16.4).

    Models of its own detachment that are still to be placed do not count: they will be gone.
    """
    side, k, zone = side_of(s, m), s.model[m].detachment, s.options.withdraw_zone
    for j in range(s.models):
        other = s.model[j].base
        if j == m or not alive(s, j) or apart(s.trial, other, zone):
            continue
        far = gap(s.trial, other)
        if side_of(s, j) != side:
            if far < zone - TOL:
                return True
        elif overlap(far) and (s.model[j].detachment != k or not to_place(s, j)):
            return True
    return False


@rule
def joins(s: State, m: int) -> bool:
    """Whether the trial base of a model stands with those of its own placed before, if any (CA-2.8)."""
    d, first = s.detachment[s.model[m].detachment], True
    for j in range(d.first, d.first + d.size):
        if alive(s, j) and not to_place(s, j):
            first = False
            if gap(s.trial, s.model[j].base) <= s.options.coherency + TOL:
                return True
    return first


@rule
def why_not_flee(s: State, m: int, x: int, y: int) -> int:
    """WITHDRAW unless a model may withdraw to a place (CA-16.4), 0 for allowed."""
    b = s.model[m].base
    ax, ay, move = b.x, b.y, s.profile[profile_of(s, m)].move
    if length(x - ax, y - ay) > move + TOL or far_from_pursuers(s, x, y) <= far_from_pursuers(s, ax, ay):
        return Why.WITHDRAW
    lay_trial(s, m, x, y, b.facing)
    if over_edge(s.trial, s.width, s.height) > TOL or overlaps_block(s, s.trial):
        return Why.WITHDRAW
    if crowded(s, m) or not joins(s, m) or runs_into_block(s, ax, ay, x, y):
        return Why.WITHDRAW
    return Why.ALLOWED


# ---------------------------------------------------------------- by hand


@rule
def why_not_place(s: State, m: int, x: int, y: int) -> int:
    """The reason against placing a model of the detachment that withdraws by hand (CA-16.4)."""
    return why_not_flee(s, m, x, y) if to_place(s, m) else Why.WITHDRAW


@rule
def flee_to(s: State, m: int, x: int, y: int, e: Log) -> None:
    """A model withdraws; its facing does not change (CA-16.4)."""
    v = s.model[m]
    withdrew(e, m, v.base.x, v.base.y, x, y, 0)
    v.base.x, v.base.y = x, y
    v.done = PLACED


@rule
def place(s: State, m: int, x: int, y: int, e: Log) -> bool:
    """The owner places a model (CA-16.4): whether the Withdraw is over."""
    flee_to(s, m, x, y, e)
    return settle(s, s.model[m].detachment)


# ---------------------------------------------------------------- the search


@rule
def tried(heading: int, i: int) -> int:
    """The i-th direction tried: 0, +10, -10, ... degrees off the heading (CA-16.5)."""
    off = TURN * ((i + 1) // 2)
    return (heading + (off if i & 1 == 1 else CIRCLE - off)) % CIRCLE


@rule
def heading_of(s: State, k: int) -> int:
    """From the mean point of the enemies to that of the own models; towards the own edge if they coincide
    (CA-16.5).
    """
    d = s.detachment[k]
    x, y, n = 0, 0, 0
    for m in range(d.first, d.first + d.size):
        if alive(s, m):
            x, y, n = x + s.model[m].base.x, y + s.model[m].base.y, n + 1
    dx = x * s.flight_from - s.flight_x * n
    dy = y * s.flight_from - s.flight_y * n
    return s.edge[d.side] if dx == 0 and dy == 0 else direction(dx, dy)


@rule
def fits(s: State, k: int, dx: int, dy: int) -> bool:
    """Whether every model of a detachment may withdraw by the same vector (CA-16.5)."""
    d = s.detachment[k]
    for m in range(d.first, d.first + d.size):
        b = s.model[m].base
        if alive(s, m) and why_not_flee(s, m, b.x + dx, b.y + dy) != Why.ALLOWED:
            return False
    return True


@rule
def move_all(s: State, k: int, dx: int, dy: int, e: Log) -> None:
    """Every model of a detachment withdraws by the same vector."""
    d = s.detachment[k]
    for m in range(d.first, d.first + d.size):
        if alive(s, m):
            flee_to(s, m, s.model[m].base.x + dx, s.model[m].base.y + dy, e)


@rule
def flee_together(s: State, k: int, heading: int, e: Log) -> bool:
    """The first step of the search: one vector for all (CA-16.5); False if there is none."""
    far = s.profile[s.detachment[k].profile].move
    while far >= SHORTEST and coherent(s, k):
        for i in range(2 * TURNS + 1):
            angle = tried(heading, i)
            dx, dy = shifted_x(0, far, angle), shifted_y(0, far, angle)
            if fits(s, k, dx, dy):
                move_all(s, k, dx, dy, e)
                return True
        far -= SHORTER
    return False


@rule
def flee_alone(s: State, m: int, heading: int, e: Log) -> None:
    """The second step, for one model: the same search; without a place it is destroyed (CA-16.4, CA-16.5)."""
    far, b = s.profile[profile_of(s, m)].move, s.model[m].base
    while far >= SHORTEST:
        for i in range(2 * TURNS + 1):
            angle = tried(heading, i)
            x, y = shifted_x(b.x, far, angle), shifted_y(b.y, far, angle)
            if why_not_flee(s, m, x, y) == Why.ALLOWED:
                flee_to(s, m, x, y, e)
                return
        far -= SHORTER
    remove(s, m, e)


@rule
def nearest_edge(s: State, k: int) -> int:
    """The model still to be placed that is nearest to its own edge, of equals the lowest id; -1 for none."""
    d, model, best = s.detachment[k], NOBODY, 0
    for m in range(d.first, d.first + d.size):
        b = s.model[m].base
        ahead = along(b.x, b.y, s.edge[d.side])
        if to_place(s, m) and (model == NOBODY or ahead > best):
            model, best = m, ahead
    return model


@rule
def anyone_placed(s: State, k: int) -> bool:
    """Whether a model of a detachment has been placed by hand."""
    d = s.detachment[k]
    for m in range(d.first, d.first + d.size):
        if alive(s, m) and not to_place(s, m):
            return True
    return False


@rule
def withdraw(s: State, k: int, e: Log) -> None:
    """Withdraw by the search (CA-16.5); what was placed by hand before stays, the rest goes one by one
    (CA-16.10).
    """
    heading = heading_of(s, k)
    if anyone_placed(s, k) or not flee_together(s, k, heading, e):
        m = nearest_edge(s, k)
        while m != NOBODY:
            flee_alone(s, m, heading, e)
            m = nearest_edge(s, k)
    settle(s, k)
