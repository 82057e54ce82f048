"""House rules of Tank Commander: each occasion changes its number or roll, each circumstance is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from tests.answers.tank_commander.posing import post, recruit
from tests.unit.rulesets.tank_commander.table import LOG, duel, give, place, refused, rider
from tests.unit.rulesets.tank_commander.test_air import called, fly

from hulldown import rulesets
from hulldown.catalogue.house_rules import HouseRule
from hulldown.catalogue.load import toml_text
from hulldown.catalogue.pack import PackFiles
from hulldown.kernel.dice import Dice
from hulldown.kernel.hexes import cell_of
from hulldown.kernel.house_rules import UNKNOWN, Facts
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.common.content import Content
from hulldown.rulesets.common.explanation import OFF, with_dice
from hulldown.rulesets.common.house_rules import write_house_rules
from hulldown.rulesets.common.packs import load_pack, stacked
from hulldown.rulesets.tank_commander import crew, movement, shooting
from hulldown.rulesets.tank_commander.air import is_spoiled
from hulldown.rulesets.tank_commander.log import tell
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.occasions import (
    HOUSE,
    Circumstance,
    Occasion,
    note_facts,
)
from hulldown.rulesets.tank_commander.state import (
    NOBODY,
    Health,
    Mission,
    Role,
    Shell,
    Standing,
    State,
    Weapon,
)
from hulldown.views.printing.booklet import departures

TC = rulesets.get("tank_commander")


def under(s: State, *rules: dict[str, Any]) -> State:
    """The same position under house rules."""
    changed = copy(s)
    models = [HouseRule.model_validate({"name": "Ours", **rule}) for rule in rules]
    write_house_rules(changed.options.house, models, HOUSE)
    return changed


def gun(s: State) -> int:
    """The number that A1 needs against B1."""
    return int(shooting.needed(s, 0, Weapon.MAIN_GUN, 1, s.units[1].cell, s.silent))


def roll(play: Callable[[State, Dice], Any], s: State, *dice: int) -> State:
    """The position after something with these dice: all of them, and no more."""

    def act(d: Dice) -> State:
        changed = copy(s)
        play(changed, d)
        return changed

    after, used = with_dice(act, dice)
    assert used == len(dice)
    return after


def tough() -> State:
    """A duel in which a 4 goes through B1's armor."""
    return duel(armor=(9, 9, 9))


def dead(s: State) -> State:
    """B1 is a wreck."""
    s.units[1].standing, s.units[1].points, s.units[1].fell = Standing.DISABLED, 0, 1
    return s


def burning(s: State) -> State:
    """B1 is on fire."""
    s.units[1].burning = 1
    return s


def awaited() -> State:
    """A strike called in the mission of the AA guns, three of which stand."""
    s = called()
    s.mission = Mission.DISABLE_AA_GUNS
    for name in ("A10", "B10", "C10"):
        post(s, recruit(s, 1, "aa_gun"), name, "N")
    return s


class Case(NamedTuple):
    """A position, what is asked of it, a change, and the answers without and with it."""

    position: Callable[[], State]
    ask: Callable[[State], Any]
    then: Any
    printed: Any
    ours: Any


def spoiled(*dice: int) -> Callable[[State], bool]:
    return lambda s: bool(with_dice(lambda d: is_spoiled(copy(s), 0, d, OFF), dice)[0])


def hull_after(*dice: int) -> Callable[[State], int]:
    return lambda s: int(give(s, "A1 fire B1", *dice).units[1].points)


