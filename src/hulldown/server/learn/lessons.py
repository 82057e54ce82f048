"""Lessons and puzzles at the table: a table of one call, of which nothing is written down.

The page keeps what was ordered and sends it along, so a learner needs no seat and leaves no trace. From it
the position comes about anew each time (`game.lessons`), and is shown by what shows every other table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

from hulldown import rulesets
from hulldown.game import Game, IllegalOrder, NotUnderstood
from hulldown.game import lessons as game_lessons
from hulldown.rulesets.api.lessons import Drill, Lesson, Puzzle
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.scene import Aids
from hulldown.server.http.errors import ApiError
from hulldown.server.learn.progress import picture_address, puzzles_of
from hulldown.server.people.agreement import Timekeeper
from hulldown.server.play.match import ServerMatch, replayed_steps
from hulldown.server.play.new_game import facts
from hulldown.server.play.session import Session
from hulldown.server.play.table_view import Looking, table_view, use_voice
from hulldown.server.schemas.responses import Stopped, TableView, UndoView
from hulldown.store.models import GameRow, SeatRow
from hulldown.views.thumbnails import around

MOST = 400  # orders of one call
PICTURES_KEPT = 400  # at hand, of some 100 kB each


@lru_cache(maxsize=PICTURES_KEPT)
def picture(ruleset: str, name: str) -> str:
    """The board at the beginning of a lesson or puzzle. Refused (404) if there is none of that name."""
    return board_of(*taught(ruleset, name))


def board_of(ruleset: Ruleset, lesson: Lesson | Puzzle) -> str:
    """A lesson's board around what it shows, a puzzle's around all that stands there, as its side sees it
    and without what only helps who acts.
    """
    scene = ruleset.table.scene(game_lessons.opened(ruleset, lesson).observation(lesson.seat), None)
    subject = lesson.subject if isinstance(lesson, Lesson) else ""
    return around(replace(scene, aids=Aids()), subject).picture


NO_UNDO = UndoView(False, "In a lesson, Back in its slip leads to the step before.")
LAID = "In a lesson the dice are set in advance, so the text knows what happens."
WEIGHED = "In a puzzle your last order throws no die: it is weighed."


@dataclass(frozen=True)
class Taught:
    """A lesson or puzzle in a list, with where its board is drawn.

    `number` is its place on the path of lessons or among the puzzles, from 1, `minutes` how long a lesson
    takes, `rating` how hard a puzzle is; each is 0 for the other kind.
    """

    id: str
    kind: Literal["lesson", "puzzle"]
    title: str
    text: str
    steps: int
    number: int
    picture: str
    minutes: int = 0
    rating: int = 0


@dataclass(frozen=True)
class Course:
    """What can be learnt of a ruleset, in the order in which it is best done."""

    ruleset: str
    name: str
    taught: list[Taught]


@dataclass(frozen=True)
class AnswerView:
    """How good an answer to a puzzle is: its worth and the best in words, its `place` among `of` answers of
    different worth, where between the worst (0) and the best (1) it is; `orders` are the best ones."""

    yours: str
    worth: str
    best: str
    best_worth: str
    share: float
    place: int
    of: int
    why: str
    orders: list[str]


@dataclass(frozen=True)
class LessonView:
    """A lesson as far as somebody is in it, in words.

    `step` counts from 0 and is `steps` when it is `done`; `reads` says that the step is only read. `points`
    are what is marked ("unit A1", "place E5", "button fire", "slip odds"). `played` is what the page keeps
    and sends along, of which `back` entries are left one step before, -1 at the first. `follows` is what
    comes next, and its title; `rating` is how hard a puzzle is. `answered` are the orders of which the table
    shows what comes: of an answer, with likely dice and the other side's best reply.
    """

    id: str
    kind: Literal["lesson", "puzzle"]
    title: str
    step: int
    steps: int
    heading: str
    text: str
    do: str
    happened: str
    reads: bool
    points: list[str]
    played: list[str]
    back: int
    done: bool
    follows: tuple[str, str]
    answer: AnswerView | None = None
    rating: int = 0
    answered: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class LessonTable(TableView):
    """The table of a lesson."""

    lesson: LessonView | None = None


def course(ruleset: Ruleset) -> Course:
    """The lessons of a ruleset, then its puzzles."""

    def picture(name: str) -> str:
        return picture_address(ruleset.id, name)

    taught = [
        Taught(
            name,
            "lesson",
            lesson.title,
            lesson.text,
            len(lesson.steps),
            lesson.number,
            picture(name),
            minutes=lesson.minutes,
        )
        for name, lesson in ruleset.files.lessons().items()
    ]
    taught += [
        Taught(name, "puzzle", puzzle.title, puzzle.question, 1, number, picture(name), rating=puzzle.rating)
        for number, (name, puzzle) in enumerate(puzzles_of(ruleset).items(), 1)
    ]
    return Course(ruleset.id, ruleset.name, taught)


def taught(ruleset: str, name: str) -> tuple[Ruleset, Lesson | Puzzle]:
    """A lesson or puzzle. Refused (404) if there is none of that name."""
    try:
        rules = rulesets.get(ruleset)
    except rulesets.UnknownRuleset as error:
        raise ApiError(404, "not_found", str(error)) from None
    lesson = rules.files.lessons().get(name) or puzzles_of(rules).get(name)
    if lesson is None:
        raise ApiError(404, "not_found", f"{rules.name} has no lesson {name!r}.")
    return rules, lesson


# ---------------------------------------------------------------- a table of one call


class Unwritten(Session):
    """A session of a game of which nothing is kept: what stands in the database is never asked."""

    def __init__(self, name: str, game: Game, seat: int) -> None:
        row = _row(name, game)
        people = [
            SeatRow(
                game=name,
                seat=number,
                kind="human" if number == seat else "computer",
                player="",
                name="",
                joined=True,
            )
            for number in (0, 1)
        ]
        super().__init__(None, row, people, MOST, Timekeeper())  # type: ignore[arg-type]
        match = ServerMatch(row)
        match.game.begin_at(game.start)
        match.go_on(replayed_steps(game))
        self._use_match(match, len(match.steps))
        self._seat = seat
        use_voice(self)

    def seat_of(self, token: str | None) -> int | None:
        """The learner's seat: nobody proves it."""
        return self._seat

    def refresh(self) -> ServerMatch:
        """The match: nobody else writes to it."""
        return self.match


