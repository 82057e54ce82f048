"""House rules of AGrav: each occasion changes its number or roll, each circumstance is asked."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from tests.unit.rulesets.agrav.blows import crit
from tests.unit.rulesets.agrav.table import LOG, give, table, texts

from hulldown import rulesets
from hulldown.catalogue.house_rules import HouseRule
from hulldown.catalogue.load import toml_text
from hulldown.catalogue.pack import PackFiles
from hulldown.kernel.house_rules import UNKNOWN, Facts
from hulldown.kernel.records import blank, copy
from hulldown.odds import exact
from hulldown.rulesets.agrav import armor, cards, damage, movement, shooting
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.explanation import explain_plan
from hulldown.rulesets.agrav.log import tell, tell_seat
from hulldown.rulesets.agrav.occasions import HOUSE, Circumstance, HouseOccasion, note_facts
from hulldown.rulesets.agrav.odds import odds_lines
from hulldown.rulesets.agrav.state import (
    NOBODY,
    Chassis,
    Face,
    Family,
    Mode,
    Part,
    Shield,
    Stabiliser,
    State,
)
from hulldown.rulesets.agrav.words import parse_action
from hulldown.rulesets.common.house_rules import write_house_rules
from hulldown.rulesets.common.packs import load_pack, stacked

AGRAV = rulesets.get("agrav")
FIRE = "A1 fire cannon100 B1"
BURST = "A1 fire autocannon B1"


def under(s: State, *rules: dict[str, Any]) -> State:
    """The same position under house rules."""
    changed = copy(s)
    models = [HouseRule.model_validate({"name": "Ours", **rule}) for rule in rules]
    write_house_rules(changed.options.house, models, HOUSE)
    return changed


def duel(shields: bool = False) -> State:
    """A tank, and a walker four tiles ahead that faces it."""
    return table([("bastion", "F7", "N")], [("strider", "F3", "S")], shields=shields)


def plain(s: State) -> State:
    """Without parts, so that no crit changes anything."""
    for unit in s.units:
        unit.parts = 0
    return s


def thin() -> State:
    """The walker's armour is worn, so that a hit gets through."""
    s = plain(duel())
    s.units[1].durability = 500
    return s


def accuracy(s: State) -> int:
    """The percentage of A1's cannon against B1."""
    return int(shooting.hit_percent(s, 0, 0, Mode.DIRECT, 1, NOBODY, s.mute))


def health_after(order: str, *dice: int) -> Callable[[State], int]:
    return lambda s: int(give(s, order, *dice).units[1].health)


def durability_after(order: str, *dice: int) -> Callable[[State], int]:
    return lambda s: int(give(s, order, *dice).units[1].durability)


def charge_after(order: str, *dice: int) -> Callable[[State], int]:
    return lambda s: int(give(s, order, *dice).units[1].shield.charge)


def aloft() -> State:
    """A round of a mortar that comes down on B1 as A's turn begins; B1 has moved four tiles."""
    s = plain(table([("pavise", "F7", "N")], [("strider", "F3", "S")]))
    s = give(s, "A1 fire mortar B1 high", 3)
    s = give(s, "end")
    s.units[1].tiles = 4
    return s


def impact(s: State) -> int:
    """The percentage with which it comes down."""
    ended = copy(s)
    ended.units[1].last_tiles = 4
    return int(shooting.second_accuracy(ended, ended.flight[0], ended.mute))


def squad() -> State:
    """A gun with a wide blast, and a squad in front of it."""
    return plain(table([("citadel", "F7", "N")], [("powersuits", "F3")]))


def hot() -> State:
    """A1's armour is hot."""
    s = duel()
    s.units[0].heat = 400
    return s


def drained() -> State:
    """A1's shield has lost some charge."""
    s = duel(shields=True)
    s.units[0].shield.charge = 1000
    return s


def near() -> State:
    """A tank beside a walker."""
    return plain(table([("bastion", "F7", "N")], [("strider", "F6", "S")]))


def deep() -> State:
    """The walker is all but lost: any hit inside costs it a fifth of its health."""
    s = duel()
    s.units[1].durability, s.units[1].health = 500, 3400
    return s


