#!/usr/bin/env python3
"""Fit the weights of a ruleset's estimate to the results of games between computer players.

    scripts/judgement.py sample chase --out chase.npz [--games 4000] [--scenario long_shot] [--workers 2]
    scripts/judgement.py fit chase chase.npz [more.npz] [--write]
    scripts/judgement.py table chase chase.npz

`sample` plays both sides by the same player and keeps the terms of some positions of each game with its
result. `fit` is a logistic regression on them: games, not positions, are kept back to tell the loss on
what it has not seen, and weights are drawn back towards those that stand (`--pull`), so that what the games
say little about stays as it was. `--write` writes judgement.toml. `table` prints of positions given a chance
how many were won.
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

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from hulldown import rulesets
from hulldown.ai.match import Arena, Noting
from hulldown.ai.registry import player
from hulldown.game import prepare
from hulldown.kernel import jit, judging
from hulldown.kernel.batch import start_dice
from hulldown.kernel.walk import WON
from hulldown.odds import wilson
from hulldown.rulesets.face.ruleset import Ruleset
from hulldown.rulesets.face.thinking import Judgement
from hulldown.rulesets.shared.schemas import ADDRESS, ENDING
from hulldown.rulesets.shared.weights import weights

LONGEST = 20_000  # decisions of a game
BUCKETS = 10  # rows of a reliability table
KEPT_BACK = 5  # every fifth game is not fitted to
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


def shares(odds: Any) -> Any:
    """Chances as the kernel gives them, by log odds."""
    wide = np.clip(np.rint(odds * judging.UNIT), -judging.FARTHEST, judging.FARTHEST).astype(np.int64)
    return np.array([judging.chance(int(x), 0) for x in wide]) / WON


def loss(odds: Any, score: Any) -> float:
    """Mean cross entropy in nats; a draw is half a win."""
    return float(np.mean(np.logaddexp(0.0, odds) - score * odds))


def fit(given: argparse.Namespace) -> None:
    """Fit, tell what came of it, and write it if asked to."""
    ruleset = rulesets.get(given.ruleset)
    judgement = judgement_of(ruleset)
    names = [term.name.lower() for term in judgement.terms]
    terms, score, game, scenario = read(ruleset, given.files)
    before = np.array(weights(judgement.file, judgement.terms)) / judging.UNIT
    written = tomllib.loads(judgement.file.read_text(encoding="utf-8"))
    bounds = [tuple(written.get("bounds", {}).get(name, (None, None))) for name in names]
    scale = np.maximum(np.sqrt((terms**2).mean(axis=0)), 1e-9)
    known, unseen = game % KEPT_BACK != 0, game % KEPT_BACK == 0
    x, y, start = terms[known] / scale, score[known], before * scale

    def cost(w: Any) -> tuple[float, Any]:
        odds, away = x @ w, w - start
        slope = x.T @ (expit(odds) - y) / len(y)
        return loss(odds, y) + given.pull * float(away @ away), slope + 2 * given.pull * away

    inside = [
        (None if low is None else low * s, None if high is None else high * s)
        for (low, high), s in zip(bounds, scale, strict=True)
    ]
    found = minimize(cost, start, jac=True, method="L-BFGS-B", bounds=inside, options={"maxiter": 500})
    fitted = found.x / scale
    print(f"{len(score)} positions of {len(np.unique(game))} games; {int(unseen.sum())} not fitted to")
    print(f"{'term':24}{'spread':>12}{'before':>14}{'fitted':>14}{'in log odds':>14}")
    for row in zip(names, scale, before, fitted, fitted * scale, strict=True):
        print("{:24}{:12.5g}{:14.5g}{:14.5g}{:14.3f}".format(*row))
    told = {
        "positions": len(score),
        "games": len(np.unique(game)),
        "loss_without": round(loss(np.zeros(int(unseen.sum())), score[unseen]), 4),
        "loss_before": round(loss(terms[unseen] @ before, score[unseen]), 4),
        "loss": round(loss(terms[unseen] @ fitted, score[unseen]), 4),
    }
    print(told)
    for name in np.unique(scenario):
        here = unseen & (scenario == name)
        old, new = loss(terms[here] @ before, score[here]), loss(terms[here] @ fitted, score[here])
        print(f"  {name:24} before {old:.4f}  fitted {new:.4f}")
    print_table(shares(terms[unseen] @ fitted), score[unseen], game[unseen])
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


def print_table(chance: Any, score: Any, game: Any) -> None:
    """Of positions given a chance, how many were won. The intervals count games, not positions."""
    print(f"{'given':>12}{'positions':>11}{'mean':>8}{'won':>8}  (95 of 100 times)")
    for row in range(BUCKETS):
        here = (chance * BUCKETS).astype(int).clip(0, BUCKETS - 1) == row
        if not here.any():
            continue
        won = float(score[here].mean())
        low, high = wilson(won, len(np.unique(game[here])))
        given, mean = f"{100 * row // BUCKETS} to {100 * (row + 1) // BUCKETS} %", float(chance[here].mean())
        wide = f"({100 * low:.0f} to {100 * high:.0f})"
        print(f"{given:>12}{int(here.sum()):11}{100 * mean:7.1f}%{100 * won:7.1f}%  {wide}")


def table(given: argparse.Namespace) -> None:
    """How the weights that stand hold for positions of some files."""
    ruleset = rulesets.get(given.ruleset)
    judgement = judgement_of(ruleset)
    terms, score, game, _ = read(ruleset, given.files)
    odds = terms @ (np.array(weights(judgement.file, judgement.terms)) / judging.UNIT)
    print(f"loss {loss(odds, score):.4f} on {len(score)} positions of {len(np.unique(game))} games")
    print_table(shares(odds), score, game)


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
    one.add_argument("files", nargs="+", type=Path)
    one.add_argument("--pull", type=float, default=1e-4, help="towards the weights that stand")
    one.add_argument("--write", action="store_true")
    one.set_defaults(do=fit)
    one = ways.add_parser("table")
    one.add_argument("ruleset")
    one.add_argument("files", nargs="+", type=Path)
    one.set_defaults(do=table)
    given = asked.parse_args()
    given.do(given)


if __name__ == "__main__":
    main()
