"""The board as a scene: what the state holds is in it, where it is and whose it is."""

from __future__ import annotations

from tests.answers.tank_commander.posing import move_to, post, recruit
from tests.unit.rulesets.tank_commander.table import board

from hulldown.kernel.hexes import cell_of
from hulldown.kernel.records import digest
from hulldown.rulesets.api.scene import Marker, Sky, UnitMark, Zone
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.tank_commander.board import scene
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.state import NOBODY, ZONE, Ground, Mission, Phase, Standing, State
from hulldown.rulesets.tank_commander.turn import activate

ROW_1 = tuple(f"{column}1" for column in "ABCDEFGHIJ")


def table(mission: Mission = Mission.SKIRMISH, **options: object) -> State:
    """A1 and its squad A2 at the south, B1 and its squad B2 at the north; nothing is at stake."""
    s = board(options)
    s.mission, s.attacker, s.prize, s.prize_cell = mission, 0, NOBODY, NOBODY
    post(s, recruit(s, 0), "E8", "N")
    post(s, recruit(s, 0, "infantry"), "D8", None)
    post(s, recruit(s, 1), "E3", "S")
    post(s, recruit(s, 1, "infantry"), "E5", None)
    s.first = s.seat = 0
    return s


def carry(s: State, squad: int, u: int) -> None:
    """Put a squad on or in a vehicle."""
    move_to(s, squad, NOBODY)
    s.units[squad].carrier = u


def mark(s: State, name: str) -> UnitMark:
    """A unit as the scene has it."""
    return next(unit for unit in scene(SHELF, s, 0).units if unit.unit == name)


def markers(s: State, kind: str) -> list[Marker]:
    """The markers of a kind."""
    return [marker for marker in scene(SHELF, s, 0).markers if marker.kind == kind]


# ---------------------------------------------------------------- units


def test_a_carried_squad_is_a_badge_on_what_carries_it() -> None:  # TC-10.20, TC-10.21
    s = table()
    apc = post(s, recruit(s, 0, "apc"), "F8")
    carry(s, 1, 0)
    assert [unit.unit for unit in scene(SHELF, s, 0).units] == ["A1", "B1", "B2", "A3"]
    assert mark(s, "A1").aboard == ("A2",) and mark(s, "A1").outside
    carry(s, 1, apc)
    assert mark(s, "A1").aboard == () and mark(s, "A3").aboard == ("A2",)
    assert not mark(s, "A3").outside and "carries A2" in mark(s, "A3").spoken


def test_every_kind_has_its_silhouette() -> None:  # TC-14.11
    s = table()
    for kind, place in (("apc", "A1"), ("hover_tank", "B1"), ("walker", "C1"), ("aa_gun", "D1")):
        post(s, recruit(s, 1, kind), place)
    found = {unit.place: unit.kind for unit in scene(SHELF, s, 0).units}
    assert [found[place] for place in ("A1", "B1", "C1", "D1", "E5")] == [
        *("apc", "hover", "walker", "gun", "squad")
    ]


def test_a_squad_in_cover_looks_and_sounds_so() -> None:  # TC-10.12
    s = table()
    s.units[1].covered = 1
    assert "cover" in mark(s, "A2").state and mark(s, "A2").spoken.endswith("in cover")


def test_the_escorted_squad_wears_its_star_aboard_as_well() -> None:  # TC-13.19
    s = table(Mission.ESCORT)
    s.prize = 1
    assert mark(s, "A2").prize == "escort" and "must be brought across" in mark(s, "A2").spoken
    carry(s, 1, 0)
    assert mark(s, "A1").prize == "escort"


def test_a_target_is_marked_until_it_is_a_wreck() -> None:  # TC-13.17
    s = table(Mission.DESTROY_TARGET)
    s.prize = 2
    assert mark(s, "B1").prize == "target"
    s.units[2].standing = Standing.DISABLED
    assert mark(s, "B1").prize == ""


# ---------------------------------------------------------------- what lies about


def test_objectives_tell_their_holder() -> None:  # TC-10.15, TC-13.23
    s = table(Mission.CAPTURE_OBJECTIVES)
    s.objectives = 2
    for i, (place, side) in enumerate((("B6", NOBODY), ("I5", 1))):
        s.objective[i], s.holder[i] = cell_of(place), side
    assert markers(s, "objective") == [Marker("B6", "objective"), Marker("I5", "objective", 1)]
    assert scene(SHELF, s, 0).spoken["B6"] == "B6, open, objective, held by nobody"
    s.mission = Mission.URBAN_WARFARE
    assert markers(s, "plaza")[1].owner == 1
    assert scene(SHELF, s, 0).spoken["I5"] == "I5, open, plaza of Rust"


def test_a_strike_says_what_it_needs_until_it_is_over() -> None:  # TC-12.2, TC-12.4
    s = table()
    s.strikes = 2
    for i, (place, rolls) in enumerate((("E5", 0), ("F6", 3))):
        k = s.strike[i]
        k.side, k.cell, k.rolls, k.over = i, cell_of(place), rolls, 0
    assert markers(s, "strike") == [Marker("E5", "strike", 0, "6+"), Marker("F6", "strike", 1, "3+")]
    assert "air strike of Rust, comes on 3+" in scene(SHELF, s, 0).spoken["F6"]
    s.strike[0].over = 1
    assert [marker.place for marker in markers(s, "strike")] == ["F6"]


