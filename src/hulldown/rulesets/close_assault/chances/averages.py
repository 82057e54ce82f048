"""What an order takes off a detachment on average."""

from __future__ import annotations

from fractions import Fraction

from hulldown.rulesets.close_assault.chances.facts import changes
from hulldown.rulesets.close_assault.chances.panel import Chances
from hulldown.rulesets.close_assault.codes import NOBODY
from hulldown.rulesets.close_assault.explaining.saying import Notes, decimal
from hulldown.rulesets.close_assault.naming import detachment_name
from hulldown.rulesets.close_assault.state import State


def averages(before: State, k: int, chances: Chances) -> Notes:
    """Wounds, and models where these have several: one sentence, none where nothing can be lost."""
    if k == NOBODY:
        return ()
    rows = changes(before, k, chances)
    wounds = sum((row.lost * chance for row, chance in rows), Fraction(0))
    models = sum((row.gone * chance for row, chance in rows), Fraction(0))
    if not wounds:
        return ()
    said = (
        f"{decimal(wounds)} Wounds"
        if models == wounds
        else f"{decimal(wounds)} Wounds, {decimal(models)} models"
    )
    return ((f"On average {detachment_name(before, k)} loses {said}.", "CA-15.6"),)
