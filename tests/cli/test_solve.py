"""`hulldown solve` on a game whose solution is known by heart, and on one that has none."""

from __future__ import annotations

import json
import os
import signal

import pytest
from tests.cli.conftest import Run
from tests.toy import RULESET as TOY
from tests.toy.pennies import Solved, made

from hulldown import rulesets
from hulldown.rulesets.api.bot import Exploitability
from hulldown.rulesets.api.ruleset import Ruleset


@pytest.fixture(autouse=True)
def pennies(monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    found = made()
    known = {"pennies": found, "toy": TOY}
    monkeypatch.setattr(rulesets, "names", lambda: list(known))
    monkeypatch.setattr(rulesets, "get", known.__getitem__)
    return found


def test_people_read_the_value_the_mixtures_and_the_table(run: Run) -> None:
    said = run("solve", "pennies", "table").stdout
    assert "+0.6000 is what the first seat can expect" in said
    assert "payoffs from -3.0000 to +6.0000" in said
    assert "3 positions, solved in 0.0 s\n" in said
    assert [line.split() for line in said.splitlines() if line.startswith(("first", "second"))] == [
        ["first", "Heads", "40.0", "%"],
        ["first", "Tails", "60.0", "%"],
        ["second", "Heads", "40.0", "%"],
        ["second", "Tails", "60.0", "%"],
    ]
    assert [line.split() for line in said.splitlines() if line.startswith("Heads")] == [
        ["Heads", "+2.4000", "-0.6000"]
    ]
    assert "rounds left" in said


def test_scripts_read_numbers(run: Run) -> None:
    told = json.loads(run("solve", "pennies", "--option", "rounds=5", "--prove", "--json").stdout)
    assert (told["value"], told["exact"], told["lowest"], told["highest"]) == (1.0, "1", -5.0, 10.0)
    assert told["start"]["first"][0] == {"order": "A heads", "label": "Heads", "chance": 0.4}
    assert told["start"]["payoffs"][1] == pytest.approx([-0.2, 1.8])
    assert told["exploitability"] == {"first": 0.0, "second": 0.0, "total": 0.0, "relative": 0.0}
    assert [section["title"] for section in told["table"]] == ["First player", "Second player"]


def test_the_number_of_turns_can_be_chosen(run: Run) -> None:
    assert json.loads(run("solve", "pennies", "--turns", "1", "--json").stdout)["exact"] == "1/5"


def test_a_long_table_is_shown_in_part_unless_all_is_asked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Solved.table
    monkeypatch.setattr(Solved, "table", lambda self: few(self) * 5)
    some, every = run("solve", "pennies"), run("solve", "pennies", "--all")
    assert (some.stdout.count("player"), every.stdout.count("player")) == (6, 10)
    assert "4 more tables: say --all" in some.stderr
    assert "--all" not in every.stderr


def test_what_was_solved_before_is_said_to_be(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solved, "__init__", _kept)
    assert "kept from an earlier time" in run("solve", "pennies").stdout


def _kept(self: Solved, s: object, from_cache: bool = False, begin: object = Solved.__init__) -> None:
    begin(self, s, True)  # type: ignore[operator]


def test_a_strategy_that_can_be_beaten_is_not_proven(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    beaten = Exploitability(0.09, 0.0, 0.09, 0.01)
    monkeypatch.setattr(Solved, "exploitability", lambda *rest: beaten)
    result = run("solve", "pennies", "--prove")
    assert result.exit_code == 1
    assert "9.0e-02 more for the first seat" in result.stdout
    assert "1.0e-02 of the range" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["toy"], "games of Dice duel cannot be solved"),
        (["pennies", "crowd"], "three players cannot be solved"),
        (["pennies", "nowhere"], "unknown scenario"),
        (["pennies", "--option", "rounds"], "is not NAME=VALUE"),
    ],
)
def test_what_cannot_be_solved_is_said_in_a_line(run: Run, arguments: list[str], said: str) -> None:
    result = run("solve", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert sum("hulldown:" in line for line in result.stderr.splitlines()) == 1


def test_ctrl_c_ends_the_work_with_a_line(run: Run, pennies: Ruleset) -> None:
    pennies.computers.solving().pause = lambda: os.kill(os.getpid(), signal.SIGINT)
    result = run("solve", "pennies")
    assert result.exit_code == 130
    assert result.stderr.splitlines()[-1] == "hulldown: stopped"
    assert not pennies.computers.solving().known
