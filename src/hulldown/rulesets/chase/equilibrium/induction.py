"""Backward induction: the value of every situation, from the last turn to the first (CH-13.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from hulldown.rulesets.api.solving import Cancelled, Progress, Stop
from hulldown.rulesets.chase.codes import Event
from hulldown.rulesets.chase.ending import limit_event
from hulldown.rulesets.chase.equilibrium.conditions import Conditions
from hulldown.rulesets.chase.equilibrium.duel import Duel
from hulldown.rulesets.chase.equilibrium.fire import bury
from hulldown.rulesets.chase.equilibrium.matrix_games import Array, number, solve_games, zeros
from hulldown.rulesets.chase.equilibrium.plan import BANDS, Plan, legal_orders, order_slots
from hulldown.rulesets.chase.equilibrium.stage import Stage
from hulldown.rulesets.chase.equilibrium.tables import Tables
from hulldown.rulesets.chase.exact.scratch import damage


@dataclass(frozen=True)
class Solved:
    """A solved duel as arrays. States are numbered by `conditions`, orders as in CH-4.2.

    `values[t, r, a, b]` is worth to A with t turns left at range r; t = 0 is the turn limit, and the last a
    and the last b are destroyed tanks. `first[t - 1, r, o, a, b]` is the chance of A's order o with t turns
    left, `second` that of B's; they have living states only.
    """

    duel: Duel
    conditions: tuple[Conditions, Conditions]
    values: Array
    first: Array
    second: Array


class Turn(NamedTuple):
    """One turn of all situations: values with destroyed tanks, mixtures of A and of B."""

    values: Array
    first: Array
    second: Array


def at_the_limit(tables: Tables) -> Array:
    """The values when no turn is left, for every range (CH-12.5)."""
    duel, exact = tables.duel, tables.exact
    first, second = tables.conditions
    values = zeros((len(BANDS), len(first) + 1, len(second) + 1), exact)
    for a, own in enumerate(first.living):
        for b, enemy in enumerate(second.living):
            event = limit_event(first.hull, damage(*own), second.hull, damage(*enemy))
            values[:, a, b] = number(duel.payoff(Event.LIMIT if duel.limit_fixed else event), exact)
    bury(values, tables)
    return values


def one_turn(tables: Tables, plan: Plan, later: Array) -> Turn:
    """The equilibrium of a turn before values that are known."""
    return settle(tables, Stage(tables, later).matrices(plan))


def settle(tables: Tables, payoffs: Array) -> Turn:
    """Solve the matrix games of every range and of all states (CH-13.5)."""
    exact, bands = tables.exact, payoffs.shape[0]
    sizes = [len(states) for states in tables.conditions]
    values = zeros((bands, sizes[0] + 1, sizes[1] + 1), exact)
    slots = order_slots(tables.duel.options)
    first, second = zeros((bands, slots, *sizes), exact), zeros((bands, slots, *sizes), exact)
    for own, rows in _by_orders(tables.conditions[0]):
        for enemy, columns in _by_orders(tables.conditions[1]):
            at = np.ix_(range(bands), rows, columns)
            games = payoffs[np.ix_(range(bands), own, enemy, rows, columns)].transpose(1, 2, 0, 3, 4)
            shape = games.shape[2:]
            solution = solve_games(games.reshape(*games.shape[:2], -1))
            values[at] = solution.value.reshape(shape)
            for line, order in enumerate(own):
                first[:, order][at] = solution.rows[line].reshape(shape)
            for line, order in enumerate(enemy):
                second[:, order][at] = solution.columns[line].reshape(shape)
    bury(values, tables)
    return Turn(values, first, second)


def _by_orders(states: Conditions) -> Iterator[tuple[tuple[int, ...], Array]]:
    """The legal orders with the states that have them (CH-4.4)."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for number_of, mobility in enumerate(states.mobility):
        groups.setdefault(legal_orders(states.options, int(mobility)), []).append(number_of)
    for orders, numbers in groups.items():
        yield orders, np.array(numbers)


def turns_back(
    tables: Tables, turns: int, progress: Progress | None = None, cancelled: Stop | None = None
) -> Iterator[Turn]:
    """The equilibria with 1, 2, 3 ... turns left. Cancelled when `cancelled` says so between two of them."""
    plan, later = Plan(tables.duel, tables.exact), at_the_limit(tables)
    for turn in range(turns):
        if cancelled and cancelled():
            raise Cancelled
        if progress:
            progress(turn / turns, f"{turn + 1} of {turns} turns left")
        result = one_turn(tables, plan, later)
        later = result.values
        yield result


def solve_duel(
    duel: Duel, exact: bool = False, progress: Progress | None = None, cancelled: Stop | None = None
) -> Solved:
    """Solve a duel. With `exact` in fractions, which only duels of very few hull points bear."""
    tables = Tables(duel, exact)
    turns = list(turns_back(tables, duel.turns, progress, cancelled))
    values = np.stack([at_the_limit(tables), *(turn.values for turn in turns)])
    first, second = np.stack([turn.first for turn in turns]), np.stack([turn.second for turn in turns])
    return Solved(duel, tables.conditions, values, first, second)
