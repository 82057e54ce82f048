#!/usr/bin/env python3
"""Measure the five ranks of a ruleset's computer players: each against the one below, and against good sense
(the player `sensible`), sides changed.

    scripts/ranks.py chase [--games 200] [--scenario long_shot] [--players A,B,C,D,E] [--write]

Games are shared out evenly over the scenarios, by default all that are shipped. A pair is played until the
games are used up; its line tells the share of the points that the stronger takes, with the interval that
holds 95 times of 100, and what that is in Elo. `--write` keeps it in ranks.toml.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from hulldown import rulesets
from hulldown.ai import play_match
from hulldown.ai.registry import NAMES, RANKS, SENSIBLE
from hulldown.game import prepare
from hulldown.odds import wilson
from hulldown.rulesets.api.bot import Rank
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.bots import RANKS_FILE
from hulldown.rulesets.common.lint import ADDRESS, ENDING

MOST = 0.99  # a share of which an Elo is still told


def meet(
    ruleset: Ruleset, scenarios: list[str], pair: tuple[str, str], given: argparse.Namespace
) -> tuple[float, tuple[float, float]]:
    """The share of the points that the first of a pair takes, and its interval."""
    each, scores = given.games // len(scenarios), list[float]()
    for scenario in scenarios:
        match = play_match(ruleset, scenario, pair, each, given.seed, workers=given.threads)
        print(f"  {scenario}: {match.wins} won, {match.losses} lost, {match.draws} drawn", flush=True)
        scores += [game.score for game in match.games]
    share = sum(scores) / len(scores)
    low, high = wilson(share, len(scores))
    print(f"  {100 * share:.1f} % ({100 * low:.0f} to {100 * high:.0f}) of {len(scores)}", flush=True)
    return share, (low, high)


def elo(share: float) -> float:
    """The difference in strength that gives a share of the points."""
    share = min(MOST, max(1 - MOST, share))
    return 400 * math.log10(share / (1 - share))


def main() -> None:
    """Measure, tell, and write if asked to."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("ruleset")
    asked.add_argument("--games", type=int, default=200, help="for each pair")
    asked.add_argument("--scenario", action="append", help="default: all that are shipped")
    asked.add_argument("--players", help="five with commas, weakest first; default: those that stand")
    asked.add_argument("--only", type=int, help="only this pair, 1 to 4")
    asked.add_argument("--seed", type=int, default=2000)
    asked.add_argument("--threads", type=int, default=1)
    asked.add_argument("--write", action="store_true")
    given = asked.parse_args()
    ruleset = rulesets.get(given.ruleset)
    prepare(ruleset)
    scenarios = given.scenario or list(ruleset.files.scenarios())
    standing = [rank.player for rank in ruleset.computers.ranks or RANKS]
    texts = given.players.split(",") if given.players else standing
    ranks, strength = [Rank(texts[0], 0)], 0.0
    for number, (below, text) in enumerate(pairwise(texts), 1):
        if given.only not in (None, number):
            continue
        print(f"{NAMES[number]} ({text}) against {NAMES[number - 1]} ({below})", flush=True)
        share, interval = meet(ruleset, scenarios, (text, below), given)
        strength += elo(share)
        ranks.append(Rank(text, round(strength), share, interval))
        print(f"  Elo {strength:.0f}", flush=True)
    for at, rank in enumerate(ranks if given.only is None and ruleset.computers.sense else ()):
        print(f"{SENSIBLE} against {NAMES[at]} ({rank.player})", flush=True)
        share, interval = meet(ruleset, scenarios, (SENSIBLE, rank.player), given)
        ranks[at] = replace(rank, sensible=share, sensible_interval=interval)
    if given.write:
        if len(ranks) != len(NAMES):
            sys.exit("only a whole table is written")
        write(Path(rulesets.__file__).parent / ruleset.id / RANKS_FILE, ranks, scenarios, given)


def of_studies(lines: list[str]) -> list[str]:
    """The lines of a file that say who plays studies, and why."""
    last = next((at for at, line in enumerate(lines) if line.startswith("study_player")), -1)
    first = max((at for at in range(last) if not lines[at]), default=0)
    return lines[first : last + 1]


def write(file: Path, ranks: list[Rank], scenarios: list[str], given: argparse.Namespace) -> None:
    """ranks.toml; what it says of the player of studies stays."""
    lines = [
        f"#:schema {ADDRESS}ranks{ENDING}",
        f"# Measured by scripts/ranks.py: each against the one above in this list, {given.games} games,",
        f"# seed {given.seed}, on {', '.join(scenarios)}.",
        "# `share` is that of the points, with the interval that holds 95 times of 100; `sensible` is what",
        "# the player of that name takes from the rank.",
        *of_studies(file.read_text("utf-8").splitlines()),
    ]
    for rank in ranks:
        lines += ["", "[[rank]]", f'player = "{rank.player}"', f"elo = {rank.elo}"]
        if rank.share is not None and rank.interval is not None:
            low, high = rank.interval
            lines += [f"share = {rank.share:.3f}", f"interval = [{low:.3f}, {high:.3f}]"]
        if rank.sensible is not None and rank.sensible_interval is not None:
            low, high = rank.sensible_interval
            lines += [f"sensible = {rank.sensible:.3f}", f"sensible_interval = [{low:.3f}, {high:.3f}]"]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
