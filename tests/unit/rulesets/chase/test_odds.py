"""Odds of decisions: what is worked out must be what is played (CH-10.10, CH-13.3)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from tests.unit.rulesets.chase.table import battle, duel, give, seat_for

from hulldown import rulesets
from hulldown.kernel.actions import Action
from hulldown.odds import Distribution
from hulldown.odds.walking import enumerate_outcomes, sample
from hulldown.rulesets.chase.exact import Gunfire
from hulldown.rulesets.chase.odds import fates_of, outcome_facts, own_odds, unfold
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.words import parse_action

RULESET = rulesets.get("chase")
TRIES = 1_500
SIGMAS = 4.5


def order(s: State, text: str) -> Action:
    return parse_action(s, seat_for(s, text), text)


def found(s: State, text: str) -> Mapping[int, Fraction]:
    odds = own_odds(s, order(s, text))
    assert odds is not None
    assert sum(odds.values()) == 1
    return odds


def agrees(s: State, text: str, limit: int = 40_000) -> None:
    """The odds are those of every tape played."""
    a = order(s, text)
    played = enumerate_outcomes(RULESET, s, [a], RULESET.odds.subject(s, a), limit)
    assert Distribution.of(found(s, text)) == played, text


def samples_agree(s: State, text: str) -> None:
    """The odds are those of games played, as far as chance lets one see."""
    a, reckoned = order(s, text), found(s, text)
    played = sample(RULESET, s, [a], RULESET.odds.subject(s, a), TRIES).chances()
    assert played.keys() <= reckoned.keys()
    for number, chance in reckoned.items():
        spread = (float(chance) * (1 - float(chance)) / TRIES) ** 0.5
        assert abs(float(played.get(number, 0)) - float(chance)) <= SIGMAS * spread + 1 / TRIES


def gunner(dm: int | str = 0, bonus: int = 12, gunner: int = 2, **parts: Any) -> dict[str, Any]:
    """A tank of one's own whose gun throws no damage dice; the same DM at every band, "-" for no shot."""
    dms = [dm if isinstance(dm, int) else (20 if band == 6 else dm) for band in range(7)]
    plain: dict[str, Any] = {"hull": 4, "front": 9, "side": 7, "rear": 4, "top_speed": 12, "agility": 0}
    weapon = {"dice": 0, "bonus": bonus, "ap": 0, "range_dm": dms}
    return {**plain, "driver": 2, "gunner": gunner, "mount": "turret", "weapon": weapon, **parts}


SURE = gunner(8)  # hits always, with an Effect from 3 to 13
MORTAL = gunner(4, 40)
LUCKY = gunner(-7, 20)  # hits on 12 only, if orders do not change that
IDLE = gunner("-")


def at_facings(ours: Any, theirs: Any, **parts: Any) -> State:
    """A1 has won a test of hull down against hull down and chooses both facings."""
    return give(duel(ours, theirs, **parts), "A1 hull_down, B1 hull_down", 6, 1, 1, 1)


# ---------------------------------------------------------------- the guns


@pytest.mark.parametrize("facings", ["A1 front B1 rear", "A1 rear B1 front", "A1 left B1 right"])
def test_one_gun_fires(facings: str) -> None:
    s = at_facings(SURE, IDLE)
    agrees(s, f"A1 face {facings}")
    agrees(give(duel(IDLE, SURE), "A1 hull_down, B1 hull_down", 1, 1, 6, 1), f"B1 face {facings}")


def test_hull_down_counts() -> None:
    s = give(duel(SURE, IDLE), "A1 hull_down, B1 hull_down", 6, 6, 5, 6)
    assert s.tanks[6].down
    agrees(s, "A1 face A1 front B1 rear")  # CH-9.1


@pytest.mark.parametrize("rule", ["simultaneous", "winner_first"])
def test_both_guns_fire(rule: str) -> None:
    """CH-10.4: with `winner_first` the loser may be gone, or its gun, before it fires."""
    chosen = {"fire_order": rule, "order_fire_dms": False}
    agrees(at_facings(LUCKY, LUCKY, options=chosen), "A1 face A1 rear B1 rear")
    lost = give(duel(LUCKY, LUCKY, options=chosen), "A1 hull_down, B1 hull_down", 1, 1, 6, 1)
    agrees(lost, "B1 face A1 front B1 front")


def test_the_loser_of_the_test_suffers_from_the_first_shot() -> None:
    """CH-10.4: B1 fires first here, so that it is hit less often."""
    odds = []
    for rule in ("simultaneous", "winner_first"):
        chosen = {"order_fire_dms": False, "fire_order": rule}
        s = give(duel(MORTAL, MORTAL, options=chosen), "A1 hull_down, B1 hull_down", 1, 1, 4, 1)
        a = order(s, "B1 face A1 rear B1 rear")
        own = fates_of(unfold(s, a), 6, Gunfire())
        odds.append(
            sum(p for number, p in own.items() if outcome_facts(s, 0, number)["standing"] == "destroyed")
        )
    assert odds[1] < odds[0]


