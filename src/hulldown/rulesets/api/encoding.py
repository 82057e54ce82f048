"""How a position and its orders become numbers for agents: blocks of features, and a number for each order.

All of it is worked out from the position as a seat knows it (`Rules.mask`), so no number holds a secret.
A changed feature, bound or order raises `Encoding.version`: who has trained an agent needs to know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.jit import S, generic
from hulldown.kernel.lanes import Draw, Index, Observe, Score, Turn
from hulldown.kernel.network import ended

MOST_ORDERS = 64  # on offer at once, in most battles


@dataclass(frozen=True)
class ObservedNumber:
    """A number of an observation: at least `low`, at most `high`, both as an int16 holds them."""

    name: str
    low: int
    high: int


@dataclass(frozen=True)
class Block:
    """So many rows of the same features: the battle itself (one row), its units, its pieces of ground."""

    name: str
    rows: int
    features: tuple[ObservedNumber, ...]

    @property
    def size(self) -> int:
        """How many numbers it takes."""
        return self.rows * len(self.features)


@dataclass(frozen=True)
class Planes:
    """The board as pictures, one for each feature: `draw(s, seat, out, at)` writes them one after another
    into zeros, row by row from the north.
    """

    columns: int
    rows: int
    features: tuple[ObservedNumber, ...]
    draw: Draw[Any]

    @property
    def size(self) -> int:
        """How many numbers it takes."""
        return self.columns * self.rows * len(self.features)


@dataclass(frozen=True)
class ActionCatalogue:
    """A number below `size` for every order that can be on offer, told apart from all others on offer then.

    `index(s, seat, a)` takes an order that `Encoding.turn` has turned.
    """

    size: int
    index: Index[Any]


@generic
def nothing_turned(s: S, seat: int, a: Action) -> None:
    """The orders of a ruleset whose units stand in the same rows for either seat."""
    return


@generic
def score_by_winner(s: S) -> int:
    """What a battle that is over is worth to the first seat, in millionths: all, nothing, or a half."""
    return ended(s.winner, 0)


@dataclass(frozen=True, kw_only=True)
class Encoding:
    """What agents see and do.

    observe(s, seat, out, at) writes the blocks one after another from `at` on, where zeros are, units of the
    seat's own side first; turn(s, seat, a) makes of the units that an order names the rows that they have
    there, turn_back undoes it. score(s) is what a battle that is over is worth to the first seat, in
    millionths. `width` is how many orders can be on offer at once as far as is known; `wide` says that orders
    name places by numbers that an int16 does not hold.
    """

    version: int
    blocks: tuple[Block, ...]
    observe: Observe[Any]
    turn: Turn[Any] = nothing_turned
    turn_back: Turn[Any] = nothing_turned
    score: Score[Any] = score_by_winner
    width: int = MOST_ORDERS
    wide: bool = False
    catalogue: ActionCatalogue | None = None
    planes: Planes | None = None

    @property
    def names(self) -> list[str]:
        """What each number of an observation is: "units 3 hull"."""
        return [
            f"{block.name} {row} {feature.name}" if block.rows > 1 else f"{block.name} {feature.name}"
            for block in self.blocks
            for row in range(block.rows)
            for feature in block.features
        ]

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(block.size for block in self.blocks)
