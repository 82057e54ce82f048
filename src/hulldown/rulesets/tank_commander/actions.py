"""What can be ordered: the legal orders, the first reason against any order, carrying one out."""

from __future__ import annotations

from hulldown.kernel.actions import Action, Actions, offer
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.hexes import CELLS, NEARBY, NW, nearby, step
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import (
    NOBODY,
    Ability,
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
    declare,
    load_cost,
    reassign,
    why_no_ability,
    why_no_reassigning,
)
from hulldown.rulesets.tank_commander.equipment import (
    deploy_smoke,
    extinguish,
    load,
    why_no_extinguishing,
    why_no_launcher,
    why_no_load,
    why_no_smoke,
    why_smoke_cannot_lie,
)
from hulldown.rulesets.tank_commander.movement import (
    STRAIGHT_HEXES,
    move,
    straight,
    traverse,
    turn,
    why_no_entry,
    why_no_move,
    why_no_reverse,
    why_no_straight,
    why_no_traverse,
    why_no_traversing,
    why_no_turn,
    why_no_turning,
)
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.shooting import fire, why_no_aim, why_no_shot, why_no_weapon
from hulldown.rulesets.tank_commander.state import ZONE, State
from hulldown.rulesets.tank_commander.turn import (
    activate,
    advance,
    close_activation,
    deploy,
    prepare,
    roll_off,
    waits,
)
from hulldown.rulesets.tank_commander.victory import concede, judge


@rule
def to_act(s: State) -> int:
    """The seats that owe a decision, as bits: always one, until the battle is over."""
    return 0 if s.winner != RUNNING else 1 << s.seat


@rule
def result(s: State) -> int:
    """-1 while the battle runs, the winning side, or 2 for a draw."""
    return int(s.winner)


# ---------------------------------------------------------------- one order judged


@rule
def why_no_deployment(s: State, u: int, cell: int, facing: int) -> int:
    """A unit not yet placed, a free hex of its side's zone, any hull facing (TC-4.12)."""
    if s.units[u].cell >= 0 or facing < 0 or facing > 5:
        return Why.NO_SUCH_ACTION
    side = int(s.units[u].side)
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
    """An own operational unit that has not been activated (TC-4.11)."""
    if s.units[u].side != s.seat:
        return Why.NOT_YOUR_ACTIVATION
    if s.units[u].standing != Standing.OPERATIONAL:
        return Why.UNIT_OUT_OF_ACTION
    return Why.ALLOWED if waits(s, u) else Why.ALREADY_ACTIVATED


@rule
def why_not_set_up(s: State, a: Action) -> int:
    """Orders before the first game turn, and the choice of a unit."""
    verb = int(a.verb)
    u = int(a.actor)
    if verb == Verb.ROLL and s.phase == Phase.ROLL_OFF:
        return Why.ALLOWED
    if u < 0 or u >= s.count or s.units[u].side != s.seat:
        return Why.NOT_YOUR_ACTIVATION
    if verb == Verb.DEPLOY and s.phase == Phase.DEPLOY:
        return why_no_deployment(s, u, int(a.place), int(a.facing))
    if verb == Verb.PREPARE and s.phase == Phase.PREPARE:
        return why_not_prepared(s, u, int(a.facing), int(a.choice))
    if verb == Verb.ACTIVATE and s.phase == Phase.CHOOSE:
        return why_not_activated(s, u)
    return Why.NO_SUCH_ACTION if verb <= Verb.PREPARE else Why.NOT_YOUR_ACTIVATION


@rule
def why_not_done(s: State, u: int, a: Action) -> int:
    """Orders of the unit being activated (TC-7.23, TC-15.8)."""
    verb = int(a.verb)
    if verb == Verb.MOVE:
        return why_no_move(s, u)
    if verb == Verb.REVERSE:
        return why_no_reverse(s, u)
    if verb == Verb.STRAIGHT:
        return why_no_straight(s, u, int(a.choice))
    if verb == Verb.TURN:
        return why_no_turn(s, u, int(a.facing))
    if verb == Verb.TURRET:
        return why_no_traverse(s, u, int(a.facing))
    if verb == Verb.FIRE:
        return why_no_shot(s, u, Weapon.MAIN_GUN, int(a.target), int(a.place))
    if verb == Verb.FIRE_AI:
        return why_no_shot(s, u, Weapon.AI_WEAPON, int(a.target), int(a.place))
    if verb == Verb.LOAD:
        return why_no_load(s, u, int(a.choice))
    if verb == Verb.SMOKE:
        return why_no_smoke(s, u, int(a.place))
    if verb == Verb.EXTINGUISH:
        return why_no_extinguishing(s, u)
    if verb == Verb.ABILITY:
        return why_no_ability(s, u, int(a.choice))
    if verb == Verb.LIEUTENANT:
        return why_no_reassigning(s, u, int(a.choice))
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
    if a.verb <= Verb.ACTIVATE:
        return why_not_set_up(s, a)
    if s.phase != Phase.ACT or a.actor != s.active:
        return Why.NOT_YOUR_ACTIVATION
    return why_not_done(s, int(a.actor), a)


