"""What reports are asked for, as data: units, the arcs in which they meet, who charges, what is spent."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Literal

from pydantic import Field as Checked

from hulldown.catalogue import Entry, ValidationIssue
from hulldown.rulesets.api.situation import FieldGroup, SituationField
from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF
from hulldown.rulesets.close_assault.exact.comparing import Charger
from hulldown.rulesets.close_assault.profiling import profile_from
from hulldown.rulesets.close_assault.sheet import UnitProfile
from hulldown.rulesets.close_assault.situation.data import (
    MODE,
    Chosen,
    Name,
    Own,
    option_problems,
    options,
    own_problems,
    sheets,
    unit_problem,
    units,
)
from hulldown.rulesets.close_assault.state import Options, Profile
from hulldown.rulesets.common.situations import choice

Side = Literal["front", "rear"]
Who = Literal["nobody", "half", "one", "one_and_half", "two", "opponent"]


class Asked(Entry):
    """What all reports share. `own` are profiles of a player's own, as files of one unit have them.

    `spends`: an opponent that is a vehicle spends all its bonuses.
    """

    own: Own = Checked(default_factory=dict)
    options: Chosen = Checked(default_factory=dict)
    spends: bool = False

    @cached_property
    def rules(self) -> Options:
        """The rule options as the rules take them."""
        return SHELF.options_under(self.options)

    @cached_property
    def sheets(self) -> dict[str, UnitProfile]:
        """All units that can be chosen."""
        return sheets(self.own)

    def profile(self, what: str) -> Profile:
        """A unit as the rules take it."""
        return profile_from(self.sheets[what], self.rules)


class Compare(Asked):
    """A unit against an opponent, every case (CA-19.8). `struck`: the arc of an opponent that is struck."""

    vehicle: Name = "rhino"
    opponent: Name = "line_infantry"
    struck: Side = "front"


class Matrix(Asked):
    """One case for all units. `shown` is what a cell says of the unit of its row."""

    arc: Side = "front"
    charger: Who = "nobody"
    bonuses: Literal["none", "all"] = "all"
    shown: Literal["win", "tie", "loss"] = "win"


def charger_of(word: Who) -> Charger:
    """Who charges, by the word of the form."""
    return Charger[word.upper()]


def problems(asked: Asked) -> Iterator[ValidationIssue]:
    """What is wrong with a report's data; `rules_mode` means nothing where both are compared (CA-1.5)."""
    yield from own_problems(asked.own)
    yield from option_problems(asked.options, (MODE,))


def compare_problems(asked: Compare) -> Iterator[ValidationIssue]:
    """The same of a comparison, with its units."""
    yield from problems(asked)
    for field in ("vehicle", "opponent"):
        yield from unit_problem((field,), getattr(asked, field), asked.sheets)


# ---------------------------------------------------------------- form
# The forms of the reports.


SIDES = {"front": "front arc", "rear": "rear arc"}
CHARGERS = {
    "nobody": "nobody charges",
    "half": "it charges half a move",
    "one": "it charges one move",
    "one_and_half": "it charges one and a half moves",
    "two": "it charges two moves",
    "opponent": "the opponent charges",
}
BONUSES = {"all": "all that are legal", "none": "none"}
SHOWN = {"win": "the opponent suffers a Wound", "tie": "a tie", "loss": "it suffers a Wound itself"}


def compare_form() -> tuple[FieldGroup, ...]:
    """A unit, an opponent, and how the opponent stands."""
    return (
        FieldGroup(
            "Who meets whom",
            (
                SituationField("vehicle", "Unit", "choice", "rhino", units({})),
                SituationField("opponent", "Opponent", "choice", "line_infantry", units({})),
                SituationField("struck", "Strikes its", "choice", "front", choice(SIDES), rule="CA-9.10"),
                spends(),
            ),
        ),
        rule_options(),
    )


def matrix_form() -> tuple[FieldGroup, ...]:
    """The case, and what is shown of it."""
    return (
        FieldGroup(
            "The case",
            (
                SituationField(
                    "arc", "Opponents stand in its", "choice", "front", choice(SIDES), rule="CA-5.3"
                ),
                SituationField("charger", "Charge", "choice", "nobody", choice(CHARGERS), rule="CA-11.3"),
                SituationField("bonuses", "It spends", "choice", "all", choice(BONUSES), rule="CA-10.1"),
                spends(),
                SituationField("shown", "Chance that", "choice", "win", choice(SHOWN), rule="CA-9.1"),
            ),
        ),
        rule_options(),
    )


def spends() -> SituationField:
    """Whether the opponent spends what it has."""
    return SituationField(
        "spends", "A vehicle as opponent spends all its bonuses", "flag", False, rule="CA-19.8"
    )


def rule_options() -> FieldGroup:
    """Rule options, for the curious."""
    return FieldGroup("Rule options", options((MODE,)), True)
