"""Profiles read, base CAF, weapon bonuses and whole cards (CA-6, CA-7, CA-8)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hulldown.catalogue import CatalogueError, load
from hulldown.rulesets.close_assault.cards import (
    AS_VEHICLES,
    NoCard,
    StatCard,
    card_of,
    card_text,
    in_inches,
    total,
)
from hulldown.rulesets.close_assault.catalogue import (
    SHELF,
    faultless,
    faults,
    read_profile,
    remarks,
    unit_problems,
)
from hulldown.rulesets.close_assault.state import Arc, Kind
from hulldown.rulesets.close_assault.values import (
    DISCARDED,
    MUTE,
    UnitProfile,
    Units,
    bonus_against,
    profile_from,
    shortest_line,
)
from hulldown.rulesets.common.ruleset_files import unit_named

RHINO = """\
name = "Rhino"
type = "Vehicle"
list = "legions"
save = 4
invulnerable = 0
movement = 9
wounds = 1
morale = 3
caf = 0
special = []
base = { shape = "rect", length = 1.5, width = 1.0 }
[[weapon]]
name = "Pintle mounted twin bolter"
[[weapon.line]]
range_min = 0
range = 8
dice = 2
to_hit = 5
ap = 0
traits = ["Light", "Point Defence", "Assault", "Arc (Front)"]
"""
EXACT = """\
Rhino: +0 front, -2 rear
4x front bonus +2 vs infantry, cavalry and walkers
Land Raider: +1 front, -1 rear
1x front bonus +1 vs infantry and cavalry; +2 vs walkers, vehicles and shvs
1x front bonus +1 vs infantry and cavalry; +4 vs walkers, vehicles and shvs
Baneblade: +1 front, -1 rear
2x front bonus +2 vs infantry, cavalry and walkers
1x all bonus +1 vs infantry and cavalry; +2 vs walkers, vehicles and shvs
1x all bonus +4 vs everything
2x all bonus +3 vs infantry, cavalry and walkers; +2 vs vehicles and shvs
""".splitlines()
LINE: dict[str, Any] = {"range": 12, "dice": 1, "to_hit": 4, "ap": 0, "traits": []}
VEHICLES = [
    name for name, one in SHELF.units().units.items() if one.type in ("Vehicle", "Super-heavy vehicle")
]


def data(**changes: Any) -> dict[str, Any]:
    """A plain vehicle of the auxilia: 6+, so that its base CAF is the bare start."""
    base = {"shape": "rect", "length": 2, "width": 1}
    plain = {"name": "Tank", "type": "Vehicle", "list": "auxilia", "save": 6, "movement": 6}
    return {**plain, "wounds": 1, "morale": 3, "caf": 1, "base": base, **changes}


def gun(*lines: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"name": "Gun", "line": [{**LINE, **one} for one in lines or ({},)], **changes}


def sheet(**changes: Any) -> UnitProfile:
    return read_profile(data(**changes))


def card(options: dict[str, Any] | None = None, **changes: Any) -> StatCard:
    return card_of(sheet(**changes), SHELF.options_under(options or {}))


def caf(options: dict[str, Any] | None = None, **changes: Any) -> tuple[int, int]:
    made = card(options, **changes)
    return made.front, made.rear


def bonus(*lines: dict[str, Any], options: dict[str, Any] | None = None, **changes: Any) -> str:
    """The line of a weapon, or why it has none."""
    made = card(options, weapon=[gun(*lines, **changes)])
    return made.lines[0].text if made.lines else made.discarded[0].reason


def sample(name: str, **options: Any) -> StatCard:
    return card_of(unit_named(SHELF.units(), name), SHELF.options_under(options))


# ---------------------------------------------------------------- base CAF (CA-6)


def test_every_vehicle_starts_with_minus_two_and_minus_three() -> None:
    """CA-6.1: 6+ of the auxilia adds nothing."""
    assert caf() == (-2, -3)


def test_a_super_heavy_vehicle_has_one_more_in_both_arcs() -> None:
    """CA-6.2."""
    assert caf(type="Super-heavy vehicle") == (-1, -2)


def test_the_army_list_counts_in_both_arcs() -> None:
    """CA-6.3."""
    assert [caf(list=one) for one in ("legions", "auxilia", "other")] == [(-1, -2), (-2, -3), (-3, -4)]


def test_armour_saves_count_more_in_front() -> None:
    """CA-6.4."""
    found = [caf(save=save) for save in (6, 5, 4, 3, 2)]
    assert found == [(-2, -3), (-2, -3), (-1, -3), (-1, -2), (0, -2)]


def test_an_invulnerable_save_counts_besides() -> None:
    """CA-6.5: 3+ and 5+ together."""
    assert caf(invulnerable=6) == (-1, -2)
    assert caf(save=3, invulnerable=5) == (1, 0)


def test_no_save_is_a_six_and_the_best_invulnerable_saves_are_a_five() -> None:
    """CA-6.6: or go on as the table begins, by the option."""
    assert caf(save=0) == caf(save=6)
    assert [caf(invulnerable=one) for one in (4, 3, 2)] == [caf(invulnerable=5)] * 3
    further = {"inv_better_than_5": "extrapolate"}
    assert [caf(further, invulnerable=one) for one in (4, 3, 2)] == [(1, 0), (2, 1), (3, 2)]


@pytest.mark.parametrize(
    "name, expected", [("Rhino", (0, -2)), ("Land Raider", (1, -1)), ("Baneblade", (1, -1))]
)
def test_the_worked_examples_come_out(name: str, expected: tuple[int, int]) -> None:
    """CA-6.7."""
    made = sample(name)
    assert (made.front, made.rear) == expected


def test_calculated_values_lie_below_todays_but_for_one() -> None:
    """CA-6.8: of the worked examples only the Rhino's front equals its single CAF."""
    cards = [sample(name) for name in ("Rhino", "Land Raider", "Baneblade")]
    equal = [(one.name, arc) for one in cards for arc in ("front", "rear") if getattr(one, arc) >= one.caf]
    assert equal == [("Rhino", "front")]


