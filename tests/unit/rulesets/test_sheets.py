"""What is printed of the rules says what the rulebook says: every number and every rule that is cited."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from tests.unit.rulesets.sheets import Printed, faults, numbers

from hulldown import rulesets
from hulldown.rulesets.api.files import Rulebook
from hulldown.rulesets.common.lint import dangling, misleading

BOOKS = tuple(rulesets.BUILT_IN)
SHEETS = ("quickref", "reading")

# What examples come to, and by which sum; what they begin with is given there.
WORKED_OUT: Mapping[str, Mapping[str, int | Fraction]] = {
    "tank_commander": {"five": 5, "16": Fraction(4, 6) * Fraction(4, 6) * 36, "36": 6 * 6},
    "close_assault": {"ten": 10},  # 65 of 72 are nine of ten (CA-19.8)
    "warstrike": {"7": 6 + 1},  # an inch too far
    "chase": {"5": 2 + 0 + 1 + 1 + 1, "3": 8 - 5, "35": 36 - 1, "36": 6 * 6},
}

# Rules that a sheet tells in words of its own, none of which is the rule's.
OTHER_WORDS = {
    "tank_commander": {
        "TC-1.3": "nothing of the enemy can act: no operational unit",
        "TC-2.11": "high explosive: HE",
    },
    "close_assault": {
        "CA-3.5": "dice decide who begins: Initiative",
        "CA-12.6": "they choose: the target decides",
        "CA-12.14": "both unhurt: no Wound",
    },
    "warstrike": {
        "WS-9.25": "man by man: disorderly",
        "WS-9.31": "harder to hit: more Ev",
        "WS-9.32": "nothing else: no fire",
        "WS-10.7": "has it in the open: not concealed",
    },
    "chase": {"CH-7.7": "chance: a d4", "CH-11.1": "steps of harm: severity"},
}

RULES = {
    "XX-1.1": "A shot hits on 4<!--score-->+, at half the range on 3.",
    "XX-1.2": "A shell does 2<!--harm--> damage.",
    "XX-1.3": "A board is as in table 2.3.",
}


def sheet_of(name: str, sheet: str) -> str:
    """A sheet of a ruleset, its numbers marked."""
    files = rulesets.get(name).files
    return files.quickref().marked[""] if sheet == "quickref" else files.text(sheet)


def told(name: str) -> tuple[Collection[str], Collection[str]]:
    """What examples of a ruleset come to, and the rules that are told in other words."""
    return WORKED_OUT.get(name, {}), OTHER_WORDS.get(name, {})


@cache
def printed_by(name: str) -> Printed:
    """The rulebook of a ruleset and its values."""
    files = rulesets.get(name).files
    return Printed(files.rulebook(), {value: one.rule for value, one in files.values().items()})


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("name", BOOKS)
def test_a_sheet_says_what_its_rules_say(name: str, sheet: str) -> None:
    """Every number is a value that a rule cited beside it prints, or stands in the text of that rule."""
    assert list(faults(sheet_of(name, sheet), printed_by(name), *told(name))) == []


@pytest.mark.parametrize("name", BOOKS)
def test_its_marked_numbers_are_the_values_and_its_rules_exist(name: str) -> None:
    assert list(misleading(rulesets.get(name))) == []


@pytest.mark.parametrize("name", OTHER_WORDS)
def test_no_excuse_is_left_over(name: str) -> None:
    """Every rule that may be told in other words is, somewhere."""
    found = [line for sheet in SHEETS for line in faults(sheet_of(name, sheet), printed_by(name))]
    assert [id_ for id_ in OTHER_WORDS[name] if not any(f"{id_} has nothing" in line for line in found)] == []


@pytest.mark.parametrize("name", WORKED_OUT)
def test_what_an_example_comes_to_is_worked_out_here(name: str) -> None:
    for printed, value in WORKED_OUT[name].items():
        ((_, stands_for),) = numbers(printed)
        assert value in stands_for, printed


def small() -> Printed:
    """A rulebook with a table and three rules."""
    rules = "".join(f"- **{id_}** [source] {said}\n" for id_, said in RULES.items())
    text = f"| pistol | 8 | 3 |\n\n## 2.3 Boards\n\nA board has 10 columns.\n\n## XX-1 Shooting\n\n{rules}"
    return Printed(Rulebook(text, {}, {"": text}), {"score": "XX-1.1", "harm": "XX-1.2"})


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("A shot hits on 4<!--score-->+, nearer than half the range on 3 (XX-1.1).", ""),
        ("It does 2 (XX-1.2). From near by a 3 hits (XX-1.1).", ""),
        ("Take a board of 10 columns (XX-1.3).", ""),
        ("## Shots (XX-1.1)\n\n| Shot | Score |\n|---|---|\n| near | 3 |\n| pistol | 8 |", ""),
        ("| Shell (XX-1.2) | Harm |\n|---|---|\n| light | 2<!--harm--> |", ""),
        ("It is 50% of the range (XX-1.1).", ""),
        ("A d6 for each: 3 or more (XX-1.1).", ""),
        ("It does 7 (XX-1.1). It does 2 (XX-1.2).", 'line 5, XX-1.1: no 7 is there for "It does 7 (XX-1.1)"'),
        ("It does 2 (XX-1.1). From near by a 3 hits (XX-1.2).", "no 3 is there"),
        ("It does 2<!--harm--> (XX-1.1).", "2<!--harm--> is printed by XX-1.2"),
        ("It does 2<!--horm--> (XX-1.1).", "is printed by no rule"),
        ("It does two (XX-1.9).", "there is no rule XX-1.9"),
        ("It does five damage (XX-1.2).", "no five is there"),
        ("Twice as far (XX-1.3).", "no Twice is there"),
        ("## Shots\n\nHits on 3.", "no rule: no 3 is there"),
        ("| Shot (XX-1.2) | Harm |\n|---|---|\n| shell | 3 |", "no 3 is there"),
        ("- One\n- It does 4 (XX-1.2)\n\nAnd 3 (XX-1.1)", "line 6, XX-1.2: no 4 is there"),
        ("An example. A shell does 7 (XX-1.2).", "no 7 is there"),
        ("It does 6 (XX-1.2).", "no 6 is there"),
        ("A walk in the woods (XX-1.2).", 'XX-1.2 has nothing in common with "A walk in the woods (XX-1.2)"'),
        ("What shells do (XX-1.2), and boards (XX-1.3).", ""),
    ],
)
def test_a_wrong_number_and_a_rule_that_does_not_say_it_are_found(sheet: str, said: str) -> None:
    found = "\n".join(faults(f"# Sheet\n\nA game.\n\n{sheet}", small(), {"6"}))
    assert said in found if said else found == ""


def test_an_example_may_say_what_it_comes_to() -> None:
    assert list(faults("An example. A shell does 6 (XX-1.2).", small(), {"6"})) == []


def test_check_names_a_sheet_s_wrong_number_and_a_rule_that_is_none() -> None:
    ruleset = rulesets.get("agrav")
    marked = "Hits with 79<!--base_accuracy-->% (AG-8.1), 1<!--no_such_value--> more (AG-99.1)."
    files = replace(
        ruleset.files,
        quickref=lambda: Rulebook("", {}, {"": marked}),
        text=lambda name: "As AG-98.1 has it." if name == "reading" else "",
    )
    found = "\n".join(dangling(replace(ruleset, files=files)))
    assert "quickref: base_accuracy is 79 there and 80 in values.toml" in found
    assert "quickref: 1<!--no_such_value-->: values.toml has no value of that name" in found
    assert "quickref names AG-99.1, which does not exist" in found
    assert "reading names AG-98.1, which does not exist" in found
