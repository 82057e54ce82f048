"""The table of actions: written row by row, never changed. Undoing is a row of its own kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from hulldown.store.models import ActionRow, GameRow

ACT, UNDO, END = "act", "undo", "end"


class AlreadyWritten(RuntimeError):
    """Somebody else wrote that number of the game: another server on the same database."""


def append(
    session: Session,
    game: str,
    number: int,
    *,
    seat: int,
    digest: str,
    status: str,
    text: str = "",
    dice: str = "",
    told: bool = False,
    back_to: int | None = None,
    result: int | None = None,
    kind: str = ACT,
    why: str = "",
    now: datetime | None = None,
    stands: Mapping[str, Any] | None = None,
) -> ActionRow:
    """Write down row `number` of a game and how the game stands after it. AlreadyWritten if it exists.

    With `back_to` the row is an undo; otherwise `text` is the action and `dice` what fell. `stands` is what
    else becomes of the row of the game.
    """
    now = now or datetime.now(UTC)
    row = ActionRow(
        game=game,
        number=number,
        kind=kind if back_to is None else UNDO,
        seat=seat,
        text=text,
        dice=dice,
        told=told,
        back_to=back_to,
        why=why,
        digest=digest,
        created=now,
    )
    session.add(row)
    try:
        session.flush()
    except IntegrityError as error:
        raise AlreadyWritten(f"{game} {number}") from error
    finished = None if result is None else now
    facts = {"number": number, "updated": now, "status": status, "result": result, "finished": finished}
    session.execute(update(GameRow).where(GameRow.id == game).values({**facts, **(stands or {})}))
    return row


def rows(session: Session, game: str) -> list[ActionRow]:
    """Everything ever decided in a game, oldest first."""
    return list(session.scalars(select(ActionRow).where(ActionRow.game == game).order_by(ActionRow.number)))


def standing(history: Iterable[ActionRow]) -> list[ActionRow]:
    """The actions that still stand once the undo rows have taken theirs back, and the end, if it is none of
    the rules."""
    line: list[ActionRow] = []
    for row in history:
        if row.kind != UNDO:
            line.append(row)
        else:
            line = [kept for kept in line if kept.number <= (row.back_to or 0)]
    return line
