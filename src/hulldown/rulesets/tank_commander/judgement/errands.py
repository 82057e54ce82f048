"""How far a side is with what its mission asks: so that computer players pursue it (TC-13)."""

from __future__ import annotations

from hulldown.kernel.hexes import STRIDE, N, distance, step
from hulldown.kernel.jit import rule
from hulldown.kernel.judging import Weights
from hulldown.rulesets.tank_commander.airstrike import aa_fails_on, standing_guns
from hulldown.rulesets.tank_commander.carrying import whereabouts
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Mission, Standing, Weapon
from hulldown.rulesets.tank_commander.crew import allowance, movement_cap, remaining_points
from hulldown.rulesets.tank_commander.judgement.fire import loading, shots, traversing
from hulldown.rulesets.tank_commander.judgement.tempo import fresh, is_active, queue, soon
from hulldown.rulesets.tank_commander.judgement.terms import WHOLE, Term
from hulldown.rulesets.tank_commander.judgement.worth import on_the_field
from hulldown.rulesets.tank_commander.movement import why_no_entry
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.shooting import needed, weapon_range
from hulldown.rulesets.tank_commander.sight import sees
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.variants import AaFail
from hulldown.rulesets.tank_commander.victory import (
    FAR_ROW,
    fights,
    hull_sum,
    objective_count,
    objective_worth,
)

FARTHEST = 30  # hexes; nothing is farther away
HEX = 100  # nearness to something is counted in hundreds of a hex
TURNING, DETOUR = 60, 80  # what a turn and an obstacle add to a way, in hundreds of a row


@rule
def gone(s: State) -> int:
    """The share of the turns that has passed, in thousandths."""
    return WHOLE * s.game_turn // max(1, s.options.turn_limit)


@rule
def promptly(s: State, u: int) -> int:
    """How soon a unit can act, in thousandths; one in its activation acts at once."""
    return WHOLE if is_active(s, u) else soon(s, queue(s), s.units[u].side, fresh(s, u))


# ---------------------------------------------------------------- getting to the far edge


@rule
def rows_to_edge(s: State, cell: int) -> int:
    """Rows between a hex and the far edge (TC-13.3)."""
    return max(0, cell % STRIDE - FAR_ROW)


@rule
def road_north(s: State, cell: int) -> bool:
    """Whether nothing stands between a hex and the far edge."""
    for _ in range(rows_to_edge(s, cell)):
        cell = step(cell, N)
        if why_no_entry(s, cell) != Why.ALLOWED or s.mine[cell] != 0:
            return False
    return True


@rule
def turns_north(s: State, u: int) -> int:
    """Turns of the hull until it faces the far edge."""
    hull = s.units[u].hull
    return 0 if hull < 0 else min(hull, 6 - hull)


@rule
def dash(s: State, u: int) -> int:
    """How soon a unit can be at the far edge within one activation, in thousandths; 0 when it cannot."""
    t = s.units[u]
    cell = t.cell
    now = is_active(s, u)
    points = remaining_points(s, u) if now else allowance(s, u)
    hexes = movement_cap(s, u) - (t.moved if now else 0)
    rows = rows_to_edge(s, cell)
    if rows > hexes or rows + turns_north(s, u) > points or not road_north(s, cell):
        return 0
    return promptly(s, u)


@rule
def way_north(s: State, u: int) -> int:
    """How far a unit still has to go to the far edge, in hundreds of a row: only to tell who is nearest."""
    cell = s.units[u].cell
    detour = 0 if road_north(s, cell) else DETOUR
    return HEX * rows_to_edge(s, cell) + TURNING * turns_north(s, u) + detour


@rule
def going_north(s: State, u: int, rows: int, turns: int, blocked: int) -> int:
    """The rows, turns and obstacles between a unit and the far edge, each times its weight."""
    cell = s.units[u].cell
    total = rows * rows_to_edge(s, cell) + turns * turns_north(s, u)
    return HEX * (total if road_north(s, cell) else total + blocked)


@rule
def crossing(s: State, w: Weights) -> int:
    """Breakthrough, Cross Minefield: the attacking tank's way to row 1 (TC-13.15, TC-13.25)."""
    first, least, soonest = NOBODY, 0, 0
    for u in range(s.count):
        t = s.units[u]
        if t.side == s.attacker and t.kind == Kind.TANK and fights(s, u) and t.cell >= 0:
            far = way_north(s, u)
            if first == NOBODY or far < least:
                first, least = u, far
            soonest = max(soonest, dash(s, u))
    total = w[Term.CROSSING] * WHOLE + w[Term.CROSSING_LATE] * gone(s) + w[Term.CROSSING_DASH] * soonest
    if first == NOBODY:
        return total + w[Term.CROSSING_ROWS] * HEX * FARTHEST
    turns, blocked = w[Term.CROSSING_TURNS], w[Term.CROSSING_BLOCKED]
    return total + going_north(s, first, w[Term.CROSSING_ROWS], turns, blocked)


