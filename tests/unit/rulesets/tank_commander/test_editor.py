"""The scenario editor of Tank Commander: what strokes write, who is numbered anew, what is drawn."""

from __future__ import annotations

from typing import Any

from tests.unit.rulesets.common.drawing import Hand

from hulldown.kernel.hexes import cell_of, distance
from hulldown.rulesets.api.scene import HexScene


def hand(start: str = "") -> Hand:
    return Hand("tank_commander", start)


def ground(h: Hand) -> dict[str, str]:
    scene = h.made.scene
    assert isinstance(scene, HexScene)
    return {one.place: one.kind for one in scene.terrain if one.kind != "open"}


# ---------------------------------------------------------------- the ground


def test_one_terrain_takes_the_place_of_another() -> None:
    h = hand()
    h.do("paint", brush="forest", places=["E5", "E6"])
    h.do("paint", brush="mud", places=["E6"])
    assert h.draft["terrain"] == {"forest": ["E5"], "mud": ["E6"]}
    assert ground(h) == {"E5": "forest", "E6": "mud"}


def test_what_lies_uppermost_is_taken_away_first() -> None:
    h = hand()
    for brush in ("forest", "mine", "zone_0"):
        h.do("paint", brush=brush, places=["E5"])
    h.do("erase", places=["E5"])
    assert "mines" not in h.draft and h.draft["terrain"] == {"forest": ["E5"]}
    h.do("erase", places=["E5"])
    assert "terrain" not in h.draft and h.draft["sides"][0]["zone"] == {"rows": [9, 10], "hexes": ["E5"]}
    h.do("erase", brush="zone_0", places=["E5", "A9"])
    zone = h.draft["sides"][0]["zone"]
    assert zone["rows"] == [10] and "A9" not in zone["hexes"] and "J9" in zone["hexes"]


def test_a_drawn_map_stays_drawn() -> None:
    h = hand("urban_warfare")
    before = h.draft["picture"]
    h.do("erase", places=["C1"])
    assert h.draft["picture"] == [before[0].replace("#", ".", 1), *before[1:]]
    h.do("paint", brush="forest", places=["C1"])
    assert h.draft["terrain"] == {"forest": ["C1"]} and ground(h)["C1"] == "forest"
    h.do("erase", brush="objective", places=["G6"])
    assert "objectives" not in h.draft and h.draft["picture"][5].count("O") == 1
    h.do("size", to=[12, 8])
    assert [len(line) for line in h.draft["picture"]] == [12] * 8
    assert h.made.size == (12, 8) and "units.A2" in h.made.left_out


def test_what_is_copied_keeps_its_shape() -> None:
    h = hand()
    places = ["E4", "F4", "E5"]
    h.do("paint", brush="hill", places=places)
    h.do("copy", places=places, to="H6")
    copied = [name for name in h.draft["terrain"]["hill"] if name not in places]
    assert len(copied) == 3 and "H6" in copied
    between = sorted(distance(cell_of(a), cell_of(b)) for a in places for b in places)
    assert between == sorted(distance(cell_of(a), cell_of(b)) for a in copied for b in copied)


def test_a_board_is_mirrored_with_zones_and_units() -> None:
    h = hand("skirmish")
    h.do("paint", brush="zone_0", places=["A6"])
    h.do("paint", brush="mud", places=["B8"])
    h.do("mirror", how="turned")
    assert ground(h)["I3"] == "mud" and "J5" in h.draft["sides"][1]["zone"]["hexes"]
    assert h.draft["units"]["B1"] == {
        **h.draft["units"]["A1"],
        **{k: h.draft["units"]["B1"][k] for k in KEYS},
    }
    facings = [h.draft["units"][name]["facing"] for name in ("A1", "B1")]
    assert facings in (["N", "S"], ["NE", "SW"], ["NW", "SE"])


KEYS = ("side", "hex", "facing")


# ---------------------------------------------------------------- units


