"""`hulldown study`: its fixed forms, from a question to a film, and one line for whatever is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

from hulldown.cli.study import KINDS, standing
from hulldown.game import Game
from hulldown.lab.running import CellLook, StudyLook
from hulldown.lab.study import QuestionKind

QUICK = (
    "--scenario",
    "long_shot",
    "--players",
    "random",
    "--most-pairs",
    "64",
    "--workers",
    "1",
    "--seed",
    "3",
)
FORM = {
    "kind", "verdict", "sentence", "answers", "pairs", "games", "stalls", "touched", "seed", "signature",
    "seconds",
}  # fmt: skip
ANSWER = {"what", "arm", "scenario", "estimate", "low", "high", "verdict"}


def data(result: Any, code: int = 0) -> Any:
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small study in its folder."""
    from typer.testing import CliRunner

    from hulldown.cli.commands import app

    path = tmp_path_factory.mktemp("cli") / "faced"
    asked = ["study", "variant", "chase", *QUICK, "--option", "random_facing=front_heavy", "--luck"]
    result = CliRunner().invoke(app, [*asked, "--tables", "units,choices", "--out", str(path)])
    assert result.exit_code == 0, result.output
    return path


def test_how_games_ended_is_printed_in_words(run: Run, finished: Path) -> None:
    said = run("study", "show", str(finished)).stdout
    ended = next(line for line in said.splitlines() if "how they ended:" in line)
    assert "a tank " in ended.partition("how they ended:")[2] and "CH-" not in ended


def test_how_a_study_stands_is_a_line_of_words() -> None:
    cell = CellLook("a", "a", "", 1280, -0.015, -0.07, 0.04, "")
    assert standing(StudyLook(20, 1280, 6400, 5120, 693.0, 47.0, (cell,))) == (
        "1,280 pairs of games played, 6,400 at most \u00b7 so far -1.5 points, most likely between -7.0 and "
        "+4.0 \u00b7 693 games a second \u00b7 at most 47 seconds more"
    )


def test_every_kind_has_its_command() -> None:
    assert list(KINDS) == [str(kind) for kind in QuestionKind]


def test_a_question_is_answered_in_the_fixed_form(run: Run) -> None:
    found = data(run("study", "variant", "chase", *QUICK, "--option", "random_facing=front_heavy", "--json"))
    assert set(found) >= FORM
    assert found["verdict"] in ("different", "same", "undecided")
    assert [set(one) for one in found["answers"]] == [ANSWER]
    assert found["games"] == 128 and found["pairs"] == 64 and found["seed"] == 3
    low, high = found["answers"][0]["low"], found["answers"][0]["high"]
    assert low <= found["answers"][0]["estimate"] <= high
    assert set(found["touched"]["changed"]) == {"share", "low", "high", "blocks"}


def test_a_rule_that_never_comes_up_is_said_to(run: Run) -> None:
    asked = ("study", "variant", "chase", *QUICK, "--option", "armor_wear=true", "--most-pairs", "512")
    found = data(run(*asked, "--json"))
    assert found["verdict"] == "same"
    assert "never came up" in found["sentence"]
    assert found["touched"]["changed"]["share"] == 0


def test_nothing_is_told_without_its_interval(run: Run) -> None:
    said = run("study", "profile", "chase", *QUICK).stdout
    assert "% (" in said and " to " in said
    assert "Between computer players (random)." in said


