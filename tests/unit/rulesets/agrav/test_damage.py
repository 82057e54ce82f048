"""Shots and rams at vehicles and squads from the shield to the last health point (AG-9 to AG-12, AG-21)."""

import pytest
from tests.unit.rulesets.agrav.blows import (
    CANNON,
    HE_GUN,
    HERE,
    LASER,
    PRINTED,
    Options,
    crit,
    index,
    kinds,
    shoot,
    target,
    told,
)

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import new_dice, script_dice
from hulldown.rulesets.agrav.armor import (
    BEYOND,
    FINE,
    crit_roll,
    crits_of,
    energy_limit,
    harm,
    has,
    heat_step,
    lose_health,
    thickness10,
)
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.damage import destroy, hit_squad
from hulldown.rulesets.agrav.events import (
    armour_cooled,
    armour_heated,
    armour_met,
    armour_worn,
    crit_rolled,
    got_through,
    he_added,
    health_lost,
    model_hit,
    spalled,
    stunned,
    unit_destroyed,
)
from hulldown.rulesets.agrav.movement import drive_lost, mobility_now
from hulldown.rulesets.agrav.setup import field_unit
from hulldown.rulesets.agrav.state import (
    NOBODY,
    Chassis,
    Face,
    Ground,
    Mount,
    Part,
    Shield,
    Stabiliser,
    Standing,
    State,
    Turret,
    Way,
    tile_at,
)
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.common.explanation import OFF, open_log

# ---------------------------------------------------------------- worked examples


def test_a_cannon_at_the_front_of_a_bastion() -> None:
    s = target()  # AG-9.1, AG-9.4
    log = shoot(s, CANNON)
    u = s.units[0]
    assert (u.durability, u.health) == (1157, 3562)
    armour, wear, base = told(log, armour_met), told(log, armour_worn), told(log, got_through)
    assert armour.thickness == 108 * FINE * armour.full and armour.face == Face.FRONT  # AG-10.3
    assert (wear.value, wear.cap, wear.removed, wear.left) == (843, 1400, 843, 1157)  # AG-10.6, AG-10.7
    assert (base.through, base.whole, base.damage, base.base) == (11, 65, 700, 118)  # 22/130 of 70 (AG-10.4)
    spall, health, stun = told(log, spalled), told(log, health_lost), told(log, stunned)
    assert (spall.bonus, spall.beyond, spall.cap, spall.total) == (220, 220, 1080, 338)  # AG-12.1, AG-12.6
    assert (health.damage, health.removed, health.left, health.full) == (338, 338, 3562, 3900)
    assert (stun.ram, stun.health, stun.armour, stun.charge, stun.full) == (0, 338, 843, 0, 3900)
    assert kinds(log) == [armour_met, armour_worn, got_through, spalled, health_lost, stunned]
    assert u.stun == 2


def test_an_he_gun_at_its_rear() -> None:
    s = target()  # AG-9.5, AG-12.3, AG-12.4
    log = shoot(s, HE_GUN, Face.REAR)
    u, bonus = s.units[0], told(log, he_added)
    assert (u.durability, u.health_full - u.health) == (700, 554)
    assert (bonus.bonus, bonus.base, bonus.cap, bonus.total) == (277, 277, 900, 554)


def test_the_share_that_got_through() -> None:
    s = target()  # AG-10.4: P 100, D 50 against 80 is 20% through
    u = s.units[0]
    u.thickness, u.durability, u.durability_full = 80, 1000, 1000
    base = told(shoot(s, (100, 50, 0, 1, 0), Face.TOP), got_through)
    assert (base.through, base.whole, base.base) == (1, 5, 100)


def test_a_shot_that_does_not_get_through_wears_the_plate() -> None:
    s = target()  # AG-10.5, AG-10.10
    s.units[0].thickness = 50
    log = shoot(s, (60, 20, 0, 0, 0))  # e is 60
    assert s.units[0].durability == 2000 - 200 and s.units[0].health == 3900
    assert told(log, got_through).through == 0 and spalled not in kinds(log) and health_lost not in kinds(log)


def test_durability_serves_all_faces() -> None:
    s = target()  # AG-10.1, AG-10.2
    shoot(s, CANNON, Face.FRONT)
    armour = told(shoot(s, CANNON, Face.REAR), armour_met)
    assert armour.durability == 1157 and armour.thickness == FINE // 10 * 90 * 1157 * 5


