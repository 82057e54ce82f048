"""The table of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from hulldown.game.secret import DiceSecret
from hulldown.store.models import GameRow
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
    terms: Mapping[str, Any] | None = None,
    clock: Mapping[str, Any] | None = None,
    deadline: datetime | None = None,
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
        key=secret.key,
        salt=secret.salt,
        commitment=secret.commitment,
        created=now,
        updated=now,
        number=0,
        status=status,
        terms=dict(terms or {}),
        clock=dict(clock or {}),
        offers={},
        deadline=deadline,
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


def due(session: Session, now: datetime, limit: int) -> list[str]:
    """The games whose deadline has come, the longest overdue first."""
    ids = select(GameRow.id).where(GameRow.deadline <= now).order_by(GameRow.deadline).limit(limit)
    return list(session.scalars(ids))


def offer(session: Session, game: str, offers: Mapping[str, Any]) -> None:
    """Note what one side waits for the other to answer."""
    session.execute(update(GameRow).where(GameRow.id == game).values(offers=dict(offers)))


def put_off(session: Session, game: str, deadline: datetime | None) -> None:
    """Note when to look next whether a game ends by rule."""
    session.execute(update(GameRow).where(GameRow.id == game).values(deadline=deadline))


def recent(session: Session, limit: int) -> list[GameRow]:
    """The games last played, latest first."""
    return list(session.scalars(select(GameRow).order_by(GameRow.updated.desc()).limit(limit)))
