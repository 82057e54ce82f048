#!/usr/bin/env python3
"""What the estimate of a ruleset knows, and how it learns.

    scripts/judgement.py regret chase [long_shot] [--positions 70]
    scripts/judgement.py calibration chase [long_shot] [--players mcts:100] [--games 400]
    scripts/judgement.py drift tank_commander [skirmish] [--player mcts:400] [--games 10]
    scripts/judgement.py blunders tank_commander [skirmish] [--player recruit] [--games 10]
    scripts/judgement.py learn tank_commander [--scenario skirmish] [--rounds 12] [--games 12000] [--write]
    scripts/judgement.py learn chase --duels 120 --games 0 --rounds 1 --last-epochs 300 [--write]

`regret` plays orders of positions on and tells by how much the estimate, and the former one, err between
them. `calibration` tells of positions that the estimate gave a chance how many were won. `drift` tells by how
much the chance that a player promises changes once the order that it likes best is given and no dice fell.
`blunders` tells how much of the chance to win the orders of a player give away, as a longer search judges
them. `learn` plays and learns in rounds what corrects the lead that is counted by hand; `--write` writes
network.toml.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duels
import learning
import numpy as np
import rounds
from numpy.typing import NDArray
from played_on import Tried, Wanted, sampled, verdict

from hulldown import rulesets
from hulldown.ai.bot import Searcher
from hulldown.ai.match import Arena, RecordOptions
from hulldown.ai.registry import player
from hulldown.game import prepare
from hulldown.kernel.actions import same
from hulldown.odds import wilson
from hulldown.rulesets.api.ruleset import Ruleset

LONGEST = 20_000  # decisions of a game
DECILES = 10
LARGE = 0.15  # a change that a player sees
HUGE = 0.3  # and one that looks absurd
WIDTHS = 11, 8, 9, 16, 8, 9, 15  # of the columns of `regret`
Numbers = NDArray[Any]


def aligned(scenario: str, cells: tuple[str, ...]) -> str:
    """A line of the table of `regret`."""
    return f"{scenario:24}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS, strict=True))


def regret(given: argparse.Namespace) -> None:
    """What the estimate knows of orders played on: a line a scenario, the worst positions, a file."""
    ruleset = rulesets.get(given.ruleset)
    prepare(ruleset)
    asked = Wanted(given.positions, given.orders, given.plays, given.players, given.truth, given.seed)
    scenarios = given.scenario or list(ruleset.files.scenarios())
    columns = "positions", "orders", "spread", "error", "share", "former", "regret"
    print(
        f"{'scenario':24}" + "".join(f"{name:>{width}}" for name, width in zip(columns, WIDTHS, strict=True))
    )
    kept: list[tuple[str, Tried]] = []
    for scenario in scenarios:
        found = sampled(ruleset, scenario, asked)
        kept += [(scenario, one) for one in found]
        v = verdict(found)
        row = (
            f"{v.positions}",
            f"{v.orders}",
            f"{100 * v.spread:.1f}",
            f"{100 * v.error:.1f} +- {100 * v.error_off:.1f}",
            f"{v.error / v.spread:.2f}" if v.spread else "",
            f"{100 * v.former_error:.1f}",
            f"{100 * v.regret:.1f} +- {100 * v.regret_off:.1f}",
        )
        print(aligned(scenario, row), flush=True)
    worst = sorted(kept, key=lambda pair: -pair[1].error)[: given.worst]
    for scenario, one in worst:
        print(f"\n{scenario}, seat {one.seat}\n{one.board}")
        for i in np.argsort(-one.truth):
            print(f"  {one.texts[i]:40} estimate {one.guessed[i]:.3f}  truth {one.truth[i]:.3f}")


def chances_and_scores(ruleset: Ruleset, scenario: str, given: argparse.Namespace) -> Numbers:
    """Of every decision of games: the first seat's chance by the estimate, its score in the end, the game."""
    start = ruleset.set_up(scenario)
    both = [player(given.players, ruleset) for _ in range(2)]
    arena, rows = Arena(ruleset, start, both, RecordOptions(room=LONGEST)), []
    for number in range(given.games):
        game = arena.play(number, given.seed, swap=False)
        if game.winner >= 0:
            score = arena.desk.worth(0)
            rows += [(chance, score, number) for chance in arena.minutes.chances()]
    return np.array(rows)


