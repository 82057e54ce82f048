"""What the best player would do: advice for who has to decide, and the film of a battle as a study."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Path, Request
from fastapi.responses import Response

from hulldown.ai.bot import Ranked
from hulldown.ai.registry import top_orders
from hulldown.kernel.actions import ACTIONS
from hulldown.kernel.records import copy
from hulldown.odds import wilson
from hulldown.rulesets.api.bot import CannotSolve
from hulldown.rulesets.api.matrix import Matrix
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.words import OrderButton
from hulldown.server.dependencies import TheServices, Token
from hulldown.server.http.errors import ApiError
from hulldown.server.people.agreement import by_link
from hulldown.server.play.match import DecidedStep
from hulldown.server.play.session import Session
from hulldown.server.players.computers import BEAT, Adviser, Better, Film, MatrixSearch
from hulldown.server.routes.play import deciding
from hulldown.server.schemas.requests import GameId
from hulldown.server.schemas.responses import Advice, HintAnswer, json_response
from hulldown.server.services import Services

T = TypeVar("T")
BEST = 3
WITHOUT = "You have agreed to play without advice: who invites can allow it in the terms."


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
            lambda: _labels_now(session, number, mind.seat, [candidate.text for candidate in best])
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
        try:
            tables = await awaited(request, services.thinkers.run(mind, mind.reckon))
        finally:
            mind.cancel()
        return json_response(tables, list[Matrix])


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


def _labels_now(session: Session, number: int, seat: int, texts: list[str]) -> list[str]:
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


# ---------------------------------------------------------------- film
# The film of a battle as a study: luck, turning points, what was better.


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
    raise ApiError(404, "not_found", "There is no decision of that number.", number=session.number)


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
    label, *labels = await session.run(lambda: _labels_for(mind, texts))
    given = advised(own, [label])[0] if own else None
    return Better(number, step.seat, mind.called, label, given, advised(best, labels))


def _labels_for(mind: Adviser, texts: list[str]) -> list[str]:
    ruleset, known, seat = mind.ruleset, mind.state, mind.seat
    return titles(ruleset, known, seat, ruleset.orders(known, seat), texts)
