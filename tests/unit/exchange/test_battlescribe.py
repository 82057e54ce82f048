"""A BattleScribe catalogue becomes units of Close Assault: what is taken, asked for, and left out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.unit.exchange.battlescribe_files import (
    INFANTRY,
    VEHICLE,
    arm,
    bastion,
    catalogue,
    category,
    encoded,
    entry,
    group,
    guard,
    gun,
    info,
    limits,
    link,
    node,
    one_unit,
    price,
    profile,
    rows,
    system,
    unit,
    whole_game,
    zipped,
)

from hulldown import Setup, rulesets
from hulldown.catalogue.pack import PackFiles
from hulldown.exchange.battlescribe import read
from hulldown.exchange.battlescribe.files import is_battlescribe
from hulldown.exchange.model import ImportFault, ImportResult, RemarkKind
from hulldown.rulesets.close_assault.cards import card_of
from hulldown.rulesets.close_assault.catalogue import SHELF, read_profile
from hulldown.rulesets.common.packs import Pack, load_pack

RULES = rulesets.find("close_assault")
SHEET = 'name = "Coast"\nruleset = "close_assault"\n'


def of_entries(*entries: str, name: str = "Coast Legion") -> bytes:
    """A catalogue that offers these entries."""
    return encoded(catalogue(rows("selectionEntries", *entries), name=name))


def imported(data: bytes, name: str = "guard.cat", **answers: str) -> ImportResult:
    """What a file becomes; `heron__turret` answers heron.turret."""
    return read(data, name, RULES, {id.replace("__", "."): answer for id, answer in answers.items()})


def units(result: ImportResult) -> dict[str, Any]:
    """The units of the pack as plain data."""
    return dict(tomllib.loads(result.texts["units.toml"])["units"])


def pack(result: ImportResult) -> Pack:
    """The texts of an import as a pack, read and checked."""
    return load_pack(PackFiles("coast", {"pack.toml": SHEET, **result.texts}))


def weapons(data: Mapping[str, Any]) -> list[str]:
    """The names of a unit's weapons."""
    return [weapon["name"] for weapon in data.get("weapon", ())]


def texts(result: ImportResult, kind: RemarkKind) -> list[str]:
    """The remarks of a kind, each on a line."""
    return [f"{remark.where}: {remark.text}" for remark in result.remarks if remark.kind is kind]


def choices(result: ImportResult) -> dict[str, tuple[tuple[str, ...], str]]:
    """The questions by their ids: choices, and the answer that holds."""
    return {question.id: (question.choices, question.answer) for question in result.questions}


# ---------------------------------------------------------------- what is taken


def test_units_have_the_numbers_that_their_profiles_print() -> None:
    taken = units(imported(whole_game(), "game.zip"))
    keys = ("type", "movement", "save", "invulnerable", "caf", "morale", "wounds", "points")
    numbers = {name: tuple(data.get(key, 0) for key in keys) for name, data in taken.items()}
    assert numbers == {
        "strider": ("Walker", 7, 3, 5, 6, 3, 3, 75),  # a Wound more by a modifier without conditions
        "bastion": ("Super-heavy vehicle", 6, 2, 0, 5, 2, 3, 200),
        "gull": ("Vehicle", 25, 4, 0, -3, 0, 1, 60),
        "heron": ("Vehicle", 10, 4, 0, 1, 3, 1, 90),
        "marines": ("Infantry", 5, 5, 0, 2, 4, 1, 40),
        "marines_with_pikes": ("Infantry", 5, 5, 0, 2, 4, 1, 40),
        "rhino_coast_legion": ("Vehicle", 0, 0, 0, 0, 0, 2, 0),
    }
    assert {data["list"] for data in taken.values()} == {"legions"}
    assert taken["strider"]["special"] == ["Jink (6+)"]
    assert taken["marines"]["special"] == ["Jump Packs", "Old Guard"]
    assert taken["heron"]["special"] == ["Skimmer"]  # of an info group
    assert taken["heron"]["text"] == "From Heron Squadron of Coast Legion: 2 models for 90 points."


