"""Free play: who moves first, and who stands where (AG-6.1, AG-6.9)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import CENTRE, NOBODY, TILES, UNITS, Chassis, Phase, Standing, Way
from hulldown.rulesets.agrav.events import deployed, rolled_off
from hulldown.rulesets.agrav.movement import why_not_enter
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.sight import look
from hulldown.rulesets.agrav.state import State, column_of, row_of

PERCENT = 100


# ---------------------------------------------------------------- who moves first


@rule
def awaits_deployment(s: State, side: int) -> bool:
    """Whether a side has units that are not on the map yet."""
    for u in range(s.count):
        if s.units[u].side == side and s.units[u].standing == Standing.WAITING:
            return True
    return False


@rule
def roll_off(s: State, d: Dice, e: Log) -> None:
    """Each side rolls a d100, ties again; the higher one chooses (AG-6.1)."""
    mine, theirs = 0, 0
    while mine == theirs:
        mine, theirs = roll(d, PERCENT), roll(d, PERCENT)
        rolled_off(e, mine, theirs)
    s.chooser = 0 if mine > theirs else 1


@rule
def choose_order(s: State, goes_first: int) -> None:
    """The side that chooses moves first or second; who moves first deploys first (AG-6.1)."""
    s.first = s.chooser if goes_first == 1 else 1 - s.chooser
    s.side = s.first if awaits_deployment(s, s.first) else 1 - s.first
    s.phase = Phase.DEPLOY


# ---------------------------------------------------------------- who stands where


@rule
def in_zone(s: State, side: int, tile: int) -> bool:
    """Three rows at the south edge for the side that moves first, the north edge for the other (AG-6.9)."""
    if side == s.first:
        return row_of(tile) >= s.rows - s.options.deployment_rows
    return row_of(tile) < s.options.deployment_rows


@rule
def faces_well(chassis: int, facing: int) -> bool:
    """Vehicles face north, east, south or west; infantry has no facing and stands as if north (AG-2.2)."""
    if chassis == Chassis.INFANTRY:
        return facing == NOBODY or facing == Way.N
    return facing == Way.N or facing == Way.E or facing == Way.S or facing == Way.W


@rule
def why_not_deploy(s: State, u: int, tile: int, facing: int) -> int:
    """Why a unit may not be placed there: on free tiles of its own zone only (AG-6.1, AG-6.9)."""
    if u < 0 or u >= UNITS or s.phase != Phase.DEPLOY or s.units[u].standing != Standing.WAITING:
        return Why.NO_SUCH_ACTION
    unit = s.units[u]
    if unit.side != s.side:
        return Why.NOT_YOUR_TURN
    if not faces_well(unit.chassis, facing):
        return Why.NO_SUCH_ACTION
    if tile < 0 or tile >= TILES or column_of(tile) >= s.columns or row_of(tile) >= s.rows:
        return Why.OFF_MAP
    if not in_zone(s, unit.side, tile):
        return Why.DEPLOY_ZONE
    return why_not_enter(s, tile)


@rule
def deploy(s: State, u: int, tile: int, facing: int, e: Log) -> None:
    """Place a unit (AG-6.1); once its side has placed all, it is the other's turn to place."""
    unit = s.units[u]
    unit.standing, unit.tile, unit.came, unit.began = Standing.PRESENT, tile, tile, tile
    unit.anchor, unit.facing = CENTRE, Way.N if facing == NOBODY else facing
    s.occupant[tile] = u
    deployed(e, u, tile, unit.facing)
    look(s, u)
    if not awaits_deployment(s, unit.side):
        s.side = 1 - unit.side
