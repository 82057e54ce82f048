"""Plates: a name, blocks, a tick; over no unit and over no other plate, wherever units stand."""

import random
import re
from dataclasses import replace

import pytest
from tests.unit.views.scenes import bare, unit

from hulldown.rulesets.api.scene import Marker, UnitMark
from hulldown.views import layers
from hulldown.views.hex.grid import centre, places, size, stations
from hulldown.views.hex.ground import numbered
from hulldown.views.units import LONGEST, Room, _room, body_of, hung, plate, plate_name, plate_size

NAMES = ("Hunter", "Bulwark", "Raider", "Carrier", "Squad", "AA gun")
KINDS = ("tank", "tank", "apc", "squad", "gun", "hover")


def crowd(dice: random.Random) -> list[UnitMark]:
    """A dozen units near one another, one of them a wreck, two in one hex."""
    near = [place for place in places(10, 10) if place[0] in "CDEFG" and 3 <= int(place[1:]) <= 7]
    spots = dice.sample(near, 11)
    made = []
    for number, place in enumerate([*spots, spots[0]]):
        state = frozenset({"wreck"} if number == 5 else {"spent"} if number % 3 == 0 else set[str]())
        kind, way = dice.choice(KINDS), dice.randrange(6)
        made.append(
            UnitMark(
                f"{'AB'[number % 2]}{number}",
                number % 2,
                kind,
                dice.choice(NAMES),
                place,
                way,
                way,
                2,
                4,
                state,
            )
        )
    return made


@pytest.mark.parametrize("seed", range(40))
def test_a_plate_meets_no_unit_and_no_other_plate(seed: int) -> None:
    marks = crowd(random.Random(seed))
    width, height = size(10, 10)
    placed = hung(stations(marks), width, height)
    rooms = [_room(station, plate_name(station.unit, marks), 1.0) for station in placed]
    for turn, room in enumerate(rooms):
        assert not any(body_of(station).meets(room) for station in placed)
        assert not any(room.meets(other) for other in rooms[:turn])
        assert room.left >= 0 and room.top >= 0 and room.right <= width and room.foot <= height


def test_a_plate_stands_below_its_unit_and_above_it_when_the_gun_points_down() -> None:
    (down,) = hung(stations([unit("A1", "E5", hull=0, turret=3)]), 998, 1158)
    (up,) = hung(stations([unit("A1", "E5", hull=0, turret=0)]), 998, 1158)
    assert down.tag.y < down.at.y and up.tag.y > up.at.y


def test_two_of_a_kind_are_told_apart() -> None:
    marks = [unit("A1"), unit("A2"), unit("B1", side=1)]
    assert [plate_name(mark, marks) for mark in marks] == ["Hunter 1", "Hunter 2", "Hunter"]


def test_a_long_name_is_cut() -> None:
    long = unit(name="Reconnaissance carrier")
    called = replace(long, plate="your Reconnaissance carrier")
    assert plate_name(long, ()) == "Reconnaissance ca…"
    assert plate_name(called, ()) == "your Reconnaissan…"
    assert len(plate_name(long, ())) == len(plate_name(called, ())) == LONGEST


def test_a_plate_ticks_off_what_has_acted_and_is_as_wide_as_it_says() -> None:
    fresh, spent = (plate(unit(state=frozenset(state)), "Hunter", 0, 0) for state in ((), ("spent",)))
    assert "tag-tick" in spent and "tag-tick" not in fresh
    assert f'width="{plate_size("Hunter", 4)[0]:.1f}"' in fresh


def test_rooms_meet_where_they_share_ground() -> None:
    assert Room(0, 0, 10, 10).meets(Room(9, 9, 20, 20))
    assert not Room(0, 0, 10, 10).meets(Room(10, 0, 20, 10))


def test_lost_points_are_crossed() -> None:
    markup = layers(bare(units=(unit(points=3, points_full=4),)))["l-tags"]
    left, lost = (re.search(rf'class="hp {name}" d="([^"]*)"', markup) for name in ("on", "off"))
    assert left and lost and (left[1].count("M"), lost[1].count("M")) == (3, 1)


def test_a_plate_hides_no_flag_and_no_number_of_the_ruler() -> None:
    flag, wreck = Marker("E5", "objective"), unit("B1", "E4", side=1, state=frozenset({"wreck"}))
    markup = layers(bare(columns=10, rows=10, units=(wreck, unit("A1", "F1")), markers=(flag,)))["l-tags"]
    rooms = re.findall(
        r'translate\(([\d.]+) ([\d.]+)\).*?x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)"', markup
    )
    for x, y, left, top, wide in (map(float, room) for room in rooms):
        room = Room(x + left, y + top, x + left + wide, y + top + 34)
        assert room.away(*centre("E5")) >= 34
        assert all(room.away(u, v) >= far for u, v, far in numbered(10, 10))