# ---------------------------------------------------------------- all legal orders


@rule
def offer_set_up(s: State, seat: int, m: Actions) -> None:
    """Orders of set-up and the choice of a unit to activate; the printed facing comes first."""
    if s.phase == Phase.ROLL_OFF:
        offer(m, seat, Verb.ROLL, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY)
    elif s.phase == Phase.DEPLOY:
        offer_places(s, seat, m)
    elif s.phase == Phase.PREPARE:
        for turned in range(6):
            facing = (int(s.units[s.active].hull) + turned) % 6
            for shell in range(Shell.AT, Shell.HE + 1):
                if why_not_prepared(s, int(s.active), facing, shell) == Why.ALLOWED:
                    offer(m, seat, Verb.PREPARE, s.active, NOBODY, NOBODY, facing, shell)
    else:
        for u in range(s.count):
            if why_not_activated(s, u) == Why.ALLOWED:
                offer(m, seat, Verb.ACTIVATE, u, NOBODY, NOBODY, NOBODY, NOBODY)


@rule
def offer_places(s: State, seat: int, m: Actions) -> None:
    """The first unplaced unit in every free hex of the zone, every facing.

    Which of its units a side places first is its own choice (TC-4.12), and `check` allows any;
    offering one at a time keeps the list within its buffer and loses no final set-up.
    """
    for u in range(s.count):
        if s.units[u].side == seat and s.units[u].cell < 0:
            for i in range(s.zone_size[seat]):
                cell = int(s.zone[seat * ZONE + i])
                if why_no_entry(s, cell) == Why.ALLOWED:
                    for facing in range(6):
                        offer(m, seat, Verb.DEPLOY, u, NOBODY, cell, facing, NOBODY)
            return


@rule
def offer_driving(s: State, seat: int, u: int, m: Actions) -> None:
    """Moves, forward and back."""
    t = s.units[u]
    if why_no_move(s, u) == Why.ALLOWED:
        offer(m, seat, Verb.MOVE, u, NOBODY, NOBODY, NOBODY, NOBODY)
    if s.options.reverse_move != 0 and why_no_reverse(s, u) == Why.ALLOWED:
        offer(m, seat, Verb.REVERSE, u, NOBODY, NOBODY, NOBODY, NOBODY)
    if t.ability == Ability.STRAIGHT and why_no_straight(s, u, 1) == Why.ALLOWED:
        cell = int(t.cell)
        for hexes in range(1, STRAIGHT_HEXES + 1):
            cell = step(cell, int(t.hull))
            if why_no_entry(s, cell) != Why.ALLOWED:
                break
            offer(m, seat, Verb.STRAIGHT, u, NOBODY, NOBODY, NOBODY, hexes)


@rule
def offer_turning(s: State, seat: int, u: int, m: Actions) -> None:
    """Turns of the hull and of the turret: what is possible to one side is to the other."""
    t = s.units[u]
    if why_no_turning(s, u) == Why.ALLOWED:
        for side in range(2):
            facing = (int(t.hull) + 5 - 4 * side) % 6
            offer(m, seat, Verb.TURN, u, NOBODY, NOBODY, facing, 1)
            if t.turret >= 0:
                offer(m, seat, Verb.TURN, u, NOBODY, NOBODY, facing, 0)
    if why_no_traversing(s, u) == Why.ALLOWED:
        for side in range(2):
            facing = (int(t.turret) + 5 - 4 * side) % 6
            offer(m, seat, Verb.TURRET, u, NOBODY, NOBODY, facing, NOBODY)


