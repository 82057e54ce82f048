"""What units are worth by themselves, and what they threaten: who bears on whom, or nearly does."""

from __future__ import annotations

from hulldown.kernel.hexes import distance
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import CREW, NOBODY, Health, Kind, Role, Shell, Weapon
from hulldown.rulesets.tank_commander.crew import fitness
from hulldown.rulesets.tank_commander.damage import face_struck, may_cook_off
from hulldown.rulesets.tank_commander.equipment import has_ai_weapon
from hulldown.rulesets.tank_commander.shooting import bears, needed, screened, weapon_range
from hulldown.rulesets.tank_commander.sight import sees
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.variants import BeatenWhen
from hulldown.rulesets.tank_commander.victory import fights

# ---------------------------------------------------------------- worth


TANK, CARRIER, SQUAD = 900, 500, 550  # for being there
HULL, HURT, BURNING = 420, 110, 260  # a hull point, a step of health, a fire
LOADED, LEAST = 70, 100  # a ready gun; nothing alive is worth less


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
def tank_worth(s: State, u: int) -> int:
    """What a battle tank has besides its hull."""
    t = s.units[u]
    total = -HURT * crew_loss(s, u) - HURT * wounds(s, u) // 2
    if t.loaded != Shell.NONE:
        total += LOADED
    return total


@rule
def body(s: State, u: int) -> int:
    """What a unit is worth by itself."""
    t = s.units[u]
    if t.kind == Kind.SQUAD:
        return SQUAD
    total = HULL * int(t.points)
    total += TANK + tank_worth(s, u) if t.kind == Kind.TANK else CARRIER
    if t.burning != 0:
        total -= BURNING
    return max(total, LEAST)


@rule
def on_the_field(s: State, u: int) -> bool:
    """Whether a unit fights and is on the board, on its own or carried."""
    return fights(s, u) and (s.units[u].cell >= 0 or s.units[u].carrier != NOBODY)


@rule
def bodies(s: State, side: int) -> int:
    """A side's units by themselves."""
    total = 0
    for u in range(s.count):
        if s.units[u].side == side and on_the_field(s, u):
            total += body(s, u)
    return total


# ---------------------------------------------------------------- threats


THREAT = 26  # per 36th of a chance to penetrate, or to destroy a squad
SCATTERED, SINGED = 275, 120  # a squad, a vehicle, in the blast of a wreck that goes up every other time
NEAR, FAR = 14, 14  # a hex nearer than 14, for a gun that does not reach or see yet: so tanks hunt


@rule
def weapon_against(s: State, u: int, v: int) -> int:
    """What a unit would use against another, -1 when it has nothing."""
    if s.units[v].kind == Kind.SQUAD and has_ai_weapon(s, u):
        return Weapon.AI_WEAPON
    if s.units[u].kind == Kind.TANK:
        return Weapon.MAIN_GUN
    return Weapon.MISSILE if s.units[u].kind == Kind.SQUAD else -1


@rule
def menace(s: State, u: int, weapon: int, v: int) -> int:
    """36ths of a chance that u's next shot penetrates v from where they stand, arc and range aside."""
    number = needed(s, u, weapon, v, int(s.units[v].cell), s.silent)
    if s.units[v].kind == Kind.SQUAD:
        return max(0, 7 - number) * 6
    face = face_struck(s, v, int(s.units[u].cell))
    through = min(6, max(0, 6 - (int(s.units[v].armor[face]) - int(s.strength[Shell.AT]))))
    return max(0, 7 - number) * through


@rule
def threat(s: State, u: int, v: int) -> int:
    """How much u threatens v: full when its weapon bears and sees, some when it only must be turned."""
    weapon = weapon_against(s, u, v)
    if weapon < 0 or fitness(s, u, Role.GUNNER) == Health.KILLED or screened(s, v):
        return 0
    here, there = int(s.units[u].cell), int(s.units[v].cell)
    away = distance(here, there)
    if away > weapon_range(s, u, weapon, there) or not sees(s, here, there):
        return NEAR * max(0, FAR - away) if weapon == Weapon.MAIN_GUN else 0
    full = THREAT * menace(s, u, weapon, v)
    return full if bears(s, u, weapon, there) else full // 2


@rule
def best_threat(s: State, u: int) -> int:
    """How much a unit threatens the enemy it threatens most."""
    best = 0
    for v in range(s.count):
        if s.units[v].side != s.units[u].side and fights(s, v) and s.units[v].cell >= 0:
            best = max(best, threat(s, u, v))
    return best


@rule
def wrecks_near(s: State, u: int) -> int:
    """How many wrecks that may go up have a unit within their blast (TC-8.11)."""
    n = 0
    for v in range(s.count):
        if (
            may_cook_off(s, v)
            and distance(int(s.units[u].cell), int(s.units[v].cell)) <= s.options.blast_radius
        ):
            n += 1
    return n


@rule
def heat(s: State, side: int) -> int:
    """What a side risks beside wrecks while the battle waits for them, by `beaten_when` (TC-1.12)."""
    if s.options.beaten_when == BeatenWhen.OUT_OF_ACTION:
        return 0
    total = 0
    for u in range(s.count):
        t = s.units[u]
        if t.side == side and fights(s, u) and t.cell >= 0:
            total += wrecks_near(s, u) * (SCATTERED if t.kind == Kind.SQUAD else SINGED)
    return total


@rule
def threats(s: State, side: int) -> int:
    """What a side's units threaten."""
    total = 0
    for u in range(s.count):
        if s.units[u].side == side and fights(s, u) and s.units[u].cell >= 0:
            total += best_threat(s, u)
    return total
