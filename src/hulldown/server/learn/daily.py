"""The puzzle of the day: the same for everybody who has the same date, without anything written down.

The easier and middle puzzles of a ruleset come up once in each round of as many days as there are such. They
lie in a fixed order of packets, and each round mixes every packet anew: so a puzzle comes back after a round,
give or take the days of a packet, and nobody knows the order by heart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256

from hulldown.rulesets.api.lessons import Puzzle
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.server.http.errors import ApiError

HARDEST = 1450  # rating of a puzzle that a day may bring: a newcomer of 1200 solves it one time in five
PACKET = 6  # puzzles that change places with each other from round to round
DAY = re.compile(r"\d{4}-\d\d-\d\d")
NO_DAY = "A day is written YYYY-MM-DD, such as 2026-11-29."


@dataclass(frozen=True)
class Daily:
    """The puzzle of a day; its `rating` says how hard it is, `picture` where its board is drawn."""

    ruleset: str
    id: str
    title: str
    text: str
    date: str
    rating: int
    picture: str


def day_of(text: str) -> date:
    """The date of a text, without one that of this server's clock in UTC. Refused (400) if it is none."""
    if not text:
        return datetime.now(UTC).date()
    if not is_day(text):
        raise ApiError(400, "bad_date", NO_DAY)
    return date.fromisoformat(text)


def is_day(text: str) -> bool:
    """Whether a text is a date."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return DAY.fullmatch(text) is not None


def puzzle_of_day(ruleset: str, names: Sequence[str], day: date) -> str:
    """Which of some puzzles is that of a day."""
    turn, place = divmod(day.toordinal(), len(names))
    fixed = _mixed(names, ruleset)
    begins = place - place % PACKET
    packet = _mixed(fixed[begins : begins + PACKET], f"{ruleset} {turn}")
    return packet[place - begins]


def _mixed(names: Sequence[str], salt: str) -> list[str]:
    """Names in an order that nobody chose and that is the same everywhere."""
    return sorted(names, key=lambda name: sha256(f"{salt} {name}".encode()).digest())


def puzzles_of(ruleset: Ruleset) -> dict[str, Puzzle]:
    """All puzzles of a ruleset by name: the short course, then those out of real games, easiest first."""
    return {**ruleset.files.puzzles(), **ruleset.files.drills()}


def easy_enough(puzzles: Mapping[str, Puzzle]) -> list[str]:
    """The puzzles that a day may bring: those that are not too hard, or where there are none, all."""
    return [name for name, puzzle in puzzles.items() if puzzle.rating <= HARDEST] or list(puzzles)


def daily(ruleset: Ruleset, day: date) -> Daily:
    """The puzzle of a day. Refused (404) where the ruleset has no puzzles."""
    puzzles = puzzles_of(ruleset)
    if not puzzles:
        raise ApiError(404, "not_found", f"{ruleset.name} has no puzzles.")
    name = puzzle_of_day(ruleset.id, easy_enough(puzzles), day)
    puzzle = puzzles[name]
    return Daily(
        ruleset.id,
        name,
        puzzle.title,
        puzzle.question,
        day.isoformat(),
        puzzle.rating,
        picture_address(ruleset.id, name),
    )


def picture_address(ruleset: str, name: str) -> str:
    """Where the board of a lesson or puzzle is drawn."""
    return f"/api/learn/{ruleset}/{name}/picture"
