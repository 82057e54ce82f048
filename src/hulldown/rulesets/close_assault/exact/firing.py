"""The odds of fire and of morale, exactly (CA-19.1, CA-19.9, CA-19.10): the rules of play asked one Wound
after another, and the chances between them multiplied out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from hulldown.kernel.events import Reasons
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
from hulldown.rulesets.shared.dicing import gathered

MUTE = blank(Reasons)  # never on
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
        found: dict[Wounds, Fraction] = {}
        for (left, _), chance in self.fates.items():
            found[left] = found.get(left, NEVER) + chance
        return found

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
        found = gathered((count(left), chance) for left, chance in self.after.items())
        return dict(sorted(found.items()))


def fire_odds(s: State, k: int, target: int, second: int = NOBODY, firing: Firing = Firing.STAGE) -> FireOdds:
    """What becomes of the targets if a detachment fires at them from this position (CA-15, CA-19.10)."""
    table = copy(s)
    models = [*models_of(s, target), *(models_of(s, second) if second != NOBODY else ())]
    before = tuple(int(s.model[t].wounds) for t in models)
    spread: Spread = {(before, 0): CERTAIN}
    for m, w in mounts(s, k):
        aim = aim_of(s, m, w, target, second)
        shots = {left: fired(table, models, left, m, w, aim, firing) for left, _ in spread}
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
    found: Spread = {}
    for spread, weight in parts:
        for fate, chance in spread.items():
            found[fate] = found.get(fate, NEVER) + chance * weight
    return found


# ---------------------------------------------------------------- one weapon


def fired(
    table: State, models: Sequence[int], left: Wounds, m: int, w: int, k: int, firing: Firing
) -> Spread:
    """What one weapon does to models with so many Wounds left."""
    lay_wounds(table, models, left)
    if why_not_shoot(table, m, w, k, firing) != Why.ALLOWED:
        return {(left, 0): CERTAIN}
    weapon = table.profile[profile_of(table, m)].weapon[w]
    line = weapon.line[line_against(table, m, w, k)]
    if not can_harm(line, kind_of(table, int(table.detachment[k].first))):
        return {(left, 0): CERTAIN}
    near, wood = within_half(table, m, line, k), in_wood(table, nearest_target(table, m, line, k))
    chance = hit_chance(needed(table.options, line, wood, firing, MUTE))
    hits = hits_spread(table.options, weapon, line, near, chance)
    return after_hits(table, models, left, m, line, k, hits)


def lay_wounds(table: State, models: Sequence[int], left: Wounds) -> None:
    """Give the target models so many Wounds."""
    for t, wounds in zip(models, left, strict=True):
        table.model[t].wounds = wounds


def hits_spread(o: Options, weapon: Weapon, line: Line, near: bool, chance: Fraction) -> list[Fraction]:
    """The chance of each number of hits (CA-15.3, CA-15.4)."""
    dice = dice_spread(weapon, line)
    found = [NEVER] * (max(doubled(o, line, rolled, near) for rolled in dice) + 1)
    for rolled, share in dice.items():
        n = doubled(o, line, rolled, near)
        for hits in range(n + 1):
            found[hits] += share * comb(n, hits) * chance**hits * (1 - chance) ** (n - hits)
    return found


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


def after_hits(
    table: State, models: Sequence[int], left: Wounds, m: int, line: Line, k: int, hits: Sequence[Fraction]
) -> Spread:
    """Every hit allotted and saved before the next (CA-15.7), for each number of hits."""
    found: Spread = {}
    spread: Spread = {(left, 0): CERTAIN}
    for number, chance in enumerate(hits):
        if number:
            one = {was: one_hit(table, models, was, m, line, k) for was, _ in spread}
            spread = mixed((saving(one[was], saves), c) for (was, saves), c in spread.items())
        found = mixed(iter(((found, CERTAIN), (spread, chance))))
    return found


def one_hit(table: State, models: Sequence[int], left: Wounds, m: int, line: Line, k: int) -> Spread:
    """What one hit does (CA-15.6, CA-15.7)."""
    lay_wounds(table, models, left)
    t = allotted(table, m, line, k)
    if t == NOBODY:
        return {(left, 0): CERTAIN}
    saved = save_chance(save_against(table, m, line, t, MUTE))
    place = models.index(t)
    hurt = (*left[:place], left[place] - 1, *left[place + 1 :])
    return {(left, 1): saved, (hurt, 1): 1 - saved} if saved else {(hurt, 1): CERTAIN}
