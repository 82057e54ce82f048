#!/usr/bin/env python3
"""Fit the weights of a ruleset's estimate to the results of games between computer players.

    scripts/judgement.py sample chase --out chase.npz [--games 4000] [--scenario long_shot] [--workers 2]
    scripts/judgement.py fit chase chase.npz [more.npz] [--write]
    scripts/judgement.py table chase chase.npz
    scripts/judgement.py regret chase [long_shot] [--out orders.npz]
    scripts/judgement.py learn tank_commander [--scenario skirmish] [--rounds 10] [--games 12000] [--write]

`sample` plays both sides by the same player and keeps the terms of some positions of each game with its
result. `fit` is a logistic regression on them: games, not positions, are kept back to tell the loss on
what it has not seen, and weights are drawn back towards those that stand (`--pull`), so that what the games
say little about stays as it was. `--write` writes judgement.toml. `learn` plays and learns in rounds what
corrects the lead that the weights make; `--write` writes network.toml. `table` prints of positions given a
chance how many were won.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import learning
import numpy as np
import rounds
from evidence import Evidence, Orders, Results, loss, print_table, shares
from played_on import Tried, Wanted, sampled, verdict
from scipy.optimize import minimize

from hulldown import rulesets
from hulldown.ai.match import Arena, Noting
from hulldown.ai.registry import player
from hulldown.game import prepare
from hulldown.kernel import jit, judging
from hulldown.kernel.batch import start_dice
from hulldown.rulesets.face.ruleset import Ruleset
from hulldown.rulesets.face.thinking import Judgement
from hulldown.rulesets.shared.schemas import ADDRESS, ENDING
from hulldown.rulesets.shared.weights import weights

LONGEST = 20_000  # decisions of a game
CHUNK = 8  # games that a process plays before it asks for more


@dataclass(frozen=True)
class Task:
    """Some games of one scenario."""

    ruleset: str
    scenario: str
    players: str
    first: int
    games: int
    seed: int
    positions: int


Rows = list[tuple[list[float], float, int]]  # terms, the first seat's score, the game's number


def judgement_of(ruleset: Ruleset) -> Judgement:
    """What the estimate is made of; leaves with a word where it has no weights."""
    if ruleset.computers.judgement is None:
        sys.exit(f"{ruleset.id} has an estimate without weights")
    return ruleset.computers.judgement


def played(task: Task) -> Rows:
    """Positions of games, with their results; without games that were broken off."""
    ruleset = rulesets.get(task.ruleset)
    prepare(ruleset)
    judgement = judgement_of(ruleset)
    told = jit.bind(judging.told, {jit.S: ruleset.state}, lead=judgement.lead)
    count = len(judgement.terms)
    one, out = np.zeros(count, np.int64), np.zeros(count, np.int64)
    both = [player(task.players, ruleset), player(task.players, ruleset)]
    arena, rows = Arena(ruleset, ruleset.set_up(task.scenario), both, Noting(room=LONGEST)), []
    for number in range(task.first, task.first + task.games):
        game = arena.play(number, task.seed, swap=False)
        if game.winner < 0 or not game.decisions:
            continue
        score = arena.desk.worth(0)
        moments = random.Random(number ^ task.seed << 20)
        wanted = set(moments.sample(range(game.decisions), min(game.decisions, task.positions)))
        desk, steps = arena.desk, arena.minutes.steps
        desk.reset(arena.starts[0], game.key)
        start_dice(desk.dice, game.key, 0)
        for i in range(max(wanted) + 1):
            if i in wanted:
                told(desk.root, one, out)
                rows.append(((out / judging.FINE).tolist(), score, number))
            desk.orders.rows[0] = steps[i].action
            desk.apply(0)
    return rows


def sample(given: argparse.Namespace) -> None:
    """Play and write what was seen."""
    ruleset = rulesets.get(given.ruleset)
    prepare(ruleset)
    names = [term.name.lower() for term in judgement_of(ruleset).terms]
    scenarios = given.scenario or list(ruleset.files.scenarios())
    share = -(-given.games // len(scenarios))
    tasks = [
        Task(
            ruleset.id,
            scenario,
            given.players,
            first,
            min(CHUNK, share - first),
            given.seed + i,
            given.positions,
        )
        for first in range(0, share, CHUNK)
        for i, scenario in enumerate(scenarios)
    ]
    found: Rows = []
    where: list[int] = []
    with multiprocessing.get_context("fork").Pool(given.workers) as pool:
        for task, rows in zip(tasks, pool.imap(played, tasks), strict=True):
            found += rows
            where += [scenarios.index(task.scenario)] * len(rows)
    np.savez_compressed(
        given.out,
        terms=np.array([row[0] for row in found]),
        score=np.array([row[1] for row in found]),
        game=np.array([row[2] for row in found], np.int64) * len(scenarios) + np.array(where),
        scenario=np.array([scenarios[i] for i in where]),
        names=np.array(names),
    )
    print(f"{len(found)} positions of {share * len(scenarios)} games: {given.out}")


def read(ruleset: Ruleset, files: list[Path]) -> tuple[Any, Any, Any, Any]:
    """Terms, scores, a game's number and its scenario for every position of some files."""
    names = [term.name.lower() for term in judgement_of(ruleset).terms]
    terms, score, game, scenario, before = [], [], [], [], 0
    for file in files:
        kept = np.load(file)
        there = list(kept["names"])
        if missing := set(names) - set(there):
            sys.exit(f"{file} was sampled without {', '.join(sorted(missing))}; sample again")
        terms.append(kept["terms"][:, [there.index(name) for name in names]])
        score.append(kept["score"])
        game.append(kept["game"] + before)
        scenario.append(kept["scenario"])
        before = int(game[-1].max()) + 1
    return np.concatenate(terms), np.concatenate(score), np.concatenate(game), np.concatenate(scenario)


