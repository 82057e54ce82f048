"""What a server may be told: where games are kept and how much it puts up with.

Each limit is an option of `hulldown serve` (`--limit NAME=NUMBER`) and an environment variable
(`HULLDOWN_NAME`); an option goes before a variable.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any

from pydantic import Field, ValidationError, create_model
from pydantic_settings import BaseSettings, SettingsConfigDict

from hulldown.rulesets.common.content import Content

PREFIX = "HULLDOWN_"


@dataclass(frozen=True)
class Limits:
    """Bounds on size, rate, number and time. A limit that is met is answered, never waited for."""

    body: int = 64 * 1024  # bytes of a message
    save: int = 1024 * 1024  # bytes of a replay file
    depth: int = 24  # brackets within brackets in JSON
    rate: float = 40.0  # messages a second that a client may send for long
    burst: float = 240.0  # messages it may send at once
    clients: int = 4096  # clients whose rate is remembered
    connections: int = 4096  # open at a time, all together
    connections_per_client: int = 256
    silent_connections: int = 64  # of one address, on which no message has come whole yet
    headers: float = 10.0  # seconds in which the head of a message must have come
    arriving: float = 20.0  # seconds in which the rest of it must have come
    idle: float = 30.0  # seconds that a connection may stay open between two messages
    lines: int = 4096  # live lines, all together
    lines_per_client: int = 24
    spectators_per_game: int = 32  # live lines of those who only watch a game
    kept_for_seats: float = 0.25  # of all live lines, a share that spectators may not take
    silent: int = 512  # live lines that have not said whose they are yet; the oldest makes room for another
    silent_per_client: int = 8
    backlog: int = 256  # news waiting for one live line; a slower reader is dropped
    hello: float = 5.0  # seconds a new live line may stay silent
    sessions: int = 1024  # games kept in memory; the rest is in the database
    question: float = 30.0  # seconds of computing that one question may take
    question_memory: int = 1024  # MB that a question may take beyond what is loaded
    questions: int = 64  # that wait, all together
    questions_per_client: int = 6  # that wait or are worked on, of one address
    actions: int = 20_000  # rows of one game
    builds: int = 50_000  # saved in the garage, all together
    builds_per_owner: int = 200
    packs: int = 5_000  # kept by the workshop, all together
    packs_per_owner: int = 100
    versions: int = 500  # of one pack
    campaigns_per_owner: int = 50  # that are going on
    games_per_owner: int = 200  # that are running
    owners_per_hour: int = 20  # from one address; this and the next two only where a server is shared
    games_per_hour: int = 120
    kept_per_hour: int = 120  # builds, packs, campaigns and studies from one address
    studies: int = 1_000  # kept by the lab, all together
    studies_per_owner: int = 50
    abandoned_after: float = 3 * 86_400.0  # seconds unseen, then the other side may claim the game
    chat: int = 500  # messages of the players of a game, and as many of its spectators
    chat_a_minute: float = 12.0  # messages of one speaker for long
    studies_per_client: int = 2  # not at their end yet; only where a server is shared
    study_games: int = 100_000  # at most, of a study that others than the host may begin on a shared server
    study_minutes: float = 60.0  # that such a study may take by its price


HERE = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class Settings:
    """`database` is a URL, or None for the file in the user's data folder.

    `hosts` are the names under which the server may be called, so that a foreign page cannot reach a
    local server under a name of its own; empty allows every name. `public` says that others than the host
    can call it under these names. `proxies` are the addresses that may say
    for whom they call. `peer` is the address at which other machines on the same database reach this one;
    `watchers` are the addresses, beside this machine's, that may read the numbers at /metrics; `access_log`
    writes a line about every call. `workers` processes hold the games, none means this one; `askers`
    processes work on questions, none means threads of this one. `thinkers` computers think at a time;
    `compile` builds the compiled rules beside play. `rules` are the house rules by ruleset: packs, options
    and numbers that everybody is offered when a game is set up. `studies` is the folder of the lab's studies,
    or None for one beside the database; `study_workers` processes play them, after all else. `patrol` is the
    seconds between two looks at games whose time is over; with 0 nobody looks.
    """

    database: str | None = None
    hosts: tuple[str, ...] = HERE
    public: bool = False
    proxies: tuple[str, ...] = ()
    peer: str = ""
    watchers: tuple[str, ...] = ()
    access_log: bool = False
    workers: int = 0
    askers: int = 0
    thinkers: int = max(1, (os.cpu_count() or 2) - 1)
    hint: str = "mcts:1s"  # the player that gives hints
    compile: bool = True
    limits: Limits = Limits()
    rules: Mapping[str, Content] = field(default_factory=dict)
    studies: str | None = None
    patrol: float = 1.0
    study_workers: int = max(1, (os.cpu_count() or 2) - 1)

    @property
    def shared(self) -> bool:
        """Whether others than the host can call this server."""
        return self.public or not self.hosts


class BadLimit(ValueError):
    """A limit that there is not, or no number for one; the message says which and why."""


@cache
def _environment() -> Any:
    """The limits as variables of the environment: pydantic reads and checks them."""
    kinds: dict[str, Any] = {
        limit.name: (type(limit.default) | None, Field(None, ge=0)) for limit in fields(Limits)
    }
    return create_model("Environment", __base__=_Variables, **kinds)


class _Variables(BaseSettings):
    model_config = SettingsConfigDict(env_prefix=PREFIX)


def limits_of(given: Mapping[str, str]) -> Limits:
    """The limits, with those of the environment and above them those given. BadLimit names a wrong one."""
    known = {limit.name for limit in fields(Limits)}
    for name in given:
        if name not in known:
            raise BadLimit(f"there is no limit {name[:40]!r}; there are {', '.join(sorted(known))}")
    try:
        values = _environment()(**given)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_input=False)[0]
        raise BadLimit(f"{first['loc'][0]}: {first['msg'][0].lower()}{first['msg'][1:]}") from None
    return replace(Limits(), **{name: value for name, value in values if value is not None})
