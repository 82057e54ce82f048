"""Fire in the fire stages and Point Defence on the move (CA-15)."""

from fractions import Fraction
from typing import Any

import pytest

from hulldown.kernel.dice import Dice, lay, new_dice
from hulldown.kernel.events import Log
from hulldown.kernel.records import copy
from hulldown.rulesets.close_assault.aiming import allotted, behind, line_against, save_against
from hulldown.rulesets.close_assault.bonuses import why_not_use
from hulldown.rulesets.close_assault.catalogue.profiles import faultless
from hulldown.rulesets.close_assault.codes import Firing, Ground, Kind, Order, Phase
from hulldown.rulesets.close_assault.exact.firing import dice_spread, fire_odds, hit_chance, save_chance
from hulldown.rulesets.close_assault.groundwork import Place, blank_state, field_detachment, lay_terrain
from hulldown.rulesets.close_assault.hits import needed, piercing, save_needed
from hulldown.rulesets.close_assault.profiling import MUTE
from hulldown.rulesets.close_assault.reasons import Sum, Tell, Why
from hulldown.rulesets.close_assault.sheet import UnitProfile
from hulldown.rulesets.close_assault.shooting import (
    can_defend,
    can_fire,
    defend,
    fire,
    hold_fire,
    spare,
    why_not_defend,
    why_not_fire,
    why_not_spare,
)
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.dicing import OFF, chances, open_log

RIFLES, ROCKETS, RHINO, TANK, BANEBLADE = (
    "Line infantry",
    "Rocket infantry",
    "Rhino",
    "Battle tank",
    "Baneblade",
)
ALONE = -1  # no second target
TURRET, COAXIAL, HULL = 0, 1, 2  # weapons of a battle tank


def gunner(*lines: dict[str, Any], kind: str = "Walker", count: int = 1) -> UnitProfile:
    """A unit with one weapon of these stat-lines."""
    plain = {"range": 12, "dice": 1, "to_hit": 4, "ap": 0, "traits": []}
    weapon = {"name": "Gun", "count": count, "line": [plain | line for line in lines]}
    return faultless(
        {
            "name": "Gunner",
            "type": kind,
            "list": "auxilia",
            "save": 4,
            "movement": 6,
            "wounds": 1,
            "morale": 3,
            "caf": 2,
            "base": {"shape": "circle", "diameter": 1.0},
            "weapon": [weapon],
        }
    )


def range_day(
    own: str | UnitProfile, *targets: Place, enemy: str | UnitProfile = RIFLES, facing: float = 0
) -> State:
    """One model of detachment 0 at (10, 10) in the First Fire stage, the enemies of detachment 1 there."""
    s = blank_state()
    s.phase = Phase.FIRST_FIRE
    field_detachment(s, 0, own, [(10, 10)], facing, Order.FIRST_FIRE)
    field_detachment(s, 1, enemy, targets, order=Order.ADVANCE)
    return s


def laid(*faces: int) -> Dice:
    """Dice that show these faces."""
    return lay(new_dice(0), [(face, 6) for face in faces])


def why(s: State, target: int = 1, second: int = ALONE) -> Why:
    """The first reason against the fire of detachment 0."""
    return Why.of(why_not_fire(s, 0, target, second))


def shots(e: Log, kind: Tell) -> list[tuple[int, int, int, int]]:
    """What the events of a kind say."""
    return [(row.a, row.b, row.c, row.d) for row in e.events[: e.count] if row.kind == kind]


def fired(s: State, *faces: int, second: int = ALONE) -> Log:
    """Detachment 0 fires at detachment 1 with these dice, all of which are used."""
    assert why(s, 1, second) == Why.ALLOWED
    e, d = open_log(), laid(*faces)
    fire(s, 0, 1, second, d, e)
    assert d.at == len(faces)
    return e


# ---------------------------------------------------------------- who fires, and at whom


@pytest.mark.parametrize(
    ("phase", "order", "allowed"),
    [
        (Phase.FIRST_FIRE, Order.FIRST_FIRE, True),
        (Phase.FIRST_FIRE, Order.ADVANCE, False),
        (Phase.ADVANCING_FIRE, Order.ADVANCE, True),
        (Phase.ADVANCING_FIRE, Order.MARCH, False),
        (Phase.ADVANCING_FIRE, Order.CHARGE, False),
        (Phase.ADVANCING_FIRE, Order.FALL_BACK, False),
        (Phase.MOVEMENT, Order.FIRST_FIRE, False),
    ],
)
def test_each_order_has_its_fire_stage(phase: Phase, order: Order, allowed: bool) -> None:
    """CA-3.3, CA-15.1."""
    s = range_day(RIFLES, (15, 10))
    s.phase, s.detachment[0].order = phase, order
    assert why(s) == (Why.ALLOWED if allowed else Why.FIRE_ORDER)
    assert can_fire(s, 0) is allowed


