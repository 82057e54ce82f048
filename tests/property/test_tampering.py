"""A save proves itself: whatever is changed in it is noticed, or means the same and is put right."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from tests.property.tampering import means_the_same, tampered

from hulldown import rulesets
from hulldown.game import Game, SaveError
from hulldown.game.game import load, verify
from hulldown.game.secret import DiceSecret
from hulldown.rulesets.api.ruleset import Ruleset

ORDERS = 8


@cache
def saves(name: str) -> tuple[str, ...]:
    """Battles just begun, with and without the key of their dice, options and all."""
    ruleset, chance = rulesets.get(name), Random(name)
    made = []
    for scenario, seed in zip(list(ruleset.files.scenarios())[:3], (1, 2, 3), strict=False):
        option = chance.choice([one for one in ruleset.files.options().values() if len(one.values) > 1])
        game = Game.new(ruleset, scenario, seed=seed, options={option.id: option.values[-1]})
        while game.to_act and game.number < ORDERS:
            game.play(chance.choice(game.legal()))
        made += [game.save(), game.save(sealed=True)]
    return (*made, *shared(ruleset, chance))


def shared(ruleset: Ruleset, chance: Random) -> list[str]:
    """The same of battles to whose dice both pages added, and one page."""
    made = []
    for second in (f"{chance.getrandbits(128):032x}", ""):
        parts = (f"{chance.getrandbits(128):032x}", second)
        secret = DiceSecret(f"{chance.getrandbits(128):032x}", f"{chance.getrandbits(128):032x}", parts)
        game = Game(ruleset, next(iter(ruleset.files.scenarios())), secret)
        while game.to_act and game.number < ORDERS:
            game.play(chance.choice(game.legal()))
        made += [game.save(), game.save(sealed=True)]
    return made


def caught(text: str) -> bool:
    """Whether both `verify` and `load` refuse a file."""
    try:
        if not verify(text):
            return False
    except SaveError:
        pass
    try:
        load(text)
    except SaveError:
        return True
    return False


def survivors(name: str, seed: int, count: int) -> list[str]:
    """Of so many changed saves those that are taken for true, with what was done to them."""
    chance, tried, kept = Random(f"{name} {seed}"), Counter[str](), []
    for _ in range(count):
        text = chance.choice(saves(name))
        kind, changed = tampered(text, chance)
        tried[kind] += 1
        if means_the_same(text, changed):
            if load(changed).save(sealed='"key"' not in text) != text:
                kept.append(f"{kind} is not put right: {changed}")
        elif not caught(changed):
            kept.append(f"{kind} is not noticed: {changed}")
    print(name, dict(tried))
    return kept


@pytest.mark.parametrize("name", rulesets.names())
def test_a_changed_save_is_noticed(name: str) -> None:
    assert survivors(name, seed=1, count=25) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", rulesets.names())
def test_ten_thousand_changed_saves_are_noticed(name: str, seed: int) -> None:
    assert survivors(name, seed=100 + seed, count=200) == []
