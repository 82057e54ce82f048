"""What all games of a study are played with, who sits where, and what things are called."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from hulldown import lab
from hulldown.catalogue import CatalogueError
from hulldown.cli.commands import app
from hulldown.lab.plan import PointShare, plan_of
from hulldown.lab.recording import Folder
from hulldown.lab.results import compared
from hulldown.lab.running import Run, ready
from hulldown.lab.study import QuestionKind, Study, load_study, question, study_of
from hulldown.server.lab.requests import StudyIn, understood

CHANGE: dict[str, Any] = {"options": {"driving_tie": "no_winner"}, "values": {"t_bone_factor": 3}}
FEW = {"most_pairs": 64}
FIELDS: dict[str, dict[str, Any]] = {
    "variant": {},
    "depth": {"players": ["random", "mcts:1"]},
    "tune": {"knobs": {"gunnery_score": [8, 9]}},
    "units": {"scenarios": ["free_platoons"]},
    "forces": {
        "scenarios": ["free_platoons"],
        "arms": {"one": {"force": ["marten"]}, "two": {"force": ["lancer"]}},
    },
}
kinds = pytest.mark.parametrize("kind", [str(kind) for kind in QuestionKind])


def asked(kind: str, change: dict[str, Any] | None = None, **more: Any) -> Study:
    """A study of Chase as a file or a form would have it. CatalogueError if it is wrong."""
    given = {"ruleset": "chase", "scenarios": ["long_shot"], "players": ["random", "random"]}
    data: dict[str, Any] = {"kind": kind, **given, **FIELDS.get(kind, {}), **more}
    return study_of({**data, **question(kind, {}, change, data.get("arms"))}, Path("."))


# ---------------------------------------------------------------- the base


@kinds
def test_every_door_makes_the_same_study_of_a_change(kind: str) -> None:
    said = question(kind, {}, CHANGE)
    assert said == ({"arms": {"book": {}, "changed": CHANGE}} if kind == "variant" else {"base": CHANGE})
    sent = understood(StudyIn(study={"kind": kind, **CHANGE}))
    assert sent == {"kind": kind, **said}
    more: dict[str, Any] = {"decide": FEW} | (FIELDS["tune"] if kind == "tune" else {})
    if kind != "forces":
        study = lab.ask(kind, "chase", "long_shot", ["random", "random"], **CHANGE, **more).study
        layer = study.arms["changed"] if kind == "variant" else study.base
        assert (dict(layer.options), dict(layer.values)) == tuple(CHANGE.values())


@pytest.mark.parametrize("kind", [str(kind) for kind in QuestionKind if kind is not QuestionKind.VARIANT])
def test_the_base_holds_in_every_game(kind: str) -> None:
    for ground in ready(asked(kind, CHANGE), Path(".")).settings.values():
        own = ground.setting.arm.partition("=")[0]
        for name, value in {**CHANGE["options"], **CHANGE["values"]}.items():
            if name != own:
                assert str(ground.content.variants[name]) == str(value), ground.setting


def test_a_pack_is_a_base(tmp_path: Path) -> None:
    pack = own_pack(tmp_path)
    for kind in ("fair", "depth", "atlas"):
        study = asked(kind, {"packs": [str(pack)]}, scenarios=["ford"])
        assert {
            one.content.variants["t_bone_factor"] for one in ready(study, tmp_path).settings.values()
        } >= {3}


def test_an_atlas_changes_one_thing_of_its_base() -> None:
    arms = plan_of(asked("atlas", CHANGE)).arms
    printed = plan_of(asked("atlas")).arms
    assert "t_bone_factor=3" not in arms and {"t_bone_factor=2", "t_bone_factor=4"} <= set(arms)
    assert "t_bone_factor=2" in printed and "t_bone_factor=4" not in printed
    assert any(name.startswith("driving_tie=") for name in set(arms) - set(printed))


REFUSED = [
    ("fair", {"arms": {"other": {"options": {"armor_wear": True}}}}, "plays the arm book alone"),
    ("depth", {"arms": {"book": {"players": ["random", "greedy"]}}}, "who plays stands above all arms"),
    ("forces", {"arms": {"one": {"force": ["marten"], "options": {"armor_wear": True}},
                         "two": {"force": ["lancer"]}}}, "both forces play by the same rules"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "more", "said"), REFUSED)
def test_what_would_be_left_out_is_refused(kind: str, more: dict[str, Any], said: str) -> None:
    with pytest.raises(CatalogueError, match=said):
        asked(kind, **more)


def test_what_was_played_before_can_be_read(tmp_path: Path) -> None:
    """Even where today it would be refused; to go on is refused then."""
    folder = Folder.begin(tmp_path / "old", asked("fair"), Path("."))
    with (folder.path / "study.toml").open("a") as file:
        file.write("\n[arms.other.options]\narmor_wear = true\n")
    folder.write_result({"kind": "fair", "ruleset": "chase", "sentence": "As it was.", "answers": []})
    opened = Folder.open(folder.path)
    assert "other" in opened.study.arms and (opened.result() or {})["sentence"] == "As it was."
    with pytest.raises(CatalogueError, match="plays the arm book alone"):
        opened.same_rules()
    with pytest.raises(CatalogueError, match="plays the arm book alone"):
        load_study(folder.path)


# ---------------------------------------------------------------- seats


@kinds
@pytest.mark.parametrize("players", [["random", "random"], ["random", "mcts:1"]])
def test_no_answer_about_players_or_forces_leans_on_a_seat(kind: str, players: list[str]) -> None:
    change = CHANGE if kind == "variant" else None
    plan = plan_of(asked(kind, change, players=players))
    for cell in plan.cells:
        setting = plan.settings[cell.plus]
        if cell.share is PointShare.PLAYER or setting.players[0] != setting.players[1]:
            assert setting.seatings == (0, 1)
        if setting.sides:
            assert cell.minus is not None
            assert plan.settings[cell.minus].sides == setting.sides[::-1]
    for setting in plan.settings:
        assert setting.players[0] == setting.players[1] or setting.seatings == (0, 1)


def test_a_player_against_itself_shows_no_skill() -> None:
    """On Long Shot the first side takes 38 % between these: that is no skill."""
    few = {"most_pairs": 512, "smallest_effect": 10.0}
    answer = lab.ask("depth", "chase", "long_shot", ["random", "random"], decide=few, seed=4).answer()
    (told,) = answer["answers"]
    assert answer["games"] == 2 * answer["pairs"]
    assert told["low"] < 50 < told["high"] and told["verdict"] == "same"
    assert str(answer).startswith("No: thinking wins less than 10 points. random takes ")
    assert "from itself" in str(answer)
    assert answer["ladder"] == []


def test_ladders_are_compared_player_by_player(tmp_path: Path) -> None:
    kept = []
    for name, options in (("one", {}), ("two", {"armor_wear": True})):
        asked = lab.ask(
            "depth", "chase", "long_shot", ["random", "mcts:1", "mcts:2"], options=options, seed=4,
            decide=FEW, out=tmp_path / name,
        )  # fmt: skip
        asked.answer()
        kept.append(Folder.open(tmp_path / name))
    rows = compared(*kept)["differences"]
    assert [one["arms"][0] for one in rows] == ["mcts:1 against random", "mcts:2 against mcts:1"]
    assert {one["blocks"] for one in rows} == {64}
    same = compared(kept[0], kept[0])["differences"]
    assert all(one["estimate"] == 0 and one["low"] < 0 < one["high"] for one in same)


# ---------------------------------------------------------------- names


def own_pack(folder: Path) -> Path:
    """A pack whose name, and whose scenario's name, are not those of its files."""
    path = folder / "p7"
    (path / "scenarios").mkdir(parents=True)
    sheet = 'name = "Hard Rams"\nruleset = "chase"\n[values]\nt_bone_factor = 3\n'
    (path / "pack.toml").write_text(sheet)
    text = resources.files("hulldown").joinpath("rulesets/chase/scenarios/long_shot.toml").read_text("utf-8")
    (path / "scenarios" / "ford.toml").write_text(text.replace('"Long Shot"', '"The Ford"'))
    return path


