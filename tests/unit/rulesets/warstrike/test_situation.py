"""WS-11.20: one volley outside of any game, held to the rules of play; fire of a game as such a volley."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from tests.unit.rulesets.warstrike.firing_line import battle, lay_ground

from hulldown.catalogue import CatalogueError
from hulldown.conformance.suite import legal_orders, moments
from hulldown.kernel.actions import make
from hulldown.rulesets.api.situation import Evaluation
from hulldown.rulesets.warstrike.actions import check
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.game import RULESET
from hulldown.rulesets.warstrike.odds import attack_odds, own_odds
from hulldown.rulesets.warstrike.situation import (
    FIRER,
    TARGET,
    Situation,
    build_position,
    equals,
    evaluate,
    fates,
    form,
    order_of,
    picture,
    present,
    situation_of,
)
from hulldown.rulesets.warstrike.state import FINE, Deed, Ground, Sight, State, Verb
from hulldown.rulesets.warstrike.table import gap, overlaps, sight
from hulldown.rulesets.warstrike.victory import unpacked

Data = dict[str, Any]
GAME = RULESET
MARK: Data = {"firer": {"what": "mark"}, "target": {"what": "mark"}}
MANY: list[Data] = [
    {},
    {"sight": "concealed", "target": {"markers": 2, "leader_lost": True}},
    {"sight": "hidden", "distance": 9, "level": "firer", "firer": {"action": "advance", "moved": "all"}},
    {"level": "target", "firer": {"action": "rally", "leader_sees": False}, "target": {"exposed": 3}},
    {"firer": {"what": "vet", "action": "snap"}, "target": {"what": "car", "results": 1}, "distance": 1},
    {"firer": {"what": "storm", "action": "double", "moved": "all"}, "distance": 7.5, "sight": "concealed"},
    {"firer": {"action": "fall_back", "left": {"rifleman": 5}}, "target": {"what": "guns", "officer": True}},
    {"target": {"what": "cmd", "hunkered": True, "ground": True, "leader_falls": 1}, "sight": "concealed"},
]


def chances(posed: Evaluation, heading: str) -> dict[str, Fraction]:
    return {line.text: line.chance for line in posed.besides if line.group == heading}


def failing(data: Data) -> Fraction:
    """The chance that the target fails its next check."""
    return attack_odds(build_position(SHELF, Situation.model_validate(data)), FIRER, TARGET).fails_next_check


def needed(data: Data) -> int | None:
    """What most shots need to hit."""
    posed = evaluate(SHELF, data)
    assert posed.told
    return posed.told.needed


def test_one_shot_and_all_of_them() -> None:
    """WS-11.20: 4+ to hit, 4+ to save, 3+ to kill for a rifle; an LMG is saved on 5+."""
    posed = evaluate(SHELF, {})
    assert posed.title == "Line Squad, Open Fire! at Line Squad, 12 inches" and posed.refusal is None
    assert list(chances(posed, "One shot, rifle").values()) == [Fraction(1, n) for n in (2, 4, 6)]
    assert chances(posed, "One shot, LMG")["It is a kill result"] == Fraction(2, 9)
    assert sum(chances(posed, "result").values()) == 1
    assert any("loses 3.89 models" in text for text, _ in posed.told.notes) if posed.told else False


def test_a_duel_by_hand() -> None:
    """WS-11.9, 11.14, 11.15: one shot on 3+, saved on 6 as AP 4 beats Ar 1, no save; killed on 2+."""
    posed = evaluate(SHELF, MARK)
    assert chances(posed, "effect")["R1 is destroyed"] == Fraction(4, 6) * Fraction(5, 6)
    assert chances(posed, "effect")["R1 takes a marker"] == Fraction(4, 6) * Fraction(1, 6)


@pytest.mark.parametrize("data", MANY)
def test_the_odds_are_those_of_play(data: Data) -> None:
    """WS-11.20: the order may be given in that position, and what comes of it has these chances."""
    asked = Situation.model_validate(data)
    s, order = build_position(SHELF, asked), order_of(asked)
    assert evaluate(SHELF, data).refusal is None and check(s, 0, order) == 0
    here, there = fates(s, attack_odds(s, FIRER, TARGET)), own_odds(s, order)
    assert there is not None
    assert summed(here) == summed(there)


def summed(found: Any) -> dict[tuple[int, int, int], Fraction]:
    return {unpacked(fate): chance for fate, chance in found.items() if chance}


@pytest.mark.parametrize("data", MANY)
def test_everybody_sees_alike_and_is_as_far(data: Data) -> None:
    """WS-1.5, WS-3.15: the distance and the sight asked for, between all who fire and all who can be hit."""
    asked = Situation.model_validate(data)
    s = build_position(SHELF, asked)
    odds = attack_odds(s, FIRER, TARGET)
    firing = [m for volley in odds.volleys for m in volley.firers]
    hit = [j for j in present(s, TARGET) if sight(s, firing[0], j) != Sight.BLOCKED]
    assert len(hit) == (asked.target.exposed or len(present(s, TARGET)))
    for m in firing:
        for j in hit:
            assert abs(int(gap(s, m, j)) / FINE - 1000 * asked.distance) <= 1
            assert Sight(sight(s, m, j)).name == asked.sight.upper()


@pytest.mark.parametrize("data", MANY)
def test_the_picture_is_of_single_models(data: Data) -> None:
    """WS-1.12: in the picture nobody overlaps; the foremost models are as far from each other as is asked."""
    asked = Situation.model_validate(data)
    s = picture(SHELF, asked)
    bases = [s.model[m] for k in range(s.units) for m in present(s, k)]
    for v, w in combinations(bases, 2):
        assert not overlaps(v.x, v.y, v.radius, w.x, w.y, w.radius)
    assert all(
        v.radius <= v.x <= s.width - v.radius and v.radius <= v.y <= s.height - v.radius for v in bases
    )
    ours = max(s.model[m].x + s.model[m].radius for m in present(s, FIRER))
    theirs = min(s.model[m].x - s.model[m].radius for m in present(s, TARGET))
    assert theirs - ours == 1000 * asked.distance


@pytest.mark.parametrize(
    ("data", "score"),
    [
        ({}, 4),
        ({"sight": "concealed"}, 5),
        ({"sight": "hidden"}, 6),
        ({"sight": "hidden", "options": {"cover_hidden": "1"}}, 5),
        ({"distance": 13}, 5),
        ({"distance": 13, "level": "firer"}, 4),
        ({"distance": 7, "level": "target"}, 5),
        ({"target": {"ground": True}}, 5),
        ({"target": {"hunkered": True}}, 5),
        ({"target": {"ground": True}, "firer": {"action": "snap"}}, 4),
        ({"firer": {"leader_sees": False, "action": "advance"}}, 5),
    ],
)
def test_what_is_needed_to_hit(data: Data, score: int) -> None:
    """WS-11.11, WS-11.12, WS-3.9, WS-12.6."""
    assert needed(data) == score


def test_shots_follow_action_and_movement() -> None:
    """WS-9.6, WS-9.10, WS-9.14, WS-9.17, WS-12.1."""

    def shots(**firer: str) -> int:
        return attack_odds(
            build_position(SHELF, Situation.model_validate({"firer": firer})), FIRER, TARGET
        ).shots

    assert (shots(), shots(action="advance"), shots(action="advance", moved="all")) == (22, 11, 9)
    assert shots(action="snap") == 10
    assert evaluate(SHELF, {"firer": {"what": "vet"}, "options": {"half_rof": "up"}}).refusal is None


def test_the_next_check_knows_leaders_and_officers() -> None:
    """WS-2.5, WS-2.7: a leader who falls first costs Ld, an officer near lends his."""
    first = failing({"target": {"leader_falls": 1}})
    assert failing({"target": {"officer": True}}) < failing({}) < first


def test_only_models_in_sight_fall() -> None:
    """WS-11.4: kill results beyond them are lost."""
    posed = evaluate(SHELF, {"target": {"exposed": 2}})
    assert "R1 loses 2 models" in chances(posed, "detail")
    assert "R1 loses 3 models" not in chances(posed, "detail")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"distance": 31}, "R_NO_TARGET"),
        ({"sight": "hidden", "distance": 13}, "R_NOT_SEEN_BY_LEADER"),
        ({"firer": {"leader_sees": False}}, "R_NOT_SEEN_BY_LEADER"),
        ({"firer": {"action": "double"}, "distance": 7, "target": {"what": "car"}}, ""),
        ({"firer": {"what": "guns", "action": "double"}, "distance": 20}, "R_NO_TARGET"),
        ({"firer": {"what": "car", "action": "double"}}, "R_NO_FIRE"),
        ({"firer": {"action": "fall_back", "moved": "all"}}, "R_NO_FIRE"),
        ({"firer": {"action": "fall_back", "left": {"rifleman": 1}}}, "R_NO_FIRE"),
    ],
)
def test_what_the_rules_refuse(data: Data, code: str) -> None:
    """WS-16.6: the first reason, and no odds."""
    posed = evaluate(SHELF, data)
    assert (posed.refusal.code if posed.refusal else "") == code
    assert bool(posed.besides) is not bool(posed.refusal)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (
            {"firer": {"what": "lien"}},
            'situation: firer.what: unknown unit "lien"; did you mean "line"? (WS-2.1)',
        ),
        ({"target": {"left": {"rifleman": 9}}}, "must be at most 8, not 9"),
        ({"target": {"left": {"trooper": 1}}}, 'unknown kind of model "trooper"'),
        ({"firer": {"what": "mark", "leader_lost": True}}, "firer: has nobody left (WS-13.1)"),
        ({"target": {"markers": 6}}, "must be at most 5 (WS-6.9)"),
        ({"target": {"what": "car", "results": 3}}, "must be below its Wd of 3"),
        ({"target": {"what": "car", "ground": True}}, "is nothing that a vehicle can do"),
        ({"target": {"exposed": 11}}, "must be at most the 10 models left"),
        ({"target": {"what": "cmd", "officer": True}}, "is in the unit itself (WS-2.8)"),
        ({"firer": {"moved": "all"}}, "only the leader may move in this action (WS-9.2)"),
        ({"firer": {"moved": "leader", "action": "rally"}}, "the leader stands still in this action"),
        ({"options": {"half_rof": "sideways"}}, "is not one of down_min1, down, up"),
        ({"options": {"measure": "edge"}}, 'unknown option "measure"'),
        ({"distance": 0}, "distance"),
        ({"distnce": 1}, 'did you mean "distance"?'),
    ],
)
def test_bad_data_is_one_clear_line(data: Data, says: str) -> None:
    with pytest.raises(CatalogueError) as caught:
        evaluate(SHELF, data)
    assert len(caught.value.lines) == 1 and says in caught.value.lines[0]


def test_every_field_of_the_form_is_understood() -> None:
    """Each alone, at the first of its values that is not its default; what is forbidden is said."""
    for one in (field for group in form(SHELF)() for field in group.fields):
        value: Any = next((v for v, *_ in one.values if v != one.default), one.low or 1)
        data: Data = {}
        for place, given in [(w[0], w[1][0]) for w in one.when] + [(one.id, value)]:
            *path, last = place.split(".")
            inner = data
            for part in path:
                inner = inner.setdefault(part, {})
            inner[last] = True if one.kind == "flag" and place == one.id and not one.default else given
            if one.kind == "flag" and place == one.id and one.default:
                inner[last] = False
        if one.id == "firer.moved":
            continue  # its values hang on the action, as is tested above
        assert evaluate(SHELF, data).title, one.id


# ---------------------------------------------------------------- from the table


def fire_of(s: State) -> Any:
    return situation_of(SHELF, s, make(0, Verb.FIRE, 0, 1))


def test_a_volley_at_the_table_leads_to_the_page() -> None:
    """Line Squad in a row, the target behind a wall, a marker on it."""
    s = battle(at=[(10, 10), (10, 11.2), (10, 8.8)], foes=[(20, 10), (20, 11.2)])
    lay_ground(s, Ground.LINEAR, [(19, 0), (19, 20)])
    s.unit[1].markers = 1
    told = fire_of(s)
    assert told.data["sight"] == "concealed" and told.data["distance"] == 9.1
    assert told.data["target"]["markers"] == 1 and "action" not in told.data["firer"]
    assert equals(SHELF, told.data, attack_odds(s, 0, 1)) and evaluate(SHELF, told.data).refusal is None


def test_what_the_page_cannot_say_is_told() -> None:
    """Half in the open, half concealed; a weapon that is not the best; other orders have no page."""
    s = battle(at=[(10, 10), (10, 30)], foes=[(20, 10)])
    lay_ground(s, Ground.LINEAR, [(17, 11), (19.5, 14)])
    s.model[0].arm = 1
    assert "best" in fire_of(s).notes[0][0]
    s.model[0].arm = 2
    assert equal_or_told(s, make(0, Verb.FIRE, 0, 1))
    assert situation_of(SHELF, s, make(0, Verb.HOLD, 0)) is None
    mixed = battle(at=[(10, 10), (10, 18)], foes=[(21, 10)], deed=Deed.ADVANCE)
    assert fire_of(mixed).data is None and fire_of(mixed).notes[0][1] == "WS-11.2"


def equal_or_told(s: State, a: Any) -> bool:
    """Whether an order of fire is posed with the same chances, or a word says why not."""
    told = situation_of(SHELF, s, a)
    assert told is not None
    if told.data is None:
        return bool(told.notes)
    target = int(a.target) if a.verb == Verb.FIRE else int(s.acting)
    return evaluate(SHELF, told.data).refusal is None and equals(
        SHELF, told.data, attack_odds(s, int(a.actor), target)
    )


def test_volleys_of_battles_have_the_same_odds_there() -> None:
    """Battles played at random: fire and Snap Fire as they come."""
    posed = told = 0
    for m in moments(GAME, "two_roads", 3, limit=120):
        for a in legal_orders(GAME, m.before, m.seat):
            if a.verb == Verb.FIRE or (a.verb == Verb.SNAP and a.choice == 1):
                assert equal_or_told(m.before, a)
                found = situation_of(SHELF, m.before, a)
                posed, told = posed + bool(found and found.data), told + 1
    assert told >= 5 and 2 * posed > told
