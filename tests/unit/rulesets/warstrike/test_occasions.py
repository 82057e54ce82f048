"""House rules of WarStrike: every occasion and every circumstance by hand, and what the log says of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from tests.unit.rulesets.warstrike.firing_line import (
    HMG,
    PISTOL,
    RIFLE,
    WOOD,
    battle,
    faced,
    inches,
    lay_ground,
    used,
)
from tests.unit.rulesets.warstrike.flights import broken
from tests.unit.rulesets.warstrike.giving import battle as on_table
from tests.unit.rulesets.warstrike.giving import code, give
from tests.unit.rulesets.warstrike.test_attack_odds import in_play, order

from hulldown.catalogue.house_rules import HouseRule
from hulldown.catalogue.load import toml_text
from hulldown.catalogue.pack import PackFiles
from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice
from hulldown.kernel.records import copy
from hulldown.rulesets.common.explanation import OFF, chances, open_log
from hulldown.rulesets.common.house_rules import write_house_rules
from hulldown.rulesets.common.packs import load_pack
from hulldown.rulesets.warstrike.actions import apply, check
from hulldown.rulesets.warstrike.catalogue import SHELF, Shelf
from hulldown.rulesets.warstrike.explanation import explainer
from hulldown.rulesets.warstrike.fall_back import flee
from hulldown.rulesets.warstrike.log import tell
from hulldown.rulesets.warstrike.losses import (
    check_dice,
    check_target,
    fire,
    ld_check,
    settle,
    shed,
    suppress,
    take_danger_tests,
)
from hulldown.rulesets.warstrike.movement import leader_limit
from hulldown.rulesets.warstrike.occasions import HOUSE
from hulldown.rulesets.warstrike.odds import attack_odds, failure, own_odds
from hulldown.rulesets.warstrike.permissions import officer_near, terrain_limit
from hulldown.rulesets.warstrike.setup import field_unit
from hulldown.rulesets.warstrike.shooting import (
    effective_aw,
    ev_total,
    in_fire,
    kill_needed,
    needed_to_hit,
    save_needed,
    shots_now,
    why_no_shots,
)
from hulldown.rulesets.warstrike.state import Deed, Fate, Ground, Morale, Phase, Sight, State, Verb
from hulldown.rulesets.warstrike.turn import act
from hulldown.rulesets.warstrike.victory import morale_of, outcome
from hulldown.rulesets.warstrike.words import parse_action, refused

Rule = dict[str, Any]
FIVE = [(10, 10), (11, 10), (12, 10), (13, 10), (14, 10)]


def rule(on: str, then: Any, **when: Any) -> Rule:
    """A house rule as packs write it down."""
    return {"name": "Steady aim", "on": on, "when": when, "then": then}


def under(s: State, *rules: Rule) -> State:
    """The same position under house rules."""
    after = copy(s)
    write_house_rules(after.options.house, [HouseRule.model_validate(entry) for entry in rules], HOUSE)
    return after


def shelf_with(*rules: Rule) -> Shelf:
    """The ruleset's files with house rules laid over them."""
    sheet = {"name": "House", "ruleset": "warstrike", "house_rules": list(rules)}
    return SHELF.under(load_pack(PackFiles("house", {"pack.toml": toml_text(sheet)})).layers)


# ---------------------------------------------------------------- numbers


def suppressed(markers: int) -> State:
    """Unit 0 with markers."""
    s = battle(at=FIVE)
    s.unit[0].markers = markers
    return s


def hit_score(s: State) -> float:
    return needed_to_hit(s, 0, 1, RIFLE, 0, s.mute)


def in_cover(s: State) -> float:
    return ev_total(s, 0, int(s.unit[1].first), Sight.CONCEALED, 0, s.mute)


def saves(s: State) -> float:
    return save_needed(s, 0, 1, RIFLE, s.mute)


def kills(s: State) -> float:
    return kill_needed(s, 0, 1, RIFLE, s.mute)


def shots(s: State) -> float:
    return shots_now(s, 0, RIFLE)


def reaches(s: State) -> float:
    """Whether a pistol reaches 9 inches."""
    return in_fire(s, 0, int(s.unit[1].first), PISTOL)


