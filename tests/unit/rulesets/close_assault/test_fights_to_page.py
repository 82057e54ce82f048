"""Fights of a game on the odds page: what the panel says beside the board is what the page says (CA-19.2)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest
from tests.unit.rulesets.close_assault.driver import decide

from hulldown.kernel.actions import Action, Actions, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets import get
from hulldown.rulesets.api.situation import Evaluation
from hulldown.rulesets.close_assault.actions import apply, legal
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.combat import spender
from hulldown.rulesets.close_assault.evaluation import evaluate, situation_of
from hulldown.rulesets.close_assault.explanation import odds_words
from hulldown.rulesets.close_assault.odds import duel_lines, duel_listed, duel_now
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, set_up
from hulldown.rulesets.close_assault.shooting import everything, note_fired
from hulldown.rulesets.close_assault.situation import HUB, own_unit
from hulldown.rulesets.close_assault.state import NOBODY, Phase, State, Verb
from hulldown.rulesets.common.explanation import OFF

RULESET = get("close_assault")
FIGHTS = (Verb.PAIR, Verb.SPEND, Verb.PICK)
OLD_THUNDER: dict[str, Any] = {
    "name": "Old Thunder",
    "type": "Vehicle",
    "list": "legions",
    "save": 3,
    "movement": 8,
    "wounds": 2,
    "morale": 3,
    "caf": 3,
    "base": {"shape": "rect", "length": 2.0, "width": 1.25},
    "weapon": [
        {"name": "Bolters", "line": [{"range": 8, "dice": 4, "to_hit": 5, "ap": 0, "traits": ["Light"]}]},
        {"name": "Gun", "line": [{"range": 20, "dice": 2, "to_hit": 4, "ap": -2, "traits": []}]},
    ],
}


def orders(s: State) -> list[Action]:
    """What can be done now."""
    found = blank(Actions)
    return [copy(found.rows[i]) for i in range(legal(s, int(s.side), found))]


def decisions(scenario: str, seed: int) -> Iterator[tuple[State, list[Action]]]:
    """The positions of a battle in which Fights are chosen or bonuses named, with the orders."""
    s, chance, d = set_up(SHELF, scenario, {}), Random(seed), new_dice(seed)
    while s.phase != Phase.OVER:
        if s.phase in (Phase.ENGAGEMENT, Phase.PAIRING, Phase.SPENDING):
            yield s, [a for a in orders(s) if a.verb in FIGHTS]
        decide(s, chance, d, OFF)


@cache
def met() -> tuple[tuple[State, Action], ...]:
    """Orders of whole battles, a few of each position."""
    found = []
    for seed in range(6):
        for s, choices in decisions("iron_wedge" if seed % 2 else "the_fortress", seed):
            found += [(copy(s), a) for a in choices[:3]]
    return tuple(found)


def first_fight(posed: Evaluation) -> list[list[Fraction]]:
    """The chances of the first Fight under each heading, sorted."""
    heads = dict.fromkeys(line.group for line in posed.besides if "Fight 1" in line.group)
    return [sorted(line.chance for line in posed.besides if line.group == h and line.chance) for h in heads]


def test_spending_is_the_fight_of_the_panel() -> None:
    """CA-10.7: in Engagement and in Tank Shocks, after charges, Fights and fire before."""
    asked = [(s, a) for s, a in met() if a.verb == Verb.SPEND]
    assert len(asked) > 20
    for s, a in asked:
        told = situation_of(SHELF, s, a)
        assert told and told.data is not None
        panel = sorted(line.chance for line in duel_lines(s, duel_now(s, int(a.seat), int(a.choice))))
        assert panel in first_fight(evaluate(SHELF, told.data))


def test_a_pair_is_the_fight_with_all_bonuses() -> None:
    """CA-9.5: the dice are those after the Fights that are listed before it."""
    asked = [(s, a) for s, a in met() if a.verb == Verb.PAIR and a.actor != NOBODY]
    assert len(asked) > 20
    for s, a in asked:
        told = situation_of(SHELF, s, a)
        assert told and told.data is not None
        duel = duel_listed(s, int(a.actor), int(a.target), True)
        assert sorted(line.chance for line in duel_lines(s, duel)) in first_fight(evaluate(SHELF, told.data))
        notes = [text for text, _ in RULESET.explain(s, [a]).notes if text.startswith(("No bon", "All bon"))]
        assert notes[-1].endswith(odds_words(duel.odds) + ".")


def test_a_combat_of_one_against_several_has_its_expected_wounds() -> None:
    """CA-17.2, CA-19.4: the averages of the panel are those of the page; several on both sides it does not
    know.
    """
    reasons = set()
    for s, a in met():
        if a.verb != Verb.PICK:
            continue
        told = situation_of(SHELF, s, a)
        assert told
        if told.data is None:
            reasons.add(told.notes[0][1])
            continue
        panel = next(text for text, rule in RULESET.explain(s, [a]).notes if rule == "CA-19.4")
        page = evaluate(SHELF, told.data).told
        assert page
        said = next(text for text, rule in page.notes if rule == "CA-19.4")
        assert sorted(numbers(panel)) == sorted(numbers(said))
    assert reasons <= {"CA-9.4"}


def numbers(text: str) -> list[str]:
    """Wounds as they are told, to hundredths."""
    return [word for word in text.split() if word.count(".") == 1 and word.replace(".", "").isdigit()][-2:]


# ---------------------------------------------------------------- what was spent before


def second_fight() -> State:
    """A tank has fought one of its two enemies with one bonus, and is to name bonuses for the other."""
    posed = evaluate(SHELF, {"a": {"what": "land_raider"}, "opponents": 2})
    s: State = copy(posed.state)
    apply(s, posed.order, new_dice(0), OFF)
    while s.phase == Phase.PAIRING:
        apply(s, orders(s)[0], new_dice(0), OFF)
    apply(s, min((a for a in orders(s) if a.choice), key=lambda a: int(a.choice)), new_dice(1), OFF)
    assert s.phase == Phase.SPENDING and s.model[HUB].fought == 1
    return s


def test_a_later_fight_has_its_dice_and_the_bonuses_that_are_left() -> None:
    """CA-9.3, CA-10.8: one Fight behind it, 3D6 against it, what is spent is gone."""
    s = second_fight()
    for a in orders(s):
        if a.verb != Verb.SPEND:
            continue
        told = situation_of(SHELF, s, a)
        assert told and told.data and told.data["a"]["fought"] == 1 and told.data["a"]["gone"]
        page = evaluate(SHELF, told.data)
        duel = duel_now(s, int(a.seat), int(a.choice))
        assert duel.enemy.dice == 3
        assert sorted(line.chance for line in duel_lines(s, duel)) in first_fight(page)


def test_what_has_fired_is_gone() -> None:
    """CA-10.3: the bonuses of a weapon that has been fired are not offered there either."""
    s = second_fight()
    note_fired(s, HUB, 0)
    a = make(0, Verb.SPEND, spender(s, 0), choice=everything(s, spender(s, 0), spender(s, 1)))
    told = situation_of(SHELF, s, a)
    assert told and told.data and any(one.startswith("1.") for one in told.data["a"]["gone"])


def test_one_of_several_enemies_has_no_other_fight() -> None:
    """CA-9.5."""
    with pytest.raises(ValueError, match="no other Fight"):
        evaluate(SHELF, {"opponents": 2, "first": {"fought": 1}})
    posed = evaluate(SHELF, {"a": {"spend": "none"}, "first": {"fought": 2}})
    assert posed.told and ("B1.1 rolls 4D6, R1.1 2D6.", "CA-9.3") in posed.told.notes


# ---------------------------------------------------------------- own profiles


def own_tank() -> tuple[State, Action]:
    """A Fight of a tank of a player's own, which is to name bonuses."""
    found = own_unit(OLD_THUNDER)
    assert found
    key, unit = found
    posed = evaluate(SHELF, {"own": {key: unit}, "a": {"what": key}})
    s: State = copy(posed.state)
    apply(s, posed.order, new_dice(0), OFF)
    return s, next(a for a in orders(s) if a.verb == Verb.SPEND and a.choice)


