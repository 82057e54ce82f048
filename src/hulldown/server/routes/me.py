"""Who one is here without an account: a name, a token, one's own games."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import Query
from fastapi.responses import Response
from sqlalchemy.orm import Session as Transaction

from hulldown.server.dependencies import Me, TheServices, Token, seat_for
from hulldown.server.http.errors import ApiError
from hulldown.server.people.accounts import Account, seat_token
from hulldown.server.routes.games import SHOWN, line
from hulldown.server.schemas.openapi import Call
from hulldown.server.schemas.requests import GameId, PersonName, Sent
from hulldown.server.schemas.responses import GameLine, SeatTicket, json_response
from hulldown.server.services import Services
from hulldown.store import campaigns, games, owners
from hulldown.store.games import PARTS, NoSuchGame, Part, seats_of
from hulldown.store.models import GameRow, SeatRow

A_PERSON = "a person"


class NameIn(Sent):
    """By what name one goes; empty for none."""

    name: PersonName = ""


@dataclass(frozen=True)
class Known:
    """Who somebody is here; the token that proves it is told once, to whoever is new."""

    name: str
    token: str | None = None


@dataclass(frozen=True)
class MyGame:
    """A game of the caller's. `turn` says for whom it waits: you, other or nobody (it is over); `you` are the
    caller's seats, `other` who plays the other side, `alone` whether nobody else has sat down in it.

    `invited` is whether the caller has not agreed to it yet, `result` the seat that won, or 2 for a draw,
    once it is over.
    """

    line: GameLine
    turn: Literal["you", "other", "nobody"]
    you: list[int]
    other: str
    alone: bool
    invited: bool = False
    result: int | None = None


@dataclass(frozen=True)
class MyGames:
    """Games of one part of the list, those last played first, and whether there are more after them."""

    games: list[MyGame]
    more: bool


@dataclass(frozen=True)
class Gone:
    """A game taken off the caller's list; `deleted` for good if nobody else sat at it."""

    game: str
    deleted: bool


def begin(message: NameIn, services: TheServices, caller: Me) -> Known:
    """Be somebody here. The answer tells the token, once."""
    with services.db.transaction() as transaction:
        row, token = owners.add(transaction, message.name)
        return Known(row.name, token)


def who(caller: Me) -> Known:
    """By what name the caller goes."""
    caller.require_owner()
    return Known(caller.name)


def call_me(message: NameIn, services: TheServices, caller: Me) -> Known:
    """Go by another name: at the seats to come."""
    with services.db.transaction() as transaction:
        return Known(owners.named(transaction, caller.require_owner(), message.name).name)


# ---------------------------------------------------------------- one's own games


def listed(
    services: TheServices,
    caller: Me,
    part: Part = "waiting",
    after: Annotated[int, Query(ge=0, le=10**6)] = 0,
) -> MyGames:
    """The caller's games: those that wait for the caller, that wait for the other side, or the finished."""
    owner = caller.require_owner()
    with services.db.reading() as transaction:
        rows = games.part_of(transaction, owner, part, SHOWN + 1, after)
        return MyGames([_mine(transaction, row, owner, part) for row in rows[:SHOWN]], len(rows) > SHOWN)


def _mine(transaction: Transaction, row: GameRow, owner: str, part: Part) -> MyGame:
    sitting = seats_of(transaction, row.id)
    you = [seat.seat for seat in sitting if seat.owner == owner]
    turns: dict[Part, Literal["you", "other", "nobody"]] = dict(
        zip(PARTS, ("you", "other", "nobody"), strict=True)
    )
    return MyGame(
        line(transaction, row, bool(you)),
        turns[part],
        you,
        _other(sitting, you),
        games.alone(row, sitting, owner),
        any(seat.owner == owner and not seat.joined for seat in sitting),
        row.result if row.finished else None,
    )


def _other(sitting: Sequence[SeatRow], you: list[int]) -> str:
    """Who plays the other side, in words; nothing where one plays both, or the computer does."""
    others = [seat for seat in sitting if seat.seat not in you]
    if len(others) != 1:
        return ""
    seat = others[0]
    if seat.kind == "computer":
        return "the computer"
    return (seat.name or A_PERSON) if seat.joined else f"{seat.name or A_PERSON} who has not joined yet"


def mine(game: GameId, services: TheServices, caller: Me) -> list[SeatTicket]:
    """The caller's seats in a game. They are proven by "OWNER/SEAT"; the token of a seat to which somebody is
    still invited is told again, if the call that began the game can be sent again."""
    owner = caller.require_owner()
    try:
        with services.db.reading() as transaction:
            row, sitting = games.get(transaction, game), seats_of(transaction, game)
    except NoSuchGame:
        raise ApiError(404, "not_found", "There is no such game.") from None
    own = [SeatTicket(s.seat, "human", f"{caller.token}/{s.seat}") for s in sitting if s.owner == owner]
    if row.owner != owner or row.begun_key is None:
        return own
    key = row.begun_key
    invited = [s.seat for s in sitting if not s.joined]
    return own + [SeatTicket(at, "invite", seat_token(caller.token, key, at)) for at in invited]


async def claim(game: GameId, services: TheServices, caller: Me, token: Token) -> Response:
    """Make a seat the caller's, which is proven by its token and belongs to nobody yet."""
    owner = caller.require_owner()
    async with services.session(game) as session:
        seat = seat_for(session, token)
        await session.run(lambda: session.claim(seat, owner, caller.name))
        ticket = SeatTicket(seat, "human", f"{caller.token}/{seat}")
    return json_response([ticket], list[SeatTicket])


async def leave(game: GameId, services: TheServices, caller: Me) -> Response:
    """Take a game off the caller's list. It is deleted for good if nobody else sat down in it."""
    caller.require_owner()
    session = services.sessions.get_cached(game)
    if session is None:
        return json_response(Gone(game, await asyncio.to_thread(_leave, services, game, caller)), Gone)
    async with session.lock:
        deleted = await asyncio.to_thread(_leave, services, game, caller)
        if deleted:
            session.end()
            services.sessions.forget(game)
            services.computers.wake(session)
            services.broadcaster.publish(game, {"type": "changed", "number": session.number + 1})
        else:
            await asyncio.to_thread(session.reload)
    return json_response(Gone(game, deleted), Gone)


def _leave(services: Services, game: str, caller: Account) -> bool:
    with services.db.transaction() as transaction:
        fought = campaigns.fights(transaction, game)
        if fought is not None and fought.finished is None:
            raise ApiError(
                409, "in_campaign", f"This battle belongs to the campaign {fought.title}, which goes on."
            )
        try:
            return games.leave(transaction, game, caller.require_owner())
        except (NoSuchGame, PermissionError):
            raise ApiError(404, "not_found", "There is no such game.") from None


ME = "/api/me"
GAMES = ME + "/games"
ONE = GAMES + "/{game}"
CALLS: list[Call] = [
    ("POST", ME, begin, Known),
    ("GET", ME, who, Known),
    ("PUT", ME, call_me, Known),
    ("GET", GAMES, listed, MyGames),
    ("GET", ONE, mine, list[SeatTicket]),
    ("POST", ONE, claim, list[SeatTicket]),
    ("DELETE", ONE, leave, Gone),
]