def notices(s: State) -> float:
    return inches(effective_aw(s, 0, int(s.unit[1].first)))


def check_score(s: State) -> float:
    return check_target(s, 0, s.mute)


def dice_of_check(s: State) -> float:
    return check_dice(s, 0, s.mute)


def markers_after_hits(s: State) -> float:
    """Markers of the target after three hits."""
    s.firers = 0
    suppress(s, 1, 3, OFF)
    return s.unit[1].markers


def markers_after_shedding(s: State) -> float:
    """Markers of unit 0, which fell back with four."""
    s.unit[0].markers, s.unit[0].last, s.unit[0].hit = 4, Deed.FALL_BACK, 0
    shed(s, 0, OFF)
    return s.unit[0].markers


def left_of_danger(s: State) -> float:
    """How many of a pair are left after danger tests of 2 and 6."""
    s.model[0].tests = s.model[1].tests = 1
    take_danger_tests(s, 0, faced((2, 6)), OFF)
    return s.model[0].alive + s.model[1].alive


def goes(s: State) -> float:
    """How far the leader goes in Advance!."""
    s.deed = Deed.ADVANCE
    return inches(leader_limit(s, 0))


def goes_in_terrain(s: State) -> float:
    return inches(terrain_limit(s, 0))


def flees(s: State) -> float:
    """How far a unit with nowhere to hide runs."""
    fled = broken((24, 30), enemies=[[(24, 36)]], mv=4)
    fled.options.house = s.options.house
    flee(fled, 0, faced(()), OFF)
    return round(inches(fled.model[0].walked), 2)


def borrows(s: State) -> float:
    """Whether an officer 14 inches away lends his Ld."""
    field_unit(SHELF, s, 0, "cmd", (25, 10))
    return float(officer_near(s, 0) >= 0)


def holds(s: State, *faces: int) -> float:
    """Whether a shaken task force holds, its commander (Ld 3, Nv 4) with these dice."""
    k = field_unit(SHELF, s, 0, "cmd", (30, 10))
    s.profile[s.unit[k].profile].ld, s.profile[s.unit[k].profile].nv = 3, 4
    field_unit(SHELF, s, 0, "mark", (40, 10))
    s.unit[0].fate = s.unit[k + 1].fate = Fate.DESTROYED
    s.victory = 1 << Morale.TASK_FORCE
    d = faced(faces)
    retreats = morale_of(s, 0, d, OFF)
    assert used(d)
    return float(not retreats)


def morale_on_five(s: State) -> float:
    return holds(s, 5, 5, 5)


def morale_on_two_dice(s: State) -> float:
    """Two dice are thrown under the house rule, or else three."""
    return holds(s, 5, 5) if s.options.house.count else holds(s, 5, 5, 4)


Measure = Callable[[State], float]
NUMBERS: list[tuple[Rule, Measure, float, float]] = [  # with the number as printed, and under the rule
    (rule("to_hit", {"add": -1}), hit_score, 4, 3),
    (rule("to_hit", {"add": -3}), hit_score, 4, 2),  # never below 2
    (rule("to_hit", {"add": 3}), hit_score, 4, 6),  # nor above 6
    (rule("evasion", {"add": 2}), in_cover, 4, 6),
    (rule("evasion", {"ignore": "cover"}), in_cover, 4, 3),
    (rule("evasion", {"at_most": 2}), hit_score, 4, 3),
    (rule("to_save", {"set": 2}), saves, 4, 2),
    (rule("to_save", {"ignore": "ap"}), saves, 4, 2),
    (rule("to_save", {"add": 3}), saves, 4, 0),  # no die does it
    (rule("to_kill", {"at_least": 5}), kills, 3, 5),
    (rule("to_kill", {"ignore": "toughness"}), kills, 3, 2),
    (rule("shots", "one_more_die"), shots, 2, 3),
    (rule("shots", {"set": 0}), shots, 2, 0),
    (rule("weapon_range", {"add": 4}), reaches, -1, Sight.OPEN),
    (rule("awareness", {"set": 6}), notices, 12, 6),
    (rule("ld_check", {"add": 1}), check_score, 4, 5),
    (rule("ld_dice", "one_less_die"), dice_of_check, 2, 1),
    (rule("suppression", {"add": 1}), markers_after_hits, 1, 2),
    (rule("markers_shed", {"set": 4}), markers_after_shedding, 3, 0),
    (rule("danger", {"add": 1}), left_of_danger, 2, 1),
    (rule("movement", {"add": 2}), goes, 6, 8),
    (rule("movement", {"add": -0.5}), goes, 6, 5.5),
    (rule("terrain_movement", {"at_most": 3}), goes_in_terrain, 6, 3),
    (rule("flight", {"add": 3}), flees, 8, 11),
    (rule("officer_reach", {"set": 20}), borrows, 0, 1),
    (rule("morale", {"add": 1}), morale_on_five, 0, 1),
    (rule("morale_dice", "one_less_die"), morale_on_two_dice, 1, 0),
]