def test_nobody_fires_out_of_a_combat_or_into_one() -> None:
    """CA-4.8, CA-15.1, CA-15.2."""
    s = range_day(RIFLES, (15, 10))
    field_detachment(s, 0, RIFLES, [(16, 10)])
    assert why(s) == Why.FIRE_ENGAGED
    s = range_day(RIFLES, (15, 10))
    field_detachment(s, 1, RIFLES, [(11, 10)])
    assert why(s) == Why.FIRE_ENGAGED


def test_a_detachment_fires_once_in_its_stage_and_never_at_friends() -> None:
    """CA-15.1."""
    s = range_day(RIFLES, (15, 10))
    field_detachment(s, 0, RIFLES, [(10, 14)])
    assert why(s, target=2) == Why.NOT_YOURS
    s.detachment[0].activated = 1
    assert why(s) == Why.FIRE_DONE


def test_a_weapon_wants_range_arc_and_sight() -> None:
    """CA-2.9, CA-2.10, CA-5.6, CA-15.2: rifles reach 8 inches, to 0.01."""
    assert why(range_day(RIFLES, (19.01, 10))) == Why.ALLOWED
    assert why(range_day(RIFLES, (19.011, 10))) == Why.FIRE_RANGE
    assert why(range_day(RHINO, (8, 10))) == Why.FIRE_ARC
    assert why(range_day(RHINO, (9.6, 13))) == Why.ALLOWED  # a part of it is in front
    s = range_day(RIFLES, (15, 10))
    lay_terrain(s, Ground.BLOCK, 12, 10, 13, 12)  # its edge touches the line of sight
    assert why(s) == Why.FIRE_LOS


def test_one_target_model_is_enough_and_the_reason_is_of_the_weapon_that_comes_nearest() -> None:
    """CA-15.2, CA-20.4: the bolter bears to the front only, the cannons are out of sight."""
    assert why(range_day(RIFLES, (30, 10), (15, 10))) == Why.ALLOWED
    s = range_day(BANEBLADE, (2, 10))
    assert why(s) == Why.ALLOWED
    lay_terrain(s, Ground.BLOCK, 4, 0, 5, 20)
    assert why(s) == Why.FIRE_LOS


def test_minimum_range_is_felt() -> None:
    """CA-2.10: a siege mortar reaches no nearer than 8 inches."""
    s = range_day("Super-heavy", (20, 10), facing=0)
    gun = s.profile[0].weapon[1]
    assert gun.line[0].nearest == 8000
    assert line_against(s, 0, 1, 1) == 0
    s = range_day("Super-heavy", (18, 10), facing=0)
    assert line_against(s, 0, 1, 1) == -1


def test_point_defence_may_take_a_second_target_together() -> None:
    """CA-15.2, CA-15.14: the hull gun at the second, turret and co-axial gun at the first."""
    s = range_day(TANK, (17, 10), enemy=RIFLES)
    field_detachment(s, 1, RIFLES, [(16, 13)])
    assert why(s, second=2) == Why.ALLOWED
    e = fired(s, 1, 1, 1, 1, 1, second=2)
    assert [(row.target, row.a) for row in e.events[: e.count] if row.kind == Tell.FIRED] == [
        (1, TURRET),
        (1, COAXIAL),
        (2, HULL),
    ]
    s = range_day(TANK, (17, 10))
    field_detachment(s, 1, RIFLES, [(30, 10)])
    assert why(s, second=2) == Why.FIRE_RANGE
    s = range_day(RHINO, (15, 10))
    field_detachment(s, 1, RIFLES, [(15, 12)])
    assert why(s, second=2) == Why.FIRE_ORDER  # nothing is left for the first


def test_arcs_bind_vehicles_only() -> None:
    """CA-2.2, CA-15.14."""
    front = {"traits": ["Arc (Front)"]}
    assert why(range_day(gunner(front), (5, 10))) == Why.ALLOWED
    assert why(range_day(gunner(front, kind="Vehicle"), (5, 10))) == Why.FIRE_ARC


