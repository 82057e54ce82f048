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
from hulldown.rulesets.close_assault.fights import holds
from hulldown.rulesets.close_assault.heuristics import (
    JUDGEMENT,
    POINT,
    ROOM,
    STRIDES,
    WEIGHTS,
    WIDE,
    Term,
    all_in_contact,
    away_from,
    charge_at,
    charge_reach,
    combat_to_come,
    contact_value,
    counted,
    extra,
    fights_of,
    fire_at,
    foes_of,
    ground,
    in_charge,
    listed,
    lost,
    members,
    nearest_foe,
    nearest_of,
    presence,
    promise,
    reaction,
    remaining_models,
    share,
    still_fires,
    stride,
    to_move,
)
from hulldown.rulesets.close_assault.movement import full_move, full_move_of
from hulldown.rulesets.close_assault.occasions import farthest_range
from hulldown.rulesets.close_assault.proposing import guide
from hulldown.rulesets.close_assault.state import NOBODY, Extra, Order, Phase, State, alive, side_of
from hulldown.rulesets.close_assault.table import gap_of
from hulldown.rulesets.close_assault.values import longest_reach
from hulldown.rulesets.common.bots import estimates, only
from hulldown.rulesets.common.enums import count_of

LATE, ROUND = 700, 500  # the lead that makes a win half sure: at the end, and more for each round to come