def test_weapons_have_ranges_dice_and_traits_in_the_words_of_the_rules() -> None:
    taken = units(imported(whole_game(), "game.zip", heron__turret="Lance", strider__arms__2="Flame gun"))
    assert weapons(taken["heron"]) == ["Lance", "Hull gun", "Co-axial stubber"]
    lance, hull, _ = taken["heron"]["weapon"]
    assert [
        (line.get("range_min", 0), line["range"], line["dice"], line["ap"]) for line in lance["line"]
    ] == [
        (12, 24, 1, -3),
        (0, 12, 2, -1),
    ]
    assert hull["line"][0]["traits"] == ["Light", "Arc (Front)"]
    flame = taken["strider"]["weapon"][1]["line"][0]
    assert (flame["range"], flame["dice"], flame["traits"]) == ("T", "D3+1", ["Ignore Cover", "Shock"])
    mortar = taken["gull"]["weapon"][0]["line"][0]
    assert (mortar["range_min"], mortar["range"], mortar["traits"]) == (8, 40, ["Barrage", 'Blast (3")'])


def test_a_vehicle_has_as_many_weapons_as_it_is_fielded_with() -> None:
    taken = units(imported(whole_game(), "game.zip"))["bastion"]
    assert weapons(taken) == [*(f"Sponson {n}" for n in range(8)), "Twin flak"]
    assert taken["weapon"][-1]["count"] == 2


def test_of_more_weapons_than_a_profile_holds_a_person_says_which_is_left_out() -> None:
    guns = [gun(f"w{n}", f"Gun {n}", '8"', "1", "5+", "0", "Light", lists=limits(1, 1)) for n in range(14)]
    data = encoded(one_unit(rows("selectionEntries", *guns)))
    result = imported(data, heron__left_out__1="Gun 3")
    assert weapons(units(result)["heron"]) == [f"Gun {n}" for n in range(13) if n != 3]
    assert choices(result)["heron.left_out.2"][1] == "Gun 13"
    assert "Heron: Gun 3: a profile has at most 12 weapons (CA-8.8)" in texts(result, RemarkKind.LEFT)


def test_the_same_file_reads_the_same_in_every_wrapping() -> None:
    plain = imported(encoded(one_unit()))
    assert imported(zipped(guard_cat=one_unit()), "guard.catz").texts == plain.texts
    assert imported(b"\xef\xbb\xbf" + encoded(one_unit()), "guard.cat").texts == plain.texts
    assert plain.counts == {"units": 1, "weapons": 0} and plain.format == "BattleScribe"
    folder = zipped(
        **{"coast/guard_cat": one_unit(), "coast/README_md": "# no catalogue", "coast/a_png": b"\x89"}
    )
    assert imported(folder, "coast.zip").texts == plain.texts


def test_a_file_is_known_by_its_name_its_beginning_or_what_a_zip_file_has() -> None:
    head = encoded(one_unit()).decode()[:4096]
    for name, begins, inside in (
        ("guard.CAT", "", ()),
        ("tide.gstz", "", ()),
        ("page.xml", head, ()),
        ("old.xml", encoded(system()).decode()[:4096], ()),
        ("coast.zip", "", ("coast/README.md", "coast/guard.cat")),
        ("army.zip", "", ("army.ros",)),
    ):
        assert is_battlescribe(name, begins, inside), name
    for name, begins, inside in (
        ("pack.zip", "", ("pack.toml", "units.toml")),
        ("cats.csv", "name,cat\nTom,1", ()),
        ("page.html", "<html><catalogue></html>", ()),
        ("mac.zip", "", ("__MACOSX/._guard.cat",)),
    ):
        assert not is_battlescribe(name, begins, inside), name


def test_characteristics_are_known_by_their_words_whatever_their_case_and_spacing() -> None:
    names = {"MOVE ": "9'", "Armour save": "a", "C.A.F.": "b", "morale": "c", "Wounds": "d", "Inv": "e"}
    strange = profile("p", "Heron", names, "9 in", "3+", "+2", "4", "2", "6+")
    kinds = rows("categoryLinks", category("x", "VEHICLES"))
    data = of_entries(entry("u", "Heron", rows("profiles", strange), kinds))
    heron = units(imported(data))["heron"]
    numbers = [heron[key] for key in ("movement", "save", "caf", "morale", "wounds", "invulnerable")]
    assert numbers == [9, 3, 2, 4, 2, 6] and heron["type"] == "Vehicle"


