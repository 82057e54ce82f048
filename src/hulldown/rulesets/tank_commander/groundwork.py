"""Where every position begins, of a mission, a question or a situation: options and an open board."""

from __future__ import annotations

from collections.abc import Mapping

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.hexes import CELLS, cell_at
from hulldown.kernel.records import blank
from hulldown.rulesets.common.scenarios import Choices
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.codes import NOBODY, Ground
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.terrain import list_buildings


def open_board(columns: int, rows: int, chosen: Choices) -> State:
    """A board of open ground for two sides under these options, with nobody and nothing on it."""
    s = blank(State)
    SHELF.set_options(s.options, chosen)
    s.strength = [0, s.options.at_strength, s.options.he_strength]
    s.seats, s.winner = 2, RUNNING
    s.active = s.attacker = s.prize = s.prize_cell = NOBODY
    s.columns, s.rows = columns, rows
    s.occupant = [NOBODY] * CELLS
    for column in range(columns):
        for row in range(rows):
            s.ground[cell_at(column, row)] = Ground.OPEN
    return s


def lay(s: State, grounds: Mapping[int, str]) -> None:
    """Terrain by cell; hills that an option leaves out are open ground (TC-9.13)."""
    for cell, name in grounds.items():
        left_out = name == "hill" and not s.options.adv_hills
        s.ground[cell] = Ground.OPEN if left_out else Ground[name.upper()]
    list_buildings(s)
