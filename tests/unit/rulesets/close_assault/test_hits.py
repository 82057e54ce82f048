"""Dice, hits, saves, and whom they strike (CA-15.3 to CA-15.8), with their odds (CA-19.10)."""

from fractions import Fraction

import pytest
from tests.unit.rulesets.close_assault.gunnery import (
    ALONE,
    RHINO,
    RIFLES,
    ROCKETS,
    TANK,
    fired,
    gunner,
    range_day,
)

from hulldown.kernel.dice import Dice, new_dice, script_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import (
    Sum,
    fired_at,
    hit_lost,
    morale_tested,
    rolled_to_hit,
    rolled_to_save,
)
from hulldown.rulesets.close_assault.exact import dice_spread, fire_odds, hit_chance, save_chance
from hulldown.rulesets.close_assault.setup import Place, field_detachment, lay_terrain
from hulldown.rulesets.close_assault.shooting import (
    allotted,
    fire,
    save_against,
)
from hulldown.rulesets.close_assault.state import Firing, Ground, Kind, Order
from hulldown.rulesets.close_assault.table import behind
from hulldown.rulesets.close_assault.values import MUTE, needed, piercing, save_needed
from hulldown.rulesets.common.explanation import OFF, chances, open_log

# ---------------------------------------------------------------- dice and hits


def test_assault_doubles_the_dice_within_half_range() -> None:
    """CA-15.3."""
    assert len(rolled_to_hit.rows(fired(range_day(RIFLES, (15, 10)), 1, 1))) == 2  # a gap of 4
    assert len(rolled_to_hit.rows(fired(range_day(RIFLES, (15.02, 10)), 1))) == 1


def test_identical_mounts_roll_their_random_dice_each() -> None:
    """CA-7.18, CA-15.14."""
    s = range_day(gunner({"dice": "D3+1"}, count=2), (15, 10))
    weapon = s.profile[0].weapon[0]
    e, d = open_log(), script_dice(new_dice(0), [(1, 3), (3, 3), *[(1, 6)] * 6])
    fire(s, 0, 1, ALONE, d, e)
    assert d.at == 8
    spread = dice_spread(weapon, weapon.line[0])
    assert (min(spread), max(spread), sum(spread.values())) == (4, 8, 1)
    assert spread[4] == Fraction(1, 9)


@pytest.mark.parametrize(("face", "hits"), [(1, 0), (3, 0), (4, 1), (6, 1)])
def test_to_hit_or_more_hits(face: int, hits: int) -> None:
    """CA-15.4; a save of 6 keeps the target alive."""
    s = range_day(TANK, (25, 10))
    e = fired(s, face, *[6] * hits)
    assert [(row.die, row.hit) for row in rolled_to_hit.rows(e)] == [(face, hits)]


def test_a_wood_counts_for_the_nearest_eligible_model_only() -> None:
    """CA-15.4, 2.4: the nearest stands in the open, then in a wood; the log says why."""
    s = range_day(TANK, (25, 10), (27, 10))
    lay_terrain(s, Ground.WOOD, 26, 9, 28, 11)
    assert fired_at.rows(fired(s, 1))[0].needed == 4
    s = range_day(TANK, (25, 10), (27, 10))
    lay_terrain(s, Ground.WOOD, 24, 9, 26, 11)
    e = fired(s, 1)
    assert fired_at.rows(e)[0].needed == 5
    row = e.events[0]
    noted = [(one.code, one.amount) for one in e.why.rows[row.first_reason : row.first_reason + row.reasons]]
    assert noted == [(Sum.TO_HIT, 4), (Sum.WOOD, 1)]


def test_needed_rolls_stay_between_two_and_six() -> None:
    """CA-15.4, CA-19.10: a natural 1 misses, a natural 6 hits."""
    s = range_day(gunner({"to_hit": 6}, {"to_hit": 2}), (15, 10))
    hard, easy = s.profile[0].weapon[0].line[0], s.profile[0].weapon[0].line[1]
    assert needed(s.options, hard, True, Firing.OVERWATCH, MUTE) == 6
    assert needed(s.options, easy, False, Firing.STAGE, MUTE) == 2
    assert [hit_chance(2), hit_chance(6)] == [Fraction(5, 6), Fraction(1, 6)]
    assert [save_chance(3), save_chance(0)] == [Fraction(2, 3), 0]


def test_light_hits_cannot_harm_vehicles() -> None:
    """CA-15.5: the dice are rolled, and that is all."""
    s = range_day(RIFLES, (15, 10), enemy=RHINO)
    e = fired(s, 6, 6)
    assert len(hit_lost.rows(e)) == 2
    assert s.model[1].wounds == 1
    assert fire_odds(range_day(RIFLES, (15, 10), enemy=RHINO), 0, 1).expected_wounds == 0


# ---------------------------------------------------------------- saves


def test_ap_by_trait_and_type() -> None:
    """CA-15.5, CA-15.8: Light AT counts for nothing against the large, Anti-tank against the small."""
    s = range_day(gunner({"ap": -2, "traits": ["Light AT"]}, {"ap": -2, "traits": ["Anti-tank"]}), (15, 10))
    light, heavy = s.profile[0].weapon[0].line[0], s.profile[0].weapon[0].line[1]
    assert [piercing(s.options, light, kind, False, MUTE) for kind in Kind] == [-2, -2, -2, 0, 0, 0, 0]
    assert [piercing(s.options, heavy, kind, False, MUTE) for kind in Kind] == [0, 0, -2, -2, -2, -2, -2]
    assert [piercing(s.options, light, kind, True, MUTE) for kind in Kind] == [-2, -2, -2, -1, -1, 0, 0]


