"""pack, check of a pack, --pack and --option on the commands that play, draw, print and reckon."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

import hulldown
from hulldown import rulesets

EXAMPLES = Path(__file__).parents[2] / "examples" / "packs"

TEXT = (Path(rulesets.__file__).parent / "warstrike" / "scenarios" / "first_patrol.toml").read_text()


@pytest.fixture
def mine(run: Run, tmp_path: Path) -> Path:
    """A pack with an option, a note and a scenario, begun by `pack new`."""
    folder = tmp_path / "half_rates"
    assert run("pack", "new", str(folder), "warstrike").exit_code == 0
    sheet = (folder / "pack.toml").read_text()
    for table, line in (("options", 'half_rof = "up"'), ("notes", '"WS-9.14" = "So."')):
        sheet = sheet.replace(f"[{table}]\n", f"[{table}]\n{line}\n")
    (folder / "pack.toml").write_text(sheet)
    (folder / "scenarios" / "evening.toml").write_text(TEXT)
    with (folder / "units.toml").open("a") as units:
        units.write("[units.line]\nbs = 4\n")
    return folder


def test_a_pack_is_begun_checked_shown_given_away_and_laid_out(run: Run, mine: Path, tmp_path: Path) -> None:
    assert run("check", str(mine)).stdout == "no mistakes found\n"
    told = run("pack", "show", str(mine)).stdout
    assert "half rates, for WarStrike" in told and "half_rof = up, printed down_min1 (WS-9.14)" in told
    assert "units.line.bs = 4, printed 3\n" in told
    assert json.loads(run("pack", "show", str(mine), "--json").stdout)["scenarios"] == ["evening"]
    file = tmp_path / "given.hulldown"
    assert run("pack", "export", str(mine), "--out", str(file)).exit_code == 0
    assert run("check", str(file)).exit_code == 0
    assert run("pack", "import", str(file), str(tmp_path / "again")).exit_code == 0
    for name in ("pack.toml", "scenarios/evening.toml"):
        assert (tmp_path / "again" / name).read_text() == (mine / name).read_text()
    there = run("pack", "import", str(file), str(mine))
    assert there.exit_code == 2 and "is there already" in there.stderr


@pytest.mark.parametrize("name", rulesets.BUILT_IN)
def test_a_pack_is_begun_with_ideas(run: Run, tmp_path: Path, name: str) -> None:
    assert run("pack", "new", str(tmp_path / "mine"), name, "--ideas").exit_code == 0
    shown = run("pack", "show", str(tmp_path / "mine")).stdout
    assert all(f"{idea.name}: " in shown for idea in rulesets.get(name).files.house_ideas().values())


def test_a_mistake_is_a_line_and_exit_code_two(run: Run, mine: Path) -> None:
    sheet = (mine / "pack.toml").read_text().replace('"up"', '"sideways"')
    (mine / "pack.toml").write_text(sheet)
    said = run("check", str(mine))
    line = sheet.splitlines().index('half_rof = "sideways"') + 1
    place = f"{mine}/pack.toml:{line}: options.half_rof: "
    assert said.exit_code == 2
    assert said.stdout == f'{place}"sideways" is not one of down_min1, down, up (WS-9.14)\n'
    assert json.loads(run("check", str(mine), "--json").stdout)["problems"] == [said.stdout.strip()]
    refused = run("simulate", "warstrike", "--pack", str(mine), "--scenario", "evening", "--games", "1")
    assert refused.exit_code == 2 and place in refused.stderr


def test_commands_play_draw_and_reckon_with_a_pack(run: Run, mine: Path, tmp_path: Path) -> None:
    packed = ("--pack", str(mine), "--scenario", "evening")
    found = json.loads(run("simulate", "warstrike", *packed, "--games", "2", "--json").stdout)
    assert [row["scenario"] for row in found["scenarios"]] == ["First Patrol"]
    picture = tmp_path / "start.svg"
    assert run("board", "warstrike", *packed, "--out", str(picture)).exit_code == 0
    assert picture.read_text().startswith("<svg")
    assert "R1 activate" in run("odds", "warstrike", *packed).stdout
    typed = run("play", "warstrike", "--text", *packed, "--player", "random", said="quit\n")
    assert typed.exit_code == 0
    other = run("simulate", "chase", "--pack", str(mine), "--games", "1", "--scenario", "even_ground")
    assert other.exit_code == 2 and "is for WarStrike, not for Chase" in other.stderr


def test_odds_of_a_situation_stand_beside_those_with_a_change(run: Run, tmp_path: Path) -> None:
    situation = tmp_path / "shot.toml"
    situation.write_text("[between]\nrange = 2\n")
    form = ("odds", "tank_commander", "--situation", str(situation))
    (plain,) = json.loads(run(*form, "--json").stdout)
    same, night = json.loads(run(*form, "--option", "night=true", "--json").stdout)
    assert same == plain and night["name"] == "shot, night=true"
    assert night["needed"] == plain["needed"] + 1  # TC-14.4
    wrong = run(*form, "--option", "night=7")
    assert wrong.exit_code == 2 and "night" in wrong.stderr


def test_python_takes_a_pack_as_the_command_line_does(mine: Path) -> None:
    game = hulldown.new("warstrike", "evening", packs=[mine])
    assert game.options == {"half_rof": "up"} and str(game.scenario) == f"{mine}/scenarios/evening.toml"


def test_a_number_is_listed_played_and_shown_in_its_rule(run: Run, tmp_path: Path) -> None:
    rows = json.loads(run("list", "values", "tank_commander", "--json").stdout)
    (one,) = [row for row in rows if row["id"] == "at_strength"]
    assert {key: one[key] for key in ("default", "low", "high", "rule")} == {
        "default": 6, "low": 0, "high": 20, "rule": "TC-7.18"
    }  # fmt: skip
    told = run("rules", "tank_commander", "TC-7.18", "--value", "at_strength=8").stdout
    assert "**8** (printed: 6)" in told and "<!--" not in told
    assert "printed" not in run("rules", "tank_commander", "TC-7.18").stdout
    situation = tmp_path / "shot.toml"
    situation.write_text("[between]\nrange = 2\n")
    form = ("odds", "tank_commander", "--situation", str(situation), "--value", "at_strength=8", "--json")
    plain, strong = json.loads(run(*form).stdout)
    chances = [
        next(row["value"] for row in found["lines"] if row["text"].startswith("Penetrate"))
        for found in (plain, strong)
    ]
    assert chances[0] < chances[1]


def test_an_option_of_a_pack_that_no_situation_asks_for_is_told_and_left_out(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "pack.toml").write_text(
        'name = "Mine"\nruleset = "tank_commander"\n[options]\ntiebreak = "draw"\n[values]\nat_strength = 8\n'
    )
    situation = tmp_path / "shot.toml"
    situation.write_text("[between]\nrange = 2\n")
    form = ("odds", "tank_commander", "--situation", str(situation), "--pack", str(tmp_path / "mine"))
    told = run(*form, "--json")
    assert "means nothing to a situation: tiebreak" in told.stderr
    assert len(json.loads(told.stdout)) == 2


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("at_strength=21", "is not a whole number from 0 to 20"),
        ("at_strengh=7", 'unknown value "at_strengh"; did you mean "at_strength"?'),
        ("at_strength", "is not NAME=VALUE"),
        ("night=true", '"night" is an option: use --option night=true'),
    ],
)
def test_a_number_that_cannot_be_is_refused_in_a_line(run: Run, given: str, said: str) -> None:
    for words in (
        ("simulate", "tank_commander", "--scenario", "skirmish", "--games", "1"),
        ("odds", "tank_commander", "--scenario", "skirmish"),
        ("rules", "tank_commander", "TC-7.18"),
    ):
        result = run(*words, "--value", given)
        assert result.exit_code == 2 and said in result.stderr.splitlines()[-1]


def test_rules_are_read_with_a_pack(run: Run) -> None:
    """The number in force inside the rule, the note of the pack below it."""
    pack = EXAMPLES / "heavier_ram"
    sheet = json.loads(run("pack", "show", str(pack), "--json").stdout)
    rule, note = next(iter(sheet["notes"].items()))
    said = run("rules", "chase", rule, "--pack", str(pack))
    assert note in " ".join(said.stdout.split())
    (told,) = json.loads(run("rules", "chase", rule, "--pack", str(pack), "--json").stdout)
    assert told["notes"] == [f"{sheet['name']}: {note}"]
    assert "notes" not in json.loads(run("rules", "chase", rule, "--json").stdout)[0]


def test_builds_and_solutions_take_packs(run: Run, tmp_path: Path) -> None:
    dear = tmp_path / "dear"
    dear.mkdir()
    (dear / "pack.toml").write_text('name = "Dear"\nruleset = "agrav"\n')
    (dear / "units.toml").write_text("[weapons.cannon100]\ncost = 30\n")
    plain = json.loads(run("build", "agrav", "--sample", "bastion", "--json").stdout)
    dearer = json.loads(run("build", "agrav", "--sample", "bastion", "--pack", str(dear), "--json").stdout)
    assert dearer["cost"] == plain["cost"] - 9 + 30
    tough = tmp_path / "tough"
    tough.mkdir()
    (tough / "pack.toml").write_text('name = "Tough"\nruleset = "chase"\n')
    (tough / "units.toml").write_text("[tanks.warden]\nhull = 99\n")
    refused = run("solve", "chase", "even_ground", "--pack", str(tough), "--turns", "1")
    assert refused.exit_code == 2 and "tanks.warden.hull" in refused.stderr


def test_which_pack_goes_before_is_told(run: Run, mine: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    assert run("pack", "new", str(other), "warstrike").exit_code == 0
    (other / "units.toml").write_text("[units.line]\nbs = 5\n")
    asked = ("simulate", "warstrike", "--scenario", "first_patrol", "--games", "1")
    said = run(*asked, "--pack", str(mine), "--pack", str(other))
    assert said.exit_code == 0
    assert "units.line.bs of other goes before that of half rates: 5 instead of 4" in said.stderr
