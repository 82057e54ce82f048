"""Modules of VASSAL, unpacked and read as VASSAL reads them."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st
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

from hulldown.exchange import vassal, vassal_pieces
from hulldown.rulesets.common.content import Content

MAP, WIDGET = "VASSAL.build.module.map", "VASSAL.build.widget"
NEAR = 1.0  # millimetres
TRAITS = ("emb2;", "rotate;", "mark;", "obs;", "delete;", "piece;")


class Piece(NamedTuple):
    """A piece as its definition says: types and states, the outermost first."""

    types: list[str]
    states: list[str]

    def trait(self, kind: str) -> list[tuple[list[str], str]]:
        """The fields and the state of each trait of a kind."""
        pairs = zip(self.types, self.states, strict=True)
        return [
            (parts(text.removeprefix(kind), ";"), state) for text, state in pairs if text.startswith(kind)
        ]

    @property
    def name(self) -> str:
        """What it is called."""
        return self.trait("piece;")[0][0][3]

    @property
    def images(self) -> set[str]:
        """The pictures that it shows."""
        layers = {name for fields, _ in self.trait("emb2;") for name in parts(fields[15], ",")}
        masks = {fields[1] for fields, _ in self.trait("obs;")}
        return layers | masks | {self.trait("piece;")[0][0][2]}


def parts(text: str, separator: str) -> list[str]:
    """A sequence as VASSAL takes it apart: a separator behind a backslash belongs to its text."""
    found, part = [], ""
    for at, letter in enumerate(text):
        if letter != separator:
            part += letter
        elif at and text[at - 1] == "\\":
            part = part[:-1] + separator
        else:
            found.append(part)
            part = ""
    quoted = [*found, part]
    return [text[1:-1] if len(text) > 1 and text[0] == text[-1] == "'" else text for text in quoted]


def unrolled(text: str) -> list[str]:
    """A text and the rest, which is such a pair in turn."""
    first, *rest = parts(text, "\t")
    return [first, *(unrolled(rest[0]) if rest else [])]


def read(definition: str) -> Piece:
    """A piece from the command that adds it."""
    assert definition.startswith("+/")
    name, types, states = parts(definition.removeprefix("+/"), "/")
    assert name == "null"
    piece = Piece(unrolled(types), unrolled(states))
    assert len(piece.types) == len(piece.states)
    assert all(text.startswith(TRAITS) for text in piece.types) and piece.types[-1].startswith("piece;")
    return piece


class Page(HTMLParser):
    """The words of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.feed(text)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def check(data: bytes, setting: Content, units: list[tuple[str, float, float]]) -> tuple[Element, Element]:
    """Hold a module against the format and the battle; its build file and its map."""
    files = unpacked(data)
    root = ElementTree.fromstring(files["buildFile.xml"])
    assert root.tag == "VASSAL.build.GameModule" and setting.info.name in root.get("name", "")
    about = ElementTree.fromstring(files["moduledata"])
    assert about.get("version") == "1" and about.findtext("name") == root.get("name")
    window = root.find("VASSAL.build.module.Map")
    assert window is not None
    slots = [*root.iter(f"{WIDGET}.PieceSlot")]
    ids = [int(slot.get("gpid", "")) for slot in slots]
    assert ids == [*range(1, len(slots) + 1)] and root.get("nextPieceSlotId") == str(len(slots) + 1)
    named = set()
    for slot, number in zip(slots, ids, strict=True):
        piece = read(slot.text or "")
        assert piece.states[-1] == f"null;0;0;{number};0"
        named |= piece.images
    named |= {chart.get("fileName", "") for chart in root.iter(f"{WIDGET}.Chart")}
    (board,) = root.iter(f"{MAP}.boardPicker.Board")
    named.add(board.get("image", ""))
    assert {f"images/{name}" for name in named} == {name for name in files if name.startswith("images/")}
    for name in named:
        decoded(files[f"images/{name}"])
    stands(window, setting, units)
    return root, window


def density(setting: Content) -> float:
    """Pixels of a millimetre of a module's map."""
    return vassal.Module(vassal.virtual_table(setting)).density


def stands(window: Element, setting: Content, units: list[tuple[str, float, float]]) -> None:
    """Whether every unit stands at its place."""
    pixels = density(setting)
    stacks = {stack.get("name", "").partition(" ")[0]: stack for stack in window.iter(f"{MAP}.SetupStack")}
    for unit, x, y in units:
        at = stacks[unit]
        assert int(at.get("x", "")) / pixels == pytest.approx(x, abs=NEAR)
        assert int(at.get("y", "")) / pixels == pytest.approx(y, abs=NEAR)


def pieces_of(window: Element) -> Iterator[Piece]:
    """The pieces on the map."""
    for stack in window.iter(f"{MAP}.SetupStack"):
        yield read(stack[0].text or "")


