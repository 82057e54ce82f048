"""Situations near another: what is asked for comes first, and what a field needs comes along."""

from __future__ import annotations

from random import Random

from hulldown.rulesets.api.situation import FieldGroup, SituationField
from hulldown.rulesets.common.variations import Variations, fields_naming, ladder, words_in

NONE: frozenset[str] = frozenset()


def choice(id_: str, *words: str, rule: str = "", **more: object) -> SituationField:
    values = tuple((word, word, "") for word in words)
    return SituationField(id_, id_, "choice", words[0], values, rule=rule, **more)  # type: ignore[arg-type]


FORM = (
    FieldGroup("Who", (choice("a.what", "tank", "gun"), choice("a.shell", "at", "he", rule="X-2.1"))),
    FieldGroup(
        "Where",
        (
            SituationField("range", "Range", "number", 4, low=1, high=8, rule="X-7.1"),
            SituationField("night", "Night", "flag", False),
            SituationField("lit", "Lit", "flag", False, when=(("night", ("true",)),)),
        ),
    ),
)
ALL = Variations(FORM)


def test_each_field_is_once_otherwise() -> None:
    near = [flat for _, flat in ALL.near({}, NONE, "")]
    assert near == [
        {"a.what": "gun"},
        {"a.shell": "he"},
        {"range": 1},
        {"range": 8},
        {"range": 2},
        {"night": True},
        {"lit": True, "night": True},
        {"range": 6},
        {"range": 3},
        {"range": 5},
        {"range": 7},
    ]


def test_a_number_is_looked_at_all_over_its_range() -> None:
    assert ladder(0, 40) == [0, 40, 20, 10, 30, 5, 15, 25, 35]
    assert ladder(1, 3) == [1, 3, 2] and ladder(2, 2) == [2]


def test_what_speaks_of_the_words_or_the_rule_comes_first() -> None:
    assert ALL.near({}, words_in("he_strength"), "")[0] == (4, {"a.shell": "he"})
    assert ALL.near({}, NONE, "X-7.1")[0][1] == {"range": 1}
    assert ALL.near({}, NONE, "X-2.9")[0] == (1, {"a.shell": "he"})


def test_what_does_not_matter_is_no_part_of_the_data() -> None:
    assert ALL.data({"lit": True, "a.shell": "he"}) == {"a": {"shell": "he"}}
    assert ALL.data({"lit": True, "night": True}) == {"lit": True, "night": True}


def test_what_is_fixed_stays() -> None:
    near = Variations(FORM, ["range", "night", "lit"]).near({}, NONE, "")
    assert [flat for _, flat in near] == [{"a.what": "gun"}, {"a.shell": "he"}]


def test_the_same_seed_puts_the_same_together() -> None:
    singles = [flat for _, flat in ALL.near({}, NONE, "")]
    drawn = [[ALL.together(singles, random) for _ in range(9)] for random in (Random(1), Random(1))]
    assert drawn[0] == drawn[1] and any(len(flat) > 1 for flat in drawn[0])


def test_a_simpler_situation_keeps_its_base() -> None:
    assert list(ALL.without({"a.what": "gun", "range": 1}, {"a.what": "gun"})) == [{"a.what": "gun"}]


def test_where_something_can_be_chosen() -> None:
    assert fields_naming(FORM, ["gun", "nobody"]) == [("a.what", "gun")]
