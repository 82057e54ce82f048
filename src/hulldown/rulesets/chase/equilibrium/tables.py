"""The damage states of a tank as numbers (CH-13.1): gun before mobility before hull points.

The states of one gun step stand together, since a shot depends on the gun; the destroyed tank comes last.
"""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np

from hulldown.kernel.matrix_games import Array, number, zeros
from hulldown.kernel.records import copy, pack
from hulldown.rulesets.api.bot import CannotSolve
from hulldown.rulesets.chase import exact
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.state import (
    PAYOFF,
    SIDE_TANKS,
    BeyondDistant,
    Event,
    Facing,
    Location,
    Mobility,
    Options,
    Profile,
    State,
)
from hulldown.rulesets.common.explanation import gathered

STEPS = 3  # of mobility and of the gun
MOVES = tuple((first, second) for first in range(STEPS) for second in range(STEPS))  # mobilities of A, B
WORST = 4  # severity
ONE = Fraction(1)


class Conditions:
    """All states of a tank with so many hull points, under the options of its duel."""

    def __init__(self, hull: int, options: Options) -> None:
        self.hull, self.options = hull, options
        self.living: list[exact.Condition] = [
            (points, mobility, gun)
            for gun in range(STEPS)
            for mobility in range(STEPS)
            for points in range(1, hull + 1)
        ]
        self.destroyed = len(self.living)
        self.numbers = {condition: i for i, condition in enumerate(self.living)}
        self.mobility = np.array([condition[1] for condition in self.living])
        self.gun = np.array([condition[2] for condition in self.living])

    def __len__(self) -> int:
        return len(self.living)

    def number(self, condition: exact.Condition | None) -> int:
        """The number of a state; None is destroyed."""
        return self.destroyed if condition is None else self.numbers[condition]

    def of_gun(self, gun: int) -> slice:
        """The states with this gun step."""
        return slice(gun * STEPS * self.hull, (gun + 1) * STEPS * self.hull)

    @cached_property
    def harm(self) -> dict[tuple[int, int], Any]:
        """The next state of each living one, by location and severity (CH-11.3 to CH-11.7)."""
        return {
            (location, severity): np.array(
                [self.number(exact.next_condition(self.options, c, location, severity)) for c in self.living]
            )
            for location in map(int, Location)
            for severity in range(1, WORST + 1)
        }

    def kernel(self, wounds: exact.Wounds, fractions: bool, whole: Fraction = ONE) -> Array:
        """The chance of each next state [from, to]; what the wounds leave of `whole` has no effect."""
        matrix = zeros((len(self), len(self) + 1), fractions)
        each = np.arange(len(self))
        for (location, severity), chance in wounds.items():
            matrix[each, self.harm[location, severity]] += number(chance, fractions)
        matrix[each, each] += number(whole - sum(wounds.values()), fractions)
        return matrix


# ---------------------------------------------------------------- duel
# What is solved: two tanks, options, payoffs and turns, without anything of a battle under way.


SETTLED = ("start_range", "turn_limit", "duels")  # options of set-up: the position has them (CH-17.3)
ESCAPES = {Event.ESC_A, Event.ESC_B, Event.ESC_BOTH}  # ends that no duel has where the range stops (CH-2.5)
NO_MATTER = ("kind", "crew", "points", "weapon")  # names and prices change no duel


@dataclass(frozen=True)
class Duel:
    """A duel as CH-13.4 sees it."""

    options: Options
    profiles: tuple[Profile, Profile]
    payoffs: tuple[int, ...]  # for A, in PAYOFF, by Event (CH-12.6)
    limit_fixed: bool  # CH-12.5
    turns: int

    def payoff(self, event: int) -> Fraction:
        """What an end of the duel is worth to A."""
        return Fraction(self.payoffs[event], PAYOFF)

    def spread(self) -> tuple[Fraction, Fraction]:
        """The lowest and the highest payoff that can come about."""
        limits = {Event.LIMIT_A, Event.LIMIT_B, Event.LIMIT_EQ}
        skipped = set(limits) if self.limit_fixed else {Event.LIMIT}
        if self.options.beyond_distant == BeyondDistant.STOP:
            skipped |= ESCAPES
        met = [self.payoff(event) for event in range(len(self.payoffs)) if event not in skipped]
        return min(met), max(met)

    def digest(self) -> str:
        """Short and different for duels that differ in anything that matters."""
        hasher = hashlib.sha256(pack(self.options).tobytes())
        for profile in self.profiles:
            plain = copy(profile)
            for name in NO_MATTER:
                setattr(plain, name, 0)
            hasher.update(pack(plain).tobytes())
        hasher.update(np.array([*self.payoffs, int(self.limit_fixed), self.turns]).tobytes())
        return hasher.hexdigest()[:24]


def solvable(s: State) -> bool:
    """Whether a game can be solved whole: a duel whose positions are few enough (CH-14.11, CH-8.19)."""
    return s.options.team_battle == 0 and s.options.armor_wear == 0


@cache
def usual_options() -> Options:
    """The options as they are where nothing is chosen. To be read only."""
    return SHELF.options_under({})


def duel_of(s: State) -> Duel:
    """The duel that a position belongs to. CannotSolve for a team battle (CH-14.11) and for Armor that wears
    down (CH-8.19).
    """
    if s.options.team_battle != 0:
        raise CannotSolve("a team battle cannot be solved, only a duel of one tank a side (CH-14.11)")
    if s.options.armor_wear != 0:
        raise CannotSolve(
            "a duel in which Armor wears down has too many positions to be solved (CH-8.19, armor_wear)"
        )
    profiles = copy(s.tanks[0].profile), copy(s.tanks[SIDE_TANKS].profile)
    payoffs = tuple(int(payoff) for payoff in s.payoffs)
    options = copy(s.options)
    for name in SETTLED:
        setattr(options, name, getattr(usual_options(), name))
    return Duel(options, profiles, payoffs, s.limit_fixed != 0, int(s.turn_limit))