@pytest.mark.parametrize(
    ("chassis", "what", "front", "side", "rear"),
    [
        (Chassis.TANK, "bastion", 12, 8, 5),
        (Chassis.WALKER, "strider", 10, 9, 7),
        (Chassis.AGRAV, "kestrel", 10, 8, 6),
    ],
)
def test_facing_multipliers(chassis: Chassis, what: str, front: int, side: int, rear: int) -> None:
    for face, tenths in zip(Face, (front, side, rear, 10), strict=True):
        s = target(what)  # AG-10.3, AG-17.12 for the top
        u = s.units[0]
        assert u.chassis == chassis
        armour = told(shoot(s, (10, 1, 0, 0, 0), face), armour_met)
        assert armour.thickness == FINE // 10 * u.thickness * armour.full * tenths


def test_bare_internals_take_all_of_it() -> None:
    for shot, lost in ((CANNON, 700), (HE_GUN, 900)):
        s = target()  # AG-10.11
        s.units[0].durability = 0
        log = shoot(s, shot)
        assert s.units[0].health == 3900 - lost and armour_worn not in kinds(log)
    s = target(options={"he_bonus_cap": "none"})
    s.units[0].durability = 0
    shoot(s, HE_GUN)
    assert s.units[0].health == 3900 - 1800


def test_thickness_for_a_ram() -> None:
    s = target()  # AG-10.1 without heat and facing (AG-19.12)
    u = s.units[0]
    u.heat, u.durability = 400, 1157
    assert thickness10(s.options, u) == 521  # 90 x 115.7/200 = 52.065
    assert thickness10(s.options, target("powersuits").units[0]) == 250


# ---------------------------------------------------------------- heat


def test_heat_is_kept_and_softens() -> None:
    s = target()  # AG-11.1, AG-11.7
    heat = told(shoot(s, LASER), armour_heated)
    assert (heat.before, heat.added, heat.heat, heat.limit) == (0, 300, 300, 900) and s.units[0].heat == 300
    armour = told(shoot(s, CANNON, Face.TOP), armour_met)
    assert armour.heat == 300 and armour.thickness == 20 * (90 * armour.durability - 15 * armour.full) * 10


def test_the_shot_heats_first_or_last() -> None:
    first, last = target(), target(options={"shot_heat_timing": "after_shot"})  # AG-9.2
    log, late = shoot(first, LASER, Face.TOP), shoot(last, LASER, Face.TOP)
    assert told(log, armour_met).heat == 300 and told(late, armour_met).heat == 0
    assert first.units[0].heat == last.units[0].heat == 300
    assert kinds(log).index(armour_heated) < kinds(log).index(armour_met)
    assert kinds(late).index(armour_heated) > kinds(late).index(got_through)
    assert first.units[0].durability < last.units[0].durability


def wear_of(options: Options, heat: int, shot: tuple[int, ...]) -> int:
    s = target(options=options)
    u = s.units[0]
    u.thickness, u.heat = 100, heat
    shoot(s, shot, Face.TOP)
    return 2000 - int(u.durability)


def test_above_the_limit_the_plate_wears_faster() -> None:
    shot = (40, 60, 0, 1, 0)
    assert wear_of({}, 1000, shot) == 480  # AG-11.2: at the limit e is 50
    assert wear_of({}, 1200, shot) == 576  # AG-11.4: 1.2 of a limit of 100 (AG-11.11)
    assert wear_of({"thermal_floor": "linear_to_zero"}, 1200, shot) == 720  # AG-11.3: e = 40


def test_the_cap_of_a_single_shot() -> None:
    shot = (100, 60, 0, 1, 0)
    assert wear_of({}, 1200, shot) == 1200  # AG-10.7, AG-10.8
    assert wear_of({"durability_cap_order": "cap_first"}, 1200, shot) == 1440
    # AG-10.11: nothing left to divide by while durability is left
    gone = {"thermal_floor": "linear_to_zero"}
    assert wear_of(gone, 2000, (40, 50, 0, 0, 0)) == 1000
    assert wear_of({**gone, "durability_cap_order": "cap_first"}, 2000, (40, 50, 0, 0, 0)) == 2000
    s = target(options=gone)
    s.units[0].heat = 1800
    assert told(shoot(s, CANNON), armour_worn).value == BEYOND


