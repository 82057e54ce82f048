"""House rules of Chase: each occasion changes its number or roll, each circumstance is asked."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from tests.unit.rulesets.chase.table import LOG, battle, duel, give, state

from hulldown import rulesets
from hulldown.ai.registry import adviser
from hulldown.catalogue.house_rules import HouseRule
from hulldown.catalogue.load import toml_text
from hulldown.catalogue.pack import PackFiles
from hulldown.kernel.actions import forget, make
from hulldown.kernel.dice import Dice, new_dice, script_dice
from hulldown.kernel.house_rules import UNKNOWN, Facts
from hulldown.kernel.records import blank, copy
from hulldown.odds import exact, sample
from hulldown.rulesets.api.bot import CannotSolve
from hulldown.rulesets.chase import driving, gunnery, odds
from hulldown.rulesets.chase.bot import shot
from hulldown.rulesets.chase.cards import cards
from hulldown.rulesets.chase.catalogue import SHELF, Shelf
from hulldown.rulesets.chase.equilibrium.players import ChaseSolving
from hulldown.rulesets.chase.events import charted, crashed, damage_rolled, facing_shown, severity_found
from hulldown.rulesets.chase.exact import Gunfire, Policy, farthest_shift, no_shift, transition
from hulldown.rulesets.chase.explanation import explainer
from hulldown.rulesets.chase.garage import unit_card
from hulldown.rulesets.chase.log import tell
from hulldown.rulesets.chase.occasions import (
    HOUSE,
    POOLED,
    Circumstance,
    Occasion,
    Pool,
    note_facts,
    pool_dice,
)
from hulldown.rulesets.chase.orders import gunnery_text, orders
from hulldown.rulesets.chase.situation import evaluate
from hulldown.rulesets.chase.state import NOBODY, Facing, Gun, Order, State, Verb
from hulldown.rulesets.chase.words import parse_action
from hulldown.rulesets.common.explanation import chances
from hulldown.rulesets.common.house_rules import write_house_rules
from hulldown.rulesets.common.packs import load_pack, stacked

CH = rulesets.get("chase")
A_WINS = (6, 6, 1, 1)
TURRET, HULL = (1, 2), (3, 4)  # location dice
MISSES = (1, 1)
Rule = dict[str, Any]


def under(s: State, *rules: Rule) -> State:
    """The same position under house rules."""
    changed: State = copy(s)
    models = [HouseRule.model_validate({"name": "Ours", **rule}) for rule in rules]
    write_house_rules(changed.options.house, models, HOUSE)
    return changed


def laid(*rules: Rule) -> Shelf:
    """The shelf of Chase under house rules of a pack."""
    sheet = {"name": "Mine", "ruleset": "chase", "house_rules": list(rules)}
    pack = load_pack(PackFiles("mine", {"pack.toml": toml_text(sheet)}))
    return SHELF.under(stacked(CH, [pack]).ruleset.layers)


# ---------------------------------------------------------------- positions


def halted() -> State:
    """Both hull down at Medium, only A's tank well: A is asked for facings."""
    return give(duel("warden", "warden"), "A1 hull_down, B1 hull_down", *A_WINS)


def closing(facing: str = "front") -> State:
    """A has closed to Adjacent and is asked to ram; the guns are knocked out."""
    s = duel("warden", "warden", range="Close")
    s.tanks[0].now.gun = s.tanks[6].now.gun = Gun.KNOCKED_OUT
    s = give(s, "A1 pursue, B1 hull_down", *A_WINS)
    return give(s, f"A1 shift -1, A1 face B1 {facing}")


def from_behind() -> State:
    """The same, against the Rear: a sideswipe."""
    return closing("rear")


def pursuit() -> State:
    """A's order is to pursue, B's still to come; both at Medium."""
    return give(duel("warden", "warden"), "A1 pursue")


# ---------------------------------------------------------------- numbers


def volley(s: State, *dice: int) -> State:
    """The Front of both, then the dice of both shots."""
    return give(s, "A1 face A1 front B1 front", *dice)


def struck(s: State, *dice: int) -> State:
    """The same where A's shot hits the turret with these damage dice, and B's misses."""
    return volley(s, 6, 6, *TURRET, *dice, *MISSES)


