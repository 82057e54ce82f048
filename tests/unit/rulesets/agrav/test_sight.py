"""Lines of sight (AG-4), held against a slow twin in exact fractions, tile by tile and corner by corner."""

import random
from fractions import Fraction
from itertools import product

import pytest
from tests.unit.rulesets.agrav.field import (
    fence,
    go,
    lay,
    plain,
    put,
    seen,
    shift,
    shift_refused,
    step_refused,
)

from hulldown.rulesets.agrav.events import Why
from hulldown.rulesets.agrav.setup import blank_state
from hulldown.rulesets.agrav.state import (
    CENTRE,
    NOBODY,
    Feature,
    Ground,
    Height,
    Standing,
    State,
    Way,
    tile_at,
)
from hulldown.rulesets.agrav.table import (
    barricade_clear,
    barricade_in_sight,
    barricade_tile,
    clear,
    in_sight,
    look,
    look_all,
    over_low,
    section_in_sight,
)

Point = tuple[Fraction, Fraction]
NORTH, NORTHEAST, SOUTHEAST = 1, 2, 8  # anchors

# ---------------------------------------------------------------- the twin


def point(tile: int, anchor: int) -> Point:
    quarter = Fraction(1, 4)
    middle = Fraction(1, 2)
    return (
        tile % 24 + middle + quarter * (anchor % 3 - 1),
        tile // 24 + middle + quarter * (anchor // 3 - 1),
    )


def crosses(a: Point, b: Point, column: int, row: int) -> bool:
    """Whether a segment has a part of some length inside an open square, by clipping it."""
    low, high = Fraction(0), Fraction(1)
    for start, end, first in ((a[0], b[0], column), (a[1], b[1], row)):
        run = end - start
        if run == 0:
            if not first < start < first + 1:
                return False
            continue
        at = sorted(((first - start) / run, (first + 1 - start) / run))
        low, high = max(low, at[0]), min(high, at[1])
    return low < high


