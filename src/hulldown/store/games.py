"""The table of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from hulldown.game.secret import DiceSecret
from hulldown.store.models import Base, GameRow
from hulldown.store.tokens import new_id


class NoSuchGame(LookupError):
    """No game has that id."""


def add(
    session: Session,
    *,
    ruleset: str,
    version: int,
    scenario: str,
    title: str,
    status: str,
    secret: DiceSecret,
    options: dict[str, Any],
    forces: dict[str, Any],
    own: str = "",
    layers: Sequence[Mapping[str, str]] = (),
) -> GameRow:
    """Write down a new game. Its id is short enough for an address and too long to guess (72 bits)."""
    now = datetime.now(UTC)
    row = GameRow(
        id=new_id(),
        ruleset=ruleset,
        version=version,
        scenario=scenario,
        own=own,
        layers=[dict(layer) for layer in layers],
        title=title,
        options=options,
        forces=forces,
        key="" if secret.shared else secret.key,
        server_part=secret.key if secret.shared else "",
        parts=list(secret.parts),
        seed=secret.seed,
        salt=secret.salt,
        commitment=secret.commitment,
        created=now,
        updated=now,
        number=0,
        status=status,
    )
    session.add(row)
    session.flush()
    return row


def get(session: Session, game: str) -> GameRow:
    """The game of an id. NoSuchGame if there is none."""
    row = session.get(GameRow, game)
    if row is None:
        raise NoSuchGame(game)
    return row


def secret_of(row: GameRow) -> DiceSecret:
    """The secret of a game's dice."""
    first, second = row.parts
    return DiceSecret(row.server_part or row.key, row.salt, (first, second), row.seed)


def recent(session: Session, limit: int) -> list[GameRow]:
    """The games last played, latest first."""
    return list(session.scalars(select(GameRow).order_by(GameRow.updated.desc()).limit(limit)))


def remove(session: Session, game: str) -> None:
    """Forget a game with all that hangs on it. NoSuchGame if there is none."""
    row = get(session, game)
    for table in reversed(Base.metadata.sorted_tables):
        for key in table.foreign_keys:
            if key.column.table is GameRow.__table__:
                session.execute(delete(table).where(key.parent == game))
    session.delete(row)
