"""What most games have nothing of costs them nothing: compiled for those it is never in force."""

from __future__ import annotations

import numpy as np
import pytest
from tests.toy import RULESET as TOY

from hulldown import rulesets
from hulldown.game import readiness
from hulldown.game.compile import find
from hulldown.kernel import jit
from hulldown.kernel.engine import Compiled
from hulldown.kernel.house_rules import is_asked
from hulldown.kernel.jit import CallMode, compiled, feature, rule
from hulldown.kernel.records import array, blank, record
from hulldown.rulesets.common.bots import engine


@record
class Yard:
    """A place where flags may be up."""

    flags: int


@feature
def has_flags(yard: Yard) -> bool:
    """Whether any flag is up."""
    return yard.flags != 0


@rule
def cheers(yard: Yard) -> int:
    """One, and one for each flag."""
    return 1 + yard.flags if has_flags(yard) else 1


@rule
def steps(yard: Yard) -> int:
    """A rule without features."""
    return 2


def flying(flags: int) -> np.ndarray:
    yards = array(Yard, 1)
    yards[0]["flags"] = flags
    return yards


def test_a_twin_without_features_takes_them_as_off() -> None:
    assert [compiled(cheers)(flying(flags)[0]) for flags in (0, 3)] == [1, 4]
    bare = compiled(cheers, features=False)
    assert [bare(flying(flags)[0]) for flags in (0, 3)] == [1, 1]


def test_both_twins_are_kept_apart_and_others_are_one() -> None:
    places = {jit.cache_place(cheers, {}, CallMode.ENTRY, features) for features in (True, False)}
    assert len(places) == 2
    assert compiled(steps) is compiled(steps, features=False)


def test_interpreted_a_feature_is_asked_for() -> None:
    yard = blank(Yard)
    yard.flags = 2
    assert cheers(yard) == 3


@pytest.mark.parametrize("name", rulesets.BUILT_IN)
def test_a_pack_with_house_rules_has_an_engine_that_knows_them(name: str) -> None:
    printed = rulesets.get(name)
    ruled = printed.with_features()
    assert not engine(printed).backend.features and engine(ruled).backend.features
    assert engine(ruled) is engine(printed.with_features())
    assert readiness.stamp(printed) != readiness.stamp(ruled)
    assert find(readiness.address(ruled)).rules == ruled.rules
    assert is_asked in jit.closure_of(printed.rules.apply)


def test_an_engine_without_features_takes_no_state_that_has_some() -> None:
    """Rather no answer than a wrong one."""
    ruleset = rulesets.get("chase")
    s = ruleset.set_up("even_ground")
    form = Compiled(ruleset.state, ruleset.rules.verbs, features=False)
    assert len(form.to_buffer(s)) == 1
    s.options.house.count = 1
    with pytest.raises(ValueError, match="needs the engine of its ruleset under its pack"):
        form.to_buffer(s)
    assert len(Compiled(ruleset.state, ruleset.rules.verbs).to_buffer(s)) == 1


def test_a_state_under_house_rules_gets_the_engine_that_knows_them() -> None:
    """Whatever ruleset it is asked of: somebody may have only its name."""
    ruleset = rulesets.get("chase")
    s = ruleset.set_up("even_ground")
    assert engine(ruleset, s) is engine(ruleset)
    s.options.house.count = 1
    assert engine(ruleset, s) is engine(ruleset.with_features())


def test_a_small_ruleset_has_no_features() -> None:
    assert not TOY.rules.features and set(TOY.rules.verbs) >= {"apply", "legal"}
