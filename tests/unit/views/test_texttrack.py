"""A battle without a map as text."""

from dataclasses import replace

import pytest
from tests.unit.views.tracks import EVERY, clash, duel, escaped, passing, track

from hulldown.rulesets.api.scene import Encounter
from hulldown.views import text_board

DUEL = """\
Even ground, turn 3 of 12
      Adjacent  Close  Short  Medium  Long  Very Long  Distant  broken
A1→*  ------------------------↑B1=    o
* active  = hull down  o range before
A1 and B1: Medium, 300-800 m, was Long; A1: shows Front; B1: shows Left side, hull down.
Hull points: A1 Marten 6/6, B1 Bulwark 4/6.
"""


def test_a_duel_looks_like_this() -> None:
    assert text_board(duel()) == DUEL


@pytest.mark.parametrize("band", range(7))
def test_an_enemy_stands_under_the_name_of_his_band(band: int) -> None:
    scene = track(Encounter("A1", "B1", band, "front", "front"))
    _, ruler, row, *_ = text_board(scene).splitlines()
    assert row.index("←B1") == ruler.index(scene.bands[band].name)


@pytest.mark.parametrize("made", EVERY)
def test_every_unit_is_named_and_no_line_ends_in_blanks(made: object) -> None:
    scene = made()  # type: ignore[operator]
    text = text_board(scene)
    assert all(unit.unit in text for unit in scene.units)
    assert all(line == line.rstrip() for line in text.splitlines())


def test_what_has_no_line_of_fire_has_no_dashes() -> None:
    for scene in (escaped(), passing()):
        assert "--" not in text_board(scene)


def test_reserves_and_losses_are_sentences() -> None:
    assert "Reserve: A3.\nEscaped: B4.\nDestroyed: A4.\n" in text_board(clash())


def test_a_battle_with_nobody_on_the_track_is_its_title() -> None:
    assert text_board(replace(track(), title="Nobody", subtitle="")) == "Nobody\n"
