"""Volleys: shots of one weapon that need the same to hit, what comes of them exactly (WS-11.16, WS-11.20).

Ways are counted in whole numbers, of 216 for each shot: a die to hit, one to save, one to kill.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

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

    def ways(self, vehicle: bool) -> dict[Marks, int]:
        """In how many ways its dice give so many hits that suppress and so many kill results.

        On a vehicle only hits that are not saved suppress (WS-6.12).
        """
        counted = self.unsaved if vehicle else self.hits
        found: dict[Marks, int] = {}
        for hits in range(self.shots + 1):
            missed = comb(self.shots, hits) * (SHOT - counted) ** (self.shots - hits)
            for results in range(hits + 1):
                share = self.killing**results * (counted - self.killing) ** (hits - results)
                if missed * share:
                    found[hits, results] = missed * comb(hits, results) * share
        return found


def volley(o: Options, shots: int, bs: int, ev: int, ap: int, fp: int, armour: int, toughness: int) -> Volley:
    """Shots with these numbers against each other (WS-11.9, WS-11.14, WS-11.15)."""
    return Volley(shots, to_hit(o, bs, ev), to_save(o, ap, armour), to_kill(o, fp, toughness))


@dataclass(frozen=True)
class Spread:
    """Everything the dice of some volleys can come to: the ways of each, and one way how each came about."""

    ways: Mapping[Marks, int]
    example: Mapping[Marks, Parts]
    shots: int

    def chance(self, marks: Marks) -> Fraction:
        """The chance of so many hits and kill results together."""
        return Fraction(self.ways.get(marks, 0), SHOT**self.shots)


def spread_of(volleys: Iterable[Volley], vehicle: bool, most: int) -> Spread:
    """The volleys one after the other; kill results beyond `most` are lost (WS-11.16, WS-11.17)."""
    ways: dict[Marks, int] = {(0, 0): 1}
    example: dict[Marks, Parts] = {(0, 0): ()}
    shots = 0
    for one in volleys:
        shots += one.shots
        ways, example = joined(ways, example, one.ways(vehicle), most)
    return Spread(ways, example, shots)


def joined(
    ways: Mapping[Marks, int], example: Mapping[Marks, Parts], further: Mapping[Marks, int], most: int
) -> tuple[dict[Marks, int], dict[Marks, Parts]]:
    """What two independent spreads come to together."""
    found: dict[Marks, int] = {}
    shown: dict[Marks, Parts] = {}
    for (hits, results), before in ways.items():
        for (more, fallen), count in further.items():
            key = hits + more, min(most, results + fallen)
            found[key] = found.get(key, 0) + before * count
            if key not in shown:
                shown[key] = (*example[hits, results], (more, fallen))
    return found, shown
