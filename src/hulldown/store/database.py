"""Opening a database: where it is, how SQLite is set, its one writer, bringing its tables up to date."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Executable,
    RootTransaction,
    create_engine,
    event,
    exc,
    make_url,
)
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.pool import StaticPool

WAITING = 256  # threads in line; one more is refused
TOGETHER = 32  # parts that are committed at once
OF_OURS = (
    exc.DataError,
    exc.IntegrityError,
    exc.NotSupportedError,
    exc.ProgrammingError,
)  # what a statement does wrong
PATIENT, HURRIED = 5000, 250  # milliseconds that another process is waited for; hurried after it was in vain


class Busy(Exception):
    """Too many wait for the database."""


class WriteBatch:
    """Parts that are committed together. `error` is why they were not."""

    def __init__(self, transaction: RootTransaction) -> None:
        self.transaction = transaction
        self.size = 0
        self.error: Exception | None = None
        self.done = threading.Event()


class Waiting:
    """A thread in line. `error` is why it need not wait any longer."""

    def __init__(self) -> None:
        self.turn = threading.Event()
        self.error: Exception | None = None


class Writer:
    """The line, and the connection that is written with. `engine` is for this writer alone."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        event.listen(engine, "connect", _without_transactions_of_the_driver)
        event.listen(engine, "begin", _begin_immediately)
        self._guard = threading.Lock()
        self._line: deque[Waiting] = deque()
        self._busy = False
        self._inside: tuple[int, Session] | None = None  # the thread whose turn it is
        self._connection: Connection | None = None
        self._group: WriteBatch | None = None
        self._timeout = PATIENT
        self._closed = False

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """A part of its own: all of it is written, or nothing. It is on the disk when the block has ended.

        Busy if too many wait, or if the writer was closed; what the database says if it cannot be written.
        Within a block of the same thread it is a piece of that part.
        """
        if self._inside and self._inside[0] == threading.get_ident():
            yield self._inside[1]
            return
        self._enter()
        try:
            if self._closed:
                raise Busy("the database is closed")
            group = self._group or self._begin()
            with self._part(group) as session:
                yield session
        finally:
            self._leave()
        group.done.wait()
        if group.error:
            raise group.error

    @contextmanager
    def _part(self, group: WriteBatch) -> Iterator[Session]:
        session = Session(self._connection, join_transaction_mode="create_savepoint", expire_on_commit=False)
        self._inside = threading.get_ident(), session
        broken: Exception | None = None
        try:
            yield session
            session.commit()
            group.size += 1
        except BaseException as error:
            try:
                session.rollback()
            except Exception as lost:
                broken = lost
            if not self._under_way() and isinstance(error, Exception):
                broken = first_of(error)
                raise broken from None
            raise
        finally:
            self._inside = None
            session.close()
            if broken or not self._under_way():  # SQLite ends a transaction by itself when the disk is full
                self._end(group, broken or RuntimeError("the transaction was given up"))
            elif not self._line or group.size >= TOGETHER:
                self._commit(group)

    # ---- the line
    def _enter(self, bounded: bool = True) -> None:
        waiting = Waiting()
        with self._guard:
            if not self._busy:
                self._busy = True
                return
            if bounded and len(self._line) >= WAITING:
                raise Busy("too many wait to write")
            self._line.append(waiting)
        waiting.turn.wait()
        if waiting.error:
            raise waiting.error

    def _leave(self) -> None:
        with self._guard:
            if self._line:
                self._line.popleft().turn.set()
            else:
                self._busy = False

    def _refuse_line(self, error: Exception) -> None:
        """What the first waited for in vain the others need not wait for, one after another."""
        with self._guard:
            line, self._line = self._line, deque()
        for waiting in line:
            waiting.error = error
            waiting.turn.set()

    # ---- the group
    def _begin(self) -> WriteBatch:
        try:
            if self._connection is None:
                self._connection = self.engine.connect()
            self._wait_for_others(self._timeout)
            self._group = WriteBatch(self._connection.begin())
        except Exception as error:
            self._timeout = HURRIED
            self._drop()
            self._refuse_line(error)
            raise
        self._timeout = PATIENT
        return self._group

    def _wait_for_others(self, milliseconds: int) -> None:
        assert self._connection is not None
        self._driver().execute(f"PRAGMA busy_timeout={milliseconds}")

    def _driver(self) -> sqlite3.Connection:
        assert self._connection is not None
        driver: Any = self._connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        return driver

    def _under_way(self) -> bool:
        """Whether the transaction still stands."""
        return self._driver().in_transaction

    def _commit(self, group: WriteBatch) -> None:
        try:
            group.transaction.commit()
        except Exception as error:
            self._end(group, error)
        else:
            self._end(group)

    def _end(self, group: WriteBatch, error: Exception | None = None) -> None:
        if error:
            self._drop()
        group.error = error
        self._group = None
        group.done.set()

    def _drop(self) -> None:
        """Give the connection up: nobody knows what stands in it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    def close(self) -> None:
        """Give the connection back when all that are in line have written; who comes later is refused (Busy).

        A connection that is closed under a thread that writes takes the whole process with it.
        """
        while True:
            try:
                self._enter(bounded=False)
                break
            except Exception:  # what the line waited for was in vain; who has the turn goes on all the same
                continue
        self._closed = True
        if self._group:
            self._commit(self._group)
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._leave()
        self.engine.dispose()


def first_of(error: Exception) -> Exception:
    """What the database said first: when it has ended a transaction by itself, to roll back a part of it
    fails as well.
    """
    cause, wrapper = error, error if isinstance(error, exc.DBAPIError) else None
    while isinstance(cause.__context__, Exception):
        cause = cause.__context__
        wrapper = cause if isinstance(cause, exc.DBAPIError) else wrapper
    return wrapper or error


def _without_transactions_of_the_driver(connection: Any, _record: Any) -> None:
    connection.isolation_level = None


def _begin_immediately(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def is_unavailable(error: BaseException) -> bool:
    """Whether the database cannot be asked or written now: locked, full, gone; not a mistake of ours."""
    return isinstance(error, Busy | exc.TimeoutError) or (
        isinstance(error, exc.DBAPIError) and not isinstance(error, OF_OURS)
    )


# ---------------------------------------------------------------- database
# Opening a database: where it is, how SQLite is set, bringing its tables up to date.


MIGRATIONS = Path(__file__).with_name("migrations")
FILE = "games.sqlite"


def default_url() -> str:
    """The SQLite file in the user's data folder, which is made if missing."""
    from platformdirs import user_data_path

    folder = user_data_path("hulldown", appauthor=False, ensure_exists=True)
    return URL.create("sqlite", database=str(folder / FILE)).render_as_string(hide_password=False)


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Readers never wait for a writer, references are kept, a second server on the file is waited for.

    What is committed is on the disk, not only in the system's hands: an order that a player was told of
    stands after a power cut, too.
    """
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={PATIENT}"):
        connection.execute(f"PRAGMA {pragma}")


def open_engine(url: str) -> Engine:
    """The engine of a database URL. A SQLite file is for its owner only: it holds dice keys."""
    place = make_url(url)
    if place.get_backend_name() != "sqlite":
        return create_engine(place, pool_pre_ping=True)
    if place.database in (None, "", ":memory:"):
        engine = create_engine(place, poolclass=StaticPool, connect_args={"check_same_thread": False})
    else:
        _own(Path(place.database or ""))
        engine = create_engine(place)
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _own(file: Path) -> None:
    """Make the folder and the file, readable by nobody else."""
    file.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))


def bring_up_to_date(engine: Engine, revision: str = "head") -> None:
    """Run the migrations that the database has not seen, the last of them by default."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


