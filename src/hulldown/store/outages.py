"""When a server was there: clocks run only then."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from hulldown.store.models import OutageRow

Outage = tuple[datetime, datetime]


def beat(session: Session, now: datetime, longest: timedelta) -> Outage | None:
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


def after(session: Session, moment: datetime) -> list[Outage]:
    """The times without a server that ended after a moment, in order."""
    rows = session.scalars(select(OutageRow).where(OutageRow.until > moment).order_by(OutageRow.since))
    return [(row.since, row.until) for row in rows if row.until is not None]