@rule
def offer_shots(s: State, seat: int, u: int, m: Actions) -> None:
    """Shots at units and at buildings."""
    if why_no_weapon(s, u, Weapon.MAIN_GUN) == Why.ALLOWED:
        for v in range(s.count):
            if why_no_aim(s, u, Weapon.MAIN_GUN, v, NOBODY) == Why.ALLOWED:
                offer(m, seat, Verb.FIRE, u, v, NOBODY, NOBODY, NOBODY)
        for i in range(s.buildings):
            cell = int(s.building[i])
            if why_no_aim(s, u, Weapon.MAIN_GUN, NOBODY, cell) == Why.ALLOWED:
                offer(m, seat, Verb.FIRE, u, NOBODY, cell, NOBODY, NOBODY)
    if s.units[u].upgrade[Upgrade.AI] > 0 and why_no_weapon(s, u, Weapon.AI_WEAPON) == Why.ALLOWED:
        for v in range(s.count):
            if why_no_aim(s, u, Weapon.AI_WEAPON, v, NOBODY) == Why.ALLOWED:
                offer(m, seat, Verb.FIRE_AI, u, v, NOBODY, NOBODY, NOBODY)


@rule
def offer_smoke(s: State, seat: int, u: int, m: Actions) -> None:
    """Smoke in each hex at distance 0 to 2 where it may lie."""
    if why_no_launcher(s, u) != Why.ALLOWED:
        return
    here = int(s.units[u].cell)
    for i in range(NEARBY):
        cell = nearby(here, i)
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
    loaded = int(s.units[u].loaded)
    for shell in range(Shell.AT, Shell.HE + 1):
        circular = loaded != Shell.NONE and shell > loaded and load_cost(s, u) == 0
        if shell != loaded and not circular and why_no_load(s, u, shell) == Why.ALLOWED:
            offer(m, seat, Verb.LOAD, u, NOBODY, NOBODY, NOBODY, shell)


@rule
def legal(s: State, seat: int, m: Actions) -> int:
    """Fill m with the orders open to a seat; return how many.

    Conceding is always possible but is not offered, so that no search tries it.
    """
    m.count = 0
    if s.winner != RUNNING or seat != s.seat:
        return 0
    if s.phase != Phase.ACT:
        offer_set_up(s, seat, m)
        return int(m.count)
    u = int(s.active)
    offer_driving(s, seat, u, m)
    offer_turning(s, seat, u, m)
    offer_shots(s, seat, u, m)
    offer_loading(s, seat, u, m)
    offer_smoke(s, seat, u, m)
    if why_no_extinguishing(s, u) == Why.ALLOWED:
        offer(m, seat, Verb.EXTINGUISH, u, NOBODY, NOBODY, NOBODY, NOBODY)
    offer_crew(s, seat, u, m)
    offer(m, seat, Verb.END, u, NOBODY, NOBODY, NOBODY, NOBODY)
    return int(m.count)


# ---------------------------------------------------------------- carrying an order out


@rule
def do(s: State, u: int, a: Action, d: Dice, e: Log) -> None:
    """An action or ability of the active unit."""
    verb = int(a.verb)
    if verb == Verb.MOVE:
        move(s, u, False, d, e)
    elif verb == Verb.REVERSE:
        move(s, u, True, d, e)
    elif verb == Verb.STRAIGHT:
        straight(s, u, int(a.choice), d, e)
    elif verb == Verb.TURN:
        turn(s, u, int(a.facing), int(a.choice), e)
    elif verb == Verb.TURRET:
        traverse(s, u, int(a.facing), e)
    elif verb == Verb.FIRE:
        fire(s, u, int(a.target), int(a.place), d, e)
    elif verb == Verb.LOAD:
        load(s, u, int(a.choice), e)
    elif verb == Verb.SMOKE:
        deploy_smoke(s, u, int(a.place), e)
    elif verb == Verb.EXTINGUISH:
        extinguish(s, u, e)
    elif verb == Verb.ABILITY:
        declare(s, u, int(a.choice), e)
    elif verb == Verb.LIEUTENANT:
        reassign(s, u, int(a.choice), e)
    s.units[u].begun = 1


@rule
def apply(s: State, a: Action, d: Dice, e: Log) -> None:
    """Carry out a legal order and everything that follows from it, up to the next decision."""
    verb = int(a.verb)
    if verb == Verb.CONCEDE:
        concede(s, int(a.seat), e)
    elif verb == Verb.ROLL:
        roll_off(s, d, e)
    elif verb == Verb.DEPLOY:
        deploy(s, int(a.actor), int(a.place), int(a.facing), d, e)
    elif verb == Verb.PREPARE:
        prepare(s, int(a.actor), int(a.facing), int(a.choice), d, e)
    elif verb == Verb.ACTIVATE:
        activate(s, int(a.actor), e)
    elif verb == Verb.END:
        close_activation(s, d, e)
    else:
        do(s, int(a.actor), a, d, e)
        judge(s, e)
    advance(s, d, e)
