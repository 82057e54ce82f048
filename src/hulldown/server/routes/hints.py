"""Advice for a player who has to decide: what the best player there is would do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from fastapi import Request
from fastapi.responses import Response

from hulldown.ai.bot import Ranked
from hulldown.kernel.records import copy
from hulldown.odds import wilson
from hulldown.rulesets.api.bot import CannotSolve
from hulldown.rulesets.api.matrix import Matrix
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.words import OrderButton
from hulldown.server.dependencies import TheServices, Token
from hulldown.server.http.errors import ApiError
from hulldown.server.people.agreement import by_link
from hulldown.server.play.session import Session
from hulldown.server.players.analysis import MatrixSearch
from hulldown.server.players.computers import Adviser
from hulldown.server.routes.questions import deciding
from hulldown.server.schemas.requests import GameId
from hulldown.server.schemas.responses import Advice, HintAnswer, json_response
from hulldown.server.services import Services

BEST = 3
WITHOUT = "You have agreed to play without advice: who invites can allow it in the terms."
BEAT = 0.2  # seconds between two reports of progress


async def hint(game: GameId, request: Request, services: TheServices, token: Token) -> Response:
    """The best orders for the caller, or with what shares to mix them. Refused (403) between people who play
    apart, unless they have agreed to it.

    Advice that takes long is reported on the live line, and given up when the caller leaves.
    """
    async with services.session(game) as session:
        _agreed(session)
        number = session.number
        mind = await session.run(
            lambda: Adviser(services.settings.hint, session.match, deciding(session, token))
        )
        best = await _advice(services, session, number, mind, request)
        labels = await session.run(
            lambda: _labels(session, number, mind.seat, [candidate.text for candidate in best])
        )
    return json_response(HintAnswer(mind.called, advised(best, labels), mind.about), HintAnswer)


def advised(best: Iterable[Ranked], labels: Iterable[str]) -> list[Advice]:
    """Orders with what they are called, as they are sent."""
    return [
        Advice(
            candidate.text, label, round(candidate.value, 4), _rounded(candidate.share), _margin(candidate)
        )
        for candidate, label in zip(best, labels, strict=True)
    ]


async def _advice(
    services: Services, session: Session, number: int, mind: Adviser, request: Request
) -> list[Ranked]:
    """What the mind says. Progress is told while it thinks; it stops when nobody waits for it any more."""
    work = asyncio.ensure_future(services.thinkers.run(mind, lambda: mind.advice(BEST)))
    try:
        while not (await asyncio.wait({work}, timeout=BEAT))[0]:
            news = {"type": "advising", "seat": mind.seat, "done": round(mind.progress, 3)}
            services.broadcaster.publish(session.id, news)
            past = await session.run(lambda: _past(session, number, mind.seat))
            if past or await request.is_disconnected():
                mind.cancel()
        return work.result()
    except CannotSolve as error:
        raise ApiError(409, "no_advice", str(error)[:300], number=session.number) from None
    finally:
        mind.cancel()


def _agreed(session: Session) -> None:
    """Refuse help (403) to people who play apart and have not agreed to it."""
    if by_link(session.seats) and not session.terms.advice:
        raise ApiError(403, "no_advice", WITHOUT, number=session.number)


async def matrix(game: GameId, request: Request, services: TheServices, token: Token) -> Response:
    """The secret orders that the caller owes against those of the enemy, with what each pair is worth.

    Refused (403) like advice, which it is. Given up when the caller leaves.
    """
    async with services.session(game) as session:
        _agreed(session)
        mind = await session.run(lambda: _crossing(session, deciding(session, token)))
        work = asyncio.ensure_future(services.thinkers.run(mind, mind.reckon))
        try:
            while not (await asyncio.wait({work}, timeout=BEAT))[0]:
                if await request.is_disconnected():
                    mind.cancel()
            return json_response(work.result(), list[Matrix])
        finally:
            mind.cancel()


def _crossing(session: Session, seat: int) -> MatrixSearch:
    """Copies what the seat knows, so that play can go on meanwhile."""
    return MatrixSearch(session.match.ruleset, copy(session.match.observation(seat)), seat)


def _past(session: Session, number: int, seat: int) -> bool:
    """Whether a seat does not owe any more what it owed at a number."""
    try:
        session.current(number, seat)
    except ApiError:
        return True
    return False


def _labels(session: Session, number: int, seat: int, texts: list[str]) -> list[str]:
    """The labels of the orders that the advice is about. Refused (409) if the game went on meanwhile."""
    session.current(number, seat)
    match = session.match
    return titles(match.ruleset, match.observation(seat), seat, match.orders(seat), texts)


def titles(
    ruleset: Ruleset, known: Any, seat: int, orders: Iterable[OrderButton], texts: list[str]
) -> list[str]:
    """What orders are called in a position that a seat knows, whose buttons are `orders`."""
    buttons = {order.text: _with_target(order) for order in orders}
    return [buttons.get(text) or _titled(ruleset, known, seat, text) for text in texts]


def _with_target(order: OrderButton) -> str:
    """The label of a button, with its target where it names none: "Fire Plasgun: A1"."""
    named = not order.target or order.target in order.label
    return order.label if named else f"{order.label}: {order.target}"


def _titled(ruleset: Ruleset, known: Any, seat: int, text: str) -> str:
    """What an order without a button is called."""
    return ruleset.explain(known, [ruleset.speech.parse_action(known, seat, text)]).title or text


def _margin(order: Ranked) -> float | None:
    """Half of Wilson's interval: a bound, as what the tries end at varies less than won and lost."""
    if order.visits <= 1:
        return None
    low, high = wilson(order.value, order.visits)
    return round((high - low) / 2, 4)


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)
