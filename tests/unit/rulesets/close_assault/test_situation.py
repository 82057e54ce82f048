"""CA-19: Fights, charges and Tank Shocks outside of any game, held to the rules of play."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.kernel.records import copy
from hulldown.odds import exact
from hulldown.rulesets.api.situation import Evaluation
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.evaluation import evaluate, situation_of
from hulldown.rulesets.close_assault.exact import distribution, margin
from hulldown.rulesets.close_assault.game import RULESET
from hulldown.rulesets.close_assault.odds import shock_preview
from hulldown.rulesets.close_assault.situation import (
    HUB,
    Situation,
    build_position,
    combat_at,
    form,
    opponents,
    series,
)
from hulldown.rulesets.close_assault.state import Arc, Phase, Response
from hulldown.rulesets.close_assault.table import arc_of, touching
from hulldown.rulesets.close_assault.turn import unpacked

SWARM = {"opponents": 3, "second": {"arc": "rear"}, "third": {"arc": "rear"}}


def chances(posed: Evaluation, heading: str) -> dict[str, Fraction]:
    return {line.text: line.chance for line in posed.besides if line.group == heading}


def terms(posed: Evaluation) -> dict[str, tuple[int, str]]:
    assert posed.told
    return {one.text: (one.amount, one.rule) for one in posed.told.modifiers}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"a": {"spend": "none"}, "first": {"order": "charge"}}, "103/648 13/162 493/648"),
        ({"a": {"spend": "best"}, "first": {"order": "charge"}}, "65/72 7/162 35/648"),
        ({"first": {"order": "charge", "arc": "rear"}}, "35/648 7/162 65/72"),
        (
            {"a": {"what": "baneblade"}, "first": {"order": "charge", "arc": "rear"}},
            "1261/1296 5/324 5/432",
        ),
        (
            {"what": "charge", "a": {"charged": 18}, "first": {"what": "baneblade", "spends": False}},
            "287/432 125/1296 155/648",
        ),
        (
            {"what": "charge", "a": {"charged": 18}, "first": {"what": "baneblade", "faces": "rear"}},
            "35/1296 35/1296 613/648",
        ),
    ],
)
def test_single_fights_are_the_reference_rows(asked: dict[str, Any], expected: str) -> None:
    """CA-19.8: the rows of the rulebook, by positions on a table."""
    found = list(chances(evaluate(SHELF, asked), "The Combat").values())
    assert found == [Fraction(word) for word in expected.split()]


def test_every_term_of_a_caf_has_its_rule() -> None:
    """CA-9.10: base, bonuses, charge bonus, earlier Tank Shocks; CAF and Charge order of the infantry."""
    asked = {"what": "charge", "a": {"charged": 14, "shocks": 1}, "first": {"order": "charge"}}
    assert terms(evaluate(SHELF, asked)) == {
        "B1.1: front CAF": (0, "CA-6.7"),
        "B1.1: weapon bonuses": (8, "CA-10.6"),
        "B1.1: charge bonus, by distance": (3, "CA-11.3"),
        "B1.1: earlier Tank Shocks": (-1, "CA-12.23"),
        "R1.1: CAF": (2, "CA-1.6"),
        "R1.1: Charge order": (1, "CA-9.8"),
    }


def test_opponents_stand_where_they_should() -> None:
    """CA-2.5, CA-5.4: in contact, in the arcs asked for."""
    asked = Situation.model_validate({**SWARM, "a": {"what": "land_raider"}, "more": 2})
    s = build_position(SHELF, asked)
    models = opponents(asked)
    assert [arc_of(s, HUB, m) for m in models] == [Arc.FRONT, Arc.REAR, Arc.REAR]
    assert all(touching(s, HUB, m) == (m in models) for m in range(1, int(s.models)))
    assert s.models == 6


def test_the_position_and_the_order_are_those_of_play() -> None:
    """CA-17.2, CA-12.2: the Combat can be picked, the Tank Shock declared."""
    for what in ("fights", "charge", "shock"):
        posed = evaluate(SHELF, {"what": what, **SWARM})
        assert posed.refusal is None and check(posed.state, 0, posed.order) == 0


def test_the_odds_are_those_of_the_dice() -> None:
    """CA-19.2: every fall of the dice of the Fight itself, as it is played."""
    posed = evaluate(SHELF, {"a": {"spend": "none"}, "first": {"what": "walker"}, "more": 1})
    s = copy(posed.state)
    s.model[HUB].left = [0] * len(s.model[HUB].left)
    walked = exact(RULESET, s, [posed.order], 1).chances()
    lost = sum((chance for number, chance in walked.items() if unpacked(number)[0] == 1), Fraction(0))
    assert chances(posed, "Destroyed")["R1.1 is destroyed"] == lost


def test_a_series_goes_through_its_fights() -> None:
    """CA-19.4: with nothing spent it is the fixed distribution; chances of each Fight sum to one."""
    asked = Situation.model_validate({**SWARM, "a": {"what": "baneblade", "spend": "none"}})
    found = series(combat_at(build_position(SHELF, asked)), asked)
    assert found.spread == distribution(3, found.star.spokes)
    posed = evaluate(SHELF, asked.model_dump(mode="json"))
    for k in range(3):
        assert sum(chances(posed, f"Fight {k + 1}, R1.{k + 1}").values()) == 1
    assert sum(chances(posed, "Wounds in all").values()) == 1


def test_best_spending_is_no_worse_than_any_other() -> None:
    """CA-19.5, CA-19.7."""
    values = {}
    for spend in ("best", "all", "none"):
        asked = Situation.model_validate({**SWARM, "a": {"what": "land_raider", "spend": spend}})
        values[spend] = margin(series(combat_at(build_position(SHELF, asked)), asked).spread)
    best = Situation.model_validate({**SWARM, "a": {"what": "land_raider"}, "sequence": "best"})
    ordered = series(combat_at(build_position(SHELF, best)), best)
    assert values["none"] <= values["all"] <= values["best"] <= margin(ordered.spread)
    assert ordered.value == margin(ordered.spread)


def test_bonuses_can_be_named() -> None:
    """CA-10.7: two of four bonuses, +2 each against infantry; no use against an enemy behind (CA-10.2)."""
    named = {"a": {"spend": "named"}, "first": {"spent": ["1.1", "1.2"]}}
    assert terms(evaluate(SHELF, named))["B1.1: weapon bonuses"] == (4, "CA-10.6")
    named["first"]["arc"] = "rear"  # type: ignore[assignment]
    refusal = evaluate(SHELF, named).refusal
    assert refusal and refusal.rule == "CA-10.2"


def test_a_tank_shock_is_previewed_for_both_answers() -> None:
    """CA-19.9: spreads, tests and failures are those of the preview on the table."""
    posed = evaluate(SHELF, {"what": "shock", "a": {"charged": 12}, "opponents": 2, "more": 1})
    told = shock_preview(posed.state, 0, 1)
    for answer, heading in (
        (Response.STAND, "If it stands and fights"),
        (Response.EVADE, "If it gets out of the way"),
    ):
        morale = chances(posed, f"{heading}: Morale")
        assert morale["R1 tests"] == told[answer].target_tests
        assert morale["R1 fails and withdraws"] == told[answer].target_fails
        assert morale["B1 tests"] == told[answer].vehicle_tests
    assert chances(posed, "If it gets out of the way")["B1 loses more Wounds"] == 0
    assert terms(posed)["Fight 1, R1.1: gets out of the way"] == (2, "CA-12.12")


def test_overwatch_comes_before_the_fights() -> None:
    """CA-12.8, CA-15.11: who holds Advance or First Fire may fire first."""
    rockets = {"what": "rocket_infantry", "order": "advance"}
    posed = evaluate(SHELF, {"what": "shock", "first": rockets})
    assert sum(c for t, c in chances(posed, "If R1 fires Overwatch first").items() if "loses" in t) == 1
    assert not chances(
        evaluate(SHELF, {"what": "shock", "first": rockets | {"order": "none"}}),
        "If R1 fires Overwatch first",
    )
    assert chances(evaluate(SHELF, {"what": "charge", "first": rockets}), "If R1 fires Overwatch first")


def test_breaking_out_has_no_charge_bonus() -> None:
    """CA-12.28."""
    asked = {"what": "shock", "a": {"charged": 9, "engaged": True}, "first": {"order": "advance"}}
    posed = evaluate(SHELF, asked)
    assert not any("charge bonus" in text for text in terms(posed))
    assert not any("Overwatch" in line.group for line in posed.besides)


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ({"what": "shock", "first": {"what": "walker"}}, "CA-12.2"),
        ({"what": "shock", "a": {"what": "walker"}}, "CA-12.2"),
        ({"what": "shock", "opponents": 2, "second": {"what": "scout_bikes"}}, "CA-12.2"),
        ({"what": "charge", "a": {"charged": 19}}, "CA-4.1"),
        ({"opponents": 6}, "CA-2.5"),
    ],
)
def test_what_the_rules_forbid_is_an_answer(asked: dict[str, Any], rule: str) -> None:
    posed = evaluate(SHELF, asked)
    assert posed.refusal and posed.refusal.rule == rule and posed.besides == ()


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"a": {"what": "rhyno"}}, 'did you mean "rhino"'),
        ({"a": {"wounds": 2}}, "must be at most 1"),
        ({"first": {"what": "same"}}, "none before"),
        ({"options": {"fight_tie": "x"}}, "no_wound"),
    ],
)
def test_what_is_wrong_is_named(asked: dict[str, Any], says: str) -> None:
    with pytest.raises(CatalogueError) as wrong:
        evaluate(SHELF, asked)
    assert says in wrong.value.lines[0]


def test_rule_options_count() -> None:
    """CA-9.2: under `both_wound` a tie costs both a Wound."""
    fight = chances(evaluate(SHELF, {"options": {"fight_tie": "both_wound"}}), "Fight 1, R1.1")
    assert fight["Both lose a Wound"] == Fraction(35, 1296) and sum(fight.values()) == 1


def test_the_form_leads_to_the_data() -> None:
    """Every field stands where its id leads, its default is that of the data."""
    given = evaluate(SHELF, {}).given
    for field in (one for group in form(SHELF)() for one in group.fields):
        *tables, last = field.id.split(".")
        place = given
        for table in tables:
            place = place[table]
        if tables != ["options"]:
            value = place[last]
            assert (value or "") == (field.default or "") or value in ([], None), field.id


def test_a_tank_shock_at_the_table_comes_to_the_page() -> None:
    """CA-12.2: what is posed and recast has the same odds; what cannot be said is told."""
    posed = evaluate(SHELF, {"what": "shock", "a": {"charged": 12, "shocks": 1}, **SWARM, "more": 1})
    told = situation_of(SHELF, posed.state, posed.order)
    assert told and told.data is not None
    assert evaluate(SHELF, told.data).besides == posed.besides
    s = copy(posed.state)
    s.model[HUB].left[0] -= 1
    gone = situation_of(SHELF, s, posed.order)
    assert gone and gone.data and gone.data["a"]["gone"] == ["1.4"]
    assert terms(evaluate(SHELF, gone.data)).keys() == terms(posed).keys()
    s.phase = Phase.OVER
    assert situation_of(SHELF, s, posed.order) is None
