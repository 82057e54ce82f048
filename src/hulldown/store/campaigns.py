"""Campaigns: what was agreed, who leads the sides, and entries that are only ever appended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from hulldown.store.models import CampaignEntryRow, CampaignRow, CampaignSeatRow, SeatRow
from hulldown.store.seats import NewSeat
from hulldown.store.tokens import hashed, new_id, new_token, same

ONCE = ("start", "battle")  # entries of which a game has one each


class NoSuchCampaign(LookupError):
    """No campaign has that id."""


class EntryWritten(RuntimeError):
    """Somebody else wrote that entry: another call, or another server on the same database."""


@dataclass(frozen=True)
class Tokens:
    """The tokens of a new campaign, the only time they exist in the clear: the keeper's, and by seat."""

    keeper: str
    seats: tuple[str | None, ...]


def add(
    session: Session,
    *,
    ruleset: str,
    version: int,
    title: str,
    plan: dict[str, Any],
    status: str,
    wanted: Sequence[NewSeat],
) -> tuple[CampaignRow, Tokens]:
    """Write down a new campaign with its seats. A computer's side has no token of its own."""
    now = datetime.now(UTC)
    keeper = new_token()
    row = CampaignRow(
        id=new_id(),
        ruleset=ruleset,
        version=version,
        title=title,
        plan=plan,
        keeper_hash=hashed(keeper),
        created=now,
        updated=now,
        number=0,
        status=status,
    )
    session.add(row)
    session.flush()
    return row, Tokens(keeper, tuple(_seat(session, row.id, at, seat) for at, seat in enumerate(wanted)))


def _seat(session: Session, campaign: str, number: int, seat: NewSeat) -> str | None:
    """Write down who leads a side; its token, unless a computer does."""
    token = None if seat.kind == "computer" else new_token()
    session.add(
        CampaignSeatRow(
            campaign=campaign,
            seat=number,
            kind=seat.kind,
            player=seat.player,
            name=seat.name,
            token_hash=hashed(token) if token else None,
        )
    )
    session.flush()
    return token


def append(
    session: Session,
    campaign: str,
    number: int,
    entry: dict[str, Any],
    status: str,
    ended: bool = False,
    linked: bool = True,
) -> CampaignEntryRow:
    """Write down entry `number` and how the campaign stands after it. EntryWritten if it is there already,
    or if the game that it names was begun or settled before. Entries of a file are not `linked` to games."""
    now = datetime.now(UTC)
    what, game = str(entry["what"]), str(entry.get("game", ""))
    once = f"{what} {game}" if linked and what in ONCE and game else None
    row = CampaignEntryRow(campaign=campaign, number=number, what=what, entry=entry, once=once, created=now)
    session.add(row)
    try:
        session.flush()
    except IntegrityError as error:
        raise EntryWritten(f"{campaign} {number}") from error
    stands = {"number": number, "updated": now, "status": status[:400], "finished": now if ended else None}
    session.execute(update(CampaignRow).where(CampaignRow.id == campaign).values(stands))
    return row


def get(session: Session, campaign: str) -> CampaignRow:
    """The campaign of an id. NoSuchCampaign if there is none."""
    row = session.get(CampaignRow, campaign)
    if row is None:
        raise NoSuchCampaign(campaign)
    return row


def recent(session: Session, limit: int) -> list[CampaignRow]:
    """The campaigns last gone on with, latest first."""
    return list(session.scalars(select(CampaignRow).order_by(CampaignRow.updated.desc()).limit(limit)))


def entries(session: Session, campaign: str) -> list[CampaignEntryRow]:
    """Everything written down of a campaign, oldest first."""
    rows = select(CampaignEntryRow).where(CampaignEntryRow.campaign == campaign)
    return list(session.scalars(rows.order_by(CampaignEntryRow.number)))


def seats(session: Session, campaign: str) -> list[CampaignSeatRow]:
    """The seats of a campaign in order."""
    rows = select(CampaignSeatRow).where(CampaignSeatRow.campaign == campaign)
    return list(session.scalars(rows.order_by(CampaignSeatRow.seat)))


def sit_down(session: Session, game: str, rows: Sequence[CampaignSeatRow]) -> None:
    """Give a game the seats of its campaign: the token of a side proves it in every battle."""
    for row in rows:
        session.add(
            SeatRow(
                game=game,
                seat=row.seat,
                kind=row.kind,
                player=row.player,
                name=row.name,
                token_hash=row.token_hash,
                joined=True,  # in the campaign
                seen=None,
            )
        )
    session.flush()


def fought_in(session: Session, game: str) -> bool:
    """Whether a game is a battle of a campaign."""
    rows = select(CampaignEntryRow.campaign).where(CampaignEntryRow.once == f"start {game}")
    return session.scalar(rows) is not None


def proven(row: CampaignRow, rows: Sequence[CampaignSeatRow], token: str) -> frozenset[int] | None:
    """The seats that a token may decide for, None if it proves nothing: a side its own, the keeper those of
    the computer."""
    keeper = same(row.keeper_hash, token)
    own = frozenset(seat.seat for seat in rows if seat.token_hash and same(seat.token_hash, token))
    if keeper:
        return frozenset(seat.seat for seat in rows if seat.kind == "computer")
    return own or None
