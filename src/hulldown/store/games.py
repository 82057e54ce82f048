"""The table of games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from hulldown.game.secret import DiceSecret
from hulldown.store.models import GameRow, TableBase
from hulldown.store.owners import count
from hulldown.store.tokens import new_id


class NoSuchGame(LookupError):
    """No game has that id."""


def add(session: Session, **facts: Any) -> GameRow:
    """Write down a new game, as `draft` makes it. IntegrityError if its owner has begun one with that key."""
    return keep(session, draft(**facts))


def keep(session: Session, row: GameRow) -> GameRow:
    """Write down a game that was drafted. IntegrityError if its owner has begun one with that key."""
    session.add(row)
    session.flush()
    return row


def draft(
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
    owing: Iterable[int] = (),
    owner: str | None = None,
    listed: bool = True,
    begun_key: str | None = None,
    terms: Mapping[str, Any] | None = None,
    clock: Mapping[str, Any] | None = None,
    deadline: datetime | None = None,
) -> GameRow:
    """The row of a new game. Its id is short enough for an address and too long to guess (72 bits)."""
    now = datetime.now(UTC)
    return GameRow(
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
        owing=bits(owing),
        owner=owner,
        listed=listed,
        begun_key=begun_key,
        terms=dict(terms or {}),
        clock=dict(clock or {}),
        offers={},
        deadline=deadline,
    )


def get(session: Session, game: str) -> GameRow:
    """The game of an id. NoSuchGame if there is none."""
    row = session.get(GameRow, game)
    if row is None or row.gone:
        raise NoSuchGame(game)
    return row


def secret_of(row: GameRow) -> DiceSecret:
    """The secret of a game's dice."""
    first, second = row.parts
    return DiceSecret(row.server_part or row.key, row.salt, (first, second), row.seed)


def remove(session: Session, game: str) -> None:
    """Delete a game for good with all that hangs on it: it is marked as gone, which lets go of its actions.

    NoSuchGame if there is none.
    """
    row = get(session, game)
    row.gone = datetime.now(UTC)
    session.flush()
    for table in reversed(TableBase.metadata.sorted_tables):
        for key in table.foreign_keys:
            if key.column.table is GameRow.__table__:
                session.execute(delete(table).where(key.parent == game))
    session.delete(row)


def bits(owing: Iterable[int]) -> int:
    """The seats that owe a decision as they are kept: a bit each, seat 0 the first."""
    return sum(1 << seat for seat in owing)


def running_of(session: Session, owner: str) -> int:
    """How many games that an owner has begun are running."""
    return count(session, GameRow, GameRow.owner == owner, GameRow.finished.is_(None))


def find_by_key(session: Session, owner: str, key: str) -> GameRow | None:
    """The game that an owner began with a key."""
    return session.scalar(select(GameRow).where(GameRow.owner == owner, GameRow.begun_key == key))


def due(session: Session, now: datetime, limit: int) -> list[str]:
    """The games whose deadline has come, the longest overdue first."""
    ids = select(GameRow.id).where(GameRow.deadline <= now).order_by(GameRow.deadline).limit(limit)
    return list(session.scalars(ids))


def offer(session: Session, game: str, offers: Mapping[str, Any]) -> None:
    """Note what one side waits for the other to answer."""
    session.execute(update(GameRow).where(GameRow.id == game).values(offers=dict(offers)))


def set_deadline(session: Session, game: str, deadline: datetime | None) -> None:
    """Note when to look next whether a game ends by rule."""
    session.execute(update(GameRow).where(GameRow.id == game).values(deadline=deadline))