class Database:
    """An open database. Its transactions are short: one question or one thing to write down.

    A SQLite file has one writer in a process; any other database has its own ways.
    """

    def __init__(self, url: str | None = None) -> None:
        self.url = url or default_url()
        self.engine = open_engine(self.url)
        bring_up_to_date(self.engine)
        self._session = sessionmaker(self.engine, expire_on_commit=False)
        self._reading = sessionmaker(self.engine, expire_on_commit=False, autoflush=False)
        event.listen(self._reading, "before_flush", _refuse_writes)
        self._writer = Writer(open_engine(self.url)) if is_file(self.engine) else None

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """A transaction that may write: committed at the end, rolled back on any exception.

        What it wrote is on the disk when the block has ended.
        """
        with self._writer.transaction() if self._writer else self._session.begin() as session:
            yield session

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that only asks: it waits for no writer. RuntimeError if it would write."""
        with self._reading.begin() as session:
            yield session

    def query_value(self, statement: Executable, **given: Any) -> Any:
        """One value of the database, past the unit of work, which takes four times as long."""
        with self.engine.connect() as connection:
            return connection.execute(statement, given).scalar()

    def close(self) -> None:
        """Give every connection back."""
        if self._writer:
            self._writer.close()
        self.engine.dispose()


def is_file(engine: Engine) -> bool:
    """Whether a database is a SQLite file."""
    return engine.dialect.name == "sqlite" and not isinstance(engine.pool, StaticPool)


def _refuse_writes(session: Session, *_: Any) -> None:
    if session.new or session.dirty or session.deleted:
        raise RuntimeError("a transaction that only asks has changed something")
