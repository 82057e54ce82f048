"""The sequence of play: starts and ends of turns, rounds, and the first turn of a battle (AG-6)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.armor import heat_step
from hulldown.rulesets.agrav.codes import NOBODY, Phase, Standing
from hulldown.rulesets.agrav.collapse import fell
from hulldown.rulesets.agrav.deployment import awaits_deployment
from hulldown.rulesets.agrav.events import round_started, turn_started
from hulldown.rulesets.agrav.flying import land_rounds
from hulldown.rulesets.agrav.hits import open_window, stun_step
from hulldown.rulesets.agrav.internals import energy_limit
from hulldown.rulesets.agrav.movement import free_turns, mobility_now
from hulldown.rulesets.agrav.shields import rest, shield_step
from hulldown.rulesets.agrav.sight import look_all
from hulldown.rulesets.agrav.smoke import tick_smoke
from hulldown.rulesets.agrav.state import Options, State, Unit
from hulldown.rulesets.agrav.variants import ActivationDoubleLasts, StructureCollapseAt
from hulldown.rulesets.agrav.victory import judge_limit, judge_wiped, score_zones


@rule
def advance(s: State, d: Dice, e: Log) -> None:
    """After every action: the battle ends at once when a side has no units left (AG-23.1).

    When all units are deployed the first round begins (AG-6.1).
    """
    if s.phase == Phase.DEPLOY and not awaits_deployment(s, 0) and not awaits_deployment(s, 1):
        open_battle(s, d, e)
    elif s.phase == Phase.TURN:
        judge_wiped(s, e)


@rule
def open_battle(s: State, d: Dice, e: Log) -> None:
    """Round 1 begins with the first side's turn; everything is fresh already (AG-6.2)."""
    s.round, s.side, s.phase = 1, s.first, Phase.TURN
    look_all(s)
    start_turn(s, d, e)


# ---------------------------------------------------------------- the start of a turn


@rule
def start_turn(s: State, d: Dice, e: Log) -> None:
    """The four steps at the start of a side's turn, in their order (AG-6.4)."""
    if s.side == s.first:
        round_started(e, s.round, s.rounds)
    turn_started(e, s.side, s.round)
    open_window(s)
    tick_smoke(s)
    land_rounds(s, s.side, d, e)
    if judge_wiped(s, e):
        return
    make_all_ready(s)


@rule
def make_all_ready(s: State) -> None:
    """Step 4 for every unit of the side whose turn it is (AG-6.4)."""
    for u in range(s.count):
        if acts_now(s, u):
            make_ready(s.options, s.units[u])


@rule
def acts_now(s: State, u: int) -> bool:
    """Whether a unit is in play on the side whose turn it is."""
    return bool(s.units[u].standing == Standing.PRESENT and s.units[u].side == s.side)


@rule
def make_ready(o: Options, u: Unit) -> None:
    """Step 4: settings lapse, energy comes, weapons are unfired, mobility is fresh (AG-6.4, AG-7.7)."""
    rest(u.shield)
    u.energy = min(u.energy + u.output, energy_limit(o, u))
    for w in range(u.weapons):
        weapon = u.weapon[w]
        weapon.cone, weapon.fired = NOBODY, 0
        weapon.waiting = max(0, weapon.waiting - 1)
    u.tiles, u.shifts, u.turned, u.rammed, u.smoked, u.transferred = 0, 0, 0, 0, 0, 0
    u.began = u.tile
    u.left = mobility_now(o, u)
    u.free_turn = free_turns(o, u)


# ---------------------------------------------------------------- the end of a turn


@rule
def end_turn(s: State, d: Dice, e: Log) -> None:
    """The steps at the end of a side's turn, in their order (AG-6.7), then the next turn.

    After the last turn what is still in flight lands between steps 1 and 2 (AG-17.13).
    """
    settle_all(s, e)
    if not (last_turn(s) and land_all(s, d, e)) and collapses_now(s):
        fell(s, d, e)
    if s.phase == Phase.OVER:
        return
    end_activations(s)
    if s.side != s.first:
        score_zones(s, e)
    if last_turn(s):
        judge_limit(s, e)
    else:
        pass_turn(s)
        start_turn(s, d, e)


@rule
def settle_all(s: State, e: Log) -> None:
    """Step 1 for every unit of the side whose turn ends (AG-6.7)."""
    for u in range(s.count):
        if acts_now(s, u):
            settle_unit(s, u, e)


@rule
def settle_unit(s: State, u: int, e: Log) -> None:
    """Step 1: heat, shield, stun, and what it moved becomes its last turn (AG-6.7, AG-1.7)."""
    heat_step(s, u, e)
    shield_step(s, u, e)
    stun_step(s, u, e)
    s.units[u].last_tiles = s.units[u].tiles


@rule
def last_turn(s: State) -> bool:
    """Whether this is the second side's turn of the last round (AG-23.1)."""
    return s.side != s.first and s.round >= s.rounds


@rule
def land_all(s: State, d: Dice, e: Log) -> bool:
    """Every round still in flight lands, the first side's first (AG-17.13). Whether that ended the battle."""
    land_rounds(s, s.first, d, e)
    if judge_wiped(s, e):
        return True
    land_rounds(s, 1 - s.first, d, e)
    return judge_wiped(s, e)


@rule
def collapses_now(s: State) -> bool:
    """Structures at 0 collapse at the end of every turn, or of every round (AG-20.12)."""
    return s.side != s.first or s.options.structure_collapse_at == StructureCollapseAt.SIDE_TURN


@rule
def end_activations(s: State) -> None:
    """Literally the damage doubles only in the turn in which a shield was switched on (AG-13.21, option)."""
    if s.options.activation_double_lasts == ActivationDoubleLasts.OWN_TURN:
        for u in range(s.count):
            s.units[u].shield.activated = 0


@rule
def pass_turn(s: State) -> None:
    """First side's whole turn, then the second side's (AG-6.3)."""
    if s.side != s.first:
        s.round += 1
    s.side = 1 - s.side
