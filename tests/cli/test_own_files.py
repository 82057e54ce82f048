"""Files as people have them, taken or refused alike by the command line, the pages' API and Python."""

from __future__ import annotations

import base64
import json
import zipfile
from pathlib import Path

import pytest
from tests.cli.conftest import Run

import hulldown
from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.game import SaveError
from hulldown.rulesets.common.packs import load_pack
from hulldown.server.http.errors import ApiError
from hulldown.server.schemas.requests import OwnFileIn
from hulldown.server.workshop.packs import parse_upload

SCENARIO = (
    Path(rulesets.__file__).parent / "tank_commander" / "scenarios" / "skirmish.toml"
).read_text().replace("Two tanks meet", "Zwei Panzer, Käfer und Bär")  # fmt: skip
SHEET = 'name = "Mine"\nruleset = "tank_commander"\n'
SAVE_IT = "save it as UTF-8"
WRITINGS = {
    "utf-16": "is UTF-16 text and not UTF-8",
    "utf-16-le": "is UTF-16 text and not UTF-8",
    "utf-16-be": "is UTF-16 text and not UTF-8",
    "cp1252": 'is not UTF-8 text ("ä" in Windows-1252)',
}


def refused_by_pages(path: Path) -> str:
    """How the pages' server refuses a file that was sent to it; "" if it takes it."""
    sent = OwnFileIn(name=path.name, data=base64.b64encode(path.read_bytes()).decode())
    try:
        parse_upload(rulesets.get("tank_commander"), sent)
    except ApiError as refused:
        return refused.text
    return ""


@pytest.mark.parametrize("writing", WRITINGS)
def test_a_scenario_in_another_writing_is_refused_alike_at_every_door(
    run: Run, tmp_path: Path, writing: str
) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(SCENARIO.encode(writing))
    checked = run("check", str(file), "--ruleset", "tank_commander")
    drawn = run("board", "tank_commander", "--scenario", str(file), "--out", str(tmp_path / "b.svg"))
    with pytest.raises(CatalogueError) as wrong:
        hulldown.new("tank_commander", file)
    assert checked.exit_code == drawn.exit_code == 2
    for said in (checked.stderr, drawn.stderr, str(wrong.value), refused_by_pages(file)):
        assert WRITINGS[writing] in said and SAVE_IT in said


@pytest.mark.parametrize("name", ["MINE.TOML", "mine.Toml"])
@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf"])
def test_capitals_in_an_ending_a_mark_and_windows_lines_say_nothing(
    run: Run, tmp_path: Path, name: str, before: bytes
) -> None:
    file = tmp_path / name
    file.write_bytes(before + SCENARIO.replace("\n", "\r\n").encode())
    assert run("check", str(file), "--ruleset", "tank_commander").stdout == "no mistakes found\n"
    drawn = run("board", "tank_commander", "--scenario", str(file), "--out", str(tmp_path / "b.svg"))
    assert drawn.exit_code == 0
    assert hulldown.new("tank_commander", str(file)).number == 0
    assert hulldown.new("tank_commander", file.read_bytes().decode()).number == 0
    assert refused_by_pages(file) == ""


def test_a_save_with_a_mark_before_it_is_a_save(run: Run, battle: Path, tmp_path: Path) -> None:
    marked = tmp_path / "BATTLE.JSON"
    marked.write_bytes(b"\xef\xbb\xbf" + battle.read_bytes())
    assert run("verify", str(marked)).stdout == f"{marked}: ok\n"
    assert run("board", str(marked), "--out", str(tmp_path / "b.svg")).exit_code == 0
    assert hulldown.load(marked.read_text()).digest == hulldown.load(battle.read_text()).digest