CASES = {
    Occasion.TO_HIT: Case(duel, gun, {"add": 1}, 4, 5),
    Occasion.WEAPON_RANGE: Case(
        duel, lambda s: refused(s, "A1 fire B1"), {"set": 2}, "allowed", "out_of_range"
    ),
    Occasion.ACTION_POINTS: Case(duel, lambda s: int(crew.remaining_points(s, 0)), {"add": 2}, 5, 7),
    Occasion.MOVEMENT: Case(duel, lambda s: int(crew.movement_cap(s, 0)), {"add": -1}, 3, 2),
    Occasion.LEAVING_COST: Case(duel, lambda s: int(movement.move_cost(s, 0)), {"set": 2}, 1, 2),
    Occasion.LOAD_COST: Case(duel, lambda s: int(crew.load_cost(s, 0)), {"at_least": 3}, 1, 3),
    Occasion.ARMOR: Case(tough, hull_after(4, 4, 1), {"add": 2}, 3, 4),
    Occasion.ARMOR_ROLL: Case(tough, hull_after(4, 4, 1), {"add": -2}, 3, 4),
    Occasion.HULL_LOSS: Case(duel, hull_after(4, 6, 1), {"set": 2}, 3, 2),
    Occasion.WOUND: Case(
        duel, lambda s: health(roll(lambda t, d: crew.glance(t, 1, d, OFF), s, *wounds(s))), {"set": 2}, 0, 1
    ),
    Occasion.FIRE: Case(
        duel,
        lambda s: int(roll(lambda t, d: crew.catch_fire(t, 1, d, OFF), s, 2).units[1].burning),
        {"set": 2},
        0,
        1,
    ),
    Occasion.FIRE_LOSS: Case(
        lambda: burning(duel()),
        lambda s: int(roll(lambda t, d: crew.burn(t, 1, d, OFF), s).units[1].points),
        {"set": 2},
        3,
        2,
    ),
    Occasion.COOK_OFF: Case(
        lambda: dead(duel()),
        lambda s: int(roll(lambda t, d: crew.cook_off(t, 1, d, OFF), s, 3).units[1].standing),
        {"set": 3},
        Standing.DISABLED,
        Standing.DESTROYED,
    ),
    Occasion.STRIKE: Case(called, lambda s: comes(s), {"set": 2}, False, True),
    Occasion.FLAK: Case(awaited, spoiled(3), {"set": 4}, True, False),
}


def comes(s: State) -> bool:
    """Whether a strike comes on a 3, whatever it hits."""
    dice = (3, 1, 1) if s.options.house.count else (3,)
    return bool(fly(s, *dice).strike[0].over)


def wounds(s: State) -> tuple[int, ...]:
    """A 2 to wound, and who it is where that wounds."""
    return (2, 1) if s.options.house.count else (2,)


def health(s: State) -> int:
    """What has become of the commander of B1."""
    return int(s.units[1].crew[Role.COMMANDER])


def test_each_occasion_has_a_case() -> None:
    assert set(CASES) == set(Occasion)
    assert len(Occasion) >= 12 and len(Circumstance) >= 15


@pytest.mark.parametrize("occasion", CASES, ids=lambda occasion: occasion.name.lower())
def test_a_house_rule_changes_its_number(occasion: Occasion) -> None:
    case = CASES[occasion]
    s = case.position()
    assert case.ask(s) == case.printed
    assert case.ask(under(s, {"on": occasion.name.lower(), "then": case.then})) == case.ours


# ---------------------------------------------------------------- rolls

ROLLS = {
    "to_hit": (duel, lambda s, *dice: int(give(s, "A1 fire B1", *dice).units[1].points), (1, 4, 6, 1), 3),
    "armor_roll": (
        tough,
        lambda s, *dice: int(give(s, "A1 fire B1", *dice).units[1].points),
        (4, 1, 6, 1),
        3,
    ),
}


@pytest.mark.parametrize("occasion", ROLLS)
def test_a_miss_is_rolled_again_once(occasion: str) -> None:
    position, play, dice, hull = ROLLS[occasion]
    s = under(position(), {"on": occasion, "then": "reroll_miss"})
    assert play(s, *dice) == hull


def test_the_better_and_the_worse_of_two_rolls() -> None:
    better = under(duel(), {"on": "to_hit", "then": "better_of_two"})
    assert give(better, "A1 fire B1", 5, 1, 6, 1).units[1].points == 3
    worse = under(duel(), {"on": "to_hit", "then": "worse_of_two"})
    assert give(worse, "A1 fire B1", 5, 1).units[1].points == 4


def test_a_hit_is_rolled_again() -> None:
    s = under(duel(), {"on": "to_hit", "then": "reroll_hit"})
    assert give(s, "A1 fire B1", 6, 2).units[1].points == 4


