"""When a battle is over, who has won, and what became of a unit."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.events import duel_ended, match_stood, scored, surrendered
from hulldown.rulesets.chase.state import (
    FACINGS,
    NOBODY,
    PAYOFF,
    SIDE_TANKS,
    TANKS,
    Damage,
    Event,
    Gun,
    Mobility,
    Options,
    Phase,
    Standing,
    State,
    Tank,
    side_of,
)

RUNNING, DRAW = -1, 2


@rule
def limit_event(full_a: int, a: Damage, full_b: int, b: Damage) -> int:
    """Who is ahead at the turn limit (CH-12.5): share of hull points left, then fewer damage steps."""
    left, right = a.hull * full_b, b.hull * full_a
    if left == right:
        left = b.mobility + b.gun
        right = a.mobility + a.gun
    if left == right:
        return Event.LIMIT_EQ
    return Event.LIMIT_A if left > right else Event.LIMIT_B


@rule
def limit_reached(s: State) -> int:
    """The event of the turn limit in a duel (CH-12.5)."""
    if s.limit_fixed != 0:
        return Event.LIMIT
    a, b = s.tanks[0], s.tanks[SIDE_TANKS]
    return limit_event(a.profile.hull, a.now, b.profile.hull, b.now)


@rule
def dead_position(a: Damage, b: Damage) -> bool:
    """CH-12.8: both guns knocked out and both tanks immobilised."""
    if a.gun != Gun.KNOCKED_OUT or b.gun != Gun.KNOCKED_OUT:
        return False
    return bool(a.mobility == Mobility.IMMOBILISED and b.mobility == Mobility.IMMOBILISED)


@rule
def destroyed_event(gone_a: bool, gone_b: bool) -> int:
    """Who was destroyed (CH-12.2); NONE if nobody was."""
    if gone_a and gone_b:
        return Event.BOTH
    if gone_a:
        return Event.DESTROY_A
    return Event.DESTROY_B if gone_b else Event.NONE


@rule
def escape_event(side: int) -> int:
    """Who has escaped (CH-12.3); -1 for both."""
    if side == NOBODY:
        return Event.ESC_BOTH
    return Event.ESC_A if side == 0 else Event.ESC_B


@rule
def side_score(s: State, side: int) -> int:
    """Twice the score of a side (CH-14.10): points of enemies destroyed, half of those escaped."""
    score = 0
    for t in range(TANKS):
        if side_of(t) != side:
            score += credit(s.options, s.tanks[t].standing, s.tanks[t].profile.points)
    return score


@rule
def credit(o: Options, standing: int, points: int) -> int:
    """What an enemy tank is worth, doubled (CH-14.10)."""
    if standing == Standing.DESTROYED:
        return 2 * points
    return o.escaped_share * points if standing == Standing.ESCAPED else 0


@rule
def finish_duel(s: State, event: int, dead: int, e: Log) -> None:
    """A duel is over (CH-12.1): its payoff, and the next duel of the match or the end (CH-12.7)."""
    keep_fates(s)
    s.event = event
    s.payoff = s.payoffs[event]
    s.phase = Phase.OVER
    duel_ended(e, s.turn, event, s.payoff, s.given_up, dead)
    s.total += s.payoff if s.duel & 1 == 0 else -s.payoff
    if s.duels > 1:
        last = 1 if s.duel + 1 == s.duels else 0
        match_stood(e, s.total, s.duel + 1, s.duels, last)
    if s.duel + 1 < s.duels:
        next_duel(s)
    else:
        s.winner = DRAW if s.total == 0 else (0 if s.total > 0 else 1)


@rule
def keep_fates(s: State) -> None:
    """Keep for odds how the tanks come out of this turn: the next duel of a match has fresh ones, and turns
    in which nobody can decide (CH-3.3) follow at once.
    """
    for t in range(TANKS):
        if s.tanks[t].left == 0:
            s.tanks[t].left = pack_fate(s.tanks[t])


@rule
def next_duel(s: State) -> None:
    """Fresh tanks, and the players change seats (scenario S1)."""
    s.duel += 1
    s.turn, s.phase, s.given_up = 0, Phase.START, NOBODY
    for t in range(TANKS):
        refresh(s, t)
    p = s.pair[0]
    p.range, p.was, p.open = s.start_range, s.start_range, 1
    s.pairs = 1


@rule
def refresh(s: State, t: int) -> None:
    """A tank as it comes to a duel: unhurt, its Armor as good as new (CH-8.19)."""
    tank = s.tanks[t]
    if tank.standing != Standing.ABSENT:
        tank.standing = Standing.ACTIVE
        tank.now.hull, tank.now.mobility, tank.now.gun = tank.profile.hull, 0, 0
        for facing in range(FACINGS):
            tank.profile.armor[facing] += tank.worn[facing]
            tank.worn[facing] = 0


@rule
def finish_battle(s: State, e: Log) -> None:
    """A team battle is over: the higher score wins (CH-14.10); a side that gave up has lost all (CH-12.4)."""
    first, second = side_score(s, 0), side_score(s, 1)
    s.event, s.phase = Event.SCORE, Phase.OVER
    s.payoff = 0 if first == second else (PAYOFF if first > second else -PAYOFF)
    s.winner = DRAW if first == second else (0 if first > second else 1)
    s.total = s.payoff
    scored(e, first, second)
    duel_ended(e, s.turn, Event.SCORE, s.payoff, s.given_up, 0)


@rule
def surrender(s: State, side: int, e: Log) -> None:
    """CH-12.4: counts as the own tank destroyed, in a team battle as all own active tanks."""
    s.given_up = side
    surrendered(e, side)
    for t in range(side * SIDE_TANKS, (side + 1) * SIDE_TANKS):
        if s.tanks[t].standing == Standing.ACTIVE:
            s.tanks[t].standing = Standing.DESTROYED
    if s.options.team_battle != 0:
        finish_battle(s, e)
    else:
        finish_duel(s, Event.DESTROY_A if side == 0 else Event.DESTROY_B, 0, e)


@rule
def result(s: State) -> int:
    """The seat that has won, 2 for a draw, -1 while it runs."""
    return s.winner


# ---------------------------------------------------------------- fate
# What became of a tank, as a number for odds: its damage state and whether it is still there.
#
# Odds of a decision are about its turn. What follows the turn without another decision is not counted: the
# next duel of a match, turns in which nobody can move any more.


HULLS = 16  # more than any tank has hull points


@rule
def fate_of(standing: int, hull: int, mobility: int, gun: int) -> int:
    """A fate as a number; see `unpack_fate`. Of a destroyed tank nothing is left that matters (CH-11.7)."""
    if standing == Standing.DESTROYED:
        return standing * HULLS * 16
    return ((standing * HULLS + max(0, min(HULLS - 1, hull))) * 4 + mobility) * 4 + gun


@rule
def pack_fate(t: Tank) -> int:
    """The fate of a tank as it stands; without hull points it is destroyed before the turn ends."""
    standing = t.standing
    if standing == Standing.ACTIVE and t.now.hull <= 0:
        standing = Standing.DESTROYED.value
    return fate_of(standing, t.now.hull, t.now.mobility, t.now.gun)


@rule
def outcome(s: State, e: Log, subject: int) -> int:
    """The fate of a tank when its turn ended, or now if the turn goes on; 0 of no tank."""
    if subject < 0:
        return 0
    t = s.tanks[subject]
    return t.left if t.left != 0 else pack_fate(t)


def unpack_fate(outcome: int) -> tuple[int, int, int, int]:
    """(standing, hull points, mobility, gun) of an outcome number."""
    rest, gun = divmod(outcome, 4)
    rest, mobility = divmod(rest, 4)
    standing, hull = divmod(rest, HULLS)
    return standing, hull, mobility, gun
