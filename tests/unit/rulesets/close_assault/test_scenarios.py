"""Scenarios as they are printed, free set-up, other forces (CA-1.8, CA-2.13, section 6)."""

import re
from pathlib import Path

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.kernel.dice import new_dice
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.setup import set_up
from hulldown.rulesets.close_assault.state import NOBODY, Extra, Ground, Kind, Phase, State
from hulldown.rulesets.close_assault.table import (
    coherent,
    form,
    must_place,
    place,
    take_up,
    unplaced,
    why_not_form,
    why_not_place,
)
from hulldown.rulesets.close_assault.turn import advance
from hulldown.rulesets.close_assault.words import (
    detachment_names,
    find_detachment,
    find_model,
    model_name,
    unit_name,
)
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.common.ruleset_files import unit_named

HERE = SHELF.folder
BLUE, RED = 0, 1


def places(s: State, name: str) -> list[tuple[float, float]]:
    """Where the models of a detachment stand, in inches."""
    t = s.detachment[find_detachment(s, name)]
    return [(v.base.x / 1000, v.base.y / 1000) for v in s.model[t.first : t.first + t.size]]


# ---------------------------------------------------------------- as printed


def test_the_files_are_in_order() -> None:
    """CA-21.1, CA-2.1"""
    assert SHELF.data_problems() == []
    names = ("iron_wedge", "the_fortress", "drill_square")
    assert tuple(name for name in SHELF.scenario_names() if name in names) == names
    assert list(SHELF.listed_scenarios()) == list(SHELF.scenario_names())


PRINTED: dict[str, dict[str, tuple[str, int, list[tuple[float, float]]]]] = {  # unit, facing, models
    "iron_wedge": {
        "B1": ("Rhino", 90, [(21.5, 5), (24, 5), (26.5, 5)]),
        "B2": ("Land Raider", 90, [(30.5, 5)]),
        "B3": ("Assault infantry", 0, [(15, 4), (16.5, 4), (15, 5.5), (16.5, 5.5)]),
        "B4": ("Line infantry", 0, [(34, 4), (35.5, 4), (37, 4), (34.75, 5.5), (36.25, 5.5)]),
        "B5": ("Walker", 0, [(10, 5), (12, 5)]),
        "R1": ("Line infantry", 0, [(20, 23), (22, 23), (24, 23), (26, 23), (28, 23)]),
        "R2": ("Line infantry", 0, [(9, 24), (10.5, 24), (12, 24), (13.5, 24), (15, 24)]),
        "R3": ("Rocket infantry", 0, [(21.5, 29.5), (23.5, 29.5), (25.5, 29.5)]),
        "R4": ("Scout bikes", 0, [(34, 24), (36, 24), (38, 24)]),
        "R5": ("Battle tank", 270, [(31.5, 31)]),
        "R6": ("Grav skimmer", 0, [(42, 25), (44, 25)]),
    },
    "the_fortress": {
        "F1": ("Baneblade", 0, [(6, 18)]),
        "F2": ("Line infantry", 0, [(10, 14), (11.5, 14), (10, 12.5), (11.5, 12.5)]),
        "F3": ("Rocket infantry", 0, [(10, 22), (11.5, 22), (13, 22)]),
        "F4": ("Battle tank", 0, [(6, 23), (6, 25.5)]),
        "A1": ("Assault infantry", 0, [(33, 14), (34.5, 14), (33, 15.5), (34.5, 15.5)]),
        "A2": ("Heavy infantry", 0, [(36, 20), (37.5, 20), (36.75, 21.5)]),
        "A3": ("Rhino", 180, [(42, 9), (42, 11.5)]),
        "A4": ("Walker", 0, [(39, 25), (41, 25)]),
        "A5": ("Scout bikes", 0, [(38, 32), (40, 32), (42, 32)]),
        "A6": ("Land Raider", 180, [(43, 18)]),
    },
    "drill_square": {
        "B1": ("Rhino", 90, [(10.5, 3), (13.5, 3)]),
        "B2": ("Line infantry", 0, [(8, 4.4), (6.5, 4.4), (8, 3), (6.5, 3), (7.25, 1.6)]),
        "R1": ("Line infantry", 0, [(9, 16), (11, 16), (13, 16), (15, 16)]),
        "R2": ("Assault infantry", 0, [(10.5, 20), (12, 20), (13.5, 20)]),
    },
}
ZONES = {  # inches, first side and second
    "iron_wedge": [(0, 0, 48, 8), (0, 22, 48, 36)],
    "the_fortress": [(0, 0, 14, 36), (32, 0, 48, 36)],
    "drill_square": [(0, 0, 24, 5), (0, 15, 24, 24)],
}
VALUES = {  # of the detachments, in their order
    "iron_wedge": [2, 2, 1, 1, 1, 1, 1, 1, 1, 2, 1],
    "the_fortress": [5, 1, 1, 2, 1, 1, 2, 1, 1, 2],
    "drill_square": [2, 1, 1, 1],
}
TABLES = {  # terrain in inches
    "iron_wedge": [
        (Ground.BLOCK, 9, 15, 15, 19),
        (Ground.BLOCK, 33, 15, 39, 19),
        (Ground.WOOD, 20, 28, 27, 32),
        (Ground.WOOD, 3, 26, 8, 30),
        (Ground.ROUGH, 42, 8, 47, 13),
    ],
    "the_fortress": [
        (Ground.BLOCK, 18, 24, 23, 29),
        (Ground.BLOCK, 26, 6, 31, 10),
        (Ground.WOOD, 30, 19, 36, 24),
        (Ground.WOOD, 16, 4, 21, 8),
    ],
    "drill_square": [],
}


