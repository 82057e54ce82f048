"""Rulesets are found by name, and what is wrong with one is said in a line."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hulldown import rulesets
from hulldown.kernel.records import copy, digest
from hulldown.rulesets import UnknownRuleset


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which further built-in rulesets can be written, registered as "extra"."""
    monkeypatch.setattr(rulesets, "BUILT_IN", ("tank_commander", "extra"))
    monkeypatch.setattr(rulesets, "__path__", [*rulesets.__path__, str(tmp_path)])
    yield tmp_path
    sys.modules.pop("hulldown.rulesets.extra", None)


def started(name: str, **chosen: str | int | bool) -> Any:
    """A starting position in which every option is as in version 1 of the rules, but for those chosen."""
    ruleset = rulesets.get(name)
    first = {one.id: one.default_in(1) for one in ruleset.files.options().values()}
    return ruleset.set_up(next(iter(ruleset.files.scenarios())), {**first, **chosen})


@pytest.mark.parametrize("name", rulesets.names())
def test_an_option_enters_the_digest_in_words_and_only_if_it_is_unusual(name: str) -> None:
    ruleset = rulesets.get(name)
    start = started(name)
    assert ruleset.digest(start) == digest(start, "options")
    for one in ruleset.files.options().values():
        other = copy(start)
        words = {**one.words, one.high: str(one.high)} if one.number else one.words
        code, word = next(pair for pair in words.items() if pair[1] != one.default_in(1))
        setattr(other.options, one.id, code)
        assert ruleset.digest(other) == digest(start, "options", f"{one.id}={word}")


@pytest.mark.parametrize("name", rulesets.names())
def test_games_of_an_earlier_version_have_its_defaults(name: str) -> None:
    ruleset = rulesets.get(name)
    changed = {one.id for one in ruleset.files.options().values() if one.before}
    assert set(ruleset.options_of(1, {})) == changed
    assert ruleset.options_of(ruleset.version, {}) == {}
    for one in changed:
        chosen = ruleset.files.options()[one].default
        assert ruleset.options_of(1, {one: chosen})[one] == chosen
    assert all(max(one.before, default=1) <= ruleset.version for one in ruleset.files.options().values())


def write(home: Path, text: str) -> None:
    (home / "extra").mkdir()
    (home / "extra" / "__init__.py").write_text(text)


def test_an_unknown_name_lists_those_there_are() -> None:
    with pytest.raises(UnknownRuleset, match="no ruleset 'chess': there are tank_commander"):
        rulesets.get("chess")


def test_a_registered_name_without_a_folder_is_said_so(home: Path) -> None:
    with pytest.raises(UnknownRuleset, match="BUILT_IN names 'extra'; there is no folder extra"):
        rulesets.get("extra")


def test_a_module_missing_inside_a_ruleset_is_not_hidden(home: Path) -> None:
    write(home, "import hulldown.rulesets.nothing_of_that_name\n")
    with pytest.raises(ModuleNotFoundError, match="nothing_of_that_name"):
        rulesets.get("extra")


def test_an_id_must_be_the_registered_name(home: Path) -> None:
    write(home, "from hulldown.rulesets.tank_commander import RULESET\n")
    with pytest.raises(UnknownRuleset, match="registered as 'extra' has the id 'tank_commander'"):
        rulesets.get("extra")
