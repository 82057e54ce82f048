"""Wherever a ruleset is asked for its name does; one that is unknown is told what is near."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any

import pytest

import hulldown
from hulldown import ai, lab, odds, rulesets
from hulldown.game import Game, from_position, load, verify
from hulldown.kernel.actions import key

CHASE = rulesets.get("chase")
START = CHASE.set_up("even_ground")
ORDER = hulldown.Position(CHASE, START).legal()[0].row
POSED = CHASE.need_situations().pose({})

CALLS: dict[str, Callable[[Any], Any]] = {
    "hulldown.ruleset": lambda which: hulldown.ruleset(which).id,
    "hulldown.new": lambda which: Game.new(which, "even_ground", seed=1).digest,
    "hulldown.Game": lambda which: Game(which, "even_ground", None).digest,
    "hulldown.Position": lambda which: hulldown.Position(which, START).digest,
    "hulldown.Setup": lambda which: hulldown.Setup(which, scenario="even_ground").digest,
    "ai.Decision": lambda which: ai.Decision(which, START, 0, (ORDER,), Random(1)).orders,
    "ai.levels": lambda which: ai.levels(which),
    "ai.default_level": lambda which: ai.default_level(which),
    "ai.adviser": lambda which: ai.adviser(which, START, "greedy").name,
    "ai.player": lambda which: ai.player("captain", which).name,
    "ai.rank": lambda which: [r.text for r in ai.rank("random:seed=1", which, START, 0)],
    "ai.choose": lambda which: key(ai.choose("random:seed=1", which, START, 0)),
    "ai.play_match": lambda which: ai.play_match(which, "even_ground", ("random", "random"), 1).games,
    "ai.run_games": lambda which: ai.run_games(which, START, 1, 1),
    "ai.win_chance": lambda which: ai.win_chance(which, START, 0, 2),
    "odds.odds": lambda which: str(odds.odds(which, START, [ORDER])),
    "odds.exact": lambda which: odds.exact(which, START, [ORDER]),
    "odds.sample": lambda which: odds.sample(which, START, [ORDER], n=20),
    "odds.repeat_odds": lambda which: list(odds.repeat_odds(which, START, [ORDER], 1, 100)),
    "odds.situation_odds": lambda which: odds.situation_odds(which, POSED).lines,
    "odds.explain_situation": lambda which: odds.explain_situation(which, POSED),
    "lab.ask": lambda which: lab.ask("fair", which, "even_ground", "random").study,
}


def functions(module: str) -> Iterator[tuple[str, inspect.Parameter]]:
    """Every parameter of what a module gives to the public."""
    home = import_module(module)
    for name in home.__all__:
        try:
            parameters = inspect.signature(getattr(home, name)).parameters.values()
        except (TypeError, ValueError):
            continue
        yield from ((f"{module}.{name}", parameter) for parameter in parameters)


@pytest.mark.parametrize(
    "module", ["hulldown", "hulldown.ai", "hulldown.game", "hulldown.odds", "hulldown.lab"]
)
def test_every_public_function_takes_a_name(module: str) -> None:
    given = {"hulldown.odds.Odds"}  # what `odds` gives back: nobody makes one
    asks = [
        (name, p) for name, p in functions(module) if "Ruleset" in str(p.annotation) and name not in given
    ]
    assert [name for name, p in asks if "str" not in str(p.annotation)] == []
    known = {name.partition(".")[2] for name in CALLS} | {"from_position", "load", "verify", "prepare"}
    assert {name.rpartition(".")[2] for name, _ in asks} <= known


@pytest.mark.parametrize("name", CALLS)
def test_a_name_and_the_ruleset_give_the_same(name: str) -> None:
    call = CALLS[name]
    assert call("chase") == call(CHASE)
    with pytest.raises(ValueError, match='did you mean "chase"'):
        call("chas")


def test_files_and_positions_are_read_under_a_name() -> None:
    game = Game.new("chase", "even_ground", seed=1)
    assert load(game.save(), "chase") == load(game.save(), CHASE) == game
    assert verify(game.save(), "chase") == []
    assert from_position(game.position(), 1, "chase").digest == game.digest


def test_what_is_no_ruleset_is_said_in_a_line() -> None:
    with pytest.raises(rulesets.UnknownRuleset, match="such as 'tank_commander', or a Ruleset, not 7"):
        hulldown.ruleset(7)  # type: ignore[arg-type]
    with pytest.raises(rulesets.UnknownRuleset, match=r"no ruleset .ludo.: there are tank_[a-z_, ]+$"):
        hulldown.ruleset("ludo")


def test_a_study_takes_the_rules_that_its_workers_find() -> None:
    study = lab.Study(kind=lab.QuestionKind.FAIR, ruleset=CHASE, scenarios=("even_ground",))  # type: ignore[arg-type]
    assert study.ruleset == "chase"
    with pytest.raises(ValueError, match="the ruleset chase is not registered by its name"):
        lab.ask("fair", replace(CHASE), "even_ground", "random")