@pytest.mark.parametrize("name", list(PRINTED))
def test_every_number_is_as_it_is_printed(name: str) -> None:
    """Section 6: who stands where, facing what, worth how much; terrain and zones (CA-2.2, CA-18.3)"""
    s = set_up(SHELF, name)
    for k, (called, (unit, facing, models)) in enumerate(PRINTED[name].items()):
        t = s.detachment[k]
        assert (detachment_names(s)[k], unit_name(SHELF, s, k), places(s, called)) == (called, unit, models)
        assert {int(v.base.facing) for v in s.model[t.first : t.first + t.size]} == {facing * 100}
    assert len(PRINTED[name]) == s.detachments
    assert [int(s.detachment[k].value) for k in range(s.detachments)] == VALUES[name]
    boxes = [tuple(mil / 1000 for mil in (z.x0, z.y0, z.x1, z.y1)) for z in s.zone]
    assert boxes == ZONES[name]
    ground = [(a.ground, *(mil / 1000 for mil in (a.x0, a.y0, a.x1, a.y1))) for a in s.area[: s.areas]]
    assert ground == TABLES[name]


def test_iron_wedge_is_as_it_is_printed() -> None:
    """Section 6.1"""
    s = set_up(SHELF, "iron_wedge")
    assert (s.width, s.height, s.rounds, s.scoring) == (48_000, 36_000, 5, 2)
    assert detachment_names(s) == ["B1", "B2", "B3", "B4", "B5", "R1", "R2", "R3", "R4", "R5", "R6"]
    assert [unit_name(SHELF, s, k) for k in (0, 1, 9, 10)] == [
        "Rhino",
        "Land Raider",
        "Battle tank",
        "Grav skimmer",
    ]
    assert places(s, "B4")[3] == (34.75, 5.5)
    assert [s.model[find_model(s, m)].base.facing for m in ("B1.1", "R5.1")] == [9000, 27000]
    grounds = [Ground(s.area[i].ground) for i in range(s.areas)]
    assert grounds == [Ground.BLOCK, Ground.BLOCK, Ground.WOOD, Ground.WOOD, Ground.ROUGH]
    assert (s.area[4].x0, s.area[4].y0, s.area[4].x1, s.area[4].y1) == (42_000, 8_000, 47_000, 13_000)
    assert list(zip(s.objective_x, s.objective_y, strict=True))[: s.objectives] == [
        (24_000, 14_000),
        (6_000, 14_000),
        (42_000, 14_000),
    ]
    assert s.extra == Extra.BREAKTHROUGH
    assert (s.extra_side, s.extra_points, s.extra_line, s.extra_models) == (BLUE, 3, 26_000, 2)


