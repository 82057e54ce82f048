"""Names for crews that nobody has named, and for recruits."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

FIRST = (
    *("Ada", "Bruno", "Clara", "Dario", "Edda", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Karla", "Leon"),
    *("Mira", "Nils", "Olga", "Piet", "Rosa", "Sven", "Tilda", "Ulf", "Vera", "Wim", "Yana", "Zeno"),
)
LAST = (
    "Brandt",
    "Coster",
    "Dahl",
    "Ferro",
    "Hale",
    "Ivers",
    "Kern",
    "Lund",
    "Marek",
    "Novak",
    "Orsini",
    "Rook",
)
TANKS = (
    "Ironside",
    "Old Bess",
    "Lucky Seven",
    "Marigold",
    "Thunderer",
    "Grey Goose",
    "Hedgehog",
    "Bellwether",
)


def fresh_person(taken: Collection[str]) -> str:
    """The next name of the list that nobody in the campaign has or had."""
    return fresh(people(), taken)


@cache
def people() -> list[str]:
    """Every first name with every last name; neighbors of the list share neither."""
    rounds = ((i % len(FIRST), (i + i // len(FIRST)) % len(LAST)) for i in range(len(FIRST) * len(LAST)))
    return [f"{FIRST[first]} {LAST[last]}" for first, last in rounds]


def fresh(names: list[str], taken: Collection[str]) -> str:
    """The first name that is not taken; with a number behind it when all are."""
    for number in range(1, len(taken) + 2):
        for name in names:
            candidate = name if number == 1 else f"{name} {number}"
            if candidate not in taken:
                return candidate
    raise AssertionError("there are more candidates than names taken")
