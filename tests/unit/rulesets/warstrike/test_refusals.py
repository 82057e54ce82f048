"""Every reason has words, a code of 2.6 and a rule of the book."""

from __future__ import annotations

from hulldown.rulesets.warstrike.catalogue import load_rulebook
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.refusals import TEXTS, refusal

OWN = {"R_NOT_YOURS", "R_WAYPOINTS", "R_SPLIT"}  # reasons of the program, beside those of 2.6


def test_every_reason_has_words() -> None:
    assert set(TEXTS) == set(Why) - {Why.OK}


def test_reasons_are_read_as_parts_of_a_sentence() -> None:
    """2.6: no full stop, no capital but for names of rules."""
    rules = load_rulebook().rules
    for why in TEXTS:
        said = refusal(int(why))
        assert said.rule in rules and said.text and not said.text.endswith(".")


def test_codes_are_those_of_the_book() -> None:
    """2.6: every code that the rulebook lists is one of ours, and the other way round."""
    book = load_rulebook().text
    codes = {refusal(int(why)).code for why in TEXTS}
    assert {code for code in codes if code not in book} <= OWN
    assert refusal(int(Why.MUST_REGAIN)).code == "R_MUST_REGAIN"