def test_scenarios_and_packs_are_called_by_their_names(tmp_path: Path) -> None:
    pack = own_pack(tmp_path)
    own = pack / "scenarios" / "ford.toml"
    words = ["study", "variant", "chase", "--scenario", str(own), "--pack", str(pack), "--players", "random"]
    words += ["--most-pairs", "64", "--workers", "1", "--quiet", "--out", str(tmp_path / "s")]
    said = CliRunner().invoke(app, words)
    assert said.exit_code == 0, said.output
    folder = Folder.open(tmp_path / "s")
    result = folder.result() or {}
    report = (folder.path / "report.html").read_text("utf-8")
    assert "Hard Rams" in result["sentence"]
    assert result["names"]["scenarios"] == {"files/ford.toml": "The Ford"}
    assert result["names"]["arms"]["changed"] == "Hard Rams"
    assert folder.study.name == "Variant: The Ford (Chase)"
    shown = report.split("<pre>")[0] + report.split("</pre>")[-1]  # without the study's own file
    for text in (said.stdout, shown, *(one.read_text() for one in folder.path.glob("plots/*.svg"))):
        assert "ford" not in text and "files/" not in text and str(tmp_path) not in text


def test_a_base_is_named_while_nothing_is_known_yet(tmp_path: Path) -> None:
    study = asked("fair", {"packs": [str(own_pack(tmp_path))]}, scenarios=["ford"])
    run = Run(study.model_copy(update={"decide": lab.Decide(most_pairs=64)}), tmp_path)
    for _ in run:
        pass
    result = lab.result_of(run)
    assert "The Ford" in result["sentence"]
    assert result["names"]["scenarios"] == {"ford": "The Ford"}
    assert result["sentence"].endswith("Between computer players (random), played with Hard Rams.")


def test_a_change_is_compared_with_its_base_by_name(tmp_path: Path) -> None:
    base = {"packs": [str(own_pack(tmp_path))]}
    study = asked("variant", {"values": {"t_bone_factor": 2}}, base=base, scenarios=["ford"])
    run = Run(study.model_copy(update={"decide": lab.Decide(most_pairs=64)}), tmp_path)
    for _ in run:
        pass
    result = lab.result_of(run)
    assert result["names"]["arms"] == {"book": "Hard Rams", "changed": "T bone factor: 2"}
    assert result["sentence"].endswith("Between computer players (random), played with Hard Rams.")
