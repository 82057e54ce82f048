"""The table of owners, and what of the other tables is whose."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, false, func, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from hulldown.store.models import OwnerRow
from hulldown.store.tokens import hashed, new_id, new_token, same

SEEN_AGAIN = timedelta(days=1)  # how exactly it is kept when somebody was here


def add(session: Session, name: str = "") -> tuple[OwnerRow, str]:
    """A new owner, and the token that proves it, which is told this once."""
    now, token = datetime.now(UTC), new_token()
    row = OwnerRow(id=new_id(), token_hash=hashed(token), name=name, created=now, seen=now)
    session.add(row)
    session.flush()
    return row, token


def proven(session: Session, token: str) -> OwnerRow | None:
    """The owner that a token proves, if it proves one.

    It is looked for by its hash, which says nothing of the tokens that are near it.
    """
    row = session.scalar(select(OwnerRow).where(OwnerRow.token_hash == hashed(token)))
    if row is None or not same(row.token_hash, token):
        return None
    return row


def is_long_unseen(row: OwnerRow) -> bool:
    """Whether it is time to write down again that an owner was here."""
    return datetime.now(UTC) - row.seen > SEEN_AGAIN


def saw(session: Session, owner: str) -> None:
    """Note that an owner is here now."""
    session.execute(update(OwnerRow).where(OwnerRow.id == owner).values(seen=datetime.now(UTC)))


def named(session: Session, owner: str, name: str) -> OwnerRow:
    """An owner under another name."""
    row = session.get_one(OwnerRow, owner)
    row.name = name
    session.flush()
    return row


def hashes(session: Session, owners: Iterable[str | None]) -> dict[str, str]:
    """The token hashes of owners, by their ids."""
    wanted = {owner for owner in owners if owner}
    if not wanted:
        return {}
    rows = session.scalars(select(OwnerRow).where(OwnerRow.id.in_(wanted)))
    return {row.id: row.token_hash for row in rows}


def belongs(
    column: InstrumentedAttribute[str | None], owner: str | None, nobodys: bool
) -> ColumnElement[bool]:
    """What belongs to an owner; with `nobodys` also what belongs to nobody."""
    mine = column == owner if owner else false()
    return or_(mine, column.is_(None)) if nobodys else mine


def count(session: Session, table: Any, *only: ColumnElement[bool]) -> int:
    """How many rows there are."""
    return session.scalar(select(func.count()).select_from(table).where(*only)) or 0
