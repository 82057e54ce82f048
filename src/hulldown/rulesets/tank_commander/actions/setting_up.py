"""Legal orders outside an activation: set-up, the choice of a unit, and where squads get down."""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer
from hulldown.kernel.hexes import STRIDE, step, turned
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.actions.refusing import why_not_activated, why_not_prepared
from hulldown.rulesets.tank_commander.codes import NOBODY, Phase, Shell, Verb
from hulldown.rulesets.tank_commander.deployment import to_deploy
from hulldown.rulesets.tank_commander.infantry import next_to_bail, why_no_landing
from hulldown.rulesets.tank_commander.minelaying import why_no_mine_before
from hulldown.rulesets.tank_commander.movement import why_no_entry
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.state import ZONE, State
from hulldown.rulesets.tank_commander.terrain import is_vehicle


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
