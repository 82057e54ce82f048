"""What weights of an estimate are fitted to: results of games, and orders that were played on."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from scipy.special import expit

from hulldown.kernel import judging
from hulldown.kernel.walk import WON
from hulldown.odds import wilson

BUCKETS = 10  # rows of a reliability table
KEPT_BACK = 5  # every fifth game or position is not fitted to
HEAVY = 40.0  # what a square of a share counts for beside a nat of a result


class Evidence(Protocol):
    """Something that weights should agree with."""

    @property
    def scale(self) -> Any:
        """How much each term varies."""

    def cost(self, w: Any) -> tuple[float, Any]:
        """How badly weights agree with it, and the slope of that."""

    def told(self, before: Any, fitted: Any) -> dict[str, Any]:
        """Print what has changed on what was not fitted to; what is written down of it."""


def loss(odds: Any, score: Any) -> float:
    """Mean cross entropy in nats; a draw is half a win."""
    return float(np.mean(np.logaddexp(0.0, odds) - score * odds))


@dataclass(frozen=True)
class Results:
    """Positions of games: terms, the first seat's score in the end, game and scenario of each."""

    terms: Any
    score: Any
    game: Any
    scenario: Any

    @property
    def scale(self) -> Any:
        return np.sqrt((self.terms**2).mean(axis=0))

    def cost(self, w: Any) -> tuple[float, Any]:
        known = self.game % KEPT_BACK != 0
        x, y = self.terms[known], self.score[known]
        odds = x @ w
        return loss(odds, y), x.T @ (expit(odds) - y) / len(y)

    def told(self, before: Any, fitted: Any) -> dict[str, Any]:
        unseen = self.game % KEPT_BACK == 0
        terms, score = self.terms[unseen], self.score[unseen]
        told = {
            "positions": len(self.score),
            "games": len(np.unique(self.game)),
            "loss_without": round(loss(np.zeros(len(score)), score), 4),
            "loss_before": round(loss(terms @ before, score), 4),
            "loss": round(loss(terms @ fitted, score), 4),
        }
        print(told)
        for name in np.unique(self.scenario):
            here = unseen & (self.scenario == name)
            old, new = (loss(self.terms[here] @ w, self.score[here]) for w in (before, fitted))
            print(f"  {name:24} before {old:.4f}  fitted {new:.4f}")
        print_table(shares(terms @ fitted), score, self.game[unseen])
        return told


@dataclass(frozen=True)
class Orders:
    """Orders played on: terms after some throws of each (orders, throws, terms), the truth, the position.

    Only how the orders of a position differ counts, not how good the position is.
    """

    terms: Any
    truth: Any
    position: Any

    @classmethod
    def read(cls, files: Sequence[Path], names: list[str]) -> Orders:
        """All orders of some files."""
        terms, truth, position, before = [], [], [], 0
        for file in files:
            kept = np.load(file)
            there = list(kept["names"])
            if missing := set(there) - set(names):
                sys.exit(f"{file} knows terms that there are no more: {', '.join(sorted(missing))}")
            if missing := set(names) - set(there):
                sys.exit(f"{file} was made without {', '.join(sorted(missing))}; play the orders again")
            terms.append(kept["terms"][:, :, [there.index(name) for name in names]])
            truth.append(kept["truth"])
            position.append(kept["position"] + before)
            before = int(position[-1].max()) + 1
        return cls(np.concatenate(terms), np.concatenate(truth), np.concatenate(position))

    @property
    def scale(self) -> Any:
        return np.sqrt((self.terms**2).mean(axis=(0, 1)))

    def _apart(self, values: Any) -> Any:
        """Values by how far they are from the mean of their position."""
        count = np.bincount(self.position)
        if values.ndim == 1:
            return values - (np.bincount(self.position, values) / np.maximum(count, 1))[self.position]
        return np.stack([self._apart(column) for column in values.T], axis=1)

    def guessed(self, w: Any) -> Any:
        """What weights say of each order."""
        return expit(self.terms @ w).mean(axis=1)

    def cost(self, w: Any) -> tuple[float, Any]:
        known = self.position % KEPT_BACK != 0
        share = expit(self.terms @ w)
        error = self._apart(share.mean(axis=1) - self.truth)
        slopes = ((share * (1 - share))[:, :, None] * self.terms).mean(axis=1)
        slope = self._apart(slopes)
        weight = known / known.sum()
        cost = HEAVY * float(weight @ error**2)
        return cost, 2 * HEAVY * (slope.T @ (weight * error))

    def told(self, before: Any, fitted: Any) -> dict[str, Any]:
        for name, here in (("fitted to", True), ("not fitted to", False)):
            rows = (self.position % KEPT_BACK != 0) == here
            truth = self._apart(self.truth)[rows]
            guesses = [self._apart(self.guessed(w))[rows] for w in (before, fitted)]
            errors = [float(np.sqrt(np.mean((guess - truth) ** 2))) for guess in guesses]
            print(
                f"{rows.sum()} orders {name}: they differ by {100 * truth.std():.1f} points, noise and all; "
                f"error before {100 * errors[0]:.2f}, fitted {100 * errors[1]:.2f}"
            )
        return {}


def shares(odds: Any) -> Any:
    """Chances as the kernel gives them, by log odds."""
    wide = np.clip(np.rint(odds * judging.UNIT), -judging.FARTHEST, judging.FARTHEST).astype(np.int64)
    return np.array([judging.chance(int(x), 0) for x in wide]) / WON


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
