"""What seats do: who is to decide, what is offered, why not, and carrying it out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from hulldown.kernel.actions import Action, Actions, Log, make, offer
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.dice import Dice
from hulldown.kernel.hexes import CELLS, NEARBY, NW, STRIDE, ahead, distance, nearby, step, turned
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.air import (
    call_strike,
    fire_flare,
    lay_mine,
    why_no_flare,
    why_no_laying,
    why_no_mine,
    why_no_mine_before,
    why_no_mine_there,
    why_no_strike,
)
from hulldown.rulesets.tank_commander.crew import (
    alive,
    day_range,
    declare,
    deploy_smoke,
    extinguish,
    has_ai_weapon,
    load,
    load_cost,
    reassign,
    remaining_points,
    why_no_ability,
    why_no_extinguishing,
    why_no_launcher,
    why_no_load,
    why_no_loading,
    why_no_reassigning,
    why_no_round,
    why_no_smoke,
    why_short,
    why_smoke_cannot_lie,
)
from hulldown.rulesets.tank_commander.events import Why
from hulldown.rulesets.tank_commander.movement import (
    capture,
    disarm,
    dismount,
    mount,
    move,
    next_to_bail,
    straight,
    take_cover,
    traverse,
    turn,
    why_no_boarding,
    why_no_capture,
    why_no_cover,
    why_no_disarming,
    why_no_dismount,
    why_no_entry,
    why_no_landing,
    why_no_mount,
    why_no_move,
    why_no_reverse,
    why_no_straight,
    why_no_traverse,
    why_no_traversing,
    why_no_turn,
    why_no_turning,
)
from hulldown.rulesets.tank_commander.shooting import (
    fire,
    fire_ai,
    fire_missile,
    why_no_aim,
    why_no_missile,
    why_no_shot,
    why_not_armed,
)
from hulldown.rulesets.tank_commander.state import (
    NOBODY,
    ZONE,
    Ability,
    Drive,
    FlareMode,
    Ground,
    Kind,
    Phase,
    Role,
    Shell,
    Standing,
    State,
    Upgrade,
    Verb,
    Weapon,
)
from hulldown.rulesets.tank_commander.table import is_vehicle
from hulldown.rulesets.tank_commander.turn import (
    activate,
    advance,
    close_activation,
    deploy,
    go_on,
    lay_first,
    prepare,
    roll_off,
    to_deploy,
    waits,
)
from hulldown.rulesets.tank_commander.victory import concede, judge
from hulldown.rulesets.tank_commander.words import cells


@rule
def why_no_deployment(s: State, u: int, cell: int, facing: int) -> int:
    """A unit not yet placed, a free hex of its side's zone, any hull facing (TC-4.12); squads have none."""
    if not to_deploy(s, u) or (facing >= 0) != is_vehicle(s, u):
        return Why.NO_SUCH_ACTION
    side = s.units[u].side
    for i in range(s.zone_size[side]):
        if s.zone[side * ZONE + i] == cell:
            return why_no_entry(s, cell)
    return Why.NOT_IN_ZONE


@rule
def why_not_prepared(s: State, u: int, facing: int, shell: int) -> int:
    """Any turret facing, AT, or HE with the upgrade (TC-4.12, TC-5.11)."""
    if u != s.active or facing < 0 or facing > 5:
        return Why.NO_SUCH_ACTION
    if shell == Shell.HE:
        return Why.ALLOWED if s.units[u].upgrade[Upgrade.HE] > 0 else Why.NO_HE
    return Why.ALLOWED if shell == Shell.AT else Why.NO_SUCH_ACTION


@rule
def why_not_activated(s: State, u: int) -> int:
    """An own unit that fights and was not activated, in the order of TC-15.8; statics never act (TC-4.11)."""
    if s.units[u].side != s.seat:
        return Why.NOT_YOUR_ACTIVATION
    if waits(s, u):
        return Why.ALLOWED
    return Why.ALREADY_ACTIVATED if s.units[u].activated != 0 else Why.UNIT_OUT_OF_ACTION


