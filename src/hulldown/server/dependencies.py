"""What every call depends on: the server, who calls, and the seat that a token proves.

All are coroutines: the framework runs a plain function in a thread, and that takes longer than the work.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Depends, Header, Query
from fastapi.requests import HTTPConnection

from hulldown.rulesets.common.content import Content
from hulldown.server.http.errors import ApiError
from hulldown.server.http.middleware import client_of
from hulldown.server.people.accounts import Account, Creator, account_of
from hulldown.server.play.session import Session
from hulldown.server.rules.compilation import find_ruleset
from hulldown.server.schemas.requests import GameId, Key, Name, SetupIn
from hulldown.server.services import Services
from hulldown.server.workshop.setup import content_of, content_with, parse_setup


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


LONGEST_SETUP = 4000  # letters of a setup in an address

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


# ---------------------------------------------------------------- content
# What a call about a ruleset is asked about: `?setup=`, a SetupIn as JSON, or `?pack=ID` for a pack alone.

SetupText = Annotated[str | None, Query(max_length=LONGEST_SETUP)]


async def setup_of(pack: GameId | None = None, setup: SetupText = None) -> SetupIn:
    """The setup that a call names. Refused (400) for one that is not understood."""
    return parse_setup(pack, setup)


TheSetup = Annotated[SetupIn, Depends(setup_of)]


async def content_named(
    services: TheServices, setup: TheSetup, ruleset: Name | None = None
) -> Content | None:
    """The content of a call whose path or query names a ruleset; None for one that names none.

    Refused (404) without the ruleset or a pack, (400) while it cannot be played.
    """
    if ruleset is None and setup == SetupIn():
        return None
    return await asyncio.to_thread(lambda: content_of(services.db, find_ruleset(ruleset or ""), setup))


async def content_on(services: TheServices, setup: TheSetup, ruleset: Name, scenario: Name) -> Content:
    """The same on the scenario of the path. Refused (404) if there is none of that name."""
    rules = await asyncio.to_thread(find_ruleset, ruleset)
    return await asyncio.to_thread(content_with, services.db, rules, setup, scenario)


TheContent = Annotated[Content, Depends(content_named)]  # where the path names a ruleset
MaybeContent = Annotated[Content | None, Depends(content_named)]
ScenarioContent = Annotated[Content, Depends(content_on)]