def calibration(given: argparse.Namespace) -> None:
    """A line for each tenth of the chances that a scenario has."""
    ruleset = rulesets.get(given.ruleset)
    prepare(ruleset)
    for scenario in given.scenario or list(ruleset.files.scenarios()):
        rows = chances_and_scores(ruleset, scenario, given)
        print(f"{scenario}: {len(rows)} positions of {given.games} games of two {given.players}")
        tenth = np.minimum((rows[:, 0] * DECILES).astype(int), DECILES - 1)
        for i in range(DECILES):
            some = rows[tenth == i]
            if len(some):
                chance, score, games = some[:, 0].mean(), some[:, 1].mean(), len(np.unique(some[:, 2]))
                low, high = wilson(float(score), games)
                print(
                    f"  {len(some):7} of {games:5} games: given {100 * chance:5.1f} %, "
                    f"came to {100 * score:5.1f} % ({100 * low:.0f} to {100 * high:.0f})",
                    flush=True,
                )


def drifts(ruleset: Ruleset, scenario: str, given: argparse.Namespace) -> Numbers:
    """By how much promises changed, of every order of games that threw no dice, for the seat that gave it."""
    start = ruleset.set_up(scenario)
    thinker = player(f"{given.player}:seed={given.seed}", ruleset)
    desk, changes = Searcher(ruleset, start), []
    for number in range(given.games):
        desk.reset(start, given.seed + number)
        before: tuple[float, int] | None = None
        for _ in range(LONGEST):
            seat = desk.seat()
            if seat < 0:
                break
            view = desk.observed_by(seat)
            thought = thinker.think(view, seat)
            promise = thought.expected
            if before is not None:
                changes.append((promise if seat == before[1] else 1 - promise) - before[0])
            thrown = int(desk.dice.count)
            several = desk.several()
            desk.apply(thought.rows[0], view.orders)
            quiet = int(desk.dice.count) == thrown and not several and not desk.several()
            before = (promise, seat) if quiet else None
    return np.array(changes)


def drift(given: argparse.Namespace) -> None:
    """A line for each scenario."""
    ruleset = rulesets.get(given.ruleset)
    prepare(ruleset)
    for scenario in given.scenario or list(ruleset.files.scenarios()):
        changes = drifts(ruleset, scenario, given)
        if not len(changes):
            print(f"{scenario:24} every order throws dice")
            continue
        size = np.abs(changes)
        print(
            f"{scenario:24}{len(changes):6} orders without dice of {given.games} games of {given.player}: "
            f"the promise moves by {100 * size.mean():.1f} points on average, {100 * changes.mean():+.1f} in "
            f"all, by more than 15 in {100 * (size > LARGE).mean():.1f} of 100",
            flush=True,
        )


def losses(ruleset: Ruleset, scenario: str, given: argparse.Namespace) -> Numbers:
    """What orders of a player gave away of the chance to win, in games against itself."""
    start = ruleset.set_up(scenario)
    thinker = player(f"{given.player}:seed={given.seed}", ruleset)
    judge = player(f"{given.judge}:seed={given.seed}", ruleset)
    desk, lost = Searcher(ruleset, start), []
    for number in range(given.games):
        desk.reset(start, given.seed + number)
        for _ in range(LONGEST):
            seat = desk.seat()
            if seat < 0:
                break
            view = desk.observed_by(seat)
            order = view.order(thinker.think(view, seat).rows[0])
            judged = judge.think(view, seat)
            row = next(row for row in judged.rows if same(view.order(row), order))
            if len(judged.rows) > 1:
                lost.append(max(judged.values) - judged.values[judged.rows.index(row)])
            desk.apply(row, view.orders)
    return np.array(lost)


