"""Set-up: roll-offs, and the sides placing their units in turn (WS-4)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.shapes import Shape
from hulldown.rulesets.warstrike.codes import FINE, NOBODY, Phase
from hulldown.rulesets.warstrike.events import placed, rolled_off, taken_back
from hulldown.rulesets.warstrike.formation import spot_x, spot_y
from hulldown.rulesets.warstrike.measuring import at_most, edge_distance, less
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.standing import why_not_stand
from hulldown.rulesets.warstrike.starting import open_battle
from hulldown.rulesets.warstrike.state import Model, State
from hulldown.rulesets.warstrike.suppression import SIDES

WAITING = -15_000  # x by which a model waits to be placed: far from everything
HIDDEN = -10_000  # a model farther left than this waits
FOR_PLACING, FOR_ATTACK = 0, 1  # what a roll-off is about


# ---------------------------------------------------------------- roll-offs


@rule
def roll_off(s: State, what: int, d: Dice, e: Log) -> int:
    """One die each, ties rolled again: the side that wins (WS-4.7)."""
    while True:
        a = roll(d, SIDES)
        b = roll(d, SIDES)
        rolled_off(e, a, b, what)
        if a != b:
            return 0 if a > b else 1


@rule
def roll_first(s: State, d: Dice, e: Log) -> None:
    """The first roll-off of a battle: for placing, or, where all units stand, for the attacker (WS-4.10)."""
    s.phase = Phase.DEPLOY
    if anybody_waits(s):
        s.opener = roll_off(s, FOR_PLACING, d, e)
        s.side = s.opener


@rule
def deploy_on(s: State, d: Dice, e: Log) -> bool:
    """The set-up goes on; True: a side has a unit to place. Then the battle begins (WS-4.2, WS-4.3)."""
    if anybody_waits(s):
        return True
    attacker = s.fixed if s.fixed != NOBODY else roll_off(s, FOR_ATTACK, d, e)
    open_battle(s, attacker, d, e)
    return False


# ---------------------------------------------------------------- who waits


@rule
def waits(v: Model) -> bool:
    """Whether a model has not been placed yet."""
    return bool(v.x < HIDDEN)


@rule
def wait_aside(v: Model, m: int) -> None:
    """Put a model where it waits to be placed, far from everything."""
    v.x, v.y = WAITING * (m + 2), 0
    v.from_x, v.from_y = v.x, 0


@rule
def is_commanders(s: State, k: int) -> bool:
    """Whether a unit is a task force commander's (WS-4.2)."""
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        if s.model[m].officer != 0:
            return True
    return False


@rule
def anybody_waits(s: State) -> bool:
    """Whether any unit has still to be placed."""
    for k in range(s.units):
        if s.unit[k].placed == 0:
            return True
    return False


@rule
def commanders_now(s: State) -> bool:
    """Whether only commanders' units are left to be placed (WS-4.2, WS-4.8)."""
    for k in range(s.units):
        if s.unit[k].placed == 0 and not is_commanders(s, k):
            return False
    return True


@rule
def may_be_placed(s: State, k: int) -> bool:
    """Whether a unit may be placed next: another one is not begun, commanders come last (WS-4.8, WS-4.11)."""
    if s.phase != Phase.DEPLOY or s.unit[k].placed != 0 or s.unit[k].side != s.side:
        return False
    if s.acting != NOBODY:
        return bool(s.acting == k)
    return commanders_now(s) or not is_commanders(s, k)


@rule
def has_to_place(s: State, side: int) -> bool:
    """Whether a side has a unit to place now; one that has none is passed over (WS-4.8)."""
    last = commanders_now(s)
    for k in range(s.units):
        if s.unit[k].side == side and s.unit[k].placed == 0 and (last or not is_commanders(s, k)):
            return True
    return False


# ---------------------------------------------------------------- where a model may be placed


@rule
def in_zone(zone: Shape, x: int, y: int, radius: int) -> bool:
    """Whether a base lies wholly in a zone, which is a rectangle (WS-4.5)."""
    across, up = min(x - zone.x0, zone.x1 - x), min(y - zone.y0, zone.y1 - y)
    return not less(min(across, up) * FINE, radius * FINE)