@rule
def why_no_setup(s: State, a: Action) -> int:
    """Orders before the first game turn, the choice of a unit, and where passengers get out."""
    verb = a.verb
    u = a.actor
    if verb == Verb.ROLL and s.phase == Phase.ROLL_OFF:
        return Why.ALLOWED
    if u < 0 or u >= s.count or s.units[u].side != s.seat:
        return Why.NOT_YOUR_ACTIVATION
    if verb == Verb.DEPLOY and s.phase == Phase.DEPLOY:
        return why_no_deployment(s, u, a.place, a.facing)
    if verb == Verb.PREPARE and s.phase == Phase.PREPARE:
        return why_not_prepared(s, u, a.facing, a.choice)
    if verb == Verb.MINE and s.phase == Phase.MINES:
        return why_no_mine_before(s, u, a.place) if u == s.active else Why.NOT_YOUR_ACTIVATION
    if verb == Verb.ACTIVATE and s.phase == Phase.CHOOSE:
        return why_not_activated(s, u)
    if verb == Verb.BAIL_OUT and s.phase == Phase.BAIL_OUT:
        return why_no_landing(s, u, a.place) if u == next_to_bail(s) else Why.NOT_YOUR_ACTIVATION
    return Why.NOT_YOUR_ACTIVATION if verb == Verb.ACTIVATE else Why.NO_SUCH_ACTION


@rule
def why_not_fought(s: State, u: int, a: Action) -> int:
    """Driving and shooting (TC-7.23, TC-15.8)."""
    verb = a.verb
    if verb == Verb.MOVE:
        return why_no_move(s, u, a.facing)
    if verb == Verb.REVERSE:
        return why_no_reverse(s, u)
    if verb == Verb.STRAIGHT:
        return why_no_straight(s, u, a.facing, a.choice)
    if verb == Verb.TURN:
        return why_no_turn(s, u, a.facing)
    if verb == Verb.TURRET:
        return why_no_traverse(s, u, a.facing)
    if verb == Verb.FIRE:
        return why_no_shot(s, u, Weapon.MAIN_GUN, a.target, a.place)
    if verb == Verb.FIRE_AI:
        return why_no_shot(s, u, Weapon.AI_WEAPON, a.target, a.place)
    return why_no_missile(s, u, a.target, a.place, a.choice)


@rule
def why_not_on_foot(s: State, u: int, a: Action) -> int:
    """What only squads do (TC-10, TC-15.8)."""
    verb = a.verb
    if verb == Verb.COVER:
        return why_no_cover(s, u)
    if verb == Verb.CAPTURE:
        return why_no_capture(s, u)
    if verb == Verb.DISARM:
        return why_no_disarming(s, u, a.place)
    if verb == Verb.MOUNT:
        return why_no_mount(s, u, a.target)
    return why_no_dismount(s, u, a.place)


@rule
def why_not_in_activation(s: State, u: int, a: Action) -> int:
    """Orders of the unit being activated (TC-7.23, TC-15.8)."""
    verb = a.verb
    if verb >= Verb.MOVE and verb <= Verb.MISSILE:
        return why_not_fought(s, u, a)
    if verb >= Verb.COVER and verb <= Verb.DISMOUNT:
        return why_not_on_foot(s, u, a)
    if verb == Verb.LOAD:
        return why_no_load(s, u, a.choice)
    if verb == Verb.SMOKE:
        return why_no_smoke(s, u, a.place)
    if verb == Verb.EXTINGUISH:
        return why_no_extinguishing(s, u)
    if verb == Verb.STRIKE:
        return why_no_strike(s, u, a.place)
    if verb == Verb.MINE:
        return why_no_mine(s, u, a.place)
    if verb == Verb.FLARE:
        return why_no_flare(s, u, a.place)
    if verb == Verb.ABILITY:
        return why_no_ability(s, u, a.choice)
    if verb == Verb.LIEUTENANT:
        return why_no_reassigning(s, u, a.choice)
    return Why.ALLOWED if verb == Verb.END else Why.NO_SUCH_ACTION


