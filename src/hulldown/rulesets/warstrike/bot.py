"""How good a position is for a computer player: the lead counted by hand, corrected by a network."""

from __future__ import annotations

from enum import IntEnum

from hulldown.kernel.jit import rule
from hulldown.kernel.network import (
    Features,
    TermWeights,
    clear,
    describe,
    raise_to,
)
from hulldown.rulesets.common.bots import estimates, only
from hulldown.rulesets.warstrike.heuristics import (
    BEYOND,
    BROKEN,
    FARTHEST,
    GRAIN,
    JUDGEMENT,
    SHARE,
    SURE,
    WEIGHTS,
    Term,
    acts_now,
    alive_in,
    body,
    fire,
    fire_in_deed,
    fire_loss,
    fires_now,
    forces,
    goal,
    gone,
    hold,
    in_danger,
    in_force,
    in_time,
    loss_value,
    nearest_of,
    pass_chance,
    retreat,
    retreat_chance,
    scorer,
    spent,
    stands_near,
    strength,
    strength_share,
    tempo,
    turns_after,
    volley,
    way_to_come,
)
from hulldown.rulesets.warstrike.permissions import mv_of, officer_of
from hulldown.rulesets.warstrike.shooting import least_ev
from hulldown.rulesets.warstrike.state import (
    FINE,
    INCH,
    NOBODY,
    Deed,
    Fate,
    Morale,
    Phase,
    State,
    is_vehicle,
    lasts,
)
from hulldown.rulesets.warstrike.table import gap, gap_to
from hulldown.rulesets.warstrike.turn import FIRING, MOVING, may_snap

CLEAR = 50  # points by which the side that is ahead is as good as not to be caught up
LATE = 750  # of SHARE: the last quarter of a battle