@pytest.mark.parametrize("name", VEHICLES)
def test_the_steps_of_a_card_make_its_caf(name: str) -> None:
    """CA-6.7: all five steps are listed, those worth 0 as well, each with its rule."""
    made = sample(name)
    assert total(made.steps) == (made.front, made.rear)
    assert [one.rule for one in made.steps] == ["CA-6.1", "CA-6.2", "CA-6.3", "CA-6.4", "CA-6.5"]


def test_a_step_names_the_ruling_where_the_table_ends() -> None:
    """CA-6.6: no save, and one better than the table knows."""
    rules = [one.rule for one in card(save=0, invulnerable=4).steps]
    assert rules[3:] == ["CA-6.6", "CA-6.6"]


# ---------------------------------------------------------------- weapon bonuses (CA-7)


def test_every_weapon_that_is_kept_has_a_bonus() -> None:
    """CA-7.1."""
    for name in VEHICLES:
        made = sample(name)
        places = [one.place for one in made.lines] + [one.place for one in made.discarded]
        assert sorted(places) == list(range(len(unit_named(SHELF.units(), name).weapon)))


@pytest.mark.parametrize(
    "trait",
    [one for one in DISCARDED if one != "Heavy Barrage"],
)
def test_some_traits_discard_a_weapon(trait: str) -> None:
    """CA-7.2: each of the thirteen by itself."""
    assert bonus({"traits": [trait]}) == trait


def test_a_minimum_range_discards_a_weapon() -> None:
    """CA-7.3."""
    assert bonus({"range_min": 4}) == "minimum range"
    assert bonus({"range_min": 0}) == "1x all bonus +1 vs everything"


