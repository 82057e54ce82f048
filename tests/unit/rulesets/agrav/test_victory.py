"""Victory points, places that score, and the end of a battle (AG-23, section 6)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.rulesets.agrav.range import ground, kinds, stand, thrown, told

from hulldown.rulesets.agrav.catalogue import Built
from hulldown.rulesets.agrav.events import game_ended, scored
from hulldown.rulesets.agrav.setup import build_section
from hulldown.rulesets.agrav.state import NOBODY, Ending, Feature, Phase, Standing, State, Way, tile_at
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.agrav.turn import advance, end_turn
from hulldown.rulesets.agrav.victory import DEMOLITION, concede, points, result

DEPOT, GUN = 0, 1


def battle(**options: Any) -> State:
    """Two vehicles and a squad a side, a depot in the middle, a gun in a corner; nobody near."""
    s = ground(("............",) * 10, options)
    build_section(s, [tile_at(5, 4), tile_at(6, 4)], Built("low", ("volatile",)))
    build_section(s, [tile_at(11, 9)], Built("high", ("hardened", "objective")))
    for side, row in ((0, 9), (1, 0)):
        stand(s, side, "bastion", (0, row), Way.N)  # value 60
        stand(s, side, "swift", (2, row), Way.N)  # value 39
        stand(s, side, "powersuits", (4, row))  # value 20
    return s


def zone(s: State, rounds: tuple[int, ...] = (4, 6), felling: int = 10) -> None:
    """The depot scores 15 within 2 tiles."""
    z = s.zone[0]
    z.tile, z.section, z.reach, z.points, z.felling = NOBODY, DEPOT, 2, 15, felling
    z.rounds = sum(1 << number for number in rounds)
    s.zones = 1


def move(s: State, u: int, at: tuple[int, int]) -> None:
    """Put a unit elsewhere."""
    s.occupant[s.units[u].tile] = NOBODY
    s.units[u].tile = tile_at(*at)
    s.occupant[tile_at(*at)] = u
    look_all(s)


def ended(s: State, round_: int = 2, side: int = 1) -> State:
    """After the end of a turn."""
    s.round, s.side = round_, side
    return thrown(s, end_turn)


# ---------------------------------------------------------------- points


def test_victory_points() -> None:
    """AG-23.2: full value destroyed, half of a vehicle that lost 60% or more, the scenario's points."""
    s = battle()
    s.score[0] = 15
    s.units[3].standing = Standing.DESTROYED
    assert points(s, 0) == 75
    swift = s.units[4]
    swift.health = swift.health_full * 2 // 5
    assert points(s, 0) == 75 + 19
    swift.health += 1
    assert points(s, 0) == 75
    s.units[5].health = 1  # squads count whole or not at all
    assert points(s, 0) == 75 and points(s, 1) == 0


@pytest.mark.parametrize(("lead", "winner"), [(10, 0), (9, 2), (0, 2), (-9, 2), (-10, 1)])
def test_ten_points_win(lead: int, winner: int) -> None:
    """AG-23.1, AG-23.2: after the round limit."""
    s = battle()
    s.score[0] = lead
    s = ended(s, s.rounds)
    assert (s.phase, s.winner, s.ending) == (Phase.OVER, winner, Ending.POINTS)
    end = told(game_ended)[0]
    assert (end.winner, end.ending, end.cobalt) == (winner, Ending.POINTS, lead) and result(s) == winner


def test_it_goes_on_before_the_limit() -> None:
    """AG-23.1."""
    s = battle()
    s.score[0] = 50
    assert ended(s, s.rounds, side=0).winner == -1
    assert ended(s, s.rounds - 1).winner == -1


# ---------------------------------------------------------------- the last unit


def wiped(s: State, *sides: int) -> State:
    """After all units of these sides are gone."""
    for u in range(s.count):
        if s.units[u].side in sides:
            s.units[u].standing = Standing.DESTROYED
    return thrown(s, advance)


