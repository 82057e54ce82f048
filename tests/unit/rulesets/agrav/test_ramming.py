"""Rams, stomps and barricade rams (AG-19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.unit.rulesets.agrav.range import Place, fence, ground, stand, thrown, told

from hulldown.rulesets.agrav.actions import check
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.events import Why, armour_met, rammed, stepped
from hulldown.rulesets.agrav.movement import (
    ram,
    ram_barricade,
    why_not_ram,
    why_not_ram_barricade,
    why_not_step,
    why_not_turn,
)
from hulldown.rulesets.agrav.preview import foresight
from hulldown.rulesets.agrav.setup import field_unit
from hulldown.rulesets.agrav.state import (
    BARRICADE,
    NOBODY,
    POINT,
    Ground,
    Part,
    Shield,
    Standing,
    State,
    Way,
    tile_at,
)
from hulldown.rulesets.agrav.table import look_all

OURS, THEIRS = 0, 1


def pair(
    attacker: str = "bastion",
    target: str = "terrier",
    at: Place = (5, 4),
    there: Place = (5, 3),
    facing: Way = Way.N,
    options: dict[str, Any] | None = None,
) -> State:
    """An attacker next to a target that faces it, shields down."""
    s = ground(options=options)
    stand(s, 0, attacker, at, facing)
    stand(s, 1, target, there, Way.S if target not in ("troopers", "powersuits") else Way.N)
    return s


def why(s: State, spent: int = 1) -> Why:
    """The first reason against the ram."""
    return Why.of(why_not_ram(s, OURS, THEIRS, spent))


def ram_now(s: State, spent: int = 1, dice: Sequence[int] = ()) -> State:
    """After an allowed ram."""
    assert why(s, spent) == Why.ALLOWED
    return thrown(s, lambda to, d, e: ram(to, OURS, THEIRS, spent, d, e), *dice)


# ---------------------------------------------------------------- tanks


def test_worked_example() -> None:
    """AG-19.18: a bastion that came 4 tiles closer rams the front of a terrier."""
    s = pair()
    s.units[OURS].began = tile_at(4, 7)
    s = ram_now(s)
    bastion, terrier = s.units[OURS], s.units[THEIRS]
    row = told(rammed)[0]
    assert (row.damage, row.own, row.effort) == (1700, 600, 4)  # AG-19.4, AG-19.5
    assert terrier.durability == 0 and terrier.health == 2550 - 260  # no spalling (AG-12.6)
    assert terrier.stun == 2  # AG-19.1
    assert bastion.durability == 2000 - 167 and bastion.stun == 0


def test_tiles_closer_are_net_and_never_negative() -> None:
    """AG-19.12."""
    s = pair()
    s.units[OURS].began = tile_at(5, 4)
    assert told_damage(s) == 900
    s.units[OURS].began = tile_at(4, 4)  # it came from the side
    assert told_damage(s) == 1100
    s.units[OURS].began = tile_at(6, 3)  # it began next to the target
    assert told_damage(s) == 900


def told_damage(s: State) -> int:
    """Damage of the ram, in tenths."""
    ram_now(s)
    return int(told(rammed)[0].damage)


def test_a_ram_ends_movement() -> None:
    """AG-19.11, AG-19.19: once per unit and turn, then neither step nor turn."""
    s = ram_now(pair("citadel", "colossus"))
    assert s.units[OURS].left == 0 and s.units[OURS].rammed == 1
    assert why(s) == Why.RAM_USED
    assert why_not_step(s, OURS, Way.S) != Why.ALLOWED and why_not_turn(s, OURS, 1) != Why.ALLOWED


def test_where_a_tank_rams() -> None:
    """AG-19.12: straight ahead or behind, no barricade between, for 1 mobility."""
    assert why(pair(there=(5, 5))) == Why.ALLOWED
    assert why(pair(there=(6, 4))) == Why.RAM_NOT_ADJACENT
    assert why(pair(there=(6, 3))) == Why.RAM_NOT_ADJACENT
    assert why(pair(there=(5, 2))) == Why.RAM_NOT_ADJACENT
    s = pair()
    fence(s, (5, 3))
    assert why(s) == Why.RAM_NOT_ADJACENT
    s = pair()
    s.units[OURS].left = 0
    assert why(s) == Why.NO_MOBILITY
    drive = next(p for p in s.units[OURS].part if p.part == Part.DRIVE)
    drive.crits = 2
    assert why(s) == Why.IMMOBILE


@pytest.mark.parametrize(
    ("attacker", "target", "reason"),
    [
        ("bastion", "kestrel", Why.RAM_NOT_ALLOWED),  # AG-19.10
        ("kestrel", "bastion", Why.RAM_NOT_ALLOWED),
        ("troopers", "bastion", Why.RAM_NOT_ALLOWED),  # AG-21.8
        ("strider", "kestrel", Why.ALLOWED),  # AG-19.9
        ("bastion", "troopers", Why.ALLOWED),
    ],
)
def test_who_rams_whom(attacker: str, target: str, reason: Why) -> None:
    """AG-19.11."""
    assert why(pair(attacker, target)) == reason


def test_own_units_are_not_rammed() -> None:
    """AG-19.11: targets are enemies."""
    s = pair()
    s.units[THEIRS].side = 0
    assert why(s) == Why.FRIENDLY


def test_hidden_units_are_not_rammed() -> None:
    """AG-24.1: what no own unit sees cannot be chosen."""
    s = pair("strider", "terrier", there=(6, 3), options={"fog_of_war": True})
    assert why(s) == Why.ALLOWED
    s.ground[tile_at(5, 3)] = s.ground[tile_at(6, 4)] = Ground.WALL  # both flanking tiles (AG-4.3)
    look_all(s)
    assert why(s) == Why.NOT_SEEN


def test_both_damages_are_worked_out_first() -> None:
    """AG-19.12: a target destroyed by the ram still hurts the tank."""
    s = pair("citadel", "terrier")
    s.units[THEIRS].durability = 750
    s.units[THEIRS].health = 10
    s = ram_now(s)
    assert s.units[THEIRS].standing == Standing.DESTROYED
    assert s.units[OURS].durability < 3000 and told(rammed)[0].own == 300  # half of its 60


def test_a_rammed_squad() -> None:
    """AG-19.16: one model is hit, troopers do nothing to the tank, powersuits their thickness."""
    s = ram_now(pair(target="troopers"))
    assert [m for m in s.units[THEIRS].model if m > 0] == [200] * 4
    assert s.units[THEIRS].stun == 2 and told(rammed)[0].own == 0
    assert s.units[OURS].durability == 2000
    ram_now(pair(target="powersuits"))
    assert told(rammed)[0].own == 250


def test_a_ram_stuns_again() -> None:
    """AG-15.5, AG-19.1: whatever stunned the target before in this window."""
    s = pair("strider", "colossus")
    s.units[THEIRS].stun, s.units[THEIRS].stunned = 1, 1
    assert ram_now(s).units[THEIRS].stun == 2


# ---------------------------------------------------------------- stomps


def test_where_a_walker_stomps() -> None:
    """AG-19.13: adjacent in the front arc, diagonals included, barricades no matter."""
    for there in ((4, 3), (5, 3), (6, 3)):
        assert why(pair("strider", there=there)) == Why.ALLOWED
    for there in ((4, 4), (5, 5), (6, 5), (5, 2)):
        assert why(pair("strider", there=there)) == Why.RAM_NOT_ADJACENT


def test_what_a_stomp_spends() -> None:
    """AG-19.13: at least 1 mobility, at most what is left; stomp_min_mobility 0 allows none."""
    s = pair("strider")
    assert [why(s, spent) for spent in (0, 5, 6)] == [Why.NO_MOBILITY, Why.ALLOWED, Why.NO_MOBILITY]
    free = pair("strider", options={"stomp_min_mobility": "0"})
    assert why(free, 0) == Why.ALLOWED
    ram_now(free, 0, dice=[40])
    assert told(rammed)[0].damage == 2000


def test_a_walker_takes_nothing() -> None:
    """AG-19.6 to AG-19.9."""
    s = ram_now(pair("strider", "bastion"), 3, dice=[60])
    assert told(rammed)[0].damage == 3200 and s.units[OURS].durability == 2000
    ram_now(pair("strider", "kestrel"), 1)
    assert told(rammed)[0].damage == 400


# ---------------------------------------------------------------- shields


def test_a_ram_goes_on_through_an_emptied_shield() -> None:
    """AG-19.3, AG-19.15: what is left hits the armour with a penetration worked out again."""
    s = ground()
    stand(s, 0, "strider", (5, 4), Way.N)
    field_unit(SHELF, s, 1, "bastion", tile_at(5, 3), Way.S)
    look_all(s)
    s = ram_now(s, 1, dice=[])  # 240 damage, P 120, through 2 x 50: cracks, factor 3/2
    bastion = s.units[THEIRS]
    assert bastion.shield.state == Shield.DISABLED
    # 240 - 150 / (3/2) = 140, P 70 against a front of 108: wear 140 x 70/108 = 90.7, nothing inside
    assert bastion.durability == 2000 - 907 and bastion.health == bastion.health_full


def test_excess_in_shield_damage() -> None:
    """AG-19.15, ram_excess_scale shield: 240 x 3/2 - 150 = 210, P 105."""
    s = ground(options={"ram_excess_scale": "shield"})
    stand(s, 0, "strider", (5, 4), Way.N)
    field_unit(SHELF, s, 1, "bastion", tile_at(5, 3), Way.S)
    look_all(s)
    s = ram_now(s, 1)
    assert s.units[THEIRS].durability == 0  # 210 x 105/108 = 204.2


# ---------------------------------------------------------------- barricades


def barred(tank: str = "bastion", at: Place = (5, 4), facing: Way = Way.N, **options: Any) -> State:
    """A tank before a barricade to its north, number 0; an enemy far away."""
    s = ground(options=options)
    stand(s, 0, tank, at, facing)
    stand(s, 1, "troopers", (0, 0))
    fence(s, (5, 3))
    return s


def through(s: State, dice: Sequence[int] = ()) -> State:
    """After an allowed ram of the barricade."""
    assert why_not_ram_barricade(s, OURS, BARRICADE) == Why.ALLOWED
    return thrown(s, lambda to, d, e: ram_barricade(to, OURS, BARRICADE, d, e), *dice)


def test_a_barricade_that_holds() -> None:
    """AG-3.5, AG-19.17: 100 damage to the tank (P 50 at e 108), 90 + 20 a tile to the section."""
    s = barred()
    s.units[OURS].began = tile_at(5, 6)
    s = through(s)
    assert s.barricade[0].durability == 70 * POINT and s.units[OURS].tile == tile_at(5, 4)
    assert s.units[OURS].durability == 2000 - 463  # 100 x 50/108 = 46.3
    assert s.units[OURS].left == 5 and s.units[OURS].rammed == 0  # no ram for AG-19.11
    assert s.units[OURS].stun == 0


def test_a_barricade_that_gives() -> None:
    """AG-19.17: removed, and the tank completes the step, which counts."""
    s = barred()
    s.barricade[0].durability = 500
    s.units[OURS].tiles = 2
    s = through(s)
    assert s.barricade[0].tile == NOBODY and s.units[OURS].tile == tile_at(5, 3)
    assert s.units[OURS].tiles == 3 and told(stepped)[0].tile == tile_at(5, 3)


def test_debris_beyond_costs_one_more() -> None:
    """AG-19.17."""
    s = barred()
    s.ground[tile_at(5, 3)] = Ground.DEBRIS
    s.units[OURS].left = 1
    assert why_not_ram_barricade(s, OURS, BARRICADE) == Why.NO_MOBILITY
    s.units[OURS].left = 2
    assert through(s).units[OURS].left == 0


def test_a_taken_tile_beyond_keeps_the_tank() -> None:
    """AG-19.17: the section falls, the tank stays."""
    s = barred()
    stand(s, 1, "troopers", (5, 3))
    s.barricade[0].durability = 500
    s = through(s)
    assert s.barricade[0].tile == NOBODY and s.units[OURS].tile == tile_at(5, 4)


def test_a_tank_backs_through_too() -> None:
    """AG-19.17: on that face, here the rear (e 45)."""
    s = through(barred(facing=Way.S))
    assert told(armour_met)[0].face == 2
    assert s.units[OURS].durability == 2000 - 1111  # 100 x 50/45


def test_who_rams_barricades() -> None:
    """AG-19.17: tanks along their axis."""
    assert why_not_ram_barricade(barred("strider"), OURS, BARRICADE) == Why.RAM_NOT_ALLOWED
    assert why_not_ram_barricade(barred(facing=Way.E), OURS, BARRICADE) == Why.RAM_NOT_ADJACENT
    assert why_not_ram_barricade(barred(at=(5, 5)), OURS, BARRICADE) == Why.RAM_NOT_ADJACENT
    assert why_not_ram_barricade(barred(), OURS, BARRICADE + 1) == Why.NO_SUCH_ACTION


def test_a_barricade_as_structure_is_still_passed() -> None:
    """AG-20.11, barricade_is_structure: over 20% drops it, and a ram removes it at once (AG-19.19)."""
    s = through(barred(barricade_is_structure=True))
    assert s.barricade[0].tile == NOBODY and s.units[OURS].tile == tile_at(5, 3)


def test_a_shield_takes_the_barricade() -> None:
    """AG-19.15, AG-19.17: 100 at P 50, not through 50: half."""
    s = ground()
    field_unit(SHELF, s, 0, "bastion", tile_at(5, 4), Way.N)
    stand(s, 1, "troopers", (0, 0))
    fence(s, (5, 3))
    s = through(s)
    assert s.units[OURS].shield.charge == 1000 and s.units[OURS].durability == 2000


# ---------------------------------------------------------------- before it comes


@pytest.mark.parametrize(
    ("attacker", "facing", "verb", "first"),
    [
        ("strider", Way.N, "stomp", ""),
        ("strider", Way.E, "stomp", "turns"),
        ("strider", Way.S, "stomp", "turns"),
        ("bastion", Way.N, "ram", ""),
        ("kestrel", Way.N, None, ""),
    ],
)
def test_a_preview_warns_of_it(attacker: str, facing: Way, verb: str | None, first: str) -> None:
    """AG-19.1, AG-19.10: it needs no roll; its order is legal where it is told, after a turn if need be."""
    s = pair(attacker, "bastion", facing=facing)
    s.side = THEIRS
    rams = [shot for shot in foresight(SHELF).threats(s, "B1") if shot.verb != "hit"]
    assert {(shot.verb, shot.first, shot.chance, shot.face) for shot in rams} == (
        {(verb, first, 1, "front")} if verb else set()
    )
    for shot in rams:
        assert check(foresight(SHELF).as_enemy(s, shot), OURS, shot.order) == 0


def test_a_preview_warns_of_who_walks_up() -> None:
    """AG-19.13: with what the way leaves to spend; farther away than that nobody is stomped on."""
    for there, first in (((5, 1), {"walks up"}), ((5, 0), set())):
        s = pair("strider", "bastion", at=(5, 6), there=there)
        s.side = THEIRS
        rams = [shot for shot in foresight(SHELF).threats(s, "B1") if shot.verb == "stomp"]
        assert {shot.first for shot in rams} == first
        for shot in rams:
            to = foresight(SHELF).as_enemy(s, shot)
            assert shot.moves and shot.order.choice == to.units[OURS].left == 1
            assert check(to, OURS, shot.order) == 0