def crits(s: State) -> int:
    """How many crits the parts of B1 have."""
    unit = s.units[1]
    return sum(int(unit.part[k].crits) for k in range(unit.parts))


class Case(NamedTuple):
    """A position, what is asked of it, a change, and the answers without and with it."""

    position: Callable[[], State]
    ask: Callable[[State], Any]
    then: Any
    printed: Any
    ours: Any


def with_crits(s: State) -> int:
    """Crits of B1 after a hit that is due one roll, with those that a house rule adds."""
    dice = (1, 1, 12) if s.options.house.count else (1, 1)
    return crits(give(s, FIRE, *dice))


def crit_die(s: State) -> int:
    """Which part a crit strikes: the better of two faces is beyond every part."""
    dice = (1, 1, 60) if s.options.house.count else (1, 1)
    return crits(give(s, FIRE, *dice))


def ram_harm(s: State) -> int:
    """The damage that A1's ram does, in tenths."""
    return int(movement.ram_damage(s, 0, 1, 0, s.mute))


def shots(s: State) -> int:
    """Shots of A1's autocannon at B1."""
    return int(shooting.shots_of(s, 0, 1, Mode.DIRECT, 1, NOBODY, s.mute))


def models_hurt(s: State) -> int:
    """Models of B1 that a shot of A1's HE gun hits."""
    unit = give(s, "A1 fire hegun B1", 1).units[1]
    return sum(1 for m in range(unit.models) if unit.model[m] < unit.model_full)


CASES = {
    HouseOccasion.TO_HIT: Case(duel, accuracy, {"add": 10}, 80, 90),
    HouseOccasion.SECOND_ROLL: Case(aloft, impact, {"add": 10}, 80, 90),
    HouseOccasion.SHOTS: Case(duel, shots, "one_more_die", 3, 4),
    HouseOccasion.PENETRATION: Case(thin, health_after(FIRE, 1), {"set": 20}, 3369, 4037),
    HouseOccasion.DAMAGE: Case(thin, health_after(FIRE, 1), {"add": -20}, 3369, 3542),
    HouseOccasion.HEAT: Case(
        lambda: table([("strider", "F7", "N")], [("bastion", "F3", "S")]),
        lambda s: int(give(s, "A1 fire laser B1", 1).units[1].heat),
        {"set": 10},
        300,
        100,
    ),
    HouseOccasion.SHIELD: Case(lambda: duel(shields=True), charge_after(FIRE, 1), {"add": 30}, 450, 800),
    HouseOccasion.SHIELD_LOSS: Case(
        lambda: duel(shields=True), charge_after(FIRE, 1), {"set": 100}, 450, 800
    ),
    HouseOccasion.THICKNESS: Case(thin, health_after(FIRE, 1), {"add": 20}, 3369, 3346),
    HouseOccasion.WEAR: Case(thin, durability_after(FIRE, 1), {"set": 1.5}, 0, 485),
    HouseOccasion.INSIDE: Case(thin, health_after(FIRE, 1), {"at_most": 5}, 3369, 4100),
    HouseOccasion.CRIT_ROLLS: Case(deep, with_crits, "one_more_die", 1, 2),
    HouseOccasion.CRIT: Case(deep, crit_die, "better_of_two", 1, 0),
    HouseOccasion.STUN: Case(thin, lambda s: int(give(s, FIRE, 1).units[1].stun), {"set": 200}, 2, 0),
    HouseOccasion.MODELS: Case(squad, models_hurt, {"set": 1}, 3, 1),
    HouseOccasion.RAM: Case(near, ram_harm, {"add": 15.5}, 900, 1055),
    HouseOccasion.MOBILITY: Case(duel, lambda s: int(movement.mobility_of(s, 0)), {"add": 2}, 6, 8),
    HouseOccasion.STEP_COST: Case(duel, lambda s: int(movement.step_cost(s, 0, 0)), {"add": 1}, 1, 2),
    HouseOccasion.TURN_COST: Case(duel, lambda s: int(movement.turn_cost(s, 0, 1)), {"set": 3}, 1, 3),
    HouseOccasion.COOLING: Case(hot, lambda s: int(give(s, "end").units[0].heat), {"add": 1.5}, 310, 295),
    HouseOccasion.REGENERATION: Case(
        drained, lambda s: int(give(s, "end").units[0].shield.charge), {"set": 10}, 1015, 1100
    ),
}


