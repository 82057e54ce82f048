#!/usr/bin/env python3
"""Write a golden playthrough: a seeded battle between computer players, as save and as told text.

scripts/golden.py RULESET SCENARIO PLAYERS SEED NAME, as in
scripts/golden.py tank_commander skirmish mcts:300:seed=1,mcts:300:seed=2 7 skirmish

The text is what `hulldown replay --board` prints: read it with the rulebook open before it is kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hulldown import ai
from hulldown.game import Game, prepare

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"


def battle(ruleset: str, scenario: str, players: str, seed: int) -> Game:
    """A whole battle between two players."""
    game = Game.new(ruleset, scenario, seed=seed)
    prepare(game.ruleset)
    seated = [ai.player(text) for text in players.split(",")]
    while game.to_act:
        seat = game.to_act[0]
        game.play(ai.choose(seated[seat % len(seated)], game.ruleset, game.state, seat))
    return game


def main(ruleset: str, scenario: str, players: str, seed: str, name: str) -> None:
    """Write both files."""
    from typer.testing import CliRunner

    from hulldown.cli import app

    save = GOLDEN / ruleset / f"{name}.json"
    save.parent.mkdir(parents=True, exist_ok=True)
    save.write_text(battle(ruleset, scenario, players, int(seed)).save(), encoding="utf-8")
    told = CliRunner().invoke(app, ["replay", str(save), "--board"])
    save.with_suffix(".txt").write_text(told.stdout, encoding="utf-8")
    print(f"{save}: {told.stdout.splitlines()[-1]}")


if __name__ == "__main__":
    main(*sys.argv[1:6])