def test_the_best_save_counts() -> None:
    """CA-15.6: armour worsened by AP, invulnerable and Jink as they are; no Jink under First Fire."""
    assert save_needed(3, 0, 0, -3, Order.ADVANCE) == 6
    assert save_needed(3, 0, 0, -4, Order.ADVANCE) == 0
    assert save_needed(3, 5, 0, -3, Order.ADVANCE) == 5
    assert save_needed(0, 0, 6, 0, Order.ADVANCE) == 6
    assert save_needed(0, 0, 6, 0, Order.FIRST_FIRE) == 0
    assert save_needed(4, 6, 5, -2, Order.MARCH) == 5


def test_fire_from_behind_pierces_one_more() -> None:
    """CA-15.8: by the centre of the firer and the target's arc line."""
    s = range_day("Land Raider", (20, 10), enemy=RHINO)  # the Rhino faces away from it
    melta = s.profile[0].weapon[1].line[0]
    assert behind(s, 0, 1)
    assert save_against(s, 0, melta, 1, MUTE) == 0
    s.model[1].base.facing = 18000
    assert not behind(s, 0, 1)
    s.model[1].base.facing = 9000  # abeam: exactly on the line
    assert not behind(s, 0, 1)
    rockets = range_day(ROCKETS, (20, 10), enemy=RHINO)
    line = rockets.profile[0].weapon[0].line[0]
    assert save_against(rockets, 0, line, 1, MUTE) == 6
    rockets.model[1].base.facing = 18000
    assert save_against(rockets, 0, line, 1, MUTE) == 5


# ---------------------------------------------------------------- whom hits strike


def test_hits_go_to_the_wounded_then_to_the_nearest_then_to_the_lowest_id() -> None:
    """CA-15.7."""
    s = range_day(ROCKETS, (22, 10), (16, 8), (16, 12), enemy="Land Raider", facing=0)
    line = s.profile[0].weapon[0].line[0]
    assert allotted(s, 0, line, 1) == 2
    s.model[1].wounds = 1
    assert allotted(s, 0, line, 1) == 1
    s.model[1].wounds = 0
    assert allotted(s, 0, line, 1) == 2
    s.model[3].base.x -= 100
    assert allotted(s, 0, line, 1) == 3


def test_each_hit_takes_effect_before_the_next_and_hits_without_a_model_are_lost() -> None:
    """CA-15.6, CA-15.7: both dice to hit first, then save after save."""
    s = range_day(RIFLES, (15, 10))
    e = fired(s, 6, 5, 4)
    assert [row[1:] for row in rolled_to_save.rows(e)] == [(4, 5, 0)]
    assert [row.harmless for row in hit_lost.rows(e)] == [0]
    assert s.model[1].wounds == 0
    assert s.score[0] == 1  # the last of its detachment
    s = range_day(RIFLES, (15, 10), (15, 12))
    fired(s, 6, 5, 4, 5)
    assert [s.model[1].wounds, s.model[2].wounds] == [0, 1]


def test_losses_from_fire_cause_no_test() -> None:
    """CA-16.8."""
    s = range_day(RIFLES, (15, 10), (15, 12))
    e = fired(s, 6, 6, 1, 1)
    assert s.tests == 0
    assert not morale_tested.rows(e)


# ---------------------------------------------------------------- the odds


@pytest.mark.parametrize(
    ("own", "enemy", "targets"),
    [
        (RIFLES, RIFLES, ((15, 10), (15, 12), (16, 9))),
        (TANK, "Walker", ((16, 10), (17, 12))),
        ("Land Raider", "Land Raider", ((17, 10), (17, 13))),
        ("Grav skimmer", "Scout bikes", ((16, 10), (30, 10))),
    ],
)
def test_the_odds_are_those_of_every_way_the_dice_can_fall(
    own: str, enemy: str, targets: tuple[Place, ...]
) -> None:
    """CA-19.1, CA-19.10: the quick reckoning against the fire itself, tape by tape."""
    s = range_day(own, *targets, enemy=enemy)
    models = range(1, 1 + len(targets))

    def play(d: Dice) -> tuple[int, ...]:
        t = copy(s)
        fire(t, 0, 1, ALONE, d, OFF)
        return tuple(int(t.model[m].wounds) for m in models)

    odds = fire_odds(s, 0, 1)
    assert dict(odds.after) == chances(play)
    assert sum(odds.after.values()) == 1


def test_odds_by_hand() -> None:
    """CA-19.10: one rocket at one Rhino in front: hit 1/3, saved on 5+ 1/3."""
    odds = fire_odds(range_day(ROCKETS, (5, 10), enemy=RHINO), 0, 1)
    assert odds.expected_wounds == Fraction(1, 3) * Fraction(2, 3)
    assert odds.wounds_lost() == odds.models_lost() == {0: Fraction(7, 9), 1: Fraction(2, 9)}
    assert odds.destroyed(1) == Fraction(2, 9)


def test_odds_of_two_targets() -> None:
    """CA-15.2, CA-19.10: 1/2 * 2/3 for the turret, a Light gun at the second."""
    s = range_day(TANK, (25, 10))
    field_detachment(SHELF, s, 1, RIFLES, [(16, 13)])
    odds = fire_odds(s, 0, 1, 2)
    assert odds.models == (1, 2)
    assert odds.destroyed(1) == Fraction(1, 2) * Fraction(2, 3)
    assert odds.destroyed(2) == 1 - (1 - Fraction(1, 3) * Fraction(2, 3)) ** 2
    assert s.model[1].wounds == 1  # nothing happened
