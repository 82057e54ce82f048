"""A game is opened from a snapshot and the orders since: it must be the game that was played, to the byte."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hulldown import rulesets
from hulldown.server.play.match import EVERY, ServerMatch
from hulldown.server.play.new_game import create
from hulldown.server.play.session import Session
from hulldown.server.play.table_view import Looking, earlier, table_view
from hulldown.server.schemas.requests import NewGameIn, SeatIn
from hulldown.server.schemas.responses import TableView, adapter
from hulldown.store import history
from hulldown.store.database import Database
from hulldown.store.models import SnapshotRow

LIMIT = 20_000


def database(folder: Path) -> Database:
    return Database(f"sqlite:///{folder}/games.sqlite")


def a_game(db: Database, ruleset: str, **more: object) -> Session:
    """A new game of a ruleset's first scenario."""
    scenario = next(iter(rulesets.get(ruleset).files.scenarios()))
    seats = [SeatIn(), SeatIn()]
    message = NewGameIn(ruleset=ruleset, scenario=scenario, seed=7, seats=seats, **more)
    return Session.load(db, create(db, message).game, LIMIT)


def played(session: Session, count: int, seed: int = 3) -> None:
    """Give random orders, but nobody gives up."""
    chance = random.Random(seed)
    for _ in range(count):
        match = session.match
        if match.ended:
            return
        seat = match.to_act()[0]
        texts = [one.text for one in match.orders(seat) if one.refusal is None]
        giving_up = match.ruleset.speech.giving_up
        session.act(seat, [chance.choice([t for t in texts if t != giving_up] or texts)], session.number)


def seen(session: Session) -> list[bytes]:
    """All that anybody sees of a game, now and before."""
    looks = [Looking(seat) for seat in (0, 1, None)]
    now = [table_view(session, look) for look in looks]
    then = [earlier(session, look, n) for look in looks for n in (0, session.number // 2)]
    return [adapter(TableView).dump_json(view) for view in (*now, *then)]


def opened(db: Database, game: str) -> Session:
    return Session.load(db, game, LIMIT)


@pytest.mark.landing
@pytest.mark.parametrize("ruleset", rulesets.names())
def test_a_game_opened_from_a_snapshot_is_the_game(tmp_path: Path, ruleset: str) -> None:
    db = database(tmp_path)
    session = a_game(db, ruleset)
    played(session, 2 * EVERY + 5)
    again = opened(db, session.id)
    with db.transaction() as transaction:
        snapshots = transaction.query(SnapshotRow).filter_by(game=session.id).count()
        rows = history.rows(transaction, session.id)
    assert again.match.game.complete == (not snapshots)
    if len(rows) > EVERY:
        assert snapshots
    whole = opened(db, session.id)
    whole._match = ServerMatch.replayed(whole.row, history.standing(rows))  # from its first order
    assert seen(again) == seen(session) == seen(whole)
    played(again, 6, seed=8)
    assert again.match.whole().save() == ServerMatch.replayed(again.row, again.match.steps).game.save()


def test_what_is_taken_back_is_not_taken_up_again(tmp_path: Path) -> None:
    db = database(tmp_path)
    session = a_game(db, "tank_commander")
    played(session, EVERY + 1)
    while len(session.match.steps) > EVERY - 4:
        seat = session.match.steps[-1].seat
        if not session.undo(seat, session.number):
            session.undo(1 - seat, session.number)
    again = opened(db, session.id)
    assert [step.number for step in again.match.steps] == [step.number for step in session.match.steps]
    assert seen(again) == seen(session)
    assert again.match.digest == session.match.digest


def test_a_broken_or_foreign_snapshot_is_passed_over(tmp_path: Path) -> None:
    db = database(tmp_path)
    session = a_game(db, "tank_commander")
    played(session, EVERY + 3)
    for change in ({"position": b"nothing"}, {"rules": "others"}, {"drawn": 0, "position": b""}):
        with db.transaction() as transaction:
            for row in transaction.query(SnapshotRow):
                for name, value in change.items():
                    setattr(row, name, value)
        again = opened(db, session.id)
        assert again.match.game.complete
        assert seen(again) == seen(session)


def test_old_rows_without_words_are_played_again(tmp_path: Path) -> None:
    db = database(tmp_path)
    session = a_game(db, "chase")
    played(session, EVERY + 2)
    with db.engine.begin() as connection:
        connection.exec_driver_sql("DROP TRIGGER actions_no_update")
        connection.exec_driver_sql("UPDATE actions SET said = ''")
    again = opened(db, session.id)
    assert again.match.game.complete
    assert seen(again) == seen(session)


def test_two_servers_on_one_database_show_the_same(tmp_path: Path) -> None:
    """The fault of HOST.md, point 6: each showed what it had in memory, for good."""
    db, other = database(tmp_path), database(tmp_path)
    here = a_game(db, "tank_commander")
    there = opened(other, here.id)
    played(here, 3)
    there.refresh()
    assert seen(there) == seen(here)
    played(there, 2, seed=9)
    here.refresh()
    assert seen(there) == seen(here)
