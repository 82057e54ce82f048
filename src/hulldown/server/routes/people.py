"""What people at a table say to each other: offers and answers, a claim, and talk."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from fastapi import Request
from fastapi.responses import Response

from hulldown.server.dependencies import TheServices, Token, seat_for
from hulldown.server.http.middleware import client_of
from hulldown.server.people import chat as talk
from hulldown.server.people import offers
from hulldown.server.play.session import Session
from hulldown.server.play.table_view import Looking, table_view
from hulldown.server.routes.play import ThePage
from hulldown.server.schemas.requests import ChatIn, GameId, OfferIn, SilenceIn
from hulldown.server.schemas.responses import ChatView, TableView, json_response
from hulldown.server.services import Services


async def offer(
    game: GameId, message: OfferIn, services: TheServices, token: Token, page: ThePage
) -> Response:
    """Offer a draw or the same again to the other side, or answer what it offers."""
    async with services.session(game) as session:
        seat = seat_for(session, token)
        looking = page.looking(session, seat)

        def answered(session: Session) -> bool:
            return offers.answer(session, seat, message.what, message.say)

        return await _act(services, session, looking, answered)


async def claim(game: GameId, services: TheServices, token: Token, page: ThePage) -> Response:
    """Win a battle that the other side has left for long."""
    async with services.session(game) as session:
        seat = seat_for(session, token)

        def claimed(session: Session) -> bool:
            offers.claim(session, seat)
            return True

        return await _act(services, session, page.looking(session, seat), claimed)


async def _act(
    services: Services, session: Session, looking: Looking, does: Callable[[Session], bool]
) -> Response:
    """Do something and tell the others of it; `does` says whether the game has changed."""
    async with session.lock:
        if await asyncio.to_thread(does, session):
            services.changed(session)
        else:
            news = {"type": "people", "to": "players", "next": offers.next_game(session)}
            services.broadcaster.publish(session.id, news)
        now = await asyncio.to_thread(table_view, session, looking)
    return json_response(now, TableView)


async def chat(game: GameId, services: TheServices, token: Token) -> Response:
    """What was said at a table: between the players for them, between spectators for others."""
    async with services.sessions.using(game) as session:
        seat = session.seat_of(token)
        return await session.show(seat, lambda seen: json_response(talk.talk(seen, seat), ChatView))


async def say(
    game: GameId, message: ChatIn, request: Request, services: TheServices, token: Token
) -> Response:
    """Say a set phrase, or type something."""
    async with services.sessions.using(game) as session:
        seat = session.seat_of(token)
        speaker = client_of(request.scope) if seat is None else str(seat)
        services.chat_rate.take(game, speaker, time.monotonic())
        most = services.settings.limits.chat

        def work() -> Response:
            talk.say(session, seat, message, most)
            return json_response(talk.talk(session, seat), ChatView)

        answer = await session.run(work)
        room = "spectators" if seat is None else "players"
        services.broadcaster.publish(game, {"type": "chat"} if session.over else {"type": "chat", "to": room})
        return answer


async def silence(game: GameId, message: SilenceIn, services: TheServices, token: Token) -> Response:
    """Hear no typed words of the other side, or hear them again."""
    async with services.sessions.using(game) as session:
        seat = seat_for(session, token)

        def work() -> Response:
            offers.silence(session, seat, message.silent)
            return json_response(talk.talk(session, seat), ChatView)

        done = await session.run(work)
        services.broadcaster.publish(game, {"type": "chat", "to": "players"})
        return done