def test_each_occasion_has_a_case() -> None:
    assert set(CASES) == set(HouseOccasion)
    assert len(HouseOccasion) >= 12 and len(Circumstance) >= 15
    assert len({occasion.rule for occasion in HouseOccasion}) == len(
        HouseOccasion
    )  # the log tells them apart


@pytest.mark.parametrize("occasion", CASES, ids=lambda occasion: occasion.name.lower())
def test_a_house_rule_changes_its_number(occasion: HouseOccasion) -> None:
    case = CASES[occasion]
    s = case.position()
    assert case.ask(s) == case.printed
    assert case.ask(under(s, {"on": occasion.name.lower(), "then": case.then})) == case.ours


def test_the_odds_panel_counts_the_shots_of_house_rules() -> None:
    s = under(duel(), {"on": "shots", "then": {"set": 7}})
    order = parse_action(SHELF, s, 0, BURST)
    chances = exact(AGRAV, s, [order]).chances()
    hits = [line.text for line in odds_lines(SHELF, s, order, chances) if line.rule == "AG-8.12"]
    assert hits == [f"{n} of 7 hit" for n in range(1, 8)]


def test_no_house_rule_makes_a_step_or_a_turn_free() -> None:
    """A turn would never end."""
    s = under(duel(), {"on": "step_cost", "then": {"add": -9}}, {"on": "turn_cost", "then": {"add": -9}})
    assert (movement.step_cost(s, 0, 0), movement.turn_cost(s, 0, 1)) == (1, 1)
    swift = under(table([("swift", "F7")]), {"on": "turn_cost", "then": {"add": 2}})
    assert (movement.turn_cost(swift, 0, 1), movement.turn_cost(swift, 0, 2)) == (0, 3)


def test_who_has_lost_its_drive_gets_no_mobility_from_a_house_rule() -> None:
    s = under(duel(), {"on": "mobility", "then": {"set": 9}})
    assert movement.mobility_of(s, 0) == 9
    crit(s.units[0], Part.DRIVE, 2)
    assert movement.mobility_of(s, 0) == 0


def test_a_fresh_turn_has_the_mobility_of_house_rules() -> None:
    s = give(give(under(duel(), {"on": "mobility", "then": {"add": 3}}), "end"), "end")
    assert s.units[0].left == 9


def test_a_hit_that_house_rules_weaken_shows_in_structures_too() -> None:
    wall = table(
        [("bastion", "F7", "N")], picture=("............",) * 2 + (".....LL.....",) + ("............",) * 5
    )
    printed = give(wall, "A1 fire cannon100 S1", 1).section[0].durability
    when = {"at_structure": True, "weapon": "gun"}
    ours = under(wall, {"on": "damage", "when": when, "then": {"add": 20}})
    assert give(ours, "A1 fire cannon100 S1", 1).section[0].durability == printed - 200


def test_cards_show_the_numbers_of_house_rules() -> None:
    s = under(
        duel(shields=True),
        {"on": "thickness", "when": {"struck": "front"}, "then": {"add": 10}},
        {"on": "shield", "then": {"add": 7}},
        {"on": "mobility", "then": {"add": 2}},
        {"on": "stun", "then": {"set": 50}},
    )
    s.units[1].lost_charge = 500
    shown = dict(cards.facts(s, 1))
    assert cards.plates(s, 1) == (80, 63, 49)  # of 70: a walker's side has 9/10 of it, its rear 7/10
    assert "thickness 57" in shown["Shield now"] and shown["Mobility"] == "7"
    assert shown["Taken"] == "25, stunned at 207.5"


# ---------------------------------------------------------------- rolls


def screened(then: str) -> State:
    """A duel at shields, where a hit shows in the charge, under a house rule about rolls to hit."""
    return under(duel(shields=True), {"on": "to_hit", "then": then})


FULL, LESS = 1500, 450  # charge of the walker's shield, and what a hit leaves


