"""Units of players' own on the Odds page (WS-4.13, WS-11.20): chosen, reckoned, and met in a game."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hulldown.catalogue import CatalogueError, validate
from hulldown.game import Game
from hulldown.kernel.actions import Action, make
from hulldown.rulesets.warstrike import garage
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.game import RULESET
from hulldown.rulesets.warstrike.odds import attack_odds
from hulldown.rulesets.warstrike.shooting import begin_fire
from hulldown.rulesets.warstrike.situation import (
    FIRER,
    OWN,
    TARGET,
    Situation,
    build_position,
    equals,
    evaluate,
    form,
    form_with,
    own_sheets,
    own_unit,
    present,
    situation_of,
)
from hulldown.rulesets.warstrike.state import Deed, Phase, State, Verb

SAMPLES = {one.id: one.build for one in garage.garage(SHELF, None).samples}
LEADER, MAN, TEAM = SAMPLES["line"]["models"]
NINE = SAMPLES["line"] | {
    "name": "Nine",
    "bs": 5,
    "models": [LEADER, MAN | {"count": 8, "name": "Schütze Nr. 7"}],
}

TEN = NINE | {"name": "Ten", "ev": 1}


def taken(build: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """A build as an entry of `own`."""
    found = own_unit(SHELF, build)
    assert found
    return found


def read(data: dict[str, Any]) -> Situation:
    return validate(data, Situation, shown="situation")


def choices(own: dict[str, Any], name: str) -> dict[str, str]:
    """What can be chosen in a field of the form, by value."""
    fields = [field for group in form_with(SHELF, own_sheets(SHELF, own)) for field in group.fields]
    return {value: words for field in fields if field.id == name for value, words, _ in field.values}


def test_a_build_is_taken_along_under_a_key_that_changes_with_it() -> None:
    """WS-4.13."""
    key, entry = taken(NINE)
    assert key.startswith("own_nine_") and key != taken(NINE | {"bs": 4})[0]
    assert own_sheets(SHELF, {key: entry})[key].name == "Nine"
    assert own_unit(SHELF, {"build": "line"}) is None
    with pytest.raises(CatalogueError, match=r"Nine\.models: are missing \(WS-2\.1\)"):
        own_unit(SHELF, NINE | {"models": []})


def test_a_form_offers_units_of_ones_own_first() -> None:
    """WS-4.13: and asks for what is left of each of their kinds of model."""
    key, entry = taken(NINE)
    own = {key: entry}
    assert next(iter(choices(own, "firer.what").items())) == (key, "Nine")
    ids = {field.id: field for group in form_with(SHELF, own_sheets(SHELF, own)) for field in group.fields}
    left = ids["target.left.sch_tze_nr_7"]
    assert (left.label, left.high, left.when) == ("Left: Schütze Nr. 7", 8, (("target.what", (key,)),))
    assert form_with(SHELF, {}) == form(SHELF)()


def test_the_odds_of_a_unit_of_ones_own_are_those_of_its_numbers() -> None:
    """WS-11.9, WS-11.20: BS 5 hits Ev 3 on 2+; eighteen rifle shots in all."""
    key, entry = taken(NINE)
    posed = evaluate(SHELF, {"firer": {"what": key}, "own": {key: entry}})
    assert posed.title == "Nine, Open Fire! at Line Squad, 12 inches"
    (hits,) = [line.chance for line in posed.besides if line.text.startswith("It hits, on 2+")]
    assert hits == Fraction(5, 6)
    s = build_position(SHELF, read({"firer": {"what": key}, "own": {key: entry}}))
    assert (len(present(s, FIRER)), attack_odds(s, FIRER, TARGET).shots) == (9, 18)


def test_some_of_its_models_may_be_lost() -> None:
    """WS-2.4: by the kinds that it has."""
    key, entry = taken(NINE)
    data = {"target": {"what": key, "left": {"sch_tze_nr_7": 2}}, "own": {key: entry}}
    assert len(present(build_position(SHELF, read(data)), TARGET)) == 3
    with pytest.raises(CatalogueError, match=r"target\.left\.rifleman: unknown kind of model"):
        evaluate(SHELF, {"target": {"what": key, "left": {"rifleman": 2}}, "own": {key: entry}})


@pytest.mark.parametrize(
    "own, said",
    [
        ({"line": taken(NINE)[1]}, r"own\.line: is a unit that comes with the game"),
        ({"x": taken(NINE)[1] | {"type": "vehicle"}}, r"own\.x\.models: of a vehicle must be one"),
        ({"x": {"name": "X"}}, r"own\.x\.type: is missing"),
    ],
)
def test_what_no_unit_can_be_is_named(own: dict[str, Any], said: str) -> None:
    """WS-4.13."""
    with pytest.raises(CatalogueError, match=said):
        evaluate(SHELF, {"own": own})


# ---------------------------------------------------------------- of a game


def volley(**forces: Any) -> tuple[State, Action]:
    """B1 opens fire at R3, 12 inches away."""
    s = Game.new("warstrike", "two_roads", seed=1, forces=forces).state
    for k, x in ((0, 20_000), (7, 33_000)):
        for place, m in enumerate(present(s, k)):
            v = s.model[m]
            v.x, v.y = x, 14_000 + 1000 * place
            v.from_x, v.from_y = v.x, v.y
    s.pieces, s.phase, s.side, s.acting, s.deed, s.done = 0, Phase.FIRE, 0, 0, Deed.OPEN_FIRE, 1
    begin_fire(s, 0)
    return s, make(0, Verb.FIRE, 0, 7)


def test_fire_of_units_of_players_own_goes_to_the_odds_page() -> None:
    """WS-4.13, WS-11.20: with their numbers, and the same chances."""
    s, order = volley(B1=NINE, R3=TEN)
    told = situation_of(SHELF, s, order)
    assert told and told.data
    names = {key: one["name"] for key, one in told.data["own"].items()}
    assert names == {told.data["firer"]["what"]: "Nine", told.data["target"]["what"]: "Ten"}
    assert equals(SHELF, told.data, attack_odds(s, 0, 7))
    assert RULESET.situations and RULESET.situations.pose(told.data).title.startswith(
        "Nine, Open Fire! at Ten"
    )


def test_a_unit_of_the_book_stays_one_beside_units_of_ones_own() -> None:
    """WS-4.12: only those of players' own go along."""
    s, order = volley(B1={"unit": "mark"}, R3=TEN)
    told = situation_of(SHELF, s, order)
    assert told and told.data
    assert told.data["firer"]["what"] == "mark"
    assert [one["name"] for one in told.data["own"].values()] == ["Ten"]


def test_of_a_unit_that_nothing_is_known_of_there_is_no_situation() -> None:
    """WS-4.13."""
    s, order = volley(R3=TEN)
    s.profile[s.unit[7].profile].ev = 11
    told = situation_of(SHELF, s, order)
    assert told and (told.data, told.notes) == (None, (OWN,))
