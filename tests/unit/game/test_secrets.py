"""A game in which both sides choose at once: what is shown, taken back and written to a file."""

from __future__ import annotations

import json

import pytest
from tests.toy.burrows import FOX, HARE, RULESET
from tests.toy.ruleset import RULESET as TOY

from hulldown.game import Game, UndoRefused


def game(*orders: str) -> Game:
    made = Game.new(RULESET, "field", seed=4)
    for text in orders:
        made.play(text)
    return made


def test_a_view_shows_what_its_seat_knows() -> None:
    left, tight = game("A1 left"), game("A1 tight")
    assert left.view(FOX) == tight.view(FOX)
    assert left.view() == tight.view()
    assert left.view(HARE) != tight.view(HARE)
    assert left.view(FOX).status.text == "Fox to choose"
    assert left.scene(FOX) == tight.scene(FOX) != left.scene(HARE)


def test_odds_and_reasons_are_those_of_what_the_seat_knows() -> None:
    """The fox's order ends the turn, but the odds it asks for do not know the hare's burrow."""
    left, right = game("A1 left"), game("A1 right")
    assert left.odds("B1 left").lines == right.odds("B1 left").lines
    assert left.explain("B1 left") == right.explain("B1 left")


def test_without_secrets_everybody_knows_the_position_itself() -> None:
    open_game = Game.new(TOY, "street", seed=1)
    assert open_game.observation(1) is open_game.state
    assert open_game.revealed(1) is open_game


def test_a_secret_order_is_taken_back_only_by_both_sides() -> None:
    one = game("A1 left")
    with pytest.raises(UndoRefused, match="a secret order cannot be changed once it is given"):
        one.undo()
    assert one.undo(agreed=True).text == "A1 left"
    assert one.to_act == (HARE, FOX)
    one = game("A1 left", "B1 left", "B1 stake 2")
    assert one.undo().text == "B1 stake 2"


def test_a_file_for_a_seat_ends_where_it_knows_everything() -> None:
    """Hidden now is what was given after the last position that the seat knows in full."""
    one = game("A1 left", "B1 right", "B1 stake 1", "B1 left")
    assert [turn.order.text for turn in one.revealed(HARE).history] == ["A1 left", "B1 right", "B1 stake 1"]
    assert one.revealed(FOX) is one
    assert one.revealed(None).number == 3
    file = json.loads(one.revealed(HARE).save(sealed=True))
    assert [move["order"] for move in file["orders"]] == ["A1 left", "B1 right", "B1 stake 1"]
    assert game("B1 left").revealed(HARE).number == 0
