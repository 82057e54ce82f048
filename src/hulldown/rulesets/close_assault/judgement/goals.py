"""What the ground promises: objectives to hold, lines to cross (CA-18.2, CA-18.3)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import HALF_CIRCLE, length
from hulldown.rulesets.close_assault.codes import Extra, Order, Phase
from hulldown.rulesets.close_assault.judgement.fire import POINT
from hulldown.rulesets.close_assault.state import State, alive, is_vehicle, kind_of, profile_of, side_of
from hulldown.rulesets.close_assault.victory import QUARTER_TURNS, along_axis, strength

HOLDING = 55  # percent of a victory point that an objective held now promises in each round to come
DOUBT = 250  # hundredths of strength that nobody has yet
SURE = 95  # percent: there already, with rounds to come
STRIDES = 3  # moves after which a model is no longer thought of
HARD = 45  # percent of a line's points that a move's distance to it costs


# ---------------------------------------------------------------- objectives


@rule
def away_from(s: State, m: int, i: int) -> int:
    """How far a model must go to count at an objective, in mils; about, its base taken as round."""
    b = s.model[m].base
    dx, dy = int(b.x) - int(s.objective_x[i]), int(b.y) - int(s.objective_y[i])
    return max(0, length(dx, dy) - int(b.half_width) - int(s.options.objective_reach))


@rule
def presence(s: State, side: int, i: int, there: bool) -> int:
    """Strength of a side at an objective, in hundredths; unless `there`, of those on their way as well."""
    total = 0
    for m in range(s.models):
        k = int(s.model[m].detachment)
        if s.detachment[k].side != side or not alive(s, m) or s.detachment[k].order == Order.FALL_BACK:
            continue
        away = away_from(s, m, i)
        if away == 0:
            total += strength(s.options, kind_of(s, m)) * 100
        elif not there:
            move = max(POINT, int(s.profile[profile_of(s, m)].move))
            if away < STRIDES * move:
                near = 90 - 90 * away // (STRIDES * move)
                total += strength(s.options, kind_of(s, m)) * near * near // 100
    return total


@rule
def share(ours: int, theirs: int) -> int:
    """How surely strength holds an objective against other strength, in thousandths; below 0: is held."""
    mine, other = ours * ours, theirs * theirs
    return 1000 * (mine - other) // (mine + other + DOUBT * DOUBT)


@rule
def ground(s: State) -> int:
    """What the objectives promise side 0 at the end of this round and of those to come."""
    lead, settled = 0, s.phase >= Phase.FIRST_FIRE
    later = max(0, int(s.rounds) - max(int(s.round), int(s.scoring) - 1))
    now = 1 if s.round >= s.scoring else 0
    for i in range(s.objectives):
        soon = share(presence(s, 0, i, False), presence(s, 1, i, False))
        lead += HOLDING * later * soon // 100
        if now == 1:
            lead += share(presence(s, 0, i, True), presence(s, 1, i, True)) if settled else soon
    return POINT * int(s.options.objective_points) * lead // 1000


# ---------------------------------------------------------------- the scenario's own points


@rule
def to_line(s: State, m: int) -> int:
    """How far a model has to go to count beyond the scenario's line, in mils; 0: it does."""
    b, side = s.model[m].base, int(s.extra_side)
    whole = int(b.half_length) if s.extra == Extra.BREAKTHROUGH else 0
    ahead = (int(s.edge[side]) + HALF_CIRCLE) % (2 * HALF_CIRCLE) <= QUARTER_TURNS
    past = (along_axis(s, s.model[m], side) - int(s.extra_line)) * (1 if ahead else -1)
    return max(0, whole - past)


@rule
def may_cross(s: State, m: int) -> bool:
    """Whether a model can count beyond the scenario's line."""
    if not alive(s, m) or side_of(s, m) != s.extra_side:
        return False
    return is_vehicle(s, m) if s.extra == Extra.BREAKTHROUGH else bool(s.model[m].detachment == s.extra_unit)


@rule
def moves_left(s: State, m: int) -> int:
    """How many rounds a model can still move in, this one included if it has not."""
    d = s.detachment[int(s.model[m].detachment)]
    fresh = d.moved == 0 or (s.phase == Phase.MOVING and s.model[m].turns == 0)
    still = s.phase < Phase.FIRST_FIRE and fresh
    if d.order == Order.FIRST_FIRE or d.order == Order.FALL_BACK:
        still = False
    return int(s.rounds) - int(s.round) + (1 if still else 0)


@rule
def crossing(s: State, m: int) -> int:
    """How likely a model is to be beyond the line at the end, in percent."""
    away, left = to_line(s, m), moves_left(s, m)
    if away == 0:
        return 100 if s.round == s.rounds and s.phase >= Phase.FIRST_FIRE else SURE - 4 * left
    if left == 0:
        return 0
    move = int(s.profile[profile_of(s, m)].move)
    return max(0, SURE - 5 * left - HARD * away // (move * left))


@rule
def extra(s: State) -> int:
    """What the scenario's own points promise side 0: as likely as the last model that is needed."""
    if s.extra == Extra.NONE:
        return 0
    better, taken = 0, 0
    for _ in range(s.extra_models):
        better, taken = next_best(s, taken), next_taken(s, taken)
    worth = POINT * int(s.extra_points) * better // 100
    return worth if s.extra_side == 0 else -worth


@rule
def next_taken(s: State, taken: int) -> int:
    """Models taken (as bits) and the likeliest of the others to cross."""
    found, best = -1, -1
    for m in range(s.models):
        if (taken >> m) & 1 == 0 and may_cross(s, m) and crossing(s, m) > best:
            found, best = m, crossing(s, m)
    return taken if found < 0 else taken | (1 << found)


@rule
def next_best(s: State, taken: int) -> int:
    """How likely that one is to cross; 0 if there is none."""
    best = 0
    for m in range(s.models):
        if (taken >> m) & 1 == 0 and may_cross(s, m):
            best = max(best, crossing(s, m))
    return best


# ---------------------------------------------------------------- the way there


@rule
def way_to_go(s: State, m: int) -> int:
    """How far a model is from where it is wanted: the nearest objective, or the scenario's line."""
    best = -1
    for i in range(s.objectives):
        away = away_from(s, m, i)
        if best < 0 or away < best:
            best = away
    if s.extra != Extra.NONE and may_cross(s, m):
        best = max(best, to_line(s, m))
    return max(0, best)