def test_two_profiles_of_an_entry_are_two_units_and_the_same_unit_twice_is_one() -> None:
    both = rows("profiles", unit("a", "Fast Heron", '12"', "5+", "+0", "3+", "1"))
    squads = [
        entry(f"u{n}", f"Squad {n}", rows("entryLinks", link("u-heron")), kind="unit") for n in range(3)
    ]
    heron = entry(
        "u-heron",
        "Heron",
        rows("categoryLinks", category(VEHICLE, "Vehicle (2)")),
        rows("profiles", unit("p", "Heron", '9"', "4+", "+2", "3+", "1")),
        both,
        kind="model",
    )
    data = catalogue(rows("selectionEntries", *squads), rows("sharedSelectionEntries", heron))
    assert list(units(imported(encoded(data)))) == ["heron", "fast_heron"]


def test_a_weapon_of_the_whole_detachment_is_carried_by_its_models() -> None:
    mast = gun("w-mast", "Mast gun", '8"', "1", "5+", "0", "Light", lists=limits(1, 1))
    model = entry(
        "m", "Heron", rows("profiles", unit("p", "Heron", '9"', "4+", "+2", "3+", "1")), kind="model"
    )
    other = entry("n", "Teal", rows("profiles", unit("q", "Teal", '9"', "4+", "+1", "3+", "1")), kind="model")
    kinds = rows("categoryLinks", category(VEHICLE, "Vehicle"))
    alone = entry("s", "Squad", kinds, rows("selectionEntries", mast, model), kind="unit")
    mixed = entry("s", "Squad", kinds, rows("selectionEntries", mast, model, other), kind="unit")
    assert weapons(units(imported(of_entries(alone)))["heron"]) == ["Mast gun"]
    result = imported(of_entries(mixed))
    assert [weapons(data) for data in units(result).values()] == [[], []]
    assert any("does not say whose" in text for text in texts(result, RemarkKind.LEFT))


# ---------------------------------------------------------------- what is asked


def test_entries_with_choices_are_questions_and_answers_are_taken() -> None:
    result = imported(whole_game(), "game.zip")
    asked = choices(result)
    assert asked["heron.turret"] == (("Pike cannon", "Storm gun", "Lance"), "Storm gun")  # its default
    assert asked["heron.pintle_stubber"] == (("Pintle stubber", ""), "")
    assert asked["strider.arms.1"] == asked["strider.arms.2"] == (("Storm gun", "Flame gun"), "Storm gun")
    assert weapons(units(result)["heron"]) == ["Storm gun", "Hull gun", "Co-axial stubber"]
    answers = {
        "heron__turret": "Pike cannon",
        "heron__pintle_stubber": "Pintle stubber",
        "heron__co_axial_stubber__pair": "Pike cannon",
        "strider__arms__1": "Flame gun",
        "hidden__old_heron": "Old Heron",
        "list__coast_legion": "auxilia",
        "base__walker": "circle 2.0",
    }
    again = imported(whole_game(), "game.zip", **answers)
    taken = units(again)
    assert weapons(taken["heron"]) == ["Pike cannon", "Hull gun", "Pintle stubber", "Co-axial stubber"]
    assert taken["heron"]["weapon"][-1]["coaxial_with"] == "Pike cannon"
    assert taken["heron"]["points"] == 100  # each of its two models buys a stubber
    assert weapons(taken["strider"]) == ["Flame gun", "Storm gun"]
    assert "old_heron" in taken and taken["strider"]["base"] == {"shape": "circle", "diameter": 2.0}
    assert {data["list"] for data in taken.values()} == {"auxilia"}
    assert imported(whole_game(), "game.zip") == result  # nothing is remembered


def test_groups_in_groups_are_chosen_by_their_own_numbers() -> None:
    """One that must be chosen from is no choice itself; hidden weapons are named."""
    old = entry("w-old", "Old gun", rows("profiles", arm("p-old", "Old gun", *PLAIN)), hidden="true")
    turret = group(
        "g-t", "Turret", limits(1, 1), rows("selectionEntries", *guns_called("Pike", "Storm"), old)
    )
    pintle = group("g-p", "Pintle", limits(0, 1), rows("selectionEntries", *guns_called("Stubber")))
    wargear = group("g", "Wargear", rows("selectionEntryGroups", turret, pintle))
    data = encoded(one_unit(rows("selectionEntryGroups", wargear)))
    result = imported(data)
    assert weapons(units(result)["heron"]) == ["Pike"]
    assert choices(result)["heron.turret"] == (("Pike", "Storm"), "Pike")
    assert choices(result)["heron.pintle"] == (("Stubber", ""), "")
    assert 'Turret: "Old gun" is hidden in the catalogue; it is left out' in texts(result, RemarkKind.LEFT)
    both = imported(data, heron__turret="Storm", heron__pintle="Stubber")
    assert weapons(units(both)["heron"]) == ["Storm", "Stubber"]


