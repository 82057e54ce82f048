"""What the source leaves open and a table may read otherwise: each switch changes its rule, nothing else."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from tests.unit.rulesets.agrav.blows import CANNON, LANCE, shoot, target
from tests.unit.rulesets.agrav.field import fence, go, plain, put
from tests.unit.rulesets.agrav.range import ground, stand, thrown
from tests.unit.rulesets.agrav.table import table

from hulldown.kernel.actions import Terms
from hulldown.kernel.records import blank
from hulldown.rulesets.agrav.accuracy import COCKPIT, WEAPON, accuracy_of
from hulldown.rulesets.agrav.actions import mask
from hulldown.rulesets.agrav.armor import heat_step, pool, ram_thickness10
from hulldown.rulesets.agrav.cards import cards, thickness
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.damage import regenerate
from hulldown.rulesets.agrav.events import Why
from hulldown.rulesets.agrav.explanation import explainer
from hulldown.rulesets.agrav.movement import barricade_cost, step_cost, tiles_closer, why_not_ram
from hulldown.rulesets.agrav.setup import set_up
from hulldown.rulesets.agrav.shooting import land_rounds, launch, second_accuracy
from hulldown.rulesets.agrav.state import (
    Face,
    Ground,
    Mode,
    Occasion,
    Part,
    Shield,
    Stabiliser,
    Standing,
    State,
    Way,
    tile_at,
)
from hulldown.rulesets.agrav.table import solid
from hulldown.rulesets.agrav.words import parse_action
from hulldown.rulesets.common.explanation import OFF

Options = dict[str, Any]
AT = (4, 4)


# ---------------------------------------------------------------- ground


def cost(what: str, way: Way, options: Options) -> int:
    """Mobility of a step to the north into debris, or to the east over a barricade."""
    s = plain(options=options)
    put(s, what, AT)
    s.ground[tile_at(4, 3)] = Ground.DEBRIS
    fence(s, AT, "E")
    return step_cost(s, 0, way)


@pytest.mark.parametrize(
    ("debris", "counts", "paid"), [(1, "on_top", 2), (1, "instead", 1), (3, "instead", 3), (0, "instead", 1)]
)
def test_debris_costs_on_top_or_instead(debris: int, counts: str, paid: int) -> None:
    """AG-3.3."""
    options = {"debris_cost": debris, "debris_cost_counts": counts}
    assert cost("bastion", Way.N, options) == paid
    assert cost("strider", Way.N, options) == cost("kestrel", Way.N, options) == 1


@pytest.mark.parametrize(
    ("what", "on_top", "instead"), [("strider", 3, 2), ("troopers", 2, 1), ("kestrel", 1, 1)]
)
def test_a_barricade_costs_on_top_or_instead(what: str, on_top: int, instead: int) -> None:
    """AG-3.7: a walker's sidestep is not cheaper for the barricade."""
    assert cost(what, Way.E, {}) == on_top
    assert cost(what, Way.E, {"barricade_cost_counts": "instead"}) == instead
    assert cost("bastion", Way.N, {"barricade_cost_counts": "instead"}) == 2  # debris is another switch


@pytest.mark.parametrize(("counts", "paid"), [("on_top", 2), ("instead", 1)])
def test_debris_behind_a_rammed_barricade_costs_the_same_way(counts: str, paid: int) -> None:
    """AG-3.3, AG-19.17."""
    s = plain(options={"debris_cost_counts": counts})
    put(s, "bastion", AT)
    s.ground[tile_at(4, 3)] = Ground.DEBRIS
    assert barricade_cost(s, 0, tile_at(4, 3)) == paid


def test_gates_are_closed_or_open() -> None:
    """AG-3.9: the walls beside them stay."""
    gate, wall = tile_at(10, 0), tile_at(9, 0)
    closed, opened = set_up(SHELF, "silence_the_gun"), set_up(SHELF, "silence_the_gun", {"gates": "open"})
    assert closed.ground[gate] == Ground.GATE and solid(closed, gate)
    assert opened.ground[gate] == Ground.CLEAR and not solid(opened, gate)
    assert solid(opened, wall)


# ---------------------------------------------------------------- armour


def three(s: State) -> list[int]:
    """Durability of front, sides and rear, in tenths."""
    return [pool(s.units[0], face) for face in (Face.FRONT, Face.SIDE, Face.REAR)]


def struck(face: Face, shot: tuple[int, ...] = CANNON, pools: str = "faces", times: int = 1) -> State:
    """A bastion that was hit there."""
    s = target(options={"armour_pools": pools})
    for _ in range(times):
        shoot(s, shot, face)
    return s


def test_one_plate_wears_for_all() -> None:
    """AG-10.2, as it is played."""
    s = struck(Face.FRONT, pools="shared")
    assert three(s) == [1157, 1157, 1157] and not any(s.units[0].model)
    assert thickness(s, 0, Face.REAR) == Fraction(90 * 1157, 2000) / 2


