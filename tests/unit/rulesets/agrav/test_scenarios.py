"""Setting a battle up (AG-6): the scenarios as the rulebook prints them, units as they begin, free play."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.setup import blank_state, field_unit, set_up
from hulldown.rulesets.agrav.state import (
    NOBODY,
    POINT,
    Chassis,
    Feature,
    Ground,
    Height,
    Mount,
    Phase,
    Shield,
    Stabiliser,
    Standing,
    State,
    Turret,
    Way,
    tile_at,
)
from hulldown.rulesets.agrav.victory import DEMOLITION

PRINTED = ("crossroads", "container_yard", "silence_the_gun")
HEIGHTS = {"h": Height.HIGH, "H": Height.HIGH, "G": Height.HIGH}
FEATURES = {
    "h": Feature.WEAK,
    "R": Feature.REINFORCED,
    "V": Feature.VOLATILE,
    "G": Feature.HARDENED | Feature.VOLATILE,
}
GROUNDS = {"d": Ground.DEBRIS, "#": Ground.WALL, "=": Ground.GATE}
DURABILITY = {"h": 500, "H": 1000, "G": 1000, "U": 1500}


def chapter(name: str) -> str:
    """What the rulebook prints of a scenario."""
    return SHELF.rulebook().text.partition(f"`{name}` (")[2].partition("\n## ")[0]


def picture(name: str) -> list[str]:
    """Its map."""
    return re.findall(r"^ *\d+  (\S+)$", chapter(name), re.MULTILINE)


@pytest.mark.parametrize("name", PRINTED)
def test_the_map_is_the_printed_one_tile_by_tile(name: str) -> None:
    """Section 6; AG-20.1, AG-20.8, AG-20.13."""
    s, rows = set_up(SHELF, name), picture(name)
    assert (s.columns, s.rows) == (len(rows[0]), len(rows))
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            tile = tile_at(column, row)
            assert s.ground[tile] == GROUNDS.get(sign, Ground.CLEAR)
            assert (s.built[tile] != NOBODY) == (sign in "HhLRVGU")
            if s.built[tile] != NOBODY:
                section = s.section[s.built[tile]]
                assert section.height == HEIGHTS.get(sign, Height.LOW)
                assert section.features & ~Feature.OBJECTIVE == FEATURES.get(sign, 0)
                assert section.durability == section.full == DURABILITY.get(sign, 500) * POINT
                assert section.ruin == (sign == "U")


@pytest.mark.parametrize("name", PRINTED)
def test_the_sections_are_the_printed_ones_in_their_order(name: str) -> None:
    """Section 6: corners of the rectangles; sections collapse in this order (AG-6.7)."""
    text, s = chapter(name), set_up(SHELF, name)
    boxes = {}
    for part in re.split(r"(?=\bS\d )", text.partition("Sections:")[2].partition("Debris")[0]):
        corners = [int(number) for number in re.findall(r"\((\d+),(\d+)\)", part) for number in number]
        if corners:
            boxes[part.split()[0]] = tuple((corners * 2)[:4])
    assert {key: tuple(box) for key, box in SHELF.scenario(name).sections.items()} == boxes
    assert [section.name for section in s.section[: s.sections]] == list(range(1, len(boxes) + 1))


@pytest.mark.parametrize("name", PRINTED)
def test_the_barricades_are_the_printed_ones(name: str) -> None:
    """Section 6; AG-3.6, AG-3.7."""
    edges = re.findall(r"edges ([SE]) of ((?:\(\d+,\d+\)(?:, )?)+)", chapter(name))
    wanted = {
        (tile_at(int(x), int(y)), int(way == "S"))
        for way, tiles in edges
        for x, y in re.findall(r"\((\d+),(\d+)\)", tiles)
    }
    s = set_up(SHELF, name)
    laid = s.barricade[: s.barricades]
    assert {(one.tile, one.south) for one in laid} == wanted and len(laid) == len(wanted)
    assert all(one.durability == 200 * POINT for one in laid)
    for number, one in enumerate(laid):
        assert (s.south if one.south else s.east)[one.tile] == number


@pytest.mark.parametrize("name", PRINTED)
def test_the_forces_are_the_printed_ones(name: str) -> None:
    """Section 6: kinds, tiles, facings and the value of each side."""
    text, s = chapter(name), set_up(SHELF, name)
    forces = text.partition("- Forces:")[2].partition("\n")[0]
    places = re.findall(r"([a-z]+) (?:at )?\((\d+),(\d+)\)", forces)
    kinds = SHELF.units().kinds()
    shown = [(kinds[u.kind], str(u.tile % 24), str(u.tile // 24)) for u in s.units[: s.count]]
    assert shown == places
    for worth, side in re.findall(r"(?:Cobalt|Rust) \((\d+)\)(, first)?", forces):
        total = sum(u.value for u in s.units[: s.count] if u.side == (0 if side else 1))
        assert total == int(worth)
    assert s.first == s.side == 0 and f", {s.rounds} rounds" in text


@pytest.mark.parametrize("name", PRINTED)
def test_no_two_enemies_start_in_sight_of_each_other(name: str) -> None:
    """Section 6, AG-4.1."""
    s = set_up(SHELF, name)
    assert [u.sees for u in s.units[: s.count]] == [0] * s.count


def test_facings_are_as_printed() -> None:
    assert [u.facing for u in set_up(SHELF, "container_yard").units[:6]] == [Way.N] * 3 + [Way.S] * 3
    gun = set_up(SHELF, "silence_the_gun")
    assert [u.facing for u in gun.units[:2]] == [Way.W, Way.W]
    assert [u.facing for u in gun.units[4:6]] == [Way.E, Way.E]


# ---------------------------------------------------------------- what scores


def zone_of(name: str) -> tuple[int, ...]:
    s = set_up(SHELF, name)
    assert s.zones == 1
    z = s.zone[0]
    return (z.tile, z.section, z.reach, z.points, z.felling, *(n for n in range(30) if z.rounds >> n & 1))


def test_what_scores_is_as_printed() -> None:
    """Scenarios A and B (AG-23.2)."""
    assert zone_of("crossroads") == (tile_at(6, 5), NOBODY, 1, 15, 0, 4, 6, 8)
    assert zone_of("container_yard") == (NOBODY, 6, 2, 15, 10, 4, 6, 8, 10)


def test_the_gun_is_the_objective_and_smoke_drifts() -> None:
    """Scenario C; AG-3.11: smoke of a scenario ticks with the first side."""
    s = set_up(SHELF, "silence_the_gun")
    assert (s.mission, s.attacker, s.zones, s.rounds) == (DEMOLITION, 0, 0, 9)
    assert [bool(one.features & Feature.OBJECTIVE) for one in s.section[: s.sections]] == [True] + [False] * 8
    smoky = {tile: (s.smoke[tile], s.smoker[tile]) for tile in range(len(s.smoke)) if s.smoke[tile]}
    assert smoky == {tile_at(16, y): (turns, 0) for y, turns in ((8, 3), (9, 2), (10, 1))}


# ---------------------------------------------------------------- units as they begin


def test_a_vehicle_begins_full() -> None:
    """AG-6.2, AG-5.8, AG-5.9."""
    s = blank_state()
    u = field_unit(SHELF, s, 0, "bastion", tile_at(3, 3), Way.E)
    assert (u.standing, u.chassis, u.value, u.budget) == (Standing.PRESENT, Chassis.TANK, 60, 60)
    assert (u.health, u.durability, u.thickness, u.heat, u.stun, u.last_tiles) == (3900, 2000, 90, 0, 0, 0)
    assert (u.mobility, u.left, u.free_turn, u.anchor, u.began) == (6, 6, 0, 4, tile_at(3, 3))
    assert (u.energy, u.output, u.capacity, u.sensors, u.turret) == (2, 2, 0, 1, Turret.PLAIN)
    shield = u.shield
    assert (shield.state, shield.nominal) == (Shield.ACTIVE, 50)
    assert shield.full == shield.maximum == shield.charge == 1500
    cannon, auto = u.weapon[:2]
    assert (cannon.loads, cannon.mount, cannon.stabiliser) == (8, Mount.TURRET, Stabiliser.FULL)
    assert (auto.loads, auto.shots, auto.stabiliser, auto.cone) == (12, 3, Stabiliser.NONE, NOBODY)
    assert s.occupant[tile_at(3, 3)] == 0


def test_energy_smoke_and_loads_count_the_points_bought() -> None:
    """AG-5.8, AG-5.9, AG-22.1."""
    s = blank_state()
    tempest, kestrel = field_unit(SHELF, s, 0, "tempest"), field_unit(SHELF, s, 1, "kestrel")
    assert (tempest.energy, tempest.output, tempest.capacity) == (12, 8, 2)
    assert (kestrel.weapon[0].loads, kestrel.weapon[1].loads, kestrel.smoke) == (4, NOBODY, 2)
    assert kestrel.free_turn == 1
    assert field_unit(SHELF, s, 0, "pavise").transfer == 1


def test_a_squad_begins_with_all_its_models() -> None:
    """Section 3.7, AG-21.4."""
    s = blank_state()
    u = field_unit(SHELF, s, 1, "powersuits", tile_at(0, 0))
    assert (u.chassis, u.value, u.thickness, u.mobility, u.sensors) == (Chassis.INFANTRY, 20, 25, 5, 1)
    assert (u.models, list(u.model), u.model_full, u.health) == (3, [500, 500, 500, 0, 0], 500, 1500)
    plas, charge = u.weapon[:2]
    assert (plas.per_model, plas.mount, plas.loads, charge.loads, charge.damage) == (
        1,
        Mount.HAND,
        -1,
        1,
        400,
    )
    assert u.shield.state == Shield.ABSENT and u.parts == 0


def test_armour_may_count_as_a_part() -> None:
    """AG-5.5 under its option: the bastion's 13 points of plate are 130 health."""
    assert set_up(SHELF, "crossroads", {"armour_counts_as_part": True}).units[0].health == 5200


