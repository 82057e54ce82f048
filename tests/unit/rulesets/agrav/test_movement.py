"""Steps, turns and places inside a tile (AG-7, AG-2.3, AG-2.9), and what ground costs (AG-3)."""

import pytest
from tests.unit.rulesets.agrav.field import (
    face,
    fence,
    go,
    lay,
    plain,
    put,
    seen,
    shift,
    shift_refused,
    step_refused,
    told,
    turn_refused,
)

from hulldown.rulesets.agrav.armor import WRECKED
from hulldown.rulesets.agrav.events import Why, repositioned, stepped
from hulldown.rulesets.agrav.movement import mobility_now
from hulldown.rulesets.agrav.state import CENTRE, Mount, Part, Unit, Way, tile_at

TANK, WALKER, AGRAV, SQUAD = "bastion", "strider", "kestrel", "troopers"
RIGHT, LEFT, ABOUT = 1, -1, 2
EVERY = [TANK, WALKER, AGRAV, SQUAD]


def wreck(unit: Unit, part: Part, crits: int) -> None:
    """Crits on a part, without their effects on this turn."""
    for one in unit.part:
        if one.last > 0 and one.part == part:
            one.crits = crits


# ---------------------------------------------------------------- directions and costs


@pytest.mark.parametrize(
    ("what", "ways"),
    [(TANK, "N S"), (WALKER, "N E S W"), (AGRAV, "N NE E SE S SW W NW"), (SQUAD, "N E S W")],
)
def test_a_chassis_has_its_directions(what: str, ways: str) -> None:
    s = plain()
    put(s, what, (4, 4))
    refused = {way for way in Way if step_refused(s, 0, way) == Why.DIRECTION_NOT_ALLOWED}
    assert refused == {way for way in Way if way.name not in ways.split()}  # AG-7.13, AG-21.3
    assert all(step_refused(s, 0, way) == Why.ALLOWED for way in Way if way not in refused)


def test_directions_turn_with_the_hull() -> None:
    s = plain()
    put(s, TANK, (4, 4), Way.E)
    assert step_refused(s, 0, Way.W) == Why.ALLOWED  # AG-7.1
    assert step_refused(s, 0, Way.N) == Why.DIRECTION_NOT_ALLOWED


def test_without_the_option_an_agrav_has_no_diagonals() -> None:
    s = plain(options={"agrav_diagonal": False})
    put(s, AGRAV, (4, 4))
    assert step_refused(s, 0, Way.NE) == Why.DIRECTION_NOT_ALLOWED  # AG-7.8
    assert step_refused(s, 0, Way.E) == Why.ALLOWED


@pytest.mark.parametrize(
    ("what", "way", "cost"),
    [(TANK, Way.N, 1), (TANK, Way.S, 1), (WALKER, Way.S, 1), (WALKER, Way.E, 2), (AGRAV, Way.SW, 1)],
)
def test_a_step_costs_what_its_direction_does(what: str, way: Way, cost: int) -> None:
    s = plain()
    unit = put(s, what, (4, 4))
    before = unit.left
    go(s, 0, way)
    assert before - unit.left == cost  # AG-7.1, AG-7.3, AG-7.4, AG-7.6
    assert unit.tiles == 1  # AG-1.5: whatever it cost


@pytest.mark.parametrize(("what", "cost"), [(TANK, 2), (WALKER, 1), (AGRAV, 1), (SQUAD, 1)])
def test_debris_costs_tanks_one_more(what: str, cost: int) -> None:
    s = lay("... .d. ...")
    unit = put(s, what, (1, 2))
    before = unit.left
    go(s, 0, Way.N)
    assert before - unit.left == cost  # AG-3.2, AG-3.3


@pytest.mark.parametrize(("what", "cost"), [(WALKER, 2), (AGRAV, 1), (SQUAD, 2)])
def test_a_barricade_costs_walkers_and_squads_one_more(what: str, cost: int) -> None:
    s = plain()
    fence(s, (4, 3), "S")
    unit = put(s, what, (4, 4))
    before = unit.left
    go(s, 0, Way.N)
    assert before - unit.left == cost  # AG-3.4, AG-3.7


def test_a_tank_stops_at_a_barricade_from_either_side() -> None:
    s = plain()
    fence(s, (4, 3), "S")
    put(s, TANK, (4, 4))
    put(s, TANK, (4, 3))
    assert step_refused(s, 0, Way.N) == Why.TILE_OCCUPIED
    s.occupant[tile_at(4, 3)] = -1
    assert step_refused(s, 0, Way.N) == Why.BARRICADE  # AG-7.13
    s.occupant[tile_at(4, 4)], s.occupant[tile_at(4, 3)] = -1, 1
    assert step_refused(s, 1, Way.S) == Why.BARRICADE


