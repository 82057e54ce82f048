"""Golden playthroughs: whole battles that replay die by die and read as they did when they were checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from hulldown.cli.commands import app
from hulldown.game import verify

HERE = Path(__file__).parent
SAVES = sorted(HERE.glob("*/*.json"))


def named(save: Path) -> str:
    return f"{save.parent.name}-{save.stem}"


@pytest.mark.parametrize("save", SAVES, ids=named)
def test_a_playthrough_replays_to_the_last_die(save: Path) -> None:
    assert not verify(save.read_text(encoding="utf-8"))


@pytest.mark.parametrize("save", SAVES, ids=named)
def test_a_playthrough_reads_as_it_did(save: Path) -> None:
    told = CliRunner().invoke(app, ["replay", str(save), "--board"])
    assert told.stdout == save.with_suffix(".txt").read_text(encoding="utf-8")
