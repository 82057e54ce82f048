"""The short code of an invitation: to be read out and typed, where a link cannot be sent.

It is the beginning of the hash of the seat's token, in letters that nobody takes for others, so nothing more
is kept. Somebody could find one by trying: so it holds for a day only, and only until the seat is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from hulldown.store.models import GameRow, SeatRow

LETTERS = "23456789BCDFGHJKMNPQRSTVWXYZ"  # no vowels, which make words, and no 0, 1 and L
DIGITS = 7  # of the hash, in base 16: some 270 million
LONG = 6  # letters of a code


def code_of(token_hash: str) -> str:
    """The code of a seat, as it is written down: K7F-2QX."""
    number, letters = int(token_hash[:DIGITS], 16), ""
    for _ in range(LONG):
        number, at = divmod(number, len(LETTERS))
        letters = LETTERS[at] + letters
    return f"{letters[: LONG // 2]}-{letters[LONG // 2 :]}"


def beginning(code: str) -> str:
    """How the hash of the token begins that a code stands for, typed in any way; empty for no code."""
    letters = "".join(sign for sign in code.upper() if sign.isalnum())
    if len(letters) != LONG or not set(letters) <= set(LETTERS):
        return ""
    number = 0
    for letter in letters:
        number = number * len(LETTERS) + LETTERS.index(letter)
    return f"{number:0{DIGITS}x}" if number < 16**DIGITS else ""


def game_of(session: Session, code: str, since: datetime) -> str | None:
    """The game of a code, if exactly one game that was begun since a moment awaits somebody by it."""
    begins = beginning(code)
    if not begins:
        return None
    asked = (
        select(SeatRow.game)
        .join(GameRow, GameRow.id == SeatRow.game)
        .where(SeatRow.joined.is_(False), SeatRow.token_hash.startswith(begins))
        .where(GameRow.gone.is_(None), GameRow.created >= since)
        .limit(2)
    )
    games = list(session.scalars(asked))
    return games[0] if len(games) == 1 else None


def seats_of(seats: list[SeatRow], code: str) -> Iterator[int]:
    """The seats that a code invites to, if nobody has joined there."""
    begins = beginning(code)
    for row in seats:
        if begins and not row.joined and (row.token_hash or "").startswith(begins):
            yield row.seat
