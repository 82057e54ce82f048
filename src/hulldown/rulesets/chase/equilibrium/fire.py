"""The fire step for whole tables of damage states (CH-10.4): two kernels around the next turn's values."""

from __future__ import annotations

import numpy as np

from hulldown.rulesets.chase.codes import NOBODY, Event
from hulldown.rulesets.chase.equilibrium.conditions import STEPS
from hulldown.rulesets.chase.equilibrium.matrix_games import Array, number, zeros
from hulldown.rulesets.chase.equilibrium.tables import Scene, Tables


class Fire:
    """Values before the fire step, for some states of A (`rows`) and of B (`columns`).

    `values` are those after it, by range, with the destroyed tank last in both directions.
    """

    def __init__(self, tables: Tables, values: Array, rows: Array, columns: Array) -> None:
        self.tables, self.values = tables, values
        self.rows, self.columns = rows, columns
        first, second = tables.conditions
        self._row_guns = [np.flatnonzero(first.gun[rows] == gun) for gun in range(STEPS)]
        self._column_guns = [np.flatnonzero(second.gun[columns] == gun) for gun in range(STEPS)]
        self._known: dict[tuple[object, ...], Array] = {}

    def value(self, scene: Scene) -> Array:
        """What a scene is worth to A before the shots [rows, columns]."""
        own, enemy = self.tables.shooting(scene)
        key = (scene.band, scene.first, own, enemy)
        if key not in self._known:
            if scene.first == NOBODY:
                self._known[key] = self._at_once(scene.band, own, enemy)
            elif scene.first == 0:
                self._known[key] = self._first_a(scene.band, own, enemy)
            else:
                self._known[key] = self._first_b(scene.band, own, enemy)
        return self._known[key]

    def at_all(self, scene: Scene) -> Array:
        """The same with the values of destroyed tanks beside, between which nobody fires (CH-8.17).

        Only where rows and columns are all states.
        """
        fought = self.value(scene)
        values = zeros((fought.shape[0] + 1, fought.shape[1] + 1), self.tables.exact)
        values[:-1, :-1] = fought
        bury(values, self.tables)
        return values

    def _fired_at(self, band: int, shot: int) -> Array:
        """B has fired with a kernel; A not yet: [rows, next states of B]."""
        key = (band, shot)
        if key not in self._known:
            self._known[key] = self.tables.shots[1][shot][self.rows] @ self.values[band]
        return self._known[key]

    def _by_gun(self, shots: tuple[int, ...]) -> list[Array]:
        """A's kernels by gun step, turned round: [next states of B, columns]."""
        return [self.tables.shots[0][shot][self.columns].T for shot in shots]

    def _at_once(self, band: int, own: tuple[int, ...], enemy: tuple[int, ...]) -> Array:
        """Both from the state before."""
        values = zeros((len(self.rows), len(self.columns)), self.tables.exact)
        for across, columns in enumerate(self._column_guns):
            met = self._fired_at(band, enemy[across]) if columns.size else None
            for down, rows in enumerate(self._row_guns):
                if rows.size and met is not None:
                    shot = self.tables.shots[0][own[down]][self.columns[columns]].T
                    values[np.ix_(rows, columns)] = met[rows] @ shot
        return values

    def _first_a(self, band: int, own: tuple[int, ...], enemy: tuple[int, ...]) -> Array:
        """A first; B answers with the gun it then has, if it is still there."""
        second = self.tables.conditions[1]
        answered = self.values[band][self.rows].copy()  # as it is where B is destroyed
        for gun in range(STEPS):
            answered[:, second.of_gun(gun)] = self._fired_at(band, enemy[gun])[:, second.of_gun(gun)]
        values = zeros((len(self.rows), len(self.columns)), self.tables.exact)
        for rows, shot in zip(self._row_guns, self._by_gun(own)):
            if rows.size:
                values[rows] = answered[rows] @ shot
        return values

    def _first_b(self, band: int, own: tuple[int, ...], enemy: tuple[int, ...]) -> Array:
        """B first."""
        first = self.tables.conditions[0]
        answered = self.values[band][:, self.columns].copy()
        for gun, shot in enumerate(self._by_gun(own)):
            answered[first.of_gun(gun)] = self.values[band][first.of_gun(gun)] @ shot
        values = zeros((len(self.rows), len(self.columns)), self.tables.exact)
        for gun, columns in enumerate(self._column_guns):
            if columns.size:
                values[:, columns] = self.tables.shots[1][enemy[gun]][self.rows] @ answered[:, columns]
        return values


def bury(values: Array, tables: Tables) -> None:
    """Write the payoffs of destroyed tanks into the last row and column of [..., A, B] (CH-13.2, CH-12.2)."""
    duel = tables.duel
    values[..., -1, :] = number(duel.payoff(Event.DESTROY_A), tables.exact)
    values[..., :, -1] = number(duel.payoff(Event.DESTROY_B), tables.exact)
    values[..., -1, -1] = number(duel.payoff(Event.BOTH), tables.exact)
