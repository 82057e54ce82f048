"""The scenarios as they are printed, their files, and who may stand for whom (section 5, WS-4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.setup import set_up
from hulldown.rulesets.warstrike.state import INCH, NOBODY, Morale, Phase, State, side_of
from hulldown.rulesets.warstrike.turn import why_not_spot
from hulldown.rulesets.warstrike.words import unit_id

PRINTED = ("two_roads", "water_line", "first_patrol")
FREE = tuple(f"free_{name}" for name in PRINTED)
MINE = """
name = "Mine"
rule = "WS-4.1"
summary = "A test."
briefing = "A test."
size = [30, 30]
[[sides]]
name = "Blue"
letter = "B"
edge = "south"
zone = [0, 0, 30, 8]
[[sides]]
name = "Red"
letter = "R"
edge = "north"
zone = [0, 22, 30, 30]
[units.B1]
unit = "vet"
leader = [12, 5]
[units.R1]
unit = "storm"
leader = [12, 25]
"""


def worth(s: State, side: int) -> int:
    """The VP of a side's units."""
    return sum(s.unit[k].value for k in range(s.units) if s.unit[k].side == side)


def refused(tmp_path: Path, old: str, new: str) -> str:
    """What is said of a scenario file of one's own after an edit."""
    path = tmp_path / "mine.toml"
    path.write_text(MINE.replace(old, new, 1))
    with pytest.raises(CatalogueError) as error:
        set_up(SHELF, path)
    return str(error.value)


def test_files_are_in_order() -> None:
    """The scenarios that are printed first, then those with free set-up; nothing is wrong in any file."""
    names = SHELF.scenario_names()
    assert [name for name in names if name in PRINTED + FREE] == [*PRINTED, *FREE]
    assert names[: len(PRINTED)] == PRINTED
    assert SHELF.data_problems() == []
    assert list(SHELF.listed_scenarios()) == list(names)
    taught = {"glossary", "lesson", "puzzles", "drills"}
    assert set(SHELF.files({}).models) == {"weapons", "units", "scenario", "uncoded", "house_rules"} | taught