def blunders(given: argparse.Namespace) -> None:
    """A line for each scenario."""
    ruleset = rulesets.get(given.ruleset)
    prepare(ruleset)
    for scenario in given.scenario or list(ruleset.files.scenarios()):
        lost = losses(ruleset, scenario, given)
        print(
            f"{scenario:24}{len(lost):6} orders of {given.games} games of {given.player}: each gives away "
            f"{100 * lost.mean():.1f} points on average, {100 * (lost > LARGE).mean():.1f} of 100 more than "
            f"15, {100 * (lost > HUGE).mean():.1f} more than 30",
            flush=True,
        )


def learn_network(given: argparse.Namespace) -> None:
    """Rounds of play and learning; writes what came of them if asked to."""
    ruleset = rulesets.get(given.ruleset)
    prepare(ruleset)
    network = rounds.network_of(ruleset)
    plan = rounds.Plan(
        given.rounds,
        given.games,
        given.window,
        given.epochs,
        given.last_epochs,
        given.workers,
        given.seed,
        given.wanders,
        given.plays,
    )
    start = rounds.read(network) if given.on else None
    file = given.out or (network.file if given.write else None)
    known = duels.positions(given.duels, given.walks, given.seed, given.workers) if given.duels else None
    steps = rounds.learn(
        ruleset, given.scenario or [], plan, start, lambda line: print(line, flush=True), known
    )
    for done, (fit, positions) in enumerate(steps, 1):
        if file:  # after each round: a long run that is broken off has not been for nothing
            learning.write(file, network, fit.weights, rounds.facts(done, fit, positions))


def main() -> None:
    """Read what is asked and do it."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ways = asked.add_subparsers(required=True)

    def look(name: str, do: Callable[[argparse.Namespace], None]) -> argparse.ArgumentParser:
        """A command that looks at scenarios."""
        way = ways.add_parser(name)
        way.add_argument("ruleset")
        way.add_argument("scenario", nargs="*", help="default: all that are shipped")
        way.add_argument("--seed", type=int, default=1)
        way.set_defaults(do=do)
        return way

    one = look("regret", regret)
    one.add_argument("--positions", type=int, default=70)
    one.add_argument("--orders", type=int, default=8, help="of each position: half look best, half by lot")
    one.add_argument("--plays", type=int, default=80, help="of each order")
    one.add_argument("--players", default="mcts:100:10%", help="whose games the positions are of")
    one.add_argument("--truth", default="greedy", help="who plays on")
    one.add_argument("--worst", type=int, default=10, help="positions to show")
    one = look("calibration", calibration)
    one.add_argument("--players", default="mcts:100", help="who plays both sides")
    one.add_argument("--games", type=int, default=400)
    one = look("drift", drift)
    one.add_argument("--player", default="mcts:400", help="who promises and plays both sides")
    one.add_argument("--games", type=int, default=10)
    one = look("blunders", blunders)
    one.add_argument("--player", default="recruit", help="whose orders are judged, on both sides")
    one.add_argument("--judge", default="mcts:200", help="who says what they are worth")
    one.add_argument("--games", type=int, default=10)
    one = ways.add_parser("learn")
    one.add_argument("ruleset")
    one.add_argument("--scenario", action="append", help="default: all that are shipped and have two sides")
    one.add_argument("--rounds", type=int, default=12)
    one.add_argument(
        "--games", type=int, default=12_000, help="of a round, without those branched from them; 0 for none"
    )
    one.add_argument("--window", type=int, default=6, help="rounds that are learned from")
    one.add_argument("--epochs", type=int, default=8, help="times through them")
    one.add_argument("--last-epochs", type=int, default=24, help="the same in the last round")
    one.add_argument("--wanders", default="greedy:40%", help="who leads to moments that are branched from")
    one.add_argument("--plays", default="greedy:5%", help="who plays on from them")
    one.add_argument("--on", action="store_true", help="go on from the network that stands")
    one.add_argument("--duels", type=int, default=0, help="solved duels of Chase to learn from as well")
    one.add_argument("--walks", type=int, default=80, help="through each of them")
    one.add_argument("--workers", type=int, default=2, help="processes")
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--out", type=Path, help="file to write instead of network.toml")
    one.add_argument("--write", action="store_true")
    one.set_defaults(do=learn_network)
    given = asked.parse_args()
    given.do(given)


if __name__ == "__main__":
    main()
