"""Copies of a game, which games are the same, and a game looked at again."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable

import pytest
from tests.toy import RULESET as TOY
from tests.toy import changed
from tests.unit.game.test_game import new, played_out

import hulldown
from hulldown.game import Game, verify
from hulldown.game.game import load
from hulldown.kernel.records import pack

COPIERS = [Game.copy, copy.copy, copy.deepcopy]


@pytest.mark.parametrize("copied", COPIERS, ids=["copy", "copy.copy", "copy.deepcopy"])
def test_a_copy_goes_its_own_way(copied: Callable[[Game], Game]) -> None:
    game = new()
    game.play("A1 aim")
    twin, saved = copied(game), game.save()
    twin.play("A1 fire")
    twin.play("B1 hide")
    assert (game.number, twin.number) == (1, 3)
    assert game.save() == saved and verify(saved, TOY) == [] == verify(twin.save(), TOY)
    twin.undo()
    twin.undo(agreed=True)
    assert twin == game and twin.save() == saved
    game.undo()
    assert (game.number, twin.number) == (0, 1) and twin.undo().text == "A1 aim"


def test_a_copy_shares_nothing_that_can_be_changed() -> None:
    game = new()
    game.play("A1 aim")
    twin = game.copy()
    twin.legal()
    twin.state.turn, twin.start.turn = 99, 98
    twin._undo_states[0].turn = 97
    twin.history.clear()
    assert (game.state.turn, game.start.turn, game._undo_states[0].turn, game.number) == (1, 0, 0, 1)
    assert game.legal() == game.at(1).legal()


def test_a_copy_has_the_same_dice_to_come() -> None:
    game = new()
    twin = game.copy()
    assert game.play("A1 barrage").dice == twin.play("A1 barrage").dice


def test_games_are_equal_by_position_and_history() -> None:
    game, other = new(7), new(7)
    assert game == other and hash(game) == hash(other) and game != "street"
    game.play("A1 aim")
    assert game != other
    other.play("A1 aim")
    assert game == other and hash(game) == hash(other)
    assert new(7) == new(8)  # the dice to come are not part of it
    assert Game.new(TOY, "street", seed=7, options={"last": 30}) != new(7)
    assert Game.new(TOY, "street", seed=7, forces={"A1": {"grit": 5}}) != new(7)


def test_equal_positions_on_other_ways_or_dice_are_other_games() -> None:
    game, other = new(), new()
    for one, orders in ((game, ("A1 aim", "A1 hide")), (other, ("A1 hide", "A1 aim"))):
        for text in orders:
            one.play(text)
    assert game.digest == other.digest and game != other


def test_the_hash_of_a_game_changes_as_it_goes_on_and_that_of_a_copy_stays() -> None:
    game = new()
    kept = {game.copy(): "before"}
    game.play("A1 aim")
    assert game not in kept and kept[new()] == "before"


def test_the_games_of_a_file_and_of_the_table_are_equal() -> None:
    game = played_out()
    assert load(game.save(), TOY) == game == load(game.save(sealed=True), TOY)


# ---------------------------------------------------------------- looked at again


def test_a_replay_shows_every_position_and_all_may_be_kept() -> None:
    game = played_out()
    seen = list(game.replay())
    assert [turn for turn, _ in seen] == [None, *game.history]
    assert [position.digest for _, position in seen] == [game.at(n).digest for n in range(game.number + 1)]
    assert seen[-1][1].result == game.result and seen[0][1].legal() == new().legal()


def test_a_replay_carries_out_each_order_once() -> None:
    game, applied = played_out(), 0
    orders = game.number

    def counting(*given: object) -> None:
        nonlocal applied
        applied += 1
        TOY.rules.apply(*given)

    game.ruleset = changed(TOY, rules={"apply": counting})
    assert len(list(game.replay())) == orders + 1 and applied == orders


def test_a_game_with_dice_of_a_file_goes_on_and_comes_back() -> None:
    """What was undone falls again the same; the dice of a game gone on with are nobody's to foretell."""
    whole = new(5)
    for text in ("A1 aim", "A1 fire"):
        whole.play(text)
    game = load(whole.save(sealed=True), TOY)
    game.unseal()
    own = game.play("B1 barrage").dice
    assert game.at(2).play("B1 barrage").dice == own
    game.undo(agreed=True)
    assert game.play("B1 barrage").dice == own
    assert own != foretold(whole)
    assert [turn.dice for turn, _ in game.replay() if turn] == [turn.dice for turn in game.history]


def foretold(game: Game) -> tuple[tuple[int, int], ...]:
    """The dice of the next order if its key were all zeros."""
    from hulldown.game.secret import DiceSecret

    other = game.copy()
    other._source = DiceSecret("0" * 16, "")
    other._dice = other._source.dice()
    return other.play("B1 barrage").dice


def test_told_dice_stay_in_a_game_that_has_a_key_of_its_own() -> None:
    """As the server goes on with a file: its orders with their dice, then the game's own."""
    whole = new(5)
    whole.play("A1 barrage")
    game = new(6)
    told = whole.history[0]
    game.carry_out(told.order.row, told.dice)
    game.play("A1 barrage")
    assert game.at(1).history[0].dice == told.dice
    assert pack(game.at(2).state).tobytes() == pack(game.state).tobytes()


# ---------------------------------------------------------------- shown


def test_a_game_prints_as_its_board_with_whose_turn_it_is() -> None:
    game = hulldown.new("tank_commander", "skirmish", seed=7)
    lines = str(game).splitlines()
    assert lines[0] == "Tank Commander, Setting up" and "/A1" in lines[2]
    assert lines[-1] == game.status().text != ""
    assert repr(game).count("\n") == 0
    assert str(new()).splitlines()[-1] == "Cobalt to act"


def test_a_turn_shows_its_sentences_and_their_dice() -> None:
    game = hulldown.new("tank_commander", "skirmish", seed=7)
    turn = game.play("roll off")
    shown = turn._repr_html_()
    assert shown.startswith("<p><b>1. roll off</b></p><ul><li>") and shown.endswith("</ul>")
    assert all(
        f"[{face}]" in shown for roll in turn.sentences[0].rolls for face in roll.faces or (roll.value,)
    )
    assert "{" not in shown and str(turn) in shown


def test_a_player_ranks_the_orders_as_it_does_for_hints() -> None:
    from hulldown.ai import NothingToDecide, player, rank

    game = hulldown.new("tank_commander", "skirmish", seed=7)
    while len(game.legal()) < 3:
        game.play(game.legal()[0])
    owing, before = game.to_act[0], game.digest
    ranked = game.rank("mcts:20:seed=1")
    hints = rank(player("mcts:20:seed=1", game.ruleset), game.ruleset, game.state, owing, len(ranked))
    assert [(one.text, one.value, one.visits) for one in ranked] == [
        (h.text, h.value, h.visits) for h in hints
    ]
    assert {one.text for one in ranked} == {act.text for act in game.legal()}
    assert len(game.rank("greedy", best=2)) == 2
    assert game.digest == before
    with pytest.raises(NothingToDecide):
        game.rank("greedy", seat=1 - owing)
    with pytest.raises(NothingToDecide):
        played_out().rank("greedy")


def test_the_earlier_positions_of_random_games_are_the_games_of_then() -> None:
    any_of, game = random.Random(2), hulldown.new("chase", "even_ground", seed=2)
    while game.to_act and game.number < 30:
        game.play(any_of.choice(game.legal()))
    for (turn, position), number in zip(game.replay(), range(31), strict=False):
        assert position.digest == game.at(number).digest
        assert not turn or turn.digest == position.digest