def test_of_a_large_group_some_are_chosen_after_another() -> None:
    """At least one, at most eight, six of which are asked for; each gun as often as it may be."""
    hull = group("g", "Hull", limits(1, 8), rows("selectionEntries", *guns_called("Pike", "Storm")))
    data = encoded(one_unit(rows("selectionEntryGroups", hull)))
    result = imported(data, heron__hull__2="Storm", heron__hull__6="Pike")
    assert weapons(units(result)["heron"]) == ["Pike", "Storm", "Pike"]
    assert [id for id in choices(result) if id.startswith("heron.hull")] == [
        f"heron.hull.{slot}" for slot in range(1, 7)
    ]


PLAIN = ('8"', "1", "5+", "0", "Light")


def guns_called(*names: str) -> list[str]:
    """Entries with plain weapons."""
    return [gun(f"w-{name}", name, *PLAIN) for name in names]


def test_a_misprint_is_suggested_and_never_guessed() -> None:
    result = imported(whole_game(), "game.zip", strider__arms__1="Flame gun")
    assert choices(result)["trait.ignore_cover"] == (("Ignore Cover", "Ignores Cover", ""), "Ignore Cover")
    (suggested,) = texts(result, RemarkKind.SUGGESTED)
    assert (
        suggested
        == 'Flame gun: "Ignore Cover" may be a misprint of "Ignores Cover"; it has no effect as it is'
    )
    for answer, traits in (("Ignores Cover", ["Ignores Cover", "Shock"]), ("", ["Shock"])):
        then = imported(whole_game(), "game.zip", strider__arms__1="Flame gun", trait__ignore_cover=answer)
        assert units(then)["strider"]["weapon"][0]["line"][0]["traits"] == traits
        assert not texts(then, RemarkKind.SUGGESTED)
    assert any(text.startswith("Flame gun: Shock is not") for text in texts(result, RemarkKind.LEFT))


@pytest.mark.parametrize(
    ("trait", "meant"),
    [
        ("Anti tank", "Anti-tank"),
        ("Coaxial", "Co-axial"),
        ("Point Defense", "Point Defence"),
        ("Front Arc", "Arc (Front)"),
        ("Arc (Fron)", "Arc (Front)"),
        ("Blasts (5)", "Blast (5)"),
        ("Rapid Fire", ""),
        ("Heavy Beam", ""),
    ],
)
def test_misprints_of_traits_are_known_from_other_traits(trait: str, meant: str) -> None:
    weapon = gun("w", "Gun", '8"', "1", "5+", "0", trait, lists=limits(1, 1))
    result = imported(encoded(one_unit(rows("selectionEntries", weapon))))
    suggestions = [question.choices[1] for question in result.questions if question.id.startswith("trait.")]
    assert suggestions == ([meant] if meant else [])
    assert units(result)["heron"]["weapon"][0]["line"][0]["traits"] == [trait]


def test_a_rule_without_its_value_is_named_and_no_misprint() -> None:
    named = rows("infoLinks", info("r-jink"), info("r-inv"))
    result = imported(zipped(tide_gst=system(), guard_cat=one_unit(named)), "game.zip")
    assert not texts(result, RemarkKind.SUGGESTED)
    left = texts(result, RemarkKind.LEFT)
    assert "Heron: Jink (X) has no value that can be read: it has no effect" in left
    assert "invulnerable" not in units(result)["heron"]


def test_what_a_catalogue_prints_as_a_rule_of_its_own_is_no_misprint() -> None:
    weapon = gun("w", "Gun", '8"', "1", "5+", "0", "Ignore Covers", lists=limits(1, 1))
    rule = rows("sharedRules", node("rule", id="r", name="Ignore Covers"))
    data = one_unit(rows("selectionEntries", weapon)).replace("</catalogue>", f"{rule}</catalogue>")
    assert not texts(imported(encoded(data)), RemarkKind.SUGGESTED)


