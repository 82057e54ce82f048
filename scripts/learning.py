"""Fits the network of an estimate to positions and results: its gradient written out, Adam, NumPy alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from selfplay import Positions

from hulldown.kernel.network import HIDDEN
from hulldown.rulesets.api.bot import Network
from hulldown.rulesets.common.bots import names_of
from hulldown.rulesets.common.lint import ADDRESS, ENDING

BATCH = 2048
RATE, LAST_RATE = 2e-3, 1e-5
DECAY = 1e-4  # of the squares of weights
FIRST, SECOND, TINY = 0.9, 0.999, 1e-8  # of Adam (Kingma and Ba 2015)
KEPT_BACK, BLOCK = 10, 4  # of so many games one is not fitted to, in blocks of neighbours
GRAIN = 4  # places of a weight behind the point
Parameters = dict[str, Any]


def initial(network: Network, seed: int) -> Parameters:
    """A network that corrects nothing yet."""
    lot = np.random.default_rng(seed)
    unit, joined = len(network.unit), 2 * HIDDEN + len(network.side)
    made = {
        "unit": lot.normal(0, 1 / np.sqrt(20), (unit, HIDDEN)),
        "unit_bias": np.zeros((network.kinds, HIDDEN)),
        "joined": lot.normal(0, 1 / np.sqrt(joined), (joined, HIDDEN)),
        "joined_bias": np.zeros((network.kinds, HIDDEN)),
        "score": lot.normal(0, 1e-3, HIDDEN),
        "lead": np.array([1.0]),
    }
    return {name: value.astype(np.float32) for name, value in made.items()}


@dataclass(frozen=True)
class Batch:
    """Some positions, unit by unit: `seat` is twice the position and the side that a unit is of."""

    units: Any
    seat: Any
    unit_kind: Any
    sides: Any
    kind: Any
    lead: Any
    score: Any


class Batches:
    """Cuts positions into batches."""

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self.begins = np.cumsum(positions.count) - positions.count

    def of(self, rows: Any) -> Batch:
        """Those of some rows, in their order."""
        p = self.positions
        count = p.count[rows]
        within = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
        at = np.repeat(self.begins[rows], count) + within
        position, side = np.repeat(np.arange(len(rows)), count), p.side[at].astype(np.int64)
        return Batch(
            p.units[at].astype(np.float32),
            2 * position + side,
            p.kind[rows][position, side],
            p.sides[rows].reshape(len(rows), 2, -1),
            p.kind[rows],
            p.lead[rows],
            p.score[rows],
        )


def sum_rows(values: Any, where: Any, count: int) -> Any:
    """Rows added up by where they belong."""
    out = np.zeros((count, values.shape[1]), np.float32)
    order = np.argsort(where, kind="stable")
    places, first = np.unique(where[order], return_index=True)
    if len(places):
        out[places] = np.add.reduceat(values[order], first, axis=0)
    return out


@dataclass(frozen=True)
class Pass:
    """What a batch came to, layer by layer."""

    units: Any  # of the first layer, before it is cut off at 0
    joined_in: Any
    joined: Any
    odds: Any


def forward(w: Parameters, b: Batch) -> Pass:
    """The log odds of every position, as `kernel.network` works them out."""
    units = b.units @ w["unit"] + w["unit_bias"][b.unit_kind]
    sums = sum_rows(np.maximum(units, 0), b.seat, 2 * len(b.lead)).reshape(-1, 2, HIDDEN)
    joined_in = np.concatenate([sums, sums[:, ::-1], b.sides], axis=2)
    joined = joined_in @ w["joined"] + w["joined_bias"][b.kind]
    scores = np.maximum(joined, 0) @ w["score"]
    return Pass(units, joined_in, joined, scores[:, 0] - scores[:, 1] + w["lead"][0] * b.lead)


def losses(odds: Any, score: Any) -> Any:
    """Cross entropy in nats of every position; a draw is half a win."""
    return np.logaddexp(0.0, odds) - score * odds


def slopes(w: Parameters, b: Batch, p: Pass) -> Parameters:
    """By how much the mean loss grows with each weight."""
    error = ((1 / (1 + np.exp(-p.odds)) - b.score) / len(b.score)).astype(np.float32)
    sided = np.stack([error, -error], axis=1)
    joined = sided[:, :, None] * w["score"] * (p.joined > 0)
    back = joined @ w["joined"].T
    own, enemy = back[:, :, :HIDDEN], back[:, ::-1, HIDDEN : 2 * HIDDEN]
    units = (own + enemy).reshape(-1, HIDDEN)[b.seat] * (p.units > 0)
    kinds = len(w["unit_bias"])
    flat = joined.reshape(-1, HIDDEN)
    return {
        "unit": b.units.T @ units,
        "unit_bias": sum_rows(units, b.unit_kind, kinds),
        "joined": p.joined_in.reshape(len(flat), -1).T @ flat,
        "joined_bias": sum_rows(flat, b.kind.ravel(), kinds),
        "score": np.einsum("psj,ps->j", np.maximum(p.joined, 0), sided),
        "lead": np.array([error @ b.lead]),
    }


class Adam:
    """Steps down the slopes."""

    def __init__(self, w: Parameters) -> None:
        self.w, self.steps = w, 0
        self.mean = {name: np.zeros_like(value) for name, value in w.items()}
        self.square = {name: np.zeros_like(value) for name, value in w.items()}

    def step(self, slope: Parameters, rate: float) -> None:
        """One step."""
        self.steps += 1
        for name, value in self.w.items():
            g = slope[name] + (0 if name == "lead" else DECAY * value)
            self.mean[name] = FIRST * self.mean[name] + (1 - FIRST) * g
            self.square[name] = SECOND * self.square[name] + (1 - SECOND) * g * g
            mean = self.mean[name] / (1 - FIRST**self.steps)
            square = self.square[name] / (1 - SECOND**self.steps)
            self.w[name] = (value - rate * mean / (np.sqrt(square) + TINY)).astype(np.float32)


@dataclass(frozen=True)
class Fit:
    """What a fit came to: the loss of the lead alone and with the network, on games that were not fitted to;
    both for each scenario.
    """

    weights: Parameters
    before: float
    after: float
    by_scenario: dict[str, tuple[float, float]]


def held_out(positions: Positions) -> Any:
    """Which positions are not fitted to."""
    return positions.game // BLOCK % KEPT_BACK == 0


def shuffled_batches(rows: Any, lot: np.random.Generator) -> Iterator[Any]:
    """Batches of rows, each in order: so that memory is read along."""
    mixed = lot.permutation(rows)
    for i in range(0, max(1, len(mixed) - BATCH + 1), BATCH):
        yield np.sort(mixed[i : i + BATCH])


def fit_network(positions: Positions, w: Parameters, epochs: int, seed: int) -> Fit:
    """Weights after so many times through the positions, more and more careful."""
    batches, lot = Batches(positions), np.random.default_rng(seed)
    unseen = held_out(positions)
    rows, adam = np.flatnonzero(~unseen), Adam(dict(w))
    steps = epochs * max(1, len(rows) // BATCH)
    for _ in range(epochs):
        for chosen in shuffled_batches(rows, lot):
            batch = batches.of(chosen)
            gone = min(1.0, adam.steps / steps)
            adam.step(slopes(adam.w, batch, forward(adam.w, batch)), RATE * (1 - gone) + LAST_RATE)
    return evaluate(positions, adam.w, np.flatnonzero(unseen))


def evaluate(positions: Positions, w: Parameters, rows: Any) -> Fit:
    """How weights do on some positions."""
    batches = Batches(positions)
    odds = np.concatenate(
        [forward(w, batches.of(rows[i : i + BATCH])).odds for i in range(0, len(rows), BATCH)]
    )
    score, scenario = positions.score[rows], positions.scenario[rows]
    before, after = losses(positions.lead[rows], score), losses(odds, score)
    each = {
        str(name): (float(before[scenario == name].mean()), float(after[scenario == name].mean()))
        for name in np.unique(scenario)
    }
    return Fit(w, float(before.mean()), float(after.mean()), each)


def row(values: Any) -> str:
    """One row of a file."""
    return "[" + ", ".join(f"{round(float(value), GRAIN):g}" for value in values) + "]"


def named_rows(title: str, features: list[str], values: Any) -> list[str]:
    """A table of a row for each feature."""
    return ["", f"[{title}]", *(f"{name} = {row(one)}" for name, one in zip(features, values, strict=True))]


def plain_rows(name: str, values: Any) -> list[str]:
    """Rows that have no names."""
    return [f"{name} = [", *(f"  {row(one)}," for one in values), "]"]


def write(file: Path, network: Network, w: Parameters, facts: dict[str, Any]) -> None:
    """network.toml."""
    joined = w["joined"]
    lines = [
        f"#:schema {ADDRESS}network{ENDING}",
        "# The network of the estimate: written by scripts/judgement.py learn. What a feature is stands in",
        "# the code; the losses are those of games that were not fitted to.",
        *(f"{name} = {value}" for name, value in facts.items()),
        f"lead = {float(w['lead'][0]):.{GRAIN}g}",
        f"score = {row(w['score'])}",
        *plain_rows("unit_bias", w["unit_bias"]),
        *plain_rows("own", joined[:HIDDEN]),
        *plain_rows("enemy", joined[HIDDEN : 2 * HIDDEN]),
        *plain_rows("side_bias", w["joined_bias"]),
        *named_rows("unit", names_of(network.unit), w["unit"]),
        *named_rows("side", names_of(network.side), joined[2 * HIDDEN :]),
    ]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