def name_of(value: object) -> str:
    """A case by its occasion."""
    return f"{value['on']} {value['then']}" if isinstance(value, dict) else ""


@pytest.mark.parametrize(("entry", "measure", "printed", "amended"), NUMBERS, ids=name_of)
def test_a_house_rule_changes_a_number(entry: Rule, measure: Measure, printed: float, amended: float) -> None:
    s = battle(at=[(10, 10), (12, 10)])
    assert measure(under(s)) == printed
    assert measure(under(s, entry)) == amended


def test_every_number_is_reached() -> None:
    assert {entry["on"] for entry, *_ in NUMBERS} == set(HOUSE.occasions)


def test_a_lost_leader_that_is_ignored_costs_no_die() -> None:
    """WS-2.5: the dice of a unit whose first leader is lost."""
    s = suppressed(1)
    s.unit[0].leaderless = 1
    assert dice_of_check(s) == 1
    assert dice_of_check(under(s, rule("ld_dice", {"ignore": "leaderless"}))) == 2


def test_markers_that_are_ignored_make_no_check_harder() -> None:
    """WS-6.3."""
    s = suppressed(3)
    assert check_score(s) == 2
    assert check_score(under(s, rule("ld_check", {"ignore": "markers"}))) == 4


def test_who_has_no_shot_gets_none() -> None:
    """WS-9.17: a heavy weapon whose model moved."""
    s = under(battle("guns", [(10, 10), (12, 10)]), rule("shots", {"add": 2}))
    s.model[1].moved = 1
    assert shots_now(s, 1, HMG) == 0 and why_no_shots(s, 1, HMG) != 0


# ---------------------------------------------------------------- dice


def fired(s: State, *faces: int) -> Log:
    """Unit 0 fires at unit 1, with exactly these dice."""
    log, d = open_log(), faced(faces)
    fire(s, 0, 1, d, log)
    settle(s, d, log)
    assert used(d)
    return log


def passes(s: State, *faces: int) -> bool:
    """Unit 0 checks, with exactly these dice."""
    d = faced(faces)
    passed = ld_check(s, 0, d, OFF)
    assert used(d)
    return passed


SHOTS: list[tuple[Rule, Sequence[int], int]] = [  # one rifleman's two shots: 4+ hits, 4+ saves, 3+ kills
    (rule("to_hit", "reroll_miss"), (1, 4, 4, 1, 3), 1),  # the first misses, hits, the second hits
    (rule("to_hit", "reroll_hit"), (4, 1, 5, 2), 0),
    (rule("to_hit", "better_of_two"), (1, 6, 5, 2, 1, 1, 3, 3), 2),
    (rule("to_hit", "worse_of_two"), (6, 1, 2, 5), 0),
    (rule("to_save", "reroll_miss"), (4, 1, 3, 4), 0),
    (rule("to_save", "reroll_hit"), (4, 1, 4, 2, 3), 1),
    (rule("to_kill", "reroll_miss"), (4, 1, 1, 2, 3), 1),
    (rule("to_kill", "worse_of_two"), (4, 1, 1, 6, 2), 0),
]


@pytest.mark.parametrize(("entry", "faces", "results"), SHOTS, ids=name_of)
def test_dice_of_a_volley_are_rolled_again(entry: Rule, faces: Sequence[int], results: int) -> None:
    s = under(battle(foes=[(20, 10), (22, 10), (24, 10)]), entry)
    if entry["on"] == "to_hit" and entry["then"] == "reroll_miss":
        faces = (1, 4, 4, 1, 4, 3)  # two hits: one is saved
    fired(s, *faces)
    assert 3 - sum(int(s.model[m].alive) for m in range(1, 4)) == results