def test_a_number_that_cant_be_read_is_asked_for_and_its_unit_waits() -> None:
    data = encoded(one_unit(stats=('9"', "1+", "+2(+4)", "3+", "1")))
    result = imported(data)
    assert result.counts == {"units": 0, "weapons": 0} and not result.texts
    assert texts(result, RemarkKind.LEFT)[-1] == 'Heron: Save "1+" can\'t be read; the unit is left out'
    heron = units(imported(data, heron__save="2+", heron__caf="+2"))["heron"]
    assert (heron["save"], heron["caf"]) == (2, 2)


def test_a_unit_without_a_type_is_asked_for_it() -> None:
    ghost = entry("u", "Ghost", rows("profiles", unit("p", "Ghost", '9"', "4+", "+2", "3+", "1")))
    data = of_entries(ghost)
    assert not imported(data).texts
    assert units(imported(data, ghost__type="Cavalry"))["ghost"]["base"]["diameter"] == 1.25


def test_profiles_of_an_entry_are_modes_or_weapons_of_their_own() -> None:
    held = rows(
        "profiles",
        arm("a", "Frag", '12"', "2", "5+", "0", "Light"),
        arm("b", "Krak", '16"', "1", "4+", "-1", "Anti-tank"),
    )
    data = encoded(one_unit(rows("selectionEntries", entry("w", "Rockets", held, limits(1, 1)))))
    (rockets,) = units(imported(data))["heron"]["weapon"]
    assert rockets["name"] == "Rockets" and len(rockets["line"]) == 2
    apart = imported(data, modes__rockets="weapons of their own")
    assert weapons(units(apart)["heron"]) == ["Frag", "Krak"]


def test_an_answer_that_another_one_made_void_gives_way() -> None:
    """The pair of a Co-axial weapon is no longer carried: the question stands anew."""
    answers = {"heron__co_axial_stubber__pair": "Storm gun", "heron__turret": "Lance"}
    result = imported(whole_game(), "game.zip", **answers)
    assert choices(result)["heron.co_axial_stubber.pair"] == (("Lance", "Hull gun", ""), "")


def test_an_answer_that_is_no_choice_is_refused() -> None:
    with pytest.raises(ImportFault) as fault:
        imported(whole_game(), "game.zip", heron__turret="Death ray")
    assert (
        str(fault.value)
        == 'heron.turret: must be one of "Pike cannon", "Storm gun", "Lance", not "Death ray"'
    )


# ---------------------------------------------------------------- what is named


def test_everything_that_is_not_taken_word_for_word_is_named() -> None:
    result = imported(whole_game(), "game.zip")
    left, default = texts(result, RemarkKind.LEFT), texts(result, RemarkKind.DEFAULT)
    for start in (
        "Strider: Morale changes at times (set 2+)",
        "Claw (Rend): has no range and no Dice",
        "Old Heron: is hidden in the catalogue",
        'Nest: leads in a circle back to "Spares"; cut there',
        "Marines, Marines with pikes: Old Guard is not of these rules",
        "Rhino (Coast Legion): another unit has its name",
        "Coast Legion: conditions on who may take what",
        "Coast Legion: prices that change",
    ):
        assert any(text.startswith(start) for text in left), start
    for start in (
        "Gull, Rhino (Coast Legion): has no Morale",
        "Rhino (Coast Legion): has no Movement",
        "Heron: does not say to which weapon Co-axial stubber is bound",
        "Hull gun (Light, Arc (front)): has a dash for AP",
        'Coast Legion: names no army list of CA-6.3: "legions" is taken',
        "Walker: catalogues have no bases",
    ):
        assert any(text.startswith(start) for text in default), start
    assert len(left) == len(set(left))


def test_a_catalogue_without_its_system_and_library_says_what_is_missing() -> None:
    result = imported(encoded(guard()))
    left = texts(result, RemarkKind.LEFT)
    assert any("its game system (sys-tide) is not here" in text for text in left)
    assert 'Coast Legion: the catalogue "Stores" that it builds on is not here' in left
    assert any('a link leads to "r-skim", which is in none of these files' in text for text in left)
    assert result.title == "Coast Legion" and not result.texts  # its types are in the system
    answered = imported(encoded(guard()), bastion__type="Super-heavy vehicle")
    assert weapons(units(answered)["bastion"])[-1] == "Twin flak"


