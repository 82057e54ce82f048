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
BOOKS = "/rulebook"
WAYS = {
    "Play": "/",
    "Learn": "/learn",
    "Garage": "/garage",
    "Odds": "/odds",
    "Lab": "/lab",
    "Workshop": "/workshop",
    "Campaigns": "/campaigns",
    "Rulebooks": BOOKS,
}
WITHIN = {"/me": "/", "/campaign": "/campaigns"}  # pages whose way begins otherwise than their address
HOLLOW = '<nav class="ways" id="ways" aria-label="Pages"></nav>'


class Shelf(StaticFiles):
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
    web, views = Shelf(directory=WEB), Shelf(directory=VIEWS)

    async def static(request: Request, name: str) -> Response:
        shelf = views if name in FROM_VIEWS else web
        return await shelf.get_response(name, request.scope)

    app.add_api_route("/static/{name:path}", static, include_in_schema=False, methods=["GET", "HEAD"])
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
    text = (WEB / file).read_text(encoding="utf-8").replace(HOLLOW, ways(path))
    return text, f'"{sha256(text.encode()).hexdigest()[:32]}"'


def ways(path: str) -> str:
    """The ways to all pages, with the one marked in which a page lies, and the switch of the theme."""
    first = "/" + path.split("/")[1]
    here = WITHIN.get(first, first)
    links = (f'<a class="plain" {_to(to, to == here, to == path)}>{name}</a>' for name, to in WAYS.items())
    theme = '<button class="plain" id="theme" type="button">Theme</button>'
    return HOLLOW.replace("></nav>", f">{''.join(links)}{theme}</nav>")


def _to(to: str, here: bool, itself: bool) -> str:
    """Where a way leads, marked if the page lies there or is what it leads to.

    A page about one ruleset finds the way to the rulebooks by its id, and has it lead to the right one.
    """
    name = ' id="book"' if to == BOOKS else ""
    mark = f' aria-current="{"page" if itself else "true"}"' if here else ""
    return f'href="{to}"{name}{mark}'
