"""simulate, bench and conformance: the fixed forms that scripts read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

from hulldown import rulesets
from hulldown.ai import match, run_games
from hulldown.ai.match import play_series
from hulldown.odds import wilson

FEW = ("tank_commander", "chase")  # rulesets whose games are quickly played interpreted
ROW = {
    "scenario", "games", "finished", "wins", "draws", "mean_decisions", "shares", "interval", "seed",
    "players",
}  # fmt: skip


def data(result: Any, code: int = 0) -> Any:
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def test_all_scenarios_are_counted_in_the_fixed_form(run: Run) -> None:
    found = data(run("simulate", "tank_commander", "--all-scenarios", "--games", "6", "--json"))
    assert list(found) == ["scenarios"]
    assert [row["scenario"] for row in found["scenarios"]] == list(
        rulesets.get("tank_commander").files.scenarios()
    )
    for row in found["scenarios"]:
        assert set(row) == ROW
        assert row["games"] == row["finished"] == sum(row["wins"]) + row["draws"] == 6


def test_random_games_are_those_of_the_batch(run: Run) -> None:
    row = data(
        run("simulate", "tank_commander", "--scenario", "skirmish", "--games", "5", "--seed", "9", "--json")
    )["scenarios"][0]
    rules = rulesets.get("tank_commander")
    played = run_games(rules, rules.set_up("skirmish"), 9, 5)
    assert row["wins"] == [played.first, played.second]
    assert row["mean_decisions"] == played.decisions / 5
    assert played.decisions != run_games(rules, rules.set_up("skirmish"), 90, 5).decisions


def test_the_same_seed_gives_the_same_match_on_any_number_of_threads(run: Run) -> None:
    asked = ["simulate", "tank_commander", "--scenario", "basic_training", "--games", "2", "--json"]
    asked += ["--players", "mcts:1,random"]
    one = data(run(*asked, "--seed", "3", "--threads", "1"))
    assert one == data(run(*asked, "--seed", "3", "--threads", "2"))


def test_players_keep_their_seats_unless_told_to_change_them() -> None:
    from tests.toy import RULESET as TOY

    still = play_series(TOY, "street", ("greedy", "random"), 8, seed=1)
    assert still.wins == still.wins_of_players
    turned = play_series(TOY, "street", ("greedy", "random"), 8, seed=1, swap=True)
    assert sum(turned.wins) == sum(turned.wins_of_players)
    assert turned.wins_of_players[0] > turned.wins_of_players[1]
    assert turned.wins != turned.wins_of_players


def test_with_swap_wins_are_counted_by_player_too(run: Run) -> None:
    asked = ["simulate", "tank_commander", "--scenario", "skirmish", "--games", "4", "--swap"]
    row = data(run(*asked, "--json"))["scenarios"][0]
    assert set(row) == ROW | {"wins_by_player"}
    shown = run(*asked)
    assert shown.exit_code == 0
    assert "random (A)" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["tank_comander", "--all-scenarios"], 'did you mean "tank_commander"?'),
        (["tank_commander", "--scenario", "skirmsh"], 'did you mean "skirmish"?'),
        (["tank_commander"], "say either --scenario NAME or --all-scenarios"),
        (["tank_commander", "--scenario", "skirmish", "--players", "random"], "is not two players"),
        (
            ["tank_commander", "--scenario", "skirmish", "--players", "random,grady"],
            "no computer player 'grady'",
        ),
        (["tank_commander", "--scenario", "skirmish", "--games", "0"], "--games"),
        (["tank_commander", "--scenario", "skirmish", "--games", "9" * 6000], "--games"),
        (["tank_commander", "--scenario", "skirmish", "--seed", "-1"], "--seed"),
        (["tank_commander", "--scenario", "skirmish", "--seed", "99999999999"], "--seed"),
        (["tank_commander", "--scenario", "skirmish", "--option", "x"], "is not NAME=VALUE"),
        (["tank_commander", "--scenario", "skirmish", "--option", "fog=1"], "unknown option"),
        (["tank_commander", "--scenario", "gone.toml"], "gone.toml: there is no such file"),
    ],
)
def test_bad_input_to_simulate_is_one_line_and_code_2(run: Run, arguments: list[str], says: str) -> None:
    result = run("simulate", *arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_playouts_are_measured(run: Run) -> None:
    asked = ["bench", "playouts", "tank_commander", "--scenario", "basic_training", "--seconds", "0.1"]
    found = data(run(*asked, "--threads", "1", "--json"))
    assert set(found) == {"decisions_per_second", "games_per_second"}
    assert found["decisions_per_second"] > found["games_per_second"] > 0


def signed(run: Run, games: int) -> dict[str, Any]:
    """The signature in full, which must be that of the one line."""
    line = run("bench", "--signature")
    assert line.exit_code == 0
    found: dict[str, Any] = data(run("bench", "--signature", "--json"))
    assert line.stdout == f"{found['signature']}\n"
    assert len(found["signature"]) == 16
    assert any(row.startswith(f"tank_commander skirmish {games} ") for row in found["scenarios"])
    return found


def test_the_signature_is_one_line_that_the_rules_alone_decide(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two rulesets and a game or two of each battle: the whole of it is played in the next test."""
    monkeypatch.setattr(rulesets, "BUILT_IN", FEW)
    signatures = []
    for games in (1, 2):
        monkeypatch.setattr(match, "SIGNED", games)
        found = signed(run, games)
        shown = [row.split()[:2] for row in found["scenarios"]]
        assert shown == [
            [one, battle] for one in FEW for battle in sorted(rulesets.get(one).files.scenarios())
        ]
        signatures.append(found["signature"])
    assert signatures[0] != signatures[1]


