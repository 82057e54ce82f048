"""The buttons: what a seat could choose, and what it cannot with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.rulesets.agrav.field import put
from tests.unit.rulesets.agrav.range import fence, ground
from tests.unit.rulesets.agrav.wandering import SCENARIOS, wander

import hulldown.views
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav.actions import check
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.orders import orders
from hulldown.rulesets.agrav.setup import set_up
from hulldown.rulesets.agrav.shooting import hit_percent
from hulldown.rulesets.agrav.state import Mode, Phase, Shield, State, Way
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.agrav.words import action_text, parse_action
from hulldown.rulesets.api.words import Amount, OrderButton

SYMBOLS = (Path(hulldown.views.__file__).parent / "symbols.svg").read_text(encoding="utf-8")
HALL = ("............", "............", "....HH......", "............", "............")


def group(s: State, seat: int, unit: str, name: str) -> list[OrderButton]:
    """The buttons of one group."""
    return [o for o in orders(SHELF, s, seat) if o.unit == unit and o.group == name]


def button(s: State, seat: int, text: str) -> OrderButton:
    """The button of an order."""
    return next(o for o in orders(SHELF, s, seat) if o.text == text)


def reasons(found: list[OrderButton]) -> set[str]:
    """The codes of all refusals."""
    return {o.refusal.code for o in found if o.refusal}


def duel(picture: tuple[str, ...] = HALL) -> State:
    """A1 a bastion in the southwest facing north, B1 a strider in the northeast facing south."""
    s = ground(picture)
    put(s, "bastion", (0, 4))
    put(s, "strider", (10, 0), Way.S, side=1)
    return s


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_buttons_say_what_the_rules_say(scenario: str) -> None:
    """Every legal order is a button, and a button is refused exactly when the rules refuse it."""
    for seed in range(2):
        for s, seat, offered in wander(scenario, seed, decisions=30):
            shown = {o.text: o for o in orders(SHELF, s, seat)}
            assert {action_text(SHELF, s, a) for a in offered} <= {
                t for t, o in shown.items() if not o.refusal
            }
            assert orders(SHELF, s, 1 - seat) == []
            for text, o in shown.items():
                code = check(s, seat, parse_action(SHELF, s, seat, text))
                assert bool(code) == bool(o.refusal), text
                assert o.label and f'id="i-{o.icon}"' in SYMBOLS


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_two_groups_share_a_key(scenario: str) -> None:
    """A group is one button, and digits, H, N, P and U are the page's."""
    for s, seat, _ in wander(scenario, 3, decisions=8):
        keys: dict[tuple[str, str], set[str]] = {}
        for o in orders(SHELF, s, seat):
            if o.key:
                keys.setdefault((o.unit, o.key), set()).add(o.group)
            assert o.key not in set("HNPU123456789?")
        assert all(len(groups) == 1 for groups in keys.values())


def test_no_order_is_shown_twice() -> None:
    for s, seat, _ in wander("container_yard", 5, decisions=10):
        texts = [o.text for o in orders(SHELF, s, seat)]
        assert len(set(texts)) == len(texts)


# ---------------------------------------------------------------- moving


def test_steps_name_the_tile_and_the_cost() -> None:
    """AG-7.1, AG-7.13: a tank goes ahead and back, and is not told that it cannot go sideways."""
    s = ground(HALL)
    put(s, "bastion", (3, 3))
    assert [(o.text, o.detail, o.cost, o.place) for o in group(s, 0, "A1", "move")] == [
        ("A1 step N", "north to D3, ahead", 1, "D3"),
        ("A1 step S", "south to D5, back", 1, "D5"),
    ]
    put(s, "strider", (8, 3))  # AG-7.4
    assert {o.text: o.cost for o in group(s, 0, "A2", "move")} == {
        "A2 step N": 1,
        "A2 step E": 2,
        "A2 step S": 1,
        "A2 step W": 2,
    }


def test_a_squad_has_no_ahead_and_no_turns() -> None:
    """AG-2.2, AG-21.3."""
    s = ground(HALL)
    put(s, "troopers", (3, 3))
    assert group(s, 0, "A1", "move")[0].detail == "north to D3"
    assert not group(s, 0, "A1", "turn") and not group(s, 0, "A1", "anchor")


def test_the_free_turn_of_an_agrav() -> None:
    """AG-7.7, AG-7.9, AG-2.9: and only AGravs shift inside a tile."""
    s = ground(HALL)
    put(s, "kestrel", (3, 3))
    assert [o.cost for o in orders(SHELF, s, 0) if o.group.startswith("turn")] == [0, 0, 1]
    assert group(s, 0, "A1", "turn")[0].detail == "to the west, free"
    assert len(group(s, 0, "A1", "anchor")) == 8


def test_a_lost_drive_is_said_once() -> None:
    """AG-7.12."""
    s = ground(HALL)
    unit = put(s, "bastion", (3, 3))
    unit.part[1].crits = 2
    (only,) = group(s, 0, "A1", "move")
    assert only.refusal and only.refusal.text == "the drive is destroyed" and only.refusal.rule == "AG-7.12"


