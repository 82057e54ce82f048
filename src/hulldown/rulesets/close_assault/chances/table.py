"""The odds of an order in full: the panel, and what is left of a detachment."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.close_assault.chances.facts import Rows, changes, subject
from hulldown.rulesets.close_assault.chances.panel import Chances, Lines, effect_lines, odds_lines
from hulldown.rulesets.close_assault.codes import NOBODY
from hulldown.rulesets.close_assault.naming import detachment_name
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.face.odds import OddsLine
from hulldown.rulesets.shared.dicing import gathered


def odds_table(before: State, a: Action, chances: Chances) -> Lines:
    """Everything that can come of an order."""
    k = subject(before, a)
    if k == NOBODY:
        return []
    return [*odds_lines(before, a, chances), *left_lines(changes(before, k, chances))]


def lasting_table(before: State, a: Action, chances: Chances) -> Lines:
    """What has become of the target after several orders: nothing about the last one alone."""
    k = subject(before, a)
    if k == NOBODY:
        return []
    rows = changes(before, k, chances)
    return [*effect_lines(rows, detachment_name(before, k)), *left_lines(rows)]


def left_lines(rows: Rows) -> Lines:
    """Models and Wounds left, the most first."""
    models = counted([(change.models, chance) for change, chance in rows])
    wounds = counted([(change.wounds, chance) for change, chance in rows])
    lines = [OddsLine(str(n), chance, "Models left", "", "CA-9.7") for n, chance in models.items()]
    if wounds != models:
        lines += [OddsLine(str(n), chance, "Wounds left", "", "CA-9.1") for n, chance in wounds.items()]
    return lines


def counted(found: list[tuple[int, Fraction]]) -> dict[int, Fraction]:
    """Equal numbers together, the greatest first."""
    return gathered(sorted(found, reverse=True))
