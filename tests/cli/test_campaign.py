"""`hulldown campaign`: a campaign from its first battle to its file, in a database of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.anvils import UNITS
from tests.cli.conftest import Run

from hulldown import rulesets

DUMMIES = "random:seed=1,random:seed=2"


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def begin(run: Run, *more: str, players: str = DUMMIES) -> str:
    told = run("campaign", "new", "Autumn", "--players", players, "--mission", "skirmish", *more, "--json")
    assert told.exit_code == 0, told.output
    return str(json.loads(told.stdout)["campaign"])


def shown(run: Run, *arguments: str) -> Any:
    told = run("campaign", *arguments, "--json")
    assert told.exit_code == 0, told.output
    return json.loads(told.stdout)


def test_a_campaign_between_computers_to_its_end_and_back_from_its_file(run: Run, tmp_path: Path) -> None:
    campaign = begin(run, "--battles", "2", "--option", "turn_limit=2")
    for number in (1, 2):
        after = shown(run, "play", campaign)
        assert [b["state"] for b in after["battles"]].count("fought") == number
    assert after["stage"] == "over" and after["winner"] in (0, 1, 2)
    assert run("campaign", "play", campaign).exit_code == 2
    told = run("campaign", "show", campaign, "--record").stdout
    assert "Battle 2, Skirmish" in told and "(TC-14.7)" in told
    file = tmp_path / "autumn.toml"
    assert run("campaign", "export", campaign, str(file)).exit_code == 0
    assert run("campaign", "export", campaign).stdout.strip() == file.read_text().strip()
    again = json.loads(run("campaign", "import", str(file), "--players", DUMMIES, "--json").stdout)[
        "campaign"
    ]
    same = shown(run, "show", again)
    assert {**same, "campaign": campaign} == shown(run, "show", campaign)
    assert len(json.loads(run("campaign", "list", "--json").stdout)) == 2
    assert "Autumn" in run("campaign", "list").stdout


def test_a_campaign_goes_on_without_the_pack_that_it_was_begun_with(run: Run, tmp_path: Path) -> None:
    """Units, prices and options of the pack hold in its battles, its refits and its file (TC-14.10)."""
    pack = tmp_path / "anvils"
    pack.mkdir()
    sheet = 'name = "Anvils"\nruleset = "tank_commander"\n[options]\nturn_limit = 2\n'
    (pack / "pack.toml").write_text(sheet)
    (pack / "units.toml").write_text(UNITS)
    more = ("--second", "Harbor: Otter=Trainee", "--battles", "2")
    campaign = begin(run, "--pack", str(pack), "--first", "North: Bess=Anvil", *more)
    for file in pack.iterdir():
        file.unlink()
    assert "Fought with Anvils.\n" in run("campaign", "show", campaign).stdout
    fought = shown(run, "play", campaign)
    assert fought["packs"] == ["Anvils"] and fought["battles"][0]["state"] == "fought"
    exported = run("campaign", "export", campaign).stdout
    file = tmp_path / "autumn.toml"
    file.write_text(exported)
    again = json.loads(run("campaign", "import", str(file), "--players", "human,random", "--json").stdout)
    bess = shown(run, "show", again["campaign"])["sides"][0]["tanks"][0]
    assert {one["id"]: one["cost"] for one in bess["purchases"]}["optics"] == 3
    assert shown(run, "play", again["campaign"], "--player", "random")["stage"] == "over"


def test_a_mission_of_a_pack_is_fought_like_one_of_the_game(run: Run, tmp_path: Path) -> None:
    scenarios = tmp_path / "shores" / "scenarios"
    scenarios.mkdir(parents=True)
    skirmish = Path(rulesets.__file__).parent / "tank_commander" / "scenarios" / "skirmish.toml"
    shore = skirmish.read_text("utf-8").replace('name = "Skirmish"', 'name = "The shore"')
    (scenarios / "shore.toml").write_text(shore, "utf-8")
    (tmp_path / "shores" / "pack.toml").write_text('name = "Shores"\nruleset = "tank_commander"\n')
    pack = ("--pack", str(tmp_path / "shores"))
    campaign = begin(run, *pack, "--mission", "shore", "--battles", "2")
    assert [battle["name"] for battle in shown(run, "show", campaign)["battles"]] == ["Skirmish", "The shore"]
    assert "The shore" in run("campaign", "export", campaign).stdout


def test_units_of_a_file_that_are_none_are_named(run: Run, tmp_path: Path) -> None:
    campaign, file = begin(run), tmp_path / "autumn.toml"
    run("campaign", "export", campaign, str(file))
    whole = file.read_text()
    for layer, says in (
        ('file = "units.toml"\ntext = "[units.tank]\\nhull_points = 999"', "units.toml:2: units.tank.hull"),
        ('file = "options.toml"\ntext = ""', 'has no file "options.toml"'),
        ('file = "units.toml"\ntext = 3', "plan.layers"),
    ):
        file.write_text(whole.replace("[[plan.sides]]", f"[[plan.layers]]\n{layer}\n\n[[plan.sides]]", 1))
        refused = run("campaign", "import", str(file))
        assert refused.exit_code == 2 and says in refused.stderr, refused.stderr
    assert len(json.loads(run("campaign", "list", "--json").stdout)) == 1


def test_points_are_spent_and_every_broken_rule_is_a_line(run: Run) -> None:
    campaign = begin(run, "--first", "North: Bess=Trainee", players=f"human,{DUMMIES.split(',')[0]}")
    spent = shown(run, "spend", campaign, "Bess", "--armor", "8,7,6", "--upgrade", "optics,he")
    assert spent["sides"][0]["tanks"][0]["armor"] == [8, 7, 6]
    assert spent["sides"][0]["tanks"][0]["saved"] == 10 - 3 - 2
    refused = run("campaign", "spend", campaign, "Bess", "--armor", "7,8,6", "--upgrade", "warp")
    assert refused.exit_code == 2
    for word in ("warp", "TC-2.5", "TC-14.10"):
        assert word in refused.stderr
    assert shown(run, "show", campaign)["number"] == spent["number"]


def test_people_are_told_where_to_fight(run: Run) -> None:
    told = run("campaign", "new", "Autumn", "--players", "human,random", "--mission", "skirmish").stdout
    assert "#seat=" in told
    campaign = told.split()[1]
    refused = run("campaign", "play", campaign)
    assert refused.exit_code == 2 and "--player greedy" in refused.stderr
    assert run("campaign", "play", campaign, "--player", "deep blue").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["new", "A", "--players", "human"], "not two such as"),
        (["new", "A", "--players", "human,nobody"], "nobody"),
        (["new", "A", "--first", "no tanks"], "is not a side"),
        (["new", "A", "--first", "N: Bess=Nope"], "Nope"),
        (["new", "A", "--mission", "moon"], "moon"),
        (["new", "A", "--option", "night=purple"], "night"),
        (["show", "gone"], "no such campaign"),
        (["spend", "gone", "Bess", "--armor", "1"], "three whole numbers"),
        (["import", "gone.toml"], "cannot be read"),
    ],
)
def test_what_cannot_be_is_said(run: Run, arguments: list[str], says: str) -> None:
    refused = run("campaign", *arguments)
    assert refused.exit_code == 2, refused.output
    assert says in refused.stderr


def test_a_broken_file_is_refused_line_by_line(run: Run, tmp_path: Path) -> None:
    campaign = begin(run)
    file = tmp_path / "autumn.toml"
    run("campaign", "export", campaign, str(file))
    file.write_text(file.read_text().replace('"Hunter"', '"Carrier"') + '\n[[entries]]\nwhat = "win"\n')
    refused = run("campaign", "import", str(file))
    assert refused.exit_code == 2 and f"{file}:" in refused.stderr and "win" in refused.stderr
    assert len(json.loads(run("campaign", "list", "--json").stdout)) == 1
