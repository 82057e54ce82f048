"""What is said at tables: appended row by row, never changed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from hulldown.store.models import ChatRow


class TooMuchSaid(RuntimeError):
    """As much is kept of a table's talk as may be kept."""


class SaidMeanwhile(RuntimeError):
    """Somebody else wrote that number: another server on the same database."""


def say(
    session: Session,
    game: str,
    seat: int | None,
    now: datetime,
    most: int,
    *,
    phrase: str = "",
    text: str = "",
) -> ChatRow:
    """Write down what a seat, or a spectator, says. TooMuchSaid when players, or spectators, have said as
    much as `most` already: neither can take the other's room.
    """
    here = ChatRow.game == game
    room = ChatRow.seat.is_(None) if seat is None else ChatRow.seat.is_not(None)
    if (session.scalar(select(func.count()).where(here, room)) or 0) >= most:
        raise TooMuchSaid(game)
    number = (session.scalar(select(func.max(ChatRow.number)).where(here)) or 0) + 1
    row = ChatRow(game=game, number=number, seat=seat, phrase=phrase, text=text, created=now)
    session.add(row)
    try:
        session.flush()
    except IntegrityError as error:
        raise SaidMeanwhile(f"{game} {number}") from error
    return row


def list_messages(session: Session, game: str, rooms: Iterable[str]) -> list[ChatRow]:
    """What was said by "players", by "spectators" or by both, oldest first."""
    wanted = set(rooms)
    rows = session.scalars(select(ChatRow).where(ChatRow.game == game).order_by(ChatRow.number))
    return [row for row in rows if ("spectators" if row.seat is None else "players") in wanted]
