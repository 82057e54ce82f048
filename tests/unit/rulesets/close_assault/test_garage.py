"""Profiles of players: what is offered, every fault named, files, and cards as they are printed (CA-8)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.game import Game
from hulldown.rulesets.api.garage import BuildField, BuildRows, UnitCard
from hulldown.rulesets.close_assault import garage
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.values import KINDS
from hulldown.views.cards.art import FULL
from hulldown.views.cards.card import card_art, card_svg
from hulldown.views.cards.sheet import force_sheets, sheet_svg, sheets

OFFER = garage.garage(SHELF, None)
SAMPLES = {one.id: one.build for one in OFFER.samples}


def broken(**changes: Any) -> list[str]:
    return [why.code for why in garage.judge(SHELF, SAMPLES["rhino"] | changes, None, None).broken]


def weapons(**changes: Any) -> list[dict[str, Any]]:
    """The Rhino's weapon, its line changed."""
    weapon = SAMPLES["rhino"]["weapon"][0]
    return [weapon | {"line": [weapon["line"][0] | changes]}]


def card(name: str, **options: Any) -> UnitCard:
    return garage.unit_card(SHELF, {"build": name}, options)


# ---------------------------------------------------------------- what is offered


def test_every_type_is_offered() -> None:
    """CA-1.6."""
    assert [one.id for one in OFFER.units] == list(KINDS)
    assert all(not garage.judge(SHELF, one.bare, None, None).broken for one in OFFER.units)


def test_all_that_the_sample_units_say_can_be_chosen() -> None:
    """CA-8.1: each value is among the choices, or a number within the limits."""
    sections = {one.id: one.sections for one in OFFER.units}
    for build in SAMPLES.values():
        for section in sections[build["type"]]:
            for field in section.fields:
                assert offered(field, build[field.id]), (build["name"], field.id)
            if section.rows:
                entries(section.rows, build)


def test_only_vehicles_stand_on_rectangles() -> None:
    """CA-2.2: others are offered circles, and a rectangle in a file is named as a mistake."""
    for one in OFFER.units:
        (base,) = (field for field in one.sections[0].fields if field.id == "base")
        shapes = {choice.value["shape"] for choice in base.choices}
        assert shapes == ({"rect", "circle"} if "ehicle" in one.id else {"circle"})
    square = SAMPLES["walker"] | {"base": SAMPLES["rhino"]["base"]}
    (why,) = garage.judge(SHELF, square, None, None).broken
    assert (why.text, why.rule) == ("base.shape: must be a circle for the type Walker", "CA-2.2")
    with pytest.raises(CatalogueError, match=r"base\.shape: must be a circle for the type Walker"):
        garage.read_build(SHELF, garage.write_build(SHELF, square))


def entries(rows: BuildRows, data: dict[str, Any]) -> None:
    """The same for the entries of a list."""
    assert len(data[rows.id]) <= rows.most
    for entry in data[rows.id]:
        for field in rows.fields:
            assert offered(field, entry[field.id]), (rows.id, field.id, entry)
        if rows.inner:
            entries(rows.inner, entry)


def offered(field: BuildField, value: Any) -> bool:
    """Whether a value can be chosen; a trait may have been given another value in brackets."""
    choices = [one.value for one in field.choices]
    if field.words:
        return isinstance(value, str) and len(value) <= field.words
    if field.several:
        return all(one in choices or one.partition(" (")[0] in choices for one in value)
    return value in choices if choices else field.low <= value <= field.high


def test_the_options_that_change_a_card_are_named() -> None:
    """CA-21.1."""
    assert set(OFFER.options) <= set(SHELF.options())
    plain = [garage.judge(SHELF, build, None, None).said for build in SAMPLES.values()]
    for name in ("rules_mode", "antitank_walkers", "card_knights_titans"):
        options = {name: SHELF.options()[name].values[1]}
        assert [garage.judge(SHELF, build, options, None).said for build in SAMPLES.values()] != plain


# ---------------------------------------------------------------- what is judged


def test_every_fault_is_named_at_once() -> None:
    """CA-8.6."""
    assert not broken()
    assert broken(type="Tank", list="none", save=1) == ["e_card_type", "e_card_list", "e_card_save"]
    both = ["Arc (Front)", "Arc (Rear)"]
    assert broken(weapon=weapons(traits=both, dice="?")) == ["e_card_arc", "e_card_dice"]
    assert broken(weapon=[{"name": "Gun", "line": []}]) == ["e_card_line"]


