"""The command line run in this process, on a saved game and on the shipped rules, interpreted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from hulldown.cli.commands import app
from hulldown.game import Game

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `hulldown` with arguments. Nothing may ever end in a traceback."""
    monkeypatch.setenv("HULLDOWN_JIT", "0")
    monkeypatch.delenv("HULLDOWN_DEBUG", raising=False)

    def call(*arguments: str, said: str | None = None) -> Result:
        result = CliRunner().invoke(app, list(arguments), input=said, prog_name="hulldown")
        assert "Traceback" not in result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    return call


@pytest.fixture(scope="session")
def battle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first forty orders of a skirmish, saved."""
    game = Game.new("tank_commander", "skirmish", seed=7)
    for number in range(40):
        orders = [act for act in game.legal() if "concede" not in act.text]
        game.play(orders[number % len(orders)])
    path = tmp_path_factory.mktemp("saves") / "battle.json"
    path.write_text(game.save())
    return path


@pytest.fixture
def binary(tmp_path: Path) -> Path:
    """A file that is no text."""
    path = tmp_path / "binary.toml"
    path.write_bytes(bytes(range(256)) * 8)
    return path
