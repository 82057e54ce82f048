"""The odds of an order in full: the panel, and what is left of a unit; what it loses on average."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.face.odds import OddsLine
from hulldown.rulesets.warstrike.chances.facts import Rows, changes, subject
from hulldown.rulesets.warstrike.chances.panel import Chances, Lines, counted, effect_lines, odds_lines
from hulldown.rulesets.warstrike.codes import NOBODY
from hulldown.rulesets.warstrike.explaining.saying import Notes, decimal
from hulldown.rulesets.warstrike.naming import unit_id
from hulldown.rulesets.warstrike.state import State


def odds_table(before: State, a: Action, chances: Chances) -> Lines:
    """Everything that can come of an order."""
    k = subject(before, a)
    if k == NOBODY:
        return []
    return [*odds_lines(before, a, chances), *left_lines(changes(before, k, chances))]


def lasting_table(before: State, a: Action, chances: Chances) -> Lines:
    """What has become of a unit after several orders: nothing about the last one alone."""
    k = subject(before, a)
    if k == NOBODY:
        return []
    rows = changes(before, k, chances)
    return [*effect_lines(rows, unit_id(before, k)), *left_lines(rows)]


def left_lines(rows: Rows) -> Lines:
    """Models and markers left, the most first."""
    models, markers = counted(rows, lambda c: c.models), counted(rows, lambda c: c.markers)
    lines = [OddsLine(str(n), models[n], "Models left", "", "WS-11.17") for n in sorted(models, reverse=True)]
    return lines + [OddsLine(str(n), markers[n], "Markers", "", "WS-6.9") for n in sorted(markers)]


def averages(before: State, k: int, chances: Chances) -> Notes:
    """Models lost and markers taken: one sentence, none where nothing can be lost."""
    if k == NOBODY:
        return ()
    rows = changes(before, k, chances)
    lost = sum((row.lost * chance for row, chance in rows), Fraction(0))
    gained = sum((max(0, row.gained) * chance for row, chance in rows), Fraction(0))
    if not lost and not gained:
        return ()
    name, said = unit_id(before, k), f"loses {decimal(lost)} models and takes {decimal(gained)} markers"
    return ((f"On average {name} {said}.", "WS-11.20"),)
