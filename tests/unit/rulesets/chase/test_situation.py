"""A situation of the odds page is a position like any other: the same tanks, rules and odds."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from tests.unit.rulesets.chase.table import battle, duel, give, seat_for

from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.api.situation import Evaluation
from hulldown.rulesets.chase.actions import apply, check, legal, to_act
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.odds import own_odds
from hulldown.rulesets.chase.setup import set_up
from hulldown.rulesets.chase.situation import (
    Situation,
    evaluate,
    form,
    form_with,
    own_tanks,
    own_unit,
    situation_of,
)
from hulldown.rulesets.chase.state import Phase, State, Verb
from hulldown.rulesets.chase.words import parse_action, tank_name
from hulldown.rulesets.common.explanation import OFF

RULESET = rulesets.get("chase")
OWN = {"what": "own", "weapon": "own", "dice": 0, "bonus": 30, "hull": 4, "rear": 4}


def posed(**parts: Any) -> Evaluation:
    """A situation that the rules allow."""
    found = evaluate(SHELF, parts)
    assert found.refusal is None, found.refusal
    assert not check(found.state, 0, found.order)
    return found


def refused(**parts: Any) -> tuple[str, str]:
    found = evaluate(SHELF, parts)
    assert found.refusal is not None
    return found.refusal.code, found.refusal.rule


def table(found: Evaluation) -> dict[str, Fraction]:
    odds = own_odds(found.state, found.order)
    assert odds is not None
    lines = [*RULESET.odds.in_full(found.state, [found.order], -1, odds), *found.besides]
    assert len({line.full for line in lines}) == len(lines)
    return {line.full: line.chance for line in lines}


def order(s: State, text: str) -> Action:
    return parse_action(s, seat_for(s, text), text)


# ---------------------------------------------------------------- the position


def test_nothing_said_is_a_warden_before_a_warden() -> None:
    found = posed()
    assert [tank_name(SHELF, found.state, t) for t in (0, 6)] == ["Warden", "Warden"]
    assert found.given == Situation().model_dump(mode="json")
    chances = table(found)
    assert chances["A1 misses"] == Fraction(5, 12)  # CH-10.6: 7+ with both on Maneuver
    assert chances["B1 hits A1"] == Fraction(7, 12)
    whole = ("A1 misses", "Hit without effect", "Hit that does damage")
    assert sum(chances[text] for text in whole) == 1


def test_every_field_of_the_form_is_a_value_of_the_data() -> None:
    """The page sends nothing that the data does not know, and the defaults are the data's."""
    data = Situation().model_dump(mode="json")
    for group in form(SHELF)():
        for field in group.fields:
            at: Any = data
            *path, last = field.id.split(".")
            for part in path:
                at = at[part]
            if path != ["options"]:
                assert field.default == ("" if at[last] is None else at[last]), field.id
            if field.kind == "choice":
                assert field.default in [value for value, _, _ in field.values], field.id


def test_tanks_are_hurt_as_asked() -> None:
    hurt = {"what": "bulwark", "crew": "veteran", "left": 3, "mobility": "damaged", "gun": "damaged"}
    s = posed(b=hurt).state
    now = s.tanks[6].now
    assert (now.hull, now.mobility, now.gun) == (3, 1, 1)
    assert s.tanks[6].profile.gunner == 3
    assert "B1: 3 hull points left" in table(posed(b=hurt))


def test_a_tank_of_ones_own() -> None:
    gun = OWN | {"range_dm": 10}
    assert table(posed(a=gun))["A1 misses"] == 0
    assert refused(a=OWN) == ("no_range_dm", "CH-10.2")
    assert table(posed(a=gun, b=OWN | {"facing": "rear"}))["B1 destroyed"] == Fraction(1, 2)  # hull hits


DUCHESS = {
    **{"name": "Iron Duchess", "hull": 9, "front": 20, "side": 12, "rear": 8, "top_speed": 6, "agility": -2},
    **{"driver": 2, "gunner": 3, "mount": "turret", "points": 140},
    "weapon": {"name": "Mortar", "dice": 6, "bonus": 2, "range_dm": {"Short": 1, "Medium": 0}},
}