def _row(name: str, game: Game) -> GameRow:
    """What would be written down of a game."""
    now, secret = datetime.now(UTC), game.secret
    assert secret is not None
    return GameRow(
        id=name,
        **{key: value for key, value in facts(game).items() if key != "owing"},
        key=secret.key,
        server_part="",
        parts=list(secret.parts),
        seed=secret.seed,
        salt=secret.salt,
        commitment="",
        created=now,
        updated=now,
        finished=None,
        result=None,
        terms={},
        clock={},
        offers={},
        deadline=None,
    )


def _table(session: Session, looking: Looking, lesson: LessonView, hands_off: bool) -> LessonTable:
    """The table with the words of its lesson; nothing is given by itself, and where only reading is due
    nothing is to be ordered."""
    dice = LAID if lesson.kind == "lesson" else WEIGHED
    view = replace(table_view(session, looking), undo=NO_UNDO, dice_told=dice, seed=None, alone="", usual=[])
    view = replace(view, scenario=replace(view.scenario, tasks=()))  # those of the battle that it is cut from
    if hands_off:
        view = replace(view, yours=False, orders=[], able=[], reach={})
    return replace(without_lesson(view), lesson=lesson)


def without_lesson(view: TableView) -> LessonTable:
    """An earlier position, of which the lesson says nothing."""
    return LessonTable(**{field.name: getattr(view, field.name) for field in fields(view)})


def session_of(
    ruleset: Ruleset, name: str, lesson: Lesson | Puzzle, played: Sequence[str], answered: Sequence[str] = ()
) -> Session:
    """The table of a lesson or puzzle, to be asked about; of an answered puzzle after what came of it."""
    if isinstance(lesson, Lesson):
        game = walked(ruleset, lesson, played).game
    else:
        game = _refuted(ruleset, name, played, answered) if answered else _prepared(ruleset, lesson, played)
    return Unwritten(f"{ruleset.id}/{name}", game, lesson.seat)


# ---------------------------------------------------------------- lessons


def walked(ruleset: Ruleset, lesson: Lesson, played: Sequence[str]) -> game_lessons.LessonProgress:
    """A lesson after what was ordered in it. Refused (409) if that does not lead anywhere any more."""
    try:
        return game_lessons.LessonProgress(ruleset, lesson, played)
    except (game_lessons.NotThis, IllegalOrder, NotUnderstood, game_lessons.Unplayable):
        text = "This lesson has changed since you left it. Begin it again."
        raise ApiError(409, "changed_rules", text) from None


def lesson_table(
    ruleset: Ruleset, name: str, lesson: Lesson, played: Sequence[str], look: Looking
) -> LessonTable:
    """The table of a lesson."""
    return _lesson_table(ruleset, name, walked(ruleset, lesson, played), look)


def _lesson_table(
    ruleset: Ruleset, name: str, walk: game_lessons.LessonProgress, look: Looking
) -> LessonTable:
    session = Unwritten(f"{ruleset.id}/{name}", walk.game, walk.lesson.seat)
    step = walk.step
    view = lesson_view(ruleset, name, walk)
    return _table(session, replace(look, seat=walk.lesson.seat), view, view.reads or step is None)


