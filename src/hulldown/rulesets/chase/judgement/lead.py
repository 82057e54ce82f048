"""What a seat is ahead by, counted by hand: terms, each times its weight; what a match has settled."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.jit import rule
from hulldown.kernel.judging import Weights, chance
from hulldown.kernel.walk import WON
from hulldown.rulesets.chase.codes import (
    PAYOFF,
    PAYOFFS,
    SIDE_TANKS,
    Facing,
    Gun,
    Mobility,
    Order,
    Phase,
    Standing,
)
from hulldown.rulesets.chase.ending import limit_reached, side_score
from hulldown.rulesets.chase.gunnery import no_fire, remaining_armor, to_hit_dm
from hulldown.rulesets.chase.state import BANDS, Pair, State, Tank, seat_of
from hulldown.rulesets.common.weights import FILE, weights

SHARE = 1_000  # a lead in something that all tanks have: the part of all that is on the field
STEPS = 2  # a gun and a drive have two steps of damage
WAYS = 36  # of two dice
MEAN = 7  # twice the mean of one die
SURE = 64  # of a decided match: what is left to play for is one part in so many
USUAL_EFFECT = 2  # of a shot that hits


class Term(IntEnum):
    """What an estimate counts, each the first seat's lead; shares in thousandths."""

    HULL = 0  # hull points left, tanks weighed by their points
    GUN = 1  # sound guns, the same
    DRIVE = 2  # sound drives
    LIMIT = 3  # what the turn limit would pay (CH-12.5), as much of it as has passed of the turns
    PAYS = 4  # the same, however long it is till then
    CLOSE = 5  # the same, as near as the tanks are: who is far away may yet break contact
    SCORE = 6  # points of a team battle (CH-14.10)
    DUELS = 7  # payoffs of duels that are over (scenario S1)
    FIRE = 8  # what the shots of this turn promise at the range and by the facings that there are, in hulls
    AIM = 9  # what shots promise at the range that there is, all tanks showing the front
    NEARER = 10  # the same one range nearer
    FARTHER = 11  # and one farther


JUDGEMENT = Path(__file__).parent.parent / FILE
WEIGHTS = weights(JUDGEMENT, Term)


@rule
def soundness(t: Tank, what: int) -> int:
    """What is left of a tank's hull, gun or drive, in thousandths."""
    if t.standing != Standing.ACTIVE or t.now.hull <= 0:
        return 0
    if what == Term.HULL:
        return SHARE * t.now.hull // t.profile.hull
    if what == Term.GUN:
        return 0 if t.now.gun == Gun.KNOCKED_OUT else SHARE * (STEPS - t.now.gun) // STEPS
    lost = Mobility.IMMOBILISED
    return 0 if t.now.mobility == lost else SHARE * (STEPS - t.now.mobility) // STEPS


@rule
def lead_in(s: State, what: int) -> int:
    """Side A's lead in hulls, guns or drives, as a share of what both sides had."""
    total, lead = 0, 0
    for side in range(2):
        for t in range(side * SIDE_TANKS, side * SIDE_TANKS + s.count[side]):
            points = max(1, s.tanks[t].profile.points)
            total += SHARE * points
            left = soundness(s.tanks[t], what) * points
            lead += left if side == 0 else -left
    return 2 * SHARE * lead // max(1, total)


