"""A game: what may be ordered, what comes of it, and taking it back."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
from tests.toy import RULESET as TOY
from tests.toy import changed

from hulldown.game import Game, IllegalOrder, NotUnderstood, UndoRefused
from hulldown.kernel.actions import Actions, make
from hulldown.kernel.records import copy
from hulldown.rulesets.api.ruleset import legal_orders


def new(seed: int | None = 7) -> Game:
    return Game.new(TOY, "street", seed=seed)


def played_out(seed: int = 7) -> Game:
    game, any_of = new(seed), random.Random(seed)
    while game.to_act:
        game.play(any_of.choice(game.legal()))
    return game


def test_the_orders_of_a_game_have_texts_that_parse_back() -> None:
    game = new()
    assert [act.text for act in game.legal()] == ["A1 aim", "A1 hide", "A1 fire", "A1 barrage"]
    assert all(game.parse(act.text) == act for act in game.legal())
    assert game.legal(seat=1) == []


def only_shots(s: Any, seat: int, m: Actions) -> int:
    shots = [copy(m.rows[i]) for i in range(TOY.rules.legal(s, seat, m)) if m.rows[i].target >= 0]
    m.rows[: len(shots)], m.count = shots, len(shots)
    return len(shots)


def test_every_order_lists_what_is_allowed_and_not_offered() -> None:
    every = partial(legal_orders, TOY.rules)
    frugal = changed(
        TOY, rules={"legal": only_shots}, every=every
    )  # offers only shots; `every` knows the rest
    game = Game.new(frugal, "street", seed=7)
    assert [act.text for act in game.legal()] == ["A1 fire", "A1 barrage"]
    assert [act.text for act in game.every_order()] == ["A1 aim", "A1 hide", "A1 fire", "A1 barrage"]
    assert game.every_order(seat=1) == []
    assert [str(act) for act in new().every_order()] == [str(act) for act in new().legal()]


def test_a_turn_tells_its_events_its_dice_and_its_sentences() -> None:
    game = new()
    turn = game.play("A1 fire")
    assert turn.number == 1
    assert turn.dice[0][1] == 6
    assert turn.events[0].a == turn.dice[0][0]
    assert turn.sentences[0].text in ("{A1} misses.", "{A1} hits.")
    assert str(turn) in ("A1 misses.", "A1 hits.")
    assert turn.reasons[0].amount == 5


def test_an_illegal_order_is_refused_with_the_rule_and_changes_nothing() -> None:
    game = new()
    game.play("A1 hide")
    before = game.digest
    with pytest.raises(IllegalOrder, match=r"A1 hide: You are hidden already. \(TOY-4\)") as refused:
        game.play("A1 hide")
    assert refused.value.refusal.code == "hidden"
    assert (game.digest, game.number) == (before, 1)


def test_an_order_for_the_other_side_is_refused() -> None:
    refusal = new().check(make(1, 2, target=0))
    assert refusal is not None
    assert refusal.code == "not-yours"


def test_a_text_that_is_no_order_is_not_understood() -> None:
    with pytest.raises(NotUnderstood, match="'A1 dance' is not an order"):
        new().play("A1 dance")


def test_the_game_does_not_keep_the_callers_row() -> None:
    game, row = new(), make(0, 0)
    game.play(row)
    row.verb = 3
    assert game.history[0].order.text == "A1 aim"
    assert game.at(1).digest == game.digest


def test_the_same_seed_plays_the_same_game_and_no_seed_never_the_same() -> None:
    assert played_out(3).digest == played_out(3).digest
    assert played_out(3).history[-1].dice != played_out(4).history[-1].dice
    assert new(None).commitment != new(None).commitment


def test_undo_restores_the_digest_of_every_order_without_dice() -> None:
    game = new()
    digests = [game.digest]
    for text in ("A1 aim", "A1 hide", "B1 aim"):
        game.play(text)
        digests.append(game.digest)
    for digest in reversed(digests[:-1]):
        game.undo()
        assert game.digest == digest
    with pytest.raises(UndoRefused, match="nothing has been ordered"):
        game.undo()


def test_a_rolled_die_ends_undo_unless_both_sides_agree() -> None:
    game = new()
    game.play("A1 aim")
    before = game.digest
    dice = game.play("A1 fire").dice
    with pytest.raises(UndoRefused, match="a die was rolled"):
        game.undo()
    assert game.undo(agreed=True).text == "A1 fire"
    assert game.digest == before
    assert game.play("A1 fire").dice == dice
    assert game.undo(agreed=True).text == "A1 fire"
    assert game.number == 1
    with pytest.raises(UndoRefused):
        new().undo(agreed=True)


def test_an_earlier_position_is_another_game() -> None:
    game = played_out()
    earlier = game.at(5)
    assert earlier.number == 5
    assert [t.order for t in earlier.history] == [t.order for t in game.history[:5]]
    earlier.play(earlier.legal()[0])
    assert game.at(5).number == 5
    with pytest.raises(IndexError):
        game.at(game.number + 1)


def test_the_result_comes_when_nobody_owes_a_decision() -> None:
    game = played_out()
    assert new().result is None
    assert game.result in (0, 1, 2)
    assert game.legal() == []


def test_odds_are_asked_before_the_order_is_given() -> None:
    game = new()
    found = game.odds("A1 aim", "A1 fire")
    assert found.exact
    assert found.lines[1].chance == pytest.approx(0.5)
    assert game.number == 0
    game.play("A1 hide")
    with pytest.raises(IllegalOrder):
        game.odds("A1 hide")


def test_a_view_shows_the_scene_and_draws_it() -> None:
    game = new()
    assert game.view(0).scene == game.scene(0)
    assert game._repr_svg_().startswith("<svg")
    assert repr(game) == f"<Game toy street, 0 orders, {game.digest}>"
