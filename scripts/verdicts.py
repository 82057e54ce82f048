#!/usr/bin/env python3
"""Asks the Lab and plain games the same twelve questions about own content, with two seeds each.

scripts/verdicts.py [--games N] [--only TEXT]

Each ruleset is played with a pack of its own: a scenario, a number of the rules, a number of a unit. What the
Lab answers, adaptively and with common dice, is held against `hulldown simulate`: N games of either side of
the question with dice of their own, and a two-proportion interval of scipy. Exit 1 where an interval of the
Lab does not hold what plain games say, or a sentence is not true of it.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from scipy.stats import norm

from hulldown import rulesets

ROOT = Path(rulesets.__file__).parent
SEEDS = (1, 2)
PLAIN_SEED = 77_000  # of the first plain run; every run has another
LEVEL = 0.95
PLAYERS = {"chase": "random,random"}  # greedy ones of Chase think of both sides' secrets, and take long
OTHERS = "greedy,greedy"


class Own(NamedTuple):
    """A pack: the ruleset, a scenario that it copies, what units.toml lays over, numbers that it plays."""

    ruleset: str
    scenario: str
    units: str
    values: str


OWN = {
    "chase": Own("chase", "even_ground", "[tanks.warden]\nhull = 9\n", "t_bone_factor = 3"),
    "tank_commander": Own("tank_commander", "skirmish", "[units.tank]\nhull_points = 6\n", "he_strength = 5"),
    "agrav": Own("agrav", "crossroads", "[chassis.tank]\nthickness = 140\n", "base_accuracy = 90"),
    "close_assault": Own("close_assault", "drill_square", "", "fight_dice = 3"),
    "warstrike": Own("warstrike", "first_patrol", "[units.line]\naw = 14\n", "marker_penalty = 2"),
}


class Question(NamedTuple):
    """A question: its kind, and for a variant the words of the change, for `study` and for `simulate`."""

    ruleset: str
    kind: str
    change: tuple[str, ...] = ()
    plainly: tuple[str, ...] = ()


def variant(ruleset: str, word: str, what: str) -> Question:
    """A question about an option or a number of the rules."""
    return Question(ruleset, "variant", (f"--change-{word}", what), (f"--{word}", what))


QUESTIONS = (
    Question("chase", "fair"),
    variant("chase", "value", "t_bone_factor=1"),
    variant("chase", "option", "armor_wear=true"),
    Question("tank_commander", "fair"),
    variant("tank_commander", "value", "he_strength=9"),
    variant("tank_commander", "option", "reverse_move=true"),
    Question("agrav", "fair"),
    variant("agrav", "value", "base_accuracy=50"),
    Question("close_assault", "fair"),
    variant("close_assault", "value", "fight_dice=1"),
    Question("warstrike", "fair"),
    variant("warstrike", "value", "markers_per_success=3"),
)


def write_pack(own: Own, folder: Path) -> Path:
    """The pack as a folder."""
    pack = folder / own.ruleset
    (pack / "scenarios").mkdir(parents=True)
    (pack / "pack.toml").write_text(
        f'name = "Mine"\nruleset = "{own.ruleset}"\n[values]\n{own.values}\n', "utf-8"
    )
    if own.units:
        (pack / "units.toml").write_text(own.units, "utf-8")
    text = (ROOT / own.ruleset / "scenarios" / f"{own.scenario}.toml").read_text("utf-8")
    text = re.sub('^name = ".*"$', 'name = "My field"', text, count=1, flags=re.MULTILINE)
    (pack / "scenarios" / "field.toml").write_text(text, "utf-8")
    return pack


def hulldown(ruleset: str, *words: str) -> Any:
    """What a command of these rules answers as JSON."""
    players = PLAYERS.get(ruleset, OTHERS)
    command = [sys.executable, "-m", "hulldown", *words, "--players", players, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1) or not done.stdout:
        sys.exit(f"hulldown {' '.join(words)}: {done.stdout or done.stderr}")
    return json.loads(done.stdout)


class Share(NamedTuple):
    """The first side's share of the points in percent, a draw being half a point, and its error."""

    value: float
    error: float


def plain(question: Question, pack: Path, change: tuple[str, ...], games: int, seed: int) -> Share:
    """The share in so many plain games."""
    words = ("simulate", question.ruleset, "--pack", str(pack), "--scenario", "My field", *change)
    (answer,) = hulldown(question.ruleset, *words, "--games", str(games), "--seed", str(seed))["scenarios"]
    first, draws = answer["wins"][0] / games, answer["draws"] / games
    mean = first + draws / 2
    spread = first + draws / 4 - mean**2
    return Share(100 * mean, 100 * math.sqrt(spread / games))


def asked(question: Question, pack: Path, games: int, number: int) -> Iterator[tuple[bool, str]]:
    """Whether the Lab is right with each seed, and a line about it."""
    first = PLAIN_SEED + 10 * number
    base = plain(question, pack, (), games, first)
    value, error = base
    if question.kind == "variant":
        changed = plain(question, pack, question.plainly, games, first + 1)
        value, error = changed.value - base.value, math.hypot(changed.error, base.error)
    wide = float(norm.ppf((1 + LEVEL) / 2)) * error
    middle = 50.0 if question.kind == "fair" else 0.0
    for seed in SEEDS:
        words = ("study", question.kind, question.ruleset, "--pack", str(pack), "--scenario", "My field")
        answer = hulldown(
            question.ruleset, *words, *question.change, "--seed", str(seed), "--workers", "1", "--quiet"
        )
        (line,) = answer["answers"]
        holds = line["low"] <= value + wide and value - wide <= line["high"]
        effect = answer["asked"]["smallest_effect"]
        away = (value - wide - middle, value + wide - middle)
        true = {
            "same": away[0] < effect and away[1] > -effect,
            "different": max(abs(away[0]), abs(away[1])) > effect
            and (line["estimate"] > middle) == (value > middle),
        }.get(line["verdict"], line["low"] - middle < effect and line["high"] - middle > -effect)
        title = f"{question.ruleset} {question.kind} {' '.join(question.plainly)}, seed {seed}"
        lab = f"Lab {line['estimate']:.1f} ({line['low']:.1f} to {line['high']:.1f})"
        played = f"plain {value:.1f} ({value - wide:.1f} to {value + wide:.1f})"
        inside = "inside" if line["low"] <= value <= line["high"] else "beside"
        yield holds and true, f"{title}: {lab}, {played}, {inside}\n    {answer['headline']}"


def main() -> int:
    """Ask all questions; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=4000, help="plain games of either side of a question")
    parser.add_argument("--only", default="", help="questions of which ruleset")
    given = parser.parse_args()
    right = total = 0
    with tempfile.TemporaryDirectory() as folder:
        packs = {name: write_pack(own, Path(folder)) for name, own in OWN.items()}
        for number, question in enumerate(QUESTIONS):
            if given.only not in question.ruleset:
                continue
            for good, line in asked(question, packs[question.ruleset], given.games, number):
                right, total = right + good, total + 1
                print("right" if good else "WRONG", line, flush=True)
    print(f"{right} of {total} right")
    return int(right < total)


if __name__ == "__main__":
    sys.exit(main())