def test_the_thickness_that_wear_is_divided_by() -> None:
    s = target(options={"durability_thickness": "durability_only"})  # AG-10.9
    shoot(s, CANNON)
    assert 2000 - s.units[0].durability == 1011


def test_whole_points_by_option() -> None:
    s = target(options={"rounding_step": "1"})  # AG-1.3
    shoot(s, CANNON)
    assert (s.units[0].durability, s.units[0].health) == (1160, 3560)


def cooled(heat: int, durability: int = 2000, options: Options | None = None) -> tuple[int, int]:
    s = target(options=options)
    u = s.units[0]
    u.thickness, u.heat, u.durability = 100, heat, durability
    heat_step(s, 0, OFF)
    assert u.lost_durability == 0  # AG-11.9
    return int(u.durability), int(u.heat)


def test_heat_at_the_end_of_the_turn() -> None:
    assert cooled(2500) == (1950, 1902)  # AG-11.5, AG-11.8, AG-11.10
    assert cooled(2000) == (2000, 1900)  # AG-11.6
    assert cooled(50) == (2000, 0)
    assert cooled(500, durability=0) == (0, 500)  # AG-11.9
    assert cooled(2500, options={"heat_excess_consumed": False}) == (1950, 2402)
    s = target()
    s.units[0].heat = 2500
    log = open_log()
    heat_step(s, 0, log)
    row = told(log, armour_cooled)
    assert row == (0, 70, 87, 1930, 1713)  # L 90: 70 too much; then L 86.85


# ---------------------------------------------------------------- spalling and HE


def internal_of(options: Options, shot: tuple[int, ...], heat: int = 0, ram: int = 0) -> int:
    s = target(options=options)
    u = s.units[0]
    u.thickness, u.durability, u.durability_full, u.heat = 30, 1000, 1000, heat
    shoot(s, shot, Face.SIDE, ram=ram)
    return 3900 - int(u.health)


def test_caps_of_spalling_and_he() -> None:
    big = (75, 160, 0, 0, 1)
    assert internal_of({}, big) == 1568  # AG-12.4: the doubling is capped at 2e = 48
    assert internal_of({"he_bonus_cap": "none"}, big) == 2176
    assert internal_of({}, (75, 160, 0, 1, 0)) == 1088  # AG-12.6: energy has no bonus
    assert internal_of({}, (75, 160, 0, 0, 0)) == 1328  # AG-12.2: 24 more
    # AG-12.5: half of the plate is melted, and counts or not
    assert internal_of({}, (75, 160, 0, 0, 0), heat=300) == 1344 + 120
    assert internal_of({"spall_cap_basis": "plate"}, (75, 160, 0, 0, 0), heat=300) == 1344 + 240


def test_rams_do_not_spall() -> None:
    blow = (85, 170, 0, 0, 0)  # AG-12.6, AG-19.14
    assert internal_of({}, blow, ram=1) == 1220
    assert internal_of({"ram_spalling": True}, blow, ram=1) == 1460


def test_a_bastion_rams_a_terrier() -> None:
    s = target("terrier")  # AG-19.18
    shoot(s, (85, 170, 0, 0, 0), ram=1)
    assert (s.units[0].durability, s.units[0].health) == (0, 2550 - 260)
    s = target()
    shoot(s, (30, 60, 0, 0, 0), ram=1)
    assert s.units[0].durability == 2000 - 167


# ---------------------------------------------------------------- health and crits


def rolls(health: int, damage: int) -> int:
    s, log = target(), open_log()
    s.units[0].health = health
    lose_health(s, 0, damage, new_dice(3), log)
    return kinds(log).count(crit_rolled)


def test_crit_rolls_at_every_fifth_of_the_health() -> None:
    assert [rolls(3900, damage) for damage in (779, 780, 1560, 3119, 3120)] == [0, 1, 2, 3, 4]  # AG-12.8
    assert rolls(1000, 220) == 1 and rolls(780, 100) == 0
    assert rolls(2300, 3900) == 0  # none at health 0


def test_the_die_is_that_of_the_class() -> None:
    s, log = target(), open_log()  # AG-12.7: 60 for a medium vehicle, whatever it spent
    crit_roll(s, 0, script_dice(new_dice(0), [(38, 60)]), log)
    row = told(log, crit_rolled)
    assert (row.sides, row.die, row.part, row.crits) == (60, 38, NOBODY, 0)  # AG-12.10: beyond the last band


