"""What units are worth by themselves: alive, whole, with a healthy crew and a loaded gun."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import CREW, NOBODY, Health, Kind, Role, Shell
from hulldown.rulesets.tank_commander.crew import fitness
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.victory import fights

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
