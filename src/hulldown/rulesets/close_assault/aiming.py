"""At whom a weapon can fire: range, arc, line of sight, its stat-line, and who is hit (CA-15.2, CA-15.7)."""

from __future__ import annotations

from hulldown.kernel.events import Terms
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.bonuses import why_not_fire_weapon
from hulldown.rulesets.close_assault.codes import NOBODY, TOL
from hulldown.rulesets.close_assault.contact import bears, behind, firing_arc, gap_of
from hulldown.rulesets.close_assault.ground import in_sight
from hulldown.rulesets.close_assault.hits import (
    in_half_range,
    in_range,
    longest_reach,
    piercing,
    save_needed,
    takes_part,
)
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import Line, Profile, State, alive, kind_of, profile_of

# ---------------------------------------------------------------- one stat-line


@rule
def why_not_hit(s: State, m: int, line: Line, t: int) -> int:
    """The first reason against a line fired at model t: range, arc, sight (CA-15.2)."""
    if not in_range(line, gap_of(s, m, t)):
        return Why.FIRE_RANGE
    if not bears(s, m, firing_arc(s, m, line), t):
        return Why.FIRE_ARC
    return Why.ALLOWED if in_sight(s, m, t) else Why.FIRE_LOS


@rule
def eligible(s: State, m: int, line: Line, t: int) -> bool:
    """Whether a model may be hit by a line: on the table, in range, in its arc and in sight (CA-15.7)."""
    return alive(s, t) and why_not_hit(s, m, line, t) == Why.ALLOWED


@rule
def why_not_aim(s: State, m: int, line: Line, k: int) -> int:
    """The reason against a line fired at a detachment: of the model that it comes nearest to hitting."""
    furthest = 0
    for t in range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size):
        if not alive(s, t):
            continue
        why = why_not_hit(s, m, line, t)
        if why == Why.ALLOWED:
            return Why.ALLOWED
        furthest = why if why > furthest else furthest
    return furthest if furthest != 0 else Why.FIRE_RANGE


# ---------------------------------------------------------------- a glance at the range


@rule
def out_of_reach(s: State, k: int, target: int) -> bool:
    """Whether no weapon of a detachment surely reaches another: quick, for most are far off."""
    own, other = s.detachment[k], s.detachment[target]
    p = s.profile[own.profile]
    far = longest_reach(p) + TOL + 1 + half_size(p) + half_size(s.profile[other.profile])
    for m in range(own.first, own.first + own.size):
        v = s.model[m]
        if v.wounds <= 0:
            continue
        x, y = v.base.x, v.base.y
        for t in range(other.first, other.first + other.size):
            b = s.model[t].base
            if abs(b.x - x) <= far and abs(b.y - y) <= far and alive(s, t):
                return False
    return True


@rule
def half_size(p: Profile) -> int:
    """How far a base of a profile reaches from its centre at most, in mils."""
    return p.half_length + p.half_width


# ---------------------------------------------------------------- one weapon


@rule
def line_against(s: State, m: int, w: int, k: int) -> int:
    """The stat-line that a weapon fires: the first that can hit a target model (CA-15.13); -1 for none."""
    weapon = s.profile[profile_of(s, m)].weapon[w]
    for i in range(weapon.lines):
        if why_not_aim(s, m, weapon.line[i], k) == Why.ALLOWED:
            return i
    return NOBODY


@rule
def why_not_bring(s: State, m: int, w: int, k: int) -> int:
    """The reason against all lines of a weapon, of the one that comes nearest to firing."""
    weapon, furthest = s.profile[profile_of(s, m)].weapon[w], 0
    for i in range(weapon.lines):
        why = why_not_aim(s, m, weapon.line[i], k)
        if why == Why.ALLOWED:
            return Why.ALLOWED
        furthest = why if why > furthest else furthest
    return furthest if furthest != 0 else Why.FIRE_RANGE


@rule
def spared(s: State, m: int, w: int) -> bool:
    """Whether a weapon is kept from firing by its player (CA-20.1)."""
    return (s.model[m].spared >> w) & 1 == 1


@rule
def why_not_shoot(s: State, m: int, w: int, k: int, firing: int) -> int:
    """The first reason against a weapon fired at a detachment (CA-10.3, CA-10.5, CA-15.1, CA-15.2)."""
    if not takes_part(s.profile[profile_of(s, m)].weapon[w], firing):
        return Why.FIRE_ORDER
    why = why_not_fire_weapon(s, m, w)
    if why == Why.ALLOWED and spared(s, m, w):
        why = Why.FIRE_DONE
    return why if why != Why.ALLOWED else why_not_bring(s, m, w, k)


# ---------------------------------------------------------------- who is hit


@rule
def within_half(s: State, m: int, line: Line, k: int) -> bool:
    """Whether a target model is within half range of a line (CA-15.3)."""
    for t in range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size):
        if alive(s, t) and in_half_range(s.options, line, gap_of(s, m, t)):
            return True
    return False


@rule
def wounded(s: State, t: int) -> bool:
    """Whether a model has lost a Wound before."""
    return bool(s.model[t].wounds < s.profile[profile_of(s, t)].wounds)


@rule
def nearest_of(s: State, m: int, line: Line, k: int, hurt: bool) -> int:
    """The nearest eligible model, of equals the lowest id; hurt: among those with a Wound lost; -1: none."""
    nearest, least = NOBODY, 0
    for t in range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size):
        if not eligible(s, m, line, t) or (hurt and not wounded(s, t)):
            continue
        far = max(0, gap_of(s, m, t))
        if nearest == NOBODY or far < least:
            nearest, least = t, far
    return nearest


@rule
def nearest_target(s: State, m: int, line: Line, k: int) -> int:
    """The nearest eligible target model, which decides about cover (CA-15.4); -1 for none."""
    return nearest_of(s, m, line, k, False)


@rule
def allotted(s: State, m: int, line: Line, k: int) -> int:
    """The model to which the next hit goes: one that has lost a Wound, else the nearest (CA-15.7)."""
    hurt = nearest_of(s, m, line, k, True)
    return hurt if hurt != NOBODY else nearest_of(s, m, line, k, False)


@rule
def save_against(s: State, m: int, line: Line, t: int, terms: Terms) -> int:
    """The save that model t needs against a hit of a line fired by m; 0 for none (CA-15.5, CA-15.6)."""
    p, order = s.profile[profile_of(s, t)], s.detachment[s.model[t].detachment].order
    ap = piercing(s.options, line, kind_of(s, t), behind(s, m, t), terms)
    return save_needed(p.save, p.invulnerable, p.jink, ap, order)
