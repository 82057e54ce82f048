"""Hardshields and the charge that is lent (AG-13, AG-14), rams at shields (AG-19.15)."""

from fractions import Fraction

import pytest
from tests.unit.rulesets.agrav.blows import (
    CANNON,
    HE_GUN,
    HERE,
    LANCE,
    LASER,
    PRINTED,
    PULSE,
    RAIL,
    Options,
    crit,
    index,
    kinds,
    shoot,
    target,
    told,
)

from hulldown.kernel.actions import Log
from hulldown.kernel.records import blank
from hulldown.rulesets.agrav.armor import harm, heat_step
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.damage import (
    DOUBLED,
    dealt_over,
    excess_of,
    factor,
    rest,
    shield_step,
    thickness_over,
    through,
    toggle,
    transfer,
    why_not_toggle,
    why_not_transfer,
)
from hulldown.rulesets.agrav.events import (
    Why,
    charge_sent,
    event,
    got_through,
    shield_cracked,
    shield_downed,
    shield_rested,
    shield_struck,
    shield_toggled,
)
from hulldown.rulesets.agrav.setup import field_unit
from hulldown.rulesets.agrav.state import Face, Part, Screen, Shield, Standing, State, tile_at
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.common.explanation import OFF, open_log

AUTOCANNON = (75, 20, 0, 0, 0)
WEAK = (50, 30, 0, 0, 0)  # does not penetrate an S150


def rows(log: Log) -> list[tuple[int, ...]]:
    """Every event with all that it says."""
    return [(event[row.kind], *event[row.kind].decode(row)) for row in log.events[: log.count]]


def screened(options: Options | None = None, charge: int = 1500, what: str = "bastion") -> State:
    """A vehicle behind its active shield: an S150 unless told otherwise."""
    s = target(what, options, shield=True)
    s.units[0].shield.charge = charge
    return s


def thickness(s: State, screen: Screen) -> Fraction:
    return Fraction(thickness_over(s.options, screen), int(screen.full))


# ---------------------------------------------------------------- hits


def test_a_cannon_cracks_a_full_shield() -> None:
    s = screened()  # AG-13.4, AG-13.22
    log, screen = shoot(s, CANNON), s.units[0].shield
    hit = told(log, shield_struck)
    assert (hit.factor, hit.thickness, hit.parts, hit.removed, hit.left) == (3, 50, 1, 1050, 450)
    assert (screen.charge, screen.crack, screen.state) == (450, 2, Shield.ACTIVE)  # AG-13.19
    assert kinds(log) == [shield_struck, shield_cracked]
    assert thickness(s, screen) == 15  # AG-13.5, AG-13.16
    assert s.units[0].durability == 2000 and s.units[0].health == 3900  # AG-13.6


def test_a_laser_goes_through_but_does_not_crack() -> None:
    s = screened()  # AG-13.3, AG-13.8, AG-13.22
    shoot(s, LASER)
    assert s.units[0].shield.charge == 600 and s.units[0].shield.crack == 0
    assert s.units[0].heat == 0  # AG-11.7


def test_one_thickness_for_all_faces_whatever_the_charge() -> None:
    for face in Face:
        for charge in (200, 1500):
            s = screened(charge=charge)  # AG-13.1, AG-13.2
            shoot(s, WEAK, face)
            assert s.units[0].shield.charge == charge - 150


def test_the_shot_that_empties_it_does_nothing_else() -> None:
    s = screened(charge=100)  # AG-13.7, AG-13.10, AG-13.15
    log, u = shoot(s, RAIL), s.units[0]
    assert (u.shield.state, u.shield.charge, u.shield.reset, u.shield.crack) == (Shield.DISABLED, 0, 5, 0)
    assert (u.durability, u.health, u.lost_charge) == (2000, 3900, 100)
    down = told(log, shield_downed)
    assert (down.dealt, down.removed, down.turns, down.rest) == (975, 100, 5, 0)
    assert shield_cracked not in kinds(log)
    shoot(s, RAIL)
    assert u.durability < 2000  # AG-13.15: only an active shield is in the way


