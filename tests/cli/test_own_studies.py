"""`hulldown study` over one's own: the base is a setup, a variant has words of its own for its change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run
from tests.studies import own_pack

from hulldown.cli import study as command
from hulldown.lab.study import Study, load_study

FEW = ("--players", "random", "--most-pairs", "64", "--workers", "1")


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return own_pack(tmp_path_factory.mktemp("own") / "gulls")


@pytest.fixture
def asked(run: Run, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Ask a question; the study comes back instead of being played."""
    studies: list[Study] = []
    monkeypatch.setattr(command, "played", lambda study, *rest: studies.append(study))

    def ask(*words: str) -> Study:
        result = run("study", *words)
        assert result.exit_code == 0, result.output
        return studies[-1]

    return ask


@pytest.mark.parametrize("scenario", ["dawn", "At Dawn", "path"])
def test_an_own_scenario_is_asked_by_id_by_name_and_by_path(run: Run, pack: Path, scenario: str) -> None:
    named = str(pack / "scenarios" / "dawn.toml") if scenario == "path" else scenario
    result = run("study", "fair", "chase", "--pack", str(pack), "--scenario", named, *FEW, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert "At Dawn" in found["sentence"] and found["pairs"] == 64
    assert found["names"]["arms"]["book"] == "Gulls"


def test_the_first_scenario_of_a_pack_is_meant_where_none_is_named(asked: Any, pack: Path) -> None:
    study = asked("fair", "chase", "--pack", str(pack))
    assert study.scenarios == ("dawn",) and study.base.packs == (str(pack.resolve()),)


def test_words_for_a_change_leave_the_others_to_the_base(asked: Any, pack: Path) -> None:
    base = ("variant", "chase", "--pack", str(pack), "--option", "armor_wear=true", "--unit", "A1=Möwe")
    study = asked(
        *base, "--change-value", "t_bone_factor=2", "--change-unit", "tanks.gull.hull=6",
        "--change-unit", "B1=warden",
    )  # fmt: skip
    assert study.base.options == {"armor_wear": True}
    assert study.base.forces["A1"]["tank"] == "gull"
    changed = study.arms["changed"]
    assert changed.values == {"t_bone_factor": 2} and changed.units == {"tanks.gull.hull": 6}
    assert changed.forces == {"B1": "warden"} and changed.packs == ()


def test_without_them_a_variant_asks_about_what_it_names(asked: Any, pack: Path) -> None:
    words = (
        "variant",
        "chase",
        "--scenario",
        "even_ground",
        "--pack",
        str(pack),
        "--value",
        "gunnery_score=9",
    )
    study = asked(*words)
    assert not study.base.packs and study.arms["changed"].packs == (str(pack.resolve()),)
    assert study.arms["changed"].values == {"gunnery_score": 9}


def test_a_pack_that_the_scenario_needs_is_the_base(asked: Any, run: Run, pack: Path) -> None:
    words = ("variant", "chase", "--scenario", "At Dawn", "--pack", str(pack))
    study = asked(*words, "--option", "armor_wear=true")
    assert study.base.packs == (str(pack.resolve()),)
    assert study.arms["changed"].options == {"armor_wear": True} and not study.arms["changed"].packs
    result = run("study", *words)
    assert result.exit_code == 2 and "nothing is changed" in result.stderr


def test_numbers_of_units_are_tuned_and_gone_over(asked: Any, pack: Path) -> None:
    study = asked("tune", "chase", "--pack", str(pack), "--knob", "tanks.gull.hull=3..6")
    assert study.knobs == {"tanks.gull.hull": (3.0, 6.0)}
    assert asked("atlas", "chase", "--over", "tanks.warden").over == ("tanks.warden",)


def test_a_file_for_own_content_is_printed(run: Run, pack: Path, tmp_path: Path) -> None:
    text = run("study", "new", "forces", "chase", "--pack", str(pack), "--scenario", "flock").stdout
    (tmp_path / "study.toml").write_text(text, "utf-8")
    study, _ = load_study(tmp_path / "study.toml")
    assert study.scenarios == ("flock",) and study.base.packs == (str(pack.resolve()),)
    assert set(study.arms) == {"force_1", "force_2"}


def test_calibration_takes_the_same(run: Run, pack: Path) -> None:
    words = ("study", "calibrate", "chase", "--pack", str(pack), "--scenario", "At Dawn", "--studies", "1")
    result = run(*words, "--points", "30", "--workers", "1", "--json")
    assert result.exit_code == 0, result.output
    assert set(json.loads(result.stdout)) == {"aa", "planted", "share"}


WRONG = [
    (("fair", "chase", "--change-option", "armor_wear=true"), "belongs to a study of the kind variant"),
    (("variant", "chase", "--change-option", "armor_wear"), "--change-option: 'armor_wear' is not"),
    (("variant", "chase", "--change-unit", "tanks.warden.hull"), "is not PLACE=N"),
    (("variant", "chase", "--change-unit", "tanks.warden.hull=thick"), "is not PLACE=N"),
    (("variant", "chase", "--change-unit", "tanks.wardn.hull=9"), 'did you mean "tanks.warden.hull"?'),
    (("variant", "chase", "--change-unit", "tanks.warden.hull=99"), "must be 1 to 12, not 99 (CH-11.8)"),
    (("variant", "chase", "--change-pack", "nowhere"), "there is no pack"),
    (("variant", "chase", "--change-unit", "A1=gull"), 'changed: unknown build "gull"'),
    (("tune", "chase", "--knob", "tanks.warden.hull=6..99"), "must be a range within 1 to 12"),
    (("atlas", "chase", "--over", "tanks.wardn"), 'did you mean "tanks.warden"?'),
    (("fair", "chase", "--pack", "nowhere"), "nowhere: cannot be read"),
    (("fair", "chase", "--unit", "A1=gull"), 'unknown build "gull"'),
    (("calibrate", "chase", "--scenario", "dawn"), 'unknown scenario "dawn"'),
]  # fmt: skip


@pytest.mark.parametrize(("words", "text"), WRONG)
def test_what_is_wrong_is_one_line(run: Run, words: tuple[str, ...], text: str) -> None:
    result = run("study", *words)
    assert result.exit_code == 2 and text in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr


def test_the_help_says_which_word_is_for_which(run: Run) -> None:
    shown = " ".join(run("study", "variant", "--help").stdout.split())
    for word in ("option", "value", "pack", "unit"):
        base, _, rest = shown.partition(f"--{word} ")[2].partition("--")
        assert "Of all games; in a variant without" in base and rest
        assert "For variant: " in shown.partition(f"--change-{word} ")[2].partition(" --")[0]


def test_check_knows_the_file_of_a_study(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "reverse.toml"
    file.write_text(run("study", "new", "variant", "chase").stdout)
    assert run("check", str(file)).stdout == "no mistakes found\n"
    file.write_text(file.read_text().replace('kind = "variant"', 'kind = "varied"'))
    wrong = run("check", str(file))
    assert wrong.exit_code == 1 and wrong.stdout.startswith(f"{file}:") and "kind: " in wrong.stdout