@pytest.mark.parametrize(
    ("then", "faces", "passed"),
    [
        ("reroll_miss", (5, 6, 5, 4), True),
        ("reroll_hit", (5, 4, 5), False),
        ("better_of_two", (5, 3, 6, 6), True),  # low is better
        ("worse_of_two", (3, 5, 6, 4), False),
    ],
)
def test_dice_of_a_check_are_rolled_again(then: str, faces: Sequence[int], passed: bool) -> None:
    s = under(suppressed(1), rule("ld_check", then))
    assert passes(s, *faces) == passed


def test_danger_tests_are_rolled_again() -> None:
    """WS-3.14: a 1 harms."""
    s = battle(at=[(10, 10), (12, 10)])
    s.model[0].tests = s.model[1].tests = 1
    spared, d = under(s, rule("danger", "reroll_miss")), faced((1, 5, 6))
    take_danger_tests(spared, 0, d, OFF)
    assert used(d) and spared.model[0].alive == 1


def test_morale_is_rolled_again() -> None:
    """WS-14.3."""
    s = under(battle(), rule("morale", "reroll_miss"))
    assert holds(s, 5, 5, 6, 6, 5, 4)


# ---------------------------------------------------------------- exact odds


@pytest.mark.parametrize("then", ["reroll_miss", "reroll_hit", "better_of_two", "worse_of_two"])
@pytest.mark.parametrize("on", ["to_hit", "to_save", "to_kill"])
def test_exact_odds_of_a_volley_regard_rerolls(on: str, then: str) -> None:
    """WS-11.20: a shot is a kill result in as many ways of 46,656 as its dice, counted one by one, are."""
    good = {"to_hit": 3, "to_save": 3, "to_kill": 4}
    pairs = {key: Fraction(faces, 6) for key, faces in good.items()}
    again = (
        good[on]
        * {
            "reroll_miss": 6 + 6 - good[on],
            "reroll_hit": good[on],
            "better_of_two": 12 - good[on],
            "worse_of_two": good[on],
        }[then]
    )
    pairs[on] = Fraction(again, 36)
    (group,) = attack_odds(under(battle(), rule(on, then)), 0, 1).volleys
    assert group.chance == pairs["to_hit"] * (1 - pairs["to_save"]) * pairs["to_kill"]


def test_exact_odds_of_an_attack_are_its_dice() -> None:
    """The walk of every die against the arithmetic of groups (WS-11.20)."""
    s = under(
        battle(foes=[(20, 10), (22, 10)]), rule("to_hit", "reroll_miss"), rule("to_save", "worse_of_two")
    )

    def play(d: Dice) -> tuple[int, int]:
        after = copy(s)
        fire(after, 0, 1, d, OFF)
        settle(after, d, OFF)
        return 2 - int(after.model[1].alive) - int(after.model[2].alive), int(after.unit[1].markers)

    odds, fallen = attack_odds(s, 0, 1), dict[int, Fraction]()
    for (lost, _), chance in chances(play).items():
        fallen[lost] = fallen.get(lost, Fraction(0)) + chance
    assert fallen == odds.kills()


@pytest.mark.parametrize("then", ["reroll_miss", "reroll_hit", "better_of_two", "worse_of_two"])
@pytest.mark.parametrize("on", ["to_hit", "to_save", "to_kill", "ld_check"])
def test_odds_of_an_order_are_what_all_dice_come_to(on: str, then: str) -> None:
    """WS-11.20: dice with their re-rolls laid out by hand against the walk of every fall."""
    s = under(in_play(battle(foes=[(20, 10), (22, 10)])), rule(on, then))
    a = order(Verb.FIRE)

    def play(d: Dice) -> int:
        after = copy(s)
        apply(after, a, d, OFF)
        return int(outcome(after, OFF, 1))

    assert own_odds(s, a) == chances(play)


CHECKED = {
    "reroll_miss": 32,
    "reroll_hit": 16,
    "better_of_two": 32,
    "worse_of_two": 16,
}  # of 36, for 4 or less
SAFE = {"reroll_miss": 35, "reroll_hit": 25, "better_of_two": 35, "worse_of_two": 25}  # for 2 or more


