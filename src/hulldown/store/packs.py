"""What players made and keep: builds and packs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, defer

from hulldown.store.models import BuildRow, PackRow, PackVersionRow
from hulldown.store.owners import belongs, count, new_id, same


class NoSuchBuild(LookupError):
    """No saved build has that id."""


class TooManyBuilds(RuntimeError):
    """As many builds are kept as may be kept."""


def add_build(
    session: Session, ruleset: str, build: dict[str, Any], most: int, owner: str | None = None
) -> BuildRow:
    """Write down a new build. TooManyBuilds when there are `most` already."""
    if count(session, BuildRow) >= most:
        raise TooManyBuilds(most)
    now = datetime.now(UTC)
    row = BuildRow(id=new_id(), ruleset=ruleset, build=build, created=now, updated=now, owner=owner)
    session.add(row)
    session.flush()
    return row


def get_build(session: Session, build: str) -> BuildRow:
    """The build of an id. NoSuchBuild if there is none."""
    row = session.get(BuildRow, build)
    if row is None:
        raise NoSuchBuild(build)
    return row


def change_build(session: Session, build: str, to: dict[str, Any]) -> BuildRow:
    """Write a build anew under its id. NoSuchBuild if there is none."""
    row = get_build(session, build)
    row.build, row.updated = to, datetime.now(UTC)
    session.flush()
    return row


def remove_build(session: Session, build: str) -> None:
    """Forget a build. NoSuchBuild if there is none."""
    session.delete(get_build(session, build))


def builds_of_ruleset(session: Session, ruleset: str, owner: str | None, nobodys: bool) -> list[BuildRow]:
    """The builds of a ruleset that are an owner's (or nobody's, too), those last changed first."""
    rows = select(BuildRow).where(BuildRow.ruleset == ruleset, belongs(BuildRow.owner, owner, nobodys))
    return list(session.scalars(rows.order_by(BuildRow.updated.desc(), BuildRow.id)))


# ---------------------------------------------------------------- packs
# Packs that are made in the workshop: whose they are, and versions that are only ever appended.


class NoSuchPack(LookupError):
    """No pack has that id, or it has no version of that number."""


class TooManyPacks(RuntimeError):
    """As many packs, or versions of one, are kept as may be kept."""


class VersionWritten(RuntimeError):
    """Somebody else saved that version: another window, or another server on the same database."""


def add(session: Session, ruleset: str, most: int, owner: str | None = None) -> PackRow:
    """A new pack without a version yet. TooManyPacks when there are `most` already."""
    if count(session, PackRow) >= most:
        raise TooManyPacks(most)
    now = datetime.now(UTC)
    row = PackRow(
        id=new_id(),
        ruleset=ruleset,
        title="",
        owner_hash="",
        created=now,
        updated=now,
        number=0,
        owner=owner,
    )
    session.add(row)
    session.flush()
    return row


def append(
    session: Session,
    pack: str,
    number: int,
    document: dict[str, Any],
    *,
    title: str,
    changes: int,
    most: int,
    back_to: int | None = None,
) -> PackVersionRow:
    """Write down version `number` of a pack. VersionWritten if it is there already, TooManyPacks beyond the
    last that may be kept."""
    if number > most:
        raise TooManyPacks(most)
    now = datetime.now(UTC)
    row = PackVersionRow(
        pack=pack,
        number=number,
        document=document,
        title=title[:200],
        changes=changes,
        back_to=back_to,
        created=now,
    )
    session.add(row)
    try:
        session.flush()
    except IntegrityError as error:
        raise VersionWritten(f"{pack} {number}") from error
    stands = {"number": number, "title": title[:200], "updated": now}
    session.execute(update(PackRow).where(PackRow.id == pack).values(stands))
    session.refresh(get(session, pack))
    return row


def get(session: Session, pack: str) -> PackRow:
    """The pack of an id. NoSuchPack if there is none."""
    row = session.get(PackRow, pack)
    if row is None:
        raise NoSuchPack(pack)
    return row


def proven(row: PackRow, token: str | None) -> bool:
    """Whether a token proves a pack from before there were owners."""
    return token is not None and bool(row.owner_hash) and same(row.owner_hash, token)


def of_owner(session: Session, ruleset: str | None, owner: str | None, nobodys: bool) -> list[PackRow]:
    """The packs of a ruleset, or of all, that are an owner's (or nobody's, too), those last saved first."""
    rows = select(PackRow).where(belongs(PackRow.owner, owner, nobodys))
    if ruleset is not None:
        rows = rows.where(PackRow.ruleset == ruleset)
    return list(session.scalars(rows.order_by(PackRow.updated.desc(), PackRow.id)))


def version(session: Session, pack: str, number: int) -> PackVersionRow:
    """One version of a pack. NoSuchPack if there is none."""
    row = session.get(PackVersionRow, (pack, number))
    if row is None:
        raise NoSuchPack(f"{pack} {number}")
    return row


def versions(session: Session, pack: str) -> list[PackVersionRow]:
    """Every version of a pack, newest first, without its document: hundreds of them are long."""
    rows = select(PackVersionRow).where(PackVersionRow.pack == pack)
    rows = rows.options(defer(PackVersionRow.document, raiseload=True))
    return list(session.scalars(rows.order_by(PackVersionRow.number.desc())))
