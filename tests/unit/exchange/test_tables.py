"""Units of every ruleset from tables: how columns, cells and lines are understood, what is said and asked."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from hulldown import rulesets
from hulldown.catalogue.pack import PackFiles
from hulldown.exchange import reading, tables
from hulldown.exchange.formats import pack_texts
from hulldown.exchange.model import ImportFault, ImportResult, Remark, RemarkKind
from hulldown.exchange.sheets import number_in
from hulldown.rulesets.common.packs import load_pack

CHASERS = "Name,Type,Hull,Front,Side,Rear,Speed,Agility,Weapon,Mount,Points"
TANKS = "Name,Kind,Front armour,Side armour,Rear armour,To hit,HP,Actions,Move,Drive,Weapons"
NAME = "M\u00f6we"
GULL = f"{NAME},tank,7,6,5,4,3,5,4,hover,Main gun"


def read(text: str | bytes, ruleset: str = "tank_commander", **answers: str) -> ImportResult:
    data = text.encode() if isinstance(text, str) else text
    return tables.read(data, "mine.csv", rulesets.get(ruleset), answers)


def units(result: ImportResult, table: str = "units", file: str = "units.toml") -> dict[str, Any]:
    """The entries of a result, which is a pack without a fault."""
    load_pack(PackFiles("mine", pack_texts(result)))
    entries: dict[str, Any] = tomllib.loads(result.texts[file])[table]
    return entries


def left(result: ImportResult) -> list[tuple[str, str]]:
    return [(remark.where, remark.text) for remark in result.remarks if remark.kind == RemarkKind.LEFT]


# ---------------------------------------------------------------- the five rulesets


def test_tanks_come_with_their_names_and_numbers() -> None:
    gull = units(read(f"{TANKS}\n{GULL}\n"))["mowe"]
    assert gull["name"] == NAME and gull["armor"] == {"front": 7, "side": 6, "rear": 5}
    assert (gull["hull_points"], gull["movement_cap"], gull["drive"]) == (3, 4, "hover")
    assert gull["weapons"] == ["main_gun"]


def test_builds_cost_what_they_come_to() -> None:
    """TC-2.4: the points are those of what was bought."""
    result = read(
        'Name,Unit,Front,Side,Rear,Upgrades\nLynx,Battle tank,8,6,6,"Engine, smoke"\n', table="builds"
    )
    lynx = units(result, "builds")["lynx"]
    assert lynx["unit"] == "tank" and lynx["upgrades"] == ["engine", "smoke"]
    told = [remark.text for remark in result.remarks if remark.where.endswith("Points")]
    assert told == [f"has no column: {lynx['points']}, as its parts come to"]


def test_vehicles_of_agrav_are_counted_by_their_parts() -> None:
    text = (
        "Name;Chassis;Budget;Mobility;Plate thickness;Plate durability;Generator;Weapon 1;Weapon 1 mount;"
        "Weapon 1 ammo\nMaus;Tank;light;5;40;100;4;Chaingun;hull;1\n"
    )
    result = read(text, "agrav")
    assert units(result, "vehicles")["maus"]["spent"] == 25
    assert result.counts == {"vehicles": 1}


def test_detachments_of_close_assault_have_weapons_with_lines() -> None:
    text = (
        "Unit,Type,List,Save,Movement,Wounds,Morale,CAF,Base length,Base width,Weapon 1,Weapon 1 range,"
        "Weapon 1 dice,Weapon 1 to hit,Weapon 1 AP,Weapon 1 traits,Weapon 2,Weapon 2 range,Weapon 2 dice,"
        "Weapon 2 to hit,Weapon 2 AP\n"
        'Otter,vehicle,Legions,3+,"8""",1,3+,+1,"1,5",1,Autocannon,16,2,5+,-1,"Light AT, Arc (Front)",,,,,\n'
        'Vole,vehicle,Legions,3+,"8""",1,3+,+1,"1,5",1,,,,,,,Bolter,8,D3+1,5+,0\n'
    )
    result = read(text, "close_assault")
    otter, vole = units(result).values()
    assert otter["type"] == "Vehicle" and otter["list"] == "legions"  # as the rules spell them
    assert otter["base"] == {"shape": "rect", "length": 1.5, "width": 1}
    assert otter["weapon"][0]["line"][0]["traits"] == ["Light AT", "Arc (Front)"]
    assert (otter["save"], otter["movement"], otter["caf"]) == (3, 8, 1)
    assert [weapon["name"] for weapon in vole["weapon"]] == ["Bolter"]
    assert vole["weapon"][0]["line"][0]["dice"] == "D3+1"
    told = [(remark.where, remark.text) for remark in result.remarks if remark.kind == RemarkKind.SUGGESTED]
    assert ("line 2, Type", 'is taken as "Vehicle"') in told


