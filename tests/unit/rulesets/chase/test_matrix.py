"""Secret orders against each other: cells against a second sum, shares against the value (CH-13.4)."""

from typing import Any

import numpy as np
import pytest
from tests.unit.rulesets.chase.table import battle, duel, give

from hulldown.kernel.records import copy
from hulldown.rulesets.api.matrix import Matrix
from hulldown.rulesets.api.odds import Note
from hulldown.rulesets.chase.actions import mask
from hulldown.rulesets.chase.board import status
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.challenge import challenge
from hulldown.rulesets.chase.equilibrium.players import thinkers
from hulldown.rulesets.chase.game import matrices
from hulldown.rulesets.chase.odds import odds_lines
from hulldown.rulesets.chase.setup import set_up
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.words import parse_action

THINKERS = thinkers(SHELF)

ORDERS = ("pursue", "flee", "maneuver", "hull_down")


def tank(**changed: Any) -> dict[str, Any]:
    """A tank of one hull point or of what is said."""
    made: dict[str, Any] = {
        "hull": 1, "front": 2, "side": 2, "rear": 1, "top_speed": 4, "agility": 0, "driver": 0, "gunner": 0,
        "mount": "turret", "weapon": {"dice": 1, "bonus": 0, "ap": 0, "range_dm": [0, 0, 0, 0, -1, -1, -1]},
    }  # fmt: skip
    return made | changed


FAST = tank(driver=1, agility=1, rear=0)


def never() -> bool:
    return False


def only(s: State, seat: int) -> Matrix:
    found = matrices(s, seat, never)
    assert len(found) == 1
    return found[0]


def said(notes: tuple[Note, ...]) -> str:
    return " ".join(text for text, _ in notes)


def fixed(first: int, second: int, size: int) -> Any:
    """Strategies of one order each, whatever the position: an immobilised tank has only one (CH-4.4)."""
    mobility = np.arange(size) // 3 % 3

    def mixtures(left: int) -> tuple[Any, Any]:
        made = []
        for side, order in enumerate((first, second)):
            chances = np.zeros((7, size, size, 4))
            given = np.where(mobility == 2, ORDERS.index("hull_down"), order)
            for at, one in enumerate(given):
                chances[(slice(None), at) if side == 0 else (slice(None), slice(None), at)][..., one] = 1
            made.append(chances)
        return made[0], made[1]

    return mixtures


@pytest.mark.parametrize("pair", [("pursue", "flee"), ("maneuver", "maneuver"), ("hull_down", "pursue")])
def test_a_cell_is_what_the_pair_comes_to(pair: tuple[str, str]) -> None:
    """`challenge` shares no code with the solver: both sides give one order, then decide as is best."""
    s = duel(FAST, tank(), range="Short", turns=1)
    proof = challenge(s, fixed(ORDERS.index(pair[0]), ORDERS.index(pair[1]), 9), 1)
    expected = (float(proof.value[2, 0, 0]) + 1) / 2
    for seat, share in ((0, expected), (1, 1 - expected)):
        matrix = only(s, seat)
        row, column = pair if seat == 0 else pair[::-1]
        assert matrix.cells[ORDERS.index(row)][ORDERS.index(column)] == pytest.approx(share, abs=1e-9)


def test_shares_fit_the_value() -> None:
    """CH-13.5: the mixture holds the value against every order; no order does better against the other's."""
    s = duel(FAST, tank(hull=2), range="Short", turns=2)
    for seat in range(2):
        matrix = only(s, seat)
        cells = np.array(matrix.cells, dtype=float)
        rows, columns = (np.array([one.share for one in line]) for line in (matrix.rows, matrix.columns))
        assert rows.sum() == pytest.approx(1) and columns.sum() == pytest.approx(1)
        assert (rows @ cells).min() == pytest.approx(matrix.value, abs=1e-9)
        assert (cells @ columns).max() == pytest.approx(matrix.value, abs=1e-9)
        assert matrix.exact and "A victory is 100 %" in said(matrix.notes)
    assert only(s, 0).value == pytest.approx(1 - (only(s, 1).value or 0))


def test_rows_can_be_ordered_and_columns_lead_to_their_odds() -> None:
    s = duel(FAST, tank(), turns=1)
    matrix = only(s, 1)
    assert (matrix.unit, matrix.enemy) == ("B1", "A1")
    assert [row.text for row in matrix.rows] == [f"B1 {order}" for order in ORDERS]
    told = {line.group for line in odds_lines(s, parse_action(s, 1, matrix.rows[0].text), {})}
    assert {column.heading for column in matrix.columns} <= told


def test_who_can_give_but_one_order_has_one_line() -> None:
    s = duel(FAST, tank(), damage={"B1": (1, 2, 0)}, turns=1)
    matrix = only(s, 0)
    assert [one.key for one in matrix.columns] == ["hull_down"] and len(matrix.cells) == 4
    assert matrices(s, 1, never) == ()  # nothing is left to be decided


def test_an_order_that_is_given_tells_nothing() -> None:
    """CH-4.3: B1's table is the same before A1 has its order and after, whatever that is."""
    s = duel(FAST, tank(), turns=1)
    before = matrices(s, 1, never)
    for order in ORDERS:
        given = give(copy(s), f"A1 {order}")
        assert matrices(given, 0, never) == ()
        mask(given, 1)
        assert matrices(given, 1, never) == before


def test_estimates_are_named() -> None:
    worn = only(duel(FAST, tank(), options={"armor_wear": True}, turns=1), 0)
    assert not worn.exact and worn.value is not None and "Armor wore down no further" in said(worn.notes)
    team = matrices(battle([FAST, tank()], [tank()], range="Short"), 0, never)
    assert [(one.unit, one.enemy) for one in team] == [("A1", "B1"), ("A2", "B1")]
    assert all(not one.exact and "four turns ahead" in said(one.notes) for one in team)
    assert len(matrices(battle([FAST, tank()], [tank()], range="Short"), 1, never)) == 2  # B1 meets both


def test_other_payoffs_are_told_by_their_ends() -> None:
    s = duel(FAST, tank(), turns=1)
    s.payoffs[0] = 120
    matrix = only(s, 0)
    assert "The best end of this duel" in said(matrix.notes)
    assert all(0 <= (cell or 0) <= 1 for line in matrix.cells for cell in line)


def test_without_time_the_table_has_no_chances() -> None:
    matrix = matrices(duel(FAST, tank(top_speed=7)), 0, lambda: True)[0]  # a duel that is never solved
    assert matrix.value is None and matrix.cells == ((None,) * 4,) * 4
    assert [one.share for one in (*matrix.rows, *matrix.columns)] == [None] * 8
    assert "could not be solved in time" in said(matrix.notes)


def test_what_is_worked_out_says_of_what_it_speaks() -> None:
    """CH-12.7, CH-14.11: the match is won, the table is of a duel, a turn's player of a turn."""
    match, team = (set_up(SHELF, name, {}) for name in ("even_ground", "platoon_clash"))
    assert (status(match, 0).whole, status(match, 0).part) == ("match", "duel")
    assert (status(team, 0).whole, status(team, 0).part) == ("battle", "")
    about = {thinker.id: thinker.about for thinker in THINKERS}
    assert (about["perfect"](match), about["perfect"](team)) == ("", "fight with the nearest enemy")
    assert about["exact"](match) == about["timid"](team) == "turn"
    assert [one.about for one in matrices(team, 0, lambda: True)][:1] == ["these two tanks"]
    assert [one.about for one in matrices(match, 0, lambda: True)] == ["this duel"]
