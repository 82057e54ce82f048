"""What units are worth by themselves: what is left of them, and what they have not used yet."""

from __future__ import annotations

from hulldown.kernel.hexes import STRIDE, distance
from hulldown.kernel.jit import rule
from hulldown.kernel.judging import Weights
from hulldown.rulesets.tank_commander.airstrike import has_own_strike
from hulldown.rulesets.tank_commander.codes import (
    CREW,
    NOBODY,
    Ability,
    Health,
    Kind,
    Mission,
    Role,
    Shell,
    Upgrade,
)
from hulldown.rulesets.tank_commander.crew import fitness, may_use, role_of, uses
from hulldown.rulesets.tank_commander.damage import may_cook_off
from hulldown.rulesets.tank_commander.judgement.terms import Term
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.variants import BeatenWhen
from hulldown.rulesets.tank_commander.victory import fights

# How much a unit counts when it is asked what share of all forces something is.
TANK, CARRIER, SQUAD, HULL = 900, 500, 550, 420


@rule
def body(s: State, u: int) -> int:
    """How much a unit is of the forces."""
    t = s.units[u]
    if t.kind == Kind.TANK:
        return TANK + HULL * t.points
    return CARRIER + HULL * t.points if t.kind == Kind.APC else SQUAD


@rule
def on_the_field(s: State, u: int) -> bool:
    """Whether a unit fights and is on the board, on its own or carried."""
    return fights(s, u) and (s.units[u].cell >= 0 or s.units[u].carrier != NOBODY)


@rule
def forces(s: State) -> int:
    """Both sides' units together."""
    total = 0
    for u in range(s.count):
        if on_the_field(s, u):
            total += body(s, u)
    return max(SQUAD, total)


@rule
def wounds(s: State, u: int) -> int:
    """Wounds the crew has taken."""
    total = 0
    for member in range(CREW):
        health = s.units[u].crew[member]
        if health == Health.WOUNDED or health == Health.KILLED:
            total += health
    return total


@rule
def unspent(s: State, u: int, ability: int) -> int:
    """How often a tank can still use an ability."""
    role = role_of(ability)
    return max(0, uses(s, u, role) - s.units[u].used[role]) if may_use(s, u, role) else 0


@rule
def reserves(s: State, u: int, w: Weights) -> int:
    """Abilities, mines and a strike that a tank has not used."""
    t = s.units[u]
    total = w[Term.VOICE] * unspent(s, u, Ability.BOOMING_VOICE) + w[Term.MOVES] * unspent(
        s, u, Ability.DOUBLE
    )
    total += w[Term.BRING_IT_DOWN] * unspent(s, u, Ability.BRING_IT_DOWN)
    total += w[Term.QUICK_LOAD] * unspent(s, u, Ability.QUICK_LOAD)
    total += w[Term.MINES] * (t.upgrade[Upgrade.MINE] - t.laid)
    return total + w[Term.STRIKE] if has_own_strike(s, u) else total


@rule
def off_the_middle(s: State, cell: int) -> int:
    """Twice the hexes between a cell and the middle of the board."""
    low = ((s.columns - 1) // 2 + 1) * STRIDE + (s.rows - 1) // 2 + 1
    high = (s.columns // 2 + 1) * STRIDE + s.rows // 2 + 1
    return distance(cell, low) + distance(cell, high)


@rule
def crew(s: State, u: int, w: Weights) -> int:
    """What a tank's crew has suffered."""
    suffered = wounds(s, u)
    if suffered == 0:
        return 0
    total = w[Term.WOUNDS] * suffered
    total += w[Term.COMMANDER] * fitness(s, u, Role.COMMANDER) + w[Term.DRIVER] * fitness(s, u, Role.DRIVER)
    return total + w[Term.GUNNER] * fitness(s, u, Role.GUNNER) + w[Term.LOADER] * fitness(s, u, Role.LOADER)


@rule
def tank(s: State, u: int, w: Weights) -> int:
    """What a battle tank is beside its hull: its crew, its gun, what it has not used."""
    total = w[Term.TANKS] + crew(s, u, w) + reserves(s, u, w)
    if s.mission == Mission.SKIRMISH and s.units[u].cell >= 0:
        total += w[Term.GROUND] * off_the_middle(s, s.units[u].cell)
    return total + w[Term.LOADED] if s.units[u].loaded != Shell.NONE else total


@rule
def wrecks_near(s: State, u: int) -> int:
    """How many wrecks that may go up have a unit within their blast (TC-8.11)."""
    n = 0
    for v in range(s.count):
        if may_cook_off(s, v) and distance(s.units[u].cell, s.units[v].cell) <= s.options.blast_radius:
            n += 1
    return n


@rule
def aimed(s: State) -> int:
    """The first side's lead in enemies that stand where air strikes will come down."""
    lead = 0
    for i in range(s.strikes):
        k = s.strike[i]
        u = s.occupant[k.cell]
        if k.over == 0 and u != NOBODY and fights(s, u):
            lead += body(s, u) if s.units[u].side == 1 else -body(s, u)
    return lead


@rule
def unit(s: State, u: int, w: Weights) -> int:
    """What a unit is worth by itself.

    Wrecks count while the battle waits for them, by `beaten_when` (TC-1.12).
    """
    t = s.units[u]
    total = w[Term.EFFORT] * (t.spent + 2 * t.loads)
    if s.options.beaten_when != BeatenWhen.OUT_OF_ACTION and t.cell >= 0:
        total += w[Term.WRECKS] * wrecks_near(s, u) * (2 if t.kind == Kind.SQUAD else 1)
    if t.kind == Kind.SQUAD:
        return total + w[Term.SQUADS]
    total += w[Term.HULL] * t.points + w[Term.SMOKE] * t.smoked
    if t.points == 1:
        total += w[Term.FRAIL]
    if t.burning != 0:
        total += w[Term.BURNING]
    return total + (tank(s, u, w) if t.kind == Kind.TANK else w[Term.APCS])


@rule
def units(s: State, w: Weights) -> int:
    """The first side's lead in units by themselves."""
    lead = 0
    for u in range(s.count):
        if on_the_field(s, u):
            worth = unit(s, u, w)
            lead += worth if s.units[u].side == 0 else -worth
    return lead