def test_a_miss_is_rolled_again_once() -> None:
    assert charge_after(FIRE, 90, 5)(screened("reroll_miss")) == LESS
    assert charge_after(FIRE, 90, 91)(screened("reroll_miss")) == FULL
    assert charge_after(FIRE, 5)(screened("reroll_miss")) == LESS


def test_a_hit_is_rolled_again() -> None:
    assert charge_after(FIRE, 5, 90)(screened("reroll_hit")) == FULL


def test_low_is_the_better_of_two_rolls_to_hit() -> None:
    assert charge_after(FIRE, 90, 5)(screened("better_of_two")) == LESS
    assert charge_after(FIRE, 5, 90)(screened("better_of_two")) == LESS
    assert charge_after(FIRE, 5, 90)(screened("worse_of_two")) == FULL


def test_of_two_rules_about_a_roll_the_first_that_applies_counts() -> None:
    s = under(
        duel(shields=True),
        {"on": "to_hit", "when": {"stunned": True}, "then": "reroll_hit"},
        {"on": "to_hit", "then": "reroll_miss"},
        {"on": "to_hit", "then": "worse_of_two"},
    )
    assert charge_after(FIRE, 90, 5)(s) == LESS


def test_each_shot_of_a_volley_is_rolled_again_by_itself() -> None:
    rule = {"on": "to_hit", "then": "reroll_miss"}
    told = laid_tell(duel(), rule, BURST, 90, 5, 6, 91, 92)
    assert told[-1] == "Shot 3: Ours: 91 is re-rolled; 80 or less, rolled 92: missed."
    assert "Shot 1: Ours: 90 is re-rolled; 80 or less, rolled 5: hit." in told


def test_a_round_that_comes_down_is_rolled_again() -> None:
    s = under(aloft(), {"on": "second_roll", "then": "reroll_miss"})
    assert give(s, "end", 99, 5).units[1].durability < s.units[1].durability


def test_the_re_roll_at_a_structure_stands_beside_that_of_a_house_rule() -> None:
    wall = table(
        [("bastion", "F7", "N")], picture=("............",) * 2 + (".....LL.....",) + ("............",) * 5
    )
    s = under(wall, {"on": "to_hit", "then": "reroll_miss"})
    after = give(s, "A1 fire cannon100 S1", 90, 91, 5)
    assert after.section[0].durability < s.section[0].durability


@pytest.mark.parametrize(
    ("change", "chance"),
    [
        ("reroll_miss", Fraction(96, 100)),
        ("reroll_hit", Fraction(64, 100)),
        ("better_of_two", Fraction(96, 100)),
        ("worse_of_two", Fraction(64, 100)),
    ],
)
def test_the_odds_of_two_rolls_are_exact(change: str, chance: Fraction) -> None:
    s = under(duel(), {"on": "to_hit", "then": change})
    order = parse_action(SHELF, s, 0, FIRE)
    miss = odds_lines(SHELF, s, order, exact(AGRAV, s, [order]).chances())[0]
    assert (miss.text, miss.chance) == ("Miss", 1 - chance)


def test_a_crit_rolled_twice_strikes_the_higher_of_both_faces() -> None:
    """Of the strider's 60 faces 15 or fewer are of cockpit and drive: the better of two is past them."""
    s = deep()
    printed = struck(s)
    better, worse = (
        struck(under(s, {"on": "crit", "then": then})) for then in ("better_of_two", "worse_of_two")
    )
    assert printed == Fraction(10, 60)
    assert better == Fraction(10, 60) ** 2
    assert worse == 1 - Fraction(50, 60) ** 2


def struck(s: State) -> Fraction:
    """The chance that a hit of A1 at B1 damages its cockpit, where it hits."""
    s = copy(s)
    s.options.base_accuracy = 100
    order = parse_action(SHELF, s, 0, FIRE)
    lines = odds_lines(SHELF, s, order, exact(AGRAV, s, [order]).chances())
    return next(line.chance for line in lines if line.text == "Cockpit and sensors damaged")


# ---------------------------------------------------------------- summands


