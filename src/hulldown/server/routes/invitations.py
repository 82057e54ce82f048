"""The invitation of a game: its link as a picture to be photographed, and taking it back."""

from __future__ import annotations

import asyncio
import io
from urllib.parse import parse_qs, urlsplit

import segno
from fastapi import Request
from fastapi.responses import Response

from hulldown.server.answers import Withdrawn, sent
from hulldown.server.errors import Refused
from hulldown.server.house import TheHouse, Token, seat_for
from hulldown.server.messages import GameId, InvitationIn
from hulldown.server.routes.games import Svg
from hulldown.server.session import Session


async def drawn(game: GameId, message: InvitationIn, request: Request, house: TheHouse) -> Response:
    """The link of an invitation to this game as a QR code. Refused (400) for any other text."""
    async with house.sessions.using(game) as session:
        if not invites(message.link, request.headers.get("host", ""), session):
            raise Refused(400, "unclear", "That is no invitation to this game.")
    return Svg(await asyncio.to_thread(qr_code, message.link))


def invites(link: str, host: str, session: Session) -> bool:
    """Whether a link leads to this server, to this game, with the token of a seat that is still awaited."""
    try:
        parts = urlsplit(link)
        seats = parse_qs(parts.fragment, strict_parsing=True, max_num_fields=1)
    except ValueError:
        return False
    token = seats.get("seat", [""])[0]
    own = parts.scheme in ("http", "https") and parts.netloc == host and not parts.query
    if not own or parts.path != f"/join/{session.id}" or parts.fragment != f"seat={token}":
        return False
    try:
        return session.seat_of(token) in session.waiting
    except Refused:
        return False


def qr_code(text: str) -> str:
    """A text as a QR code: dark on light with a quiet zone, as cameras want it, by day and by night."""
    picture = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        picture, kind="svg", dark="#000", light="#fff", border=4, xmldecl=False, nl=False, omitsize=True
    )
    return picture.getvalue().decode()


async def withdraw(game: GameId, house: TheHouse, token: Token) -> Response:
    """Take back the invitation, and the game with it: for whoever has a seat and waits."""
    async with house.session(game) as session:
        seat = seat_for(session, token)
        async with session.lock:
            if seat in session.waiting:
                text = "Only who invites can take the invitation back."
                raise Refused(403, "not_yours", text, number=session.number)
            await asyncio.to_thread(session.withdraw)
            house.sessions.forget(game)
        house.hub.tell(game, {"type": "withdrawn"})
    return sent(Withdrawn(game), Withdrawn)
