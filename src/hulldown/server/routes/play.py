"""Looking at the table, deciding, and taking back; questions of a player who has to decide."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from fastapi import Depends, Path, Query
from fastapi.responses import Response

from hulldown.game import IllegalOrder, NotUnderstood, Order
from hulldown.odds import Odds
from hulldown.odds import odds as odds_at
from hulldown.odds.walking import IllegalPlan
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.api.situation import Told
from hulldown.server.dependencies import Me, TheServices, Token, seat_for
from hulldown.server.http.errors import ApiError
from hulldown.server.play import order_preview
from hulldown.server.play.match import ServerMatch
from hulldown.server.play.order_preview import PreviewAnswer, PreviewRequest, RiskAnswer, preview, risk
from hulldown.server.play.session import Session
from hulldown.server.play.table_view import Looking, SinceAnswer, earlier, find_route, recap_since, table_view
from hulldown.server.schemas import responses
from hulldown.server.schemas.requests import ActIn, ActionText, GameId, HurryIn, JoinIn, UndoIn
from hulldown.server.schemas.responses import OddsAnswer, TableView, json_response
from hulldown.server.services import Services

StepNumber = Annotated[int, Path(ge=0, le=2**31 - 1)]


@dataclass(frozen=True)
class PageState:
    """What a page has and wants: the layers it has, the unit it selected, whether it shows chances, and
    whether its stage is higher than wide.
    """

    have: str
    unit: str
    win: bool
    tall: bool

    def looking(self, session: Session, seat: int | None) -> Looking:
        """How a seat looks at the table through this page."""
        return Looking(seat, frozenset(self.have.split(",")), self.unit, session.chances, self.tall)

    def follow(self, services: Services, session: Session) -> None:
        """Have the chance to win worked out, if the page shows it."""
        if self.win:
            services.chances.want(session, everything=False)


async def page_of(
    have: Annotated[str, Query(max_length=4000)] = "",
    unit: Annotated[str, Query(max_length=24)] = "",
    win: bool = False,
    shape: Literal["", "tall"] = "",
) -> PageState:
    """The page of a call."""
    return PageState(have, unit, win, shape == "tall")


ThePage = Annotated[PageState, Depends(page_of)]


async def view(game: GameId, services: TheServices, token: Token, page: ThePage) -> Response:
    """The table as the caller's seat sees it. `win` asks for the chance to win."""
    async with services.session(game) as session:
        seat = session.seat_of(token)
        looking = page.looking(session, seat)
        page.follow(services, session)
        return await session.show(seat, lambda seen: json_response(table_view(seen, looking), TableView))


async def join(
    game: GameId, message: JoinIn, services: TheServices, token: Token, page: ThePage, caller: Me
) -> Response:
    """Sit down where one is invited, having seen what is played: the battle begins when all have."""
    async with services.session(game) as session:
        seat = seat_for(session, token)
        async with session.lock:
            who = (caller.owner, caller.name, message.key)
            await asyncio.to_thread(
                session.join, seat, message.forces, message.seed, message.contribution, *who
            )
            services.changed(session)
            now = await asyncio.to_thread(table_view, session, page.looking(session, seat))
        return json_response(now, TableView)


async def act(game: GameId, message: ActIn, services: TheServices, token: Token, page: ThePage) -> Response:
    """Play actions in order."""
    came = time.monotonic()
    async with services.session(game) as session:
        seat = seat_for(session, token)
        async with session.lock:
            work = asyncio.to_thread(session.act, seat, message.actions, message.number, message.key)
            played, stopped = await work
            await services.wait_for_tick(session, came)
            services.changed(session)
            page.follow(services, session)
            now = await asyncio.to_thread(table_view, session, page.looking(session, seat))
        return json_response(replace(now, played=played, stopped=stopped), TableView)