@rule
def readable(s: State, a: Action) -> bool:
    """Whether target, place and facing of an order exist (TC-15.10 e); absent ones are -1."""
    if a.target < NOBODY or a.target >= s.count or a.place < NOBODY or a.place >= CELLS:
        return False
    return a.facing >= NOBODY and a.facing <= NW


@rule
def check(s: State, seat: int, a: Action) -> int:
    """0, or the first reason why any exact order is refused."""
    if s.winner != RUNNING or seat != s.seat or a.seat != seat:
        return Why.NOT_YOUR_ACTIVATION
    if a.verb == Verb.CONCEDE:
        return Why.ALLOWED
    if not readable(s, a):
        return Why.NO_SUCH_ACTION
    if a.verb <= Verb.BAIL_OUT or s.phase == Phase.MINES:
        return why_no_setup(s, a)
    if s.phase != Phase.ACT or a.actor != s.active:
        return Why.NOT_YOUR_ACTIVATION
    return why_not_in_activation(s, a.actor, a)


# ---------------------------------------------------------------- setting up
# Legal orders outside an activation: set-up, the choice of a unit, and where squads get down.


@rule
def offer_setup(s: State, seat: int, m: Actions) -> None:
    """Orders outside an activation; the printed facing comes first."""
    if s.phase == Phase.ROLL_OFF:
        offer(m, seat, Verb.ROLL, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY)
    elif s.phase == Phase.DEPLOY:
        offer_places(s, seat, m)
    elif s.phase == Phase.MINES:
        offer_mines_before(s, seat, m)
    elif s.phase == Phase.PREPARE:
        for steps in range(6):
            facing = turned(s.units[s.active].hull, steps)
            for shell in range(Shell.AT, Shell.HE + 1):
                if why_not_prepared(s, s.active, facing, shell) == Why.ALLOWED:
                    offer(m, seat, Verb.PREPARE, s.active, NOBODY, NOBODY, facing, shell)
    elif s.phase == Phase.BAIL_OUT:
        offer_landings(s, seat, next_to_bail(s), Verb.BAIL_OUT, m)
    else:
        for u in range(s.count):
            if why_not_activated(s, u) == Why.ALLOWED:
                offer(m, seat, Verb.ACTIVATE, u, NOBODY, NOBODY, NOBODY, NOBODY)


@rule
def offer_places(s: State, seat: int, m: Actions) -> None:
    """The first unplaced unit in every free hex of the zone, every facing, the printed one first.

    Which of its units a side places first is its own choice (TC-4.12), and `check` allows any;
    offering one at a time keeps the list within its buffer and loses no final set-up.
    """
    for u in range(s.count):
        if s.units[u].side == seat and to_deploy(s, u):
            printed = s.units[u].hull
            for i in range(s.zone_size[seat]):
                cell = s.zone[seat * ZONE + i]
                if why_no_entry(s, cell) != Why.ALLOWED:
                    continue
                if not is_vehicle(s, u):
                    offer(m, seat, Verb.DEPLOY, u, NOBODY, cell, NOBODY, NOBODY)
                    continue
                for steps in range(6):
                    facing = turned(printed, steps)
                    offer(m, seat, Verb.DEPLOY, u, NOBODY, cell, facing, NOBODY)
            return


@rule
def offer_mines_before(s: State, seat: int, m: Actions) -> None:
    """Every hex where the next mine may lie before the battle (TC-12.11)."""
    for column in range(s.columns):
        for row in range(s.rows):
            cell = (column + 1) * STRIDE + row + 1
            if why_no_mine_before(s, s.active, cell) == Why.ALLOWED:
                offer(m, seat, Verb.MINE, s.active, NOBODY, cell, NOBODY, NOBODY)


