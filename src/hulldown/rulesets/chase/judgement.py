"""How good a position is for a seat: what the general computer players steer by."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.codes import PAYOFF, SIDE_TANKS, Gun, Mobility, Phase, Standing
from hulldown.rulesets.chase.ending import limit_reached, side_score
from hulldown.rulesets.chase.state import State, Tank, seat_of

EVEN, WON = 5_000, 10_000
HULL, GUN, DRIVE = 600, 300, 100  # of 1,000 that a sound tank is worth


@rule
def strength(t: Tank) -> int:
    """What is left of a tank, 0 to 1,000: mostly hull points, then the gun, then the drive."""
    if t.standing != Standing.ACTIVE or t.now.hull <= 0:
        return 0
    left = HULL * int(t.now.hull) // int(t.profile.hull)
    left += GUN * (2 - int(t.now.gun)) // 2 if t.now.gun != Gun.KNOCKED_OUT else 0
    return left + (DRIVE * (2 - int(t.now.mobility)) // 2 if t.now.mobility != Mobility.IMMOBILISED else 0)


@rule
def force(s: State, side: int) -> int:
    """What a side has left, its tanks weighed by points."""
    left = 0
    for t in range(side * SIDE_TANKS, side * SIDE_TANKS + s.count[side]):
        left += strength(s.tanks[t]) * int(s.tanks[t].profile.points)
    return left


@rule
def standing_payoff(s: State) -> int:
    """What side A can expect, in PAYOFF: the payoff of a duel that is over, else the balance of forces.

    Near the turn limit a duel is worth more and more what the limit pays.
    """
    if s.phase == Phase.OVER:
        return int(s.payoff)
    first, second = force(s, 0), force(s, 1)
    if s.options.team_battle != 0:
        scored = (side_score(s, 0) - side_score(s, 1)) * 500
        first, second = first + max(0, scored), second + max(0, -scored)
    balance = PAYOFF * (first - second) // max(1, first + second)
    if s.options.team_battle != 0:
        return balance
    late = int(s.turn)
    return (balance * (s.turn_limit - late) + int(s.payoffs[limit_reached(s)]) * late) // int(s.turn_limit)


@rule
def estimate(s: State, seat: int) -> int:
    """The position for a seat, 0 to 10,000; 10,000 is won and 5,000 is even."""
    if s.winner >= 0:
        if s.winner > 1:
            return EVEN
        return WON if s.winner == seat else 0
    points = standing_payoff(s) if s.phase != Phase.OVER else 0
    if seat_of(s, 0) == 1:
        points = -points
    points += int(s.total)
    share = EVEN + points * (EVEN - 1) // (PAYOFF * int(s.duels))
    share = max(1, min(WON - 1, share))
    return share if seat == 0 else WON - share
