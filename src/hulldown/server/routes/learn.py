"""Lessons and puzzles: listed, looked at, played. Nothing of them is written down."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import Query
from fastapi.responses import Response

from hulldown.rulesets.api.lessons import Lesson
from hulldown.server.learn import lessons
from hulldown.server.learn import progress as days
from hulldown.server.learn.lessons import Course, LessonTable
from hulldown.server.play.order_preview import PreviewAnswer, PreviewRequest, RiskAnswer, judged, risk
from hulldown.server.play.session import Session
from hulldown.server.play.table_view import Looking, earlier
from hulldown.server.routes.about import find_ruleset
from hulldown.server.routes.games import PICTURE_POLICY, Svg
from hulldown.server.routes.play import PageState, StepNumber, ThePage
from hulldown.server.routes.questions import Facing, Plan, Ring, Word, odds_of, preview_of, route_of
from hulldown.server.routes.rulebooks import HOUR
from hulldown.server.schemas.requests import ActionText, LearnIn, Name
from hulldown.server.schemas.responses import OddsAnswer, RouteAnswer, WhyAnswer, json_response

LEARN = "/api/learn/{ruleset}"
AT = LEARN + "/{lesson}"
PICTURE = AT + "/picture"
Played = Annotated[list[ActionText], Query(max_length=lessons.MOST, default_factory=list)]
Answered = Annotated[list[ActionText], Query(max_length=3, alias="answer", default_factory=list)]
SILENT = "In a puzzle the odds are told after your answer."


async def course(ruleset: Name, kind: Literal["", "lesson", "puzzle"] = "") -> Response:
    """What can be learnt of a ruleset, or one kind of it: Home needs no list of all puzzles."""
    whole = await asyncio.to_thread(lessons.course, find_ruleset(ruleset))
    taught = [lesson for lesson in whole.taught if kind in ("", lesson.kind)]
    return json_response(replace(whole, taught=taught), Course)


async def daily(ruleset: Name, date: Annotated[str, Query(max_length=32)] = "") -> Response:
    """The puzzle of a day, without a date that of this server in UTC. Refused (400) for what is no date."""

    def work() -> days.Daily:
        return days.daily(find_ruleset(ruleset), days.day_of(date))

    return json_response(await asyncio.to_thread(work), days.Daily)


async def picture(ruleset: Name, lesson: Name) -> Response:
    """The board of a lesson or puzzle. Refused (404) if there is none of that name."""
    text = await asyncio.to_thread(lessons.picture, ruleset, lesson)
    return Svg(text, headers={"content-security-policy": PICTURE_POLICY, "cache-control": HOUR})


def _looking(page: PageState) -> Looking:
    return Looking(None, frozenset(page.have.split(",")), page.unit, tall=page.tall)


async def view(ruleset: Name, lesson: Name, page: ThePage, played: Played, answered: Answered) -> Response:
    """The table of a lesson or puzzle after what was ordered in it; with the answer to a puzzle, after what
    comes of it."""

    def work() -> LessonTable:
        rules, task = lessons.taught(ruleset, lesson)
        if isinstance(task, Lesson):
            return lessons.lesson_table(rules, lesson, task, played, _looking(page))
        return lessons.puzzle_table(rules, lesson, task, played, _looking(page), answered)

    return await asyncio.to_thread(lambda: json_response(work(), LessonTable))


async def step(ruleset: Name, lesson: Name, message: LearnIn, page: ThePage, played: Played) -> Response:
    """Orders given in a lesson or puzzle. Refused (409) in words where others are expected."""

    def work() -> LessonTable:
        rules, task = lessons.taught(ruleset, lesson)
        if isinstance(task, Lesson):
            return lessons.lesson_step(rules, lesson, task, played, message.actions, _looking(page))
        return lessons.puzzle_step(rules, lesson, task, played, message.actions, _looking(page))

    return await asyncio.to_thread(lambda: json_response(work(), LessonTable))


async def _ask_lesson(
    ruleset: str, lesson: str, played: list[str], answer: Callable[[Any, int], Any], kind: Any
) -> Response:
    """What is asked about the position of a lesson."""

    def work() -> Any:
        rules, task = lessons.taught(ruleset, lesson)
        session = lessons.session_of(rules, lesson, task, played)
        return answer(session, task.seat)

    return await asyncio.to_thread(lambda: json_response(work(), kind))


async def at(
    ruleset: Name, lesson: Name, number: StepNumber, page: ThePage, played: Played, answered: Answered
) -> Response:
    """The table of a lesson after an earlier number."""

    def work() -> LessonTable:
        rules, task = lessons.taught(ruleset, lesson)
        session = lessons.session_of(rules, lesson, task, played, answered)
        looking = Looking(task.seat, frozenset(page.have.split(",")), tall=page.tall)
        return lessons.without_lesson(earlier(session, looking, number))

    return await asyncio.to_thread(lambda: json_response(work(), LessonTable))


async def odds(ruleset: Name, lesson: Name, action: Plan, played: Played) -> Response:
    """The odds of an order in a lesson; in a puzzle they would be the answer, and are told after it."""
    _, task = lessons.taught(ruleset, lesson)
    if not isinstance(task, Lesson):
        return json_response(
            OddsAnswer(action, "", "", None, [], [], [(SILENT, "")], True, 0, None), OddsAnswer
        )
    return await _ask_lesson(
        ruleset, lesson, played, lambda session, seat: odds_of(session, seat, action), OddsAnswer
    )


async def route(ruleset: Name, lesson: Name, unit: Word, place: Word, played: Played) -> Response:
    """The orders that take a unit to a place."""
    return await _ask_lesson(
        ruleset, lesson, played, lambda session, seat: route_of(session, seat, unit, place), RouteAnswer
    )


async def foresee(
    ruleset: Name,
    lesson: Name,
    unit: Word,
    place: Word,
    played: Played,
    facing: Facing = None,
    ring: Ring = "",
) -> Response:
    """What a move to a place comes to; in a puzzle without the chances, which would be the answer."""

    def answer(session: Session, seat: int) -> PreviewAnswer:
        return preview_of(session, preview_request(ruleset, lesson, session, seat, unit), place, facing, ring)

    return await _ask_lesson(ruleset, lesson, played, answer, PreviewAnswer)


async def risks(ruleset: Name, lesson: Name, unit: Word, played: Played) -> Response:
    """Where a unit could be fired at, of all that it can reach; in a puzzle nowhere."""

    def answer(session: Session, seat: int) -> RiskAnswer:
        return risk(preview_request(ruleset, lesson, session, seat, unit))

    return await _ask_lesson(ruleset, lesson, played, answer, RiskAnswer)


def preview_request(ruleset: str, lesson: str, session: Session, seat: int, unit: str) -> PreviewRequest:
    """Of whom a preview is asked in a lesson or puzzle."""
    _, task = lessons.taught(ruleset, lesson)
    return PreviewRequest(session.match, seat, unit, silent=not isinstance(task, Lesson))


async def why(ruleset: Name, lesson: Name, action: Plan, played: Played) -> Response:
    """Whether orders may be given one after another."""
    return await _ask_lesson(
        ruleset, lesson, played, lambda session, seat: judged(session.match, seat, action), WhyAnswer
    )


CALLS: list[tuple[str, str, Callable[..., Any], Any]] = [
    ("GET", LEARN, course, Course),
    ("GET", LEARN + "/daily", daily, days.Daily),
    ("GET", AT + "/view", view, LessonTable),
    ("POST", AT + "/step", step, LessonTable),
    ("GET", AT + "/at/{number}", at, LessonTable),
    ("GET", AT + "/odds", odds, OddsAnswer),
    ("GET", AT + "/route", route, RouteAnswer),
    ("GET", AT + "/preview", foresee, PreviewAnswer),
    ("GET", AT + "/preview/risk", risks, RiskAnswer),
    ("GET", AT + "/why", why, WhyAnswer),
]