def test_a_summand_is_left_out() -> None:
    s = duel()
    s.units[0].tiles, s.units[0].stun, s.units[0].weapon[0].stabiliser = 2, 1, Stabiliser.NONE
    assert accuracy(s) == 80 - 20 - 10 - 20
    ours = under(s, {"on": "to_hit", "then": {"ignore": "own_movement"}})
    assert accuracy(ours) == 80 - 20
    assert ours.mute.ignored[0] == 0  # of nothing else than this sum


def test_the_tiles_of_a_target_are_left_out_of_a_second_roll() -> None:
    s = aloft()
    assert (impact(s), impact(under(s, {"on": "second_roll", "then": {"ignore": "target_moved"}}))) == (
        80,
        100,
    )


def test_what_is_above_100_is_cut_off_in_plain_sight() -> None:
    s = under(duel(), {"on": "to_hit", "then": {"add": 50}})
    assert accuracy(s) == 100
    order = parse_action(SHELF, s, 0, FIRE)
    behind = explain_plan(SHELF, s, [order])
    assert [(term.amount, term.text) for term in behind.modifiers] == [
        (80, "base"),
        (50, "House rule"),
        (-30, "never above 100"),
    ]


# ---------------------------------------------------------------- log


def laid(*rules: dict[str, Any]) -> Any:
    """The shelf of AGrav under house rules of a pack."""
    sheet = {"name": "Mine", "ruleset": "agrav", "house_rules": list(rules)}
    pack = load_pack(PackFiles("mine", {"pack.toml": toml_text(sheet)}))
    return SHELF.under(stacked(AGRAV, [pack]).ruleset.layers)


def laid_tell(s: State, rule: dict[str, Any], order: str, *dice: int) -> list[str]:
    """What is told of an order under a house rule of a pack."""
    named = {"name": "Ours", **rule}
    return [sentence.text for sentence in tell(laid(named), give(under(s, named), order, *dice), None, LOG)]


TOLD = {
    "shots": (duel, "one_less_die", BURST, (90, 90), "2 shots (Ours −1), each needs 80 or less"),
    "penetration": (thin, {"add": 10}, FIRE, (1,), "The hit: penetration 140 (Ours +10)"),
    "damage": (thin, {"set": 10}, FIRE, (1,), "damage 10 (Ours −60)"),
    "shield": (lambda: duel(True), {"add": 30}, FIRE, (1,), "thickness 80 (Ours +30) against"),
    "shield_loss": (lambda: duel(True), {"set": 100}, FIRE, (1,), "70 x 100% (Ours −50) = 70"),
    "thickness": (thin, {"add": 20}, FIRE, (1,), "90 x 50/200 = 22.5 (Ours +20) against penetration 130"),
    "wear": (thin, {"set": 1.5}, FIRE, (1,), "50 to 48.5 (-1.5) (Ours −138.5)"),
    "inside": (thin, {"set": 5}, FIRE, (1,), "5 in all (Ours"),
    "crit_rolls": (deep, "one_more_die", FIRE, (1, 1, 12), "2 crit rolls (Ours +1)"),
    "stun": (thin, {"set": 10}, FIRE, (1,), "10% of its health is 41.5 (Ours −15)"),
    "models": (squad, {"set": 1}, "A1 fire hegun B1", (1,), "(Ours −2)"),
    "ram": (near, {"add": 15.5}, "A1 ram B1", (), "+ 20 x 0 tiles closer (Ours +15.5) = 105.5"),
    "step_cost": (duel, {"add": 1}, "A1 step N", (), "for 2 mobility, 4 left (Ours +1)"),
    "turn_cost": (duel, {"set": 3}, "A1 turn right", (), "for 3 mobility, 3 left (Ours +2)"),
    "mobility": (duel, {"add": 2}, "A1 step N", (), "for 1 mobility, 5 left (Ours +2)"),
    "cooling": (hot, {"add": 1.5}, "end", (), "10.5 heat less, 29.5 left (Ours +1.5)"),
    "regeneration": (drained, {"set": 10}, "end", (), "regains 10: charge 110 (Ours +8.5)"),
}


