"""Rulesets are found by name, and what is wrong with one is said in a line."""

import sys
from collections.abc import Iterator
from pathlib import Path

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


@pytest.mark.parametrize("name", rulesets.names())
def test_an_option_enters_the_digest_only_if_it_is_not_the_default(name: str) -> None:
    ruleset = rulesets.get(name)
    start = ruleset.set_up(next(iter(ruleset.scenarios())))
    assert ruleset.usual is not None
    field, numbers = ruleset.usual
    for option, number in numbers.items():
        setattr(getattr(start, field), option, number)
    plain = ruleset.digest(start)
    assert plain == digest(start, (field, numbers))
    marks = set()
    for option, number in numbers.items():
        other = copy(start)
        setattr(getattr(other, field), option, number + 1)
        marks.add(ruleset.digest(other))
    assert plain not in marks
    assert len(marks) == len(numbers)


@pytest.mark.parametrize("name", rulesets.names())
def test_usual_is_what_is_played_when_nothing_is_chosen(name: str) -> None:
    ruleset = rulesets.get(name)
    assert ruleset.usual is not None
    field, numbers = ruleset.usual
    chosen = {option.id: option.default for option in ruleset.options().values()}
    start = ruleset.set_up(next(iter(ruleset.scenarios())), chosen)
    assert {option: getattr(getattr(start, field), option) for option in numbers} == numbers


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
