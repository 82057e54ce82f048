"""Looking at the table, deciding, and taking back."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import Path, Query
from fastapi.responses import Response

from hulldown.server.answers import TableView, sent
from hulldown.server.house import TheHouse, Token, seat_for
from hulldown.server.messages import ActIn, GameId, UndoIn
from hulldown.server.session import Session
from hulldown.server.table import Looking, earlier, table_view

Step = Annotated[int, Path(ge=0, le=2**31 - 1)]
Have = Annotated[str, Query(max_length=4000)]
Unit = Annotated[str, Query(max_length=24)]


async def view(
    game: GameId, house: TheHouse, token: Token, have: Have = "", unit: Unit = "", win: bool = False
) -> Response:
    """The table as the caller's seat sees it. `win` asks for the chance to win."""
    async with house.session(game) as session:
        seat = session.seat_of(token)
        if win:
            house.chances.want(session, everything=False)
        looking = Looking(seat, frozenset(have.split(",")), unit, session.chances)
        return await session.run(lambda: sent(table_view(session, looking), TableView))


async def act(game: GameId, message: ActIn, house: TheHouse, token: Token, have: Have = "") -> Response:
    """Play actions in order."""
    async with house.session(game) as session:
        seat = seat_for(session, token)
        async with session.lock:
            played, stopped = await asyncio.to_thread(session.act, seat, message.actions, message.number)
            house.changed(session)
            now = await asyncio.to_thread(_now, session, seat, have)
        return sent(replace(now, played=played, stopped=stopped), TableView)


async def undo(game: GameId, message: UndoIn, house: TheHouse, token: Token, have: Have = "") -> Response:
    """Take back the own last decision, or agree to take it back."""
    async with house.session(game) as session:
        seat = seat_for(session, token)
        async with session.lock:
            if await asyncio.to_thread(session.undo, seat, message.number):
                house.changed(session)
            else:
                house.hub.tell(session.id, {"type": "undo", "seat": seat, "number": session.number})
            now = await asyncio.to_thread(_now, session, seat, have)
        return sent(now, TableView)


async def at(game: GameId, number: Step, house: TheHouse, token: Token, have: Have = "") -> Response:
    """The table as it was after an earlier number, without orders."""
    async with house.session(game) as session:
        seat = session.seat_of(token)
        looking = Looking(seat, frozenset(have.split(",")), "", session.chances)
        return await session.run(lambda: sent(earlier(session, looking, number), TableView))


def _now(session: Session, seat: int, have: str) -> TableView:
    return table_view(session, Looking(seat, frozenset(have.split(",")), "", session.chances))
