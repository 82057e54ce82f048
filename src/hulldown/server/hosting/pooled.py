"""Which calls are questions: answered by the processes that work on them, never by one that has games.

Whatever may take long by what is sent is one: a set-up, a pack, a study, a build, odds, a picture. What is
left for the processes with the games is play itself, what is small, and what is the same for everybody. No
message longer than a common one (`Limits.body`) is read there.
"""

from __future__ import annotations

import re
from typing import Literal

from starlette.types import Scope

from hulldown.server.hardening import announced

Pool = Literal["games", "questions", "lab"]

SMALL = 4 * 1024  # bytes of a game to begin that brings no files along
ID = r"[A-Za-z0-9_-]{1,24}"
NAME = r"[A-Za-z0-9_.-]{1,64}"
GAME = rf"/api/games/{ID}"
RULESET = rf"/api/rulesets/{NAME}"
STUDY = rf"/api/studies/{ID}"
READ = "GET", "HEAD"

# What is asked about a game, and what nobody has to be told of who sits at it.
OF_GAMES = rf"{GAME}/(odds|hint|matrix|save|again|film\.gif|at/[0-9]+/picture\.(svg|png))|/api/games/load"
OF_RULES = (
    rf"{RULESET}/(situations|odds|series/odds|matrix/odds|odds/chart\.svg|odds/table\.csv"
    r"|load|editor.*|cards.*|boards|reports/.+|rulebook|rules/.+|uses|ours|pictures/.+"
    r"|campaign|garage|judge|import"
    rf"|scenarios/{NAME}/print\.pdf)|/api/rules/search"
)
# The picture of a lesson is the same for everybody, and a page shows a dozen at once.
LESSONS = rf"/api/learn(/{NAME}){{2}}/(?!picture$).+"
KEPT = rf"/api/builds(/{ID})?|/api/campaigns(/.*)?|/api/workshop/.*"
OF_STUDIES = rf"{STUDY}(/(looks|plots|report\.html|games\.csv|study\.toml))?"
LABS = rf"/api/lab/{NAME}|/api/studies/(judge|compare)|{OF_STUDIES}"
QUESTIONS = re.compile("|".join((OF_GAMES, OF_RULES, LESSONS, KEPT, LABS)))
STUDIES = "/api/studies"

# These play games to answer, or compile rules first: they wait for each other and for nobody else.
PLAYED = re.compile(rf"{STUDIES}/cost|{STUDY}/film")

# These change what the process that plays the studies has in hand.
OF_QUEUE = re.compile(rf"{STUDY}(/(stop|continue))?")


def pool_of(scope: Scope) -> Pool:
    """Which processes answer a call."""
    path, method = scope["path"], scope["method"]
    if PLAYED.fullmatch(path) or (path == STUDIES and method == "POST"):
        return "lab"
    if method not in READ and OF_QUEUE.fullmatch(path) and not path.endswith("/judge"):
        return "games"
    if path == "/api/games" and method == "POST":
        return "questions" if is_long(scope) else "games"
    if QUESTIONS.fullmatch(path) or path == STUDIES or _with_pack(scope):
        return "questions"
    return "games"


def is_long(scope: Scope) -> bool:
    """Whether a message is longer than what a page sends that begins a game, or does not say how long."""
    chunked = any(name == b"transfer-encoding" for name, _ in scope["headers"])
    return chunked or announced(scope) > SMALL


def _with_pack(scope: Scope) -> bool:
    """Whether a call is about rules with a kept pack over them, which is read and laid over them first."""
    return b"pack=" in scope["query_string"] and scope["path"].startswith(("/api/rulesets/", "/api/builds"))