@pytest.mark.slow
def test_the_signature_is_of_every_ruleset(run: Run) -> None:
    shown = {row.split()[0] for row in signed(run, 64)["scenarios"]}
    assert shown == set(rulesets.BUILT_IN)


def test_bench_without_a_wish_says_what_there_is(run: Run) -> None:
    assert run("bench", "--json").exit_code == 2


def vectors(folder: Path, expect: dict[str, Any], name: str = "tank_commander") -> Path:
    given = {"op": "no such question"}
    path = folder / f"{name}.vectors.json"
    path.write_text(json.dumps([{"id": "a-1", "rules": ["TC-1.1"], "given": given, "expect": expect}]))
    return path


def test_conformance_has_its_fixed_form_and_fails_with_code_1(run: Run, tmp_path: Path) -> None:
    path = str(vectors(tmp_path, {"x": 1}))
    found = data(run("conformance", path, "--json"), code=1)
    assert list(found) == ["ruleset", "total", "passed", "failed", "uncovered"]
    assert (found["ruleset"], found["total"], found["passed"], found["uncovered"]) == (
        "tank_commander",
        1,
        0,
        [],
    )
    assert list(found["failed"][0]) == ["id", "expected", "got"]
    assert len(data(run("conformance", path, path, "--json"), code=1)) == 2
    assert "a-1: expected" in run("conformance", path).stdout


def test_conformance_takes_answers_from_where_it_is_told(run: Run, tmp_path: Path) -> None:
    path, own = str(vectors(tmp_path, {"x": 1})), tmp_path / "own.py"
    own.write_text("ANSWERS = {'no such question': lambda given: {'x': 1}}")
    assert data(run("conformance", path, "--answers", str(own), "--json"))["passed"] == 1
    refused = run("conformance", path, "--answers", str(tmp_path / "gone.py"), "--json")
    assert (refused.exit_code, "no answers" in data(refused, code=2)["error"]["text"]) == (2, True)


def test_conformance_refuses_what_is_no_vector_file(run: Run, tmp_path: Path, binary: Path) -> None:
    for path in (binary, tmp_path, tmp_path / "gone.json", vectors(tmp_path, {}, "chess")):
        assert run("conformance", str(path)).exit_code == 2


def test_every_share_has_its_interval_with_games_and_seed(run: Run) -> None:
    """Wilson's: of 12 games, and nowhere a percentage alone."""
    asked = ["simulate", "chase", "--scenario", "even_ground", "--games", "12", "--seed", "5", "--swap"]
    row = json.loads(run(*asked, "--json").stdout)["scenarios"][0]
    assert (row["seed"], row["players"]) == (5, ["random", "random"])
    counts = [*row["wins"], *row["wins_by_player"], row["draws"]]
    assert list(row["shares"]) == ["first", "second", "player_a", "player_b", "draws"]
    assert row["interval"] == [row["shares"]["player_a"][end] for end in ("low", "high")]
    for count, share in zip(counts, row["shares"].values(), strict=True):
        low, high = wilson(count / 12, 12)
        assert share == {"share": count / 12, "low": low, "high": high}
        assert low < count / 12 < high or count in (0, 12)
    told = run(*asked).stdout
    assert "Seed 5" in told and "95 % interval" in told
    shares = re.findall(r"\d+ \(\d+\.\d %(, \d+\.\d-\d+\.\d %)?\)", told)
    assert len(shares) == 5 and all(shares)


BOTS = """
def steady(d):
    return d.orders[0]

def crashing(d):
    raise KeyError("plan")
"""


def test_players_of_one_s_own_stand_in_the_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bots_of_mine.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    asked = ["simulate", "tank_commander", "--scenario", "skirmish", "--games", "2", "--threads", "1"]
    sound = data(run(*asked, "--players", "bots_of_mine:steady,random", "--json"))["scenarios"][0]
    assert sound["finished"] == 2 and "faults" not in sound
    lost = run(*asked, "--players", "bots_of_mine:crashing,bots_of_mine:steady")
    assert "2 games lost because the player bots_of_mine:crashing crashed: KeyError: 'plan'" in lost.output
    (row,) = data(run(*asked, "--players", "random,bots_of_mine:crashing", "--json"))["scenarios"]
    assert row["wins"] == [2, 0] and list(row["faults"].values()) == [2]
    missing = run(*asked, "--players", "bots_of_mine:absent,random")
    assert missing.exit_code == 2 and "cannot be had: AttributeError" in missing.output
