"""The tables of workers and leases: which process has which game, as all processes on a database see it.

A lease is good as long as its holder gives signs of life. It decides who is asked, never what is true: that
is what the actions say, and nobody can write a number twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from hulldown.store.models import LeaseRow, WorkerRow
from hulldown.store.news import tell
from hulldown.store.tokens import new_id, new_token

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