def test_squads_of_warstrike_have_models() -> None:
    text = (
        "Name,Type,Mv,Aw,BS,Ev,Ar,To,Ld,Nv,Wd,VP,Model 1,Model 1 weapons,Model 2,"
        "Model 2 count,Model 2 weapons\n"
        "Rangers,Infantry,7,18,4,4,2,3,3,4,1,110,leader,rifle; pistol,ranger,6,Rifle\n"
    )
    models = units(read(text, "warstrike"))["rangers"]["models"]
    assert [model["weapons"] for model in models] == [["rifle", "pistol"], ["rifle"]]
    assert models[1]["count"] == 6


def test_tanks_of_chase_name_their_weapons() -> None:
    text = f"{CHASERS}\nOtter,scout,5,10,8,6,15,2,Medium gun,turret,90\n"
    assert units(read(text, "chase"), "tanks")["otter"]["weapon"] == "medium_gun"


def test_weapons_are_a_table_too() -> None:
    text = "Name,Range,RoF,AP,FP\nLance,30,1,9,9\n"
    result = read(text, "warstrike")
    assert units(result, "weapons", "weapons.toml")["lance"]["ap"] == 9
    assert result.counts == {"weapons": 1}


# ---------------------------------------------------------------- files as programs write them


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_encodings_separators_and_line_ends_are_seen(encoding: str, separator: str, end: str) -> None:
    text = f"{TANKS}\n{GULL}\n".replace(",", separator).replace("\n", end)
    assert units(read(text.encode(encoding)))["mowe"]["name"] == NAME


def test_a_separator_that_excel_names_is_taken() -> None:
    assert list(units(read(f"sep=,\r\n{TANKS}\r\n{GULL}\r\n"))) == ["mowe"]


def test_cells_in_quotes_hold_separators_marks_and_lines() -> None:
    gull = GULL.replace(NAME, '"The ""Gull"",\nfirst of her class"')
    result = read(f"{TANKS}\n{gull}\n{GULL.replace('tank', 'tonk')}\n")
    assert next(iter(units(result).values()))["name"] == 'The "Gull", first of her class'
    assert left(result)[0][0] == "line 3, Kind"  # as a spreadsheet counts them


def test_empty_lines_and_lines_over_groups_are_passed_over() -> None:
    result = read(f"\n{TANKS}\n,,,,,\nHover tanks,,,\n{GULL}\n\n")
    assert list(units(result)) == ["mowe"]
    assert left(result) == [("line 4", 'only "Hover tanks" stands here, as over a group of lines')]


def test_a_title_may_stand_over_the_header() -> None:
    assert list(units(read(f"My army list,,\nspring,,\n{TANKS}\n{GULL}\n"))) == ["mowe"]


def test_a_cell_may_stand_over_several_columns() -> None:
    text = f",,Armour,,,,,,Move,,\nName,Kind,Front,Side,Rear,To hit,HP,Actions,,Drive,Weapons\n{GULL}\n"
    gull = units(read(text))["mowe"]
    assert gull["armor"] == {"front": 7, "side": 6, "rear": 5} and gull["movement_cap"] == 4


