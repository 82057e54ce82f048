"""Builds with names and paint, and the numbers on a printed card, each against its rule."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.rulesets.api.garage import UnitCard

TC = rulesets.get("tank_commander")
NAMES = dict.fromkeys(("commander", "driver", "gunner", "loader"), "N. N.")
TANK = {"unit": "tank", "upgrades": ["he"]}


def card(upgrades: list[str] | None = None, options: dict[str, Any] | None = None, **more: Any) -> UnitCard:
    build = {"unit": "tank", "upgrades": upgrades or []} | more
    return TC.need_builds().card(build, options)


def row(found: UnitCard, name: str, which: int = 0) -> tuple[str, ...]:
    return [cells[1:] for cells in found.grids[0].rows if cells[0] == name][which]


def test_only_a_scheme_earns_the_point_for_paint() -> None:
    """TC-2.20, TC-2.22: a pattern on a bare tank is none."""
    assert TC.need_builds().bonuses(TANK | {"paint": {"pattern": "dots"}}) == ()
    assert TC.need_builds().bonuses(TANK | {"paint": {"scheme": "sand"}}) == ("painted",)


def test_names_of_all_aboard_earn_a_point() -> None:
    """TC-2.21, TC-2.22: the Lieutenant Commander counts when he is aboard."""
    named = TANK | {"name": "Rolling Thunder", "crew": NAMES}
    assert TC.need_builds().bonuses(named) == ("named",)
    assert TC.need_builds().bonuses(named | {"name": "  "}) == ()
    assert TC.need_builds().bonuses(named | {"crew": NAMES | {"loader": ""}}) == ()
    assert TC.need_builds().bonuses(named | {"upgrades": ["lieutenant"]}) == ()
    assert TC.need_builds().bonuses(
        named | {"upgrades": ["lieutenant"], "crew": NAMES | {"lieutenant": "L."}}
    ) == ("named",)


def test_the_options_count_every_tank_as_painted_and_named() -> None:
    """TC-2.22: no tank has more than 12 points."""
    both = TANK | {"name": "Rolling Thunder", "crew": NAMES, "paint": {"scheme": "sand"}}
    options = {"painted": True, "named": True}
    assert TC.need_builds().judge(TANK, options).budget == TC.need_builds().judge(both, options).budget == 12
    assert TC.need_builds().judge(both).budget == 12


def test_a_scenario_may_fix_the_budget() -> None:
    """TC-2.22"""
    assert TC.need_builds().judge(TANK | {"paint": {"scheme": "sand"}}, points=3).budget == 3


def test_guns_and_engines_on_the_card() -> None:
    """TC-2.3, TC-2.7 to TC-2.9, TC-2.23"""
    assert dict(card().facts) == {"Moves": "3 forward", "Gun": "range 6, hits on 4+"}
    better = card(["engine", "barrel", "optics"])
    assert dict(better.facts) == {"Moves": "4 forward", "Gun": "range 7, hits on 3+"}
    assert dict(card(options={"main_gun_range": 5}).facts)["Gun"].startswith("range 5")
    assert dict(card(options={"heavy_light_armor": True}).facts)["Moves"] == "4 forward"


def test_chances_on_the_card() -> None:
    """TC-7.19: AT against 8 needs a 3; with 3+ to hit that is 16 of 36. HE only when bought (TC-2.11)."""
    found = card(["optics", "he"])
    armor = found.grids[0].head[1:]
    at = armor.index("8")
    assert (row(found, "AT")[at], row(found, "chance")[at]) == ("3+", "44%")
    assert (row(found, "HE")[at], row(found, "chance", 1)[at]) == ("5+", "22%")
    assert found.rounds == ("AT 6", "HE 4")
    assert card().rounds == ("AT 6",)


def test_what_wounds_take_away() -> None:
    """TC-6.15 to TC-6.18"""
    crew = {line.role: (line.hurt, line.killed) for line in card(["engine"]).crew}
    assert crew == {
        "Commander": ("\u22121 AP", "\u22122 AP"),
        "Driver": ("\u22121 move", "stuck"),
        "Gunner": ("to hit: 1 more", "no fire"),
        "Loader": ("load 2 AP", "no load"),
    }


def test_abilities_and_the_lieutenant() -> None:
    """TC-6.3, TC-6.7, TC-6.9, TC-6.11"""
    crew = card(["lieutenant"], crew={"lieutenant": "Anna"}).crew
    assert [line.ability for line in crew[:1] + crew[2:4]] == [
        "Booming Voice, +2 AP",
        "Bring it down! 2+",
        "Quick Load, 0 AP",
    ]
    assert crew[4].name == "Anna"
    assert len(card().crew) == 4


def test_boxes_for_what_is_used_up() -> None:
    """TC-2.14, TC-2.16, TC-2.17, TC-5.14"""
    tracks = {
        track.label: track.boxes for track in card(["smoke", "medkit", "mine", "mine", "air_support"]).tracks
    }
    assert tracks == {"Hull": 4, "Actions": 5, "Mines": 2, "Air strike": 1, "Medkit": 1}
    spare = card(["smoke"], {"smoke_charges": 2}).tracks
    assert {track.label: track.boxes for track in spare}["Smoke"] == 2


def test_carriers_and_squads() -> None:
    """TC-10.2, TC-11.1"""
    carrier = TC.need_builds().card({"build": "Carrier"})
    assert dict(carrier.facts) == {
        "Moves": "3 forward",
        "AI weapon": "range 3, hits on 4+",
        "Carries": "1 squad",
    }
    assert carrier.crew == () and carrier.grids == () and carrier.points == "4 points"
    squad = TC.need_builds().card({"unit": "infantry"})
    assert dict(squad.facts)["Missile"] == "range 3, hits on 4+"
    assert squad.plates is None and squad.points == ""


def test_other_units_are_offered_only_by_the_option() -> None:
    """TC-14.11"""
    assert {"hover_tank", "walker"}.isdisjoint(sample.unit for sample in TC.need_builds().garage().samples)
    offered = {sample.unit for sample in TC.need_builds().garage({"exotic_units": True}).samples}
    assert {"hover_tank", "walker"} <= offered


@pytest.mark.parametrize(
    "sample", [one.id for one in TC.need_builds().garage({"exotic_units": True}).samples]
)
def test_every_build_survives_its_own_file(sample: str) -> None:
    build = next(
        one.build for one in TC.need_builds().garage({"exotic_units": True}).samples if one.id == sample
    )
    assert TC.need_builds().read(TC.need_builds().write(build)) == TC.need_builds().read(build)


@pytest.mark.parametrize("name", ['"', "\\", "'''", "#", "\U0001f600", "a = 1"])
def test_any_printable_name_survives_the_file(name: str) -> None:
    build = TANK | {"name": name, "crew": NAMES | {"driver": name}}
    assert TC.need_builds().read(TC.need_builds().write(build)) == TC.need_builds().read(build)


@pytest.mark.parametrize("name", ["a\nb", "\x7f", "\x00", "x" * 41, "\u00a0", "\u2028", "\x80"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(CatalogueError, match="name"):
        TC.need_builds().read(TANK | {"name": name})


def test_a_table_shows_the_names(tmp_path: Any) -> None:
    forces = {"A1": TANK | {"name": "Rolling Thunder", "crew": {"driver": "Rita"}}}
    s = TC.set_up("skirmish", None, forces)
    mine, other = TC.need_builds().dressed(TC.table.cards(s, 0), forces)
    assert (mine.name, mine.crew[1].name, mine.crew[0].name) == ("Rolling Thunder", "Rita", "")
    assert other.name != "Rolling Thunder"