def test_the_cockpit_may_be_no_more_than_a_band() -> None:
    """AG-5.3 under its option: 80 health less, of every vehicle, and nothing else is another."""
    plain, banded = (
        set_up(SHELF, "container_yard", {"cockpit_counts_as_part": counts}) for counts in (True, False)
    )
    for u, other in zip(plain.units[: plain.count], banded.units[: plain.count], strict=True):
        assert (other.health, other.health_full) == (u.health - 800, u.health_full - 800)
        assert (other.value, other.parts) == (u.value, u.parts)
        bands = [[part.last for part in one.part[: one.parts]] for one in (u, other)]
        assert bands[0] == bands[1]


def test_crit_bands_are_in_half_points() -> None:
    """AG-12.10."""
    u = field_unit(SHELF, blank_state(), 0, "terrier")
    assert [part.last for part in u.part[: u.parts]] == [22, 32, 34, 36, 42, 45, 48, 49]


# ---------------------------------------------------------------- forces of players

RUNABOUT: dict[str, Any] = {
    "chassis": "agrav",
    "budget": "medium",
    "mobility": 9,
    "plate": {"thickness": 40, "durability": 100},
    "weapons": [{"weapon": "gun75", "mount": "hull", "ammo": 2}],
}


def refused(name: str, forces: dict[str, Any]) -> str:
    with pytest.raises(CatalogueError) as error:
        set_up(SHELF, name, forces=forces)
    return str(error.value)