@rule
def near_leader(s: State, m: int, x: int, y: int) -> bool:
    """Whether a model would stand near enough to its leader, who is placed first (WS-4.5, WS-4.11)."""
    first = s.unit[s.model[m].unit].first
    v = s.model[first]
    if m == first:
        return True
    if waits(v):
        return False
    far = edge_distance(x, y, s.model[m].radius, v.x, v.y, v.radius)
    return at_most(far, s.options.setup_distance)


@rule
def why_not_spot(s: State, m: int, x: int, y: int) -> int:
    """The first reason against a model's standing there in set-up, in the order of WS-4.8; 0 for none."""
    if not in_zone(s.zone[s.side], x, y, s.model[m].radius):
        return Why.OUT_OF_ZONE
    why = why_not_stand(s, m, x, y, NOBODY)
    if why != Why.OK:
        return why
    return Why.OK if near_leader(s, m, x, y) else Why.PLACE_RANGE


@rule
def why_not_deploy(s: State, m: int, x: int, y: int) -> int:
    """Why a model may not be placed there; 0 for nothing (WS-4.5, WS-4.8)."""
    return why_not_spot(s, m, x, y) if may_be_placed(s, s.model[m].unit) else Why.NOT_YOURS


@rule
def why_not_form(s: State, k: int, x: int, y: int) -> int:
    """Why a unit may not be placed in formation round its leader there; 0 for nothing (WS-4.9).

    Its own models count in no other place than their spots: they are looked at one after the other.
    """
    if not may_be_placed(s, k):
        return Why.NOT_YOURS
    u, why = s.unit[k], 0
    for m in range(u.first, u.first + u.size):
        s.trial_x[m], s.trial_y[m] = s.model[m].x, s.model[m].y
        wait_aside(s.model[m], m)
    for m in range(u.first, u.first + u.size):
        if why == 0:
            sx, sy = spot_x(s, m, x), spot_y(s, m, y)
            why = why_not_spot(s, m, sx, sy)
            stand(s.model[m], sx, sy)
    for m in range(u.first, u.first + u.size):
        stand(s.model[m], s.trial_x[m], s.trial_y[m])
        s.trial_x[m], s.trial_y[m] = 0, 0
    return why


@rule
def why_not_ready(s: State, k: int) -> int:
    """Why a unit does not stand yet: a model without a place, or in one it may not have (WS-4.11)."""
    if s.acting != k or not may_be_placed(s, k):
        return Why.NOT_YOURS
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        why = why_not_spot(s, m, s.model[m].x, s.model[m].y)
        if why != Why.OK:
            return why
    return Why.OK


# ---------------------------------------------------------------- placing


@rule
def stand(v: Model, x: int, y: int) -> None:
    """Stand a model somewhere as if it had always been there."""
    v.x, v.y, v.from_x, v.from_y = x, y, x, y


@rule
def place(s: State, m: int, x: int, y: int, e: Log) -> None:
    """Place a model; no other unit is begun before its own stands (WS-4.11)."""
    s.acting = s.model[m].unit
    stand(s.model[m], x, y)
    placed(e, m, x, y)


@rule
def form(s: State, k: int, x: int, y: int, e: Log) -> None:
    """Place a whole unit in formation round its leader (WS-4.9)."""
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        place(s, m, spot_x(s, m, x), spot_y(s, m, y), e)


@rule
def take_up(s: State, k: int, e: Log) -> None:
    """Take up again what was placed of the present unit (WS-4.11)."""
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        wait_aside(s.model[m], m)
    s.acting = NOBODY
    taken_back(e, k)


@rule
def stand_ready(s: State, k: int, e: Log) -> None:
    """The unit stands; the other side places one, if it has any (WS-4.2, WS-4.8)."""
    among_last = commanders_now(s)
    s.unit[k].placed, s.acting = 1, NOBODY
    begins = commanders_now(s) and not among_last  # the commanders' turn: the winner of the roll-off again
    next_side = s.opener if begins else 1 - s.side
    if anybody_waits(s):
        s.side = next_side if has_to_place(s, next_side) else 1 - next_side
