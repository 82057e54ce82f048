"""The policy: what an agent sees in, how likely it chooses each order out, and the gradient by hand."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Whole = NDArray[np.integer[Any]]
NEVER = -1e9  # the score of an order that is not on offer
FARTHEST = 5.0  # standard deviations; what is farther counts as so far


@dataclass(frozen=True)
class Sample:
    """Decisions to learn from: what was seen, what was on offer, what was chosen and what came of it."""

    seen: Floats  # (n, columns)
    legal: NDArray[np.bool_]  # (n, numbers)
    chosen: Whole  # (n), the place in `numbers`; -1 where nothing that the policy knows was on offer
    chance: Floats  # (n), the logarithm of how likely it was chosen then
    worth: Floats  # (n), how much better than expected it was
    gain: Floats  # (n), what came of the position

    def part(self, which: Whole) -> Sample:
        """Some of the decisions."""
        return Sample(
            self.seen[which],
            self.legal[which],
            self.chosen[which],
            self.chance[which],
            self.worth[which],
            self.gain[which],
        )


@dataclass(frozen=True)
class Aim:
    """What is minimised: the clipped loss of PPO, minus so much entropy, plus the error of the values."""

    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5


class Policy:
    """Two networks with one hidden layer each: one scores every order, the other values the position.

    `columns` of an observation are seen, less `centre` and times `scale`; `numbers` of the catalogue are
    chosen from. `weights` are arrays by name.
    """

    def __init__(
        self, columns: Whole, centre: Floats, scale: Floats, numbers: Whole, weights: dict[str, Floats]
    ) -> None:
        self.columns, self.numbers, self.weights = columns, numbers, weights
        self.centre, self.scale = centre, scale

    @classmethod
    def new(
        cls,
        observations: Whole,
        masks: Whole,
        hidden: int,
        chance: np.random.Generator,
        kind: Any = np.float32,
    ) -> Policy:
        """A policy that sees what differs among some observations, and knows the orders of some masks."""
        columns = np.flatnonzero(observations.min(0) != observations.max(0))
        seen = observations[:, columns].astype(np.float64)
        numbers = np.flatnonzero(masks.max(0))
        shapes = {"into": (len(columns), hidden), "out": (hidden, len(numbers))}
        shapes |= {"value_into": (len(columns), hidden), "value_out": (hidden, 1)}
        weights: dict[str, Floats] = {}
        for name, (rows, across) in shapes.items():
            size = 0.01 if name.endswith("out") else 1.0
            weights[name] = (size * chance.standard_normal((rows, across)) / np.sqrt(rows)).astype(kind)
            weights[f"{name}_bias"] = np.zeros(across, kind)
        return cls(columns, seen.mean(0).astype(kind), (1.0 / seen.std(0)).astype(kind), numbers, weights)

    # ---------------------------------------------------------------- to use it

    def see(self, observations: Whole) -> Floats:
        """What the networks get of some observations."""
        seen = (observations[:, self.columns] - self.centre) * self.scale
        return np.clip(seen, -FARTHEST, FARTHEST)

    def scores(self, seen: Floats, legal: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """The hidden layer, and the logarithms of the chances of all orders."""
        w = self.weights
        hidden = np.tanh(seen @ w["into"] + w["into_bias"])
        scores = np.where(legal, hidden @ w["out"] + w["out_bias"], NEVER)
        scores -= scores.max(1, keepdims=True)
        return hidden, scores - np.log(np.exp(scores).sum(1, keepdims=True))

    def values(self, seen: Floats) -> tuple[Floats, Floats]:
        """The hidden layer of the values, and what each position promises to its seat."""
        w = self.weights
        hidden = np.tanh(seen @ w["value_into"] + w["value_into_bias"])
        return hidden, (hidden @ w["value_out"] + w["value_out_bias"])[:, 0]

    def chances(self, observations: Whole, masks: Whole) -> Floats:
        """How likely each of `numbers` is chosen."""
        return np.exp(self.scores(self.see(observations), masks[:, self.numbers] > 0)[1])

    def choose(self, chances: Floats, masks: Whole, chance: np.random.Generator | None = None) -> Whole:
        """A place in `numbers` for each position, drawn by the chances; without a generator the likeliest.

        -1 where nothing that the policy knows is on offer.
        """
        if chance is None:
            places = chances.argmax(1)
        else:
            drawn = chance.random((len(chances), 1)) * chances.sum(1, keepdims=True)
            places = (chances.cumsum(1) < drawn).sum(1)
        known = masks[np.arange(len(masks)), self.numbers[np.minimum(places, len(self.numbers) - 1)]] > 0
        return np.where(known, places, -1)

    def actions(self, places: Whole, masks: Whole) -> Whole:
        """The numbers in the catalogue; of what the policy does not know the first on offer."""
        return np.where(places >= 0, self.numbers[places], masks.argmax(1))

    # ---------------------------------------------------------------- to teach it

    def gradient(self, sample: Sample, aim: Aim) -> tuple[float, dict[str, Floats]]:
        """The loss of a sample, and how it changes with each weight."""
        loss, changes = self._order_gradient(sample, aim)
        value_loss, value_changes = self._value_gradient(sample, aim)
        return loss + value_loss, changes | value_changes

    def _order_gradient(self, sample: Sample, aim: Aim) -> tuple[float, dict[str, Floats]]:
        hidden, logs = self.scores(sample.seen, sample.legal)
        n, lines, chances = len(logs), np.arange(len(logs)), np.exp(logs)
        ratio = np.exp(logs[lines, sample.chosen] - sample.chance)
        near = np.clip(ratio, 1.0 - aim.clip, 1.0 + aim.clip)
        counted = sample.chosen >= 0
        gained = np.minimum(ratio * sample.worth, near * sample.worth) * counted
        entropy = -(chances * np.where(sample.legal, logs, 0.0)).sum(1)
        loss = float(-(gained + aim.entropy * entropy * counted).mean())
        inside = (ratio * sample.worth <= near * sample.worth) * counted
        pull = ratio * sample.worth * inside
        slope = chances * pull[:, None]  # of the loss, by each score
        slope[lines, sample.chosen] -= pull
        spread = np.where(sample.legal, logs, 0.0) + entropy[:, None]
        slope += aim.entropy * chances * spread * counted[:, None]
        return loss, self._back("", sample.seen, hidden, slope / n)

    def _value_gradient(self, sample: Sample, aim: Aim) -> tuple[float, dict[str, Floats]]:
        hidden, values = self.values(sample.seen)
        error = values - sample.gain
        slope = (aim.value * error / len(error))[:, None]
        return float(0.5 * aim.value * (error**2).mean()), self._back("value_", sample.seen, hidden, slope)

    def _back(self, name: str, seen: Floats, hidden: Floats, slope: Floats) -> dict[str, Floats]:
        """From the slopes of what a network gives to those of its weights."""
        inner = (slope @ self.weights[f"{name}out"].T) * (1.0 - hidden**2)
        return {
            f"{name}into": seen.T @ inner,
            f"{name}into_bias": inner.sum(0),
            f"{name}out": hidden.T @ slope,
            f"{name}out_bias": slope.sum(0),
        }

    # ---------------------------------------------------------------- to keep it

    def save(self, file: str | PathLike[str]) -> None:
        """Write everything to an .npz file."""
        fixed = {"columns": self.columns, "centre": self.centre, "scale": self.scale, "numbers": self.numbers}
        with open(file, "wb") as out:
            np.savez(out, **fixed, **self.weights)  # type: ignore[arg-type]

    @classmethod
    def load(cls, file: str | PathLike[str]) -> Policy:
        """What `save` wrote."""
        with np.load(file, allow_pickle=False) as kept:
            arrays = dict(kept)
        columns, centre, scale, numbers = (arrays.pop(n) for n in ("columns", "centre", "scale", "numbers"))
        return cls(columns, centre, scale, numbers, arrays)


class Adam:
    """Steps down the slope, each weight by its own measure (Kingma and Ba 2015)."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights, self.steps = weights, 0
        self.first = {name: np.zeros_like(w) for name, w in weights.items()}
        self.second = {name: np.zeros_like(w) for name, w in weights.items()}

    def step(self, changes: dict[str, Floats], rate: float, longest: float = 0.5) -> None:
        """One step; slopes that are longer in all than `longest` are shortened."""
        length = float(np.sqrt(sum(float((change**2).sum()) for change in changes.values())))
        short = min(1.0, longest / (length + 1e-8))
        self.steps += 1
        evened = rate * np.sqrt(1.0 - 0.999**self.steps) / (1.0 - 0.9**self.steps)
        for name, change in changes.items():
            m, v = self.first[name], self.second[name]
            m += 0.1 * (short * change - m)
            v += 0.001 * ((short * change) ** 2 - v)
            self.weights[name] -= evened * m / (np.sqrt(v) + 1e-8)


class Mean:
    """The mean of a policy's weights over what it was lately: steadier than what it is at the end."""

    def __init__(self, policy: Policy) -> None:
        self.policy, self.count = policy, 0
        self.weights = {name: np.zeros(w.shape) for name, w in policy.weights.items()}

    def add(self) -> None:
        """Count the weights as they are now."""
        self.count += 1
        for name, w in self.policy.weights.items():
            self.weights[name] += (w - self.weights[name]) / self.count

    def result(self) -> Policy:
        """The policy with the mean weights."""
        p, kind = self.policy, self.policy.centre.dtype
        if not self.count:
            return p
        weights = {name: w.astype(kind) for name, w in self.weights.items()}
        return Policy(p.columns, p.centre, p.scale, p.numbers, weights)