def damage(field: str, *dice: int) -> Callable[[State], int]:
    """What the log has of the damage of such a shot."""

    def ask(s: State) -> int:
        struck(s, *dice)
        return int(getattr(damage_rolled.rows(LOG)[0], field))

    return ask


def extra_die(s: State) -> int:
    """The faces of the damage dice, one more under house rules."""
    struck(s, *(6,) * (5 if s.options.house.count else 4))
    return int(damage_rolled.rows(LOG)[0].faces)


def severity(s: State) -> int:
    """How bad a hit is."""
    struck(s, 6, 6, 6, 6)
    return int(severity_found.rows(LOG)[0].severity)


def bands(s: State) -> tuple[int, int]:
    """By how much A may shift the range that pursues and wins."""
    give(s, "B1 hull_down", *A_WINS)
    row = charted.rows(LOG)[0]
    return int(row.low), int(row.high)


def crash(field: str, *dice: int) -> Callable[[State], int]:
    """What the log has of what a ram does to B: its test succeeds, these are further dice, then ones fall."""

    def ask(s: State) -> int:
        rammed(s, 6, 6, *dice)
        return int(next(getattr(row, field) for row in crashed.rows(LOG) if row.tank == 6))

    return ask


def rammed(s: State, *dice: int) -> State:
    """The position after a ram with these dice, and ones after them."""

    def play(d: Dice) -> State:
        after: State = copy(s)
        CH.rules.apply(after, make(0, Verb.RAM, 0, 6, choice=1), d, LOG)
        return after

    forget(LOG)
    return play(script_dice(new_dice(0), [(face, 6) for face in (*dice, *(1,) * 9)]))


class Case(NamedTuple):
    """A position, what is asked of it, a change, and the answers without and with it."""

    position: Callable[[], State]
    ask: Callable[[State], Any]
    then: Any
    printed: Any
    ours: Any


CASES = {
    Occasion.DRIVING: Case(duel, lambda s: int(driving.own_driving_dm(s, 0, s.mute)), {"add": 1}, 2, 3),
    Occasion.RAM: Case(closing, lambda s: int(driving.ram_dm(s, s.pair[0], 0, s.mute)), {"set": 5}, 2, 5),
    Occasion.TO_HIT: Case(
        halted, lambda s: int(gunnery.shot_dm(s, s.pair[0], 0, s.mute)), {"at_most": 3}, 4, 3
    ),
    Occasion.LOCATION: Case(
        halted, lambda s: int(gunnery.location_in(s, s.pair[0], 0, 7, s.mute)), {"add": 2}, 0, 2
    ),
    Occasion.DAMAGE_DICE: Case(halted, extra_die, "one_more_die", 6666, 66666),
    Occasion.DAMAGE_BONUS: Case(halted, damage("bonus", 6, 6, 6, 6), {"add": 3}, 0, 3),
    Occasion.PIERCING: Case(halted, damage("armor", 6, 6, 6, 6), {"add": 4}, 15, 11),
    Occasion.ARMOR: Case(halted, damage("armor", 6, 6, 6, 6), {"set": 7}, 15, 7),
    Occasion.SEVERITY: Case(halted, severity, {"at_most": 1}, 4, 1),
    Occasion.HULL_LOSS: Case(halted, lambda s: state(struck(s, 6, 6, 6, 6), "B1")[0], {"set": 1}, 3, 5),
    Occasion.SHIFT: Case(pursuit, bands, {"add": 1}, (-3, 0), (-4, 0)),
    Occasion.SPEED: Case(closing, crash("damage"), {"set": 4}, 20, 8),
    Occasion.CRASH_DICE: Case(from_behind, crash("faces", 3, 3, 4, 4), "one_less_die", 44, 3),
    Occasion.CRASH_DAMAGE: Case(closing, crash("damage"), {"add": 5}, 20, 25),
    Occasion.CRASH_ARMOR: Case(closing, crash("armor"), {"set": 2}, 15, 2),
}


def test_each_occasion_has_a_case() -> None:
    assert set(CASES) | {Occasion.FACING} == set(Occasion)
    assert len(Occasion) >= 12 and len(Circumstance) >= 15


