"""Units of players' own (WS-4.13): what is offered, judged, written, printed and fielded."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from hulldown.catalogue import CatalogueError, OwnFile
from hulldown.game import Game
from hulldown.kernel.records import copy
from hulldown.rulesets.api.garage import BuildField, BuildRows, UnitCard
from hulldown.rulesets.common.explanation import open_log
from hulldown.rulesets.warstrike import garage, setup
from hulldown.rulesets.warstrike.catalogue import MOST, SHELF, number_of_sheet, numbers_of, remember, sheet_of
from hulldown.rulesets.warstrike.permissions import band
from hulldown.rulesets.warstrike.setup import blank_state, field_unit
from hulldown.rulesets.warstrike.state import NOBODY, Band, Edge
from hulldown.rulesets.warstrike.table import spot_x, spot_y
from hulldown.rulesets.warstrike.words import model_name, unit_id, unit_name
from hulldown.views.cards.art import FULL
from hulldown.views.cards.card import card_art, card_svg
from hulldown.views.cards.sheet import force_sheets, sheet_svg, sheets

OFFER = garage.garage(SHELF, None)
SAMPLES = {one.id: one.build for one in OFFER.samples}
LEADER, TROOPER = SAMPLES["storm"]["models"]
MORTAR = {"name": "mortar", "count": 2, "radius": 1.0, "officer": False, "weapons": ["hmg"]}
HAWKS = SAMPLES["storm"] | {"name": "Hawks", "models": [LEADER, TROOPER | {"count": 12}, MORTAR]}

RED = ("Line Squad", "Veteran Squad", "Storm Squad", "Command Section", "Armoured Car")  # of Two Roads


def broken(**changes: Any) -> list[tuple[str, str]]:
    """The faults of a Line Squad with other fields, each with its rule."""
    return [(why.text, why.rule) for why in setup.judge(SHELF, SAMPLES["line"] | changes).broken]


def card(name: str, **options: Any) -> UnitCard:
    return garage.unit_card(SHELF, {"build": name}, options)


# ---------------------------------------------------------------- what is offered


def test_every_kind_is_offered_with_a_plain_unit_to_begin_from() -> None:
    """WS-4.12: infantry, vehicles, and what only a commander's unit may stand for."""
    assert [one.id for one in OFFER.units] == ["infantry", "vehicle", "commander"]
    for one in OFFER.units:
        judged = setup.judge(SHELF, one.bare)
        assert (judged.legal, judged.unit) == (True, one.id)


def test_all_that_the_sample_units_say_can_be_chosen() -> None:
    """WS-4.13: each value is among the choices, or a number within the limits."""
    sections = {one.id: one.sections for one in OFFER.units}
    for sample in OFFER.samples:
        for section in sections[sample.unit]:
            for field in section.fields:
                assert offered(field, sample.build[field.id]), (sample.id, field.id)
            if section.rows:
                entries(section.rows, sample.build)


def entries(rows: BuildRows, data: dict[str, Any]) -> None:
    """The same for the entries of a list."""
    assert len(data[rows.id]) <= rows.most
    assert rows.blank.keys() == data[rows.id][0].keys()
    for entry in data[rows.id]:
        for field in rows.fields:
            assert offered(field, entry[field.id]), (field.id, entry)


def offered(field: BuildField, value: Any) -> bool:
    """Whether a value can be chosen."""
    choices = [one.value for one in field.choices]
    if field.words:
        return isinstance(value, str) and len(value) <= field.words
    if field.several:
        return all(one in choices for one in value)
    return value in choices if choices else field.low <= value <= field.high


