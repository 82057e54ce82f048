"""TC-4: roll-off, set-up, activations, Start Phase and End Phase."""

from __future__ import annotations

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log, emit
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import NOBODY, Ability, Kind, Phase, Role, Shell, Standing
from hulldown.rulesets.tank_commander.crew import (
    points_left,
    why_no_ability,
    why_no_reassigning,
)
from hulldown.rulesets.tank_commander.damage import burn, cook_off, in_order, may_burn, next_fallen
from hulldown.rulesets.tank_commander.equipment import why_no_load
from hulldown.rulesets.tank_commander.movement import lent_move, why_no_move, why_no_reverse
from hulldown.rulesets.tank_commander.reasons import Tell, Why
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.variants import BurnTiming, Initiative, TurnStructure
from hulldown.rulesets.tank_commander.victory import call_time, fights, judge

# ---------------------------------------------------------------- before the battle


@rule
def roll_initiative(s: State, d: Dice, e: Log) -> None:
    """Each side rolls, the mission's first side first; the higher goes first, ties again (TC-4.1, TC-4.2)."""
    while True:
        a = roll(d, 6)
        b = roll(d, 6)
        winner = NOBODY if a == b else 0 if a > b else 1
        emit(e, Tell.ROLL_OFF, NOBODY, NOBODY, NOBODY, a, b, winner, 0)
        if winner != NOBODY:
            s.first = winner
            return


@rule
def undeployed(s: State, side: int) -> bool:
    """Whether a side has units that are not on the board yet."""
    for u in range(s.count):
        if s.units[u].side == side and s.units[u].cell < 0:
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
        s.step = 0
        call_preparation(s, d, e)


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
        u = to_prepare(s, int(s.step))
        if s.units[u].kind == Kind.TANK:
            s.phase = Phase.PREPARE
            s.active = u
            s.seat = int(s.units[u].side)
            return
        s.step += 1
    s.active = NOBODY
    start_turn(s, d, e)


@rule
def roll_off(s: State, d: Dice, e: Log) -> None:
    """The roll-off; the loser deploys first (TC-4.1, TC-4.12)."""
    roll_initiative(s, d, e)
    call_deployment(s, 1 - int(s.first), d, e)


@rule
def deploy(s: State, u: int, cell: int, facing: int, d: Dice, e: Log) -> None:
    """A unit is placed in its zone, hull facing free; then the other side places one (TC-4.12)."""
    t = s.units[u]
    t.cell = cell
    t.hull = facing
    if t.turret >= 0:
        t.turret = facing
    s.occupant[cell] = u
    emit(e, Tell.DEPLOY, u, NOBODY, cell, facing, 0, 0, 0)
    call_deployment(s, 1 - int(t.side), d, e)


@rule
def prepare(s: State, u: int, facing: int, shell: int, d: Dice, e: Log) -> None:
    """A tank's turret facing and the round in its gun (TC-4.12, TC-5.10, TC-5.11)."""
    s.units[u].turret = facing
    s.units[u].loaded = shell
    emit(e, Tell.PREPARE, u, NOBODY, NOBODY, facing, shell, 0, 0)
    s.step += 1
    call_preparation(s, d, e)


# ---------------------------------------------------------------- game turns


@rule
def start_turn(s: State, d: Dice, e: Log) -> None:
    """Start Phase: the roll for initiative if each turn has one (TC-4.6, TC-4.7)."""
    s.game_turn += 1
    emit(e, Tell.TURN, NOBODY, NOBODY, NOBODY, s.game_turn, 0, 0, 0)
    if s.options.initiative == Initiative.EACH_TURN and s.seats == 2:
        roll_initiative(s, d, e)
    for u in range(s.count):
        s.units[u].activated = 0
    s.passed[0] = 0
    s.passed[1] = 0
    s.active = NOBODY
    s.seat = 1 - int(s.first)  # as if the other side had just been active
    s.phase = Phase.CHOOSE
    judge(s, e)


@rule
def burns_in_end_phase(s: State, u: int) -> bool:
    """Every burning vehicle, or with `own_activation_end` those that were not activated (TC-8.9)."""
    if not may_burn(s, u):
        return False
    return s.options.burn_timing == BurnTiming.GAME_TURN_END or s.units[u].activated == 0


@rule
def burning_step(s: State, d: Dice, e: Log) -> None:
    """What burned when the phase began burns, one vehicle after another (TC-8.9, TC-8.14)."""
    alight = 0
    for u in range(s.count):
        if burns_in_end_phase(s, u):
            alight |= 1 << u
    for i in range(s.count):
        u = in_order(s, i)
        if (alight >> u) & 1 != 0 and may_burn(s, u):
            burn(s, u, d, e)


