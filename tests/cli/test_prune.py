"""`hulldown prune`: what belongs to nobody is counted, and removed only when that is said."""

from __future__ import annotations

import json
from pathlib import Path

from sqlalchemy import text
from tests.cli.conftest import Run

from hulldown.game import Game
from hulldown.game.secret import DiceSecret
from hulldown.rulesets import get
from hulldown.server.play.new_game import from_replay
from hulldown.store.database import Database
from hulldown.store.games import NewSeat


def test_only_old_games_of_nobody_go(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    db = Database(url)
    ids = []
    for _ in range(3):
        game = Game(get("tank_commander"), "skirmish", DiceSecret.from_seed(None))
        game.play(game.legal()[0])
        ids.append(from_replay(db, game, [NewSeat("human"), NewSeat("human")]).game)
    old, owned, fresh = ids
    with db.transaction() as transaction:
        for one in (old, owned):
            transaction.execute(
                text("UPDATE games SET updated = '2020-01-01 00:00:00' WHERE id = :id"), {"id": one}
            )
        transaction.execute(
            text("UPDATE seats SET owner = 'ann' WHERE game = :id AND seat = 0"), {"id": owned}
        )
    told = run("prune", "--database", url, "--json")
    assert json.loads(told.stdout) == {"games": [old], "deleted": False}
    told = run("prune", "--database", url, "--delete")
    assert "1 game of nobody" in told.stdout and "removed for good" in told.stdout
    with db.transaction() as transaction:
        assert set(transaction.scalars(text("SELECT id FROM games"))) == {owned, fresh}
        assert set(transaction.scalars(text("SELECT game FROM actions"))) == {owned, fresh}
    assert "0 games" in run("prune", "--database", url).stdout
    db.close()
