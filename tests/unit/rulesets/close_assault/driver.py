"""A battle driven by the rules alone, no buttons: at each decision something legal is drawn and done."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice
from hulldown.kernel.plane import shifted_x, shifted_y
from hulldown.rulesets.close_assault.combat import (
    answer,
    choose,
    declare,
    fallback,
    first_of_combat,
    pick,
    spender,
    why_not_answer,
    why_not_fallback,
    why_not_shock,
)
from hulldown.rulesets.close_assault.fights import why_not_pair
from hulldown.rulesets.close_assault.movement import remaining, take_back, why_not_end, withdraw
from hulldown.rulesets.close_assault.proposing import charge_home, drive_by, go, pile_in, shock_home
from hulldown.rulesets.close_assault.shooting import can_fire, why_not_spend
from hulldown.rulesets.close_assault.state import NOBODY, Order, Phase, Response, State, alive
from hulldown.rulesets.close_assault.table import form, place, take_up, unplaced, why_not_form, why_not_place
from hulldown.rulesets.close_assault.turn import (
    activate,
    advance,
    call_overwatch,
    defend_now,
    end_move,
    give_order,
    hold_now,
    shoot_now,
    why_not_activate,
    why_not_defend_now,
    why_not_order,
    why_not_shoot_now,
)
from hulldown.rulesets.close_assault.values import packed
from hulldown.rulesets.common.explanation import OFF

Move = Callable[[], None]
ALLOWED = 0


def decide(s: State, chance: Random, d: Dice, e: Log) -> None:
    """Draw something legal for the seat that has to decide, do it, and go on to the next decision."""
    DECISIONS[Phase(s.phase)](s, chance, d, e)
    advance(s, d, e)


def play_out(s: State, chance: Random, d: Dice, e: Log, most: int = 3000) -> int:
    """Drive a battle to its end; how many decisions it took."""
    for number in range(most):
        if s.phase == Phase.OVER:
            return number
        decide(s, chance, d, e)
    raise AssertionError(f"no end after {most} decisions, in {Phase(s.phase)!r} of round {s.round}")


def all_of(s: State) -> range:
    return range(s.detachments)


def deploy(s: State, chance: Random, d: Dice, e: Log) -> None:
    """Place a whole detachment somewhere in its zone, or model by model if one is begun."""
    zone = s.zone[s.side]
    waiting = [k for k in all_of(s) if s.detachment[k].side == s.side and unplaced(s, k)]
    k = s.acting if s.acting != NOBODY else chance.choice(waiting)
    for _ in range(400):
        x, y = chance.randint(zone.x0, zone.x1), chance.randint(zone.y0, zone.y1)
        if unplaced(s, k) == s.detachment[k].size and not why_not_form(s, k, x, y, 9000, 2):
            return form(s, k, x, y, 9000, 2, e)
        m = next(m for m in range(s.detachment[k].first, s.models) if s.model[m].base.x < 0)
        if chance.random() < 0.02 and not why_not_place(s, m, x, y, 0):
            return place(s, m, x, y, 0, e)
    assert s.acting != NOBODY
    take_up(s, k, e)


def give(s: State, chance: Random, d: Dice, e: Log) -> None:
    sides = (0, 1)
    open_ = [
        (k, o) for side in sides for k in all_of(s) for o in Order if why_not_order(s, side, k, o) == ALLOWED
    ]
    give_order(s, *chance.choice(open_))


def begin(s: State, chance: Random, d: Dice, e: Log) -> None:
    activate(s, chance.choice([k for k in all_of(s) if why_not_activate(s, s.side, k) == ALLOWED]), e)


def move(s: State, chance: Random, d: Dice, e: Log) -> None:
    """Move somewhere or charge somebody, shock if that is possible, else end here."""
    k = s.acting
    enemies = [j for j in all_of(s) if s.detachment[j].side != s.side]
    chance.shuffle(enemies)
    aims = [j for j in enemies if why_not_defend_now(s, k, j) == ALLOWED]
    if aims and chance.random() < 0.5:
        return defend_now(s, k, aims[0], d, e)
    if s.detachment[k].order == Order.CHARGE:
        any(shock_home(s, k, j, NOBODY, e) or charge_home(s, k, j, NOBODY, NOBODY, e) for j in enemies[:3])
    else:
        go(s, k, chance.randint(0, s.width), chance.randint(0, s.height), e)
    shocks = [j for j in enemies if why_not_shock(s, k, j) == ALLOWED]
    if shocks and chance.random() < 0.8:
        return declare(s, k, shocks[0], e)
    if why_not_end(s, k) != ALLOWED:
        take_back(s, k, e)
    leave(s, k, d, e)


def leave(s: State, k: int, d: Dice, e: Log) -> None:
    """End here; if that is illegal by the fallback, or after drives to where one may end (CA-12.32)."""
    if why_not_end(s, k) != ALLOWED:
        if why_not_fallback(s, k) == ALLOWED:
            fallback(s, k, e)
        else:
            drive_off(s, k)
    end_move(s, k, e)


def drive_off(s: State, k: int) -> None:
    """Drive the whole detachment by one vector, else single vehicles, until the move may end."""
    models = range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size)
    for together in (True, False):
        for far in (*range(500, 20000, 500), *{remaining(s, m) for m in models}):
            for angle in range(0, 36000, 500):
                dx, dy = shifted_x(0, far, angle), shifted_y(0, far, angle)
                for m in models:
                    if alive(s, m) and (together or why_not_end(s, k) != ALLOWED):
                        drive_by(s, m, dx, dy, OFF)
                if why_not_end(s, k) == ALLOWED:
                    return
                take_back(s, k, OFF)
    raise AssertionError("no way to end the move")


def struggle(s: State, chance: Random, d: Dice, e: Log) -> None:
    """Engaged with a Charge order: break out if possible, pile in, or stay."""
    k = s.acting
    shocks = [j for j in all_of(s) if why_not_shock(s, k, j) == ALLOWED]
    if shocks and chance.random() < 0.7:
        return declare(s, k, shocks[0], e)
    pile_in(s, k, e)
    if why_not_end(s, k) != ALLOWED:
        take_back(s, k, e)
    end_move(s, k, e)


def defend_at_end(s: State, chance: Random, d: Dice, e: Log) -> None:
    aims = [j for j in all_of(s) if why_not_defend_now(s, s.acting, j) == ALLOWED]
    defend_now(s, s.acting, chance.choice([NOBODY, *aims]), d, e)


def respond(s: State, chance: Random, d: Dice, e: Log) -> None:
    answer(s, chance.choice([r for r in Response if why_not_answer(s, s.target, r, 0) == ALLOWED]), 0, d, e)


def call(s: State, chance: Random, d: Dice, e: Log) -> None:
    call_overwatch(s, s.target, chance.randrange(2), d, e)


def pair_up(s: State, chance: Random, d: Dice, e: Log) -> None:
    pairs = [(a, b) for a in range(s.models) for b in range(s.models) if why_not_pair(s, a, b) == ALLOWED]
    choose(s, *chance.choice(pairs), e)


def spend(s: State, chance: Random, d: Dice, e: Log) -> None:
    own, enemy = spender(s, s.side), spender(s, 1 - s.side)
    some = [packed(w, n) for w in range(6) for n in range(3)]
    s.spend[s.side] = chance.choice([x for x in some if why_not_spend(s, own, enemy, x) == ALLOWED])


def flee(s: State, chance: Random, d: Dice, e: Log) -> None:
    withdraw(s, s.target, e)


def open_fire(s: State, chance: Random, d: Dice, e: Log) -> None:
    k = chance.choice([k for k in all_of(s) if s.detachment[k].side == s.side and can_fire(s, k)])
    aims = [j for j in all_of(s) if why_not_shoot_now(s, s.side, k, j, NOBODY) == ALLOWED]
    if chance.random() < 0.1:
        return hold_now(s, k, e)
    shoot_now(s, k, chance.choice(aims), NOBODY, d, e)


def next_combat(s: State, chance: Random, d: Dice, e: Log) -> None:
    pick(s, chance.choice([k for k in all_of(s) if first_of_combat(s, k)]))


DECISIONS: dict[Phase, Callable[[State, Random, Dice, Log], None]] = {
    Phase.DEPLOY: deploy,
    Phase.ORDERS: give,
    Phase.MOVEMENT: begin,
    Phase.MOVING: move,
    Phase.ENGAGED: struggle,
    Phase.POINT_DEFENCE: defend_at_end,
    Phase.RESPONSE: respond,
    Phase.OVERWATCH: call,
    Phase.PAIRING: pair_up,
    Phase.SPENDING: spend,
    Phase.WITHDRAW: flee,
    Phase.FIRST_FIRE: open_fire,
    Phase.ENGAGEMENT: next_combat,
    Phase.ADVANCING_FIRE: open_fire,
}
