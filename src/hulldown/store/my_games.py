"""Whose games are whose: the lists of one's own and of others', leaving a game, deleting it for good."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from sqlalchemy import ColumnElement, exists, func, not_, or_, select
from sqlalchemy.orm import Session

from hulldown.store.games import get, remove
from hulldown.store.models import CampaignEntryRow, GameRow, SeatRow
from hulldown.store.seats import of_game

Part = Literal["waiting", "running", "finished"]
PARTS: tuple[Part, ...] = ("waiting", "running", "finished")


def _seats(*such: ColumnElement[bool]) -> ColumnElement[bool]:
    """Games with a seat like that."""
    return exists().where(SeatRow.game == GameRow.id, *such)


def _mine(owner: str) -> ColumnElement[bool]:
    """Games that somebody began or sits at; of one that is nobody's this is false, not unknown."""
    return or_(GameRow.owner.is_not(None) & (GameRow.owner == owner), _seats(SeatRow.owner == owner))


def _waiting(owner: str) -> ColumnElement[bool]:
    """Games in which a seat of an owner owes a decision, everybody having joined.

    Of two seats n + 1 is the bit of seat n.
    """
    owes = func.coalesce(GameRow.owing, 0).bitwise_and(SeatRow.seat + 1) != 0
    return _seats(SeatRow.owner == owner, owes) & not_(_seats(SeatRow.joined.is_(False)))


def _last(session: Session, only: Sequence[ColumnElement[bool]], limit: int, after: int = 0) -> list[GameRow]:
    rows = select(GameRow).where(GameRow.gone.is_(None), *only)
    return list(session.scalars(rows.order_by(GameRow.updated.desc(), GameRow.id).offset(after).limit(limit)))


def part_of(session: Session, owner: str, part: Part, limit: int, after: int = 0) -> list[GameRow]:
    """Games of an owner that wait for them, that wait for the other side, or that are finished; those last
    played first."""
    over = GameRow.finished.is_not(None)
    such = over if part == "finished" else not_(over) & _waiting(owner)
    if part == "running":
        such = not_(over) & not_(_waiting(owner))
    return _last(session, [_mine(owner), such], limit, after)


def others(session: Session, owner: str | None, limit: int) -> list[GameRow]:
    """Games that everybody may find, those last played first; without an owner's own."""
    own = [not_(_mine(owner))] if owner else []
    return _last(session, [GameRow.listed.is_(True), *own], limit)


def alone(game: GameRow, seats: Sequence[SeatRow], owner: str) -> bool:
    """Whether a game is nobody's but an owner's: no other person has sat down in it."""
    people = [seat for seat in seats if seat.kind != "computer"]
    others = any(seat.joined and seat.owner != owner for seat in people)
    return not others and (game.owner == owner or any(seat.owner == owner for seat in people))


def leave(session: Session, game: str, owner: str) -> bool:
    """Take a game off an owner's list: deleted for good, if nobody else sits at it. Whether it was.

    NoSuchGame if there is none, PermissionError if it is not on that list.
    """
    row, seats = get(session, game), of_game(session, game)
    if row.owner != owner and all(seat.owner != owner for seat in seats):
        raise PermissionError(game)
    if alone(row, seats, owner):
        remove(session, game)
        return True
    if row.owner == owner:
        row.owner = row.begun_key = None
    for seat in seats:
        if seat.owner == owner:
            seat.owner = None
    session.flush()
    return False


def nobodys(session: Session, before: datetime) -> list[str]:
    """Games that belong to nobody, nor to a campaign, and were last played before a moment."""
    fought = exists().where(CampaignEntryRow.once == "start " + GameRow.id)
    kept = or_(GameRow.owner.is_not(None), _seats(SeatRow.owner.is_not(None)), fought)
    rows = select(GameRow.id).where(not_(kept), GameRow.updated < before).order_by(GameRow.updated)
    return list(session.scalars(rows))