def test_a_new_crack_lasts_as_long_again() -> None:
    s = screened()  # AG-13.19
    shoot(s, CANNON)
    shield_step(s, 0, OFF)
    assert s.units[0].shield.crack == 1
    shoot(s, (40, 12, 0, 0, 0))  # over twice 15
    assert s.units[0].shield.crack == 2


def test_heat_before_or_after_the_factor() -> None:
    for option, lost in (("before_factor", 150), ("after_factor", 200)):
        s = screened({"shield_thermal_order": option}, 1500, "tempest")  # AG-13.17
        s.units[0].shield.nominal = 60
        shoot(s, PULSE)
        assert 1500 - s.units[0].shield.charge == lost


def test_thickness_follows_the_maximum_or_nothing() -> None:
    for scales, lost in ((True, 300), (False, 150)):
        s = screened({"shield_thickness_scales": scales}, 700)  # AG-13.16
        s.units[0].shield.maximum = 750
        shoot(s, WEAK)
        assert 700 - s.units[0].shield.charge == lost


def test_what_a_hit_says_of_the_shield() -> None:  # AG-13.16, AG-13.21
    """Factor and thickness, what was dealt and lost; nothing else stands in its rows."""
    s = screened(charge=1200)
    s.units[0].shield.activated = 1
    assert rows(shoot(s, (110, 20, 0, 0, 0))) == [
        (shield_struck, 0, 3 + 4, 50, 1, 600, 600),
        (shield_cracked, 0, 2),
    ]
    s = screened(charge=100)
    assert rows(shoot(s, CANNON)) == [
        (shield_struck, 0, 3, 50, 1, 100, 0),
        (shield_downed, 0, 1050, 100, 5, 0),
    ]
    s = screened()
    s.units[0].shield.maximum = 1000
    assert rows(shoot(s, WEAK)) == [(shield_struck, 0, 2, 100, 3, 300, 1200)]


def test_heat_after_the_factor_is_doubled_too() -> None:  # AG-13.17, AG-13.21
    o, screen = screened({"shield_thermal_order": "after_factor"}).options, blank(Screen)
    screen.nominal, screen.full, screen.maximum, screen.charge = 50, 1500, 1500, 1500
    over = {100: 300 * 100 + 100 * 70, 101: 300 * 150 + 100 * 70, 50: 300 * 50 + 100 * 70}
    for penetration, dealt in over.items():
        for activated in (0, 1):
            screen.activated = activated
            percent = factor(o, through(o, screen, 20 * penetration))
            assert dealt_over(o, screen, percent, 300, 70) == dealt * (1 + activated)


# ---------------------------------------------------------------- switching


def switched_on(options: Options | None = None, charge: int = 1000) -> State:
    s = screened(options, charge)
    s.units[0].shield.state = Shield.INACTIVE
    toggle(s, 0, OFF)
    return s


def test_switching_on_costs_a_twentieth() -> None:
    screen = switched_on().units[0].shield  # AG-13.11, AG-13.12, AG-13.20
    assert (screen.state, screen.charge, screen.maximum) == (Shield.ACTIVE, 950, 1000)
    screen = switched_on({"activation_cost_base": "default_max"}).units[0].shield
    assert (screen.charge, screen.maximum) == (925, 1000)
    screen = switched_on({"activation_cost_base": "default_max"}, charge=60).units[0].shield
    assert (screen.state, screen.charge, screen.reset) == (Shield.DISABLED, 0, 5)  # AG-13.23


def test_the_least_charge_can_be_switched_on() -> None:
    s = screened(charge=1)  # AG-13.20
    s.units[0].shield.state = Shield.INACTIVE
    assert why_not_toggle(s, 0) == Why.ALLOWED
    log, screen = open_log(), s.units[0].shield
    toggle(s, 0, log)
    assert rows(log) == [(shield_toggled, 0, Shield.ACTIVE, 1, 0, 1)]
    assert (screen.state, screen.toggled, screen.activated) == (Shield.ACTIVE, 1, 1)
    assert why_not_toggle(s, 0) == Why.SHIELD_TOGGLED
    rest(screen)
    assert (screen.toggled, screen.activated) == (0, 0)