def corners(a: Point, b: Point, columns: int, rows: int) -> list[tuple[int, int]]:
    """The corners of tiles that lie on a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return [
        (x, y)
        for x, y in product(range(1, columns), range(1, rows))
        if dx * (y - a[1]) == dy * (x - a[0])
        and min(a[0], b[0]) <= x <= max(a[0], b[0])
        and min(a[1], b[1]) <= y <= max(a[1], b[1])
    ]


def twin(s: State, start: int, anchor: int, end: int, other: int) -> bool:
    """AG-4.1 to AG-4.4, word by word."""
    a, b = point(start, anchor), point(end, other)
    adjacent = max(abs(start % 24 - end % 24), abs(start // 24 - end // 24)) <= 1

    def stops(column: int, row: int) -> bool:
        tile = tile_at(column, row)
        smoke = s.smoke[tile] > 0 and not adjacent
        solid = s.ground[tile] in (Ground.WALL, Ground.GATE) or s.built[tile] >= 0
        return smoke or (solid and tile not in (start, end))

    for column, row in product(range(s.columns), range(s.rows)):
        if crosses(a, b, column, row) and stops(column, row):
            return False
    for x, y in corners(a, b, s.columns, s.rows):
        around = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]
        flanks = [tile for tile in around if not crosses(a, b, *tile)]
        if len(flanks) == 2 and all(stops(*tile) for tile in flanks):
            return False
    return True


def strewn(chance: random.Random) -> State:
    """A small map with walls and smoke at random."""
    s = blank_state({}, 8, 7)
    for column, row in product(range(8), range(7)):
        drawn = chance.random()
        s.ground[tile_at(column, row)] = Ground.WALL if drawn < 0.25 else Ground.CLEAR
        s.smoke[tile_at(column, row)] = 1 if drawn > 0.93 else 0
    look_all(s)
    return s


@pytest.mark.parametrize("seed", range(12))
def test_lines_are_those_of_exact_fractions_and_the_same_both_ways(seed: int) -> None:
    chance = random.Random(seed)
    s = strewn(chance)
    tiles = [tile_at(column, row) for column, row in product(range(8), range(7))]
    free = [tile for tile in tiles if s.ground[tile] == Ground.CLEAR]
    for _ in range(120):
        a, b = chance.sample(free, 2)
        anchors = (CENTRE, CENTRE) if chance.random() < 0.5 else (chance.randrange(9), chance.randrange(9))
        found = clear(s, a, anchors[0], b, anchors[1], NOBODY)
        assert found == twin(s, a, anchors[0], b, anchors[1]), (a, b, anchors)  # AG-4.1, AG-4.3, AG-4.4
        assert found == clear(s, b, anchors[1], a, anchors[0], NOBODY)  # AG-4.1: symmetric


@pytest.mark.parametrize(
    ("anchor", "end", "other", "touched", "missed"),
    [
        (0, (18, 11), 5, (12, 8), (13, 7)),  # below a corner
        (3, (23, 11), 8, (18, 8), (17, 9)),  # above the corner
    ],
)
def test_a_line_that_passes_a_corner_by_a_hair_crosses_one_tile_and_not_the_other(
    anchor: int, end: tuple[int, int], other: int, touched: tuple[int, int], missed: tuple[int, int]
) -> None:
    """AG-4.7: nothing is rounded. These lines are less than a hundredth of a tile away from a corner."""
    s = plain(24, 16)
    for place, blocked in ((touched, True), (missed, False)):
        s.ground[tile_at(*place)] = Ground.WALL
        look_all(s)
        assert clear(s, tile_at(0, 0), anchor, tile_at(*end), other, NOBODY) is not blocked
        assert clear(s, tile_at(*end), other, tile_at(0, 0), anchor, NOBODY) is not blocked
        s.ground[tile_at(*place)] = Ground.CLEAR


# ---------------------------------------------------------------- what blocks


@pytest.mark.parametrize("sign", "HLU#=*")
def test_structures_ruins_walls_gates_and_smoke_block(sign: str) -> None:
    s = lay(f"..{sign}..")
    put(s, "bastion", (0, 0))
    put(s, "bastion", (4, 0), side=1)
    assert seen(s, 0) == seen(s, 1) == set()  # AG-4.2, AG-4.4


def test_units_debris_and_barricades_do_not_block() -> None:
    s = lay("..d..")
    fence(s, (3, 0), "E")
    put(s, "bastion", (0, 0))
    put(s, "bastion", (1, 0))
    put(s, "bastion", (4, 0), side=1)
    assert seen(s, 0) == {2}  # AG-4.5
    assert seen(s, 2) == {0, 1}


def test_two_clouds_that_touch_at_a_corner_close_it() -> None:
    assert not clear(lay(".*. *.. ..."), tile_at(0, 0), CENTRE, tile_at(2, 2), CENTRE, NOBODY)  # AG-4.9
    assert clear(lay(".*. ... ..."), tile_at(0, 0), CENTRE, tile_at(2, 2), CENTRE, NOBODY)
    assert clear(lay(".* *."), tile_at(0, 0), CENTRE, tile_at(1, 1), CENTRE, NOBODY)  # AG-4.4: adjacent


def test_there_is_no_limit_of_range() -> None:
    s = plain(24, 16)
    assert clear(s, tile_at(0, 0), CENTRE, tile_at(23, 15), CENTRE, NOBODY)  # AG-4.8


def test_low_fire_passes_what_is_low_and_smoke() -> None:
    for sign, passes in {"L": True, "U": True, "*": True, "H": False, "#": False, "=": False}.items():
        s = lay(f"..{sign}..")
        assert over_low(s, tile_at(0, 0), CENTRE, tile_at(4, 0), CENTRE, NOBODY) == passes, sign  # AG-17.8
    s = lay(".h. H.. ...")
    assert over_low(s, tile_at(0, 0), CENTRE, tile_at(2, 2), CENTRE, NOBODY)  # it crosses neither
    s = lay("..HH")
    assert over_low(s, tile_at(0, 0), CENTRE, tile_at(3, 0), CENTRE, 0)  # the target's own tiles do not count


# ---------------------------------------------------------------- sections and barricades


def test_of_a_section_any_tile_will_do_and_its_own_tiles_do_not_count() -> None:
    s = lay(". . . L L".replace(" ", "") + " .#HHH .####")
    put(s, "bastion", (0, 0))
    look_all(s)
    low, high = s.built[tile_at(3, 0)], s.built[tile_at(2, 1)]
    assert section_in_sight(s, 0, low)  # AG-4.6
    assert section_in_sight(s, 0, high)  # by its first tile, over the corner of the wall
    assert clear(s, tile_at(0, 0), CENTRE, tile_at(4, 0), CENTRE, low)
    assert not clear(s, tile_at(0, 0), CENTRE, tile_at(4, 0), CENTRE, NOBODY)
    s.section[low].height = Height.GONE
    look_all(s)
    assert not section_in_sight(s, 0, low)  # debris is no target


def test_a_section_behind_another_is_out_of_sight() -> None:
    s = lay("..HL.")
    put(s, "bastion", (0, 0))
    assert section_in_sight(s, 0, s.built[tile_at(2, 0)])
    assert not section_in_sight(s, 0, s.built[tile_at(3, 0)])  # AG-4.6
    put(s, "heron", (4, 0))
    assert section_in_sight(s, 1, s.built[tile_at(3, 0)])


def test_a_barricade_is_seen_at_the_midpoint_of_its_edge() -> None:
    s = lay("..... ..H.. .....")
    below, beside = fence(s, (2, 1), "S"), fence(s, (0, 1), "S")
    put(s, "bastion", (2, 0))
    put(s, "bastion", (2, 2))
    assert (barricade_in_sight(s, 0, below), barricade_in_sight(s, 1, below)) == (False, True)  # AG-4.6
    assert barricade_in_sight(s, 0, beside) and barricade_in_sight(s, 1, beside)
    assert barricade_clear(s, tile_at(2, 2), SOUTHEAST, below)
    s.barricade[beside].durability = 0
    assert not barricade_in_sight(s, 0, beside)  # nothing is left to see


def test_what_is_next_door_is_seen_through_smoke() -> None:
    s = lay("*.. H..")
    near, far = fence(s, (0, 0), "E"), fence(s, (1, 1), "E")
    put(s, "bastion", (0, 0))
    assert section_in_sight(s, 0, 0)  # AG-4.9
    assert (barricade_in_sight(s, 0, near), barricade_in_sight(s, 0, far)) == (True, True)
    s = lay("*.H ...")
    far = fence(s, (2, 1), "S")
    put(s, "bastion", (0, 0))
    assert not section_in_sight(s, 0, 0) and not barricade_in_sight(s, 0, far)  # AG-4.4


def test_a_barricade_lies_in_the_nearer_tile_for_arcs() -> None:
    s = plain()
    edge = fence(s, (4, 4), "S")
    assert barricade_tile(s, tile_at(4, 8), edge) == tile_at(4, 5)  # AG-4.6
    assert barricade_tile(s, tile_at(4, 0), edge) == tile_at(4, 4)
    assert barricade_tile(s, tile_at(0, 8), edge) == tile_at(4, 4)  # a tie: the smaller y


# ---------------------------------------------------------------- what is kept in bits


def test_sight_changes_for_both_when_one_moves() -> None:
    s = lay(".... ..H. ....")
    put(s, "troopers", (3, 0))
    put(s, "bastion", (2, 2), side=1)
    assert seen(s, 0) == seen(s, 1) == set()
    go(s, 0, Way.S)
    assert (seen(s, 0), seen(s, 1)) == ({1}, {0})
    assert in_sight(s, 0, 1) and in_sight(s, 1, 0)
    assert (s.known[0], s.known[1]) == (2, 1)  # AG-24.1
    go(s, 0, Way.N)
    assert (seen(s, 0), s.known[0], s.known[1]) == (set(), 0, 0)
    assert s.last_seen[0] == tile_at(3, 1)  # where it was when it was seen last
    assert s.last_seen[1] == tile_at(2, 2)


def test_a_place_in_the_tile_can_open_a_line() -> None:
    s = lay("..... .H... .....")
    put(s, "kestrel", (0, 1))
    put(s, "bastion", (3, 1), side=1)
    assert seen(s, 0) == set()
    shift(s, 0, NORTH)
    assert seen(s, 0) == set()
    s = lay(".... H... ....")
    put(s, "kestrel", (0, 0))
    put(s, "bastion", (1, 2), side=1)
    assert seen(s, 0) == set()
    shift(s, 0, NORTHEAST)  # AG-2.9: just past the corner
    assert seen(s, 0) == {1}


def test_who_is_gone_sees_nobody_and_is_seen_by_nobody() -> None:
    s = plain()
    put(s, "bastion", (0, 0))
    put(s, "bastion", (4, 4), side=1)
    assert seen(s, 1) == {0}
    s.units[0].standing = Standing.DESTROYED
    look(s, 0)
    assert (seen(s, 0), seen(s, 1), s.known[1]) == (set(), set(), 0)


def test_units_of_one_side_are_not_kept() -> None:
    s = plain()
    put(s, "bastion", (0, 0))
    put(s, "bastion", (1, 0))
    assert seen(s, 0) == set()  # nobody asks: fire at one's own is refused (AG-8.13)


def all_bits(s: State) -> list[tuple[int, int]]:
    return [(u.sees, u.sees_sections) for u in s.units]


def test_a_wandering_army_has_the_bits_of_a_fresh_look() -> None:
    chance = random.Random(5)
    s = lay("....H... .L..H... .L....h. .....#.. ..*..... ........ ..l.....")
    for section in s.section[: s.sections]:
        section.features = Feature.VOLATILE  # bits are kept for these
    for i, place in enumerate([(0, 0), (7, 0), (0, 6), (7, 6)]):
        put(s, "kestrel", place, side=i % 2)
    for _ in range(60):
        u, way, anchor = chance.randrange(4), Way(chance.randrange(8)), chance.randrange(9)
        s.units[u].left = 9
        if chance.random() < 0.3 and shift_refused(s, u, anchor) == Why.ALLOWED:
            shift(s, u, anchor)
        elif step_refused(s, u, way) == Why.ALLOWED:
            go(s, u, way)
        kept = all_bits(s)
        look_all(s)
        assert kept == all_bits(s)  # AG-4.1, AG-4.6
