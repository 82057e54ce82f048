"""The course of play, from set-up to the last turn."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.hexes import CELLS
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.air import (
    douse,
    lay_before,
    next_due,
    next_sapper,
    roll_strike,
    roll_weather,
    why_no_flare,
    why_no_mine,
    why_no_strike,
)
from hulldown.rulesets.tank_commander.crew import (
    allowance_by,
    burn,
    cook_off,
    destroy,
    in_order,
    may_burn,
    next_fallen,
    remaining_points,
    why_no_ability,
    why_no_extinguishing,
    why_no_load,
    why_no_reassigning,
    why_no_smoke,
    why_not_free,
)
from hulldown.rulesets.tank_commander.events import (
    Why,
    activated,
    activation_ended,
    deployed,
    end_phase_began,
    prepared,
    rolled_off,
    turn_started,
)
from hulldown.rulesets.tank_commander.movement import (
    acts_on_foot,
    bail_out,
    can_land,
    can_move,
    has_double_move,
    next_to_bail,
    why_no_mount,
    why_no_straight,
    why_no_turn,
)
from hulldown.rulesets.tank_commander.shooting import why_no_shot
from hulldown.rulesets.tank_commander.state import (
    NOBODY,
    Ability,
    BurnTiming,
    CoverLasts,
    EndOfTurn,
    Ground,
    Initiative,
    Kind,
    Phase,
    Role,
    Shell,
    Standing,
    State,
    TurnStructure,
    Weapon,
)
from hulldown.rulesets.tank_commander.victory import call_time, fights, judge, score


@rule
def roll_initiative(s: State, d: Dice, e: Log) -> None:
    """Each side rolls, the mission's first side first; the higher goes first, ties again (TC-4.1, TC-4.2)."""
    while True:
        a = roll(d, 6)
        b = roll(d, 6)
        winner = NOBODY if a == b else 0 if a > b else 1
        rolled_off(e, a, b, winner)
        if winner != NOBODY:
            s.first = winner
            return


# ---------------------------------------------------------------- game turns


@rule
def start_turn(s: State, d: Dice, e: Log) -> None:
    """Start Phase: initiative if each turn has its roll, weather; the air strikes follow (TC-4.6, TC-4.7).

    By an option cover ends now (TC-10.13).
    """
    s.game_turn += 1
    turn_started(e, s.game_turn)
    if s.options.initiative == Initiative.EACH_TURN and s.seats == 2:
        roll_initiative(s, d, e)
    if s.options.weather != 0:
        roll_weather(s, d, e)
    for u in range(s.count):
        s.units[u].activated = 0
        if s.options.cover_lasts == CoverLasts.GAME_TURN:
            s.units[u].covered = 0
    s.passed[0] = 0
    s.passed[1] = 0
    s.active = NOBODY
    s.phase = Phase.START


@rule
def start_step(s: State, d: Dice, e: Log) -> None:
    """The next air strike rolls, or the Start Phase is over (TC-4.7, TC-12.4)."""
    i = next_due(s)
    if i != NOBODY:
        roll_strike(s, i, d, e)
        return
    s.seat = 1 - s.first  # as if the other side had just been active
    s.phase = Phase.CHOOSE
    judge(s, e)


@rule
def ends_with_activations(s: State) -> bool:
    """Whether each activation of this game turn was the end of a turn, with its fire and wrecks (TC-4.5)."""
    return s.options.end_of_turn == EndOfTurn.ACTIVATION and s.passed[0] + s.passed[1] > 0


@rule
def burns_now(s: State, u: int) -> bool:
    """Who burns at the end of a turn: whatever burns (TC-8.8), or by options fewer.

    With `own_activation_end` those that were not activated burn in the End Phase (TC-8.9); where each
    activation is the end of a turn, the End Phase adds none (TC-4.13).
    """
    if not may_burn(s, u):
        return False
    if s.options.burn_timing == BurnTiming.OWN_ACTIVATION_END:
        return s.phase == Phase.END and s.units[u].activated == 0
    return s.phase == Phase.FIRES or not ends_with_activations(s)


@rule
def light_up(s: State) -> None:
    """What burns now will burn at this end of a turn (TC-8.9, TC-8.14)."""
    alight = 0
    for u in range(s.count):
        if burns_now(s, u):
            alight |= 1 << u
    s.alight = alight


@rule
def open_end_phase(s: State, e: Log) -> None:
    """The End Phase begins (TC-4.9)."""
    end_phase_began(e, s.game_turn)
    s.phase = Phase.END
    light_up(s)


