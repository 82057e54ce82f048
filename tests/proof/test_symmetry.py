"""Symmetrical scenarios favour no side, and a rule that favours one is found."""

import pytest
from tests.proof.symmetry import Mirror, asymmetries
from tests.proof.tank_commander import MIRRORS, mirror_position
from tests.toy import RULESET as TOY
from tests.toy import changed, rules

from hulldown.kernel.actions import Action, Log, make
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.records import copy
from hulldown.rulesets import get
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.setup import set_up

TC = get("tank_commander")


def test_a_small_battle_favours_no_side() -> None:
    assert asymmetries(TC, {"skirmish": MIRRORS["skirmish"]}) == []


@pytest.mark.landing
def test_no_symmetrical_battle_favours_a_side() -> None:
    assert asymmetries(TC, MIRRORS) == []


@pytest.mark.slow
def test_more_random_games_favour_no_side() -> None:
    assert asymmetries(TC, MIRRORS, seeds=(1, 100)) == []


@pytest.mark.parametrize("name", MIRRORS)
def test_a_symmetrical_map_is_its_own_mirror_image(name: str) -> None:
    s = set_up(SHELF, name)
    twin = mirror_position(s)
    assert list(twin.ground) == list(s.ground)
    assert list(twin.occupant) == list(s.occupant)
    assert [vars(unit) for unit in twin.units] == [vars(unit) for unit in s.units]


# ---------------------------------------------------------------- the check itself


def swap_sides(s: rules.Duel) -> rules.Duel:
    twin = copy(s)
    twin.side = 1 - s.side
    twin.winner = 1 - s.winner if s.winner in (0, 1) else s.winner
    twin.grit, twin.aim, twin.cover = s.grit[::-1], s.aim[::-1], s.cover[::-1]
    return twin


def swap_seat(s: rules.Duel, a: Action) -> Action:
    return make(1 - a.seat, a.verb, target=1 - a.target if a.target >= 0 else -1)


def favour_the_first(s: rules.Duel, a: Action, d: Dice, e: Log) -> None:
    if a.seat == 0:
        roll(d, 6)
    rules.apply(s, a, d, e)


def test_a_mirror_that_holds_and_one_that_does_not() -> None:
    street = {"street": Mirror(lambda s: True, swap_sides, swap_seat)}
    assert asymmetries(TOY, street) == []
    broken = changed(TOY, rules={"apply": favour_the_first})
    assert "is not mirrored" in "\n".join(asymmetries(broken, street, range(2)))