def test_the_options_that_change_what_is_said_of_a_unit_are_named() -> None:
    """WS-9.14, WS-10.19, WS-9.35: each of them changes the card or the verdict of some unit."""
    builds = [*SAMPLES.values(), HAWKS | {"models": [LEADER, TROOPER | {"count": 3}]}]
    plain = [(setup.judge(SHELF, one), garage.unit_card(SHELF, one)) for one in builds]
    for name in OFFER.options:
        option = SHELF.options()[name]
        made = [{name: value} for value in option.values[1:]]
        others = [[(setup.judge(SHELF, b, o), garage.unit_card(SHELF, b, o)) for b in builds] for o in made]
        assert any(one != plain for one in others), name


# ---------------------------------------------------------------- what is judged


def test_a_unit_of_the_book_is_legal() -> None:
    """WS-2.1: table 2.2."""
    for sample in OFFER.samples:
        judged = setup.judge(SHELF, sample.build)
        assert (judged.legal, judged.warnings, judged.unit) == (True, (), sample.unit)


@pytest.mark.parametrize(
    "changes, said, rule",
    [
        ({"models": []}, "models: are missing", "WS-2.1"),
        ({"models": [LEADER | {"weapons": []}]}, "models[1].weapons: are missing", "WS-2.9"),
        (
            {"models": [LEADER | {"weapons": ["rifle", "lmg", "pistol"]}]},
            "models[1].weapons: may be at most 2, not 3",
            "WS-2.9",
        ),
        ({"models": [LEADER | {"radius": 9}]}, "models[1].radius: must be 0.1 to 6 inches", "WS-1.3"),
        ({"type": "vehicle"}, "models: of a vehicle must be one, not 10", "WS-15.1"),
        (
            {"commander": True, "models": [LEADER | {"count": 2}]},
            "models[1].count: of the officer must be 1, not 2",
            "WS-2.8",
        ),
        (
            {"models": [LEADER, TROOPER | {"count": 25}]},
            "models[2]: model 26 would stand more than 6 inches from its leader in formation",
            "WS-4.9",
        ),
        (
            {"models": [LEADER, TROOPER | {"count": 3, "radius": 0.9}]},
            "models[2]: model 2 would overlap another in formation",
            "WS-4.9",
        ),
    ],
)
def test_what_no_unit_may_have_is_named_with_its_rule(changes: dict[str, Any], said: str, rule: str) -> None:
    """WS-4.13."""
    assert broken(**changes) == [(said, rule)]


def test_a_weapon_that_there_is_not_is_named_with_those_there_are() -> None:
    """WS-4.13: weapons are those of table 2.3."""
    ((said, rule),) = broken(models=[LEADER | {"weapons": ["rifel"]}])
    assert said == 'models[1].weapons: unknown weapon "rifel"; did you mean "rifle"?'
    assert rule == "WS-2.1"


def test_more_weapons_than_a_battle_has_room_for_are_named() -> None:
    """WS-1.16: where a pack brings more of them than come with the game."""
    kinds = [LEADER | {"weapons": [f"gun_{i}", f"rifle_{i}"]} for i in range(7)]
    assert broken(models=kinds)[0] == ("models: carry more than 12 kinds of weapon", "WS-1.16")


def test_an_officer_is_the_leader_of_a_commanders_unit() -> None:
    """WS-2.8: the kind decides; where a file says nothing of the kind, its officers do."""
    made = garage.read_build(SHELF, SAMPLES["line"] | {"commander": True})
    assert [one["officer"] for one in made["models"]] == [True, False, False]
    assert garage.read_build(SHELF, made | {"commander": False})["models"] == SAMPLES["line"]["models"]
    text = garage.write_build(SHELF, SAMPLES["cmd"]).replace("commander = true\n", "")
    assert "officer = true" in text
    assert garage.read_build(SHELF, text) == SAMPLES["cmd"]


