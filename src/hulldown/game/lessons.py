"""Lessons walked through, puzzles weighed, and what comes of an order, to be looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from hulldown.ai.position import IllegalOrder, Order
from hulldown.catalogue import CatalogueError
from hulldown.game import replay
from hulldown.game.battle import Die
from hulldown.game.game import Game
from hulldown.kernel.actions import Action
from hulldown.kernel.dice import Mode, clear, new_dice, rewind, tape
from hulldown.kernel.records import copy
from hulldown.rulesets.api.bot import as_points, order_payoffs
from hulldown.rulesets.api.lessons import Drill, Lesson, LessonStep, Puzzle, Start, meets, parts
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.words import OrderButton
from hulldown.rulesets.common.explanation import OFF

READ = "."  # in place of an order: the step has been read
SURE = 6  # places of a share of the points that a solver is sure of
UNWEIGHED = "The computer does not count this among the orders worth a choice here. Try another."
STOOD = 32  # positions of drills that a process keeps read
NOT_NOW = "That can be done here, but it is not what this step is about."


class NotThis(ValueError):
    """An order that may be given, but not in this step; the message says so in words."""


class Unplayable(ValueError):
    """A lesson or puzzle that does not play as its file says; the message names the place."""


def dice_of(text: str) -> tuple[Die, ...]:
    """Dice as files lay them: "5/6 4/6"."""
    pairs = (die.split("/") for die in text.split())
    return tuple((int(face), int(sides)) for face, sides in pairs)


def opened(ruleset: Ruleset, start: Start) -> Game:
    """The game at the position that a lesson or puzzle begins with. Unplayable names a wrong order."""
    try:
        if isinstance(start, Drill):
            return _stood_up(ruleset, start)
        game = Game.new(ruleset, ruleset.files.opening(start), start.seed, start.options)
    except (CatalogueError, ValueError) as wrong:
        raise Unplayable(f"start: {wrong}") from None
    for number, given in enumerate(start.before):
        give(game, given, f"before[{number}]")
    return game


def _stood_up(ruleset: Ruleset, drill: Drill) -> Game:
    """The game at the position of a drill, with its own words in place of the scenario's. ValueError."""
    stood = _stood(ruleset, drill.position)
    game = Game.new(ruleset, ruleset.files.opening(drill), drill.seed, stood.options, stood.forces)
    game.begin_at(stood.state)
    return game


@lru_cache(maxsize=STOOD)
def _stood(ruleset: Ruleset, text: str) -> Game:
    """The game of a position, only to be read. PositionError."""
    return replay.opened(text, None, Game, ruleset)


def give(game: Game, given: str, place: str) -> None:
    """Carry out an order of a file with its dice. Unplayable says where it cannot be."""
    text, dice = parts(given)
    try:
        act = game.parse(text)
        if refusal := game.check(act):
            raise IllegalOrder(text, refusal)
        game.carry_out(act.row, dice_of(dice) if dice else None)
    except ValueError as wrong:
        raise Unplayable(f"{place}: {given}: {wrong}") from None