def test_tanks_of_the_garage_go_along() -> None:
    """CH-17.1: with all their numbers; listed ones are chosen by their names."""
    found = own_unit(SHELF, DUCHESS)
    assert found and own_unit(SHELF, {"build": "warden_veteran"}) is None
    key, data = found
    offered = form_with(SHELF, own_tanks(SHELF, {key: data}))[1].fields[0].values
    assert offered[0] == (key, "Iron Duchess", "Your own tanks")
    asked = posed(a={"what": key}, own={key: data})
    assert asked.title == "Iron Duchess on Maneuver fires at Warden on Maneuver (front), Medium"
    assert table(asked)["A1 misses"] == Fraction(10, 36)  # 6+: gunner 3, vehicle +1, orders -2
    far = {"a": {"what": key}, "own": {key: data}, "between": {"range": "Long"}}
    assert refused(**far) == ("no_range_dm", "CH-10.2")
    with pytest.raises(CatalogueError, match=r"a\.left: must be at most 9, not 10"):
        evaluate(SHELF, {"a": {"what": key, "left": 10}, "own": {key: data}})
    with pytest.raises(CatalogueError, match='unknown tank "own_iron'):
        evaluate(SHELF, {"a": {"what": key}})
    with pytest.raises(CatalogueError, match="needs a DM for at least one band"):
        own_unit(SHELF, DUCHESS | {"weapon": {"dice": 1, "range_dm": {}}})


def test_a_battle_says_what_it_fields() -> None:
    """CH-17.2: a shot of a player's own tank in a game has the same odds on its page, at every range."""
    forces = {"B1": DUCHESS}
    s = give(set_up(SHELF, "even_ground", None, forces), "A1 hull_down, B1 hull_down", 1, 1, 6, 1)
    a = order(s, "B1 face A1 rear B1 front")
    told = situation_of(SHELF, s, a, forces)
    assert told and told.data and [one["name"] for one in told.data["own"].values()] == ["Iron Duchess"]
    found = evaluate(SHELF, told.data)
    assert own_odds(found.state, found.order) == own_odds(s, a)
    plain = situation_of(SHELF, s, a)
    assert plain and plain.data and "own" not in plain.data, "what nobody says goes by its numbers"


# ---------------------------------------------------------------- what the rules say


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"a": {"what": "hornet"}, "between": {"range": "Close"}}, "no_range_dm"),
        ({"a": {"gun": "knocked_out"}}, "gun_out"),
        ({"a": {"what": "anvil", "facing": "left"}}, "fixed_gun"),
        ({"b": {"mobility": "immobilised"}}, "immobilised"),
        ({"what": "ram", "a": {"order": "flee"}}, "no_closing_move"),
        ({"what": "ram"}, "no_closing_move"),
        ({"what": "maneuvers", "a": {"mobility": "immobilised", "order": "flee"}}, "immobilised"),
    ],
)
def test_what_the_rules_forbid(parts: dict[str, Any], code: str) -> None:
    assert refused(**parts)[0] == code


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"a": {"what": "wardn"}}, "a.what"),
        ({"a": {"crew": "drunk"}}, "a.crew"),
        ({"b": {"left": 7}}, "b.left: must be at most 6"),
        ({"options": {"team_battle": True}}, "a situation is a duel"),
        ({"options": {"fog": True}}, "options.fog"),
        ({"between": {"range": "Far"}}, "between.range"),
    ],
)
def test_what_is_not_understood(parts: dict[str, Any], says: str) -> None:
    with pytest.raises(CatalogueError) as error:
        evaluate(SHELF, parts)
    assert says in error.value.lines[0]


def test_a_ram() -> None:
    """CH-8.6, CH-8.8, CH-8.7: a T-Bone of wardens does no harm, then both fire at Adjacent or at Close."""
    ram = {"what": "ram", "a": {"order": "pursue"}, "b": {"order": "hull_down", "facing": "left"}}
    chances = table(posed(**ram))
    assert chances["The ram: The ram fails"] == Fraction(5, 18)
    assert chances["The ram: T-Bone"] == Fraction(13, 18)
    past = table(posed(**ram, between={"overshoot": True}))
    assert past["A1 hits B1"] > chances["A1 hits B1"]  # the gun is better at Close
    same = posed(**(ram | {"a": {"order": "pursue", "effect": 2}}), options={"ram_test": "same"})
    assert table(same)["The ram: T-Bone"] == 1


# ---------------------------------------------------------------- pairs of orders


def sums(chances: dict[str, Fraction], heading: str) -> Fraction:
    return sum((p for text, p in chances.items() if text.startswith(f"{heading}: ")), Fraction(0))


