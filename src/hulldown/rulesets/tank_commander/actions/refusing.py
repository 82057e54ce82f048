"""One order judged: the first reason against it (TC-7.23, TC-15.8)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.hexes import CELLS, NW
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.airstrike import why_no_strike
from hulldown.rulesets.tank_commander.codes import NOBODY, Phase, Shell, Upgrade, Verb, Weapon
from hulldown.rulesets.tank_commander.crew import why_no_ability, why_no_reassigning
from hulldown.rulesets.tank_commander.deployment import to_deploy
from hulldown.rulesets.tank_commander.equipment import why_no_extinguishing, why_no_load, why_no_smoke
from hulldown.rulesets.tank_commander.infantry import (
    next_to_bail,
    why_no_capture,
    why_no_cover,
    why_no_disarming,
    why_no_dismount,
    why_no_landing,
    why_no_mount,
)
from hulldown.rulesets.tank_commander.minelaying import why_no_mine, why_no_mine_before
from hulldown.rulesets.tank_commander.movement import (
    why_no_entry,
    why_no_move,
    why_no_reverse,
    why_no_straight,
    why_no_traverse,
    why_no_turn,
)
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.shooting import why_no_missile, why_no_shot
from hulldown.rulesets.tank_commander.state import ZONE, State
from hulldown.rulesets.tank_commander.terrain import is_vehicle
from hulldown.rulesets.tank_commander.turn import waits
from hulldown.rulesets.tank_commander.weather import why_no_flare


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
