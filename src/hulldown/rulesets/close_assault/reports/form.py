"""The forms of the reports."""

from __future__ import annotations

from hulldown.rulesets.close_assault.situation.data import MODE, options, units
from hulldown.rulesets.face.situation import Field, Group
from hulldown.rulesets.shared.situations import choice

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


def compare_form() -> tuple[Group, ...]:
    """A unit, an opponent, and how the opponent stands."""
    return (
        Group(
            "Who meets whom",
            (
                Field("vehicle", "Unit", "choice", "rhino", units({})),
                Field("opponent", "Opponent", "choice", "line_infantry", units({})),
                Field("struck", "Strikes its", "choice", "front", choice(SIDES), rule="CA-9.10"),
                spends(),
            ),
        ),
        rule_options(),
    )


def matrix_form() -> tuple[Group, ...]:
    """The case, and what is shown of it."""
    return (
        Group(
            "The case",
            (
                Field("arc", "Opponents stand in its", "choice", "front", choice(SIDES), rule="CA-5.3"),
                Field("charger", "Charge", "choice", "nobody", choice(CHARGERS), rule="CA-11.3"),
                Field("bonuses", "It spends", "choice", "all", choice(BONUSES), rule="CA-10.1"),
                spends(),
                Field("shown", "Chance that", "choice", "win", choice(SHOWN), rule="CA-9.1"),
            ),
        ),
        rule_options(),
    )


def spends() -> Field:
    """Whether the opponent spends what it has."""
    return Field("spends", "A vehicle as opponent spends all its bonuses", "flag", False, rule="CA-19.8")


def rule_options() -> Group:
    """Rule options, for the curious."""
    return Group("Rule options", options((MODE,)), True)
