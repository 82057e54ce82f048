"""TC-4.1 and TC-4.12: what comes before the first game turn: roll-off, deployment, mines, the first round."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Phase
from hulldown.rulesets.tank_commander.damage import in_order
from hulldown.rulesets.tank_commander.events import deployed, prepared
from hulldown.rulesets.tank_commander.minelaying import lay_before, next_sapper
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.turn import advance, roll_initiative, start_turn


@rule
def to_deploy(s: State, u: int) -> bool:
    """Whether a unit is neither on the board nor carried by one that will be."""
    return s.units[u].cell < 0 and s.units[u].carrier == NOBODY


@rule
def undeployed(s: State, side: int) -> bool:
    """Whether a side has units that are not on the board yet."""
    for u in range(s.count):
        if s.units[u].side == side and to_deploy(s, u):
            return True
    return False


@rule
def call_deployment(s: State, side: int, d: Dice, e: Log) -> None:
    """The next unit is placed by a side, by the other if it has none left, or set-up goes on (TC-4.12)."""
    if undeployed(s, side):
        s.phase = Phase.DEPLOY
        s.seat = side
    elif undeployed(s, 1 - side):
        s.phase = Phase.DEPLOY
        s.seat = 1 - side
    else:
        call_mines(s, d, e)


@rule
def call_mines(s: State, d: Dice, e: Log) -> None:
    """The next mine to lay before the battle (`mine_deploy` = setup), or on it goes (TC-4.12, TC-12.11)."""
    u = next_sapper(s)
    if u == NOBODY:
        s.step = 0
        call_preparation(s, d, e)
    else:
        s.phase = Phase.MINES
        s.active = u
        s.seat = s.units[u].side


@rule
def to_prepare(s: State, i: int) -> int:
    """The i-th unit in the facing and round step: the roll-off loser's side first (TC-4.12)."""
    others = 0
    for u in range(s.count):
        if s.units[u].side != s.first:
            others += 1
    if i < others:
        return in_order(s, s.count - others + i)
    return in_order(s, i - others)


@rule
def call_preparation(s: State, d: Dice, e: Log) -> None:
    """Turret facing and first round of the next battle tank, or the first game turn (TC-4.12)."""
    while s.step < s.count:
        u = to_prepare(s, s.step)
        if s.units[u].kind == Kind.TANK:
            s.phase = Phase.PREPARE
            s.active = u
            s.seat = s.units[u].side
            return
        s.step += 1
    s.active = NOBODY
    start_turn(s, d, e)


@rule
def roll_off(s: State, d: Dice, e: Log) -> None:
    """The roll-off; the loser deploys first (TC-4.1, TC-4.12)."""
    roll_initiative(s, d, e)
    call_deployment(s, 1 - s.first, d, e)


@rule
def place(s: State, u: int, cell: int, facing: int, e: Log) -> None:
    """A unit is placed in its zone, hull facing free (TC-4.12)."""
    t = s.units[u]
    t.cell = cell
    t.hull = facing
    if t.turret >= 0:
        t.turret = facing
    s.occupant[cell] = u
    deployed(e, u, cell, facing)


@rule
def deploy(s: State, u: int, cell: int, facing: int, d: Dice, e: Log) -> None:
    """A unit is placed; then the other side places one (TC-4.12)."""
    place(s, u, cell, facing, e)
    call_deployment(s, 1 - s.units[u].side, d, e)


@rule
def lay_first(s: State, u: int, cell: int, d: Dice, e: Log) -> None:
    """A mine is laid before the battle; then the next (TC-12.11)."""
    lay_before(s, u, cell, e)
    call_mines(s, d, e)


@rule
def prepare(s: State, u: int, facing: int, shell: int, d: Dice, e: Log) -> None:
    """A tank's turret facing and the round in its gun (TC-4.12, TC-5.10, TC-5.11)."""
    s.units[u].turret = facing
    s.units[u].loaded = shell
    prepared(e, u, facing, shell)
    s.step += 1
    call_preparation(s, d, e)


@rule
def begin(s: State, d: Dice, e: Log) -> None:
    """A solo mission has no roll-off: its one side deploys and prepares at once (TC-15.9 a)."""
    call_deployment(s, 0, d, e)
    advance(s, d, e)
