"""The computer players that people choose among: `ranks.toml`, measured by `scripts/ranks.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from hulldown.catalogue import Entry, load
from hulldown.rulesets.api.thinking import Rank

FILE = "ranks.toml"
Part = Annotated[float, Field(ge=0.0, le=1.0)]


class Measured(Entry):
    """One rank, and what was measured of it against the one below."""

    player: str = Field(description="The player's text form.")
    elo: int | None = Field(None, description="Its strength above the weakest rank.")
    share: Part | None = Field(None, description="Of the points that the two shared out.")
    interval: tuple[Part, Part] | None = Field(None, description="Where that lies 95 times of 100.")
    sensible: Part | None = Field(None, description="Of the points that the player `sensible` takes from it.")
    sensible_interval: tuple[Part, Part] | None = Field(None, description="Where that lies 95 times of 100.")


class Ranks(Entry):
    """The computer players that people choose among, weakest first."""

    rank: tuple[Measured, ...] = Field(min_length=5, max_length=5, description="The ranks.")


def ranks(folder: Path) -> tuple[Rank, ...]:
    """The ranks of a ruleset, weakest first. CatalogueError names what is wrong in the file."""
    return tuple(Rank(**dict(entry)) for entry in load(folder / FILE, Ranks, shown=FILE).rank)
