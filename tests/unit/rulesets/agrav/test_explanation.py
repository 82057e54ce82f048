"""What stands behind an order: the worked examples of the rulebook, read before the click."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.agrav.field import put
from tests.unit.rulesets.agrav.range import fence, ground, stand
from tests.unit.rulesets.agrav.wandering import SCENARIOS, wander

from hulldown.kernel.records import digest
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.explanation import explainer
from hulldown.rulesets.agrav.state import Shield, State, Way
from hulldown.rulesets.agrav.words import parse_action
from hulldown.rulesets.api.odds import Explanation


def asked(s: State, text: str) -> Explanation:
    """The explanation of an order."""
    return explainer(SHELF)(s, parse_action(SHELF, s, int(s.side), text))


def notes(s: State, text: str) -> list[str]:
    """Its notes with their rules, in which commas and semicolons count alike."""
    return [f"{said} {rule}".replace(";", ",") for said, rule in asked(s, text).notes]


def sums(s: State, text: str) -> dict[str, int]:
    """Its modifiers."""
    return {m.text: m.amount for m in asked(s, text).modifiers}


def bastions() -> State:
    """A1 in front of B1, both fresh bastions with their shields down."""
    s = ground()
    stand(s, 0, "bastion", (0, 7))
    stand(s, 1, "bastion", (0, 2), Way.S)
    return s


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_explaining_changes_nothing_and_names_rules(scenario: str) -> None:
    """Every legal order of random games has an explanation, and every note a rule of the book."""
    rules = SHELF.listed_rulebook().rules
    for s, _, offered in wander(scenario, 6, decisions=12):
        before = digest(s)
        for a in offered:
            told = explainer(SHELF)(s, a)
            assert told.title and "{" not in told.title
            assert all(rule in rules and "{" not in said for said, rule in told.notes)
            assert all(m.rule in rules for m in told.modifiers)
        assert digest(s) == before


def test_the_worked_example_of_a_cannon() -> None:
    """AG-9.4, layer by layer."""
    told = asked(bastions(), "A1 fire cannon100 B1")
    assert (told.title, told.subtitle) == ("100 mm cannon at B1 Bastion", "80 or less on a d100 hits")
    said = notes(bastions(), "A1 fire cannon100 B1")
    expected = (
        ("90 x 6/5 = 108 against penetration 130, through by 22", "AG-10.3"),
        ("70 x 130/108 = 84.3, 200 to 115.7 (-84.3)", "AG-10.6"),
        ("70 x 22/130 = 11.85", "AG-10.4"),
        ("spalling 22", "AG-12.1"),
        ("33.8 in all, health 390 to 356.2 (-33.8)", "AG-9.1"),
        ("33.8 health + 84.3 armour = 118.1, a quarter of its health is 97.5", "AG-15.4"),
        ("It takes 1 of 8 loads", "AG-5.9"),
    )
    assert len(said) == len(expected)
    for note, (part, rule) in zip(said, expected, strict=True):
        assert part in note and note.endswith(rule)


def test_a_shield_stops_the_rest() -> None:
    """AG-13.22: 105 dealt, 45 left, cracked; nothing is said of armour (AG-13.7)."""
    s = bastions()
    screen = s.units[1].shield
    screen.state, screen.charge = Shield.ACTIVE, 1500
    told = notes(s, "A1 fire cannon100 B1")
    assert "70 x 150% = 105" in told[0] and "150 to 45" in told[0]
    assert told[1] == "B1's shield: cracked for 2 own turns. AG-13.19"
    assert not any("armour" in note for note in told)


def test_heat_comes_before_thickness() -> None:
    """AG-9.1, AG-11.7."""
    s = ground()
    stand(s, 0, "strider", (0, 7))
    stand(s, 1, "bastion", (0, 2), Way.S)
    told = notes(s, "A1 fire laser B1")
    assert told[0] == "B1's armour heats up: 0 + 30 = 30, the limit is 90. AG-11.7"
    assert told[1].startswith("B1's front: thickness 90 x (1 - 30/180) x 6/5 = 90 against penetration 100")
    assert told[-1] == "It takes 3 of 11 energy. AG-5.8"


def test_modifiers_by_name() -> None:
    """AG-8.14: full stabiliser, 5 tiles moved, the target moved 10; and a stun (AG-15.2)."""
    s = bastions()
    s.units[0].tiles, s.units[1].last_tiles = 5, 10
    assert sums(s, "A1 fire cannon100 B1") == {"base": 80, "own movement": -10, "fast target": -10}
    assert asked(s, "A1 fire cannon100 B1").subtitle.startswith("60 or less")
    s.units[0].stun = 2
    assert sums(s, "A1 fire cannon100 B1")["stunned"] == -50


def test_crit_rolls_are_announced_and_not_thrown() -> None:
    """AG-12.8: which part they strike is for the dice."""
    s = bastions()
    s.units[1].health = 3130
    assert "B1 takes 1 crit roll on a d60. AG-12.8" in notes(s, "A1 fire cannon100 B1")


def test_a_volley_and_a_second_roll() -> None:
    """AG-8.12, AG-17.11, AG-17.12: each shot alone; from above there is no facing."""
    s = ground()
    stand(s, 0, "heron", (0, 7))
    stand(s, 1, "bastion", (0, 2), Way.S)
    told = asked(s, "A1 fire rocket B1 high")
    assert told.title == "Rocket pod at B1 Bastion, high-angle"
    assert told.subtitle == "80 or less on a d100 sends it on its way, each of 2 shots"
    said = notes(s, "A1 fire rocket B1 high")
    assert said[0].endswith("100% less 5% for each tile the target moves. AG-17.11")
    assert any(note.startswith("B1's top: thickness 90 against penetration 65, not through") for note in said)


def test_an_indirect_shot_names_the_spotter() -> None:
    """AG-17.4: the ally with the most sensor points."""
    s = ground(("............", "............", "HHHHHHH.....", "............", "............"))
    stand(s, 0, "anvil", (0, 4))
    stand(s, 1, "bastion", (0, 0), Way.S)
    stand(s, 0, "heron", (8, 0))
    assert notes(s, "A1 fire mortar B1 indirect")[0] == "A2 Heron spots with 5 sensor points. AG-17.4"
    assert sums(s, "A1 fire mortar B1 indirect") == {"base": 80, "indirect": -15}


def test_shots_at_structures() -> None:
    """AG-20.2, AG-20.10."""
    s = ground(("............", "............", "....HH......", "............", "............"))
    stand(s, 0, "bastion", (4, 4))
    assert notes(s, "A1 fire cannon100 S1")[:2] == [
        "A miss is rolled again: 96% in all. AG-20.2",
        "Structure S1 takes 70: 1000 to 930. AG-20.10",
    ]


def test_the_worked_example_of_a_ram() -> None:
    """AG-19.18: 4 tiles closer at a terrier; both damages, and the stun."""
    s = ground()
    stand(s, 0, "bastion", (0, 1))
    stand(s, 1, "terrier", (0, 0), Way.S)
    s.units[0].began = s.units[0].tile + 4 * (s.units[0].tile - s.units[1].tile)
    told = notes(s, "A1 ram B1")
    assert any("170 x 85/72 = 200.7" in note and "150 to 0" in note for note in told)
    assert any("26 in all" in note or "= 26," in note for note in told)
    assert any(note.startswith("A1's armour: 60 x 30/108 = 16.7") for note in told)
    assert told[-1] == "B1 is stunned by the ram. AG-19.1"


def test_a_barricade_and_a_charge() -> None:
    """AG-19.17, AG-21.6."""
    s = ground(("............", "....HH......", "............", "............"))
    stand(s, 0, "bastion", (1, 2))
    fence(s, (1, 2))
    stand(s, 0, "powersuits", (4, 2))
    assert notes(s, "A1 ram K1")[-1] == "Barricade K1 takes 90: 200 to 110. AG-20.11"
    charge = notes(s, "A2 charge S1")
    assert "over 20% of 1000" in charge[1] and charge[-1] == "The squad does not shoot this turn. AG-21.6"


def test_a_step_and_those_who_watch() -> None:
    """AG-8.6, AG-16.8, AG-16.10."""
    s = bastions()
    s.units[1].weapon[0].cone = Way.S
    s.units[0].weapon[1].cone = Way.NE
    told = asked(s, "A1 step N")
    assert (told.title, told.subtitle) == ("A1 Bastion moves to A7", "1 of 6 mobility")
    assert notes(s, "A1 step N") == [
        "1 tile moved then: Autocannon -25%. AG-8.6",
        "B1's 100 mm cannon watches A7. AG-16.8",
        "Autocannon fires at an enemy it comes upon to the northeast, at -15%. AG-16.10",
    ]


def test_weapons_that_wait() -> None:
    """AG-16.1, AG-16.4, AG-8.8: -5 from a High Act turret."""
    s = ground()
    stand(s, 0, "citadel", (0, 4))
    s.units[0].tiles = 2
    assert [note.rsplit(" ", 3)[-2:] for note in notes(s, "A1 react rail NE")[:2]] == [
        ["-25%.", "AG-16.1"],
        ["-5%.", "AG-16.4"],
    ]
    assert notes(s, "A1 react rail NE")[2] == "What it has moved counts too: -5% so far. AG-8.8"


def test_shields_charge_and_smoke() -> None:
    """AG-13.11, AG-13.13, AG-13.21, AG-14.4, AG-3.11."""
    s = ground()
    put(s, "pavise", (0, 4))
    put(s, "citadel", (1, 4))
    put(s, "terrier", (9, 0), side=1)
    s.units[0].shield.state = Shield.INACTIVE
    on = notes(s, "A1 shield")
    assert "10 paid, 190 left" in on[0]
    assert on[1:] == [
        "All damage to it counts double until your next turn. AG-13.21",
        "It does not regenerate this turn. AG-13.13",
    ]
    s.units[1].shield.charge, s.units[1].shield.maximum = 800, 1000  # AG-14.6
    (sent,) = notes(s, "A1 transfer A2 100")
    assert "80 arrive, 20 are lost" in sent and "130 of 160" in sent
    assert notes(s, "A1 smoke A4")[0] == "It hangs there for 3 enemy turns. AG-3.11"


def test_what_is_refused_is_not_explained() -> None:
    s = bastions()
    s.units[0].weapon[0].fired = 1
    assert asked(s, "A1 fire cannon100 B1") == Explanation("A1 fire cannon100 B1")
