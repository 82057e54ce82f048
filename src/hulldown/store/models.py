"""The tables. `migrations/` builds them; a test holds both to each other."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, DateTime, ForeignKey, Index, MetaData, String, Text, TypeDecorator
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

# Named constraints, so that a later migration can change one on any database.
NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Utc(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets the zone, so it is put back on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The stored moment with its zone."""
        return value.replace(tzinfo=UTC) if value and value.tzinfo is None else value


class TableBase(DeclarativeBase):
    """What all tables share."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy reads it from the class
        datetime: Utc(),
        dict[str, Any]: JSON(),
    }


class OwnerRow(TableBase):
    """Somebody at this server, without an account: `token_hash` is of the token that their browser keeps.

    What is kept belongs to an owner by `owner`, the id here; nobody's has none. `seen` is the day of the
    last call.
    """

    __tablename__ = "owners"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(64))
    created: Mapped[datetime]
    seen: Mapped[datetime]


class ProgressRow(TableBase):
    """How far an owner is in lessons and puzzles: one `document`, which the server reads and joins."""

    __tablename__ = "progress"

    owner: Mapped[str] = mapped_column(String(24), primary_key=True)
    document: Mapped[dict[str, Any]]
    updated: Mapped[datetime]


class GameRow(TableBase):
    """One game: its set-up, its dice and how it stands.

    `own` is the text of a scenario that does not come with the game, empty for one that does; `layers`
    are the units of packs, as `catalogue.layers.Layer` has them. `key` and `salt` are the secret of its
    dice until the game ends; `commitment` is what was promised about them at the start (see
    `hulldown.game.secret`). Of shared dice `key` is empty, `server_part` is in its place, and `parts` are
    what the pages of both seats added; `seed` is that of dice from one. `number` counts the rows of
    `actions`; `status` is the line of the list of games; `result` is the winning seat or 2 for a draw,
    once `finished`.
    `owner` began it, with `begun_key` if the call could be sent again; others find it in their list if it is
    `listed`. `owing` are the seats that owe a decision, as bits (1: seat 0, 2: seat 1), None where that was
    not written down yet. One that is `gone` was deleted: only then do its actions go, too.
    `terms` is what was agreed about time, watching and talking, `clock` the time that is left as of
    `updated`, `offers` what one side waits for the other to answer (see `hulldown.server.people.offers`);
    `deadline` is when somebody has to look whether the game ends by rule.
    """

    __tablename__ = "games"
    __table_args__ = (Index("ix_games_begun_key", "owner", "begun_key", unique=True),)

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(64))
    version: Mapped[int]
    scenario: Mapped[str] = mapped_column(String(64))
    own: Mapped[str] = mapped_column(Text)
    layers: Mapped[list[Any]] = mapped_column(JSON)
    title: Mapped[str] = mapped_column(String(200))
    options: Mapped[dict[str, Any]]
    forces: Mapped[dict[str, Any]]
    key: Mapped[str] = mapped_column(String(16))
    server_part: Mapped[str] = mapped_column(String(32))
    parts: Mapped[list[Any]] = mapped_column(JSON)
    seed: Mapped[int | None] = mapped_column(BigInteger)
    salt: Mapped[str] = mapped_column(String(64))
    commitment: Mapped[str] = mapped_column(String(64))
    created: Mapped[datetime]
    updated: Mapped[datetime] = mapped_column(index=True)
    finished: Mapped[datetime | None]
    result: Mapped[int | None]
    number: Mapped[int]
    status: Mapped[str] = mapped_column(String(400))
    owner: Mapped[str | None] = mapped_column(String(24), index=True)
    listed: Mapped[bool]
    owing: Mapped[int | None]
    begun_key: Mapped[str | None] = mapped_column(String(64))
    gone: Mapped[datetime | None]
    terms: Mapped[dict[str, Any]]
    clock: Mapped[dict[str, Any]]
    offers: Mapped[dict[str, Any]]
    deadline: Mapped[datetime | None] = mapped_column(index=True)


class SeatRow(TableBase):
    """One seat of a game: who plays it, and the hash of the token that proves it.

    Who is invited has `joined` once they have seen what is played and agreed to it, by a call with
    `joined_key`; others have always. `owner` proves the seat, too.
    `seen` is when the server last heard of a person there, to the minute.
    """

    __tablename__ = "seats"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    player: Mapped[str] = mapped_column(String(64))
    name: Mapped[str] = mapped_column(String(64))
    token_hash: Mapped[str | None] = mapped_column(String(64))
    joined: Mapped[bool]
    owner: Mapped[str | None] = mapped_column(String(24), index=True)
    joined_key: Mapped[str | None] = mapped_column(String(64))
    seen: Mapped[datetime | None]


class ActionRow(TableBase):
    """One thing that was decided, never changed afterwards.

    `kind` is "act", with `text` the action and `dice` what fell ("5/6 2/6" is a five and a two on
    six-sided dice), or "undo", with `back_to` the number of the row that became the last standing one
    again (0: the set-up), or "end": the game ended outside of its rules, the result being in the row of the
    game. `why` says of an order that the server gave, and of an end, what it was for (see
    `hulldown.server.play.match`). `told` marks dice that came with a replay file, not from the key.
    `digest` is the game's digest after this row. `said` is what the log says of it, as JSON; empty in rows
    that are older than that. `key` is that of the call which decided it: sent again, the call is answered and
    nothing is decided anew.
    """

    __tablename__ = "actions"
    __table_args__ = (Index("ix_actions_key", "game", "key"),)

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(8))
    seat: Mapped[int]
    text: Mapped[str] = mapped_column(String(200))
    dice: Mapped[str] = mapped_column(Text)
    told: Mapped[bool]
    back_to: Mapped[int | None]
    why: Mapped[str] = mapped_column(String(16))
    digest: Mapped[str] = mapped_column(String(64))
    created: Mapped[datetime]
    said: Mapped[str] = mapped_column(Text, default="")
    key: Mapped[str | None] = mapped_column(String(64))


class SnapshotRow(TableBase):
    """The position of a game after a number, so that it is opened without being played again.

    `rules` names the sources that made it: others read it otherwise. `drawn` counts the dice that were taken
    from the game's key; `position` is the packed record, compressed.
    """

    __tablename__ = "snapshots"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    rules: Mapped[str] = mapped_column(String(200))
    drawn: Mapped[int]
    position: Mapped[bytes]


class WorkerRow(TableBase):
    """A process that holds games.

    `address` is where other machines reach it, and `secret` how it knows that a call comes from one of them;
    `beat` is its last sign of life.
    """

    __tablename__ = "workers"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    address: Mapped[str] = mapped_column(String(200))
    secret: Mapped[str] = mapped_column(String(64))
    beat: Mapped[datetime]


class LeaseRow(TableBase):
    """Which process holds a game. It ends with the signs of life of its holder."""

    __tablename__ = "leases"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    worker: Mapped[str] = mapped_column(String(24), index=True)


class ChatRow(TableBase):
    """Something said at a table, never changed afterwards, by a seat or by a spectator (no seat).

    `phrase` is the id of a set phrase; else `text` was typed.
    """

    __tablename__ = "chat"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int | None]
    phrase: Mapped[str] = mapped_column(String(16))
    text: Mapped[str] = mapped_column(String(300))
    created: Mapped[datetime]


class OutageRow(TableBase):
    """A time in which no server was there: no clock ran in it. The row without `until` says when a server
    was last there, in `since`.
    """

    __tablename__ = "outages"

    number: Mapped[int] = mapped_column(primary_key=True)
    since: Mapped[datetime]
    until: Mapped[datetime | None]


class BuildRow(TableBase):
    """A unit that a player made: `build` is its plain data as the ruleset judges it, legal or not yet."""

    __tablename__ = "builds"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(64), index=True)
    build: Mapped[dict[str, Any]]
    created: Mapped[datetime]
    updated: Mapped[datetime]
    owner: Mapped[str | None] = mapped_column(String(24), index=True)


class CampaignRow(TableBase):
    """A campaign: what was agreed at its start, and how it stands.

    `plan` is the ruleset's, `number` counts the rows of `campaign_entries`; `keeper_hash` is of the token of
    whoever set it up; `status` is the line of the list of campaigns.
    """

    __tablename__ = "campaigns"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(64))
    version: Mapped[int]
    title: Mapped[str] = mapped_column(String(200))
    plan: Mapped[dict[str, Any]]
    keeper_hash: Mapped[str] = mapped_column(String(64))
    created: Mapped[datetime]
    updated: Mapped[datetime] = mapped_column(index=True)
    finished: Mapped[datetime | None]
    number: Mapped[int]
    status: Mapped[str] = mapped_column(String(400))
    owner: Mapped[str | None] = mapped_column(String(24), index=True)


class CampaignSeatRow(TableBase):
    """A side of a campaign: who leads it, and the hash of the token that proves it in every battle.

    `owner` proves it, too; the owner of the campaign is its keeper.
    """

    __tablename__ = "campaign_seats"

    campaign: Mapped[str] = mapped_column(ForeignKey("campaigns.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    player: Mapped[str] = mapped_column(String(64))
    name: Mapped[str] = mapped_column(String(64))
    token_hash: Mapped[str | None] = mapped_column(String(64))
    owner: Mapped[str | None] = mapped_column(String(24), index=True)


class CampaignEntryRow(TableBase):
    """One entry of a campaign, never changed afterwards: `entry` is the ruleset's, `what` its kind.

    A game is begun once and its aftermath is written once: `once` is "start GAME" or "battle GAME", else
    nothing, and no value stands twice.
    """

    __tablename__ = "campaign_entries"

    campaign: Mapped[str] = mapped_column(ForeignKey("campaigns.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    what: Mapped[str] = mapped_column(String(16))
    entry: Mapped[dict[str, Any]]
    once: Mapped[str | None] = mapped_column(String(40), unique=True)
    created: Mapped[datetime]


class PackRow(TableBase):
    """A pack of the workshop: what it is called, whose it is, how many versions of it there are.

    `title` and `updated` are those of the newest. `owner_hash`, of a pack from before there were owners, is
    of the token that proves who may save a version and so make it theirs; empty for others.
    """

    __tablename__ = "packs"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(64), index=True)
    title: Mapped[str] = mapped_column(String(200))
    owner_hash: Mapped[str] = mapped_column(String(64))
    created: Mapped[datetime]
    updated: Mapped[datetime]
    number: Mapped[int]
    owner: Mapped[str | None] = mapped_column(String(24), index=True)


class PackVersionRow(TableBase):
    """A pack as it was saved once, never changed afterwards: `document` is all of it as the page has it.

    `changes` counts what it plays otherwise than printed. `back_to` is the version that was taken up again
    by it, if one was.
    """

    __tablename__ = "pack_versions"

    pack: Mapped[str] = mapped_column(ForeignKey("packs.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    document: Mapped[dict[str, Any]]
    title: Mapped[str] = mapped_column(String(200))
    changes: Mapped[int]
    back_to: Mapped[int | None]
    created: Mapped[datetime]