def test_a_system_alone_gives_the_units_that_it_has() -> None:
    with pytest.raises(ImportFault, match="is a game system without units: put it into a zip file with"):
        imported(encoded(system()), "tide.gst")
    own = imported(encoded(system(rows("selectionEntries", bastion()))), "tide.gst")
    assert own.title == "Tide and Iron" and list(units(own)) == ["bastion"]
    unused = imported(
        encoded(
            system(
                rows("selectionEntries", bastion()),
                rows("sharedProfiles", unit("p", "Lone Heron", '9"', "4+", "+2", "3+", "1")),
            )
        ),
        "tide.gst",
    )
    assert any(
        text.startswith("Lone Heron: is a profile that no entry") for text in texts(unused, RemarkKind.LEFT)
    )


def test_a_catalogue_of_another_game_is_refused() -> None:
    swords = profile("p", "Knight", {"M": "a", "T": "b", "Sv": "c"}, "6", "4", "3+")
    data = of_entries(entry("u", "Knight", rows("profiles", swords)))
    with pytest.raises(ImportFault, match="has no profile with CAF, Movement, Save, Morale and Wounds"):
        imported(data)
    with pytest.raises(ImportFault, match="becomes units of Close Assault, not of Chase"):
        read(encoded(one_unit()), "guard.cat", rulesets.find("chase"), {})


def test_weapons_that_these_rules_do_not_know_are_left_out_with_the_reason() -> None:
    odd = (
        ("Special", "SP", "2", "4+", "0", "-"),
        ("Guesses", '8"', "SP", "4+", "0", "-"),
        ("Sure hits", '8"', "2", "-", "0", "-"),
        ("Strange", '8"', "2", "4+", "SP", "-"),
        ("Far", '300"', "2", "4+", "0", "-"),
        ("Many", '8"', "60", "4+", "0", "Assault"),
    )
    guns = [gun(f"w{n}", *texts, lists=limits(1, 1)) for n, texts in enumerate(odd)]
    result = imported(encoded(one_unit(rows("selectionEntries", *guns))))
    assert weapons(units(result)["heron"]) == []
    left = "\n".join(texts(result, RemarkKind.LEFT))
    for words in (
        'Range "SP"',
        'Dice "SP"',
        'To Hit "-"',
        'AP "SP"',
        "beyond 200 inches",
        "would make 120 bonuses",
    ):
        assert words in left, words


def test_both_arcs_of_a_line_are_a_question() -> None:
    weapon = gun("w", "Gun", '8"', "1", "5+", "0", "Arc (Front), Arc (Rear), Light", lists=limits(1, 1))
    data = encoded(one_unit(rows("selectionEntries", weapon)))
    (line,) = units(imported(data))["heron"]["weapon"][0]["line"]
    assert line["traits"] == ["Light"]
    (line,) = units(imported(data, arc__gun="Arc (Rear)"))["heron"]["weapon"][0]["line"]
    assert line["traits"] == ["Arc (Rear)", "Light"]


def test_names_are_cut_and_kept_apart() -> None:
    twins = [
        entry(
            f"u{n}",
            name,
            rows("categoryLinks", category(INFANTRY, "Infantry")),
            rows("profiles", unit(f"p{n}", name, '5"', f"{n + 2}+", "+2", "3+", "1")),
        )
        for n, name in enumerate(("Rhino", "Rhino", "H" * 80, "Möwe", "Мороз"))
    ]
    result = imported(of_entries(*twins, name="Tide"))
    taken = units(result)
    assert [data["name"] for data in taken.values()] == ["Rhino (Tide)", "Rhino 2", "H" * 60, "Möwe", "Мороз"]
    assert list(taken) == ["rhino_tide", "rhino_2", "h" * 40, "mowe", "unit"]
    assert pack(result)


# ---------------------------------------------------------------- a pack, a battle, a card