def test_odd_numbers_are_told_and_forbidden_by_nothing() -> None:
    """WS-2.1, WS-6.7, WS-14.7, WS-9.17."""
    many = SAMPLES["line"] | {"nv": 6, "vp": 0, "mv": 0, "models": [LEADER, TROOPER | {"count": 18}]}
    judged = setup.judge(SHELF, many)
    assert judged.legal
    assert [why.rule for why in judged.warnings] == ["WS-2.1", "WS-6.7", "WS-14.7", "WS-7.8"]
    car = SAMPLES["car"]["models"][0] | {"weapons": ["rocket"]}
    (why,) = setup.judge(SHELF, SAMPLES["car"] | {"models": [car]}).warnings
    assert (why.text.split(":")[0], why.rule) == ("models[1].weapons", "WS-9.17")


def test_a_verdict_says_what_the_numbers_mean_in_play() -> None:
    """WS-16.2, WS-6.7, WS-10.19: shots of each action, the checks, what Fall Back! is."""
    judged = setup.judge(SHELF, {"build": "line"})
    assert judged.said[:2] == (
        "Line Squad: infantry, 10 models, 100 VP",
        "Mv 6, Aw 12, BS 3, Ev 3, Ar 2, To 3, Ld 2, Nv 4, Wd 1",
    )
    shots, checks, falls = ({what: said for what, said, _ in one.steps} for one in judged.workings)
    assert shots["9 models with rifle"].startswith("Open Fire! 2, Advance! 1, At The Double! 0")
    assert "At The Double! 1" in shots["1 model with pistol"]
    assert (checks["1 marker"], checks["5 markers"]) == ("2 dice, 4 or less: 89%", "fails")
    assert falls == {
        "5 to 10 left": "fires or moves",
        "3 to 4 left": "hides or flees",
        "1 to 2 left": "is destroyed",
    }


def test_numbers_out_of_bounds_are_refused_with_field_line_and_rule(tmp_path: Path) -> None:
    """WS-4.13: of a file and of plain data alike."""
    file = tmp_path / "unit.toml"
    file.write_text(garage.write_build(SHELF, SAMPLES["line"]).replace("nv = 4", "nv = 7"))
    with pytest.raises(CatalogueError, match=r"unit\.toml:10: nv: must be at most 6, not 7 \(WS-2\.1\)"):
        setup.judge(SHELF, file)
    with pytest.raises(CatalogueError, match=r"build: ld: must be at least 1"):
        garage.read_build(SHELF, SAMPLES["line"] | {"ld": 0})


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_reads_back_as_the_same_unit(name: str, tmp_path: Path) -> None:
    """WS-4.13: with a table for each kind of model, as `units.toml` has it."""
    build = SAMPLES[name] | {"paint": {"scheme": "olive", "pattern": "bands"}}
    text = garage.write_build(SHELF, build)
    assert garage.read_build(SHELF, text) == build
    assert text.count("[[models]]") == len(build["models"])
    file = tmp_path / "unit.toml"
    file.write_text(text)
    assert setup.judge(SHELF, file).legal


def test_a_fault_in_a_file_says_its_line(tmp_path: Path) -> None:
    """WS-4.13."""
    file = tmp_path / "car.toml"
    file.write_text(garage.write_build(SHELF, SAMPLES["car"]).replace("radius = 2.0", "radius = 7"))
    (why,) = setup.judge(SHELF, file).broken
    assert why.text == f"{file}:16: models[1].radius: must be 0.1 to 6 inches"


# ---------------------------------------------------------------- print


@pytest.mark.parametrize("name", SAMPLES)
def test_a_printed_card_has_everything_and_stays_on_the_card(name: str) -> None:
    """WS-4.13: models, markers, shots of each action, scores, checks, what Fall Back! is."""
    made = card(name)
    assert card_art(made)[1] <= FULL
    drawn = card_svg(made)
    for part in ("Shots", "Actions", "What a die must show", "At The Double!", "by markers"):
        assert part in drawn
    assert "\u2026" not in drawn, "nothing is cut"
    boxes = {track.label: track.boxes for track in made.tracks}
    unit = SHELF.units().units[name]
    assert boxes.pop("Markers") == unit.nv + 1
    assert sum(boxes.values()) == unit.wd * len(unit.each())