@pytest.mark.parametrize(
    ("name", "table", "turns", "units", "vp"),
    [
        ("two_roads", (60, 40, 13, 4), 8, (5, 5), (440, 480)),
        ("water_line", (48, 36, 13, 2), 7, (4, 5), (360, 420)),
        ("first_patrol", (30, 30, 5, 1), 5, (2, 2), (160, 180)),
    ],
)
def test_printed_numbers(
    name: str, table: tuple[int, ...], turns: int, units: tuple[int, int], vp: tuple[int, int]
) -> None:
    """Table, turns, forces and their VP, as section 5 has them."""
    s = set_up(SHELF, name)
    assert (s.width // INCH, s.height // INCH, s.pieces, s.objectives) == table
    assert s.turns == turns
    assert tuple(sum(s.unit[k].side == side for k in range(s.units)) for side in range(2)) == units
    assert (worth(s, 0), worth(s, 1)) == vp


def test_what_counts() -> None:
    """Morale and sudden victory, objectives and who scores them, attackers (WS-4.7, WS-14.1, WS-14.4)."""
    roads, water, patrol = (set_up(SHELF, name) for name in PRINTED)
    assert roads.victory == 1 << Morale.TASK_FORCE | 1 << Morale.SUDDEN
    assert water.victory == 1 << Morale.TASK_FORCE
    assert patrol.victory == 0
    assert list(roads.objective_side[:4]) == [0, 0, 1, 1]
    assert (water.held_by, list(water.objective_value[:2])) == (1, [60, 60])
    assert (patrol.held_by, patrol.objective_value[0], patrol.objective_side[0]) == (NOBODY, 50, NOBODY)
    assert (roads.fixed, water.fixed, patrol.fixed) == (NOBODY, 0, 1)


@pytest.mark.parametrize("name", PRINTED)
def test_formations_stand_in_their_zones(name: str) -> None:
    """Every model of a fixed deployment may stand where it does (WS-1.12, WS-4.5, WS-4.9)."""
    s = set_up(SHELF, name)
    for m in range(s.models):
        s.side = side_of(s, m)
        assert why_not_spot(s, m, s.model[m].x, s.model[m].y) == Why.OK


def test_two_roads_is_the_same_for_both_sides() -> None:
    """Its terrain is symmetric under a half turn (section 5.1)."""
    s = set_up(SHELF, "two_roads")

    def laid(turned: bool) -> set[tuple[int, frozenset[tuple[int, int]]]]:
        found = set()
        for piece in s.piece[: s.pieces]:
            corners = [(piece.shape.x[i], piece.shape.y[i]) for i in range(piece.shape.corners)]
            if turned:
                corners = [(s.width - x, s.height - y) for x, y in corners]
            found.add((int(piece.ground), frozenset(corners)))
        return found

    assert laid(True) == laid(False)


def test_the_attacker_begins_and_defenders_lie_low() -> None:
    """A fixed attacker has the first decision; the defender's men are gone to ground (WS-4.3, WS-4.4)."""
    s = set_up(SHELF, "water_line")
    assert (s.phase, s.side, s.turn, s.attacker) == (Phase.ACTIVATE, 0, 1, 0)
    assert [s.unit[k].ground for k in range(s.units)] == [0, 0, 0, 0, 1, 1, 1, 1, 1]
    assert set_up(SHELF, "two_roads").phase == Phase.ROLL_OFF  # WS-4.10


def test_another_unit_may_be_fielded() -> None:
    """One of the same type stands for a printed one, a commander's only for a commander's (WS-4.12)."""
    s = set_up(SHELF, "two_roads", forces={"B1": {"unit": "vet"}})
    assert (unit_id(s, 0), s.unit[0].size, s.unit[0].value) == ("B1", 6, 120)
    for name, unit in (("B1", "car"), ("B1", "cmd"), ("B4", "vet"), ("B5", "line")):
        with pytest.raises(CatalogueError, match=r"WS-4\.12"):
            set_up(SHELF, "two_roads", forces={name: {"unit": unit}})
    with pytest.raises(CatalogueError, match="unit"):
        set_up(SHELF, "two_roads", forces={"B9": {"unit": "vet"}})


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('letter = "R"', 'letter = "B"', "that of the other side"),
        ('edge = "north"', 'edge = "south"', "that of the other side"),
        ("zone = [0, 0, 30, 8]", "zone = [0, 0, 31, 8]", "WS-1.1"),
        ("[units.B1]", "[units.B2]", "should be B1"),
        ("[units.R1]", "[units.X1]", "letter of no side"),
        ('unit = "vet"', 'unit = "knights"', "WS-2.1"),
        ("size = [30, 30]", "size = [30, 60]", "WS-1.16"),
        ("leader = [12, 5]", "leader = [12, 25]", "WS-4.5"),
        ("leader = [12, 5]", "leader = [12, 0.9]", "WS-4.5"),
        ("WS-4.1", "WS-" + "4.99", "no rule WS-" + "4.99"),  # none that may be cited
        ('rule = "WS-4.1"', 'rule = "WS-4.1"\nattacker = "Green"', "WS-4.7"),
        ('rule = "WS-4.1"', 'rule = "WS-4.1"\noptions = { half_rof = "left" }', "WS-9.14"),
        ('rule = "WS-4.1"', 'rule = "WS-4.1"\noptions = { colour = "red" }', "option"),
        ('rule = "WS-4.1"', 'rule = "WS-4.1"\nground = "nowhere"', "scenario"),
        ('rule = "WS-4.1"', 'rule = "WS-4.1"\nobjectives = [{ at = [31, 2] }]', "WS-1.1"),
        ('rule = "WS-4.1"', 'rule = "WS-4.1"\nobjectives = [{ at = [3, 2], side = "Us" }]', "WS-14.4"),
        (
            'rule = "WS-4.1"',
            'rule = "WS-4.1"\nterrain = [{ ground = "wood", points = [[1, 1], [2, 2]] }]',
            "WS-3.1",
        ),
        (
            'rule = "WS-4.1"',
            'rule = "WS-4.1"\nterrain = [{ ground = "linear", points = [[1, 1], [32, 2]] }]',
            "WS-1.1",
        ),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    """What is wrong in a scenario of one's own is said with its rule."""
    assert said in refused(tmp_path, old, new)


def test_a_scenario_of_ones_own(tmp_path: Path) -> None:
    """It needs no more than sides and units; the attacker is rolled for (WS-4.3)."""
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    s = set_up(SHELF, path, {"cover_hidden": 1, "suppress_per": 4})
    assert (s.units, s.phase, s.options.cover_hidden, s.options.suppress_per) == (2, Phase.ROLL_OFF, 1, 4)
    path.write_text(MINE.replace("size", "free = true\nsize", 1).replace("30, 8]", "4, 1]", 1))
    with pytest.raises(CatalogueError, match="does not fit"):
        set_up(SHELF, path)
