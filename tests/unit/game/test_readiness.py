"""Getting compiled rules ready: without compiling anything here."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.toy import RULESET as TOY

from hulldown import rulesets
from hulldown.game import CompileFailed, compile, prepare, readiness
from hulldown.rulesets.common.bots import engine


def test_interpreted_rules_stay_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HULLDOWN_JIT", "0")
    assert prepare(TOY) is False
    assert not engine(TOY).backend.compiled


def test_a_ruleset_is_prepared_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HULLDOWN_JIT", "0")
    assert prepare("chase") is False
    with pytest.raises(rulesets.UnknownRuleset, match="no ruleset 'chess'"):
        prepare("chess")


def test_a_ruleset_is_found_by_its_address() -> None:
    assert compile.find(readiness.address(TOY)) is TOY


def test_what_cannot_be_compiled_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.nice", lambda steps: 0)  # all tests after it would step back, too
    assert compile.main(["no_such_ruleset"]) == 1
    said = capsys.readouterr().out
    assert "no ruleset 'no_such_ruleset'" in json.loads(said)["error"]


def test_the_message_of_a_failing_compiler_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "address", lambda ruleset: "no_such_package:RULESET")
    monkeypatch.setattr(readiness, "stamp", lambda ruleset: readiness.Path("/no/such/stamp"))
    monkeypatch.setenv("HULLDOWN_JIT", "1")
    with pytest.raises(CompileFailed, match="No module named 'no_such_package'"):
        prepare(TOY)


def test_old_copies_of_a_ruleset_under_code_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each edit of a pack's rules.py is compiled into folders of its own."""
    monkeypatch.setenv("HULLDOWN_CACHE", str(tmp_path))
    readiness.jit.cache_folder.cache_clear()
    entries = readiness.jit.cache_folder(readiness.KERNEL) / "entry"
    for number in range(readiness.COPIES + 3):
        for folder in (
            tmp_path / f"chase__{number:012d}-0",
            entries / f"hulldown.rulesets.chase__{number:012d}.S",
        ):
            folder.mkdir(parents=True)
            os.utime(folder, (number, number))
    (tmp_path / "chase-0").mkdir()
    readiness.drop_old_copies("hulldown.rulesets.chase")
    assert len([*tmp_path.glob("chase__*")]) == readiness.COPIES + 3
    readiness.drop_old_copies("hulldown.rulesets.chase__000000000000")
    for place in (tmp_path, entries):
        names = sorted(folder.name for folder in place.glob("*chase__*"))
        assert len(names) == readiness.COPIES and "000000000003" in names[0]
    assert (tmp_path / "chase-0").exists()
    readiness.jit.cache_folder.cache_clear()


def test_a_cancelled_preparation_leaves_the_rules_interpreted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(readiness, "stamp", lambda ruleset: readiness.Path("/no/such/stamp"))
    monkeypatch.setattr(readiness, "address", lambda ruleset: "no_such_package:RULESET")
    monkeypatch.setenv("HULLDOWN_JIT", "1")
    assert prepare(TOY, cancelled=lambda: True) is False
    assert not engine(TOY).backend.compiled