def test_a_diagonal_step_ignores_barricades() -> None:
    s = plain()
    for place, side in [((4, 3), "S"), ((4, 4), "E"), ((4, 3), "E"), ((5, 3), "S")]:
        fence(s, place, side)
    unit = put(s, AGRAV, (4, 4))
    go(s, 0, Way.NE)
    assert (unit.tile, unit.left) == (tile_at(5, 3), 9)  # AG-3.7


# ---------------------------------------------------------------- what stops a step


@pytest.mark.parametrize("sign", "HLU#=")
def test_nobody_enters_what_is_solid(sign: str) -> None:
    for what in EVERY:
        s = lay(f"... .{sign}. ...")
        put(s, what, (1, 2))
        assert step_refused(s, 0, Way.N) == Why.TILE_BLOCKED  # AG-2.3, AG-3.9, AG-21.8


def test_nobody_enters_an_occupied_tile_or_leaves_the_map() -> None:
    for side in (0, 1):
        s = plain(3, 3)
        put(s, AGRAV, (1, 2))
        put(s, SQUAD, (1, 1), side=side)
        assert step_refused(s, 0, Way.N) == Why.TILE_OCCUPIED  # AG-2.3
        assert step_refused(s, 0, Way.S) == Why.OFF_MAP
        assert step_refused(s, 0, Way.SE) == Why.OFF_MAP


@pytest.mark.parametrize("corner", [(1, 0), (2, 1)])
def test_an_agrav_does_not_squeeze_past_a_corner(corner: tuple[int, int]) -> None:
    rows = [list("..."), list("..."), list("...")]
    rows[corner[1]][corner[0]] = "L"
    s = lay("\n".join("".join(row) for row in rows))
    put(s, AGRAV, (1, 1))
    assert step_refused(s, 0, Way.NE) == Why.CORNER_BLOCKED  # AG-7.8
    assert step_refused(s, 0, Way.SW) == Why.ALLOWED


def test_units_do_not_block_a_corner() -> None:
    s = plain()
    put(s, AGRAV, (4, 4))
    put(s, TANK, (4, 3), side=1)
    put(s, TANK, (5, 4), side=1)
    assert step_refused(s, 0, Way.NE) == Why.ALLOWED  # AG-7.8


def test_the_whole_cost_must_be_there() -> None:
    s = plain()
    unit = put(s, WALKER, (4, 4))
    unit.left = 1
    assert step_refused(s, 0, Way.E) == Why.NO_MOBILITY  # AG-7.10
    assert step_refused(s, 0, Way.N) == Why.ALLOWED
    unit.left = 0
    assert turn_refused(s, 0, RIGHT) == Why.NO_MOBILITY


# ---------------------------------------------------------------- turning


@pytest.mark.parametrize("what", [TANK, WALKER])
def test_a_turn_costs_one_for_each_quarter(what: str) -> None:
    s = plain()
    unit = put(s, what, (4, 4))
    before = unit.left
    face(s, 0, RIGHT)
    assert (unit.facing, before - unit.left, unit.tiles, unit.turned) == (Way.E, 1, 0, 1)  # AG-7.2, AG-7.5
    face(s, 0, ABOUT)
    assert (unit.facing, before - unit.left) == (Way.W, 3)
    face(s, 0, LEFT)
    assert unit.facing == Way.S


def test_an_agrav_turns_once_for_nothing() -> None:
    s = plain()
    unit = put(s, AGRAV, (4, 4))
    face(s, 0, LEFT)
    assert (unit.facing, unit.left) == (Way.W, 10)  # AG-7.7
    face(s, 0, LEFT)
    assert (unit.facing, unit.left) == (Way.S, 9)


@pytest.mark.parametrize(("option", "left"), [("quarter", 9), ("any", 10)])
def test_a_reversal_may_be_free_by_the_option(option: str, left: int) -> None:
    s = plain(options={"agrav_free_turn": option})
    unit = put(s, AGRAV, (4, 4))
    face(s, 0, ABOUT)
    assert (unit.facing, unit.left) == (Way.S, left)  # AG-7.9
    face(s, 0, ABOUT)
    assert unit.left == left - 2


def test_the_free_turn_needs_no_mobility() -> None:
    s = plain()
    unit = put(s, AGRAV, (4, 4))
    unit.left = 0
    assert turn_refused(s, 0, RIGHT) == Why.ALLOWED  # AG-7.7
    assert turn_refused(s, 0, ABOUT) == Why.NO_MOBILITY


