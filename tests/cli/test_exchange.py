"""import and export: a table becomes a pack that check accepts, and units become a table again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

import hulldown

TABLE = (
    "Name,Kind,Front armour,Side armour,Rear armour,HP,Drive,Weapons,Colour\n"
    "Gull,tank,7,6,5,3,hover,Main gun,red\n"
    "Ox,apc,5,x,4,2,tracks,APC AI,\n"
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "mine.csv"
    path.write_text(TABLE)
    return path


@pytest.mark.parametrize("out", ["pack", "pack.hulldown"])
def test_a_table_becomes_a_pack_that_can_be_checked_and_played(run: Run, table: Path, out: str) -> None:
    target = table.parent / out
    said = run("import", str(table), "--ruleset", "tank_commander", "--out", str(target))
    assert said.exit_code == 0, said.output
    assert "mine.csv: 1 unit for Tank Commander" in said.stdout
    for words in ("left out", "line 3, Side armour", '"x" cannot be taken', "column_9", f"{target}: written"):
        assert words in said.stdout
    assert run("check", str(target)).stdout == "no mistakes found\n"
    setup = hulldown.Setup("tank_commander", packs=[str(target)])
    assert "Gull" in {unit.name for unit in setup.units()}


def test_without_out_nothing_is_written(run: Run, table: Path) -> None:
    before = list(table.parent.iterdir())
    said = run("import", str(table), "--ruleset", "tank_commander")
    assert said.exit_code == 0 and "written" not in said.stdout
    assert list(table.parent.iterdir()) == before


def test_a_question_is_answered_at_the_command_line(run: Run, table: Path) -> None:
    given = ["import", str(table), "--ruleset", "tank_commander", "--json"]
    asked = json.loads(run(*given).stdout)
    assert next(one for one in asked["questions"] if one["id"] == "column_9")["answer"] == ""
    answered = json.loads(run(*given, "--answer", "column_9=text").stdout)
    assert next(one for one in answered["questions"] if one["id"] == "column_9")["answer"] == "text"
    assert 'text = "red"' in answered["texts"]["units.toml"]


def test_units_go_into_a_spreadsheet_and_come_back(run: Run, table: Path) -> None:
    pack, out = table.parent / "pack", table.parent / "all.tsv"
    run("import", str(table), "--ruleset", "tank_commander", "--out", str(pack))
    said = run("export", "tank_commander", "--units", "--pack", str(pack), "--out", str(out))
    assert said.exit_code == 0 and said.stdout == f"{out}: written\n"
    assert "\nGull\ttank\t" in out.read_text(encoding="utf-8-sig")
    again = table.parent / "again"
    assert run("import", str(out), "--ruleset", "tank_commander", "--out", str(again)).exit_code == 0
    both = [(folder / "units.toml").read_text() for folder in (pack, again)]
    assert both[0] == both[1]


def test_another_table_of_a_ruleset_is_exported_by_its_name(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "builds.csv"
    assert run("export", "tank_commander", "--units", "--table", "builds", "--out", str(out)).exit_code == 0
    assert "\nHunter" not in out.read_text(encoding="utf-8-sig")  # it has an id alone
    said = run("export", "chase", "--units", "--out", str(out), "--json")
    assert json.loads(said.stdout) == {"out": str(out), "kind": "units", "bytes": out.stat().st_size}


def test_a_table_is_written_as_spreadsheets_like_it(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "builds.csv"
    assert run("export", "tank_commander", "--units", "--table", "builds", "--out", str(out)).exit_code == 0
    assert out.read_bytes().startswith(b"\xef\xbb\xbfname,unit,") and b"\r\n" in out.read_bytes()
    assert ",Hunter\n" in out.read_text(encoding="utf-8-sig")


def test_a_pack_is_taken_as_it_is(run: Run, table: Path) -> None:
    one, other = table.parent / "one.hulldown", table.parent / "other"
    run("import", str(table), "--ruleset", "tank_commander", "--out", str(one))
    assert run("import", str(one), "--out", str(other)).exit_code == 0
    assert run("check", str(other)).exit_code == 0


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["mine.csv"], "mine.csv: say for which rules it is: "),
        (["mine.csv", "--ruleset", "tank_comander"], 'unknown ruleset "tank_comander"; did you mean'),
        (
            ["mine.csv", "--ruleset", "tank_commander", "--answer", "like"],
            "--answer: 'like' is not ID=CHOICE",
        ),
        (
            ["mine.csv", "--ruleset", "tank_commander", "--answer", "a=b"],
            'mine.csv: there is no question "a"',
        ),
        (["mine.csv", "--ruleset", "tank_commander", "--out", "there"], "is there already"),
        (["none.csv", "--ruleset", "tank_commander"], "cannot be read: No such file"),
        (["there", "--ruleset", "tank_commander"], "is a folder"),
        (["bad.csv", "--ruleset", "tank_commander"], "bad.csv: nothing of it was taken"),
        (["map.png"], "map.png: this is a picture (PNG). hulldown takes packs"),
    ],
)
def test_what_cannot_be_taken_is_a_line(
    run: Run, table: Path, monkeypatch: pytest.MonkeyPatch, given: list[str], words: str
) -> None:
    monkeypatch.chdir(table.parent)
    Path("there").mkdir()
    Path("bad.csv").write_text("Name,Kind,HP\nGull,tonk,3\n")
    Path("map.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    said = run("import", *given)
    assert said.exit_code == 2 and words in said.stderr and len(said.stderr.splitlines()) == 1
    assert json.loads(run("import", *given, "--json").stdout) is not None


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--out", "x.csv"], "say what to export: --units"),
        (["--units", "--out", "x.xls"], "--out: units can be written as .csv or .tsv, not 'x.xls'"),
        (["--table", "builds", "--out", "x.csv"], "say what to export: --units"),
        (["--units", "--table", "planes", "--out", "x.csv"], 'there is no table "planes"; there is units'),
        (["--units", "--out", "none/x.csv"], "cannot be written"),
    ],
)
def test_what_cannot_be_exported_is_a_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("export", "tank_commander", *given)
    assert said.exit_code == 2 and words in said.stderr and len(said.stderr.splitlines()) == 1
