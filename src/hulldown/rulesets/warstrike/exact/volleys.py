"""Volleys: shots of one weapon that need the same to hit, what comes of them exactly (WS-11.16, WS-11.20).

Ways are counted in whole numbers, of 216 for each shot: a die to hit, one to save, one to kill.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from hulldown.rulesets.warstrike.aiming import FACES, sixths, to_hit, to_kill, to_save
from hulldown.rulesets.warstrike.state import Options

SHOT = FACES**3  # ways in which the three dice of a shot can fall
Marks = tuple[int, int]  # hits that suppress, and kill results
Parts = tuple[Marks, ...]  # of each volley


@dataclass(frozen=True)
class Volley:
    """A group of equal shots (WS-11.16). Scores are those needed; 0 where no die can succeed."""

    shots: int
    hit: int
    save: int
    kill: int
    weapon: int = -1
    firers: tuple[int, ...] = ()

    @property
    def chance(self) -> Fraction:
        """The chance that one shot is a kill result."""
        return Fraction(self.killing, SHOT)

    @property
    def expected(self) -> Fraction:
        """The kill results to be expected of all its shots, those that nobody can take included."""
        return self.shots * self.chance

    @property
    def hits(self) -> int:
        """In how many ways a shot hits, of 216."""
        return sixths(self.hit) * FACES * FACES

    @property
    def unsaved(self) -> int:
        """In how many ways it hits and is not saved."""
        return sixths(self.hit) * (FACES - sixths(self.save)) * FACES

    @property
    def killing(self) -> int:
        """In how many ways it hits, is not saved, and kills."""
        return sixths(self.hit) * (FACES - sixths(self.save)) * sixths(self.kill)

    def marks(self, vehicle: bool) -> tuple[int, int, int]:
        """In how many ways a shot, of 216, does nothing, counts as a hit only, and is a kill result.

        On a vehicle only hits that are not saved suppress (WS-6.12).
        """
        counted = self.unsaved if vehicle else self.hits
        return SHOT - counted, counted - self.killing, self.killing

    def comes_to(self, vehicle: bool, hits: int, results: int) -> bool:
        """Whether its dice can give so many hits that suppress and so many kill results."""
        missing, hitting, killing = self.marks(vehicle)
        if not 0 <= results <= hits <= self.shots:
            return False
        possible = (
            (missing or hits == self.shots) and (hitting or results == hits) and (killing or not results)
        )
        return bool(possible)


def volley(o: Options, shots: int, bs: int, ev: int, ap: int, fp: int, armour: int, toughness: int) -> Volley:
    """Shots with these numbers against each other (WS-11.9, WS-11.14, WS-11.15)."""
    return Volley(shots, to_hit(o, bs, ev), to_save(o, ap, armour), to_kill(o, fp, toughness))


@dataclass(frozen=True)
class Spread:
    """Everything the dice of some volleys can come to: the ways of each after every volley, none at first.

    Kill results beyond `most` are lost.
    """

    volleys: tuple[Volley, ...]
    steps: tuple[Mapping[Marks, int], ...]
    vehicle: bool
    most: int

    @property
    def ways(self) -> Mapping[Marks, int]:
        """The ways of all volleys together."""
        return self.steps[-1]

    @property
    def shots(self) -> int:
        """All shots."""
        return sum(volley.shots for volley in self.volleys)

    def chance(self, marks: Marks) -> Fraction:
        """The chance of so many hits and kill results together."""
        return Fraction(self.ways.get(marks, 0), SHOT**self.shots)

    def example(self, marks: Marks) -> Parts:
        """One way how they come about: the marks of each volley, of the first ones as few as can be."""
        parts: list[Marks] = []
        for number in reversed(range(len(self.volleys))):
            marks, part = self.split(number, marks)
            parts.append(part)
        return tuple(reversed(parts))

    def split(self, number: int, marks: Marks) -> tuple[Marks, Marks]:
        """The fewest marks before a volley that it can bring to these, and what it adds."""
        hits, results = marks
        for was in self.steps[number]:
            more, least = hits - was[0], results - was[1]
            if least < 0 or not 0 <= more <= self.volleys[number].shots:
                continue
            for fallen in range(least, (more if results == self.most else least) + 1):
                if self.volleys[number].comes_to(self.vehicle, more, fallen):
                    return was, (more, fallen)
        raise KeyError(marks)


def spread_of(volleys: Iterable[Volley], vehicle: bool, most: int) -> Spread:
    """The volleys one after the other; kill results beyond `most` are lost (WS-11.16, WS-11.17)."""
    fired = tuple(volleys)
    steps: list[Mapping[Marks, int]] = [{(0, 0): 1}]
    for volley in fired:
        steps.append(after(steps[-1], volley, vehicle, most))
    return Spread(fired, tuple(steps), vehicle, most)


def after(ways: Mapping[Marks, int], volley: Volley, vehicle: bool, most: int) -> dict[Marks, int]:
    """What a spread comes to once the shots of a volley are fired, one by one."""
    missing, hitting, killing = volley.marks(vehicle)
    current = dict(ways)
    for _ in range(volley.shots):
        fired: dict[Marks, int] = {}
        for (hits, results), count in current.items():
            for share, marks in (
                (missing, (hits, results)),
                (hitting, (hits + 1, results)),
                (killing, (hits + 1, min(most, results + 1))),
            ):
                if share:
                    fired[marks] = fired.get(marks, 0) + count * share
        current = fired
    return dict(sorted(current.items()))
