"""Cards and the line above the table: every number as the rules have it now."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.agrav.blows import PRINTED
from tests.unit.rulesets.agrav.field import put
from tests.unit.rulesets.agrav.range import fire, ground, stand
from tests.unit.rulesets.agrav.wandering import SCENARIOS, wander

from hulldown.kernel.dice import new_dice
from hulldown.rulesets.agrav.actions import apply
from hulldown.rulesets.agrav.armor import harm
from hulldown.rulesets.agrav.cards import card, status
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.damage import toggle
from hulldown.rulesets.agrav.setup import set_up
from hulldown.rulesets.agrav.state import Mode, Part, Phase, Shield, Standing, State, Unit, Way
from hulldown.rulesets.agrav.words import parse_action
from hulldown.rulesets.api.words import Pips
from hulldown.rulesets.common.explanation import OFF


def fact(s: State, u: int, label: str) -> str:
    """One line of a card, empty if it is not there."""
    return dict(card(SHELF, s, u).facts).get(label, "")


def kit(s: State, u: int) -> list[str]:
    """The lines of weapons, devices and damaged parts."""
    return [text for text, _ in card(SHELF, s, u).kit]


def crit(u: Unit, part: Part, crits: int = 1) -> None:
    """A crit on the first part of a kind."""
    harm(PRINTED, u, next(k for k in range(u.parts) if u.part[k].part == part), crits)


def field(*what: str) -> State:
    """Units of the first side in a row, facing north."""
    s = ground()
    for column, name in enumerate(what):
        put(s, name, (column, 7))
    return s


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_cards_of_every_position(scenario: str) -> None:
    """In random games nothing is lost and nothing is out of bounds."""
    for s, seat, _ in wander(scenario, 4):
        assert status(SHELF, s, seat).text
        for u in range(s.count):
            shown = card(SHELF, s, u)
            assert 0 <= shown.points.on <= shown.points.full
            assert all(label and value for label, value in shown.facts)
            assert ("wreck" in shown.state) == (s.units[u].standing == Standing.DESTROYED)


def test_a_fresh_bastion() -> None:
    """Section 3.6; AG-9.4: front 90 x 6/5."""
    s = field("bastion")
    shown = card(SHELF, s, 0)
    assert (shown.unit, shown.name, shown.kind, shown.kind_name) == ("A1", "Bastion", "tank", "medium tank")
    assert (shown.place, shown.plates, shown.points) == ("A8", (108, 72, 45), Pips(5, 5))
    assert dict(shown.facts) == {
        "Top armour": "90",
        "Durability": "200 of 200",
        "Heat": "0, limit 90",
        "Shield": "150 of 150",
        "Shield now": "active, thickness 50",
        "Mobility": "6 of 6",
        "Moved": "0 tiles this turn, 0 in its last",
        "Energy": "2 of 2, +2 a turn",
        "Sensors": "1",
    }
    assert (shown.track, shown.note, shown.hull, shown.turret, shown.ways) == (
        "Health",
        "390 of 390",
        0,
        None,
        8,
    )
    assert kit(s, 0) == ["100 mm cannon: 8 loads, turret, stabilised", "Autocannon: 12 loads, turret"]


def test_a_turret_turned_aside_is_told() -> None:
    """AG-16.3: it points along the cone that its weapon watches."""
    s = field("bastion")
    s.units[0].weapon[0].cone = Way.NE
    assert (card(SHELF, s, 0).hull, card(SHELF, s, 0).turret) == (Way.N, Way.NE)


def test_armor_after_a_hit() -> None:
    """AG-9.4: durability 115.7, health 356.2, stunned at 97.5."""
    s = ground()
    stand(s, 0, "bastion", (0, 7))
    stand(s, 1, "bastion", (0, 2), Way.S)
    s = fire(s, 0, 0, Mode.DIRECT, 1, dice=(1,))
    assert fact(s, 1, "Durability") == "115.7 of 200"
    assert card(SHELF, s, 1).note == "356.2 of 390"
    assert fact(s, 1, "Armour").startswith("front 62.48")  # 90 x 115.7/200 x 6/5
    assert fact(s, 1, "Stunned") == "-50% to hit, half mobility"
    assert card(SHELF, s, 1).state == {"stunned"} and not fact(s, 1, "Taken")
    assert kit(s, 0)[0] == "100 mm cannon: 7 loads, turret, stabilised, fired"


def test_heat_thins_the_armor() -> None:
    """AG-11.2, AG-11.4: half the limit leaves three quarters; above it the armour wears faster."""
    s = field("bastion")
    s.units[0].heat = 450
    assert card(SHELF, s, 0).plates == (81, 54, 34)  # 33.75 rounded
    assert fact(s, 0, "Armour") == "front 81, side 54, rear 33.75"
    assert fact(s, 0, "Heat") == "45, limit 90" and "overheated" not in card(SHELF, s, 0).state
    s.units[0].heat = 910
    assert "overheated" in card(SHELF, s, 0).state


def test_no_plate_is_left() -> None:
    """AG-10.11."""
    s = field("bastion")
    s.units[0].durability = 0
    assert card(SHELF, s, 0).plates is None
    assert fact(s, 0, "Armour") == "front 0, side 0, rear 0"


def test_how_near_to_being_stunned() -> None:
    """AG-15.4: half of what a shield lost counts; a quarter of 390 stuns."""
    s = field("bastion")
    s.units[0].lost_health, s.units[0].lost_charge = 100, 205
    assert fact(s, 0, "Taken") == "20.25, stunned at 97.5"
    s.units[0].stun = 1
    assert fact(s, 0, "Stunned") == "-20% to hit"


def test_states_of_a_shield() -> None:
    """AG-13.15, AG-13.16, AG-13.19, AG-13.21."""
    s = field("bastion")
    screen = s.units[0].shield
    screen.charge, screen.crack = 450, 2
    assert fact(s, 0, "Shield") == "45 of 150"
    assert fact(s, 0, "Shield now") == "active, thickness 15, cracked for 2 own turns"
    assert "shield cracked" in card(SHELF, s, 0).state
    screen.crack, screen.state, screen.charge = 0, Shield.INACTIVE, 800
    toggle(s, 0, OFF)
    assert fact(s, 0, "Shield") == "76 of 80"
    assert fact(s, 0, "Shield now") == "active, default 150, thickness 26.67, damage doubled"
    screen.state, screen.reset = Shield.DISABLED, 5
    assert fact(s, 0, "Shield") == "disabled for 5 own turns, default 150"
    screen.state = Shield.DESTROYED
    assert fact(s, 0, "Shield") == "destroyed" and "shield gone" in card(SHELF, s, 0).state
    assert not fact(field("anvil"), 0, "Shield")


def test_mobility_left_and_the_last_turn() -> None:
    """AG-1.7, AG-7.12."""
    s = field("bastion")
    unit = s.units[0]
    unit.left, unit.tiles, unit.last_tiles = 2, 4, 1
    assert fact(s, 0, "Mobility") == "2 of 6"
    assert fact(s, 0, "Moved") == "4 tiles this turn, 1 in its last"
    s.side = 1
    assert (fact(s, 0, "Mobility"), fact(s, 0, "Moved")) == ("6", "1 tile in its last turn")


def test_a_weapon_that_waits_reloads_or_is_empty() -> None:
    """AG-8.12, AG-16.7, AG-5.8, AG-5.9."""
    s = field("anvil", "strider")
    howitzer, rocket = s.units[0].weapon[0], s.units[0].weapon[1]
    howitzer.waiting, rocket.loads = 2, 0
    s.units[0].weapon[3].cone = Way.N
    lines = kit(s, 0)
    assert lines[0].endswith("reloads, 2 own turns")
    assert lines[3].endswith("watches the north") and "watching" in card(SHELF, s, 0).state
    assert card(SHELF, s, 0).kit[1] == ("Rocket pod: hull, no loads left", True)
    s.units[1].energy = 2
    assert kit(s, 1) == [
        "Beam laser: 3 energy, arm, needs 3 energy",
        "Plasgun: 4 energy, arm, needs 4 energy",
    ]


def test_damaged_parts() -> None:
    """Table 3.10, AG-12.11."""
    s = field("anvil")
    unit = s.units[0]
    for part, crits in ((Part.DRIVE, 1), (Part.WEAPON, 1), (Part.AMMO, 1), (Part.SMOKE, 2)):
        crit(unit, part, crits)
    lines = kit(s, 0)
    assert lines[0] == "150 mm howitzer: 6 loads, hull, stabilised, damaged, -20%"
    assert "Drive damaged: half mobility" in lines
    assert "Ammo bin of the 150 mm howitzer damaged: half the loads left" in lines
    assert card(SHELF, s, 0).kit[-1] == ("Smoke discharger destroyed: no uses left", True)
    assert fact(s, 0, "Mobility") == "2 of 2"


def test_a_squad_shows_its_models() -> None:
    """AG-21.5."""
    s = field("powersuits")
    unit = s.units[0]
    unit.model[2], unit.model[1] = 0, 205
    shown = card(SHELF, s, 0)
    assert (shown.plates, shown.points, shown.kind_name) == (None, Pips(2, 3), "squad")
    assert shown.note == "50, 20.5, 0 of 50 each" and fact(s, 0, "Armour") == "25"
    assert kit(s, 0) == ["Suit plasguns", "Demolition charge: 1 load"]
    unit.weapon[1].loads = 0
    assert card(SHELF, s, 0).kit[1] == ("Demolition charge: no loads left", True)


def test_one_who_is_gone_has_a_name_and_no_more() -> None:
    s = field("bastion")
    s.units[0].standing = Standing.DESTROYED
    shown = card(SHELF, s, 0)
    assert (shown.place, shown.facts, shown.kit, shown.plates) == ("", (), (), None)
    assert shown.state == {"destroyed", "wreck"}


# ---------------------------------------------------------------- the line above the table


def test_what_wins_in_each_scenario() -> None:
    """Section 6, AG-23.2."""
    crossroads = status(SHELF, set_up(SHELF, "crossroads"), 0)
    assert crossroads.extras == {
        "score": "Points: Cobalt 0, Rust 0",
        "zones": "15 points to who is alone within 1 tile of G6 after rounds 4, 6 and 8",
        "goal": "10 points ahead after round 8 win",
    }
    assert (crossroads.turn, crossroads.turns, crossroads.text.split(" · ")[0]) == (1, 8, "Cobalt to act")
    yard = status(SHELF, set_up(SHELF, "container_yard"), 0).extras["zones"]
    assert yard == "15 points to who is alone within 2 tiles of structure S7 after rounds 4, 6, 8 and 10"
    gun = status(SHELF, set_up(SHELF, "silence_the_gun"), 0).extras
    assert gun == {"goal": "Cobalt must bring structure S1 down by the end of round 9"}


def test_points_for_lost_units_are_told() -> None:
    """AG-23.2: all for one destroyed, half for one that has lost 60% of its health."""
    s = set_up(SHELF, "crossroads")
    first, second = s.units[0], s.units[1]
    first.standing = second.standing = Standing.PRESENT
    second.health = second.health_full * 40 // 100
    told = status(SHELF, s, None).extras["losses"]
    half = int(second.value) // 2
    assert told.startswith(f"{half} points to ")
    assert told.endswith("crippled (60% of its health lost)")
    first.standing = Standing.DESTROYED
    lost = status(SHELF, s, None).extras["losses"].split("; ")
    assert lost[0].startswith(f"{first.value} points to Rust: A1 ")
    assert lost[0].endswith(" destroyed")
    assert f"Rust {first.value}" in status(SHELF, s, None).extras["score"]


def test_rounds_past_are_not_told() -> None:
    s = set_up(SHELF, "crossroads")
    s.round = 7
    assert status(SHELF, s, 0).extras["zones"].endswith("after round 8")


def test_who_is_done() -> None:
    """AG-6.6: units act in any order, so none is "now"."""
    s = set_up(SHELF, "container_yard")
    assert status(SHELF, s, 0).chips[0] == ("A1", 0, "") and status(SHELF, s, 0).chips[3] == ("B1", 1, "")
    unit = s.units[0]
    unit.left, unit.weapon[0].fired, unit.weapon[1].cone = 0, 1, Way.N
    assert [how for _, _, how in status(SHELF, s, 0).chips] == ["done", "", "", "", "", ""]


def test_rounds_in_flight() -> None:
    """AG-17.10."""
    s = ground()
    stand(s, 0, "heron", (0, 7))
    stand(s, 1, "bastion", (0, 2), Way.S)
    after = fire(s, 0, 1, Mode.HIGH, 1, dice=(1, 1))
    assert status(SHELF, after, 0).extras["flight"] == "In flight: Cobalt 2 at B1"


def test_before_and_after_the_battle() -> None:
    """AG-6.1, AG-23.1."""
    s = set_up(SHELF, "free_crossroads", None, {"A1": {"unit": "terrier"}, "B1": {"unit": "troopers"}})
    assert (
        status(SHELF, s, 0).text.startswith("Roll off for the first turn") and not status(SHELF, s, 0).chips
    )
    apply(s, parse_action(SHELF, s, 0, "roll off"), new_dice(1), OFF)
    chooser = "Cobalt" if s.chooser == 0 else "Rust"
    assert status(SHELF, s, 0).text.startswith(f"{chooser} chooses who moves first")
    apply(s, parse_action(SHELF, s, s.chooser, "first"), new_dice(1), OFF)
    assert s.phase == Phase.DEPLOY and " places " in status(SHELF, s, 0).text
    s = set_up(SHELF, "crossroads")
    apply(s, parse_action(SHELF, s, 1, "concede"), new_dice(0), OFF)
    over = status(SHELF, s, 0)
    assert (over.winner, over.result) == (0, "Cobalt wins, for Rust has conceded")
    assert over.phase == "over" and "goal" not in over.extras
