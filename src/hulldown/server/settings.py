"""What a server may be told: where games are kept and how much it puts up with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from hulldown.rulesets.shared.packs import Stack


@dataclass(frozen=True)
class Limits:
    """Bounds on size, rate, number and time. A limit that is met is answered, never waited for."""

    body: int = 64 * 1024  # bytes of a message
    save: int = 1024 * 1024  # bytes of a replay file
    depth: int = 24  # brackets within brackets in JSON
    rate: float = 40.0  # messages a second that a client may send for long
    burst: float = 240.0  # messages it may send at once
    clients: int = 4096  # clients whose rate is remembered
    sockets: int = 256  # live lines, all together
    sockets_per_client: int = 24
    backlog: int = 256  # news waiting for one live line; a slower reader is dropped
    hello: float = 10.0  # seconds a new live line may stay silent
    sessions: int = 64  # games kept in memory; the rest is in the database
    actions: int = 20_000  # rows of one game
    builds: int = 500  # saved in the garage, all together
    packs: int = 500  # kept by the workshop, all together
    versions: int = 500  # of one pack
    abandoned_after: float = 3 * 86_400.0  # seconds unseen, then the other side may claim the game
    chat: int = 500  # messages of the players of a game, and as many of its spectators
    chat_a_minute: float = 12.0  # messages of one speaker for long
    studies: int = 200  # kept by the lab, all together
    studies_per_client: int = 2  # not at their end yet; only where a server is shared
    study_games: int = 100_000  # at most, of a study that others than the host may begin on a shared server


@dataclass(frozen=True)
class Settings:
    """`database` is a URL, or None for the file in the user's data folder.

    `hosts` are the names under which the server may be called, so that a foreign page cannot reach a
    local server under a name of its own; empty allows every name. `thinkers` computers think at a time;
    `compile` builds the compiled rules beside play. `rules` are the house rules by ruleset: packs, options
    and numbers that everybody is offered when a game is set up. `studies` is the folder of the lab's studies,
    or None for one beside the database; `study_workers` processes play them, after all else. `patrol` is the
    seconds between two looks at games whose time is over; with 0 nobody looks.
    """

    database: str | None = None
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    thinkers: int = max(1, (os.cpu_count() or 2) - 1)
    hint: str = "mcts:1s"  # the player that gives hints
    compile: bool = True
    limits: Limits = Limits()
    rules: Mapping[str, Stack] = field(default_factory=dict)
    studies: str | None = None
    patrol: float = 1.0
    study_workers: int = max(1, (os.cpu_count() or 2) - 1)

    @property
    def shared(self) -> bool:
        """Whether others than the host can call this server: then it goes by any name."""
        return not self.hosts
