"""The odds of an order in full: the panel, and what is left on each track of the target."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.agrav.chances.facts import Change, Rows, changes, subject
from hulldown.rulesets.agrav.chances.panel import Chances, Lines, crit_lines, effect_lines, odds_lines
from hulldown.rulesets.agrav.codes import NOBODY, Chassis
from hulldown.rulesets.agrav.fate import PLACES, remains
from hulldown.rulesets.agrav.naming import points
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.face.odds import OddsLine
from hulldown.rulesets.shared.dicing import gathered

MOST = 8  # amounts listed one by one; more are told in fifths, where crits are rolled (AG-12.7)
FIFTHS = 5


def odds_table(before: State, a: Action, chances: Chances) -> Lines:
    """Everything that can come of an order; what is left of each track is a distribution of its own."""
    lines = odds_lines(before, a, chances)
    return [*lines, *left_lines(before, subject(before, a), chances)] if lines else []


def lasting_table(before: State, a: Action, chances: Chances) -> Lines:
    """What has become of the target after several orders: nothing about the last one alone."""
    what = subject(before, a)
    if what == NOBODY:
        return []
    left = left_lines(before, what, chances)
    if what >= PLACES:
        return left
    rows = changes(before, what, chances)
    return [*effect_lines(rows), *crit_lines(before, what, rows), *left]


def left_lines(before: State, what: int, chances: Chances) -> Lines:
    """The tracks that may change: health, shield, armour, models of a squad, or a structure's durability."""
    if what >= PLACES:
        standing = [(remains(number).durability, chance) for number, chance in chances.items()]
        return amounts("Durability left", standing, max(left for left, _ in standing), "AG-20.10")
    rows = changes(before, what, chances)
    unit = before.units[what]
    lines = track("Health left", rows, lambda c: c.now.health, int(unit.health_full), "AG-9.1")
    if unit.chassis == Chassis.INFANTRY:
        alive = sum(1 for left in unit.model if left > 0)
        return [*lines, *models(rows, alive)]
    charge = track("Shield charge left", rows, lambda c: c.now.charge, int(unit.shield.full), "AG-13.6")
    plate = track("Armour durability left", rows, lambda c: c.now.plate, int(unit.durability_full), "AG-10.6")
    return [*lines, *charge, *plate]


def track(heading: str, rows: Rows, value: Callable[[Change], int], full: int, rule: str) -> Lines:
    """What is left on one track of a unit, also where it stays: two situations may differ in that."""
    return amounts(heading, [(value(change), chance) for change, chance in rows], full, rule)


def models(rows: Rows, alive: int) -> Lines:
    """How many models of a squad are left (AG-21.5)."""
    found = dict.fromkeys(range(alive, -1, -1), Fraction(0))
    for change, chance in rows:
        found[change.now.plate] += chance
    left = [(n, chance) for n, chance in found.items() if chance]
    return [OddsLine(str(n), chance, "Models left", "", "AG-21.5") for n, chance in left]


def amounts(heading: str, found: list[tuple[int, Fraction]], full: int, rule: str) -> Lines:
    """Amounts in tenths with their chances, the most first, or in fifths of the whole where they are many."""
    summed = gathered(sorted(found, reverse=True))
    if not full:
        return []
    if len(summed) > MOST:
        return in_fifths(heading, summed, full, rule)
    return [OddsLine(points(left), chance, heading, "", rule) for left, chance in summed.items()]


def in_fifths(heading: str, summed: dict[int, Fraction], full: int, rule: str) -> Lines:
    """How many fifths of the whole are left, begun ones counted; nothing left stands alone."""
    fifths = dict.fromkeys(range(FIFTHS, -1, -1), Fraction(0))
    for left, chance in summed.items():
        fifths[-(-FIFTHS * left // full)] += chance
    return [
        OddsLine(f"{20 * n - 20}% to {20 * n}%" if n else "Nothing", chance, heading, "", rule)
        for n, chance in fifths.items()
        if chance
    ]
