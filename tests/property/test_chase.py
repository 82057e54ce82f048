"""What holds in every position of Chase that play can reach, whatever is ordered and rolled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from hulldown.conformance.suite import DecisionPoint, moments
from hulldown.rulesets import get
from hulldown.rulesets.chase.events import (
    collided,
    driving_tested,
    event,
    facing_shown,
    fired,
    opening_answered,
    ram_ended,
    range_shifted,
    turn_started,
)
from hulldown.rulesets.chase.state import SIDE_TANKS, TANKS, Band, Mobility, Order, Standing, State, side_of
from hulldown.rulesets.chase.state import Phase as Step
from hulldown.rulesets.chase.turn import free_tank, opponents
from hulldown.rulesets.chase.victory import side_score
from hulldown.rulesets.common.log import EventKind

CHASE = get("chase")
SWARM = Path(__file__).resolve().parents[1] / "parity" / "chase" / "swarm.toml"
SCENARIOS = [*CHASE.files.scenarios(), str(SWARM)]
FREE = [name for name in CHASE.files.options() if name != "team_battle"]
CHOICES = {name: st.sampled_from(CHASE.files.options()[name].values) for name in FREE}
OPTIONS = st.lists(st.sampled_from(FREE), max_size=5, unique=True).flatmap(
    lambda chosen: st.fixed_dictionaries({name: CHOICES[name] for name in chosen})
)
SOME = settings(
    max_examples=3,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)
SEEDS = st.integers(0, 2**20)


def battle(scenario: str, seed: int, options: dict[str, str]) -> Iterator[DecisionPoint]:
    return moments(CHASE, scenario, seed, options)


def active(s: State) -> list[int]:
    return [t for t in range(TANKS) if s.tanks[t].standing == Standing.ACTIVE]


def sound_tank(s: State, t: int) -> None:
    tank = s.tanks[t]
    assert tank.now.hull <= tank.profile.hull
    assert 0 <= tank.now.mobility <= 2 and 0 <= tank.now.gun <= 2  # CH-11.8
    assert opponents(s, t) <= s.options.wing_tanks  # CH-14.1
    if tank.standing in (Standing.ESCAPED, Standing.DESTROYED) and s.winner < 0:
        assert opponents(s, t) == 0 or s.phase != Step.ORDERS  # CH-14.7, CH-14.8
    if s.phase == Step.ORDERS and tank.standing == Standing.ACTIVE:
        assert tank.now.hull > 0  # CH-11.7
        if tank.now.mobility == Mobility.IMMOBILISED and opponents(s, t):
            assert tank.order == Order.HULL_DOWN  # CH-4.4


def sound_pairs(s: State) -> None:
    """Pairs in roster order, one of two tanks a lead at most, each at a range of the ladder."""
    pairs = [p for p in s.pair[: s.pairs] if p.open]
    names = [tuple(p.tank) for p in pairs]
    assert names == sorted(set(names))  # CH-14.6
    for p in pairs:
        assert side_of(int(p.tank[0])) == 0 and side_of(int(p.tank[1])) == 1
        assert min(opponents(s, int(t)) for t in p.tank) == 1  # CH-14.1: a lead against a wing
        assert Band.ADJACENT <= p.range <= Band.DISTANT  # CH-2.1


def sound(s: State) -> None:
    for t in range(TANKS):
        sound_tank(s, t)
    if s.phase == Step.ORDERS:
        sound_pairs(s)
        free = [free_tank(s, side, -1) for side in (0, 1)]
        assert -1 in free  # CH-14.4: two free tanks would have met
        assert s.options.team_battle or s.pairs == 1
    assert s.turn <= s.turn_limit


@SOME
@pytest.mark.parametrize("scenario", SCENARIOS)
@given(seed=SEEDS, options=OPTIONS)
def test_every_position_is_sound(scenario: str, seed: int, options: dict[str, str]) -> None:
    for m in battle(scenario, seed, options):
        sound(m.after)


def worn(before: State, after: State, t: int) -> None:
    old, new = before.tanks[t].now, after.tanks[t].now
    assert new.hull <= old.hull and new.mobility >= old.mobility and new.gun >= old.gun  # CH-11.8
    assert after.tanks[t].standing >= before.tanks[t].standing


@SOME
@pytest.mark.parametrize("scenario", SCENARIOS)
@given(seed=SEEDS, options=OPTIONS)
def test_damage_and_score_only_grow_in_a_battle(scenario: str, seed: int, options: dict[str, str]) -> None:
    for m in battle(scenario, seed, options):
        if m.before.duel == m.after.duel:
            for t in range(TANKS):
                worn(m.before, m.after, t)
            for side in (0, 1):
                assert side_score(m.after, side) >= side_score(m.before, side)  # CH-14.10


@SOME
@pytest.mark.parametrize("scenario", SCENARIOS)
@given(seed=SEEDS, options=OPTIONS)
def test_a_turn_has_its_order(scenario: str, seed: int, options: dict[str, str]) -> None:
    """One test and at most one collision and one shot for each tank; the guns fire last (CH-3.1, CH-14.7)."""
    did: dict[tuple[EventKind[Any], int], int] = {}
    for m in battle(scenario, seed, options):
        for row in m.log.events[: m.log.count]:
            kind = event[row.kind]
            if kind is turn_started:
                did = {}
            tanks = (row.actor, row.target) if kind is collided else (row.actor,)
            if kind in (collided, fired) or (kind is driving_tested and not driving_tested.decode(row).again):
                for t in tanks:
                    did[(kind, int(t))] = did.get((kind, int(t)), 0) + 1
            if kind in (range_shifted, facing_shown, collided, opening_answered):
                assert not any(kind is fired for kind, _ in did)  # CH-3.1, CH-14.12
        assert all(count == 1 for count in did.values())  # CH-5.1, CH-10.1, CH-14.7


@SOME
@pytest.mark.parametrize("scenario", SCENARIOS)
@given(seed=SEEDS, options=OPTIONS)
def test_a_range_moves_by_what_was_shifted(scenario: str, seed: int, options: dict[str, str]) -> None:
    for m in battle(scenario, seed, options):
        for row in range_shifted.rows(m.log):
            assert row.raw == max(-1, min(7, row.old + row.bands))  # CH-2.4
            assert -3 <= row.bands <= 3  # CH-6.1
        for row in ram_ended.rows(m.log):
            assert Band.ADJACENT <= row.band <= Band.DISTANT  # CH-8.7


def test_rosters_hold_six_a_side() -> None:
    assert SIDE_TANKS == 6  # CH-14.1
    s = CHASE.set_up(str(SWARM))
    assert (list(s.count), len(active(s))) == ([6, 5], 11)