def test_the_second_crit_destroys() -> None:
    s, log = target(), open_log()  # AG-12.9, AG-12.11, AG-12.12
    dice = script_dice(new_dice(0), [(34, 60)] * 3)
    for _ in range(3):
        crit_roll(s, 0, dice, log)
    rows = [(Part(row.part), row.weapon, row.crits) for row in crit_rolled.rows(log)]
    assert rows == [(Part.WEAPON, 1, n) for n in (1, 2, 3)]
    assert s.units[0].weapon[1].crits == 2


def test_a_crit_on_a_destroyed_part_goes_down_the_list() -> None:
    s = target(options={"crit_on_destroyed_part": "next"})  # AG-12.12
    u = s.units[0]
    crit(u, Part.COCKPIT, 1)
    crit(u, Part.DRIVE, 2)
    log = open_log()
    crit_roll(s, 0, script_dice(new_dice(0), [(12, 60)]), log)
    assert Part(told(log, crit_rolled).part) == Part.SHIELD
    for k in range(index(u, Part.SHIELD), u.parts):
        u.part[k].crits = 2
    log = open_log()
    crit_roll(s, 0, script_dice(new_dice(0), [(12, 60)]), log)
    assert told(log, crit_rolled).crits == 3  # nothing further down


def test_a_cockpit_crit_blinds_and_then_kills() -> None:
    s = target()  # table 3.10, AG-12.14
    crit(s.units[0], Part.COCKPIT)
    assert s.units[0].sensors == 0 and crits_of(s.units[0], Part.COCKPIT) == 1
    s.units[0].durability = 0
    log = shoot(s, (100, 78, 0, 1, 0), dice=script_dice(new_dice(0), [(9, 60)]))
    assert s.units[0].standing == Standing.DESTROYED and s.units[0].health > 0
    assert kinds(log)[-1] == unit_destroyed


def test_a_drive_crit_halves_and_then_stops() -> None:
    s = target()
    u = s.units[0]
    u.mobility, u.left = 7, 5  # AG-7.12, AG-1.9
    crit(u, Part.DRIVE)
    assert (mobility_now(s.options, u), u.left) == (3, 2)
    harm(PRINTED, u, index(u, Part.DRIVE), 2)
    assert (mobility_now(s.options, u), u.left) == (0, 0) and drive_lost(u)


def test_a_shield_crit_cuts_it_down() -> None:
    s = target("citadel", shield=True)
    u = s.units[0]
    crit(u, Part.SHIELD)
    assert (u.shield.full, u.shield.maximum, u.shield.charge) == (1000, 1000, 1000)
    harm(PRINTED, u, index(u, Part.SHIELD), 2)
    assert u.shield.state == Shield.DESTROYED and u.shield.charge == 0


def test_crits_on_generator_and_capacitor() -> None:
    u = target("colossus").units[0]  # output 6, 3 points of capacitor
    assert energy_limit(PRINTED, u) == 12 == u.energy  # AG-5.8
    crit(u, Part.CAPACITOR)
    assert energy_limit(PRINTED, u) == 9 == u.energy  # AG-12.14
    harm(PRINTED, u, index(u, Part.CAPACITOR), 2)
    assert energy_limit(PRINTED, u) == 6 == u.energy
    crit(u, Part.GENERATOR)
    assert u.output == 3 and has(u, Part.GENERATOR)
    harm(PRINTED, u, index(u, Part.GENERATOR), 2)
    assert u.output == 0 and u.energy == 0 and not has(u, Part.GENERATOR)


def test_crits_on_guns() -> None:
    u = target().units[0]  # cannon100 with 8 loads and a full stabiliser, in the turret
    crit(u, Part.AMMO)
    assert u.weapon[0].loads == 4
    harm(PRINTED, u, index(u, Part.AMMO), 2)
    assert u.weapon[0].loads == 0
    crit(u, Part.STABILISER)
    assert u.weapon[0].stabiliser == Stabiliser.PARTIAL
    harm(PRINTED, u, index(u, Part.STABILISER), 2)
    assert u.weapon[0].stabiliser == Stabiliser.NONE
    u.weapon[0].cone = Way.NE.value
    crit(u, Part.WEAPON, 2)
    assert u.weapon[0].crits == 2 and u.weapon[0].cone == NOBODY