@pytest.mark.parametrize("ruleset, scenario", FIRST)
def test_a_module_holds_the_battle(ruleset: str, scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_boards(monkeypatch)
    setting = content(ruleset, scenario)
    data = vassal.write(setting)
    root, window = check(data, setting, [*spots(ruleset, scenario)])
    printed = battle(ruleset, scenario)
    units = [piece for piece in pieces_of(window) if piece.trait("mark;")]
    assert [piece.name.partition(" ")[0] for piece in units] == [mark.unit for mark in printed.marks]
    sides = [state for piece in units for fields, state in piece.trait("mark;") if fields == ["Side"]]
    assert sides == [("Cobalt", "Rust")[mark.side] for mark in printed.marks]
    charts = [chart.get("chartName", "") for chart in root.iter(f"{WIDGET}.Chart")]
    assert {card.name for _, card in printed.cards} <= set(charts)
    words = " ".join(Page(unpacked(data)["briefing.html"].decode()).words)
    assert setting.info.summary in words and setting.info.victory in words
    assert len([*root.iter("VASSAL.build.module.DiceButton")]) == 3
    assert len([*root.iter("VASSAL.build.module.Inventory")]) == 1


@pytest.mark.landing
@pytest.mark.parametrize("ruleset, scenario", SCENARIOS)
def test_every_scenario_becomes_a_module(
    ruleset: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = (ruleset, scenario) in FIRST
    if not drawn:
        plain_boards(monkeypatch)
    setting = content(ruleset, scenario)
    data = vassal.write(setting)
    check(data, setting, [*spots(ruleset, scenario)])
    table = vassal.virtual_table(setting)
    board = decoded(unpacked(data)["images/board.png"])
    expected = [round(length * density(setting)) for length in table.size]
    if drawn:
        assert [*board.size] == pytest.approx(expected, abs=1)
    assert len(data) < 16 * 2**20


def test_the_grid_lies_on_the_places(monkeypatch: pytest.MonkeyPatch) -> None:
    plain_boards(monkeypatch)
    _, window = check(
        vassal.write(content("tank_commander", "skirmish")), content("tank_commander", "skirmish"), []
    )
    (grid,) = window.iter(f"{MAP}.boardPicker.board.HexGrid")
    # A hex of 120 pixels: columns are 3/4 of its width from corner to corner apart, A1 begins at the corner.
    assert float(grid.get("dy", "")) == 120 and float(grid.get("dx", "")) == pytest.approx(103.923, abs=1e-3)
    assert (grid.get("x0"), grid.get("y0"), grid.get("sideways")) == ("69", "60", "false")
    (names,) = grid
    said = {name: names.get(name) for name in ("first", "hType", "hLeading", "hOff", "sep", "stagger")}
    assert said == {"first": "H", "hType": "N", "hLeading": "1", "hOff": "1", "sep": "·", "stagger": "false"}


def test_an_open_table_has_a_ruler_of_inches_and_no_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    plain_boards(monkeypatch)
    setting = content("close_assault", "the_fortress")
    _, window = check(vassal.write(setting), setting, [])
    (board,) = window.iter(f"{MAP}.boardPicker.Board")
    assert not [*board]
    (thread,) = window.iter(f"{MAP}.LOS_Thread")
    assert thread.get("snapStart") == "false"
    assert float(thread.get("scale", "")) == pytest.approx(density(setting) * INCH)


def test_pieces_turn_and_are_turned_over(monkeypatch: pytest.MonkeyPatch) -> None:
    plain_boards(monkeypatch)
    setting = content("tank_commander", "skirmish")
    _, window = check(vassal.write(setting), setting, [])
    first, second = pieces_of(window)
    for piece, step in ((first, "0"), (second, "3")):
        ((fields, state),) = piece.trait("rotate;")
        assert (fields[0], state) == ("6", step)
        (turret, level), (flip, front) = piece.trait("emb2;")
        assert len(parts(turret[15], ",")) == 6 and level == str(int(step) + 1)
        assert len(parts(flip[15], ",")) == 2 and front == "1" and flip[27] == "70,130"


def test_orders_lie_face_down() -> None:
    setting = content("chase", "even_ground")
    root, _ = check(vassal.write(setting), setting, [])
    orders = [piece for piece in map(read, texts(root)) if piece.trait("obs;")]
    assert {piece.name for piece in orders} >= {"A1: Pursue", "B1: Hull Down"}


def texts(root: Element) -> Iterator[str]:
    """The definitions of all pieces."""
    return (slot.text or "" for slot in root.iter(f"{WIDGET}.PieceSlot"))


def test_equal_battles_make_equal_modules() -> None:
    fresh = Content.resolve("chase", scenario="even_ground")
    assert vassal.write(fresh) == vassal.write(content("chase", "even_ground"))


def test_a_unit_of_ones_own_comes_by_its_name(tmp_path: Path) -> None:
    setting = own_content(tmp_path)
    data = vassal.write(setting)
    _, window = check(data, setting, [])
    assert {piece.name for piece in pieces_of(window)} >= {"A1 Möwe", "B1 Möwe"}
    words = " ".join(Page(unpacked(data)["briefing.html"].decode()).words)
    assert "t_bone_factor: 3, not 1" in words


NAMES = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\t"), max_size=20)


@given(NAMES, NAMES)
def test_any_name_comes_back_from_a_definition(name: str, kind: str) -> None:
    traits = [
        vassal_pieces.layer("Other side", ("a.png", "b.png"), ("Turn over", vassal_pieces.FLIP)),
        vassal_pieces.mark("Kind", kind),
        vassal_pieces.basic("a.png", name, 7),
    ]
    piece = read(vassal_pieces.definition(traits))
    assert piece.name == vassal_pieces.named(name)
    ((fields, state),) = piece.trait("mark;")
    assert fields == ["Kind"] and parts(state, ",") == [vassal_pieces.named(kind)]


def test_what_no_document_may_hold_is_left_out() -> None:
    assert vassal.writable("Möwe\x00\x1b \ud83d 🦅\ttab") == "Möwe  🦅\ttab"
