"""How good a position is: what the general computer players steer by."""

from __future__ import annotations

import pytest

from hulldown.kernel.walk import WON
from hulldown.rulesets.chase.bot import Term, estimate, lead, ways_to_reach
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.setup import set_up
from hulldown.rulesets.chase.state import PAYOFF, Facing, Gun, Mobility, Phase

B1 = 6
SCENARIOS = ["long_shot", "even_ground", "breakout", "under_the_rail", "platoon_clash"]


def only(term: Term) -> list[int]:
    return [1 if one is term else 0 for one in Term]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_two_chances_make_one(scenario: str) -> None:
    s = set_up(SHELF, scenario)
    assert estimate(s, 0) + estimate(s, 1) == WON and 0 < estimate(s, 0) < WON


def test_equal_tanks_are_even() -> None:
    assert estimate(set_up(SHELF, "even_ground"), 0) == WON // 2


@pytest.mark.parametrize("what", ["hull", "gun", "mobility"])
def test_whatever_the_enemy_loses_is_a_gain(what: str) -> None:
    s = set_up(SHELF, "even_ground")
    now = s.tanks[B1].now
    setattr(now, what, now.hull - 1 if what == "hull" else getattr(now, what) + 1)
    assert estimate(s, 0) > WON // 2 > estimate(s, 1)


def test_a_tank_without_a_gun_or_a_drive_has_nothing_more_to_lose_of_it() -> None:
    s = set_up(SHELF, "long_shot")
    s.tanks[B1].now.gun, s.tanks[B1].now.mobility = Gun.KNOCKED_OUT, Mobility.IMMOBILISED
    assert lead(s, only(Term.GUN)) == lead(s, only(Term.DRIVE)) == 1000
    assert lead(s, only(Term.HULL)) == 0


@pytest.mark.parametrize(
    ("paid", "share"), [(PAYOFF, 1.0), (PAYOFF // 4, 0.625), (0, 0.5), (-PAYOFF // 2, 0.25)]
)
def test_a_duel_that_is_over_is_worth_what_it_pays(paid: int, share: float) -> None:  # CH-12.6
    s = set_up(SHELF, "long_shot")
    s.phase, s.total, s.winner = Phase.OVER, paid, 2 if paid == 0 else int(paid < 0)
    assert estimate(s, 0) / WON == share and estimate(s, 1) / WON == 1 - share


def test_a_match_counts_all_its_duels() -> None:  # CH-12.7
    s = set_up(SHELF, "even_ground")
    s.total = PAYOFF
    first = estimate(s, 0)
    s.duel = 1  # the players have changed seats: what is paid already stays whose it is
    assert first > WON // 2 and estimate(s, 0) == first


def test_fire_counts_once_the_facings_stand() -> None:
    s = set_up(SHELF, "long_shot")
    assert lead(s, only(Term.FIRE)) == 0
    s.phase, s.pair[0].range = Phase.OPENING, 2
    s.pair[0].facing = [Facing.FRONT, Facing.REAR]
    behind = lead(s, only(Term.FIRE))
    s.pair[0].facing = [Facing.REAR, Facing.FRONT]
    assert behind > lead(s, only(Term.FIRE))


def test_the_ways_of_two_dice_are_counted() -> None:
    for number in range(0, 15):
        counted = sum(a + b >= number for a in range(1, 7) for b in range(1, 7))
        assert ways_to_reach(number) == counted


@pytest.mark.parametrize("seat", range(2))
def test_open_duels_that_cannot_turn_a_match_leave_no_doubt(seat: int) -> None:  # CH-12.7
    s = set_up(SHELF, "even_ground")
    s.duel, s.total = 2, (2 * PAYOFF if seat == 0 else -2 * PAYOFF)
    assert 0.98 * WON < estimate(s, seat) < WON and estimate(s, 0) + estimate(s, 1) == WON
    s.tanks[0].now.hull -= 1
    harmed = estimate(s, 0)
    s.tanks[0].now.hull += 1
    assert harmed < estimate(s, 0)  # computer players still have something to play for
    s.total //= 2
    assert estimate(s, seat) < 0.98 * WON  # the last duel may still make it a draw
    s.phase, s.winner = Phase.OVER, seat
    assert estimate(s, seat) > 0.98 * WON