def test_a_fault_says_where_it_stands() -> None:
    """CA-8.6."""
    (why,) = garage.judge(SHELF, SAMPLES["rhino"] | {"weapon": weapons(dice="?")}, None, None).broken
    assert why.text == 'weapon[1].line[1].dice: cannot be read as dice: "?"'
    assert why.rule == "CA-8.6"


def test_a_fault_in_a_file_says_its_line(tmp_path: Path) -> None:
    """CA-8.6."""
    file = tmp_path / "rhino.toml"
    file.write_text(garage.write_build(SHELF, SAMPLES["rhino"]).replace("save = 4", "save = 7"))
    (why,) = garage.judge(SHELF, file, None, None).broken
    assert why.text == f"{file}:4: save: must be 0 (none) or 2 to 6, not 7"


def test_a_file_with_slips_has_its_faults_named_as_well() -> None:
    """CA-8.6: everything at once; with faults alone a profile can be taken into work and mended."""
    text = garage.write_build(SHELF, SAMPLES["rhino"]).replace("save = 4", "save = 7")
    assert garage.read_build(SHELF, text)["save"] == 7
    with pytest.raises(CatalogueError) as caught:
        garage.read_build(SHELF, text.replace("length = 1.5", "length = 15"))
    assert [line.split(": ")[1] for line in caught.value.lines] == ["save", "base.length"]


def test_what_cannot_be_meant_is_named_while_a_profile_is_worked_on() -> None:
    """CA-2.10, CA-2.2: beside its faults; it has no card until then."""
    far = SAMPLES["rhino"] | {"weapon": weapons(range_min=9), "save": 7}
    found = [(one.code, one.text.split(": ")[0]) for one in garage.judge(SHELF, far, None, None).broken]
    assert found == [("e_card_save", "save"), ("slip", "weapon[1].line[1].range_min")]
    assert garage.unit_card(SHELF, far, None).void


def test_warnings_do_not_make_a_profile_illegal() -> None:
    """CA-8.6: W_AP_POSITIVE has the rule that says what becomes of it."""
    found = garage.judge(SHELF, SAMPLES["rhino"] | {"weapon": weapons(ap=2)}, None, None)
    assert found.legal
    assert [(one.code, one.rule) for one in found.warnings] == [("w_ap_positive", "CA-7.18")]


def test_a_verdict_says_the_card_and_how_it_comes_about() -> None:
    """CA-8.2, CA-8.4, CA-8.5: the name in brackets behind each line, discards with their reason."""
    found = garage.judge(SHELF, {"build": "baneblade"}, None, None)
    assert found.said[0] == "Baneblade: +1 front, -1 rear"
    assert found.said[3] == "1x all bonus +4 vs everything (Baneblade cannon)"
    assert "discarded: Co-axial autocannon, Co-axial (CA-7.2)" in found.said
    assert "charge: 0 to 3 inches +0, to 6 +1, to 9 +2, to 12 +3 (CA-11.3)" in found.said
    assert found.workings[0].steps[1] == ("Super-heavy vehicle", "+1 / +1", "CA-6.2")
    assert len(found.workings) == 5
    bikes = garage.judge(SHELF, {"unit": "scout_bikes"}, None, None)
    assert "getting out of the way +3, to CAF +5 (CA-12.12)" in bikes.said


@pytest.mark.parametrize(
    "build, said",
    [
        ({"build": "Rihno"}, 'unknown unit "Rihno"; did you mean "rhino"'),
        ({"name": "X"}, "build: type: is missing"),
    ],
)
def test_what_is_not_understood_is_named(build: dict[str, Any], said: str) -> None:
    """CA-8.1."""
    with pytest.raises(CatalogueError, match=said):
        garage.judge(SHELF, build, None, None)


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_reads_back_as_the_same_profile(name: str, tmp_path: Path) -> None:
    """CA-8.1: with a table for each weapon and line, as the rulebook prints it."""
    text = garage.write_build(SHELF, SAMPLES[name])
    assert garage.read_build(SHELF, text) == SAMPLES[name]
    file = tmp_path / "unit.toml"
    file.write_text(text)
    assert garage.judge(SHELF, file, None, None).legal
    assert text.count("[[weapon]]") == len(SAMPLES[name]["weapon"])


def test_cards_of_a_table_have_the_names_of_a_players_own_weapons() -> None:
    """CA-1.8: a position knows them by their numbers."""
    own = SAMPLES["rhino"] | {"name": "Plough"}
    game = Game.new("close_assault", "free_drill", seed=1, forces={"B1": own})
    cards = game.ruleset.table.cards(game.state, 0)
    plain = next(one for one in cards if one.unit == "B1")
    assert plain.kit[0][0].startswith("Weapon 1: ")
    made = next(one for one in garage.name_cards(cards, {"B1": own}) if one.unit == "B1")
    assert made.name == "Plough"
    assert made.kit[0][0].startswith("Pintle mounted twin bolter: ")


