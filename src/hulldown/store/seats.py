"""The table of seats: who plays what, and who may say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from hulldown.store.models import SeatRow
from hulldown.store.tokens import hashed, new_token, same


@dataclass(frozen=True)
class NewSeat:
    """A seat to be written down: `kind` is human, computer or invite; `player` names a computer player.

    `token` proves it, unless a new one is made for it; `owner` does, too.
    """

    kind: str
    player: str = ""
    name: str = ""
    owner: str | None = None
    token: str = ""


def add(session: Session, game: str, seats: Sequence[NewSeat]) -> list[str | None]:
    """Write down the seats of a game. Returns each seat's token, the only time it exists in the clear."""
    tokens = [None if seat.kind == "computer" else seat.token or new_token() for seat in seats]
    for number, (seat, token) in enumerate(zip(seats, tokens, strict=True)):
        token_hash = hashed(token) if token else None
        session.add(
            SeatRow(
                game=game,
                seat=number,
                kind=seat.kind,
                player=seat.player,
                name=seat.name,
                token_hash=token_hash,
                joined=seat.kind != "invite",
                owner=seat.owner,
                seen=None,
            )
        )
    session.flush()
    return tokens


def of_game(session: Session, game: str) -> list[SeatRow]:
    """The seats of a game in order."""
    return list(session.scalars(select(SeatRow).where(SeatRow.game == game).order_by(SeatRow.seat)))


def join(
    session: Session,
    game: str,
    seat: int,
    owner: str | None = None,
    name: str = "",
    key: str | None = None,
) -> None:
    """Note that who was invited to a seat sits there now, by which name, and that the seat is theirs."""
    for row in of_game(session, game):
        if row.seat == seat:
            row.joined, row.owner, row.name, row.joined_key = True, owner, row.name or name, key


def waiting(session: Session, game: str) -> bool:
    """Whether somebody is invited who has not joined yet."""
    asked = select(SeatRow.seat).where(SeatRow.game == game, SeatRow.joined.is_(False))
    return session.scalar(asked.limit(1)) is not None


def claim(session: Session, game: str, seat: int, owner: str, name: str) -> bool:
    """Make a seat that is nobody's an owner's; whether it is that owner's now."""
    row = session.get_one(SeatRow, (game, seat))
    if row.owner is None:
        row.owner, row.name = owner, row.name or name
    return row.owner == owner


def change_over(session: Session, game: str, rows: Sequence[SeatRow], now: datetime) -> None:
    """Give a game the seats of another, changed over: the tokens go with their people, who have joined."""
    for row in rows:
        session.add(
            SeatRow(
                game=game,
                seat=1 - row.seat,
                kind=row.kind,
                player=row.player,
                name=row.name,
                token_hash=row.token_hash,
                owner=row.owner,
                joined=True,
                seen=now,
            )
        )
    session.flush()


def saw(session: Session, game: str, seat: int, now: datetime) -> None:
    """Note that a person in a seat was there."""
    seat_rows = (SeatRow.game == game) & (SeatRow.seat == seat)
    session.execute(update(SeatRow).where(seat_rows).values(seen=now))


def visits(session: Session, game: str) -> list[datetime | None]:
    """When somebody was last seen in each seat of a game."""
    return list(session.scalars(select(SeatRow.seen).where(SeatRow.game == game).order_by(SeatRow.seat)))


def proven(seats: Sequence[SeatRow], token: str, owners: Mapping[str, str] | None = None) -> int | None:
    """The seat that a token proves, or None. Every seat is compared, whichever fits.

    A seat is proven by its own token, or by "OWNER/SEAT", the token of its owner and its number; `owners`
    are the hashes of those tokens by the ids of the owners.
    """
    whole, _, wanted = token.rpartition("/")
    seat = None
    for row in seats:
        if row.token_hash and same(row.token_hash, token):
            seat = row.seat
        owner_hash = (owners or {}).get(row.owner or "")
        if owner_hash and same(owner_hash, whole) and wanted == str(row.seat):
            seat = row.seat
    return seat
