"""`scenarios/*.toml`: who meets whom, how far apart, for how long and for what (section 4)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, WithJsonSchema

from hulldown.catalogue import Entry, RuleId, Text, Value, quote
from hulldown.rulesets.chase.catalogue.units import Band, OwnTank
from hulldown.rulesets.chase.codes import PAYOFF

CONDITION = "condition"
REGULAR = "regular"  # the crew of section 2.3
Key = Literal[
    "destroy_b", "destroy_a", "both", "esc_b", "esc_a", "esc_both", "limit_a", "limit_b", "limit_eq"
]
STANDARD: dict[str, int] = {  # CH-12.6, for side A
    "destroy_b": PAYOFF,
    "destroy_a": -PAYOFF,
    "both": 0,
    "esc_b": PAYOFF // 2,
    "esc_a": -PAYOFF // 2,
    "esc_both": 0,
    "limit_a": PAYOFF // 4,
    "limit_b": -PAYOFF // 4,
    "limit_eq": 0,
}


def payoff(value: Any) -> int:
    """A payoff for side A as the state holds it. ValueError unless it is a fraction from -1 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError(f'must be a whole number or a fraction such as "1/2", not {quote(value)}')
    try:
        part = Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f'must be a fraction such as "1/2", not {quote(value)}') from None
    if not -1 <= part <= 1:
        raise ValueError(f"must lie between -1 and 1, not {quote(value)} (CH-12.9)")
    if (part * PAYOFF).denominator != 1:
        raise ValueError(f"must be a multiple of 1/{PAYOFF}, not {quote(value)} (CH-12.9)")
    return int(part * PAYOFF)


def limit_payoff(value: Any) -> int | None:
    """A fixed payoff of the turn limit, or None where the condition of the tanks decides (CH-12.5)."""
    return None if value == CONDITION else payoff(value)


SHOWN = WithJsonSchema({"type": ["string", "integer"]})
Payoff = Annotated[Any, AfterValidator(payoff), SHOWN]
Limit = Annotated[Any, AfterValidator(limit_payoff), SHOWN]


class Side(Entry):
    """A side; the first one listed is side A."""

    name: Text
    role: str = ""


class Force(Entry):
    """A tank of `units.toml` with a crew, or in `own` every number of one that is not listed there."""

    tank: str = ""
    crew: str = REGULAR
    own: OwnTank | None = None


class Scenario(Entry):
    """A scenario as it is printed (CH-12.9). `units` are A1, A2 ... for side A and B1, B2 ... for side B.

    `payoffs` replaces standard ones of the same key (CH-12.6); `limit` says what the turn limit is worth:
    "condition", or a fixed payoff for side A (CH-12.5). `duels` is how many a match has.
    """

    name: Text
    rule: RuleId
    summary: Text
    briefing: Text
    victory: Text
    start: Band
    turn_limit: Annotated[int, Field(ge=1, le=24)]
    duels: Annotated[int, Field(ge=1, le=9)] = 1
    limit: Limit = None
    payoffs: dict[Key, Payoff] = Field(default_factory=dict)
    options: dict[str, Value] = Field(default_factory=dict)
    sides: Annotated[tuple[Side, ...], Field(min_length=2, max_length=2)]
    units: Annotated[dict[str, Force], Field(min_length=2)]

    def side(self, number: int) -> dict[str, Force]:
        """The tanks of a side in roster order."""
        return {name: force for name, force in self.units.items() if name.startswith("AB"[number])}

    def stakes(self) -> dict[str, int]:
        """What a duel can end with, by key, in whole numbers; a fixed limit stands under `limit`."""
        worth = STANDARD | {str(key): int(value) for key, value in self.payoffs.items()}
        if self.limit is None:
            return worth
        return {key: n for key, n in worth.items() if not key.startswith("limit")} | {"limit": self.limit}
