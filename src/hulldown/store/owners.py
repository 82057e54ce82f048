"""Owners and what is whose: tokens, ids, codes of invitations, progress in lessons."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy import ColumnElement, false, func, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from hulldown.store.models import GameRow, OwnerRow, ProgressRow, SeatRow


def new_id() -> str:
    """The id of a game, a campaign or a build: 72 random bits, safe in an address and on a command line.

    There a hyphen in front would make it an option.
    """
    while (text := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return text


def new_token() -> str:
    """A seat's token: 256 random bits, safe in an address."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token. It has 256 random bits, so a plain hash cannot be searched."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def same(token_hash: str, token: str) -> bool:
    """Whether the token has the hash, in constant time."""
    return hmac.compare_digest(token_hash, hashed(token))


# ---------------------------------------------------------------- codes
# The short code of an invitation: to be read out and typed, where a link cannot be sent.
#
# It is the beginning of the hash of the seat's token, in letters that nobody takes for others, so nothing
# more is kept. Somebody could find one by trying: so it holds for a day only, and only until the seat is
# taken.


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


# ---------------------------------------------------------------- owners
# The table of owners, and what of the other tables is whose.


SEEN_AGAIN = timedelta(days=1)  # how exactly it is kept when somebody was here


def add(session: Session, name: str = "") -> tuple[OwnerRow, str]:
    """A new owner, and the token that proves it, which is told this once."""
    now, token = datetime.now(UTC), new_token()
    row = OwnerRow(id=new_id(), token_hash=hashed(token), name=name, created=now, seen=now)
    session.add(row)
    session.flush()
    return row, token


def proven(session: Session, token: str) -> OwnerRow | None:
    """The owner that a token proves, if it proves one.

    It is looked for by its hash, which says nothing of the tokens that are near it.
    """
    row = session.scalar(select(OwnerRow).where(OwnerRow.token_hash == hashed(token)))
    if row is None or not same(row.token_hash, token):
        return None
    return row


def is_long_unseen(row: OwnerRow) -> bool:
    """Whether it is time to write down again that an owner was here."""
    return datetime.now(UTC) - row.seen > SEEN_AGAIN


def saw(session: Session, owner: str) -> None:
    """Note that an owner is here now."""
    session.execute(update(OwnerRow).where(OwnerRow.id == owner).values(seen=datetime.now(UTC)))


def named(session: Session, owner: str, name: str) -> OwnerRow:
    """An owner under another name."""
    row = session.get_one(OwnerRow, owner)
    row.name = name
    session.flush()
    return row


def hashes(session: Session, owners: Iterable[str | None]) -> dict[str, str]:
    """The token hashes of owners, by their ids."""
    wanted = {owner for owner in owners if owner}
    if not wanted:
        return {}
    rows = session.scalars(select(OwnerRow).where(OwnerRow.id.in_(wanted)))
    return {row.id: row.token_hash for row in rows}


def belongs(
    column: InstrumentedAttribute[str | None], owner: str | None, nobodys: bool
) -> ColumnElement[bool]:
    """What belongs to an owner; with `nobodys` also what belongs to nobody."""
    mine = column == owner if owner else false()
    return or_(mine, column.is_(None)) if nobodys else mine


def count(session: Session, table: Any, *only: ColumnElement[bool]) -> int:
    """How many rows there are."""
    return session.scalar(select(func.count()).select_from(table).where(*only)) or 0


# ---------------------------------------------------------------- progress
# The table of how far owners are in lessons and puzzles.


def progress_of(session: Session, owner: str) -> dict[str, Any] | None:
    """What is kept of an owner, if anything."""
    row = session.get(ProgressRow, owner)
    return None if row is None else row.document


def lock_progress(session: Session, owner: str) -> dict[str, Any] | None:
    """The same, to be changed: nobody else changes it until the transaction ends.

    The owner is held, not the row, which need not be there yet.
    """
    session.execute(select(OwnerRow.id).where(OwnerRow.id == owner).with_for_update())
    return progress_of(session, owner)


def keep_progress(session: Session, owner: str, document: dict[str, Any]) -> None:
    """Keep it in place of what was kept."""
    session.merge(ProgressRow(owner=owner, document=document, updated=datetime.now(UTC)))
    session.flush()
