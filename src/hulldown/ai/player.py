"""What a computer player is: something that ranks the orders of a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from hulldown.ai.searcher import Searcher
from hulldown.kernel.actions import Action

Progress = Callable[[float], None]  # share of the thinking done, 0 to 1
Cancelled = Callable[[], bool]


class NothingToDecide(ValueError):
    """The seat owes no decision in this position."""


class PlayerFault(RuntimeError):
    """A player of one's own crashed, or gave what may not be given: its seat has lost the game."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"the player {name} {reason}")


@dataclass(frozen=True)
class Ranked:
    """One order with what the player expects of it: `value` is the chance to win, 0 to 1.

    `visits` says how much thought went into it (1 where that means nothing), `share` with what
    probability the player gives the order (None: it always gives its best).
    """

    order: Action
    text: str
    value: float
    visits: int = 1
    share: float | None = None


@dataclass
class Thought:
    """What a player made of a desk: rows of its `orders`, best first, and the value of the best.

    A player that mixes puts first what it drew, and says in `shares` how likely each order was.
    """

    rows: list[int]
    values: list[float]
    visits: list[int]
    shares: list[float] | None = None

    @property
    def expected(self) -> float:
        """What the player expects of the position: the value of its best order, or of its mixture."""
        if self.shares is None:
            return self.values[0]
        return sum(share * value for share, value in zip(self.shares, self.values, strict=True))


@runtime_checkable
class Player(Protocol):
    """A computer player. `name` is the text form that makes another like it."""

    name: str

    def begin(self, key: int) -> None:
        """Forget everything and take new dice of one's own: the start of a game in a match."""

    def think(
        self,
        desk: Searcher,
        seat: int,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Thought:
        """Rank the orders of a seat. Leaves the position as it is and `desk.orders` filled."""


PlayerSpec = str | Callable[[Any], Any] | Player  # a text, a function of a decision, or a player
