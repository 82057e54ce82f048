"""The writer of a process: what its threads write into a SQLite file, one after another, committed together.

SQLite has one writer at a time. Threads that each begin a transaction of their own get in each other's way:
one that read first and then writes is refused at once, however long it would wait. Here they wait in line,
the lock is taken before anything is read (BEGIN IMMEDIATE), and whoever comes last commits for all before it.
Nobody goes on before their own part is on the disk: one wait for the disk serves a whole group.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, RootTransaction, event
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    NotSupportedError,
    ProgrammingError,
    TimeoutError,
)
from sqlalchemy.orm import Session

WAITING = 256  # threads in line; one more is refused
TOGETHER = 32  # parts that are committed at once
OF_OURS = (DataError, IntegrityError, NotSupportedError, ProgrammingError)  # what a statement does wrong
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
    cause, wrapper = error, error if isinstance(error, DBAPIError) else None
    while isinstance(cause.__context__, Exception):
        cause = cause.__context__
        wrapper = cause if isinstance(cause, DBAPIError) else wrapper
    return wrapper or error


def _without_transactions_of_the_driver(connection: Any, _record: Any) -> None:
    connection.isolation_level = None


def _begin_immediately(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def is_unavailable(error: BaseException) -> bool:
    """Whether the database cannot be asked or written now: locked, full, gone; not a mistake of ours."""
    return isinstance(error, Busy | TimeoutError) or (
        isinstance(error, DBAPIError) and not isinstance(error, OF_OURS)
    )
