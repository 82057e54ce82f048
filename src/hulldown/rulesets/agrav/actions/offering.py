"""Who is to act, and what is offered: everything a sensible player would weigh, in a fixed order.

`legal` leaves out what only people want, though `check` allows it: shots at sections that matter to nobody,
cones that look away from the enemy, places inside a tile from which as many are seen, smoke far from any
line, odd amounts of charge. They are listed by `everything`.
"""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.actions.arming import offer_weapons, sections_worth_it
from hulldown.rulesets.agrav.codes import (
    BARRICADE,
    NOBODY,
    POINT,
    TILES,
    UNITS,
    Chassis,
    Phase,
    Shield,
    Standing,
    Verb,
    Way,
)
from hulldown.rulesets.agrav.deployment import why_not_deploy
from hulldown.rulesets.agrav.geometry import (
    ABOUT,
    WAYS,
    barricade_between,
    beyond,
    distance,
)
from hulldown.rulesets.agrav.movement import ANCHORS, can_pay_turn, may_shift, stuck, why_no_way
from hulldown.rulesets.agrav.ramming import why_not_ram, why_not_ram_barricade
from hulldown.rulesets.agrav.shields import why_not_toggle, why_not_transfer
from hulldown.rulesets.agrav.sight import visible_enemies
from hulldown.rulesets.agrav.smoke import why_not_smoke
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.structures import charge_line, why_not_charge
from hulldown.rulesets.common.enums import count_of