@rule
def state_of(s: State, k: int, w: TermWeights) -> int:
    """What the state of a detachment that is left is worth to its side, apart from what it promises."""
    d, left = s.detachment[k], remaining_models(s, k)
    if left == 0:
        return 0
    value = POINT * d.value
    total = -w[Term.LOSSES] * lost(s, k) + w[Term.MODELS] * (1000 * left // d.size)
    if d.order == Order.FALL_BACK:
        total -= w[Term.BROKEN] * value
    elif holds(s.tests, k):
        total -= w[Term.BROKEN] * (value * max(0, s.profile[d.profile].morale - 1) // 6)
    if s.phase == Phase.ORDERS and d.order == Order.NONE:
        total += w[Term.UNORDERED] * value
    elif s.phase != Phase.ORDERS and to_move(s, k):
        if d.order != Order.FIRST_FIRE and d.order != Order.NONE:
            total += w[Term.UNMOVED] * value
    return total


@rule
def lead(s: State, w: TermWeights) -> int:
    """What side 0 is ahead by: the terms, each times its weight."""
    held = all_in_contact(s)
    ahead = w[Term.SCORE] * POINT * (s.score[0] - s.score[1])
    for k in range(s.detachments):
        of_this = state_of(s, k, w) + promise(s, k, held, w)
        ahead += of_this if s.detachment[k].side == 0 else -of_this
    ahead += ground(s, held, w) + w[Term.EXTRA] * extra(s, held) + combat_to_come(s, held, w)
    if s.phase == Phase.FIRST_FIRE or s.phase == Phase.ADVANCING_FIRE:
        ahead += w[Term.FIRST] * (POINT if s.side == 0 else -POINT)
    if s.phase == Phase.OVERWATCH:
        fires = w[Term.OVERWATCH] * reaction(s)
        ahead += fires if s.detachment[s.target].side == 0 else -fires
    return 1000 * ahead // (LATE + ROUND * (s.rounds - s.round + 1))


# ---------------------------------------------------------------- first sight
# What anybody sees of a position at first sight: the plainly sensible order is the one that looks best so.
#
# Points, models, objectives that are held or can be reached, and what fire and Fights take from the enemy. It
# knows nothing of morale, Overwatch, the next round or who is next to fire.


PLAIN = only(
    WEIGHTS,
    Term.SCORE,
    Term.LOSSES,
    Term.MODELS,
    Term.HERE,
    Term.SOON,
    Term.LATER,
    Term.EXTRA,
    Term.FIRE,
    Term.AIM,
    Term.CHARGE,
    Term.BLOWS,
)


# ---------------------------------------------------------------- features
# What the network of the estimate is told of a position: every unit, every side (`kernel.network`).


KINDS = 9  # by the scenario's own points, and whose they are
VP = 5000.0  # thousandths of victory points that make one of a number
NEAR = 12_000.0  # mils
FAR = 4.0  # times as much: farther away makes no difference, as for who does not stand yet


# Of one detachment.
UnitFeature = IntEnum(
    "UnitFeature",
    "VALUE "
    "KIND_INFANTRY "  # state.Kind, all seven
    "KIND_CAVALRY KIND_WALKER KIND_VEHICLE KIND_SHV KIND_KNIGHT KIND_TITAN SIZE ALIVE LOST "
    "TESTS "  # by value, as likely as it fails
    "FALLS_BACK NO_ORDER FIRST_FIRE ADVANCE MARCH CHARGE "
    "SECRET "  # it has an order that is not known
    "MOVES "  # its move is still before it
    "FIRES "  # its fire is
    "ACTING "
    "ENGAGED "  # models in contact
    "SHOCKED "
    "FIRE "  # best fire of this round
    "FIRE_NEXT "  # of the next, at the nearest
    "RISK "  # fire of enemies at it
    "RISK_NEXT "
    "CHARGES "  # the best charge that it can make
    "CHARGES_NEXT "
    "CHARGED "  # by enemies
    "CHARGED_NEXT "
    "BLOWS "  # what its contacts promise
    "EDGE NEAREST GOAL_NEAR AT_GOAL "
    "GOAL_REACHED "  # with what it may still move
    "MOVE LONGEST CAF MORALE SAVE",
    start=0,
)

# Of one side beside the other.
SideFeature = IntEnum(
    "SideFeature",
    "ROUND "
    "LEFT "  # rounds
    "ORDERS MOVING FIRST_FIRE ENGAGEMENT ADVANCING_FIRE SETTING_UP NEXT INITIATIVE SCORE ALIVE "
    "ENEMIES "
    "HERE "  # objectives at the end of this round
    "SOON LATER "
    "STANDING "  # what the score would be if it went on so
    "EXTRA COMBAT OVERWATCH LAST "
    "HURRY",  # the lead in points by the rounds that are left
    start=0,
)

UNIT, SIDE = len(UnitFeature), len(SideFeature)


@rule
def unit_features(s: State, k: int, held: int, f: Features, at: int) -> None:
    """What a detachment is, has lost and was ordered."""
    d, left = s.detachment[k], remaining_models(s, k)
    p = s.profile[d.profile]
    value = d.value / 5.0
    order = d.order
    f.unit_values[at + UnitFeature.VALUE] = value
    f.unit_values[at + UnitFeature.KIND_INFANTRY + p.kind] = 1.0
    f.unit_values[at + UnitFeature.SIZE] = d.size / 6.0
    f.unit_values[at + UnitFeature.ALIVE] = left * 1.0 / d.size
    f.unit_values[at + UnitFeature.LOST] = lost(s, k) / VP
    f.unit_values[at + UnitFeature.MORALE] = p.morale / 6.0
    f.unit_values[at + UnitFeature.MOVE] = p.move / NEAR
    f.unit_values[at + UnitFeature.LONGEST] = longest_reach(p) / 24_000.0
    f.unit_values[at + UnitFeature.CAF] = max(p.caf, p.front) / 8.0
    f.unit_values[at + UnitFeature.SAVE] = p.save / 6.0
    if order == Order.FALL_BACK:
        f.unit_values[at + UnitFeature.FALLS_BACK] = value
    elif holds(s.tests, k):
        f.unit_values[at + UnitFeature.TESTS] = value * max(0, p.morale - 1) / 6.0
    if order == Order.NONE:
        f.unit_values[at + UnitFeature.SECRET if d.ordered != 0 else at + UnitFeature.NO_ORDER] = 1.0
    elif order != Order.FALL_BACK:
        f.unit_values[at + UnitFeature.FIRST_FIRE - 1 + order] = 1.0
    f.unit_values[at + UnitFeature.MOVES] = 1.0 if to_move(s, k) else 0.0
    f.unit_values[at + UnitFeature.FIRES] = 1.0 if still_fires(s, k) else 0.0
    f.unit_values[at + UnitFeature.ACTING] = 1.0 if s.acting == k else 0.0
    f.unit_values[at + UnitFeature.SHOCKED] = d.shocks / 2.0
    f.unit_values[at + UnitFeature.ENGAGED] = count_of(members(d) & held) / 4.0


@rule
def goal_features(s: State, k: int, held: int, f: Features, at: int) -> None:
    """How near a detachment's models are to objectives."""
    d = s.detachment[k]
    now, move = stride(s, k, held), max(POINT, full_move_of(s, k))
    for m in range(d.first, d.first + d.size):
        if not alive(s, m):
            continue
        least = STRIDES * move
        for i in range(s.objectives):
            least = min(least, away_from(s, m, i))
        f.unit_values[at + UnitFeature.GOAL_NEAR] += (1.0 - least / (1.0 * STRIDES * move)) / d.size
        if least == 0:
            f.unit_values[at + UnitFeature.AT_GOAL] += 0.25
        elif least <= now:
            f.unit_values[at + UnitFeature.GOAL_REACHED] += 0.25


@rule
def fire_features(s: State, k: int, m: int, held: int, f: Features, at: int) -> None:
    """Fire of this round, as `heuristics.best_fire` has it, noted for the target, too."""
    order = s.detachment[k].order
    longest = farthest_range(s, s.profile[s.detachment[k].profile])
    if longest == 0 or members(s.detachment[k]) & held != 0:
        return
    more = 0
    if order == Order.ADVANCE and to_move(s, k):
        more = full_move(s, m)
    elif not still_fires(s, k):
        return
    elif s.phase < Phase.FIRST_FIRE and order == Order.FIRST_FIRE:
        more = ROOM
    best, firers, whom = 0, remaining_models(s, k), NOBODY
    for target in range(s.detachments):
        d = s.detachment[target]
        if d.side != s.detachment[k].side and members(d) & held == 0:
            j = nearest_of(s, m, target)
            if j != NOBODY:
                does = fire_at(s, m, j, more, longest, firers, False)
                if does > best:
                    best, whom = does, target
    f.unit_values[at + UnitFeature.FIRE] = best / VP
    if whom != NOBODY and f.begins[whom] >= 0:
        f.unit_values[f.begins[whom] + UnitFeature.RISK] += best / VP


@rule
def charge_features(s: State, k: int, m: int, held: int, f: Features, at: int) -> None:
    """Charges that are ordered, and those of the next round."""
    d = s.detachment[k]
    if d.order == Order.FALL_BACK or members(d) & held != 0:
        return
    now = d.order == Order.CHARGE and to_move(s, k)
    far = charge_reach(s, m)
    for target in range(s.detachments):
        if s.detachment[target].side != d.side and f.begins[target] >= 0:
            j = nearest_of(s, m, target)
            if j == NOBODY or not in_charge(s, m, j, far):
                continue
            does = charge_at(s, k, m, target, j, not now) / VP
            there = f.begins[target]
            if does > 0.0:
                raise_to(f, at + (UnitFeature.CHARGES if now else UnitFeature.CHARGES_NEXT), does)
                raise_to(f, there + (UnitFeature.CHARGED if now else UnitFeature.CHARGED_NEXT), does)


@rule
def next_features(s: State, k: int, m: int, f: Features, at: int) -> None:
    """The nearest enemy, and the next round's fire at it."""
    j = nearest_foe(s, m, s.detachment[k].side)
    if j == NOBODY:
        return
    f.unit_values[at + UnitFeature.NEAREST] = min(FAR, max(0, gap_of(s, m, j)) / NEAR)
    longest = farthest_range(s, s.profile[s.detachment[k].profile])
    if longest == 0:
        return
    does = fire_at(s, m, j, full_move(s, m), longest, remaining_models(s, k), True) / VP
    f.unit_values[at + UnitFeature.FIRE_NEXT] = does
    whom = s.model[j].detachment
    if f.begins[whom] >= 0:
        f.unit_values[f.begins[whom] + UnitFeature.RISK_NEXT] += does


@rule
def blow_features(s: State, i: int, held: int, f: Features) -> None:
    """What the contacts of one model of side 0 promise it, noted for both."""
    foes = foes_of(s, i, held)
    own, here = count_of(foes), s.model[i].detachment
    for j in range(s.models):
        part = counted(s, i, j) if (foes >> j) & 1 == 1 else 0
        there = s.model[j].detachment
        if part > 0 and f.begins[here] >= 0 and f.begins[there] >= 0:
            others = foes_of(s, j, held)
            ours, theirs = fights_of(s, foes, held), fights_of(s, others, held)
            fraction = part / (100.0 * min(own, count_of(others)))
            blows = fraction * contact_value(s, i, j, ours, theirs, 1, 0) / VP
            edge = fraction * contact_value(s, i, j, ours, theirs, 0, 1) / 500.0
            f.unit_values[f.begins[here] + UnitFeature.BLOWS] += blows
            f.unit_values[f.begins[there] + UnitFeature.BLOWS] -= blows
            f.unit_values[f.begins[here] + UnitFeature.EDGE] += edge
            f.unit_values[f.begins[there] + UnitFeature.EDGE] -= edge


@rule
def side_features(s: State, side: int, held: int, f: Features, at: int) -> None:
    """What a side sees of the whole battle."""
    other, sign = 1 - side, 1.0 if side == 0 else -1.0
    phase = s.phase
    points = sign * (s.score[0] - s.score[1])
    left = max(0, s.rounds - s.round)
    later = max(0, s.rounds - max(s.round, s.scoring - 1))
    f.side_values[at + SideFeature.ROUND] = s.round / 4.0
    f.side_values[at + SideFeature.LEFT] = left / 4.0
    f.side_values[at + SideFeature.ORDERS] = 1.0 if phase == Phase.ORDERS else 0.0
    f.side_values[at + SideFeature.MOVING] = (
        1.0 if phase >= Phase.MOVEMENT and phase < Phase.FIRST_FIRE else 0.0
    )
    f.side_values[at + SideFeature.FIRST_FIRE] = 1.0 if phase == Phase.FIRST_FIRE else 0.0
    f.side_values[at + SideFeature.ENGAGEMENT] = 1.0 if phase == Phase.ENGAGEMENT else 0.0
    f.side_values[at + SideFeature.ADVANCING_FIRE] = 1.0 if phase == Phase.ADVANCING_FIRE else 0.0
    f.side_values[at + SideFeature.SETTING_UP] = 1.0 if phase == Phase.DEPLOY else 0.0
    f.side_values[at + SideFeature.NEXT] = 1.0 if s.side == side else 0.0
    f.side_values[at + SideFeature.INITIATIVE] = 1.0 if s.initiative == side else 0.0
    f.side_values[at + SideFeature.SCORE] = points / 10.0
    f.side_values[at + SideFeature.HURRY] = points / (5.0 + 5.0 * left)
    f.side_values[at + SideFeature.LAST] = 1.0 if left == 0 else 0.0
    for k in range(s.detachments):
        if f.begins[k] >= 0:
            own = s.detachment[k].side == side
            f.side_values[at + (SideFeature.ALIVE if own else SideFeature.ENEMIES)] += 0.25
    worth = s.options.objective_points / 10.0
    stands = 0.0
    for i in range(s.objectives):
        mine, theirs = presence(s, side, i, held), presence(s, other, i, held)
        here = worth * share(mine % WIDE, theirs % WIDE) / 1000.0
        if s.round >= s.scoring:
            f.side_values[at + SideFeature.HERE] += here
        f.side_values[at + SideFeature.SOON] += (
            worth * share(mine // WIDE % WIDE, theirs // WIDE % WIDE) / 1000.0
        )
        f.side_values[at + SideFeature.LATER] += (
            later * worth * share(mine // WIDE // WIDE, theirs // WIDE // WIDE) / 1000.0
        )
        stands += here * (later + (1 if s.round >= s.scoring else 0))
    promised = sign * extra(s, held) / (10.0 * POINT)
    f.side_values[at + SideFeature.EXTRA] = promised
    f.side_values[at + SideFeature.STANDING] = points / 10.0 + stands + promised
    if s.combat != 0 and s.current != NOBODY and s.judged == 0:
        f.side_values[at + SideFeature.COMBAT] = sign * listed(s, 1, 1) / VP
    if s.phase == Phase.OVERWATCH:
        fires = reaction(s) / VP
        f.side_values[at + SideFeature.OVERWATCH] = fires if s.detachment[s.target].side == side else -fires


@rule
def kind_of_battle(s: State, side: int) -> int:
    """What kind of battle it is for a side."""
    if s.extra == Extra.NONE:
        return 0
    return 1 + 2 * (s.extra - 1) + (1 if s.extra_side == side else 0)


@rule
def extract(s: State, f: Features) -> None:
    """Describe a position."""
    clear(f, SIDE)
    held = all_in_contact(s)
    for k in range(s.detachments):
        if remaining_models(s, k) > 0:
            at = describe(f, k, s.detachment[k].side, UNIT)
            unit_features(s, k, held, f, at)
            goal_features(s, k, held, f, at)
    for k in range(s.detachments):
        if f.begins[k] < 0:
            continue
        m = guide(s, k)
        if m != NOBODY:
            at = f.begins[k]
            fire_features(s, k, m, held, f, at)
            charge_features(s, k, m, held, f, at)
            next_features(s, k, m, f, at)
    if held != 0:
        for i in range(s.models):
            if (held >> i) & 1 == 1 and side_of(s, i) == 0:
                blow_features(s, i, held, f)
    for side in range(2):
        f.kind[side] = kind_of_battle(s, side)
        at = side * SIDE
        side_features(s, side, held, f, at)


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
