"""The names of `hulldown` itself."""

from __future__ import annotations

import subprocess
import sys

import pytest

import hulldown


def test_every_public_name_is_there() -> None:
    assert [name for name in hulldown.__all__ if not hasattr(hulldown, name)] == []
    assert set(hulldown.__all__) <= set(dir(hulldown))


def test_what_people_program_against_is_all_there() -> None:
    assert set(hulldown.__all__) == {
        *("Order", "Distribution", "Game", "IllegalOrder", "NotUnderstood", "Position", "PositionError"),
        *("SaveError", "Setup", "Step", "UndoRefused"),
        *("from_position", "load", "new", "prepare", "replaces", "ruleset", "verify"),
    }
    asked = {
        "legal",
        "every_order",
        "check",
        "explain",
        "odds",
        "rank",
        "view",
        "scene",
        "svg",
        "text",
        "png",
    }
    asked |= {"as_seen_by", "observation", "status", "to_act", "result", "digest"}
    done = {"play", "undo", "copy", "at", "replay", "position", "save", "load", "verify"}
    assert asked <= set(dir(hulldown.Position)) and asked | done <= set(dir(hulldown.Game))


def test_a_name_that_is_not_there_is_missed() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        hulldown.chess  # noqa: B018


def test_importing_hulldown_loads_nothing_heavy() -> None:
    code = "import hulldown, sys; print([m for m in ('numba', 'numpy', 'pydantic') if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_playing_a_game_loads_no_numba() -> None:
    code = (
        "import hulldown, sys; g = hulldown.new('tank_commander', 'skirmish', seed=1); "
        "g.play(g.legal()[0]); print('numba' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
