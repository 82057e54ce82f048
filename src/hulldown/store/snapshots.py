"""The table of snapshots: positions of games, so that a game is opened without being played again.

A snapshot proves nothing and may be thrown away at any time: the actions are the game.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from hulldown.store.models import SnapshotRow

KEPT = 2  # of a game: taking back the last orders then begins at the one before, not at the set-up


def keep(session: Session, game: str, number: int, *, rules: str, drawn: int, position: bytes) -> None:
    """Keep a position after a number of a game, and no more than the newest ones."""
    session.merge(SnapshotRow(game=game, number=number, rules=rules, drawn=drawn, position=position))
    session.flush()
    older = session.scalars(
        select(SnapshotRow.number)
        .where(SnapshotRow.game == game)
        .order_by(SnapshotRow.number.desc())
        .offset(KEPT)
    ).all()
    if older:
        session.execute(delete(SnapshotRow).where(SnapshotRow.game == game, SnapshotRow.number.in_(older)))


def forget(session: Session, game: str, after: int) -> None:
    """Forget the snapshots of what is taken back."""
    session.execute(delete(SnapshotRow).where(SnapshotRow.game == game, SnapshotRow.number > after))


def latest(session: Session, game: str, rules: str, standing: Collection[int]) -> SnapshotRow | None:
    """The newest snapshot that the same rules made and that stands after one of these numbers."""
    rows = session.scalars(
        select(SnapshotRow)
        .where(SnapshotRow.game == game, SnapshotRow.rules == rules)
        .order_by(SnapshotRow.number.desc())
    )
    return next((row for row in rows if row.number in standing), None)
