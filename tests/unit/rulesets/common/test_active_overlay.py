"""Units of packs: played, shown, saved and refused in all rulesets."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import hulldown
from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.catalogue.load import toml_text
from hulldown.catalogue.overlay import Layer
from hulldown.rulesets.common.packs import checked_overlay, load_pack, load_stack

FOLDER = Path(rulesets.__file__).parent
NAME = "Unheard-of"


class Case(NamedTuple):
    """A table of units and one of its entries, a scenario and the unit of it that stands for another."""

    table: str
    entry: str
    scenario: str
    unit: str
    key: str


CASES = {
    "tank_commander": Case("builds", "Hunter", "skirmish", "A1", "build"),
    "agrav": Case("vehicles", "bastion", "crossroads", "A1", "unit"),
    "close_assault": Case("units", "rhino", "iron_wedge", "B1", "unit"),
    "warstrike": Case("units", "line", "two_roads", "B1", "unit"),
    "chase": Case("tanks", "warden", "even_ground", "A1", "tank"),
}


def read(name: str, file: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name / file).read_text(encoding="utf-8"))


def pack(folder: Path, name: str, units: str) -> Path:
    """A pack of units, and a scenario in which one of them stands."""
    (folder / "scenarios").mkdir(parents=True)
    (folder / "pack.toml").write_text(f'name = "{folder.name}"\nruleset = "{name}"\n', encoding="utf-8")
    (folder / "units.toml").write_text(units, encoding="utf-8")
    return folder


def own(folder: Path, name: str) -> Path:
    """A pack with a new unit like one that comes with the game, and a scenario with it."""
    case = CASES[name]
    entry = read(name, "units.toml")[case.table][case.entry]
    if case.table != "builds":  # builds are called by their key
        entry["name"] = NAME
    made = pack(folder, name, f'[{case.table}."{NAME}"]\n{toml_text(entry)}')
    scenario = read(name, f"scenarios/{case.scenario}.toml")
    scenario["units"][case.unit] |= {case.key: NAME if case.table == "builds" else NAME.lower()}
    if case.table != "builds":
        text = (made / "units.toml").read_text(encoding="utf-8")
        (made / "units.toml").write_text(text.replace(f'"{NAME}"]', f'"{NAME.lower()}"]'), encoding="utf-8")
    (made / "scenarios" / "theirs.toml").write_text(toml_text(scenario), encoding="utf-8")
    return made


def played(game: hulldown.Game, orders: int) -> hulldown.Game:
    chance = Random(5)
    while game.result is None and game.number < orders:
        game.play(chance.choice(list(game.legal())))
    return game


@pytest.mark.parametrize("name", CASES)
def test_a_unit_of_a_pack_is_played_shown_and_saved(name: str, tmp_path: Path) -> None:
    folder = own(tmp_path / "Own", name)
    game = played(hulldown.new(name, "theirs", packs=[folder], seed=5), 25)
    cards = game.ruleset.table.cards(game.start, None)
    assert any(NAME in f"{card.name} {card.kind}" for card in cards)
    text, position = game.save(), game.position()
    for one in sorted(folder.rglob("*"), reverse=True):
        one.rmdir() if one.is_dir() else one.unlink()
    assert hulldown.Game.verify(text) == []
    again = hulldown.load(text)
    assert again == game
    assert again.ruleset.table.cards(again.start, None) == cards
    assert hulldown.from_position(position).digest == game.digest


@pytest.mark.parametrize("name", CASES)
def test_a_unit_of_a_pack_is_nobody_without_it(name: str, tmp_path: Path) -> None:
    folder = own(tmp_path / "Own", name)
    stack = load_stack(rulesets.get(name), [folder])
    known = {unit.name for unit in stack.ruleset.files.units()}
    assert NAME in known
    assert known - {unit.name for unit in rulesets.get(name).files.units()} == {NAME}
    with pytest.raises(CatalogueError, match=r"(?i)unknown .*unheard-of"):
        rulesets.get(name).set_up(stack.scenarios["theirs"])


@pytest.mark.parametrize("name", CASES)
def test_a_changed_unit_is_another_everywhere(name: str, tmp_path: Path) -> None:
    """Who says again what is printed changes no digest; who says something else does."""
    case = CASES[name]
    entry = read(name, "units.toml")[case.table][case.entry]
    same = pack(tmp_path / "Same", name, f"[{case.table}.{case.entry}]\n{toml_text(entry)}")
    usual = hulldown.new(name, case.scenario, seed=1)
    assert hulldown.new(name, case.scenario, packs=[same], seed=1).digest == usual.digest
    changed = {
        "tank_commander": "[units.tank]\nhull_points = 6",
        "agrav": "[weapons.cannon100]\ndamage = 71",
        "close_assault": "[units.rhino]\nmovement = 11",
        "warstrike": "[units.line]\nmv = 7",
        "chase": "[tanks.warden]\nhull = 11",
    }[name]
    other = pack(tmp_path / "Other", name, changed)
    made = hulldown.new(name, case.scenario, packs=[other], seed=1)
    assert made.digest != usual.digest
    assert hulldown.new(name, case.scenario, seed=1).digest == usual.digest


@pytest.mark.parametrize("name", CASES)
def test_a_pack_that_says_all_that_comes_with_the_game_changes_no_digest(name: str, tmp_path: Path) -> None:
    ruleset = rulesets.get(name)
    folder = pack(tmp_path / "Same", name, "")
    for file, tables in ruleset.files.tables().items():
        (folder / file).write_text(toml_text(tables), encoding="utf-8")
    laid = load_stack(ruleset, [folder]).ruleset
    assert list(laid.files.scenarios()) == list(ruleset.files.scenarios())
    for scenario in ruleset.files.scenarios():
        assert laid.digest(laid.set_up(scenario)) == ruleset.digest(ruleset.set_up(scenario))


def test_which_pack_goes_before_is_told_field_by_field(tmp_path: Path) -> None:
    low = pack(tmp_path / "Low", "chase", "[tanks.warden]\nhull = 7\nagility = 1")
    high = pack(tmp_path / "High", "chase", "[tanks.warden]\nhull = 9")
    stack = load_stack(rulesets.get("chase"), [low, high])
    assert stack.conflicts == ("tanks.warden.hull of High goes before that of Low: 9 instead of 7",)
    s = hulldown.new("chase", "even_ground", packs=[low, high], forces={"A1": {"tank": "warden"}}).state
    assert (s.tanks[0].profile.hull, s.tanks[0].profile.agility) == (9, 1)


def test_faults_name_the_file_of_the_pack_and_the_line(tmp_path: Path) -> None:
    folder = pack(tmp_path / "Odd", "chase", '[tanks.warden]\nhull = 0\ngun = "long"\nsource = "CH-99.9"\n')
    with pytest.raises(CatalogueError) as wrong:
        load_pack(folder)
    assert all(line.startswith(f"{folder}/units.toml:") for line in wrong.value.lines)
    assert [line.split(": ")[1] for line in wrong.value.lines] == ["tanks.warden.hull", "tanks.warden.gun"]
    mended = pack(tmp_path / "Even", "chase", '[tanks.warden]\nsource = "CH-99.9"\n')
    with pytest.raises(
        CatalogueError, match=r"Even/units.toml:2: tanks.warden.source: there is no rule CH-99.9"
    ):
        load_pack(mended)


def test_a_file_that_a_ruleset_does_not_have_is_refused(tmp_path: Path) -> None:
    folder = pack(tmp_path / "Guns", "chase", "")
    (folder / "weapons.toml").write_text("[weapons]\n", encoding="utf-8")
    with pytest.raises(
        CatalogueError,
        match=r"a pack for Chase has pack.toml, rules.py, units.toml, house_rules.toml, scenarios/NAME",
    ):
        load_pack(folder)


def test_a_scenario_that_cannot_be_played_with_a_pack_is_not_offered(tmp_path: Path) -> None:
    folder = pack(
        tmp_path / "Crowd",
        "warstrike",
        "[units.line]\nmodels = [{ name = 'man', count = 60, weapons = ['rifle'] }]",
    )
    offered = load_stack(rulesets.get("warstrike"), [folder]).ruleset.files.scenarios()
    assert "two_roads" not in offered
    assert "two_roads" in rulesets.get("warstrike").files.scenarios()


def test_a_pack_may_have_more_weapons_than_a_battle_has_room_for(tmp_path: Path) -> None:
    """WS-1.16: of many weapons those that are carried are in the battle, and called by their names."""
    weapons = "".join(
        f'[weapons.w{n}]\nname = "Gun {n}"\nrange = {10 + n}\nrof = 1\nap = 2\nfp = 3\n' for n in range(40)
    )
    models = (
        "[" + ", ".join(f'{{ name = "man", weapons = ["w{n}", "w{n + 1}"] }}' for n in range(30, 34)) + "]"
    )
    folder = pack(tmp_path / "Guns", "warstrike", f"[units.line]\nmodels = {models}\n")
    (folder / "weapons.toml").write_text(weapons, encoding="utf-8")
    game = played(hulldown.new("warstrike", "first_patrol", packs=[folder], seed=2), 30)
    cards = game.ruleset.table.cards(game.start, None)
    told = " ".join(text for card in cards for text, _ in card.kit)
    assert all(f"Gun {n}: " in told for n in range(30, 35))
    assert "Gun 29" not in told
    assert hulldown.Game.verify(game.save()) == []
    many = "[" + ", ".join(f'{{ name = "man", weapons = ["w{n}"] }}' for n in range(14)) + "]"
    (folder / "units.toml").write_text(f"[units.line]\nmodels = {many}\n", encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"more than 12 different weapons \(WS-1\.16\)"):
        hulldown.new("warstrike", "first_patrol", packs=[folder])


def test_equal_layers_of_two_people_keep_their_names() -> None:
    text = "[units.tank]\nhull_points = 5\n"
    mine, theirs = (Layer("units.toml", text, f"{who}/units.toml") for who in ("mine", "theirs"))
    tanks = rulesets.get("tank_commander")
    assert [layer.shown for layer in checked_overlay(tanks, [mine]).layers] == ["mine/units.toml"]
    assert [layer.shown for layer in checked_overlay(tanks, [theirs]).layers] == ["theirs/units.toml"]
