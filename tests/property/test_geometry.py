"""Distance, arcs and lines against the twin drawn with exact fractions (TC-3, TC-7.5, TC-7.6)."""

import random
from functools import cache
from itertools import product

import pytest
from tests.answers.tank_commander.posing import field
from tests.property import board_by_hand as twin

from hulldown.kernel.hexes import (
    DIRECTIONS,
    arc,
    cell_at,
    distance,
    line_cell,
    line_length,
    name_of,
    parse_hex,
    step,
)
from hulldown.rulesets.tank_commander.state import Ground, State
from hulldown.rulesets.tank_commander.table import behind_forest, behind_hill, sees

SIZE = 10
BOARD = {(c, r) for c in range(SIZE) for r in range(SIZE)}
PAIRS = [(a, b) for a, b in product(sorted(BOARD), repeat=2) if a != b]
NEAR = [(a, b) for a, b in PAIRS if distance(cell_at(*a), cell_at(*b)) <= 8]
ORIGINS = [(4, 4), (5, 4)]  # of either parity: a line depends on nothing else but its offset


def hex_at(cell: int) -> twin.Hex:
    return cell // 32 - 1, cell % 32 - 1


def lines_from(origin: twin.Hex) -> list[tuple[twin.Hex, twin.Hex]]:
    """Every line up to 8 hexes long in all directions, from a hex in the middle of a large board."""
    start = (origin[0] + 6, origin[1] + 6)
    large = [(c, r) for c in range(2, 22) for r in range(1, 21)]
    return [(start, at) for at in large if 0 < distance(cell_at(*start), cell_at(*at)) <= 8]


def test_a_step_leads_to_the_neighbor() -> None:
    for at in BOARD:
        found = [hex_at(step(cell_at(*at), direction)) for direction in range(6)]
        assert found == twin.neighbors(at)  # TC-3.3
    assert DIRECTIONS[0] == "N"


@pytest.mark.parametrize("origin", [(0, 0), (5, 4), (9, 9), (4, 0)])
def test_the_distance_is_the_number_of_steps(origin: twin.Hex) -> None:
    for at in sorted(BOARD - {origin}):
        assert distance(cell_at(*origin), cell_at(*at)) == twin.steps_between(origin, at, BOARD)  # TC-3.4


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("origin", ORIGINS)
def test_the_arc_is_that_of_the_bearing(origin: twin.Hex, facing: int) -> None:
    names = ("front", "side", "rear")
    for at in sorted(BOARD - {origin}):
        assert names[arc(cell_at(*origin), facing, cell_at(*at))] == twin.bearing_class(origin, facing, at)


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_line_meets_what_it_crosses_on_the_drawn_board(origin: twin.Hex) -> None:
    for a, b in lines_from(origin):
        one, other = cell_at(*a), cell_at(*b)
        met = [
            (hex_at(line_cell(one, other, i, 0)), hex_at(line_cell(one, other, i, 1)))
            for i in range(line_length(one, other))
        ]
        field_of = around(a, b)
        assert {x for x, y in met if x == y} == twin.crossed(a, b, field_of)  # TC-7.5
        assert {frozenset(p) for p in met if p[0] != p[1]} == twin.pairs(a, b, field_of)  # TC-7.6
        shares = [twin.inside_share(twin.center(a), twin.center(b), x) for x, y in met if x == y]
        assert shares == sorted(share for share in shares if share)


def by_hand(blockers: set[twin.Hex], a: twin.Hex, b: twin.Hex, edge: str) -> bool:
    """Whether the line is free, read off the drawn board."""
    crossed, between = line(a, b)
    if crossed & blockers:
        return False
    count = {"both": 2, "either": 1, "never": 3}[edge]
    return all(len(pair & blockers) < count for pair in between)


def around(a: twin.Hex, b: twin.Hex) -> set[twin.Hex]:
    """Every hex that a line between two could touch, off the board too."""
    columns = range(min(a[0], b[0]) - 1, max(a[0], b[0]) + 2)
    rows = range(min(a[1], b[1]) - 1, max(a[1], b[1]) + 2)
    return {(c, r) for c in columns for r in rows}


@cache
def line_by_offset(parity: int, dc: int, dr: int) -> tuple[set[twin.Hex], set[frozenset[twin.Hex]]]:
    """What a line from a hex of column 0 or 1 to the hex so many columns and rows on meets."""
    a, b = (parity, 0), (parity + dc, dr)
    return twin.crossed(a, b, around(a, b)), twin.pairs(a, b, around(a, b))


def line(a: twin.Hex, b: twin.Hex) -> tuple[set[twin.Hex], set[frozenset[twin.Hex]]]:
    """What a line meets: moved by an even number of columns, it meets the same."""
    parity = a[0] % 2
    crossed, pairs = line_by_offset(parity, b[0] - a[0], b[1] - a[1])

    def moved(at: twin.Hex) -> twin.Hex:
        return at[0] + a[0] - parity, at[1] + a[1]

    return {moved(at) for at in crossed}, {frozenset(map(moved, pair)) for pair in pairs}


def random_board(seed: int, options: dict[str, object], ground: Ground) -> tuple[State, set[twin.Hex]]:
    s = field({"options": options})
    chosen = set(random.Random(seed).sample(sorted(BOARD), 25))
    for at in chosen:
        s.ground[cell_at(*at)] = ground
    return s, chosen


@pytest.mark.parametrize("edge", ["both", "either", "never"])
def test_every_line_up_to_eight_hexes_is_free_or_blocked_as_drawn(edge: str) -> None:
    s, blockers = random_board(7, {"los_edge": edge}, Ground.BUILDING)
    for a, b in NEAR:
        expected = by_hand(blockers - {a, b}, a, b, edge)
        assert sees(s, cell_at(*a), cell_at(*b)) is expected, (name_of(cell_at(*a)), name_of(cell_at(*b)))


@pytest.mark.parametrize("edge", ["both", "either", "never"])
def test_forest_and_hills_on_the_line_are_as_drawn(edge: str) -> None:
    wood, trees = random_board(8, {"los_edge": edge}, Ground.FOREST)
    ridge, hills = random_board(9, {"los_edge": edge}, Ground.HILL)
    for a, b in NEAR:
        one, other = cell_at(*a), cell_at(*b)
        hidden = b in trees or not by_hand(trees - {a, b}, a, b, edge)
        assert behind_forest(wood, one, other) is hidden  # TC-9.6
        beside = {h for h in hills - {a, b} if distance(cell_at(*h), other) == 1}
        assert behind_hill(ridge, one, other) is not by_hand(beside, a, b, edge)  # TC-9.10


def test_names_are_read_and_written_alike() -> None:
    for c, r in sorted(BOARD):
        assert parse_hex(name_of(cell_at(c, r))) == (c, r)
