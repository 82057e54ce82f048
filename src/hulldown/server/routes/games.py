"""Beginning games, listing them, taking them along."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

from fastapi import Body, Header
from fastapi.responses import Response
from pydantic import JsonValue
from sqlalchemy.orm import Session as Transaction

from hulldown.catalogue import OwnFile
from hulldown.exchange.league import LeagueReport, as_csv, as_text, league_report
from hulldown.game import Game
from hulldown.rulesets.api.scene import Aids
from hulldown.rulesets.common.content import CHOSEN, Content
from hulldown.rulesets.common.packs import Stack
from hulldown.rulesets.common.scenarios import RuleDifference
from hulldown.server.dependencies import Begins, Me, TheServices, Token
from hulldown.server.http.errors import ApiError
from hulldown.server.people.accounts import Account, Creator
from hulldown.server.people.agreement import GameTerms, by_link
from hulldown.server.play.new_game import clone, continue_replay, create, find_by_key
from hulldown.server.play.session import Session
from hulldown.server.play.table_view import who
from hulldown.server.schemas.openapi import GAME, Call
from hulldown.server.schemas.requests import AgainIn, GameId, NewGameIn, SetupIn
from hulldown.server.schemas.responses import (
    PICTURE_POLICY,
    BattleSetup,
    Csv,
    GameLine,
    NewGame,
    Svg,
    json_response,
)
from hulldown.server.services import Services
from hulldown.server.workshop.kept import scenario_name
from hulldown.store import games, history
from hulldown.store.models import GameRow
from hulldown.views import board
from hulldown.views.voice import COLOURS

NOTHING_ADDED = AgainIn()
SHOWN = 24  # games in the list
WATCHED = "Under way; who watches is behind"


async def begin(message: NewGameIn, services: TheServices, by: Begins) -> Response:
    """Begin a game. The answer tells the seats' tokens, once."""
    return await _create(services, by, lambda: create(services.db, message, by))


async def load(
    replay: Annotated[dict[str, JsonValue], Body()], services: TheServices, by: Begins
) -> Response:
    """Go on from a replay file, or look at one that has ended."""
    limit = services.settings.limits.actions
    return await _create(services, by, lambda: continue_replay(services.db, replay, limit, by))


async def _create(services: Services, by: Creator, begin: Callable[[], NewGame]) -> Response:
    """A game that is begun now, or was by the same call. Refused (429) for one too many."""

    def work() -> NewGame:
        existing = find_by_key(services.db, by)
        if existing is None:
            may_begin(services, by.caller)
        return existing or begin()

    return json_response(await asyncio.to_thread(work), NewGame)


def may_begin(services: Services, caller: Account) -> None:
    """Refused (429) for a game too many of an owner."""
    limits = services.settings.limits
    if caller.owner is not None:
        with services.db.reading() as transaction:
            running = games.running_of(transaction, caller.owner)
        caller.check_quota(running, limits.games_per_owner, "running games")


async def differences(game: GameId, services: TheServices, token: Token) -> Response:
    """What of a game is not by the printed rules, value by value, as far as the caller may know it."""
    async with services.sessions.using(game) as session:
        seat = session.seat_of(token)
        result = await session.show(seat, lambda seen: _differences(seen, seat))
    return json_response(result, list[RuleDifference])


def _differences(seen: Session, seat: int | None) -> list[RuleDifference]:
    content = _content(seen, seat)
    # A game keeps what was chosen together with what packs said, so it does not know who set it.
    return [
        replace(change, source="") if change.source == CHOSEN else change for change in content.differences()
    ]


def _content(seen: Session, seat: int | None) -> Content:
    game = seen.match.game
    return Content(Stack(game.ruleset), game.scenario, game.options, seen.match.forces(seat))


async def setup(game: GameId, services: TheServices, token: Token) -> Response:
    """What a battle is played with as a setup, to ask about it or to begin another; its `packs` name the
    battle, if it has units or a scenario of its own. Refused (409) while its own scenario hides units.
    """
    async with services.sessions.using(game) as session:
        seat = session.seat_of(token)
        result = await session.show(seat, lambda seen: _setup(seen, seat))
    return json_response(result, BattleSetup)


def _setup(seen: Session, seat: int | None) -> BattleSetup:
    match, content = seen.match, _content(seen, seat)
    row, own = match.row, isinstance(content.scenario, OwnFile)
    if own and match.fogged and not match.ended:
        text = "Units are hidden in this battle. Ask about it when it has ended."
        raise ApiError(409, "hidden", text, number=seen.number)
    numbers, chosen = content.ruleset.files.values(), content.changes
    setup = SetupIn(
        packs=[row.id] if own or row.layers else [],
        scenario=scenario_name(row) if own else row.scenario,
        options={name: value for name, value in chosen.items() if name not in numbers},
        values={name: value for name, value in chosen.items() if name in numbers},
        forces={unit: dict(build) for unit, build in content.forces.items()},
    )
    return BattleSetup(row.ruleset, setup.model_dump(exclude_defaults=True))


