"""The scenario editor of WarStrike: terrain of any shape, objectives, units round their leaders."""

from __future__ import annotations

from tests.unit.rulesets.common.drawing import Hand

from hulldown.rulesets.api.scene import PlaneScene


def hand(start: str = "") -> Hand:
    return Hand("warstrike", start)


def test_terrain_has_any_shape() -> None:
    h = hand()
    h.do("paint", brush="bog", points=[[10, 10], [16, 11], [12, 15.5]])
    h.do("paint", brush="linear", points=[[3, 18], [8, 18], [8, 18], [9, 20]])
    assert h.draft["terrain"] == [
        {"ground": "bog", "points": [[10, 10], [16, 11], [12, 15.5]]},
        {"ground": "linear", "points": [[3, 18], [8, 18], [9, 20]]},
    ]
    assert h.made.playable
    assert "different points" in h.refuses("paint", brush="bog", points=[[1, 1], [2, 2], [1, 1]])
    assert "no area" in h.refuses("paint", brush="bog", points=[[1, 1], [1, 2], [1, 3]])
    many = [[n, n * n % 30] for n in range(12)]
    assert "to 10 different points" in h.refuses("paint", brush="bog", points=many)


def test_what_lies_under_a_point_is_taken_away() -> None:
    h = hand()
    h.do("paint", brush="hill", points=[[10, 10], [20, 10], [15, 20]])
    h.do("paint", brush="linear", points=[[14, 14], [16, 14]])
    h.do("erase", points=[[11, 18]])
    assert len(h.draft["terrain"]) == 2
    h.do("erase", points=[[15, 14.6]])
    assert [one["ground"] for one in h.draft["terrain"]] == ["hill"]
    h.do("erase", points=[[15, 14.6]])
    assert "terrain" not in h.draft


def test_objectives_keep_what_is_said_of_them() -> None:
    h = hand()
    h.do("paint", brush="objective", points=[[10, 10]])
    assert h.draft["objectives"] == [{"at": [10, 10], "vp": 50}]
    h.do("set", field="objectives.0.side", value="Rust")
    h.do("set", field="objectives.0.vp", value=80)
    h.do("paint", brush="wood", points=[[1, 10], [3, 10], [2, 14]])
    assert h.draft["objectives"] == [{"at": [10, 10], "vp": 80, "side": "Rust"}] and h.made.playable
    h.do("mirror", how="turned")
    assert h.draft["objectives"][1] == {"at": [26, 26], "vp": 80, "side": "Cobalt"}
    h.do("set", field="sides.1.name", value="Reds")
    assert [one["side"] for one in h.draft["objectives"]] == ["Reds", "Cobalt"] and h.made.playable


def test_a_leader_brings_his_unit() -> None:
    h = hand("first_patrol")
    h.do("move", piece="B2", at=[20, 3.5])
    assert h.draft["units"]["B2"] == {"unit": "cmd", "leader": [20, 3.5]} and h.made.playable
    scene = h.made.scene
    assert isinstance(scene, PlaneScene)
    assert len([one for one in scene.units if one.group == "B2"]) == 3
    assert "no facing" in h.refuses("turn", piece="B2", facing=90)


def test_every_unit_that_stands_wrong_is_named() -> None:
    h = hand("first_patrol")
    h.do("move", piece="B2", at=[20, 12])
    h.do("move", piece="R2", at=[17.5, 26])
    overlap = [("units.R1.leader", "WS-1.12"), ("units.R2.leader", "WS-1.12")]
    assert h.wrong() == [("units.B2.leader", "WS-4.5"), *overlap]
    assert h.made.problems[0].places == ((20.0, 12.0),) and set(h.drawn()) == {"B1", "B2", "R1", "R2"}


def test_units_are_numbered_anew() -> None:
    h = hand("water_line")
    h.do("remove", piece="B1")
    assert list(h.draft["units"])[:3] == ["B1", "B2", "B3"] and h.draft["units"]["B2"]["unit"] == "storm"
    h.do("replace", piece="R1", unit="vet")
    assert h.draft["units"]["R1"]["unit"] == "vet" and h.made.pieces[3].name == "Veteran Squad"


def test_what_cannot_be_drawn_is_left_out() -> None:
    h = hand("first_patrol")
    draft = h.draft | {"units": {**h.draft["units"], "B2": {"unit": "ghosts", "leader": [20, 3]}}}
    h.made = h.editor.drafted(draft, [], {})
    assert h.made.left_out == ("units.B2",) and h.drawn() == ["B1", "R1", "R2"]
    assert h.wrong() == [("units.B2.unit", "WS-2.1")]


def test_free_set_up_takes_its_table_along() -> None:
    h = hand("free_two_roads")
    assert "ground" not in h.draft and h.draft["free"] and h.draft["size"] == [60, 40]
    assert "players place" in h.refuses("move", piece="B1", at=[5, 5]) and h.made.playable
