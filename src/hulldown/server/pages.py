"""The static pages and what they load: files with an ETag, checked anew at every visit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import resources
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response
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
    "/learn/{ruleset}": "learn/learn.html",
    "/learn/{ruleset}/{lesson}": "table/table.html",
    "/campaigns": "campaign/campaign.html",
    "/campaign/{campaign}": "campaign/campaign.html",
}


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
        app.add_api_route(path, _page(web, file), include_in_schema=False, methods=["GET", "HEAD"])


def _page(shelf: Shelf, file: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        return await shelf.get_response(file, request.scope)

    return page
