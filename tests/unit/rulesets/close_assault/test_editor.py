"""The scenario editor of Close Assault: boxes on a table, models one by one, and where they may not stand."""

from __future__ import annotations

from tests.unit.rulesets.common.drawing import Hand

from hulldown.rulesets.api.scene import PlaneScene


def hand(start: str = "") -> Hand:
    return Hand("close_assault", start)


def table(h: Hand) -> PlaneScene:
    assert isinstance(h.made.scene, PlaneScene)
    return h.made.scene


def test_terrain_is_a_box_round_the_points_of_a_stroke() -> None:
    h = hand()
    h.do("paint", brush="wood", points=[[20.25, 22], [14, 18.5], [16, 19]])
    assert h.draft["terrain"] == [{"ground": "wood", "box": [14, 18.5, 20.25, 22]}]
    assert [one.kind for one in table(h).patches] == ["forest"] and h.made.playable
    assert "at least" in h.refuses("paint", brush="wood", points=[[5, 5], [5.1, 9]])
    assert "off the table" in h.refuses("paint", brush="wood", points=[[5, 5], [5, 99]])


def test_a_hand_that_slips_over_the_edge_means_the_edge() -> None:
    h = hand()
    h.do("paint", brush="rough", points=[[-0.5, 10], [4, 36.7]])
    assert h.draft["terrain"][0]["box"] == [0, 10, 4, 36]


def test_what_lies_uppermost_is_taken_away_first() -> None:
    h = hand()
    h.do("paint", brush="wood", points=[[10, 10], [20, 20]])
    h.do("paint", brush="block", points=[[14, 14], [16, 16]])
    h.do("paint", brush="objective", points=[[15, 15]])
    h.do("erase", points=[[15.5, 15.5]])
    assert "objectives" not in h.draft and len(h.draft["terrain"]) == 2
    h.do("erase", brush="wood", points=[[15, 15]])
    assert [one["ground"] for one in h.draft["terrain"]] == ["block"]
    h.do("erase", points=[[30, 30]])
    assert len(h.draft["terrain"]) == 1


def test_a_zone_is_painted_and_drawn() -> None:
    h = hand()
    h.do("paint", brush="zone_1", points=[[0, 30], [36, 36]])
    assert h.draft["sides"][1]["zone"] == [0, 30, 36, 36]
    corners = [one.corners for one in table(h).fields if (one.kind, one.side) == ("deploy", 1)]
    assert corners == [((0, 30000), (36000, 30000), (36000, 36000), (0, 36000))]


def test_a_detachment_moves_as_a_whole() -> None:
    h = hand("iron_wedge")
    before = h.draft["units"]["B1"]["models"]
    h.do("move", piece="B1", at=[20, 6.25])
    after = h.draft["units"]["B1"]["models"]
    assert after[0] == [20, 6.25]
    assert [round(b[0] - a[0], 3) for a, b in zip(before, after, strict=True)] == [-1.5] * 3


def test_models_are_counted() -> None:
    h = hand()
    h.do("add", side=0, unit="line_infantry", at=[10, 5])
    assert h.made.pieces[1].count == 4 and h.made.playable
    h.do("count", piece="B2", value=6)
    assert len(h.draft["units"]["B2"]["models"]) == 6 and h.made.playable
    h.do("count", piece="B2", value=1)
    assert h.draft["units"]["B2"]["models"] == [[10, 5]]
    assert "at most 6" in h.refuses("count", piece="B2", value=7)


def test_every_model_that_stands_wrong_is_named_with_its_place() -> None:
    h = hand()
    h.do("add", side=1, unit="land_raider", at=[18, 4])
    h.do("add", side=1, unit="rhino", at=[0.1, 20])
    assert h.wrong() == [
        ("units.B1.models.0", "CA-2.5"),
        ("units.R2.models.0", "CA-2.5"),
        ("units.R3.models.0", "CA-2.7"),
    ]
    assert h.made.problems[2].places == ((0.1, 20.0),) and h.made.problems[2].units == ("R3",)
    assert set(h.drawn()) == {"B1", "R1", "R2", "R3"} and h.made.left_out == ()


def test_a_detachment_torn_apart_is_told() -> None:
    h = hand("drill_square")
    models = h.draft["units"]["R1"]["models"]
    h.do("set", field="units.R1.models", value=[*models[:-1], [22, 22]])
    assert h.wrong() == [("units.R1.models", "CA-2.8")]


def test_a_vehicle_faces_the_enemy_and_is_turned() -> None:
    h = hand()
    h.do("add", side=1, unit="rhino", at=[10, 30])
    assert h.draft["units"]["R2"]["facing"] == 270
    h.do("turn", piece="R2", facing=-15)
    assert h.draft["units"]["R2"]["facing"] == 345 and h.made.pieces[-1].facing == 345
    assert "degrees" in h.refuses("turn", piece="R2", facing="N")


def test_a_table_is_mirrored_with_facings_and_zones() -> None:
    h = hand()
    h.do("paint", brush="wood", points=[[2, 10], [6, 12]])
    h.do("turn", piece="B1", facing=30)
    h.do("move", piece="B1", at=[10, 4])
    h.do("mirror", how="turned")
    assert h.draft["terrain"][1]["box"] == [30, 24, 34, 26]
    assert h.draft["units"]["R1"] == {"unit": "rhino", "models": [[26, 32]], "facing": 210}
    h.do("mirror", how="east_west")
    assert [side["edge"] for side in h.draft["sides"]] == ["west", "east"]
    assert [side["zone"] for side in h.draft["sides"]] == [[0, 0, 18, 8], [18, 0, 36, 8]]
    assert h.draft["units"]["R1"] == {"unit": "rhino", "models": [[26, 4]], "facing": 150}


def test_terrain_is_copied() -> None:
    h = hand()
    h.do("paint", brush="wood", points=[[2, 10], [6, 12]])
    h.do("copy", box=[1, 9, 7, 13], to=[11, 20])
    assert h.draft["terrain"][1] == {"ground": "wood", "box": [12, 21, 16, 23]}
    h.do("copy", box=[1, 9, 7, 13], to=[33, 20])
    assert len(h.draft["terrain"]) == 2


def test_a_smaller_table_keeps_what_is_at_its_edge() -> None:
    h = hand("iron_wedge")
    h.do("size", to=[40, 30])
    assert h.draft["sides"][1]["zone"] == [0, 16, 40, 30] and h.draft["sides"][0]["zone"] == [0, 0, 40, 8]
    assert max(one["box"][2] for one in h.draft["terrain"]) <= 40
    assert all(x <= 40 and y <= 30 for x, y in h.draft["objectives"])
    assert not h.made.playable and "R6" in {name for one in h.made.problems for name in one.units}


def test_names_follow_the_letters_of_the_sides() -> None:
    h = hand("iron_wedge")
    h.do("set", field="sides.1.letter", value="X")
    assert [name for name in h.draft["units"] if name[0] == "X"] == [f"X{n}" for n in range(1, 7)]
    assert h.made.playable and "other side" in h.refuses("set", field="sides.0.letter", value="X")


def test_in_free_set_up_players_place_their_detachments() -> None:
    h = hand("free_drill")
    assert "ground" not in h.draft and h.draft["size"] == [24, 24]
    assert h.drawn() == [] and set(h.at().values()) == {""}
    assert "players place" in h.refuses("move", piece="B1", at=[5, 5])
    h.do("count", piece="B1", value=3)
    assert h.made.playable
