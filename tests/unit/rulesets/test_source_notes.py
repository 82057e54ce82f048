"""What `source.md` and the rulebook say of readings: the default, a switch, or a reason why there is none."""

from __future__ import annotations

import re

import pytest

from hulldown import rulesets
from hulldown.rulesets.api.ruleset import Ruleset

TOLD = ("close_assault", "warstrike")
REASONS = ("no switch", "no option", "without a switch", "left out", "not part of this product")


def rows_of(ruleset: Ruleset) -> list[tuple[set[str], set[str]]]:
    """The rules and the options that each row of the table of `source.md` names."""
    lines = ruleset.files.text("source").splitlines()
    rows = [line for line in lines if re.match(rf"\| {ruleset.prefix}-", line)]
    return [
        (set(re.findall(rf"{ruleset.prefix}-\d+\.\d+", line.split("|")[1])), set(re.findall("`(.+?)`", line)))
        for line in rows
    ]


@pytest.mark.parametrize("name", TOLD)
def test_every_option_has_its_row_with_its_rule(name: str) -> None:
    ruleset = rulesets.get(name)
    rows = rows_of(ruleset)
    for option, entry in ruleset.files.options().items():
        assert any(option in options and entry.rule in rules for rules, options in rows), option
    assert set().union(*(options for _, options in rows)) <= set(ruleset.files.options())


@pytest.mark.parametrize("name", TOLD)
def test_rules_that_are_named_are_there(name: str) -> None:
    ruleset = rulesets.get(name)
    named = re.findall(rf"{ruleset.prefix}-\d+\.\d+", ruleset.files.text("source"))
    assert named and set(named) <= set(ruleset.files.rulebook().rules)


@pytest.mark.parametrize("name", TOLD)
def test_an_alternative_that_the_rulebook_names_has_a_switch_or_a_reason(name: str) -> None:
    """No "Alt" or "alternative" without an option behind it or a word why there is none."""
    ruleset = rulesets.get(name)
    for rule, (_, text) in ruleset.files.rulebook().rules.items():
        for mention in re.finditer(r"\bAlt\b|\b[Aa]lternative\b(?! (?:in|replaces|binds|needs))", text):
            rest = text[mention.start() :]
            switched = any(f"`{option}`" in text for option in ruleset.files.options())
            assert switched or any(reason in rest for reason in REASONS), f"{rule}: {rest[:80]}"