@rule
def open_fires(s: State) -> None:
    """An activation is over, by the option the end of a turn: fires burn, every wreck rolls (TC-4.13)."""
    s.phase = Phase.FIRES
    for u in range(s.count):
        s.units[u].rolled = 0
    light_up(s)


@rule
def next_alight(s: State) -> int:
    """The next vehicle to burn, those that a blast has disabled meanwhile left out (TC-8.14)."""
    if s.alight == 0:
        return NOBODY
    for i in range(s.count):
        u = in_order(s, i)
        if (s.alight >> u) & 1 != 0 and may_burn(s, u):
            return u
    return NOBODY


@rule
def flares_up(s: State, d: Dice, e: Log) -> bool:
    """One vehicle burns, or else one wreck rolls for cook-off; False when none is left to (TC-8.14)."""
    u = next_alight(s)
    if u != NOBODY:
        s.alight &= ~(1 << u)
        burn(s, u, d, e)
        return True
    u = next_fallen(s)
    if u != NOBODY:
        cook_off(s, u, d, e)
    return u != NOBODY


@rule
def end_step(s: State, d: Dice, e: Log) -> None:
    """Fire and cook-off, one vehicle at a time; then scores, victory, time (TC-4.9, TC-15.9 d)."""
    if flares_up(s, d, e):
        return
    score(s, e)
    judge(s, e)
    call_time(s, e)
    if s.winner == RUNNING:
        start_turn(s, d, e)


@rule
def fire_step(s: State, d: Dice, e: Log) -> None:
    """Fire and cook-off after an activation, one vehicle at a time; then the test (TC-4.13, TC-1.8)."""
    if flares_up(s, d, e):
        return
    s.phase = Phase.CHOOSE
    judge(s, e)


# ---------------------------------------------------------------- passengers who must get out


@rule
def judge_landing(s: State, e: Log) -> None:
    """A bail-out may decide an activation; a Start or End Phase is judged when it is over (TC-1.8)."""
    if s.phase == Phase.ACT or s.phase == Phase.CHOOSE:
        judge(s, e)


@rule
def call_bail_out(s: State, u: int, e: Log) -> None:
    """The owner places a squad beside its disabled carrier; without room it dies (TC-10.23, TC-15.11 h)."""
    if not can_land(s, u):
        destroy(s, u, e)
        judge_landing(s, e)
        return
    s.resumed = s.phase
    s.resumed_seat = s.seat
    s.phase = Phase.BAIL_OUT
    s.seat = s.units[u].side


@rule
def go_on(s: State, u: int, cell: int, e: Log) -> None:
    """A squad has got out; the battle goes on where it was (TC-10.23)."""
    bail_out(s, u, cell, e)
    s.phase = s.resumed
    s.seat = s.resumed_seat
    judge_landing(s, e)


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
    side = 1 - s.seat
    if s.options.turn_structure == TurnStructure.SIDE_BY_SIDE:
        side = s.first
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
    """Cover and the own flare end; the unit has its full allowance of action points (TC-4.8, TC-5.1)."""
    t = s.units[u]
    t.covered = 0
    douse(s, u)
    s.active = u
    s.phase = Phase.ACT
    t.spent = 0
    t.moved = 0
    t.begun = 0
    t.ability = NOBODY
    t.lent = 0
    t.bonus = 0
    t.boarded = 0
    t.loads = 0
    t.driven = 0
    allowance_by(s, u, e.why)  # for the log: what house rules gave
    activated(e, u, remaining_points(s, u))


@rule
def acts_for_free(s: State, u: int) -> bool:
    """Whether something can still be done without action points: an ability, a free Load, a lent move, the
    extra move of an APC (TC-11.4).
    """
    for ability in range(Ability.QUICK_LOAD + 1):
        if why_no_ability(s, u, ability) == Why.ALLOWED:
            return True
    if why_no_load(s, u, Shell.AT) == Why.ALLOWED:
        return True
    if (has_double_move(s, u) or s.units[u].kind == Kind.APC) and can_move(s, u):
        return True
    for role in range(Role.LIEUTENANT):
        if why_no_reassigning(s, u, role) == Why.ALLOWED:
            return True
    return False


@rule
def shoots_still(s: State, u: int) -> bool:
    """Whether a unit can fire at anybody or at any building."""
    for weapon in range(Weapon.MISSILE + 1):
        for v in range(s.count):
            if why_no_shot(s, u, weapon, v, NOBODY) == Why.ALLOWED:
                return True
    for cell in range(CELLS):
        if (
            s.ground[cell] == Ground.BUILDING
            and why_no_shot(s, u, Weapon.MAIN_GUN, NOBODY, cell) == Why.ALLOWED
        ):
            return True
    return False