def test_units_are_numbered_anew_and_called_so_everywhere() -> None:
    h = hand("beach_landing")
    h.do("remove", piece="A1")
    assert h.draft["units"]["A2"]["build"] == "Carrier"
    assert h.draft["units"]["A3"]["carried_by"] == "A2" and h.made.playable


def test_squads_get_off_a_vehicle_that_is_taken_away() -> None:
    h = hand("beach_landing")
    h.do("remove", piece="A3")
    assert h.draft["units"]["A3"] == {"side": "Attacker", "unit": "infantry", "hex": "B8"}
    assert h.made.playable


def test_a_squad_put_on_its_carrier_is_carried() -> None:
    h = hand("beach_landing")
    h.do("add", side=0, unit="infantry", at="D9")
    assert h.draft["units"]["A6"]["carried_by"] == "A1" and h.at()["A6"] == ""
    h.do("move", piece="A6", at="C7")
    assert h.draft["units"]["A6"] == {"side": "Attacker", "unit": "infantry", "hex": "C7"}
    h.do("move", piece="A6", at="G3")
    assert h.draft["units"]["A6"]["hex"] == "G3" and ("units.B1.hex", "TC-3.7") in h.wrong()


def test_a_prize_that_is_taken_away_is_missing() -> None:
    h = hand("escort")
    prize = h.draft["prize"]
    h.do("remove", piece=prize)
    assert "prize" not in h.draft and ("prize", "TC-13.19") in h.wrong()


def test_a_unit_that_cannot_stand_there_is_left_out_and_the_others_keep_their_names() -> None:
    h = hand("capture_objectives")
    h.do("paint", brush="building", places=[h.at()["A2"]])
    assert h.made.left_out == ("units.A2",) and not h.made.playable
    assert "A2" not in h.drawn() and {"A1", "A4"} <= set(h.drawn())
    (problem,) = h.made.problems
    assert problem.units == ("A2",) and problem.places == (h.at()["A2"],) and problem.rule == "TC-9.7"


def test_statics_are_units_of_their_own_table() -> None:
    h = hand("disable_aa_guns")
    h.do("add", side=1, unit="aa_gun", at="E5")
    names = list(h.draft["statics"])
    assert (
        names == [f"G{n}" for n in range(1, len(names) + 1)] and h.draft["statics"][names[-1]]["hex"] == "E5"
    )
    assert "stands among the statics" in h.refuses("replace", piece=names[-1], unit="Hunter")


def test_a_build_is_replaced_where_it_stands() -> None:
    h = hand("skirmish")
    was = h.draft["units"]["A1"]
    h.do("replace", piece="A1", unit="Raider")
    assert h.draft["units"]["A1"] == {**was, "build": "Raider"} and h.made.playable
    h.do("replace", piece="A1", unit="infantry")
    assert "facing" not in h.draft["units"]["A1"] and h.made.playable


def test_a_turned_unit_is_drawn_so() -> None:
    h = hand()
    h.do("turn", piece="A1", facing="SE")
    scene: Any = h.made.scene
    assert [(one.unit, one.hull) for one in scene.units] == [("A1", 2), ("B1", 3)]


# ---------------------------------------------------------------- fields


def test_a_side_is_called_otherwise_everywhere() -> None:
    h = hand("beach_landing")
    h.do("set", field="sides.0.name", value="Marines")
    assert h.draft["attacker"] == "Marines" and h.draft["units"]["A1"]["side"] == "Marines"
    assert h.made.playable and h.made.choices["attacker"] == ("Marines", "Defender")


def test_a_mission_is_printed_by_its_rule_and_says_what_it_needs() -> None:
    h = hand()
    h.do("set", field="mission", value="breakthrough")
    assert h.draft["rule"] == "TC-13.15" and h.wrong() == [("attacker", "TC-13.15")]
    h.do("set", field="attacker", value="Rust")
    assert h.made.playable


def test_mines_and_hills_are_drawn_whatever_is_played() -> None:
    h = hand()
    h.do("set", field="options.adv_hills", value=False)
    h.do("paint", brush="hill", places=["E5"])
    assert ground(h) == {"E5": "hill"}