@pytest.mark.parametrize(
    ("written", "commas", "number"),
    [
        ("4+", False, 4),
        ("1,200", False, 1200),
        ("1.200", True, 1200),
        ("1,200", True, 1.2),
        ("2,5", False, 2.5),
        ('6"', False, 6),
        ("6 in", False, 6),
        ("1.234,5", False, 1234.5),
        ("1'000", False, 1000),
        ("1\u00a0000", False, 1000),
        ("\u22123", False, -3),
        ("6.0", False, 6),
        (".5", False, 0.5),
        ("D6", False, None),
        ("1,2,3", False, None),
        ("1.2.3", False, None),
        ("12a", False, None),
        ("", False, None),
    ],
)
def test_numbers_are_read_as_people_write_them(written: str, commas: bool, number: float | None) -> None:
    assert number_in(written, commas) == number


# ---------------------------------------------------------------- what is said


def test_every_cell_that_cannot_be_taken_is_named() -> None:
    lines = [
        GULL.replace("tank", "tonk"),
        GULL.replace("7", "x"),
        GULL.replace("7", "70000"),
        GULL.replace("7", "=1+2"),
        GULL.replace("7", "#REF!"),
        GULL.replace("7", "7-Dec"),
        GULL.replace("7", "7.5"),
        GULL.replace("7", "-"),
        GULL.replace(NAME, ""),
        GULL.replace("Main gun", "Main gum"),
    ]
    numbered = [line.replace(NAME, f"Gull {number}") for number, line in enumerate(lines)]
    result = read("\n".join([TANKS, *numbered]))
    assert result.texts == {} and result.counts == {"units": 0}
    assert left(result) == [
        ("line 2, Kind", '"tonk" is not one of tank, apc, squad, gun, target; did you mean "tank"?'),
        ("line 3, Front armour", '"x" cannot be taken: it must be a whole number from 0 to 1000'),
        ("line 4, Front armour", "must be at most 1000, not 70000"),
        ("line 5, Front armour", '"=1+2" is a formula; write its result'),
        ("line 6, Front armour", '"#REF!" is what a spreadsheet shows for an error; write a value'),
        (
            "line 7, Front armour",
            '"7-Dec" looks like a date that a spreadsheet made: it must be a whole number from 0 to 1000',
        ),
        ("line 8, Front armour", '"7.5" cannot be taken: it must be a whole number from 0 to 1000'),
        ("line 9, Front armour", '"-" is no value: it must be a whole number from 0 to 1000'),
        ("line 10, Name", "has no name; every line needs one"),
        ("line 11, Weapons", 'unknown weapon "Main gum"; did you mean "main_gun"?'),
    ]


def test_what_is_missing_is_filled_in_for_everybody_to_see() -> None:
    result = read("Name,Kind,Drive\nGull,tank,hover\nOx,apc,tracks\n")
    assert units(result)["gull"]["hull_points"] == 3  # as the hover tank has
    assert units(result)["ox"]["hull_points"] == 2  # as the personnel carrier has
    told = {(remark.where, remark.text) for remark in result.remarks if remark.kind == RemarkKind.DEFAULT}
    assert ("line 2, Hull points", "has no column: 3, as Hover tank has") in told
    assert ("line 3, Accuracy", "has no column: 4, as Armored personnel carrier has") in told
    assert ("every line, Text", 'has no column: "From mine.csv."') in told


def test_an_empty_cell_is_filled_in_and_named() -> None:
    result = read(f"{TANKS}\n{GULL}\n{GULL.replace(NAME, 'Ox').replace('5,4,3', '5,4,')}\n")
    told = [(remark.where, remark.text) for remark in result.remarks if remark.kind == RemarkKind.DEFAULT]
    assert ("line 3, Hull points", "says nothing: 3, as Hover tank has") in told


