"""Lessons and puzzles: a guided first battle, and positions with a question, as files say them.

An order of a lesson reads as its grammar writes it, with the dice that fall laid behind a bar where they are
meant to be certain: "A1 fire B1 | 5/6 4/6". What a learner is expected to order may have stars for what is
left open: "A1 load *" is met by any round.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Annotated, Any

from pydantic import Field

from hulldown.catalogue import Entry

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
        "",
        description="What its picture shows: unit A1, place E5; empty: the first unit of its steps.",
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


def starts(file: Entry) -> list[tuple[tuple[str, ...], Start]]:
    """The positions that a file begins with, each with its place there."""
    if isinstance(file, Puzzles):
        return [(("puzzles", name), puzzle) for name, puzzle in file.puzzles.items()]
    return [((), file)] if isinstance(file, Start) else []


def changed(data: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Data with others laid over it, table by table; an empty text takes a key out."""
    result = dict(data)
    for key, value in change.items():
        old = result.get(key)
        if value == "":
            result.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(old, Mapping):
            result[key] = changed(old, value)
        else:
            result[key] = value
    return result
