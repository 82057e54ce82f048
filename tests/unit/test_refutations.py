"""What comes of an order: dice as they mostly fall, then the best answer of the other side."""

from __future__ import annotations

import pytest

from hulldown import rulesets
from hulldown.ai.position import IllegalOrder
from hulldown.game.game import Game
from hulldown.game.lessons import MOST, answers, likely, line, opened

NAMES = tuple(rulesets.names())


def start(name: str, puzzle: str) -> tuple[Game, int]:
    ruleset = rulesets.get(name)
    one = ruleset.files.puzzles()[puzzle]
    return opened(ruleset, one), one.seat


@pytest.mark.parametrize(("target", "pierced"), [("B1", False), ("B2", True)])
def test_what_mostly_fails_fails_and_what_mostly_succeeds_does(target: str, pierced: bool) -> None:
    """A front holds two times of three; a side is pierced two times of three."""
    game, seat = start("tank_commander", "thin_armor")
    act = game.parse(f"A1 fire {target}", seat)
    turn = game.carry_out(act.row, likely(game, act.row))
    told = " ".join(one.text for one in turn.sentences)
    assert ("3 hull points left" in told) == pierced, told


def test_an_order_without_dice_has_none() -> None:
    game, seat = start("tank_commander", "thin_armor")
    assert likely(game, game.parse("A1 move", seat).row) == ()


@pytest.mark.parametrize("name", NAMES)
def test_the_other_side_answers_and_nothing_is_left_to_chance(name: str) -> None:
    ruleset = rulesets.get(name)
    for puzzle, one in list(ruleset.files.puzzles().items())[:2]:
        worse = answers(ruleset, one)[1:]
        game, seat = start(name, puzzle)
        before = game.digest
        after, again = (line(game, seat, worse[0].texts) for _ in range(2))
        assert game.digest == before, "the position itself stays"
        assert [turn.order.text for turn in after.history] == [turn.order.text for turn in again.history]
        assert [turn.dice for turn in after.history] == [turn.dice for turn in again.history]
        own = [turn.order.text for turn in after.history[len(game.history) :]]
        assert own[: len(worse[0].texts)] == list(worse[0].texts)
        assert len(own) <= len(worse[0].texts) + MOST
        assert after.at(after.number).digest == after.digest, "it can be shown step by step"


def test_a_shot_is_answered_by_a_shot() -> None:
    game, seat = start("close_assault", "whose_back")
    after = line(game, seat, ["B1 fire R1"])
    last = after.history[-1]
    assert last.order.seat == 1 - seat and last.order.text.endswith("fire B1") and last.dice


def test_what_cannot_be_ordered_has_no_line() -> None:
    game, seat = start("close_assault", "whose_back")
    with pytest.raises(IllegalOrder):
        line(game, seat, ["R1 fire B1"])