def kinds_of(s: State) -> list[str]:
    kinds = SHELF.units().kinds()
    return ["own" if u.kind == NOBODY else kinds[u.kind] for u in s.units[: s.count]]


def test_a_vehicle_may_be_swapped_for_another_of_its_class() -> None:
    """AG-6.10: it takes the tile and the facing of the one it replaces."""
    s = set_up(SHELF, "crossroads", forces={"A1": {"unit": "kestrel"}, "B1": {"design": RUNABOUT}})
    assert kinds_of(s) == ["kestrel", "own"]
    assert [(u.tile, u.facing) for u in s.units[:2]] == [(tile_at(5, 9), Way.N), (tile_at(9, 0), Way.S)]
    assert s.units[1].value == 8 + 9 + 6 + 2 + 6


def test_what_cannot_replace_a_unit_is_named() -> None:
    assert refused("crossroads", {"A1": {"unit": "citadel"}}) == (
        "unit A1: must be a medium vehicle, as the one it replaces (AG-6.10)"
    )
    assert "must be a medium vehicle" in refused("crossroads", {"A1": {"unit": "troopers"}})
    assert "must be infantry" in refused("silence_the_gun", {"A3": {"unit": "terrier"}})
    assert refused("crossroads", {"A2": {"unit": "kestrel"}}) == 'unknown unit "A2"; there is A1, B1'
    assert refused("crossroads", {"A1": {}}) == "unit A1: unit: is missing"
    assert 'did you mean "kestrel"' in refused("crossroads", {"A1": {"unit": "kestral"}})
    illegal = {**RUNABOUT, "mobility": 13}
    assert "(AG-5.6)" in refused("crossroads", {"A1": {"design": illegal}})