@pytest.mark.parametrize("occasion", TOLD)
def test_the_log_names_a_house_rule_where_it_counted(occasion: str) -> None:
    position, then, order, dice, words = TOLD[occasion]
    text = "\n".join(laid_tell(position(), {"on": occasion, "then": then}, order, *dice))
    assert words in text, text


def test_the_summands_of_a_roll_name_the_house_rules() -> None:
    rules: list[dict[str, Any]] = [
        {"name": "Steady aim", "on": "to_hit", "then": "reroll_miss"},
        {"name": "Optics", "on": "to_hit", "then": {"add": 5}},
        {"name": "Long belt", "on": "shots", "then": "one_more_die"},
    ]
    s = give(under(duel(), *rules), BURST, 99, 2, 98, 98, 97, 97, 96, 96)
    heading, first, *_ = tell(laid(*rules), s, None, LOG)
    assert "4 shots (Long belt +1), each needs 85 or less" in heading.text
    thrown, counted = first.rolls
    assert (thrown.value, thrown.text) == (99, "Steady aim: 99, then 2.")
    assert [(m.text, m.amount, m.rule) for m in counted.modifiers] == [
        ("base", 80, "AG-8.1"),
        ("Optics", 5, "AG-8.11"),
    ]


def test_the_second_roll_of_a_crit_is_told() -> None:
    rule = {"on": "crit", "then": "better_of_two"}
    text = "\n".join(laid_tell(deep(), rule, FIRE, 1, 1, 60))
    assert "Ours: 1 is re-rolled; 60 on d60 is beyond every part" in text


def test_a_shot_without_a_change_is_told_as_ever() -> None:
    when = {"target_chassis": "tank"}
    rule = {"on": "penetration", "when": when, "then": {"add": 10}}
    assert laid_tell(thin(), rule, FIRE, 1) == texts(thin(), FIRE, 1)


def test_a_seat_that_does_not_see_the_shooter_hears_nothing_of_its_dice() -> None:
    rules: list[dict[str, Any]] = [
        {"name": "Ours", "on": "to_hit", "then": "reroll_miss"},
        {"name": "Sabot", "on": "penetration", "then": {"add": 10}},
    ]
    before = under(duel(), *rules)
    before.options.fog_of_war = 1
    before.known[1] = 0
    after = give(before, FIRE, 99, 2, 60)
    after.known[1] = 0
    heard = " ".join(sentence.text for sentence in tell_seat(laid(*rules), before, after, None, LOG, 1))
    assert "A shot from an unseen unit hits" in heard and "penetration 140" in heard
    assert "re-rolled" not in heard and "Sabot" not in heard


# ---------------------------------------------------------------- circumstances


def facts(s: State, u: int = 0, target: int = 1, place: int = NOBODY) -> list[int]:
    """What a house rule can ask of A1, its first weapon, and B1."""
    f = blank(Facts)
    note_facts(s, u, 0, Mode.DIRECT, target, place, Face.SIDE, f)
    return list(f.value)


def scene() -> State:
    """A1 in debris beside a wall and a friend, hurt and moved; B1 in smoke, hurt and moved."""
    s = table(
        [("citadel", "F7", "N"), ("troopers", "E7")],
        [("strider", "F3", "E")],
        (
            "............",
            "............",
            ".....*......",
            *("............",) * 3,
            ".....d#.....",
            "............",
        ),
    )
    a, b = s.units[0], s.units[2]
    a.tiles, a.last_tiles, a.turned, a.stun, a.heat = 3, 5, 1, 1, 550
    a.health, a.durability = a.health_full // 2, a.durability_full // 2
    a.shield.state, a.shield.crack = Shield.ACTIVE, 2
    crit(a, Part.SMOKE) if any(p.part == Part.SMOKE for p in a.part[: a.parts]) else crit(a, Part.DRIVE)
    a.sees = 1 << 2
    b.health, b.last_tiles, b.stun, b.shield.state = b.health_full // 2, 4, 2, Shield.DISABLED
    return s