def test_one_listed_trait_on_any_line_is_enough_but_not_one_minimum_range() -> None:
    """CA-7.4: the smallest minimum counts; by the option only the line that is chosen."""
    far = {"range": 20, "range_min": 10, "traits": ["Blast"]}
    assert bonus({}, far) == "Blast"
    assert bonus({}, {**far, "traits": []}) == "1x all bonus +1 vs everything"
    assert bonus({}, far, options={"discard_scope": "shortest_line"}) == "1x all bonus +1 vs everything"
    near = {"range": 8, "range_min": 2}
    assert bonus({}, near, options={"discard_scope": "shortest_line"}) == "minimum range"


def test_a_trait_with_a_value_is_the_trait() -> None:
    """CA-7.5: and Heavy Barrage is Barrage; nothing else is covered by likeness."""
    assert bonus({"traits": ["Blast (5)"]}) == "Blast"
    assert bonus({"traits": ["Heavy Barrage"]}) == "Heavy Barrage"
    made = card(weapon=[gun({"traits": ["Blast (3)"]}), gun({"traits": ["Blast"]})])
    assert [one.rule for one in made.discarded] == ["CA-7.5", "CA-7.2"]
    for trait in ("Beam", "Firestorm", "Saturation Fire"):
        assert bonus({"traits": [trait]}) == "1x all bonus +1 vs everything"


def test_the_line_with_the_shortest_range_counts() -> None:
    """CA-7.6."""
    assert bonus({"range": 20, "ap": -4}, {"range": 10, "ap": -1}) == "1x all bonus +2 vs everything"


def test_a_template_is_shortest_and_of_equals_the_first_counts() -> None:
    """CA-7.7: with a warning."""
    assert bonus({"range": 1, "ap": -4}, {"range": "T", "ap": -1}) == "1x all bonus +2 vs everything"
    assert bonus({"range": 12, "ap": -3}, {"range": 12, "ap": -1}) == "1x all bonus +4 vs everything"
    made = card(weapon=[gun({}, {"ap": -1})])
    assert [one.name for one in made.remarks] == ["W_RANGE_TIE"]


def test_light_weapons_hurt_no_vehicles() -> None:
    """CA-7.8, CA-7.14: Point Defence changes nothing about that."""
    expected = "1x all bonus +3 vs infantry, cavalry and walkers"
    assert bonus({"traits": ["Light"], "ap": -2}) == expected
    assert bonus({"traits": ["Light", "Point Defence"], "ap": -1}) == expected


def test_light_at_is_worth_one_against_vehicles() -> None:
    """CA-7.9."""
    said = "1x all bonus +3 vs infantry, cavalry and walkers; +1 vs vehicles and shvs"
    assert bonus({"traits": ["Light AT"], "ap": -2}) == said


def test_anti_tank_is_worth_one_against_foot_troops() -> None:
    """CA-7.10, CA-7.11: walkers stand with vehicles, by the letter with foot troops."""
    line = {"traits": ["Anti-tank"], "ap": -2}
    assert bonus(line) == "1x all bonus +1 vs infantry and cavalry; +3 vs walkers, vehicles and shvs"
    letter = bonus(line, options={"antitank_walkers": "plus_one"})
    assert letter == "1x all bonus +1 vs infantry, cavalry and walkers; +3 vs vehicles and shvs"


def test_a_weapon_of_no_class_counts_against_everything() -> None:
    """CA-7.12."""
    assert bonus({"ap": -3}) == "1x all bonus +4 vs everything"


def test_point_defence_adds_one() -> None:
    """CA-7.13."""
    said = "1x all bonus +3 vs infantry, cavalry and walkers; +2 vs vehicles and shvs"
    assert bonus({"traits": ["Light AT", "Point Defence"], "ap": -1}) == said


def test_there_are_as_many_bonuses_as_dice_and_assault_doubles_them() -> None:
    """CA-7.15, CA-7.16."""
    assert bonus({"dice": 3}).startswith("3x all")
    assert bonus({"dice": 3, "traits": ["Assault"]}).startswith("6x all")


def test_an_arc_trait_says_where_a_bonus_is_usable() -> None:
    """CA-7.17."""
    traits = ([], ["Arc (Front)"], ["Arc (Rear)"])
    assert [bonus({"traits": one}).split()[1] for one in traits] == ["all", "front", "rear"]


