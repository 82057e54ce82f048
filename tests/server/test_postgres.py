"""The same server on PostgreSQL: tables, games, several processes and machines, backup and restore."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import make_url
from tests.server.network import running
from tests.server.postgres import Server, started
from tests.server.test_hosting import Seat, begun
from tests.server.test_snapshots import a_game, opened, played, seen
from tests.waiting import PATIENCE, wait_until
from websockets.sync.client import connect

from hulldown.server.play.match import EVERY
from hulldown.store import history, leases, owners
from hulldown.store.database import Database
from hulldown.store.history import AlreadyWritten
from hulldown.store.models import TableBase


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    with started() as server:
        yield server


@pytest.fixture
def db(postgres: Server) -> Iterator[Database]:
    database = Database(postgres.new_database())
    yield database
    database.close()


def test_the_migrations_build_what_the_models_describe(db: Database) -> None:
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, TableBase.metadata) == []


def test_a_game_is_played_taken_back_and_opened_again(db: Database) -> None:
    session = a_game(db, "tank_commander")
    played(session, EVERY + 3)
    seat = session.match.steps[-1].seat
    if not session.undo(seat, session.number):
        session.undo(1 - seat, session.number)
    assert seen(opened(db, session.id)) == seen(session)


def test_a_number_is_written_once(db: Database) -> None:
    session = a_game(db, "chase")
    with db.transaction() as transaction:
        history.append(transaction, session.id, 1, seat=0, digest="", status="")
    with pytest.raises(AlreadyWritten), db.transaction() as transaction:
        history.append(transaction, session.id, 1, seat=1, digest="", status="")


def test_a_lease_goes_to_one(db: Database) -> None:
    game = a_game(db, "chase").id
    with db.transaction() as transaction:
        one, other = (leases.enlist(transaction, "http://nowhere").id for _ in range(2))
    with db.transaction() as first:
        assert leases.take(first, game, one)
    with db.transaction() as second:
        assert not leases.take(second, game, other)
        leases.dismiss(second, one)
    with db.transaction() as third:
        assert leases.take(third, game, other)
        found = leases.holder(third, game)
        assert found is not None and found.id == other


def test_what_two_browsers_learn_at_once_is_joined(db: Database) -> None:
    with db.transaction() as transaction:
        ann = owners.add(transaction, "Ann")[0].id
    begins = Event()

    def learn(day: str) -> None:
        with db.transaction() as transaction:
            begins.set()
            known = owners.lock_progress(transaction, ann) or {}
            owners.keep_progress(transaction, ann, {**known, day: 0})

    with ThreadPoolExecutor(1) as pool:
        with db.transaction() as first:
            assert owners.lock_progress(first, ann) is None
            second = pool.submit(learn, "2026-11-29")
            assert begins.wait(PATIENCE)
            owners.keep_progress(first, ann, {"2026-11-28": 0})
        second.result(PATIENCE)
    with db.reading() as transaction:
        assert owners.progress_of(transaction, ann) == {"2026-11-28": 0, "2026-11-29": 0}


def test_two_machines_are_one_server(postgres: Server, tmp_path: Path) -> None:
    """Calls reach the machine that has the game; when it dies the other goes on with what is written."""
    url = postgres.new_database()
    with running(tmp_path, database=url, workers=1) as one, running(tmp_path, database=url) as other:
        first, second = begun(one)
        first.act()
        there = Seat(other, second.game, second.token)
        assert there.view()["number"] == 1
        with connect(f"ws://127.0.0.1:{other.port}/api/games/{first.game}/live") as line:
            line.send("{}")
            line.recv(PATIENCE)
            there.act()
            assert json.loads(line.recv(PATIENCE))["number"] == 2
        one.process.kill()
        one.process.wait()
        wait_until(lambda: other.call(f"/api/games/{first.game}/view").status == 200)
        assert there.view()["number"] == 2


def test_what_another_process_writes_is_told_to_pages(postgres: Server, tmp_path: Path) -> None:
    """Even where the lease is not kept to nobody looks at an old position: news come with what is written."""
    url = postgres.new_database()
    with running(tmp_path, database=url) as server:
        first, _ = begun(server)
        with connect(f"ws://127.0.0.1:{server.port}/api/games/{first.game}/live") as line:
            line.send("{}")
            line.recv(PATIENCE)
            db = Database(url)
            session = opened(db, first.game)
            played(session, 1)
            assert json.loads(line.recv(PATIENCE))["number"] == 1
            db.close()
        assert first.view()["number"] == 1


def test_a_backup_brings_every_game_back(postgres: Server, db: Database) -> None:
    session = a_game(db, "chase")
    played(session, 4)
    kept = postgres.run("pg_dump", "-h", str(postgres.folder), "-U", "hulldown", str(db.engine.url.database))
    url = postgres.new_database()
    name = str(make_url(url).database)
    postgres.run("psql", "-h", str(postgres.folder), "-U", "hulldown", "-q", name, input=kept)
    restored = Database(url)
    assert seen(opened(restored, session.id)) == seen(session)
    restored.close()
