"""The table of seats: who plays what, and who may say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from hulldown.store.models import SeatRow
from hulldown.store.tokens import hashed, new_token, same


@dataclass(frozen=True)
class NewSeat:
    """A seat to be written down: `kind` is human, computer or invite; `player` names a computer player."""

    kind: str
    player: str = ""
    name: str = ""


def add(session: Session, game: str, seats: Sequence[NewSeat]) -> list[str | None]:
    """Write down the seats of a game. Returns each seat's token, the only time it exists in the clear."""
    tokens = [None if seat.kind == "computer" else new_token() for seat in seats]
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
            )
        )
    session.flush()
    return tokens


def of_game(session: Session, game: str) -> list[SeatRow]:
    """The seats of a game in order."""
    return list(session.scalars(select(SeatRow).where(SeatRow.game == game).order_by(SeatRow.seat)))


def join(session: Session, game: str, seat: int) -> None:
    """Note that who was invited to a seat sits there now."""
    for row in of_game(session, game):
        if row.seat == seat:
            row.joined = True


def waiting(session: Session, game: str) -> bool:
    """Whether somebody is invited who has not joined yet."""
    asked = select(SeatRow.seat).where(SeatRow.game == game, SeatRow.joined.is_(False))
    return session.scalar(asked.limit(1)) is not None


def proven(seats: Sequence[SeatRow], token: str) -> int | None:
    """The seat that a token proves, or None. Every seat is compared, whichever fits."""
    found = None
    for row in seats:
        if row.token_hash and same(row.token_hash, token):
            found = row.seat
    return found
