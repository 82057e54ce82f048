"""One writer in a process: parts in line, committed together; what cannot be written is said, and kept."""

from __future__ import annotations

import errno
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from tests.server.conftest import HOST, begin, refusal, settings_in
from tests.waiting import wait_until

from hulldown.server.app import create_app
from hulldown.server.http.errors import storage_fault
from hulldown.store import database
from hulldown.store.database import Database

LONG = 120.0  # seconds; only what hangs takes them


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENT", 50)
    monkeypatch.setattr(database, "HURRIED", 50)


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    found = Database(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with found.transaction() as transaction:
        transaction.execute(text("CREATE TABLE parts (number INTEGER PRIMARY KEY)"))
    yield found
    found.close()


def put(db: Database, number: int) -> None:
    with db.transaction() as transaction:
        transaction.execute(text("INSERT INTO parts VALUES (:number)"), {"number": number})


def numbers(db: Database) -> list[int]:
    with db.reading() as transaction:
        return list(transaction.scalars(text("SELECT number FROM parts ORDER BY number")))


def at_once(works: list[Callable[[], Any]]) -> list[Any]:
    """What came of works that are begun at the same time: an exception counts as an answer."""
    found: list[Any] = [None] * len(works)

    def do(at: int) -> None:
        try:
            found[at] = works[at]()
        except Exception as error:
            found[at] = error

    threads = [threading.Thread(target=do, args=(at,), daemon=True) for at in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG)
        assert not thread.is_alive()
    return found


class Held:
    """Keeps the line waiting behind one part until it is let go, so that the others form a group."""

    def __init__(self, db: Database, fail: bool = False) -> None:
        self.db, self.fail = db, fail
        self.inside, self.go = threading.Event(), threading.Event()

    def part(self) -> None:
        with self.db.transaction() as transaction:
            transaction.execute(text("INSERT INTO parts VALUES (1000)"))
            self.inside.set()
            assert self.go.wait(LONG)
            if self.fail:
                raise ValueError("of its own")


def grouped(db: Database, others: list[Callable[[], Any]], fail: bool = False) -> list[Any]:
    """A part that is at work while all the others come to wait behind it."""
    held, line = Held(db, fail), db._writer
    assert line is not None

    def let_go() -> None:
        assert held.inside.wait(LONG)
        while len(line._line) < len(others):
            threading.Event().wait(0.001)
        held.go.set()

    def after(work: Callable[[], Any]) -> Callable[[], Any]:
        return lambda: (held.inside.wait(LONG), work())[1]

    return at_once([held.part, let_go, *map(after, others)])


def commits(db: Database) -> list[int]:
    """Counts what is committed from here on."""
    from sqlalchemy import event

    assert db._writer is not None
    counted: list[int] = []
    event.listen(db._writer.engine, "commit", lambda _: counted.append(1))
    return counted


def test_those_who_wait_are_committed_together(db: Database) -> None:
    counted = commits(db)
    found = grouped(db, [lambda n=n: put(db, n) for n in range(20)])  # type: ignore[misc]
    assert found == [None] * 22
    assert numbers(db) == [*range(20), 1000]
    assert len(counted) == 1


def test_one_that_fails_takes_nobody_with_it(db: Database) -> None:
    found = grouped(db, [lambda: put(db, 1), lambda: put(db, 1), lambda: put(db, 2)], fail=True)
    assert isinstance(found[0], ValueError)
    assert sum(isinstance(one, IntegrityError) for one in found[2:]) == 1
    assert numbers(db) == [1, 2]


def test_nobody_goes_on_before_the_commit(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit that fails is told to everybody whose part was in it."""
    assert db._writer is not None

    def fails(group: database.WriteBatch) -> None:
        db._writer._end(group, OperationalError("COMMIT", {}, sqlite3.OperationalError("disk full")))  # type: ignore[union-attr]

    with monkeypatch.context() as patch:
        patch.setattr(db._writer, "_commit", fails)
        found = grouped(db, [lambda n=n: put(db, n) for n in range(5)])  # type: ignore[misc]
    assert [type(one) for one in (found[0], *found[2:])] == [OperationalError] * 6
    assert numbers(db) == []
    put(db, 7)
    assert numbers(db) == [7]


def test_the_line_is_bounded(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "WAITING", 3)
    held = Held(db)

    def others() -> list[Any]:
        assert held.inside.wait(LONG)
        line = db._writer
        assert line is not None
        waiting = [threading.Thread(target=put, args=(db, n), daemon=True) for n in range(3)]
        for thread in waiting:
            thread.start()
        while len(line._line) < 3:
            threading.Event().wait(0.001)
        with pytest.raises(database.Busy):
            put(db, 9)
        held.go.set()
        for thread in waiting:
            thread.join(LONG)
        return numbers(db)

    assert at_once([held.part, others])[1] is not None
    assert numbers(db) == [0, 1, 2, 1000]


def test_to_close_waits_for_whoever_writes_and_refuses_who_comes_later(tmp_path: Path) -> None:
    """The connection was closed under a thread that wrote, and the whole process fell."""
    db = Database(f"sqlite:///{tmp_path / 'closed.sqlite'}")
    with db.transaction() as transaction:
        transaction.execute(text("CREATE TABLE parts (number INTEGER PRIMARY KEY)"))
    inside, go_on = threading.Event(), threading.Event()

    def slowly() -> None:
        with db.transaction() as transaction:
            transaction.execute(text("INSERT INTO parts VALUES (1)"))
            inside.set()
            go_on.wait(LONG)
            transaction.execute(text("INSERT INTO parts VALUES (2)"))

    writes, closes = threading.Thread(target=slowly), threading.Thread(target=db.close)
    writes.start()
    inside.wait(LONG)
    closes.start()
    wait_until(lambda: db._writer is not None and db._writer._line)
    go_on.set()
    writes.join(LONG)
    closes.join(LONG)
    with pytest.raises(database.Busy, match="closed"):
        put(db, 3)
    db.close()  # once more does no harm
    again = Database(db.url)
    assert numbers(again) == [1, 2]
    again.close()


def test_whoever_asks_waits_for_no_writer(db: Database) -> None:
    put(db, 1)
    held = Held(db)
    found = at_once([held.part, lambda: (held.inside.wait(LONG), numbers(db), held.go.set())[1]])
    assert found[1] == [1]


def test_whoever_only_asks_cannot_write(db: Database) -> None:
    from hulldown.store import owners

    with pytest.raises(RuntimeError, match="only asks"), db.reading() as transaction:
        owners.add(transaction, "Ada")


def test_a_lock_that_is_not_given_up_is_told_to_all_who_wait(db: Database) -> None:
    other = sqlite3.connect(str(db.engine.url.database), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    found = at_once([lambda n=n: put(db, n) for n in range(8)])  # type: ignore[misc]
    assert {type(one) for one in found} == {OperationalError}
    other.execute("COMMIT")
    put(db, 3)
    assert numbers(db) == [3]
    other.close()


# ---------------------------------------------------------------- what a page is told


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(settings_in(tmp_path)), base_url=HOST, raise_server_exceptions=False) as found:
        yield found


def test_an_order_that_cannot_be_written_says_so_and_is_given_again(
    client: TestClient, tmp_path: Path
) -> None:
    table = begin(client)
    assert table.act(0, "A1 take 1").status_code == 200
    other = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = table.act(1, "B1 take 1")
    assert "busy or away" in refusal(answer, 503, "database")["text"]
    assert answer.headers["retry-after"] == "1"
    assert table.view()["number"] == 1  # whoever looks waits for nobody
    other.execute("COMMIT")
    other.close()
    assert table.act(1, "B1 take 1").json()["number"] == 2


def fill(table: Any) -> None:
    """Give the connection that writes no more room than it has, as a full disk does."""
    line = table.client.app.state.services.db._writer
    if line._connection is None:
        line._connection = line.engine.connect()
    driver = line._driver()
    pages = driver.execute("PRAGMA page_count").fetchone()[0]
    driver.execute(f"PRAGMA max_page_count={pages}")


def test_a_full_disk_is_said_and_nothing_is_lost(client: TestClient) -> None:
    table = begin(client)
    assert table.act(0, "A1 take 1").status_code == 200
    fill(table)
    body = {"ruleset": "pebbles", "scenario": "heap", "seats": [{"kind": "human"}] * 2}
    answers = [client.post("/api/games", json=body) for _ in range(60)]
    refused = next(one for one in answers if one.status_code != 200)
    assert "full" in refusal(refused, 503, "database")["text"]
    assert table.view()["number"] == 1
    assert table.act(1, "B1 take 1").json()["number"] == 2  # on a new connection, which has room


@pytest.mark.parametrize(
    "error, word",
    [
        (OperationalError("SELECT", {}, Exception("connection refused")), "busy or away"),
        (PoolTimeout("no connection is free"), "busy or away"),
        (database.Busy(), "busy or away"),
        (OperationalError("INSERT", {}, Exception("attempt to write a readonly database")), "write"),
        (DatabaseError("SELECT", {}, sqlite3.DatabaseError("database disk image is malformed")), "damaged"),
        (OSError(errno.ENOSPC, "No space left on device"), "full"),
        (OSError(errno.EROFS, "Read-only file system"), "write"),
        (IntegrityError("INSERT", {}, Exception("UNIQUE")), ""),
        (FileNotFoundError(errno.ENOENT, "no such file"), ""),
        (ValueError("of ours"), ""),
    ],
)
def test_what_cannot_be_kept_is_told_from_mistakes_of_ours(error: Exception, word: str) -> None:
    text = storage_fault(error)
    assert word in text and bool(text) == bool(word)
