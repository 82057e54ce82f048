#!/usr/bin/env python3
"""Make puzzles of a ruleset out of games between computer players, each with one best answer.

    scripts/puzzles.py close_assault [--want 80] [--seed 1] [--out FILE]
    scripts/puzzles.py close_assault --check [--seed 2] [--times 4] [--some 20]
    scripts/puzzles.py close_assault --reword

The games are played over the ruleset's scenarios; decisions of one side that knows the whole position are
weighed (scripts/posing.py), in Chase by the solver. What is kept has an order that leads all others by more
than chance explains; no more than two come from one game, and they are spread over scenarios and kinds of
orders. They are written to the ruleset's drills.toml, the same file for the same seed.

`--check` weighs some of a file again, with another seed and several times the playouts, and tells how many
of the best answers stay the best. `--reword` puts titles, texts and reasons of a file into the words of
today; what it asks, and what orders are worth, stays.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Any

from posing import Care, Hunt, Judge, Spot, Weighing, offered, reckoned, weighed
from posing_questions import QUESTIONS, Ask
from puzzle_words import Words, reworded, worded

from hulldown import rulesets
from hulldown.game import prepare
from hulldown.game.lessons import opened
from hulldown.kernel.batch import stir
from hulldown.rulesets.api.lessons import DRILLS, Drill
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.lint import ADDRESS, ENDING

PLAIN = 0.5  # of those that are searched are found by a player that looks one step ahead, at most
KIND = 0.4  # have a best order of one kind, at most
UNEVEN = 1.6  # as many as an even share come from one scenario, at most
OF_GAME = 2
ALIKE = 2  # ask the same between the same orders, at most
EASIEST, HARDEST = 900, 1900  # ratings


@dataclass(frozen=True)
class Made:
    """A puzzle with its words."""

    told: Weighing
    words: Words
    group: str

    @property
    def alike(self) -> tuple[str, str, frozenset[str]]:
        """What is asked of which kind of unit, and the two best orders without their numbers."""
        asked, title = self.told.question, self.words.title
        return asked, title, frozenset(re.sub(r"[\d.,]+", "", one) for one in self.told.ranked[:2])

    @property
    def rating(self) -> int:
        """How hard it is: whom of the weak players it escapes, how many orders there are, how near the next
        best is.
        """
        told = self.told
        if told.basis == "odds":
            likely = [float(value) for value in told.worths.values() if value > 0]
            missed = 1 - told.margin / max(likely) + 0.1 * min(4, len(likely) - 2)
        else:
            missed = 1 - told.solved
        many = math.log2(len(told.worths) / 3) / math.log2(40 / 3)
        narrow = 1 - min(1.0, told.margin / 0.4)
        rating = EASIEST + 600 * min(1.0, max(0.0, missed)) + 200 * many + 200 * narrow
        return round(min(HARDEST, rating) / 10) * 10


@dataclass
class Collection:
    """The puzzles so far, and whether another may join them."""

    want: int
    scenarios: int
    exact: float  # of them ask about odds, at most
    kept: list[Made] = field(default_factory=list)

    @property
    def full(self) -> bool:
        """Whether there are as many as are wanted."""
        return len(self.kept) >= self.want

    def closed(self, basis: str) -> bool:
        """Whether there are enough of a basis."""
        if basis != "odds":
            return False
        return sum(one.told.basis == basis for one in self.kept) >= self.exact * self.want

    def stuffed(self, scenario: str) -> bool:
        """Whether there are enough of a scenario."""
        many = sum(one.told.spot.scenario == scenario for one in self.kept)
        return many >= math.ceil(self.want * UNEVEN / self.scenarios)

    def takes(self, made: Made) -> bool:
        """Keep a puzzle, unless there are enough like it."""
        told, spot = made.told, made.told.spot
        same = [one for one in self.kept if one.told.spot.scenario == spot.scenario]
        of_game = sum(one.told.spot.number == spot.number for one in same)
        plain = sum(one.told.plain == one.told.ranked[0] for one in self.kept if one.told.basis == "search")
        kinds = Counter(one.group for one in self.kept)
        wrong = (
            of_game >= OF_GAME
            or self.stuffed(spot.scenario)
            or any(one.told.position == told.position for one in same)
            or kinds[made.group] >= math.ceil(KIND * self.want)
            or sum(one.alike == made.alike for one in self.kept) >= ALIKE
            or (told.basis == "search" and told.plain == told.ranked[0] and plain >= PLAIN * self.want)
        )
        if not wrong:
            self.kept.append(made)
        return not wrong


def hunted(
    ruleset: Ruleset, scenarios: Sequence[str], given: argparse.Namespace, kept: Collection
) -> Iterator[Made]:
    """Puzzles of the games of some scenarios, in turn."""
    care = Care(given.glance, given.playouts)
    hunts = [Hunt(ruleset, name, given.seed) for name in scenarios]
    judge = Judge(ruleset, hunts[0].start, care)
    for number in range(given.games):
        for hunt in hunts:
            if kept.stuffed(hunt.scenario):
                continue
            for spot in hunt.spots(number):
                seed = stir(stir(given.seed, number), spot.order)
                yield from _asked(ruleset, judge, spot, seed, given, not kept.closed("odds"))


def _asked(
    ruleset: Ruleset, judge: Judge, spot: Spot, seed: int, given: argparse.Namespace, exact: bool
) -> Iterator[Made]:
    """What a position asks: about odds, and what is best."""
    asks: tuple[Ask, ...] = QUESTIONS.get(ruleset.id, ()) if exact else ()
    for turn in range(len(asks)):
        ask = asks[(seed + turn) % len(asks)]
        if told := reckoned(judge, spot, ask):
            yield _made(ruleset, told, ask.title)
            return
    if given.only != "odds" and (told := weighed(judge, spot, seed)):
        yield _made(ruleset, told)


def _made(ruleset: Ruleset, told: Weighing, title: str = "") -> Made:
    game, best = told.spot.game(ruleset), told.ranked[0]
    _, buttons = offered(game, told.spot.seat)
    return Made(told, worded(ruleset, told, title), buttons[best].group if best in buttons else "")


def collected(ruleset: Ruleset, given: argparse.Namespace) -> Iterator[list[Made]]:
    """As many puzzles as are wanted, or as the games hold; easiest first, told after each that is kept."""
    scenarios = given.scenario or list(ruleset.files.scenarios())
    if ruleset.computers.solving():
        from posing_duels import SCENARIOS, solved

        kept = Collection(given.want, len(SCENARIOS), 1.0)
        source = (_made(ruleset, one) for one in solved(ruleset, given.seed, given.games))
    else:
        kept = Collection(given.want, len(scenarios), given.exact)
        source = hunted(ruleset, scenarios, given, kept)
    for made in source:
        if not kept.closed(made.told.basis) and kept.takes(made):
            told, many = made.told, len(kept.kept)
            print(
                f"{many:3} {told.basis:6} {made.rating} {100 * told.margin:5.1f} {made.words.title}",
                flush=True,
            )
            yield sorted(kept.kept, key=lambda one: one.rating)
        if kept.full:
            break


# ---------------------------------------------------------------- the file


def quoted(value: Any) -> str:
    """A value as TOML writes it."""
    return json.dumps(value, ensure_ascii=False)


def written(ruleset: Ruleset, puzzles: Sequence[Made], seed: int) -> str:
    """The text of a file of puzzles."""
    numbers: Counter[str] = Counter()
    parts = [
        f"#:schema {ADDRESS}{ruleset.id}/drills{ENDING}",
        f"# Positions out of games of computer players, easiest first: scripts/puzzles.py, seed {seed}.",
    ]
    for made in puzzles:
        scenario = made.told.spot.scenario
        numbers[scenario] += 1
        parts.append(_table(f"{scenario}_{numbers[scenario]}", made))
    return "\n".join(parts) + "\n"


def _table(name: str, made: Made) -> str:
    told, words = made.told, made.words
    lines = {
        "title": words.title,
        "text": words.text,
        "question": words.question,
        "why": words.why,
        "scenario": told.spot.scenario,
        "seat": told.spot.seat,
        "counts": list(told.counts),
        "basis": told.basis,
        "rating": made.rating,
        "margin": round(told.margin, 4),
        "error": told.error,
        "position": told.position,
    }
    body = [f"{key} = {quoted(value)}" for key, value in lines.items() if value != []]
    worths = [f"{quoted(text)} = {_worth(told.worths[text])}" for text in told.ranked]
    return "\n".join([f"\n[drills.{name}]", *body, f"\n[drills.{name}.worths]", *worths])


def _worth(value: Fraction | float) -> str:
    return quoted(str(value)) if isinstance(value, Fraction) else repr(float(value))


def reword(ruleset: Ruleset, text: str) -> str:
    """The text of a file of puzzles with the words of today."""
    for name, drill in ruleset.files.drills().items():
        words = reworded(ruleset, drill)
        head = re.escape(f"[drills.{name}]\n")
        for key in ("title", "text", "why"):
            line = f"{key} = {quoted(getattr(words, key))}"
            kept = rf"({head}(?:(?!\[).*\n)*?){key} = .*"
            text = re.sub(kept, lambda at, to=line: f"{at[1]}{to}", text, count=1)  # type: ignore[misc]
    return text


# ---------------------------------------------------------------- weighed again


def again(ruleset: Ruleset, drill: Drill, judge: Judge, seed: int, keys: int) -> bool:
    """Whether the best answer of a puzzle leads each of the next three with other dice and thoughts."""
    game = opened(ruleset, drill)
    spot = Spot(drill.scenario, {}, {}, game.state, drill.seat, 0, 0)
    ranked = sorted(drill.values, key=lambda text: -drill.values[text])[:4]
    means = []
    for text in ranked:
        row = game.parse(text, drill.seat).row
        means.append(sum(judge.worth(spot, row, stir(seed, k)) for k in range(keys)) / keys)
    return means[0] == max(means)


def checked(ruleset: Ruleset, given: argparse.Namespace) -> None:
    """Weigh some puzzles of the ruleset again and tell what share of the best answers stays the best."""
    every = ruleset.files.drills()
    looked = [one for one in every.values() if one.basis == "search"]
    step = max(1, len(looked) // given.some) if given.some else 1
    some = looked[::step][: given.some or None]
    exact = len(every) - len(looked)
    middle = median(one.margin for one in every.values())
    print(f"{len(every)} puzzles, {exact} exact, {len(looked)} searched, median margin {100 * middle:.1f}")
    if not some:
        return
    judge = Judge(ruleset, ruleset.set_up(some[0].scenario), Care(given.glance, given.playouts * given.times))
    held = [again(ruleset, one, judge, given.seed, given.keys) for one in some]
    print(f"{sum(held)} of {len(held)} best answers stay the best with {given.times} times the playouts")


def main() -> None:
    """Make a file, or weigh one again."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("ruleset")
    asked.add_argument("--want", type=int, default=80, help="puzzles")
    asked.add_argument("--games", type=int, default=400, help="of each scenario, at most")
    asked.add_argument("--scenario", action="append", help="default: all that are shipped")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--exact", type=float, default=0.4, help="share that asks about odds, at most")
    asked.add_argument("--only", choices=("odds",), help="ask about nothing else")
    asked.add_argument("--glance", type=int, default=Care.glance, help="playouts of a first look")
    asked.add_argument("--playouts", type=int, default=Care.playouts, help="of each look at an order")
    asked.add_argument("--out", type=Path, help="default: drills.toml in the ruleset's folder")
    asked.add_argument("--check", action="store_true", help="weigh a file again")
    asked.add_argument("--reword", action="store_true", help="say a file anew")
    asked.add_argument("--times", type=int, default=4, help="the playouts, with --check")
    asked.add_argument("--some", type=int, default=0, help="puzzles weighed again, 0 for all")
    asked.add_argument("--keys", type=int, default=32, help="dice of each order, with --check")
    given = asked.parse_args()
    ruleset = rulesets.get(given.ruleset)
    out = given.out or Path(rulesets.__file__).parent / ruleset.id / DRILLS
    if given.reword:
        out.write_text(reword(ruleset, out.read_text(encoding="utf-8")), encoding="utf-8")
        return
    prepare(ruleset)
    if given.check:
        checked(ruleset, given)
        return
    for puzzles in collected(ruleset, given):
        out.write_text(written(ruleset, puzzles, given.seed), encoding="utf-8")


if __name__ == "__main__":
    main()
