"""The odds of several orders together: what the whole of them does to a target, whichever order did it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.agrav.chances.facts import Change, changes, subject
from hulldown.rulesets.agrav.chances.panel import (
    Chances,
    Lines,
    crit_lines,
    effect_lines,
    hit_lines,
    odds_lines,
)
from hulldown.rulesets.agrav.chances.table import left_lines, odds_table
from hulldown.rulesets.agrav.codes import BARRICADE, NOBODY, Height, Verb
from hulldown.rulesets.agrav.fate import PLACES, remains
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.face.odds import OddsLine
from hulldown.rulesets.shared.explaining import chance_of

Plan = Sequence[Action]


def plan_lines(before: State, plan: Plan, what: int, chances: Chances) -> Lines:
    """The panel of orders given one after another; of the last alone where only that is about the target."""
    if is_last_alone(before, plan, what):
        return odds_lines(before, plan[-1], chances)
    return turn_lines(before, what, chances)


def plan_table(before: State, plan: Plan, what: int, chances: Chances) -> Lines:
    """The same in full."""
    if is_last_alone(before, plan, what):
        return odds_table(before, plan[-1], chances)
    lines = turn_lines(before, what, chances)
    return [*lines, *left_lines(before, what, chances)] if lines else []


def is_last_alone(before: State, plan: Plan, what: int) -> bool:
    """Whether all that the orders do to a target is what the last one does; ends of turns do much."""
    others = [a for a in plan[:-1] if subject(before, a) == what or a.verb == Verb.END]
    return not others and subject(before, plan[-1]) == what


def turn_lines(before: State, what: int, chances: Chances) -> Lines:
    """What has become of a target, as parts that add up to one, and what that means for it."""
    if what == NOBODY:
        return []
    if what >= PLACES:
        return place_lines(before, what - PLACES, chances)
    rows = changes(before, what, chances)
    whole = chance_of(rows, unharmed)
    struck = [(change, chance) for change, chance in rows if not unharmed(change)]
    first = OddsLine("No harm done", whole, "result", "miss", "AG-1.1")
    return [first, *hit_lines(struck), *effect_lines(rows), *crit_lines(before, what, rows)]


def unharmed(change: Change) -> bool:
    """Whether every track is what it was; a shield may have regenerated (AG-13.9)."""
    now, unit = change.now, change.before
    same_shield = now.shield == unit.shield.state and now.charge >= unit.shield.charge
    return bool(not change.hurt and now.plate == plate_of(change) and same_shield and not change.cracked)


def plate_of(change: Change) -> int:
    """Durability before, or the living models of a squad."""
    unit = change.before
    return sum(1 for left in unit.model if left > 0) if unit.models else int(unit.durability)


def standing(before: State, place: int) -> int:
    """The durability of a structure or barricade section."""
    if place >= BARRICADE:
        return int(before.barricade[place - BARRICADE].durability)
    return int(before.section[place].durability)


def place_lines(before: State, place: int, chances: Chances) -> Lines:
    """What has become of a structure or barricade section (AG-20.10, AG-20.12)."""
    rows = [(remains(number), chance) for number, chance in chances.items()]
    full = standing(before, place)
    falls = sum((p for left, p in rows if left.falling or left.height == Height.GONE), Fraction(0))
    whole = sum((p for left, p in rows if not left.falling and left.durability == full), Fraction(0))
    return [
        OddsLine("No harm done", whole, "result", "miss", "AG-20.2"),
        OddsLine("Damaged, and it stands", 1 - whole - falls, "result", "glance", "AG-20.10"),
        OddsLine("Falls", falls, "result", "dead", "AG-20.12"),
    ]