@rule
def helps_still(s: State, u: int) -> bool:
    """Whether a unit can lay smoke or a mine anywhere, mount anything, call a strike or fire a flare."""
    for cell in range(CELLS):
        if why_no_smoke(s, u, cell) == Why.ALLOWED or why_no_mine(s, u, cell) == Why.ALLOWED:
            return True
        if why_no_strike(s, u, cell) == Why.ALLOWED or why_no_flare(s, u, cell) == Why.ALLOWED:
            return True
    for v in range(s.count):
        if why_no_mount(s, u, v) == Why.ALLOWED:
            return True
    return why_no_flare(s, u, NOBODY) == Why.ALLOWED


@rule
def acts_for_little(s: State, u: int) -> bool:
    """Whether points that do not pay for the usual pay for anything else, where prices differ (TC-15.2)."""
    t = s.units[u]
    if can_move(s, u) or why_no_extinguishing(s, u) == Why.ALLOWED:
        return True
    for shell in range(Shell.AT, Shell.HE + 1):
        if why_no_load(s, u, shell) == Why.ALLOWED:
            return True
    for facing in range(6):
        if t.hull >= 0 and why_no_turn(s, u, facing) == Why.ALLOWED:
            return True
        if t.hull >= 0 and why_no_straight(s, u, facing, 1) == Why.ALLOWED:
            return True
    return why_no_straight(s, u, NOBODY, 1) == Why.ALLOWED or shoots_still(s, u) or helps_still(s, u)


@rule
def can_go_on(s: State, u: int) -> bool:
    """Whether anything but ending is legal (TC-4.8). With points left a tank can traverse, an APC turn.

    A squad can take cover; in cover or carried it has nothing that `acts_on_foot` does not ask for.
    """
    t = s.units[u]
    if t.standing != Standing.OPERATIONAL:
        return False
    if t.kind == Kind.SQUAD:
        if acts_on_foot(s, u):
            return True
        return why_not_free(s, u) == Why.ALLOWED and remaining_points(s, u) > 0 and acts_for_little(s, u)
    left = remaining_points(s, u)
    usual = s.options.turret_cost if t.kind == Kind.TANK else s.options.turn_cost
    return left >= usual or acts_for_free(s, u) or (left > 0 and acts_for_little(s, u))


@rule
def close_activation(s: State, d: Dice, e: Log) -> None:
    """Unspent points are lost (TC-4.8). With `own_activation_end` the unit burns now (TC-8.9).

    With `end_of_turn` = activation this is the end of a turn (TC-4.5).
    """
    u = s.active
    t = s.units[u]
    activation_ended(e, u, remaining_points(s, u))
    t.activated = 1
    t.ability = NOBODY
    t.lent = 0
    t.bonus = 0
    s.passed[t.side] += 1
    if s.options.burn_timing == BurnTiming.OWN_ACTIVATION_END and may_burn(s, u):
        burn(s, u, d, e)
    s.active = NOBODY
    if s.options.end_of_turn == EndOfTurn.ACTIVATION:
        open_fires(s)
        return
    s.phase = Phase.CHOOSE
    judge(s, e)


@rule
def call_activation(s: State, e: Log) -> bool:
    """The next side chooses a unit; True when it has to, False when the battle moves on by itself."""
    side = next_side(s)
    if side == NOBODY:
        open_end_phase(s, e)
        return False
    s.seat = side
    u = only_one(s, side)
    if u != NOBODY:
        activate(s, u, e)
    return u == NOBODY


@rule
def advance(s: State, d: Dice, e: Log) -> None:
    """Carry the battle on until somebody has to decide or it is over."""
    while s.winner == RUNNING:
        squad = next_to_bail(s)
        if squad != NOBODY:
            call_bail_out(s, squad, e)
            if s.phase == Phase.BAIL_OUT:
                return
        elif s.phase == Phase.ACT:
            if can_go_on(s, s.active):
                return
            close_activation(s, d, e)
        elif s.phase == Phase.CHOOSE:
            if call_activation(s, e):
                return
        elif s.phase == Phase.FIRES:
            fire_step(s, d, e)
        elif s.phase == Phase.END:
            end_step(s, d, e)
        elif s.phase == Phase.START:
            start_step(s, d, e)
        else:
            return


# ---------------------------------------------------------------- deployment
# TC-4.1 and TC-4.12: what comes before the first game turn: roll-off, deployment, mines, the first round.


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
