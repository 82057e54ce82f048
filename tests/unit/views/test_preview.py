"""A move before it is made as a layer: ghost, petals, arrows with plates; equal questions, equal text."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from tests.unit.views.scenes import skirmish, unit
from tests.unit.views.squares import firefight, vehicle

from hulldown.rulesets.api.scene import HexScene, Scene, TrackScene
from hulldown.views.preview import Aim, MovePreview, preview

HEX_RING = [(0, 3), (1, 2), (2, 3), (3, None), (4, None), (5, 0)]
TILE_RING = [(0, 2), (2, 1), (4, None), (6, 3)]
THREATS = [
    Aim(f"B{i}", place, "44 %", "it pierces your front", "front")
    for i, place in enumerate(("H6", "J6", "E4"), 1)
]
SHOT = Aim("B1", "H6", "67 %", "you pierce its rear", "rear")
SHORT = 6000  # bytes of a layer with everything


def drawn(scene: Scene, move: MovePreview) -> ElementTree.Element:
    mark = unit("A1", "D7") if isinstance(scene, HexScene) else vehicle("A1", "D6")
    return ElementTree.fromstring(f"<g>{preview(scene, mark, move)}</g>")


def of_class(layer: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [one for one in layer.iter() if name in one.get("class", "").split()]


@pytest.mark.parametrize(
    ("scene", "ring", "step"), [(skirmish(), HEX_RING, 60), (firefight(), TILE_RING, 45)]
)
def test_each_facing_has_a_petal_with_its_cost(
    scene: Scene, ring: list[tuple[int, int | None]], step: int
) -> None:
    layer = drawn(scene, MovePreview(["D7", "D6"], ring[0][0], ring))
    petals = of_class(layer, "petal")
    assert [int(petal.get("data-facing", "")) for petal in petals] == [facing for facing, _ in ring]
    for petal, (facing, cost) in zip(petals, ring, strict=True):
        assert (petal.get("aria-disabled") == "true") == (cost is None)
        assert "".join(petal.itertext()) == (str(cost) if cost else "")
        assert (petal.get("aria-checked") == "true") == (facing == ring[0][0])
        tip = re.findall(r"-?[\d.]+", of_class(petal, "leaf")[0].get("d", ""))
        assert len(tip) == 15  # two arcs' ends, a tip: all the outline
    assert [petal.get("tabindex") for petal in petals].count("0") == 1
    assert (layer[0].get("class"), step) == ("drive-case", step)


def test_the_ghost_stands_at_the_end_and_its_turret_turns_along() -> None:
    layer = drawn(skirmish(), MovePreview(["D7", "E7"], 4, HEX_RING))  # the hull looked to 1, the turret to 2
    [ghost] = of_class(layer, "phantom")
    turned = [part.get("transform") for part in ghost if part.get("class") in ("u-turn", "turret")]
    assert turned == ["rotate(240)", "rotate(300)"]
    assert "data-unit" not in ElementTree.tostring(ghost).decode()


def test_the_two_worst_threats_have_plates_and_the_rest_are_dots() -> None:
    layer = drawn(skirmish(), MovePreview(["D7", "E8"], 0, HEX_RING, THREATS, [SHOT]))
    plates = of_class(layer, "chance-plate")
    assert [plate.get("data-shooter") or plate.get("data-target") for plate in plates] == ["B1", "B2", "B1"]
    assert "".join(plates[0].itertext()) == "44 %it pierces your front"
    assert [dot.get("data-shooter") for dot in of_class(layer, "threat-dot")] == ["B3"]
    assert len(of_class(layer, "struck")) == 1
    assert len(preview(skirmish(), unit(), MovePreview(["D7", "E8"], 0, HEX_RING, THREATS, [SHOT]))) < SHORT


def test_plates_cover_neither_each_other_nor_the_units() -> None:
    layer = drawn(skirmish(), MovePreview(["D7", "E8"], 0, HEX_RING, THREATS, [SHOT]))
    spots = []
    for plate in of_class(layer, "chance-plate"):
        x, y = map(float, re.findall(r"-?[\d.]+", plate.get("transform", ""))[:2])
        spots.append((x - 89, y - 35, x + 89, y + 35))
    for at, box in enumerate(spots):
        for other in spots[at + 1 :]:
            apart = box[2] <= other[0] or other[2] <= box[0] or box[3] <= other[1] or other[3] <= box[1]
            assert apart, (box, other)


def test_plates_keep_off_names_and_are_tied_to_their_arrows() -> None:
    """Between the two stands another unit with its name below it: the plate goes elsewhere, on a line."""
    scene = skirmish()
    alone = replace(scene, units=scene.units[:1] + scene.units[3:4])
    move = MovePreview(["D7"], 1, HEX_RING, (), [SHOT])
    [free] = of_class(drawn(alone, move), "chance-plate")
    crowd = tuple(unit(f"C{i}", place) for i, place in enumerate(("F6", "G6", "G7", "F7", "G5", "F5")))
    layer = drawn(replace(alone, units=alone.units + crowd), move)
    [plate] = of_class(layer, "chance-plate")
    assert plate.get("transform") != free.get("transform")
    assert len(of_class(layer, "plate-lead")) == 1


def test_equal_questions_give_the_same_bytes() -> None:
    move = MovePreview(["D7", "E8"], 0, HEX_RING, THREATS, [SHOT])
    assert preview(skirmish(), unit(), move) == preview(skirmish(), unit(), move)


def test_there_is_no_layer_without_places() -> None:
    assert preview(TrackScene((), (), ()), unit(), MovePreview([""], None, [])) == ""


def test_a_unit_without_a_facing_has_no_ring() -> None:
    layer = drawn(skirmish(), MovePreview(["D7", "E8"], None, []))
    assert not of_class(layer, "dial")
    assert of_class(layer, "phantom")
