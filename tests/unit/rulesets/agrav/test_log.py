"""The log as a wargamer reads it beside the rulebook: every event has words, every sum adds up."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from tests.unit.rulesets.agrav.table import LOG, give, said, table, texts, unit

from hulldown.kernel.actions import Actions, Log, forget
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.agrav.actions import apply, legal, to_act
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.events import Sum, blow_changed, deployed, event, first_chosen, rolled_off
from hulldown.rulesets.agrav.log import outcome_text, tell
from hulldown.rulesets.agrav.setup import set_up
from hulldown.rulesets.agrav.state import POINT, Phase, Shield, Standing, State, Verb
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.agrav.turn import roll_off
from hulldown.rulesets.agrav.words import decimal
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Roll, Sentence
from hulldown.rulesets.common.log import EventKind

UNIT = re.compile(r"\{[AB][0-9]+\}")
NUMBER = r"[0-9]+(?:\.[0-9]+)?"
SUM = re.compile(r"([(]?[0-9](?:[0-9.]+|[(]| x | [+-] |/| / |%|[)]|[0-9])*) = (" + NUMBER + ")")
ASIDE = re.compile(r" \((?:hardened|reinforced)\)| (?:heat|health|armour|shield|mobility|tiles?|closer)\b")
FALL = re.compile(rf"({NUMBER}) to ({NUMBER}) \(-({NUMBER})\)")
VARIANTS: tuple[Mapping[str, Any], ...] = (
    {},
    {"thermal_floor": "linear_to_zero", "durability_cap_order": "cap_first", "he_bonus_cap": "none"},
    {"activation_double_scope": "shield", "shield_thermal_order": "after_factor", "stun_armour_weight": 0},
    {
        "barricade_is_structure": True,
        "hardened_order": "flat_then_half",
        "durability_thickness": "durability_only",
    },
    {"shot_heat_timing": "after_shot", "spall_cap_basis": "plate", "crit_on_destroyed_part": "next"},
    {
        "accuracy_floor_scope": "movement_only",
        "reaction_trigger": "any_move_in_view",
        "intile_reposition": "all",
    },
)
SCENARIOS = ("crossroads", "container_yard", "silence_the_gun")
BOLD = (Verb.SHOOT, Verb.RAM, Verb.RAM_BARRICADE, Verb.CHARGE, Verb.TRANSFER)

# ---------------------------------------------------------------- whole battles


def told_game(s: State, seed: int, most: int = 300) -> Iterator[tuple[State, list[Sentence]]]:
    """What is told of every order of a battle between players who like to fight."""
    chooser, d, m = random.Random(seed), new_dice(seed), blank(Actions)
    for _ in range(most):
        seats = to_act(s)
        if not seats:
            return
        rows = m.rows[: legal(s, 0 if seats & 1 else 1, m)]
        a = copy(chooser.choice([row for row in rows if row.verb in BOLD] or rows))
        forget(LOG)
        apply(s, a, d, LOG)
        assert LOG.lost == 0
        yield s, tell(SHELF, s, None, LOG)


def transferring() -> State:
    """A giver beside an ally, and an enemy behind a wall (AG-14)."""
    s = table([("pavise", "C6"), ("swift", "D6")], [("terrier", "L1", "S")], shields=True)
    unit(s, "A2").shield.charge = 300
    return s


def skirmishes() -> Iterator[tuple[State, str, tuple[int, ...]]]:
    """Orders that random players seldom come to."""
    yield transferring(), "A1 transfer A2 40", ()
    yield table([("swift", "C6")], [("terrier", "L1", "S")]), "A1 anchor 2", ()
    yield table([("terrier", "C6")], [("swift", "L1", "S")]), "concede", ()

    yield table([("terrier", "F3")], [("troopers", "F2"), ("swift", "L1", "S")]), "A1 ram B1", ()


@cache
def reports() -> tuple[frozenset[EventKind[Any]], tuple[Sentence, ...]]:
    """The kinds of event and the sentences of many battles; the numbers are held to the state on the way."""
    kinds: set[EventKind[Any]] = set()
    sentences: list[Sentence] = []
    starts = [(name, options) for options in VARIANTS for name in SCENARIOS]
    games = [set_up(SHELF, name, options) for name, options in starts]
    for seed, start in enumerate(games, 40):  # seeds with which everything happens once
        for s, now in told_game(start, seed):
            assert now
            agrees(s, now)
            kinds |= {event[row.kind] for row in LOG.events[: LOG.count]}
            sentences += now
    for s, order, dice in skirmishes():
        sentences += said(s, order, *dice)
        kinds |= {event[row.kind] for row in LOG.events[: LOG.count]}
    return frozenset(kinds), tuple(sentences)


def agrees(s: State, now: list[Sentence]) -> None:
    """What a unit is last said to have left is what it has: health, armour."""
    for u in range(s.count):
        name = "{" + f"{'AB'[s.units[u].side]}{number(s, u)}" + "}"
        for opening, track in ((f"{name} inside: ", "health"), (f"{name}'s armour: ", "durability")):
            lines = [one.text for one in now if one.text.startswith(opening)]
            left = FALL.findall(lines[-1]) if lines else []
            if left:
                assert float(left[-1][1]) == getattr(s.units[u], track) / POINT, lines[-1]


def number(s: State, u: int) -> int:
    """The number of a unit on its side."""
    return 1 + sum(1 for v in range(u) if s.units[v].side == s.units[u].side)


# ---------------------------------------------------------------- all of it


def test_every_kind_of_event_has_words_and_happens() -> None:  # section 10
    assert all(code.text for code in Sum)
    rare = {rolled_off, first_chosen, deployed}  # free play, below
    rare |= {blow_changed}  # by house rules, in test_occasions
    assert not [kind for kind in event if kind not in reports()[0] | rare]


def test_sentences_are_whole_and_name_only_units_in_braces() -> None:
    for sentence in reports()[1]:
        for text in (sentence.text, *(roll.text for roll in sentence.rolls)):
            assert "{" not in UNIT.sub("", text) and "}" not in UNIT.sub("", text), text
            assert text.strip() and not re.search(r"  | \.| ;|: ;|:\.|; ?\.|Way\.|Mode\.", text), text
        assert sentence.heading or sentence.text.endswith(".")
        assert sentence.rules or sentence.heading, sentence


def test_every_rule_of_the_log_is_in_the_rulebook() -> None:
    rules = SHELF.rulebook().rules
    for sentence in reports()[1]:
        cited = {*sentence.rules, *(roll.rule for roll in sentence.rolls)}
        cited |= {one.rule for roll in sentence.rolls for one in roll.modifiers}
        assert cited <= set(rules), sentence


def test_every_sum_adds_up() -> None:  # AG-1.3: what is printed has at most two decimals
    seen = 0
    for sentence in reports()[1]:
        text = ASIDE.sub("", sentence.text).replace("half of ", "0.5 x ")
        for left, right in SUM.findall(text):
            value = eval(left.replace("%", "/100").replace(" x ", "*"))  # numbers and signs only
            # what is capped may be far beyond: it was divided by a thin plate
            near = 0.06 + (0.01 if float(right) < 1000 else 0.1) * float(right)
            assert abs(max(value, 0) - float(right)) <= near, sentence.text
            seen += 1
        for before, after, less in FALL.findall(sentence.text):
            assert round(float(before) - float(less), 1) == float(after), sentence.text
    assert seen > 200


def test_to_hit_rolls_hit_at_or_below_the_sum_of_their_modifiers() -> None:  # AG-1.1, AG-8.11
    rolls = {roll for sentence in reports()[1] for roll in sentence.rolls}
    for roll in rolls:
        assert 1 <= roll.value <= roll.sides
        if roll.needed is not None:
            assert roll.sides == 100 and roll.success == (roll.value <= roll.needed)
            assert roll.needed == sum(one.amount for one in roll.modifiers)
    assert {roll.sides for roll in rolls} >= {40, 60, 80, 100}


# ---------------------------------------------------------------- the worked examples of the rulebook


def test_a_cannon_at_a_front() -> None:  # AG-9.4
    shot = said(table([("bastion", "F7")], [("bastion", "F2", "S")]), "A1 fire cannon100 B1", 42)
    assert [one.text for one in shot] == [
        "{A1} fires the 100 mm cannon at {B1}: 80 or less, rolled 42: hit.",
        "{B1}'s front: thickness 90 x 6/5 = 108 against penetration 130; through by 22.",
        "{B1}'s armour: 70 x 130/108 = 84.3; 200 to 115.7 (-84.3).",
        "{B1} inside: 70 x 22/130 = 11.85; spalling 22; 33.8 in all; health 390 to 356.2 (-33.8).",
        "{B1} is stunned: 33.8 health + 84.3 armour = 118.1; a quarter of its health is 97.5.",
    ]
    assert [one.rules[0] for one in shot] == ["AG-8.11", "AG-10.3", "AG-10.6", "AG-10.4", "AG-15.4"]
    assert shot[0].shot and not shot[1].shot
    assert shot[0].rolls[0].text == "Needs 80 or less: 42, hit."


def test_an_he_gun_at_a_rear() -> None:  # AG-9.5
    shot = texts(table([("citadel", "F7")], [("bastion", "F2")]), "A1 fire hegun B1", 80)
    assert shot[1:4] == [
        "{B1}'s rear: thickness 90 x 1/2 = 45 against penetration 65; through by 20.",
        "{B1}'s armour: 90 x 65/45 = 130; 200 to 70 (-130).",
        "{B1} inside: 90 x 20/65 = 27.69; HE 27.7 more; 55.4 in all; health 390 to 334.6 (-55.4).",
    ]


def test_heat_thins_the_plate_in_the_log() -> None:  # AG-9.2, AG-11.3, AG-11.4, AG-11.10
    s = table([("colossus", "F7")], [("bastion", "F2", "S")])
    hot = unit(s, "B1")
    hot.heat, hot.durability = 300, 1000
    shot = texts(s, "A1 fire lance B1", 1)
    assert shot[1] == "{B1}'s armour heats up: 30 + 60 = 90, the limit is 45."
    assert shot[2] == (
        "{B1}'s front: thickness 90 x 100/200 x (1 - 45/90) x 6/5 = 27 against penetration 150; "
        "through by 123."
    )
    assert shot[3] == "{B1}'s armour: 80 x 150/27 x 90/45 = 888.9, capped at 160; 100 to 0 (-100)."
    ours = unit(s, "A1")
    ours.thickness, ours.heat, ours.durability, ours.durability_full = 100, 2500, 2000, 2000
    assert texts(s, "end")[0] == (
        "{A1}'s armour cools: heat above twice the limit costs 5 armour, 195 left; 9.8 heat less, 190.2 left."
    )


def test_shields_in_the_log() -> None:  # AG-13.22
    s = table([("bastion", "F7"), ("strider", "G7")], [("strider", "F2", "S")], shields=True)
    assert texts(s, "A1 fire cannon100 B1", 42)[1] == (
        "{B1}'s shield: thickness 50 against penetration 130, through twice over; 70 x 150% = 105; "
        "charge 150 to 45 (-105); cracked for 2 own turns."
    )
    assert texts(s, "A2 fire laser B1", 42)[1] == (
        "{B1}'s shield: thickness 50 against penetration 100, through; (60 + 30) x 100% = 90; "
        "charge 150 to 60 (-90)."
    )
    unit(s, "B1").shield.charge = 300
    assert texts(s, "A2 fire laser B1", 42)[1].endswith(
        "charge 30 to 0 (-30); down for 5 own turns; it stops the other 60 too."
    )
    assert texts(s, "A1 shield") == ["{A1} switches its shield off, charge 150."]
    unit(s, "A1").shield.state = Shield.INACTIVE
    assert texts(s, "A1 shield") == [
        "{A1} switches its shield on: its charge of 150 is its maximum now; 7.5 paid, 142.5 left."
    ]


def test_charge_is_lent_in_the_log() -> None:  # AG-14.6
    s = transferring()
    lent = unit(s, "A2").shield
    lent.nominal, lent.full, lent.maximum, lent.charge = 60, 2000, 1000, 800
    assert texts(s, "A1 transfer A2 100") == [
        "{A1} sends 100 charge to {A2}: 80 arrive, 20 are lost; its shield has 130 of 160 now."
    ]


def charged(*theirs: tuple[str, str, str], shields: bool = False) -> State:
    """A bastion that came 4 tiles closer to what stands at F2."""
    s = table([("bastion", "F7")], theirs, shields=shields)
    for _ in range(4):
        s = give(s, "A1 step N")
    return s


def test_a_ram_is_told_for_both() -> None:  # AG-19.18
    assert texts(charged(("terrier", "F2", "S")), "A1 ram B1") == [
        "{A1} rams {B1}: own armour 90 + 20 x 4 tiles closer = 170, penetration 85; "
        "it takes the target's armour 60 itself, penetration 30.",
        "{B1}'s front: thickness 60 x 6/5 = 72 against penetration 85; through by 13.",
        "{B1}'s armour: 170 x 85/72 = 200.7; 150 to 0 (-150).",
        "{B1} inside: 170 x 13/85 = 26; health 255 to 229 (-26).",
        "{B1} is stunned: 26 health + 150 armour = 176; a quarter of its health is 63.75.",
        "{A1}'s front: thickness 90 x 6/5 = 108 against penetration 30; not through.",
        "{A1}'s armour: 60 x 30/108 = 16.7; 200 to 183.3 (-16.7).",
        "{B1} is stunned by the ram.",
    ]


def test_what_a_shield_leaves_of_a_ram_is_told() -> None:  # AG-19.15
    s = charged(("strider", "F2", "S"), shields=True)
    unit(s, "B1").shield.charge = 300
    lines = texts(s, "A1 ram B1")
    assert lines[1].endswith("170 - 30 = 140 of the ram is left, penetration 70.")
    assert lines[3] == "{B1}'s armour: 140 x 70/70 = 140; 200 to 60 (-140)."


def test_a_stomp_and_the_crits_it_brings() -> None:  # AG-19.13, AG-12.7, AG-12.12, AG-12.14
    lines = said(table([("strider", "F3")], [("terrier", "F2", "S")]), "A1 ram B1 3", 7, 16, 7)
    assert lines[0].text == "{A1} stomps on {B1}: base 200 + 40 x 3 mobility = 320, penetration 160."
    assert [one.text for one in lines[4:8]] == [
        "{B1} has lost 20% of its health: 7 on d40 damages the cockpit and sensors "
        "(-10% on every to-hit roll, no sensors).",
        "{B1} has lost 40% of its health: 16 on d40 damages the drive (half mobility).",
        "{B1} has lost 60% of its health: 7 on d40 destroys the cockpit and sensors "
        "(and with it the vehicle).",
        "{B1} is destroyed and leaves debris at F2.",
    ]
    assert lines[4].rolls == (
        Roll(7, 40, "7 damages the cockpit and sensors (-10% on every to-hit roll, no sensors).", "AG-12.10"),
    )
    assert "AG-12.14" in lines[7].rules
    assert lines[-1].text == "Rust has no units left: Cobalt wins."


# ---------------------------------------------------------------- structures and squads

LEFT = "0 health left to the squad."
DEPOT = ("............",) * 3 + ("....LL......",) + ("............",) * 4


def test_structures_are_told_with_what_they_resist() -> None:  # AG-20.5, AG-20.10, AG-20.16
    s = table([("powersuits", "E5"), ("colossus", "E8"), ("anvil", "F8")], [("terrier", "L1", "S")], DEPOT)
    expected = {
        8: "Structure S1 takes 80 + 60 heat = 140: over 20% of 500; 500 to 0; it will collapse.",
        2: "Structure S1 takes 80 - 100 (reinforced) = 0: 500 to 500.",
        8 | 4: "Structure S1 takes 80 + 60 heat - 100 (hardened) = 40: 500 to 460.",
    }
    for features, text in expected.items():
        s.section[0].features = features
        look_all(s)
        assert texts(s, "A2 fire lance S1", 1)[1] == text
    s.section[0].features = 4
    look_all(s)
    assert texts(s, "A1 charge S1") == [
        "{A1} sets off its demolition charge at structure S1: 400, no roll.",
        "Structure S1 takes 400 - 100 (hardened) = 300: over 20% of 500; 500 to 0; it will collapse.",
    ]
    first = said(s, "A2 fire lance S1", 99, 1)[0]
    assert first.text.endswith("80 or less, rolled 99: missed; 80 or less again, rolled 1: hit.")
    assert [roll.rule for roll in first.rolls] == ["AG-1.1", "AG-20.2"] and not first.shot
    s = give(give(s, "A3 fire mortar S1 high", 5), "end")
    assert texts(s, "end", 7)[1:3] == [
        "The round from {A3}'s 120 mm mortar comes down on structure S1: 100 or less, rolled 7: hit.",
        "Structure S1 takes 100 / 2 - 100 (hardened) = 0: 500 to 500.",
    ]


def test_an_explosion_is_told_for_each_it_reaches() -> None:  # AG-20.14
    s = table([("powersuits", "C6")], [("troopers", "D3"), ("terrier", "L1", "S")], DEPOT)
    s.section[0].features, s.section[0].durability, s.section[0].felled = 8, 0, 1
    assert texts(s, "end") == [
        "Structure S1 collapses: a field of debris.",
        "Structure S1 explodes: 300 within 1 tile, 150 at 2.",
        "The explosion reaches {A1}: damage 150, penetration 75.",
        "{A1}: thickness 25 against penetration 75; 150 x 50/75 = 100 to a model; model 1 is killed (-50); "
        "model 2 is killed (-50); model 3 is killed (-50); 0 health left to the squad.",
        "{A1} has no models left and is gone.",
        "The explosion reaches {B1}: damage 300, penetration 150.",
        "{B1}: damage 300 to a model; " + "".join(f"model {m} is killed (-20); " for m in range(1, 6)) + LEFT,
        "{B1} has no models left and is gone.",
        "Cobalt has no units left: Rust wins.",
    ]


def test_a_volley_at_a_squad_is_told_shot_by_shot() -> None:  # AG-8.12, AG-21.4, AG-21.5
    s = table([("powersuits", "C6")], [("troopers", "C3")])
    assert texts(s, "A1 fire suit_plas B1", 42, 90, 41)[:5] == [
        "{A1} fires the suit plasguns at {B1}: 3 shots, each needs 80 or less.",
        "Shot 1: 80 or less, rolled 42: hit.",
        "{B1}: damage 30 to a model; model 1 is killed (-20); model 2 is killed (-20); "
        "60 health left to the squad.",
        "{B1} is stunned: 40 health; a quarter of its health is 25.",
        "Shot 2: 80 or less, rolled 90: missed.",
    ]
    s = table([("troopers", "C6")], [("powersuits", "C3")])
    assert texts(s, "A1 fire rifle B1", 1, 99, 99, 99, 99)[2] == (
        "{B1}: thickness 25 against penetration 15, not through."
    )


# ---------------------------------------------------------------- moving, rounds in flight, reaction


def test_moves_name_their_cost_and_their_rule() -> None:  # AG-7.1, AG-7.4, AG-3.3, AG-3.7
    ground = ("............",) * 5 + (".....d......",) + ("............",) * 2
    s = table([("bastion", "F7"), ("strider", "B7"), ("swift", "H7")], [("terrier", "L1", "S")], ground)
    driven, strafed = said(s, "A1 step N")[0], said(s, "A2 step E")[0]
    assert driven.text == "{A1} drives from F7 to F6 into debris for 2 mobility, 4 left; 1 tile this turn."
    assert driven.rules == ("AG-7.1", "AG-3.3", "AG-1.5")
    assert strafed.text == "{A2} sidesteps from B7 to C7 for 2 mobility, 3 left; 1 tile this turn."
    assert strafed.rules == ("AG-7.4", "AG-1.5")
    assert texts(s, "A3 turn right") == ["{A3} turns to face east for nothing, 9 mobility left."]
    assert texts(s, "A3 anchor 2") == ["{A3} takes the northeast of H7."]


def test_rounds_in_flight_are_told_twice() -> None:  # AG-17.10, AG-17.11, AG-17.13
    s = give(table([("anvil", "F7")], [("swift", "F2", "S")]), "A1 fire mortar B1 high", 3)
    assert tell(SHELF, s, None, LOG)[0].text == (
        "{A1} fires the 120 mm mortar at {B1} high-angle: 80 or less, rolled 3: on its way; "
        "it comes down at the start of Cobalt's next turn."
    )
    s = give(give(s, "end"), "B1 step SW")
    landing = said(s, "end", 96)[-1]
    assert landing.text == (
        "The round from {A1}'s 120 mm mortar comes down on {B1}: 95 or less, rolled 96: missed."
    )
    assert [(one.text, one.amount) for one in landing.rolls[0].modifiers] == [
        ("base", 100),
        ("tiles the target moved", -5),
    ]


def test_a_round_whose_target_is_gone_is_told_as_lost() -> None:  # AG-9.3, AG-17.13
    s = table([("anvil", "F7")], [("swift", "F2", "S"), ("terrier", "L1", "S")])
    s = give(give(s, "A1 fire mortar B1 high", 3), "end")
    unit(s, "B1").standing = Standing.DESTROYED
    assert texts(s, "end")[-1] == "A round from {A1}'s 120 mm mortar is lost: {B1} is gone."


def test_reaction_fire_names_what_set_it_off() -> None:  # AG-16.7, AG-16.8, AG-16.9
    walled = ("............",) * 3 + ("HHHHH.......",) + ("............",) * 4
    s = table([("terrier", "F7")], [("swift", "E2", "S")], walled)
    assert texts(s, "A1 react gun75 N") == ["{A1} sets the 75 mm gun to reaction fire to the north."]
    s = give(s, "A1 react gun75 N")
    assert texts(s, "A1 react gun75 off") == ["{A1} takes the 75 mm gun off reaction fire."]
    step, seen, shot = said(give(s, "end"), "B1 step E", 99)
    assert step.text == "{B1} slides from E2 to F2 for 1 mobility, 8 left; 1 tile this turn."
    assert seen.text == "{B1} comes into view of {A1}: reaction fire to the north with the 75 mm gun."
    assert shot.text == "{A1} fires the 75 mm gun at {B1}: 55 or less, rolled 99: missed."
    assert ("reaction fire", -25) in [(one.text, one.amount) for one in shot.rolls[0].modifiers]


# ---------------------------------------------------------------- the beginning and the end


def test_a_battle_begins_with_who_fights_with_what() -> None:  # AG-6.1, section 6
    begun = tell(SHELF, set_up(SHELF, "crossroads"), None, blank(Log))
    assert [(one.text, one.heading) for one in begun] == [
        ("Cobalt commands {A1} (Bastion).", False),
        ("Rust commands {B1} (Strider).", False),
        ("A side alone within 1 tile of G6 scores 15 at the end of rounds 4, 6 and 8.", False),
        ("Round 1 of 8 · Cobalt's turn", True),
    ]
    depot = tell(SHELF, set_up(SHELF, "container_yard"), None, blank(Log))[2].text
    assert depot.endswith("; the side in whose turn it collapses loses 10.")


def test_free_play_is_told_from_the_roll_off_on() -> None:  # AG-6.1, AG-6.9
    s = set_up(SHELF, "free_crossroads", None, {"A1": {"unit": "terrier"}, "B1": {"unit": "troopers"}})
    s.phase = Phase.ROLL_OFF
    begun = tell(SHELF, s, None, blank(Log))[-1].text
    assert begun == "Both sides roll for who moves first, then place their units."
    forget(LOG)
    roll_off(s, new_dice(1), LOG)
    dice = tell(SHELF, s, None, LOG)[-1].rolls
    assert [roll.success for roll in dice] == [s.chooser == 0, s.chooser == 1]
    orders, d = blank(Actions), new_dice(2)
    heard: list[str] = []
    while s.phase != Phase.TURN:
        seat = 0 if to_act(s) & 1 else 1
        assert legal(s, seat, orders)
        forget(LOG)
        apply(s, copy(orders.rows[0]), d, LOG)
        heard += [one.text for one in tell(SHELF, s, None, LOG)]
    first = SIDES[s.first]
    assert heard[0] == f"{first} chooses to move first: {first} deploys and moves first."
    assert sum(" is placed at " in text for text in heard) == 2
    assert heard[-1] == f"Round 1 of 8 · {first}'s turn"


def test_how_a_battle_ends_is_said_the_same_after_the_log() -> None:  # AG-23.1, AG-23.3
    s = give(table([("terrier", "F7")], [("swift", "L1", "S")]), "concede")
    assert [one.text for one in tell(SHELF, s, None, LOG)] == ["Cobalt concedes.", f"{outcome_text(s)}."]
    assert outcome_text(s) == "Rust wins, for Cobalt has conceded"


def test_exact_numbers_as_the_rulebook_writes_them() -> None:
    exact = (Fraction(1540, 130), Fraction(108), Fraction(1, 3), Fraction(5, 8), Fraction(1, 200))
    assert [decimal(n) for n in exact] == ["11.85", "108", "0.33", "0.63", "0.01"]


def test_a_loss_that_is_doubled_says_so_whatever_the_cap() -> None:  # AG-10.8, AG-13.21
    literal = {"durability_cap_order": "cap_first"}
    for options, on, ending, inside in (
        ({}, 0, "capped at 160; 1000 to 840 (-160).", "= 51.2; health 10000 to 9948.8 (-51.2)."),
        ({}, 1, "capped at 160, doubled; 1000 to 680 (-320).", "= 51.2; 102.4 in all, doubled; health"),
        (literal, 0, "capped at 160, then x 120/90; 1000 to 786.7 (-213.3).", "= 51.2; health"),
        (literal, 1, "capped at 160, then x 120/90, doubled; 1000 to 573.3 (-426.7).", "doubled; health"),
    ):
        s = table([("colossus", "F7")], [("bastion", "F2", "S")], options=options)
        hit = unit(s, "B1")
        hit.heat, hit.shield.activated = 600, on
        hit.durability = hit.durability_full = 10_000
        hit.health = hit.health_full = 100_000  # no crit rolls
        told = texts(s, "A1 fire lance B1", 1)
        assert told[3].endswith(ending)
        assert inside in told[4], told