def test_a_cost_of_all_the_charge_is_told() -> None:
    s, log = screened({"activation_cost_base": "default_max"}, 75), open_log()  # AG-13.23
    s.units[0].shield.state = Shield.INACTIVE
    toggle(s, 0, log)
    assert rows(log) == [(shield_toggled, 0, Shield.DISABLED, 75, 75, 0)]


def test_switching_off_restores_the_maximum() -> None:
    s = switched_on()  # AG-13.12, AG-13.20
    assert why_not_toggle(s, 0) == Why.SHIELD_TOGGLED
    rest(s.units[0].shield)
    assert why_not_toggle(s, 0) == Why.ALLOWED
    log = open_log()
    toggle(s, 0, log)
    screen, row = s.units[0].shield, told(log, shield_toggled)
    assert (screen.state, screen.charge, screen.maximum) == (Shield.INACTIVE, 950, 1500)
    assert (row.state, row.before, row.paid, row.charge) == (Shield.INACTIVE, 950, 0, 950)


def test_what_forbids_switching() -> None:
    s = screened()  # AG-13.20
    screen = s.units[0].shield
    for state in (Shield.DISABLED, Shield.DESTROYED):
        screen.state = state
        assert why_not_toggle(s, 0) == Why.SHIELD_DISABLED
    screen.state, screen.charge = Shield.INACTIVE, 0
    assert why_not_toggle(s, 0) == Why.SHIELD_EMPTY
    assert why_not_toggle(target("terrier"), 0) == Why.NO_SUCH_ACTION


def test_damage_is_doubled_after_switching_on() -> None:
    s = switched_on(charge=1500)  # AG-13.14, AG-13.21
    hit = told(shoot(s, WEAK), shield_struck)
    assert hit.factor == 1 + DOUBLED and hit.removed == 300
    rest(s.units[0].shield)
    assert told(shoot(s, WEAK), shield_struck).removed == 150


def test_any_damage_is_doubled() -> None:
    plain, doubled = switched_on({"activation_double_scope": "shield"}, 100), switched_on({}, 100)
    for s in (plain, doubled):  # AG-13.14, AG-13.21: even once the shield is down
        s.units[0].thickness = 60
        shoot(s, RAIL)
        assert s.units[0].shield.state == Shield.DISABLED
        shoot(s, CANNON)
    # e is 72: 70 x 130/72 = 126.4 and 70 x 58/130 + 58 = 89.2
    assert 2000 - plain.units[0].durability == 1264
    assert 2000 - doubled.units[0].durability == 2000  # 252.8, of 200
    assert plain.units[0].lost_health == 892 and doubled.units[0].lost_health == 1785


def test_what_heat_burns_away_is_not_doubled() -> None:  # AG-13.24, AG-11.8
    plain, doubled = switched_on({"activation_double_scope": "shield"}), switched_on()
    for s in (plain, doubled):
        s.units[0].thickness, s.units[0].heat = 100, 2500
        heat_step(s, 0, OFF)
    assert doubled.units[0].durability == plain.units[0].durability == 1950


# ---------------------------------------------------------------- the shield step


@pytest.mark.parametrize(
    ("state", "charge", "crack", "reset", "toggled", "then"),
    [
        (Shield.ACTIVE, 1000, 0, 0, 0, (Shield.ACTIVE, 1015, 0, 0)),  # AG-13.9
        (Shield.INACTIVE, 1000, 0, 0, 0, (Shield.INACTIVE, 1030, 0, 0)),
        (Shield.ACTIVE, 1495, 0, 0, 0, (Shield.ACTIVE, 1500, 0, 0)),
        (Shield.ACTIVE, 1000, 0, 0, 1, (Shield.ACTIVE, 1000, 0, 0)),  # AG-13.13
        (Shield.ACTIVE, 1000, 2, 0, 1, (Shield.ACTIVE, 1000, 1, 0)),  # AG-13.18: one of these only
        (Shield.INACTIVE, 1000, 1, 0, 0, (Shield.INACTIVE, 1000, 0, 0)),
        (Shield.DISABLED, 0, 0, 5, 0, (Shield.DISABLED, 0, 0, 4)),  # AG-13.10
        (Shield.DISABLED, 0, 0, 1, 0, (Shield.INACTIVE, 0, 0, 0)),
        (Shield.DESTROYED, 0, 0, 0, 0, (Shield.DESTROYED, 0, 0, 0)),
    ],
)
def test_the_end_of_the_turn(
    state: Shield, charge: int, crack: int, reset: int, toggled: int, then: tuple[int, ...]
) -> None:
    s = screened()  # AG-13.18
    screen = s.units[0].shield
    screen.state, screen.charge, screen.crack, screen.reset = state, charge, crack, reset
    screen.toggled = toggled
    shield_step(s, 0, OFF)
    assert (screen.state, screen.charge, screen.crack, screen.reset) == then


