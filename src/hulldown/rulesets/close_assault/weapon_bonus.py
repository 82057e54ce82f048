"""The bonuses of a vehicle's weapons (CA-7): which stat-line counts, how many, where and how much."""

from __future__ import annotations

from hulldown.kernel.events import Reasons, note
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import Kind, Trait
from hulldown.rulesets.close_assault.reasons import Sum
from hulldown.rulesets.close_assault.state import Line, Options, Weapon
from hulldown.rulesets.close_assault.variants import AntitankWalkers


@rule
def has(line: Line, trait: int) -> bool:
    """Whether a stat-line has a trait."""
    return (int(line.traits) >> trait) & 1 == 1


@rule
def shortest_line(w: Weapon) -> int:
    """The line with the shortest range, of equals the first (CA-7.6, CA-7.7); a template counts as 0."""
    best = 0
    for i in range(1, w.lines):
        if w.line[i].range < w.line[best].range:
            best = i
    return best


@rule
def bonus_against(o: Options, line: Line, kind: int, why: Reasons) -> int:
    """The bonus of a stat-line against a type of model; 0: it cannot be used (CA-7.8 to CA-7.14, CA-7.19)."""
    if not can_damage(line, kind):
        return 0
    total = note(why, Sum.ONE, 1)
    if full_value(o, line, kind):
        total += note(why, Sum.AP, max(0, -int(line.ap)))
    return total + note(why, Sum.POINT_DEFENCE, 1 if has(line, Trait.POINT_DEFENCE) else 0)


@rule
def can_damage(line: Line, kind: int) -> bool:
    """Light weapons cannot harm Vehicles and larger (CA-7.8, CA-7.14)."""
    return kind <= Kind.WALKER or not has(line, Trait.LIGHT)


@rule
def full_value(o: Options, line: Line, kind: int) -> bool:
    """Whether the armour piercing of a line counts against a type; the first trait decides (CA-7.19)."""
    if has(line, Trait.LIGHT):
        return True
    if has(line, Trait.LIGHT_AT):
        return kind <= Kind.WALKER
    if has(line, Trait.ANTI_TANK):
        if kind == Kind.WALKER:
            return bool(o.antitank_walkers == AntitankWalkers.FULL)
        return kind > Kind.WALKER
    return True


@rule
def number_of_bonuses(w: Weapon, line: Line) -> int:
    """How many bonuses a weapon gives in a round (CA-7.15, CA-7.16); random dice by their mean (CA-7.18)."""
    dice = int(line.fixed) + int(line.random) * (int(line.sides) + 1) // 2
    return dice * int(w.count) * (2 if has(line, Trait.ASSAULT) else 1)
