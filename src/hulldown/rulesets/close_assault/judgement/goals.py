"""What the ground promises: objectives to hold, lines to cross (CA-18.2, CA-18.3)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.judging import Weights
from hulldown.kernel.plane import HALF_CIRCLE
from hulldown.rulesets.close_assault.codes import NOBODY, Extra, Order, Phase
from hulldown.rulesets.close_assault.contact import touched_by
from hulldown.rulesets.close_assault.judgement.contacts import members
from hulldown.rulesets.close_assault.judgement.terms import POINT, Term
from hulldown.rulesets.close_assault.movement import most
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, alive, is_vehicle, profile_of, side_of
from hulldown.rulesets.close_assault.tank_shock import why_not_break_out
from hulldown.rulesets.close_assault.victory import QUARTER_TURNS, along_axis, strength

DOUBT = 250  # hundredths of strength that nobody has yet
SURE = 95  # percent: there already, with rounds to come
STRIDES = 3  # moves after which a model is no longer thought of
ON_TIME = 85  # percent: within reach of this round's move
WILL, MAY = 50, 30  # percent: within reach of the move that it is ordered to make, and before it is
HARD = 45  # percent of a line's points that a move's distance to it costs
WIDE = 1 << 20  # several numbers in one


# ---------------------------------------------------------------- objectives


@rule
def stride(s: State, k: int, held: int) -> int:
    """How far the models of a detachment may still move in this round, in mils; before it is ordered to, as
    a March would take them.
    """
    d = s.detachment[k]
    order = d.order
    if not to_move(s, k) or order == Order.FIRST_FIRE or members(d) & held != 0:
        return 0
    p = s.profile[d.profile]
    if order == Order.NONE:
        order = Order.MARCH.value if s.phase == Phase.ORDERS else order
    return most(s.options, order, p.kind, p.move, 0, 0)


@rule
def to_move(s: State, k: int) -> bool:
    """Whether a detachment's move of this round is still before it."""
    d = s.detachment[k]
    if s.phase >= Phase.FIRST_FIRE or d.order == Order.FALL_BACK:
        return False
    if k == s.acting and (s.phase == Phase.MOVING or s.phase == Phase.ENGAGED):
        return bool(d.shocks == 0)
    return bool(d.moved == 0)