@pytest.mark.parametrize(
    ("state", "charge", "crack", "reset", "said"),
    [
        (Shield.ACTIVE, 1000, 0, 0, (Shield.ACTIVE, 1015, 15, 0)),
        (Shield.ACTIVE, 1500, 0, 0, None),
        (Shield.ACTIVE, 900, 2, 0, (Shield.ACTIVE, 900, 0, 1)),
        (Shield.INACTIVE, 900, 1, 0, (Shield.INACTIVE, 900, 0, 0)),
        (Shield.DISABLED, 0, 0, 4, (Shield.DISABLED, 0, 0, 3)),
        (Shield.DESTROYED, 0, 0, 0, None),
        (Shield.DESTROYED, 0, 1, 0, None),
    ],
)
def test_the_step_is_told_where_it_changes_something(
    state: Shield, charge: int, crack: int, reset: int, said: tuple[int, ...] | None
) -> None:
    s, log = screened(charge=charge), open_log()  # AG-13.18
    screen = s.units[0].shield
    screen.state, screen.crack, screen.reset = state, crack, reset
    shield_step(s, 0, log)
    assert rows(log) == ([(shield_rested, 0, *said)] if said else [])


def test_a_vehicle_without_a_shield_has_no_step() -> None:
    s, log = target("terrier"), open_log()  # AG-13.18
    s.units[0].shield.crack = 2
    shield_step(s, 0, log)
    assert not rows(log) and s.units[0].shield.crack == 2


def test_charge_above_the_maximum_is_kept() -> None:
    """AG-13.18: there is a most to what regenerates; what is there is not taken."""
    s = screened(charge=900)
    s.units[0].shield.maximum = 800
    shield_step(s, 0, OFF)
    assert s.units[0].shield.charge == 900


def test_the_reset_restores_the_maximum() -> None:
    s = screened()  # AG-13.20
    screen = s.units[0].shield
    screen.state, screen.charge, screen.reset, screen.maximum = Shield.DISABLED, 0, 1, 60
    log = open_log()
    shield_step(s, 0, log)
    row = told(log, shield_rested)
    assert screen.maximum == 1500
    assert (row.state, row.charge, row.gain, row.turns) == (Shield.INACTIVE, 0, 0, 0)


def test_no_regeneration_without_a_working_generator() -> None:
    s = screened(charge=1000)  # AG-13.18
    u = s.units[0]
    crit(u, Part.GENERATOR)
    shield_step(s, 0, OFF)
    assert u.shield.charge == 1015
    harm(PRINTED, u, index(u, Part.GENERATOR), 2)
    shield_step(s, 0, OFF)
    assert u.shield.charge == 1015


def test_regeneration_is_a_share_of_the_default_maximum() -> None:
    s = screened(charge=500)  # AG-13.18
    s.units[0].shield.maximum = 508
    shield_step(s, 0, OFF)
    assert s.units[0].shield.charge == 508


# ---------------------------------------------------------------- transfer


def pair(options: Options | None = None) -> State:
    """A pavise beside a citadel whose shield is at 80 of 100, by default 200."""
    s = target("pavise", options, shield=True)
    field_unit(SHELF, s, 0, "citadel", tile_at(6, 6))
    screen = s.units[1].shield
    screen.charge, screen.maximum = 800, 1000
    look_all(s)
    return s


