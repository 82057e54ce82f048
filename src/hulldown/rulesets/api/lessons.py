"""Lessons, puzzles and drills: what files say of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from hulldown.catalogue import Entry, ValidationIssue

FOLDER, PUZZLES = "lessons", "puzzles.toml"
DIE = r"[1-9]\d*/[1-9]\d*"
DICED = rf"^[^|]+?( \| {DIE}( {DIE})*)?$"
POINT = r"^(unit|place|button|slip) \S.*$"
SUBJECT = r"^((unit|place) \S.*)?$"  # of a picture
STRENGTH = 1200  # of a puzzle of which nobody has said how hard it is, and of who solves the first

Title = Annotated[str, Field(min_length=1, max_length=48)]
Told = Annotated[str, Field(min_length=1, max_length=420)]
Short = Annotated[str, Field(max_length=200)]
Given = Annotated[str, Field(pattern=DICED, max_length=240)]
Pointed = Annotated[str, Field(pattern=POINT, max_length=60)]
Subject = Annotated[str, Field(pattern=SUBJECT, max_length=60)]
Wrong = Annotated[dict[str, Annotated[str, Field(min_length=1, max_length=240)]], Field(default_factory=dict)]


def parts(given: str) -> tuple[str, str]:
    """An order of a file, and the dice laid for it ("" where they fall as they like)."""
    order, _, dice = given.partition(" | ")
    return order, dice


def meets(text: str, pattern: str) -> bool:
    """Whether an order is one of a kind."""
    return fnmatchcase(text.lower(), pattern.lower())


class Start(Entry):
    """A position: a scenario, what is changed in it, and the orders that led on from it."""

    scenario: str = Field(description="A scenario that comes with the ruleset.")
    change: dict[str, Any] = Field(
        {}, description="What differs from it: keys of a scenario file, laid over its own."
    )
    options: dict[str, str | int | bool] = Field({}, description="Rule variants, by name.")
    seat: Annotated[int, Field(ge=0, le=1)] = Field(0, description="The learner's side: 0 Cobalt, 1 Rust.")
    seed: Annotated[int, Field(ge=0)] = Field(1, description="Of the dice that are not laid.")
    before: tuple[Given, ...] = Field((), description="Orders of both sides given already, with their dice.")
    title: Title
    text: Told = Field(description="For whom a lesson is; what stands on the table of a puzzle.")

    @property
    def overlay(self) -> dict[str, Any]:
        """What lies over the scenario: what the page says of it, then the changes."""
        return {"name": self.title, "briefing": self.text, **self.change}


class LessonStep(Entry):
    """One step of a lesson; one without orders is read and clicked on."""

    title: Title
    text: Told = Field(description="What this is, and why.")
    do: Short = Field("", description="What to click or press now.")
    orders: tuple[Given, ...] = Field((), description="What is expected, one after another.")
    then: tuple[Given, ...] = Field((), description="What is ordered by itself afterwards, mostly by others.")
    point: tuple[Pointed, ...] = Field(
        (), description="What is marked: unit A1, place E5, button fire, slip odds."
    )
    after: Short = Field("", description="What happened, told with the next step.")
    wrong: Wrong = Field(description="Answers to other orders, by order with stars; the first that fits.")


class Lesson(Start):
    """A guided battle."""

    number: Annotated[int, Field(ge=1, le=6)] = Field(1, description="Its place on the path of lessons.")
    minutes: Annotated[int, Field(ge=2, le=10)] = Field(3, description="How long it takes a beginner.")
    picture: Subject = Field(
        "", description="What its picture shows: unit A1, place E5; empty: the first unit of its steps."
    )
    end: Told = Field(description="What is said when it is done.")
    wrong: Wrong = Field(description="Answers to other orders, where a step has none.")
    steps: Annotated[tuple[LessonStep, ...], Field(min_length=3, max_length=14)]

    @property
    def subject(self) -> str:
        """Around what its picture is cut, before a place a unit; empty where it names neither."""
        points = [point for step in self.steps for point in step.point]
        subjects = (point for kind in ("unit ", "place ") for point in points if point.startswith(kind))
        return self.picture or next(subjects, "")


class Puzzle(Start):
    """A position with a question, whose answers the program weighs."""

    question: Short = Field(description="What is asked.")
    counts: tuple[Short, ...] = Field(
        (), description="Lines of the odds that count; none: what the ruleset's solver says."
    )
    rating: Annotated[int, Field(ge=400, le=3000)] = Field(
        STRENGTH, description="How hard it is: who has the same rating answers it right half the time."
    )
    orders: Annotated[int, Field(ge=1, le=3)] = Field(1, description="How many orders there are for it.")
    why: Told = Field(description="What the best answer is about, told afterwards.")

    @property
    def overlay(self) -> dict[str, Any]:
        """What lies over the scenario; its victory is the question."""
        return {**super().overlay, "victory": self.question, **self.change}


class Puzzles(Entry):
    """`lessons/puzzles.toml`: a short course, easiest first."""

    puzzles: dict[str, Puzzle]


def start_positions(file: Entry) -> list[tuple[tuple[str, ...], Start]]:
    """The positions that a file begins with, each with its place there."""
    if isinstance(file, Puzzles):
        return [(("puzzles", name), puzzle) for name, puzzle in file.puzzles.items()]
    return [((), file)] if isinstance(file, Start) else []


def merge_tables(data: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Data with others laid over it, table by table; an empty text takes a key out."""
    result = dict(data)
    for key, value in change.items():
        old = result.get(key)
        if value == "":
            result.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(old, Mapping):
            result[key] = merge_tables(old, value)
        else:
            result[key] = value
    return result


