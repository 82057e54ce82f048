"""Pictures: a battle at any of its moments, as whoever asks may see it, and scenarios for other tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, lru_cache
from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import Response

from hulldown.catalogue import CatalogueError
from hulldown.exchange import tabletop_simulator, vassal
from hulldown.exchange.virtual_table import plain_name
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.scene import Aids, HexScene, Scene
from hulldown.rulesets.common.content import Content, choices_of
from hulldown.server.dependencies import ScenarioContent, TheServices, TheSetup, Token
from hulldown.server.http.errors import ApiError
from hulldown.server.play.session import Session
from hulldown.server.routes.about import PICTURE
from hulldown.server.routes.advice import awaited
from hulldown.server.routes.play import StepNumber
from hulldown.server.rules.compilation import find_ruleset
from hulldown.server.schemas.openapi import GAME, RULESET, Call
from hulldown.server.schemas.requests import Choices, GameId, Name, SetupIn
from hulldown.server.schemas.responses import PICTURE_POLICY, Pdf, Svg, lasting_picture, picture_response
from hulldown.server.services import Services
from hulldown.views import board
from hulldown.views.diff_overlay import shot
from hulldown.views.hex.grid import centre
from hulldown.views.ink import Room
from hulldown.views.picture import FRAMES, Moving, render
from hulldown.views.printing.booklet import battle_of, booklet
from hulldown.views.printing.page import SIZES
from hulldown.views.thumbnails import scenery

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
        raise ApiError(400, "unclear", "The battle has no step there.", number=seen.number)
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
def _pictures(refused: str = "This server does not make these pictures") -> Iterator[None]:
    """Refused (409) where the server lacks what makes pixels."""
    try:
        yield
    except ModuleNotFoundError:
        more = " An SVG it can give." if "pictures" in refused else ""
        text = f'{refused}: it lacks "hulldown[pictures]".{more}'
        raise ApiError(409, "no_pictures", text) from None


def _headers(name: str) -> dict[str, str]:
    disposition = f'attachment; filename="{name}"'
    return {"content-security-policy": PICTURE_POLICY, "content-disposition": disposition}


FILES: list[Call] = [
    ("GET", GAME + "/at/{number}/picture.svg", picture_svg, Response),
    ("GET", GAME + "/at/{number}/picture.png", picture_png, Response),
    ("GET", GAME + "/film.gif", gif, Response),
]


# ---------------------------------------------------------------- scenarios
# The boards of scenarios, a battle at the moment of a shot, and a scenario for a real table.


FIRST = "tank_commander"  # the rules of the first battle of all
SHOOTER, TARGET = ("C9", 0, 1), ("G7", 4, 4)  # place, hull and turret, in sixths of a turn, of its two tanks
ROUND = (320.0, 235.0)  # how much of the board is seen round the shot, to each side and up and down
STARTS = 16  # boards of setups that are kept
Paper = Annotated[str, Query(max_length=16)]
Images = Annotated[str, Query(max_length=200, pattern=r"^((https?|file)://\S+)?$")]


def hero() -> Svg:
    """The board of the first battle of all while one tank fires at the other."""
    return lasting_picture(_hero(find_ruleset(FIRST)))


def board_of(content: ScenarioContent, setup: TheSetup, scenario: Name) -> Svg:
    """The board of a scenario as both sides stand at its start. Refused (404) if there is none."""
    if setup == SetupIn():
        return lasting_picture(_board_of(content.ruleset, scenario))
    try:
        return picture_response(_start_of(content))
    except CatalogueError as error:
        raise ApiError(400, "unclear", error.lines[0][:300]) from None


@cache
def _hero(ruleset: Ruleset) -> str:
    scene = ruleset.table.scene(ruleset.set_up(ruleset.first_scenario()), None)
    assert isinstance(scene, HexScene)
    stands = (SHOOTER, TARGET)
    units = tuple(
        replace(unit, place=place, hull=hull, turret=turret)
        for unit, (place, hull, turret) in zip(scene.units, stands, strict=True)
    )
    begin, end = (centre(place) for place, *_ in stands)
    x, y = (begin.x + end.x) / 2, (begin.y + end.y) / 2
    window = Room(x - ROUND[0], y - ROUND[1], x + ROUND[0], y + ROUND[1])
    return scenery(replace(scene, units=units, aids=Aids()), shot(begin, end), window)


@cache
def _board_of(ruleset: Ruleset, scenario: str) -> str:
    return scenery(ruleset.table.scene(ruleset.set_up(scenario), None))


@lru_cache(maxsize=STARTS)
def _start_of(content: Content) -> str:
    return scenery(content.ruleset.table.scene(content.set_up(), None))


def scenario_pdf(content: ScenarioContent, scenario: Name, paper: Paper = "A4", option: Choices = ()) -> Pdf:
    """Board, counters, markers, rulers, cards and rules of a scenario: `?paper=A3&option=NAME=VALUE`."""
    size = paper.lower()
    if size not in SIZES:
        names = ", ".join(size.name for size in SIZES.values())
        raise ApiError(400, "unclear", f"There are sheets of {names}.")
    pages = _with_options(content, option, lambda chosen: booklet(battle_of(chosen), size))
    name = f"hulldown-{content.ruleset.id}-{scenario}.pdf"
    return Pdf(pages, headers={"content-disposition": f'inline; filename="{name}"'})


def _with_options(content: Content, option: Choices, work: Callable[[Content], bytes]) -> bytes:
    """What is made of a scenario with options: `["NAME=VALUE"]`. Refused (400) for one that can't be."""
    chosen = {name: value for name, _, value in (text.partition("=") for text in option)}
    try:
        return work(content.choosing(choices_of(content.ruleset, chosen, {})))
    except CatalogueError as error:
        raise ApiError(400, "bad_option", str(error)[:300]) from None


class TableFile(Response):
    """A scenario for a virtual table, a zip file."""

    media_type = "application/zip"


def tabletop_zip(
    content: ScenarioContent, scenario: Name, option: Choices = (), images: Images = ""
) -> TableFile:
    """A scenario as a save of Tabletop Simulator, with its pictures; `images` is where somebody puts them."""
    return _table_file(content, option, lambda chosen: tabletop_simulator.write(chosen, images), "tts.zip")


def vassal_module(content: ScenarioContent, scenario: Name, option: Choices = ()) -> TableFile:
    """A scenario as a module of VASSAL."""
    return _table_file(content, option, vassal.write, "vmod")


def _table_file(
    content: Content, option: Choices, work: Callable[[Content], bytes], ending: str
) -> TableFile:
    with _pictures("This server does not make files for virtual tables"):
        data = _with_options(content, option, work)
    name = f"hulldown-{content.ruleset.id}-{plain_name(content.info.id)}.{ending}"
    return TableFile(data, headers={"content-disposition": f'attachment; filename="{name}"'})


SCENARIO_PICTURES: list[Call] = [("GET", "/api/home/picture.svg", hero, Svg), ("GET", PICTURE, board_of, Svg)]
PRINTED: list[Call] = [
    ("GET", RULESET + "/scenarios/{scenario}/print.pdf", scenario_pdf, Pdf),
    ("GET", RULESET + "/scenarios/{scenario}/tabletop_simulator.zip", tabletop_zip, TableFile),
    ("GET", RULESET + "/scenarios/{scenario}/vassal.vmod", vassal_module, TableFile),
]
