"""How good a position is for a side: what the computer players steer by. No rule is decided here.

The scale is 0 to 10,000 with 5,000 for level; the terms are in the same unit.
"""

from __future__ import annotations

from hulldown.kernel.batch import DRAW, RUNNING
from hulldown.kernel.hexes import distance
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import CREW, Health, Kind, Mission, Role, Shell, Standing, Weapon
from hulldown.rulesets.tank_commander.crew import fitness
from hulldown.rulesets.tank_commander.damage import face_struck
from hulldown.rulesets.tank_commander.shooting import bears, needed, weapon_range
from hulldown.rulesets.tank_commander.sight import sees
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.victory import fights

LEVEL, WON, EDGE = 5000, 10_000, 100
ALIVE, HULL, HURT, BURNING = 900, 420, 110, 260  # a tank, a hull point, a step of health, a fire
THREAT, LOADED = 26, 70  # per 36th of a penetrating shot, a ready gun
NEAR, FAR = 14, 14  # a hex nearer than 14, for a gun that does not reach or see yet: so tanks hunt
WAYPOINT, TARGET = 1200, 900
CAUTION = 6  # tenths of its weight that being threatened counts: less than threatening, so sides close in
SOFT = 300  # bends the scale, beside a quarter of all units: one point means more when few are left


@rule
def crew_loss(s: State, u: int) -> int:
    """Steps of health that matter to the tank."""
    return (
        fitness(s, u, Role.COMMANDER)
        + fitness(s, u, Role.DRIVER)
        + 2 * fitness(s, u, Role.GUNNER)
        + fitness(s, u, Role.LOADER)
    )


@rule
def wounds(s: State, u: int) -> int:
    """Wounds the crew has taken: each brings the tank nearer to being abandoned."""
    total = 0
    for member in range(CREW):
        health = int(s.units[u].crew[member])
        if health == Health.WOUNDED or health == Health.KILLED:
            total += health
    return total


@rule
def body(s: State, u: int) -> int:
    """What a unit is worth by itself."""
    t = s.units[u]
    worth = ALIVE + HULL * int(t.points) - HURT * crew_loss(s, u) - HURT * wounds(s, u) // 2
    if t.burning != 0:
        worth -= BURNING
    if t.loaded != Shell.NONE:
        worth += LOADED
    return max(worth, EDGE)


@rule
def menace(s: State, u: int, v: int) -> int:
    """36ths of a chance that u's next AT shot penetrates v from where they stand, arc and range aside."""
    number = needed(s, u, Weapon.MAIN_GUN, v, int(s.units[v].cell), s.silent)
    face = face_struck(s, v, int(s.units[u].cell))
    through = min(6, max(0, 6 - (int(s.units[v].armor[face]) - int(s.strength[Shell.AT]))))
    return max(0, 7 - number) * through


@rule
def threat(s: State, u: int, v: int) -> int:
    """How much u threatens v: full when the gun bears and sees, some when it only must be turned."""
    if s.units[u].kind != Kind.TANK or fitness(s, u, Role.GUNNER) == Health.KILLED:
        return 0
    here, there = int(s.units[u].cell), int(s.units[v].cell)
    away = distance(here, there)
    if away > weapon_range(s, u, Weapon.MAIN_GUN, there) or not sees(s, here, there):
        return NEAR * max(0, FAR - away)
    full = THREAT * menace(s, u, v)
    return full if bears(s, u, Weapon.MAIN_GUN, there) else full // 2


@rule
def bodies(s: State, side: int) -> int:
    """A side's units by themselves."""
    total = 0
    for u in range(s.count):
        if s.units[u].side == side and fights(s, u) and s.units[u].cell >= 0:
            total += body(s, u)
    return total


@rule
def best_threat(s: State, u: int) -> int:
    """How much a unit threatens the enemy it threatens most."""
    best = 0
    for v in range(s.count):
        if s.units[v].side != s.units[u].side and fights(s, v) and s.units[v].cell >= 0:
            best = max(best, threat(s, u, v))
    return best


@rule
def threats(s: State, side: int) -> int:
    """What a side's units threaten."""
    total = 0
    for u in range(s.count):
        if s.units[u].side == side and fights(s, u) and s.units[u].cell >= 0:
            total += best_threat(s, u)
    return total


@rule
def course(s: State) -> int:
    """Progress in Basic Training: waypoints, targets, and the way to the nearest thing left (TC-13.9)."""
    total = LEVEL - 40 * int(s.game_turn)
    here = int(s.units[0].cell)
    nearest = 30
    for i in range(s.waypoints):
        if s.visited[i] != 0:
            total += WAYPOINT // 2
        else:
            nearest = min(nearest, distance(here, int(s.waypoint[i])))
    for v in range(s.count):
        if s.units[v].kind != Kind.TARGET:
            continue
        if s.units[v].standing != Standing.OPERATIONAL:
            total += TARGET
        else:
            nearest = min(nearest, distance(here, int(s.units[v].cell)))
    return total - 60 * nearest


@rule
def estimate(s: State, seat: int) -> int:
    """How good the position is for a seat, 0 to 10,000; 10,000 is won.

    The two seats' numbers need not add up to 10,000: each would rather fight than wait.
    """
    if s.winner != RUNNING:
        return LEVEL if s.winner == DRAW else WON if s.winner == seat else 0
    if s.mission == Mission.BASIC_TRAINING:
        return max(EDGE, min(WON - EDGE, course(s)))
    ours, theirs = bodies(s, seat), bodies(s, 1 - seat)
    lead = ours - theirs + threats(s, seat) - CAUTION * threats(s, 1 - seat) // 10
    return LEVEL + (LEVEL - EDGE) * lead // (abs(lead) + SOFT + (ours + theirs) // 4)