@pytest.mark.parametrize("occasion", CASES, ids=lambda occasion: occasion.name.lower())
def test_a_house_rule_changes_its_number(occasion: Occasion) -> None:
    case = CASES[occasion]
    s = case.position()
    assert case.ask(s) == case.printed
    assert case.ask(under(s, {"on": occasion.name.lower(), "then": case.then})) == case.ours


# ---------------------------------------------------------------- rolls


def test_a_miss_is_rolled_again_once() -> None:
    s = under(halted(), {"on": "to_hit", "when": {"side": "a"}, "then": "reroll_miss"})
    assert state(volley(s, 1, 1, 6, 6, *TURRET, 6, 6, 6, 6, *MISSES), "B1") == (3, 0, 1)
    assert state(volley(s, 1, 1, 1, 2, *MISSES), "B1") == (6, 0, 0)


def test_a_hit_is_rolled_again() -> None:
    s = under(halted(), {"on": "to_hit", "when": {"side": "a"}, "then": "reroll_hit"})
    assert state(volley(s, 6, 6, 1, 1, *MISSES), "B1") == (6, 0, 0)


def test_the_better_of_two_throws_of_the_damage_dice() -> None:
    s = under(halted(), {"on": "damage_dice", "then": "better_of_two"})
    struck(s, 1, 1, 1, 1, 6, 6, 6, 5)
    assert damage_rolled.rows(LOG)[0].faces == 6665
    struck(s, 6, 6, 6, 5, 1, 1, 1, 1)
    assert damage_rolled.rows(LOG)[0].faces == 6665


def test_a_ram_and_a_driving_test_are_rolled_again() -> None:
    s = under(closing(), {"on": "ram", "then": "reroll_miss"})
    assert len(crashed.rows(LOG)) == 0 and rammed(s, 1, 1, 6, 6).pair[0].range == 0
    assert len(crashed.rows(LOG)) == 2
    s = under(pursuit(), {"on": "driving", "when": {"order": "pursue"}, "then": "reroll_miss"})
    assert give(s, "B1 hull_down", 1, 1, 6, 6, 1, 1).tanks[0].total == 14  # DM 2; B does not pursue


def test_the_dice_of_a_sideswipe_are_thrown_twice() -> None:
    s = under(from_behind(), {"on": "crash_dice", "when": {"side": "b"}, "then": "worse_of_two"})
    rammed(s, 6, 6, 3, 3, 6, 6, 1, 1)
    assert [row.faces for row in crashed.rows(LOG) if row.tank == 6] == [11]


def facing_of_b(s: State, *dice: int) -> int:
    """What B's tank shows by these dice: it goes hull down and wins, so that nobody chooses for it."""
    won = give(s, "B1 hull_down", 1, 1, 6, 6)
    give(won, "A1 shift 0", *dice, *MISSES, *MISSES)
    return int(next(row.facing for row in facing_shown.rows(LOG) if row.tank == 6))


def test_the_front_is_the_hit_of_a_facing() -> None:
    assert facing_of_b(pursuit(), 3) == Facing.REAR
    s = under(pursuit(), {"on": "facing", "then": "reroll_miss"})
    assert facing_of_b(s, 3, 2) == Facing.RIGHT and facing_of_b(s, 1) == Facing.FRONT
    assert facing_of_b(under(pursuit(), {"on": "facing", "then": "reroll_hit"}), 1, 4) == Facing.LEFT
    assert facing_of_b(under(pursuit(), {"on": "facing", "then": "better_of_two"}), 4, 2) == Facing.RIGHT


# ---------------------------------------------------------------- summands, log


def test_a_summand_is_left_out() -> None:
    ours = under(halted(), {"on": "to_hit", "then": {"ignore": "own_order"}})
    assert gunnery.shot_dm(ours, ours.pair[0], 0, ours.mute) == 3
    assert ours.mute.ignored[0] == 0  # of nothing else than this sum
    assert gunnery_text(duel(), 0, Order.PURSUE) == "-2 to hit, +1 to be hit"
    assert gunnery_text(
        under(duel(), {"on": "to_hit", "then": {"ignore": "own_order"}}), 0, Order.PURSUE
    ) == ("+1 to be hit")
    assert ours.mute.ignored[0] == 0


