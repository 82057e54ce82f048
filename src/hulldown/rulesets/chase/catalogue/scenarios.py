"""`scenarios/*.toml` (section 4): who meets whom, how far apart, for how long and for what; and what such
a file can get wrong beyond its types."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, WithJsonSchema

from hulldown.catalogue import Entry, OptionValue, RuleId, Text, ValidationIssue, quote, unknown_name
from hulldown.rulesets.chase.catalogue.units import Band, OwnTank, Units, own_problems
from hulldown.rulesets.chase.codes import PAYOFF, SIDE_TANKS
from hulldown.rulesets.common.scenarios import BySides, Known, Task, numbering_problems, option_problems

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
    task: Task = ""


class Force(Entry):
    """A tank of `units.toml` with a crew, or in `own` every number of one that is not listed there."""

    tank: str = ""
    crew: str = REGULAR
    own: OwnTank | None = None


class Scenario(BySides, Entry):
    """A scenario as it is printed (CH-12.9). `units` are A1, A2 ... for side A and B1, B2 ... for side B.

    In one with `free` play each side fields tanks of its own for `total` points; `units` are what is proposed
    (CH-17.4).

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
    free: bool = False
    total: Annotated[int, Field(ge=0, le=6000)] = 0
    payoffs: dict[Key, Payoff] = Field(default_factory=dict)
    options: dict[str, OptionValue] = Field(default_factory=dict)
    sides: Annotated[tuple[Side, ...], Field(min_length=2, max_length=2)]
    units: Annotated[dict[str, Force], Field(min_length=2)]

    def stakes(self) -> dict[str, int]:
        """What a duel can end with, by key, in whole numbers; a fixed limit stands under `limit`."""
        worth = STANDARD | {str(key): int(value) for key, value in self.payoffs.items()}
        if self.limit is None:
            return worth
        return {key: n for key, n in worth.items() if not key.startswith("limit")} | {"limit": self.limit}


# ---------------------------------------------------------------- what a file can get wrong


def scenario_problems(file: Scenario, units: Units, options: Known) -> Iterator[ValidationIssue]:
    """Everything that keeps a scenario from being played."""
    yield from option_problems(file.options, options)
    yield from numbering_problems(file, "tank", "tanks")
    yield from size_problems(file)
    yield from free_problems(file, units)
    for name, force in file.units.items():
        yield from force_problems(name, force, units)


def size_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """More tanks than a side may have, and what a team battle has no use for (CH-14.1)."""
    team = str(file.options.get("team_battle", False)).lower() == "true"
    for number, letter in enumerate("AB"):
        for position, name in enumerate(file.side(number), 1):
            if position > SIDE_TANKS:
                yield ValidationIssue(
                    ("units", name), f"side {letter} has more than {SIDE_TANKS} tanks", "CH-14.1"
                )
            elif position == 2 and not team:
                what = "a second tank on a side needs team_battle = true among the options"
                yield ValidationIssue(("units", name), what, "CH-14.1")
    if team and file.duels > 1:
        yield ValidationIssue(("duels",), "a team battle is no match of duels", "CH-14.10")
    if team and (file.payoffs or file.limit is not None):
        place = "payoffs" if file.payoffs else "limit"
        yield ValidationIssue((place,), "a team battle is scored by points, not by payoffs", "CH-14.10")


def free_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """Points without free play, free play without points, and a proposal that is worth more (CH-17.4)."""
    if file.free != bool(file.total):
        what = (
            "is missing: free play is for so many points"
            if file.free
            else "means nothing without free = true"
        )
        yield ValidationIssue(("total",), what, "CH-17.4")
    for side, letter in enumerate("AB"):
        worth = sum(points_of(force, units) for force in file.side(side).values())
        if file.free and worth > file.total > 0:
            what = f"of side {letter} are worth {worth} points, more than {file.total}"
            yield ValidationIssue(("units",), what, "CH-17.4")


def points_of(force: Force, units: Units) -> int:
    """What a tank with its crew is worth (section 2.3), 0 for one that there is not."""
    if force.own:
        return force.own.points
    if force.tank not in units.tanks or force.crew not in units.crews:
        return 0
    return units.tanks[force.tank].points + units.crews[force.crew].points


def force_problems(name: str, force: Force, units: Units) -> Iterator[ValidationIssue]:
    """A tank or crew that does not exist, none at all, or two at once."""
    place = ("units", name)
    if bool(force.tank) == (force.own is not None):
        what = "names a tank and describes one of its own" if force.tank else "is missing"
        yield ValidationIssue((*place, "tank"), what)
    elif force.tank and force.tank not in units.tanks:
        yield ValidationIssue((*place, "tank"), unknown_name("tank", force.tank, units.tanks))
    if force.crew not in units.crews:
        yield ValidationIssue((*place, "crew"), unknown_name("crew", force.crew, units.crews))
    if force.own:
        if "crew" in force.model_fields_set:
            yield ValidationIssue((*place, "crew"), "a tank of its own kind says its skills itself")
        for problem in own_problems(force.own, units):
            yield problem._replace(place=(*place, "own", *problem.place))


def scenario_warnings(file: Scenario) -> Iterator[ValidationIssue]:
    """Payoffs under which giving up could pay, so that the solver's play is not the best (CH-13.9)."""
    payoffs = file.stakes()
    for letter, sign in (("a", 1), ("b", -1)):
        own = sign * payoffs[f"destroy_{letter}"]
        for key, value in payoffs.items():
            if sign * value < own:
                place = ("limit",) if key == "limit" else ("payoffs", key)
                what = f"warning: is worse for side {letter.upper()} than to lose its tank"
                yield ValidationIssue(
                    place, f"{what}, so giving up may pay; the solver does not see that", "CH-13.9"
                )
