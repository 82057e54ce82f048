"""The tables of games and seats: who plays what, whose games are whose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, delete, exists, func, not_, or_, select, update
from sqlalchemy.orm import Session

from hulldown.game.secret import DiceSecret
from hulldown.store.models import CampaignEntryRow, GameRow, SeatRow, TableBase
from hulldown.store.owners import count, hashed, new_id, new_token, same


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


def add_seats(session: Session, game: str, seats: Sequence[NewSeat]) -> list[str | None]:
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


def seats_of(session: Session, game: str) -> list[SeatRow]:
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
    for row in seats_of(session, game):
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


# ---------------------------------------------------------------- games
# The table of games.


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


def move_deadline(session: Session, game: str, deadline: datetime | None) -> None:
    """Note when to look next whether a game ends by rule."""
    session.execute(update(GameRow).where(GameRow.id == game).values(deadline=deadline))


# ---------------------------------------------------------------- my games
# Whose games are whose: the lists of one's own and of others', leaving a game, deleting it for good.


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
    row, seats = get(session, game), seats_of(session, game)
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