RULES: list[Rule] = [
    {"name": "Steady aim", "on": "to_hit", "then": "reroll_miss"},
    {"name": "Fog", "on": "to_hit", "then": {"add": -1}},
    {"name": "High angle", "on": "location", "then": {"set": 3}},
    {"name": "Heavy shells", "on": "damage_bonus", "then": {"add": 2}},
    {"name": "Luck", "on": "severity", "then": {"at_most": 3}},
    {"name": "Tough hulls", "on": "hull_loss", "then": {"add": -1}},
]


def test_the_log_names_the_house_rules_where_they_counted() -> None:
    s = under(halted(), *RULES)
    s = volley(s, 1, 1, 6, 6, *HULL, 6, 6, 6, 6, *MISSES, *MISSES)
    text, rolls = next(
        (sentence.text, sentence.rolls) for sentence in tell(laid(*RULES), s, None, LOG) if sentence.shot
    )
    assert text.startswith("{A1} fires at {B1} at Medium: Steady aim: 1, 1 are re-rolled; hit (Effect 7); ")
    for part in ("Turret, Front (High angle \u22124)", "(Heavy shells +2)", "(Luck \u22121)"):
        assert part in text
    assert text.endswith("points left (Tough hulls \u22121).")
    first, second, *_ = rolls
    assert (first.text, first.faces) == ("Steady aim: 1, 1, then 6, 6.", (1, 1))
    assert ("Fog", -1, "CH-10.5") in [(m.text, m.amount, m.rule) for m in second.modifiers]


def test_the_log_names_house_rules_of_collisions_and_of_the_chart() -> None:
    rules: list[Rule] = [
        {"name": "Spikes", "on": "crash_damage", "then": {"add": 3}},
        {"name": "Sprint", "on": "shift", "then": {"add": 1}},
    ]
    shelf = laid(*rules)
    s = give(under(pursuit(), *rules), "B1 hull_down", *A_WINS)
    assert any("(Sprint +1)" in sentence.text for sentence in tell(shelf, s, None, LOG))
    s = rammed(under(from_behind(), *rules), 6, 6, 3, 3, 4, 4)
    told = tell(shelf, s, None, LOG)
    assert any("takes" in sentence.text and "(Spikes +3)" in sentence.text for sentence in told)
    texts = [roll.text for sentence in told for roll in sentence.rolls]
    assert "3 + 3 - 2 = 4 damage, 7 by house rules." in texts
    assert "(4 + 4) x 6 = 48 damage, 51 by house rules." in texts


# ---------------------------------------------------------------- circumstances


def facts(s: State, t: int = 0, enemy: int = 6) -> list[int]:
    """What a house rule can ask of A1 and B1."""
    f = blank(Facts)
    note_facts(s, t, enemy, s.pair[0], f)
    return list(f.value)


def scene() -> State:
    """A pair that has met, both tanks hurt, at Short in turn 4 of the second duel."""
    s = duel("warden", "anvil", range="Short", damage={"A1": (4, 1, 0), "B1": (2, 0, 1)}, turn=4, duels=3)
    a, b, p = s.tanks[0], s.tanks[6], s.pair[0]
    s.duel, a.down, a.collided, b.down = 1, 1, 1, 1
    p.order, p.facing = [Order.HULL_DOWN.value, Order.FLEE.value], [Facing.FRONT.value, Facing.REAR.value]
    p.winner, p.success, p.shift = 0, [1, 0], -1
    return s


SEEN = {
    Circumstance.TURN: 4,
    Circumstance.TURNS_LEFT: 8,
    Circumstance.DUEL: 2,
    Circumstance.TEAM: 0,
    Circumstance.SIDE: 0,
    Circumstance.HULL: 4,
    Circumstance.HULL_LOST: 2,
    Circumstance.DRIVE: 1,
    Circumstance.GUN: 0,
    Circumstance.MOUNT: 0,
    Circumstance.DRIVER: 2,
    Circumstance.GUNNER: 2,
    Circumstance.TOP_SPEED: 10,
    Circumstance.DOWN: 1,
    Circumstance.COLLIDED: 1,
    Circumstance.OPPONENTS: 1,
    Circumstance.ORDER: 3,
    Circumstance.SHOWS: 0,
    Circumstance.WON: 1,
    Circumstance.PASSED: 1,
    Circumstance.BAND: 2,
    Circumstance.RANGE: 2,
    Circumstance.CHANGED: 2,
    Circumstance.ENEMY_HULL: 2,
    Circumstance.ENEMY_HULL_LOST: 4,
    Circumstance.ENEMY_DRIVE: 0,
    Circumstance.ENEMY_GUN: 1,
    Circumstance.ENEMY_MOUNT: 1,
    Circumstance.ENEMY_DOWN: 1,
    Circumstance.ENEMY_OPPONENTS: 1,
    Circumstance.ENEMY_ORDER: 1,
    Circumstance.ENEMY_SHOWS: 2,
}