@pytest.mark.parametrize(
    ("options", "charge", "maximum", "thick"),
    [({}, 1300, 1600, 48), ({"overcharge_rule": "text"}, 1300, 1300, 39)],
)
def test_a_transfer_overcharges(options: Options, charge: int, maximum: int, thick: int) -> None:
    s, log = pair(options), open_log()  # AG-14.4 to AG-14.7, AG-14.9
    giver, taker = s.units[0], s.units[1]
    assert thickness(s, taker.shield) == 30
    assert why_not_transfer(s, 0, 1, 100) == Why.ALLOWED
    transfer(s, 0, 1, 100, log)
    assert (giver.shield.charge, taker.shield.charge, taker.shield.maximum) == (1000, charge, maximum)
    assert thickness(s, taker.shield) == thick
    row = told(log, charge_sent)
    assert row == (0, 1, 1000, 800, charge, maximum)
    assert why_not_transfer(s, 0, 1, 1) == Why.TRANSFER_USED  # AG-14.1


def test_excess_at_the_default_maximum_is_lost() -> None:
    s = pair()  # AG-14.7
    s.units[1].shield.charge, s.units[1].shield.maximum = 1900, 2000
    transfer(s, 0, 1, 100, OFF)
    assert (s.units[1].shield.charge, s.units[1].shield.maximum) == (2000, 2000)


def test_charge_that_just_fits_raises_nothing() -> None:
    s = pair()  # AG-14.5, AG-14.7: 20 arrive, 20 are missing
    transfer(s, 0, 1, 25, OFF)
    assert (s.units[1].shield.charge, s.units[1].shield.maximum) == (1000, 1000)
    for charge, then in ((993, (1001, 1001)), (1000, (1004, 1008))):  # 0.8 arrive: 0.1 or all of it beyond
        s = pair()
        s.units[1].shield.charge = charge
        transfer(s, 0, 1, 1, OFF)
        assert (s.units[1].shield.charge, s.units[1].shield.maximum) == then
    s = pair()  # 20.8 arrive: 0.8 beyond
    transfer(s, 0, 1, 26, OFF)
    assert (s.units[1].shield.charge, s.units[1].shield.maximum) == (1004, 1008)


def test_a_transfer_is_told_and_done_once() -> None:
    s, log = pair(), open_log()  # AG-14.1, AG-14.8
    transfer(s, 0, 1, 200, log)
    screen = s.units[1].shield
    assert rows(log) == [(charge_sent, 0, 1, 2000, 1600, int(screen.charge), int(screen.maximum))]
    assert s.units[0].transferred == 1


def test_a_damaged_system_loses_half() -> None:
    s = pair()  # AG-14.8, table 3.10
    u = s.units[0]
    crit(u, Part.TRANSFER)
    transfer(s, 0, 1, 100, OFF)
    assert (s.units[1].shield.charge, s.units[1].shield.maximum) == (1150, 1300)
    u.transferred = 0
    harm(PRINTED, u, index(u, Part.TRANSFER), 2)
    assert why_not_transfer(s, 0, 1, 1) == Why.TRANSFER_MISSING


def test_who_may_be_sent_charge() -> None:
    s = pair()  # AG-14.2, AG-14.3, AG-14.8
    other = s.units[1]
    assert why_not_transfer(s, 0, 0, 10) == Why.TRANSFER_TARGET
    for nobody in (-2, -1, 2, 5):
        row = s.units[nobody]  # no unit, whatever stands in its row
        row.standing, row.side, row.tile, row.shield.state = Standing.PRESENT, 0, HERE, Shield.ACTIVE
        assert why_not_transfer(s, 0, nobody, 10) == Why.TRANSFER_TARGET
    assert why_not_transfer(s, 1, 0, 10) == Why.TRANSFER_MISSING
    for field, value in (
        ("tile", tile_at(7, 6)),
        ("side", 1),
        ("standing", Standing.DESTROYED),
    ):
        before = getattr(other, field)
        setattr(other, field, value)
        assert why_not_transfer(s, 0, 1, 10) == Why.TRANSFER_TARGET, field
        setattr(other, field, before)
    other.shield.state = Shield.INACTIVE
    assert why_not_transfer(s, 0, 1, 10) == Why.TRANSFER_TARGET
    other.shield.state = Shield.ACTIVE
    assert why_not_transfer(s, 0, 1, 1) == Why.ALLOWED
    for amount, reason in ((0, Why.TRANSFER_AMOUNT), (200, Why.ALLOWED), (201, Why.TRANSFER_AMOUNT)):
        assert why_not_transfer(s, 0, 1, amount) == reason


