"""What all explanations share: notes, names in plain words, chances as percentages."""

from __future__ import annotations

from fractions import Fraction

from hulldown.rulesets.close_assault.naming import detachment_name, model_name, unit_name
from hulldown.rulesets.close_assault.state import State

LEAST = Fraction(1, 100)  # what is told in whole percent
Note = tuple[str, str]
Notes = tuple[Note, ...]


def named(s: State, k: int) -> str:
    """A detachment with what it is called."""
    return f"{detachment_name(s, k)} {unit_name(s, k)}"


def model_named(s: State, m: int) -> str:
    """A model with what it is called."""
    return f"{model_name(s, m)} {unit_name(s, int(s.model[m].detachment))}"


def percent(chance: Fraction) -> str:
    """A chance as it is read: "36%", "under 1%", "over 99%"."""
    if 0 < chance < LEAST:
        return "under 1%"
    return "over 99%" if 1 - LEAST < chance < 1 else f"{round(100 * chance)}%"


def decimal(number: Fraction) -> str:
    """An expected number: "1.25", "0.00"."""
    return f"{float(number):.2f}"