def test_a_file_is_printed_run_and_shown(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "asked.toml"
    file.write_text(
        run("study", "new", "fair", "chase").stdout.replace("mcts:100", "random").replace("20000", "64")
    )
    out = tmp_path / "asked.study"
    found = data(run("study", "run", str(file), "--out", str(out), "--workers", "1", "--json"))
    assert found["kind"] == "fair"
    shown = data(run("study", "show", str(out), "--json"))
    assert {name: shown[name] for name in FORM - {"seconds"}} == {
        name: found[name] for name in FORM - {"seconds"}
    }
    again = data(run("study", "run", str(out), "--workers", "1", "--json"))
    assert again["signature"] == found["signature"]


def test_games_are_verified_told_and_saved(run: Run, finished: Path, tmp_path: Path) -> None:
    assert data(run("study", "verify", str(finished), "--sample", "5", "--json")) == {
        "games": 5,
        "differences": [],
    }
    saved = tmp_path / "game.json"
    assert run("study", "game", str(finished), "7", "--out", str(saved)).exit_code == 0
    assert Game.load(saved.read_text()).result is not None
    assert "{" not in run("study", "game", str(finished), "7").stdout


def test_a_study_is_given_away(run: Run, finished: Path, tmp_path: Path) -> None:
    for ending, begins in ((".csv", b"arm,scenario"), (".html", b"<!doctype html"), (".zip", b"PK")):
        out = tmp_path / f"study{ending}"
        assert run("study", "export", str(finished), "--out", str(out)).exit_code == 0
        assert out.read_bytes()[: len(begins)].lower() == begins.lower()


def test_two_studies_are_compared_where_they_played_the_same(run: Run, finished: Path) -> None:
    found = data(run("study", "compare", str(finished), str(finished), "--json"))
    assert [(one["estimate"], one["blocks"]) for one in found["differences"]] == [(0.0, 64)]


def test_the_price_is_told_before(run: Run, finished: Path) -> None:
    found = data(run("study", "cost", str(finished), "--json"))
    assert set(found) == {"games", "blocks", "minutes", "most_minutes", "findable_effect", "rate"}
    assert found["games"] == 128 and found["rate"] > 0


def test_what_it_takes_is_said_before_it_begins(run: Run) -> None:
    asked = run("study", "fair", "chase", *QUICK)
    assert "About 64 games between random: 0.0 minutes on this machine if nothing differs" in asked.stderr
    assert "minutes" not in run("study", "fair", "chase", *QUICK, "--quiet").stderr
    assert "minutes" not in run("study", "fair", "chase", *QUICK, "--json").stderr


def test_other_players_say_whether_they_agree(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "checked"
    asked = ("study", "variant", "chase", *QUICK, "--option", "armor_wear=true", "--most-pairs", "512")
    said = run(*asked, "--check-with", "random", "--out", str(out)).stdout
    assert said.startswith("The change never came up in 192 pairs.")
    check = data(run("study", "show", str(out), "--json"))["check"]
    assert check["player"] == "random" and check["pairs"] == 64 and check["agreement"] == "too_few"
    assert check["sentence"].startswith("64 pairs are too few to tell whether random agrees. So far it says:")
    assert check["sentence"][:60] in said
    again = data(run("study", "run", str(out), "--workers", "1", "--check-with", "random", "--json"))
    assert again["check"] == check


@pytest.mark.parametrize(
    ("kind", "player", "why"),
    [
        ("profile", "random", "--check-with: other players can check a study of the kind fair, variant,"),
        ("fair", "mcts:1s", "--check-with: mcts:1s thinks by the clock"),
        ("fair", "nobody", "--check-with: no computer player 'nobody'"),
    ],
)
def test_players_that_cannot_check_are_refused(run: Run, kind: str, player: str, why: str) -> None:
    asked = run("study", kind, "chase", *QUICK, "--check-with", player)
    assert asked.exit_code == 2 and why in asked.stderr and asked.stdout == ""


def test_calibration_has_its_form(run: Run) -> None:
    asked = ("study", "calibrate", "chase", "--studies", "1", "--points", "30", "--workers", "1", "--json")
    found = data(run(*asked))
    assert set(found["aa"]) == {"studies", "false_alarms"}
    assert found["planted"] == {"studies": 1, "found": 1, "points": 30.0}


WRONG = [
    (("variant", "chess"), 'unknown ruleset "chess"'),
    (("fair", "chase", "--scenario", "long_shoot"), 'unknown scenario "long_shoot"'),
    (("variant", "chase"), "nothing is changed"),
    (("variant", "chase", "--option", "armor_wear"), "is not NAME=VALUE"),
    (("variant", "chase", "--option", "armor_wear=perhaps"), "armor_wear"),
    (("variant", "chase", "--option", "armour=true"), 'unknown option "armour"'),
    (("variant", "chase", "--value", "gunnery_score=900"), "gunnery_score"),
    (("variant", "chase", "--pack", "nowhere"), "nowhere: cannot be read"),
    (("fair", "chase", "--players", "mcts:1s"), "thinks by the clock"),
    (("fair", "chase", "--tables", "dice"), "record.tables"),
    (("tune", "chase"), "needs a value with its range"),
    (("tune", "chase", "--knob", "gunnery_score=low..high"), "is not NAME=LOW..HIGH"),
    (("tune", "chase", "--knob", "gunery_score=5..9"), "gunery_score"),
    (("tune", "chase", "--knob", "gunnery_score=5..900"), "must be a range within"),
    (("forces", "chase"), "takes two arms"),
    (("units", "chase", "--scenario", "free_platoons", "--out", "/proc/nowhere"), "cannot be written"),
    (("run", "nowhere.toml"), "nowhere.toml"),
    (("show", "."), "holds no study"),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "said"), WRONG)
def test_what_is_wrong_is_told_in_a_line(run: Run, asked: tuple[str, ...], said: str) -> None:
    result = run("study", *asked)
    assert result.exit_code in (1, 2)
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) <= 2, result.stderr


def test_a_folder_that_is_there_is_not_touched(run: Run, finished: Path) -> None:
    before = {path.name: path.read_bytes() for path in finished.iterdir() if path.is_file()}
    result = run("study", "fair", "chase", *QUICK, "--out", str(finished))
    assert result.exit_code == 2 and "holds a study already" in result.stderr
    assert {path.name: path.read_bytes() for path in finished.iterdir() if path.is_file()} == before
