"""How far a side is with what its mission asks: so that computer players pursue it (TC-13)."""

from __future__ import annotations

from hulldown.kernel.hexes import STRIDE, distance
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.airstrike import aa_fails_on, guns_left
from hulldown.rulesets.tank_commander.carrying import whereabouts
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Mission, Standing, Weapon
from hulldown.rulesets.tank_commander.judgement.worth import body, on_the_field
from hulldown.rulesets.tank_commander.shooting import weapon_range
from hulldown.rulesets.tank_commander.sight import sees
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.variants import AaFail
from hulldown.rulesets.tank_commander.victory import fights, held, objective_worth

FARTHEST = 30  # hexes; nothing is farther away
ROW = 190  # a row nearer to the far edge
HOLD = 420  # an objective held
POINT = 300  # a point of the score
STEP = 45  # a hex nearer to an objective not held
SILENCE = 2970  # all the AA guns destroyed that must be
STRIKE = 1500  # an air strike sure to reach its target
SIGHT = 500  # a gun that could fire at the target


# ---------------------------------------------------------------- getting somewhere


@rule
def nearest_row(s: State, side: int) -> int:
    """Rows between the far edge and the side's foremost operational battle tank (TC-13.3)."""
    best = FARTHEST
    for u in range(s.count):
        t = s.units[u]
        if t.side == side and t.kind == Kind.TANK and fights(s, u) and t.cell >= 0:
            best = min(best, int(t.cell) % STRIDE - 1)
    return best


@rule
def crossing(s: State, side: int) -> int:
    """Breakthrough, Cross Minefield: the attacking tank's way to row 1 (TC-13.15, TC-13.25)."""
    return ROW * (FARTHEST - nearest_row(s, side))


@rule
def escorting(s: State) -> int:
    """Escort: the squad's way to row 1, its life, and its carrier's (TC-13.19)."""
    u = int(s.prize)
    if not fights(s, u):
        return 0
    total = 2 * body(s, u) + ROW * (FARTHEST - (whereabouts(s, u) % STRIDE - 1))
    carrier = int(s.units[u].carrier)
    if carrier != NOBODY and fights(s, carrier):
        total += body(s, carrier) // 2
    return total


# ---------------------------------------------------------------- objectives


@rule
def can_take(s: State, u: int) -> bool:
    """Who can take an objective: squads, on a plaza any unit (TC-10.15, TC-13.23)."""
    return s.mission == Mission.URBAN_WARFARE or s.units[u].kind == Kind.SQUAD


@rule
def way_to(s: State, side: int, cell: int) -> int:
    """Hexes between an objective and the nearest unit of a side that could take it."""
    best = FARTHEST
    for u in range(s.count):
        if s.units[u].side == side and can_take(s, u) and on_the_field(s, u):
            best = min(best, distance(whereabouts(s, u), cell))
    return best


@rule
def objectives(s: State, side: int) -> int:
    """Objectives held, the score, and the way to those not held (TC-13.13, TC-13.21, TC-13.23)."""
    turns = max(1, int(s.options.turn_limit) - int(s.game_turn) + 1)
    total = POINT * int(s.score[side]) + HOLD * held(s, side)
    if s.mission != Mission.BEACH_LANDING:
        total += POINT * objective_worth(s) * held(s, side) * turns // 3
    for i in range(s.objectives):
        if s.holder[i] != side:
            total += STEP * (FARTHEST - way_to(s, side, int(s.objective[i])))
        else:
            total += STEP * FARTHEST
    return total


# ---------------------------------------------------------------- something to destroy


@rule
def guns_on(s: State, side: int, cell: int) -> int:
    """How near a side's main guns are to firing at a building: best gun counts."""
    best = 0
    for u in range(s.count):
        t = s.units[u]
        if t.side != side or t.kind != Kind.TANK or not fights(s, u) or t.cell < 0:
            continue
        away = distance(int(t.cell), cell)
        near = 2 * STEP * (FARTHEST - away)
        if away <= weapon_range(s, u, Weapon.MAIN_GUN, cell) and sees(s, int(t.cell), cell):
            near += SIGHT
        best = max(best, near)
    return best


@rule
def destroying(s: State) -> int:
    """Destroy Target: a line to the depot, or harm to the unit (TC-13.17)."""
    if s.prize_cell != NOBODY:
        return guns_on(s, int(s.attacker), int(s.prize_cell))
    if not fights(s, int(s.prize)):
        return 0
    there = whereabouts(s, int(s.prize))
    return guns_on(s, int(s.attacker), there) - 2 * body(s, int(s.prize))


@rule
def strike_worth(s: State, guns: int) -> int:
    """What an air strike on the bunker is worth while so many AA guns stand (TC-13.27)."""
    return STRIKE * (aa_fails_on(s, guns) - 1) // 6


@rule
def in_the_way(s: State, guns: int) -> int:
    """AA guns that must still go for a strike to get through: one of all by the letter (TC-13.27)."""
    if s.options.aa_fail == AaFail.LITERAL:
        return max(0, guns - int(s.options.aa_guns) + 1)
    return guns


@rule
def bombing(s: State) -> int:
    """Disable AA Guns: guns shot down, strikes kept for later, strikes on their way (TC-13.26, TC-13.27).

    A strike kept back is worth most of one that is sure to get through, less with every turn gone:
    so the guns go first and the strikes are called in time.
    """
    side = int(s.attacker)
    guns = guns_left(s, 1 - side)
    most = in_the_way(s, int(s.options.aa_guns))
    total = SILENCE * (most - in_the_way(s, guns)) // most
    left = max(0, int(s.options.turn_limit) - int(s.game_turn))
    total += int(s.free_strikes[side]) * STRIKE * min(8, left) // 10
    for i in range(s.strikes):
        if s.strike[i].over == 0 and s.strike[i].cell == s.prize_cell:
            total += strike_worth(s, guns)
    return total + STEP * (FARTHEST - way_to_guns(s, side))


@rule
def way_to_guns(s: State, side: int) -> int:
    """Hexes between the nearest AA gun and the side's nearest unit that can shoot it, while one must go."""
    if in_the_way(s, guns_left(s, 1 - side)) == 0:
        return 0
    best = FARTHEST
    for v in range(s.count):
        if s.units[v].kind != Kind.GUN or s.units[v].standing == Standing.DESTROYED:
            continue
        for u in range(s.count):
            t = s.units[u]
            if t.side == side and t.kind != Kind.APC and on_the_field(s, u):
                best = min(best, distance(whereabouts(s, u), int(s.units[v].cell)))
    return best


# ---------------------------------------------------------------- all of them


@rule
def attack(s: State) -> int:
    """How far the attacker is."""
    if s.mission == Mission.BREAKTHROUGH:
        return crossing(s, int(s.attacker))
    if s.mission == Mission.ESCORT:
        return escorting(s)
    if s.mission == Mission.DESTROY_TARGET:
        return destroying(s)
    if s.mission == Mission.DISABLE_AA_GUNS:
        return bombing(s)
    return 0


@rule
def errand(s: State, seat: int) -> int:
    """How much further a seat is with its mission than the other."""
    m = s.mission
    if m == Mission.SKIRMISH:
        return 0
    if m == Mission.CAPTURE_OBJECTIVES or m == Mission.URBAN_WARFARE or m == Mission.BEACH_LANDING:
        return objectives(s, seat) - objectives(s, 1 - seat)
    lead = attack(s)
    return lead if seat == s.attacker else -lead
