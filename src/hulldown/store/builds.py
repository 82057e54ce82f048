"""The table of saved builds: units that players made for themselves, to be fielded and printed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from hulldown.store.models import BuildRow
from hulldown.store.owners import belongs, count
from hulldown.store.tokens import new_id


class NoSuchBuild(LookupError):
    """No saved build has that id."""


class TooManyBuilds(RuntimeError):
    """As many builds are kept as may be kept."""


def add(
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


def get(session: Session, build: str) -> BuildRow:
    """The build of an id. NoSuchBuild if there is none."""
    row = session.get(BuildRow, build)
    if row is None:
        raise NoSuchBuild(build)
    return row


def change(session: Session, build: str, to: dict[str, Any]) -> BuildRow:
    """Write a build anew under its id. NoSuchBuild if there is none."""
    row = get(session, build)
    row.build, row.updated = to, datetime.now(UTC)
    session.flush()
    return row


def remove(session: Session, build: str) -> None:
    """Forget a build. NoSuchBuild if there is none."""
    session.delete(get(session, build))


def of_ruleset(session: Session, ruleset: str, owner: str | None, nobodys: bool) -> list[BuildRow]:
    """The builds of a ruleset that are an owner's (or nobody's, too), those last changed first."""
    rows = select(BuildRow).where(BuildRow.ruleset == ruleset, belongs(BuildRow.owner, owner, nobodys))
    return list(session.scalars(rows.order_by(BuildRow.updated.desc(), BuildRow.id)))
