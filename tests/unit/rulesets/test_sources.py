"""`source.md` says what is true: its rules exist, and the switches that it names are options or values."""

import re

import pytest

from hulldown.rulesets import get

SWITCH = re.compile(r"`([a-z0-9_]+)`")
RULE = re.compile(r"\b([A-Z]{2})-\d+\.\d+")
HEADER = ["Rule", "The text says", "The default is", "Another reading"]


@pytest.mark.parametrize("name", ["tank_commander", "agrav", "close_assault", "warstrike", "chase"])
def test_the_rules_that_a_source_page_names_exist(name: str) -> None:
    ruleset = get(name)
    named = {match[0] for match in RULE.finditer(ruleset.files.text("source")) if match[1] == ruleset.prefix}
    assert named <= set(ruleset.files.rulebook().rules)


@pytest.mark.parametrize("name", ["tank_commander", "chase"])
def test_a_reading_beside_the_letter_has_a_switch_or_a_reason(name: str) -> None:
    files = get(name).files
    lines = [line for line in files.text("source").splitlines() if line.startswith("|")]
    header, _, *readings = [line.strip("| ").split(" | ") for line in lines]
    assert header == HEADER and len(readings) > 15
    known = {*files.options(), *files.values()}
    for rule, _, _, other in readings:
        switches = SWITCH.findall(other)
        assert set(switches) <= known, rule
        assert switches or re.match(r"none: .{20}", other), rule
