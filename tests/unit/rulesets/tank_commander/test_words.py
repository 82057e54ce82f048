"""Everything that rules emit has words, and words say no number that a rule could change."""

import pytest
from tests.unit.rulesets.tank_commander.table import duel, hurt

from hulldown.rulesets.tank_commander.armory import WORDS
from hulldown.rulesets.tank_commander.cards import note_of
from hulldown.rulesets.tank_commander.codes import Ability, Health, Role
from hulldown.rulesets.tank_commander.orders import ABILITY_ICONS
from hulldown.rulesets.tank_commander.reasons import Illegal, Sum, Tell, Why
from hulldown.rulesets.tank_commander.refusals import TEXTS
from hulldown.rulesets.tank_commander.telling import TELLERS
from hulldown.rulesets.tank_commander.text import ABILITIES
from hulldown.rulesets.tank_commander.vocabulary import ABILITY_NAMES, LOSSES, SUMS


def test_every_code_has_words() -> None:
    assert set(SUMS) == set(Sum)
    assert set(TEXTS) == set(Why) - {Why.ALLOWED}
    assert set(WORDS) == set(Illegal) - {Illegal.LEGAL}
    assert set(TELLERS) == set(Tell)
    assert set(ABILITY_NAMES) == set(ABILITIES) == set(ABILITY_ICONS) == set(Ability)
    assert set(LOSSES) == set(Role) - {Role.LIEUTENANT}


@pytest.mark.parametrize(
    ("member", "said"),
    [
        ("commander", "4 AP a turn"),
        ("driver", "drives 2 hexes"),
        ("gunner", "+1 to hit"),
        ("loader", "load 2 AP"),
    ],
)
def test_a_wounded_member_s_card_has_the_numbers_of_the_rules(member: str, said: str) -> None:
    s = duel()
    hurt(s, 0, **{member: Health.WOUNDED})
    assert note_of(s, 0, Role[member.upper()]) == said  # TC-6.15 to TC-6.18


def test_a_wounded_driver_s_card_follows_the_tank() -> None:
    s = duel()
    s.units[0].speed = 2
    hurt(s, 0, driver=Health.WOUNDED)
    assert note_of(s, 0, Role.DRIVER) == "drives 1 hex"