def test_a_save_in_another_writing_is_refused_in_a_line(run: Run, battle: Path, tmp_path: Path) -> None:
    wide = tmp_path / "wide.json"
    wide.write_bytes(battle.read_text().encode("utf-16"))
    refused = run("verify", str(wide))
    assert refused.exit_code == 2 and refused.stdout == f"{wide}:1: is UTF-16 text and not UTF-8: {SAVE_IT}\n"
    told = json.loads(run("verify", str(wide), "--json").stdout)
    assert told["error"]["file"] == str(wide) and told["error"]["line"] == 1
    with pytest.raises(SaveError):
        hulldown.load(wide.read_bytes().decode("latin-1"))


def test_a_build_is_read_from_a_file_and_from_the_input_alike(run: Run, tmp_path: Path) -> None:
    build = "\ufeffunit = 'tank'\narmor = { front = 8, side = 8, rear = 6 }\n"
    file = tmp_path / "MINE.TOML"
    file.write_text(build)
    assert run("build", "tank_commander", str(file)).exit_code == 0
    assert run("build", "tank_commander", "-", said=build).exit_code == 0
    assert run("card", str(file), "--out", str(tmp_path / "c.pdf")).exit_code == 0


def test_a_zip_of_a_file_manager_is_a_pack_at_every_door(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "Mine.ZIP"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("My pack/", "")
        archive.writestr("My pack/PACK.TOML", SHEET)
        archive.writestr("My pack/scenarios/Evening.toml", SCENARIO)
        archive.writestr("My pack/.DS_Store", b"\x00\xff")
        archive.writestr("__MACOSX/My pack/._PACK.TOML", b"\x00\xff")
    assert run("check", str(file)).stdout == "no mistakes found\n"
    assert "scenario evening" in run("pack", "show", str(file)).stdout
    assert list(load_pack(file).scenarios) == ["evening"]
    assert refused_by_pages(file) == ""


def test_a_linked_file_of_a_pack_is_read(run: Run, tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    pack.mkdir()
    (pack / "pack.toml").write_text('name = "Mine"\nruleset = "close_assault"\n')
    (tmp_path / "shared.toml").write_text("[units.rhino]\nsave = 2\n")
    (pack / "units.toml").symlink_to("../shared.toml")
    assert "units.rhino.save = 2" in run("pack", "show", str(pack)).stdout
    (tmp_path / "shared.toml").unlink()
    refused = run("check", str(pack))
    assert refused.exit_code == 2 and "is a link to" in refused.stdout


BUILD = """name = "Iron Duchess"
unit = "tank"
armor = { front = 8, side = 7, rear = 6 }
upgrades = ["optics"]
"""


@pytest.mark.parametrize(
    "old, new, why",
    [
        ("", "", ""),
        ("optics", "optocs", ':4: upgrades[1]: unknown upgrade "optocs"; did you mean "optics"?'),
        ("unit =", "unyt =", ':2: unyt: unknown key; did you mean "unit"?'),
        ("front = 8", "front = 80", "too many points on one facing: front 80 is not from 6 to 9 (TC-2.5)"),
    ],
)
def test_a_unit_alone_in_a_file_is_checked_as_what_it_is(
    run: Run, tmp_path: Path, old: str, new: str, why: str
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(BUILD.replace(old, new) if old else BUILD)
    checked = run("check", str(file))
    assert checked.exit_code == bool(why)
    assert why in checked.stdout if why else checked.stdout == "no mistakes found\n"
    assert "sides" not in checked.stdout


def test_a_scenario_with_many_mistakes_is_still_read_as_one(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    wrong = [f"lava{n}" for n in range(20)]
    ground = "".join(f'{kind} = ["E1"]\n' for kind in wrong)
    file.write_text(SCENARIO.replace("[terrain]\n", f"[terrain]\n{ground}"), encoding="utf-8")
    checked = run("check", str(file), "--ruleset", "tank_commander")
    assert checked.exit_code == 1 and all(f"terrain.{kind}" in checked.stdout for kind in wrong)
    assert "mission: unknown key" not in checked.stdout
