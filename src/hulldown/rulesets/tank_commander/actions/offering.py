"""All legal orders of the seat that is to decide."""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.hexes import CELLS, NEARBY, ahead, distance, nearby, step, turned
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.actions.setting_up import offer_landings, offer_setup
from hulldown.rulesets.tank_commander.airstrike import why_no_strike
from hulldown.rulesets.tank_commander.codes import (
    NOBODY,
    Ability,
    Drive,
    Ground,
    Kind,
    Phase,
    Role,
    Shell,
    Standing,
    Upgrade,
    Verb,
    Weapon,
)
from hulldown.rulesets.tank_commander.crew import (
    alive,
    load_cost,
    remaining_points,
    why_no_ability,
    why_no_reassigning,
    why_short,
)
from hulldown.rulesets.tank_commander.equipment import (
    day_range,
    has_ai_weapon,
    why_no_extinguishing,
    why_no_launcher,
    why_no_loading,
    why_no_round,
    why_smoke_cannot_lie,
)
from hulldown.rulesets.tank_commander.infantry import (
    why_no_boarding,
    why_no_capture,
    why_no_cover,
    why_no_disarming,
    why_no_mount,
)
from hulldown.rulesets.tank_commander.minelaying import why_no_laying, why_no_mine_there
from hulldown.rulesets.tank_commander.movement import (
    why_no_entry,
    why_no_move,
    why_no_reverse,
    why_no_straight,
    why_no_traversing,
    why_no_turning,
)
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.shooting import why_no_aim, why_not_armed
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.variants import FlareMode
from hulldown.rulesets.tank_commander.weather import why_no_flare

AT_HAND = 2  # hexes within which `nearby` has every cell


@rule
def offer_driving(s: State, seat: int, u: int, m: Actions) -> None:
    """Moves of a vehicle on tracks, forward and back."""
    if why_no_move(s, u, NOBODY) == Why.ALLOWED:
        offer(m, seat, Verb.MOVE, u, NOBODY, NOBODY, NOBODY, NOBODY)
    if s.options.reverse_move != 0 and why_no_reverse(s, u) == Why.ALLOWED:
        offer(m, seat, Verb.REVERSE, u, NOBODY, NOBODY, NOBODY, NOBODY)
    if s.units[u].ability == Ability.STRAIGHT:
        offer_straight(s, seat, u, NOBODY, m)


@rule
def offer_gliding(s: State, seat: int, u: int, m: Actions) -> None:
    """Moves into any adjacent hex: of squads, hover tanks, walkers (TC-10.7, TC-14.12, TC-14.13)."""
    for direction in range(6):
        if why_no_move(s, u, direction) == Why.ALLOWED:
            offer(m, seat, Verb.MOVE, u, NOBODY, NOBODY, direction, NOBODY)
        if s.units[u].ability == Ability.STRAIGHT:
            offer_straight(s, seat, u, direction, m)


@rule
def offer_straight(s: State, seat: int, u: int, direction: int, m: Actions) -> None:
    """The driver's straight run, as far as the way is free (TC-6.6)."""
    if why_no_straight(s, u, direction, 1) != Why.ALLOWED:
        return
    cell = s.units[u].cell
    for hexes in range(1, s.options.straight_hexes + 1):
        cell = step(cell, s.units[u].hull if direction == NOBODY else direction)
        if why_no_entry(s, cell) != Why.ALLOWED:
            return
        offer(m, seat, Verb.STRAIGHT, u, NOBODY, NOBODY, direction, hexes)


@rule
def offer_turning(s: State, seat: int, u: int, left: int, m: Actions) -> None:
    """Turns of the hull and of the turret: what is possible to one side is to the other."""
    t = s.units[u]
    if left >= s.options.turn_cost and why_no_turning(s, u) == Why.ALLOWED:
        for side in range(2):
            facing = turned(t.hull, 5 - 4 * side)
            offer(m, seat, Verb.TURN, u, NOBODY, NOBODY, facing, 1)
            if t.turret >= 0:
                offer(m, seat, Verb.TURN, u, NOBODY, NOBODY, facing, 0)
    if left >= s.options.turret_cost and why_no_traversing(s, u) == Why.ALLOWED:
        for side in range(2):
            facing = turned(t.turret, 5 - 4 * side)
            offer(m, seat, Verb.TURRET, u, NOBODY, NOBODY, facing, NOBODY)


