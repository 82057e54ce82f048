"""AG-8.11 to AG-8.13, AG-17.3 to AG-17.9: what may be shot at and by whom; the volley."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.agrav.range import HIT, MISS, fence, fire, ground, kinds, reasons, stand, told, why

from hulldown.kernel.actions import Terms
from hulldown.kernel.records import blank
from hulldown.rulesets.agrav import shooting
from hulldown.rulesets.agrav.events import Sum, Why, armour_worn, rolled_to_hit, shot_fired
from hulldown.rulesets.agrav.state import (
    BARE,
    BARRICADE,
    NOBODY,
    Mode,
    Mount,
    Part,
    Standing,
    State,
    Way,
    tile_at,
)

MUTE = blank(Terms)
WALLED = ("......", "......", "HH....", "......", "......", "......")
D, LOW, LOW_BLIND, HIGH, HIGH_BLIND = Mode.DIRECT, Mode.LOW, Mode.LOW_INDIRECT, Mode.HIGH, Mode.HIGH_INDIRECT


def facing_off(shooter: str = "bastion", target: str = "bastion", **options: object) -> State:
    """Unit 0 at (2, 7) looks north at unit 1 at (2, 1)."""
    s = ground(options=options)
    stand(s, 0, shooter, (2, 7))
    stand(s, 1, target, (2, 1), Way.S)
    return s


# ---------------------------------------------------------------- the weapon


def test_every_reason_against_a_weapon() -> None:
    s = facing_off("strider")
    laser = s.units[0].weapon[0]
    assert why(s, 0, 0, D, 1) == Why.ALLOWED
    assert why(s, 0, 5, D, 1) == Why.NO_SUCH_ACTION
    for field, value, reason in (
        ("crits", 2, Why.WEAPON_DESTROYED),  # AG-8.12
        ("fired", 1, Why.WEAPON_FIRED),
        ("waiting", 1, Why.RELOADING),
        ("loads", 0, Why.NO_AMMO),  # AG-5.9
    ):
        was = getattr(laser, field)
        setattr(laser, field, value)
        assert why(s, 0, 0, D, 1) == reason
        setattr(laser, field, was)
    s.units[0].energy = 2
    assert why(s, 0, 0, D, 1) == Why.NO_POWER  # AG-5.8
    assert why(s, 1, 0, D, 0) == Why.NOT_YOUR_TURN  # AG-6.6


def test_charges_are_not_fired() -> None:
    s = facing_off("powersuits")
    assert why(s, 0, 0, D, 1) == Why.ALLOWED
    assert why(s, 0, 1, D, 1) == Why.NO_SUCH_ACTION  # AG-21.9


def test_the_first_side_holds_its_fire_in_round_1_by_the_option() -> None:
    s = facing_off(first_side_hold_fire=True)
    assert why(s, 0, 0, D, 1) == Why.ALLOWED
    s.round = 1
    assert why(s, 0, 0, D, 1) == Why.HOLD_FIRE  # AG-6.8
    s.side = 1
    assert why(s, 1, 0, D, 0) == Why.ALLOWED


def test_a_mode_that_the_weapon_does_not_have() -> None:
    assert why(facing_off(), 0, 0, HIGH, 1) == Why.MODE_NOT_ALLOWED  # AG-17.14


# ---------------------------------------------------------------- the target


def test_only_enemies_and_what_stands_and_can_fall_is_shot_at() -> None:
    s = ground(("#.....", "......", "HH....", "......", "......", "......"))
    stand(s, 0, "bastion", (2, 5))
    stand(s, 0, "bastion", (4, 5))
    stand(s, 1, "bastion", (4, 0))
    assert why(s, 0, 0, D, 1) == Why.FRIENDLY  # AG-8.13
    assert why(s, 0, 0, D, 2) == Why.ALLOWED
    assert why(s, 0, 0, D, place=0) == Why.ALLOWED
    assert why(s, 0, 0, D, 2, 0) == Why.NO_SUCH_ACTION  # one or the other
    assert why(s, 0, 0, D, place=1) == Why.NO_SUCH_ACTION  # no such section
    assert why(s, 0, 0, D) == Why.NO_SUCH_ACTION
    assert why(s, 0, 0, D, place=BARE + tile_at(0, 0)) == Why.INDESTRUCTIBLE  # AG-3.9
    assert why(s, 0, 0, D, place=BARE + tile_at(0, 1)) == Why.NO_SUCH_ACTION
    s.units[2].standing = Standing.DESTROYED
    assert why(s, 0, 0, D, 2) == Why.NO_SUCH_ACTION


def test_a_barricade_section_is_a_target_while_it_stands() -> None:
    s = facing_off()
    made = fence(s, (2, 4))
    assert why(s, 0, 0, D, place=BARRICADE + made) == Why.ALLOWED
    s.barricade[made].durability = 0
    assert why(s, 0, 0, D, place=BARRICADE + made) == Why.NO_SUCH_ACTION


def test_in_the_fog_only_what_is_seen_is_a_target() -> None:
    s = ground(WALLED, {"fog_of_war": True})
    stand(s, 0, "anvil", (0, 5))
    stand(s, 1, "bastion", (0, 0))
    assert why(s, 0, 2, HIGH_BLIND, 1) == Why.NOT_SEEN  # AG-24.1
    stand(s, 0, "heron", (5, 0))
    assert why(s, 0, 2, HIGH_BLIND, 1) == Why.ALLOWED


# ---------------------------------------------------------------- arcs


@pytest.mark.parametrize("place", [(0, 5), (4, 5), (2, 0)])
def test_hull_mounts_shoot_in_the_front_arc_only(place: tuple[int, int]) -> None:
    s = ground()
    stand(s, 0, "anvil", (2, 7), Way.N)
    stand(s, 1, "bastion", place)
    assert why(s, 0, 3, D, 1) == Why.ALLOWED  # exact diagonals are in (AG-2.5)
    for way in (Way.E, Way.S, Way.W):
        s.units[0].facing = way
        inside = (way == Way.E and place == (4, 5)) or (way == Way.W and place == (0, 5))
        assert why(s, 0, 3, D, 1) == (Why.ALLOWED if inside else Why.OUT_OF_ARC)  # AG-8.13


@pytest.mark.parametrize(("what", "weapon"), [("bastion", 0), ("strider", 0), ("troopers", 0)])
def test_turrets_arms_and_squads_shoot_all_round(what: str, weapon: int) -> None:
    s = facing_off(what)
    s.units[0].facing = Way.S
    assert why(s, 0, weapon, D, 1) == Why.ALLOWED  # AG-8.13
    if s.units[0].weapon[weapon].mount == Mount.TURRET:
        s.units[0].weapon[weapon].mount = Mount.HULL  # jammed (table 3.10)
        assert why(s, 0, weapon, D, 1) == Why.OUT_OF_ARC


def test_one_and_the_same_tile_of_a_section_meets_all_conditions() -> None:
    s = ground(("LLL...", "#.....", ".#....", "......", "......", "......"))
    stand(s, 0, "anvil", (2, 5), Way.N)
    assert why(s, 0, 3, D, place=0) == Why.ALLOWED
    s.units[0].facing = Way.E
    assert why(s, 0, 3, D, place=0) == Why.OUT_OF_ARC  # AG-8.13, AG-8.16


# ---------------------------------------------------------------- sight and spotters


def test_a_shot_that_is_not_indirect_needs_a_line() -> None:
    s = ground(WALLED)
    stand(s, 0, "anvil", (0, 5))
    stand(s, 1, "bastion", (0, 0))
    assert why(s, 0, 3, D, 1) == Why.NO_LOS  # AG-8.13
    assert why(s, 0, 0, LOW, 1) == Why.NO_LOS
    assert why(s, 0, 2, HIGH, 1) == Why.NO_LOS
    assert why(s, 0, 2, HIGH_BLIND, 1) == Why.NO_SPOTTER  # AG-17.4


def test_the_best_sensors_spot() -> None:
    s = ground(WALLED)
    stand(s, 0, "anvil", (0, 5))
    stand(s, 1, "bastion", (0, 0))
    stand(s, 0, "terrier", (5, 1))
    stand(s, 0, "heron", (5, 0))
    stand(s, 0, "heron", (4, 0))
    fire(s, 0, 2, HIGH_BLIND, 1, dice=[HIT])
    shot = told(shot_fired)[0]
    assert shot.spotter == 3  # the most sensor points, the lowest id of equals (AG-17.4)
    assert reasons(shot_fired) == {Sum.BASE: 80, Sum.INDIRECT: -15}  # AG-17.3
    s.units[3].sensors, s.units[4].standing = 0, Standing.DESTROYED
    assert shooting.hit_percent(s, 0, 2, HIGH_BLIND, 1, NOBODY, MUTE) == 55  # the terrier's 3


def test_who_sees_the_target_does_not_fire_indirectly() -> None:
    s = facing_off("anvil")
    stand(s, 0, "heron", (4, 1))
    assert why(s, 0, 2, HIGH, 1) == Why.ALLOWED
    assert why(s, 0, 2, HIGH_BLIND, 1) == Why.MODE_NOT_ALLOWED  # AG-17.4


def test_nobody_spots_for_itself_and_squads_spot() -> None:
    s = ground(WALLED)
    stand(s, 0, "anvil", (0, 5))
    stand(s, 1, "bastion", (0, 0))
    stand(s, 0, "troopers", (3, 0))
    assert why(s, 0, 2, HIGH_BLIND, 1) == Why.ALLOWED
    assert shooting.hit_percent(s, 0, 2, HIGH_BLIND, 1, NOBODY, MUTE) == 40


@pytest.mark.parametrize(
    ("sign", "reason"), [("L", Why.ALLOWED), ("H", Why.HIGH_TERRAIN), ("*", Why.ALLOWED)]
)
def test_low_angle_indirect_fire_passes_over_low_ground_only(sign: str, reason: Why) -> None:
    s = ground(("......", "......", sign * 2 + "....", "......", "......", "......"))
    stand(s, 0, "anvil", (0, 5))
    stand(s, 1, "bastion", (0, 0))
    stand(s, 0, "heron", (5, 0))
    assert why(s, 0, 0, LOW_BLIND, 1) == reason  # AG-17.5, AG-17.8
    assert why(s, 0, 2, HIGH_BLIND, 1) == Why.ALLOWED  # AG-17.9
    s.units[0].facing = Way.E
    assert why(s, 0, 2, HIGH_BLIND, 1) == Why.OUT_OF_ARC  # AG-17.4


def test_the_section_aimed_at_does_not_stop_low_angle_fire() -> None:
    s = ground(("HHH...", "......", "LLL...", "......", "......", "......"))
    stand(s, 0, "anvil", (1, 5))
    stand(s, 0, "heron", (5, 1))
    assert why(s, 0, 0, LOW_BLIND, place=0) == Why.ALLOWED  # AG-17.8
    assert shooting.hit_percent(s, 0, 0, LOW_BLIND, NOBODY, 0, MUTE) == 65


def test_indirect_fire_at_a_barricade_behind_terrain() -> None:
    for sign, reason in (("L", Why.ALLOWED), ("H", Why.HIGH_TERRAIN)):
        s = ground(("......", "......", sign * 3 + "...", "......", "......", "......"))
        stand(s, 0, "anvil", (1, 5))
        stand(s, 0, "heron", (5, 0))
        made = fence(s, (1, 0))
        assert why(s, 0, 0, LOW_BLIND, place=BARRICADE + made) == reason
        assert why(s, 0, 0, LOW, place=BARRICADE + made) == Why.NO_LOS  # AG-4.6


# ---------------------------------------------------------------- accuracy at the table


def test_what_the_shot_is_made_of_at_the_table() -> None:
    s = facing_off("citadel")
    shooter, target = s.units[0], s.units[1]
    shooter.tiles, shooter.last_tiles, target.last_tiles, target.tiles, shooter.stun = 2, 9, 10, 3, 1
    for part in shooter.part[: shooter.parts]:
        part.crits = int(part.part in (Part.COCKPIT, Part.TURRET))
    shooter.weapon[1].crits = 1
    fire(s, 0, 1, D, 1, dice=[MISS] * 4)
    assert reasons(shot_fired) == {
        Sum.BASE: 80,
        Sum.OWN_MOVEMENT: -30,  # moved before the shot in this turn only (AG-8.7)
        Sum.FAST_TARGET: -10,  # its last turn (AG-1.7)
        Sum.STUN: -20,
        Sum.COCKPIT: -10,
        Sum.WEAPON: -20,
        Sum.TURRET: -10,
        Sum.FLOOR: 25,
    }
    hull = shooting.parts_hurt(s, 0, 2)
    assert hull == shooting.COCKPIT  # the hull gun is not in the turret


def test_low_angle_fire_minds_every_tile_of_the_target_and_a_structure_moved_none() -> None:
    s = ground(("LL....", "......", "......", "......", "......", "......"))
    stand(s, 0, "anvil", (3, 5))
    stand(s, 1, "bastion", (3, 1))
    s.units[1].last_tiles = 5
    assert shooting.hit_percent(s, 0, 0, LOW, 1, NOBODY, MUTE) == 70  # full stabiliser (AG-17.7)
    assert shooting.hit_percent(s, 0, 1, LOW, 1, NOBODY, MUTE) == 55
    assert shooting.hit_percent(s, 0, 1, LOW, NOBODY, 0, MUTE) == 80


# ---------------------------------------------------------------- the volley


def test_a_volley_is_rolled_shot_by_shot_and_paid_once() -> None:
    s = fire(facing_off(), 0, 1, D, 1, dice=[81, 80, MISS])
    assert [(row.die, row.hit, row.again, row.shot) for row in told(rolled_to_hit)] == [
        (81, 0, 0, 1),
        (80, 1, 0, 2),  # equal hits (AG-1.1)
        (100, 0, 0, 3),
    ]
    gun = s.units[0].weapon[1]
    assert (gun.loads, gun.fired, gun.waiting) == (11, 1, 0)  # AG-5.9
    assert why(s, 0, 1, D, 1) == Why.WEAPON_FIRED  # AG-8.12
    assert why(s, 0, 0, D, 1) == Why.ALLOWED
    assert kinds().index(armour_worn) < len(kinds()) - 1  # resolved before the third roll


def test_energy_is_spent_and_a_reload_number_blocks_the_next_turn() -> None:
    s = fire(facing_off("strider"), 0, 1, D, 1, dice=[MISS])
    assert s.units[0].energy == 11 - 4  # AG-5.8
    s = fire(facing_off("anvil"), 0, 0, LOW, 1, dice=[MISS])
    assert s.units[0].weapon[0].waiting == 2  # this turn and the next with its reaction phase (AG-8.12)


def test_shots_left_when_the_target_is_gone_are_lost() -> None:
    s = facing_off()
    s.units[1].health, s.units[1].durability = 10, 0
    after = fire(s, 0, 1, D, 1, dice=[MISS, HIT])
    assert after.units[1].standing == Standing.DESTROYED  # AG-8.12
    assert len(told(rolled_to_hit)) == 2


def test_a_squad_fires_one_shot_for_each_living_model() -> None:
    s = facing_off("troopers")
    s.units[0].model[0] = s.units[0].model[3] = 0
    fire(s, 0, 0, D, 1, dice=[MISS] * 3)  # AG-21.4
    fire(s, 0, 1, D, 1, dice=[MISS])  # one launcher


def test_a_miss_at_a_structure_is_rolled_again_once_at_a_barricade_by_the_option() -> None:
    s = ground(("LL....", "......", "......", "......", "......", "......"))
    stand(s, 0, "bastion", (0, 5))
    after = fire(s, 0, 0, D, place=0, dice=[MISS, HIT])  # AG-20.2
    assert after.section[0].durability == 5000 - 700
    assert [row.again for row in told(rolled_to_hit)] == [0, 1]
    fire(s, 0, 0, D, place=0, dice=[HIT])
    fire(s, 0, 0, D, place=0, dice=[MISS, MISS])
    made = fence(s, (0, 3))
    fire(s, 0, 0, D, place=BARRICADE + made, dice=[MISS])  # AG-20.11
    s.options.barricade_is_structure = 1
    fire(s, 0, 0, D, place=BARRICADE + made, dice=[MISS, MISS])


def test_the_worked_example_of_a_cannon_at_a_bastion() -> None:
    s = facing_off()
    after = fire(s, 0, 0, D, 1, dice=[HIT])  # AG-9.4, with no crit: 33.8 of 390
    assert (after.units[1].durability, after.units[1].health) == (1157, 3562)


def test_low_angle_fire_strikes_at_once_with_the_facing() -> None:
    for way, worn in ((Way.S, 75 * 1600 // 108), (Way.E, 1667)):
        s = facing_off("anvil")
        s.units[1].facing, s.units[1].health, s.units[1].health_full = way, 99990, 99990
        after = fire(s, 0, 0, LOW, 1, dice=[HIT])  # AG-17.15: 160 x 75 / (90 x 6/5 or 4/5)
        assert (after.flying, after.units[1].durability) == (0, 2000 - worn)


def test_a_section_in_sight_at_any_tile_is_not_fired_at_indirectly() -> None:
    s = ground(("LLL...", "......", "......", "......", "......", "......"))
    stand(s, 0, "anvil", (2, 5))
    stand(s, 0, "heron", (5, 1))
    assert why(s, 0, 0, LOW_BLIND, place=0) == Why.MODE_NOT_ALLOWED  # AG-17.16


def test_the_spotter_sees_the_tile_aimed_at() -> None:
    s = ground(("L#...L", "##....", "######", "......", "......", "......"))
    stand(s, 0, "anvil", (0, 3), Way.N)
    stand(s, 0, "heron", (3, 1))
    assert why(s, 0, 2, HIGH_BLIND, place=0) == Why.OUT_OF_ARC  # AG-8.16: in the arc nobody sees a tile
    s.units[0].facing = Way.E
    assert why(s, 0, 2, HIGH_BLIND, place=0) == Why.ALLOWED
    assert shooting.hit_percent(s, 0, 2, HIGH_BLIND, NOBODY, 0, MUTE) == 65
    stand(s, 0, "terrier", (4, 1))
    s.units[1].sensors = 1
    assert shooting.hit_percent(s, 0, 2, HIGH_BLIND, NOBODY, 0, MUTE) == 55  # AG-17.16: the best counts


def test_a_shot_strikes_the_face_it_comes_from() -> None:
    s = facing_off()
    s.units[1].facing = Way.N
    after = fire(s, 0, 0, D, 1, dice=[HIT, 60])
    assert after.units[1].durability == 2000 - 1400  # AG-10.7: 70 x 130 / 45 is over 140
