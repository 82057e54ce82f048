"""Battles of units made by chance, both sides' (WS-4.13): played to their end, proved by their saves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hulldown.ai import choose
from hulldown.ai.registry import player
from hulldown.game import Game
from hulldown.rulesets.warstrike import garage, setup
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.words import unit_name

OFFER = garage.garage(SHELF, None)
MOST = 3000  # orders; the longest battle that was seen had some hundred
KINDS = {"B1": "infantry", "B2": "commander", "R1": "infantry", "R2": "infantry"}  # of First Patrol


def random_unit(kind: str, name: str, chance: Random) -> dict[str, Any]:
    """A legal unit: any numbers that the garage offers, up to twelve models."""
    offer = next(one for one in OFFER.units if one.id == kind)
    numbers = {
        field.id: chance.randrange(field.low, field.high + 1, field.step)
        for section in offer.sections
        for field in section.fields
    }
    teams = [
        {
            "name": f"kind {place}",
            "count": 1 if place == 0 else chance.randint(1, 5),
            "radius": chance.choice((0.5, 0.5, 1.0)),
            "weapons": chance.sample(list(SHELF.weapons()), chance.randint(1, 2)),
        }
        for place in range(chance.randint(1, 3))
    ]
    build = garage.read_build(SHELF, {**offer.sets, **numbers, "name": name, "models": teams})
    return build if setup.judge(SHELF, build).legal else random_unit(kind, name, chance)


def battle(scenario: str, seed: int) -> Game:
    """A battle of random players, every unit of both sides being of somebody's own."""
    chance = Random(seed)
    forces = {unit: random_unit(kind, f"Own {unit}", chance) for unit, kind in KINDS.items()}
    game = Game.new("warstrike", scenario, seed=seed, forces=forces)
    while game.result is None and game.number < MOST:
        game.play(chance.choice(game.legal()))
    return game


@pytest.mark.parametrize("seed", range(3))
def test_units_of_players_own_fight_to_the_end_and_their_save_proves_it(seed: int) -> None:
    """WS-4.13: in free set-up, where any formation finds room."""
    game = battle("free_first_patrol", seed)
    assert game.result in (0, 1, 2)
    text = game.save()
    assert Game.verify(text) == []
    again = Game.load(text)
    assert again.digest == game.digest
    assert [unit_name(SHELF, again.state, k) for k in range(4)] == ["Own B1", "Own B2", "Own R1", "Own R2"]


def test_a_save_in_which_a_number_of_such_a_unit_was_changed_is_found_out() -> None:
    """WS-4.13: the numbers of a unit are part of what is proved."""
    build = random_unit("infantry", "Hawks", Random(1)) | {"bs": 4}
    game = Game.new("warstrike", "free_first_patrol", seed=1, forces={"R1": build})
    game.play(game.legal()[0])
    text = game.save()
    assert Game.verify(text) == []
    assert '"bs": 4' in text
    assert Game.verify(text.replace('"bs": 4', '"bs": 5')) != []


def test_computer_players_command_units_of_players_own() -> None:
    """WS-16.4: fifteen men of one's own against the book."""
    man = next(one.build for one in OFFER.samples if one.id == "storm")
    leader, trooper = man["models"]
    hawks = man | {"name": "Hawks", "models": [leader, trooper | {"count": 12}]}
    game = Game.new("warstrike", "first_patrol", seed=2, forces={"B1": hawks, "R1": hawks})
    greedy, acted = player("greedy", game.ruleset, game.state), set[str]()
    while not acted >= {"B1", "R1"} and game.number < 40:
        row = choose(greedy, game.ruleset, game.state, game.to_act[0])
        order = game.ruleset.speech.action_text(game.state, row)
        acted.add(order.split()[0])
        game.play(order)
    assert acted >= {"B1", "R1"}