@rule
def offer_shell(s: State, seat: int, u: int, cell: int, m: Actions) -> None:
    """A shot of the main gun at a building, if there is one to be hit (TC-9.7)."""
    if s.ground[cell] == Ground.BUILDING and why_no_aim(s, u, Weapon.MAIN_GUN, NOBODY, cell) == Why.ALLOWED:
        offer(m, seat, Verb.FIRE, u, NOBODY, cell, NOBODY, NOBODY)


@rule
def offer_shots(s: State, seat: int, u: int, left: int, m: Actions) -> None:
    """Shots of the main gun at units and buildings; in a town, at those ahead (TC-3.5: r x r hexes)."""
    if left < s.options.fire_cost or why_not_armed(s, u, Weapon.MAIN_GUN) != Why.ALLOWED:
        return
    for v in range(s.count):
        if why_no_aim(s, u, Weapon.MAIN_GUN, v, NOBODY) == Why.ALLOWED:
            offer(m, seat, Verb.FIRE, u, v, NOBODY, NOBODY, NOBODY)
    for i in range(s.buildings):
        offer_shell(s, seat, u, s.building[i], m)
    if s.buildings >= 0:
        return
    here, facing = s.units[u].cell, s.units[u].turret
    reach = day_range(s, u, Weapon.MAIN_GUN)
    for i in range(reach * reach):
        offer_shell(s, seat, u, ahead(here, facing, i), m)


@rule
def offer_ai_shots(s: State, seat: int, u: int, left: int, m: Actions) -> None:
    """Shots of the anti-infantry weapon."""
    if left < s.options.fire_ai_cost or not has_ai_weapon(s, u):
        return
    if why_not_armed(s, u, Weapon.AI_WEAPON) != Why.ALLOWED:
        return
    for v in range(s.count):
        if why_no_aim(s, u, Weapon.AI_WEAPON, v, NOBODY) == Why.ALLOWED:
            offer(m, seat, Verb.FIRE_AI, u, v, NOBODY, NOBODY, NOBODY)


@rule
def offer_missiles(s: State, seat: int, u: int, left: int, m: Actions) -> None:
    """Missiles, AT and HE (TC-10.9)."""
    if left < s.options.missile_cost or why_not_armed(s, u, Weapon.MISSILE) != Why.ALLOWED:
        return
    for v in range(s.count):
        if why_no_aim(s, u, Weapon.MISSILE, v, NOBODY) == Why.ALLOWED:
            for shell in range(Shell.AT, Shell.HE + 1):
                offer(m, seat, Verb.MISSILE, u, v, NOBODY, NOBODY, shell)


@rule
def offer_on_foot(s: State, seat: int, u: int, m: Actions) -> None:
    """Cover, objectives, mines, mounting and dismounting (TC-10.12 to TC-10.19)."""
    if s.units[u].carrier != NOBODY:
        if why_no_boarding(s, u) == Why.ALLOWED:
            offer_landings(s, seat, u, Verb.DISMOUNT, m)
        return
    if why_no_cover(s, u) == Why.ALLOWED:
        offer(m, seat, Verb.COVER, u, NOBODY, NOBODY, NOBODY, NOBODY)
    if why_no_capture(s, u) == Why.ALLOWED:
        offer(m, seat, Verb.CAPTURE, u, NOBODY, NOBODY, NOBODY, NOBODY)
    here = s.units[u].cell
    if why_no_disarming(s, u, here) == Why.ALLOWED:
        offer(m, seat, Verb.DISARM, u, NOBODY, here, NOBODY, NOBODY)
    for direction in range(6):
        cell = step(here, direction)
        if why_no_disarming(s, u, cell) == Why.ALLOWED:
            offer(m, seat, Verb.DISARM, u, NOBODY, cell, NOBODY, NOBODY)
        v = s.occupant[cell]
        if v != NOBODY and why_no_mount(s, u, v) == Why.ALLOWED:
            offer(m, seat, Verb.MOUNT, u, v, NOBODY, NOBODY, NOBODY)