def test_odds_are_worth_showing_where_a_cone_lies() -> None:
    """AG-16.8: a step into an enemy's cone may be answered."""
    s = duel(("............",) * 5)
    assert not button(s, 0, "A1 step N").random
    s.units[1].weapon[0].cone = Way.SW
    assert button(s, 0, "A1 step N").random
    s.units[1].weapon[0].cone = Way.E
    assert not button(s, 0, "A1 step N").random


# ---------------------------------------------------------------- shooting


def test_shots_by_weapon_with_their_chance() -> None:
    """AG-8.11: the number on the button is that of the rules."""
    s = duel(("............",) * 5)
    (shot,) = group(s, 0, "A1", "fire_cannon100")
    percent = hit_percent(s, 0, 0, Mode.DIRECT, 1, -1, s.mute)
    assert shot.detail == f"at B1 Strider, {percent}%" == "at B1 Strider, 80%"
    assert (shot.label, shot.target, shot.random, shot.key) == ("Fire 100 mm cannon", "B1", True, "F")


def test_a_shot_that_cannot_be_says_why() -> None:
    """AG-8.13: no sight, and once fired (AG-8.12) one button says so for all targets."""
    s = duel()
    assert reasons(group(s, 0, "A1", "fire_cannon100")) == {"no_los"}
    s.units[0].weapon[0].fired = 1
    put(s, "heron", (8, 0), side=1)
    (only,) = group(s, 0, "A1", "fire_cannon100")
    assert only.refusal and only.refusal.text == "this weapon has fired this turn"


def test_modes_of_a_rocket_pod() -> None:
    """AG-17.2, AG-17.3: with sight both angles, without it both indirectly if an ally sees the target."""
    s = ground(("............",) * 5)
    put(s, "heron", (0, 4))
    put(s, "strider", (10, 0), Way.S, side=1)
    assert [o.text for o in group(s, 0, "A1", "fire_rocket")] == [
        "A1 fire rocket B1 low",
        "A1 fire rocket B1 high",
    ]
    s = ground(HALL)
    put(s, "heron", (0, 4))
    put(s, "strider", (10, 0), Way.S, side=1)
    assert reasons(group(s, 0, "A1", "fire_rocket")) == {"no_los"}
    put(s, "troopers", (11, 4))
    found = group(s, 0, "A1", "fire_rocket")
    assert [o.detail for o in found] == ["at B1 Strider, indirect high-angle, 40%"]


def test_structures_in_sight_are_targets() -> None:
    """AG-4.6, AG-8.13, AG-20: section and barricade, by their names."""
    s = duel()
    fence(s, (1, 1))
    found = {o.text: (o.detail, o.target) for o in group(s, 0, "A1", "structures")}
    assert found["A1 fire cannon100 S1"] == ("100 mm cannon at structure S1, 80%", "S1")
    assert found["A1 fire cannon100 K1"] == ("100 mm cannon at barricade K1, 80%", "K1")


def test_unknown_enemies_are_no_targets() -> None:
    """AG-24.1."""
    s = duel()
    s.options.fog_of_war = 1
    assert not group(s, 0, "A1", "fire_cannon100")
    assert all("B1" not in o.text + o.detail for o in orders(SHELF, s, 0))


def test_cones_of_turret_and_hull() -> None:
    """AG-16.2, AG-16.7: all round, or where the hull points; off once it is set."""
    s = duel()
    cones = group(s, 0, "A1", "reaction_fire")
    assert len([o for o in cones if "cannon100" in o.text]) == 8
    assert (cones[1].label, cones[1].ring, cones[1].facing) == ("Watch northeast", "100 mm cannon", Way.NE)
    s.units[0].weapon[0].cone = Way.NE
    cones = group(s, 0, "A1", "reaction_fire")
    assert (cones[0].text, cones[0].ring) == ("A1 react cannon100 off", "")
    assert len([o for o in cones if "cannon100" in o.text]) == 8
    put(s, "anvil", (0, 2))
    fixed = group(s, 0, "A2", "reaction_fire")
    assert {o.label for o in fixed if o.detail.endswith(", fixed ahead")} == {"Watch north"}
    assert not any("mortar" in o.text for o in fixed)  # AG-16.5


# ---------------------------------------------------------------- ram, shield, transfer, smoke, charge


def test_a_walker_chooses_how_hard_it_stomps() -> None:
    """AG-19.6 to AG-19.8, AG-19.13."""
    s = ground(HALL)
    put(s, "strider", (3, 4))
    put(s, "bastion", (3, 3), side=1)
    stomps = group(s, 0, "A1", "ram")
    assert [(o.text, o.cost) for o in stomps] == [(f"A1 ram B1 {n}", n) for n in (5, 4, 3, 2, 1)]
    assert stomps[0].detail == "B1 Bastion, 400 damage" and stomps[-1].detail == "B1 Bastion, 240 damage"