def fit(given: argparse.Namespace) -> None:
    """Fit, tell what came of it, and write it if asked to."""
    ruleset = rulesets.get(given.ruleset)
    judgement = judgement_of(ruleset)
    names = [term.name.lower() for term in judgement.terms]
    before = np.array(weights(judgement.file, judgement.terms)) / judging.UNIT
    written = tomllib.loads(judgement.file.read_text(encoding="utf-8"))
    evidence: list[Evidence] = []
    if given.files:
        evidence.append(Results(*read(ruleset, given.files)))
    if given.orders:
        evidence.append(Orders.read(given.orders, names))
    if not evidence:
        sys.exit("nothing to fit to: say files of `sample`, or --orders with files of `regret`")
    scale = np.maximum(sum(one.scale for one in evidence) / len(evidence), 1e-9)
    start = before * scale

    def cost(w: Any) -> tuple[float, Any]:
        away = w - start
        parts = [one.cost(w / scale) for one in evidence]
        slope = sum(slope for _, slope in parts) / scale
        return sum(loss for loss, _ in parts) + given.pull * float(away @ away), slope + 2 * given.pull * away

    bounds = [tuple(written.get("bounds", {}).get(name, (None, None))) for name in names]
    inside = [
        (None if low is None else low * s, None if high is None else high * s)
        for (low, high), s in zip(bounds, scale, strict=True)
    ]
    found = minimize(cost, start, jac=True, method="L-BFGS-B", bounds=inside, options={"maxiter": 500})
    fitted = found.x / scale
    print(f"{'term':24}{'spread':>12}{'before':>14}{'fitted':>14}{'in log odds':>14}")
    for row in zip(names, scale, before, fitted, fitted * scale, strict=True):
        print("{:24}{:12.5g}{:14.5g}{:14.5g}{:14.3f}".format(*row))
    told: dict[str, Any] = {}
    for one in evidence:
        told |= one.told(before, fitted)
    if given.write:
        write(judgement.file, written, names, fitted, told)


def write(file: Path, written: dict[str, Any], names: list[str], fitted: Any, told: dict[str, Any]) -> None:
    """judgement.toml with new weights."""
    lines = [
        f"#:schema {ADDRESS}judgement{ENDING}",
        "# The weights of the estimate, in log odds for one of each term: written by scripts/judgement.py.",
        "# What a term counts is told in the code. The losses are those of games that were not fitted to.",
        *(f"{name} = {value}" for name, value in told.items()),
        "",
        "[weights]",
        *(f"{name} = {value:.6g}" for name, value in zip(names, fitted, strict=True)),
    ]
    if bounds := written.get("bounds"):
        lines += ["", "[bounds] # what is never fitted beyond"]
        lines += [f"{name} = [{low!r}, {high!r}]" for name, (low, high) in bounds.items()]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def table(given: argparse.Namespace) -> None:
    """How the weights that stand hold for positions of some files."""
    ruleset = rulesets.get(given.ruleset)
    judgement = judgement_of(ruleset)
    terms, score, game, _ = read(ruleset, given.files)
    odds = terms @ (np.array(weights(judgement.file, judgement.terms)) / judging.UNIT)
    print(f"loss {loss(odds, score):.4f} on {len(score)} positions of {len(np.unique(game))} games")
    print_table(shares(odds), score, game)


