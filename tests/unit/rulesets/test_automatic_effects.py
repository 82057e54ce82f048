"""What the rules do by themselves is told apart from what an order does."""

from __future__ import annotations

from pathlib import Path

import pytest

from hulldown.game import Game

GOLDEN = Path(__file__).parents[2] / "golden"
# Of a kept battle of each ruleset what the rules do, and what somebody does, in the words of the log.
TOLD = {
    "tank_commander/capture_objectives": ("scores 1 point", "moves to"),
    "agrav/container_yard": ("shield regains", "drives"),
    "close_assault/iron_wedge": ("holds the objective", "fires its"),
    "warstrike/first_patrol": ("no longer gone to ground", "makes an Ld check"),
    "chase/even_ground": ("The next duel begins", "drives: "),
}


@pytest.mark.parametrize("battle", TOLD)
def test_what_the_rules_do_is_marked(battle: str) -> None:
    game = Game.load((GOLDEN / f"{battle}.json").read_text(encoding="utf-8"))
    sentences = [one for turn in game.history for one in turn.sentences]
    marked = [one.text for one in sentences if one.upkeep]
    others = [one.text for one in sentences if not one.upkeep]
    rules, person = TOLD[battle]
    assert any(rules in text for text in marked) and not any(rules in text for text in others)
    assert any(person in text for text in others) and not any(person in text for text in marked)
