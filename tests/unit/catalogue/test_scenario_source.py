"""A scenario of one's own: a file, a TOML text or data, with the same words about the same mistakes."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest

import hulldown
from hulldown import rulesets
from hulldown.catalogue import CatalogueError, OwnFile, resolve_scenario
from hulldown.catalogue.load import LARGEST_FILE, parse_toml, toml_text

RULES = Path(rulesets.__file__).parent
FILES = sorted(RULES.glob("*/scenarios/*.toml"))
PLAIN = [file for file in FILES if "like" not in parse_toml(file.read_text(encoding="utf-8"), "")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name} {file.stem}")
def test_a_file_its_text_and_its_data_set_up_the_same_battle(file: Path) -> None:
    ruleset, text = rulesets.get(file.parent.parent.name), file.read_text(encoding="utf-8")
    data = parse_toml(text, "")
    assert parse_toml(toml_text(data), "") == data
    marks = {ruleset.digest(ruleset.set_up(which)) for which in (file, str(file), text, data)}
    assert marks == {ruleset.digest(ruleset.set_up(file.stem))}


def skirmish() -> tuple[str, dict[str, Any]]:
    text = (RULES / "tank_commander/scenarios/skirmish.toml").read_text(encoding="utf-8")
    return text, parse_toml(text, "")


@pytest.mark.parametrize("kind", ["file", "text", "data"])
def test_a_mistake_is_named_with_its_field_and_where_there_is_one_its_line(kind: str, tmp_path: Path) -> None:
    text, data = skirmish()
    wrong = text.replace("turn_limit = 10", 'turn_limit = "ten"')
    assert wrong != text
    line = wrong[: wrong.index('"ten"')].count("\n") + 1
    file = tmp_path / "mine.toml"
    file.write_text(wrong, encoding="utf-8")
    given: Any = {"file": file, "text": wrong, "data": data | {"turn_limit": "ten"}}[kind]
    with pytest.raises(CatalogueError) as refused:
        hulldown.new("tank_commander", given)
    where = {"file": f"{file}:{line}", "text": f"scenario:{line}", "data": "scenario"}[kind]
    assert refused.value.lines[0].startswith(f"{where}: turn_limit: ")


@pytest.mark.parametrize("kind", ["text", "data"])
def test_a_save_holds_the_scenario_and_goes_on_without_it(kind: str) -> None:
    text, data = skirmish()
    game = hulldown.new("tank_commander", text if kind == "text" else data, seed=3)
    game.play(game.legal()[0])
    saved = game.save()
    data.clear()
    back = hulldown.load(saved)
    assert back == game and back.save() == saved and hulldown.verify(saved) == []
    assert repr(game).startswith("<Game tank_commander scenario, 1 orders, ")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"name": None},
            "scenario: name: must be text, a number, true or false, a list or a table, not None",
        ),
        ({"sides": [{"name": datetime.date(2020, 1, 1)}]}, r"scenario: sides\[1\].name: must be text"),
        ({3: "x"}, "scenario: a key must be text, not 3"),
        ("name = ", "scenario:1: "),
        ("x = 1\n" * LARGEST_FILE, "scenario: is larger than 256 KiB"),
        ({"name": "x" * LARGEST_FILE}, "scenario: is larger than 256 KiB"),
        ("skirmsh", 'unknown scenario "skirmsh"; did you mean "skirmish"'),
        ("gone.toml", "gone.toml: there is no such file"),
        (Path("gone"), "gone: there is no such file"),
        ("", 'unknown scenario ""'),
    ],
)
def test_what_is_no_scenario_is_refused_in_a_line(given: Any, message: str) -> None:
    with pytest.raises(CatalogueError, match=message):
        hulldown.new("tank_commander", given)


def test_data_nested_too_deeply_is_refused() -> None:
    deep: dict[str, Any] = {}
    for _ in range(5_000):
        deep = {"a": deep}
    with pytest.raises(CatalogueError, match="nested too deeply"):
        resolve_scenario(deep, [])


def test_a_name_of_the_ruleset_stays_a_name_and_equal_texts_are_equal() -> None:
    assert resolve_scenario("a", ["a"]) == "a"
    assert resolve_scenario("x = 1", ["a"]) == OwnFile("other", "x = 1") != OwnFile("other", "x = 2")
    assert str(resolve_scenario("x = 1", [])) == "scenario"


def test_keys_and_numbers_of_any_kind_are_written_as_toml() -> None:
    data = {".": "open", "a b": 1.5, "ok-key_1": [1e300, float("inf")], 'say "hi"\n': {"ä": True}}
    assert parse_toml(toml_text(data), "") == data
