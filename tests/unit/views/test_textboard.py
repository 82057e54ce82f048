"""The board as text."""

from tests.unit.views.scenes import bare, skirmish, unit

from hulldown.rulesets.api.scene import HexScene, Marker, Terrain
from hulldown.views import text_board

SMALL = """\
Small, two by two
 ______
/A1♣   \\______
\\_A1↗*_/B1·S  \\
/A2·   \\_B1x__/
\\______/B2≈   \\
       \\______/
· open  ♣ forest  ≈ water  S smoke  * active  x wreck
"""


def test_a_small_board_looks_like_this() -> None:
    scene = HexScene(
        columns=2,
        rows=2,
        terrain=(Terrain("A1", "forest"), Terrain("B2", "water")),
        markers=(Marker("B1", "smoke"),),
        units=(
            unit("A1", "A1", state=frozenset({"active"})),
            unit("B1", "B1", side=1, state=frozenset({"wreck"})),
        ),
        title="Small",
        subtitle="two by two",
    )
    assert text_board(scene) == SMALL


def test_every_unit_and_hex_is_named() -> None:
    text = text_board(skirmish())
    for name in ("A1↗*", "A2↗", "_A3=", "B1↙", "B2↖!", "B3x", "/J10·"):
        assert name in text


def test_a_shared_hex_says_so() -> None:
    assert "_A1↗+_" in text_board(bare(units=(unit("A1", "B2"), unit("A2", "B2"))))


def test_a_reached_waypoint_is_written_small() -> None:
    assert "B2·w" in text_board(bare(markers=(Marker("B2", "waypoint", done=True),)))


def test_the_lines_keep_their_columns() -> None:
    lines = text_board(skirmish()).splitlines()[1:-1]
    assert {len(line) for line in lines[2:-1]} == {71}