@pytest.mark.parametrize("circumstance", Circumstance, ids=lambda circumstance: circumstance.name.lower())
def test_each_circumstance_is_asked(circumstance: Circumstance) -> None:
    """What it is, and a house rule that counts by it, and not by anything else."""
    s, seen = scene(), SEEN[circumstance]
    assert facts(s)[circumstance] == seen
    name, fact = circumstance.name.lower(), circumstance.fact
    value: Any = fact.words[seen] if hasattr(fact, "words") else seen
    for condition, number in ((value, 1), ({"other_than": value}, 0)):
        ours = under(s, {"on": "to_hit", "when": {name: condition}, "then": {"add": 1}})
        more = gunnery.shot_dm(ours, ours.pair[0], 0, ours.mute)
        assert more - gunnery.shot_dm(s, s.pair[0], 0, s.mute) == number


def test_of_nobody_nothing_is_known() -> None:
    s = scene()
    alone = facts(s, 0, NOBODY)
    assert alone[Circumstance.ENEMY_HULL] == UNKNOWN and alone[Circumstance.HULL] == 4
    s.pair[0].open = 0
    assert facts(s)[Circumstance.RANGE] == UNKNOWN
    team = battle(["warden"], ["warden", "warden"])
    assert facts(team)[Circumstance.TEAM] == 1 and facts(team)[Circumstance.OPPONENTS] == 2


# ---------------------------------------------------------------- odds


def chances_of(s: State, text: str) -> dict[int, Fraction]:
    """The exact odds of an order."""
    seat = 0 if text.startswith("A") else 1
    return dict(exact(CH, s, [parse_action(s, seat, text)]).chances())


ODDS: list[tuple[Callable[[], State], str, Rule]] = [
    (halted, "A1 face A1 front B1 front", {"on": "to_hit", "then": "reroll_miss"}),
    (halted, "A1 face A1 front B1 rear", {"on": "damage_dice", "then": "better_of_two"}),
    (halted, "A1 face A1 front B1 rear", {"on": "hull_loss", "when": {"gun": "damaged"}, "then": {"add": 1}}),
    (halted, "A1 face A1 front B1 right", {"on": "location", "then": {"add": 1}}),
    (closing, "A1 ram yes", {"on": "ram", "then": "worse_of_two"}),
    (from_behind, "A1 ram yes", {"on": "crash_dice", "then": "one_more_die"}),
    (from_behind, "A1 ram yes", {"on": "crash_dice", "then": "better_of_two"}),
    (pursuit, "B1 hull_down", {"on": "driving", "when": {"order": "pursue"}, "then": "reroll_miss"}),
    (pursuit, "B1 maneuver", {"on": "facing", "then": "reroll_miss"}),
]


@pytest.mark.parametrize(("position", "text", "rule"), ODDS)
def test_odds_under_a_house_rule_are_what_plays_come_to(
    position: Callable[[], State], text: str, rule: Rule
) -> None:
    """Exact odds of what may become of a tank, against 2,000 plays."""
    ours = under(position(), rule)
    known = chances_of(ours, text)
    assert sum(known.values()) == 1
    a = parse_action(ours, 0 if text.startswith("A") else 1, text)
    thrown = sample(CH, ours, [a], n=2_000, seed=1).chances()
    for outcome in {*known, *thrown}:
        expected, seen = float(known.get(outcome, 0)), float(thrown.get(outcome, 0))
        assert abs(seen - expected) <= 6 * (max(expected * (1 - expected), 1e-9) / 2_000) ** 0.5