@rule
def offer_landings(s: State, seat: int, u: int, verb: int, m: Actions) -> None:
    """Every hex where a carried squad can get down (TC-10.19, TC-10.23)."""
    here = s.units[s.units[u].carrier].cell
    for direction in range(6):
        cell = step(here, direction)
        if why_no_landing(s, u, cell) == Why.ALLOWED:
            offer(m, seat, verb, u, NOBODY, cell, NOBODY, NOBODY)


# ---------------------------------------------------------------- offering
# All legal orders of the seat that is to decide.


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


# ---------------------------------------------------------------- every order
# Every order that `check` allows, each once: also those that `legal` leaves to people (TC-15.11 j).


Range = Iterable[int]
Fields = tuple[Verb, Range, Range, Range, Range]  # target, place, facing, choice

ABSENT = (NOBODY,)
WAYS = range(NOBODY, 6)  # a direction, or none: forward, without a facing
SHELLS = (Shell.AT, Shell.HE)


def over(
    verb: Verb, target: Range = ABSENT, place: Range = ABSENT, facing: Range = ABSENT, choice: Range = ABSENT
) -> Fields:
    """What the fields of an order may be; those it does not have are absent."""
    return verb, target, place, facing, choice


def unit_orders(s: State, u: int) -> Iterator[Fields]:
    """The orders of the unit being activated (TC-15.2)."""
    units, places = range(s.count), cells(s)
    bare = (Verb.REVERSE, Verb.EXTINGUISH, Verb.FLARE, Verb.COVER, Verb.CAPTURE, Verb.END)
    placed = (Verb.SMOKE, Verb.STRIKE, Verb.MINE, Verb.FLARE, Verb.DISARM, Verb.DISMOUNT)
    yield over(Verb.MOVE, facing=WAYS)
    yield over(Verb.STRAIGHT, facing=WAYS, choice=range(1, int(s.options.straight_hexes) + 1))
    yield over(Verb.TURN, facing=WAYS, choice=(1, 0) if s.units[u].turret != NOBODY else (1,))
    yield over(Verb.TURRET, facing=WAYS)
    yield over(Verb.FIRE, target=units)
    yield over(Verb.FIRE, place=places)
    yield over(Verb.FIRE_AI, target=units)
    yield over(Verb.MISSILE, target=units, choice=SHELLS)
    yield over(Verb.LOAD, choice=SHELLS)
    yield over(Verb.MOUNT, target=units)
    yield over(Verb.ABILITY, choice=Ability)
    yield over(Verb.LIEUTENANT, choice=Role)
    yield from (over(verb) for verb in bare)
    yield from (over(verb, place=places) for verb in placed)


def setup_orders(s: State) -> Iterator[Fields]:
    """The orders outside an activation: set-up, the choice of a unit, where passengers get out."""
    places = cells(s)
    yield over(Verb.DEPLOY, place=places, facing=WAYS)
    yield over(Verb.PREPARE, facing=WAYS, choice=SHELLS)
    yield over(Verb.MINE, place=places)
    yield over(Verb.ACTIVATE)
    yield over(Verb.BAIL_OUT, place=places)


def candidates(s: State, seat: int) -> Iterator[Action]:
    """Every row that can be an order now, and no order in two rows."""
    if s.phase == Phase.ACT:
        units, forms = [int(s.active)], list(unit_orders(s, int(s.active)))
    else:
        units, forms = [u for u in range(s.count) if s.units[u].side == seat], list(setup_orders(s))
    for u in units:
        for verb, *fields in forms:
            yield from (make(seat, verb, u, *values) for values in product(*fields))
    yield make(seat, Verb.ROLL)
    yield make(seat, Verb.CONCEDE)


def every_order(s: State, seat: int) -> Iterator[Action]:
    """Every order that `check` allows a seat, conceding last (TC-1.6)."""
    return (a for a in candidates(s, seat) if check(s, seat, a) == 0)


