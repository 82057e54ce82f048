"""Structures and barricades under fire, collapse and explosions (AG-20, AG-3.6, AG-3.15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.unit.rulesets.agrav.range import Place, fence, ground, kinds, stand, thrown, told

from hulldown.rulesets.agrav.catalogue import SHELF, Built
from hulldown.rulesets.agrav.damage import hit_barricade, hit_section
from hulldown.rulesets.agrav.events import (
    armour_met,
    barricade_collapsed,
    barricade_hit,
    he_added,
    section_collapsed,
    section_exploded,
    section_hit,
)
from hulldown.rulesets.agrav.setup import build_section, field_unit
from hulldown.rulesets.agrav.state import (
    NOBODY,
    POINT,
    Feature,
    Ground,
    Height,
    Phase,
    Shield,
    Standing,
    State,
    Way,
    tile_at,
)
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.agrav.turn import fell


def city(*sections: tuple[str, Sequence[Place]], **options: Any) -> State:
    """Sections on open ground: ("low volatile", [(4, 4), (5, 4)])."""
    s = ground(options=options)
    for words, places in sections:
        height, *features = words.split()
        build_section(s, [tile_at(*place) for place in places], Built(height, tuple(features)))
    look_all(s)
    return s


def hit(s: State, damage: int, thermal: int = 0, energy: int = 0, high: int = 0, section: int = 0) -> State:
    """One hit on a section."""
    return thrown(
        s, lambda to, d, e: hit_section(to, section, damage * POINT, thermal * POINT, energy, high, e)
    )


def fallen(s: State, *sections: int, dice: Sequence[int] = ()) -> State:
    """The end of a turn at which these sections are at 0."""
    for i in sections:
        s.section[i].durability, s.section[i].felled = 0, 1
    return thrown(s, fell, *dice)


def points_left(s: State, section: int = 0) -> float:
    """Durability in points."""
    return s.section[section].durability / POINT


# ---------------------------------------------------------------- hits


def test_worked_examples() -> None:
    """AG-20.16, with the thermal damage of AG-20.7 and the resistances of AG-20.6 and AG-20.9."""
    assert points_left(hit(city(("high hardened", [(4, 4)])), 300, high=1)) == 950
    assert points_left(hit(city(("high hardened volatile", [(4, 4)])), 80, 60, energy=1)) == 960
    low = hit(city(("low volatile", [(4, 4)])), 80, 60, energy=1)
    assert points_left(low) == 0 and low.section[0].felled == 1
    assert points_left(hit(city(("low reinforced", [(4, 4)])), 160)) == 440


def test_hardened_and_reinforced_together_are_hardened() -> None:
    """AG-3.15."""
    both = city(("high hardened reinforced", [(4, 4)]))
    assert points_left(hit(both, 300, high=1)) == 950


def test_hardened_order_option() -> None:
    """AG-20.10, hardened_order: (300 - 100) / 2 instead of 300 / 2 - 100."""
    s = city(("high hardened", [(4, 4)]), hardened_order="flat_then_half")
    assert points_left(hit(s, 300, high=1)) == 900


def test_several_hits_are_checked_one_by_one() -> None:
    """AG-20.15: over 20% of what it has at that moment."""
    s = city(("high", [(4, 4)]))
    for left in (800, 640):
        s = hit(s, round(points_left(s) / 5))
        assert points_left(s) == left
    s = hit(s, 129)
    assert told(section_hit)[0].marks == 1  # by the 20% rule
    assert points_left(s) == 0


def test_a_section_at_nothing_stands_and_ignores_more() -> None:
    """AG-20.12."""
    s = hit(city(("high", [(4, 4)])), 201)
    assert s.section[0].height == Height.HIGH
    s = hit(s, 300)
    assert not told(section_hit) and s.section[0].felled == 1


def test_half_points_are_rounded_to_the_rounding_step() -> None:
    """AG-1.3: 205 / 2 - 100 = 2.5."""
    assert points_left(hit(city(("high hardened", [(4, 4)])), 205, high=1)) == 997.5
    whole = city(("high hardened", [(4, 4)]), rounding_step="1")
    assert points_left(hit(whole, 205, high=1)) == 997


def test_barricades_are_terrain() -> None:
    """AG-3.6, AG-20.11: 200 durability, no 20% rule, gone at once at 0."""
    s = ground()
    b = fence(s, (4, 4))
    s = thrown(s, lambda to, d, e: hit_barricade(to, b, 90 * POINT, e))
    assert s.barricade[b].durability == 110 * POINT
    s = thrown(s, lambda to, d, e: hit_barricade(to, b, 110 * POINT, e))
    assert s.barricade[b].tile == NOBODY and s.south[tile_at(4, 4)] == NOBODY


def test_barricades_as_structures() -> None:
    """AG-20.11, AG-20.17, barricade_is_structure: the 20% rule holds, it stands until the turn ends."""
    s = ground(options={"barricade_is_structure": True})
    b = fence(s, (4, 4))
    s = thrown(s, lambda to, d, e: hit_barricade(to, b, 41 * POINT, e))
    assert s.barricade[b].durability == 0 and s.south[tile_at(4, 4)] == b
    s = thrown(s, lambda to, d, e: hit_barricade(to, b, 41 * POINT, e))
    assert not told(barricade_hit)
    s = thrown(s, fell)
    assert s.south[tile_at(4, 4)] == NOBODY and told(barricade_collapsed)


# ---------------------------------------------------------------- collapse


def test_a_high_structure_leaves_a_ruin() -> None:
    """AG-20.3, AG-20.13: low, 1.5 times the durability, the same tiles, nothing special about it."""
    s = fallen(city(("high weak reinforced", [(4, 4), (5, 4)])), 0)
    section = s.section[0]
    assert (section.height, section.ruin, section.features) == (Height.LOW, 1, 0)
    assert section.durability == section.full == 750 * POINT
    assert s.built[tile_at(5, 4)] == 0


@pytest.mark.parametrize("height", ["low", "ruin"])
def test_a_low_one_leaves_debris(height: str) -> None:
    """AG-20.3, AG-20.13: on its own tiles."""
    s = fallen(city((height, [(4, 4), (5, 4)])), 0)
    assert s.section[0].height == Height.GONE
    strewn = {(c, r) for c in range(12) for r in range(8) if s.ground[tile_at(c, r)] == Ground.DEBRIS}
    assert strewn == {(4, 4), (5, 4)}
    assert s.built[tile_at(4, 4)] == NOBODY


def test_debris_may_spread_to_clear_neighbours() -> None:
    """AG-20.13, debris_spread."""
    s = city(("low", [(4, 4)]), ("high", [(5, 4)]), debris_spread="adjacent")
    s = fallen(s, 0)
    strewn = {(c, r) for c in range(12) for r in range(8) if s.ground[tile_at(c, r)] == Ground.DEBRIS}
    assert strewn == {(4, 4), (3, 4), (4, 3), (4, 5)}


def test_only_one_stage_a_turn() -> None:
    """AG-20.4: a ruin takes new hits before it falls."""
    s = thrown(fallen(city(("high", [(4, 4)])), 0), fell)
    assert s.section[0].ruin == 1 and not told(section_collapsed)


def test_sight_opens_where_a_section_fell() -> None:
    """AG-20.12: it blocks sight until the turn ends."""
    s = city(("low", [(4, c) for c in range(8)]))
    ours, theirs = stand(s, 0, "terrier", (2, 4)), stand(s, 1, "terrier", (6, 4))
    assert s.units[ours].sees == 0
    s.section[0].durability, s.section[0].felled = 0, 1
    assert s.units[ours].sees == 0
    assert thrown(s, fell).units[ours].sees == 1 << theirs


# ---------------------------------------------------------------- explosions


def test_an_explosion_hits_everything_within_two_tiles() -> None:
    """AG-20.14, table 3.9: units, other sections and barricades, no line of sight needed."""
    s = city(("low volatile", [(4, 4)]), ("high", [(6, 4)]), ("high", [(7, 6)]), ("low", [(4, 5)]))
    near, far = fence(s, (4, 4)), fence(s, (9, 1))
    stand(s, 0, "troopers", (11, 7))
    squad, away = stand(s, 0, "powersuits", (2, 4)), stand(s, 1, "powersuits", (1, 4))
    s = fallen(s, 0)
    assert points_left(s, 1) == 850 and points_left(s, 2) == 1000
    assert points_left(s, 3) == 0 and s.section[3].height == Height.LOW  # it falls a turn later
    assert s.barricade[near].tile == NOBODY and s.barricade[far].durability == 200 * POINT
    assert s.units[squad].standing == Standing.DESTROYED  # ceil(150 / 25) = 6 models, 100 each
    assert s.units[away].lost_health == 0
    s = thrown(s, fell)
    assert s.section[3].height == Height.GONE


def test_an_explosion_strikes_the_face_towards_its_nearest_tile() -> None:
    """AG-20.14: an HE hit; of (5, 4) and (5, 5), both 1 away, it is the northern one: the rear."""
    s = city(("low volatile", [(5, 4), (5, 5)]))
    tank = stand(s, 0, "bastion", (6, 4), Way.E)
    s.units[tank].durability_full = s.units[tank].durability = 4000
    stand(s, 1, "troopers", (11, 0))
    s = fallen(s, 0, dice=[60, 60, 60])
    assert told(armour_met)[0].face == 2  # rear
    assert told(he_added)


def test_a_shield_takes_an_explosion() -> None:
    """AG-20.14: shields and shieldgate as usual."""
    s = city(("low volatile", [(5, 4)]))
    field_unit(SHELF, s, 0, "bastion", tile_at(6, 4), Way.E)
    stand(s, 1, "troopers", (11, 0))
    s = fallen(s, 0)
    bastion = s.units[0]
    assert bastion.shield.state == Shield.DISABLED and bastion.health == bastion.health_full


def test_all_collapse_before_any_explodes() -> None:
    """AG-6.7: in section order each; the ruin beside it takes the blast, not what stood there."""
    s = city(("low volatile", [(4, 4)]), ("high", [(5, 4)]), ("low volatile", [(6, 4)]))
    stand(s, 0, "troopers", (0, 0))
    stand(s, 1, "troopers", (11, 0))
    s = fallen(s, 0, 1, 2)
    order = [kind for kind in kinds() if kind in (section_collapsed, section_exploded)]
    assert order == [section_collapsed] * 3 + [section_exploded] * 2
    ruin = [row.left for row in told(section_hit) if row.section == 1]
    assert ruin == [12000, 0]  # 300 of 1500 is exactly 20%, 300 of 1200 is more
    assert s.section[1].felled == 1 and s.section[1].ruin == 1


def test_the_battle_ends_after_the_explosion_that_takes_the_last_unit() -> None:
    """AG-20.17, AG-23.1, AG-23.3: one explosion is one step; both sides gone is a draw."""
    s = city(("low volatile", [(4, 4)]))
    stand(s, 0, "troopers", (3, 4))
    stand(s, 1, "troopers", (5, 4))
    s = fallen(s, 0)
    assert s.phase == Phase.OVER and s.winner == 2


def test_features_are_bits() -> None:
    """AG-3.15: they combine freely."""
    s = city(("high weak hardened volatile", [(4, 4)]))
    assert s.section[0].features == Feature.WEAK | Feature.HARDENED | Feature.VOLATILE
    assert s.section[0].full == 500 * POINT