def test_the_building_that_must_fall_has_its_name() -> None:  # TC-13.17, TC-13.27
    s = table(Mission.DESTROY_TARGET)
    s.prize_cell = cell_of("F1")
    s.ground[s.prize_cell] = Ground.BUILDING
    assert markers(s, "prize") == [Marker("F1", "prize", note="Depot")]
    s.ground[s.prize_cell] = Ground.RUBBLE
    assert markers(s, "prize")[0].done
    s.mission = Mission.DISABLE_AA_GUNS
    assert markers(s, "prize")[0].note == "Bunker"


# ---------------------------------------------------------------- zones and sky


def test_zones_show_while_units_are_placed() -> None:  # TC-4.12
    s = table()
    s.zone_size = [2, 1]
    s.zone[0], s.zone[1], s.zone[ZONE] = cell_of("A10"), cell_of("B10"), cell_of("A1")
    assert scene(SHELF, s, 0).zones == ()
    s.phase = Phase.DEPLOY
    assert scene(SHELF, s, 0).zones == (Zone("deploy", 0, ("A10", "B10")), Zone("deploy", 1, ("A1",)))


def test_who_must_cross_sees_the_line() -> None:  # TC-13.3
    for mission in (Mission.BREAKTHROUGH, Mission.ESCORT):
        assert scene(SHELF, table(mission), 0).zones == (Zone("goal", 0, ROW_1),)
    assert scene(SHELF, table(), 0).zones == ()


def test_storm_and_night_lie_over_the_board() -> None:  # TC-14.2, TC-14.5
    s = table(night=True, flare_mode="targeted")
    assert scene(SHELF, s, 0).sky == Sky(lit=())
    s.storm, s.units[0].flares, s.units[0].flare[0] = 1, 1, cell_of("E5")
    above = scene(SHELF, s, 0).sky
    assert above.storm and above.lit and set(above.lit) == {"E5", "E4", "E6", "D4", "D5", "F4", "F5"}
    assert (
        scene(SHELF, s, 0).spoken["A1"] == "A1, open, dark" and ", lit, " in scene(SHELF, s, 0).spoken["E5"]
    )
    assert scene(SHELF, table(), 0).sky == Sky()


# ---------------------------------------------------------------- aids


def test_a_squad_sees_where_it_can_go_and_whom_its_weapons_reach() -> None:  # TC-10.7, TC-10.9, TC-10.11
    s = table()
    move_to(s, 1, cell_of("E6"))
    activate(s, 1, OFF)
    found = scene(SHELF, s, 0).aids
    assert found.unit == "A2" and found.place == "E6"
    assert {place for place, cost in found.reach.items() if cost == 1} == {"D5", "D6", "E7", "F5", "F6"}
    assert found.reach["D4"] == 2 and "E4" not in found.reach
    assert {target.unit: target.refusal for target in found.targets} == {"B1": "", "B2": ""}
    assert "E3" in found.arc + found.blind and "E2" not in found.arc + found.blind


def test_to_look_where_a_tank_can_drive_sets_off_no_mine() -> None:  # TC-9.12, TC-10.20
    s = table(adv_mines=True)
    carry(s, 1, 0)
    s.mine[cell_of("E7")] = 1
    activate(s, 0, OFF)
    before = digest(s)
    assert scene(SHELF, s, 0).aids.reach
    assert digest(s) == before


def test_a_carrier_is_shown_only_what_its_weapon_is_for() -> None:  # TC-11.3
    s = table()
    apc = post(s, recruit(s, 0, "apc"), "E7")
    activate(s, apc, OFF)
    assert [target.unit for target in scene(SHELF, s, 0).aids.targets] == ["B2"]


def test_by_night_the_arc_is_shorter_where_it_is_dark() -> None:  # TC-14.4
    s = table(night=True, flare_mode="targeted")
    move_to(s, 3, cell_of("A1"))
    activate(s, 0, OFF)
    dark = scene(SHELF, s, 0).aids
    assert "E5" in dark.arc and "E4" not in dark.arc + dark.blind
    s.units[0].flares, s.units[0].flare[0] = 1, cell_of("E3")
    assert "E4" in scene(SHELF, s, 0).aids.arc


def test_the_ring_of_a_carried_squad_goes_round_its_carrier() -> None:  # TC-10.22
    s = table()
    carry(s, 1, 0)
    activate(s, 1, OFF)
    assert scene(SHELF, s, 0).aids.place == "E8" and not scene(SHELF, s, 0).aids.arc


def test_who_is_in_cover_has_nothing_to_aim_at() -> None:  # TC-10.13
    s = table()
    activate(s, 1, OFF)
    s.units[1].covered = 1
    found = scene(SHELF, s, 0).aids
    assert not found.arc and not found.reach
    assert all(target.refusal for target in found.targets)
