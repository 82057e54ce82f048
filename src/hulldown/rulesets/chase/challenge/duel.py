"""What a best answer works with: the duel, three values for each position, and scratch space."""

from __future__ import annotations

from typing import Annotated

from hulldown.kernel.events import Terms
from hulldown.kernel.jit import rule
from hulldown.kernel.records import Real, record
from hulldown.rulesets.chase.codes import PAYOFFS, Gun
from hulldown.rulesets.chase.state import Damage, Options, Pair, Tank

HITS = 15  # Location x severity 0 to 4; 0 is no effect
SUMS = 64  # sums of up to nine dice and more
RAMMER, TARGET = 2, 3  # whose dice of a sideswipe, among the sums
BANDS = 7
CLASSES = 12  # winner none, A, B x success of A x success of B
FACINGS = 4
TIE = 1e-11  # open decisions whose values differ by less may go either way


@record
class Cell:
    """A position's value when both follow the strategy, when A answers it best, and when B does."""

    v: Real
    a: Real
    b: Real


@record
class Hits:
    """The chance of each location and severity: index location * 5 + severity."""

    p: Annotated[list[Real], HITS]


@record
class Duel:
    """Two tanks under options, their payoffs, and room to work. `size` is 9 states a hull point."""

    o: Options
    tank: Annotated[list[Tank], 2]
    size: Annotated[list[int], 2]
    payoff: Annotated[list[Real], PAYOFFS]
    limit_fixed: int
    sums: Annotated[list[Real], 4 * SUMS]  # chances of sums: A's and B's damage dice, sideswipes (CH-8.13)
    weight: Annotated[list[Real], CLASSES]  # chances of what the Driving tests come to
    ahead: Annotated[list[Real], 2]  # chances of being ahead once unequal totals are thrown (CH-5.4)
    p: Pair
    now: Damage
    other: Damage
    mute: Terms


@rule
def state_of(hull: int, mobility: int, gun: int) -> int:
    """The number of a living tank's damage state."""
    return ((hull - 1) * 3 + mobility) * 3 + gun


@rule
def read_state(now: Damage, i: int) -> None:
    """The damage state of a number."""
    now.gun = i % 3
    now.mobility = i // 3 % 3
    now.hull = i // 9 + 1


@rule
def number_of(g: Duel, side: int, now: Damage) -> int:
    """The number of a damage state; destroyed is the last."""
    if now.hull <= 0:
        return g.size[side]
    return state_of(now.hull, now.mobility, now.gun)


@rule
def mobility_of(i: int) -> int:
    """The mobility of a numbered state."""
    return i // 3 % 3


@rule
def gun_of(g: Duel, side: int, i: int) -> int:
    """The gun step of a numbered state; a destroyed tank has none."""
    return i % 3 if i < g.size[side] else Gun.KNOCKED_OUT


@rule
def two_dice(total: int) -> float:
    """The chance of a total of 2d6."""
    return (6 - abs(total - 7)) / 36.0


@rule
def at(g: Duel, band: int, a: int, b: int) -> int:
    """Where a position stands in a list of living positions."""
    return (band * g.size[0] + a) * g.size[1] + b


@rule
def after(g: Duel, band: int, a: int, b: int) -> int:
    """Where a position stands in a list that has the destroyed too."""
    return (band * (g.size[0] + 1) + a) * (g.size[1] + 1) + b


@rule
def put(to: Cell, value: float) -> None:
    """A position whose value is settled."""
    to.v, to.a, to.b = value, value, value


@rule
def add(to: Cell, chance: float, source: Cell) -> None:
    """Add a possible outcome."""
    to.v += chance * source.v
    to.a += chance * source.a
    to.b += chance * source.b


@rule
def keep_cell(to: Cell, source: Cell) -> None:
    """Copy a cell."""
    to.v, to.a, to.b = source.v, source.a, source.b


@rule
def better(to: Cell, side: int, x: Cell) -> None:
    """Let a side choose between what `to` holds and another outcome.

    Who follows the strategy takes the better value; where values are equal, what hurts it most counts.
    """
    sign = 1.0 if side == 0 else -1.0
    gap = sign * (x.v - to.v)
    if side == 0:
        to.a = max(to.a, x.a)
        to.b = x.b if gap > TIE else (min(to.b, x.b) if gap > -TIE else to.b)
    else:
        to.b = min(to.b, x.b)
        to.a = x.a if gap > TIE else (max(to.a, x.a) if gap > -TIE else to.a)
    if gap > 0:
        to.v = x.v
