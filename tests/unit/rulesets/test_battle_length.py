"""How long a battle takes: what a ruleset declares is what its rulebook says of its scenarios."""

from __future__ import annotations

import re

import pytest

from hulldown import rulesets

SAID = re.compile(r"(\d+)(?:-(\d+))? minutes")
UNSAID = {"tank_commander"}  # its rulebook is silent: measured, as its declaration says


@pytest.mark.parametrize("name", rulesets.names())
def test_the_minutes_are_those_of_the_shortest_and_the_longest_scenario(name: str) -> None:
    ruleset = rulesets.get(name)
    rulebook = ruleset.files.text("rulebook")
    said = [int(number) for found in SAID.findall(rulebook) for number in found if number]
    assert bool(said) is (name not in UNSAID)
    least, most = ruleset.minutes
    assert 0 < least < most
    assert not said or (least, most) == (min(said), max(said))


@pytest.mark.parametrize("name", rulesets.names())
def test_a_first_battle_is_one_of_the_scenarios(name: str) -> None:
    ruleset = rulesets.get(name)
    assert ruleset.first_scenario() in ruleset.files.scenarios()
