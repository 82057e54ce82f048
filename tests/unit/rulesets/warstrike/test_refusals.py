"""Every reason has words, a code of 2.6 and a rule of the book."""

from __future__ import annotations

import pytest

import hulldown
from hulldown.game import IllegalOrder
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.words import refusal

REASONS = set(Why) - {Why.OK}
OWN = {"R_NOT_YOURS", "R_WAYPOINTS", "R_SPLIT"}  # reasons of the program, beside those of 2.6


def test_every_reason_has_words() -> None:
    assert all(why.text for why in REASONS)


def test_reasons_are_read_as_parts_of_a_sentence() -> None:
    """2.6: no full stop, no capital but for names of rules."""
    rules = SHELF.rulebook().rules
    for why in REASONS:
        said = refusal(int(why))
        assert said.rule in rules and said.text and not said.text.endswith(".")


def test_codes_are_those_of_the_book() -> None:
    """2.6: every code that the rulebook lists is one of ours, and the other way round."""
    book = SHELF.rulebook().text
    codes = {refusal(int(why)).code for why in REASONS}
    assert {code for code in codes if code not in book} <= OWN
    assert refusal(int(Why.MUST_REGAIN)).code == "R_MUST_REGAIN"


def test_a_move_that_may_not_end_says_for_whom() -> None:
    """WS-16.6: placed members before measured ones, the leader before all."""
    game = hulldown.new("warstrike", "first_patrol", seed=1)
    for order in ("R1 activate", "R1 advance move first", "R1 go 17,22", "R1.2 place 18.5,22"):
        game.play(order)
    game.play("R1.3 place 17.5,22.8")
    with pytest.raises(IllegalOrder, match=r"R1 end: R1\.3: the base would overlap another \(WS-1\.12\)"):
        game.play("R1 end")
    (end,) = [one for one in game.view(1).orders if one.text == "R1 end"]
    assert end.refusal and (end.refusal.code, end.refusal.text[:5]) == ("R_OVERLAP", "R1.3:")
    game.play("R1.3 stay")
    assert game.check("R1 end") is None