def test_a_low_roll_is_the_better_for_a_wreck() -> None:
    s = under(dead(duel()), {"on": "cook_off", "then": "better_of_two"})
    after = roll(lambda t, d: crew.cook_off(t, 1, d, OFF), s, 6, 1)
    assert after.units[1].standing == Standing.DISABLED


def test_of_two_rules_about_one_roll_the_first_that_applies_counts() -> None:
    s = under(
        duel(),
        {"on": "to_hit", "when": {"night": True}, "then": "reroll_hit"},
        {"on": "to_hit", "then": "reroll_miss"},
        {"on": "to_hit", "then": "better_of_two"},
    )
    assert give(s, "A1 fire B1", 1, 2).units[1].points == 4


# ---------------------------------------------------------------- summands, log


def test_a_summand_is_left_out() -> None:
    s = duel(terrain={"E5": "forest"})
    assert gun(s) == 5
    ours = under(s, {"on": "to_hit", "then": {"ignore": "forest"}})
    assert gun(ours) == 4
    assert ours.silent.ignored[0] == 0  # of nothing else than this sum


def laid(*rules: dict[str, Any]) -> Any:
    """The shelf of Tank Commander under house rules of a pack."""
    sheet = {"name": "Mine", "ruleset": "tank_commander", "house_rules": list(rules)}
    pack = load_pack(PackFiles("mine", {"pack.toml": toml_text(sheet)}))
    return SHELF.under(stacked(TC, [pack]).ruleset.layers)


def test_the_log_names_the_house_rules_where_they_counted() -> None:
    rules: list[dict[str, Any]] = [
        {"name": "Steady aim", "on": "to_hit", "then": "reroll_miss"},
        {"name": "Fog", "on": "to_hit", "then": {"add": 1}},
        {"name": "Drill", "on": "load_cost", "then": {"set": 2}},
    ]
    s = give(under(duel(), *rules), "A1 fire B1", 1, 2)
    sentence = tell(laid(*rules), s, None, LOG)[0]
    assert "Steady aim: 1 is re-rolled" in sentence.text
    first, second = sentence.rolls
    assert (first.value, first.text) == (1, "Steady aim: 1, then 2.")
    assert ("Fog", 1, "TC-7.13") in [(m.text, m.amount, m.rule) for m in second.modifiers]
    s = give(s, "A1 load AT")
    assert "(Drill +1)" in tell(laid(*rules), s, None, LOG)[0].text


# ---------------------------------------------------------------- circumstances


def facts(s: State, u: int = 0, target: int = 1) -> list[int]:
    """What a house rule can ask of A1 and B1."""
    f = blank(Facts)
    note_facts(s, u, target, s.units[target].cell if target != NOBODY else NOBODY, f)
    return list(f.value)


def scene() -> State:
    """A1 in mud, on fire, hurt, with a friend and an enemy next to it; B1 in forest, hurt and on fire."""
    s = duel("E8", "E5", ("medkit",), terrain={"E8": "mud", "E5": "forest"})
    place(s, 0, "infantry", "E9")
    place(s, 1, "infantry", "D8")
    a, b = s.units[0], s.units[1]
    a.burning, a.points, a.moved, a.spent, a.loaded = 1, 2, 1, 3, Shell.HE
    a.crew[Role.GUNNER], a.crew[Role.COMMANDER], a.crew[Role.DRIVER] = (
        Health.WOUNDED,
        Health.KILLED,
        Health.OK,
    )
    b.burning, b.points, b.moved, b.covered = 1, 1, 2, 1
    s.game_turn, s.storm, s.options.night = 4, 1, 1
    return s


