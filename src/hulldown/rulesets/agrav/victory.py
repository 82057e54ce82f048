"""Victory points, the places that score, and how a battle ends (AG-23, section 6)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import NOBODY, Chassis, Ending, Phase, Standing
from hulldown.rulesets.agrav.events import conceded, game_ended, scored
from hulldown.rulesets.agrav.footprint import section_distance
from hulldown.rulesets.agrav.geometry import distance
from hulldown.rulesets.agrav.state import State, Unit, Zone

DRAW = 2
LEAD = 10  # points ahead that win (AG-23.2)
DEMOLITION = 1  # the mission in which the attacker must bring the objective down (Scenario C)


@rule
def finish(s: State, winner: int, ending: int, e: Log) -> None:
    """The battle is over."""
    s.winner, s.ending, s.phase = winner, ending, Phase.OVER
    game_ended(e, winner, ending, points(s, 0), points(s, 1))


@rule
def result(s: State) -> int:
    """-1 while it runs, the side that won, 2 for a draw."""
    return int(s.winner)


@rule
def concede(s: State, side: int, e: Log) -> None:
    """A side gives up."""
    conceded(e, side)
    finish(s, 1 - side, Ending.CONCEDED, e)


# ---------------------------------------------------------------- the last unit


@rule
def lives(s: State, side: int) -> bool:
    """Whether a side has a unit left, deployed or not, seen or not."""
    for u in range(s.count):
        standing = s.units[u].standing
        if s.units[u].side == side and standing != Standing.ABSENT and standing != Standing.DESTROYED:
            return True
    return False


@rule
def judge_wiped(s: State, e: Log) -> bool:
    """Whether the battle is over; it ends at once when a side has lost its last unit (AG-23.1, AG-23.3).

    Nothing is drawn where an objective must come down: if both sides are gone, it stands (AG-23.4).
    """
    if s.phase == Phase.OVER:
        return True
    mine, theirs = lives(s, 0), lives(s, 1)
    if mine and theirs:
        return False
    if mine or theirs:
        finish(s, 0 if mine else 1, Ending.WIPED_OUT, e)
    elif s.mission == DEMOLITION:
        finish(s, 1 - s.attacker, Ending.HELD, e)
    else:
        finish(s, DRAW, Ending.WIPED_OUT, e)
    return True


# ---------------------------------------------------------------- points


@rule
def crippled(u: Unit) -> bool:
    """A vehicle in play that has lost 60% or more of its health (AG-23.2)."""
    in_play = u.standing == Standing.PRESENT or u.standing == Standing.UNSEEN
    if not in_play or u.chassis == Chassis.INFANTRY:
        return False
    return bool(5 * (u.health_full - u.health) >= 3 * u.health_full)


@rule
def points(s: State, side: int) -> int:
    """Victory points of a side: enemies destroyed, half for those crippled, and the scenario's (AG-23.2)."""
    total = int(s.score[side])
    for u in range(s.count):
        unit = s.units[u]
        if unit.side != side and unit.standing == Standing.DESTROYED:
            total += unit.value
        elif unit.side != side and crippled(unit):
            total += unit.value // 2
    return total


@rule
def judge_limit(s: State, e: Log) -> None:
    """After the last round: an objective still up is held, else 10 points more win (AG-23.1, AG-23.2)."""
    ahead = points(s, 0) - points(s, 1)
    if s.mission == DEMOLITION:
        finish(s, 1 - s.attacker, Ending.HELD, e)
    elif ahead >= LEAD:
        finish(s, 0, Ending.POINTS, e)
    else:
        finish(s, 1 if ahead <= -LEAD else DRAW, Ending.POINTS, e)


# ---------------------------------------------------------------- places that score


@rule
def zone_distance(s: State, z: Zone, tile: int) -> int:
    """How far a tile is from a place that scores: one tile, or the nearest of a section."""
    if z.section != NOBODY:
        return section_distance(s, int(z.section), tile)
    return distance(int(z.tile), tile)


@rule
def holds(s: State, z: Zone, side: int) -> bool:
    """Whether a side has a unit within reach of a place."""
    for u in range(s.count):
        unit = s.units[u]
        if unit.side == side and unit.standing == Standing.PRESENT:
            if zone_distance(s, z, int(unit.tile)) <= z.reach:
                return True
    return False


@rule
def score_zones(s: State, e: Log) -> None:
    """At the end of its rounds a place scores for the one side that is there (Scenarios A and B)."""
    for i in range(s.zones):
        z = s.zone[i]
        if (z.rounds >> s.round) & 1 == 1:
            mine, theirs = holds(s, z, 0), holds(s, z, 1)
            if mine != theirs:
                score(s, 0 if mine else 1, int(z.points), i, e)


@rule
def score(s: State, side: int, amount: int, zone: int, e: Log) -> None:
    """Points of the scenario."""
    s.score[side] += amount
    scored(e, side, zone, amount, int(s.score[side]))


@rule
def forfeit(s: State, i: int, e: Log) -> None:
    """What scored has collapsed: it scores no more, and the side whose turn it is loses points (AG-23.4)."""
    for at in range(s.zones):
        z = s.zone[at]
        if z.section == i:
            if z.felling > 0:
                score(s, int(s.side), -int(z.felling), at, e)
            z.rounds, z.felling = 0, 0
