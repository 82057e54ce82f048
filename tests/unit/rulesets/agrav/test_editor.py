"""The scenario editor of AGrav: sections of structures, features, barricades on edges, places that score."""

from __future__ import annotations

from typing import Any

from tests.unit.rulesets.common.drawing import Hand

from hulldown.rulesets.api.scene import TileScene


def hand(start: str = "") -> Hand:
    return Hand("agrav", start)


def structures(h: Hand) -> dict[str, tuple[str, set[str]]]:
    scene = h.made.scene
    assert isinstance(scene, TileScene)
    return {one.name: (one.kind, set(one.places)) for one in scene.structures}


# ---------------------------------------------------------------- structures


def test_a_stroke_is_one_section_with_all_within_its_corners() -> None:
    h = hand()
    h.do("paint", brush="high", places=["C3", "E4"])
    h.do("paint", brush="low", places=["F3"])
    assert h.draft["sections"] == {"S1": [2, 2, 4, 3], "S2": [5, 2, 5, 2]}
    assert h.draft["picture"][2][2:6] == "HHHL" and h.draft["legend"] == {
        ".": "clear",
        "H": "high",
        "L": "low",
    }
    assert structures(h)["S1"] == ("high", {"C3", "D3", "E3", "C4", "D4", "E4"}) and h.made.playable


def test_what_is_taken_out_of_a_section_leaves_sections_around_it() -> None:
    h = hand()
    h.do("paint", brush="high", places=["C3", "E5"])
    h.do("erase", places=["D4"])
    boxes = h.draft["sections"].values()
    tiles = [(x, y) for w, n, e, s in boxes for x in range(w, e + 1) for y in range(n, s + 1)]
    assert len(tiles) == len(set(tiles)) == 8 and (3, 3) not in tiles and h.made.playable


def test_a_section_that_is_gone_leaves_the_others_numbered_and_named() -> None:
    h = hand("container_yard")
    h.do("erase", places=["D4", "E4", "D5", "E5", "D6", "E6"])
    assert list(h.draft["sections"]) == [f"S{n}" for n in range(1, 9)]
    assert h.draft["zones"][0]["section"] == "S6" and h.draft["sections"]["S6"] == [8, 6, 9, 7]
    h.do("erase", places=["I7", "J7", "I8", "J8"])
    assert "zones" not in h.draft and h.made.playable


def test_features_belong_to_whole_sections() -> None:
    h = hand()
    h.do("paint", brush="low", places=["C3", "D3"])
    h.do("paint", brush="volatile", places=["D3"])
    h.do("paint", brush="weak", places=["C3"])
    assert set(h.draft["legend"].values()) == {"clear", "low weak volatile"}
    h.do("erase", brush="weak", places=["C3"])
    assert set(h.draft["legend"].values()) == {"clear", "low volatile"} and len(h.draft["sections"]) == 1
    assert "structures" in h.refuses("paint", brush="weak", places=["A1"])


def test_ground_lies_in_the_place_of_a_structure() -> None:
    h = hand()
    h.do("paint", brush="high", places=["C3", "D3"])
    h.do("paint", brush="debris", places=["D3"])
    assert h.draft["sections"] == {"S1": [2, 2, 2, 2]} and h.draft["picture"][2][2:4] == "Hd"


# ---------------------------------------------------------------- edges and marks


def test_barricades_lie_on_edges_named_as_in_a_file_or_on_the_board() -> None:
    h = hand()
    h.do("paint", brush="barricade", places=["4,5 S", "E6 E"])
    assert h.draft["barricades"] == ["4,5 S", "4,5 E"]
    h.do("erase", places=["E6 S"])
    assert h.draft["barricades"] == ["4,5 E"]
    for place in ("P1 E", "A12 S", "E6", "E6 N"):
        assert "no edge" in h.refuses("paint", brush="barricade", places=[place])


def test_barricades_have_images_of_their_own() -> None:
    h = hand()
    h.do("paint", brush="barricade", places=["E9 S", "E9 E"])
    h.do("mirror", how="turned")
    assert set(h.draft["barricades"]) == {"4,8 S", "4,8 E", "11,2 S", "10,3 E"}
    h.do("mirror", how="turned")
    assert len(h.draft["barricades"]) == 4