def test_a_tank_rams_along_its_axis() -> None:
    """AG-19.12, AG-19.17: its own thickness, 90, and a barricade behind it."""
    s = ground(HALL)
    put(s, "bastion", (3, 3))
    put(s, "strider", (3, 2), side=1)
    fence(s, (3, 3))
    assert [(o.text, o.detail, o.cost) for o in group(s, 0, "A1", "ram")] == [
        ("A1 ram B1", "B1 Strider, 90 damage", 1),
        ("A1 ram K1", "barricade K1, 90 damage", 1),
    ]
    s.units[0].facing = Way.E
    assert reasons(group(s, 0, "A1", "ram")) == {"ram_not_adjacent"}


def test_agravs_and_squads_have_no_ram() -> None:
    """AG-19.10, AG-21.8."""
    s = ground(HALL)
    put(s, "kestrel", (3, 3))
    put(s, "troopers", (4, 3))
    put(s, "strider", (3, 2), side=1)
    assert not group(s, 0, "A1", "ram") and not group(s, 0, "A2", "ram")


def test_the_shield_and_its_price() -> None:
    """AG-13.11, AG-13.12, AG-13.20."""
    s = duel()
    assert button(s, 0, "A1 shield").detail == "keeps 150"
    screen = s.units[0].shield
    screen.state, screen.charge = Shield.INACTIVE, 800
    assert button(s, 0, "A1 shield").detail == "costs 4, then 76/80"
    screen.toggled = 1
    assert reasons(group(s, 0, "A1", "shield")) == {"shield_toggled"}


def test_charge_sent_to_a_neighbour() -> None:
    """AG-14.4, AG-14.7, AG-14.8: all, half, or any number; what arrives and what it makes is said."""
    s = ground(HALL)
    put(s, "pavise", (3, 3))
    other = put(s, "citadel", (4, 3)).shield
    other.charge, other.maximum = 800, 1000
    sent = group(s, 0, "A1", "transfer")
    assert [o.text for o in sent] == [f"A1 transfer A2 {n}" for n in (200, 100)]
    assert sent[1].detail == "100 to A2 Citadel, 80 arrive, then 130/160"
    assert [o.amount for o in sent] == [
        Amount("Charge to send", n, 1, 200, "A1 transfer A2 {}") for n in (200, 100)
    ]
    other.state = Shield.INACTIVE
    (refused,) = group(s, 0, "A1", "transfer")
    assert reasons([refused]) == {"transfer_target"} and refused.amount is None


def test_a_screen_of_smoke() -> None:
    """AG-22.1: wherever it may go, three tiles across the line, all of them told."""
    s = ground(("............",) * 5)
    put(s, "anvil", (6, 2))
    screens = {o.place: o for o in group(s, 0, "A1", "smoke")}
    assert len(screens) == 25 and not reasons(list(screens.values()))
    assert screens["G2"].text == "A1 smoke F2 G2 H2" and screens["G2"].detail == "on F2 G2 H2, 2 left"
    assert len({o.text for o in screens.values()}) == 25
    s.units[0].smoke = 0
    assert reasons(group(s, 0, "A1", "smoke")) == {"smoke_used"}


def test_a_demolition_charge() -> None:
    """AG-21.6: on a structure next to the squad; the nearest says why not."""
    s = ground(HALL)
    put(s, "powersuits", (3, 2))
    (one,) = group(s, 0, "A1", "charge")
    assert (one.text, one.detail, one.target) == ("A1 charge S1", "400 to S1, high structure", "S1")
    far = copy(s)
    far.units[0].tile -= 1
    look_all(far)
    assert reasons(group(far, 0, "A1", "charge")) == {"charge_target"}


# ---------------------------------------------------------------- the whole


def test_the_end_of_a_turn_says_what_is_left() -> None:
    s = duel()
    assert button(s, 0, "end").detail == "2 weapons idle, 1 unit can move"
    s.units[0].left = 0
    for gun in (0, 1):
        s.units[0].weapon[gun].cone = Way.N
    assert button(s, 0, "end").detail == "all is done"


def test_free_play_begins_with_a_choice_and_placing() -> None:
    """AG-6.1, AG-6.9."""
    s = set_up(SHELF, "free_crossroads", None, {"A1": {"unit": "terrier"}, "B1": {"unit": "troopers"}})
    s.chooser = 1
    assert [o.text for o in orders(SHELF, s, 1)] == ["first", "second", "concede"]
    s.first, s.side, s.phase = 0, 0, Phase.DEPLOY
    placed = group(s, 0, "A1", "deploy")
    assert placed[0].text == "A1 place A8 N" and placed[0].label == "Deploy A1 Terrier"
    assert len(placed) == 4 * (12 * 3 - 2)  # a structure has two tiles of the zone
    s.side = 1
    s.units[0].standing = 1
    assert group(s, 1, "B1", "deploy")[0].text == "B1 place A1"
