"""Packs made by chance: those without mistakes are played to the end, others are refused with a place."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from tests.property.random_packs import SHOWN, broken, random_pack

from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.catalogue.pack import PackFiles
from hulldown.game import Game
from hulldown.rulesets.common.packs import load_pack

SCENARIOS = {
    "tank_commander": "skirmish",
    "agrav": "crossroads",
    "close_assault": "drill_square",
    "warstrike": "first_patrol",
    "chase": "even_ground",
}
MOST = 4_000  # orders; the longest battle of random players that was seen had some hundred


def play(name: str, seed: int) -> Game:
    """A battle of random players with a random pack, to its end; verified from its save alone."""
    chance, game = Random(f"{name} {seed}"), None
    while game is None:  # a battle may need what a number does not allow: models that stand close
        with suppress(CatalogueError):
            pack = random_pack(rulesets.get(name), chance)
            game = Game.new(name, SCENARIOS[name], seed=seed, packs=[pack])
    while game.result is None and game.number < MOST:
        game.play(chance.choice(game.legal()))
    assert Game.verify(game.save()) == []
    return game


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", rulesets.names())
def test_a_random_pack_is_played_to_the_end(name: str, seed: int) -> None:
    assert play(name, seed).result in (0, 1, 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", rulesets.names())
def test_many_random_packs_are_played_to_the_end(name: str) -> None:
    assert {play(name, seed).result for seed in range(100, 200)} <= {0, 1, 2}


@pytest.mark.parametrize("name", rulesets.names())
def test_a_broken_pack_is_refused_with_a_place_or_means_something_else(name: str) -> None:
    """Whatever a slip of the hand makes of a pack: a line with its file, or a pack that can be played."""
    chance, refused = Random(name), 0
    whole = dict(random_pack(rulesets.get(name), chance).files.texts)
    for _ in range(60):
        texts = whole
        for _ in range(chance.randint(1, 3)):
            texts = broken(texts, chance)
        try:
            load_pack(PackFiles(SHOWN, texts))
        except CatalogueError as wrong:
            refused += 1
            assert wrong.lines
            assert wrong.lines[0].startswith((f"{SHOWN}/", f"{SHOWN}:", "units.toml:")), wrong.lines[0]
    assert refused > 20
