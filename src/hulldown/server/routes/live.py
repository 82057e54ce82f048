"""The live line: one WebSocket per page, on which the server speaks; and the news for who asks for them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b

from anyio import CancelScope, create_task_group, move_on_after
from fastapi import WebSocket, WebSocketDisconnect
from fastapi.responses import Response
from pydantic import ValidationError
from starlette.types import Message

from hulldown.server.dependencies import TheServices, Token
from hulldown.server.http.errors import ApiError, internal_error
from hulldown.server.http.middleware import client_of
from hulldown.server.people import chat, offers
from hulldown.server.people.broadcast import AtTable, LiveConnection, presence_rows
from hulldown.server.play.session import Session
from hulldown.server.schemas.requests import GameId, HelloIn
from hulldown.server.schemas.responses import json_response
from hulldown.server.services import Services

POLITE, TOO_SLOW = 4400, 4408  # close codes: refused, fell behind


@dataclass(frozen=True)
class NewsAnswer:
    """What a live line would tell of a game, as it stands now, for a page that has none.

    `people` changes with what waits between the players, `talk` with what was said last; `next` is the game
    that followed, `chance` seat 0's chance to win, where it is known.
    """

    number: int
    presence: list[AtTable]
    people: str
    next: str
    talk: str
    chance: float | None


async def news(game: GameId, services: TheServices, token: Token) -> Response:
    """The news of a game, where a network lets no live line through: to be asked for every two seconds."""
    async with services.session(game) as session:
        seat = session.seat_of(token)
        if seat is not None:
            services.presence.note_poll(game, seat)
        late = seat is None and session.terms.delay and not session.over
        here = [] if late else services.presence.of(game)
        return await session.show(seat, lambda seen: json_response(_news(seen, seat, here), NewsAnswer))


def _news(seen: Session, seat: int | None, here: list[AtTable]) -> NewsAnswer:
    lines = chat.talk(seen, seat).lines
    between = [seen.waiting, {} if seat is None else dict(seen.agreement.offers)]
    return NewsAnswer(
        number=seen.number,
        presence=here,
        people=blake2b(json.dumps(between).encode(), digest_size=6).hexdigest(),
        next="" if seat is None else offers.next_game(seen),
        talk=lines[-1].created.isoformat() if lines else "",
        chance=seen.chances.get(seen.number),
    )


async def live(socket: WebSocket, game: GameId) -> None:
    """Greet, then tell news until the page leaves. What is not understood ends the line with a refusal."""
    services: Services = socket.app.state.services
    await socket.accept()
    try:
        line = services.broadcaster.join(game, client_of(socket.scope))
        try:
            async with services.session(game) as session:
                await _greet(socket, services, session, line)
            await _converse(socket, line)
        finally:
            services.broadcaster.leave(line)
            services.presence.went(line)
    except WebSocketDisconnect:
        return
    except ApiError as refused:
        await _refuse(socket, refused)
    except Exception as error:
        await _refuse(socket, internal_error(error))


async def _greet(socket: WebSocket, services: Services, session: Session, line: LiveConnection) -> None:
    """Hear who it is, and say where the game stands and who is there."""
    text = await _receive(socket, line, services.settings.limits.hello)
    try:
        hello = HelloIn.model_validate_json(text)
    except ValidationError:
        raise ApiError(400, "unclear", 'The first message is {"token": TOKEN} or {}.') from None
    seat = session.seat_of(hello.token or None)
    late = session.terms.delay if seat is None and not session.over else 0
    services.broadcaster.welcome(line, seat, late)
    services.presence.came(line)
    services.compilation.want(session.row.ruleset)
    services.compilation.want_rules(session.match.ruleset)
    here = [] if late else presence_rows(services.presence.of(session.id))
    number = session.number_for(seat)
    await socket.send_json({"type": "hello", "number": number, "seat": seat, "presence": here})


async def _receive(socket: WebSocket, line: LiveConnection, patience: float) -> str:
    message: Message = {}
    async with create_task_group() as group:
        group.start_soon(_end_when_dropped, line, group.cancel_scope)
        with move_on_after(patience):
            message = await socket.receive()
        group.cancel_scope.cancel()
    if line.dropped.is_set():
        raise ApiError(429, "too_often", "Too many live lines are open.")
    if not message:
        raise ApiError(400, "unclear", "Nothing was said for too long.")
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if not isinstance(text, str) or len(text) > 1000:
        raise ApiError(400, "unclear", "Only short text is understood here.")
    return text


async def _converse(socket: WebSocket, line: LiveConnection) -> None:
    """Tell news as they come. Ends when the page says anything, leaves, or falls behind."""
    message: Message = {}
    async with create_task_group() as group:
        group.start_soon(_speak, socket, line)
        group.start_soon(_end_when_dropped, line, group.cancel_scope)
        message = await socket.receive()
        group.cancel_scope.cancel()
    if line.dropped.is_set():
        with move_on_after(1):
            await socket.close(TOO_SLOW)
    elif message["type"] == "websocket.receive":
        raise ApiError(400, "unclear", "After its first message a page only listens.")


async def _end_when_dropped(line: LiveConnection, scope: CancelScope) -> None:
    await line.dropped.wait()
    scope.cancel()


async def _speak(socket: WebSocket, line: LiveConnection) -> None:
    """Send what waits. A page that has gone is noticed by the listener."""
    try:
        while True:
            await socket.send_json(await line.waiting.get())
    except (WebSocketDisconnect, RuntimeError):
        return


async def _refuse(socket: WebSocket, refused: ApiError) -> None:
    """Say why, then close."""
    try:
        await socket.send_json(refused.to_dict())
        await socket.close(POLITE, refused.code)
    except (RuntimeError, WebSocketDisconnect):
        return
