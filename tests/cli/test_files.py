"""build, rules and check: what people write, and the book they write it by."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from hulldown import rulesets

SHIPPED = Path(rulesets.__file__).parent / "tank_commander"


def test_a_legal_build_is_priced(run: Run) -> None:
    result = run("build", "tank_commander", "--armor", "8,8,6", "--upgrade", "engine", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert (found["cost"], found["budget"], found["legal"], found["broken"]) == (5, 10, True, [])
    assert {"item": "engine", "count": 1, "points": 1} in found["lines"]


def test_every_broken_rule_is_named(run: Run) -> None:
    asked = [
        "build",
        "tank_commander",
        "--armor",
        "12,14,5",
        "--upgrade",
        "engine,engine",
        "--upgrade",
        "optics",
    ]
    result = run(*asked, "--json")
    assert result.exit_code == 1
    codes = [why["code"] for why in json.loads(result.stdout)["broken"]]
    assert codes == [
        "over-facing-limit",
        "over-facing-limit",
        "below-base",
        "side-exceeds-front",
        "over-item-limit",
        "over-budget",
    ]
    assert "(TC-2.18)" in run(*asked).stdout


def test_points_and_samples_and_files(run: Run, tmp_path: Path) -> None:
    assert run("build", "tank_commander", "--sample", "Hunter").exit_code == 0
    assert run("build", "tank_commander", "--sample", "Hunter", "--points", "9").exit_code == 1
    file = tmp_path / "mine.toml"
    file.write_text('unit = "tank"\narmor = { front = 9, side = 6, rear = 6 }\nupgrades = ["optics"]\n')
    assert run("build", "tank_commander", str(file)).exit_code == 0
    file.write_text('unit = "tank"\narmor = { front = 9, side = 6, rear = 6 }\nupgrades = ["optcs"]\n')
    result = run("build", "tank_commander", str(file))
    assert result.exit_code == 2
    assert f"{file}:3: upgrades[1]: unknown upgrade" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "say either FILE"),
        (["--armor", "8,8"], "is not three whole numbers"),
        (["--armor", f"{'9' * 5000},8,8"], "is not three whole numbers"),
        (["--armor", "999999,8,8"], "at most 1000"),
        (["--upgrade", "engin"], 'did you mean "engine"?'),
        (["--unit", "tnak"], 'did you mean "tank"?'),
        (["--sample", "Hunte"], 'did you mean "Hunter"?'),
        (["--sample", "Hunter", "--upgrade", "engine"], "--sample stands alone"),
        (["gone.toml"], "cannot be read"),
    ],
)
def test_builds_that_are_not_understood_are_code_2(run: Run, arguments: list[str], says: str) -> None:
    result = run("build", "tank_commander", *arguments)
    assert result.exit_code == 2
    assert says in result.stderr


def test_rules_by_number_chapter_words_and_whole(run: Run) -> None:
    book = rulesets.get("tank_commander").files.rulebook()
    one = json.loads(run("rules", "tank_commander", "tc-7.13", "--json").stdout)
    assert one == [{"id": "TC-7.13", "mark": book.rules["TC-7.13"][0], "text": book.rules["TC-7.13"][1]}]
    chapter = json.loads(run("rules", "tank_commander", "TC-7", "--json").stdout)
    assert len(chapter) > 5 and all(row["id"].startswith("TC-7.") for row in chapter)
    found = json.loads(run("rules", "tank_commander", "Quick", "load", "--json").stdout)
    assert found and all("quick" in row["text"].casefold() for row in found)
    assert run("rules", "tank-commander").stdout.startswith("# Tank Commander")
    assert len(json.loads(run("rules", "tank_commander", "--json").stdout)) == len(book.rules)


def test_rules_that_do_not_exist(run: Run) -> None:
    result = run("rules", "tank_commander", "TC-7.999")
    assert result.exit_code == 2
    assert 'unknown rule "TC-7.999"' in result.stderr
    assert run("rules", "tank_commander", "zeppelin").exit_code == 1


@pytest.mark.landing
def test_everything_that_is_shipped_is_without_mistakes(run: Run) -> None:
    result = run("check")
    assert (result.exit_code, result.stdout) == (0, "no mistakes found\n")


@pytest.mark.parametrize("name", ["scenarios/skirmish.toml", "units.toml", "options.toml", "rulebook.md"])
def test_each_kind_of_file_is_checked_as_what_it_is(run: Run, tmp_path: Path, name: str) -> None:
    copy = tmp_path / Path(name).name
    copy.write_text((SHIPPED / name).read_text())
    assert run("check", str(copy)).exit_code == 0
    if copy.suffix == ".toml":
        copy.write_text(copy.read_text() + "\n[nonsense]\nx = 1\n")
        result = run("check", str(copy), "--json")
        assert result.exit_code == 1
        assert any("nonsense" in line for line in json.loads(result.stdout)["problems"])


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The code of a ruleset `salt_marsh` that cannot be imported, beside one that can."""
    file = tmp_path / "salt_marsh" / "__init__.py"
    file.parent.mkdir()
    file.write_text('"""Mud."""\n\nraise ValueError\n')
    monkeypatch.setattr(rulesets, "__path__", [*rulesets.__path__, str(tmp_path)])
    monkeypatch.setattr(rulesets, "BUILT_IN", ("tank_commander", "salt_marsh"))
    return file


@pytest.mark.parametrize("ruleset", ["salt_marsh", "salt-marsh", ""])
def test_a_ruleset_that_cannot_be_imported_is_named_beside_the_files(
    run: Run, broken: Path, ruleset: str
) -> None:
    """Where it is asked for, there is no other to judge the file by; an error may be without words."""
    chosen = ["--ruleset", ruleset] if ruleset else []
    result = run("check", str(SHIPPED / "units.toml"), *chosen)
    assert (result.exit_code, result.stdout) == (1, "salt_marsh/__init__.py:3: ValueError\n")


def test_what_python_says_of_broken_code_stands_in_one_line(run: Run, broken: Path) -> None:
    broken.write_text('raise KeyError("a")')
    assert run("check", "--ruleset", "salt_marsh").stdout == "salt_marsh/__init__.py:1: KeyError: 'a'\n"
    broken.write_text('raise ValueError("mud\\nand more")')
    assert run("check", "--ruleset", "salt_marsh").stdout == "salt_marsh/__init__.py:1: ValueError: mud\n"


@pytest.mark.parametrize("name", ["cli", "src"])
def test_a_folder_of_the_program_is_no_ruleset(run: Run, name: str) -> None:
    result = run("check", "--ruleset", name)
    assert result.exit_code == 2
    assert f'unknown ruleset "{name}"' in result.stderr


def test_a_schema_that_is_unknown_leaves_no_folder(run: Run, tmp_path: Path) -> None:
    assert run("schema", "no/such", "--out", str(tmp_path / "schemas")).exit_code == 2
    assert not (tmp_path / "schemas").exists()


def test_what_cannot_be_read_is_not_checked(run: Run, binary: Path, tmp_path: Path) -> None:
    for path in (binary, tmp_path, tmp_path / "gone.toml"):
        result = run("check", str(path))
        assert result.exit_code == 2
        assert str(path) in result.output  # of a folder, which may be a pack, that it has no pack.toml