# ---------------------------------------------------------------- carrying out
# Carrying an order out.


@rule
def to_act(s: State) -> int:
    """The seats that owe a decision, as bits: always one, until the battle is over."""
    return 0 if s.winner != RUNNING else 1 << s.seat


@rule
def fight(s: State, u: int, a: Action, d: Dice, e: Log) -> None:
    """Driving and shooting."""
    verb = a.verb
    if verb == Verb.MOVE or verb == Verb.REVERSE:
        move(s, u, a.facing, verb == Verb.REVERSE, d, e)
    elif verb == Verb.STRAIGHT:
        straight(s, u, a.facing, a.choice, d, e)
    elif verb == Verb.TURN:
        turn(s, u, a.facing, a.choice, e)
    elif verb == Verb.TURRET:
        traverse(s, u, a.facing, e)
    elif verb == Verb.FIRE:
        fire(s, u, a.target, a.place, d, e)
    elif verb == Verb.FIRE_AI:
        fire_ai(s, u, a.target, d, e)
    else:
        fire_missile(s, u, a.target, a.choice, d, e)


@rule
def act_on_foot(s: State, u: int, a: Action, e: Log) -> None:
    """What only squads do."""
    verb = a.verb
    if verb == Verb.COVER:
        take_cover(s, u, e)
    elif verb == Verb.CAPTURE:
        capture(s, u, e)
    elif verb == Verb.DISARM:
        disarm(s, u, a.place, e)
    elif verb == Verb.MOUNT:
        mount(s, u, a.target, e)
    else:
        dismount(s, u, a.place, e)


@rule
def do(s: State, u: int, a: Action, d: Dice, e: Log) -> None:
    """An action or ability of the active unit."""
    verb = a.verb
    if verb >= Verb.MOVE and verb <= Verb.MISSILE:
        fight(s, u, a, d, e)
    elif verb >= Verb.COVER and verb <= Verb.DISMOUNT:
        act_on_foot(s, u, a, e)
    elif verb == Verb.LOAD:
        load(s, u, a.choice, e)
    elif verb == Verb.SMOKE:
        deploy_smoke(s, u, a.place, e)
    elif verb == Verb.EXTINGUISH:
        extinguish(s, u, e)
    elif verb == Verb.STRIKE:
        call_strike(s, u, a.place, e)
    elif verb == Verb.MINE:
        lay_mine(s, u, a.place, e)
    elif verb == Verb.FLARE:
        fire_flare(s, u, a.place, e)
    elif verb == Verb.ABILITY:
        declare(s, u, a.choice, e)
    elif verb == Verb.LIEUTENANT:
        reassign(s, u, a.choice, e)
    s.units[u].begun = 1


@rule
def arrange(s: State, a: Action, d: Dice, e: Log) -> None:
    """An order outside an activation."""
    verb = a.verb
    if verb == Verb.ROLL:
        roll_off(s, d, e)
    elif verb == Verb.DEPLOY:
        deploy(s, a.actor, a.place, a.facing, d, e)
    elif verb == Verb.MINE:
        lay_first(s, a.actor, a.place, d, e)
    elif verb == Verb.PREPARE:
        prepare(s, a.actor, a.facing, a.choice, d, e)
    elif verb == Verb.ACTIVATE:
        activate(s, a.actor, e)
    else:
        go_on(s, a.actor, a.place, e)


@rule
def apply(s: State, a: Action, d: Dice, e: Log) -> None:
    """Carry out a legal order and everything that follows from it, up to the next decision."""
    verb = a.verb
    if verb == Verb.CONCEDE:
        concede(s, a.seat, e)
    elif s.phase != Phase.ACT:
        arrange(s, a, d, e)
    elif verb == Verb.END:
        close_activation(s, d, e)
    else:
        do(s, a.actor, a, d, e)
        judge(s, e)
    advance(s, d, e)
