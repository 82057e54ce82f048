"""What stands behind an order and what may come of it, by dice in every way they can fall."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from hulldown.kernel import dice
from hulldown.kernel.actions import Action, Log, Terms, listen
from hulldown.kernel.dice import Dice
from hulldown.kernel.records import blank
from hulldown.rulesets.api.odds import Chances, Explanation, OddsLine
from hulldown.rulesets.common.pieces import NOBODY

OFF = blank(Log)  # a log that keeps nothing
T = TypeVar("T")
H = TypeVar("H", bound=Hashable)


def open_log() -> Log:
    """A log that is on."""
    log = blank(Log)
    listen(log)
    return log


def with_dice(play: Callable[[Dice], T], values: Sequence[int]) -> tuple[T, int]:
    """What play comes to with these faces in order, and how many dice it threw.

    A question lists faces only; how many sides each die has is what the rule asks for, so play
    begins anew whenever a die is met for the first time. ValueError if the rule wants more dice.
    """
    pairs: list[tuple[int, int]] = []
    while True:
        d = dice.script_dice(dice.new_dice(0), pairs)
        d.mode = dice.Mode.RECORD
        came_to = play(d)
        if d.length == len(pairs):
            return came_to, int(d.at)
        if len(pairs) == len(values):
            raise ValueError(f"the rule throws more dice than the {len(values)} given")
        value, sides = values[len(pairs)], int(d.sides[len(pairs)])
        if not 1 <= value <= sides:
            raise ValueError(f"die {len(pairs) + 1} has {sides} sides and cannot show {value}")
        pairs.append((value, sides))


class TooMuch(ValueError):
    """More dice, or more ways in which they fall, than are worth walking."""


def plays(
    play: Callable[[Dice], T], most: int | None = None, faces: Sequence[tuple[int, int]] = ()
) -> Iterator[tuple[T, Fraction]]:
    """What play comes to on every tape, with its chance. TooMuch beyond `most` tapes.

    The tapes begin with these `faces`, each with the sides of its die, which count as certain.
    """
    d = dice.script_dice(dice.new_dice(0), list(faces))
    walked = 0
    while most is None or walked < most:
        dice.rewind(d, dice.Mode.ENUMERATE)
        came_to = play(d)
        if d.fault != dice.DiceFault.NONE:
            raise TooMuch("the rule throws more dice than can be walked")
        for i, (_, sides) in enumerate(faces):
            d.faces[i] = sides
        yield came_to, dice.branch_chance(d)
        if not dice.next_branch(d) or d.length <= len(faces):
            return
        walked += 1
    raise TooMuch(f"the dice can fall in more than {most} ways")


def chances(play: Callable[[Dice], H]) -> dict[H, Fraction]:
    """The exact chance of everything play can come to: it is played on every tape."""
    return gathered(plays(play))


def gathered(parts: Iterable[tuple[H, Fraction]]) -> dict[H, Fraction]:
    """Chances of equal outcomes added up, in the order in which they come; those of nothing left out."""
    totals: dict[H, Fraction] = {}
    for outcome, chance in parts:
        if chance:
            totals[outcome] = totals.get(outcome, Fraction(0)) + chance
    return totals


# ---------------------------------------------------------------- explanation
# What stands behind an order, and what may come of it: what all rulesets say alike.


S = TypeVar("S")
C = TypeVar("C")  # a fate against the position before
Notes = tuple[tuple[str, str], ...]  # sentences with their rules
Rows = list[tuple[C, Fraction]]  # what may become of a unit, each with its chance
Lines = list[OddsLine]


def listening() -> Terms:
    """Room for the summands of a number."""
    why = blank(Terms)
    why.on = 1
    return why


def explains(
    explainers: Mapping[Any, Callable[[S, Action], Explanation]],
    text: Callable[[S, Action], str],
    check: Callable[[S, int, Action], int] | None = None,
) -> Callable[[S, Action], Explanation]:
    """What explains an order by its verb; where nothing is to be said, and of one refused, it is the text."""

    def explain(s: S, a: Action) -> Explanation:
        explainer = explainers.get(a.verb)
        if explainer is None or (check and check(s, int(a.seat), a)):
            return Explanation(text(s, a))
        return explainer(s, a)

    return explain


def chance_of(rows: Iterable[tuple[C, Fraction]], event: Callable[[C], object]) -> Fraction:
    """The summed chance of the changes for which something is true."""
    return sum((chance for row, chance in rows if event(row)), Fraction(0))


def mean(rows: Iterable[tuple[C, Fraction]], number: Callable[[C], int | Fraction]) -> Fraction:
    """A number on average."""
    return sum((number(row) * chance for row, chance in rows), Fraction(0))


def result_lines(rows: Rows[C], *parts: tuple[str, Callable[[C], object], str, str]) -> Lines:
    """The parts of a result, which add up to one: text, event, mark and rule of each that can be."""
    lines = [
        OddsLine(text, chance_of(rows, event), "result", mark, rule) for text, event, mark, rule in parts
    ]
    return [line for line in lines if line.chance]


def effect_lines(
    rows: Rows[C], *effects: tuple[str, Callable[[C], object], str], always: Container[str] = ()
) -> Lines:
    """Text, event and rule of each effect that can be, and of those that everybody asks for."""
    lines = [OddsLine(text, chance_of(rows, event), "effect", "", rule) for text, event, rule in effects]
    return [line for line in lines if line.chance or line.text in always]


def detail_lines(rows: Rows[C], number: Callable[[C], int], text: Callable[[int], str], rule: str) -> Lines:
    """How likely each value of a number is; where there are only two, the other lines tell it."""
    values = counted(rows, number)
    if len(values) < 3:
        return []
    return [OddsLine(text(n), values[n], "detail", "", rule) for n in sorted(values)]


def amount_lines(heading: str, values: Mapping[int, Fraction], rule: str) -> Lines:
    """How likely it is that so many are left, the most first."""
    return [OddsLine(str(n), values[n], heading, "", rule) for n in sorted(values, reverse=True)]


def counted(rows: Rows[C], number: Callable[[C], int]) -> dict[int, Fraction]:
    """The chance of each value of a number, in the order in which they come."""
    return gathered((number(row), chance) for row, chance in rows)


@dataclass(frozen=True)
class Panels(Generic[S, C]):
    """The odds of an order in lines, of a ruleset whose fates are changes of the unit that it is about.

    subject(s, a) -> that unit, NOBODY where none is at stake; change(before, unit, outcome) -> a fate;
    result(before, a, rows) -> what the order does, for the panel; effects(before, unit, rows) -> what becomes
    of the unit; left(rows) -> what is left of it.
    """

    subject: Callable[[S, Action], int]
    change: Callable[[S, int, int], C]
    result: Callable[[S, Action, Rows[C]], Lines]
    effects: Callable[[S, int, Rows[C]], Lines]
    left: Callable[[Rows[C]], Lines]

    def changes(self, before: S, unit: int, chances: Chances) -> Rows[C]:
        """What may become of a unit, each with its chance."""
        return [(self.change(before, unit, number), chance) for number, chance in chances.items()]

    def of(self, before: S, a: Action, chances: Chances) -> Rows[C]:
        """What may become of the unit that an order is about; nothing where there is none."""
        unit = self.subject(before, a)
        return [] if unit == NOBODY else self.changes(before, unit, chances)

    def lines(self, before: S, a: Action, chances: Chances) -> Lines:
        """What a player wants to know before an order."""
        rows = self.of(before, a, chances)
        return self.result(before, a, rows) if rows else []

    def table(self, before: S, a: Action, chances: Chances) -> Lines:
        """Everything that can come of an order."""
        return [*self.lines(before, a, chances), *self.left(self.of(before, a, chances))]

    def lasting(self, before: S, a: Action, chances: Chances) -> Lines:
        """What has become of the unit after several orders: nothing about the last one alone."""
        rows = self.of(before, a, chances)
        return [*self.effects(before, self.subject(before, a), rows), *self.left(rows)] if rows else []
