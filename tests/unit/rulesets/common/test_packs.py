"""Packs: what they change and add, which goes before which, and what is wrong with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hulldown
from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.rulesets.common.packs import load_pack, load_stack

SCENARIOS = Path(rulesets.__file__).parent
TEXT = (SCENARIOS / "warstrike" / "scenarios" / "first_patrol.toml").read_text(encoding="utf-8")


def pack(folder: Path, sheet: str, ruleset: str = "warstrike", **scenarios: str) -> Path:
    """A pack of a folder's name."""
    (folder / "scenarios").mkdir(parents=True)
    text = f'name = "{folder.name}"\nruleset = "{ruleset}"\n{sheet}'
    (folder / "pack.toml").write_text(text, encoding="utf-8")
    for name, scenario in scenarios.items():
        (folder / "scenarios" / f"{name}.toml").write_text(scenario, encoding="utf-8")
    return folder


def faults(path: Path) -> list[str]:
    with pytest.raises(CatalogueError) as wrong:
        load_pack(path)
    return [line.removeprefix(f"{path}/") for line in wrong.value.lines]


def test_a_game_is_played_with_what_packs_say_and_its_own_choice_goes_before(tmp_path: Path) -> None:
    up = pack(tmp_path / "Up", '[options]\nhalf_rof = "up"\n', evening=TEXT)
    down = pack(tmp_path / "Down", '[options]\nhalf_rof = "down"\n')
    evening = hulldown.new("warstrike", "evening", packs=[up])
    assert evening.options == {"half_rof": "up"}
    assert hulldown.new("warstrike", "first_patrol", packs=[up, down]).options == {"half_rof": "down"}
    chosen = hulldown.new("warstrike", "first_patrol", packs=[up], options={"half_rof": "down_min1"})
    assert chosen.options == {"half_rof": "down_min1"}
    stack = load_stack(rulesets.get("warstrike"), [up, down])
    assert stack.conflicts == ("half_rof of Down goes before that of Up: down instead of up",)


def test_a_save_needs_no_pack(tmp_path: Path) -> None:
    folder = pack(tmp_path / "Up", '[options]\nhalf_rof = "up"\n', evening=TEXT)
    game = hulldown.new("warstrike", "evening", packs=[folder], seed=1)
    game.play(game.legal()[0])
    text = game.save()
    for one in sorted(folder.rglob("*"), reverse=True):
        one.rmdir() if one.is_dir() else one.unlink()
    again = hulldown.load(text)
    assert again == game and again.options == {"half_rof": "up"}


@pytest.mark.parametrize("name", rulesets.names())
def test_a_pack_that_says_what_is_printed_changes_no_digest(name: str, tmp_path: Path) -> None:
    ruleset = rulesets.get(name)
    options = [f"{one.id} = {plain(one.default)}" for one in ruleset.files.options().values()]
    values = [f"{one.id} = {one.default}" for one in ruleset.files.values().values()]
    sheet = "\n".join(["[options]", *options, "[values]", *values])
    folder = pack(tmp_path / "Printed", sheet, name)
    scenario = next(iter(ruleset.files.scenarios()))
    printed, same = hulldown.new(name, scenario, seed=3), hulldown.new(name, scenario, seed=3, packs=[folder])
    for _ in range(20):
        if not printed.to_act:
            break
        assert printed.digest == same.digest
        order = printed.legal()[0]
        printed.play(order)
        same.play(str(order))


def plain(word: str) -> str:
    """A default as TOML has it."""
    return word if word in ("true", "false") or word.isdigit() else f'"{word}"'


def test_mistakes_are_named_by_file_line_and_field(tmp_path: Path) -> None:
    sheet = '[options]\nhalf_rof = "x"\nnope = 1\n[values]\nno_such = 7\n[notes]\n"WS-99.1" = "a"\n'
    assert faults(pack(tmp_path / "a", sheet)) == [
        'pack.toml:4: options.half_rof: "x" is not one of down_min1, down, up (WS-9.14)',
        'pack.toml:5: options.nope: unknown option "nope"',
        'pack.toml:7: values.no_such: unknown value "no_such"',
        'pack.toml:9: notes."WS-99.1": there is no rule WS-99.1',
    ]
    broken = TEXT.replace("turns = 5", "turns = 500")
    assert broken != TEXT
    (line,) = faults(pack(tmp_path / "b", "", evening=broken))
    assert line.startswith("scenarios/evening.toml:") and "turns" in line
    (line,) = faults(pack(tmp_path / "c", "", first_patrol=TEXT))
    assert "is the name of a scenario that comes with the game" in line
    (line,) = faults(pack(tmp_path / "d", "", ruleset="checkers"))
    assert line.startswith("pack.toml:2: ruleset: unknown ruleset")
    (tmp_path / "empty").mkdir()
    assert "has no pack.toml" in faults(tmp_path / "empty")[0]
    with pytest.raises(CatalogueError, match="is for WarStrike, not for Chase"):
        load_stack(rulesets.get("chase"), [pack(tmp_path / "e", "")])


EXAMPLES = sorted((Path(__file__).resolve().parents[4] / "examples" / "packs").iterdir())
IDEAS = [Path(rulesets.__file__).parent / name / "ideas" for name in rulesets.BUILT_IN]


@pytest.mark.parametrize(
    "folder", [*EXAMPLES, *IDEAS], ids=lambda folder: f"{folder.parent.name} {folder.name}"
)
def test_an_example_pack_is_sound_asks_a_question_and_is_played(folder: Path) -> None:
    found = load_pack(folder)
    assert found.sheet.text.endswith("?")
    assert found.sheet.house_rules or (found.sheet.values and found.sheet.notes)
    scenario = next(iter(found.ruleset.files.scenarios()))
    printed = hulldown.new(found.ruleset, scenario, seed=1)
    changed = hulldown.new(found.ruleset, scenario, seed=1, packs=[folder])
    assert changed.options == found.chosen and changed.digest != printed.digest


@pytest.mark.parametrize("folder", IDEAS, ids=lambda folder: folder.parent.name)
def test_the_ideas_of_a_ruleset_say_what_the_lab_says_of_them(folder: Path) -> None:
    ideas = load_pack(folder).ruleset.files.house_ideas()
    assert len(ideas) == 4
    for idea in ideas.values():
        assert re.search(r"The Lab: .* pairs, seed \d+\)\.$", idea.text), idea.text


def test_there_is_an_example_for_each_ruleset() -> None:
    assert {load_pack(folder).ruleset.id for folder in EXAMPLES} >= set(rulesets.BUILT_IN)


def test_the_last_pack_goes_before_and_a_conflict_is_told(tmp_path: Path) -> None:
    one = pack(tmp_path / "One", "[values]\nrally_placing = 6\n")
    two = pack(tmp_path / "Two", "[values]\nrally_placing = 7.5\n")
    game = hulldown.new("warstrike", "first_patrol", packs=[one, two])
    assert game.options == {"rally_placing": "7.5"}
    assert hulldown.new(
        "warstrike", "first_patrol", packs=[one, two], values={"rally_placing": 9}
    ).options == {"rally_placing": 9}
    told = load_stack(rulesets.get("warstrike"), [one, two]).conflicts
    assert told == ("rally_placing of Two goes before that of One: 7.5 instead of 6",)
    (line,) = faults(pack(tmp_path / "Three", "[values]\nrally_placing = 99\n"))
    assert line == "pack.toml:4: values.rally_placing: 99 is not a number from 0 to 36 (WS-9.20)"
