"""Campaigns: what was agreed, who leads the sides, and entries that are only ever appended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from hulldown.store.games import NewSeat
from hulldown.store.models import CampaignEntryRow, CampaignRow, CampaignSeatRow, SeatRow
from hulldown.store.owners import belongs, count, hashed, new_id, new_token, same

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
    owner: str | None = None,
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
        owner=owner,
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
            owner=seat.owner,
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


def mine(session: Session, owner: str | None, nobodys: bool, limit: int) -> list[CampaignRow]:
    """Those that an owner set up or takes part in (or that are nobody's, too), latest first."""
    led = select(CampaignSeatRow.campaign).where(belongs(CampaignSeatRow.owner, owner, nobodys=False))
    own = or_(belongs(CampaignRow.owner, owner, nobodys), CampaignRow.id.in_(led))
    rows = select(CampaignRow).where(own).order_by(CampaignRow.updated.desc())
    return list(session.scalars(rows.limit(limit)))


def running_of(session: Session, owner: str) -> int:
    """How many campaigns that an owner set up are going on."""
    return count(session, CampaignRow, CampaignRow.owner == owner, CampaignRow.finished.is_(None))


def claim(rows: Sequence[CampaignSeatRow], token: str, owner: str) -> None:
    """Make the side that a token proves an owner's, if somebody was invited to it and it is nobody's."""
    for seat in rows:
        if seat.kind == "invite" and seat.owner is None and seat.token_hash and same(seat.token_hash, token):
            seat.owner = owner


def fights(session: Session, game: str) -> CampaignRow | None:
    """The campaign whose battle a game is."""
    begun = select(CampaignEntryRow.campaign).where(CampaignEntryRow.once == f"start {game}")
    return session.scalar(select(CampaignRow).where(CampaignRow.id.in_(begun)))


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
                owner=row.owner,
                seen=None,
            )
        )
    session.flush()


def fought_in(session: Session, game: str) -> bool:
    """Whether a game is a battle of a campaign."""
    return fights(session, game) is not None


def proven(
    row: CampaignRow, rows: Sequence[CampaignSeatRow], token: str | None, owner: str | None = None
) -> frozenset[int] | None:
    """The seats that a token or an owner may decide for, None if they prove nothing: a side its own, the
    keeper those of the computer."""
    computers = frozenset(seat.seat for seat in rows if seat.kind == "computer")
    if token is not None:
        own = frozenset(seat.seat for seat in rows if seat.token_hash and same(seat.token_hash, token))
        return computers if same(row.keeper_hash, token) else own or None
    keeps = owner is not None and row.owner == owner
    own = frozenset(seat.seat for seat in rows if owner is not None and seat.owner == owner)
    return own | computers if keeps else own or None