SEEN = {
    Circumstance.ROUND: 2,
    Circumstance.SIDE: 1,
    Circumstance.OWN_TURN: 1,
    Circumstance.CHASSIS: Chassis.TANK,
    Circumstance.TILES: 3,
    Circumstance.TURNED: 1,
    Circumstance.HEALTH: 50,
    Circumstance.DURABILITY: 50,
    Circumstance.HEATED: 100,
    Circumstance.SHIELDED: Shield.ACTIVE,
    Circumstance.CRACKED: 1,
    Circumstance.STUNNED: 1,
    Circumstance.DAMAGED: 1,
    Circumstance.SENSORS: 2,
    Circumstance.DEBRIS: 1,
    Circumstance.SMOKE: 0,
    Circumstance.BESIDE: 1,
    Circumstance.FRIENDS: 1,
    Circumstance.SEES: 1,
    Circumstance.STRUCK: Face.SIDE,
    Circumstance.WEAPON: Family.GUN,
    Circumstance.ENERGY: 0,
    Circumstance.STABILISER: Stabiliser.FULL,
    Circumstance.MODE: Mode.DIRECT,
    Circumstance.RANGE: 4,
    Circumstance.FACE: Face.SIDE,
    Circumstance.AT_STRUCTURE: 0,
    Circumstance.TARGET_CHASSIS: Chassis.WALKER,
    Circumstance.TARGET_TILES: 4,
    Circumstance.TARGET_HEALTH: 50,
    Circumstance.TARGET_SHIELDED: Shield.DISABLED,
    Circumstance.TARGET_STUNNED: 1,
    Circumstance.TARGET_SMOKE: 1,
}


def test_each_circumstance_is_what_the_table_shows() -> None:
    known = facts(scene(), target=2)
    assert {code: known[code] for code in Circumstance} == SEEN


def test_each_circumstance_is_something_else_at_another_table() -> None:
    """So every circumstance can hold and fail."""
    s = table([("swift", "F7", "E")], [("troopers", "B2")])
    s.round, s.first, s.side, s.units[0].sees = 5, 1, 1, 0
    known = facts(s)
    same = {code.name for code in Circumstance if known[code] == SEEN[code]}
    assert same == {"STRUCK", "WEAPON", "MODE", "AT_STRUCTURE", "SMOKE"}
    place = facts(s, target=NOBODY, place=3)
    assert place[Circumstance.AT_STRUCTURE] == 1
    smoky = table([("heron", "F7")], picture=("*" * 12,) * 8)
    assert facts(smoky, target=NOBODY)[Circumstance.SMOKE] == 1


def test_what_there_is_not_is_unknown() -> None:
    nobody = facts(duel(), NOBODY, NOBODY)
    known = {code for code in Circumstance if nobody[code] != UNKNOWN}
    assert known == {Circumstance.ROUND, Circumstance.STRUCK}
    shooting_at_nothing = facts(duel(), 0, NOBODY)
    assert shooting_at_nothing[Circumstance.AT_STRUCTURE] == UNKNOWN
    gone = duel()
    damage.destroy(gone, 0, LOG)
    assert facts(gone)[Circumstance.CHASSIS] == UNKNOWN


@pytest.mark.parametrize("code", Circumstance, ids=lambda code: code.name.lower())
def test_each_circumstance_holds_and_fails_in_a_house_rule(code: Circumstance) -> None:
    """A condition on what the table shows has a rule count; the same with other_than does not."""
    s, value = scene(), SEEN[code]
    words = getattr(code.fact, "words", None)
    said: Any = (
        words[int(value)] if words else bool(value) if code.fact.high == 1 and not words else int(value)
    )
    occasion, ask = ("thickness", met) if code == Circumstance.STRUCK else ("to_hit", percent)
    name = code.name.lower()
    for when, counts in ((said, True), ({"other_than": said}, False)):
        ours = under(s, {"on": occasion, "when": {name: when}, "then": {"add": 5}})
        assert (ask(ours) == ask(s) + 5) is counts, when


def percent(s: State) -> int:
    """The sum of A1's first weapon against B1, whatever may forbid the shot."""
    return int(shooting.accuracy(s, 0, 0, Mode.DIRECT, 2, NOBODY, 0, NOBODY, s.mute))


def met(s: State) -> int:
    """The nominal thickness of A1's side."""
    return int(armor.struck_plate(s, 0, Face.SIDE, s.mute))
