"""What the workshop offers for house rules: occasions, circumstances and changes, in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hulldown.catalogue.house_rules import HouseRule, rule_data
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
from hulldown.rulesets.common.house_rules import PHRASES, sentence


@dataclass(frozen=True)
class HouseSummand:
    """A summand that a house rule may leave out: its name, its words, its rule."""

    id: str
    text: str
    rule: str


@dataclass(frozen=True)
class HouseOccasion:
    """A number and a roll that house rules can change; either is "" where there is none.

    `changes` has what can be done, by the names of files; the number lies from `low` to `high`, in steps of
    `step`.
    """

    id: str
    rule: str
    number: str
    roll: str
    changes: list[str]
    summands: list[HouseSummand]
    low: int
    high: int
    step: float
    unit: str


@dataclass(frozen=True)
class HouseCircumstance:
    """Something that a house rule can ask: a `text` with the place of its value, "it has moved {n}".

    `kind` is yes_no, number or word; `words` are those that a word can be.
    """

    id: str
    rule: str
    kind: str
    text: str
    low: int
    high: int
    step: float
    unit: str
    words: list[str]


@dataclass(frozen=True)
class HouseIdea:
    """A house rule to be tried: as a file has it, and as a sentence."""

    id: str
    house_rule: dict[str, Any]
    sentence: str


@dataclass(frozen=True)
class HouseForm:
    """All that house rules of a ruleset can say; `phrases` are the changes of dice in words, `ideas` come
    with the game.
    """

    occasions: list[HouseOccasion] = field(default_factory=list)
    circumstances: list[HouseCircumstance] = field(default_factory=list)
    phrases: dict[str, str] = field(default_factory=dict)
    most: int = HOUSE_RULES
    conditions: int = CONDITIONS
    ideas: list[HouseIdea] = field(default_factory=list)


def house_form(ruleset: Ruleset) -> HouseForm:
    """What house rules of a ruleset can say."""
    terms: HouseRuleTerms = ruleset.files.house
    return HouseForm(
        [occasion_view(key, code) for key, code in terms.occasions.items()],
        [circumstance_view(key, code.rule, code.fact) for key, code in terms.circumstances.items()],
        dict(PHRASES),
        ideas=[idea_view(key, rule, terms) for key, rule in ruleset.files.house_ideas().items()],
    )


def idea_view(key: str, rule: HouseRule, terms: HouseRuleTerms) -> HouseIdea:
    """A house rule to be tried as the page has it."""
    return HouseIdea(key, rule_data(rule), sentence(rule, terms))


def occasion_view(key: str, code: OccasionCode) -> HouseOccasion:
    """An occasion as the page has it."""
    number, roll = code.number, code.roll
    summands = [HouseSummand(summand.id, summand.text, summand.rule) for summand in summands_of(code)]
    return HouseOccasion(
        key,
        code.rule,
        number.text if number else "",
        roll.text if roll else "",
        list(changes_of(code)),
        summands,
        number.low if number else 0,
        number.high if number else 0,
        step_of(number.scale if number else 1),
        number.unit if number else "",
    )


def circumstance_view(key: str, rule: str, fact: YesNoFact | NumberFact | WordFact) -> HouseCircumstance:
    """A circumstance as the page has it."""
    if isinstance(fact, NumberFact):
        return HouseCircumstance(
            key, rule, "number", fact.text, fact.low, fact.high, step_of(fact.scale), fact.unit, []
        )
    if isinstance(fact, WordFact):
        return HouseCircumstance(key, rule, "word", fact.text, 0, 0, 1, "", list(fact.words.values()))
    return HouseCircumstance(key, rule, "yes_no", fact.text, 0, 1, 1, "", [])


def step_of(scale: int) -> float:
    """What a button adds to a number: half an inch where the state holds parts of inches."""
    return 1 if scale == 1 else 0.5
