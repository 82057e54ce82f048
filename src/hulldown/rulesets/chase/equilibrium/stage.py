"""One turn, all open decisions made as they are best for whoever makes them (CH-13.4).

Every value is an array over states of A and of B: all of them when a duel is solved, a single one when a
position is asked about. Steps are taken from the last to the first.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce

import numpy as np

from hulldown.rulesets.chase.codes import NOBODY, Band, Event, Source
from hulldown.rulesets.chase.equilibrium.conditions import ONE
from hulldown.rulesets.chase.equilibrium.fire import Fire
from hulldown.rulesets.chase.equilibrium.matrix_games import Array, number, zeros
from hulldown.rulesets.chase.equilibrium.plan import BANDS, Branch, Course, Plan, order_slots
from hulldown.rulesets.chase.equilibrium.tables import FRESH, Pair, Scene, Tables
from hulldown.rulesets.chase.exact.movement import Arrival, Asked, Gone, Opening, facing_of_source
from hulldown.rulesets.chase.variants import FireOrder, RamTest


def best(side: int, values: Iterable[Array]) -> Array:
    """A takes the most, B gives the least. What is the very same array is looked at once."""
    different = {id(value): value for value in values}
    return reduce(np.maximum if side == 0 else np.minimum, different.values())


class Stage:
    """A turn before values that are known."""

    def __init__(
        self, tables: Tables, values: Array, rows: Array | None = None, columns: Array | None = None
    ) -> None:
        first, second = (np.arange(len(states)) for states in tables.conditions)
        self.tables, self.duel, self.exact = tables, tables.duel, tables.exact
        self.everywhere = Fire(tables, values, first, second)  # a collision can lead to any state
        if rows is None or columns is None:
            self.rows, self.columns, self.fire = first, second, self.everywhere
        else:
            self.rows, self.columns, self.fire = rows, columns, Fire(tables, values, rows, columns)
        self._mobility = tables.conditions[0].mobility[self.rows], tables.conditions[1].mobility[self.columns]
        self._collisions: dict[tuple[object, ...], Array] = {}

    def flat(self, event: int) -> Array:
        """The payoff of an end."""
        payoffs = zeros((len(self.rows), len(self.columns)), self.exact)
        payoffs[...] = number(self.duel.payoff(event), self.exact)
        return payoffs

    def blend(self, parts: list[tuple[Fraction, Array]]) -> Array:
        """What comes by chance."""
        if len(parts) == 1:
            return parts[0][1]
        shares = [number(chance, self.exact) * value for chance, value in parts]
        return reduce(np.add, shares)

    # ------------------------------------------------------------ steps 8 and 9

    def scene(self, branch: Branch, facings: Pair, band: int) -> Scene:
        """How both stand when the guns fire."""
        turns = self.duel.options.fire_order == FireOrder.WINNER_FIRST
        first = branch.driven.winner if turns else NOBODY
        merged = self.tables.merged(0, facings[0]), self.tables.merged(1, facings[1])
        return Scene(band, branch.orders, merged, branch.chart.down, first)

    def opening_value(self, branch: Branch, facings: Pair, step: Opening) -> Array:
        """From what is left of the opening step."""
        if isinstance(step, Asked):
            return best(
                step.side, (self.opening_value(branch, facings, answer) for answer in (step.yes, step.no))
            )
        if isinstance(step, Gone):
            return self.flat(step.event)
        return self.fire.value(self.scene(branch, facings, step.band))

    # ------------------------------------------------------------ step 7

    def ask_rams(self, branch: Branch, facings: Pair, sides: tuple[int, ...], band: int) -> Array:
        """Sides are asked to ram, one after another; `band` is the range without a ram."""
        if not sides:
            return self.opening_value(branch, facings, branch.opening[band])
        rest = self.ask_rams(branch, facings, sides[1:], band)
        return best(sides[0], (self.attempt_value(branch, facings, sides[0], rest), rest))

    def attempt_value(self, branch: Branch, facings: Pair, side: int, rest: Array) -> Array:
        """A ram attempt (CH-8.6); `rest` is what a failure is worth."""
        if self.duel.options.ram_test == RamTest.FRESH:
            return self.collision(branch, facings, side, FRESH) + self._failure(side) * rest
        if not branch.driven.success[side]:
            return rest
        return self.collision(branch, facings, side, branch.driven.effect[side])

    def _failure(self, side: int) -> Array:
        """The chance that a fresh attempt fails, by the rammer's mobility."""
        chances = [
            1 - sum(self.tables.attempts(side, mobility).values())
            for mobility in range(int(self._mobility[side].max()) + 1)
        ]
        failure = zeros((len(chances),), self.exact)
        failure[:] = [number(chance, self.exact) for chance in chances]
        failing = failure[self._mobility[side]]
        return failing[:, None] if side == 0 else failing[None, :]

    def collision(self, branch: Branch, facings: Pair, side: int, effect: int | None) -> Array:
        """A successful ram: the guns fire at Adjacent unless a tank is gone (CH-8.17)."""
        scene = self.scene(branch, facings, Band.ADJACENT.value)
        key = (scene, side, effect)
        if key not in self._collisions:
            self._collisions[key] = self._collide(scene, side, effect)
        return self._collisions[key]

    def _collide(self, scene: Scene, side: int, effect: int | None) -> Array:
        after = self.everywhere.at_all(scene)
        values = zeros((len(self.rows), len(self.columns)), self.exact)
        for moves, (first, second) in self.tables.ramming(side, scene.facings, effect).items():
            rows, columns = (np.flatnonzero(self._mobility[i] == moves[i]) for i in range(2))
            if rows.size and columns.size:
                hit = first[self.rows[rows]] @ after @ second[self.columns[columns]].T
                values[np.ix_(rows, columns)] = hit
        return values

    # ------------------------------------------------------------ steps 5 and 6

    def ram_value(self, branch: Branch, facings: Pair, there: Arrival) -> Array:
        """From the beginning of the ram step, facings known."""
        return self.blend(
            [(chance, self.ask_rams(branch, facings, sides, there.band)) for chance, sides in there.rammers]
        )

    def facing_value(self, branch: Branch, there: Arrival) -> Array:
        """From the facing step: dice first, then whoever chooses (CH-7.5)."""
        sources = there.sources
        drawn = [
            self.tables.random[side] if sources[side] == Source.RANDOM else {NOBODY: ONE} for side in (0, 1)
        ]
        return self.blend(
            [
                (p * q, self.choice_value(branch, there, (first, second)))
                for first, p in drawn[0].items()
                for second, q in drawn[1].items()
            ]
        )

    def choice_value(self, branch: Branch, there: Arrival, drawn: Pair) -> Array:
        """The choice of facings, with those that dice have drawn, NOBODY elsewhere."""
        sources = there.sources
        first, second = (self._open(side, sources[side], drawn[side]) for side in (0, 1))
        chooser = 0 if Source.CHOICE_A in sources else 1
        return best(chooser, (self.ram_value(branch, (f, g), there) for f in first for g in second))

    def _open(self, side: int, source: int, drawn: int) -> tuple[int, ...]:
        """The facings that a tank can still come to."""
        if source == Source.RANDOM:
            return (drawn,)
        if source == Source.CHOICE_A or source == Source.CHOICE_B:
            return self.tables.facings[side]
        return (facing_of_source(source),)

    def arrival_value(self, branch: Branch, there: Arrival) -> Array:
        """After the shift: an escape, or the facing step."""
        return self.flat(there.event) if there.event != Event.NONE else self.facing_value(branch, there)

    def shift_values(self, branch: Branch, bands: tuple[int, ...]) -> list[Array]:
        """From the shift on, for each range; the shifts of several ranges lead to the same places."""
        known: dict[tuple[object, ...], Array] = {}

        def reached(there: Arrival) -> Array:
            key = (there.event, there.sources, there.band, there.rammers)
            if key not in known:
                known[key] = self.arrival_value(branch, there)
            return known[key]

        return [
            best(branch.chart.decider, [reached(way.there) for way in ways])
            for ways in (branch.ways[band] for band in bands)
        ]

    def outcome_values(self, course: Course, bands: tuple[int, ...]) -> list[Array]:
        """From the tests on, for each range: directions that are still open, then the shift (CH-4.6)."""
        if isinstance(course, Branch):
            return self.shift_values(course, bands)
        ways = [self.outcome_values(way, bands) for way in course.ways]
        return [best(course.side, values) for values in zip(*ways)]

    # ------------------------------------------------------------ the matrix

    def matrices(self, plan: Plan, bands: tuple[int, ...] = BANDS) -> Array:
        """The payoff of each pair of orders: [range, order of A, order of B, rows, columns].

        Orders that a tank cannot give (CH-4.4) have nothing sensible.
        """
        slots = order_slots(self.duel.options)
        payoffs = zeros((len(bands), slots, slots, len(self.rows), len(self.columns)), self.exact)
        for orders, outcomes in plan.outcomes.items():
            for course, weights in outcomes:
                weight = weights[np.ix_(*self._mobility)]
                if weight.any():
                    for at, value in enumerate(self.outcome_values(course, bands)):
                        payoffs[(at, *orders)] += weight * value
        return payoffs
