"""What was done and said in games: actions, snapshots and chat, row by row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import Table, bindparam, delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from hulldown.store.database import Database
from hulldown.store.games import bits
from hulldown.store.leases import tell
from hulldown.store.models import ActionRow, ChatRow, GameRow, SnapshotRow

ACT, UNDO, END = "act", "undo", "end"

# The two statements of every order, past the unit of work: it takes twice the time of all else in them.
ACTIONS, GAMES = cast(Table, ActionRow.__table__), cast(Table, GameRow.__table__)
WRITTEN = ACTIONS.insert()
STANDS = GAMES.update().where(GAMES.c.id == bindparam("written"))
NUMBER = select(GAMES.c.number).where(GAMES.c.id == bindparam("game"))


class AlreadyWritten(RuntimeError):
    """Somebody else wrote that number of the game: another server on the same database."""


def append(session: Session, game: str, number: int, **decided: Any) -> None:
    """Write down row `number` of a game and how the game stands after it. AlreadyWritten if it exists."""
    append_all(session, game, [{"number": number, **decided}])


def append_all(session: Session, game: str, decided: Sequence[Mapping[str, Any]]) -> None:
    """Write down rows of a game, each with its number and what `add_action` asks for, and how the game stands
    after the last. AlreadyWritten if one exists.
    """
    if not decided:
        return
    together = [add_action(game, **row) for row in decided]
    session.flush()
    connection = session.connection()
    try:
        connection.execute(WRITTEN, [row for row, _ in together])
    except IntegrityError as error:
        raise AlreadyWritten(f"{game} {decided[-1]['number']}") from error
    connection.execute(STANDS, {"written": game, **together[-1][1]})
    tell(session, game=game, number=decided[-1]["number"])


def add_action(
    game: str,
    number: int,
    *,
    seat: int,
    digest: str,
    status: str,
    text: str = "",
    dice: str = "",
    told: bool = False,
    said: str = "",
    back_to: int | None = None,
    result: int | None = None,
    owing: Iterable[int] = (),
    key: str | None = None,
    kind: str = ACT,
    why: str = "",
    now: datetime | None = None,
    stands: Mapping[str, Any] | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """A row of a game, and how the game stands after it.

    With `back_to` the row is an undo; otherwise `text` is the action, `dice` what fell and `said` what the
    log says of it. `owing` are the seats that owe a decision then; `key` is that of the call.
    `why` is what the server gave an order for, `stands` what else becomes of the row of the game.
    """
    now = now or datetime.now(UTC)
    row = {
        "game": game,
        "number": number,
        "kind": kind if back_to is None else UNDO,
        "seat": seat,
        "text": text,
        "dice": dice,
        "told": told,
        "said": said,
        "back_to": back_to,
        "digest": digest,
        "created": now,
        "key": key,
        "why": why,
    }
    finished = None if result is None else now
    facts = {"number": number, "updated": now, "status": status, "result": result, "finished": finished}
    return row, facts | {"owing": bits(owing), **(stands or {})}


def decided_at(session: Session, game: GameRow, number: int) -> datetime:
    """When row `number` of a game was written; the set-up (0) when the game began."""
    at = select(ActionRow.created).where(ActionRow.game == game.id, ActionRow.number == number)
    return session.scalar(at) or game.created


def rows(session: Session, game: str) -> list[ActionRow]:
    """Everything ever decided in a game, oldest first."""
    return list(session.scalars(select(ActionRow).where(ActionRow.game == game).order_by(ActionRow.number)))


def number(db: Database, game: str) -> int | None:
    """How many rows a game has; None if there is no such game. Cheap: it is asked before every answer."""
    newest: int | None = db.query_value(NUMBER, game=game)
    return newest


def of_key(session: Session, game: str, key: str) -> list[ActionRow]:
    """What a call with that key decided, oldest first."""
    query = select(ActionRow).where(ActionRow.game == game, ActionRow.key == key)
    return list(session.scalars(query.order_by(ActionRow.number)))


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


# ---------------------------------------------------------------- snapshots
# The table of snapshots: positions of games, so that a game is opened without being played again.
#
# A snapshot proves nothing and may be thrown away at any time: the actions are the game.


KEPT = 2  # of a game: taking back the last orders then begins at the one before, not at the set-up


def keep_snapshot(
    session: Session, game: str, number: int, *, rules: str, drawn: int, position: bytes
) -> None:
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


def forget_snapshots(session: Session, game: str, after: int) -> None:
    """Forget the snapshots of what is taken back."""
    session.execute(delete(SnapshotRow).where(SnapshotRow.game == game, SnapshotRow.number > after))


def latest_snapshot(session: Session, game: str, rules: str, standing: Collection[int]) -> SnapshotRow | None:
    """The newest snapshot that the same rules made and that stands after one of these numbers."""
    rows = session.scalars(
        select(SnapshotRow)
        .where(SnapshotRow.game == game, SnapshotRow.rules == rules)
        .order_by(SnapshotRow.number.desc())
    )
    return next((row for row in rows if row.number in standing), None)


# ---------------------------------------------------------------- chat
# What is said at tables: appended row by row, never changed.


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