def test_the_tables_of_a_card_are_those_of_the_rules() -> None:
    """WS-16.2, WS-11.9, WS-11.14, WS-11.15, WS-6.7: a Line Squad, with half RoF rounded up as well."""
    shots, actions, scores = card("line").grids
    assert shots.rows[2] == ("1 LMG*", "30\u2033", "4", "2", "\u2013", "1", "3", "4")
    assert actions.rows[1] == ("Advance!", "6\u2033", "within 6\u2033 of him", "and half fire")
    assert actions.rows[3][:3] == ("At The Double!", "12\u2033", "12\u2033 each")
    assert scores.rows[0][1:6] == ("2+", "2+", "3+", "4+", "5+")
    assert scores.rows[1][1:7] == ("2+", "3+", "4+", "5+", "6+", "\u2013")
    assert scores.rows[2][1:7] == ("\u2013", "6+", "5+", "4+", "3+", "2+")
    strip = card("line").strip
    assert strip and [number for number, _ in strip.cells] == [
        "4\u2212",
        "3\u2212",
        "2\u2212",
        "1\u2212",
        "\u2013",
    ]
    assert card("vet", half_rof="up").grids[0].rows[0][3] == "2"


def test_a_vehicle_is_not_offered_what_it_cannot_do() -> None:
    """WS-15.4: it does not go to ground; it has nobody to be placed round a leader."""
    made = card("car")
    assert "Go To Ground!" not in [row[0] for row in made.grids[1].rows]
    assert {row[2] for row in made.grids[1].rows} == {"\u2013"}
    assert made.ticks == ("acted",)


def test_a_unit_of_many_kinds_stays_on_the_card() -> None:
    """WS-11.9: where there is no room for the table of scores it is said in words."""
    weapons = [
        "rifle",
        "carbine",
        "pistol",
        "machine_pistol",
        "lmg",
        "hmg",
        "marksman",
        "rocket",
        "autocannon",
    ]
    kinds = [
        TROOPER | {"name": f"A long name, number {i}", "weapons": [one]} for i, one in enumerate(weapons)
    ]
    build = HAWKS | {"wd": 12, "models": [one | {"count": 2} for one in kinds], "name": "Grenadiers " * 5}
    made = garage.unit_card(SHELF, build)
    art, height = card_art(made)
    assert max(one.y for one in art.letters) < height == FULL
    assert len(made.grids) == 2
    assert made.notes[0][0].startswith("hits on 4 + Ev - 3")


def test_a_unit_with_faults_is_printed_without_a_card() -> None:
    """WS-4.13."""
    made = garage.unit_card(SHELF, SAMPLES["line"] | {"models": [], "name": ""})
    assert made.void
    assert (made.name, made.notes) == ("Unit", (("models: are missing", "WS-2.1"),))


def test_a_batch_is_printed_with_a_summary_of_the_force() -> None:
    """WS-4.13: all sample units at once."""
    cards = [card(name) for name in (*SAMPLES, "line")]
    assert len(sheets(cards)) == 2
    (summary,) = force_sheets(cards, "a4", "WarStrike")
    drawn = sheet_svg(summary, "a4")
    assert "8 units" in drawn and "8 x rifleman: rifle" in drawn


# ---------------------------------------------------------------- on the table


def own_game(scenario: str = "two_roads", **forces: Any) -> Game:
    return Game.new("warstrike", scenario, seed=1, forces=forces)


def test_both_sides_field_units_of_their_own() -> None:
    """WS-4.13: numbers, size, worth and weapons are theirs; two that are alike share a profile."""
    game = own_game(B1=HAWKS, R1=HAWKS, R5={"build": "car"})
    s = game.state
    for k in (0, 5):
        u = s.unit[k]
        assert (int(u.size), int(u.value), int(s.profile[u.profile].mv)) == (15, 100, 7_000_000)
        assert s.profile[u.profile].name < NOBODY
    assert s.unit[0].profile == s.unit[5].profile
    assert s.profile[s.unit[9].profile].name > NOBODY