@rule
def end_phase(s: State, d: Dice, e: Log) -> None:
    """Burning, cook-off rolls until nobody new has fallen, victory, time (TC-4.9, TC-8.14)."""
    emit(e, Tell.END_PHASE, NOBODY, NOBODY, NOBODY, s.game_turn, 0, 0, 0)
    burning_step(s, d, e)
    u = next_fallen(s)
    while u != NOBODY:
        cook_off(s, u, d, e)
        u = next_fallen(s)
    judge(s, e)
    call_time(s, e)


# ---------------------------------------------------------------- activations


@rule
def waits(s: State, u: int) -> bool:
    """Whether a unit may be activated now (TC-4.4, TC-4.11)."""
    if not fights(s, u):
        return False
    if s.options.turn_structure == TurnStructure.SINGLE_UNIT:
        return s.passed[s.units[u].side] == 0
    return s.units[u].activated == 0


@rule
def waiting(s: State, side: int) -> int:
    """How many units of a side may be activated."""
    n = 0
    for u in range(s.count):
        if s.units[u].side == side and waits(s, u):
            n += 1
    return n


@rule
def next_side(s: State) -> int:
    """Who activates next, NOBODY when the game turn is over (TC-4.3, TC-4.4)."""
    side = 1 - int(s.seat)
    if s.options.turn_structure == TurnStructure.SIDE_BY_SIDE:
        side = int(s.first)
    if waiting(s, side) > 0:
        return side
    return 1 - side if waiting(s, 1 - side) > 0 else NOBODY


@rule
def only_one(s: State, side: int) -> int:
    """The unit to activate when there is no choice, else NOBODY (TC-15.10 b)."""
    if waiting(s, side) != 1:
        return NOBODY
    for u in range(s.count):
        if s.units[u].side == side and waits(s, u):
            return u
    return NOBODY


@rule
def activate(s: State, u: int, e: Log) -> None:
    """An activation begins with a full allowance of action points (TC-4.8, TC-5.1)."""
    t = s.units[u]
    s.active = u
    s.phase = Phase.ACT
    t.spent = 0
    t.moved = 0
    t.begun = 0
    t.ability = NOBODY
    t.lent = 0
    t.bonus = 0
    emit(e, Tell.ACTIVATE, u, NOBODY, t.cell, points_left(s, u), 0, 0, 0)


@rule
def acts_for_free(s: State, u: int) -> bool:
    """Whether something can still be done without action points: an ability, Quick Load, a lent move."""
    for ability in range(Ability.QUICK_LOAD + 1):
        if why_no_ability(s, u, ability) == Why.ALLOWED:
            return True
    if why_no_load(s, u, Shell.AT) == Why.ALLOWED:
        return True
    if lent_move(s, u) and (why_no_move(s, u) == Why.ALLOWED or why_no_reverse(s, u) == Why.ALLOWED):
        return True
    for role in range(Role.LIEUTENANT):
        if why_no_reassigning(s, u, role) == Why.ALLOWED:
            return True
    return False


@rule
def can_go_on(s: State, u: int) -> bool:
    """Whether anything but ending is legal (TC-4.8). With a point left a tank can at least traverse."""
    if s.units[u].standing != Standing.OPERATIONAL:
        return False
    return points_left(s, u) > 0 or acts_for_free(s, u)


@rule
def close_activation(s: State, d: Dice, e: Log) -> None:
    """Unspent points are lost (TC-4.8). With `own_activation_end` the unit burns now (TC-8.9)."""
    u = int(s.active)
    t = s.units[u]
    emit(e, Tell.END, u, NOBODY, NOBODY, points_left(s, u), 0, 0, 0)
    t.activated = 1
    t.ability = NOBODY
    t.lent = 0
    t.bonus = 0
    s.passed[t.side] += 1
    if s.options.burn_timing == BurnTiming.OWN_ACTIVATION_END and may_burn(s, u):
        burn(s, u, d, e)
    s.active = NOBODY
    s.phase = Phase.CHOOSE
    judge(s, e)


@rule
def advance(s: State, d: Dice, e: Log) -> None:
    """Carry the battle on until somebody has to decide or it is over."""
    while s.winner == RUNNING:
        if s.phase == Phase.ACT:
            if can_go_on(s, int(s.active)):
                return
            close_activation(s, d, e)
        elif s.phase == Phase.CHOOSE:
            side = next_side(s)
            if side == NOBODY:
                end_phase(s, d, e)
                if s.winner == RUNNING:
                    start_turn(s, d, e)
            else:
                s.seat = side
                u = only_one(s, side)
                if u == NOBODY:
                    return
                activate(s, u, e)
        else:
            return


@rule
def begin(s: State, d: Dice, e: Log) -> None:
    """A solo mission has no roll-off: its one side deploys and prepares at once (TC-15.9 a)."""
    call_deployment(s, 0, d, e)