@pytest.mark.parametrize("dice", ["uniform", "front_heavy"])
def test_random_facings_are_counted(dice: str) -> None:
    """CH-7.7: a shift with the facings still to be thrown, after B1 has won (CH-6.8)."""
    chosen = {"random_facing": dice, "order_fire_dms": False}
    s = give(duel(LUCKY, IDLE, options=chosen), "A1 maneuver, B1 hull_down", 4, 4, 6, 5)
    agrees(s, "A1 shift +1")


def test_openings_and_refusals_to_fire() -> None:
    s = give(give(duel(SURE, IDLE), "A1 maneuver, B1 maneuver", 6, 1, 1, 1), "A1 face A1 front B1 rear")
    agrees(s, "B1 open no")
    agrees(s, "B1 open yes")  # CH-6.13
    fixed = at_facings(gunner(8, mount="fixed"), IDLE)
    away = found(fixed, "A1 face A1 rear B1 front")
    assert [outcome_facts(s, 0, number) for number in away] == [
        {"standing": "active", "hull": 4, "mobility": "sound", "gun": "sound"}
    ]  # CH-10.3


# ---------------------------------------------------------------- orders and Driving tests


@pytest.mark.parametrize("options", [{}, {"win_requires_success": True}, {"range_success": "opposed_win"}])
def test_orders_against_an_immobilised_tank(options: dict[str, Any]) -> None:
    """CH-5.8: its order is known, so the second order is followed by the tests and all that comes of them."""
    s = duel(SURE, IDLE, damage={"B1": (4, 2, 0)}, options=options)
    for text in ("A1 hull_down", "A1 maneuver", "A1 flee"):
        samples_agree(s, text)
    agrees(duel(IDLE, IDLE, damage={"B1": (4, 2, 0)}, options=options), "A1 hull_down")


def test_orders_of_two_tanks_that_drive() -> None:
    s = give(duel(SURE, IDLE, range="Distant"), "A1 flee")
    gone = found(s, "B1 flee")  # CH-6.3: both escape whatever the tests
    assert [outcome_facts(s, 0, number)["standing"] for number in gone] == ["escaped"]
    tied = give(duel(IDLE, SURE, options={"driving_tie": "no_winner"}), "B1 hull_down")
    samples_agree(tied, "A1 hull_down")


# ---------------------------------------------------------------- rams


def closing(ours: Any, theirs: Any, text: str = "A1 pursue, B1 pursue", **parts: Any) -> State:
    return give(duel(ours, theirs, range="Short", **parts), text, 6, 2, 1, 1)


@pytest.mark.parametrize(
    ("text", "dice"),
    [("A1 pursue, B1 pursue", (6, 2, 1, 1)), ("A1 pursue, B1 hull_down", (6, 2, 5, 5))],
)
def test_rams_that_need_no_dice_for_damage(text: str, dice: tuple[int, ...]) -> None:
    """CH-8.11, CH-8.12: head on, or into a side; locations by d6; then nobody can fire."""
    s = give(duel(IDLE, IDLE, range="Short"), text, *dice)
    if "hull_down" in text:
        s = give(s, "A1 shift -2", 2)
    agrees(s, "A1 ram yes")
    agrees(s, "A1 ram no")


def test_a_ram_with_the_test_of_the_turn() -> None:
    """CH-8.6."""
    s = closing(IDLE, IDLE, options={"ram_test": "same"})
    agrees(s, "A1 ram yes")


def test_rams_with_guns_and_dice() -> None:
    s = closing("marten", "warden")
    samples_agree(s, "A1 ram yes")
    over = give(duel("auroch", "kestrel", range="Close"), "A1 pursue, B1 hull_down", 6, 4, 5, 5)
    samples_agree(give(over, "A1 shift -2", 3), "A1 ram yes")
    samples_agree(give(over, "A1 shift -1", 4), "A1 ram yes")


# ---------------------------------------------------------------- matches and team battles


def test_a_duel_of_a_match_is_judged_by_its_own_tanks() -> None:
    """The next duel has fresh tanks (CH-12.7); the odds are of the tank that was fired at."""
    s = give(duel(SURE, IDLE, duels=3), "A1 hull_down, B1 hull_down", 6, 1, 1, 1)
    text = "A1 face A1 front B1 rear"
    agrees(s, text)
    assert any(outcome_facts(s, 0, number)["standing"] == "destroyed" for number in found(s, text))


def test_several_guns_at_one_tank() -> None:
    """CH-11.9: all shots at it count, in the order of the firers."""
    s = battle([LUCKY, LUCKY], [IDLE], options={"order_fire_dms": False})
    s = give(s, "A1 hull_down, A2 hull_down, B1 hull_down", 6, 1, 5, 1, 1, 1)
    s = give(s, "A1 face A1 front B1 rear")
    agrees(s, "A2 face A2 front B1 rear")


