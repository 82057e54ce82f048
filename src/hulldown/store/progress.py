"""The table of how far owners are in lessons and puzzles."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from hulldown.store.models import OwnerRow, ProgressRow


def of(session: Session, owner: str) -> dict[str, Any] | None:
    """What is kept of an owner, if anything."""
    row = session.get(ProgressRow, owner)
    return None if row is None else row.document


def lock_progress(session: Session, owner: str) -> dict[str, Any] | None:
    """The same, to be changed: nobody else changes it until the transaction ends.

    The owner is held, not the row, which need not be there yet.
    """
    session.execute(select(OwnerRow.id).where(OwnerRow.id == owner).with_for_update())
    return of(session, owner)


def keep(session: Session, owner: str, document: dict[str, Any]) -> None:
    """Keep it in place of what was kept."""
    session.merge(ProgressRow(owner=owner, document=document, updated=datetime.now(UTC)))
    session.flush()
