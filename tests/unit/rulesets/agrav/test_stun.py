"""Stun: the sum of one turn and the counter (AG-15)."""

import pytest
from tests.unit.rulesets.agrav.blows import CANNON, Options, kinds, shoot, target, told

from hulldown.rulesets.agrav.damage import check_stun, open_window, stun_by_ram, stun_step, toggle
from hulldown.rulesets.agrav.events import stun_eased, stunned
from hulldown.rulesets.agrav.movement import mobility_now
from hulldown.rulesets.agrav.state import Shield, State
from hulldown.rulesets.common.explanation import OFF, open_log


def lost(
    health: int = 0, durability: int = 0, charge: int = 0, options: Options | None = None, side: int = 1
) -> State:
    """A bastion (health 390) that lost so much in the turn of a side; its own is 0."""
    s = target(options=options)
    u = s.units[0]
    s.side = side
    u.lost_health, u.lost_durability, u.lost_charge = health, durability, charge
    check_stun(s, 0, OFF)
    return s


@pytest.mark.parametrize(
    ("health", "durability", "charge", "stunned"),
    [(975, 0, 0, True), (974, 0, 0, False), (0, 0, 1950, True), (0, 0, 1949, False), (338, 843, 0, True)],
)
def test_a_quarter_of_the_health_stuns(health: int, durability: int, charge: int, stunned: bool) -> None:
    assert (lost(health, durability, charge).units[0].stun == 2) is stunned  # AG-15.1, AG-15.4


def test_armour_may_not_count() -> None:
    assert lost(338, 843, 0, {"stun_armour_weight": 0}).units[0].stun == 0  # AG-15.4


def test_only_what_was_removed_counts() -> None:
    s = target("citadel", shield=True)  # AG-1.6, AG-15.4
    s.units[0].shield.charge = 100
    shoot(s, CANNON)
    assert s.units[0].lost_charge == 100
    toggled = target("citadel")
    toggle(toggled, 0, OFF)
    assert toggled.units[0].shield.state == Shield.ACTIVE and toggled.units[0].lost_charge == 0


def test_stun_in_the_enemys_turn_halves_the_next() -> None:
    s = lost(975)  # AG-15.2, AG-15.3, AG-15.6
    u = s.units[0]
    assert u.left == 6 and mobility_now(s.options, u) == 3
    log = open_log()
    stun_step(s, 0, log)
    assert (u.stun, told(log, stun_eased).stun) == (1, 1) and mobility_now(s.options, u) == 6
    stun_step(s, 0, OFF)
    stun_step(s, 0, OFF)
    assert u.stun == 0


def test_stun_in_the_own_turn_halves_what_is_left_once() -> None:
    s = lost(975, side=0)  # AG-15.6
    u = s.units[0]
    assert (u.stun, u.left) == (2, 3)
    stun_by_ram(s, 0, OFF)  # the counter was at 2 already
    assert (u.stun, u.left) == (2, 3)
    u.stun = 1
    stun_by_ram(s, 0, OFF)
    assert (u.stun, u.left) == (2, 1)


def test_once_per_window() -> None:
    s = lost(975)  # AG-15.5
    stun_step(s, 0, OFF)
    check_stun(s, 0, OFF)
    assert s.units[0].stun == 1
    stun_by_ram(s, 0, OFF)  # AG-19.1
    assert s.units[0].stun == 2


@pytest.mark.parametrize(("window", "sums"), [("side_turn", (0, 0)), ("round", (700, 0))])
def test_windows(window: str, sums: tuple[int, int]) -> None:
    s = lost(700, options={"stun_window": window}, side=0)  # AG-6.4, AG-15.5
    found = []
    for s.side in (1, 0):
        open_window(s)
        found.append(int(s.units[0].lost_health))
    assert tuple(found) == sums


def test_two_shots_together_stun_once() -> None:
    s = target()
    s.units[0].durability = 0
    log = shoot(s, (100, 50, 0, 1, 0))
    assert stunned not in kinds(log)
    log = shoot(s, (100, 50, 0, 1, 0))
    assert told(log, stunned).health == 1000 and told(log, stunned).ram == 0
    assert stunned not in kinds(shoot(s, (100, 50, 0, 1, 0)))


def test_nobody_who_is_gone_is_stunned() -> None:
    s = target()
    s.units[0].durability, s.units[0].health = 0, 10
    shoot(s, CANNON)
    stun_by_ram(s, 0, OFF)
    assert s.units[0].stun == 0
