"""The Lab from Python gives what the command line gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hulldown import lab, rulesets
from hulldown.catalogue import CatalogueError
from hulldown.cli.commands import app
from hulldown.game import prepare


@pytest.mark.landing
def test_the_same_study_from_python_and_the_command_line_gives_the_same_file(tmp_path: Path) -> None:
    prepare(rulesets.get("chase"))
    asked = lab.ask(
        "variant", "chase", "long_shot", "random", options={"random_facing": "front_heavy"}, seed=5,
        out=tmp_path / "python", decide={"most_pairs": 128},
    )  # fmt: skip
    looks = list(asked)
    answer = asked.answer()
    words = ["study", "variant", "chase", "--scenario", "long_shot", "--players", "random", "--seed", "5"]
    words += [
        "--option",
        "random_facing=front_heavy",
        "--most-pairs",
        "128",
        "--out",
        str(tmp_path / "words"),
    ]
    assert CliRunner().invoke(app, [*words, "--workers", "1"]).exit_code == 0
    one, other = (json.loads((tmp_path / name / "result.json").read_text()) for name in ("python", "words"))
    assert {**one, "name": ""} == {**other, "name": ""}
    for table in ("games.parquet", "looks.parquet"):
        assert (tmp_path / "python" / table).read_bytes() == (tmp_path / "words" / table).read_bytes()
    assert [look.slices for look in looks] == [1, 2]
    assert str(answer) == one["sentence"]
    assert "<svg" in answer._repr_html_()


def test_a_folder_goes_on(tmp_path: Path) -> None:
    asked = lab.ask("fair", "chase", "long_shot", "random", out=tmp_path / "fair", decide={"most_pairs": 192})
    next(iter(asked))
    whole = lab.ask("fair", "chase", "long_shot", "random", decide={"most_pairs": 192}).answer()
    again = lab.opened(tmp_path / "fair").answer()
    assert again["signature"] == whole["signature"]
    assert again["answers"] == whole["answers"]


def test_a_mistake_is_named() -> None:
    with pytest.raises(CatalogueError, match="the study: players"):
        lab.ask("fair", "chase", "long_shot", "mcts:1s")