async def undo(game: GameId, message: UndoIn, services: TheServices, token: Token, page: ThePage) -> Response:
    """Take back the own last decision, or agree to take it back."""
    came = time.monotonic()
    async with services.session(game) as session:
        seat = seat_for(session, token)
        async with session.lock:
            if await asyncio.to_thread(session.undo, seat, message.number, message.key):
                await services.wait_for_tick(session, came)
                services.changed(session)
            else:
                services.broadcaster.publish(
                    session.id, {"type": "undo", "seat": seat, "number": session.number}
                )
            page.follow(services, session)
            now = await asyncio.to_thread(table_view, session, page.looking(session, seat))
        return json_response(now, TableView)


async def hurry(
    game: GameId, message: HurryIn, services: TheServices, token: Token, page: ThePage
) -> Response:
    """Have the computer, if it thinks while the game stands there, be quick until a person decides."""
    async with services.session(game) as session:
        seat = seat_for(session, token)
        services.computers.hurry(session, message.number)
        looking = page.looking(session, seat)
        return await session.run(lambda: json_response(table_view(session, looking), TableView))


async def since(
    game: GameId,
    services: TheServices,
    token: Token,
    page: ThePage,
    number: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> Response:
    """What has happened since the caller last decided, or since the number that it has seen."""
    async with services.session(game) as session:
        seat, tall = session.seat_of(token), page.tall
        return await session.show(
            seat, lambda seen: json_response(recap_since(seen.match, seat, number, tall), SinceAnswer)
        )


async def at(
    game: GameId, number: StepNumber, services: TheServices, token: Token, page: ThePage
) -> Response:
    """The table as it was after an earlier number, without orders."""
    async with services.session(game) as session:
        seat = session.seat_of(token)
        looking = page.looking(session, seat)
        return await session.show(seat, lambda seen: json_response(earlier(seen, looking, number), TableView))


# ---------------------------------------------------------------- questions
# Questions of a player who has to decide: odds, ways, the chance to win.


Plan = Annotated[list[ActionText], Query(min_length=1, max_length=16)]
Word = Annotated[str, Query(min_length=1, max_length=24)]
Facing = Annotated[int | None, Query(ge=0, le=359)]
Ring = Annotated[str, Query(max_length=60)]


def deciding(session: Session, token: str | None) -> int:
    """The caller's seat, which must owe a decision: nobody may ask on the other side's behalf."""
    seat = seat_for(session, token)
    if seat not in session.match.to_act():
        raise ApiError(409, "not_your_decision", "It is not your decision now.", number=session.number)
    return seat


async def odds(game: GameId, services: TheServices, token: Token, action: Plan) -> Response:
    """The odds of an order, or of several one after another."""
    async with services.session(game) as session:
        return await session.run(
            lambda: json_response(odds_of(session, deciding(session, token), action), OddsAnswer)
        )


def odds_of(session: Session, seat: int, texts: list[str]) -> OddsAnswer:
    """The odds of orders for the seat that owes them. Refused with what is wrong with them."""
    game = session.match.game
    try:
        plan = [game.parse(text, seat) for text in texts]
        if any(act.seat != seat for act in plan):
            raise ApiError(403, "not_yours", "That is the other side's to decide.", number=session.number)
        explanation, odds = _evaluate_plan(session.match, seat, plan)
    except NotUnderstood as error:
        raise ApiError(400, "unclear", str(error)[:300], number=session.number) from None
    except IllegalOrder as error:
        why = error.refusal
        raise ApiError(409, why.code or "illegal", why.text, why.rule, session.number) from None
    except IllegalPlan as error:
        raise ApiError(409, "illegal", str(error)[:300], number=session.number) from None
    lines = [
        responses.OddsRow(line.text, str(line.chance), float(line.chance), line.group, line.mark, line.rule)
        for line in odds.lines
    ]
    return OddsAnswer(
        [act.text for act in plan],
        explanation.title,
        explanation.subtitle,
        explanation.needed,
        list(explanation.modifiers),
        lines,
        [*explanation.notes, *odds.notes],
        odds.exact,
        odds.samples,
        _as_situation(session.match, seat, plan),
    )


def _evaluate_plan(match: ServerMatch, seat: int, plan: Sequence[Order]) -> tuple[Explanation, Odds]:
    """What stands behind a plan, and its odds: of usual orders those of the last, where it is given."""
    ruleset, game, last = match.ruleset, match.game, [plan[-1].row]
    at = (
        order_preview.before_last(ruleset, match.observation(seat), [act.row for act in plan])
        if len(plan) > 1
        else None
    )
    if at is None or ruleset.rules.check(at, seat, last[0]):
        odds = game.odds(*plan)  # first: what may not be given at all has nothing behind it to explain
        return game.explain(*plan), odds
    return ruleset.explain(at, last), odds_at(ruleset, at, last)


def _as_situation(match: ServerMatch, seat: int, plan: Sequence[Order]) -> Told | None:
    """A single order as the data of a situation, where there is an odds page for it."""
    situations = match.ruleset.situations
    if situations is None or len(plan) != 1:
        return None
    return situations.of_order(match.observation(seat), plan[0].row, match.game.forces)


async def route(game: GameId, services: TheServices, token: Token, unit: Word, place: Word) -> Response:
    """The orders that take the acting unit to a place without a die."""
    async with services.session(game) as session:
        return await session.run(
            lambda: json_response(
                route_of(session, deciding(session, token), unit, place), responses.RouteAnswer
            )
        )


def route_of(session: Session, seat: int, unit: str, place: str) -> responses.RouteAnswer:
    """The way of a unit to a place. Refused (409) if there is none."""
    answer = find_route(session.match, seat, unit, place)
    if answer is None:
        raise no_way(session, place)
    return answer


def no_way(session: Session, place: str) -> ApiError:
    """The refusal of a move that is not possible without a die."""
    text = f"No way to {place} at once: it is too far, or something may happen on the way."
    return ApiError(409, "no_way", text, number=session.number)


async def foresee(
    game: GameId,
    services: TheServices,
    token: Token,
    unit: Word,
    place: Word,
    facing: Facing = None,
    ring: Ring = "",
) -> Response:
    """What a move to a place comes to: every end facing with its cost, who could then fire at whom. With a
    ring what its orders come to in the place of the unit.
    """
    async with services.session(game) as session:
        answer = await session.run(
            lambda: preview_of(
                session, PreviewRequest(session.match, deciding(session, token), unit), place, facing, ring
            )
        )
    return json_response(answer, PreviewAnswer)


def preview_of(
    session: Session, asked: PreviewRequest, place: str, facing: int | None, ring: str
) -> PreviewAnswer:
    """The preview of a move. Refused (409) if the unit cannot end there so."""
    answer = preview(asked, place, facing, ring)
    if answer is None:
        raise no_way(session, place)
    return answer


async def risks(game: GameId, services: TheServices, token: Token, unit: Word) -> Response:
    """Where a unit could be fired at, of all that it can reach, and with which chance at most."""
    async with services.session(game) as session:
        answer = await session.run(
            lambda: risk(PreviewRequest(session.match, deciding(session, token), unit))
        )
    return json_response(answer, RiskAnswer)


async def why(game: GameId, services: TheServices, token: Token, action: Plan) -> Response:
    """Whether orders may be given one after another, and if not the first reason; nothing is carried out."""
    async with services.session(game) as session:
        return await session.run(
            lambda: json_response(why_of(session, deciding(session, token), action), responses.WhyAnswer)
        )


def why_of(session: Session, seat: int, texts: list[str]) -> responses.WhyAnswer:
    """The first of some orders that a seat may not give. Refused (400) where one is not understood."""
    try:
        return order_preview.judged(session.match, seat, texts)
    except ValueError as error:
        raise ApiError(400, "unclear", str(error)[:300], number=session.number) from None


async def chances(game: GameId, services: TheServices, token: Token) -> Response:
    """Seat 0's chance to win after each number, null where it is not worked out yet."""
    async with services.session(game) as session:
        seat = session.seat_of(token)
        services.chances.want(session, everything=True)
        known = await session.show(
            seat, lambda seen: [seen.chances.get(number) for number in range(seen.number + 1)]
        )
    return json_response(known, list[float | None])
