"""Looking at the table, deciding, and taking back."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from fastapi import Depends, Path, Query
from fastapi.responses import Response

from hulldown.server.dependencies import Me, TheServices, Token, seat_for
from hulldown.server.play.session import Session
from hulldown.server.play.table_view import Looking, SinceAnswer, earlier, recap_since, table_view
from hulldown.server.schemas.requests import ActIn, GameId, HurryIn, JoinIn, UndoIn
from hulldown.server.schemas.responses import TableView, json_response
from hulldown.server.services import Services

StepNumber = Annotated[int, Path(ge=0, le=2**31 - 1)]


@dataclass(frozen=True)
class PageState:
    """What a page has and wants: the layers it has, the unit it selected, whether it shows chances, and
    whether its stage is higher than wide.
    """

    have: str
    unit: str
    win: bool
    tall: bool

    def looking(self, session: Session, seat: int | None) -> Looking:
        """How a seat looks at the table through this page."""
        return Looking(seat, frozenset(self.have.split(",")), self.unit, session.chances, self.tall)

    def follow(self, services: Services, session: Session) -> None:
        """Have the chance to win worked out, if the page shows it."""
        if self.win:
            services.chances.want(session, everything=False)


async def page_of(
    have: Annotated[str, Query(max_length=4000)] = "",
    unit: Annotated[str, Query(max_length=24)] = "",
    win: bool = False,
    shape: Literal["", "tall"] = "",
) -> PageState:
    """The page of a call."""
    return PageState(have, unit, win, shape == "tall")


ThePage = Annotated[PageState, Depends(page_of)]


async def view(game: GameId, services: TheServices, token: Token, page: ThePage) -> Response:
    """The table as the caller's seat sees it. `win` asks for the chance to win."""
    async with services.session(game) as session:
        seat = session.seat_of(token)
        looking = page.looking(session, seat)
        page.follow(services, session)
        return await session.show(seat, lambda seen: json_response(table_view(seen, looking), TableView))


async def join(
    game: GameId, message: JoinIn, services: TheServices, token: Token, page: ThePage, caller: Me
) -> Response:
    """Sit down where one is invited, having seen what is played: the battle begins when all have."""
    async with services.session(game) as session:
        seat = seat_for(session, token)
        async with session.lock:
            who = (caller.owner, caller.name, message.key)
            await asyncio.to_thread(
                session.join, seat, message.forces, message.seed, message.contribution, *who
            )
            services.changed(session)
            now = await asyncio.to_thread(table_view, session, page.looking(session, seat))
        return json_response(now, TableView)


async def act(game: GameId, message: ActIn, services: TheServices, token: Token, page: ThePage) -> Response:
    """Play actions in order."""
    came = time.monotonic()
    async with services.session(game) as session:
        seat = seat_for(session, token)
        async with session.lock:
            work = asyncio.to_thread(session.act, seat, message.actions, message.number, message.key)
            played, stopped = await work
            await services.wait_for_tick(session, came)
            services.changed(session)
            page.follow(services, session)
            now = await asyncio.to_thread(table_view, session, page.looking(session, seat))
        return json_response(replace(now, played=played, stopped=stopped), TableView)


async def undo(game: GameId, message: UndoIn, services: TheServices, token: Token, page: ThePage) -> Response:
    """Take back the own last decision, or agree to take it back."""
    came = time.monotonic()
    async with services.session(game) as session:
        seat = seat_for(session, token)
        async with session.lock:
            if await asyncio.to_thread(session.undo, seat, message.number, message.key):
                await services.wait_for_tick(session, came)
                services.changed(session)
            else:
                services.broadcaster.publish(
                    session.id, {"type": "undo", "seat": seat, "number": session.number}
                )
            page.follow(services, session)
            now = await asyncio.to_thread(table_view, session, page.looking(session, seat))
        return json_response(now, TableView)


async def hurry(
    game: GameId, message: HurryIn, services: TheServices, token: Token, page: ThePage
) -> Response:
    """Have the computer, if it thinks while the game stands there, be quick until a person decides."""
    async with services.session(game) as session:
        seat = seat_for(session, token)
        services.computers.hurry(session, message.number)
        looking = page.looking(session, seat)
        return await session.run(lambda: json_response(table_view(session, looking), TableView))


async def since(
    game: GameId,
    services: TheServices,
    token: Token,
    page: ThePage,
    number: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> Response:
    """What has happened since the caller last decided, or since the number that it has seen."""
    async with services.session(game) as session:
        seat, tall = session.seat_of(token), page.tall
        return await session.show(
            seat, lambda seen: json_response(recap_since(seen.match, seat, number, tall), SinceAnswer)
        )


async def at(
    game: GameId, number: StepNumber, services: TheServices, token: Token, page: ThePage
) -> Response:
    """The table as it was after an earlier number, without orders."""
    async with services.session(game) as session:
        seat = session.seat_of(token)
        looking = page.looking(session, seat)
        return await session.show(seat, lambda seen: json_response(earlier(seen, looking, number), TableView))
