"""Drills: positions out of real games with what every order there is worth, as a file of a ruleset says them.

They are written by `scripts/puzzles.py`, which plays the games and weighs the orders. So nothing is left to
work out at the table, and what an order is worth is the same for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from hulldown.catalogue import Entry, ValidationIssue
from hulldown.rulesets.api.lessons import Puzzle

DRILLS = "drills.toml"  # in the folder of a ruleset
BASIS = Literal["odds", "solver", "search"]
FEWEST = 3  # orders that make a question
HALF_GRAIN = 0.00051  # shares are written to a thousandth

Share = Annotated[float, Field(ge=0, le=1)]
Exact = Annotated[str, Field(pattern=r"^(0|1|[1-9]\d*/[1-9]\d*)$", max_length=80)]


class Drill(Puzzle):
    """A position of a real game, with what every order that is offered there is worth."""

    position: Annotated[str, Field(min_length=1, max_length=4000)] = Field(
        description="The position as one text, in the form of `hulldown position`."
    )
    rating: Annotated[int, Field(ge=400, le=3000)] = Field(
        description="How hard it is: who has the same rating answers it right half the time."
    )
    basis: BASIS = Field(
        description="What the worths are: the exact chance of the lines that count, the share of the points "
        "against best play, or the chance to win by a long search."
    )
    margin: Share = Field(description="By how much the best order leads the next.")
    error: Share = Field(
        description="How far the margin may be off, 95 times of 100; whatever is as near the best is right."
    )
    worths: Annotated[dict[str, Share | Exact], Field(min_length=FEWEST)] = Field(
        description="What each order is worth, by its text: a share, or an exact chance."
    )

    @property
    def values(self) -> dict[str, Fraction | float]:
        """What each order is worth, exact where it is known exactly."""
        return {
            text: Fraction(worth) if isinstance(worth, str) else worth for text, worth in self.worths.items()
        }

    @property
    def best(self) -> str:
        """The text of the best order."""
        values = self.values
        return max(values, key=lambda text: values[text])

    def right(self, value: Fraction | float) -> bool:
        """Whether a worth can't be told from the best."""
        return float(self.values[self.best] - value) <= self.error


class Drills(Entry):
    """`drills.toml`: positions out of real games, easiest first."""

    drills: dict[str, Drill]


def faults(file: Drills) -> Iterator[ValidationIssue]:
    """Drills that say of themselves what their worths do not: the margin, that there is one best."""
    for name, drill in file.drills.items():
        ranked = sorted(drill.values.values(), reverse=True)
        lead = float(ranked[0] - ranked[1])
        if abs(lead - drill.margin) > HALF_GRAIN:
            yield ValidationIssue(("drills", name, "margin"), f"the best order leads the next by {lead:.4f}")
        if lead <= drill.error:
            yield ValidationIssue(("drills", name, "error"), "the best order does not lead by more than that")
        if drill.basis == "odds" and not drill.counts:
            yield ValidationIssue(("drills", name, "counts"), "it says no line of the odds")
