"""What tables have in common: units that are named or looked at, and how far they get on an open table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from hulldown.kernel.actions import Action
from hulldown.kernel.plane import CIRCLE, shifted_x, shifted_y
from hulldown.rulesets.api.odds import End, Ends
from hulldown.rulesets.api.scene import Spot
from hulldown.rulesets.common.names import point

S = TypeVar("S")
NOBODY = -1
HALVINGS = 5  # of a way that is not open to its end
Reach = dict[str, tuple[int, list[Action]]]
"""What can be reached: place -> (cost, orders)."""


def unit_or(find: Callable[[S, str], int], s: S, name: str, otherwise: int = NOBODY) -> int:
    """The unit of a name, NOBODY where there is none; another one without a name."""
    if not name:
        return otherwise
    try:
        return find(s, name)
    except ValueError:
        return NOBODY


def group_or(names: Sequence[str], unit: str, otherwise: int) -> int | None:
    """The group of a name, or of a model of that name; another one without a name, None for nobody."""
    if unit:
        owner = unit.partition(".")[0]
        return names.index(owner) if owner in names else None
    return otherwise if otherwise != NOBODY else None


def true_words(conditions: Mapping[str, object]) -> frozenset[str]:
    """The words of what is so."""
    return frozenset(word for word, so in conditions.items() if so)


# ---------------------------------------------------------------- on an open table
# Places are spots in thousandths of an inch; orders name them as "12,3.5".


def named_spots(orders: Iterable[tuple[Spot, Action]]) -> tuple[tuple[str, Spot], ...]:
    """The places that orders name, each once."""
    return tuple({point(*spot): (point(*spot), spot) for spot, _ in orders}.values())


def whole_moves(reached: Reach) -> Ends:
    """Moves without a choice of facing, by where they end."""
    return {place: [End(None, cost, tuple(orders))] for place, (cost, orders) in reached.items()}


def ahead(at: Spot, far: int, angle: int) -> Spot:
    """The spot so far from another in a direction."""
    return shifted_x(at[0], far, angle), shifted_y(at[1], far, angle)


def straight_reach(at: Spot, far: int, ways: int, is_open: Callable[[Spot], bool]) -> tuple[Spot, ...]:
    """The line that is reached from a spot by one straight way; ways that are not open are halved."""

    def farthest(angle: int) -> Spot:
        low, high = 0, far
        if is_open(ahead(at, high, angle)):
            return ahead(at, high, angle)
        for _ in range(HALVINGS):
            middle = (low + high) // 2
            low, high = (middle, high) if is_open(ahead(at, middle, angle)) else (low, middle)
        return ahead(at, low, angle)

    return tuple(farthest(CIRCLE * way // ways) for way in range(ways))
