"""The odds of a situation in full: the panel, and what is left of the target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.chase.chances import odds_lines
from hulldown.rulesets.chase.codes import Verb
from hulldown.rulesets.chase.fate import unpacked
from hulldown.rulesets.chase.naming import tank_id
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.vocabulary import plural
from hulldown.rulesets.face.odds import OddsLine
from hulldown.rulesets.shared.dicing import gathered

TESTS, RAM = "The Driving tests", "The ram"


def odds_table(before: State, a: Action, odds: Mapping[int, Fraction]) -> list[OddsLine]:
    """Everything that can come of a decision; lines of the group "left" are a distribution of their own."""
    lines = odds_lines(before, a, odds)
    if a.verb == Verb.ORDER:
        return [replace(line, group=line.heading or TESTS, mark="") for line in lines]
    if a.verb == Verb.RAM:
        lines = [replace(line, group=RAM) if line.group == "result" else line for line in lines]
    return lines + hull_lines(before, a, odds)


def hull_lines(before: State, a: Action, odds: Mapping[int, Fraction]) -> list[OddsLine]:
    """The chance of each number of hull points that the target can have left (CH-11.3)."""
    name = tank_id(before, a.target)
    found = gathered((unpacked(number)[1], chance) for number, chance in odds.items())
    return [
        OddsLine(f"{name}: {plural(points, 'hull point')} left", chance, "left", "", "CH-11.3")
        for points, chance in sorted(found.items(), reverse=True)
    ]
