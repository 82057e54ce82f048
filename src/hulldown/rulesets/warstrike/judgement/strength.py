"""What units are worth, by what is left of them, their markers and how well they keep together."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.judging import Weights
from hulldown.rulesets.warstrike.codes import FINE, Band, Morale
from hulldown.rulesets.warstrike.judgement.tempo import SURE, missing
from hulldown.rulesets.warstrike.judgement.terms import SHARE, Term
from hulldown.rulesets.warstrike.leading import officer_of
from hulldown.rulesets.warstrike.permissions import band_of
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.victory import destroyed_of, morale_dice, morale_target, shaken, units_of

ROUTED = 40  # percent that is lost when a unit has to run (WS-10.6)
GRAIN = 15  # bits: 6 inches and two bases squared, in mils, are some SHARE of it
FARTHEST = 2 * SHARE


@rule
def forces(s: State) -> int:
    """The value of all units of both sides, at the start."""
    both = 0
    for k in range(s.units):
        both += s.unit[k].value
    return max(1, both)


@rule
def in_force(value: int, both: int) -> int:
    """Points as thousandths of what a force is worth at the start, the mean of both."""
    return 2 * SHARE * value // both


@rule
def alive_in(s: State, k: int) -> int:
    """How many models of a unit are left."""
    u, count = s.unit[k], 0
    for m in range(u.first, u.first + u.size):
        count += s.model[m].alive
    return count


@rule
def strength_share(s: State, k: int, alive: int) -> int:
    """What is left of a unit's models and wounds, in thousandths."""
    u = s.unit[k]
    wounds = s.profile[u.profile].wounds
    if u.size == 1 and wounds > 1:
        return SHARE * (wounds - s.model[u.leader].results) // wounds
    return SHARE * alive // u.size


@rule
def in_danger(s: State, k: int, alive: int, passes: int) -> int:
    """The percent that a failed check would take from what is left of a unit (WS-10.6, WS-10.18)."""
    strength = band_of(s.options, alive, s.unit[k].size)
    if strength == Band.UPPER:
        return 0
    return (SURE if strength == Band.DESTROYED else ROUTED) * (SURE - passes) // SURE


@rule
def cohesion(s: State, k: int, w: Weights) -> int:
    """What a unit loses by members far from its leader, with weights: the square of how far, and strays."""
    u = s.unit[k]
    v = s.model[u.leader]
    x, y, reach = v.x, v.y, s.options.orderly_start // FINE + v.radius
    loose, stray = 0, 0
    for m in range(u.first, u.first + u.size):
        member = s.model[m]
        if member.alive == 0:
            continue
        dx, dy, near = member.x - x, member.y - y, reach + member.radius
        far = dx * dx + dy * dy
        loose += min(FARTHEST, far >> GRAIN)
        stray += 1 if far > near * near else 0
    return w[Term.LOOSE] * (loose // u.size) + w[Term.STRAY] * (SHARE * stray // u.size)


@rule
def strength(s: State, k: int, value: int, alive: int, passes: int, w: Weights) -> int:
    """What a unit on the table is worth, with weights; `value` in thousandths of a force."""
    u, size = s.unit[k], s.unit[k].size
    left = value * strength_share(s, k, alive) // SHARE
    total = w[Term.MODELS] * left - w[Term.THIN] * (value * max(0, size - 2 * alive) // size)
    if u.markers != 0 or passes < SURE:
        total -= w[Term.MARKERS] * (value * u.markers)
        total -= w[Term.SHAKY] * (left * (SURE - passes) // SURE)
        total -= w[Term.BREAKS] * (left * in_danger(s, k, alive, passes) // SURE)
    if u.leaderless != 0:
        total -= w[Term.LEADERLESS] * left
    if size > 1 and s.turn > 0:
        total -= cohesion(s, k, w) * value // SHARE
    return total


@rule
def retreat_chance(s: State, side: int) -> int:
    """How likely a force retreats at its next test, in percent (WS-14.1 to WS-14.3)."""
    if not shaken(s.options, units_of(s, side), destroyed_of(s, side)):
        return 0
    return missing(morale_dice(s, side), morale_target(s, side))


@rule
def retreat(s: State, side: int, w: Weights) -> int:
    """What a force loses by the danger that it retreats, with weights (WS-14.1 to WS-14.3)."""
    if (s.victory >> Morale.TASK_FORCE) & 1 == 0:
        return 0
    total = w[Term.OFFICER] * SHARE if officer_of(s, side) >= 0 else 0
    return total - w[Term.SHAKEN] * (SHARE * retreat_chance(s, side) // SURE)
