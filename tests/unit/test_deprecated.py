"""Public names of the last release lead to the new ones, and warn."""

from importlib import import_module
from typing import Any

import pytest

import hulldown
from hulldown.deprecated import RenamedMember, renamed_names

RENAMED = {
    "hulldown": {"Act": "Order", "Turn": "Step"},
    "hulldown.ai": {"Match": "MatchResult", "Played": "PlayoutTotals", "usual": "default_level"},
    "hulldown.game": {
        "Act": "Order",
        "Difference": "ReplayDifference",
        "SealedGame": "DiceSealed",
        "Turn": "Step",
    },
    "hulldown.odds": {
        "reckoned": "situation_odds",
        "repeated": "repeat_odds",
        "working": "explain_situation",
    },
    "hulldown.lab": {
        "Answer": "StudyAnswer",
        "Asked": "StudyRequest",
        "Kind": "QuestionKind",
        "Look": "StudyLook",
        "Record": "RecordSpec",
    },
    "hulldown.catalogue": {
        "Problem": "ValidationIssue",
        "Which": "ScenarioSource",
        "bounds_problems": "value_issues",
        "chosen": "resolve_scenario",
        "decoded": "decode",
        "in_force": "apply_numbers",
        "option_problems": "option_issues",
        "unknown": "unknown_name",
    },
    "hulldown.views": {"Shot": "ShotMark"},
}


@pytest.mark.parametrize(
    ("module", "old", "new"), [(m, old, new) for m, names in RENAMED.items() for old, new in names.items()]
)
def test_an_old_name_leads_to_the_new_one_and_warns(module: str, old: str, new: str) -> None:
    home = import_module(module)
    with pytest.warns(DeprecationWarning, match=f"{module}.{old} is now {module}.{new}") as warnings:
        assert getattr(home, old) is getattr(home, new)
    assert warnings[0].filename == __file__


def test_a_name_that_never_was_is_missed() -> None:
    with pytest.raises(AttributeError, match="module 'm' has no attribute 'gone'"):
        renamed_names("m", {"old": "new"})("gone")


def test_old_members_lead_to_the_new_ones_and_warn() -> None:
    game = hulldown.new("chase", "even_ground", seed=1)
    order = game.legal()[0]
    with pytest.warns(DeprecationWarning, match="Position.act is now Game.order_of"):
        assert game.act(order.row) == order
    step = game.play(order)
    with pytest.warns(DeprecationWarning, match="Step.act is now Step.order"):
        assert step.act == order
    with pytest.warns(DeprecationWarning, match="Step.told is now Step.log_for"):
        assert step.told(0) == step.log_for(0)


def test_an_old_member_of_a_class_warns_where_it_is_used() -> None:
    class Thing:
        new = 1
        old: Any = RenamedMember("new")

    with pytest.warns(DeprecationWarning, match="Thing.old is now Thing.new") as warnings:
        assert Thing.old == Thing().old == 1
    assert [warning.filename for warning in warnings] == [__file__] * 2
