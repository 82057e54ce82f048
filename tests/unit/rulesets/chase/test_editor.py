"""The scenario editor of Chase: who meets whom and how far apart."""

from __future__ import annotations

from tests.unit.rulesets.common.drawing import Hand

from hulldown.rulesets.api.scene import TrackScene


def hand(start: str = "") -> Hand:
    return Hand("chase", start)


def track(h: Hand) -> TrackScene:
    assert isinstance(h.made.scene, TrackScene)
    return h.made.scene


def test_a_second_tank_makes_a_battle_of_teams() -> None:
    h = hand("even_ground")
    h.do("add", side=0, unit="hornet/veteran")
    assert h.draft["options"] == {"team_battle": True} and "duels" not in h.draft
    assert h.draft["units"]["A2"] == {"tank": "hornet", "crew": "veteran"} and h.made.playable
    assert sorted(h.drawn()) == ["A1", "A2", "B1"] and len(track(h).encounters) == 2


def test_a_tank_is_replaced_with_its_crew() -> None:
    h = hand("breakout")
    h.do("replace", piece="A1", unit="auroch/green")
    (piece, _) = h.made.pieces
    assert h.draft["units"]["A1"] == {"tank": "auroch", "crew": "green"} and piece.what == "auroch/green"
    h.do("replace", piece="A1", unit="auroch")
    assert h.draft["units"]["A1"] == {"tank": "auroch"} and h.made.pieces[0].what == "auroch"


def test_all_start_at_the_range_of_the_scenario() -> None:
    h = hand()
    h.do("set", field="start", value="Distant")
    assert [one.band for one in track(h).encounters] == [6]
    assert "nobody is moved" in h.refuses("move", piece="A1", at="B2")
    for what in (
        {"do": "erase", "places": ["A1"]},
        {"do": "size", "to": [5, 5]},
        {"do": "turn", "piece": "A1"},
    ):
        assert h.refuses(**{"what" if key == "do" else key: value for key, value in what.items()})


def test_both_sides_have_the_tanks_of_the_first() -> None:
    h = hand("platoon_clash")
    h.do("mirror", how="alike")
    units = h.draft["units"]
    assert [units[f"A{n}"] for n in range(1, 4)] == [units[f"B{n}"] for n in range(1, 4)] and h.made.playable


def test_payoffs_are_fractions() -> None:
    h = hand()
    h.do("set", field="payoffs.esc_a", value="-3/4")
    assert h.made.playable
    h.do("set", field="payoffs.esc_a", value="much")
    assert [field for field, _ in h.wrong()] == ["payoffs.esc_a"] and h.made.scene
    h.do("set", field="payoffs.esc_a", value=None)
    assert h.made.playable


def test_a_tank_that_there_is_not_leaves_its_place_empty() -> None:
    h = hand("platoon_clash")
    h.made = h.editor.drafted(h.draft | {"units": {**h.draft["units"], "B2": {"tank": "ghost"}}}, [], {})
    assert h.made.left_out == ("units.B2",) and sorted(h.drawn()) == ["A1", "A2", "A3", "B1", "B3"]
    assert all("B2" not in (one.first, one.second) for one in track(h).encounters)


def test_the_last_tank_of_a_side_can_be_taken_away() -> None:
    h = hand()
    h.do("remove", piece="B1")
    assert h.drawn() == ["A1"] and not h.made.playable
    h.do("add", side=1, unit="marten")
    assert sorted(h.drawn()) == ["A1", "B1"] and h.made.playable


def test_free_play_is_for_points() -> None:
    h = hand()
    h.do("set", field="free", value=True)
    assert h.draft["total"] == 600 and h.made.playable
    h.do("set", field="free", value=False)
    assert "total" not in h.draft and h.made.playable