def test_a_squad_has_no_facing() -> None:
    s = plain()
    put(s, SQUAD, (4, 4))
    assert turn_refused(s, 0, RIGHT) == Why.DIRECTION_NOT_ALLOWED  # AG-2.2
    assert turn_refused(s, 0, 3) == Why.NO_SUCH_ACTION


def test_the_cone_of_a_hull_weapon_turns_with_the_hull() -> None:
    s = plain()
    unit = put(s, "citadel", (4, 4))
    mounts = [Mount(weapon.mount) for weapon in unit.weapon[: unit.weapons]]
    for weapon in unit.weapon[: unit.weapons]:
        weapon.cone = Way.N.value
    face(s, 0, RIGHT)
    cones = [weapon.cone for weapon in unit.weapon[: unit.weapons]]
    assert cones == [Way.E if mount == Mount.HULL else Way.N for mount in mounts]  # AG-16.7


# ---------------------------------------------------------------- mobility


@pytest.mark.parametrize(
    ("crits", "stun", "mobility"), [(0, 0, 7), (0, 2, 3), (0, 1, 7), (1, 0, 3), (1, 2, 1)]
)
def test_crits_and_stun_halve_mobility_rounding_down(crits: int, stun: int, mobility: int) -> None:
    s = plain()
    unit = put(s, "terrier", (4, 4))
    wreck(unit, Part.DRIVE, crits)
    unit.stun = stun
    assert mobility_now(s.options, unit) == mobility  # AG-7.12, AG-1.9, AG-15.3


def test_without_a_drive_nothing_moves() -> None:
    s = plain()
    unit = put(s, AGRAV, (4, 4))
    wreck(unit, Part.DRIVE, WRECKED)
    assert mobility_now(s.options, unit) == 0
    assert step_refused(s, 0, Way.N) == Why.IMMOBILE  # AG-7.12
    assert turn_refused(s, 0, RIGHT) == Why.IMMOBILE  # not even the free turn
    assert shift_refused(s, 0, 0) == Why.IMMOBILE  # AG-7.14


def test_a_ram_ends_movement() -> None:
    s = plain()
    put(s, WALKER, (4, 4)).rammed = 1
    assert step_refused(s, 0, Way.N) == turn_refused(s, 0, LEFT) == Why.RAM_USED  # AG-19.11


# ---------------------------------------------------------------- places inside a tile


@pytest.mark.parametrize(("option", "may"), [("agrav_only", {AGRAV}), ("all", set(EVERY)), ("none", set())])
def test_who_has_places_inside_a_tile_is_an_option(option: str, may: set[str]) -> None:
    for what in EVERY:
        s = plain(options={"intile_reposition": option})
        put(s, what, (4, 4))
        expected = Why.ALLOWED if what in may else Why.DIRECTION_NOT_ALLOWED
        assert shift_refused(s, 0, 0) == expected  # AG-2.9


def test_repositioning_is_free_and_a_step_leads_to_the_centre() -> None:
    s = plain()
    unit = put(s, AGRAV, (4, 4))
    shift(s, 0, 8)
    assert (unit.anchor, unit.left, unit.tiles, unit.turned) == (8, 10, 0, 0)  # AG-2.8, AG-8.9
    assert told(repositioned)[0].anchor == 8
    assert shift_refused(s, 0, 8) == shift_refused(s, 0, 9) == Why.NO_SUCH_ACTION
    go(s, 0, Way.N)
    assert unit.anchor == CENTRE  # AG-2.9


# ---------------------------------------------------------------- what a step leaves behind


def test_a_step_moves_the_unit_on_the_map_and_is_told() -> None:
    s = plain()
    unit = put(s, TANK, (4, 4))
    go(s, 0, Way.N, Way.N)
    assert s.occupant[tile_at(4, 2)] == 0 and s.occupant[tile_at(4, 4)] == -1
    assert (unit.tile, unit.came, unit.began) == (tile_at(4, 2), tile_at(4, 3), tile_at(4, 4))
    assert told(stepped) == [(0, tile_at(4, 2), tile_at(4, 3), 1, 2, 4)]


def test_a_step_renews_sight() -> None:
    s = lay("... .H. ...")
    put(s, SQUAD, (1, 2))
    put(s, TANK, (1, 0), side=1)
    assert seen(s, 0) == set()
    go(s, 0, Way.E)
    assert seen(s, 0) == set()  # AG-4.1: half a tile of the house is in the way
    go(s, 0, Way.N)
    assert seen(s, 0) == {1} and seen(s, 1) == {0}