# ---------------------------------------------------------------- tables
# What shots and collisions do to whole tables of damage states, each looked up once (CH-10.10, CH-8).


Pair = tuple[int, int]
FRESH = None  # in place of an Effect: a test of its own, all its Effects (CH-8.6)
ALL = tuple(facing.value for facing in Facing if facing >= 0)
Kernels = dict[Pair, tuple[Array, Array]]


class Scene(NamedTuple):
    """How two tanks stand when the guns fire. Lists are A's, B's."""

    band: int
    orders: Pair
    facings: Pair
    down: tuple[bool, bool]
    first: int  # side that fires first, -1 for both at once (CH-10.4)


class Tables:
    """Kernels of a duel, made when they are first asked for, by one thread at a time: players share them."""

    def __init__(self, duel: Duel, fractions: bool) -> None:
        self.duel, self.fractions = duel, fractions
        first, second = (Conditions(int(profile.hull), duel.options) for profile in duel.profiles)
        self.conditions = (first, second)
        self.shots: tuple[list[Array], list[Array]] = ([], [])  # by number: the firer is A, B
        self._severities: tuple[exact.Severities, exact.Severities] = ({}, {})
        self._shot_numbers: dict[tuple[object, ...], int] = {}
        self._scenes: dict[Scene, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self._rams: dict[tuple[object, ...], Kernels] = {}
        self._making = threading.Lock()

    # ------------------------------------------------------------ facings

    def merged(self, side: int, facing: int) -> int:
        """A facing, Left as Right where both have the same Armor (CH-13.6)."""
        armor = self.duel.profiles[side].armor
        if facing == Facing.LEFT and armor[Facing.LEFT] == armor[Facing.RIGHT]:
            return Facing.RIGHT.value
        return facing

    @cached_property
    def facings(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The facings of each side that differ."""
        first, second = (
            tuple(dict.fromkeys(self.merged(side, facing) for facing in ALL)) for side in range(2)
        )
        return first, second

    @cached_property
    def random(self) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
        """The chance of each of them when a die decides (CH-7.7)."""
        odds = exact.facing_odds(self.duel.options).items()
        first, second = (gathered((self.merged(side, f), p) for f, p in odds) for side in range(2))
        return first, second

    # ------------------------------------------------------------ shots

    def shooting(self, scene: Scene) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The numbers of A's and of B's shot kernels, by the firer's gun step."""
        if scene not in self._scenes:
            with self._making:
                first, second = (
                    tuple(self._shot_number(side, gun, scene) for gun in range(STEPS)) for side in range(2)
                )
                self._scenes[scene] = first, second
        return self._scenes[scene]

    def _shot_number(self, side: int, gun: int, scene: Scene) -> int:
        """Shots that do the same to every target state share a kernel."""
        firer, target = self.duel.profiles if side == 0 else self.duel.profiles[::-1]
        orders, facings = (pair if side == 0 else pair[::-1] for pair in (scene.orders, scene.facings))
        aim = exact.Aim(firer, gun, target, scene.band, orders, facings, scene.down[1 - side])
        key = (side, aim.gun, aim.band, aim.orders, aim.facings, aim.down)
        if key not in self._shot_numbers:
            shot = exact.shot_odds(self.duel.options, aim, self._severities[side])
            effect = (side, *sorted(shot.wounds.items()))
            if effect not in self._shot_numbers:
                self._shot_numbers[effect] = len(self.shots[side])
                self.shots[side].append(self.conditions[1 - side].kernel(shot.wounds, self.fractions))
            self._shot_numbers[key] = self._shot_numbers[effect]
        return self._shot_numbers[key]

    # ------------------------------------------------------------ collisions

    def ramming(self, side: int, facings: Pair, effect: int | None) -> Kernels:
        """What a ram by a side does to A and to B, by the mobilities of A and B.

        With FRESH the target's chances add up to that of a successful attempt, otherwise to one.
        """
        key = (side, facings, effect)
        if key not in self._rams:
            self._rams[key] = {
                moves: self._ram(side, facings, effect, moves)
                for moves in MOVES
                if moves[side] != Mobility.IMMOBILISED
            }
        return self._rams[key]

    def _ram(self, side: int, facings: Pair, effect: int | None, moves: Pair) -> tuple[Array, Array]:
        o = self.duel.options
        impacts = [exact.Impact(p, m, f) for p, m, f in zip(self.duel.profiles, moves, facings)]
        effects = {effect: Fraction(1)} if effect is not None else self.attempts(side, moves[side])
        crash = exact.ram_odds(o, impacts[side], impacts[1 - side], effects)
        hurt = self.conditions[side].kernel(exact.crash_wounds(o, crash.attacker), self.fractions)
        sure = sum(effects.values(), Fraction(0))
        done = self.conditions[1 - side].kernel(exact.crash_wounds(o, crash.defender), self.fractions, sure)
        return (hurt, done) if side == 0 else (done, hurt)

    def attempts(self, side: int, mobility: int) -> dict[int, Fraction]:
        """The Effects of a fresh ram attempt that succeeds; none for an immobilised tank (CH-8.4)."""
        o = self.duel.options
        dm = exact.drive_dm(o, self.duel.profiles[side], mobility)
        return {} if dm is None else exact.effect_odds(dm, int(o.ram_score))
