"""The odds of a shot in full, and what is left of the target after several."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.face.odds import OddsLine
from hulldown.rulesets.tank_commander.chances.outcomes import (
    FRAIL,
    Facts,
    chance_of,
    crew_lines,
    hurt,
    odds_lines,
    outcome_facts,
    subject,
)
from hulldown.rulesets.tank_commander.codes import NOBODY
from hulldown.rulesets.tank_commander.state import State


def odds_table(before: State, a: Action, chances: Mapping[int, Fraction]) -> list[OddsLine]:
    """Everything that can come of a shot; lines of the group "left" are a distribution of their own."""
    return odds_lines(before, a, chances) + hull_lines(before, subject(before, a), chances)


def hull_lines(before: State, unit: int, chances: Mapping[int, Fraction]) -> list[OddsLine]:
    """The chance of each number of hull points left (TC-8.3); none for what has only one."""
    if unit == NOBODY or before.units[unit].points < 2:
        return []
    found = dict.fromkeys(range(int(before.units[unit].points), -1, -1), Fraction(0))
    for outcome, chance in chances.items():
        found[outcome_facts(before, unit, outcome)["hull"]] += chance
    return [
        OddsLine(f"{points} hull point{'s' * (points != 1)} left", chance, "left", "", "TC-8.3")
        for points, chance in found.items()
    ]


# ---------------------------------------------------------------- after several shots


def out_of_action(facts: Facts) -> bool:
    """Whether the unit can act no more (TC-1.3)."""
    return bool(facts["disabled"] or facts["abandoned"] or facts["destroyed"])


def lasting_table(before: State, a: Action, chances: Mapping[int, Fraction]) -> list[OddsLine]:
    """What has become of the target, however many shots there were: nothing about the last one alone."""
    unit = subject(before, a)
    if unit == NOBODY:
        return []
    t = before.units[unit]
    rows = [(outcome_facts(before, unit, outcome), p) for outcome, p in chances.items()]
    if t.kind in FRAIL:
        return [OddsLine("Destroyed", chance_of(rows, lambda f: f["destroyed"]), rule="TC-8.16")]
    lines = [
        OddsLine("Out of action", chance_of(rows, out_of_action), rule="TC-1.3"),
        OddsLine("Lost a hull point", chance_of(rows, lambda f: f["hull"] < t.points), rule="TC-8.3"),
        OddsLine("Lost two or more", chance_of(rows, lambda f: f["hull"] < t.points - 1), rule="TC-8.3"),
        OddsLine("Burning", chance_of(rows, lambda f: f["fire"]), rule="TC-8.6"),
        OddsLine("Crew hurt", chance_of(rows, hurt), rule="TC-8.2"),
    ]
    return [*lines, *crew_lines(rows)]