def test_shots_one_after_the_other_know_what_the_first_has_done() -> None:
    """Under `fire_order` the loser's shot is that of a tank that may be hurt."""
    s = duel("warden", "warden", options={"fire_order": "winner_first"})
    s = give(s, "A1 hull_down, B1 hull_down", *A_WINS)
    ours = under(s, {"on": "to_hit", "when": {"hull_lost": {"at_least": 1}}, "then": {"set": -12}})
    p = parse_action(ours, 0, "A1 face A1 front B1 front")
    known = odds.fates_of(odds.unfold(ours, p), 0, Gunfire())
    thrown = sample(CH, ours, [p], subject=0, n=2_000, seed=1).chances()
    for outcome in {*known, *thrown}:
        assert abs(float(thrown.get(outcome, 0)) - float(known.get(outcome, 0))) < 0.06
    assert known != odds.fates_of(odds.unfold(s, p), 0, Gunfire())


def test_many_damage_dice_are_walked_apart() -> None:
    """More than one die of a walk can be, with their second throw."""
    s, pool, many = under(halted(), {"on": "damage_dice", "then": "worse_of_two"}), blank(Pool), POOLED + 1
    at = s, Occasion.DAMAGE_DICE, 0, 6, s.pair[0]
    known = chances(lambda d: int(pool_dice(*at, many, d, pool)))
    assert pool.dice == 0 and sum(known.values()) == 1
    assert known[6 * many] == Fraction(1, 36**many)
    few = chances(lambda d: int(pool_dice(*at, 2, d, pool)))
    assert pool.dice == 2 and few[12] == Fraction(1, 36**2) and few[2] == 1 - Fraction(35, 36) ** 2


def test_the_panel_of_an_order_tells_tests_that_hang_on_the_enemy_apart() -> None:
    rule = {"on": "driving", "when": {"enemy_order": "flee"}, "then": {"add": 6}}
    a = parse_action(duel(), 0, "A1 pursue")
    lines = odds.order_lines(under(duel(), rule), a)
    won = {line.group: line.chance for line in lines if line.text.startswith("A1 wins")}
    assert won["If B1 flees"] > won["If B1 maneuvers"] == won["If B1 pursues"]
    alone = [line.group for line in odds.order_lines(duel(), a) if line.text.startswith("A1 wins")]
    assert alone == ["result"]


def test_the_panel_of_a_ram_under_house_rules() -> None:
    printed, ours = (
        odds.ram_lines(s) for s in (closing(), under(closing(), {"on": "ram", "then": {"set": 12}}))
    )
    assert [line.chance for line in printed] != [line.chance for line in ours]
    assert [line.chance for line in ours] == [0, 1]
    crash = odds.crash_lines(under(from_behind(), {"on": "severity", "then": {"set": 2}}))
    assert {line.text for line in crash} == {"Ram: severity 2 to A1", "Ram: severity 2 to B1"}


POLICIES = [
    Policy(no_shift),
    Policy(farthest_shift, ram=True, open=True),
    Policy(farthest_shift, Facing.LEFT),
]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("orders", [(0, 1), (0, 0), (2, 2), (2, 3), (0, 3)])
@pytest.mark.parametrize("range", ["Close", "Distant"])
def test_movement_that_is_played_ends_as_the_tables_say(
    range: str, orders: tuple[int, int], policy: Policy
) -> None:
    """Without house rules both ways come to the same chances."""
    s = duel("warden", "marten", range=range)
    dms = [int(driving.driving_dm(s.options, s.tanks[t], s.mute)) for t in (0, 6)]
    known = transition(s.options, orders, int(s.pair[0].range), (dms[0], dms[1]), policy)
    assert odds.places(s, orders, policy) == known


def test_a_situation_of_maneuvers_under_house_rules() -> None:
    shelf = laid({"name": "Ours", "on": "shift", "then": {"set": 0}})
    posed = evaluate(shelf, {"what": "maneuvers", "a": {"order": "pursue"}})
    assert {line.text for line in posed.besides if line.group == "Range after the move"} == {"Medium"}
    assert any(note.startswith("The solver knows only") for note, _ in posed.notes)


# ---------------------------------------------------------------- who asks the same rules