def lesson_view(ruleset: Ruleset, name: str, walk: game_lessons.LessonProgress) -> LessonView:
    """A lesson in words."""
    step, lesson = walk.step, walk.lesson
    return LessonView(
        id=name,
        kind="lesson",
        title=lesson.title,
        step=walk.at,
        steps=len(lesson.steps),
        heading=step.title if step else "Done",
        text=step.text if step else lesson.end,
        do=step.do if step else "",
        happened=walk.happened,
        reads=bool(step and not step.orders),
        points=list(step.point) if step else [],
        played=list(walk.played),
        back=-1 if not walk.played else walk.begins[-1 if walk.given else -2],
        done=step is None,
        follows=_follows(ruleset, name),
    )


def _follows(ruleset: Ruleset, name: str) -> tuple[str, str]:
    """What comes after a lesson or puzzle, and its title; nothing after the last. Of puzzles that are called
    alike, and so are much alike, no two follow each other while another comes."""
    listed = course(ruleset).taught
    at = next(number for number, lesson in enumerate(listed) if lesson.id == name)
    later = listed[at + 1 :]
    other = next((lesson for lesson in later if lesson.title != listed[at].title), None) or next(
        iter(later), None
    )
    return (other.id, other.title) if other else ("", "")


def lesson_step(
    ruleset: Ruleset, name: str, lesson: Lesson, played: Sequence[str], texts: Sequence[str], look: Looking
) -> LessonTable:
    """Orders given in a lesson, one after another. Refused (409) in the lesson's words, or the rules', where
    already the first is another than expected."""
    walk = walked(ruleset, lesson, played)
    given, stopped = 0, None
    for text in texts:
        try:
            walk.order(text)
        except (game_lessons.NotThis, IllegalOrder, NotUnderstood) as error:
            refused = _refusal(error)
            if not given:
                raise refused from None
            stopped = Stopped("lesson", refused.text, refused.rule, given)
            break
        given += 1
    table = _lesson_table(ruleset, name, walk, look)
    return replace(table, played=list(texts[:given]), stopped=stopped)


def _refusal(error: game_lessons.NotThis | IllegalOrder | NotUnderstood) -> ApiError:
    if isinstance(error, IllegalOrder):
        why = error.refusal
        return ApiError(409, why.code or "illegal", why.text, why.rule)
    return ApiError(409 if isinstance(error, game_lessons.NotThis) else 400, "lesson", str(error)[:300])


# ---------------------------------------------------------------- puzzles


def puzzle_table(
    ruleset: Ruleset,
    name: str,
    puzzle: Puzzle,
    played: Sequence[str],
    look: Looking,
    answered: Sequence[str] = (),
) -> LessonTable:
    """The table of a puzzle; of one that was answered, with what came of it."""
    game = _refuted(ruleset, name, played, answered) if answered else _prepared(ruleset, puzzle, played)
    return _puzzle_table(ruleset, name, puzzle, game, look, None, played, answered)


def _refuted(ruleset: Ruleset, name: str, played: Sequence[str], answered: Sequence[str]) -> Game:
    """A puzzle after an answer with its likely dice, and the best reply. Refused (409) if it is none."""
    try:
        return _line(ruleset.id, name, (*played, *answered)).copy()
    except ValueError as error:
        raise ApiError(409, "changed_rules", str(error)[:300]) from None


@lru_cache(maxsize=32)
def _line(ruleset: str, name: str, texts: tuple[str, ...]) -> Game:
    """Worked out once a process: the page asks for each of its steps."""
    rules = rulesets.get(ruleset)
    puzzle = puzzles_of(rules)[name]
    if len(texts) > puzzle.orders:
        raise ValueError("This puzzle has fewer orders than that.")
    return game_lessons.line(game_lessons.opened(rules, puzzle), puzzle.seat, texts)


def _prepared(ruleset: Ruleset, puzzle: Puzzle, played: Sequence[str]) -> Game:
    """A puzzle after the orders that prepare an answer. Refused (409) if they cannot be given any more."""
    if len(played) >= puzzle.orders:
        raise ApiError(409, "changed_rules", "This puzzle has fewer orders than that. Begin it again.")
    try:
        game = game_lessons.opened(ruleset, puzzle)
        for text in played:
            game.play(text)
    except ValueError as error:
        raise ApiError(409, "changed_rules", str(error)[:300]) from None
    return game