def test_free_play_waits_for_the_roll_and_for_the_units_to_be_placed() -> None:
    """AG-6.1, AG-6.9: map, rounds and scoring are those of the scenario."""
    s, ground = set_up(SHELF, "free_yard"), set_up(SHELF, "container_yard")
    assert s.phase == Phase.ROLL_OFF
    assert (list(s.built), s.rounds, s.zone[0].points) == (list(ground.built), 10, 15)
    assert {u.standing for u in s.units[: s.count]} == {Standing.WAITING}
    assert {u.tile for u in s.units[: s.count]} == {NOBODY}


def test_free_forces_are_what_a_side_chooses_within_the_total() -> None:
    """AG-6.1, AG-6.10."""
    s = set_up(
        SHELF,
        "free_yard",
        forces={"A2": {"design": RUNABOUT}, "A1": {"unit": "tempest"}, "A3": {"unit": "heron"}},
    )
    assert kinds_of(s) == ["tempest", "own", "heron", "bastion", "strider", "kestrel"]
    too_much = {f"B{number}": {"unit": "anvil"} for number in range(1, 5)}
    assert refused("free_yard", too_much) == "side B: is worth 240, more than 180 (AG-6.10)"
    assert (
        refused("free_yard", {"A2": {"unit": "anvil"}}) == "side A: units are numbered from A1 without gaps"
    )
    many = {f"A{number}": {"unit": "troopers"} for number in range(1, 10)}
    assert refused("free_yard", many) == "side A: has more than 8 units"
    assert "is A or B and a number" in refused("free_yard", {"C1": {"unit": "anvil"}})


BATTERY: dict[str, Any] = {  # 8 + 1 + 3 + 5 x 7 points, ten rounds a turn
    "chassis": "tank",
    "budget": "medium",
    "mobility": 3,
    "plate": {"thickness": 20, "durability": 50},
    "weapons": [{"weapon": "rocket", "mount": "hull", "ammo": 1}] * 5,
}


def test_forces_that_fire_more_rounds_than_can_fly_are_not_fielded(tmp_path: Path) -> None:
    """AG-17.17: ten a unit; a yard full of them is 60, and 64 are kept."""
    yard = {f"{side}{number}": {"design": BATTERY} for side in "AB" for number in (1, 2, 3)}
    assert set_up(SHELF, "free_yard", forces=yard).count == 6
    text = (SHELF.folder / "scenarios" / "free_yard.toml").read_text(encoding="utf-8")
    wide = tmp_path / "wide.toml"
    wide.write_text(text.replace("total = 180", "total = 400"), encoding="utf-8")
    with pytest.raises(CatalogueError) as error:
        set_up(SHELF, wide, forces=yard | {"B4": {"design": BATTERY}})
    assert str(error.value) == "units: can have 70 rounds in flight at once, more than 64 (AG-17.17)"


def test_an_unknown_option_or_unit_is_named() -> None:
    with pytest.raises(CatalogueError, match='unknown option "fog"'):
        blank_state({"fog": True})
    with pytest.raises(CatalogueError, match=r"option rounding_step: .* \(AG-1.3\)"):
        blank_state({"rounding_step": "2"})
    with pytest.raises(CatalogueError, match='did you mean "bastion"'):
        field_unit(SHELF, blank_state(), 0, "bastoin")
