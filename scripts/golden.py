#!/usr/bin/env python3
"""Write a golden playthrough: a seeded battle between computer players, as save and as told text.

scripts/golden.py RULESET SCENARIO PLAYERS SEED NAME, as in
scripts/golden.py tank_commander skirmish mcts:300:seed=1,mcts:300:seed=2 7 skirmish

A scenario of your own, options and all, is kept beside its battle under the battle's name: SCENARIO is then
tests/golden/tank_commander/NAME.toml.

The text is what `hulldown replay --board` prints: read it with the rulebook open before it is kept.

scripts/golden.py RULESET plays the kept battles of a ruleset again, order by order and with the dice they
had, under the state of today: after a new event, or other words. Without arguments it plays those of all. A
save that still proves itself stays as it is; only its text is written. It refuses where a rule now plays on
otherwise; that battle has to be made and read again.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from hulldown import ai, rulesets
from hulldown.cli import params
from hulldown.cli.commands import app
from hulldown.cli.errors import BadInput, CannotBeDone, guarded
from hulldown.game import Game, prepare
from hulldown.game.secret import DiceSecret

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"


def battle(ruleset: str, scenario: str, players: str, seed: int) -> Game:
    """A whole battle between two players."""
    seated = [ai.player(text) for text in players.split(",")]
    game = Game.new(ruleset, params.scenario_named(rulesets.get(ruleset), scenario), seed=seed)
    prepare(game.ruleset)
    while game.to_act:
        seat = game.to_act[0]
        game.play(ai.choose(seated[seat % len(seated)], game.ruleset, game.state, seat))
    return game


def again(save: Path) -> Game:
    """A kept battle under the state of today. CannotBeDone if a die or the result is another."""
    kept = json.loads(save.read_text(encoding="utf-8"))
    secret = DiceSecret(kept["dice"]["key"], kept["dice"]["salt"])
    scenario = kept["scenario"] if isinstance(kept["scenario"], str) else save.with_suffix(".toml")
    game = Game(rulesets.get(kept["ruleset"]), scenario, secret, kept["options"], kept["forces"])
    for order in kept["orders"]:
        text = game.ruleset.speech.order_of(
            kept["ruleset_version"], game.state, order["seat"], order["order"]
        )
        game.play(game.parse(text, order["seat"]))
    made = json.loads(game.save())
    if thrown(made) != thrown(kept):
        raise CannotBeDone(f"{save}: the rules lead elsewhere now; make this battle anew")
    return game


def thrown(save: dict[str, Any]) -> tuple[Any, ...]:
    """What happened in a save: who ordered, dice and result; no digests, and no words, which may change."""
    return save.get("result"), [(order["seat"], order.get("dice")) for order in save["orders"]]


def proven(save: Path) -> bool:
    """Whether a save still proves every position of it."""
    return CliRunner().invoke(app, ["verify", str(save)]).exit_code == 0


def write(game: Game, save: Path) -> None:
    """Write a battle as save and as text."""
    save.parent.mkdir(parents=True, exist_ok=True)
    save.write_text(game.save(), encoding="utf-8")
    write_text(save)


def write_text(save: Path) -> None:
    """Write what a save says as text."""
    told = CliRunner().invoke(app, ["replay", str(save), "--board"])
    if told.exit_code:
        raise CannotBeDone(f"{save}: {told.output.strip() or 'it cannot be told'}")
    save.with_suffix(".txt").write_text(told.stdout, encoding="utf-8")
    print(f"{save}: {told.stdout.splitlines()[-1]}")


def main(arguments: list[str]) -> None:
    """One new battle, or all kept ones again."""
    if len(arguments) < 2:
        if arguments and arguments[0] not in rulesets.names():
            raise BadInput(f"there is no ruleset {arguments[0]}: say one of {', '.join(rulesets.names())}")
        for save in sorted(GOLDEN.glob(f"{arguments[0] if arguments else '*'}/*.json")):
            if proven(save):
                write_text(save)
            else:
                write(again(save), save)
        return
    if len(arguments) != 5 or not arguments[3].isdigit():
        raise BadInput("say RULESET SCENARIO PLAYERS SEED NAME, the seed as a number; RULESET; or nothing")
    ruleset, scenario, players, seed, name = arguments
    write(battle(ruleset, scenario, players, int(seed)), GOLDEN / ruleset / f"{name}.json")


if __name__ == "__main__":
    sys.exit(guarded(lambda: main(sys.argv[1:])))