@rule
def escorting(s: State, w: Weights) -> int:
    """Escort: the squad's way to row 1, its life, and its carrier's (TC-13.19)."""
    total = w[Term.ESCORT] * WHOLE + w[Term.ESCORT_LATE] * gone(s)
    u = s.prize
    cell = whereabouts(s, u)
    if not fights(s, u) or cell < 0:
        return total
    carrier = s.units[u].carrier
    goes = u if carrier == NOBODY else carrier
    if not fights(s, goes):
        return total + w[Term.ESCORT_ROWS] * HEX * rows_to_edge(s, cell)
    total += going_north(s, goes, w[Term.ESCORT_ROWS], w[Term.ESCORT_TURNS], w[Term.ESCORT_BLOCKED])
    if carrier == NOBODY:
        return total + w[Term.ESCORT_DASH] * dash(s, u)
    total += w[Term.ESCORT_RIDE] * WHOLE + w[Term.ESCORT_HULL] * WHOLE * s.units[carrier].points
    return total + w[Term.ESCORT_DASH] * dash(s, carrier)


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
def nearness(s: State) -> int:
    """The first side's lead in nearness to objectives that it does not hold."""
    lead = 0
    for i in range(s.objectives):
        cell = s.objective[i]
        if s.holder[i] != 1:
            lead += HEX * way_to(s, 1, cell)
        if s.holder[i] != 0:
            lead -= HEX * way_to(s, 0, cell)
    return lead


@rule
def score_to_be(s: State) -> int:
    """The first side's lead in points at the end, if all is held on to, in thousandths of what is open.

    It nears its extremes as the points run out that could still turn it.
    """
    worth = max(1, objective_worth(s))
    turns = max(1, s.options.turn_limit - s.game_turn + 1)
    lead = s.score[0] - s.score[1] + (objective_count(s, 0) - objective_count(s, 1)) * worth * turns
    return WHOLE * lead // (abs(lead) + worth * (turns + 1))