def test_its_names_are_told_in_the_log_and_on_cards_and_counters() -> None:
    """WS-4.13: a position has numbers only; what it was fielded as is kept beside it."""
    game = own_game(B1=HAWKS, B4=SAMPLES["cmd"] | {"name": "The Boss"})
    assert "{B1} (Hawks, 15 models)" in game.ruleset.tell(game.state, None, open_log())[0].text
    assert (unit_name(SHELF, game.state, 0), model_name(SHELF, game.state, 1)) == ("Hawks", "trooper")
    assert model_name(SHELF, game.state, 14) == "mortar"
    cards = {one.unit: one for one in game.ruleset.table.cards(game.state, 0)}
    assert (cards["B1"].name, cards["B4"].name) == ("Hawks", "The Boss")
    assert cards["B1"].kit[1][0] == '2 x HMG: 36", RoF 6, AP 3, FP 5, heavy'


def test_a_name_is_only_a_name_wherever_it_is_written() -> None:
    """WS-4.13: on the board, on the printed card, in the log; what would be markup there is refused."""
    odd = '<b title="x">\'&amp; \u00e9'
    build = HAWKS | {"name": odd, "models": [one | {"name": odd} for one in HAWKS["models"]]}
    game = own_game(B1=build)
    for drawn in (str(game.svg()), card_svg(garage.unit_card(SHELF, build))):
        assert fromstring(drawn) is not None
        assert odd not in drawn
    assert f"({odd}, 15 models)" in game.opening(None)[0].text
    for wrong in ("{R1}", "a\nb", "\x1b[31m", "x" * 61):
        with pytest.raises(CatalogueError, match="name"):
            garage.read_build(SHELF, build | {"name": wrong})


def test_two_units_with_equal_numbers_keep_their_names() -> None:
    """WS-4.13."""
    game = own_game(B1=HAWKS, B2=HAWKS | {"name": "Doves"})
    assert [unit_name(SHELF, game.state, k) for k in (0, 1)] == ["Hawks", "Doves"]


def test_the_mark_of_a_unit_stays_as_it_is() -> None:
    """WS-4.13: it is part of positions, and so of what saves prove; it fits its field."""
    own = [setup.fieldable(SHELF, HAWKS | {"name": f"Hawks {i}"}, "unit") for i in range(300)]
    marks = [number_of_sheet(SHELF, one) for one in own]
    assert len(set(marks)) > 290
    assert all(-(1 << 15) <= mark < NOBODY for mark in marks)
    assert number_of_sheet(SHELF, setup.fieldable(SHELF, HAWKS, "unit")) == -28680
    assert number_of_sheet(SHELF, setup.fieldable(SHELF, HAWKS | {"bs": 9}, "unit")) == -28680
    assert number_of_sheet(SHELF, SHELF.units().units["vet"]) == 1


def test_a_unit_that_was_fielded_too_long_ago_is_called_by_its_type() -> None:
    """WS-4.13: what is kept beside positions is bounded; numbers and orders need nothing of it."""
    game = own_game(B1=HAWKS | {"name": "Forgotten"})
    profile = copy(game.state.profile[game.state.unit[0].profile])
    kept = sheet_of(SHELF, game.state, 0)
    assert kept and kept.name == "Forgotten"
    for bs in range(MOST):
        other = copy(profile)
        other.bs, other.ev = bs, 7
        remember(other, kept)
    assert numbers_of(profile) == numbers_of(game.state.profile[game.state.unit[0].profile])
    assert (unit_name(SHELF, game.state, 0), model_name(SHELF, game.state, 0)) == ("Infantry", "model")
    assert unit_name(SHELF, own_game(B1=HAWKS | {"name": "Forgotten"}).state, 0) == "Forgotten"