@rule
def margin(points: int, passed: int, w: TermWeights) -> int:
    """What it counts to be ahead by so many points when so much of the battle has passed, with weights."""
    ahead = SHARE * max(-CLEAR, min(CLEAR, points)) // CLEAR
    total = w[Term.AHEAD] * (ahead * passed // SHARE)
    return total + w[Term.LAST] * (ahead * max(0, passed - LATE) // (SHARE - LATE))


@rule
def lead(s: State, w: TermWeights) -> int:
    """What the first seat is ahead by: the terms, each times its weight."""
    both, over = forces(s), spent(s)
    passed = gone(s, over)
    total, points = w[Term.TEMPO] * tempo(s, over), 0
    for k in range(s.units):
        u = s.unit[k]
        sign, value = 1 - 2 * u.side, in_force(u.value, both)
        if not lasts(s, k):
            destroyed = bool(u.fate == Fate.DESTROYED)
            total -= sign * value * (w[Term.POINTS] if destroyed else w[Term.LEFT])
            points -= sign * u.value if destroyed else 0
            continue
        alive, passes = alive_in(s, k), pass_chance(s, k)
        total += sign * strength(s, k, value, alive, passes, w)
        total += sign * fire(s, k, passes, over, both, w)
    for i in range(s.objectives):
        first, second = nearest_of(s, 0, i), nearest_of(s, 1, i)
        total += goal(s, i, first, second, over, both, w)
        points += scorer(s, first, second) * s.objective_value[i]
    return total + margin(points, passed, w) + retreat(s, 0, w) - retreat(s, 1, w)


# ---------------------------------------------------------------- first sight
# What anybody sees of a position at first sight: the plainly sensible order is the one that looks best so.
#
# Units destroyed, models that are left, the best target in sight and the way to objectives. It knows nothing
# of markers, checks, leaders, cohesion, Snap Fire or whose turn comes next.


PLAIN = only(
    WEIGHTS,
    Term.POINTS,
    Term.LEFT,
    Term.MODELS,
    Term.FIRE,
    Term.NOW,
    Term.SEEK,
    Term.HELD,
    Term.WAY,
    Term.SUDDEN,
)


# ---------------------------------------------------------------- features
# What the network of the estimate is told of a position: every unit, every side (`kernel.network`).


KINDS = 6  # whether a side attacks, whether battles can be won at once
ONE_INCH = 1.0 * INCH * FINE  # in millionths
FAR = 48.0  # inches: the length of a usual table


# Of one unit; values are shares of a force.
UnitFeature = IntEnum(
    "UnitFeature",
    "VALUE VEHICLE "
    "LEFT "  # by value
    "SIZE ALIVE MARKERS "
    "SHAKY "  # the chance to fail its check
    "DANGER LEADERLESS OFFICER "
    "ACTS "  # its action of this player turn is not over
    "ACTING FAILED "
    "OPEN_FIRE "  # the action that it has chosen
    "ADVANCE RALLY DOUBLE GO_TO_GROUND FALL_BACK HAS_MOVED HAS_FIRED GROUND HUNKERED HIT SNAPPED "
    "MAY_SNAP TURNS "
    "FIRE "  # what its next volley takes from whom it sees
    "FIRE_NOW "  # and that of this action, or of this player turn
    "SNAP "
    "SOUGHT "  # what a volley could take if it had a line
    "RISK "  # what enemies take whose best target it is
    "RISK_NEXT "  # of those that act before the next own turn
    "RISK_SOUGHT NEAREST GOAL_NEAR AT_GOAL GOAL_TIME "
    "HOME "  # near the objective that is its own
    "LOOSE STRAY SPEED MOVES_LEFT PLACED",
    start=0,
)

# Of one side beside the other.
SideFeature = IntEnum(
    "SideFeature",
    "GONE "
    "TURN "  # it is its player turn
    "OVER "  # what of it is over, if it is its own
    "OVER_THEM TURNS UNITS ENEMIES "
    "LOST "  # shares of a force destroyed
    "TAKEN "
    "AHEAD "  # points if it ended now
    "AHEAD_LATE SHAKEN SHAKEN_THEM OFFICER OFFICER_THEM "
    "HOLDS "  # how well it holds enemy objectives
    "HELD "  # and the enemy its own
    "SCORES WAY SETTING_UP SUDDEN LAST SNAP_ASKED",
    start=0,
)

UNIT, SIDE = len(UnitFeature), len(SideFeature)


@rule
def deed_features(s: State, k: int, f: Features, at: int) -> None:
    """What a unit is at."""
    u = s.unit[k]
    f.unit_values[at + UnitFeature.ACTS] = 1.0 if acts_now(s, k) else 0.0
    f.unit_values[at + UnitFeature.GROUND] = 1.0 * u.ground
    f.unit_values[at + UnitFeature.HUNKERED] = 1.0 * u.hunkered
    f.unit_values[at + UnitFeature.HIT] = 1.0 * u.hit
    f.unit_values[at + UnitFeature.SNAPPED] = 1.0 * u.snapped
    f.unit_values[at + UnitFeature.MAY_SNAP] = 1.0 if may_snap(s, k) else 0.0
    if s.acting != k:
        return
    f.unit_values[at + UnitFeature.ACTING] = 1.0
    f.unit_values[at + UnitFeature.FAILED] = 1.0 * s.failed
    if s.deed != Deed.NONE:
        f.unit_values[at + UnitFeature.OPEN_FIRE - 1 + s.deed] = 1.0
        f.unit_values[at + UnitFeature.HAS_MOVED] = 1.0 if (s.done & MOVING) != 0 else 0.0
        f.unit_values[at + UnitFeature.HAS_FIRED] = 1.0 if (s.done & FIRING) != 0 else 0.0


@rule
def unit_features(s: State, k: int, both: int, passes: int, f: Features, at: int) -> None:
    """What is left of a unit."""
    u = s.unit[k]
    alive, value = alive_in(s, k), in_force(u.value, both) / 250.0
    left = value * strength_share(s, k, alive) / SHARE
    f.unit_values[at + UnitFeature.VALUE] = value
    f.unit_values[at + UnitFeature.VEHICLE] = 1.0 if is_vehicle(s, k) else 0.0
    f.unit_values[at + UnitFeature.LEFT] = left
    f.unit_values[at + UnitFeature.SIZE] = u.size / 10.0
    f.unit_values[at + UnitFeature.ALIVE] = alive * 1.0 / u.size
    f.unit_values[at + UnitFeature.MARKERS] = u.markers / 4.0
    f.unit_values[at + UnitFeature.SHAKY] = left * (SURE - passes) / SURE
    f.unit_values[at + UnitFeature.DANGER] = left * in_danger(s, k, alive, passes) / SURE
    f.unit_values[at + UnitFeature.LEADERLESS] = 1.0 * u.leaderless
    f.unit_values[at + UnitFeature.OFFICER] = (
        1.0 if officer_of(s, u.side) >= 0 and s.model[u.leader].officer != 0 else 0.0
    )
    f.unit_values[at + UnitFeature.TURNS] = turns_after(s, u.side) / 4.0
    f.unit_values[at + UnitFeature.SPEED] = mv_of(s, k) / (8.0 * ONE_INCH)
    f.unit_values[at + UnitFeature.PLACED] = 1.0 * u.placed


@rule
def place_features(s: State, k: int, f: Features, at: int) -> None:
    """Where a unit stands: how far from objectives, and its models from each other."""
    u = s.unit[k]
    v = s.model[u.leader]
    x, y, reach = v.x, v.y, s.options.orderly_start // FINE + v.radius
    loose, stray = 0, 0
    for m in range(u.first, u.first + u.size):
        member = s.model[m]
        if member.alive != 0:
            dx, dy, near = member.x - x, member.y - y, reach + member.radius
            far = dx * dx + dy * dy
            loose += min(FARTHEST, far >> GRAIN)
            stray += 1 if far > near * near else 0
    f.unit_values[at + UnitFeature.LOOSE] = loose / (1000.0 * u.size)
    f.unit_values[at + UnitFeature.STRAY] = stray * 1.0 / u.size
    come = way_to_come(s, k)
    f.unit_values[at + UnitFeature.MOVES_LEFT] = come / (8.0 * ONE_INCH)
    nearest = FAR
    for i in range(s.objectives):
        ox, oy = s.objective_x[i], s.objective_y[i]
        own = bool(s.objective_side[i] == u.side)
        if stands_near(s, k, ox, oy):
            if own:
                f.unit_values[at + UnitFeature.HOME] = 1.0
            else:
                f.unit_values[at + UnitFeature.AT_GOAL] = 1.0
                nearest = 0.0
        elif not own:
            far = max(0, gap_to(s, body(s, k), ox, oy) - come)
            nearest = min(nearest, far / ONE_INCH)
            arrives = in_time(s, u.side, far) / 100.0
            if arrives > f.unit_values[at + UnitFeature.GOAL_TIME]:
                f.unit_values[at + UnitFeature.GOAL_TIME] = arrives
    f.unit_values[at + UnitFeature.GOAL_NEAR] = (FAR - nearest) / 24.0


@rule
def fire_features(s: State, k: int, passes: int, over: int, both: int, f: Features, at: int) -> None:
    """The fire that a unit has to come, noted for those who take it, too; as `heuristics.fire` has it."""
    side, best, sought_at = s.unit[k].side, NOBODY, NOBODY
    now = fires_now(s, k)
    most_seen, sought, firer, step = 0, 0, body(s, k), mv_of(s, k)
    nearest = FAR
    for target in range(s.units):
        if s.unit[target].side == side or not lasts(s, target):
            continue
        other = body(s, target)
        far = gap(s, firer, other)
        nearest = min(nearest, far / ONE_INCH)
        if far > BEYOND:
            continue
        near = volley(s, k, target, max(0, far - step), least_ev(s, target, 0))
        most = loss_value(s, target, near, both)
        if most > sought:
            sought, sought_at = most, target
        if most > most_seen:
            takes = fire_loss(s, k, target, firer, other, far, both)
            if takes > most_seen:
                most_seen, best = takes, target
    firm = (BROKEN + (SURE - BROKEN) * passes / SURE) / (SURE * 100.0)
    usual, first = most_seen * firm, most_seen * firm
    if now and s.acting == k and s.deed != Deed.NONE:
        first = fire_in_deed(s, k, both) / 100.0
    next_to = first if now else (usual * over / SHARE if side != s.side else 0.0)
    f.unit_values[at + UnitFeature.NEAREST] = nearest / 24.0
    f.unit_values[at + UnitFeature.FIRE] = usual
    f.unit_values[at + UnitFeature.FIRE_NOW] = next_to
    f.unit_values[at + UnitFeature.SOUGHT] = sought * firm
    if may_snap(s, k) and (s.acting == k or not acts_now(s, k)):
        f.unit_values[at + UnitFeature.SNAP] = usual
    if best != NOBODY and f.begins[best] >= 0:
        there = f.begins[best]
        f.unit_values[there + UnitFeature.RISK] += usual
        f.unit_values[there + UnitFeature.RISK_NEXT] += next_to
    if sought_at != NOBODY and f.begins[sought_at] >= 0:
        raise_to(f, f.begins[sought_at] + UnitFeature.RISK_SOUGHT, sought * firm)


@rule
def objective_features(s: State, side: int, f: Features, at: int) -> int:
    """What objectives promise a side; its lead in points that they score."""
    points, sign = 0, 1 - 2 * side
    for i in range(s.objectives):
        first, second = nearest_of(s, 0, i), nearest_of(s, 1, i)
        mine, theirs = (first, second) if side == 0 else (second, first)
        points += sign * scorer(s, first, second) * s.objective_value[i]
        f.side_values[at + SideFeature.SCORES] += sign * scorer(s, first, second) / 2.0
        f.side_values[at + SideFeature.WAY] += (in_time(s, side, mine) - in_time(s, 1 - side, theirs)) / 200.0
        if s.objective_side[i] == 1 - side:
            f.side_values[at + SideFeature.HOLDS] += hold(s, side, mine, theirs) / 100.0
        elif s.objective_side[i] == side:
            f.side_values[at + SideFeature.HELD] += hold(s, 1 - side, theirs, mine) / 100.0
    return points


@rule
def side_features(s: State, side: int, over: int, both: int, f: Features, at: int) -> None:
    """What a side sees of the whole battle."""
    other, points = 1 - side, 0
    passed = gone(s, over) / (1.0 * SHARE)
    for k in range(s.units):
        u = s.unit[k]
        mine = bool(u.side == side)
        if lasts(s, k):
            f.side_values[at + (SideFeature.UNITS if mine else SideFeature.ENEMIES)] += 0.2
        elif u.fate == Fate.DESTROYED:
            value = in_force(u.value, both) / 250.0
            f.side_values[at + (SideFeature.LOST if mine else SideFeature.TAKEN)] += value
            points += -u.value if mine else u.value
    points += objective_features(s, side, f, at)
    f.side_values[at + SideFeature.GONE] = passed
    f.side_values[at + SideFeature.TURN] = 1.0 if s.side == side else 0.0
    f.side_values[at + (SideFeature.OVER if s.side == side else SideFeature.OVER_THEM)] = over / (1.0 * SHARE)
    f.side_values[at + SideFeature.TURNS] = turns_after(s, side) / 4.0
    ahead = max(-1.0, min(1.0, points / 50.0))
    f.side_values[at + SideFeature.AHEAD] = ahead
    f.side_values[at + SideFeature.AHEAD_LATE] = ahead * max(0.0, passed - 0.75) * 4.0
    f.side_values[at + SideFeature.SETTING_UP] = 1.0 if s.turn == 0 else 0.0
    f.side_values[at + SideFeature.SUDDEN] = 1.0 if (s.victory >> Morale.SUDDEN) & 1 != 0 else 0.0
    f.side_values[at + SideFeature.LAST] = 1.0 if turns_after(s, side) == 0 else 0.0
    if s.phase == Phase.SNAP and s.asked >= 0:
        f.side_values[at + SideFeature.SNAP_ASKED] = 1.0 if s.unit[s.asked].side == side else -1.0
    if (s.victory >> Morale.TASK_FORCE) & 1 != 0:
        f.side_values[at + SideFeature.OFFICER] = 1.0 if officer_of(s, side) >= 0 else 0.0
        f.side_values[at + SideFeature.OFFICER_THEM] = 1.0 if officer_of(s, other) >= 0 else 0.0
        f.side_values[at + SideFeature.SHAKEN] = retreat_chance(s, side) / 100.0
        f.side_values[at + SideFeature.SHAKEN_THEM] = retreat_chance(s, other) / 100.0


@rule
def kind_of_battle(s: State, side: int) -> int:
    """What kind of battle it is for a side."""
    role = 0 if s.attacker < 0 else (1 if s.attacker == side else 2)
    return role + (3 if (s.victory >> Morale.SUDDEN) & 1 != 0 else 0)


@rule
def extract(s: State, f: Features) -> None:
    """Describe a position."""
    clear(f, SIDE)
    both, over = forces(s), spent(s)
    for k in range(s.units):
        if lasts(s, k):
            at = describe(f, k, s.unit[k].side, UNIT)
            unit_features(s, k, both, pass_chance(s, k), f, at)
            deed_features(s, k, f, at)
            place_features(s, k, f, at)
    for k in range(s.units):
        if f.begins[k] >= 0:
            fire_features(s, k, pass_chance(s, k), over, both, f, f.begins[k])
    for side in range(2):
        f.kind[side] = kind_of_battle(s, side)
        at = side * SIDE
        side_features(s, side, over, both, f, at)


# ---------------------------------------------------------------- estimate
# The network's weights stand in `network.toml`; what it sees of a position is in the section "features".


estimate, by_lead, at_first_sight, NETWORK = estimates(
    state=State,
    lead=lead,
    weights=WEIGHTS,
    plain=PLAIN,
    unit=UnitFeature,
    side=SideFeature,
    kinds=KINDS,
    extract=extract,
    folder=JUDGEMENT.parent,
)