def test_each_face_wears_for_itself() -> None:
    """AG-10.2 `faces`: the first hit is the same, the second at another face meets a sound plate."""
    s = struck(Face.FRONT)
    assert three(s) == [1157, 2000, 2000]
    assert s.units[0].durability == 1719  # the mean
    assert s.units[0].lost_durability == 843 and s.units[0].health == 3562  # AG-9.4
    assert thickness(s, 0, Face.REAR) == 45
    shoot(s, CANNON, Face.REAR)
    assert three(s) == [1157, 2000, 600]  # capped at twice the damage (AG-10.7)
    assert "front 115.7, side 200, rear 60" in dict(cards(SHELF, s, None)[0].facts)["Durability"]


def test_what_strikes_no_face_wears_all_alike() -> None:
    """AG-10.2 `faces`: a hit from above takes the same share of each, and so does heat."""
    s = struck(Face.FRONT)
    shoot(s, (40, 12, 0, 0, 0), Face.TOP)
    u = s.units[0]
    assert u.durability < 1719
    worn = [full * u.durability / 1719 for full in (1157, 2000, 2000)]
    assert three(s) == pytest.approx(worn, abs=1)
    before, u.heat = three(s), 30 * u.thickness
    heat_step(s, 0, OFF)
    assert all(now < then for now, then in zip(three(s), before, strict=True))


def test_heat_softens_the_face_that_is_struck_by_its_own_thickness() -> None:
    """AG-10.2, AG-11.2."""
    s = struck(Face.FRONT)
    s.units[0].heat = 300
    worn, sound = thickness(s, 0, Face.FRONT), thickness(s, 0, Face.REAR)
    assert worn == (Fraction(90 * 1157, 2000) - 15) * 6 / 5
    assert sound == Fraction(90 - 15, 2)


def test_a_face_without_plate_is_open() -> None:
    """AG-10.11."""
    s = struck(Face.REAR, times=2)
    assert three(s) == [2000, 2000, 0]
    health = s.units[0].health
    shoot(s, LANCE, Face.REAR)
    assert s.units[0].health == health - 800
    assert three(s) == [2000, 2000, 0]


def test_nothing_is_known_of_the_faces_of_a_hidden_vehicle() -> None:
    """AG-24.2."""
    s = ground(options={"armour_pools": "faces", "fog_of_war": True}, picture=("..H..",) * 3)
    stand(s, 0, "bastion", (0, 1))
    stand(s, 1, "bastion", (4, 1))
    s.units[1].model[0] = -300
    mask(s, 0)
    assert not any(s.units[1].model)


# ---------------------------------------------------------------- shields


@pytest.mark.parametrize(
    ("base", "state", "gained"),
    [
        ("default_max", Shield.ACTIVE, 15),
        ("current_max", Shield.ACTIVE, 8),
        ("default_max", Shield.INACTIVE, 30),
        ("current_max", Shield.INACTIVE, 30),
    ],
)
def test_what_a_shield_regains_is_a_share_of_one_of_its_maxima(base: str, state: Shield, gained: int) -> None:
    """AG-13.18: a shield of 150 that was switched on at 80."""
    s = target("bastion", {"regeneration_base": base}, shield=True)
    screen = s.units[0].shield
    screen.state, screen.charge = state, 100
    screen.maximum = 800 if state == Shield.ACTIVE else screen.full
    regenerate(s.options, screen)
    assert screen.charge == 100 + gained


# ---------------------------------------------------------------- stun and missiles


def in_flight(options: Options, stun: int, mode: Mode, seen: bool) -> State:
    """A kestrel has a round on its way to a bastion that moved 2 tiles."""
    s = ground(("...........", ".....H.....", "...........") if not seen else ("...........",) * 3, options)
    stand(s, 0, "kestrel", (2, 1), Way.E)
    stand(s, 1, "bastion", (8, 1))
    s.units[1].last_tiles, s.units[0].stun = 2, stun
    return thrown(s, lambda to, d, e: launch(to, 0, 0, mode, 1, -1, e))


@pytest.mark.parametrize(
    ("options", "stun", "seen", "unseen"),
    [
        ({}, 2, 100, 90),
        ({"stun_rolls": "all"}, 0, 100, 90),
        ({"stun_rolls": "all"}, 1, 80, 70),
        ({"stun_rolls": "all"}, 2, 50, 40),
        ({"stun_rolls": "all", "missile_penalties": "none"}, 2, 100, 40),
        ({"stun_rolls": "all", "landing_penalty": 50}, 2, 50, 5),
    ],
)
def test_stun_spoils_second_rolls_by_the_option(options: Options, stun: int, seen: int, unseen: int) -> None:
    """AG-15.7, AG-18.5."""
    for sees, percent in ((True, seen), (False, unseen)):
        s = in_flight(options, stun, Mode.TOP, sees)
        assert second_accuracy(s, s.flight[0], blank(Terms)) == percent


def test_who_is_gone_shakes_no_round() -> None:
    """AG-15.7."""
    s = in_flight({"stun_rolls": "all"}, 2, Mode.TOP_INDIRECT, True)
    assert second_accuracy(s, s.flight[0], blank(Terms)) == 40
    s.units[0].standing = Standing.DESTROYED
    assert second_accuracy(s, s.flight[0], blank(Terms)) == 90
    assert thrown(s, lambda to, d, e: land_rounds(to, 0, d, e), 90, 60).units[1].durability < 2000