class LessonProgress:
    """A lesson as far as somebody has come in it.

    `at` is the step, as many as there are when it is done; `given` how many of its orders were given;
    `begins` how many entries of `played` there were at the beginning of each step so far.
    """

    def __init__(self, ruleset: Ruleset, lesson: Lesson, played: Sequence[str] = ()) -> None:
        self.lesson, self.game = lesson, opened(ruleset, lesson)
        self.played: list[str] = []
        self.at, self.given, self.begins = 0, 0, [0]
        for text in played:
            self.order(text)

    @property
    def step(self) -> LessonStep | None:
        """The step that is due, None when the lesson is done."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    @property
    def happened(self) -> str:
        """What is told of the step before."""
        return self.lesson.steps[self.at - 1].after if self.at and not self.given else ""

    def order(self, text: str) -> None:
        """Give an order, or read on. NotThis, NotUnderstood, IllegalOrder; nothing has changed then."""
        step = self.step
        if step is None:
            raise NotThis("The lesson is done.")
        if text == READ:
            if step.orders:
                raise NotThis(step.do)
            self._entered(READ)
            self._advance(step)
            return
        act = self._expected(step, text)
        self._carried(step.orders[self.given], act)
        self.given += 1
        self._entered(act.text)
        if self.given == len(step.orders):
            self._advance(step)

    def _expected(self, step: LessonStep, text: str) -> Order:
        """The order of a text, which must be the one that is due."""
        act = self.game.parse(text, self.lesson.seat)
        if refusal := self.game.check(act):
            raise IllegalOrder(act.text, refusal)
        if not step.orders or not meets(act.text, parts(step.orders[self.given])[0]):
            raise NotThis(answer(act.text, step.wrong, self.lesson.wrong))
        return act

    def _carried(self, given: str, act: Order) -> None:
        """Carry an order out with the dice laid for it; one of a kind may need others, which fall then."""
        pattern, dice = parts(given)
        try:
            self.game.carry_out(act.row, dice_of(dice) if dice else None)
        except ValueError:
            if pattern == act.text:
                raise Unplayable(f"steps[{self.at}]: {given}: it throws other dice") from None
            self.game.carry_out(act.row)

    def _entered(self, text: str) -> None:
        self.played.append(text)

    def _advance(self, step: LessonStep) -> None:
        """What follows by itself, and the next step."""
        for number, given in enumerate(step.then):
            give(self.game, given, f"steps[{self.at}].then[{number}]")
        self.at, self.given = self.at + 1, 0
        self.begins.append(len(self.played))

    def expected(self) -> str:
        """An order that is met with approval now, or `READ`. Unplayable if there is none."""
        step = self.step
        if step is None or not step.orders:
            return READ
        pattern, _ = parts(step.orders[self.given])
        if "*" not in pattern:
            return pattern
        fitting = [act.text for act in self.game.legal(self.lesson.seat) if meets(act.text, pattern)]
        if not fitting:
            raise Unplayable(f"steps[{self.at}]: no order fits {pattern}")
        return fitting[0]


def answer(text: str, *wrong: Mapping[str, str]) -> str:
    """What is said to an order that is not expected: of the first words that fit it."""
    replies = (reply for words in wrong for pattern, reply in words.items() if meets(text, pattern))
    return next(replies, NOT_NOW)


# ---------------------------------------------------------------- puzzles


@dataclass(frozen=True)
class PuzzleSolution:
    """Orders that answer a puzzle, and what they are worth: a chance, or a share of the points."""

    texts: tuple[str, ...]
    value: Fraction | float


def answers(ruleset: Ruleset, puzzle: Puzzle) -> list[PuzzleSolution]:
    """Every answer to a puzzle with its worth, best first; of equal ones the shorter, then as offered."""
    if isinstance(puzzle, Drill):
        weights = [PuzzleSolution((text,), value) for text, value in puzzle.values.items()]
        return sorted(weights, key=lambda answer: -answer.value)
    game = opened(ruleset, puzzle)
    solutions = _solved(game, puzzle) if not puzzle.counts else list(_plans(game, puzzle, (), set()))
    return sorted(solutions, key=lambda solution: (-solution.value, len(solution.texts)))


def _solved(game: Game, puzzle: Puzzle) -> list[PuzzleSolution]:
    """What the solver says of each order against best play of the other side."""
    if (solving := game.ruleset.computers.solving()) is None:
        raise Unplayable("counts: nothing is named, and the ruleset has no solver")
    solution = solving.solve(game.state)
    strategy, seat = solution.strategy(game.state), puzzle.seat
    shares = strategy.mixtures[seat]
    payoffs = order_payoffs(strategy, seat)
    return [
        PuzzleSolution((share.text,), round(as_points(solution, payoff, seat), SURE))
        for share, payoff in zip(shares, payoffs, strict=True)
    ]


def weighed(game: Game, puzzle: Puzzle, last: Order, texts: tuple[str, ...]) -> PuzzleSolution:
    """An answer that ends with an order in a position; what the solver says is in `answers` only.

    NotThis for an order that a drill does not weigh: one that may be given, but is not offered.
    """
    if isinstance(puzzle, Drill):
        if last.text not in puzzle.worths:
            raise NotThis(UNWEIGHED)
        return PuzzleSolution(texts, puzzle.values[last.text])
    if not puzzle.counts:
        return next(solution for solution in _solved(game, puzzle) if solution.texts == texts)
    rolls = bool(game.copy().carry_out(last.row).dice)
    return PuzzleSolution(texts, chance(game, last, puzzle) if rolls else Fraction(0))


def _plans(game: Game, puzzle: Puzzle, before: tuple[str, ...], seen: set[str]) -> Iterator[PuzzleSolution]:
    """Plans that end with a die or with the last order that there is; of ways to a position the first."""
    ruleset, dice = game.ruleset, new_dice(0)
    for act in game.legal(puzzle.seat):
        texts, state = (*before, act.text), copy(game.state)
        thrown = dice.count
        ruleset.rules.apply(state, copy(act.row), dice, OFF)
        if dice.count != thrown:
            yield PuzzleSolution(texts, chance(game, act, puzzle))
        elif len(texts) == puzzle.orders or not ruleset.rules.to_act(state) >> puzzle.seat & 1:
            yield PuzzleSolution(texts, Fraction(0))
        elif (digest := ruleset.digest(state)) not in seen:
            seen.add(digest)
            after = game.copy()
            after.carry_out(act.row)
            yield from _plans(after, puzzle, texts, seen)


def chance(game: Game, act: Order, puzzle: Puzzle) -> Fraction:
    """How likely what counts is after an order, exactly."""
    lines = game.odds(act).subject_lines
    return sum((line.chance for line in lines if line.text in puzzle.counts), Fraction(0))


# ---------------------------------------------------------------- refuting
# What comes of an order, to be looked at: the order with the dice as they mostly fall, then what the other
# side answers.
#
# Nothing is left to chance: the same order in the same position always leads to the same line.


THROWS = 41  # of an order, of which the outcome in the middle is the likely one
MOST = 8  # orders of an answer, and of what leads to it
PLAYER = "greedy:seed=1"
LAST = ("end", "decline", "pass")  # groups of orders that leave the turn to the other side
QUIET = (*LAST, "activate")  # and with the orders that only begin something, no answer by themselves


def likely(game: Game, row: Action) -> tuple[Die, ...]:
    """Dice of an order with an outcome in the middle: half of all outcomes are as good or better for who
    gives it. So what mostly succeeds does, and what mostly fails fails.
    """
    act, outcomes = game.order_of(row), []
    for key in range(THROWS):
        state, dice = copy(game.state), new_dice(key)
        clear(dice, Mode.RECORD)
        rewind(dice, dice.mode)
        game.ruleset.rules.apply(state, copy(row), dice, OFF)
        fell = tuple(tape(dice))
        if not fell:
            return ()
        outcomes.append((game.ruleset.rules.estimate(state, act.seat), fell))
    return sorted(outcomes)[THROWS // 2][1]


def line(game: Game, seat: int, texts: Sequence[str]) -> Game:
    """A game after orders of one side with their likely dice, and then the best answer of the other: its
    orders until one of them throws dice. Of an answer that nobody would see nothing is played.
    NotUnderstood or IllegalOrder for what cannot be ordered.
    """
    after = game.copy()
    for text in texts:
        act = after.parse(text, seat)
        if refusal := after.check(act):
            raise IllegalOrder(act.text, refusal)
        _give(after, act.row)
    seen, rolled = after.number, any(turn.dice for turn in after.history[len(game.history) :])
    for _ in range(MOST):
        answers = 1 - seat in after.to_act
        last = None if answers else _last(after, seat)
        if after.result is not None or (rolled and not answers and last is None):
            break
        acting = 1 - seat if answers else seat
        text = last or after.rank(PLAYER, acting, best=1)[0].text
        group = next((order.group for order in _orders(after, acting) if order.text == text), "")
        act = after.parse(text, acting)
        _give(after, act.row)
        if group not in QUIET and not after.ruleset.secret(act.row):
            seen = after.number
            if after.history[-1].dice:
                break
    return after if seen == after.number else after.at(seen)


def _last(game: Game, seat: int) -> str | None:
    """The order with which a side leaves the turn to the other, if it may."""
    return next(
        (order.text for order in _orders(game, seat) if order.group in LAST and not order.refusal), None
    )


def _orders(game: Game, seat: int) -> Sequence[OrderButton]:
    return game.ruleset.table.orders(game.observation(seat), seat)


def _give(game: Game, row: Action) -> None:
    game.carry_out(row, likely(game, row))