@pytest.mark.parametrize(
    "dice, number", [("D3+3", 5), ("D6", 3), ("2D6", 7), ("d3", 2), ("4", 4), ("3D3+1", 7)]
)
def test_random_dice_count_by_their_mean(dice: str, number: int) -> None:
    """CA-7.18: rounded down."""
    assert bonus({"dice": dice}).startswith(f"{number}x")


def test_mounts_multiply_and_good_armour_piercing_is_not_above_zero() -> None:
    """CA-7.18: count times dice times two; AP +1 counts as 0, with a warning."""
    assert bonus({"dice": "D6", "traits": ["Assault"]}, count=2).startswith("12x")
    made = card(weapon=[gun({"ap": 1})])
    assert made.lines[0].values == (1,) * len(Kind)
    assert [(one.name, one.words) for one in made.remarks] == [("W_AP_POSITIVE", "Gun: AP +1 counts as 0")]


def test_the_first_of_two_classes_decides() -> None:
    """CA-7.19: and traits that CA-7 does not name change nothing."""
    assert bonus({"traits": ["Anti-tank", "Light AT"], "ap": -1}) == bonus({"traits": ["Light AT"], "ap": -1})
    assert bonus({"traits": ["Limited (2)", "Beam"]}) == bonus({})
    made = card(weapon=[gun({"traits": ["Lihgt"]})])
    assert [one.name for one in made.remarks] == ["W_TRAIT_UNKNOWN"]


def test_the_bonuses_of_the_worked_examples() -> None:
    """CA-7.20, CA-7.21, CA-7.22."""
    rhino, raider, fortress = (sample(name) for name in ("Rhino", "Land Raider", "Baneblade"))
    assert [(one.number, one.arc, one.values) for one in rhino.lines] == [
        (4, Arc.FRONT, (2, 2, 2, 0, 0, 0, 0))
    ]
    assert [one.values for one in raider.lines] == [(1, 1, 2, 2, 2, 2, 2), (1, 1, 4, 4, 4, 4, 4)]
    assert [(one.number, one.arc) for one in fortress.lines] == [
        (2, Arc.FRONT),
        (1, Arc.ALL),
        (1, Arc.ALL),
        (2, Arc.ALL),
    ]
    assert {one.weapon: one.reason for one in fortress.discarded} == {
        "Hull mounted demolisher cannon": "Ignores Cover",
        "Co-axial autocannon": "Co-axial",
    }


@pytest.mark.parametrize("name", VEHICLES)
def test_the_steps_of_a_line_make_its_values(name: str) -> None:
    """CA-7.8 to CA-7.17: size, Point Defence, number and arc, each with its rule."""
    for line in sample(name).lines:
        assert total(line.steps) == line.values
        rules = {one.rule for one in line.steps}
        assert rules >= {"CA-7.15", "CA-7.17"}
        assert rules & {"CA-7.8", "CA-7.9", "CA-7.10", "CA-7.12"}


def test_the_record_of_battle_has_the_values_of_the_card() -> None:
    """CA-1.4: what is printed is what is played with, asked of the same rules."""
    o = SHELF.options_under({})
    p = profile_from(unit_named(SHELF.units(), "Baneblade"), o)
    for line in sample("Baneblade").lines:
        w = p.weapon[line.place]
        assert (int(w.bonuses), tuple(w.value)) == (line.number, line.values)
        chosen = w.line[shortest_line(w)]
        assert [bonus_against(o, chosen, kind, MUTE) for kind in Kind] == list(line.values)
    assert [int(p.weapon[place].pair) for place in range(p.weapons)] == [-1, -1, -1, -1, 3, -1]


# ---------------------------------------------------------------- profiles and cards (CA-8)


def test_a_profile_is_read_as_the_rulebook_prints_it() -> None:
    """CA-8.1: the example is the sample unit."""
    read, printed = faultless(RHINO), unit_named(SHELF.units(), "Rhino")
    assert all(getattr(read, field) == getattr(printed, field) for field in UnitProfile.model_fields)