def test_team_battles_with_real_tanks() -> None:
    s = battle(["warden", "marten"], ["lancer", "anvil"])
    s = give(s, "A1 hull_down, A2 hull_down, B1 hull_down, B2 hull_down", 6, 1, 5, 1, 1, 1, 1, 2)
    s = give(s, "A1 face A1 front B1 rear")
    samples_agree(s, "A2 face A2 left B2 front")


def test_no_tank_no_odds() -> None:
    s = duel()
    assert own_odds(s, order(s, "surrender")) is None


# ---------------------------------------------------------------- the panel


def panel(s: State, text: str) -> dict[str, Fraction]:
    """The lines of a decision by their words, with their headings."""
    lines = RULESET.odds.lines(s, [order(s, text)], -1, found(s, text))
    assert all(line.rule in RULESET.files.rulebook().rules for line in lines)
    shares = [line.chance for line in lines if line.group == "result"]
    assert not shares or sum(shares) == 1
    assert len({line.full for line in lines}) == len(lines)
    return {line.full: line.chance for line in lines}


def test_the_panel_of_a_secret_order() -> None:
    """CH-16.4: both tests, then range and shots against each order of the enemy."""
    lines = panel(duel("warden", "warden"), "A1 hull_down")
    assert lines["A1 wins the Driving test: chooses both sides"] == Fraction(1, 2)
    assert lines["A1 gets hull down"] == Fraction(82, 115)  # CH-5.10
    assert lines["If B1 pursues: A1 hits at Medium"] == Fraction(35, 36)  # CH-10.6
    assert lines["If B1 pursues: B1 may bring it to Adjacent"] == Fraction(82, 115)  # CH-6.7
    assert lines["If B1 goes hull down: The range stays"] == 1
    assert {text.partition(":")[0] for text in lines if text.startswith("If ")} == {
        f"If B1 {does}" for does in ("pursues", "flees", "maneuvers", "goes hull down")
    }


@pytest.mark.parametrize(
    ("given", "first", "chance"),
    [
        ("pursue", "A1 wins the Driving test: up to 3 bands closer", Fraction(1, 2)),
        ("flee", "A1 wins the Driving test: up to 3 bands away", Fraction(1, 2)),
        ("maneuver", "A1 wins the Driving test: chooses both sides", Fraction(1, 2)),
        ("hull_down", "A1 gets hull down", Fraction(82, 115)),
    ],
)
def test_the_first_line_of_an_order_is_what_it_is_given_for(given: str, first: str, chance: Fraction) -> None:
    s = duel("warden", "warden")
    lines = RULESET.odds.lines(s, [order(s, f"A1 {given}")], -1, {})
    assert next((line.text, line.chance) for line in lines if line.group == "result") == (first, chance)


def test_the_panel_tells_no_secret() -> None:
    s = duel()
    ordered = give(s, "B1 flee")
    assert RULESET.odds.lines(
        RULESET.observation(ordered, 0), [order(s, "A1 flee")], -1, {}
    ) == RULESET.odds.lines(RULESET.observation(s, 0), [order(s, "A1 flee")], -1, {})


def test_the_panel_before_the_guns_fire() -> None:
    s = give(duel("warden", "warden"), "A1 hull_down, B1 hull_down", 6, 1, 1, 1)
    lines = panel(s, "A1 face A1 front B1 rear")
    assert lines["A1 misses"] == Fraction(1, 12)  # CH-10.6: DM +4
    assert lines["B1 hits A1"] == Fraction(11, 12)
    assert lines["Hit that does damage"] == sum(lines[f"Severity {n} to B1"] for n in range(1, 5))
    own = fates_of(unfold(s, order(s, "A1 face A1 front B1 rear")), 0, Gunfire())
    hurt = [p for number, p in own.items() if outcome_facts(s, 0, number)["gun"] == "damaged"]
    assert lines["A1 gun damaged"] == sum(hurt)


def test_the_panel_before_another_decision() -> None:
    """Nothing is fired yet: what both would hit with at the new range."""
    s = give(duel("warden", "warden"), "A1 maneuver, B1 hull_down", 6, 5, 1, 1)
    lines = panel(s, "A1 shift -1")
    assert lines == {"A1 would hit at Short": Fraction(5, 6), "B1 would hit at Short": Fraction(11, 12)}


def test_the_panel_of_a_ram_and_of_an_escape() -> None:
    s = closing("warden", "warden")
    lines = panel(s, "A1 ram yes")
    assert lines["The ram fails"] == Fraction(5, 18)
    assert lines["Head-On"] == Fraction(13, 18)
    assert any(text.startswith("Ram: severity") for text in lines)
    far = give(duel("warden", "warden", range="Distant"), "A1 flee, B1 maneuver", 6, 5, 1, 1)
    assert panel(far, "A1 shift +1") == {"A1 escapes": 1}  # CH-12.3


def test_a_gun_that_cannot_fire_is_no_shot() -> None:
    s = give(duel("hornet", "warden", range="Close"), "A1 hull_down, B1 hull_down", 6, 1, 1, 1)
    lines = panel(s, "A1 face A1 front B1 rear")
    assert "A1 misses" not in lines and lines["B1 hits A1"] > 0  # CH-10.2