def test_a_unit_of_ones_own_goes_along() -> None:
    """CA-8.1: its whole profile is in the data, by a key that changes with it."""
    s, a = own_tank()
    told = situation_of(SHELF, s, a, {"B1": OLD_THUNDER})
    assert told and told.data is not None
    (key,) = told.data["own"]
    assert key == told.data["a"]["what"] and key.startswith("own_old_thunder_")
    assert told.data["own"][key]["wounds"] == 2
    panel = sorted(line.chance for line in duel_lines(s, duel_now(s, int(a.seat), int(a.choice))))
    assert panel in first_fight(evaluate(SHELF, told.data))
    changed = own_unit(OLD_THUNDER | {"wounds": 3})
    assert changed and changed[0] != key


def test_without_its_profile_it_is_told_why_not() -> None:
    """CA-8.1: a position alone does not know what it was written from."""
    s, a = own_tank()
    told = situation_of(SHELF, s, a)
    assert told and told.data is None and told.notes[0][1] == "CA-8.1"


def test_the_form_offers_it_like_any_other() -> None:
    """CA-8.1: among the units, with what hangs on its being a vehicle, and its bonuses."""
    found = own_unit(OLD_THUNDER)
    assert found
    fields = {f.id: f for group in RULESET.need_situations().form({found[0]: found[1]}) for f in group.fields}
    assert fields["a.what"].values[0] == (found[0], "Old Thunder", "Your own units")
    assert found[0] in dict(fields["first.arc"].when)["a.what"]
    assert [v for v in fields["first.spent"].values if v[2] == found[0]]
    assert len(RULESET.need_situations().form({})) == len(RULESET.need_situations().form({}))


def test_own_units_with_faults_say_so() -> None:
    """CA-8.6."""
    with pytest.raises(ValueError, match="Old Thunder"):
        own_unit(OLD_THUNDER | {"weapon": [{"name": "Gun", "line": []}]})
    assert own_unit({"build": "rhino"}) is None


def test_other_orders_are_no_situations() -> None:
    s = blank_state()
    field_detachment(SHELF, s, 0, "rhino", [(10, 10)])
    assert situation_of(SHELF, s, make(0, Verb.ACTIVATE, 0)) is None
