"""How long exact odds take: every order with dice of one position, interpreted and compiled.

    python benchmarks/odds.py [--scenario skirmish] [--after 40]

The position is reached by random play with a fixed seed, so that there is something to shoot at.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict

from machine import best_of, print_machine, print_table

from hulldown import rulesets
from hulldown.game import Act, Game, prepare
from hulldown.odds import Odds, odds


def position(name: str, scenario: str, after: int) -> Game:
    """A game after some random orders."""
    game, any_of = Game.new(name, scenario, seed=5), random.Random(5)
    while game.number < after and game.to_act:
        game.play(any_of.choice(game.legal()))
    return game


def measured(game: Game, acts: list[Act], times: int) -> dict[str, tuple[Odds, float]]:
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
    asked.add_argument("--after", type=int, default=60)
    given = asked.parse_args()
    ruleset = rulesets.get(given.ruleset)
    game = position(given.ruleset, given.scenario, given.after)
    acts = [a for a in game.legal() if len(odds(ruleset, game.state, [a.row], limit=2000).distribution) > 1]
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
