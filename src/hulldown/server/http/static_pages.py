"""The static pages and what they load: files with an ETag, checked anew at every visit.

The ways from page to page are written here once, and put into each where it has an empty `<nav>` for them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

WEB = Path(str(resources.files("hulldown"))) / "web"
VIEWS = Path(str(resources.files("hulldown"))) / "views"
FROM_VIEWS = frozenset({"board.css", "chart.css", "plane.css", "plots/plots.css", "tiles.css", "symbols.svg"})
SHIPPED = frozenset({".html", ".css", ".js", ".svg", ".json", ".png", ".ico", ".webmanifest"})
PAGES = {
    "/": "home/home.html",
    "/me": "home/home.html",
    "/table/{game}": "table/table.html",
    "/watch": "home/watch.html",
    "/join": "home/join.html",
    "/join/{game}": "home/join.html",
    "/invite/{game}": "home/invite.html",
    "/replay/{game}": "table/table.html",
    "/rulebook": "rulebook/shelf.html",
    "/rulebook/{ruleset}": "rulebook/rulebook.html",
    "/rulebook/{ruleset}/ours": "rulebook/ours.html",
    "/odds": "odds/odds.html",
    "/garage": "garage/garage.html",
    "/workshop": "workshop/workshop.html",
    "/lab": "lab/lab.html",
    "/learn": "learn/learn.html",
    "/learn/{ruleset}": "learn/learn.html",
    "/learn/{ruleset}/{lesson}": "table/table.html",
    "/campaigns": "campaign/campaign.html",
    "/campaign/{campaign}": "campaign/campaign.html",
}
ICON = "shared/icon.svg"
BOOKS = "/rulebook"
WAYS = {"Play": "/", "Learn": "/learn", "Lab": "/lab", "Garage": "/garage", "Rules": BOOKS}
MORE = {"Odds": "/odds", "Campaigns": "/campaigns", "Workshop": "/workshop", "Watch": "/watch"}
SPARED = ("Garage", "Rules")  # what a phone has no room for beside the others: there it stands under More
# Pages whose way begins otherwise than their address.
WITHIN = {"/me": "/", "/join": "/", "/invite": "/", "/campaign": "/campaigns"}
HOLLOW = '<nav class="ways" id="ways" aria-label="Pages"></nav>'
SPARE, AGAIN, AWAY = ' class="spare"', ' class="again"', ' class="away"'
BAR = '<header class="masthead"></header>'
BRAND = '<a class="brand" href="/" aria-label="hulldown, home">hull<i>down</i></a>'


class StaticFolder(StaticFiles):
    """Files of a folder, of the kinds a page loads and no others."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or 304 when the browser has it already."""
        if Path(path).suffix not in SHIPPED:
            raise HTTPException(404, "There is no such page.")
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


def add_pages(app: FastAPI) -> None:
    """Serve the pages, and everything under /static/."""
    web, views = StaticFolder(directory=WEB), StaticFolder(directory=VIEWS)

    async def static(request: Request, name: str) -> Response:
        shelf = views if name in FROM_VIEWS else web
        return await shelf.get_response(name, request.scope)

    async def icon(request: Request) -> Response:
        """What a browser asks for beside a PDF or an answer of the API, which cannot name an icon."""
        return await web.get_response(ICON, request.scope)

    for address, answer in (("/static/{name:path}", static), ("/favicon.ico", icon)):
        app.add_api_route(address, answer, include_in_schema=False, methods=["GET", "HEAD"])
    for path, file in PAGES.items():
        app.add_api_route(path, _page(path, file), include_in_schema=False, methods=["GET", "HEAD"])


def _page(path: str, file: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        text, tag = whole(path, file, (WEB / file).stat().st_mtime_ns)
        headers = {"cache-control": "no-cache", "etag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return HTMLResponse(text, headers=headers)

    return page


@cache
def whole(path: str, file: str, changed: int) -> tuple[str, str]:
    """A page with the ways to all others, as its file was when it was last changed, and its ETag."""
    text = (WEB / file).read_text(encoding="utf-8").replace(BAR, BAR.replace("></", f">{BRAND}{HOLLOW}</"))
    text = text.replace(HOLLOW, ways(path))
    return text, f'"{sha256(text.encode()).hexdigest()[:32]}"'


def ways(path: str) -> str:
    """The ways to all pages, those less often gone under More, with the one marked in which a page lies."""
    first = "/" + path.split("/")[1]
    here = WITHIN.get(first, first)

    def link(name: str, to: str, kind: str = "") -> str:
        mark = f' aria-current="{"page" if to == path else "true"}"' if to == here else ""
        return f'<a href="{to}"{kind}{mark}>{name}</a>'

    shown = "".join(link(name, to, SPARE if name in SPARED else "") for name, to in WAYS.items())
    again = "".join(link(name, WAYS[name], AGAIN) for name in SPARED)
    others = "".join(link(name, to) for name, to in MORE.items())
    spared = here in (WAYS[name] for name in SPARED)
    mark = ' aria-current="true"' if here in MORE.values() else AWAY if spared else ""
    theme = '<button id="theme" type="button">Theme</button>'
    more = f'<details id="more"><summary{mark}>More</summary><div>{again}{others}{theme}</div></details>'
    return HOLLOW.replace("></nav>", f">{shown}{more}</nav>")