def test_a_section_that_is_its_own_image_stays_one() -> None:
    h = hand()
    h.do("paint", brush="high", places=["H6", "I7"])
    h.do("paint", brush="low", places=["C10"])
    h.do("mirror", how="turned")
    assert sorted(h.draft["sections"].values()) == [[2, 9, 2, 9], [7, 5, 8, 6], [13, 2, 13, 2]]


def test_a_place_scores_and_says_for_how_much() -> None:
    h = hand()
    h.do("paint", brush="score", places=["H6"])
    (zone,) = h.draft["zones"]
    assert zone == {"tile": [7, 5], "reach": 2, "points": 10, "rounds": [8]}
    h.do("set", field="zones.0.points", value=25)
    scene: Any = h.made.scene
    assert [one.note for one in scene.zones] == ["25 points in round 8"]
    h.do("set", field="rounds", value=6)
    assert h.wrong() == [("zones.0.rounds", "")] and h.made.problems[0].places == ("H6",)


def test_a_place_that_scores_is_added_in_the_form() -> None:
    h = hand("container_yard")
    info = h.editor.info()
    (rows,) = [one.rows for one in info.sections if one.rows and one.rows.id == "zones"]
    zones = h.draft["zones"]
    h.do("set", field="zones", value=[*zones, rows.blank])
    assert h.wrong() == [("zones.1", "")]
    h.do("set", field="zones", value=[*zones, {**rows.blank, "section": "S1"}])
    assert h.made.playable and h.made.choices["zones.*.section"][0] == "S1"


def test_what_is_beyond_a_smaller_map_is_gone() -> None:
    h = hand("silence_the_gun")
    h.do("size", to=[10, 12])
    assert h.made.size == (10, 12) and all(box[2] < 10 for box in h.draft["sections"].values())
    assert "smoke" not in h.draft and h.draft["barricades"] == ["3,9 S", "4,9 S", "5,9 S"]
    assert {"units.A1", "units.A2"} <= set(h.made.left_out) and "A1" not in h.drawn()
    h.do("size", to=[20, 14])
    assert h.made.left_out == () and "A1" in h.drawn()


# ---------------------------------------------------------------- units


def test_infantry_has_no_facing() -> None:
    h = hand()
    h.do("add", side=1, unit="troopers", at="C3")
    assert h.draft["units"]["B2"] == {"unit": "troopers", "tile": [2, 2]}
    assert "no facing" in h.refuses("turn", piece="B2", facing="S")
    h.do("replace", piece="B2", unit="kestrel")
    assert h.draft["units"]["B2"]["facing"] == "S" and h.made.playable


def test_a_unit_in_a_structure_is_left_out_with_its_number_kept() -> None:
    h = hand("container_yard")
    h.do("paint", brush="high", places=[h.at()["A1"]])
    assert h.made.left_out == ("units.A1",) and {"A2", "A3"} <= set(h.drawn()) and "A1" not in h.drawn()
    assert h.wrong() == [("units.A1.tile", "AG-2.3")]


def test_units_of_free_play_are_placed_by_their_players() -> None:
    h = hand("free_yard")
    assert "players place" in h.refuses("move", piece="A1", at="C3")
    assert set(h.at().values()) == {""}
    h.do("set", field="free", value=False)
    assert {field for field, _ in h.wrong()} >= {"units.A1.tile"}
    for number, name in enumerate(h.at()):
        h.do("move", piece=name, at=f"{'ABCDEF'[number]}1")
    assert h.made.playable
    h.do("set", field="free", value=True)
    assert h.made.playable and "tile" not in h.draft["units"]["A1"]


def test_an_attack_needs_an_attacker_and_an_objective() -> None:
    h = hand()
    h.do("paint", brush="high", places=["H6"])
    h.do("set", field="mission", value="demolition")
    assert h.wrong() == [("attacker", ""), ("objective", "")]
    h.do("set", field="attacker", value=h.made.choices["attacker"][0])
    h.do("set", field="objective", value=h.made.choices["objective"][0])
    assert h.made.playable
    h.do("set", field="mission", value="points")
    assert "attacker" not in h.draft and h.made.playable
