"""The log as a wargamer reads it beside the rulebook: every event has words, every sum adds up."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from tests.unit.rulesets.chase.table import LOG, battle, duel, give, told

from hulldown.kernel.actions import Actions, Log, forget
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.api.words import Roll, Sentence
from hulldown.rulesets.chase.actions import apply, legal, to_act
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.events import Sum, event
from hulldown.rulesets.chase.log import tell
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.words import margin
from hulldown.rulesets.common.log import EventKind

TANK = re.compile(r"\{[AB][1-6]\}")
VARIANTS: tuple[Mapping[str, Any], ...] = (
    {},
    {"driving_tie": "no_winner", "win_requires_success": True, "range_success": "opposed_win"},
    {"both_same_change": "up_to", "failure_favors": "opponent", "random_facing": "front_heavy"},
    {
        "ram_test": "same",
        "collision_facing_armor": "own",
        "collision_armor": "none",
        "fire_order": "winner_first",
    },
    {
        "mm_increase_stack": True,
        "both_fleeing_facing": "front",
        "sideswipe_effect_floor": 1,
        "direction_chosen": "after_test",
        "beyond_distant": "stop",
    },
    {"tied_success": "first", "direction_facing": "shift", "armor_wear": True},
)


def texts(s: State, text: str, *dice: int) -> list[str]:
    """What is told of an order, without the dice."""
    return [sentence.text for sentence in tell(SHELF, give(s, text, *dice), None, LOG)]


def rolls(s: State, text: str, *dice: int) -> list[Roll]:
    """The dice told of an order."""
    return [roll for sentence in tell(SHELF, give(s, text, *dice), None, LOG) for roll in sentence.rolls]


# ---------------------------------------------------------------- whole battles


def starts() -> Iterator[State]:
    """Battles of all kinds, under all options."""
    for options in VARIANTS:
        for near in ("Adjacent", "Close", "Short", "Distant"):
            yield duel("marten", "kestrel", near, options=options, duels=2, turns=4)
        yield duel(damage={"A1": (1, 2, 2), "B1": (2, 1, 2)}, range="Close", options=options, turns=4)
        yield battle(["warden", "hornet"], ["anvil", "marten", "kestrel"], "Close", options=options, turns=5)
        yield battle(["auroch"], ["kestrel"] * 4, "Adjacent", {"A1": (2, 1, 0)}, options)


def played(s: State, seed: int) -> Iterator[tuple[State, list[Sentence]]]:
    """What is told of every order of a battle between players without a plan."""
    chooser, d, m = random.Random(seed), new_dice(seed), blank(Actions)
    while seats := to_act(s):
        seat = 0 if seats & 1 else 1
        a = copy(m.rows[chooser.randrange(legal(s, seat, m))])
        forget(LOG)
        apply(s, a, d, LOG)
        yield s, tell(SHELF, s, None, LOG)


def both_may_ram() -> State:
    """A1 has its order to pursue at Close; if B1 pursues too and they tie, nobody has won (CH-8.5)."""
    return give(duel(range="Close", options={"driving_tie": "no_winner"}), "A1 pursue")


@cache
def reports() -> tuple[frozenset[EventKind[Any]], tuple[Sentence, ...]]:
    """The kinds of event and the sentences of many battles."""
    kinds, sentences = set(), []
    for seed, start in enumerate(starts()):
        for _, said in played(start, seed):
            kinds |= set(told())
            sentences += said
            assert said
    for s, order, dice in (
        (duel(), "surrender", ()),
        (battle(["warden"] * 2, ["marten"]), "surrender", ()),
        (both_may_ram(), "B1 pursue", (4, 3, 4, 2, 5)),
    ):
        give(s, order, *dice)
        kinds |= set(told())
    return frozenset(kinds), tuple(sentences)


def test_every_kind_of_event_has_words_and_happens() -> None:  # CH-16.3
    assert not set(event) - reports()[0]
    assert all(code.text for code in Sum)


def test_sentences_are_whole_and_name_only_tanks_in_braces() -> None:
    for sentence in reports()[1]:
        for text in (sentence.text, *(roll.text for roll in sentence.rolls)):
            assert "{" not in TANK.sub("", text) and "}" not in TANK.sub("", text), text
            assert text.strip() and "  " not in text and " ." not in text and "Order." not in text
        assert sentence.heading or sentence.text.endswith(".")
        assert sentence.rules or sentence.heading, sentence


def test_every_rule_of_the_log_is_in_the_rulebook() -> None:
    rules = SHELF.rulebook().rules
    for sentence in reports()[1]:
        cited = {*sentence.rules, *(roll.rule for roll in sentence.rolls)}
        cited |= {one.rule for roll in sentence.rolls for one in roll.modifiers}
        assert cited <= set(rules), sentence


def test_dice_and_modifiers_add_up_to_what_is_said() -> None:  # CH-1.5, CH-1.7
    seen = {roll for sentence in reports()[1] for roll in sentence.rolls}
    tests = [roll for roll in seen if roll.text.startswith("Needs")]
    for roll in tests:
        total = roll.value + sum(one.amount for one in roll.modifiers)
        assert f"= {total}, " in roll.text and f"Effect {total - 8}." in roll.text
        assert roll.success == (total >= 8) and roll.needed == 8 - (total - roll.value)
    damages = [roll for roll in seen if roll.text.startswith("Damage")]
    for roll in damages:
        left = roll.value + sum(one.amount for one in roll.modifiers)
        through = int(re.findall(r"(\d+) through", roll.text)[0])
        assert through == max(left, 1 if "Effect 6" in roll.text else 0)
    assert tests and damages
    for roll in seen:
        assert not roll.faces or (sum(roll.faces) == roll.value and max(roll.faces) <= roll.sides)


# ---------------------------------------------------------------- orders


def test_nobody_hears_which_order_was_given() -> None:  # CH-4.3
    heard = {tuple(texts(duel(), f"A1 {order}")) for order in ("pursue", "flee", "maneuver", "hull_down")}
    assert heard == {("{A1} has its order.",)}


def test_a_battle_begins_with_who_meets_whom() -> None:
    said = tell(SHELF, duel(duels=3), None, blank(Log))
    assert [(one.text, one.heading) for one in said] == [
        ("Duel 1 of 3", True),
        ("Cobalt commands {A1} (Warden, battle tank).", False),
        ("Rust commands {B1} (Marten, cavalry tank).", False),
        ("{A1} and {B1} are at Medium.", False),
        ("Turn 1 of 12", True),
    ]


def test_an_immobilised_tank_is_told_as_forced() -> None:  # CH-3.3, CH-4.4, CH-5.8
    s = give(duel(damage={"B1": (3, 2, 0)}, options={"order_fire_dms": False}), "A1 pursue", 1, 2)
    assert [one.text for one in tell(SHELF, s, None, LOG)][3:6] == [
        "{A1} drives: 5, a failure by 3.",
        "{B1} is immobilised, makes no test and has lost.",
        "{A1} wins against {B1}.",
    ]


# ---------------------------------------------------------------- a turn of a duel


def test_a_turn_reads_as_a_battle_report() -> None:  # CH-16.3
    s = give(duel(), "A1 pursue, B1 maneuver", 4, 3, 5, 2)
    assert [one.text for one in tell(SHELF, s, None, LOG)] == [
        "{B1} has its order.",
        "Turn 1 · Driving",
        "The orders are shown: {A1} pursues; {B1} maneuvers.",
        "{A1} drives: 9, a success by 1.",
        "{B1} drives: 10, a success by 2.",
        "{B1} wins against {A1}, 10 to 9.",
        "R2, pursue against maneuver: {A1}'s test is a success; {A1} may close by up to 2 bands.",
    ]
    assert texts(s, "A1 shift -2") == [
        "{A1} closes from Medium to Close (2 bands).",
        "{A1} shows its Front.",
    ]
    s = give(s, "A1 shift -2")
    assert texts(s, "B1 face B1 left", 4, 5, 5, 4, 3, 4, 4, 3, 1, 1)[:4] == [
        "{B1} shows its Left side by {B1}'s choice.",
        "Turn 1 · Fire, both at once",
        "{A1} fires at {B1} at Close: hit (Effect 2); Turret, Left side; damage 16 against Armor 9, "
        "7 through; severity 2; now gun damaged, 5 of 6 hull points left.",
        "{B1} fires at {A1} at Close: missed by 2.",
    ]


def test_a_shot_names_every_summand_and_every_die() -> None:  # CH-10.5, CH-10.6, CH-10.8
    s = give(duel(), "A1 pursue, B1 maneuver", 4, 3, 5, 2)
    to_hit, location, damage, other = rolls(
        give(s, "A1 shift -2"), "B1 face B1 left", 4, 5, 5, 4, 3, 4, 4, 3, 1, 1
    )
    assert to_hit.faces == (4, 5) and to_hit.text == "Needs 8: 4 + 5 + 1 = 10, hit, Effect 2."
    assert [(one.text, one.amount) for one in to_hit.modifiers] == [
        ("gunner", 2),
        ("range", 1),
        ("target is a vehicle", 1),
        ("own order", -2),
        ("target's order", -1),
    ]
    assert location.text == "Location 5 + 4 = 9: Turret."
    assert damage.faces == (3, 4, 4, 3)
    assert damage.text == "Damage 3 + 4 + 4 + 3 + 2 Effect = 16, less Armor 9: 7 through."
    assert other.success is False


def test_a_tie_is_rolled_again_in_the_log() -> None:  # CH-5.4
    said = texts(duel(theirs="warden"), "A1 hull_down, B1 hull_down", 3, 3, 4, 2, 1, 2, 6, 6)
    assert said[5:8] == [
        "{A1} drives again, for it was a tie: 5, a failure by 3.",
        "{B1} drives again, for it was a tie: 14, a success by 6.",
        "{B1} wins against {A1}, 14 to 5.",
    ]
    assert said[8] == (
        "R6, hull down against hull down: {A1} has failed to get hull down; {B1} is hull down; "
        "the range stays at Medium."
    )


def test_both_fleeing_open_by_two_and_may_be_gone() -> None:  # CH-6.3, CH-2.5, CH-12.3
    said = texts(duel(range="Distant"), "A1 flee, B1 flee", 3, 3, 4, 4)
    assert said[-4:] == [
        "R1, flee against flee: the range opens from Distant, out of contact (2 bands).",
        "{A1} breaks contact with {B1}: it escapes.",
        "{B1} breaks contact with {A1}: it escapes.",
        "The duel is over in turn 1: both tanks escape, a draw (0).",
    ]


def test_an_opening_is_told_before_the_guns() -> None:  # CH-6.12, CH-6.13
    s = give(duel(), "A1 maneuver, B1 maneuver", 6, 3, 1, 2)
    s = give(s, "A1 face A1 front B1 rear")
    assert texts(s, "B1 open no") == ["{B1} does not open the range."]
    assert texts(s, "B1 open yes", 1, 1, 1, 1)[0] == (
        "{B1} opens the range to Long before the guns fire (1 band)."
    )


def test_hull_down_negates_in_the_log() -> None:  # CH-9.1, CH-9.3
    s = give(duel(), "A1 flee, B1 hull_down", 1, 2, 5, 4)
    said = tell(SHELF, give(s, "A1 shift 0", 3, 6, 4, 6, 4, 1, 1), None, LOG)
    shot = next(one for one in said if "fires" in one.text)
    assert shot.text.endswith("hit (Effect 3); Drive, Rear; negated, the tank is hull down.")
    assert {"CH-9.1", "CH-9.3"} <= set(shot.rules)


# ---------------------------------------------------------------- ramming


def rammed(facing: str, *dice: int, **options: Any) -> list[Sentence]:
    """A1 closes on B1, which maneuvers, wins and shows a side; A1 rams with these dice."""
    s = give(duel(range="Close", options=options), "A1 pursue, B1 maneuver", 4, 3, 6, 5)
    s = give(s, "A1 shift -2")
    s = give(s, f"B1 face B1 {facing}")
    return tell(SHELF, give(s, "A1 ram yes", *dice), None, LOG)


def test_a_collision_is_told_for_both_tanks() -> None:  # CH-8.8, CH-8.11, CH-8.15
    said = [one.text for one in rammed("left", 5, 4, 2, 1, 1, 1, 1)]
    assert said[:5] == [
        "{A1} tries to ram {B1}: 11, a success by 3.",
        "T-Bone: {A1}'s Front strikes {B1}'s Left side.",
        "{A1} takes 9 (the lower of the rammer's Top Speed and its target's Armor) against Armor 15: "
        "nothing through.",
        "{B1} takes 10 (the lower of the rammer's Top Speed and the rammer's Armor) against Armor 9: "
        "1 through, severity 1; Hull; 5 of 6 hull points left.",
        "{A1} and {B1} stop at Adjacent.",
    ]


def test_a_sideswipe_shows_both_throws() -> None:  # CH-8.13, CH-8.16
    said = rammed("rear", 4, 3, 6, 6, 5, 4, 2, 1, 1, 1, 1)
    assert said[1].text == "Sideswipe: {A1}'s Front strikes {B1}'s Rear: Drive Effect 1."
    ours, theirs = said[2].rolls[0], said[3].rolls[0]
    assert (ours.faces, ours.text) == ((6, 6), "6 + 6 - 2 = 10 damage.")
    assert (theirs.faces, theirs.text) == ((5, 4), "(5 + 4) x 1 = 9 damage.")


@pytest.mark.parametrize("whose", ["other", "own"])
@pytest.mark.parametrize("facing", ["left", "front"])
def test_the_words_of_a_collision_are_its_rule(facing: str, whose: str) -> None:  # CH-8.12, CH-8.14
    more = {("left", "other"): 5, ("left", "own"): 4}.get((facing, whose), 6)
    said = rammed(facing, 5, 4, *[1] * more, collision_facing_armor=whose)[2:4]
    speeds, armor = {"the rammer": 10, "its target": 14}, {"the rammer": 15}
    armor["its target"] = 13 if facing == "front" else 9
    for sentence in said:
        formula = re.findall(r"takes (\d+) \((.*)\)", sentence.text)[0]
        low = re.findall(r"the lower of (.*)'s Top Speed and (.*)'s Armor", formula[1])[0]
        fast = re.findall(r"^(.*)'s Top Speed, and", formula[1])
        assert int(formula[0]) == min(speeds[low[0]], armor[low[1]]) + sum(speeds[one] for one in fast)


def test_the_die_that_says_who_is_asked_first_to_ram() -> None:  # CH-8.5, CH-5.5, CH-6.3
    said = texts(both_may_ram(), "B1 pursue", 4, 3, 4, 2, 5)
    assert said[5:7] == [
        "{A1} and {B1} are tied: nobody wins.",
        "R1, pursue against pursue: the range closes from Close until they pass (2 bands).",
    ]
    assert said[-1] == "Both may ram: {B1} is asked first."
    die = rolls(both_may_ram(), "B1 pursue", 4, 3, 4, 2, 5)[-1]
    assert (die.value, die.text) == (5, "1-3 {A1}, 4-6 {B1}: rolled 5.")


def test_an_overshoot_ends_at_close() -> None:  # CH-8.1, CH-8.7
    said = [one.text for one in rammed("left", 1, 1, 1, 1, 1, 1)]
    assert said[:2] == [
        "{A1} tries to ram {B1}: 4, a failure by 4; it misses.",
        "{A1} and {B1} run past each other and end at Close.",
    ]


# ---------------------------------------------------------------- the end


def test_surrender_names_who_gains() -> None:  # CH-12.4, CH-12.7
    said = texts(duel(duels=3), "surrender")
    assert said[:4] == [
        "Cobalt surrenders.",
        "The duel is over in turn 1: a surrender counts as {A1} destroyed, a victory for Rust (+1).",
        "After duel 1 of 3: Cobalt -1, Rust +1.",
        "Duel 2 of 3",
    ]
    assert said[4] == (
        "The next duel begins with fresh tanks at Medium: Cobalt has a Marten, Rust has a Warden."
    )


def test_the_letters_of_a_match_stay_with_the_players() -> None:  # CH-12.7
    second = give(duel(duels=3), "surrender")  # Cobalt's A1 is the marten now, and has side B
    assert texts(second, "A1 flee")[-1] == "{A1} has its order."
    said = texts(give(second, "A1 flee"), "B1 pursue", 6, 6, 1, 1)  # side A's test is thrown first
    assert said[3:5] == ["{B1} drives: 14, a success by 6.", "{A1} drives: 5, a failure by 3."]
    over = give(second, "surrender", *())
    assert [one.text for one in tell(SHELF, over, None, LOG)][1] == (
        "The duel is over in turn 1: a surrender counts as {A1} destroyed, a victory for Rust (+1)."
    )


def test_the_last_turn_names_itself_and_who_is_ahead() -> None:  # CH-12.5, CH-12.8
    s = duel(damage={"A1": (6, 2, 2), "B1": (3, 1, 2)}, turn=3, turns=3, range="Distant")
    said = texts(give(s, "B1 hull_down", 3, 3), "B1 face A1 rear B1 front")
    assert "Turn 3 · Fire, both at once" in said
    assert said[-1] == "The duel is over in turn 3: turn limit, {A1} is ahead, an advantage for Cobalt (+¼)."


def test_words_of_a_margin() -> None:
    assert [margin(n) for n in (-2, 0, 3)] == ["a failure by 2", "just a success", "a success by 3"]
