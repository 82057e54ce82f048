"""The odds of fire and of morale, exactly (CA-19.1, CA-19.9, CA-19.10): the rules of play asked one Wound
after another, and the chances between them multiplied out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from hulldown.kernel.events import Terms
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.close_assault.aiming import (
    allotted,
    line_against,
    nearest_target,
    save_against,
    why_not_shoot,
    within_half,
)
from hulldown.rulesets.close_assault.codes import NOBODY, NONE, Firing
from hulldown.rulesets.close_assault.ground import in_wood
from hulldown.rulesets.close_assault.hits import SIDES, can_harm, doubled, needed
from hulldown.rulesets.close_assault.morale import passes
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.shooting import aim_of
from hulldown.rulesets.close_assault.state import Line, Options, State, Weapon, alive, kind_of, profile_of
from hulldown.rulesets.common.dicing import gathered

MUTE = blank(Terms)  # never on
CERTAIN, NEVER = Fraction(1), Fraction(0)
Wounds = tuple[int, ...]  # left to each target model
Spread = dict[tuple[Wounds, int], Fraction]  # and saves that had to be made
Count = Callable[[Wounds], int]


# ---------------------------------------------------------------- one die


def chance_of(face: int) -> Fraction:
    """The chance that a die shows a face or more."""
    return Fraction(SIDES + 1 - face, SIDES)


def hit_chance(face: int) -> Fraction:
    """The chance of a hit (CA-19.10)."""
    return chance_of(face)


def save_chance(face: int) -> Fraction:
    """The chance of a save, 0 without one (CA-19.10)."""
    return NEVER if face == NONE else chance_of(face)


def morale_failure(morale: int) -> Fraction:
    """The chance to fail a morale test (CA-16.1, CA-19.9)."""
    return Fraction(sum(not passes(morale, die) for die in range(1, SIDES + 1)), SIDES)


# ---------------------------------------------------------------- a whole detachment


@dataclass(frozen=True)
class FireOdds:
    """What the fire of a detachment does to the models aimed at."""

    models: tuple[int, ...]
    before: Wounds
    fates: Mapping[tuple[Wounds, int], Fraction]  # Wounds left and saves made; the chances sum to 1

    @cached_property
    def after(self) -> Mapping[Wounds, Fraction]:
        """Wounds left, with their chance."""
        chances: dict[Wounds, Fraction] = {}
        for (left, _), chance in self.fates.items():
            chances[left] = chances.get(left, NEVER) + chance
        return chances

    def wounds_lost(self) -> dict[int, Fraction]:
        """The chance of each number of Wounds."""
        return self._spread(lambda left: sum(self.before) - sum(left))

    def models_lost(self) -> dict[int, Fraction]:
        """The chance of each number of models destroyed."""
        standing = sum(wounds > 0 for wounds in self.before)
        return self._spread(lambda left: standing - sum(wounds > 0 for wounds in left))

    @property
    def expected_wounds(self) -> Fraction:
        """The Wounds to be expected (CA-19.9)."""
        return sum((lost * chance for lost, chance in self.wounds_lost().items()), NEVER)

    def destroyed(self, model: int) -> Fraction:
        """The chance that a model is destroyed."""
        place = self.models.index(model)
        return sum((chance for left, chance in self.after.items() if left[place] == 0), NEVER)

    def _spread(self, count: Count) -> dict[int, Fraction]:
        counts = gathered((count(left), chance) for left, chance in self.after.items())
        return dict(sorted(counts.items()))


def fire_odds(s: State, k: int, target: int, second: int = NOBODY, firing: Firing = Firing.STAGE) -> FireOdds:
    """What becomes of the targets if a detachment fires at them from this position (CA-15, CA-19.10)."""
    table = copy(s)
    models = [*models_of(s, target), *(models_of(s, second) if second != NOBODY else ())]
    before = tuple(int(s.model[t].wounds) for t in models)
    spread: Spread = {(before, 0): CERTAIN}
    for m, w in mounts(s, k):
        shot = Shot(table, models, m, w, aim_of(s, m, w, target, second), firing)
        shots = {left: shot.fired(left) for left in {left for left, _ in spread}}
        spread = mixed((saving(shots[left], saves), c) for (left, saves), c in spread.items())
    return FireOdds(tuple(models), before, spread)


def overwatch_odds(s: State, k: int, mover: int) -> FireOdds:
    """What Overwatch would do to the detachment that moved (CA-15.10, CA-19.9)."""
    return fire_odds(s, k, mover, firing=Firing.OVERWATCH)


def models_of(s: State, k: int) -> range:
    """The models of a detachment."""
    first = int(s.detachment[k].first)
    return range(first, first + int(s.detachment[k].size))


def mounts(s: State, k: int) -> Iterator[tuple[int, int]]:
    """The weapons of a detachment in the order in which they fire: model, weapon."""
    for m in models_of(s, k):
        if alive(s, m):
            yield from ((m, w) for w in range(s.profile[profile_of(s, m)].weapons))


def saving(spread: Spread, saves: int) -> Spread:
    """A spread after so many saves."""
    return {(left, saves + more): chance for (left, more), chance in spread.items()}


def mixed(parts: Iterator[tuple[Spread, Fraction]]) -> Spread:
    """Several spreads as one, each with its chance."""
    mixture: Spread = {}
    for spread, weight in parts:
        for fate, chance in spread.items():
            mixture[fate] = mixture.get(fate, NEVER) + chance * weight
    return mixture


# ---------------------------------------------------------------- one weapon


class Shot:
    """One weapon fired at models with any number of Wounds left. Nothing moves meanwhile: whom it can hit,
    and how well, depends only on who still stands and who is hurt, so the rules are asked once for each.
    """

    def __init__(self, table: State, models: Sequence[int], m: int, w: int, k: int, firing: Firing) -> None:
        """`table` is a copy, whose Wounds may be changed; `k` is the detachment that is aimed at."""
        self.table, self.models, self.m, self.w, self.k, self.firing = table, models, m, w, k, firing
        self.whole = [int(table.profile[profile_of(table, t)].wounds) for t in models]
        self.weapon = table.profile[profile_of(table, m)].weapon[w]
        self._hits: dict[tuple[bool, ...], tuple[int, list[Fraction]]] = {}
        self._next: dict[tuple[int, tuple[int, ...]], tuple[int, Fraction]] = {}

    def fired(self, left: Wounds) -> Spread:
        """What it does to models with so many Wounds left."""
        standing = tuple(wounds > 0 for wounds in left)
        if standing not in self._hits:
            self._hits[standing] = self.aimed(left)
        line, hits = self._hits[standing]
        return self.after_hits(left, line, hits)

    def aimed(self, left: Wounds) -> tuple[int, list[Fraction]]:
        """The stat-line that fires, and the chance of each number of hits; of none where it cannot harm."""
        table, m, k = self.table, self.m, self.k
        lay_wounds(table, self.models, left)
        if why_not_shoot(table, m, self.w, k, self.firing) != Why.ALLOWED:
            return NOBODY, [CERTAIN]
        at = int(line_against(table, m, self.w, k))
        line = self.weapon.line[at]
        if not can_harm(line, kind_of(table, int(table.detachment[k].first))):
            return NOBODY, [CERTAIN]
        near, wood = within_half(table, m, line, k), in_wood(table, nearest_target(table, m, line, k))
        chance = hit_chance(needed(table.options, line, wood, self.firing, MUTE))
        return at, hits_spread(table.options, self.weapon, line, near, chance)

    def after_hits(self, left: Wounds, line: int, hits: Sequence[Fraction]) -> Spread:
        """Every hit allotted and saved before the next (CA-15.7), for each number of hits."""
        fates: Spread = {}
        spread: Spread = {(left, 0): CERTAIN}
        for number, chance in enumerate(hits):
            if number:
                once = {was: self.one_hit(was, line) for was in {was for was, _ in spread}}
                spread = mixed((saving(once[was], saves), c) for (was, saves), c in spread.items())
            for fate, share in spread.items():
                fates[fate] = fates.get(fate, NEVER) + share * chance
        return fates

    def one_hit(self, left: Wounds, line: int) -> Spread:
        """What one hit does (CA-15.6, CA-15.7)."""
        place, saved = self.allotted(left, line)
        if place == NOBODY:
            return {(left, 0): CERTAIN}
        hurt = (*left[:place], left[place] - 1, *left[place + 1 :])
        return {(left, 1): saved, (hurt, 1): 1 - saved} if saved else {(hurt, 1): CERTAIN}

    def allotted(self, left: Wounds, line: int) -> tuple[int, Fraction]:
        """Which of the models the next hit goes to, and the chance of its save; NOBODY for none."""
        marks = tuple(
            min(wounds, 1) + (wounds == whole) for wounds, whole in zip(left, self.whole, strict=True)
        )
        if (line, marks) not in self._next:
            lay_wounds(self.table, self.models, left)
            t = allotted(self.table, self.m, self.weapon.line[line], self.k)
            face = NONE if t == NOBODY else save_against(self.table, self.m, self.weapon.line[line], t, MUTE)
            place = NOBODY if t == NOBODY else self.models.index(t)
            self._next[line, marks] = place, save_chance(face)
        return self._next[line, marks]


def lay_wounds(table: State, models: Sequence[int], left: Wounds) -> None:
    """Give the target models so many Wounds."""
    for t, wounds in zip(models, left, strict=True):
        table.model[t].wounds = wounds


def hits_spread(o: Options, weapon: Weapon, line: Line, near: bool, chance: Fraction) -> list[Fraction]:
    """The chance of each number of hits (CA-15.3, CA-15.4)."""
    dice = dice_spread(weapon, line)
    chances = [NEVER] * (max(doubled(o, line, rolled, near) for rolled in dice) + 1)
    for rolled, share in dice.items():
        n = doubled(o, line, rolled, near)
        for hits in range(n + 1):
            chances[hits] += share * comb(n, hits) * chance**hits * (1 - chance) ** (n - hits)
    return chances


def dice_spread(weapon: Weapon, line: Line) -> dict[int, Fraction]:
    """The chance of each number of Dice of all mounts of a weapon (CA-7.18, CA-15.3)."""
    spread = {int(line.fixed) * int(weapon.count): CERTAIN}
    for _ in range(int(line.random) * int(weapon.count)):
        spread = gathered(
            (dice + face, share / int(line.sides))
            for dice, share in spread.items()
            for face in range(1, int(line.sides) + 1)
        )
    return spread
