"""A shot at the table and the same shot on the odds page: equal odds, or a word on why not."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from tests.property.test_tank_commander import CHOICES, skirmish

from hulldown.conformance.suite import legal_orders, moments
from hulldown.kernel.actions import Action
from hulldown.odds import exact
from hulldown.rulesets import get
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.odds import SHOTS
from hulldown.rulesets.tank_commander.situation import evaluate, situation_of
from hulldown.rulesets.tank_commander.state import State

TC = get("tank_commander")
TAPES = 20_000
BATTLES, DECISIONS, SHOTS_EACH = 20, 90, 10


def variants(luck: random.Random) -> dict[str, str]:
    """A handful of options, the dark among them in every other battle."""
    chosen: dict[str, str] = {
        name: luck.choice(TC.files.options()[name].values) for name in luck.sample(sorted(CHOICES), 6)
    }
    return chosen | {name: luck.choice(("true", "false")) for name in ("night", "weather", "exotic_units")}


def shots(seed: int) -> Iterator[tuple[State, Action]]:
    """Shots that could be fired in a battle played at random, not too many of one battle."""
    luck = random.Random(seed)
    start, left = skirmish(seed, variants(luck)), SHOTS_EACH
    for m in moments(TC, "skirmish", seed, start=start, limit=DECISIONS):
        fitting = [a for a in legal_orders(TC, m.before, m.seat) if a.verb in SHOTS]
        if fitting and left and luck.random() < 0.4:
            left -= 1
            yield m.before, luck.choice(fitting)


@pytest.mark.landing
def test_the_odds_are_those_at_the_table_or_it_is_said_why_not() -> None:
    seen: Counter[str] = Counter()
    for seed in range(BATTLES):
        for s, a in shots(seed):
            told = situation_of(SHELF, s, a)
            assert told is not None
            if told.data is None or told.notes:
                assert told.notes and all(text and rule for text, rule in told.notes)
                seen.update({text for text, _ in told.notes})
                continue
            found = evaluate(SHELF, told.data)
            assert found.refusal is None
            here, there = exact(TC, s, [a], limit=TAPES), exact(TC, found.state, [found.order], limit=TAPES)
            assert here == there, (seed, TC.speech.action_text(s, a), told.data)
            seen["equal"] += 1
    assert seen["equal"] > 100
    assert any("end the game turn" in text for text in seen)