# ---------------------------------------------------------------- print


@pytest.mark.parametrize("name", SAMPLES)
def test_a_printed_card_has_every_line_and_stays_on_the_card(name: str) -> None:
    """CA-8.4, CA-8.5: a circle for each bonus, a box for a weapon that has fired."""
    made = card(name)
    assert card_art(made)[1] <= FULL
    found = garage.judge(SHELF, {"build": name}, None, None)
    printed = [f"{one.lead} {one.text} ({one.name})" for one in made.items if one.boxes]
    assert printed == [line for line in found.said if "bonus" in line]
    assert all(one.boxes == int(one.lead.split("x")[0]) for one in made.items if one.boxes)
    drawn = card_svg(made)
    assert ("Charge, in front" in drawn) == ("FRONT ARC" in drawn) == bool(made.strip)
    assert "\u2026" not in drawn, "nothing is cut"


def test_a_card_shows_todays_caf_charge_bands_and_dodging() -> None:
    """CA-8.5."""
    rhino, bikes = card("rhino"), card("scout_bikes")
    assert rhino.heads == (("Front", "+0"), ("Rear", "\u22122"))
    assert dict(rhino.facts)["Today"] == "+0 in all arcs"
    assert rhino.strip and rhino.strip.cells == (
        ("+0", "to 4.5\u2033"),
        ("+1", "to 9\u2033"),
        ("+2", "to 13.5\u2033"),
        ("+3", "to 18\u2033"),
    )
    assert bikes.heads == (("CAF", "+2"), ("Out of the way", "+3"))
    assert not bikes.strip and not bikes.grids


def test_a_printed_card_shows_the_steps_of_its_numbers() -> None:
    """CA-6.7, CA-7.20: a column for each step of the CAF, a paragraph for each weapon where there is room."""
    made = card("rhino")
    assert made.grids[0].head[1:] == ("start", "size", "legions", "save 4+", "inv. none", "CAF")
    assert made.grids[0].rows[0] == ("front", "\u22122", "+0", "+1", "+1", "+0", "+0")
    assert "Assault: twice as many (CA-7.16)" in made.how[1]
    assert made.how[0] in card_svg(made)
    assert "out of the way of a Tank Shock" in card_svg(card("scout_bikes"))


def test_many_bonuses_and_warnings_stay_on_the_card() -> None:
    """CA-7.18, CA-8.6: what has no room in the small print is left out whole, the boxes stand in rows."""
    line = SAMPLES["rhino"]["weapon"][0]["line"][0] | {"dice": 12, "ap": 2, "traits": ["Assault", "Odd"]}
    guns = [{"name": f"Gun {place}", "line": [line]} for place in range(6)]
    made = garage.unit_card(SHELF, SAMPLES["rhino"] | {"weapon": guns}, None)
    art, height = card_art(made)
    assert made.items[0].boxes == 24
    assert max(one.y for one in art.letters) < height == FULL


def test_a_printed_card_states_options_and_warnings() -> None:
    """CA-21.1, CA-8.3, CA-8.6."""
    notes = dict(card("land_raider", antitank_walkers="plus_one").notes)
    assert notes["knights and titans: as vehicles"] == "CA-8.3"
    assert notes["antitank_walkers: plus_one"] == "CA-7.11"


def test_a_profile_with_faults_is_printed_without_a_card() -> None:
    """CA-8.6."""
    made = garage.unit_card(SHELF, SAMPLES["rhino"] | {"save": 9, "name": ""}, None)
    assert (made.kind_name, made.items, made.facts) == ("no card", (), (("Faults", "1"),))
    assert "must be 0 (none) or 2 to 6" in made.notes[0][0]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_batch_is_printed_with_a_summary_of_the_force(paper: str) -> None:
    """CA-8.5: all sample units at once, on both papers."""
    cards = [card(name) for name in (*SAMPLES, "rhino")]
    assert len(sheets(cards, paper)) >= 3
    (summary,) = force_sheets(cards, paper, "Close Assault")
    drawn = sheet_svg(summary, paper)
    assert f"{len(cards)} units" in drawn
    assert drawn.count("2 x") == 1
    assert "4x front bonus +2 vs infantry, cavalry and walkers" in drawn
