"""The database by itself: tables as described, rows in order, SQLite set for safety."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from tests.server.test_snapshots import a_game, database, opened, played

from hulldown.game.secret import DiceSecret
from hulldown.server.lab.queue import beside
from hulldown.store import games, history, leases, owners
from hulldown.store.database import Database, bring_up_to_date, default_url, open_engine
from hulldown.store.games import NewSeat
from hulldown.store.models import GameRow, TableBase, WorkerRow


@pytest.fixture
def db(tmp_path: Path) -> Database:
    return Database(f"sqlite:///{tmp_path / 'deep' / 'games.sqlite'}")


def added(db: Database) -> GameRow:
    with db.transaction() as transaction:
        return games.add(
            transaction,
            ruleset="pebbles",
            version=1,
            scenario="heap",
            title="A game",
            status="Cobalt to take",
            secret=DiceSecret.from_seed(1),
            options={"pebbles": 3},
            forces={},
        )


def test_the_migrations_build_what_the_models_describe(db: Database) -> None:
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, TableBase.metadata) == []
    bring_up_to_date(db.engine)


def test_sqlite_is_set_up_and_private(db: Database, tmp_path: Path) -> None:
    with db.transaction() as transaction:
        assert transaction.scalar(text("PRAGMA journal_mode")) == "wal"
        assert transaction.scalar(text("PRAGMA foreign_keys")) == 1
        assert transaction.scalar(text("PRAGMA synchronous")) == 2  # FULL: on the disk before it is told
    assert stat.S_IMODE((tmp_path / "deep" / "games.sqlite").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["plain", "100%41 home?x", "a#b &c=d", "Müller", "a%2Fb", "C:@home"])
def test_the_default_file_lies_in_the_user_s_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    """Whatever an address of a database would make of the folder's name."""
    home = tmp_path / name
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    db = Database()
    db.close()
    assert [file.name for file in (home / "hulldown").glob("*.sqlite")] == ["games.sqlite"]
    assert list(tmp_path.iterdir()) == [home]
    assert beside(default_url()) == home / "hulldown" / "studies"


def test_a_game_in_memory_only_is_possible() -> None:
    db = Database("sqlite://")
    game = added(db).id
    with db.transaction() as transaction:
        assert games.get(transaction, game).title == "A game"


def test_digests_of_the_old_kind_are_forgotten(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'old.sqlite'}")
    bring_up_to_date(engine, "0003")
    with engine.begin() as connection:
        connection.execute(text("PRAGMA foreign_keys=OFF"))
        columns = "game, number, kind, seat, text, dice, told, digest, created"
        row = "'g', 1, 'act', 0, 'take 1', '', 0, '0123456789abcdef', '2026-01-01'"
        connection.execute(text(f"INSERT INTO actions ({columns}) VALUES ({row})"))
    bring_up_to_date(engine)
    with engine.begin() as connection:
        assert connection.scalar(text("SELECT digest FROM actions")) == ""
        with pytest.raises(IntegrityError, match="only ever appended"):
            connection.execute(text("UPDATE actions SET dice = '6/6'"))


def test_an_unknown_game(db: Database) -> None:
    with db.transaction() as transaction, pytest.raises(games.NoSuchGame):
        games.get(transaction, "nowhere")


def test_seats_are_proven_by_their_own_token_only(db: Database) -> None:
    game = added(db).id
    with db.transaction() as transaction:
        tokens = games.add_seats(transaction, game, [NewSeat("human"), NewSeat("computer", "greedy")])
        rows = games.seats_of(transaction, game)
    assert tokens[0] and tokens[1] is None
    assert [row.seat for row in rows] == [0, 1]
    assert games.proven(rows, tokens[0]) == 0
    assert games.proven(rows, tokens[0] + "x") is None
    assert games.proven(rows, "") is None


def test_rows_stand_until_an_undo_takes_them_back(db: Database) -> None:
    game = added(db).id
    script = [("a", None), ("b", None), ("", 1), ("c", None), ("d", None), ("", 0), ("e", None)]
    for number, (order, back_to) in enumerate(script, 1):
        with db.transaction() as transaction:
            history.append(
                transaction, game, number, seat=0, text=order, back_to=back_to, digest="", status=f"s{number}"
            )
    with db.transaction() as transaction:
        rows = history.rows(transaction, game)
        assert games.get(transaction, game).number == 7
        assert games.others(transaction, None, 1)[0].status == "s7"
    assert [row.number for row in rows] == list(range(1, 8))
    assert [row.text for row in history.standing(rows[:4])] == ["a", "c"]
    assert [row.text for row in history.standing(rows)] == ["e"]


def test_a_number_is_written_once(db: Database) -> None:
    game = added(db).id
    with db.transaction() as transaction:
        history.append(transaction, game, 1, seat=0, text="a", digest="", status="")
    with pytest.raises(history.AlreadyWritten), db.transaction() as transaction:
        history.append(transaction, game, 1, seat=0, text="b", digest="", status="never")
    with db.transaction() as transaction:
        assert games.get(transaction, game).status == ""


def test_no_seat_without_a_game(db: Database) -> None:
    with pytest.raises(IntegrityError), db.transaction() as transaction:
        games.add_seats(transaction, "nowhere", [NewSeat("human")])


def test_no_id_is_read_as_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """`hulldown campaign show ID` could not name one that begins with a hyphen."""
    drawn = iter(["-dashed", "--twice", "plain-one"])
    monkeypatch.setattr(owners.secrets, "token_urlsafe", lambda _bytes: next(drawn))
    assert owners.new_id() == "plain-one"


def test_a_backup_of_a_running_database_brings_every_game_back(tmp_path: Path) -> None:
    session = a_game(database(tmp_path), "chase")
    played(session, 4)
    with (
        closing(sqlite3.connect(tmp_path / "games.sqlite")) as running,
        closing(sqlite3.connect(tmp_path / "backup.sqlite")) as kept,
    ):
        running.backup(kept)
    played(session, 2)
    (tmp_path / "again").mkdir()
    (tmp_path / "backup.sqlite").rename(tmp_path / "again" / "games.sqlite")
    restored = opened(database(tmp_path / "again"), session.id)
    assert restored.number == 4
    played(restored, 1)
    assert restored.number == 5


def test_a_lease_goes_to_one_and_ends_with_the_signs_of_life(db: Database) -> None:
    game = added(db).id
    with db.transaction() as transaction:
        one, other = (leases.enlist(transaction, "http://nowhere").id for _ in range(2))
        assert leases.take(transaction, game, one)
        assert not leases.take(transaction, game, other)
        transaction.get_one(WorkerRow, one).beat = datetime.now(UTC) - timedelta(seconds=leases.DEAD + 1)
        transaction.flush()
        assert leases.holder(transaction, game) is None
        assert leases.take(transaction, game, other)
        assert leases.living(transaction) == {other}
        leases.dismiss(transaction, other)
        assert leases.holder(transaction, game) is None
        assert not leases.take(transaction, "no such game", one)