def test_the_first_line_that_can_hit_is_fired() -> None:
    """CA-15.13."""
    far, near = {"range_min": 8, "range": 24, "dice": 1}, {"range": 12, "dice": 3}
    assert line_against(range_day(gunner(far, near), (15, 10)), 0, 0, 1) == 1
    assert line_against(range_day(gunner(far, near), (20, 10)), 0, 0, 1) == 0
    assert line_against(range_day(gunner(near, far), (20, 10)), 0, 0, 1) == 0
    assert line_against(range_day(gunner(far, near), (40, 10)), 0, 0, 1) == -1


# ---------------------------------------------------------------- weapons and close combat


def test_a_weapon_used_in_combat_does_not_fire_nor_does_the_one_co_axial_to_it() -> None:
    """CA-10.3, CA-10.5, CA-15.1."""
    s = range_day(TANK, (17, 10))
    s.model[0].used = 1 << TURRET
    e = fired(s, 1, 1)
    assert [row[0] for row in shots(e, Tell.FIRED)] == [HULL]
    s.model[0].used = 1 << TURRET | 1 << HULL
    s.model[0].fired = 0
    assert why(s) == Why.FIRE_COAXIAL


def test_a_weapon_fired_has_no_bonus_left_and_does_not_fire_twice() -> None:
    """CA-10.3, CA-15.1."""
    s = range_day(RHINO, (15, 10))
    assert s.model[0].left[0] == 4
    fired(s, 1, 1, 1, 1)
    assert s.model[0].left[0] == 0
    assert why_not_use(s, 0, 1, 0, 1) == Why.BONUS_FIRED
    assert why(s) == Why.FIRE_DONE
    assert s.detachment[0].shot == 1


def test_a_weapon_may_be_spared_for_close_combat() -> None:
    """CA-10.3, CA-15.14: this time only."""
    s = range_day(TANK, (17, 10))
    assert why_not_spare(s, 0, HULL) == Why.ALLOWED
    assert why_not_spare(s, 0, 5) == Why.NOT_YOURS
    spare(s, 0, HULL, OFF)
    assert why_not_spare(s, 0, HULL) == Why.FIRE_DONE
    e = fired(s, 1, 1, 1)
    assert [row[0] for row in shots(e, Tell.FIRED)] == [TURRET, COAXIAL]
    assert s.model[0].left[HULL] == 2
    assert s.model[0].spared == 0
    assert why(s) == Why.ALLOWED
    spare(s, 0, HULL, OFF)
    hold_fire(s, 0, OFF)
    assert s.model[0].spared == 0


# ---------------------------------------------------------------- dice and hits


def test_assault_doubles_the_dice_within_half_range() -> None:
    """CA-15.3."""
    assert len(shots(fired(range_day(RIFLES, (15, 10)), 1, 1), Tell.HIT_ROLL)) == 2  # a gap of 4
    assert len(shots(fired(range_day(RIFLES, (15.02, 10)), 1), Tell.HIT_ROLL)) == 1


def test_identical_mounts_roll_their_random_dice_each() -> None:
    """CA-7.18, CA-15.14."""
    s = range_day(gunner({"dice": "D3+1"}, count=2), (15, 10))
    weapon = s.profile[0].weapon[0]
    e, d = open_log(), lay(new_dice(0), [(1, 3), (3, 3), *[(1, 6)] * 6])
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
    assert shots(e, Tell.HIT_ROLL) == [(face, hits, 0, 0)]


def test_a_wood_counts_for_the_nearest_eligible_model_only() -> None:
    """CA-15.4, 2.4: the nearest stands in the open, then in a wood; the log says why."""
    s = range_day(TANK, (25, 10), (27, 10))
    lay_terrain(s, Ground.WOOD, 26, 9, 28, 11)
    assert shots(fired(s, 1), Tell.FIRED)[0][2] == 4
    s = range_day(TANK, (25, 10), (27, 10))
    lay_terrain(s, Ground.WOOD, 24, 9, 26, 11)
    e = fired(s, 1)
    assert shots(e, Tell.FIRED)[0][2] == 5
    row = e.events[0]
    noted = [(one.code, one.amount) for one in e.why.rows[row.first_reason : row.first_reason + row.reasons]]
    assert noted == [(Sum.TO_HIT, 4), (Sum.WOOD, 1)]