def test_the_last_unit() -> None:
    """AG-23.1, AG-23.3: at once, whatever the points."""
    s = battle()
    s.score[1] = 500
    s = wiped(s, 1)
    assert (s.winner, s.ending) == (0, Ending.WIPED_OUT)
    assert wiped(battle(), 0).winner == 1
    assert wiped(battle(), 0, 1).winner == 2
    assert wiped(battle()).winner == -1


def test_units_that_wait_are_left() -> None:
    """AG-23.1, AG-6.1."""
    s = battle()
    s.units[5].standing = Standing.WAITING
    s.units[3].standing = s.units[4].standing = Standing.DESTROYED
    assert thrown(s, advance).winner == -1


def test_nothing_happens_after_the_end() -> None:
    """AG-23.1."""
    s = wiped(battle(), 1)
    s = thrown(s, advance)
    assert kinds() == []


def test_conceding() -> None:
    """AG-23.1: the other side wins."""
    s = thrown(battle(), lambda to, d, e: concede(to, 0, e))
    assert (s.winner, s.ending) == (1, Ending.CONCEDED)


# ---------------------------------------------------------------- places that score


def test_a_place_scores_for_the_one_side_there() -> None:
    """Scenarios A and B: at the end of its rounds, while the other has none within reach."""
    s = battle()
    zone(s)
    move(s, 0, (8, 6))
    assert list(ended(s, 4).score) == [15, 0]
    assert list(ended(s, 5).score) == [0, 0]
    assert list(ended(s, 4, side=0).score) == [0, 0]  # a round ends with the second side's turn
    move(s, 5, (3, 4))
    assert list(ended(s, 4).score) == [0, 0]
    move(s, 0, (9, 6))
    after = ended(s, 4)
    assert list(after.score) == [0, 15]
    row = told(scored)[0]
    assert (row.side, row.points, row.total) == (1, 15, 15)


def test_one_tile_scores_too() -> None:
    """Scenario A: within 1 tile of (6, 5)."""
    s = battle()
    zone(s)
    z = s.zone[0]
    z.tile, z.section, z.reach = tile_at(6, 5), NOBODY, 1
    move(s, 1, (7, 6))
    assert list(ended(s, 6).score) == [15, 0]
    move(s, 1, (8, 6))
    assert list(ended(s, 6).score) == [0, 0]


def test_the_depot_that_collapses() -> None:
    """Scenario B: the side whose turn it is loses 10; it scores no more, this round included (AG-23.4)."""
    s = battle()
    zone(s)
    move(s, 3, (8, 4))
    s.units[3].durability = s.units[3].durability_full = 9000
    s.section[DEPOT].durability, s.section[DEPOT].felled = 0, 1
    s = ended(s, 4)
    assert list(s.score) == [0, -10]
    s.section[DEPOT].felled = 0
    assert list(ended(s, 6).score) == [0, -10]


# ---------------------------------------------------------------- scenario C


def attack() -> State:
    """Cobalt must bring the gun down."""
    s = battle()
    s.mission, s.attacker = DEMOLITION, 0
    assert s.section[GUN].features & Feature.OBJECTIVE
    return s


def test_the_gun_collapses() -> None:
    """Scenario C, AG-20.17: Cobalt wins at once, nothing more happens."""
    s = attack()
    s.section[GUN].durability, s.section[GUN].felled = 0, 1
    s = ended(s, 3, side=1)
    assert (s.winner, s.ending) == (0, Ending.OBJECTIVE)
    assert kinds()[-1] == game_ended and s.section[GUN].ruin == 1


def test_the_gun_stands() -> None:
    """Scenario C: after the last round Rust wins, whatever the points."""
    s = attack()
    s.score[0] = 100
    s = ended(s, s.rounds)
    assert (s.winner, s.ending) == (1, Ending.HELD)


def test_there_is_no_draw_about_the_gun() -> None:
    """Scenario C, AG-23.3, AG-23.4: the last unit still decides; with nobody left the gun stands."""
    assert wiped(attack(), 1).winner == 0
    assert wiped(attack(), 0).winner == 1
    assert wiped(attack(), 0, 1).winner == 1
