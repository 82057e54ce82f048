"""Situations: their form, their position, the shots of games as situations."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from tests.unit.rulesets.agrav.table import give, table, unit

from hulldown.catalogue import CatalogueError
from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy
from hulldown.odds import exact, odds
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.game import RULESET
from hulldown.rulesets.agrav.situation import form, form_options
from hulldown.rulesets.agrav.state import State, Verb
from hulldown.rulesets.agrav.victory import unpack_fate
from hulldown.rulesets.api.situation import Evaluation
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common.explanation import OFF


def posed(**parts: dict[str, Any]) -> Evaluation:
    """A situation that the rules allow."""
    found = RULESET.need_situations().pose(parts)
    assert found.refusal is None, found.refusal
    return found


def barred(**parts: dict[str, Any]) -> Refusal:
    """Why a situation is not allowed."""
    found = RULESET.need_situations().pose(parts)
    assert found.refusal is not None
    return found.refusal


def lines(found: Evaluation, group: str = "result") -> dict[str, Fraction]:
    """The lines of a group of its table."""
    known = odds(RULESET, found.state, found.plan, found.subject)
    table = RULESET.odds.in_full(found.state, found.plan, known.subject, known.distribution.chances())
    return {line.text: line.chance for line in table if line.group == group}


def sums(found: Evaluation) -> dict[str, int]:
    """Its modifiers."""
    assert found.told is not None
    return {m.text: m.amount for m in found.told.modifiers}


# ---------------------------------------------------------------- the form


def test_every_field_is_in_the_data_and_has_its_default() -> None:
    """What the form leaves out means what it shows."""
    given = posed().given
    for field in (field for group in form(SHELF) for field in group.fields):
        at: Any = given
        for word in field.id.split("."):
            at = at.get(word, {}) if isinstance(at, dict) else at
        if not field.id.startswith("options."):
            empty = {None: "", (): "", "": ""}
            plain = empty.get(tuple(at) if isinstance(at, list) else at, at)
            assert plain == field.default, field.id
        assert not field.rule or field.rule in SHELF.listed_rulebook().rules, field.id


def test_every_value_of_the_form_is_understood() -> None:
    for field in (
        field for group in form(SHELF) for field in group.fields if not group.title.startswith("Rule")
    ):
        for value, _, under in field.values:
            data: dict[str, Any] = {}
            place, name = field.id.split(".")
            data[place] = {name: [value] if field.kind == "several" else value}
            if field.by:
                data[place][field.by.partition(".")[2]] = under
            if field.id == "target.features":
                data[place]["what"] = "structure"
            RULESET.need_situations().pose(data)


def test_the_options_of_the_form_exist() -> None:
    assert set(form_options()) <= set(SHELF.options())


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"shooter": {"what": "bastoin"}}, "bastion"),
        ({"shooter": {"weapon": "lance"}}, "shooter.weapon"),
        ({"shooter": {"then": ["lance"]}}, "shooter.then"),
        ({"target": {"damaged": ["wings"]}}, "target.damaged"),
        ({"target": {"damaged": ["drive"], "destroyed": ["drive"]}}, "AG-12.11"),
        ({"target": {"what": "powersuits", "models": 4}}, "target.models"),
        ({"target": {"health": float("inf")}}, "target.health"),
        ({"between": {"range": 90}}, "between.range"),
        ({"options": {"gravity": True}}, "gravity"),
    ],
)
def test_what_is_not_understood_is_named(data: dict[str, Any], says: str) -> None:
    with pytest.raises(CatalogueError, match=says):
        RULESET.need_situations().pose(data)


# ---------------------------------------------------------------- shots


@pytest.mark.parametrize("kind", SHELF.units().kinds())
def test_every_unit_can_shoot_and_be_shot_at(kind: str) -> None:
    found = posed(target={"what": kind})
    assert sum(lines(found).values()) == 1
    RULESET.need_situations().pose({"shooter": {"what": kind}})


def test_modifiers_and_layers_are_those_of_the_rules() -> None:
    """AG-8.14, AG-9.4: the worked examples."""
    found = posed(shooter={"tiles": 5}, target={"what": "bastion", "tiles": 10, "shield": "disabled"})
    assert sums(found) == {"base": 80, "own movement": -10, "fast target": -10}
    assert found.told is not None and found.told.subtitle.startswith("60 or less")
    assert any("70 x 130/108 = 84.3" in text for text, _ in found.told.notes)
    assert lines(found)["Penetrates"] == Fraction(3, 5)


def test_the_state_of_the_target_counts() -> None:
    """AG-13.16, AG-11.3, AG-12.11, AG-15.4."""
    found = posed(target={"shield": "active", "charge": 30.5, "cracked": True, "taken": 90, "heat": 20})
    target = found.state.units[1]
    assert (target.shield.charge, target.heat, target.shield.crack) == (305, 200, 2)
    assert lines(found, "effect")["Stunned"] == Fraction(4, 5)  # 90 and half of 30.5
    worn = posed(target={"shield": "inactive", "durability": 1, "destroyed": ["drive"], "stun": "stunned"})
    assert lines(worn, "detail").get("Drive destroyed") is None
    assert unpack_fate(next(iter(exact(RULESET, worn.state, worn.plan)))).stun == 2


def test_structures_and_barricades() -> None:
    """AG-20.2, AG-20.5, AG-20.11."""
    found = posed(target={"what": "structure", "height": "low", "features": ["weak"], "durability": 60})
    assert lines(found)["Falls"] == Fraction(24, 25)
    assert lines(posed(target={"what": "barricade"}))["Miss"] == Fraction(1, 5)


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"shooter": {"what": "anvil", "faces": "away"}}, "out_of_arc"),
        ({"shooter": {"mode": "high"}}, "mode_not_allowed"),
        ({"between": {"line": "low"}}, "no_los"),
        ({"shooter": {"what": "anvil", "weapon": "mortar"}, "between": {"line": "high"}}, "no_spotter"),
        ({"shooter": {"what": "strider", "weapon": "plas", "energy": 3}}, "no_power"),
        ({"shooter": {"destroyed": ["weapon1"]}}, "weapon_destroyed"),
        ({"shooter": {"what": "anvil", "weapon": "mortar", "occasion": "reaction"}}, "reaction_not_allowed"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_the_reason(parts: dict[str, Any], code: str) -> None:
    """AG-8.13, AG-17.4, AG-17.14, AG-5.8, AG-16.5."""
    assert barred(**parts).code == code


def test_an_indirect_shot_has_a_spotter() -> None:
    """AG-17.3, AG-17.5, AG-17.8: low terrain does not stop a howitzer, high terrain does."""
    anvil = {"what": "anvil"}
    found = posed(shooter=anvil, between={"line": "low", "spotter": 3})
    assert sums(found)["indirect"] == -25
    assert barred(shooter=anvil, between={"line": "high", "spotter": 3}).code == "high_terrain"


def test_reaction_fire_is_at_whoever_steps_into_view() -> None:
    """AG-8.8, AG-16.1: 80 - 20 - 15 - 25 = 20, the worked example of AG-8.14."""
    for shows in ("front", "side", "rear"):
        found = posed(
            shooter={"what": "terrier", "weapon": "chaingun", "occasion": "reaction", "tiles": 3},
            target={"what": "bastion", "shows": shows},
        )
        assert sums(found) == {"base": 80, "own movement": -35, "reaction fire": -25}
        assert lines(found)["No hit"] == Fraction(4, 5) ** 4
        assert any(text.startswith("B1's shield") for text, _ in found.told.notes)  # type: ignore[union-attr]


# ---------------------------------------------------------------- more than one order


def test_a_round_is_followed_to_its_landing() -> None:
    """AG-17.11: 80% and then 100 less 5 for each tile that the target moves."""
    anvil = {"what": "anvil", "weapon": "mortar"}
    found = posed(shooter=anvil, target={"what": "troopers", "flees": 3})
    assert [a.verb for a in found.plan].count(Verb.STEP) == 3 and found.plan[-1].verb == Verb.END
    assert lines(found)["No harm done"] == 1 - Fraction(4, 5) * Fraction(85, 100)
    assert barred(shooter=anvil, target={"what": "troopers", "flees": 4}).code == "no_mobility"


def test_a_top_attack_keeps_its_target_in_sight() -> None:
    """AG-18.5: 100% twice."""
    found = posed(shooter={"what": "kestrel", "mode": "top"}, target={"flees": 2})
    assert lines(found)["No harm done"] == 0


def test_a_whole_turn() -> None:
    """AG-8.7, AG-8.12: both weapons, two tiles between them."""
    turn = {"what": "bastion", "then": ["autocannon"], "onward": 2}
    found = posed(shooter=turn, target={"shield": "inactive"})
    assert [a.verb for a in found.plan] == [Verb.SHOOT, Verb.STEP, Verb.STEP, Verb.SHOOT]
    assert lines(found)["No harm done"] == Fraction(1, 5) * Fraction(1, 2) ** 3
    assert sum(lines(found).values()) == 1
    told = [text for text, _ in found.told.notes]  # type: ignore[union-attr]
    assert "Then it moves 2 tiles." in told
    assert any(text.endswith("80 base - 30 own movement = 50%.") for text in told)
    assert barred(shooter={**turn, "onward": 4}, target={}).code == "tile_occupied"


def test_what_is_lost_on_average() -> None:
    """AG-9.4: 84.3 and 33.8, four times in five."""
    found = posed(target={"what": "bastion", "shield": "inactive"})
    known = odds(RULESET, found.state, found.plan, found.subject)
    assert known.averages == (("On average it loses 67.44 armour, 27.04 health.", "AG-1.3"),)


# ---------------------------------------------------------------- shots of games


OURS = [("kestrel", "G8"), ("citadel", "H8"), ("tempest", "E8"), ("anvil", "F8"), ("troopers", "D8")]
THEIRS = [("strider", "G3", "S"), ("bastion", "H3", "W"), ("colossus", "E3", "N"), ("powersuits", "D3")]


@pytest.mark.parametrize("seed", range(2))
def test_shots_of_games_have_the_same_odds_on_their_page(seed: int) -> None:
    """A shot that can be said has the very distribution of the table; the others say why not."""
    s, chance, said = table(OURS, THEIRS, shields=True), Random(seed), 0
    m, d = blank(Actions), new_dice(seed)
    for _ in range(14):
        rows = [copy(m.rows[i]) for i in range(RULESET.rules.legal(s, int(s.side), m))]
        shots = [a for a in rows if a.verb == Verb.SHOOT]
        for a in chance.sample(shots, min(2, len(shots))):
            said += same_on_its_page(s, a)
        ends = [a for a in rows if a.verb == Verb.END]
        RULESET.rules.apply(s, chance.choice(shots if shots and chance.random() < 0.8 else ends), d, OFF)
    assert said > 5


def same_on_its_page(s: State, a: Action) -> bool:
    """Whether a shot is said, in which case its odds are those of the table."""
    told = RULESET.need_situations().of_order(s, a, {})
    assert told is not None and (told.data is not None or told.notes)
    page = RULESET.need_situations().pose(told.data) if told.data is not None else None
    if page is None or len(page.plan) > 1:
        return False
    assert page.refusal is None
    there = exact(RULESET, page.state, page.plan, page.subject).map(tracks)
    assert exact(RULESET, s, [a]).map(tracks) == there, told.data
    return True


def tracks(number: int) -> tuple[int, ...]:
    """What a fate says of hits, tracks, shield and crits."""
    fate = unpack_fate(number)
    return fate.hits, fate.health, fate.plate, fate.charge, fate.shield, fate.stun, *fate.crits


def test_a_shot_of_a_game_that_cannot_be_said() -> None:
    """AG-5.1: designs of players are not in the form."""
    s = table([("bastion", "F7")], [("terrier", "F2", "S")])
    order = RULESET.speech.parse_action(s, 0, "A1 fire cannon100 B1")
    told = RULESET.need_situations().of_order(s, order, {})
    assert told is not None and told.data is not None and told.data["target"]["what"] == "terrier"
    unit(s, "A1").kind = -1
    told = RULESET.need_situations().of_order(s, order, {})
    assert told is not None and told.data is None and told.notes[0][1] == "AG-5.1"
    assert RULESET.need_situations().of_order(s, RULESET.speech.parse_action(s, 0, "A1 step N"), {}) is None
    s = give(s, "A1 fire cannon100 B1", 100)
    assert RULESET.need_situations().of_order(s, order, {}) is None