@rule
def to_act(s: State) -> int:
    """The seat that owes a decision, as a bit; 0 when the battle is over."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.ROLL_OFF:
        return 1 << max(0, s.chooser)  # anybody may roll for both: seat 0 does (AG-6.1)
    return 1 << s.side


@rule
def legal(s: State, seat: int, m: Actions) -> int:
    """What a seat is offered now."""
    m.count = 0
    if (to_act(s) >> seat) & 1 == 0:
        return 0
    if s.phase == Phase.ROLL_OFF and s.chooser == NOBODY:
        offer(m, seat, Verb.ROLL, -1, -1, -1, -1, -1)
    elif s.phase == Phase.ROLL_OFF:
        offer(m, seat, Verb.FIRST, -1, -1, -1, -1, 1)
        offer(m, seat, Verb.FIRST, -1, -1, -1, -1, 0)
    elif s.phase == Phase.DEPLOY:
        offer_deployment(s, seat, m)
    else:
        goals = sections_worth_it(s, seat)
        for u in range(s.count):
            if s.units[u].standing == Standing.PRESENT and s.units[u].side == seat:
                offer_unit(s, u, goals, m)
        offer(m, seat, Verb.END, -1, -1, -1, -1, -1)
    return m.count


@rule
def offer_deployment(s: State, seat: int, m: Actions) -> None:
    """Tiles for the next unit that waits, facing the middle (AG-6.1, AG-6.9)."""
    for u in range(UNITS):
        if u < s.count and s.units[u].standing == Standing.WAITING and s.units[u].side == seat:
            facing = Way.N if seat == s.first else Way.S
            if s.units[u].chassis == Chassis.INFANTRY:
                facing = Way.N
            for tile in range(TILES):
                if why_not_deploy(s, u, tile, facing) == 0:
                    offer(m, seat, Verb.DEPLOY, u, -1, tile, facing, -1)
            return


@rule
def offer_unit(s: State, u: int, goals: int, m: Actions) -> None:
    """All that one unit may do. `goals`: the sections that are worth a shot."""
    offer_moves(s, u, m)
    offer_shifts(s, u, m)
    offer_weapons(s, u, goals, m)
    offer_rams(s, u, m)
    offer_devices(s, u, m)
    if s.units[u].chassis == Chassis.INFANTRY and charge_line(s, u) != NOBODY:
        offer_charges(s, u, m)


@rule
def offer_moves(s: State, u: int, m: Actions) -> None:
    """Steps and turns: nothing without mobility but the free turn of an AGrav (AG-7.7)."""
    unit = s.units[u]
    seat = unit.side
    if (unit.left <= 0 and unit.free_turn == 0) or stuck(unit) != 0:
        return
    if unit.left > 0:
        for way in range(0, WAYS, 1 if unit.chassis == Chassis.AGRAV else 2):
            if why_no_way(s, u, way) == 0:
                offer(m, seat, Verb.STEP, u, -1, -1, -1, way)
    if unit.chassis != Chassis.INFANTRY:
        for choice in range(-1, 3):
            if choice != 0 and can_pay_turn(s, u, choice):
                offer(m, seat, Verb.TURN, u, -1, -1, -1, choice)


# ---------------------------------------------------------------- rams and devices


@rule
def offer_rams(s: State, u: int, m: Actions) -> None:
    """Rams and stomps at neighbours with all the mobility there is, and rams of barricades (AG-19)."""
    unit = s.units[u]
    if unit.rammed != 0 or (unit.chassis != Chassis.TANK and unit.chassis != Chassis.WALKER):
        return
    for target in range(s.count):
        near = s.units[target].side != unit.side and s.units[target].standing == Standing.PRESENT
        if near and distance(unit.tile, s.units[target].tile) <= 1:
            if why_not_ram(s, u, target, unit.left) == 0:
                offer(m, unit.side, Verb.RAM, u, target, -1, -1, unit.left)
    if unit.chassis == Chassis.TANK and unit.left > 0:
        offer_barricade(s, u, unit.facing, m)
        offer_barricade(s, u, (unit.facing + ABOUT) % WAYS, m)


@rule
def offer_barricade(s: State, u: int, way: int, m: Actions) -> None:
    """Through the barricade straight ahead or behind (AG-19.17)."""
    b = barricade_between(s, s.units[u].tile, way)
    if b != NOBODY and why_not_ram_barricade(s, u, BARRICADE + b) == 0:
        offer(m, s.units[u].side, Verb.RAM_BARRICADE, u, -1, BARRICADE + b, -1, -1)


@rule
def offer_devices(s: State, u: int, m: Actions) -> None:
    """The shield switched, charge sent (all of it, and half), smoke towards the nearest enemy."""
    unit = s.units[u]
    seat = unit.side
    if unit.shield.state != Shield.ABSENT and why_not_toggle(s, u) == 0:
        offer(m, seat, Verb.SHIELD, u, -1, -1, -1, -1)
    if unit.transfer != 0 and unit.transferred == 0:
        offer_transfers(s, u, m)
    if unit.smoke > 0 and unit.smoked == 0:
        offer_smoke(s, u, m)


@rule
def offer_transfers(s: State, u: int, m: Actions) -> None:
    """Charge sent to each friend that can take it (AG-14)."""
    seat, whole = s.units[u].side, s.units[u].shield.charge // POINT
    for friend in range(s.count):
        if s.units[friend].side == seat and why_not_transfer(s, u, friend, whole) == 0:
            offer(m, seat, Verb.TRANSFER, u, friend, -1, -1, whole)
            if whole > 1:
                offer(m, seat, Verb.TRANSFER, u, friend, -1, -1, whole // 2)


@rule
def nearest_enemy(s: State, u: int) -> int:
    """The tile of the nearest enemy in play, -1 without one."""
    here, best = s.units[u].tile, NOBODY
    for enemy in range(s.count):
        other = s.units[enemy]
        if other.standing == Standing.PRESENT and other.side != s.units[u].side:
            if best == NOBODY or distance(here, other.tile) < distance(here, best):
                best = other.tile
    return best


@rule
def offer_smoke(s: State, u: int, m: Actions) -> None:
    """Smoke on the tiles next to the vehicle that lie towards the nearest enemy (AG-22.1)."""
    here, enemy = s.units[u].tile, nearest_enemy(s, u)
    for way in range(WAYS):
        tile = beyond(s, here, way)
        if enemy != NOBODY and tile != NOBODY and distance(tile, enemy) < distance(here, enemy):
            if why_not_smoke(s, u, tile, NOBODY, NOBODY) == 0:
                offer(m, s.units[u].side, Verb.SMOKE, u, -1, tile, -1, -1)


@rule
def offer_charges(s: State, u: int, m: Actions) -> None:
    """Demolition charges on what stands next to the squad (AG-21.6)."""
    tile, done = s.units[u].tile, 0
    for way in range(0, WAYS, 2):
        there, b = beyond(s, tile, way), barricade_between(s, tile, way)
        section = s.built[there] if there != NOBODY else NOBODY
        if section != NOBODY and (done >> section) & 1 == 0:
            done |= 1 << section
            offer_charge(s, u, section, m)
        if b != NOBODY:
            offer_charge(s, u, BARRICADE + b, m)


@rule
def offer_charge(s: State, u: int, place: int, m: Actions) -> None:
    """One place for a charge, if it can be used there."""
    if why_not_charge(s, u, place) == 0:
        offer(m, s.units[u].side, Verb.CHARGE, u, -1, place, -1, -1)


# ---------------------------------------------------------------- shifting
# The places inside a tile worth weighing (AG-2.9): out of cover, and back into it.


SHIFTS = 2  # offered in one tile and turn: to look round a corner and back. It is free, so it would never end


@rule
def offer_shifts(s: State, u: int, m: Actions) -> None:
    """The place with the most enemies in view, and the one with the fewest, if not as many as now."""
    unit = s.units[u]
    if unit.shifts >= SHIFTS or not may_shift(s, unit) or stuck(unit) != 0:
        return
    most, open_place = count_of(unit.sees), NOBODY
    fewest, cover = most, NOBODY
    for anchor in range(ANCHORS):
        seen = count_of(visible_enemies(s, u, unit.tile, anchor))
        if seen > most:
            most, open_place = seen, anchor
        elif seen < fewest:
            fewest, cover = seen, anchor
    if open_place != NOBODY:
        offer(m, unit.side, Verb.REPOSITION, u, -1, -1, -1, open_place)
    if cover != NOBODY:
        offer(m, unit.side, Verb.REPOSITION, u, -1, -1, -1, cover)