def test_where_two_orders_lead() -> None:
    pair = {"what": "maneuvers", "a": {"order": "pursue"}, "b": {"order": "hull_down"}}
    chances = table(posed(**pair))
    assert chances["Range after the move: Adjacent"] == Fraction(82, 115)  # CH-6.7: a success moves 3
    assert chances["Range after the move: Close"] == Fraction(33, 115)
    assert sums(chances, "After the move") == 1
    lazy = table(posed(**pair, policy={"shift": "zero"}))
    assert lazy["Range after the move: Medium"] == 1
    eager = table(posed(**pair, policy={"ram": True}, between={"range": "Short"}))
    assert any("A1 rams B1" in text for text in eager)
    gone = {"what": "maneuvers", "a": {"order": "flee"}, "b": {"order": "flee"}}
    assert table(posed(**gone, between={"range": "Very Long"}))["After the move: Both escape"] == 1


def test_every_pair_of_orders_is_a_distribution() -> None:
    chances = table(posed(what="maneuvers", pairs="all"))
    headings = {text.partition(": ")[0] for text in chances if text.startswith("A1 ") and ", B1" in text}
    assert len(headings) == 16
    assert all(sums(chances, heading) == 1 for heading in headings)
    stuck = table(posed(what="maneuvers", pairs="all", b={"mobility": "immobilised", "order": "hull_down"}))
    assert {text.partition(": ")[0] for text in stuck if ", B1 goes hull down: " in text} != set()
    assert not any(", B1 flees: " in text for text in stuck)


# ---------------------------------------------------------------- from a game


def test_a_decision_before_the_guns_fire() -> None:
    s = give(duel("lancer", "anvil", damage={"B1": (3, 1, 0)}), "A1 hull_down, B1 hull_down", 1, 1, 6, 1)
    a = order(s, "B1 face A1 rear B1 front")
    told = situation_of(SHELF, s, a)
    assert told is not None and told.data is not None
    found = evaluate(SHELF, told.data)
    assert found.given["a"]["what"] == "anvil" and found.given["b"]["facing"] == "rear"
    assert own_odds(found.state, found.order) == own_odds(s, a)


def test_decisions_of_random_games_keep_their_odds() -> None:
    """Whatever a page is given for a decision has the odds that it has in its game."""
    chance, seen = random.Random(5), set()
    for game in range(40):
        s = duel("marten", "hornet", options={"fire_order": ["simultaneous", "winner_first"][game % 2]})
        for _ in range(12):
            if s.phase == Phase.OVER:
                break
            m = blank(Actions)
            seat = 0 if to_act(s) & 1 else 1
            a = copy(m.rows[chance.randrange(legal(s, seat, m))])
            told = situation_of(SHELF, s, a)
            if told is not None and told.data is not None and not told.notes:
                found = evaluate(SHELF, told.data)
                if found.refusal is None:
                    seen.add(Verb(a.verb))
                    assert own_odds(found.state, found.order) == own_odds(s, a)
            apply(s, a, new_dice(chance.randrange(1 << 30)), OFF)
    assert {Verb.FACE, Verb.RAM, Verb.OPEN} <= seen


def test_orders_lead_to_the_page_and_others_say_why_not() -> None:
    s = duel("marten", "hornet")
    told = situation_of(SHELF, s, order(s, "B1 flee"))
    assert told is not None and told.data is not None
    assert told.data["what"] == "maneuvers" and told.data["a"] == {"what": "hornet", "order": "flee"}
    team = battle(["warden", "marten"], ["lancer"])
    none = situation_of(SHELF, team, order(team, "A1 flee"))
    assert none is not None and none.data is None and none.notes[0][1] == "CH-14.9"
    assert situation_of(SHELF, s, order(s, "surrender")) is None
    thrown = give(s, "A1 maneuver, B1 hull_down", 4, 4, 6, 4)
    why = situation_of(SHELF, thrown, order(thrown, "A1 shift 0"))
    assert why is not None and why.data is None and why.notes[0][1] == "CH-7.7"


def test_own_tanks_keep_their_numbers() -> None:
    mine = {
        "hull": 4,
        "front": 9,
        "side": 7,
        "rear": 4,
        "top_speed": 12,
        "agility": 1,
        "driver": 3,
        "gunner": 0,
    }
    gun = {"dice": 2, "bonus": 3, "ap": 1, "range_dm": [0, 0, 0, 2, "-", "-", "-"]}
    s = duel({**mine, "driver": 3, "gunner": 0, "mount": "turret", "weapon": gun}, "warden")
    s = give(s, "A1 hull_down, B1 hull_down", 6, 1, 1, 1)
    a = order(s, "A1 face A1 front B1 rear")
    told = situation_of(SHELF, s, a)
    assert told is not None and told.data is not None
    found = evaluate(SHELF, told.data)
    assert own_odds(found.state, found.order) == own_odds(s, a)