@rule
def objectives(s: State, w: Weights) -> int:
    """The score, objectives held, and the way to those not held (TC-13.13, TC-13.21, TC-13.23)."""
    lead = WHOLE * (objective_count(s, 0) - objective_count(s, 1))
    if s.mission == Mission.CAPTURE_OBJECTIVES:
        total = w[Term.SCORE] * score_to_be(s) + w[Term.CAPTURED] * lead
        return total + w[Term.CAPTURING] * nearness(s)
    if s.mission == Mission.URBAN_WARFARE:
        total = w[Term.SCORE] * score_to_be(s) + w[Term.PLAZAS] * lead
        return total + w[Term.PLAZA_NEAR] * nearness(s)
    sign = 1 if s.attacker == 0 else -1
    total = sign * (w[Term.LANDING] * WHOLE + w[Term.LANDING_LATE] * gone(s)) + w[Term.LANDED] * lead
    return total + w[Term.LANDED_LATE] * (lead * gone(s) // WHOLE) + w[Term.LANDING_NEAR] * nearness(s)


# ---------------------------------------------------------------- something to destroy


@rule
def shot_at(s: State, u: int, cell: int) -> int:
    """The chance that a tank's next activation hits a building that it sees in range, the sooner the more."""
    now = is_active(s, u)
    points = remaining_points(s, u) if now else allowance(s, u)
    points -= traversing(s, u, Weapon.MAIN_GUN, cell) * s.options.turret_cost
    n = shots(s, u, Weapon.MAIN_GUN, points, loading(s, u, not now))
    hits = max(0, 7 - needed(s, u, Weapon.MAIN_GUN, NOBODY, cell, s.silent))
    missed = WHOLE
    for _ in range(n):
        missed = missed * (6 - hits) // 6
    return (WHOLE - missed) * promptly(s, u) // WHOLE


@rule
def guns_on(s: State, side: int, cell: int, w: Weights) -> int:
    """How near a side's main guns are to firing at a hex."""
    nearest, sight, shot = FARTHEST, 0, 0
    for u in range(s.count):
        t = s.units[u]
        if t.side != side or t.kind != Kind.TANK or not fights(s, u) or t.cell < 0:
            continue
        away = distance(t.cell, cell)
        nearest = min(nearest, away)
        if away <= weapon_range(s, u, Weapon.MAIN_GUN, cell) and sees(s, t.cell, cell):
            sight = WHOLE
            shot = max(shot, shot_at(s, u, cell))
    total = w[Term.DEPOT_NEAR] * HEX * (FARTHEST - nearest) + w[Term.DEPOT_SIGHT] * sight
    return total + w[Term.DEPOT_SHOT] * shot


@rule
def destroying(s: State, w: Weights) -> int:
    """Destroy Target: a line to the depot, or harm to the unit (TC-13.17)."""
    total = w[Term.DEPOT] * WHOLE + w[Term.DEPOT_LATE] * gone(s)
    if s.prize_cell != NOBODY:
        return total + guns_on(s, s.attacker, s.prize_cell, w)
    u = s.prize
    there = whereabouts(s, u)
    if there < 0 or not fights(s, u):
        return total
    harm = s.units[u].full - s.units[u].points
    return total + guns_on(s, s.attacker, there, w) + w[Term.DEPOT_HARM] * WHOLE * harm


@rule
def in_the_way(s: State, guns: int) -> int:
    """AA guns that must still go for a strike to get through: one of all by the letter (TC-13.27)."""
    if s.options.aa_fail == AaFail.LITERAL:
        return max(0, guns - s.options.aa_guns + 1)
    return guns


@rule
def way_to_guns(s: State, side: int) -> int:
    """Hexes between the nearest AA gun and the side's nearest unit that can shoot it, while one must go."""
    if in_the_way(s, standing_guns(s, 1 - side)) == 0:
        return 0
    best = FARTHEST
    for v in range(s.count):
        if s.units[v].kind != Kind.GUN or s.units[v].standing == Standing.DESTROYED:
            continue
        for u in range(s.count):
            t = s.units[u]
            if t.side == side and t.kind != Kind.APC and on_the_field(s, u):
                best = min(best, distance(whereabouts(s, u), s.units[v].cell))
    return best


@rule
def bombing(s: State, w: Weights) -> int:
    """Disable AA Guns: guns shot down, strikes kept for later, strikes on their way (TC-13.26, TC-13.27).

    A strike kept back can come in time the less, the later it is: so the guns go first and the strikes are
    called in time.
    """
    side = s.attacker
    guns = standing_guns(s, 1 - side)
    most = max(1, in_the_way(s, s.options.aa_guns))
    left = max(0, s.options.turn_limit - s.game_turn)
    coming = 0
    for i in range(s.strikes):
        if s.strike[i].over == 0 and s.strike[i].cell == s.prize_cell:
            coming += WHOLE * (aa_fails_on(s, guns) - 1) // 6
    total = w[Term.BUNKER] * WHOLE + w[Term.BUNKER_LATE] * gone(s) + w[Term.BUNKER_STRIKE] * coming
    total += w[Term.BUNKER_GUNS] * (WHOLE * (most - in_the_way(s, guns)) // most)
    total += w[Term.BUNKER_KEPT] * (s.free_strikes[side] * WHOLE * min(8, left) // 10)
    return total + w[Term.BUNKER_NEAR] * HEX * (FARTHEST - way_to_guns(s, side))


# ---------------------------------------------------------------- all of them


@rule
def attack(s: State, w: Weights) -> int:
    """How far the attacker is."""
    if s.mission == Mission.BREAKTHROUGH:
        return crossing(s, w)
    if s.mission == Mission.ESCORT:
        return escorting(s, w)
    return destroying(s, w) if s.mission == Mission.DESTROY_TARGET else bombing(s, w)


@rule
def fallback(s: State) -> int:
    """The first side's lead in hull points, as much of it as has passed of the turns (TC-1.7)."""
    return gone(s) * (hull_sum(s, 0) - hull_sum(s, 1))


@rule
def errand(s: State, w: Weights) -> int:
    """How much further the first side is with its mission than the other."""
    m = s.mission
    if m == Mission.SKIRMISH:
        return w[Term.LATE] * fallback(s)
    if m == Mission.CAPTURE_OBJECTIVES or m == Mission.URBAN_WARFARE or m == Mission.BEACH_LANDING:
        return objectives(s, w)
    lead = attack(s, w)
    return lead if s.attacker == 0 else -lead


# ---------------------------------------------------------------- Basic Training


@rule
def course(s: State, w: Weights) -> int:
    """Progress in Basic Training: waypoints, targets, and the way to the nearest thing left (TC-13.9)."""
    here = s.units[0].cell
    nearest, passed, shot = FARTHEST, 0, 0
    for i in range(s.waypoints):
        if s.visited[i] != 0:
            passed += 1
        else:
            nearest = min(nearest, distance(here, s.waypoint[i]))
    for v in range(s.count):
        if s.units[v].kind != Kind.TARGET:
            continue
        if s.units[v].standing != Standing.OPERATIONAL:
            shot += 1
        else:
            nearest = min(nearest, distance(here, s.units[v].cell))
    total = w[Term.COURSE] * WHOLE + w[Term.COURSE_TURNS] * WHOLE * s.game_turn
    total += w[Term.COURSE_POINTS] * WHOLE * passed + w[Term.COURSE_TARGETS] * WHOLE * shot
    return total + w[Term.COURSE_NEAR] * HEX * nearest
