"""Designs of players: what can be bought, every broken rule, files, printed cards, and taking the field."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.rulesets.agrav import catalogue, garage, setup
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.setup import set_up
from hulldown.rulesets.api.garage import BuildField, RecordCard, UnitCard, UnitOffer
from hulldown.views.cards.art import FULL, HALF
from hulldown.views.cards.card import card_art, card_svg, halves

OFFER = garage.garage(SHELF, None)
SAMPLES = {one.id: one.build for one in OFFER.samples}
VEHICLES = list(SHELF.units().vehicles)


def build(sample: str = "bastion", **changes: Any) -> dict[str, Any]:
    return SAMPLES[sample] | changes


def broken(**changes: Any) -> list[str]:
    return [why.code for why in setup.judge(SHELF, build(**changes), None, None).broken]


def fields(unit: UnitOffer) -> Iterator[BuildField]:
    for section in unit.sections:
        yield from section.fields
        yield from section.rows.fields if section.rows else ()


def field(unit: str, name: str) -> BuildField:
    offer = next(one for one in OFFER.units if one.id == unit)
    return next(one for one in fields(offer) if one.id == name)


# ---------------------------------------------------------------- what can be bought


def test_every_chassis_is_offered_in_every_class() -> None:
    """AG-5.1: the budget of a class is what there is to spend."""
    assert len(OFFER.units) == 9
    budgets = {one.id: one.budget for one in OFFER.units}
    assert (budgets["light_tank"], budgets["medium_walker"], budgets["heavy_agrav"]) == (40, 60, 80)


def test_what_is_offered_of_drive_and_plate_follows_chassis_and_class() -> None:
    """AG-5.6: mobility 3 to 8 on a tank; the lower limit of chassis and class counts for the plate."""
    drive = field("medium_tank", "mobility")
    assert (drive.low, drive.high) == (3, 8)
    assert field("heavy_tank", "plate.thickness").high == 120
    assert field("heavy_agrav", "plate.thickness").high == 80
    assert field("light_tank", "plate.thickness").high == 60


def test_walkers_are_offered_arms_and_no_turret() -> None:
    """AG-5.6"""
    assert [one.value for one in field("medium_walker", "mount").choices] == ["arm"]
    assert [one.value for one in field("medium_walker", "turret").choices] == [[]]
    assert "turret" in [one.value for one in field("medium_tank", "turret").choices]


def test_weapons_of_infantry_are_not_for_sale() -> None:
    """Table 3.5; a weapon that uses loads comes with a bin (AG-5.9)."""
    choices = {one.value: one for one in field("light_tank", "weapon").choices}
    assert "rifle" not in choices and len(choices) == 14
    assert choices["cannon100"].sets == {"ammo": 1} and choices["laser"].sets == {"ammo": 0}


def test_what_is_offered_can_be_built() -> None:
    """Every step of every number alone breaks no rule about that number, and every choice is understood."""
    for unit in OFFER.units:
        for one in fields(unit):
            if one.id in ("weapon", "mount", "stabiliser", "ammo"):
                continue
            values = [c.value for c in one.choices] or list(range(one.low, one.high + 1, one.step))
            for value in values:
                table, _, key = one.id.rpartition(".")
                given = {table: SAMPLES["terrier"][table] | {key: value}} if table else {key: value}
                codes = {
                    w.code
                    for w in setup.judge(SHELF, build("terrier", **unit.sets, **given), None, None).broken
                }
                assert not codes & {"cockpit_missing", "sensors_range", "smoke_count", "shield_count"}
                assert one.id != "mobility" or "drive_range" not in codes


# ---------------------------------------------------------------- verdicts


@pytest.mark.parametrize("name", VEHICLES)
def test_the_sample_vehicles_are_legal_and_cost_what_is_printed(name: str) -> None:
    """Section 3.6"""
    found = setup.judge(SHELF, SAMPLES[name], None, None)
    assert found.legal and found.cost == SHELF.units().vehicles[name].spent
    assert sum(points for _, _, points in found.lines) == found.cost


def test_all_broken_rules_are_shown_in_the_order_of_the_rulebook() -> None:
    """AG-5.6"""
    assert broken(sensors=7, cockpit=0) == ["cockpit_missing", "sensors_range"]
    worst = broken(cockpit=2, generator=0, transfer=True, smoke=3, mobility=9, shield=[])
    assert worst == ["over_budget", "cockpit_missing", "drive_range", "transfer_needs_shield", "smoke_count"]


def test_a_refusal_says_what_is_wrong() -> None:
    """AG-5.6"""
    rail = [{"weapon": "rail", "mount": "arm", "ammo": 0}, {"weapon": "laser", "mount": "turret", "ammo": 1}]
    said = {one.code: one for one in setup.judge(SHELF, build(weapons=rail), None, None).broken}
    assert said["mount_not_allowed"].text.endswith(": Rail gun")
    assert said["ammo_missing"].text.endswith(": Rail gun")
    assert said["ammo_not_used"].text.endswith(": Beam laser")
    assert said["power_missing"].text.endswith(": 5 needed, 2 stored")
    assert said["power_missing"].rule == "AG-5.6"


def test_two_drives_and_two_stabilisers_can_be_written_and_are_refused() -> None:
    """AG-5.6"""
    gun = {"weapon": "gun75", "mount": "turret", "stabiliser": ["partial", "full"], "ammo": 1}
    assert {"drive_range", "stabiliser_duplicate"} <= set(broken(mobility=[4, 5], weapons=[gun]))


def test_another_budget() -> None:
    """`points` replaces the budget of the class."""
    assert setup.judge(SHELF, SAMPLES["bastion"], None, 59).broken[0].code == "over_budget"


def test_what_is_no_design_is_named() -> None:
    with pytest.raises(CatalogueError, match="shield"):
        setup.judge(SHELF, build(shield="S900"), None, None)
    with pytest.raises(CatalogueError, match=r"weapons\[1\]"):
        setup.judge(SHELF, build(weapons=[{"weapon": "rifle", "mount": "hull"}]), None, None)
    with pytest.raises(CatalogueError, match="zeppelin"):
        setup.judge(SHELF, {"build": "zeppelin"}, None, None)
    with pytest.raises(CatalogueError, match="not built by points"):
        catalogue.sample_build("troopers", SHELF.units())


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("name", VEHICLES)
def test_a_build_survives_its_file(name: str, tmp_path: Path) -> None:
    given = build(name, name='The "Brick"', paint={"scheme": "olive", "pattern": "dots"})
    text = garage.write_build(SHELF, given)
    assert garage.read_build(SHELF, text) == garage.read_build(SHELF, given)
    file = tmp_path / "brick.toml"
    file.write_text(text)
    assert setup.judge(SHELF, file, None, None).cost == SHELF.units().vehicles[name].spent


def test_mistakes_in_a_file_have_their_line() -> None:
    text = garage.write_build(SHELF, SAMPLES["bastion"]).replace("mobility = 6", 'mobility = "six"')
    with pytest.raises(CatalogueError, match="build:5: mobility"):
        garage.read_build(SHELF, text)


# ---------------------------------------------------------------- cards


def card(sample: str = "bastion", options: dict[str, Any] | None = None, **changes: Any) -> UnitCard:
    return garage.unit_card(SHELF, build(sample, **changes), options)


def record(sample: str = "bastion", options: dict[str, Any] | None = None) -> RecordCard:
    found = card(sample, options).record
    assert found
    return found


def test_plates_are_effective_thickness_by_facing() -> None:
    """AG-9.4, AG-9.5: the front of a bastion is 108, its rear 45."""
    assert card().plates == (108, 72, 45)
    assert card("strider").plates == (70, 63, 49)


def test_when_it_is_stunned_and_rolls_for_crits() -> None:
    """AG-9.4: 97.5 stuns a bastion; AG-12.8: a roll for each fifth of 390."""
    assert dict(card().facts)["Stunned"] == "by 97.5 in one turn"
    ladder = record().ladder
    assert ladder and ladder.tops == ("390", "312", "234", "156", "78") and ladder.end == "crit"


def test_the_crit_table_is_that_of_the_rulebook() -> None:
    """Section 3.6, d60: cockpit 9, drive 15 ... 100 mm cannon 31.5, autocannon 34, turret 35.5."""
    table = record().bands
    assert table.title.endswith("d60")
    spans = {part.name: part.faces for part in table.rows}
    assert spans["Cockpit, sensors"] == "1\u20139" and spans["Drive"] == "10\u201315"
    assert spans["100 mm cannon"] == "28\u201331" and spans["Turret"] == "35"
    last = record("terrier").bands.rows[-2]  # above the plate
    assert (last.faces, last.name) == ("\u2013", "Stab. 75 mm gun")  # 24 to 24.5: no face


def test_every_part_stands_with_its_points_and_what_crits_do() -> None:
    """AG-5.1: they and the plate are what was spent; AG-12.11: a first crit and a second."""
    for name in VEHICLES:
        rows = record(name).bands.rows
        assert sum(int(part.points) for part in rows) == SHELF.units().vehicles[name].spent
        assert all(len(part.harms) == 2 for part in rows[:-1]) and not rows[-1].harms


def test_how_thick_each_face_is_while_the_plate_wears() -> None:
    """AG-10.1: at half of its durability a plate is half as thick; AG-11.6: it cools a tenth of its limit."""
    armour = next(one for one in card().grids if one.title == "Armour")
    assert armour.head == ("durability", "200", "150", "100", "50", "0")
    rows = {row[0]: row[1:] for row in armour.rows}
    assert rows["front"] == ("108", "81", "54", "27", "0") and rows["rear"][1] == "33.75"
    assert rows["top"][0] == rows["heat limit"][0] == "90" and rows["cools"][:2] == ("9", "6.8")


def test_loads_are_boxes_to_tick() -> None:
    """AG-5.9"""
    assert [(one.label, one.boxes) for one in card().stores] == [("100 mm cannon", 8), ("Autocannon", 12)]
    assert not card("strider").stores


def test_what_a_shield_stops_and_regains_is_said_with_its_own_numbers() -> None:
    """AG-13.16: twice the thickness cracks; AG-13.18: 1% of 150 a turn, 2% when off."""
    said = {rule: words for words, rule in record().notes}
    assert "over 50" in said["AG-13.16"] and "cracked over 100" in said["AG-13.16"]
    assert said["AG-13.18"] == "regains 1.5 a turn, 3 when off"
    assert [one.label for one in record().tracks] == ["stunned", "cracked", "disabled"]
    assert [one.label for one in record("anvil").tracks] == ["stunned"]


def test_the_weapons_with_their_loads_and_modes() -> None:
    """AG-5.9, AG-17.2, AG-17.3"""
    rows = {row[0]: row[1:] for row in card("anvil").grids[0].rows}
    assert rows["150 mm howitzer"] == ("75", "160", "\u2013", "1", "\u2013", "hull", "low*")
    assert rows["120 mm mortar"][-1] == "high*"
    assert dict(card("kestrel").facts)["Energy"] == "3 a turn, stores 3"


def test_how_it_moves() -> None:
    """AG-7.1 to AG-7.8"""
    assert dict(card("bastion").facts)["Moves"] == "6, ahead or back"
    assert dict(card("strider").facts)["Moves"] == "5, sideways 2"
    assert dict(card("kestrel").facts)["Moves"] == "10, any way"
    assert dict(card("kestrel", {"agrav_diagonal": False}).facts)["Moves"] == "10"


def test_plate_counts_as_a_part_by_option() -> None:
    """AG-5.5: 13 points of plate are 130 health more."""
    ladders = [record(options=o).ladder for o in ({}, {"armour_counts_as_part": True})]
    assert [one.tops[0] for one in ladders if one] == ["390", "520"]


def test_a_squad_has_its_models_on_its_card() -> None:
    """Table 3.7"""
    found = garage.unit_card(SHELF, {"unit": "powersuits"}, None)
    assert [one.full for one in found.tallies] == ["50", "50", "50"]
    assert found.plates is None and found.record is None
    assert dict(found.facts)["Stunned"] == "by 37.5 in one turn"  # AG-15.8: a quarter of three times 50
    assert {card_art(garage.unit_card(SHELF, {"unit": name}, None))[1] for name in SHELF.units().squads} == {
        HALF
    }
    assert setup.judge(SHELF, {"unit": "powersuits"}, None, None).cost == 20


def test_the_fullest_design_fits_its_card() -> None:
    """However illegal it is."""
    gun = {"weapon": "howitzer", "mount": "hull", "stabiliser": ["full"], "ammo": 3}
    more = {"generator": 10, "capacitor": 5, "turret": ["high_act", "turret"], "smoke": 2, "transfer": True}
    found = card("citadel", weapons=[gun] * 20, name="W" * 40, **more)
    for art, high in halves(found):
        assert high == FULL and max(one.y for one in art.letters) <= FULL - 1


def test_a_design_of_nothing_has_a_card() -> None:
    nothing = {"thickness": 0, "durability": 0}
    found = card(
        mobility=[], plate=nothing, weapons=[], shield=[], cockpit=0, sensors=0, generator=0, turret=[]
    )
    assert "<svg" in card_svg(found) and found.plates == (0, 0, 0)


# ---------------------------------------------------------------- in a battle


def test_a_build_of_the_garage_takes_the_place_of_a_unit_of_its_class() -> None:
    """AG-6.10"""
    roster = SHELF.listed_scenarios()["crossroads"].roster
    unit = next(one for one in roster if "medium_tank" in one.kinds)
    own = build(name="Brick", generator=1)
    for force in (own, {"design": {k: v for k, v in own.items() if k not in ("name", "paint")}}):
        s = set_up(SHELF, "crossroads", forces={unit.unit: force})
        assert any(one.value == 59 for one in s.units)
    s = set_up(SHELF, "crossroads", forces={unit.unit: {"build": "kestrel"}})
    assert any(one.kind == VEHICLES.index("kestrel") for one in s.units)


def test_an_illegal_build_takes_no_place() -> None:
    """AG-5.6, AG-6.10"""
    unit = next(u for u in SHELF.listed_scenarios()["crossroads"].roster if "medium_tank" in u.kinds)
    with pytest.raises(CatalogueError, match="energy"):
        set_up(SHELF, "crossroads", forces={unit.unit: build(generator=0, shield=[], weapons=[LASER])})
    with pytest.raises(CatalogueError, match="must be a medium vehicle"):
        set_up(SHELF, "crossroads", forces={unit.unit: SAMPLES["citadel"]})


LASER = {"weapon": "laser", "mount": "turret", "ammo": 0}


def test_nothing_offered_breaks_the_order_of_the_bands() -> None:
    """AG-12.10: faces rise from part to part."""
    for name in VEHICLES:
        faces = [part.faces for part in record(name).bands.rows]
        starts = [int(face.split("\u2013")[0]) for face in faces if face.strip("\u2013")]
        assert all(a < b for a, b in pairwise(starts))


def test_an_empty_vehicle_lacks_weapons_and_nothing_else() -> None:
    """AG-5.6: a player can begin with nothing."""
    for unit in OFFER.units:
        found = setup.judge(SHELF, unit.bare, None, None)
        assert [why.code for why in found.broken] == ["weapon_count"] and found.unit == unit.id


def test_free_play_offers_every_unit_for_its_points() -> None:
    """AG-6.1, AG-6.10"""
    yard = SHELF.listed_scenarios()["free_yard"]
    worth = {one.id: one.points for one in OFFER.samples}
    assert yard.points == sum(worth[unit.sample] for unit in yard.roster if unit.side == 0) == 180
    assert {one.unit for one in OFFER.samples} <= set(yard.roster[0].kinds)
    assert SHELF.listed_scenarios()["crossroads"].points == 0
    forces: dict[str, Any] = {"A1": build(name="Brick"), "A2": {"build": "troopers"}}
    assert sum(one.value for one in set_up(SHELF, "free_yard", forces=forces).units if one.side == 0) == 70