async def again(
    game: GameId, services: TheServices, token: Token, by: Begins, message: AgainIn = NOTHING_ADDED
) -> Response:
    """Begin another game with the same set-up and players, in changed seats if wanted.

    Refused (409) where the other side has to agree first: there it is offered (`people.offer`). Refused (403)
    where the set-up would tell the caller of units that are hidden from them.
    """
    async with services.sessions.using(game) as session:
        seat = session.seat_of(token)
        await session.show(seat, lambda seen: _may_repeat(seen, seat))
        if by_link(session.seats) and not (session.in_campaign or session.waiting):
            text = "The other side must agree: offer it the same again."
            raise ApiError(409, "no_offer", text)
        old, terms = await session.run(lambda: (session.match.game, session.terms))
        seated = list(reversed(session.seats)) if message.swap else session.seats
        contribution = message.contribution
        return await _create(services, by, lambda: clone(services.db, old, seated, terms, contribution, by))


def _may_repeat(seen: Session, seat: int | None) -> None:
    """Refused (403) where units are hidden, unless the caller's side set up the other one, too: the builds of
    both would be in the new battle for the caller to see."""
    match = seen.match
    set_up_both = seat is not None and all(row.kind != "invite" for row in seen.seats)
    if match.fogged and not match.ended and not set_up_both:
        text = "Units are hidden in this battle. It can be begun again when it has ended."
        raise ApiError(403, "not_yours", text, number=seen.number)


def recent(services: TheServices, caller: Me) -> list[GameLine]:
    """The games last played that everybody may find; without the caller's own."""
    with services.db.reading() as transaction:
        lines = [line(transaction, row) for row in games.others(transaction, caller.owner, 2 * SHOWN)]
    # They are chosen among more by what is told of them: one that is watched late may not come to the front
    # when something is decided in it.
    lines.sort(key=lambda shown: shown.updated, reverse=True)
    return lines[:SHOWN]


def line(transaction: Transaction, row: GameRow, plays: bool = False) -> GameLine:
    """A game in a list; who only watches it with a delay is told how it stood then."""
    delay = 0 if plays or row.finished else GameTerms.of(row.terms).delay
    number = max(0, row.number - delay)
    return GameLine(
        row.id,
        row.ruleset,
        row.scenario,
        row.title,
        WATCHED if delay else row.status,
        number,
        history.decided_at(transaction, row, number) if delay else row.updated,
        row.finished is not None,
    )


async def picture(
    game: GameId, services: TheServices, if_none_match: Annotated[str, Header()] = ""
) -> Response:
    """A small board as everybody may see it; drawn again only when the game has gone on."""
    async with services.sessions.using(game) as session:
        mark, text = await session.show(None, lambda seen: _board_mark(seen, if_none_match))
    headers = {"content-security-policy": PICTURE_POLICY, "etag": mark, "cache-control": "no-cache"}
    return Svg(text, headers=headers) if text else Response(status_code=304, headers=headers)


def _board_mark(seen: Session, known: str) -> tuple[str, str]:
    """The mark of what is shown, and the board without what only helps an acting player; nothing where the
    mark is among those that are `known`."""
    mark = f'"{seen.id}-{seen.number}"'
    if mark in known:
        return mark, ""
    return mark, board(replace(seen.match.scene(None, ""), aids=Aids()), standalone=True)


async def save(game: GameId, services: TheServices, token: Token) -> Response:
    """The replay file. Of a running game only for its players, and without the dice to come."""
    async with services.sessions.using(game) as session:
        seat = session.seat_of(token)
        text = await session.show(seat, lambda seen: _saved(seen, seat))
    return Response(text, media_type="application/json", headers=_attached(f"hulldown-{game}.json"))


def _saved(seen: Session, seat: int | None) -> str:
    """The file; of a running game up to the last position that the seat knows in full.

    So an order that is hidden from it is not there, nor what was decided since. Where units are hidden
    nothing would be left.
    """
    match = seen.match
    return _provable(seen, seat).save(sealed=not (match.ended and match.own_dice))


def _provable(seen: Session, seat: int | None) -> Game:
    """The game as far as its file may have it. Refused (403, 409) while it may have nothing."""
    match = seen.match
    if seat is None and not match.ended:
        text = "A running game can be saved by its players only."
        raise ApiError(403, "not_yours", text, number=seen.number)
    if match.fogged and not match.ended:
        text = "A game in which units are hidden can be saved when it has ended."
        raise ApiError(409, "hidden", text, number=seen.number)
    return match.whole() if match.ended else match.whole().revealed(seat)


class LeagueText(Response):
    """A report in plain text."""

    media_type = "text/plain"


async def league_txt(game: GameId, services: TheServices, token: Token) -> LeagueText:
    """The battle as a report for a league: forces, losses, the result. For whom the replay file is."""
    report = await _league(game, services, token)
    return LeagueText(as_text(report), headers=_attached(f"hulldown-{game}-league.txt"))


async def league_csv(game: GameId, services: TheServices, token: Token) -> Csv:
    """The same as a table, a row for each unit."""
    report = await _league(game, services, token)
    return Csv(as_csv(report), headers=_attached(f"hulldown-{game}-league.csv"))


async def _league(game: str, services: TheServices, token: str | None) -> LeagueReport:
    async with services.sessions.using(game) as session:
        seat = session.seat_of(token)
        return await session.show(seat, lambda seen: _report(seen, seat))


def _report(seen: Session, seat: int | None) -> LeagueReport:
    battle = _provable(seen, seat)
    result = seen.match.status(seat).result if seen.match.ended else ""
    names = ("" if name in COLOURS else name for name in who(seen, None))
    first, second = names
    return league_report(battle, result, (first, second))


def _attached(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


FILES: list[Call] = [
    ("GET", GAME + "/league.txt", league_txt, LeagueText),
    ("GET", GAME + "/league.csv", league_csv, Csv),
]
