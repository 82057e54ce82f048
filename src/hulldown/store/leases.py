"""Processes on one database: which has which game, what they tell each other, when none was there."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import delete, make_url, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from hulldown.store.models import LeaseRow, OutageRow, WorkerRow
from hulldown.store.owners import new_id, new_token

log = logging.getLogger("hulldown.server")
CHANNEL = "hulldown"
AGAIN = 1.0  # seconds until a lost connection is tried again
LOOK = 0.5  # seconds between two looks whether to stop

News = dict[str, Any]


def tell(session: Session, **news: Any) -> None:
    """Tell others something about what a transaction writes."""
    if session.get_bind().dialect.name == "postgresql":
        payload = json.dumps(news, separators=(",", ":"))
        session.execute(
            text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload}
        )


class Listener:
    """Hears what others tell, in a thread of its own; nothing on a database that is no PostgreSQL."""

    def __init__(self, url: str, hear: Callable[[News], None]) -> None:
        self.url, self.hear = make_url(url), hear
        self._stop = threading.Event()

    def start(self) -> None:
        """Begin to listen."""
        if self.url.get_backend_name() == "postgresql":
            threading.Thread(target=self._listen, name="news", daemon=True).start()

    def close(self) -> None:
        """Listen no more."""
        self._stop.set()

    def _listen(self) -> None:
        import psycopg

        address = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stop.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=LOOK):
                            self.hear(json.loads(notice.payload))
            except psycopg.Error:
                if not self._stop.is_set():
                    log.warning("the database does not tell news for a moment")
                    time.sleep(AGAIN)


# ---------------------------------------------------------------- leases
# The tables of workers and leases: which process has which game, as all processes on a database see it.
#
# A lease is good as long as its holder gives signs of life. It decides who is asked, never what is true: that
# is what the actions say, and nobody can write a number twice.


BEAT = 0.5  # seconds between two signs of life
DEAD = 2.0  # seconds without one after which a worker's games are taken over


def enlist(session: Session, address: str) -> WorkerRow:
    """Write down a new worker that others reach at an address, and forget those that are long gone."""
    now = datetime.now(UTC)
    for row in session.scalars(select(WorkerRow).where(WorkerRow.beat < now - timedelta(minutes=10))).all():
        dismiss(session, row.id)
    row = WorkerRow(id=new_id(), address=address, secret=new_token(), beat=now)
    session.add(row)
    session.flush()
    return row


def beat(session: Session, workers: Iterable[str]) -> None:
    """Give a sign of life of workers."""
    session.execute(update(WorkerRow).where(WorkerRow.id.in_(list(workers))).values(beat=datetime.now(UTC)))


def dismiss(session: Session, worker: str) -> None:
    """A worker is no more: its games are free."""
    session.execute(delete(LeaseRow).where(LeaseRow.worker == worker))
    session.execute(delete(WorkerRow).where(WorkerRow.id == worker))


def holder(session: Session, game: str) -> WorkerRow | None:
    """The living worker that has a game, if one has."""
    since = datetime.now(UTC) - timedelta(seconds=DEAD)
    query = select(WorkerRow).join(LeaseRow, LeaseRow.worker == WorkerRow.id)
    return session.scalar(query.where(LeaseRow.game == game, WorkerRow.beat >= since))


def take(session: Session, game: str, worker: str) -> bool:
    """Give a game that no living worker has to a worker; False if somebody else was quicker, or if there is
    no such game.
    """
    session.execute(update(WorkerRow).where(WorkerRow.id == worker).values(beat=datetime.now(UTC)))
    old = session.get(LeaseRow, game)
    if old is not None and old.worker in living(session):
        return old.worker == worker
    if old is not None:
        mine = update(LeaseRow).where(LeaseRow.game == game, LeaseRow.worker == old.worker)
        changed = session.execute(mine.values(worker=worker))
        tell(session, lease=game, worker=worker)
        return bool(changed.rowcount)  # type: ignore[attr-defined]
    try:
        with session.begin_nested():
            session.add(LeaseRow(game=game, worker=worker))
    except IntegrityError:
        return False
    return True


def living(session: Session) -> set[str]:
    """The workers that give signs of life."""
    since = datetime.now(UTC) - timedelta(seconds=DEAD)
    return set(session.scalars(select(WorkerRow.id).where(WorkerRow.beat >= since)))


# ---------------------------------------------------------------- outages
# When a server was there: clocks run only then.


Outage = tuple[datetime, datetime]


def note_alive(session: Session, now: datetime, longest: timedelta) -> Outage | None:
    """Note that a server is there now. When none was for longer than that, it is written down and given."""
    last = session.scalar(select(OutageRow).where(OutageRow.until.is_(None)).limit(1))
    if last is None:
        session.add(OutageRow(since=now, until=None))
        session.flush()
        return None
    since = last.since
    if since < now:
        session.execute(update(OutageRow).where(OutageRow.until.is_(None)).values(since=now))
    if now - since <= longest:
        return None
    session.add(OutageRow(since=since, until=now))
    session.flush()
    return since, now


def outages_after(session: Session, moment: datetime) -> list[Outage]:
    """The times without a server that ended after a moment, in order."""
    rows = session.scalars(select(OutageRow).where(OutageRow.until > moment).order_by(OutageRow.since))
    return [(row.since, row.until) for row in rows if row.until is not None]