def test_the_fortress_is_as_it_is_printed() -> None:
    """Section 6.2"""
    s = set_up(SHELF, "the_fortress")
    assert detachment_names(s) == ["F1", "F2", "F3", "F4", "A1", "A2", "A3", "A4", "A5", "A6"]
    assert s.profile[s.detachment[0].profile].kind == Kind.SHV
    assert (list(s.edge), s.extra, s.extra_line) == ([18_000, 0], Extra.ARRIVAL, 30_000)
    assert (s.extra_side, s.extra_points, s.extra_unit) == (BLUE, 4, 0)
    assert s.models == 10 + 15


def test_drill_square_is_as_it_is_printed() -> None:
    """Section 6.3"""
    s = set_up(SHELF, "drill_square")
    assert (s.width, s.height, s.rounds, s.scoring, s.areas) == (24_000, 24_000, 3, 1, 0)
    assert places(s, "R2") == [(10.5, 20), (12, 20), (13.5, 20)]


@pytest.mark.parametrize("name", ["iron_wedge", "the_fortress", "drill_square"])
def test_printed_forces_stand_in_their_zones_and_together(name: str) -> None:
    """CA-2.8, CA-2.13, section 6"""
    s = set_up(SHELF, name)
    for k in range(s.detachments):
        assert coherent(s, k)
        zone = s.zone[s.detachment[k].side]
        for x, y in places(s, detachment_names(s)[k]):
            assert zone.x0 <= 1000 * x <= zone.x1
            assert zone.y0 <= 1000 * y <= zone.y1


def test_names_lead_back() -> None:
    s = set_up(SHELF, "the_fortress")
    assert [find_model(s, model_name(s, m)) for m in range(s.models)] == list(range(s.models))
    for wrong in ("Z1", "F1.2", "F1.", "F1.0"):
        with pytest.raises(ValueError, match="there is no"):
            find_model(s, wrong)


# ---------------------------------------------------------------- free set-up


def test_free_set_up_is_the_same_battle_with_nobody_placed() -> None:
    """CA-2.13"""
    s, fixed = set_up(SHELF, "free_iron_wedge"), set_up(SHELF, "iron_wedge")
    assert (s.phase, s.side, s.round) == (Phase.DEPLOY, BLUE, 0)
    assert (s.detachments, s.models, s.areas, s.extra) == (11, 34, 5, fixed.extra)
    assert all(unplaced(s, k) == s.detachment[k].size for k in range(s.detachments))


def test_sides_alternate_whole_detachments() -> None:
    """CA-2.13"""
    s = set_up(SHELF, "free_drill")
    place(s, 0, 10_500, 3_000, 9_000, OFF)
    advance(s, new_dice(1), OFF)
    assert (s.side, s.acting) == (BLUE, 0)  # B1 has another model
    place(s, 1, 13_500, 3_000, 9_000, OFF)
    advance(s, new_dice(1), OFF)
    assert (s.side, s.acting) == (RED, NOBODY)
    assert why_not_form(s, 2, 12_000, 20_000, 0, 4) == Why.ALLOWED
    form(s, 2, 12_000, 20_000, 0, 4, OFF)
    advance(s, new_dice(1), OFF)
    assert s.side == BLUE and must_place(s, BLUE)
    form(s, 1, 5_000, 3_000, 0, 5, OFF)
    advance(s, new_dice(1), OFF)
    assert s.side == RED and not must_place(s, BLUE)
    form(s, 3, 12_000, 17_000, 0, 3, OFF)
    advance(s, new_dice(1), OFF)
    assert (s.phase, s.round) == (Phase.ORDERS, 1)
    assert all(coherent(s, k) for k in range(4))


def test_where_a_model_may_be_placed() -> None:
    """CA-2.13, CA-2.5, CA-2.7, CA-2.8"""
    s = set_up(SHELF, "free_drill")
    north = 9_000
    assert why_not_place(s, 0, 10_500, 4_250, north) == Why.ALLOWED
    assert why_not_place(s, 0, 10_500, 4_261, north) == Why.DEPLOY_ZONE  # its nose is beyond y = 5
    assert why_not_place(s, 0, 10_500, 4_500, 0) == Why.ALLOWED  # but not if it faces east
    assert why_not_place(s, 0, 10_500, 500, north) == Why.OFF_TABLE
    assert why_not_place(s, 7, 12_000, 20_000, 0) == Why.NOT_YOURS
    place(s, 0, 10_500, 3_000, north, OFF)
    assert why_not_place(s, 0, 12_500, 3_000, north) == Why.NOT_YOURS  # placed already
    assert why_not_place(s, 1, 11_000, 3_000, north) == Why.OVERLAP
    assert why_not_place(s, 1, 13_510, 3_000, north) == Why.ALLOWED
    assert why_not_place(s, 1, 13_511, 3_000, north) == Why.COHERENCY