def _puzzle_table(
    ruleset: Ruleset,
    name: str,
    puzzle: Puzzle,
    game: Game,
    look: Looking,
    answer: AnswerView | None,
    played: Sequence[str],
    answered: Sequence[str] = (),
) -> LessonTable:
    session = Unwritten(f"{ruleset.id}/{name}", game, puzzle.seat)
    view = LessonView(
        id=name,
        kind="puzzle",
        title=puzzle.title,
        step=1 if answer else 0,
        steps=1,
        heading=puzzle.title,
        text=puzzle.text,
        do=puzzle.question,
        happened="",
        reads=False,
        points=[] if answered else _deciding(session, puzzle.seat),
        played=list(played),
        back=len(played) - 1,
        done=answer is not None,
        follows=_follows(ruleset, name),
        answer=answer,
        rating=puzzle.rating,
        answered=list(answered),
    )
    table = _table(session, replace(look, seat=puzzle.seat), view, bool(answered))
    return replace(table, result=None) if answered else table


def _deciding(session: Session, seat: int) -> list[str]:
    """The unit that a puzzle is about, as what is marked; none where several may be ordered."""
    orders = session.match.orders(seat)
    units = {order.unit for order in orders if order.unit and order.refusal is None}
    return [f"unit {unit}" for unit in units] if len(units) == 1 else []


def puzzle_step(
    ruleset: Ruleset, name: str, puzzle: Puzzle, played: Sequence[str], texts: Sequence[str], look: Looking
) -> LessonTable:
    """Orders given in a puzzle: those that throw no die are carried out while there is one left, the last is
    weighed, and the table shows what comes of it (`answered`)."""
    game, own = _prepared(ruleset, puzzle, played), list(played)
    for text in texts:
        try:
            act = game.parse(text, puzzle.seat)
            if refusal := game.check(act):
                raise IllegalOrder(text, refusal)
        except (NotUnderstood, IllegalOrder) as error:
            raise _refusal(error) from None
        after = game.copy()
        rolled = bool(after.carry_out(act.row).dice)
        if rolled or len(own) + 1 >= puzzle.orders or puzzle.seat not in after.to_act:
            try:
                answer = _answer(
                    ruleset, name, puzzle, game_lessons.weighed(game, puzzle, act, (*own, act.text))
                )
            except game_lessons.NotThis as error:
                raise _refusal(error) from None
            game = _refuted(ruleset, name, own, [act.text])
            return _puzzle_table(ruleset, name, puzzle, game, look, answer, own, [act.text])
        game = after
        own.append(act.text)
    return _puzzle_table(ruleset, name, puzzle, game, look, None, own)


@lru_cache(maxsize=64)
def _solutions(ruleset: str, name: str) -> tuple[game_lessons.PuzzleSolution, ...]:
    """Every answer to a puzzle, worked out once a process."""
    rules, puzzle = taught(ruleset, name)
    assert isinstance(puzzle, Puzzle)
    return tuple(game_lessons.answers(rules, puzzle))


def _answer(ruleset: Ruleset, name: str, puzzle: Puzzle, given: game_lessons.PuzzleSolution) -> AnswerView:
    known = _solutions(ruleset.id, name)
    basis = puzzle.basis if isinstance(puzzle, Drill) else "solver"
    best, worths = known[0], sorted({solution.value for solution in known}, reverse=True)
    value = next((solution.value for solution in known if solution.texts == given.texts), given.value)
    if isinstance(puzzle, Drill) and puzzle.right(value):
        value = best.value
    return AnswerView(
        yours=orders_text(ruleset, puzzle, given.texts),
        worth=_worth(value, basis),
        best=orders_text(ruleset, puzzle, best.texts),
        best_worth=_worth(best.value, basis),
        share=round(float(value - worths[-1]) / float(best.value - worths[-1]), 4),
        place=1 + sum(1 for worth in worths if worth > value),
        of=len(worths),
        why=puzzle.why,
        orders=list(best.texts),
    )


def orders_text(ruleset: Ruleset, puzzle: Puzzle, texts: Sequence[str]) -> str:
    """Orders in the words of their buttons, one after another."""
    game, words = game_lessons.opened(ruleset, puzzle), []
    for text in texts:
        buttons = game.ruleset.orders(game.observation(puzzle.seat), puzzle.seat)
        button: Any = next((button for button in buttons if button.text == text), None)
        words.append(button.full_label if button else text)
        if len(words) < len(texts):
            game.play(text)
    return ", then ".join(words)


def _worth(value: Fraction | float, basis: str) -> str:
    """A chance as players say it: "11 in 36 (31%)"; a share of the points as a percentage of them."""
    if basis == "search":
        return f"{100 * value:.0f}% to win"
    if isinstance(value, float):
        return f"{100 * value:.1f}% of the points"
    percent = f"{100 * float(value):.0f}%" if 0 < value < 1 else f"{100 * int(value)}%"
    if 1 < value.denominator <= 10_000:
        return f"{value.numerator} in {value.denominator} ({percent})"
    return percent
