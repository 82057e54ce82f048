"""What all explanations share: notes, names in plain words, chances as percentages."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.events import Reasons
from hulldown.kernel.records import blank
from hulldown.rulesets.warstrike.naming import model_id, model_name, unit_id, unit_name
from hulldown.rulesets.warstrike.state import State

LEAST = Fraction(1, 100)  # what is told in whole percent
Note = tuple[str, str]
Notes = tuple[Note, ...]


def named(s: State, k: int) -> str:
    """A unit with what it is called."""
    return f"{unit_id(s, k)} {unit_name(s, k)}"


def model_named(s: State, m: int) -> str:
    """A model with what it is."""
    return f"{model_id(s, m)} {model_name(s, m)}"


def percent(chance: Fraction) -> str:
    """A chance as it is read: "36%", "under 1%", "over 99%"."""
    if 0 < chance < LEAST:
        return "under 1%"
    return "over 99%" if 1 - LEAST < chance < 1 else f"{round(100 * chance)}%"


def decimal(number: Fraction) -> str:
    """An expected number: "1.25", "0.00"."""
    return f"{float(number):.2f}"


def listening() -> Reasons:
    """Room for the summands of a number."""
    why = blank(Reasons)
    why.on = 1
    return why