def test_the_first_unit_can_be_sent_charge() -> None:
    s = target("citadel", shield=True)  # AG-14.2
    field_unit(SHELF, s, 0, "pavise", tile_at(6, 6))
    assert why_not_transfer(s, 1, 0, 10) == Why.ALLOWED


def test_the_givers_shield() -> None:
    s = pair()  # AG-14.8
    giver = s.units[0].shield
    giver.state = Shield.DISABLED
    assert why_not_transfer(s, 0, 1, 10) == Why.SHIELD_DISABLED
    giver.state = Shield.INACTIVE
    transfer(s, 0, 1, 200, OFF)
    assert (giver.state, giver.charge) == (Shield.INACTIVE, 0)
    s = pair()
    transfer(s, 0, 1, 200, OFF)
    assert s.units[0].shield.state == Shield.DISABLED and s.units[0].shield.reset == 5
    assert s.units[0].lost_charge == 0  # AG-15.4


# ---------------------------------------------------------------- rams


def test_what_a_ram_has_left_hits_the_armour() -> None:
    s = screened(what="citadel")  # AG-19.3, AG-19.15: 50 x 3/2 empty it, 160 - 50 go on
    u = s.units[0]
    u.shield.charge, u.shield.nominal = 750, 30
    log = shoot(s, (80, 160, 0, 0, 0), Face.TOP, ram=1)
    down, base = told(log, shield_downed), told(log, got_through)
    assert (down.dealt, down.removed, down.rest) == (2400, 750, 1100)
    assert u.shield.state == Shield.DISABLED
    assert base.damage == 1100 and base.through == 0  # P is 55 against 110
    assert 3000 - u.durability == 550  # 110 x 55/110


def test_the_excess_counted_in_shield_damage() -> None:
    s = screened({"ram_excess_scale": "shield"}, what="citadel")  # AG-19.15
    u = s.units[0]
    u.shield.charge, u.shield.nominal = 750, 30
    log = shoot(s, (80, 160, 0, 0, 0), Face.TOP, ram=1)
    assert told(log, shield_downed).rest == 1650


def test_what_is_left_of_a_ram_to_the_tenth() -> None:
    """AG-19.14, AG-19.15: nothing up to the charge, then what is beyond over the factor, doubled or not."""
    o, screen = screened().options, blank(Screen)
    screen.nominal, screen.full, screen.maximum, screen.charge = 50, 1500, 1500, 500
    stopped, through_it, cracking = (factor(o, through(o, screen, 20 * p)) for p in (50, 100, 101))
    assert [excess_of(o, screen, stopped, damage) for damage in (10, 999, 1000, 1001, 1003)] == [
        0,
        0,
        0,
        1,
        3,
    ]
    assert [excess_of(o, screen, cracking, damage) for damage in (333, 334, 400)] == [0, 1, 67]
    screen.activated = 1
    assert [excess_of(o, screen, through_it, damage) for damage in (250, 251, 400)] == [0, 1, 150]


def test_a_ram_that_only_just_empties_the_shield() -> None:
    s = screened(charge=1000)  # AG-19.15
    s.units[0].shield.nominal = 40
    assert kinds(shoot(s, (50, 100, 0, 0, 0), ram=1)) == [shield_struck, shield_downed]
    assert s.units[0].shield.state == Shield.DISABLED and s.units[0].durability == 2000
    s = screened(charge=1500)
    assert kinds(shoot(s, (50, 100, 0, 0, 0), ram=1)) == [shield_struck]
    assert s.units[0].shield.charge == 1000


def test_only_rams_go_on_behind_the_shield() -> None:
    for shot in (CANNON, HE_GUN, LANCE, AUTOCANNON):
        s = screened(charge=10)  # AG-13.7
        shoot(s, shot)
        assert s.units[0].durability == 2000 and s.units[0].tile == HERE
