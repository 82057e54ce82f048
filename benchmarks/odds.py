"""How long exact odds take: every order with dice of one position, interpreted and compiled.

    python benchmarks/odds.py [--scenario skirmish] [--orders 2]

The position is the first of seeded random games that has some orders with dice.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict

from machine import best_of, print_machine, print_table

from hulldown import rulesets
from hulldown.game import Game, Order, prepare
from hulldown.odds import Odds, odds


def chancy(game: Game) -> list[Order]:
    """The orders whose outcome depends on dice."""
    return [
        a for a in game.legal() if len(odds(game.ruleset, game.state, [a.row], limit=2000).distribution) > 1
    ]


def position(name: str, scenario: str, at_least: int) -> Game:
    """The first position of seeded random games with some orders that depend on dice."""
    for seed in range(1000):
        game, any_of = Game.new(name, scenario, seed=seed), random.Random(seed)
        while game.to_act:
            if game.number % 5 == 0 and len(chancy(game)) >= at_least:
                return game
            game.play(any_of.choice(game.legal()))
    raise SystemExit(f"no position of {scenario} has {at_least} orders with dice")


def measured(game: Game, acts: list[Order], times: int) -> dict[str, tuple[Odds, float]]:
    """The odds of every order with the best time it took."""
    found = {}
    for act in acts:
        seconds = best_of(times, lambda act=act: odds(game.ruleset, game.state, [act.row]))
        found[act.text] = (odds(game.ruleset, game.state, [act.row]), seconds)
    return found


def main() -> None:
    """Measure and print, one line for each kind of order."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--ruleset", default="tank_commander")
    asked.add_argument("--scenario", default="skirmish")
    asked.add_argument("--orders", type=int, default=2, help="orders with dice that the position must have")
    given = asked.parse_args()
    ruleset = rulesets.get(given.ruleset)
    game = position(given.ruleset, given.scenario, given.orders)
    acts = chancy(game)
    plain = measured(game, acts, 1)
    prepare(ruleset)
    fast = measured(game, acts, 5)
    print_machine()
    kinds: dict[str, list[str]] = defaultdict(list)
    for text, (found, seconds) in fast.items():
        if text not in kinds:
            how = "exact" if found.exact else f"{found.samples} throws"
            before, slow = plain[text]
            was = f"{slow * 1000:.1f}" + ("" if before.exact else " (sampled)")
            kinds[text] = [how, str(len(found.distribution)), f"{seconds * 1000:.2f}", was]
    head = ("order", "odds", "outcomes", "compiled, ms", "interpreted, ms")
    print_table(head, [(text, *row) for text, row in kinds.items()])


if __name__ == "__main__":
    main()
