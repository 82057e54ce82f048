"""What shots and collisions do to whole tables of damage states, each looked up once (CH-10.10, CH-8)."""

from __future__ import annotations

import threading
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from hulldown.rulesets.chase.codes import Facing, Mobility
from hulldown.rulesets.chase.equilibrium.conditions import MOVES, STEPS, Conditions
from hulldown.rulesets.chase.equilibrium.duel import Duel
from hulldown.rulesets.chase.equilibrium.matrix_games import Array
from hulldown.rulesets.chase.exact.collisions import Impact, ram_odds
from hulldown.rulesets.chase.exact.driving import drive_dm, effect_odds
from hulldown.rulesets.chase.exact.movement import facing_odds
from hulldown.rulesets.chase.exact.shots import Aim, Severities, shot_odds
from hulldown.rulesets.common.dicing import gathered

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

    def __init__(self, duel: Duel, exact: bool) -> None:
        self.duel, self.exact = duel, exact
        first, second = (Conditions(int(profile.hull), duel.options) for profile in duel.profiles)
        self.conditions = (first, second)
        self.shots: tuple[list[Array], list[Array]] = ([], [])  # by number: the firer is A, B
        self._severities: tuple[Severities, Severities] = ({}, {})
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
        odds = facing_odds(self.duel.options).items()
        first, second = (gathered((self.merged(side, f), p) for f, p in odds) for side in range(2))
        return first, second

    # ------------------------------------------------------------ shots

    def shooting(self, scene: Scene) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The numbers of A's and of B's shot kernels, by the firer's gun step."""
        if scene not in self._scenes:
            with self._making:
                first, second = (
                    tuple(self._shot(side, gun, scene) for gun in range(STEPS)) for side in range(2)
                )
                self._scenes[scene] = first, second
        return self._scenes[scene]

    def _shot(self, side: int, gun: int, scene: Scene) -> int:
        other = 1 - side
        aim = Aim(
            self.duel.profiles[side],
            gun,
            self.duel.profiles[other],
            scene.band,
            (scene.orders[side], scene.orders[other]),
            (scene.facings[side], scene.facings[other]),
            scene.down[other],
        )
        return self._shot_number(side, aim)

    def _shot_number(self, side: int, aim: Aim) -> int:
        """Shots that do the same to every target state share a kernel."""
        key = (side, aim.gun, aim.band, aim.orders, aim.facings, aim.down)
        if key not in self._shot_numbers:
            shot = shot_odds(self.duel.options, aim, self._severities[side])
            effect = (side, *sorted(shot.wounds.items()))
            if effect not in self._shot_numbers:
                self._shot_numbers[effect] = len(self.shots[side])
                self.shots[side].append(self.conditions[1 - side].kernel(shot.wounds, self.exact))
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
        impacts = [Impact(p, m, f) for p, m, f in zip(self.duel.profiles, moves, facings)]
        effects = {effect: Fraction(1)} if effect is not None else self.attempts(side, moves[side])
        crash = ram_odds(self.duel.options, impacts[side], impacts[1 - side], effects)
        hurt = self.conditions[side].kernel(crash.attacker_wounds, self.exact)
        sure = sum(effects.values(), Fraction(0))
        done = self.conditions[1 - side].kernel(crash.defender_wounds, self.exact, sure)
        return (hurt, done) if side == 0 else (done, hurt)

    def attempts(self, side: int, mobility: int) -> dict[int, Fraction]:
        """The Effects of a fresh ram attempt that succeeds; none for an immobilised tank (CH-8.4)."""
        o = self.duel.options
        dm = drive_dm(o, self.duel.profiles[side], mobility)
        return {} if dm is None else effect_odds(dm, int(o.ram_score))