def regret(given: argparse.Namespace) -> None:
    """What the estimate knows of orders played on: a line a scenario, the worst positions, a file."""
    ruleset = rulesets.get(given.ruleset)
    prepare(ruleset)
    asked = Wanted(given.positions, given.orders, given.plays, given.players, given.truth, given.seed)
    scenarios = given.scenario or list(ruleset.files.scenarios())
    print(
        f"{'scenario':24}{'positions':>11}{'orders':>8}{'spread':>9}{'error':>16}{'share':>8}{'regret':>15}"
    )
    kept: list[tuple[str, Tried]] = []
    for scenario in scenarios:
        found = sampled(ruleset, scenario, asked)
        kept += [(scenario, one) for one in found]
        v = verdict(found)
        error, lost = (
            f"{100 * v.error:.1f} +- {100 * v.error_off:.1f}",
            f"{100 * v.regret:.1f} +- {100 * v.regret_off:.1f}",
        )
        share = f"{v.error / v.spread:.2f}" if v.spread else ""
        print(
            f"{scenario:24}{v.positions:11}{v.orders:8}{100 * v.spread:9.1f}{error:>16}{share:>8}{lost:>15}",
            flush=True,
        )
    worst = sorted(kept, key=lambda pair: -pair[1].error)[: given.worst]
    for scenario, one in worst:
        print(f"\n{scenario}, seat {one.seat}\n{one.board}")
        for i in np.argsort(-one.truth):
            print(f"  {one.texts[i]:40} estimate {one.guessed[i]:.3f}  truth {one.truth[i]:.3f}")
    if given.out:
        save_orders(given.out, [term.name.lower() for term in judgement_of(ruleset).terms], kept)


def save_orders(file: Path, names: list[str], kept: list[tuple[str, Tried]]) -> None:
    """What `fit --orders` reads: terms by throw, truth and position of every order."""
    np.savez_compressed(
        file,
        terms=np.concatenate([one.terms for _, one in kept]),
        truth=np.concatenate([one.truth for _, one in kept]),
        position=np.concatenate([np.full(len(one.texts), i) for i, (_, one) in enumerate(kept)]),
        scenario=np.array([scenario for scenario, _ in kept]),
        names=np.array(names),
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
    steps = rounds.learn(ruleset, given.scenario or [], plan, start, lambda line: print(line, flush=True))
    for done, (fit, positions) in enumerate(steps, 1):
        if file:  # after each round: a long run that is broken off has not been for nothing
            learning.write(file, network, fit.weights, rounds.facts(done, fit, positions))


def main() -> None:
    """Read what is asked and do it."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ways = asked.add_subparsers(required=True)
    one = ways.add_parser("sample")
    one.add_argument("ruleset")
    one.add_argument("--games", type=int, default=4000)
    one.add_argument("--positions", type=int, default=30, help="of each game, at most")
    one.add_argument("--players", default="mcts:50:5%", help="who plays both sides")
    one.add_argument("--scenario", action="append", help="default: all that are shipped, in turn")
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--workers", type=int, default=1, help="processes")
    one.add_argument("--out", type=Path, required=True)
    one.set_defaults(do=sample)
    one = ways.add_parser("fit")
    one.add_argument("ruleset")
    one.add_argument("files", nargs="*", type=Path, help="what `sample` wrote")
    one.add_argument("--orders", action="append", type=Path, default=[], help="what `regret --out` wrote")
    one.add_argument("--pull", type=float, default=1e-4, help="towards the weights that stand")
    one.add_argument("--write", action="store_true")
    one.set_defaults(do=fit)
    one = ways.add_parser("table")
    one.add_argument("ruleset")
    one.add_argument("files", nargs="+", type=Path)
    one.set_defaults(do=table)
    one = ways.add_parser("regret")
    one.add_argument("ruleset")
    one.add_argument("scenario", nargs="*", help="default: all that are shipped")
    one.add_argument("--positions", type=int, default=70)
    one.add_argument("--orders", type=int, default=8, help="of each position: half look best, half by lot")
    one.add_argument("--plays", type=int, default=80, help="of each order")
    one.add_argument("--players", default="mcts:100:10%", help="whose games the positions are of")
    one.add_argument("--truth", default="greedy", help="who plays on")
    one.add_argument("--worst", type=int, default=10, help="positions to show")
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--out", type=Path, help="a file for `fit --orders`")
    one.set_defaults(do=regret)
    one = ways.add_parser("learn")
    one.add_argument("ruleset")
    one.add_argument("--scenario", action="append", help="default: all that are shipped and have two sides")
    one.add_argument("--rounds", type=int, default=12)
    one.add_argument("--games", type=int, default=12_000, help="of a round, without those branched from them")
    one.add_argument("--window", type=int, default=6, help="rounds that are learned from")
    one.add_argument("--epochs", type=int, default=8, help="times through them")
    one.add_argument("--last-epochs", type=int, default=24, help="the same in the last round")
    one.add_argument("--wanders", default="greedy:40%", help="who leads to moments that are branched from")
    one.add_argument("--plays", default="greedy:5%", help="who plays on from them")
    one.add_argument("--on", action="store_true", help="go on from the network that stands")
    one.add_argument("--workers", type=int, default=2, help="processes")
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--out", type=Path, help="file to write instead of network.toml")
    one.add_argument("--write", action="store_true")
    one.set_defaults(do=learn_network)
    given = asked.parse_args()
    given.do(given)


if __name__ == "__main__":
    main()
