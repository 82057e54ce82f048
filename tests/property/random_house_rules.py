"""House rules made by chance, of all that a ruleset lets them say."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from hulldown.kernel.house_rules import CONDITIONS, HOUSE_RULES
from hulldown.rulesets.api.house_rules import (
    HouseRuleTerms,
    NumberFact,
    OccasionCode,
    WordFact,
    YesNoFact,
    changes_of,
    summands_of,
)
from hulldown.rulesets.api.ruleset import Ruleset

Data = dict[str, Any]


def random_house_rules(ruleset: Ruleset, chance: Random, most: int = HOUSE_RULES) -> list[Data]:
    """Up to so many house rules, with names that differ."""
    terms = ruleset.files.house
    if not terms.occasions:
        return []
    count = chance.randint(0, most)
    return [random_house_rule(terms, chance, f"House rule {number}") for number in range(count)]


def random_house_rule(
    terms: HouseRuleTerms,
    chance: Random,
    name: str,
    conditions: int = CONDITIONS,
    occasions: Sequence[str] = (),
) -> Data:
    """A house rule on any occasion, or one of these, with any change that it takes and up to so many
    circumstances.
    """
    occasion = chance.choice(list(occasions or terms.occasions))
    asked = chance.sample(list(terms.circumstances), chance.randint(0, conditions))
    return {
        "name": name,
        "on": occasion,
        "when": {key: condition(terms.circumstances[key].fact, chance) for key in asked},
        "then": change(terms.occasions[occasion], chance),
    }


def change(occasion: OccasionCode, chance: Random) -> Any:
    """A change that an occasion takes, of any size."""
    name = chance.choice(changes_of(occasion))
    if name == "ignore":
        return {name: chance.choice(summands_of(occasion)).id}
    number = occasion.number
    if name not in ("add", "set", "at_least", "at_most") or number is None:
        return name
    if name == "add":
        return {name: chance.choice((-3, -2, -1, 1, 2, 3))}
    return {name: chance.randint(number.low, number.high)}


def condition(fact: YesNoFact | NumberFact | WordFact, chance: Random) -> Any:
    """A condition that can hold."""
    if isinstance(fact, YesNoFact):
        value: Any = chance.random() < 0.5
    elif isinstance(fact, WordFact):
        value = chance.choice(list(fact.words.values()))
    else:
        low, high = sorted(chance.randint(fact.low, fact.high) for _ in range(2))
        return chance.choice((low, {"at_least": low}, {"at_most": high}, {"at_least": low, "at_most": high}))
    return value if chance.random() < 0.7 else {"other_than": value}
