"""Pictures of a battle at any of its moments, still and moving, as whoever asks may see it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import Response

from hulldown.rulesets.api.scene import Aids, Scene
from hulldown.server.dependencies import TheServices, Token
from hulldown.server.http.errors import ApiError
from hulldown.server.play.session import Session
from hulldown.server.routes.film import awaited
from hulldown.server.routes.games import PICTURE_POLICY
from hulldown.server.routes.play import StepNumber
from hulldown.server.schemas.requests import GameId
from hulldown.server.services import Services
from hulldown.views import board
from hulldown.views.picture import FRAMES, Moving, render

First = Annotated[int, Query(alias="from", ge=0, le=2**31 - 1)]
Last = Annotated[int, Query(alias="to", ge=0, le=2**31 - 1)]


async def picture_svg(game: GameId, number: StepNumber, services: TheServices, token: Token) -> Response:
    """The board after a number as the caller may see it."""
    return await _picture(game, number, services, token, ".svg", "image/svg+xml")


async def picture_png(game: GameId, number: StepNumber, services: TheServices, token: Token) -> Response:
    """The same as PNG."""
    return await _picture(game, number, services, token, ".png", "image/png")


async def _picture(
    game: str, number: int, services: Services, token: str | None, kind: str, media: str
) -> Response:
    async with services.session(game) as session:
        seat = session.seat_of(token)
        scene = await session.show(seat, lambda seen: _scenes(seen, seat, [number])[0])
    with services.films.place(), _pictures():
        data = await asyncio.to_thread(render, scene, kind)
    return Response(data, media_type=media, headers=_headers(f"hulldown-{game}-{number}{kind}"))


async def gif(
    game: GameId, request: Request, services: TheServices, token: Token, start: First, end: Last
) -> Response:
    """A stretch of the film as a moving picture, as the caller may see it."""
    async with services.session(game) as session:
        seat = session.seat_of(token)
        scenes = await session.show(seat, lambda seen: _scenes(seen, seat, _stretch(seen, start, end)))
        with services.films.place(), _pictures():
            reel = Reel(scenes)
            data = await awaited(request, _render_film(services, reel))
    return Response(data, media_type="image/gif", headers=_headers(f"hulldown-{game}.gif"))


class Reel:
    """A moving picture being made."""

    def __init__(self, scenes: Sequence[Scene]) -> None:
        self.scenes, self.done, self.moving = scenes, 0, Moving()

    @property
    def progress(self) -> float:
        """How far it is, 0 to 1."""
        return self.done / len(self.scenes)

    def cancel(self) -> None:
        """Nothing to stop: a frame takes a fraction of a second."""

    def draw(self) -> bool:
        """Draw one more frame; whether there are more."""
        self.moving.add(board(self.scenes[self.done], standalone=True))
        self.done += 1
        return self.done < len(self.scenes)


async def _render_film(services: Services, reel: Reel) -> bytes:
    """The file; between two frames others think."""
    while await services.thinkers.run(reel, reel.draw):
        pass
    return await services.thinkers.run(reel, reel.moving.encode)


def _stretch(seen: Session, start: int, end: int) -> list[int]:
    """The steps of a stretch. Refused (400) if there are none, or more than a moving picture may have."""
    numbers = [n for n in (0, *(step.number for step in seen.match.steps)) if start <= n <= end]
    if not numbers:
        raise ApiError(400, "unclear", "No step of the battle lies there.", number=seen.number)
    if len(numbers) > FRAMES:
        text = f"A moving picture has {FRAMES} steps at most, and these are {len(numbers)}."
        raise ApiError(400, "too_long", text, number=seen.number)
    return numbers


def _scenes(seen: Session, seat: int | None, numbers: Sequence[int]) -> list[Scene]:
    """The boards after some numbers, without what only helps who acts. Refused (404) beyond now."""
    if max(numbers) > seen.number:
        raise ApiError(404, "not_found", "The game has not come so far.", number=seen.number)
    match = seen.match
    scenes = (match.ruleset.table.scene(match.observation_at(number, seat), seat) for number in numbers)
    return [replace(scene, aids=Aids()) for scene in scenes]


@contextmanager
def _pictures() -> Iterator[None]:
    """Refused (409) where the server lacks what makes pixels."""
    try:
        yield
    except ModuleNotFoundError:
        text = 'This server makes no such pictures: it lacks "hulldown[pictures]". An SVG it can give.'
        raise ApiError(409, "no_pictures", text) from None


def _headers(name: str) -> dict[str, str]:
    disposition = f'attachment; filename="{name}"'
    return {"content-security-policy": PICTURE_POLICY, "content-disposition": disposition}


CALLS = (
    ("/at/{number}/picture.svg", picture_svg),
    ("/at/{number}/picture.png", picture_png),
    ("/film.gif", gif),
)
