"""Opening a database: where it is, how SQLite is set, bringing its tables up to date."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, Executable, create_engine, event, make_url
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.pool import StaticPool

from hulldown.store.writer import PATIENT, Writer

MIGRATIONS = Path(__file__).with_name("migrations")
FILE = "games.sqlite"


def default_url() -> str:
    """The SQLite file in the user's data folder, which is made if missing."""
    from platformdirs import user_data_path

    folder = user_data_path("hulldown", appauthor=False, ensure_exists=True)
    return URL.create("sqlite", database=str(folder / FILE)).render_as_string(hide_password=False)


def _set_up_sqlite(connection: Any, _record: Any) -> None:
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
    event.listen(engine, "connect", _set_up_sqlite)
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