def test_a_detachment_begun_is_finished_or_taken_up_again() -> None:
    """CA-2.13"""
    s = set_up(SHELF, "free_drill")
    place(s, 0, 10_500, 3_000, 9_000, OFF)
    place(s, 1, 12_500, 3_000, 9_000, OFF)
    place(s, 7, 12_000, 20_000, 0, OFF)
    assert why_not_place(s, 11, 16_000, 20_000, 0) == Why.NOT_YOURS  # R1 is not complete
    take_up(s, 2, OFF)
    assert (s.acting, unplaced(s, 2)) == (NOBODY, 4)
    assert why_not_place(s, 11, 16_000, 20_000, 0) == Why.ALLOWED


def test_a_trial_of_a_formation_changes_nothing() -> None:
    """CA-2.13"""
    s = set_up(SHELF, "free_drill")
    for y, why in ((3_000, Why.ALLOWED), (9_000, Why.DEPLOY_ZONE)):
        assert why_not_form(s, 0, 12_000, y, 9_000, 2) == why
        assert (s.acting, unplaced(s, 0)) == (NOBODY, 2)
    assert why_not_form(s, 0, 12_000, 3_000, 9_000, 0) == Why.NOT_YOURS


# ---------------------------------------------------------------- other forces


def test_another_unit_of_the_same_type_may_be_fielded() -> None:
    """CA-1.8"""
    s = set_up(SHELF, "drill_square", forces={"B1": {"unit": "grav_tank"}})
    assert (unit_name(SHELF, s, 0), s.detachment[0].size) == ("Grav tank", 2)
    profile = unit_named(SHELF.units(), "rhino").model_dump(exclude={"text", "source", "points"})
    s = set_up(SHELF, "drill_square", forces={"B1": {"profile": profile | {"name": "Ours"}}})
    assert (unit_name(SHELF, s, 0), s.profile[s.detachment[0].profile].name) == ("Vehicle", NOBODY)


@pytest.mark.parametrize(
    ("forces", "said"),
    [
        ({"B1": {"unit": "walker"}}, "CA-1.8"),
        ({"B1": {"unit": "nobody"}}, "nobody"),
        ({"B9": {"unit": "rhino"}}, "B9"),
        ({"B1": {"models": 3}}, "CA-1.8"),
        ({"B1": {"unit": "rhino", "profile": {}}}, "B1"),
        ({"B1": {"unit": "rhino", "colour": 1}}, "B1"),
    ],
)
def test_what_may_not_be_fielded(forces: dict[str, dict[str, object]], said: str) -> None:
    """CA-1.8"""
    with pytest.raises(CatalogueError, match=said):
        set_up(SHELF, "drill_square", forces=forces)


def test_bases_too_large_for_their_places_are_refused() -> None:
    """CA-1.8, CA-2.5"""
    profile = unit_named(SHELF.units(), "rhino").model_dump(exclude={"text", "source", "points"})
    wide = profile | {"base": {"shape": "rect", "length": 3, "width": 3.5}}
    with pytest.raises(CatalogueError, match=r"B1\.1 overlaps another model \(CA-2\.5\)"):
        set_up(SHELF, "drill_square", forces={"B1": {"profile": wide}})


def test_free_set_up_takes_any_number_of_models() -> None:
    """CA-1.8"""
    s = set_up(
        SHELF, "free_drill", forces={"B1": {"models": 4}, "R2": {"unit": "heavy_infantry", "models": 1}}
    )
    assert [s.detachment[k].size for k in range(4)] == [4, 5, 4, 1]