@pytest.mark.parametrize("then", CHECKED)
def test_a_walk_of_a_check_regards_rerolls(then: str) -> None:
    """WS-6.2: two dice."""
    s = under(suppressed(1), rule("ld_check", then))
    passed = chances(lambda d: ld_check(copy(s), 0, d, OFF))
    missed = 1 - Fraction(CHECKED[then], 36)
    assert passed[True] == 1 - missed**2
    assert failure(s, 0) == missed**2


@pytest.mark.parametrize("then", SAFE)
def test_a_walk_of_danger_tests_regards_rerolls(then: str) -> None:
    """WS-3.14."""
    s = under(battle(at=[(10, 10), (12, 10)]), rule("danger", then))
    s.model[0].tests = 1

    def play(d: Dice) -> int:
        after = copy(s)
        take_danger_tests(after, 0, d, OFF)
        return int(after.model[0].alive)

    assert chances(play)[1] == Fraction(SAFE[then], 36)


def test_the_next_check_regards_rerolls() -> None:
    """WS-6.7: two dice of 4 or less, each with 32 of 36."""
    assert failure(under(suppressed(1), rule("ld_check", "reroll_miss")), 0) == Fraction(4, 36) ** 2


# ---------------------------------------------------------------- circumstances


def acts(deed: Deed, k: int = 0) -> Callable[[State], None]:
    """A unit's last action."""

    def put(s: State) -> None:
        s.acting = -1
        s.unit[k].last = deed

    return put


def sets(**fields: int) -> Callable[[State], None]:
    """Fields of the state."""

    def put(s: State) -> None:
        for name, value in fields.items():
            setattr(s, name, value)

    return put


def gives(k: int, **fields: int) -> Callable[[State], None]:
    """Fields of a unit."""

    def put(s: State) -> None:
        for name, value in fields.items():
            setattr(s.unit[k], name, value)

    return put


def lets(m: int, **fields: int) -> Callable[[State], None]:
    """Fields of a model."""

    def put(s: State) -> None:
        for name, value in fields.items():
            setattr(s.model[m], name, value)

    return put


def types(k: int, kind: int) -> Callable[[State], None]:
    """The type of a unit."""

    def put(s: State) -> None:
        s.profile[s.unit[k].profile].type = kind

    return put


def woods(x: float) -> Callable[[State], None]:
    """A wood round a place."""

    def put(s: State) -> None:
        lay_ground(s, Ground.WOOD, [(x - 1, 9), (x + 1, 9), (x + 1, 11), (x - 1, 11)])

    return put


def nothing(s: State) -> None:
    """The position as it is."""


Change = Callable[[State], None]
BESIDE = 5  # the target's first model
CIRCUMSTANCES: list[tuple[str, Any, Change, Change]] = [  # with what makes it so, and not so
    ("turn", 2, sets(turn=2), sets(turn=3)),
    ("last_turn", True, sets(turn=6, turns=6), sets(turn=5, turns=6)),
    ("snap", True, sets(phase=Phase.SNAP), nothing),
    ("side", True, sets(attacker=0), sets(attacker=1)),
    ("type", "infantry", nothing, types(0, 1)),
    ("action", "advance", acts(Deed.ADVANCE), acts(Deed.DOUBLE)),
    ("moved", True, lets(2, moved=1), nothing),
    ("models_left", {"at_most": 4}, lets(4, alive=0), nothing),
    ("share_left", {"at_least": 100}, nothing, lets(4, alive=0)),
    ("markers", {"at_least": 1}, gives(0, markers=1), nothing),
    ("ground", True, gives(0, ground=1), nothing),
    ("hunkered", True, gives(0, hunkered=1), nothing),
    ("leaderless", True, gives(0, leaderless=1), nothing),
    ("commander", True, lets(1, officer=1), nothing),
    ("terrain", "wood", woods(10), woods(16)),
    ("nearest_enemy", {"at_most": 9.5}, nothing, lets(BESIDE, x=21_000)),
    ("weapon_heavy", False, nothing, nothing),
    ("weapon_one_handed", False, nothing, nothing),
    ("range", {"at_most": 5.0}, nothing, lets(BESIDE, x=21_000)),
    ("enemy_type", "infantry", nothing, types(1, 1)),
    ("enemy_action", {"other_than": "double"}, nothing, acts(Deed.DOUBLE, 1)),
    ("enemy_moved", False, nothing, lets(BESIDE, moved=1)),
    ("enemy_models_left", 2, nothing, lets(BESIDE + 1, alive=0)),
    ("enemy_markers", 3, gives(1, markers=3), nothing),
    ("enemy_ground", True, gives(1, ground=1), nothing),
    ("enemy_hunkered", True, gives(1, hunkered=1), nothing),
    ("enemy_terrain", "open", nothing, woods(20)),
]
WEAPONS = {"weapon_heavy": HMG, "weapon_one_handed": PISTOL}  # of which it is not so


