"""How far somebody is in lessons and puzzles, and the puzzle of the day."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Annotated, Any

import pydantic.dataclasses
from pydantic import AfterValidator, ConfigDict, Field, StringConstraints, TypeAdapter

from hulldown.rulesets.api.lessons import Puzzle
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.server.http.errors import ApiError
from hulldown.server.schemas.requests import ActionText, Sent

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


# ---------------------------------------------------------------- progress
# How far somebody is in lessons and puzzles, joined from several browsers without loss.
#
# Whatever two browsers know is joined the same way, in whichever order and however often it comes: a lesson
# stands where it was left last, what was done stays done, of a puzzle the first try counts for the rating and
# the best answer for the list, and a day on which a daily puzzle was solved stays one. The page does the same
# (`web/shared/progress.js`).


ZONE = 15 * 60  # minutes: no place is farther from UTC
MOST_ORDERS, MOST_STEPS, MOST_NAMES, MOST_DAYS = 120, 100, 2_000, 4_000
AT_ONCE = 200  # names or days of a message
LARGEST = 512 * 1024  # bytes of all that is kept of somebody

TaughtName = Annotated[
    str, StringConstraints(max_length=129, pattern=r"^[A-Za-z0-9_.-]{1,64}/[A-Za-z0-9_.-]{1,64}$")
]


def _day(text: str) -> str:
    if not is_day(text):
        raise ValueError("a day is written YYYY-MM-DD")
    return text


DayName = Annotated[str, StringConstraints(max_length=10), AfterValidator(_day)]
Moment = Annotated[int, Field(ge=0, le=2**53)]  # milliseconds since 1970
Zone = Annotated[int, Field(ge=-ZONE, le=ZONE)]


@pydantic.dataclasses.dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class FirstTry:
    """The first answer to a puzzle: when, whether it was the best, how hard the puzzle was then."""

    at: Moment
    right: bool
    rating: Annotated[int, Field(ge=0, le=4000)]


@pydantic.dataclasses.dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Learnt:
    """How far somebody is in a lesson, or the best share and the first try of a puzzle.

    `played` is what was ordered in a lesson up to `step`, `at` when that was.
    """

    played: Annotated[list[ActionText], Field(max_length=MOST_ORDERS)]
    done: bool
    step: Annotated[int, Field(ge=0, le=MOST_STEPS)]
    share: Annotated[float, Field(ge=0, le=1)] | None = None
    at: Moment = 0
    first: FirstTry | None = None


@pydantic.dataclasses.dataclass(frozen=True)
class Progress:
    """All of it: lessons and puzzles by "RULESET/NAME", and the days on which a puzzle of the day was solved
    with how many minutes the clock was ahead of UTC there.
    """

    learnt: dict[str, Learnt]
    days: dict[str, int]


class ProgressIn(Sent):
    """What a browser knows, or a part of it."""

    learnt: Annotated[dict[TaughtName, Learnt], Field(max_length=AT_ONCE, default_factory=dict)]
    days: Annotated[dict[DayName, Zone], Field(max_length=AT_ONCE, default_factory=dict)]


_FORM = TypeAdapter(Progress)
NOTHING = Progress({}, {})


def load_progress(document: dict[str, Any] | None) -> Progress:
    """What is kept of somebody, who may be new."""
    return NOTHING if document is None else _FORM.validate_python(document)


def dump_progress(progress: Progress) -> dict[str, Any]:
    """How it is kept."""
    return asdict(progress)


def joined(mine: Progress, other: Progress) -> Progress:
    """What both know, together."""
    learnt = dict(mine.learnt)
    for name, more in other.learnt.items():
        learnt[name] = both(learnt[name], more) if name in learnt else more
    days = dict(mine.days)
    for day, zone in other.days.items():
        days[day] = min(days.get(day, zone), zone)
    return Progress(learnt, days)


def both(mine: Learnt, other: Learnt) -> Learnt:
    """What two browsers know of a lesson or puzzle."""
    last = max(mine, other, key=lambda how: (how.at, how.step, how.played))
    shares = [how.share for how in (mine, other) if how.share is not None]
    tries = [how.first for how in (mine, other) if how.first is not None]
    return Learnt(
        last.played,
        mine.done or other.done,
        last.step,
        max(shares, default=None),
        last.at,
        min(tries, key=lambda first: (first.at, first.right, first.rating), default=None),
    )


def part(whole: Progress, names: set[str], days: set[str]) -> Progress:
    """Some of it."""
    return Progress(
        {name: how for name, how in whole.learnt.items() if name in names},
        {day: zone for day, zone in whole.days.items() if day in days},
    )
