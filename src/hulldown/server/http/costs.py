"""What each route may cost: who answers it, how large its message may be, what it takes of a caller's rate.

Whatever may take long by what is sent is a question: a set-up, a pack, a study, a build, odds, a picture. The
processes that have games answer play itself, what is small, and what is the same for everybody. No message
longer than a common one (`Limits.body`) is read there.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from starlette.datastructures import Headers
from starlette.types import Scope

from hulldown.server.settings import Limits

Pool = Literal["games", "questions", "lab"]  # `lab`: plays games to answer, or compiles rules first
Size = Literal["decision", "common", "files"]

DECISION = 16 * 1024  # bytes; 64 orders of 200 letters have fewer
SMALL = 4 * 1024  # bytes of a game to begin that brings no files along
PEOPLE, GAMES, KEPT = "new people", "games", "things to keep"  # what an address may have so many of an hour


class Cost(NamedTuple):
    """What a call may cost.

    `size` is the largest message, `tokens` what the call takes of its caller's rate, `hourly` as what it
    counts within an hour; `long` answers a message longer than a page sends, where that is somebody else.
    """

    pool: Pool = "games"
    size: Size = "common"
    tokens: float = 1.0
    hourly: str = ""
    long: Pool | None = None


class Route(NamedTuple):
    """A row of the table. `{}` in a path is one part of it, `*` the rest; an empty method is any."""

    method: str
    path: str
    cost: Cost


def _play(path: str, tokens: float = 1.0, pool: Pool = "games", hourly: str = "") -> Route:
    """What is asked or decided at a table: the process with the game reads it, and a long one would hold up
    others.
    """
    return Route("", f"/api/games/{{}}/{path}", Cost(pool, "decision", tokens, hourly))


def _ask(path: str, tokens: float = 1.0, size: Size = "common", hourly: str = "", method: str = "") -> Route:
    """A question."""
    return Route(method, f"/api/{path}", Cost("questions", size, tokens, hourly))


QUESTION: Pool = "questions"

# The first row that fits counts; a path without one is answered where the games are, and costs one.
ROUTES = (
    Route("POST", "/api/games", Cost("games", "files", 1, GAMES, long=QUESTION)),
    Route("", "/api/games", Cost(size="files")),
    _ask("games/load", 10, "files", GAMES),
    Route("", "/api/games/{}/join", Cost()),
    _play("again", pool=QUESTION, hourly=GAMES),
    _play("save", pool=QUESTION),
    _play("league.txt", 4, QUESTION),
    _play("league.csv", 4, QUESTION),
    _play("odds", 3, QUESTION),
    _play("hint", 20, QUESTION),
    _play("matrix", pool=QUESTION),
    _play("film.gif", pool=QUESTION),
    _play("film", 10),
    _play("since", 4),
    _play("code", 10),  # six letters: nobody shall try them all
    _play("picture.svg", 2),
    _play("invitation.svg", 2),
    _ask("games/{}/at/{}/picture.svg", 2),
    _ask("games/{}/at/{}/picture.png"),
    Route("", "/api/games/{}/{}", Cost(size="decision")),
    Route("", "/api/invitations", Cost(tokens=10)),
    # rulesets
    _ask("rulesets/{}/load", 10, "files"),
    _ask("rulesets/{}/files"),
    _ask("rulesets/{}/odds", 3),
    _ask("rulesets/{}/series/odds", 3),
    _ask("rulesets/{}/matrix/odds", 3),
    _ask("rulesets/{}/odds/*"),
    _ask("rulesets/{}/situations"),
    _ask("rulesets/{}/setup"),
    _ask("rulesets/{}/boards"),
    _ask("rulesets/{}/reports/*"),
    _ask("rulesets/{}/rulebook"),
    _ask("rulesets/{}/rules/*"),
    _ask("rulesets/{}/uses"),
    _ask("rulesets/{}/ours"),
    _ask("rulesets/{}/pictures/*"),
    _ask("rulesets/{}/garage"),
    _ask("rulesets/{}/judge"),
    _ask("rulesets/{}/import"),
    _ask("rulesets/{}/imports", 3, "files"),
    _ask("rulesets/{}/cards", 4),
    _ask("rulesets/{}/cards.pdf", 20),
    _ask("rulesets/{}/editor", size="files"),
    _ask("rulesets/{}/campaign", size="files"),
    _ask("rulesets/{}/scenarios/{}/print.pdf", 20),
    _ask("rulesets/{}/scenarios/{}/tabletop_simulator.zip", 20),
    _ask("rulesets/{}/scenarios/{}/vassal.vmod", 20),
    Route("", "/api/rulesets/{}/scenarios/{}/picture.svg", Cost(tokens=2)),
    Route("", "/api/home/picture.svg", Cost(tokens=2)),
    _ask("rules/search"),
    # lessons: their pictures are the same for everybody, and a page shows a dozen at once
    Route("", "/api/learn/{}/{}/picture", Cost()),
    _ask("learn/{}/{}/odds", 3),
    _ask("learn/{}/{}/*"),
    # what people keep
    _ask("builds", hourly=KEPT, method="POST"),
    _ask("builds"),
    _ask("builds/{}"),
    _ask("campaigns", size="files", hourly=KEPT, method="POST"),
    _ask("campaigns", size="files"),
    _ask("campaigns/load", 10, "files", KEPT),
    _ask("campaigns/*"),
    _ask("workshop/packs", size="files", hourly=KEPT, method="POST"),
    _ask("workshop/odds", 3, "files"),
    _ask("workshop/uses", 3, "files"),
    _ask("workshop/load", 10, "files"),
    _ask("workshop/*", size="files"),  # every call brings a pack
    # the Lab: what changes the queue goes to the process that plays it
    _ask("lab/{}"),
    Route("POST", "/api/studies", Cost("lab", "files", 1, KEPT)),
    Route("POST", "/api/studies/{}/check", Cost("lab", hourly=KEPT)),
    _ask("studies", size="files"),
    _ask("studies/judge", size="files"),
    _ask("studies/compare"),
    Route("", "/api/studies/cost", Cost("lab", "files", 10)),
    Route("", "/api/studies/{}/film", Cost("lab", tokens=10)),
    _ask("studies/{}/looks"),
    _ask("studies/{}/plots", 4),
    _ask("studies/{}/report.html", 10),
    _ask("studies/{}/games.csv", 10),
    _ask("studies/{}/study.toml"),
    _ask("studies/{}", method="GET"),
    # somebody's name
    Route("", "/api/me/progress", Cost()),
    Route("POST", "/api/me", Cost(size="decision", hourly=PEOPLE)),
    Route("", "/api/me", Cost(size="decision")),
    Route("", "/api/me/*", Cost(size="decision")),
)


def pattern_of(path: str) -> re.Pattern[str]:
    """What a path of the table stands for."""
    parts = {"{}": "[^/]+", "*": ".+"}
    return re.compile("".join(parts.get(part, re.escape(part)) for part in re.split(r"(\{\}|\*)", path)))


_PATTERNS = [(route.method, pattern_of(route.path), route.cost) for route in ROUTES]
COMMON = Cost()


@lru_cache(maxsize=1024)
def cost_of(method: str, path: str) -> Cost:
    """What a call may cost by its method and path."""
    method = "GET" if method == "HEAD" else method
    return next(
        (cost for by, pattern, cost in _PATTERNS if by in ("", method) and pattern.fullmatch(path)), COMMON
    )


def pool_of(scope: Scope) -> Pool:
    """Which processes answer a call."""
    cost = cost_of(scope["method"], scope["path"])
    if cost.long and is_long(scope):
        return cost.long
    return QUESTION if cost.pool == "games" and _with_content(scope) else cost.pool


def largest(method: str, path: str, limits: Limits) -> int:
    """The bytes that a message may have."""
    size = cost_of(method, path).size
    if size == "files":
        return limits.save
    return min(limits.body, DECISION) if size == "decision" else limits.body


def content_length(scope: Scope) -> int:
    """How many bytes of body the head of a message says will come; 0 if it does not say."""
    length = Headers(scope=scope).get("content-length", "")
    return int(length) if length.isdecimal() and len(length) < 20 else 0


def is_long(scope: Scope) -> bool:
    """Whether a message is longer than what a page sends that begins a game, or does not say how long."""
    chunked = any(name == b"transfer-encoding" for name, _ in scope["headers"])
    return chunked or content_length(scope) > SMALL


def _with_content(scope: Scope) -> bool:
    """Whether a call names a setup for rules: packs of it are read and laid over them first."""
    query = scope["query_string"]
    names = b"pack=" in query or b"setup=" in query
    return names and scope["path"].startswith(("/api/rulesets/", "/api/builds"))
