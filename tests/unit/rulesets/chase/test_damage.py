"""Severity, locations and damage states (CH-11)."""

import pytest
from tests.unit.rulesets.chase.table import LOG, PRINTED, duel, give

from hulldown.kernel.records import blank
from hulldown.rulesets.chase.driving import takes_test
from hulldown.rulesets.chase.events import tank_destroyed
from hulldown.rulesets.chase.gunnery import crash_location, destroyed, harm, severity_of, shot_location, speed
from hulldown.rulesets.chase.state import Damage, Location, Order

State = tuple[int, int, int]


def after(now: State, location: Location, severity: int) -> State:
    made = blank(Damage)
    made.hull, made.mobility, made.gun = now
    harm(PRINTED, made, location, severity)
    return made.hull, made.mobility, made.gun


def test_severity_grows_with_penetration_up_to_four() -> None:
    table = [(-5, 0), (0, 0), (1, 1), (3, 1), (4, 2), (9, 2), (10, 3), (12, 3), (13, 4), (99, 4)]
    assert [severity_of(PRINTED, through) for through, _ in table] == [
        severity for _, severity in table
    ]  # CH-11.1, CH-11.2


@pytest.mark.parametrize(
    ("now", "location", "severity", "then"),
    [
        ((6, 0, 0), Location.HULL, 3, (3, 0, 0)),  # CH-11.3
        ((6, 0, 0), Location.DRIVE, 1, (6, 1, 0)),  # CH-11.4
        ((6, 1, 0), Location.DRIVE, 4, (3, 2, 0)),
        ((6, 2, 0), Location.DRIVE, 4, (2, 2, 0)),
        ((6, 0, 0), Location.TURRET, 1, (6, 0, 1)),  # CH-11.5
        ((6, 0, 1), Location.TURRET, 3, (4, 0, 2)),
        ((6, 0, 2), Location.TURRET, 3, (3, 0, 2)),
        ((6, 1, 1), Location.HULL, 0, (6, 1, 1)),
        ((6, 0, 0), Location.DRIVE, 0, (6, 0, 0)),
    ],
)
def test_what_a_hit_does(now: State, location: Location, severity: int, then: State) -> None:
    assert after(now, location, severity) == then


def test_damage_never_gets_better() -> None:
    for location in Location:
        for severity in range(5):
            for now in ((6, 0, 0), (3, 1, 1), (1, 2, 2)):
                hull, mobility, gun = after(now, location, severity)
                assert hull <= now[0] and mobility >= now[1] and gun >= now[2]  # CH-11.8, CH-13.6


def test_where_hits_strike() -> None:
    names = "HTDTHHHTDTH"
    letter = {Location.HULL: "H", Location.TURRET: "T", Location.DRIVE: "D"}
    assert (
        "".join(letter[Location(shot_location(PRINTED, total))] for total in range(2, 13)) == names
    )  # CH-10.7
    assert (
        "".join(letter[Location(crash_location(PRINTED, face))] for face in range(1, 7)) == "HHHHDD"
    )  # CH-8.15


def test_a_damaged_drive_is_slower_rounded_down() -> None:
    assert [speed(PRINTED, 14, mobility) for mobility in range(3)] == [14, 10, 0]  # CH-11.6, CH-1.8
    assert [speed(PRINTED, top, 1) for top in (7, 8, 10, 12, 13, 16)] == [5, 6, 7, 9, 9, 12]


def test_a_tank_without_hull_points_is_destroyed_whatever_is_left_over() -> None:
    made = blank(Damage)
    for hull, gone in ((1, False), (0, True), (-3, True)):
        made.hull = hull
        assert destroyed(made) is gone  # CH-11.7
    s = duel("warden", "warden", damage={"A1": (6, 0, 0), "B1": (1, 0, 2)})
    give(s, "A1 pursue, B1 pursue", 6, 6, 1, 1, 6, 6, 3, 4, 6, 6, 6, 6)
    assert [(row.tank, row.surplus) for row in tank_destroyed.rows(LOG)] == [(6, 3)]  # CH-11.7: "brewed up"


def test_an_immobilised_tank_tests_no_driving() -> None:
    s = duel("warden", "warden", damage={"B1": (6, 2, 0)})
    s.tanks[0].order = Order.PURSUE
    assert takes_test(s, 0) and not takes_test(s, 6)  # CH-11.6, CH-5.8


def test_crews_are_their_skills_only() -> None:
    assert set(vars(blank(Damage))) == {"hull", "mobility", "gun"}  # CH-11.10, CH-11.8
