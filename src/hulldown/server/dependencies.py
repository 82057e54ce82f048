"""What every call depends on: the server, who calls, and the seat that a token proves.

All are coroutines: the framework runs a plain function in a thread, and that takes longer than the work.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Depends, Header, Query
from fastapi.requests import HTTPConnection

from hulldown.server.http.errors import ApiError
from hulldown.server.http.middleware import client_of
from hulldown.server.people.accounts import Account, Creator, account_of
from hulldown.server.play.session import Session
from hulldown.server.schemas.requests import Key
from hulldown.server.services import Services


async def services_of(connection: HTTPConnection) -> Services:
    """The services of the application that a call came to."""
    services: Services = connection.app.state.services
    return services


async def token_of(authorization: Annotated[str | None, Header(max_length=200)] = None) -> str | None:
    """The token of a call; None for a spectator. Refused (401) if the header is something else."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise ApiError(401, "no_seat", "A seat is proven by: Authorization: Bearer TOKEN.")
    return token.strip()


TheServices = Annotated[Services, Depends(services_of)]
Token = Annotated[str | None, Depends(token_of)]


def seat_for(session: Session, token: str | None) -> int:
    """The seat of a call that only players may make. Refused (403) for spectators."""
    seat = session.seat_of(token)
    if seat is None:
        text = "Only the players of this game may do that."
        raise ApiError(403, "not_yours", text, number=session.number_for(None))
    return seat


async def me(
    connection: HTTPConnection, hulldown_me: Annotated[str | None, Header(max_length=128)] = None
) -> Account:
    """Who calls, by the header `Hulldown-Me`."""
    services: Services = connection.app.state.services
    address, shared = client_of(connection.scope), services.settings.shared
    if hulldown_me is None:
        return Account(nobodys=not shared, address=address)
    return await asyncio.to_thread(account_of, services.db, hulldown_me, shared, address)


Me = Annotated[Account, Depends(me)]


async def creator(caller: Me, key: Annotated[Key | None, Query()] = None) -> Creator:
    """Who begins a game. Refused (401) for a key of nobody in particular."""
    if key is not None:
        caller.require_owner()
    return Creator(caller, key)


Begins = Annotated[Creator, Depends(creator)]
