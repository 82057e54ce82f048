"""Where values stand in a TOML text, held against what the standard parser finds in it."""

import tomllib
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hulldown.catalogue.load import Place, line_index, nearest_line

TEXT = '''# a comment with [brackets] and "quotes
title = "not [a.table] # nor a comment"
[board] # size
columns = 10
"rows" = 10

[[sides]]
name = "South"
hexes = [
    "A1", # first, with ] inside
    "B]2",
    ["C3",
     "D4"],
]
[[sides]]
name = 'North [x]'
zone.rows = [1, 2]
[[sides.crews]]
name = """
[not.a.table]
"quoted\\""""
[[sides.crews]]
[sides.crews.driver]
name = "Bo"
[units.A1]
armor = { front = 8, side = [1, {deep = "}"}], "rear.plate" = 6 }
born = 1979-05-27 07:32:00
empty = []
none = {}
[units."B 1".hull]
points = 0x1F
'''

LINES: dict[Place, int] = {
    ("title",): 2,
    ("board",): 3,
    ("board", "columns"): 4,
    ("board", "rows"): 5,
    ("sides",): 7,
    ("sides", 0, "name"): 8,
    ("sides", 0, "hexes", 0): 10,
    ("sides", 0, "hexes", 1): 11,
    ("sides", 0, "hexes", 2, 0): 12,
    ("sides", 0, "hexes", 2, 1): 13,
    ("sides", 1): 15,
    ("sides", 1, "name"): 16,
    ("sides", 1, "zone"): 17,
    ("sides", 1, "zone", "rows", 1): 17,
    ("sides", 1, "crews", 0, "name"): 19,
    ("sides", 1, "crews", 1): 22,
    ("sides", 1, "crews", 1, "driver", "name"): 24,
    ("units", "A1", "armor", "side", 1, "deep"): 26,
    ("units", "A1", "armor", "rear.plate"): 26,
    ("units", "A1", "none"): 29,
    ("units", "B 1"): 30,
    ("units", "B 1", "hull", "points"): 31,
}


def places(data: Any, place: Place = ()) -> Iterator[Place]:
    """Every place below a value."""
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in parts:
        yield (*place, key)
        yield from places(value, (*place, key))


def test_lines_of_a_text_with_everything_in_it() -> None:
    index = line_index(TEXT)
    assert {place: index.get(place) for place in LINES} == LINES


def test_every_place_that_the_parser_finds_has_a_line_and_no_other() -> None:
    assert set(line_index(TEXT)) == set(places(tomllib.loads(TEXT)))


def test_windows_line_ends_count_once() -> None:
    assert line_index("a = 1\r\n\r\nb = 2\r\n")[("b",)] == 3


def test_something_missing_is_found_at_the_table_around_it() -> None:
    index = line_index(TEXT)
    assert nearest_line(index, ("sides", 1, "role")) == 15
    assert nearest_line(index, ("nothing", "there")) == 1


KEYS = st.sampled_from(["a", "b", '"c.d"', "'e f'", "a.b", 'b . "x]"', '"\\u0041"'])
LEAVES = st.sampled_from(
    ["1", "true", '"s]"', "'#'", '"""two\nlines]"""', "'''x''''", "1979-05-27", "-1.5e3"]
)
GAPS = st.sampled_from(["", " ", "\n", " # [x]\n", "\r\n\t"])


def arrays(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(
        lambda items, gap, comma: (
            f"[{gap}" + f"{gap},{gap}".join(items) + (f"{gap},{gap}" if comma and items else gap) + "]"
        ),
        st.lists(values, max_size=3),
        GAPS,
        st.booleans(),
    )


def tables(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.builds(lambda key, value: f"{key} = {value}", KEYS, values)
    return st.lists(pairs, max_size=3).map(lambda found: "{ " + ", ".join(found) + " }")


VALUES = st.recursive(LEAVES, lambda inner: arrays(inner) | tables(inner), max_leaves=8)
ROWS = st.one_of(
    st.builds(lambda key, value: f"{key} = {value}", KEYS, VALUES),
    st.builds(lambda key: f"[{key}]", KEYS),
    st.builds(lambda key: f"[[{key}]]", KEYS),
    st.just("# [comment]"),
    st.just(""),
)


@given(st.lists(ROWS, max_size=8))
def test_places_agree_with_the_parser_on_generated_texts(rows: list[str]) -> None:
    """Lines that the parser refuses are left out, so that every text is valid and none is wasted."""
    text = ""
    for row in rows:
        try:
            tomllib.loads(f"{text}{row}\n")
        except tomllib.TOMLDecodeError:
            continue
        text += f"{row}\n"
    index = line_index(text)
    assert set(index) == set(places(tomllib.loads(text)))
    assert all(1 <= line <= text.count("\n") for line in index.values())
