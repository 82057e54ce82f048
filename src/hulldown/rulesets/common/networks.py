"""The network of a ruleset's estimate: `network.toml`, written by `scripts/judgement.py learn`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any, cast

import numpy as np
from pydantic import Field

from hulldown.catalogue import CatalogueError, Entry, load
from hulldown.kernel.network import HIDDEN, Weights
from hulldown.rulesets.api.thinking import Network

FILE = "network.toml"
Finite = Annotated[float, Field(allow_inf_nan=False)]
Row = Annotated[tuple[Finite, ...], Field(min_length=HIDDEN, max_length=HIDDEN)]
Rows = tuple[Row, ...]
Sums = Annotated[Rows, Field(min_length=HIDDEN, max_length=HIDDEN)]


class NetworkFile(Entry):
    """The weights of a network, a row of its hidden layer for each feature, and what they come from."""

    rounds: int = Field(0, description="Rounds of play and learning.")
    games: int = Field(0, description="Games of the last of them, from which the weights were fitted.")
    positions: int = Field(0, description="Positions of these games.")
    loss_before: Finite | None = Field(
        None, description="Cross entropy in nats of the lead alone, on games not fitted to."
    )
    loss: Finite | None = Field(None, description="That with the network, on the same games.")
    lead: Finite = Field(description="What the lead that is counted by hand is multiplied by.")
    unit: dict[str, Row] = Field(description="For each feature of a unit.")
    unit_bias: Rows = Field(description="For each kind of battle.")
    own: Sums = Field(description="For what the first layer makes of a side's own units.")
    enemy: Sums = Field(description="The same of its enemy's.")
    side: dict[str, Row] = Field(description="For each feature of a side.")
    side_bias: Rows = Field(description="For each kind of battle.")
    score: Row = Field(description="What the second layer is worth, in log odds.")

    def rows(self) -> Iterator[Sequence[float]]:
        """All of them, in the order of `kernel.network.Weights`."""
        yield from self.unit.values()
        yield from self.unit_bias
        yield from self.own
        yield from self.enemy
        yield from self.side.values()
        yield from self.side_bias
        yield self.score


def names_of(features: type[IntEnum]) -> list[str]:
    """Features as a file has them."""
    return [feature.name.lower() for feature in features]


def _ordered(rows: dict[str, Any], features: type[IntEnum], file: Path) -> dict[str, Any]:
    names = names_of(features)
    if wrong := set(names) ^ set(rows):
        raise CatalogueError(
            [f"{file.name}: the features and the weights differ in {', '.join(sorted(wrong))}"]
        )
    return {name: rows[name] for name in names}


def load_network(network: Network) -> tuple[Weights, float]:
    """The weights of a network's file as `kernel.network` takes them, and what the lead counts beside them.

    None where there is no file yet: nothing is corrected. CatalogueError when a feature or a kind of
    battle is missing or unknown.
    """
    file = network.file
    if not file.exists():
        return flat([]), 1.0
    written = load(file, NetworkFile, shown=file.name)
    if not len(written.unit_bias) == len(written.side_bias) == network.kinds:
        raise CatalogueError([f"{file.name}: biases for {network.kinds} kinds of battle are needed"])
    ordered = written.model_copy(
        update={
            "unit": _ordered(written.unit, network.unit, file),
            "side": _ordered(written.side, network.side, file),
        }
    )
    return flat(list(ordered.rows())), float(written.lead)


def flat(rows: Sequence[Sequence[float]]) -> Weights:
    """Rows as one table."""
    return cast(Weights, np.array(rows, np.float64).ravel())