def test_units_that_come_with_the_game_have_no_faults() -> None:
    """CA-8.1: none has a fault or a warning."""
    units = SHELF.units().units
    assert units
    assert not [one for unit in units.values() for one in remarks(unit, SHELF.options_under({}))]


@pytest.mark.parametrize(
    "old, new, said",
    [
        (
            "save = 4",
            "save = 7",
            "rhino.toml:4: save: must be 0 (none) or 2 to 6, not 7 (CA-8.6)",
        ),
        ("range = 8", "range = -8", "rhino.toml:16: weapon[1].line[1].range: must be a number of inches"),
        ("dice = 2", 'dice = "two"', 'rhino.toml:17: weapon[1].line[1].dice: cannot be read as dice: "two"'),
        ("morale", "moral", "rhino.toml:8: moral: unknown key; did you mean"),
        (
            "range_min = 0",
            "range_min = 9",
            "rhino.toml:15: weapon[1].line[1].range_min: is beyond the range of 8",
        ),
        ("wounds = 1", "wounds = 1.5", "rhino.toml:7: wounds:"),
        (
            "length = 1.5",
            "length = 0.1",
            "rhino.toml:11: base.length: must be 0.25 to 12 inches, not 0.1 (CA-2.2)",
        ),
        ("length = 1.5", "length = 1.0001", "rhino.toml:11: base.length: takes three digits after the point"),
        (
            "[[weapon.line]]",
            'coaxial_with = "X"\n[[weapon.line]]',
            "rhino.toml:14: weapon[1].coaxial_with: means",
        ),
    ],
)
def test_every_mistake_is_named_with_line_and_field(tmp_path: Path, old: str, new: str, said: str) -> None:
    """CA-8.1."""
    file = tmp_path / "rhino.toml"
    file.write_text(RHINO.replace(old, new))
    with pytest.raises(CatalogueError) as caught:
        faultless(file)
    assert any(said in line for line in caught.value.lines), caught.value.lines


def test_a_unit_file_with_two_units_of_a_name_is_refused(tmp_path: Path) -> None:
    """CA-8.1."""
    one = "[units.KEY]\ntext = 'x'\nsource = 'CA-8.1'\n" + "\n".join(RHINO.splitlines()[:11]) + "\n"
    file = tmp_path / "units.toml"
    file.write_text(one.replace("KEY", "a") + one.replace("KEY", "b"))
    with pytest.raises(CatalogueError, match='"Rhino" is the name of'):
        load(file, Units, unit_problems)


def test_groups_stand_in_the_order_of_their_first_type() -> None:
    """CA-8.2: types of one value together, wherever they stand; nothing for types without a value."""
    assert sample("Heavy tank").lines[0].text == (
        "2x all bonus +2 vs infantry, cavalry and walkers; +1 vs vehicles and shvs"
    )
    assert bonus({"traits": ["Anti-tank"]}) == "1x all bonus +1 vs everything"
    assert sample("Grav tank").head == "-2 front, -4 rear"


def test_knights_and_titans_are_as_vehicles() -> None:
    """CA-8.3: in a line below, or listed."""
    plain, listed = sample("Land Raider"), sample("Land Raider", card_knights_titans="listed")
    assert plain.feet == (AS_VEHICLES,)
    assert listed.lines[0].text.endswith("+2 vs walkers, vehicles, shvs, knights and titans")
    assert AS_VEHICLES not in listed.feet


def test_equal_weapons_are_never_merged_and_each_has_its_name() -> None:
    """CA-8.4: also the reason is the first that is found, traits before the minimum range."""
    made = card(weapon=[gun(), gun(name="Other")])
    assert [(one.weapon, one.text) for one in made.lines] == [
        ("Gun", "1x all bonus +1 vs everything"),
        ("Other", "1x all bonus +1 vs everything"),
    ]
    assert bonus({"range_min": 2, "traits": ["Beam", "Warp", "Quake"]}, {"traits": ["Blast"]}) == "Warp"