def test_cards_buttons_and_explanations_show_the_amended_numbers() -> None:
    rules: list[Rule] = [
        {"name": "Drill", "on": "driving", "then": {"add": 1}},
        {"name": "Boarding", "on": "ram", "then": {"add": 2}},
        {"name": "Fog", "on": "to_hit", "then": {"add": -1}},
        {"name": "Heavy", "on": "damage_dice", "then": "one_more_die"},
        {"name": "Fast", "on": "speed", "then": {"add": 3}},
    ]
    shelf = laid(*rules)
    s = under(duel("warden", "warden"), *rules)
    card = cards(shelf, s, 0)[0]
    facts_shown = dict(card.facts)
    assert (facts_shown["Driving"], facts_shown["Speed"]) == ("+3", "13")
    assert card.kit[0][0].endswith("5d6")
    why = explainer(shelf)(s, parse_action(s, 0, "A1 pursue"))
    assert ("Drill", 1, "CH-5.1") in [(m.text, m.amount, m.rule) for m in why.modifiers]
    ram = explainer(shelf)(under(closing(), *rules), make(0, Verb.RAM, 0, 6, choice=1))
    assert "2d6+4 against 8" in ram.subtitle and "Boarding" in [m.text for m in ram.modifiers]
    assert any("2d6+4 against 8" in button.detail for button in orders(under(closing(), *rules), 0))
    face = explainer(shelf)(under(halted(), *rules), parse_action(halted(), 0, "A1 face A1 front B1 front"))
    assert ("Fog", -1) in [(m.text, m.amount) for m in face.modifiers]
    printed = unit_card(shelf, {"tank": "warden"})
    assert dict(printed.facts)["Speed"].startswith("13,") and "5d6" in dict(printed.facts)["Hits"]
    assert "5d6" not in dict(unit_card(SHELF, {"tank": "warden"}).facts)["Hits"]


def test_players_estimate_by_the_amended_numbers() -> None:
    s = halted()
    at = s.pair[0], 0, 3, Facing.FRONT.value, Facing.REAR.value
    assert shot(under(s, {"on": "to_hit", "then": {"add": -6}}), *at) < shot(s, *at)
    elsewhere = {"on": "to_hit", "when": {"band": "close"}, "then": {"add": -6}}
    assert shot(under(s, elsewhere), *at) == shot(s, *at)  # the range that is asked about counts


# ---------------------------------------------------------------- the solver


def test_the_solver_refuses_house_rules_and_nobody_is_offered_who_plays_by_it() -> None:
    one, two = ({"name": name, "on": "to_hit", "then": {"add": 1}} for name in ("Ours", "Theirs"))
    s = under(duel(), one, two)
    line = "The solver knows only the printed rules and options: 2 house rules are in force."
    solving = ChaseSolving(SHELF)
    with pytest.raises(CannotSolve, match=line):
        solving.solve(s)
    with pytest.raises(CannotSolve, match="1 house rule is in force"):
        solving.solve(under(duel(), one))
    assert solving.cached(s) is None and solving.refusal(duel()) == ""
    pack = load_pack(
        PackFiles("mine", {"pack.toml": toml_text({"name": "M", "ruleset": "chase", "house_rules": [one]})})
    )
    ours = stacked(CH, [pack]).ruleset
    assert ours.computers.bots() == () and CH.computers.bots() != ()
    assert adviser(ours, s, "greedy").name.startswith("greedy")
    assert CH.odds.matrices is not None and CH.odds.matrices(s, 0, lambda: False) == ()


def test_two_shots_at_one_tank_in_a_team_battle() -> None:
    """The second hit finds a tank that has lost hull points."""
    rule: Rule = {"on": "hull_loss", "when": {"hull_lost": {"at_least": 1}}, "then": {"add": 2}}
    s = battle(["warden", "warden"], ["warden"], "Short")
    s = give(s, "A1 hull_down, A2 hull_down, B1 hull_down", *(6, 6), *(6, 6), *(1, 1))
    s = under(give(s, "A1 face A1 front B1 rear, A2 face A2 front B1 rear"), rule)
    a = parse_action(s, 1, "B1 target A1")
    known = odds.fates_of(odds.unfold(s, a), 6, Gunfire())
    thrown = sample(CH, s, [a], subject=6, n=2_000, seed=1).chances()
    assert sum(known.values()) == 1 and len(known) > 5
    for outcome in {*known, *thrown}:
        assert abs(float(thrown.get(outcome, 0)) - float(known.get(outcome, 0))) < 0.06
