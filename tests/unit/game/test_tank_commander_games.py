"""Whole Tank Commander games through `Game`: played, saved, sealed, taken back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import hulldown
from hulldown.game import Game, UndoRefused


@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_skirmish_can_be_played_saved_and_verified(seed: int) -> None:
    game, any_of = Game.new("tank_commander", "skirmish", seed=seed), random.Random(seed)
    while game.to_act:
        before = game.digest
        turn = game.play(any_of.choice(game.legal()))
        if not turn.dice:
            assert game.undo() == turn.order
            assert game.digest == before
            game.play(turn.order)
        else:
            with pytest.raises(UndoRefused):
                game.undo()
    assert Game.verify(game.save()) == []
    assert Game.load(game.save(sealed=True)).digest == game.digest
    assert game.at(20).digest == Game.load(game.save()).at(20).digest


def test_every_legal_order_has_a_text_that_parses_back_and_exact_or_sampled_odds() -> None:
    game, any_of = Game.new("tank_commander", "skirmish", seed=3), random.Random(3)
    for _ in range(25):
        game.play(any_of.choice(game.legal()))
    for act in game.legal():
        assert game.parse(act.text).row.__dict__ == act.row.__dict__
        assert sum(game.odds(act, limit=100).distribution.chances().values()) == 1


@pytest.mark.parametrize("spelled", [Path, str])
def test_a_battle_of_one_s_own_is_saved_again_and_again_without_its_file(
    spelled: type[Path] | type[str], tmp_path: Path
) -> None:
    printed = Path(hulldown.__file__).parent / "rulesets/tank_commander/scenarios/escort.toml"
    mine = tmp_path / "mine.toml"
    mine.write_text(printed.read_text(encoding="utf-8"), encoding="utf-8")
    game = hulldown.new("tank_commander", spelled(mine), seed=3)
    game.play(game.legal()[0])
    mine.unlink()
    first = game.save()
    assert hulldown.load(first).save() == first
