"""What people at a table say to each other: offers and answers, a claim, and talk."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import segno
from fastapi import Request
from fastapi.responses import Response

from hulldown.server.dependencies import Me, TheServices, Token, seat_for
from hulldown.server.http.errors import ApiError
from hulldown.server.http.middleware import client_of
from hulldown.server.people import chat as talk
from hulldown.server.people import offers
from hulldown.server.play.session import Session
from hulldown.server.play.table_view import Looking, table_view
from hulldown.server.routes.play import ThePage
from hulldown.server.schemas import responses
from hulldown.server.schemas.openapi import published_as
from hulldown.server.schemas.requests import ChatIn, CodeIn, GameId, InvitationIn, OfferIn, SilenceIn
from hulldown.server.schemas.responses import ChatView, Invited, json_response
from hulldown.server.services import Services
from hulldown.store import owners


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
    return json_response(now, responses.TableView)


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


# ---------------------------------------------------------------- invitations
# The invitation of a game: its link as a picture, its code to be typed, taking it back.


HOLDS = timedelta(days=1)  # a code, from the beginning of its game
NO_CODE = "No battle waits for that code. A code holds for a day: ask for the link instead."


@published_as("drawn")
async def invitation_picture(
    game: GameId, message: InvitationIn, request: Request, services: TheServices
) -> Response:
    """The link of an invitation to this game as a QR code. Refused (400) for any other text."""
    async with services.sessions.using(game) as session:
        if invites(message.link, request.headers.get("host", ""), session) is None:
            raise ApiError(400, "unclear", "That is no invitation to this game.")
    return responses.Svg(await asyncio.to_thread(qr_code, message.link))


async def code(game: GameId, message: InvitationIn, request: Request, services: TheServices) -> Response:
    """The code of an invitation to this game, to be read out. Refused (400) for any other text."""
    async with services.sessions.using(game) as session:
        seat = invites(message.link, request.headers.get("host", ""), session)
        if seat is None:
            raise ApiError(400, "unclear", "That is no invitation to this game.")
        holds = session.row.created >= datetime.now(UTC) - HOLDS
        letters = owners.code_of(session.seats[seat].token_hash or "") if holds else ""
    return json_response(Invited(game, letters), Invited)


def look_up(message: CodeIn, services: TheServices) -> Invited:
    """The game to which a code invites. Refused (404) for a code by which nobody is awaited."""
    with services.db.reading() as transaction:
        game = owners.game_of(transaction, message.code, datetime.now(UTC) - HOLDS)
    if game is None:
        raise ApiError(404, "not_found", NO_CODE)
    return Invited(game, message.code)


async def accept(game: GameId, message: CodeIn, services: TheServices, caller: Me) -> Response:
    """The seat to which a code invites becomes the caller's, who may join there then.

    Refused (404) for another code, (409) for one's own game and a seat that is somebody else's already.
    """
    owner = caller.require_owner()
    async with services.session(game) as session, session.lock:
        seat = next(owners.seats_of(session.seats, message.code), None)
        if seat is None or session.row.created < datetime.now(UTC) - HOLDS:
            raise ApiError(404, "not_found", NO_CODE)
        if any(row.owner == owner for row in session.seats if row.seat != seat):
            raise ApiError(409, "joined", "This code is for the other player: you sit at this table already.")
        await asyncio.to_thread(session.claim, seat, owner, caller.name)
    return json_response(
        [responses.SeatTicket(seat, "human", f"{caller.token}/{seat}")], list[responses.SeatTicket]
    )


def invites(link: str, host: str, session: Session) -> int | None:
    """The seat to which a link invites: it leads to this server, to this game, with the token of a seat that
    is still awaited."""
    try:
        parts = urlsplit(link)
        seats = parse_qs(parts.fragment, strict_parsing=True, max_num_fields=1)
    except ValueError:
        return None
    token = seats.get("seat", [""])[0]
    own = parts.scheme in ("http", "https") and parts.netloc == host and not parts.query
    if not own or parts.path != f"/join/{session.id}" or parts.fragment != f"seat={token}":
        return None
    try:
        seat = session.seat_of(token)
    except ApiError:
        return None
    return seat if seat in session.waiting else None


def qr_code(text: str) -> str:
    """A text as a QR code: dark on light with a quiet zone, as cameras want it, by day and by night."""
    picture = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        picture, kind="svg", dark="#000", light="#fff", border=4, xmldecl=False, nl=False, omitsize=True
    )
    return picture.getvalue().decode()


async def withdraw(game: GameId, services: TheServices, token: Token) -> Response:
    """Take back the invitation, and the game with it: for whoever has a seat and waits."""
    async with services.session(game) as session:
        seat = seat_for(session, token)
        async with session.lock:
            if seat in session.waiting:
                text = "Only who invites can take the invitation back."
                raise ApiError(403, "not_yours", text, number=session.number)
            await asyncio.to_thread(session.withdraw)
            services.sessions.forget(game)
        services.broadcaster.publish(game, {"type": "withdrawn"})
    return json_response(responses.Withdrawn(game), responses.Withdrawn)