@rule
def offer_mark(s: State, seat: int, u: int, cell: int, m: Actions) -> None:
    """An air strike on a hex, once."""
    for i in range(m.count):
        if m.rows[i].verb == Verb.STRIKE and m.rows[i].place == cell:
            return
    if why_no_strike(s, u, cell) == Why.ALLOWED:
        offer(m, seat, Verb.STRIKE, u, NOBODY, cell, NOBODY, NOBODY)


@rule
def offer_strikes(s: State, seat: int, u: int, m: Actions) -> None:
    """Air strikes worth calling: on the building to destroy, on enemies, beside them (TC-15.11 j)."""
    if s.units[u].upgrade[Upgrade.AIR_SUPPORT] == 0 and s.free_strikes[seat] == 0:
        return
    if why_no_strike(s, u, s.units[u].cell) != Why.ALLOWED:
        return
    if s.prize_cell != NOBODY and s.attacker == seat:
        offer_mark(s, seat, u, s.prize_cell, m)
    for v in range(s.count):
        t = s.units[v]
        if t.side == seat or t.cell < 0 or t.standing != Standing.OPERATIONAL:
            continue
        offer_mark(s, seat, u, t.cell, m)
        for direction in range(6):
            offer_mark(s, seat, u, step(t.cell, direction), m)


@rule
def offer_mines(s: State, seat: int, u: int, left: int, m: Actions) -> None:
    """A mine in each hex beside the tank where it may lie (TC-12.10, TC-12.11)."""
    if s.units[u].upgrade[Upgrade.MINE] == 0 or left < s.options.mine_cost:
        return
    if why_no_laying(s, u) != Why.ALLOWED:
        return
    for direction in range(6):
        cell = step(s.units[u].cell, direction)
        if why_no_mine_there(s, u, cell) == Why.ALLOWED:
            offer(m, seat, Verb.MINE, u, NOBODY, cell, NOBODY, NOBODY)


@rule
def offer_flares(s: State, seat: int, u: int, m: Actions) -> None:
    """A flare round the tank, or over each enemy in reach; `check` allows any hex in reach (TC-14.5)."""
    if s.options.flare_mode == FlareMode.AROUND_TANK:
        if why_no_flare(s, u, NOBODY) == Why.ALLOWED:
            offer(m, seat, Verb.FLARE, u, NOBODY, NOBODY, NOBODY, NOBODY)
        return
    for v in range(s.count):
        t = s.units[v]
        if t.side != seat and t.cell >= 0 and t.standing == Standing.OPERATIONAL:
            if why_no_flare(s, u, t.cell) == Why.ALLOWED:
                offer(m, seat, Verb.FLARE, u, NOBODY, t.cell, NOBODY, NOBODY)


@rule
def offer_smoke(s: State, seat: int, u: int, left: int, m: Actions) -> None:
    """Smoke in each hex within reach where it may lie, of the nearest first its own (TC-5.14)."""
    if left < s.options.smoke_cost or why_no_launcher(s, u) != Why.ALLOWED:
        return
    here, reach = s.units[u].cell, s.options.smoke_range
    for i in range(NEARBY if reach <= AT_HAND else CELLS):
        cell = nearby(here, i) if reach <= AT_HAND else i
        if reach != AT_HAND and distance(here, cell) > reach:
            continue
        if why_smoke_cannot_lie(s, cell) == Why.ALLOWED:
            offer(m, seat, Verb.SMOKE, u, NOBODY, cell, NOBODY, NOBODY)