@rule
def away_from(s: State, m: int, i: int) -> int:
    """How far a model must go to count at an objective, in mils: 0, or about so far."""
    b = s.model[m].base
    dx, dy = abs(b.x - s.objective_x[i]), abs(b.y - s.objective_y[i])
    near = b.half_width + s.options.objective_reach
    if dx * dx + dy * dy <= near * near:
        return 0
    return max(1, max(dx, dy) + 3 * min(dx, dy) // 8 - near)


@rule
def presence(s: State, side: int, i: int, held: int) -> int:
    """Strength of a side at an objective, in hundredths: of those there by the end of this round; WIDE times
    that of those there or on their way; and WIDE * WIDE times the same after what this round's orders allow.
    """
    there, soon, after = 0, 0, 0
    for k in range(s.detachments):
        d = s.detachment[k]
        if d.side != side or d.order == Order.FALL_BACK:
            continue
        p, now = s.profile[d.profile], stride(s, k, held)
        likely = MAY if d.order == Order.NONE else WILL
        worth, move = strength(s.options, p.kind), max(POINT, p.move)
        for m in range(d.first, d.first + d.size):
            if not alive(s, m):
                continue
            away = away_from(s, m, i)
            if away == 0:
                there += worth * 100
                soon += worth * 100
                after += worth * 100
                continue
            there += worth * likely if away <= now else 0
            soon += worth * nearness(away, STRIDES * move)
            after += worth * nearness(max(0, away - now), STRIDES * move)
    return there + WIDE * (soon + WIDE * after)


@rule
def nearness(away: int, far: int) -> int:
    """What of a model counts that is so far away, in hundredths."""
    near = ON_TIME - ON_TIME * away // far
    return near * near // 100 if near > 0 else 0


@rule
def share(ours: int, theirs: int) -> int:
    """How surely strength holds an objective against other strength, in thousandths; below 0: is held."""
    mine, other = ours * ours, theirs * theirs
    return 1000 * (mine - other) // (mine + other + DOUBT * DOUBT)


@rule
def ground(s: State, held: int, w: Weights) -> int:
    """What the objectives promise side 0 at the end of this round and of those to come."""
    lead, points = 0, s.options.objective_points
    later = max(0, s.rounds - max(s.round, s.scoring - 1))
    for i in range(s.objectives):
        mine, theirs = presence(s, 0, i, held), presence(s, 1, i, held)
        lead += w[Term.LATER] * later * points * share(mine // WIDE % WIDE, theirs // WIDE % WIDE)
        lead += w[Term.REACH] * later * points * share(mine // WIDE // WIDE, theirs // WIDE // WIDE)
        if s.round >= s.scoring:
            here = points * share(mine % WIDE, theirs % WIDE)
            lead += w[Term.HERE] * here if s.phase >= Phase.FIRST_FIRE else w[Term.SOON] * here
    return lead


# ---------------------------------------------------------------- the scenario's own points


@rule
def to_line(s: State, m: int) -> int:
    """How far a model has to go to count beyond the scenario's line, in mils; 0: it does."""
    b, side = s.model[m].base, s.extra_side
    whole = b.half_length if s.extra == Extra.BREAKTHROUGH else 0
    ahead = (s.edge[side] + HALF_CIRCLE) % (2 * HALF_CIRCLE) <= QUARTER_TURNS
    past = (along_axis(s, s.model[m], side) - s.extra_line) * (1 if ahead else -1)
    return max(0, whole - past)


@rule
def may_cross(s: State, m: int) -> bool:
    """Whether a model can count beyond the scenario's line."""
    if not alive(s, m) or side_of(s, m) != s.extra_side:
        return False
    return is_vehicle(s, m) if s.extra == Extra.BREAKTHROUGH else bool(s.model[m].detachment == s.extra_unit)


@rule
def remaining_moves(s: State, m: int, held: int) -> int:
    """How many rounds a model can still move in, this one too if it has not; the Engaged must break out."""
    k = s.model[m].detachment
    order = s.detachment[k].order
    still = to_move(s, k) and order != Order.FIRST_FIRE
    if still and members(s.detachment[k]) & held != 0:
        may = order == Order.CHARGE or order == Order.NONE
        still = may and why_not_break_out(s, touched_by(s, k)) == Why.ALLOWED
    return s.rounds - s.round + (1 if still else 0)


@rule
def crossing(s: State, m: int, held: int) -> int:
    """How likely a model is to be beyond the line at the end, in percent."""
    away, left = to_line(s, m), remaining_moves(s, m, held)
    if away == 0:
        return 100 if s.round == s.rounds and s.phase >= Phase.FIRST_FIRE else SURE - 4 * left
    if left == 0:
        return 0
    move = s.profile[profile_of(s, m)].move
    return max(0, SURE - 5 * left - HARD * away // (move * left))


@rule
def extra(s: State, held: int) -> int:
    """What the scenario's own points promise side 0: as likely as the last model that is needed."""
    if s.extra == Extra.NONE:
        return 0
    better, taken = 0, 0
    for _ in range(s.extra_models):
        m = likeliest(s, taken, held)
        better = crossing(s, m, held) if m != NOBODY else 0
        taken |= 1 << m if m != NOBODY else 0
    worth = POINT * s.extra_points * better // 100
    return worth if s.extra_side == 0 else -worth


@rule
def likeliest(s: State, taken: int, held: int) -> int:
    """The likeliest model to cross that is not among those taken (as bits); NOBODY if there is none."""
    model, best = NOBODY, -1
    for m in range(s.models):
        if (taken >> m) & 1 == 0 and may_cross(s, m):
            likely = crossing(s, m, held)
            if likely > best:
                model, best = m, likely
    return model