def test_needed_rolls_stay_between_two_and_six() -> None:
    """CA-15.4, CA-19.10: a natural 1 misses, a natural 6 hits."""
    s = range_day(gunner({"to_hit": 6}, {"to_hit": 2}), (15, 10))
    hard, easy = s.profile[0].weapon[0].line[0], s.profile[0].weapon[0].line[1]
    assert needed(hard, True, Firing.OVERWATCH, MUTE) == 6
    assert needed(easy, False, Firing.STAGE, MUTE) == 2
    assert [hit_chance(2), hit_chance(6)] == [Fraction(5, 6), Fraction(1, 6)]
    assert [save_chance(3), save_chance(0)] == [Fraction(2, 3), 0]


def test_light_hits_cannot_harm_vehicles() -> None:
    """CA-15.5: the dice are rolled, and that is all."""
    s = range_day(RIFLES, (15, 10), enemy=RHINO)
    e = fired(s, 6, 6)
    assert len(shots(e, Tell.HIT_LOST)) == 2
    assert s.model[1].wounds == 1
    assert fire_odds(range_day(RIFLES, (15, 10), enemy=RHINO), 0, 1).expected_wounds == 0


# ---------------------------------------------------------------- saves


def test_ap_by_trait_and_type() -> None:
    """CA-15.5, CA-15.8: Light AT counts for nothing against the large, Anti-tank against the small."""
    s = range_day(gunner({"ap": -2, "traits": ["Light AT"]}, {"ap": -2, "traits": ["Anti-tank"]}), (15, 10))
    light, heavy = s.profile[0].weapon[0].line[0], s.profile[0].weapon[0].line[1]
    assert [piercing(light, kind, False, MUTE) for kind in Kind] == [-2, -2, -2, 0, 0, 0, 0]
    assert [piercing(heavy, kind, False, MUTE) for kind in Kind] == [0, 0, -2, -2, -2, -2, -2]
    assert [piercing(light, kind, True, MUTE) for kind in Kind] == [-2, -2, -2, -1, -1, 0, 0]


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
    assert shots(e, Tell.SAVE_ROLL) == [(4, 5, 0, 0)]
    assert shots(e, Tell.HIT_LOST) == [(0, 0, 0, 0)]
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
    assert not shots(e, Tell.MORALE)


# ---------------------------------------------------------------- Point Defence on the move


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (Order.ADVANCE, Why.ALLOWED),
        (Order.MARCH, Why.ALLOWED),
        (Order.CHARGE, Why.FIRE_ORDER),
        (Order.FIRST_FIRE, Why.FIRE_ORDER),
    ],
)
def test_point_defence_fires_in_the_movement_phase(order: Order, expected: Why) -> None:
    """CA-3.3, CA-15.9."""
    s = range_day(TANK, (17, 10))
    s.phase, s.detachment[0].order = Phase.POINT_DEFENCE, order
    assert why_not_defend(s, 0, 1) == expected
    assert can_defend(s, 0) is (expected == Why.ALLOWED)


def test_point_defence_fires_once_and_counts_as_fired() -> None:
    """CA-15.9: the hull gun alone; the rest of an Advance may fire in its stage."""
    s = range_day(TANK, (17, 10))
    s.phase, s.detachment[0].order = Phase.POINT_DEFENCE, Order.ADVANCE
    e, d = open_log(), laid(1, 1)
    defend(s, 0, 1, d, e)
    assert shots(e, Tell.FIRED) == [(HULL, 2, 5, Firing.DEFENCE)]
    assert why_not_defend(s, 0, 1) == Why.FIRE_DONE
    s.phase = Phase.ADVANCING_FIRE
    assert [row[0] for row in shots(fired(s, 1, 1, 1), Tell.FIRED)] == [TURRET, COAXIAL]


def test_who_has_no_point_defence_has_none_on_the_move() -> None:
    """CA-15.9."""
    s = range_day(RIFLES, (15, 10))
    s.detachment[0].order = Order.MARCH
    assert why_not_defend(s, 0, 1) == Why.FIRE_ORDER


def test_blast_and_barrage_fire_as_plain_weapons() -> None:
    """CA-15.12."""
    s = range_day(gunner({"traits": ["Blast (5)", "Barrage"]}), (15, 10))
    assert why(s) == Why.ALLOWED


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
    field_detachment(s, 1, RIFLES, [(16, 13)])
    odds = fire_odds(s, 0, 1, 2)
    assert odds.models == (1, 2)
    assert odds.destroyed(1) == Fraction(1, 2) * Fraction(2, 3)
    assert odds.destroyed(2) == 1 - (1 - Fraction(1, 3) * Fraction(2, 3)) ** 2
    assert s.model[1].wounds == 1  # nothing happened