def test_a_card_has_the_name_that_a_player_gave_to_a_unit_of_the_book() -> None:
    """WS-4.12."""
    force = {"R1": {"unit": "vet", "name": "Old Guard"}}
    game = own_game("first_patrol", **force)
    cards = garage.name_cards(game.ruleset.table.cards(game.state, 0), force)
    assert [one.name for one in cards] == ["Line Squad", "Command Section", "Old Guard", "Marksman"]


def test_a_formation_of_other_numbers_of_models_stands_as_rows_and_pairs_go_on() -> None:
    """WS-4.9: twelve men and two teams; rows of five, teams on the flanks."""
    s = blank_state(SHELF)
    s.edge = [Edge.SOUTH, Edge.NORTH]
    k = field_unit(SHELF, s, 0, setup.fieldable(SHELF, HAWKS, "unit"), (24, 18))
    places = [(s.model[m].x - 24_000, s.model[m].y - 18_000) for m in range(15)]
    assert places[1:5] == [(1500, 0), (-1500, 0), (3000, 0), (-3000, 0)]
    assert places[5:10] == [(0, -1500), (1500, -1500), (-1500, -1500), (3000, -1500), (-3000, -1500)]
    assert places[10:13] == [(0, -3000), (1500, -3000), (-1500, -3000)]
    assert places[13:] == [(5000, 0), (-5000, 0)]
    assert (spot_x(s, 14, 0), spot_y(s, 14, 0)) == (-5000, 0)
    assert s.unit[k].size == 15


@pytest.mark.parametrize(
    "alive, expected", [(15, Band.UPPER), (8, Band.UPPER), (7, Band.FLIGHT), (3, Band.DESTROYED)]
)
def test_its_bands_of_strength_follow_from_the_models_it_begins_with(alive: int, expected: Band) -> None:
    """WS-10.19: of 15 models 8 are half and more, 4 a quarter and more."""
    s = blank_state(SHELF)
    field_unit(SHELF, s, 0, setup.fieldable(SHELF, HAWKS, "unit"), (24, 18))
    for m in range(alive, 15):
        s.model[m].alive = 0
    assert band(s, 0) == expected


@pytest.mark.parametrize(
    "force, said",
    [
        ({"B1": SAMPLES["cmd"] | {"name": "X"}}, r"unit B1: X is a commander's, not infantry \(WS-4\.12\)"),
        ({"B4": HAWKS}, r"unit B4: Hawks is infantry, not a commander's \(WS-4\.12\)"),
        ({"B5": HAWKS}, r"unit B5: Hawks is infantry, not a vehicle \(WS-4\.12\)"),
        ({"B1": HAWKS | {"models": []}}, r"unit B1\.models: are missing \(WS-2\.1\)"),
        ({"B1": HAWKS | {"bs": 13}}, r"bs: must be at most 12"),
        ({"B1": {"models": [], "mv": 1}}, r"type: is missing"),
        ({"B1": {"build": "hawks"}}, r'unknown unit "hawks"'),
        ({"B9": HAWKS}, r'unknown unit "B9"'),
    ],
)
def test_what_cannot_be_fielded_is_named(force: dict[str, Any], said: str) -> None:
    """WS-4.12, WS-4.13."""
    with pytest.raises(CatalogueError, match=said):
        own_game(**force)


def test_too_many_models_and_too_many_kinds_are_refused() -> None:
    """WS-1.16."""
    crowd = HAWKS | {"models": [LEADER, TROOPER | {"count": 19}]}
    with pytest.raises(CatalogueError, match=r"more than 72 models \(WS-1\.16\)"):
        own_game("free_two_roads", B1=crowd, B2=crowd, R1=crowd, R3=crowd)
    s = blank_state(SHELF)
    with pytest.raises(CatalogueError, match=r"more than 12 different units \(WS-1\.16\)"):
        for bs in range(13):
            field_unit(SHELF, s, 0, setup.fieldable(SHELF, SAMPLES["mark"] | {"bs": bs, "ev": 1}, "unit"))