def test_a_printed_unit_is_changed_by_its_name_and_only_where_it_differs() -> None:
    result = read("Name,HP\nBattle tank,9\nWalker,4\n")
    assert units(result) == {"tank": {"hull_points": 9}}
    assert left(result) == [("line 3", "says what is printed already")]
    changed = Remark(
        RemarkKind.SUGGESTED, "line 2", '"Battle tank" comes with the game; this changes it: Hull points'
    )
    assert changed in result.remarks


def test_two_lines_of_one_name_are_two_units() -> None:
    result = read(f"{TANKS}\n{GULL}\n{GULL}\n")
    assert list(units(result)) == ["mowe", "mowe_2"]
    assert any(remark.text == f'line 2 is "{NAME}", too; both are taken' for remark in result.remarks)


OTHER = "\u6226\u8eca"


def test_names_in_other_letters_get_an_id() -> None:
    assert list(units(read(f"{TANKS}\n{GULL.replace(NAME, OTHER)}\n"))) == ["unit_2"]


def test_what_is_wrong_only_with_another_table_is_said_of_its_line() -> None:
    """CH-1.6: no crew brings a tank below 0 points."""
    text = f"{CHASERS}\n" + "".join(
        f"T{number},scout,5,10,8,6,15,2,Medium gun,turret,{10 if number == 5 else 90}\n"
        for number in range(9)
    )
    result = read(text, "chase")
    assert result.counts == {"tanks": 8}
    assert left(result) == [("line 7", "crews.green.points: a tank with this crew would have points below 0")]


# ---------------------------------------------------------------- what is asked


def test_a_column_that_nobody_knows_is_asked_about_and_given_by_hand() -> None:
    text = f"{TANKS.replace('HP', 'Zustand')}\n{GULL}\n"
    result = read(text)
    asked = next(question for question in result.questions if question.id == "column_7")
    assert asked.text == 'What the column "Zustand" is' and asked.answer == ""
    assert "hull_points" in asked.choices
    assert units(read(text, column_7="hull_points"))["mowe"]["hull_points"] == 3
    assert ("Zustand", "is left out: no field is called so, or another column has it") in left(result)


def test_a_column_is_left_out_by_hand() -> None:
    result = read(f"{TANKS}\n{GULL}\n", column_7="")
    assert units(result)["mowe"]["hull_points"] == 3  # as the hover tank has
    assert any(where == "HP" for where, _ in left(result))


def test_a_field_is_given_once() -> None:
    result = read(f"{TANKS}\n{GULL}\n", column_8="hull_points")
    answers = {question.id: question.answer for question in result.questions}
    assert (answers["column_7"], answers["column_8"]) == ("", "hull_points")
    assert units(result)["mowe"]["hull_points"] == 5


def test_nothing_is_taken_without_names_and_a_column_can_be_given_them() -> None:
    text = f"{TANKS.replace('Name', 'Rufname')}\n{GULL}\n"
    result = read(text)
    assert result.texts == {} and all(q.needed for q in result.questions if q.id.startswith("column_"))
    assert list(units(read(text, column_1="name"))) == ["mowe"]


def test_what_no_column_says_is_answered_for_every_line() -> None:
    text = "Name,HP\nGull,3\nOx,2\n"
    assert {unit["kind"] for unit in units(read(text, every_kind="apc")).values()} == {"apc"}
    assert {unit["armor"]["front"] for unit in units(read(text, like="walker")).values()} == {7}


def test_what_a_column_says_goes_before_an_answer_for_every_line() -> None:
    text = "Name,HP,Art\nGull,3,apc\n"
    assert units(read(text, every_kind="tank", column_3="kind"))["gull"]["kind"] == "apc"


