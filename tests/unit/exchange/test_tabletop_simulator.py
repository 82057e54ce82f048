"""Saves of Tabletop Simulator, unpacked and held against what its documents say of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.unit.exchange.tables import (
    FIRST,
    INCH,
    SCENARIOS,
    battle,
    content,
    decoded,
    own_content,
    plain_boards,
    spots,
    unpacked,
)

from hulldown.exchange import tabletop_simulator
from hulldown.rulesets.common.content import Content

URLS = ("ImageURL", "ImageSecondaryURL", "FaceURL", "BackURL")
BUILT_IN = {"Infinite_Bag", "Die_6", "Die_10"}  # objects that need no picture
NEAR = 1.0  # millimetres


def objects(states: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All objects, those in bags and decks too."""
    for state in states:
        yield state
        yield from objects(state.get("ContainedObjects", []))


def save_of(files: dict[str, bytes]) -> dict[str, Any]:
    (name,) = (name for name in files if name.startswith("Saves/"))
    assert re.fullmatch(r"Saves/TS_Save_\d{5}\.json", name), "only numbered files are taken as saves"
    return dict(json.loads(files[name]))


def addresses(part: Any) -> Iterator[str]:
    """The addresses of pictures that a part of a save names."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key in URLS and value:
                yield value
            else:
                yield from addresses(value)
    elif isinstance(part, list):
        for entry in part:
            yield from addresses(entry)


def kept(address: str) -> str:
    """Where Tabletop Simulator keeps what it has loaded from an address."""
    return f"Mods/Images/{''.join(filter(str.isalnum, address))}.png"


def check(data: bytes, setting: Content, units: list[tuple[str, float, float]]) -> dict[str, Any]:
    """Hold a save against the format and the battle."""
    files = unpacked(data)
    save = save_of(files)
    everything = [*objects(save["ObjectStates"])]
    guids = [state["GUID"] for state in everything]
    assert len(guids) == len(set(guids)) and all(re.fullmatch("[0-9a-f]{6}", guid) for guid in guids)
    named = {kept(address) for address in addresses(save["ObjectStates"])}
    assert named == {name for name in files if name.startswith("Mods/")}
    for name in named:
        decoded(files[name])
    for state in everything:
        assert state["Name"] in BUILT_IN or [*addresses(state)], state["Nickname"]
    board = save["ObjectStates"][1]
    size = [2 * INCH * board["Transform"][f"scale{axis}"] for axis in "XZ"]
    assert board["Locked"] and board["Nickname"] == setting.info.name
    tokens = {state["Tags"][1]: state for state in reversed(save["ObjectStates"]) if "Tags" in state}
    for unit, x, y in units:
        at = tokens[unit]["Transform"]
        assert at["posX"] * INCH + size[0] / 2 == pytest.approx(x, abs=NEAR)
        assert size[1] / 2 - at["posZ"] * INCH == pytest.approx(y, abs=NEAR)
        assert 0 <= x <= size[0] and 0 <= y <= size[1]
    for state in everything:
        ids = [state["CardID"]] if "CardID" in state else state.get("DeckIDs", [])
        assert [str(number // 100) for number in ids] == [*state.get("CustomDeck", {})]
    return save


@pytest.mark.parametrize("ruleset, scenario", FIRST)
def test_a_save_holds_the_battle(ruleset: str, scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_boards(monkeypatch)
    setting = content(ruleset, scenario)
    save = check(tabletop_simulator.write(setting), setting, [*spots(ruleset, scenario)])
    printed = battle(ruleset, scenario)
    units = {state["Tags"][1] for state in save["ObjectStates"] if "Tags" in state}
    assert units == {mark.unit for mark in printed.marks}
    cards = [state["Nickname"] for state in save["ObjectStates"] if state["Name"] == "Card"]
    assert cards == [card.name for side in (0, 1) for whose, card in printed.cards if whose == side]
    notes = " ".join(tab["body"] for tab in save["TabStates"].values())
    assert setting.info.summary in notes and setting.info.victory in notes
    assert any(state["Name"].startswith("Die_") for state in save["ObjectStates"])


@pytest.mark.landing
@pytest.mark.parametrize("ruleset, scenario", SCENARIOS)
def test_every_scenario_becomes_a_save(ruleset: str, scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = (ruleset, scenario) in FIRST
    if not drawn:
        plain_boards(monkeypatch)
    setting = content(ruleset, scenario)
    data = tabletop_simulator.write(setting)
    check(data, setting, [*spots(ruleset, scenario)])
    (board,) = (png for name, png in unpacked(data).items() if name.endswith("boardpng.png"))
    if drawn:
        assert 1000 < max(decoded(board).size) <= 2500
    assert len(data) < 16 * 2**20


def test_counters_look_where_their_units_look(monkeypatch: pytest.MonkeyPatch) -> None:
    plain_boards(monkeypatch)
    save = save_of(unpacked(tabletop_simulator.write(content("tank_commander", "skirmish"))))
    first, second = (
        state
        for state in save["ObjectStates"]
        if state["Nickname"].endswith("Hunter") and state["Name"] == "Custom_Tile"
    )
    # A tile whose picture lies upright for the first seat is turned by 180 degrees.
    assert (first["Transform"]["rotY"], second["Transform"]["rotY"]) == (180, 0)
    guns = [state for state in save["ObjectStates"] if state["Nickname"].startswith("Gun of ")]
    assert [state["Transform"]["rotY"] for state in guns] == [180, 0]
    assert len(save["SnapPoints"]) == 100


def test_a_table_in_inches_is_as_large_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    plain_boards(monkeypatch)
    save = save_of(unpacked(tabletop_simulator.write(content("close_assault", "the_fortress"))))
    board = save["ObjectStates"][1]["Transform"]
    # A tile of scale 1 is two units wide, a unit is an inch.
    assert (2 * board["scaleX"], 2 * board["scaleZ"]) == pytest.approx((48, 36), abs=1e-3)
    tank = next(state for state in save["ObjectStates"] if state["Nickname"].startswith("F1.1 Baneblade"))
    size = tank["Transform"]
    assert (2 * size["scaleX"], 2 * size["scaleZ"]) == pytest.approx((1.75, 3.0), abs=1e-3)
    assert tank["CustomImage"]["CustomTile"]["Stretch"] and size["rotY"] == 270


def test_orders_are_decks_that_lie_face_down(monkeypatch: pytest.MonkeyPatch) -> None:
    save = save_of(unpacked(tabletop_simulator.write(content("chase", "even_ground"))))
    decks = [state for state in save["ObjectStates"] if state["Name"] == "DeckCustom"]
    assert [deck["Nickname"] for deck in decks] == ["Orders of A1", "Orders of B1"]
    for deck in decks:
        assert deck["Transform"]["rotZ"] == 180
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        assert {card["Nickname"] for card in deck["ContainedObjects"]} >= {"Pursue", "Flee", "Maneuver"}


def test_equal_battles_make_equal_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = Content.resolve("chase", scenario="even_ground")
    assert tabletop_simulator.write(fresh) == tabletop_simulator.write(content("chase", "even_ground"))


def test_a_unit_of_ones_own_comes_by_its_name_and_with_what_differs(tmp_path: Path) -> None:
    setting = own_content(tmp_path)
    save = check(tabletop_simulator.write(setting), setting, [])
    names = {state["Nickname"] for state in save["ObjectStates"]}
    assert {"A1 Möwe", "B1 Möwe"} <= names
    notes = {tab["title"]: tab["body"] for tab in save["TabStates"].values()}
    assert "t_bone_factor: 3, not 1" in notes["What is not by the printed rules"]


def test_units_that_come_later_wait_beside_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    plain_boards(monkeypatch)
    save = save_of(unpacked(tabletop_simulator.write(content("tank_commander", "beach_landing"))))
    later = next(state for state in save["ObjectStates"] if state["Nickname"].startswith("A4 "))
    board = save["ObjectStates"][1]["Transform"]
    assert later["Transform"]["posZ"] < -board["scaleZ"]
    assert later["Description"] == "Cobalt, not on the board yet"


def test_pictures_of_a_host_are_named_by_its_address() -> None:
    files = unpacked(tabletop_simulator.write(content("chase", "even_ground"), "https://example.org/tanks/"))
    named = set(addresses(save_of(files)["ObjectStates"]))
    assert named == {
        f"https://example.org/tanks/{name.removeprefix('images/')}"
        for name in files
        if name.startswith("images/")
    }
    assert "https://example.org/tanks/board.png" in files["README.txt"].decode()


def test_the_file_says_how_it_is_loaded() -> None:
    text = unpacked(tabletop_simulator.write(content("chase", "even_ground")))["README.txt"].decode()
    assert "Saves" in text and "Mods/Images" in text and "Cloud Manager" in text
    assert max(map(len, text.splitlines())) < 140