# ---------------------------------------------------------------- drills
# Drills: positions out of real games with what every order there is worth, as a file of a ruleset says them.
#
# They are written by `scripts/puzzles.py`, which plays the games and weighs the orders. So nothing is left to
# work out at the table, and what an order is worth is the same for everybody.


DRILLS = "drills.toml"  # in the folder of a ruleset
BASIS = Literal["odds", "solver", "search"]
FEWEST = 3  # orders that make a question
HALF_GRAIN = 0.00051  # shares are written to a thousandth

Share = Annotated[float, Field(ge=0, le=1)]
Exact = Annotated[str, Field(pattern=r"^(0|1|[1-9]\d*/[1-9]\d*)$", max_length=80)]


class Drill(Puzzle):
    """A position of a real game, with what every order that is offered there is worth."""

    position: Annotated[str, Field(min_length=1, max_length=4000)] = Field(
        description="The position as one text, in the form of `hulldown position`."
    )
    rating: Annotated[int, Field(ge=400, le=3000)] = Field(
        description="How hard it is: who has the same rating answers it right half the time."
    )
    basis: BASIS = Field(
        description="What the worths are: the exact chance of the lines that count, the share of the points "
        "against best play, or the chance to win by a long search."
    )
    margin: Share = Field(description="By how much the best order leads the next.")
    error: Share = Field(
        description="How far the margin may be off, 95 times of 100; whatever is as near the best is right."
    )
    worths: Annotated[dict[str, Share | Exact], Field(min_length=FEWEST)] = Field(
        description="What each order is worth, by its text: a share, or an exact chance."
    )

    @property
    def values(self) -> dict[str, Fraction | float]:
        """What each order is worth, exact where it is known exactly."""
        return {
            text: Fraction(worth) if isinstance(worth, str) else worth for text, worth in self.worths.items()
        }

    @property
    def best(self) -> str:
        """The text of the best order."""
        values = self.values
        return max(values, key=lambda text: values[text])

    def right(self, value: Fraction | float) -> bool:
        """Whether a worth can't be told from the best."""
        return float(self.values[self.best] - value) <= self.error


class Drills(Entry):
    """`drills.toml`: positions out of real games, easiest first."""

    drills: dict[str, Drill]


def drill_problems(file: Drills) -> Iterator[ValidationIssue]:
    """Drills that say of themselves what their worths do not: the margin, that there is one best."""
    for name, drill in file.drills.items():
        ranked = sorted(drill.values.values(), reverse=True)
        lead = float(ranked[0] - ranked[1])
        if abs(lead - drill.margin) > HALF_GRAIN:
            yield ValidationIssue(("drills", name, "margin"), f"the best order leads the next by {lead:.4f}")
        if lead <= drill.error:
            yield ValidationIssue(("drills", name, "error"), "the best order does not lead by more than that")
        if drill.basis == "odds" and not drill.counts:
            yield ValidationIssue(("drills", name, "counts"), "it says no line of the odds")