def counts(s: State, when: Rule, weapon: int) -> bool:
    """Whether a house rule on the number to kill counts."""
    amended = under(s, rule("to_kill", {"add": -1}, **when))
    change = kill_needed(s, 0, 1, weapon, s.mute) - kill_needed(amended, 0, 1, weapon, s.mute)
    assert change in (0, 1)
    return bool(change)


@pytest.mark.parametrize(
    ("name", "value", "so", "otherwise"), CIRCUMSTANCES, ids=lambda value: str(value)[:16]
)
def test_a_circumstance_holds_or_not(name: str, value: Any, so: Change, otherwise: Change) -> None:
    s = battle(at=FIVE, enemy="vet", foes=[(20, 10), (22, 10)])
    s.profile[s.unit[1].profile].toughness = 5
    yes, no = copy(s), copy(s)
    so(yes)
    otherwise(no)
    assert counts(yes, {name: value}, RIFLE)
    assert not counts(no, {name: value}, WEAPONS.get(name, RIFLE))


def test_every_circumstance_is_tried() -> None:
    assert {name for name, *_ in CIRCUMSTANCES} == set(HOUSE.circumstances)


def test_nothing_is_known_of_an_enemy_that_there_is_not() -> None:
    """Dice of a check have no enemy: no condition on it holds."""
    s = suppressed(1)
    for when in (
        {"enemy_type": "infantry"},
        {"enemy_type": {"other_than": "infantry"}},
        {"range": {"at_most": 99}},
    ):
        assert check_score(under(s, rule("ld_check", {"add": 1}, **when))) == 4


# ---------------------------------------------------------------- what is said


def sentences(s: State, log: Log, *rules: Rule) -> list[str]:
    """The log with the names of house rules."""
    return [sentence.text for sentence in tell(shelf_with(*rules), s, None, log)]


def test_the_log_names_a_rule_behind_a_score() -> None:
    entry = rule("to_hit", {"add": -1})
    s = under(battle(), entry)
    (fires,) = tell(shelf_with(entry), s, None, fired(s, 1, 2))
    (hits,) = fires.rolls
    assert hits.needed == 3
    assert ("Steady aim", -1, "WS-11.9") in [(term.text, term.amount, term.rule) for term in hits.modifiers]
    assert sum(term.amount for term in hits.modifiers) == 3


def test_a_name_with_braces_is_no_template() -> None:
    entry = {**rule("to_hit", {"add": 3}), "name": "{hit} 100 %"}
    s = under(battle(), entry)
    (fires,) = tell(shelf_with(entry), s, None, fired(s, 1, 2))
    assert [term.text for term in fires.rolls[0].modifiers][-2:] == [
        "{hit} 100 %",
        "never below 2 nor above 6",
    ]


def test_the_log_tells_dice_that_were_rolled_again() -> None:
    entry = rule("to_hit", "reroll_miss")
    s = under(battle(), entry)
    assert sentences(s, fired(s, 1, 2, 3, 1), entry)[0] == (
        "{B1} fires at {R1}: Steady aim: 1, 3 are re-rolled; rifle, 2 shots, 0 hits on 4+."
    )
    s = under(battle(), rule("to_hit", "better_of_two"))
    assert (
        "Steady aim: 3 stays, not 1; Steady aim: 2 is re-rolled; rifle"
        in sentences(s, fired(s, 3, 1, 2, 3), entry)[0]
    )


