"""House rules in files: read, judged, written into a state, and said as a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import floor
from typing import Any

from hulldown.catalogue import Place, ValidationIssue, quote, unknown_name
from hulldown.catalogue.house_rules import FILE, TABLE, FactRange, HouseRule, HouseRuleFile
from hulldown.catalogue.overlay import Layer
from hulldown.kernel.house_rules import CONDITIONS, HOUSE_RULES, HouseRuleChange, HouseRuleRow, HouseRules
from hulldown.rulesets.api.house_rules import (
    CHANGES,
    FEWER_DICE,
    MORE_DICE,
    Fact,
    HouseRuleTerms,
    Number,
    NumberFact,
    OccasionCode,
    YesNoFact,
    changes_of,
    summands_of,
)
from hulldown.rulesets.common.enums import HouseRuleNames
from hulldown.rulesets.common.names import minus

SMALLEST, LARGEST = -32768, 32767  # that a bound of a condition can hold
NUMBER_CHANGES = {
    "add": HouseRuleChange.ADD,
    "set": HouseRuleChange.SET,
    "at_least": HouseRuleChange.AT_LEAST,
    "at_most": HouseRuleChange.AT_MOST,
}
PHRASES = {
    "reroll_miss": "re-roll a miss once",
    "reroll_hit": "re-roll a hit once",
    "better_of_two": "roll twice and take the better",
    "worse_of_two": "roll twice and take the worse",
    "one_more_die": "one more die",
    "one_less_die": "one less die",
}
# ---------------------------------------------------------------- what is wrong with them


def house_rule_problems(file: HouseRuleFile, terms: HouseRuleTerms) -> Iterator[ValidationIssue]:
    """Occasions, circumstances and changes that there are not, and more than can be in force."""
    count = 0
    for key, rule in file.house_rules.items():
        place, count = ("house_rules", key), count + (not rule.off)
        if count > HOUSE_RULES and not rule.off:
            yield ValidationIssue(place, f"is number {count}: {HOUSE_RULES} house rules are in force at once")
        yield from problems_of(rule, terms, place)


def problems_of(rule: HouseRule, terms: HouseRuleTerms, place: Place = ()) -> Iterator[ValidationIssue]:
    """What is wrong with one house rule."""
    if not terms.occasions:
        yield ValidationIssue(place, "this ruleset takes no house rules")
        return
    if rule.on not in terms.occasions:
        yield ValidationIssue((*place, "on"), unknown_name("occasion", rule.on, terms.occasions))
    else:
        yield from change_problems(rule, terms.occasions[rule.on], (*place, "then"))
    if len(rule.when) > CONDITIONS:
        yield ValidationIssue((*place, "when"), f"names {len(rule.when)} circumstances, at most {CONDITIONS}")
    for name, value in rule.when.items():
        at = (*place, "when", name)
        if name not in terms.circumstances:
            yield ValidationIssue(at, unknown_name("circumstance", name, terms.circumstances))
            continue
        circumstance = terms.circumstances[name]
        try:
            low, high, _ = bounds(circumstance.fact, value)
        except ValueError as wrong:
            yield ValidationIssue(at, str(wrong), circumstance.rule)
            continue
        if low > high or low > most(circumstance.fact) or high < least(circumstance.fact):
            yield ValidationIssue(at, f"can never be: {range_text(circumstance.fact)}", circumstance.rule)


def change_problems(rule: HouseRule, occasion: OccasionCode, place: Place) -> Iterator[ValidationIssue]:
    """A change that the occasion does not take."""
    name, amount = rule.effect()
    known = changes_of(occasion)
    if name not in known:
        what = f"on the occasion {rule.on}: {unknown_name('change', name, known)}"
        yield ValidationIssue(place, what, occasion.rule)
    elif name == "ignore":
        summands = [summand.id for summand in summands_of(occasion)]
        if amount not in summands:
            yield ValidationIssue(place, unknown_name("summand", str(amount), summands), occasion.rule)
    elif name in NUMBER_CHANGES:
        number = occasion.number
        assert number is not None  # or it would not take such a change
        farthest = max(abs(number.low), abs(number.high))
        low, high = (-farthest, farthest) if name == "add" else (number.low, number.high)
        if not low <= amount <= high:
            yield ValidationIssue(
                place, f"{name} must be from {low} to {high}, not {amount:g}", occasion.rule
            )
        elif amount * number.scale != floor(amount * number.scale):
            what = "a whole number" if number.scale == 1 else f"a multiple of {1 / number.scale:g}"
            yield ValidationIssue(place, f"{name} must be {what}, not {amount:g}", occasion.rule)


def least(fact: Fact) -> int:
    """The least that a fact can be."""
    return int(fact.low * getattr(fact, "scale", 1))


def most(fact: Fact) -> int:
    """The most that a fact can be."""
    return int(fact.high * getattr(fact, "scale", 1))


def range_text(fact: Fact) -> str:
    """What a fact can be, in words."""
    return f"it is from {fact.low} to {fact.high}"


def bounds(fact: Fact, value: Any) -> tuple[int, int, bool]:
    """The bounds of a condition as facts hold them, and whether it must lie outside. ValueError if none."""
    if isinstance(value, FactRange):
        if value.other_than is not None:
            code = code_of(fact, value.other_than)
            return code, code, True
        if not isinstance(fact, NumberFact):
            raise ValueError("has no more and no less: name a value, or other_than")
        low = SMALLEST if value.at_least is None else code_of(fact, value.at_least)
        return low, LARGEST if value.at_most is None else code_of(fact, value.at_most), False
    code = code_of(fact, value)
    return code, code, False


def code_of(fact: Fact, value: Any) -> int:
    """A value of a fact as a number. ValueError says what it takes."""
    if isinstance(fact, YesNoFact):
        if value in (0, 1):
            return 1 if value else 0
        raise ValueError(f"is true or false, not {quote(value)}")
    if isinstance(fact, NumberFact):
        if isinstance(value, bool | str) or not fact.low <= value <= fact.high:
            raise ValueError(f"is a number from {fact.low} to {fact.high}, not {quote(value)}")
        scaled: int = round(value * fact.scale)
        return scaled
    codes = {word: code for code, word in fact.words.items()}
    if not isinstance(value, str) or value not in codes:
        raise ValueError(unknown_name("word", value if isinstance(value, str) else str(value), codes))
    return codes[value]


# ---------------------------------------------------------------- into a state


def write_house_rules(into: HouseRules, rules: Iterable[HouseRule], terms: HouseRuleTerms) -> None:
    """Put house rules without mistakes into the table of a state, in their order."""
    into.count = 0
    for rule in rules:
        write_row(into.rules[into.count], rule, terms)
        into.count += 1


def write_row(row: HouseRuleRow, rule: HouseRule, terms: HouseRuleTerms) -> None:
    """One house rule as a row of the table."""
    occasion = terms.occasions[rule.on]
    name, amount = rule.effect()
    row.occasion, row.conditions = int(occasion), len(rule.when)
    if name in CHANGES:
        row.change, row.amount = int(CHANGES[name][0]), CHANGES[name][1]
    elif name == "ignore":
        codes = {summand.id: summand.code for summand in summands_of(occasion)}
        row.change, row.amount = int(HouseRuleChange.IGNORE), codes[amount]
    else:
        scale = occasion.number.scale if occasion.number else 1
        row.change, row.amount = int(NUMBER_CHANGES[name]), round(amount * scale)
    for condition, (key, value) in zip(row.condition, rule.when.items(), strict=False):
        circumstance = terms.circumstances[key]
        low, high, outside = bounds(circumstance.fact, value)
        condition.fact, condition.outside = int(circumstance), int(outside)
        condition.low, condition.high = low, high


def switched_off(key: str) -> Layer:
    """A layer that takes a house rule out of force."""
    return Layer(FILE, f"[{TABLE}.{key}]\noff = true\n", FILE)


# ---------------------------------------------------------------- in words


def sentence(rule: HouseRule, terms: HouseRuleTerms) -> str:
    """A house rule: "When the range is at most 4 hexes, the roll to hit: re-roll a miss once."."""
    occasion = terms.occasions[rule.on]
    effect = effect_text(rule, occasion)
    conditions = [condition_text(terms.circumstances[name].fact, value) for name, value in rule.when.items()]
    if not conditions:
        return f"Always {effect}."
    return f"When {' and '.join(conditions)}, {effect}."


def effect_text(rule: HouseRule, occasion: OccasionCode) -> str:
    """What a house rule does, in words."""
    name, amount = rule.effect()
    number = occasion.number or Number("")
    if name == "ignore":
        summand = next(summand.text for summand in summands_of(occasion) if summand.id == amount)
        return f"{number.text} ignores “{summand}”"
    if name in NUMBER_CHANGES:
        unit = "" if number.unit in number.text else unit_of(number.unit, amount)
        words = {
            "add": f"{minus(f'{amount:+g}')}{unit} to {number.text}",
            "set": f"{number.text} is {amount:g}{unit}",
            "at_least": f"{number.text} is at least {amount:g}{unit}",
            "at_most": f"{number.text} is at most {amount:g}{unit}",
        }
        return words[name]
    dice = name in (MORE_DICE, FEWER_DICE)
    roll = "" if dice or not occasion.roll else occasion.roll.text
    return f"{roll or number.text}: {PHRASES[name]}"


def condition_text(fact: Fact, value: Any) -> str:
    """A condition in words."""
    if isinstance(fact, YesNoFact):
        so = value.other_than is False if isinstance(value, FactRange) else bool(value)
        return fact.text.replace("{not }", "" if so else "not ")
    unit = unit_of(fact.unit, value) if isinstance(fact, NumberFact) else ""
    return fact.text.replace("{n}", f"{amount_text(value)}{unit}")


SINGULAR = {"hexes": "hex", "inches": "inch", "enemies": "enemy"}


def unit_of(unit: str, amount: Any) -> str:
    """What is said behind a number: of a single thing in the singular."""
    if not unit:
        return ""
    return f" {SINGULAR.get(unit, unit.removesuffix('s')) if amount in (1, -1) else unit}"


def amount_text(value: bool | float | str | FactRange) -> str:
    """What a fact must be, in words."""
    if not isinstance(value, FactRange):
        return value.replace("_", " ") if isinstance(value, str) else f"{value:g}"
    if value.other_than is not None:
        return f"not {str(value.other_than).replace('_', ' ')}"
    if value.at_least is None:
        return f"at most {value.at_most:g}"
    if value.at_most is None:
        return f"at least {value.at_least:g}"
    return f"from {value.at_least:g} to {value.at_most:g}"


def names_of(rules: Mapping[str, HouseRule], terms: HouseRuleTerms) -> HouseRuleNames:
    """The names of house rules, and the rules of the rulebook that they change."""
    return HouseRuleNames(
        tuple(rule.name for rule in rules.values()),
        tuple(terms.occasions[rule.on].rule for rule in rules.values()),
    )


# ---------------------------------------------------------------- which contradict each other


def contradictions(rules: Mapping[str, HouseRule], terms: HouseRuleTerms) -> Iterator[str]:
    """House rules of which one takes away what another gives, each pair in a sentence."""
    for first, second in combinations(rules.values(), 2):
        if first.on != second.on or not may_meet(first, second, terms):
            continue
        if why := clash_of(first, second):
            yield f"{quote(first.name)} and {quote(second.name)}: {why}"


def clash_of(first: HouseRule, second: HouseRule) -> str:
    """Why two house rules on one occasion do not go together, or nothing; the first comes first."""
    (was, much), (now, more) = first.effect(), second.effect()
    if (was, much) == (now, more) and was not in ("add", "one_more_die", "one_less_die"):
        return "both do the same" if first.when == second.when else ""
    if now == "set" and was in NUMBER_CHANGES:
        return "the second sets the number, whatever the first does"
    if was == "at_least" and now == "at_most" and much > more:
        return f"the number can't be at least {much:g} and at most {more:g}; the second counts"
    if was == "at_most" and now == "at_least" and more > much:
        return f"the number can't be at most {much:g} and at least {more:g}; the second counts"
    if was in ("better_of_two", "worse_of_two") and now in CHANGES:
        return "dice are rolled again once; the first counts"
    if {was, now} == {"reroll_miss", "better_of_two"} or {was, now} == {"reroll_hit", "worse_of_two"}:
        return "dice are rolled again once; the first that applies counts"
    return ""


def may_meet(first: HouseRule, second: HouseRule, terms: HouseRuleTerms) -> bool:
    """Whether both can count at once, as far as their conditions on the same facts say."""
    for name in first.when.keys() & second.when.keys():
        fact = terms.circumstances[name].fact
        low, high, outside = bounds(fact, first.when[name])
        lowest, highest, out = bounds(fact, second.when[name])
        if not outside and not out and (low > highest or high < lowest):
            return False
        if outside != out and low == lowest and high == highest:
            return False
    return True