def test_a_jammed_turret_is_a_hull_mount() -> None:
    u = target("citadel").units[0]
    u.weapon[0].cone, u.facing = Way.W.value, Way.E.value
    crit(u, Part.TURRET)
    assert u.turret == Turret.HIGH_ACT and u.weapon[0].mount == Mount.TURRET
    harm(PRINTED, u, index(u, Part.TURRET), 2)
    assert u.turret == Turret.PLAIN
    assert [u.weapon[w].mount for w in range(u.weapons)] == [Mount.HULL] * 3
    assert u.weapon[0].cone == Way.E and u.weapon[1].cone == NOBODY


def test_crits_on_smoke_and_transfer() -> None:
    u = target("pavise").units[0]
    crit(u, Part.SMOKE)
    assert u.smoke == 1
    harm(PRINTED, u, index(u, Part.SMOKE), 2)
    assert u.smoke == 0
    crit(u, Part.TRANSFER)
    assert has(u, Part.TRANSFER) and crits_of(u, Part.TRANSFER) == 1
    harm(PRINTED, u, index(u, Part.TRANSFER), 2)
    assert not has(u, Part.TRANSFER)


# ---------------------------------------------------------------- destruction


def test_a_destroyed_vehicle_becomes_debris() -> None:
    s = target()  # AG-9.3, AG-12.13
    s.units[0].durability, s.units[0].health = 0, 700
    log = shoot(s, CANNON)
    assert s.units[0].standing == Standing.DESTROYED and s.occupant[HERE] == NOBODY
    assert s.ground[HERE] == Ground.DEBRIS
    assert kinds(log)[-1] == unit_destroyed and stunned not in kinds(log)
    assert crit_rolled not in kinds(log)
    again = shoot(s, CANNON)  # what is left of a volley is lost
    assert again.count == 0


def test_what_sees_a_destroyed_unit_sees_it_no_more() -> None:
    s = target()
    field_unit(SHELF, s, 1, "strider", tile_at(8, 5))
    look_all(s)
    assert s.units[1].sees == 1
    destroy(s, 0, OFF)
    assert s.units[1].sees == 0 and s.units[0].sees == 0


# ---------------------------------------------------------------- squads


def squad_hit(s: State, penetration: int, damage: int, area: int = 0) -> Log:
    log = open_log()
    hit_squad(s, 0, 20 * penetration, 10 * damage, area, new_dice(0), log)
    return log


def test_one_shot_one_model_unless_it_covers_an_area() -> None:
    s = target("troopers")  # AG-21.2, AG-21.5
    squad_hit(s, 40, 12)
    assert s.units[0].model[:5] == [80, 200, 200, 200, 200]
    squad_hit(s, 40, 12)  # the weakest again
    assert s.units[0].model[:5] == [0, 200, 200, 200, 200] and s.units[0].health == 800
    log = squad_hit(s, 60, 26, area=1)  # AG-21.1: two models
    assert s.units[0].model[:5] == [0, 0, 0, 200, 200]
    assert [row.model for row in model_hit.rows(log)] == [1, 2]


def test_a_squad_without_models_is_gone_and_leaves_no_debris() -> None:
    s = target("troopers")  # AG-9.3, AG-21.5
    log = squad_hit(s, 75, 160, area=1)
    assert s.units[0].standing == Standing.DESTROYED and s.ground[HERE] == Ground.CLEAR
    assert kinds(log) == [model_hit] * 5 + [unit_destroyed]


def test_models_in_armour() -> None:
    s = target("powersuits")  # AG-21.5: 12 x 15/40
    log = squad_hit(s, 40, 12)
    row = told(log, model_hit)
    assert (row.model, row.damage, row.removed, row.left, row.squad) == (0, 45, 45, 455, 1455)
    squad_hit(s, 25, 40)
    assert s.units[0].health == 1455
    assert s.units[0].heat == 0  # AG-11.7


def test_squads_are_stunned_too() -> None:
    s = target("troopers")  # AG-15.8: 25 of 100
    squad_hit(s, 40, 12)
    squad_hit(s, 40, 12)
    assert s.units[0].stun == 0
    squad_hit(s, 40, 12)
    assert s.units[0].stun == 2
