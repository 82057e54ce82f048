"""Files that are written for hands, and read back as they were."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hulldown.catalogue.layout import layout, order_of

LONG = (
    "One word after another, and a few more of them, until the line is full and goes on in the next one. " * 2
)


def test_a_table_for_each_entry_and_short_lists_in_a_line() -> None:
    data = {
        "name": "Mine",
        "values": {"at_strength": 7},
        "board": {"columns": 10, "rows": 8},
        "units": {"A1": {"hex": "E10", "armor": {"front": 6}}, "B 1": {"hex": "F1"}},
        "sides": [{"name": "South", "rows": [9, 10]}],
    }
    assert layout(data) == (
        'name = "Mine"\nboard = { columns = 10, rows = 8 }\n\n[values]\nat_strength = 7\n\n'
        '[units.A1]\nhex = "E10"\narmor = { front = 6 }\n\n[units."B 1"]\nhex = "F1"\n\n'
        '[[sides]]\nname = "South"\nrows = [9, 10]\n'
    )


def test_long_texts_and_lists_go_over_several_lines() -> None:
    data = {"text": LONG + "\nAnd\n\n  more.", "hexes": ["hex"] * 40, "picture": ["." * 30, "#" * 30] * 3}
    text = layout(data)
    assert max(map(len, text.splitlines())) <= 111
    assert text.startswith('text = """\\\nOne word') and text.count('    "....') == 3
    assert tomllib.loads(text) == data


def test_keys_stand_in_the_order_of_files_that_are_there() -> None:
    order = order_of([{"name": 1, "units": {"A1": {"side": 1, "hex": 2}}}, {"rule": 1, "units": {}}])
    data = {"units": {"B1": {"own": 1, "hex": 2, "side": 3}}, "extra": 1, "rule": 2, "name": 3}
    assert list(tomllib.loads(layout(data, order))) == ["rule", "name", "extra", "units"]
    assert list(tomllib.loads(layout(data, order))["units"]["B1"]) == ["side", "hex", "own"]


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=150)
VALUES = st.recursive(
    st.booleans() | st.integers(-(2**40), 2**40) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(WORDS, VALUES, max_size=4))
def test_whatever_is_written_is_read_back(data: dict[str, Any]) -> None:
    text = layout(data)
    assert tomllib.loads(text) == data
    assert layout(tomllib.loads(text)) == text


@pytest.mark.parametrize(
    "text", ["", " led", "a  b" * 50, '"' * 200, "\\ " * 90, "\n\n", "x\r\ny" * 40, "\t" * 130]
)
def test_odd_texts_are_kept(text: str) -> None:
    assert tomllib.loads(layout({"text": text})) == {"text": text}