def test_the_same_file_and_answers_give_the_same_result() -> None:
    text = f"{TANKS}\n{GULL}\n"
    assert read(text) == read(text) and read(text, column_7="") != read(text)


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({"column_99": "name"}, 'mine.csv: there is no question "column_99"'),
        ({"column_1": "nickname"}, 'mine.csv: column_1: "nickname" is none of'),
        ({"table": "planes"}, 'mine.csv: there is no table "planes"; there is units, builds'),
        ({"like": "Maus"}, 'mine.csv: like: "Maus" is none of nearest, tank'),
    ],
)
def test_an_answer_that_is_none_is_refused(answers: dict[str, str], words: str) -> None:
    with pytest.raises(ImportFault) as wrong:
        read(f"{TANKS}\n{GULL}\n", **answers)
    assert str(wrong.value).startswith(words)


# ---------------------------------------------------------------- the preview


def test_the_preview_marks_cells_and_lines() -> None:
    preview = read(f"{TANKS}\n{GULL}\n{GULL.replace('7', 'x')}\n").preview
    assert preview is not None and preview.columns[2] == "Front armour" and preview.lines == 2
    good, bad = preview.rows
    assert good.taken and not good.wrong
    assert not bad.taken and list(bad.wrong) == [2]


def test_a_long_table_is_previewed_in_part_with_what_is_wrong() -> None:
    lines = [GULL.replace(NAME, f"G{number}") for number in range(400)]
    lines[390] = lines[390].replace("7", "x")
    preview = read("\n".join([TANKS, *lines])).preview
    assert preview is not None and len(preview.rows) == 200 and preview.lines == 400
    assert preview.rows[-1].line == 392 and preview.rows[-1].wrong


def test_a_list_may_have_a_cell_for_each_part() -> None:
    text = "Name,Models,Weapon 1,Weapon 2\nScouts,3,Rifle,Grenades\nGuards,4,Rifle,-\n"
    known = list(rulesets.get("agrav").files.tables()["units.toml"]["squads"]["troopers"]["weapons"])[:2]
    text = text.replace("Rifle", known[0]).replace("Grenades", known[-1])
    squads = units(read(text, "agrav", table="squads"), "squads")
    assert squads["scouts"]["weapons"] == [known[0], known[-1]]
    assert squads["guards"]["weapons"] == [known[0]]
    whole = read(text, "agrav", table="squads", column_3="weapons", column_4="weapons.2")
    assert whole.counts["squads"] == 2


# ---------------------------------------------------------------- tables that would take long


def test_many_lines_that_break_something_elsewhere_are_left_out_together() -> None:
    text = f"{CHASERS}\n" + "".join(
        f"T{number},scout,5,10,8,6,15,2,Medium gun,turret,{number % 2}\n" for number in range(300)
    )
    result = read(text, "chase")
    assert result.texts == {} and len(left(result)) == 300


def test_lines_that_never_come_right_together_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "ROUNDS", 1)
    with pytest.raises(ImportFault) as wrong:
        read(f"{TANKS}\n{GULL}\n{GULL.replace('Main gun', 'Main gum')}\n")
    assert str(wrong.value) == "mine.csv: its lines stand in each other's way; import fewer at a time"


def test_a_name_that_a_printed_unit_has_is_not_spelled_anew() -> None:
    text = "Name,ID,Type,Movement\nRHINO,other,Vehicle,9\n"
    result = read(text, "close_assault")
    words = 'units.rhino.name: "Rhino" is the name of other already (CA-8.1)'
    assert left(result) == [("line 2", words)]


def test_many_columns_and_long_cells_are_looked_at_in_bounds() -> None:
    header = ",".join(["Name", *(f"Nothing {number}" for number in range(399))])
    result = read(f"{header}\n" + f"Gull,{'x' * 9000}{',1' * 398}\n" * 20)
    assert result.preview is not None and max(map(len, result.preview.rows[0].cells)) == 200
    assert len(result.questions) < 450
