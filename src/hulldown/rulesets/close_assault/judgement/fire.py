"""Fire that is still to come, as expected Wounds."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import reach
from hulldown.rulesets.close_assault.bonuses import why_not_fire_weapon
from hulldown.rulesets.close_assault.codes import NOBODY, NONE, TOL, Firing, Order, Phase
from hulldown.rulesets.close_assault.contact import bears, firing_arc, gap_of
from hulldown.rulesets.close_assault.ground import in_sight, in_wood
from hulldown.rulesets.close_assault.hits import (
    SIDES,
    can_harm,
    doubled,
    in_half_range,
    in_range,
    longest_reach,
    needed,
    piercing,
    remaining_wounds,
    save_needed,
)
from hulldown.rulesets.close_assault.judgement.contacts import members
from hulldown.rulesets.close_assault.judgement.terms import POINT
from hulldown.rulesets.close_assault.proposing.marching import guide
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import Line, State, alive, kind_of, profile_of


@rule
def nearest_of(s: State, m: int, k: int) -> int:
    """The model of a detachment whose centre is nearest to a model; NOBODY if none is left."""
    a, d, nearest, best = s.model[m].base, s.detachment[k], NOBODY, 0
    for j in range(d.first, d.first + d.size):
        b = s.model[j].base
        dx, dy = b.x - a.x, b.y - a.y
        far = dx * dx + dy * dy
        if (nearest == NOBODY or far < best) and alive(s, j):
            nearest, best = j, far
    return nearest


@rule
def wounds_of_line(s: State, line: Line, j: int, away: int, wood: bool) -> int:
    """Wounds to be expected of one die of a line at a model, in thousandths (CA-15.4 to CA-15.6)."""
    kind, p = kind_of(s, j), s.profile[profile_of(s, j)]
    if not can_harm(line, kind):
        return 0
    hits = 1000 * (SIDES + 1 - needed(s.options, line, wood, Firing.STAGE, s.mute)) // SIDES
    order = s.detachment[s.model[j].detachment].order
    ap = piercing(s.options, line, kind, False, s.mute)
    face = save_needed(p.save, p.invulnerable, p.jink, ap, order)
    hits = hits * doubled(s.options, line, line.fixed, in_half_range(s.options, line, away))
    return hits if face == NONE else hits * (face - 1) // SIDES


@rule
def volley(s: State, m: int, j: int, away: int, more: int, fresh: bool) -> int:
    """Wounds to be expected of one model's fire at another, in thousandths; more: how far it may go first;
    fresh: in another round, when what was done with its weapons is forgotten.
    """
    p, total, wood = s.profile[profile_of(s, m)], 0, in_wood(s, j)
    for w in range(p.weapons):
        if not fresh and why_not_fire_weapon(s, m, w) != Why.ALLOWED:
            continue
        for i in range(p.weapon[w].lines):
            line = p.weapon[w].line[i]
            near = max(0, min(away, max(away - more, line.nearest)))
            if in_range(line, near) and (more > 0 or bears(s, m, firing_arc(s, m, line), j)):
                total += p.weapon[w].count * wounds_of_line(s, line, j, near, wood)
                break
    return total


@rule
def fire_at(s: State, m: int, j: int, more: int, longest: int, firers: int, fresh: bool) -> int:
    """What the fire of so many models like m promises, m being the nearest of them to its target j."""
    a, b = s.model[m].base, s.model[j].base
    far = longest + more + TOL + reach(a) + reach(b)
    if abs(a.x - b.x) > far or abs(a.y - b.y) > far:
        return 0
    away = max(0, gap_of(s, m, j))
    if away > longest + more + TOL or (more == 0 and not in_sight(s, m, j)):
        return 0
    wounds = volley(s, m, j, away, more, fresh) * firers
    most = 900 * remaining_wounds(s, s.model[j].detachment)
    return min(wounds, most) * face_value(s, j) // 1000 if wounds > 0 else 0


@rule
def best_fire(s: State, k: int, m: int, more: int, held: int) -> int:
    """What a detachment's fire promises at the target where it promises most (CA-15.2)."""
    best, longest = 0, longest_reach(s.profile[profile_of(s, m)])
    if longest == 0:
        return 0
    firers = remaining_models(s, k)
    for target in range(s.detachments):
        d = s.detachment[target]
        if d.side != s.detachment[k].side and members(d) & held == 0:
            j = nearest_of(s, m, target)
            if j != NOBODY:
                best = max(best, fire_at(s, m, j, more, longest, firers, False))
    return best


@rule
def reaction(s: State) -> int:
    """What the fire of a detachment promises it that may call Overwatch at its charger (CA-15.11)."""
    m, j = guide(s, s.target), guide(s, s.acting)
    if m == NOBODY or j == NOBODY:
        return 0
    nearest, longest = nearest_of(s, m, s.acting), longest_reach(s.profile[profile_of(s, m)])
    return fire_at(s, m, nearest, 0, longest, remaining_models(s, s.target), False)


@rule
def still_fires(s: State, k: int) -> bool:
    """Whether a detachment that need not move any more has its fire stage before it (CA-3.3)."""
    d = s.detachment[k]
    if d.order == Order.FIRST_FIRE:
        stage = Phase.FIRST_FIRE.value
    elif d.order == Order.ADVANCE:
        stage = Phase.ADVANCING_FIRE.value
    else:
        return False
    return bool(s.phase < stage or (s.phase == stage and d.activated == 0))


# ---------------------------------------------------------------- worth
# What Wounds are worth, in thousandths of a victory point.


WOUNDED = 65  # percent of a detachment's value that losing all but the last Wound costs


@rule
def full_wounds(s: State, k: int) -> int:
    """All Wounds that a detachment began with."""
    d = s.detachment[k]
    return max(1, d.size * s.profile[d.profile].wounds)


@rule
def lost(s: State, k: int) -> int:
    """What the Wounds that a detachment has lost are worth to the other side, unless it is gone."""
    left, full = remaining_wounds(s, k), full_wounds(s, k)
    return POINT * s.detachment[k].value * (full - left) * WOUNDED // (full * 100) if left > 0 else 0


@rule
def face_value(s: State, m: int) -> int:
    """What a Wound on a model is worth; the last ones of a detachment are worth more than the first."""
    k = s.model[m].detachment
    full, value = full_wounds(s, k), POINT * s.detachment[k].value
    rest = value * (100 - WOUNDED) // (100 * max(1, remaining_wounds(s, k)))
    return value * WOUNDED // (100 * full) + rest // 2


@rule
def remaining_models(s: State, k: int) -> int:
    """How many models of a detachment are left."""
    d, n = s.detachment[k], 0
    for m in range(d.first, d.first + d.size):
        n += 1 if s.model[m].wounds > 0 else 0
    return n