def test_a_unit_that_has_no_room_at_its_printed_place_is_refused() -> None:
    """WS-4.12, WS-4.13: in the fixed set-up its formation must be legal there."""
    wide = HAWKS | {"models": [LEADER, TROOPER | {"count": 19}]}
    with pytest.raises(CatalogueError, match=r"B2\.\d+ (is|overlaps)"):
        own_game("first_patrol", B2=wide | {"commander": True})


def test_the_roster_says_what_may_stand_for_each_unit() -> None:
    """WS-4.12."""
    roster = SHELF.listed_scenarios()["two_roads"].roster
    assert [(one.unit, one.kinds, one.sample) for one in roster[3:6]] == [
        ("B4", ("commander",), "cmd"),
        ("B5", ("vehicle",), "car"),
        ("R1", ("infantry",), "line"),
    ]


# ---------------------------------------------------------------- free forces


def units_of(**forces: Any) -> list[str]:
    """Who fights in a battle of free forces, by name."""
    s = own_game("free_forces", **forces).state
    names = [f"{unit_id(s, k)} {unit_name(SHELF, s, k)}" for k in range(s.units)]
    assert all(s.unit[k].placed == 0 for k in range(s.units))
    return names


def test_what_is_said_for_a_side_is_all_that_it_has() -> None:
    """WS-4.14: any units, of the book and of one's own; the other side has what is proposed to it."""
    red = [f"R{n} {name}" for n, name in enumerate(RED, 1)]
    blue = units_of(B2=HAWKS, B1={"build": "car"}, B3={"unit": "car"})
    assert blue == ["B1 Armoured Car", "B2 Hawks", "B3 Armoured Car", *red]
    assert units_of(R1={"build": "mark"})[-1] == "R1 Marksman"
    assert units_of()[5:] == red


@pytest.mark.parametrize(
    "forces, said",
    [
        ({"B2": HAWKS}, r"side B: units are numbered from B1 without gaps"),
        ({"A1": HAWKS}, r"unit A1: the name of a unit is B or R and a number"),
        (
            {"B1": SAMPLES["cmd"], "B2": {"unit": "cmd"}},
            r"side B: has more than one commander's unit \(WS-4\.14\)",
        ),
        ({"R1": HAWKS | {"vp": 501}}, r"side R: is worth 501 VP, more than 500 \(WS-4\.14\)"),
        ({"R1": HAWKS, "Rx": HAWKS}, r"side R: units are numbered"),
    ],
)
def test_what_a_force_may_not_be_is_named(forces: dict[str, Any], said: str) -> None:
    """WS-4.14."""
    with pytest.raises(CatalogueError, match=said):
        own_game("free_forces", **forces)


def test_points_are_those_of_the_scenario_and_vp_what_units_are_worth() -> None:
    """WS-4.14: where there are none, one unit stands for another of its kind (WS-4.12)."""
    listed = SHELF.listed_scenarios()
    assert {name: one.points for name, one in listed.items() if one.points} == {"free_forces": 500}
    assert (setup.judge(SHELF, HAWKS | {"vp": 90}).worth, OFFER.samples[0].points) == (90, 100)


def test_points_of_a_scenario_hold_its_own_proposal() -> None:
    """WS-4.14: of a scenario of one's own, with its field."""
    text = (SHELF.folder / "scenarios" / "free_forces.toml").read_text()
    for old, new, said in (
        ("points = 500", "points = 470", r"points: are fewer than the 480 VP of Rust's units \(WS-4\.14\)"),
        ("free = true", "free = false", r"points: mean nothing where the set-up is not free \(WS-4\.14\)"),
    ):
        with pytest.raises(CatalogueError, match=said):
            SHELF.scenario(OwnFile("mine", text.replace(old, new)))