def test_many_dice_that_were_rolled_again_are_told_in_their_rows() -> None:
    """More dice than an event holds (WS-16.5)."""
    rules = rule("to_hit", "reroll_miss"), {**rule("shots", {"set": 12}), "name": "Machine rifles"}
    s = under(battle(at=FIVE[:3]), *rules)
    text = sentences(s, fired(s, *([1, 2] * 36)), *rules)[0]
    assert text.count("Steady aim: 1, 1, 1, 1") == 5  # eight dice at a time, 24 in a row
    assert "rifle, 36 shots (Machine rifles +10 a model), 0 hits on 4+" in text


def test_the_log_names_rules_of_shots_and_range() -> None:
    rules = rule("shots", "one_more_die"), {**rule("weapon_range", {"add": 4}), "name": "Long barrels"}
    s = under(battle(), *rules)
    assert (
        "rifle, 3 shots (Long barrels +4 inches, Steady aim +1 a model)"
        in sentences(s, fired(s, 1, 1, 1), *rules)[0]
    )


def test_the_log_names_rules_of_a_check() -> None:
    rules = rule("ld_dice", "one_more_die"), {**rule("ld_check", {"add": 1}), "name": "Stout hearts"}
    s, log = under(suppressed(1), *rules), open_log()
    ld_check(s, 0, faced((5, 6, 6)), log)
    (check,) = tell(shelf_with(*rules), s, None, log)
    assert "3 dice (Ld 2 and Steady aim +1), 5 or less" in check.text
    assert [(term.text, term.amount) for term in check.rolls[0].modifiers] == [("Nv", 4), ("Stout hearts", 1)]


def test_the_log_names_a_rule_that_lends_an_officer_s_ld() -> None:
    """Where the officer is near anyway, the rule did not count."""
    far = rule("officer_reach", {"set": 20})
    for place, words in (((25, 10), "Steady aim +14 inches"), ((14, 10), "")):
        s, log = under(suppressed(1), far), open_log()
        field_unit(SHELF, s, 0, "cmd", place)
        ld_check(s, 0, faced((5, 6, 6)), log)
        (check,) = tell(shelf_with(far), s, None, log)
        assert ("Steady aim" in check.text) == bool(words) and words in check.text, check.text


def test_the_log_names_rules_of_moves_markers_and_danger() -> None:
    rules = (
        rule("movement", {"add": 1.5}),
        {**rule("suppression", {"add": 1}), "name": "Noise"},
        {**rule("danger", {"add": 1}), "name": "Mud"},
    )
    s, log = under(battle(at=[(10, 10), (12, 10)]), *rules), open_log()
    act(s, 0, Deed.ADVANCE, 0, log)
    s.firers = 0
    suppress(s, 1, 1, log)
    s.model[0].tests = 1
    take_danger_tests(s, 0, faced((3,)), log)
    texts = tell(shelf_with(*rules), s, None, log)
    assert texts[0].text == "{B1} chooses Advance!, moving first (Steady aim +1.5 inches)."
    assert texts[1].text == "{R1} takes 2 suppression markers for 1 hit (Noise +1)."
    assert texts[2].rolls[0].needed == 3 and texts[2].rolls[0].modifiers[0].text == "Mud"


def test_the_odds_panel_names_a_rule() -> None:
    entry = rule("to_hit", {"add": -1})
    s = under(battle(), entry)
    explained = explainer(shelf_with(entry))(s, parse_action(s, 0, "B1 fire R1"))
    assert explained.needed == 3 and "Steady aim" in [term.text for term in explained.modifiers]


def test_a_refusal_says_how_far_terrain_lets_it_go() -> None:
    """WS-8.6 under a house rule; at double pace every model is measured."""
    wood = (Ground.WOOD, WOOD)
    s = on_table([("mark", (18, 10))], terrain=[wood])
    s.options.single_double_terrain = 0
    s = under(s, rule("terrain_movement", {"set": 3}))
    for text in ("B1 activate", "B1 double move first"):
        s = give(s, text)
    move = parse_action(s, 0, "B1 go 23,10")
    assert code(s, "B1 go 23,10") == "terrain_cap"
    assert "holds it to 3 inches" in refused(s, move, check(s, 0, move)).text