def scenario() -> dict[str, Any]:
    """A small battle of imported units against printed ones."""
    sides = [
        {"name": "Coast", "letter": "B", "edge": "south", "zone": [0, 0, 36, 8]},
        {"name": "Raiders", "letter": "R", "edge": "north", "zone": [0, 20, 36, 36]},
    ]
    force = {
        "B1": {"unit": "heron", "facing": 90, "models": [[10, 5], [13, 5]]},
        "B2": {"unit": "bastion", "facing": 90, "models": [[18, 5]]},
        "B3": {"unit": "strider", "models": [[22, 5], [24, 5]]},
        "B4": {"unit": "marines", "models": [[27, 5], [28.5, 5], [30, 5]]},
        "R1": {"unit": "gull", "facing": 270, "models": [[10, 24]]},
        "R2": {"unit": "rhino_coast_legion", "facing": 270, "models": [[15, 24]]},
        "R3": {"unit": "line_infantry", "models": [[18, 22], [19.5, 22], [21, 22], [22.5, 22]]},
        "R4": {"unit": "marines_with_pikes", "models": [[25, 22], [26.5, 22], [28, 22]]},
    }
    return {
        "name": "The Coast",
        "rule": "CA-18.3",
        "summary": "Imported units meet.",
        "briefing": "Hold the middle.",
        "size": [36, 36],
        "rounds": 3,
        "objectives": [[18, 14]],
        "sides": sides,
        "units": force,
    }


def test_imported_units_are_a_pack_and_play_to_the_end() -> None:
    setup = Setup(RULES, packs=[pack(imported(whole_game(), "game.zip"))], scenario=scenario())
    assert [(unit.name, unit.points) for unit in setup.units() if unit.id == "heron"] == [("Heron", 90)]
    verbs = set()
    for seed in range(3):
        game, chance = setup.game(seed), Random(seed)
        while game.result is None:
            order = chance.choice(game.legal())
            verbs.add(order.text.split()[1])
            game.play(order)
    assert {"charge", "fire"} <= verbs


def test_a_card_shows_the_name_the_caf_and_the_save(tmp_path: Path) -> None:
    setup = Setup(RULES, packs=[pack(imported(whole_game(), "game.zip"))])
    for name, words in (
        ("Heron", ("Heron", "+0", "−2", "+1 in all arcs", "4+", "Storm gun", "Skimmer")),
        ("Strider", ("Strider", "+6", "3+", "5+", "Jink (6+)")),
        ("Gull", ("Gull", "Morale", "none")),
        ("Bastion", ("Bastion", "Sponson 7", "Twin flak")),
        ("Rhino (Coast Legion)", ("Front", "−1", "Rear", "−2", "0 inches", "FRONT ARC")),  # it can't move
    ):
        file = tmp_path / f"{name}.svg"
        setup.card(name, file)
        shown = re.findall(r">([^<]+)<", file.read_text(encoding="utf-8"))
        for word in words:
            assert any(word in text for text in shown), (name, word)


def test_a_printed_vehicle_comes_back_with_its_printed_card() -> None:
    """CA-8.7: the Baneblade's card, from a catalogue that says what its profile prints."""
    printed = SHELF.units().units["baneblade"]
    guns = []
    for n, weapon in enumerate(printed.weapon):
        (line,) = weapon.line
        texts = (f'{line.range}"', str(line.dice), f"{line.to_hit}+", str(line.ap), ", ".join(line.traits))
        guns.append(gun(f"w{n}", weapon.name, *texts, lists=limits(1, 1)))
    baneblade = entry(
        "u",
        "Baneblade",
        rows("profiles", unit("p", "Baneblade", '6"', "2+", "+4", "2+", "3")),
        rows("categoryLinks", category("x", "Super-heavy Vehicle (3)")),
        rows("selectionEntries", *guns),
        price(90),
    )
    data = encoded(catalogue(rows("selectionEntries", baneblade), name="Coast Auxilia"))
    taken = units(imported(data, baneblade_coast_auxilia__co_axial_autocannon__pair="Baneblade cannon"))
    own = {
        key: value
        for key, value in taken["baneblade_coast_auxilia"].items()
        if key not in ("text", "source", "points")
    }
    options = SHELF.options_under({})
    card = card_of(read_profile({**own, "name": "Baneblade"}), options)
    assert card == card_of(read_profile(printed.model_dump(exclude={"text", "source", "points"})), options)