@pytest.mark.parametrize(("rolls", "notes"), [("to_hit", 0), ("all", 1)])
def test_a_shot_says_that_stun_will_count_when_it_lands(rolls: str, notes: int) -> None:
    """AG-15.7."""
    s = table([("kestrel", "F7")], [("bastion", "F3")], options={"stun_rolls": rolls})
    told = explainer(SHELF)(s, parse_action(SHELF, s, 0, "A1 fire missile B1 top"))
    assert [rule for _, rule in told.notes].count("AG-15.7") == notes


@pytest.mark.parametrize(("penalties", "top", "direct"), [("stun_and_damage", 20, 0), ("none", 100, 0)])
def test_a_missile_s_hundred_may_be_a_hundred(penalties: str, top: int, direct: int) -> None:
    """AG-18.5: stun 50, cockpit 10 and weapon 20 are taken off it or not; other fire is not meant."""
    o = SHELF.options_under({"missile_penalties": penalties, "accuracy_floor": 0})
    for mode, percent in ((Mode.TOP, top), (Mode.DIRECT, direct), (Mode.TOP_INDIRECT, direct)):
        rest = (Occasion.ORDER, 2, COCKPIT | WEAPON, blank(Terms))
        assert accuracy_of(o, 0, 0, Stabiliser.NONE, 0, mode, 0, *rest) == percent


# ---------------------------------------------------------------- rams


def came(options: Options, *ways: Way) -> State:
    """A bastion in the middle that has driven so, facing north all the time."""
    s = plain(options=options)
    put(s, "bastion", AT)
    for way in ways:
        go(s, 0, way)
    return s


@pytest.mark.parametrize(
    ("ways", "net", "every"),
    [
        ((), 0, 0),
        ((Way.N,) * 3, 3, 3),
        ((Way.S, Way.S), 0, 0),
        ((Way.N, Way.S, Way.N, Way.N), 2, 3),
        ((Way.S, Way.S, Way.N, Way.N, Way.N), 1, 3),
    ],
)
def test_tiles_towards_the_target_of_a_ram(ways: tuple[Way, ...], net: int, every: int) -> None:
    """AG-19.12: to the tile in the north."""
    for name, tiles in (("net", net), ("every", every)):
        s = came({"ram_tiles": name}, *ways)
        assert tiles_closer(s.options, s.units[0], tile_at(4, 0)) == tiles


@pytest.mark.parametrize(("name", "thick"), [("cold", 450), ("heated", 300)])
def test_a_ram_counts_cold_or_heated_armour(name: str, thick: int) -> None:
    """AG-19.12: half worn, 30 heat against a limit of 45."""
    s = target(options={"ram_thickness": name})
    s.units[0].durability, s.units[0].heat = 1000, 300
    assert ram_thickness10(s.options, s.units[0]) == thick
    squad = target("powersuits", {"ram_thickness": name})
    assert ram_thickness10(squad.options, squad.units[0]) == 250  # AG-19.16


@pytest.mark.parametrize(
    ("price", "left", "lost", "reason"),
    [
        (1, 0, False, Why.NO_MOBILITY),
        (1, 1, False, Why.ALLOWED),
        (0, 0, False, Why.ALLOWED),
        (0, 0, True, Why.IMMOBILE),
    ],
)
def test_the_push_of_a_ram_costs_mobility_or_nothing(price: int, left: int, lost: bool, reason: Why) -> None:
    """AG-19.12 `ram_cost`; who cannot move at all cannot ram (AG-7.12)."""
    s = ground(options={"ram_cost": price})
    stand(s, 0, "bastion", (5, 4))
    stand(s, 1, "terrier", (5, 3), Way.S)
    s.units[0].left = left
    next(p for p in s.units[0].part if p.part == Part.DRIVE).crits = 2 if lost else 0
    assert why_not_ram(s, 0, 1, 0) == reason


# ---------------------------------------------------------------- what is said of them

ROW = re.compile(r"^\| .*\((AG-[0-9.]+)\) \|.*\|.*`(\w+)`.* \|$", re.MULTILINE)
OPEN = re.compile(
    r"another reading|other reading|could mean|loosely|[Ll]iteral|to the letter|does not say|contradict", re.I
)


def test_the_page_about_the_source_tells_every_switch_once() -> None:
    told = [(name, rule) for rule, name in ROW.findall(SHELF.files({}).text("source"))]
    switches = {name: option.rule for name, option in SHELF.options().items()}
    assert dict(told) == switches | {"ram_cost": "AG-19.12"}
    assert len(told) == len(switches) + 1


def test_a_rule_that_can_be_read_otherwise_has_a_switch_or_a_reason_on_that_page() -> None:
    page = SHELF.files({}).text("source")
    unsettled = [
        rule
        for rule, (mark, text) in SHELF.rulebook().rules.items()
        if mark != "source" and OPEN.search(text) and not re.search(rf"{rule}(?![0-9])", page)
    ]
    assert unsettled == []
