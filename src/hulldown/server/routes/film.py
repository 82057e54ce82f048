"""The film of a battle as a study: luck, turning points, what was better."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Path, Request
from fastapi.responses import Response

from hulldown.ai.registry import top_orders
from hulldown.kernel.actions import ACTIONS
from hulldown.rulesets.api.bot import CannotSolve
from hulldown.server.dependencies import TheServices, Token
from hulldown.server.http.errors import ApiError
from hulldown.server.play.match import DecidedStep
from hulldown.server.play.session import Session
from hulldown.server.players.analysis import Better, Film
from hulldown.server.players.computers import Adviser
from hulldown.server.routes.hints import BEAT, BEST, advised, titles
from hulldown.server.schemas.requests import GameId
from hulldown.server.schemas.responses import Advice, json_response
from hulldown.server.services import Services

T = TypeVar("T")
Ordered = Annotated[int, Path(ge=1, le=2**31 - 1)]
SENTENCES = 2  # of a turning point


@dataclass(frozen=True)
class FilmStep:
    """Seat 0's chance to win after a number, and how much of the way there was luck."""

    number: int
    value: float
    luck: float
    rolled: bool


@dataclass(frozen=True)
class TurningPoint:
    """A large swing of seat 0's chance to win, from `before` to `after`: decided and by luck.

    `seat` decided. `number` is the order that weighed most, `order` what it is called with its target, `text`
    what was told of it. `decided` is 0 where there was no choice, and where chances err by as much.
    """

    number: int
    seat: int
    before: float
    after: float
    decided: float
    luck: float
    order: str
    text: str


@dataclass(frozen=True)
class FilmLuck:
    """The luck of a whole battle for seat 0, and that such luck happens in one of `one_in` games.

    Of the `rolled` decisions with dice `exact` were counted in full; `deviation` is what is usual.
    """

    total: float
    deviation: float
    chance: float
    one_in: int
    rolled: int
    exact: int


@dataclass(frozen=True)
class FilmAnswer:
    """A battle as a study. `steps` begin with the set-up."""

    steps: list[FilmStep]
    turning: list[TurningPoint]
    luck: FilmLuck


@dataclass(frozen=True)
class BetterAnswer:
    """What the adviser would have ordered at a decision, and what it says of what was ordered.

    `value` of `given` is the seat's chance to win, null where the adviser did not look at that order.
    """

    number: int
    seat: int
    adviser: str
    given: str
    label: str
    value: float | None
    orders: list[Advice]


# ---------------------------------------------------------------- luck and turning points


async def film(game: GameId, request: Request, services: TheServices, token: Token) -> Response:
    """Luck and turning points of a battle that has ended; given up when nobody waits any more."""
    async with services.session(game) as session:
        seat = session.seat_of(token)
        await session.show(seat, _ended)
        review = await awaited(request, services.films.of(session))
        return await session.run(lambda: json_response(_film_answer(session, seat, review), FilmAnswer))


def _ended(seen: Session) -> None:
    """Refused (409) while the battle runs: what its dice gave could tell what is hidden."""
    if not seen.match.ended:
        text = "The film tells of luck and better orders when the battle has ended."
        raise ApiError(409, "running", text, number=seen.number)


async def awaited(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of work that is given up when the caller leaves."""
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait({task}, timeout=BEAT))[0]:
            if await request.is_disconnected():
                raise ApiError(409, "left", "Nobody waited for this any more.")
        return task.result()
    finally:
        task.cancel()


def _film_answer(session: Session, seat: int | None, review: Film) -> FilmAnswer:
    standing = session.match.steps
    steps = [FilmStep(0, round(review.values[0], 4), 0.0, False)]
    steps += [
        FilmStep(step.number, round(value, 4), round(label.luck, 4), label.spread is not None)
        for step, label, value in zip(standing, review.orders, review.values[1:], strict=True)
    ]
    points = []
    for turning in review.turning:
        step = standing[turning.number - 1]
        before, after, decided, by_luck = (
            round(x, 4) for x in (turning.before, turning.after, turning.decided, turning.luck)
        )
        order, text = _ordered(session, step), _step_text(step, seat)
        points.append(TurningPoint(step.number, turning.seat, before, after, decided, by_luck, order, text))
    luck = review.luck
    share = FilmLuck(
        round(luck.total, 4),
        round(luck.deviation, 4),
        luck.chance,
        max(1, round(1 / luck.chance)),
        luck.rolled,
        luck.exact,
    )
    return FilmAnswer(steps, points, share)


def _ordered(session: Session, step: DecidedStep) -> str:
    """What an order is called, with its target."""
    match = session.match
    ruleset, known = match.ruleset, match.observation_at(step.number - 1, step.seat)
    return titles(ruleset, known, step.seat, ruleset.orders(known, step.seat), [step.text])[0]


def _step_text(step: DecidedStep, seat: int | None) -> str:
    """What a seat heard of a decision in few words, dice first; where it heard nothing, the order."""
    heard = [sentence for sentence in step.log_for(seat) if not (sentence.heading or sentence.upkeep)]
    heard.sort(key=lambda sentence: not (sentence.rolls or sentence.shot))
    return " ".join(sentence.text for sentence in heard[:SENTENCES]) or step.text


# ---------------------------------------------------------------- what was better


async def better(
    game: GameId, number: Ordered, request: Request, services: TheServices, token: Token
) -> Response:
    """What the strongest player would have ordered at decision `number`, by what its seat knew then."""
    async with services.session(game) as session:
        await session.show(session.seat_of(token), _ended)
        best = services.films.better.get((game, number))
        if best is None:
            with services.films.place():
                best = await _better_order(services, session, number, request)
            services.films.keep(game, best)
        step = await session.run(lambda: _step(session, number))
    value = best.given.value if best.given else None
    answer = BetterAnswer(number, best.seat, best.called, step.text, best.label, value, best.orders)
    return json_response(answer, BetterAnswer)


def _step(session: Session, number: int) -> DecidedStep:
    """A decision that stands. Refused (404) if there is none of that number."""
    for step in session.match.steps:
        if step.number == number:
            return step
    raise ApiError(404, "not_found", "No decision of that number stands.", number=session.number)


async def _better_order(services: Services, session: Session, number: int, request: Request) -> Better:
    step = await session.run(lambda: _step(session, number))
    mind = await session.run(lambda: Adviser(services.settings.hint, session.match, step.seat, number - 1))
    try:
        ranked = await awaited(request, services.thinkers.run(mind, lambda: mind.best(ACTIONS)))
    except CannotSolve as error:
        raise ApiError(409, "no_advice", str(error)[:300], number=session.number) from None
    finally:
        mind.cancel()
    best = top_orders(ranked, BEST)
    own = [candidate for candidate in ranked if candidate.text == step.text]
    texts = [step.text, *(candidate.text for candidate in best)]
    label, *labels = await session.run(lambda: _labels(mind, texts))
    given = advised(own, [label])[0] if own else None
    return Better(number, step.seat, mind.called, label, given, advised(best, labels))


def _labels(mind: Adviser, texts: list[str]) -> list[str]:
    ruleset, known, seat = mind.ruleset, mind.state, mind.seat
    return titles(ruleset, known, seat, ruleset.orders(known, seat), texts)