def test_a_card_has_todays_caf_and_the_charge_bands_in_inches() -> None:
    """CA-8.5."""
    made = sample("Rhino")
    assert made.caf == 0
    bands = [(in_inches(one.nearest), in_inches(one.farthest), one.bonus) for one in made.bands]
    assert bands == [(0, 4.5, 0), (4.5, 9, 1), (9, 13.5, 2), (13.5, 18, 3)]


def test_foot_troops_have_their_caf_and_what_getting_out_of_the_way_gives() -> None:
    """CA-8.5: worked out beforehand, with its steps."""
    skimmer = sample("Grav skimmer")
    assert (skimmer.head, skimmer.evade, skimmer.lines, skimmer.bands) == ("CAF +1", 6, (), ())
    assert [one.amounts for one in skimmer.evade_steps] == [(2,), (2,), (2,)]
    walker = sample("Walker")
    assert (walker.head, walker.evade, walker.discarded) == ("CAF +5", None, ())


@pytest.mark.parametrize(
    "changes, expected",
    [
        ({"type": "Tank"}, ["E_CARD_TYPE"]),
        ({"list": "elves"}, ["E_CARD_LIST"]),
        ({"save": 1}, ["E_CARD_SAVE"]),
        ({"invulnerable": 7}, ["E_CARD_SAVE"]),
        ({"weapon": [gun(line=[])]}, ["E_CARD_LINE"]),
        ({"weapon": [gun({"traits": ["Arc (Front)", "Arc (Rear)"]})]}, ["E_CARD_ARC"]),
        ({"weapon": [gun({"dice": "D"})]}, ["E_CARD_DICE"]),
        ({"weapon": [gun({"dice": 0})]}, ["E_CARD_DICE"]),
        ({"weapon": [gun({"dice": 60}, count=2)]}, ["E_CARD_DICE"]),
        ({"type": "x", "save": -3, "weapon": [gun(line=[])]}, ["E_CARD_TYPE", "E_CARD_SAVE", "E_CARD_LINE"]),
    ],
)
def test_faults_keep_a_profile_from_having_a_card(changes: dict[str, Any], expected: list[str]) -> None:
    """CA-8.6."""
    found = sheet(**changes)
    assert [one.name for one in faults(found)] == expected
    with pytest.raises(NoCard) as refused:
        card_of(found, SHELF.options_under({}))
    assert str(refused.value).count("(CA-8.6)") == len(expected)
    assert not any(name in str(refused.value) for name in expected)  # a code is for programs


def test_both_arcs_on_a_line_that_is_not_chosen_are_no_fault() -> None:
    """CA-8.6."""
    assert not list(faults(sheet(weapon=[gun({}, {"range": 20, "traits": ["Arc (Front)", "Arc (Rear)"]})])))


def test_warnings_stand_beside_a_card() -> None:
    """CA-8.6: the card is made all the same."""
    lonely = gun({"traits": ["Co-axial"]}, coaxial_with="Missing")
    found = card(invulnerable=4, weapon=[lonely], special=["Flying"]).remarks
    assert [one.name for one in found] == ["W_INV", "W_TRAIT_UNKNOWN", "W_COAXIAL_UNPAIRED"]
    assert not card({"inv_better_than_5": "extrapolate"}, invulnerable=4).remarks


def test_the_three_cards_come_out_to_the_letter() -> None:
    """CA-8.7."""
    names = ("Rhino", "Land Raider", "Baneblade")
    assert [line for name in names for line in card_text(sample(name))] == EXACT


def test_a_card_states_the_options_that_are_not_as_printed() -> None:
    """CA-21.1."""
    assert sample("Rhino", antitank_walkers="plus_one").feet[-1] == "antitank_walkers: plus_one (CA-7.11)"


def test_todays_rules_have_one_caf_and_no_bonuses() -> None:
    """CA-1.5."""
    made = sample("Baneblade", rules_mode="today")
    assert (made.front, made.rear, made.lines, made.discarded, made.bands) == (4, 4, (), (), ())
    assert total(made.steps) == (4, 4)