SEEN = {
    Circumstance.TURN: 4,
    Circumstance.SIDE: 1,
    Circumstance.KIND: 0,
    Circumstance.DRIVE: 1,
    Circumstance.GROUND: 3,
    Circumstance.HULL: 2,
    Circumstance.BURNING: 1,
    Circumstance.MOVED: 1,
    Circumstance.SPENT: 3,
    Circumstance.ACTIVE: 1,
    Circumstance.GUNNER: 1,
    Circumstance.COMMANDER: 2,
    Circumstance.DRIVER: 0,
    Circumstance.LOADED: 2,
    Circumstance.FRIENDS: 1,
    Circumstance.ENEMIES: 1,
    Circumstance.RANGE: 3,
    Circumstance.TARGET_KIND: 0,
    Circumstance.TARGET_DRIVE: 1,
    Circumstance.TARGET_GROUND: 2,
    Circumstance.TARGET_HULL: 1,
    Circumstance.TARGET_BURNING: 1,
    Circumstance.TARGET_MOVED: 2,
    Circumstance.TARGET_COVERED: 1,
    Circumstance.NIGHT: 1,
    Circumstance.STORM: 1,
}


def test_each_circumstance_is_what_the_table_shows() -> None:
    known = facts(scene())
    assert {code: known[code] for code in Circumstance} == SEEN


def test_what_is_not_there_is_unknown_and_no_condition_on_it_holds() -> None:
    s = scene()
    known = facts(s, NOBODY, NOBODY)
    everything = {Circumstance.TURN, Circumstance.NIGHT, Circumstance.STORM}
    assert all(known[code] == UNKNOWN for code in set(Circumstance) - everything)
    wound = {"on": "wound", "when": {"target_hull": {"at_most": 30}}, "then": {"set": 1}}
    assert health(roll(lambda t, d: crew.glance(t, 1, d, OFF), under(duel(), wound), 2)) == Health.OK


def test_a_carried_squad_stands_nowhere() -> None:
    s = duel()
    squad = rider(s, 0)
    known = facts(s, squad, NOBODY)
    assert known[Circumstance.GROUND] == UNKNOWN
    assert known[Circumstance.FRIENDS] == UNKNOWN


@pytest.mark.parametrize("code", Circumstance, ids=lambda code: code.name.lower())
def test_a_house_rule_counts_only_in_its_circumstances(code: Circumstance) -> None:
    s, fact = scene(), code.fact
    word = SEEN[code] if not hasattr(fact, "words") else fact.words[SEEN[code]]
    word = bool(word) if not hasattr(fact, "scale") and not hasattr(fact, "words") else word
    plain = gun(s)
    so = under(s, {"on": "to_hit", "when": {code.name.lower(): word}, "then": {"add": 1}})
    not_so = under(s, {"on": "to_hit", "when": {code.name.lower(): {"other_than": word}}, "then": {"add": 1}})
    assert (gun(so), gun(not_so)) == (plain + 1, plain)


def test_bounds_take_both_ends_in() -> None:
    for when, counts in (
        ({"at_least": 3}, True),
        ({"at_least": 4}, False),
        ({"at_most": 3}, True),
        ({"at_most": 2}, False),
        ({"at_least": 2, "at_most": 3}, True),
    ):
        s = under(duel(), {"on": "to_hit", "when": {"range": when}, "then": {"set": 2}})
        assert (gun(s) == 2) is counts, when


def test_no_house_rule_lets_a_gun_shoot_farther_than_lines_are_known() -> None:
    s = under(
        duel("A9", "J1"),
        {"on": "weapon_range", "then": {"set": 8}},
        {"on": "weapon_range", "then": {"add": 8}},
    )
    assert refused(s, "A1 fire B1") == "out_of_range"
    assert shooting.weapon_range(s, 0, Weapon.MAIN_GUN, cell_of("J1")) == 8


def test_cards_and_booklets_note_house_rules() -> None:
    sheet = {
        "name": "Mine",
        "ruleset": "tank_commander",
        "house_rules": [{"name": "Fog", "on": "to_hit", "then": {"add": 1}}],
    }
    pack = load_pack(PackFiles("mine", {"pack.toml": toml_text(sheet)}))
    content = Content.resolve(TC, [pack], "skirmish")
    builds = content.ruleset.need_builds()
    assert ("House rules: Fog", "TC-7.13") in builds.card(content.build("Hunter"), {}).notes
    assert "House rule" not in str(TC.need_builds().card({"build": "Hunter"}, {}).notes)
    assert "Fog: Always +1 to the number to hit (TC-7.13), pack Mine." in departures(content)
