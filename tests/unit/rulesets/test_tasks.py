"""What each side of a scenario is to do, as its own player reads it."""

from __future__ import annotations

import re

import pytest

from hulldown import rulesets
from hulldown.rulesets.api.files import ScenarioInfo

SIDES = re.compile(r"\b(Cobalt|Rust|Blue|Orange)\b|\b[AB]\d\b")


def shipped(name: str) -> list[ScenarioInfo]:
    return list(rulesets.get(name).files.scenarios().values())


@pytest.mark.parametrize("name", rulesets.BUILT_IN)
def test_each_side_reads_its_own_task(name: str) -> None:
    """By no colour and no id; only where forces are free is nothing said."""
    for info in shipped(name):
        if info.points or info.id.startswith("free_"):
            continue
        assert len(info.tasks) == len(info.sides)
        for task in info.tasks:
            assert task.endswith(".") and not SIDES.search(task), info.id


@pytest.mark.parametrize("name", rulesets.BUILT_IN)
def test_no_role_calls_a_side_yours_or_the_enemy(name: str) -> None:
    """The same words are read by both."""
    for info in shipped(name):
        for role in info.sides:
            assert not re.search(r"\b[Yy]our (tank|combat)|\b[Ee]nemy\b", role), (info.id, role)