# ---------------------------------------------------------------- files of one's own


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('unit = "rhino"', 'unit = "rinho"', "rinho"),
        ("[units.R2]", "[units.R3]", "should be R2"),
        ("[units.R2]", "[units.Q1]", "letter of no side"),
        ('letter = "R"', 'letter = "B"', "that of the other side"),
        ("size = [24, 24]", "size = [12, 12]", "CA-2.1"),
        ("facing = 90\n", "", r"units\.B1\.facing: is missing: a vehicle has one, in degrees \(CA-2\.2\)"),
        ("scoring = 1", "scoring = 4", "CA-18.2"),
        ('rule = "CA-18.3"', 'rule = "ZZ-9.3"', "ZZ-9.3"),
        ("rounds = 3", 'rounds = 3\nground = "nowhere"', "nowhere"),
        ("rounds = 3", "rounds = 3\noptions = { fight_tie = 3 }", "CA-9.2"),
        ("rounds = 3", "rounds = 3\noptions = { tie = 3 }", "tie"),
    ],
)
def test_mistakes_in_a_scenario_are_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text((HERE / "scenarios" / "drill_square.toml").read_text().replace(old, new))
    with pytest.raises(CatalogueError, match=said):
        set_up(SHELF, file)


def test_rewards_name_who_earns_them(tmp_path: Path) -> None:
    """CA-18.3"""
    text = (HERE / "scenarios" / "the_fortress.toml").read_text()
    for old, new, said in (
        ('unit = "F1"', 'unit = "A1"', "A1"),
        ('side = "Cobalt"', 'side = "Us"', "Us"),
        ("beyond = 30", "beyond = 49", "ends[1].beyond: is off the table, which ends at 48 (CA-2.1)"),
    ):
        file = tmp_path / "mine.toml"
        file.write_text(text.replace(old, new))
        assert any(said in line for line in SHELF.problems_of(file))


def test_models_that_stand_badly_are_named(tmp_path: Path) -> None:
    """CA-2.7, CA-2.8"""
    text = (HERE / "scenarios" / "iron_wedge.toml").read_text()
    for old, new, said in (
        ("[21.5, 5]", "[10, 17]", r"B1\.1 overlaps a block \(CA-2\.7\)"),
        ("[21.5, 5]", "[0.25, 5]", r"B1\.1 is off the table \(CA-2\.7\)"),
        ("[21.5, 5]", "[5, 5]", r"B1 is not within 2 inches of itself \(CA-2\.8\)"),
    ):
        file = tmp_path / "mine.toml"
        file.write_text(text.replace(old, new))
        with pytest.raises(CatalogueError, match=said):
            set_up(SHELF, file)


def test_options_are_those_of_the_rulebook() -> None:
    """CA-21.1: its table names each with its values, the default first, and its rule."""
    printed = re.findall(
        r"^\| (\w+) \| ([\w, ]+) \| (CA-[\d.]+) \|$", SHELF.listed_rulebook().text, re.MULTILINE
    )
    infos = SHELF.listed_options()
    assert [(name, ", ".join(info.values), info.rule) for name, info in infos.items()] == printed
    s = set_up(SHELF, "drill_square", {"fight_tie": "both_wound", "turn_adjust": "strict"})
    assert (s.options.fight_tie, s.options.turn_adjust, s.options.arc_touch) == (1, 1, 0)
    with pytest.raises(CatalogueError, match=r"CA-9\.2"):
        set_up(SHELF, "drill_square", {"fight_tie": "often"})


@pytest.mark.parametrize("name", SHELF.listed_scenarios())
def test_sides_are_called_as_on_every_page(name: str) -> None:
    """Section 6: the reader of a briefing knows which side he plays."""
    info = SHELF.listed_scenarios()[name]
    said = f"{info.summary} {info.briefing} {info.victory}"
    assert all(side in info.briefing for side in SIDES)
    assert not re.search(r"\b(Blue|Red|South|North|[Tt]he side named first)\b", said)
    assert ("scores 3 more" not in said and "scores 4 more" not in said) or "At the end Cobalt" in said


def test_what_is_listed() -> None:
    """CA-1.8"""
    info = SHELF.listed_scenarios()["iron_wedge"]
    assert info.sides == ("attack with vehicles", "hold with infantry")
    assert [(one.unit, one.side, one.kinds, one.name) for one in info.roster][:2] == [
        ("B1", 0, ("Vehicle",), "3 x Rhino"),
        ("B2", 0, ("Vehicle",), "Land Raider"),
    ]
    assert SHELF.listed_scenarios()["free_drill"].victory == SHELF.listed_scenarios()["drill_square"].victory
    assert SHELF.listed_rulebook().rules["CA-2.13"][0] == "ruling"