@rule
def ways_to_reach(number: int) -> int:
    """In how many of 36 ways two dice come to a number or more."""
    if number <= 2:
        return WAYS
    if number <= MEAN:
        return WAYS - (number - 1) * (number - 2) // 2
    return max(0, (13 - number) * max(0, 14 - number) // 2)


@rule
def shot(s: State, p: Pair, side: int, band: int, own: int, shown: int) -> int:
    """The share of the enemy's hull that a side's shot in a pair may cost it, about, in thousandths."""
    firer, target = s.tanks[p.tank[side]], s.tanks[p.tank[1 - side]]
    if firer.standing != Standing.ACTIVE or target.standing != Standing.ACTIVE:
        return 0
    if no_fire(firer.now.gun, firer.profile, band, own) != 0:
        return 0
    pursue = Order.PURSUE.value
    dm = to_hit_dm(s.options, firer.profile, firer.now.gun, band, pursue, pursue, s.mute)
    hits = ways_to_reach(s.options.gunnery_score - dm)
    through = MEAN * firer.profile.dice // 2 + firer.profile.bonus + USUAL_EFFECT
    through -= remaining_armor(firer.profile, target.profile, shown)
    return min(SHARE, SHARE * hits * max(1, through) // (WAYS * max(1, target.now.hull)))


@rule
def shot_now(s: State, p: Pair, side: int) -> int:
    """What a side's shot of this turn in a pair promises, 0 until all facings stand."""
    if s.phase < Phase.RAM or s.phase >= Phase.END or p.open == 0 or p.range < 0 or p.range >= BANDS:
        return 0
    own, shown = p.facing[side], p.facing[1 - side]
    return shot(s, p, side, p.range, own, shown) if own >= 0 and shown >= 0 else 0


@rule
def fire(s: State) -> int:
    """Side A's lead in the shots of this turn."""
    lead = 0
    for i in range(s.pairs):
        lead += shot_now(s, s.pair[i], 0) - shot_now(s, s.pair[i], 1)
    return lead


@rule
def aim_at(s: State, p: Pair, side: int, away: int) -> int:
    """What a side's shot in a pair promises so many ranges away, front to front."""
    band, front = max(0, min(BANDS - 1, p.range + away)), Facing.FRONT.value
    return shot(s, p, side, band, front, front)


@rule
def aims(s: State, w: Weights) -> int:
    """Side A's lead in shots to come, where the tanks are and where they may get to."""
    total = 0
    for i in range(s.pairs):
        p = s.pair[i]
        if p.open == 0 or p.range < 0 or p.range >= BANDS:
            continue
        for side in range(2):
            lead = w[Term.AIM] * aim_at(s, p, side, 0)
            lead += w[Term.NEARER] * aim_at(s, p, side, -1) + w[Term.FARTHER] * aim_at(s, p, side, 1)
            total += lead if side == 0 else -lead
    return total


@rule
def lead_of_a(s: State, w: Weights) -> int:
    """What side A is ahead by in the duel or battle that goes on."""
    lead = w[Term.HULL] * lead_in(s, Term.HULL.value) + w[Term.GUN] * lead_in(s, Term.GUN.value)
    lead += w[Term.DRIVE] * lead_in(s, Term.DRIVE.value)
    lead += w[Term.FIRE] * fire(s) + aims(s, w)
    if s.options.team_battle != 0:
        return lead + w[Term.SCORE] * (side_score(s, 0) - side_score(s, 1))
    limit = SHARE * s.payoffs[limit_reached(s)] // PAYOFF
    lead += w[Term.LIMIT] * (limit * s.turn // s.turn_limit) + w[Term.PAYS] * limit
    way = max(0, min(BANDS, s.pair[0].range))
    return lead + w[Term.CLOSE] * (limit * (BANDS - way) // BANDS)


@rule
def duel_lead(s: State, w: Weights) -> int:
    """What the first seat is ahead by in the duel or battle that goes on."""
    ahead = lead_of_a(s, w)
    return ahead if seat_of(s, 0) == 0 else -ahead


@rule
def weighted_lead(s: State) -> int:
    """The same with the weights that stand."""
    return duel_lead(s, WEIGHTS)


@rule
def lead(s: State, w: Weights) -> int:
    """What the first seat is ahead by in the whole match: the terms, each times its weight."""
    won = SHARE * s.total // (PAYOFF * s.duels)
    return duel_lead(s, w) // s.duels + w[Term.DUELS] * won


@rule
def decided(s: State) -> bool:
    """Whether the duels of a match that are still open cannot change who wins it (CH-12.7)."""
    most, left = 0, s.duels - s.duel if s.winner == RUNNING else 0
    for event in range(PAYOFFS):
        most = max(most, abs(s.payoffs[event]))
    return bool(s.duels > 1 and abs(s.total) > left * most)


@rule
def payoff_share(s: State) -> int:
    """What the duels that are over pay the first seat, as its share of all payoffs (CH-12.6)."""
    return WON // 2 + WON // 2 * s.total // (PAYOFF * s.duels)


@rule
def settle(s: State, share: int) -> int:
    """The first seat's share once the sum of a match counts (CH-12.7); how high it is still tells two ways
    apart.
    """
    if decided(s):
        return share // SURE + (WON - WON // SURE if s.total > 0 else 0)
    return share


@rule
def by_lead(s: State, seat: int) -> int:
    """The share of the payoffs that a seat can expect by the lead alone: what `mcts@1` lives by."""
    share = settle(s, payoff_share(s) if s.winner != RUNNING else chance(lead(s, WEIGHTS), 0))
    return share if seat == 0 else WON - share
