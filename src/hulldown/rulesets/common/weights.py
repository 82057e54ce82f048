"""The weights of a ruleset's estimate: `judgement.toml`."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated, cast

import numpy as np
from pydantic import Field

from hulldown.catalogue import CatalogueError, Entry, load
from hulldown.kernel.judging import UNIT, Weights

FILE = "judgement.toml"
Finite = Annotated[float, Field(allow_inf_nan=False)]


class Fitted(Entry):
    """The weights of an estimate, in log odds for one of each term, and what they come from."""

    positions: int = Field(0, description="Positions that the weights were fitted to.")
    games: int = Field(0, description="Games that the positions come from.")
    loss_without: Finite | None = Field(None, description="Cross entropy in nats of knowing nothing.")
    loss_before: Finite | None = Field(
        None, description="That of the weights before, on games not fitted to."
    )
    loss: Finite | None = Field(None, description="That of these weights, on the same games.")
    weights: dict[str, Finite] = Field(description="A weight for each term.")
    bounds: dict[str, tuple[Finite, Finite]] = Field({}, description="What a weight is never fitted beyond.")


def weights(file: Path, terms: type[IntEnum], former: bool = False) -> Weights:
    """The weights of a file, one for each term; CatalogueError when something in it is missing or unknown.

    In a `former` file terms may be missing that came later: they count nothing.
    """
    written = load(file, Fitted, shown=file.name).weights
    if former:
        written = {term.name.lower(): 0.0 for term in terms} | written
    names = [term.name.lower() for term in terms]
    if wrong := set(names) ^ set(written):
        raise CatalogueError([f"{file.name}: the terms and the weights differ in {', '.join(sorted(wrong))}"])
    return cast(Weights, np.array([round(UNIT * written[name]) for name in names], np.int64))


def only(whole: Weights, *terms: IntEnum) -> Weights:
    """The weights of some terms; the others count nothing."""
    kept = np.zeros(len(whole), np.int64)
    for term in terms:
        kept[int(term)] = whole[int(term)]
    return cast(Weights, kept)
