"""House rules: what somebody has changed of a number or of a roll, as rows of a table in the state.

A row names an occasion (a number or dice of the rules), the circumstances in which it counts and what it
does. A ruleset asks for the facts of the moment only where a row names the occasion; without rows every
question is one comparison, and nothing in compiled code that is made for states without any (`in_force`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any

from hulldown.kernel.actions import EVENTS, Log, Terms, explain
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.jit import feature, rule
from hulldown.kernel.records import Byte, Short, record

HOUSE_RULES = 16  # in force at once
CONDITIONS = 4  # of one rule
FACTS = 48  # that a ruleset may know
HOUSE_TERM = 100  # a summand of this code and above is that of a house rule, by its place in the table
UNKNOWN = -40000  # a fact of something that there is not: no condition on it holds
REROLLED = 1000  # the kind of event that a house rule writes that has dice rolled again


class HouseRuleChange(IntEnum):
    """What a house rule does: the first four to a number, the next four to dice."""

    ADD = 0
    SET = 1
    AT_LEAST = 2
    AT_MOST = 3
    REROLL_MISS = 4
    REROLL_HIT = 5
    BETTER = 6  # of two rolls
    WORSE = 7
    IGNORE = 8  # a summand of a number, by its code


@record
class Condition:
    """A fact that must lie between two bounds, or with `outside` must not."""

    fact: Byte
    outside: Byte
    low: Short
    high: Short


@record
class HouseRuleRow:
    """One house rule; `conditions` counts those that are used, and all must hold."""

    occasion: Byte
    change: Byte
    conditions: Byte
    amount: int
    condition: Annotated[list[Condition], CONDITIONS]


@record
class HouseRules:
    """Those in force, in their order."""

    count: int
    rules: Annotated[list[HouseRuleRow], HOUSE_RULES]


@record
class Facts:
    """The facts of a moment, by the codes of circumstances."""

    value: Annotated[list[int], FACTS]


@feature
def in_force(house: HouseRules) -> bool:
    """Whether there is any house rule."""
    return house.count != 0


@feature
def is_asked(house: HouseRules, occasion: int) -> bool:
    """Whether any house rule is about an occasion."""
    for i in range(house.count):
        if house.rules[i].occasion == occasion:
            return True
    return False


@rule
def applies(row: HouseRuleRow, facts: Facts) -> bool:
    """Whether all conditions of a house rule hold."""
    for i in range(row.conditions):
        condition = row.condition[i]
        value = facts.value[condition.fact]
        if value == UNKNOWN:
            return False
        inside = condition.low <= value and value <= condition.high
        if inside == (condition.outside != 0):
            return False
    return True


@rule
def terms_ignored(house: HouseRules, occasion: int, facts: Facts) -> int:
    """The codes of the summands that count for nothing now, as bits."""
    bits = 0
    for i in range(house.count):
        row = house.rules[i]
        if row.occasion == occasion and row.change == HouseRuleChange.IGNORE and applies(row, facts):
            bits |= 1 << row.amount
    return bits


@rule
def change_number(row: HouseRuleRow, number: int) -> int:
    """A number after one house rule."""
    if row.change == HouseRuleChange.ADD:
        return number + row.amount
    if row.change == HouseRuleChange.SET:
        return row.amount
    if row.change == HouseRuleChange.AT_LEAST:
        return max(number, row.amount)
    return min(number, row.amount) if row.change == HouseRuleChange.AT_MOST else number


@rule
def amend_number(house: HouseRules, occasion: int, facts: Facts, number: int, terms: Terms) -> int:
    """A number after all house rules about it, in their order; each notes what it adds."""
    for i in range(house.count):
        row = house.rules[i]
        if row.occasion == occasion and row.change < HouseRuleChange.REROLL_MISS and applies(row, facts):
            number += explain(terms, HOUSE_TERM + i, change_number(row, number) - number)
    return number


@rule
def reroll_by(house: HouseRules, occasion: int, facts: Facts, hit: bool) -> int:
    """The place of the first house rule that has dice rolled again, -1 for none; it does so once."""
    for i in range(house.count):
        row = house.rules[i]
        if (
            row.occasion != occasion
            or row.change < HouseRuleChange.REROLL_MISS
            or row.change > HouseRuleChange.WORSE
        ):
            continue
        if row.change == HouseRuleChange.REROLL_MISS and hit:
            continue
        if row.change == HouseRuleChange.REROLL_HIT and not hit:
            continue
        if applies(row, facts):
            return i
    return -1


@rule
def roll_dice(d: Dice, sides: int, dice: int) -> int:
    """So many dice; the faces of several are the digits of one number: 4, 1 and 6 are 416."""
    faces = 0
    for _ in range(dice):
        faces = 10 * faces + roll(d, sides)
    return faces


@rule
def sum_of_digits(faces: int) -> int:
    """What dice come to together."""
    total, left = 0, faces
    while left > 0:
        total += left % 10
        left //= 10
    return total


@rule
def choose_roll(change: int, first: int, second: int, dice: int, low_wins: bool) -> int:
    """Which of two rolls counts: a re-roll always the second, else the better or the worse."""
    if change == HouseRuleChange.REROLL_MISS or change == HouseRuleChange.REROLL_HIT:
        return second
    was, now = first, second
    if dice > 1:
        was, now = sum_of_digits(first), sum_of_digits(second)
    better = now < was if low_wins else now > was
    worse = now > was if low_wins else now < was
    return second if (better if change == HouseRuleChange.BETTER else worse) else first


@rule
def write_reroll(e: Log, i: int, actor: int, first: int, second: int, kept: int, sides: int) -> None:
    """Write that a house rule had dice rolled again. The summands noted so far wait for the next event."""
    if e.on == 0:
        return
    if e.count >= EVENTS:
        e.lost += 1
        return
    row = e.events[e.count]
    row.kind, row.actor, row.target, row.place = REROLLED, actor, -1, i
    row.a, row.b, row.c, row.d = first, second, kept, sides
    row.first_reason, row.reasons = e.why.told, 0
    e.count += 1


@rule
def reroll(
    house: HouseRules,
    occasion: int,
    facts: Facts,
    actor: int,
    faces: int,
    dice: int,
    sides: int,
    hit: bool,
    low_wins: bool,
    d: Dice,
    e: Log,
) -> int:
    """The faces that count after house rules: those rolled, or of a second roll; several are digits."""
    i = reroll_by(house, occasion, facts, hit)
    if i < 0:
        return faces
    second = roll_dice(d, sides, dice)
    kept = choose_roll(house.rules[i].change, faces, second, dice, low_wins)
    write_reroll(e, i, actor, faces, second, kept, sides)
    return kept


def rows_text(house: HouseRules) -> str:
    """The house rules of a state as a text: those that play alike have the same. "" for none."""
    rows = []
    for row in house.rules[: int(house.count)]:
        used = row.condition[: int(row.conditions)]
        conditions = [(int(c.fact), int(c.outside), int(c.low), int(c.high)) for c in used]
        rows.append((int(row.occasion), int(row.change), int(row.amount), conditions))
    return f"house_rules={rows}" if rows else ""


def has_house_rules(s: Any) -> bool:
    """Whether house rules are in force in a state, of any ruleset."""
    house = getattr(getattr(s, "options", None), "house", None)
    return house is not None and bool(in_force(house))
