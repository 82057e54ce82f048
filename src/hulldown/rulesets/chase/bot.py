"""How good a position is for a computer player: the lead counted by hand, corrected by a network."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.house_rules import in_force
from hulldown.kernel.jit import Scratch, rule
from hulldown.kernel.network import Features, TermWeights, chance, clear, correction, describe, raise_to
from hulldown.kernel.walk import WON
from hulldown.rulesets.api.bot import Network
from hulldown.rulesets.chase.gunnery import (
    armor_against,
    no_fire,
    remaining_armor,
    shot_bonus,
    shot_dice,
    shot_dm,
    to_hit_dm,
)
from hulldown.rulesets.chase.occasions import pair_in_mind, suppose_pair
from hulldown.rulesets.chase.state import (
    BANDS,
    PAYOFF,
    PAYOFFS,
    SIDE_TANKS,
    Event,
    Facing,
    Gun,
    Mobility,
    Mount,
    Order,
    Pair,
    Phase,
    Standing,
    State,
    Tank,
    seat_of,
)
from hulldown.rulesets.chase.victory import limit_reached, side_score
from hulldown.rulesets.common.bots import NETWORK_FILE, WEIGHTS_FILE, load_network, only, weights

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


JUDGEMENT = Path(__file__).parent / WEIGHTS_FILE
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
    if in_force(s.options.house):
        return shot_by_house(s, p, side, band, own, shown)
    dm = to_hit_dm(s.options, firer.profile, firer.now.gun, band, pursue, pursue, s.mute)
    hits = ways_to_reach(s.options.gunnery_score - dm)
    through = MEAN * firer.profile.dice // 2 + firer.profile.bonus + USUAL_EFFECT
    through -= remaining_armor(firer.profile, target.profile, shown)
    return min(SHARE, SHARE * hits * max(1, through) // (WAYS * max(1, target.now.hull)))


@rule
def shot_by_house(s: State, p: Pair, side: int, band: int, own: int, shown: int) -> int:
    """The same under house rules."""
    q = pair_in_mind()
    suppose_pair(p, band, own, shown, side, q)
    q.order[0], q.order[1] = Order.PURSUE.value, Order.PURSUE.value
    hits = ways_to_reach(s.options.gunnery_score - shot_dm(s, q, side, s.mute))
    through = MEAN * shot_dice(s, q, side, s.mute) // 2 + shot_bonus(s, q, side, s.mute) + USUAL_EFFECT
    through -= armor_against(s, q, side, shown, s.mute)
    left = s.tanks[p.tank[1 - side]].now.hull
    return min(SHARE, SHARE * hits * max(1, through) // (WAYS * max(1, left)))


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
def aims(s: State, w: TermWeights) -> int:
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
def lead_of_a(s: State, w: TermWeights) -> int:
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
def duel_lead(s: State, w: TermWeights) -> int:
    """What the first seat is ahead by in the duel or battle that goes on."""
    ahead = lead_of_a(s, w)
    return ahead if seat_of(s, 0) == 0 else -ahead


@rule
def weighted_lead(s: State) -> int:
    """The same with the weights that stand."""
    return duel_lead(s, WEIGHTS)


@rule
def lead(s: State, w: TermWeights) -> int:
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


# ---------------------------------------------------------------- first sight
# What anybody sees of a position at first sight: the plainly sensible order is the one that looks best so.
#
# Hulls, guns and drives that are left, what the shots of this turn promise, and what the range is good for.
# It knows nothing of the turn limit or of what the enemy may do at the same time.


UNSEEN = (Term.LIMIT, Term.PAYS, Term.CLOSE)
PLAIN = only(WEIGHTS, *(term for term in Term if term not in UNSEEN))


@rule
def at_first_sight(s: State, seat: int) -> int:
    """The share of the payoffs that a seat seems to have, in millionths."""
    share = payoff_share(s) if s.winner != RUNNING else chance(lead(s, PLAIN), 0)
    return share if seat == 0 else WON - share


# ---------------------------------------------------------------- features
# What the network of the estimate is told of a position: every tank, every side (`kernel.network`).


KINDS = BANDS + 1  # by the range of a duel; a team battle is the last
LENGTH = 12  # turns of a usual duel
HUNDRED = 100.0  # points
WHOLE = 1.0 * SHARE
LOST = (Event.DESTROY_A.value, Event.DESTROY_B.value)  # how a duel ends, by the side that it happens to
AWAY = (Event.ESC_A.value, Event.ESC_B.value)
AHEAD = (Event.LIMIT_A.value, Event.LIMIT_B.value)


# Of one tank; what is said of a pair is said of its nearest.
UnitFeature = IntEnum(
    "UnitFeature",
    "HULL HULL_POINTS LAST_POINT DRIVE_DAMAGED IMMOBILISED GUN_DAMAGED GUN_OUT TOP_SPEED AGILITY DRIVER "
    "GUNNER FIXED DICE BONUS PIERCING ARMOR_FRONT ARMOR_SIDE ARMOR_REAR "
    # what its shot promises at each range, front to front: shares of the enemy's hull
    "SHOT_ADJACENT SHOT_CLOSE SHOT_SHORT SHOT_MEDIUM SHOT_LONG SHOT_VERY_LONG SHOT_DISTANT "
    # the same at the range that there is, one range nearer and one farther, and where the enemy shows a side
    "SHOT_NOW SHOT_NEARER SHOT_FARTHER SHOT_AT_SIDE SHOT_AT_REAR "
    "AIMED "  # by the facings that stand
    "ORDERED PURSUES FLEES MANEUVERS HULL_DOWN CHANGES_RANGE DOWN TOTAL COLLIDED SHOWS_SIDE SHOWS_REAR "
    "POINTS UNENGAGED PAIRS RANGE ADJACENT FAR",
    start=0,
)

# Of one side beside the other.
SideFeature = IntEnum(
    "SideFeature",
    "LEFT GONE LAST_TURN "
    "PAYS_NOW "  # the turn limit, as the tanks are
    "DESTROYS IS_DESTROYED GETS_AWAY LETS_GO BOTH_GO BOTH_GONE AHEAD EVEN "  # what each end pays
    "SECRET "  # orders are given
    "DRIVING "  # the range and the facings are settled
    "RAMMING FIRING ENDING DECIDES WINS_TEST SCORE",
    start=0,
)

UNIT, SIDE = len(UnitFeature), len(SideFeature)


@rule
def tank_features(s: State, t: int, f: Features, at: int) -> None:
    """What a tank is, has suffered and was ordered."""
    tank = s.tanks[t]
    p, now = tank.profile, tank.now
    f.unit_values[at + UnitFeature.HULL] = soundness(tank, Term.HULL.value) / WHOLE
    f.unit_values[at + UnitFeature.HULL_POINTS] = now.hull / 8.0
    f.unit_values[at + UnitFeature.LAST_POINT] = 1.0 if now.hull == 1 else 0.0
    f.unit_values[at + UnitFeature.DRIVE_DAMAGED] = 1.0 if now.mobility == Mobility.DAMAGED else 0.0
    f.unit_values[at + UnitFeature.IMMOBILISED] = 1.0 if now.mobility == Mobility.IMMOBILISED else 0.0
    f.unit_values[at + UnitFeature.GUN_DAMAGED] = 1.0 if now.gun == Gun.DAMAGED else 0.0
    f.unit_values[at + UnitFeature.GUN_OUT] = 1.0 if now.gun == Gun.KNOCKED_OUT else 0.0
    f.unit_values[at + UnitFeature.TOP_SPEED] = p.top_speed / 16.0
    f.unit_values[at + UnitFeature.AGILITY] = p.agility / 2.0
    f.unit_values[at + UnitFeature.DRIVER] = p.driver / 3.0
    f.unit_values[at + UnitFeature.GUNNER] = p.gunner / 3.0
    f.unit_values[at + UnitFeature.FIXED] = 1.0 if p.mount == Mount.FIXED else 0.0
    f.unit_values[at + UnitFeature.DICE] = p.dice / 4.0
    f.unit_values[at + UnitFeature.BONUS] = p.bonus / 4.0
    f.unit_values[at + UnitFeature.PIERCING] = p.ap / 8.0
    f.unit_values[at + UnitFeature.ARMOR_FRONT] = p.armor[Facing.FRONT.value] / 16.0
    f.unit_values[at + UnitFeature.ARMOR_SIDE] = p.armor[Facing.RIGHT.value] / 16.0
    f.unit_values[at + UnitFeature.ARMOR_REAR] = p.armor[Facing.REAR.value] / 16.0
    f.unit_values[at + UnitFeature.POINTS] = p.points / HUNDRED
    f.unit_values[at + UnitFeature.UNENGAGED] = 1.0
    f.unit_values[at + UnitFeature.ORDERED] = 1.0 * tank.ordered
    f.unit_values[at + UnitFeature.PURSUES] = 1.0 if tank.order == Order.PURSUE else 0.0
    f.unit_values[at + UnitFeature.FLEES] = 1.0 if tank.order == Order.FLEE else 0.0
    f.unit_values[at + UnitFeature.MANEUVERS] = 1.0 if tank.order == Order.MANEUVER else 0.0
    f.unit_values[at + UnitFeature.HULL_DOWN] = 1.0 if tank.order == Order.HULL_DOWN else 0.0
    f.unit_values[at + UnitFeature.CHANGES_RANGE] = 1.0 if tank.order == Order.CHANGE_RANGE else 0.0
    f.unit_values[at + UnitFeature.DOWN] = 1.0 if tank.down != 0 else 0.0
    f.unit_values[at + UnitFeature.TOTAL] = tank.total / 12.0 if tank.rolled != 0 else 0.0
    f.unit_values[at + UnitFeature.COLLIDED] = 1.0 if tank.collided != 0 else 0.0


@rule
def reach_features(s: State, p: Pair, side: int, f: Features, at: int) -> None:
    """Where a tank of a pair is, and what its shots promise."""
    band, own = max(0, min(BANDS - 1, p.range)), p.facing[side]
    front = Facing.FRONT.value
    f.unit_values[at + UnitFeature.RANGE] = band / 6.0
    f.unit_values[at + UnitFeature.ADJACENT] = 1.0 if band == 0 else 0.0
    f.unit_values[at + UnitFeature.FAR] = 1.0 if band == BANDS - 1 else 0.0
    f.unit_values[at + UnitFeature.UNENGAGED] = 0.0
    for b in range(BANDS):
        f.unit_values[at + UnitFeature.SHOT_ADJACENT + b] = shot(s, p, side, b, front, front) / WHOLE
    f.unit_values[at + UnitFeature.SHOT_NOW] = aim_at(s, p, side, 0) / WHOLE
    f.unit_values[at + UnitFeature.SHOT_NEARER] = aim_at(s, p, side, -1) / WHOLE
    f.unit_values[at + UnitFeature.SHOT_FARTHER] = aim_at(s, p, side, 1) / WHOLE
    flank, rear = Facing.RIGHT.value, Facing.REAR.value
    f.unit_values[at + UnitFeature.SHOT_AT_SIDE] = shot(s, p, side, band, front, flank) / WHOLE
    f.unit_values[at + UnitFeature.SHOT_AT_REAR] = shot(s, p, side, band, front, rear) / WHOLE
    f.unit_values[at + UnitFeature.SHOWS_SIDE] = 1.0 if own == flank or own == Facing.LEFT else 0.0
    f.unit_values[at + UnitFeature.SHOWS_REAR] = 1.0 if own == rear else 0.0


@rule
def pair_features(s: State, f: Features) -> None:
    """What both tanks of every pair are to each other; the nearest pair counts."""
    for i in range(s.pairs):
        p = s.pair[i]
        if p.open == 0:
            continue
        for side in range(2):
            at = f.begins[p.tank[side]]
            if at < 0:
                continue
            before = f.unit_values[at + UnitFeature.PAIRS]
            f.unit_values[at + UnitFeature.PAIRS] = before + 0.5
            if before == 0.0 or p.range / 6.0 < f.unit_values[at + UnitFeature.RANGE]:
                reach_features(s, p, side, f, at)
            raise_to(f, at + UnitFeature.AIMED, shot_now(s, p, side) / WHOLE)


@rule
def pays(s: State, side: int, event: int) -> float:
    """What an end of a duel is worth to a side."""
    paid = s.payoffs[event] / (1.0 * PAYOFF)
    return paid if side == 0 else -paid


@rule
def payoff_features(s: State, side: int, f: Features, at: int) -> None:
    """What each end of the duel pays a side, the turn limit as the tanks are."""
    f.side_values[at + SideFeature.DESTROYS] = pays(s, side, LOST[1 - side])
    f.side_values[at + SideFeature.IS_DESTROYED] = pays(s, side, LOST[side])
    f.side_values[at + SideFeature.GETS_AWAY] = pays(s, side, AWAY[side])
    f.side_values[at + SideFeature.LETS_GO] = pays(s, side, AWAY[1 - side])
    f.side_values[at + SideFeature.BOTH_GO] = pays(s, side, Event.ESC_BOTH.value)
    f.side_values[at + SideFeature.BOTH_GONE] = pays(s, side, Event.BOTH.value)
    ends = limit_reached(s)
    f.side_values[at + SideFeature.PAYS_NOW] = pays(s, side, ends)
    f.side_values[at + SideFeature.AHEAD] = 1.0 if ends == AHEAD[side] else 0.0
    f.side_values[at + SideFeature.EVEN] = 1.0 if ends == Event.LIMIT_EQ else 0.0


@rule
def side_features(s: State, seat: int, f: Features, at: int) -> None:
    """What a seat sees of the whole battle."""
    side, p = seat_of(s, seat), s.pair[0]
    f.side_values[at + SideFeature.LEFT] = (s.turn_limit - s.turn) / (1.0 * LENGTH)
    f.side_values[at + SideFeature.GONE] = s.turn * 1.0 / max(1, s.turn_limit)
    f.side_values[at + SideFeature.LAST_TURN] = 1.0 if s.turn >= s.turn_limit else 0.0
    phase = s.phase
    f.side_values[at + SideFeature.SECRET] = 1.0 if phase <= Phase.ORDERS else 0.0
    driving = (phase >= Phase.DRIVING and phase <= Phase.FACING) or phase == Phase.DIRECTION
    f.side_values[at + SideFeature.DRIVING] = 1.0 if driving else 0.0
    f.side_values[at + SideFeature.RAMMING] = 1.0 if phase == Phase.RAM else 0.0
    f.side_values[at + SideFeature.FIRING] = 1.0 if phase >= Phase.OPENING and phase <= Phase.FIRE else 0.0
    f.side_values[at + SideFeature.ENDING] = 1.0 if phase == Phase.END or phase == Phase.OVER else 0.0
    if s.options.team_battle != 0:
        total = max(1, side_score(s, 0) + side_score(s, 1))
        f.side_values[at + SideFeature.SCORE] = (side_score(s, side) - side_score(s, 1 - side)) * 1.0 / total
        return
    if driving:
        f.side_values[at + SideFeature.WINS_TEST] = 1.0 if p.winner == side else 0.0
        f.side_values[at + SideFeature.DECIDES] = 1.0 if p.decider == side else 0.0
    payoff_features(s, side, f, at)


@rule
def kind_of_battle(s: State) -> int:
    """What kind of battle it is, for both sides."""
    return KINDS - 1 if s.options.team_battle != 0 else max(0, min(BANDS - 1, s.pair[0].range))


@rule
def extract(s: State, f: Features) -> None:
    """Describe a position. Sides are those of the seats, who change in a match."""
    clear(f, SIDE)
    for side in range(2):
        for t in range(side * SIDE_TANKS, side * SIDE_TANKS + s.count[side]):
            if s.tanks[t].standing == Standing.ACTIVE and s.tanks[t].now.hull > 0:
                tank_features(s, t, f, describe(f, t, seat_of(s, side), UNIT))
    pair_features(s, f)
    for seat in range(2):
        f.kind[seat] = kind_of_battle(s)
        side_features(s, seat, f, seat * SIDE)


# ---------------------------------------------------------------- estimate
# The network's weights stand in `network.toml`; what it sees is in the section "features". It was
# fitted to the values of solved duels (CH-13.4), so in a team battle the lead stands alone.


NETWORK = Network(UnitFeature, SideFeature, KINDS, extract, weighted_lead, JUDGEMENT.with_name(NETWORK_FILE))
VALUES, LEAD = load_network(NETWORK)
SCRATCH = Scratch(Features)


@rule
def corrected_lead(s: State) -> int:
    """The first seat's lead in the duel or battle that goes on, in log odds."""
    if len(VALUES) == 0 or s.options.team_battle != 0:
        return weighted_lead(s)
    f = SCRATCH()
    extract(s, f)
    return int(LEAD * weighted_lead(s)) + correction(f, VALUES, UNIT, SIDE, KINDS)


@rule
def estimate(s: State, seat: int) -> int:
    """The share of the payoffs that a seat can expect (CH-12.6): even an advantage counts for what it is.

    In a match the duels that are to come count as even, and once it is decided the sum counts (CH-12.7).
    """
    share = payoff_share(s)
    if s.winner == RUNNING:
        share += (chance(corrected_lead(s), 0) - WON // 2) // s.duels
    share = settle(s, share)
    return share if seat == 0 else WON - share