@rule
def offer_crew(s: State, seat: int, u: int, m: Actions) -> None:
    """Abilities and the Lieutenant Commander's change of role."""
    t = s.units[u]
    if t.ability == NOBODY:  # one per activation: most lists end here
        for ability in range(Ability.QUICK_LOAD + 1):
            if why_no_ability(s, u, ability) == Why.ALLOWED:
                offer(m, seat, Verb.ABILITY, u, NOBODY, NOBODY, NOBODY, ability)
    if t.begun == 0 and alive(s, u, Role.LIEUTENANT):
        for role in range(Role.LIEUTENANT):
            if why_no_reassigning(s, u, role) == Why.ALLOWED:
                offer(m, seat, Verb.LIEUTENANT, u, NOBODY, NOBODY, NOBODY, role)


@rule
def offer_loading(s: State, seat: int, u: int, m: Actions) -> None:
    """Rounds to load but the one in the gun; free swaps one way only, or offers would circle (TC-15.10 f)."""
    cost = load_cost(s, u)
    if why_no_loading(s, u) != Why.ALLOWED or why_short(s, u, cost) != Why.ALLOWED:
        return
    loaded = s.units[u].loaded
    for shell in range(Shell.AT, Shell.HE + 1):
        circular = loaded != Shell.NONE and shell > loaded and cost == 0
        if shell != loaded and not circular and why_no_round(s, u, shell) == Why.ALLOWED:
            offer(m, seat, Verb.LOAD, u, NOBODY, NOBODY, NOBODY, shell)


@rule
def offer_tank(s: State, seat: int, u: int, left: int, m: Actions) -> None:
    """The orders that only battle tanks have."""
    if left > 0:
        offer_shots(s, seat, u, left, m)
    offer_loading(s, seat, u, m)
    offer_crew(s, seat, u, m)
    if left > 0:
        offer_mines(s, seat, u, left, m)
        if s.options.night != 0:
            offer_flares(s, seat, u, m)


@rule
def offer_vehicle(s: State, seat: int, u: int, m: Actions) -> None:
    """The orders of a battle tank or an APC; most cost points, and none of these is open without one."""
    left = remaining_points(s, u)
    if s.units[u].drive == Drive.TRACKS:
        offer_driving(s, seat, u, m)
    else:
        offer_gliding(s, seat, u, m)
    if left > 0:
        offer_turning(s, seat, u, left, m)
        offer_ai_shots(s, seat, u, left, m)
        offer_smoke(s, seat, u, left, m)
        if why_no_extinguishing(s, u) == Why.ALLOWED:
            offer(m, seat, Verb.EXTINGUISH, u, NOBODY, NOBODY, NOBODY, NOBODY)
        offer_strikes(s, seat, u, m)
    if s.units[u].kind == Kind.TANK:
        offer_tank(s, seat, u, left, m)


@rule
def offer_squad(s: State, seat: int, u: int, m: Actions) -> None:
    """The orders of a squad, on foot or carried: each costs points."""
    left = remaining_points(s, u)
    if left == 0:
        return
    offer_on_foot(s, seat, u, m)
    if s.units[u].carrier == NOBODY:
        offer_gliding(s, seat, u, m)
        offer_missiles(s, seat, u, left, m)
        offer_ai_shots(s, seat, u, left, m)


@rule
def legal(s: State, seat: int, m: Actions) -> int:
    """Fill m with the orders open to a seat; return how many.

    Conceding is always possible but is not offered, so that no search tries it.
    """
    m.count = 0
    if s.winner != RUNNING or seat != s.seat:
        return 0
    if s.phase != Phase.ACT:
        offer_setup(s, seat, m)
        return m.count
    u = s.active
    if s.units[u].kind == Kind.SQUAD:
        offer_squad(s, seat, u, m)
    else:
        offer_vehicle(s, seat, u, m)
    offer(m, seat, Verb.END, u, NOBODY, NOBODY, NOBODY, NOBODY)
    return m.count
