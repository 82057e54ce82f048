"""Lessons and puzzles: listed, looked at, played, and how far somebody is. No table is written down."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import Query

from hulldown.rulesets.api.lessons import Lesson
from hulldown.server.dependencies import Me, TheServices
from hulldown.server.http.errors import ApiError
from hulldown.server.learn import lessons, progress
from hulldown.server.learn.lessons import Course, LessonTable
from hulldown.server.learn.progress import Daily, Progress, ProgressIn, TaughtName
from hulldown.server.play.order_preview import PreviewAnswer, PreviewRequest, RiskAnswer, risk
from hulldown.server.play.session import Session
from hulldown.server.play.table_view import Looking, earlier
from hulldown.server.routes import play
from hulldown.server.routes.play import ThePage, Word
from hulldown.server.rules.compilation import find_ruleset
from hulldown.server.schemas.openapi import Call
from hulldown.server.schemas.requests import ActionText, LearnIn, Name
from hulldown.server.schemas.responses import OddsAnswer, RouteAnswer, Svg, WhyAnswer, lasting_picture
from hulldown.store import owners

LEARN = "/api/learn/{ruleset}"
AT = LEARN + "/{lesson}"
PICTURE = AT + "/picture"
PROGRESS = "/api/me/progress"
Played = Annotated[list[ActionText], Query(max_length=lessons.MOST, default_factory=list)]
Answered = Annotated[list[ActionText], Query(max_length=3, alias="answer", default_factory=list)]
Only = Annotated[list[TaughtName], Query(max_length=16, default_factory=list)]
SILENT = "In a puzzle you see the odds after your answer."
TOO_MUCH = "So much about lessons and puzzles is not kept for anybody."


def course(ruleset: Name, kind: Literal["", "lesson", "puzzle"] = "") -> Course:
    """What can be learnt of a ruleset, or one kind of it: Home needs no list of all puzzles."""
    whole = lessons.course(find_ruleset(ruleset))
    return replace(whole, taught=[lesson for lesson in whole.taught if kind in ("", lesson.kind)])


def daily(ruleset: Name, date: Annotated[str, Query(max_length=32)] = "") -> Daily:
    """The puzzle of a day, without a date that of this server in UTC. Refused (400) for what is no date."""
    return progress.daily(find_ruleset(ruleset), progress.day_of(date))


def picture(ruleset: Name, lesson: Name) -> Svg:
    """The board of a lesson or puzzle. Refused (404) if there is none of that name."""
    return lasting_picture(lessons.picture(ruleset, lesson))


def _looking(page: play.PageState) -> Looking:
    return Looking(None, frozenset(page.have.split(",")), page.unit, tall=page.tall)


def view(ruleset: Name, lesson: Name, page: ThePage, played: Played, answered: Answered) -> LessonTable:
    """The table of a lesson or puzzle after what was ordered in it; with the answer to a puzzle, after what
    comes of it."""
    rules, task = lessons.taught(ruleset, lesson)
    if isinstance(task, Lesson):
        return lessons.lesson_table(rules, lesson, task, played, _looking(page))
    return lessons.puzzle_table(rules, lesson, task, played, _looking(page), answered)


def step(ruleset: Name, lesson: Name, message: LearnIn, page: ThePage, played: Played) -> LessonTable:
    """Orders given in a lesson or puzzle. Refused (409) in words where others are expected."""
    rules, task = lessons.taught(ruleset, lesson)
    if isinstance(task, Lesson):
        return lessons.lesson_step(rules, lesson, task, played, message.actions, _looking(page))
    return lessons.puzzle_step(rules, lesson, task, played, message.actions, _looking(page))


def _table_and_seat(ruleset: str, lesson: str, played: list[str]) -> tuple[Session, int]:
    """The table of a lesson about which something is asked, and the seat of who learns."""
    rules, task = lessons.taught(ruleset, lesson)
    return lessons.session_of(rules, lesson, task, played), task.seat


def at(
    ruleset: Name, lesson: Name, number: play.StepNumber, page: ThePage, played: Played, answered: Answered
) -> LessonTable:
    """The table of a lesson after an earlier number."""
    rules, task = lessons.taught(ruleset, lesson)
    session = lessons.session_of(rules, lesson, task, played, answered)
    looking = Looking(task.seat, frozenset(page.have.split(",")), tall=page.tall)
    return lessons.without_lesson(earlier(session, looking, number))


def odds(ruleset: Name, lesson: Name, action: play.Plan, played: Played) -> OddsAnswer:
    """The odds of an order in a lesson; in a puzzle they would be the answer, and are told after it."""
    _, task = lessons.taught(ruleset, lesson)
    if not isinstance(task, Lesson):
        return OddsAnswer(action, "", "", None, [], [], [(SILENT, "")], True, 0, None)
    return play.odds_of(*_table_and_seat(ruleset, lesson, played), action)


def route(ruleset: Name, lesson: Name, unit: Word, place: Word, played: Played) -> RouteAnswer:
    """The orders that take a unit to a place."""
    return play.route_of(*_table_and_seat(ruleset, lesson, played), unit, place)


def foresee(
    ruleset: Name,
    lesson: Name,
    unit: Word,
    place: Word,
    played: Played,
    facing: play.Facing = None,
    ring: play.Ring = "",
) -> PreviewAnswer:
    """What a move to a place comes to; in a puzzle without the chances, which would be the answer."""
    session, seat = _table_and_seat(ruleset, lesson, played)
    return play.preview_of(
        session, preview_request(ruleset, lesson, session, seat, unit), place, facing, ring
    )


def risks(ruleset: Name, lesson: Name, unit: Word, played: Played) -> RiskAnswer:
    """Where a unit could be fired at, of all that it can reach; in a puzzle nowhere."""
    return risk(preview_request(ruleset, lesson, *_table_and_seat(ruleset, lesson, played), unit))


def preview_request(ruleset: str, lesson: str, session: Session, seat: int, unit: str) -> PreviewRequest:
    """Of whom a preview is asked in a lesson or puzzle."""
    _, task = lessons.taught(ruleset, lesson)
    return PreviewRequest(session.match, seat, unit, silent=not isinstance(task, Lesson))


def why(ruleset: Name, lesson: Name, action: play.Plan, played: Played) -> WhyAnswer:
    """Whether orders may be given one after another."""
    return play.why_of(*_table_and_seat(ruleset, lesson, played), action)


# ---------------------------------------------------------------- progress
# How far the caller is in lessons and puzzles, the same in every browser of theirs.


def read_progress(services: TheServices, caller: Me, only: Only) -> Progress:
    """All that is kept of the caller, or of some lessons and puzzles."""
    owner = caller.require_owner()
    with services.db.reading() as transaction:
        whole = progress.load_progress(owners.progress_of(transaction, owner))
    return progress.part(whole, set(only), set()) if only else whole


def join_progress(message: ProgressIn, services: TheServices, caller: Me) -> Progress:
    """What a browser knows, joined with what is kept; the answer is how all that it sent stands now.
    Refused (413) beyond what anybody can have learnt.
    """
    owner, more = caller.require_owner(), Progress(message.learnt, message.days)
    with services.db.transaction() as transaction:
        before = progress.load_progress(owners.lock_progress(transaction, owner))
        whole = progress.joined(before, more)
        if whole != before:
            document = progress.dump_progress(whole)
            within(whole, document)
            owners.keep_progress(transaction, owner, document)
    return progress.part(whole, set(more.learnt), set(more.days))


def within(whole: Progress, document: dict[str, Any]) -> None:
    """Refused (413) if it is too much to keep."""
    many = len(whole.learnt) > progress.MOST_NAMES or len(whole.days) > progress.MOST_DAYS
    if many or len(json.dumps(document)) > progress.LARGEST:
        raise ApiError(413, "too_large", TOO_MUCH)


CALLS: list[Call] = [
    ("GET", PROGRESS, read_progress, Progress),
    ("PUT", PROGRESS, join_progress, Progress),
    ("GET", LEARN, course, Course),
    ("GET", LEARN + "/daily", daily, Daily),
    ("GET", AT + "/view", view, LessonTable),
    ("POST", AT + "/step", step, LessonTable),
    ("GET", AT + "/at/{number}", at, LessonTable),
    ("GET", AT + "/odds", odds, OddsAnswer),
    ("GET", AT + "/route", route, RouteAnswer),
    ("GET", AT + "/preview", foresee, PreviewAnswer),
    ("GET", AT + "/preview/risk", risks, RiskAnswer),
    ("GET", AT + "/why", why, WhyAnswer),
]
