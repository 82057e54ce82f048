"""How much the quick lane (`make test`) tries, and how much `make test-all` does."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest
from tests.toy import changed

from hulldown.rulesets.api.ruleset import Ruleset

WHOLE = os.environ.get("HULLDOWN_TESTS") == "all"  # the Makefile sets it for `make test-all`
SHARE = 5  # the quick lane tries one example of so many

# A small battle of each ruleset that has what its rules are about: the quick lane asks of these what the
# landing lane asks of every scenario.
SMALL_BATTLES = {
    "tank_commander": "skirmish",
    "agrav": "crossroads",
    "close_assault": "drill_square",
    "warstrike": "first_patrol",
    "chase": "even_ground",
}


def examples(most: int) -> int:
    """How many examples a property test tries: `most` in `make test-all`, a part in the quick lane."""
    return most if WHOLE else max(2, most // SHARE)


def seeds(most: int) -> list[Any]:
    """The seeds of a test that is repeated: a part of them in the quick lane, the others are slow tests."""
    first = max(1, most // SHARE)
    return [*range(first), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(first, most))]


def quickly(first: str, names: Iterable[str]) -> list[Any]:
    """Rulesets to ask in turn: the first in the quick lane, the others when a change lands."""
    return [first, *(pytest.param(name, marks=pytest.mark.landing) for name in names if name != first)]


def in_small(ruleset: Ruleset) -> Ruleset:
    """The same ruleset with its small battle only."""
    name = SMALL_BATTLES[ruleset.id]
    return changed(ruleset, files={"scenarios": lambda: {name: ruleset.files.scenarios()[name]}})
