"""House rules of Close Assault: every occasion and circumstance by hand, and what the log says of them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest
from tests.unit.rulesets.close_assault.gunnery import RIFLES, gunner, laid, range_day

from hulldown.catalogue.house_rules import HouseRule
from hulldown.catalogue.load import toml_text
from hulldown.catalogue.pack import PackFiles
from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice
from hulldown.kernel.house_rules import UNKNOWN, Facts, HouseRuleChange
from hulldown.kernel.plane import GRAIN
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.close_assault.catalogue import SHELF, Shelf
from hulldown.rulesets.close_assault.combat import begin, declare
from hulldown.rulesets.close_assault.evaluation import evaluate
from hulldown.rulesets.close_assault.events import Sum, Why
from hulldown.rulesets.close_assault.exact import failure_of_test, fight_odds, fire_odds
from hulldown.rulesets.close_assault.fights import (
    caf,
    dice_of,
    evade_by,
    fight,
    pair,
    penalty_of,
    roll_off,
)
from hulldown.rulesets.close_assault.log import tell
from hulldown.rulesets.close_assault.movement import charge_in_force, drive, full_move, way_cost
from hulldown.rulesets.close_assault.occasions import (
    HOUSE,
    Circumstance,
    Occasion,
    amend,
    dice_fired,
    morale_by,
    morale_of,
    needed_by,
    note_facts,
)
from hulldown.rulesets.close_assault.reports import report
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, lay_objective, lay_terrain
from hulldown.rulesets.close_assault.shooting import (
    fire,
    packed,
    save_against,
    why_not_fire,
    worth,
)
from hulldown.rulesets.close_assault.state import Firing, Ground, Line, Order, Phase, Response, Stage, State
from hulldown.rulesets.close_assault.turn import (
    activate,
    roll_initiative,
    rolls_morale,
    score_objectives,
    strength_at,
)
from hulldown.rulesets.common.explanation import OFF, chances, open_log
from hulldown.rulesets.common.house_rules import problems_of, sentence, write_house_rules
from hulldown.rulesets.common.packs import load_pack

Rule = dict[str, Any]
RHINO = "Rhino"
AHEAD, BEHIND = (21.25, 18), (18.75, 18)  # where infantry touches a Rhino at (20, 18) that faces east
SHOOTER, TARGET = 0, 1  # models on the range
NOBODY = -1


def rule(on: str, then: Any, **when: Any) -> Rule:
    """A house rule as packs write it down, called as its occasion."""
    return {"name": on.replace("_", " ").capitalize(), "on": on, "when": when, "then": then}


def under(s: State, *rules: Rule) -> State:
    """The same position under house rules."""
    after = copy(s)
    write_house_rules(after.options.house, [HouseRule.model_validate(entry) for entry in rules], HOUSE)
    return after


def shelf_with(*rules: Rule) -> Shelf:
    """The files with a pack of house rules over them."""
    sheet = {"name": "House", "ruleset": "close_assault", "house_rules": [*rules]}
    return SHELF.under(load_pack(PackFiles("house", {"pack.toml": toml_text(sheet)})).layers)


def shot(far: float = 5) -> State:
    """A walker with a gun that needs a 4, and a rifleman so far from it."""
    return range_day(gunner({}), (10 + far, 10))


def line(s: State) -> Line:
    """The stat-line of the gun."""
    return s.profile[0].weapon[0].line[0]


def duel() -> State:
    """A Rhino at (20, 18), facing east, against a squad with a model before and one behind it."""
    s = blank_state()
    field_detachment(SHELF, s, 0, RHINO, [(20, 18)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, RIFLES, [AHEAD, BEHIND])
    s.initiative = 0
    return s


def charged() -> State:
    """The same after a charge of one move."""
    s = duel()
    s.model[0].start_x = s.model[0].shock_x = s.model[0].base.x - 10_000
    return s


def driving() -> State:
    """A Rhino in the middle of an activation, with rough ground ahead of it."""
    s = blank_state()
    field_detachment(SHELF, s, 0, RHINO, [(5, 12)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, RIFLES, [(40, 30)])
    lay_terrain(s, Ground.ROUGH, 8, 0, 20, 36)
    s.initiative = 0
    return s


def holding() -> State:
    """A squad near an objective."""
    s = duel()
    lay_objective(s, 20, 18)
    return s


def shocked() -> State:
    """The same duel in the Fights of a Tank Shock, the second of the Rhino."""
    s = duel()
    s.acting, s.target, s.response = 0, 1, Response.EVADE
    s.detachment[0].shocks = 3
    begin(s, 0b11, Stage.SHOCK, 0)
    return s


def with_initiative(s: State) -> int:
    """Who has Initiative after two threes; who did not have it on a tie."""
    after = copy(s)
    after.initiative = 1
    roll_initiative(after, laid(3, 3), OFF)
    return int(after.initiative)


# ---------------------------------------------------------------- numbers

Case = tuple[Callable[[], State], Callable[[State], Any], Any, Any]
NUMBERS: dict[str, tuple[Any, *Case]] = {  # what the rule does, the position, the number, before and after
    "to_hit": (
        {"add": 1},
        shot,
        lambda s: needed_by(s, SHOOTER, line(s), TARGET, Firing.STAGE, s.mute),
        4,
        5,
    ),
    "fire_dice": (
        "one_more_die",
        shot,
        lambda s: dice_fired(s, SHOOTER, line(s), TARGET, 1, False, s.mute),
        1,
        2,
    ),
    "weapon_range": (
        {"add": 3},
        partial(shot, 16),
        lambda s: Why.of(why_not_fire(s, 0, 1, NOBODY)),
        Why.FIRE_RANGE,
        Why.ALLOWED,
    ),
    "save": ({"add": -1}, shot, lambda s: save_against(s, SHOOTER, line(s), TARGET, s.mute), 5, 4),
    "fight": ({"add": 2}, duel, lambda s: caf(s, 0, 1, packed(0, 1), s.mute), 2, 4),
    "fight_dice": ("one_more_die", duel, lambda s: dice_of(s, 0, 1), 2, 3),
    "bonus": ({"set": 5}, duel, lambda s: worth(s, 0, 1, 0), 2, 5),
    "charge_bonus": ({"add": 1}, charged, lambda s: charge_in_force(s, 0, True), 2, 3),
    "shock_penalty": ({"at_least": -1}, shocked, lambda s: penalty_of(s, 0), -2, -1),
    "evade": ({"add": 2}, shocked, lambda s: evade_by(s, 1, s.mute), 2, 4),
    "morale": ({"add": -1}, duel, lambda s: morale_of(s, 1), 3, 2),
    "rally": ({"set": 6}, duel, lambda s: morale_by(s, 1, Occasion.RALLY, s.mute), 3, 6),
    "initiative": ({"add": 1}, duel, with_initiative, 0, 1),
    "movement": ({"add": 2}, driving, lambda s: full_move(s, 0), 9_000, 11_000),
    "difficult_ground": (
        {"set": 3},
        driving,
        lambda s: way_cost(s, 0, 9000, 12_000, 10_000, 12_000) // 1_000_000,
        2,
        3,
    ),
    "strength": ({"add": 1}, holding, lambda s: strength_at(s, 0, 1), 10, 12),
}
WHEN = {"initiative": {"side": "rust"}}


@pytest.mark.parametrize("name", HOUSE.occasions)
def test_a_house_rule_changes_the_number_of_each_occasion(name: str) -> None:
    then, position, number, before, after = NUMBERS[name]
    assert number(position()) == before
    assert number(under(position(), rule(name, then, **WHEN.get(name, {})))) == after


def test_every_occasion_has_a_number_that_is_tried() -> None:
    assert set(NUMBERS) == set(HOUSE.occasions)


# ---------------------------------------------------------------- rolls


def hits(s: State, d: Dice, e: Log) -> int:
    """Wounds that the fire of the walker takes."""
    fire(s, 0, 1, NOBODY, d, e)
    return int(s.profile[1].wounds - s.model[TARGET].wounds)


def fought(s: State, d: Dice, e: Log) -> int:
    """Who suffers in the Fight of the Rhino with the model ahead of it."""
    s.chooser, s.spend = 0, [0, 0]
    return int(roll_off(s, 0, 1, d, e))


def fought_again(s: State, d: Dice) -> int:
    """The same on a copy."""
    return fought(copy(s), d, OFF)


def passing(s: State, d: Dice, e: Log) -> int:
    """Whether the squad passes a test."""
    return int(rolls_morale(s, 1, d, e))


def rallying(s: State, d: Dice, e: Log) -> int:
    """Whether it rallies."""
    s.phase = Phase.ADVANCING_FIRE
    return int(rolls_morale(s, 1, d, e))


def leading(s: State, d: Dice, e: Log) -> int:
    """Who has Initiative."""
    roll_initiative(s, d, e)
    return int(s.initiative)


Play = Callable[[State, Dice, Log], int]
ROLLS: dict[str, tuple[Any, Callable[[], State], Play, tuple[int, ...], int, tuple[int, ...], int]] = {
    "to_hit": ("reroll_miss", shot, hits, (3,), 0, (3, 4, 1), 1),
    "save": ("reroll_hit", shot, hits, (4, 6), 0, (4, 6, 2), 1),
    "fight": ("better_of_two", duel, fought, (1, 1, 3, 3), 1, (1, 1, 6, 6, 3, 3, 2, 1), 2),
    "morale": ("reroll_miss", duel, passing, (1,), 0, (1, 5), 1),
    "rally": ("worse_of_two", duel, rallying, (6,), 1, (6, 1), 0),
    "initiative": ("worse_of_two", duel, leading, (6, 3), 0, (6, 3, 1, 2), 1),
}


@pytest.mark.parametrize("name", [name for name, code in HOUSE.occasions.items() if code.roll])
def test_a_house_rule_has_the_dice_of_each_occasion_rolled_again(name: str) -> None:
    then, position, play, dice, before, more, after = ROLLS[name]
    for s, faces, result in ((position(), dice, before), (under(position(), rule(name, then)), more, after)):
        d = laid(*faces)
        assert play(s, d, OFF) == result
        assert (d.at, d.count) == (len(faces), 0)


def test_a_die_is_rolled_again_only_where_it_must() -> None:
    s = under(shot(), rule("to_hit", "reroll_miss"))
    d = laid(4, 6)
    assert hits(s, d, OFF) == 0 and d.at == 2


# ---------------------------------------------------------------- odds


def test_a_fight_of_which_a_roll_is_taken_twice_has_exact_odds() -> None:  # CA-19.2
    both = rule("fight", "better_of_two", kind="vehicle"), rule("fight", "worse_of_two", kind="infantry")
    better, worse = int(HouseRuleChange.BETTER), int(HouseRuleChange.WORSE)
    for rules, kept, theirs in ((both[:1], better, NOBODY), (both, better, worse)):
        s = under(duel(), *rules)
        walked = chances(partial(fought_again, s))
        odds = fight_odds(2, 0, 2, 2, kept=kept, enemy_kept=theirs)
        assert (walked[2], walked[1], walked[0]) == (odds.win, odds.loss, odds.nothing)


def test_the_better_of_two_rolls_is_counted_by_hand() -> None:
    ways = list(product(range(1, 7), repeat=2))
    sums = [max(sum(first), sum(second)) for first in ways for second in ways]
    theirs = [sum(roll) for roll in ways]
    wins = sum(mine > other for mine in sums for other in theirs)
    odds = fight_odds(2, 0, 2, 0, kept=int(HouseRuleChange.BETTER))
    assert odds.win == Fraction(wins, len(sums) * len(theirs))


@pytest.mark.parametrize(("then", "hit"), [("reroll_miss", "3/4"), ("reroll_hit", "1/4")])
def test_fire_with_dice_rolled_again_has_exact_odds(then: str, hit: str) -> None:  # CA-19.10
    s = under(shot(), rule("to_hit", then))
    lost = Fraction(hit) * Fraction(2, 3)  # a save of 5+
    assert fire_odds(s, 0, 1).wounds_lost() == {0: 1 - lost, 1: lost}
    assert chances(lambda d: hits(copy(s), d, OFF))[1] == lost


def test_a_test_that_is_taken_twice_fails_more_seldom() -> None:
    s = under(duel(), rule("morale", "better_of_two"))
    assert failure_of_test(s, 1) == Fraction(1, 9)
    assert chances(lambda d: passing(copy(s), d, OFF))[0] == Fraction(1, 9)


# ---------------------------------------------------------------- summands


def test_a_summand_that_is_left_out_counts_for_nothing() -> None:
    s = shocked()
    s.model[0].charge = 3
    log = open_log()
    assert caf(s, 0, 1, 0, s.mute) == 1
    ignores = under(s, rule("fight", {"ignore": "shocks"}))
    assert caf(ignores, 0, 1, 0, log.why) == 3
    assert Sum.SHOCKS not in [row.code for row in log.why.rows[: log.why.count]]
    assert ignores.mute.ignored[0] == log.why.ignored[0] == 0


def test_a_number_counts_from_where_the_rule_before_left_it() -> None:
    s = under(duel(), rule("fight", {"add": 2}), rule("fight", {"at_most": 1}))
    assert caf(s, 0, 1, 0, s.mute) == 1


# ---------------------------------------------------------------- circumstances


def wooded() -> State:
    """The duel in a wood, all of it known: the squad has moved, and lost a model of three."""
    s = duel()
    lay_terrain(s, Ground.WOOD, 0, 0, 48, 36)
    s.round = 2
    for k in range(2):
        s.detachment[k].moved = 1
        s.model[k].driven = GRAIN * 4000
    s.detachment[1].order = Order.ADVANCE
    return s


FACTS: dict[str, tuple[int, int, Any, Any]] = {  # the model, its enemy, what is so, what is not
    "round": (0, 1, 2, 3),
    "side": (0, 1, "cobalt", "rust"),
    "initiative": (0, 1, True, False),
    "kind": (0, 1, "vehicle", "super_heavy_vehicle"),
    "army": (0, 1, "legions", "auxilia"),
    "order": (0, 1, "charge", "march"),
    "wounds": (0, 1, 1, {"at_least": 2}),
    "models": (1, 0, 2, 1),
    "engaged": (0, 1, True, False),
    "enemies": (0, 1, 2, {"at_most": 1}),
    "moved": (0, 1, 4, {"at_most": 3.99}),
    "ground": (0, 1, "wood", "rough"),
    "shocks": (0, 1, 0, 1),
    "in_shock": (0, 1, False, True),
    "range": (0, 1, {"at_most": 0.1}, {"at_least": 1}),
    "enemy_kind": (0, 1, "infantry", "cavalry"),
    "enemy_army": (0, 1, "auxilia", "legions"),
    "enemy_order": (0, 1, "advance", "charge"),
    "enemy_wounds": (0, 1, 1, 2),
    "enemy_models": (0, 1, 2, {"at_least": 3}),
    "enemy_moved": (0, 1, {"at_least": 4}, 0),
    "enemy_ground": (0, 1, "wood", "open"),
    "arc": (0, 2, "rear", "front"),
    "enemy_arc": (1, 0, "front", "rear"),
}


def counts(s: State, m: int, enemy: int, **when: Any) -> bool:
    """Whether a house rule with these circumstances counts for a model."""
    after = under(s, rule("fight", {"add": 1}, **when))
    return bool(amend(after, Occasion.FIGHT, m, enemy, 0, after.mute))


@pytest.mark.parametrize("name", HOUSE.circumstances)
def test_each_circumstance_holds_or_does_not(name: str) -> None:
    m, enemy, so, other = FACTS[name]
    assert counts(wooded(), m, enemy, **{name: so})
    assert not counts(wooded(), m, enemy, **{name: other})


def test_every_circumstance_is_tried() -> None:
    assert set(FACTS) == set(HOUSE.circumstances)


def test_the_fights_of_a_tank_shock_are_known() -> None:  # CA-12.10
    assert counts(shocked(), 0, 1, in_shock=True, shocks=3)


def test_nothing_is_known_of_nobody() -> None:
    s, facts = wooded(), blank(Facts)
    note_facts(s, NOBODY, NOBODY, facts)
    known = [name for name, code in HOUSE.circumstances.items() if facts.value[code] != UNKNOWN]
    assert known == ["round", "in_shock"]
    note_facts(s, 1, 2, facts)
    assert facts.value[Circumstance.ARC] == facts.value[Circumstance.ENEMY_ARC] == UNKNOWN  # no arcs on foot
    s.detachment[1].order = Order.FALL_BACK
    note_facts(s, 1, 0, facts)
    assert facts.value[Circumstance.MOVED] == UNKNOWN


def test_house_rules_read_as_sentences() -> None:
    said = HouseRule.model_validate(
        rule("fight", {"add": 1}, order="charge", enemy_kind="infantry", arc="front")
    )
    assert list(problems_of(said, HOUSE)) == []
    assert sentence(said, HOUSE) == (
        "When its order is charge and its enemy is infantry and its enemy is in its front arc, "
        "+1 to its CAF without bonuses."
    )


# ---------------------------------------------------------------- the log


def said(s: State, play: Callable[[State, Log], Any], *rules: Rule) -> list[str]:
    """What the log says of what is done under house rules."""
    log, after = open_log(), under(s, *rules)
    play(after, log)
    return [each.text for each in tell(shelf_with(*rules), after, None, log)]


def test_the_log_names_the_dice_that_were_rolled_again() -> None:
    s, rules = (
        range_day(gunner({"dice": 2}), (15, 10), (15, 12)),
        (rule("to_hit", "reroll_miss"), rule("save", "reroll_hit")),
    )
    (text,) = said(s, lambda s, e: hits(s, laid(2, 3, 1, 4, 6, 1), e), *rules)
    assert "4+ hits, rolled 3, 4: 1 hit" in text and "To hit has 2, 1 rolled again" in text
    assert "Save: 6 is re-rolled" in text and "saves on 5+, rolled 1: not saved" in text


def test_the_log_names_what_a_weapon_was_given() -> None:
    rules = rule("fire_dice", "one_more_die"), rule("weapon_range", {"add": 3}), rule("to_hit", {"add": -1})
    (text,) = said(shot(16), lambda s, e: hits(s, laid(1, 2), e), *rules)
    assert "(Weapon range +3 inches, Fire dice +1 die): 3+ hits, rolled 1, 2: all missed" in text


def test_the_log_says_when_a_weapon_has_no_dice() -> None:
    (text,) = said(shot(), lambda s, e: hits(s, laid(), e), rule("fire_dice", "one_less_die"))
    assert text.endswith("(Fire dice \u22121 die): it has no dice.")


def test_the_log_names_house_rules_in_a_fight() -> None:
    def play(s: State, e: Log) -> None:
        s.chooser, s.spend = 0, [packed(0, 1), 0]
        pair(s, 0, 1)
        fight(s, 0, laid(1, 1, 2, 6, 6), e)

    dice, bonus = rule("fight_dice", {"set": 3}, kind="vehicle"), rule("bonus", {"add": 1})
    text = said(duel(), play, dice, bonus, rule("fight", {"add": 1}, kind="vehicle"))[0]
    assert "spends 1 bonus of its" in text and "+3 (Bonus +1)" in text
    assert "rolls 4 on 3D6 (Fight dice +1 die), front CAF +4: 8" in text


def test_the_log_tells_a_fight_with_second_rolls_in_one_sentence() -> None:
    def play(s: State, e: Log) -> None:
        s.chooser, s.spend = 0, [0, 0]
        pair(s, 0, 1)
        fight(s, 0, laid(1, 2, 6, 6, 5, 5, 1, 1), e)

    (text,) = said(duel(), play, rule("fight", "better_of_two"))[:1]
    assert "Fight: 1, 2 are re-rolled" in text and "Fight: 5, 5 stay, not 1, 1" in text
    assert "rolls 12 on 2D6" in text and "rolls 10 on 2D6" in text and "a tie" in text


def test_the_log_names_house_rules_of_a_tank_shock() -> None:
    s, rules = charged(), (rule("shock_penalty", {"at_least": -1}), rule("charge_bonus", {"set": 4}))
    s.detachment[0].shocks = 2
    text = said(s, lambda s, e: declare(s, 0, 1, e), *rules)[0]
    assert "the third of the round, at -1 (Shock penalty +1)" in text
    assert "+4 in front (Charge bonus +2)" in text


def test_the_log_names_house_rules_of_a_move() -> None:
    def play(s: State, e: Log) -> None:
        activate(s, 0, e)
        drive(s, 0, 10_000, 12_000, NOBODY, e)

    rules = rule("movement", {"add": 2}), rule("difficult_ground", {"set": 3})
    texts = said(driving(), play, *rules)
    assert texts[0].endswith("(Movement +2 inches)")
    assert texts[1].endswith("(Difficult ground +1 inch).")


def test_the_log_names_house_rules_of_initiative() -> None:
    added = rule("initiative", {"add": 1}, side="rust")
    text = said(duel(), lambda s, e: roll_initiative(s, laid(3, 3), e), added)
    assert text == ["Both sides roll for Initiative: Cobalt 3, Rust 3 (Initiative +1); Rust has Initiative."]


def test_the_log_names_house_rules_of_a_test() -> None:
    again = {**rule("morale", "reroll_miss"), "name": "Grit"}
    (text,) = said(duel(), lambda s, e: rolls_morale(s, 1, laid(2, 6), e), rule("morale", {"add": 1}), again)
    assert "4+, rolled 6: passed" in text and "Grit: 2 is re-rolled" in text


def test_the_log_names_house_rules_at_an_objective() -> None:
    s = holding()
    s.round = s.scoring = 2
    texts = said(s, lambda s, e: score_objectives(s, e), rule("strength", {"add": 1}, kind="infantry"))
    assert texts[0].endswith("VP (Strength +2).")


# ---------------------------------------------------------------- beside the table


def test_a_report_says_that_it_leaves_house_rules_aside() -> None:
    for name in ("compare", "matrix"):
        with_rules = report(shelf_with(rule("fight", {"add": 1})), name, {})
        assert with_rules.notes[-1][0].startswith("House rules do not count here")
        assert with_rules.sheets == report(SHELF, name, {}).sheets


def test_a_situation_is_judged_under_house_rules() -> None:  # CA-19.2
    plain, ours = evaluate(SHELF, {}), evaluate(shelf_with(rule("fight", {"add": 1}, kind="vehicle")), {})
    assert plain.besides != ours.besides and ours.told is not None
    assert [(term.amount, term.rule) for term in ours.told.modifiers if term.text.endswith(": Fight")] == [
        (1, "CA-9.10")
    ]
